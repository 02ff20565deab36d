//! Prose: the first sentence of a module is short, and words that the design avoids become fewer.

use anyhow::Result;

use super::ratchet::{Breaches, Ratchet};
use super::source::{Source, first_sentence};

const OPENING_WORDS: usize = 20;

/// Design §5. Each is looked for as whole words in comments, messages and documents, whatever the case.
const AVOIDED: [&str; 13] = [
    "is no",
    "heed",
    "heeds",
    "heeded",
    "mend",
    "mends",
    "mended",
    "reckon",
    "reckoned",
    "dear",
    "whoever",
    "beside",
    "the words of",
];

/// Modules that open with a longer sentence, against the list of those known.
pub(super) fn openings(sources: &[Source]) -> Result<Vec<String>> {
    let mut found = Breaches::new();
    for source in sources.iter().filter(|source| source.shown.contains("/src/")) {
        let words = first_sentence(&source.text).split_whitespace().count();
        if words > OPENING_WORDS {
            found.insert(source.shown.clone(), words);
        }
    }
    Ratchet::read("xtask/openings.txt")?.check(&found, |path, words, known| {
        let allowed = OPENING_WORDS.max(known);
        format!("{path}: the first sentence has {words} words; allowed: {allowed}")
    })
}

/// Avoided words per file, against the list of those known. `documents` are paths and texts.
pub(super) fn words(sources: &[Source], documents: &[(String, String)]) -> Result<Vec<String>> {
    let mut found = Breaches::new();
    for source in sources
        .iter()
        .filter(|source| !source.shown.ends_with("tidy/prose.rs"))
    {
        let prose = source.text.lines().filter_map(prose_of);
        add(&mut found, &source.shown, &prose.collect::<Vec<_>>().join("\n"));
    }
    for (path, text) in documents {
        add(&mut found, path, text);
    }
    Ratchet::read("xtask/words.txt")?.check(&found, |path, count, known| {
        format!(
            "{path}: {count} of the words that design §5 avoids (xtask/src/tidy/prose.rs); allowed: {known}"
        )
    })
}

fn add(found: &mut Breaches, path: &str, text: &str) {
    let count = avoided(text);
    if count > 0 {
        found.insert(path.to_owned(), count);
    }
}

/// The part of a line of code that people read: a comment, or what stands in quotes.
fn prose_of(line: &str) -> Option<&str> {
    match line.split_once("//") {
        Some((_, comment)) => Some(comment),
        None if line.contains('"') => Some(line),
        None => None,
    }
}

fn avoided(text: &str) -> usize {
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let phrases = AVOIDED.map(|phrase| phrase.split(' ').collect::<Vec<_>>());
    let begins = |at: usize, phrase: &[&str]| {
        words[at..].len() >= phrase.len() && words[at..].iter().zip(phrase).all(|(word, part)| word == part)
    };
    (0..words.len())
        .filter(|at| phrases.iter().any(|phrase| begins(*at, phrase)))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn avoided_words_are_whole_and_in_prose() {
        assert_eq!(avoided("This is no disk. Whoever amends it, besides."), 2);
        assert_eq!(prose_of("let beside = 1;"), None);
        assert_eq!(prose_of("x(); // beside").map(avoided), Some(1));
        assert_eq!(prose_of("bail!(\"there is no disk\")").map(avoided), Some(1));
    }
}
