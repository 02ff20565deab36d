//! Finds words in comments, messages and documents that readers stumble over.

use super::Source;

/// Each is looked for as whole words, in upper and lower case.
const AVOIDED: [&str; 12] = [
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
    "the words of",
];

/// Avoided words with their places: in comments and strings of the code, and in documents.
pub(super) fn check(sources: &[Source], documents: &[Source]) -> Vec<String> {
    let code = sources
        .iter()
        .filter(|source| !source.path.ends_with("tidy/words.rs"));
    let code = code.flat_map(|source| lines(source, prose));
    code.chain(
        documents
            .iter()
            .flat_map(|document| lines(document, |line| Some(line))),
    )
    .collect()
}

/// The lines of a file whose prose has an avoided word.
fn lines(source: &Source, prose: fn(&str) -> Option<&str>) -> Vec<String> {
    let mut found = Vec::new();
    for (at, line) in source.text.lines().enumerate() {
        for word in prose(line).into_iter().flat_map(avoided) {
            found.push(format!("{}:{}: `{word}`", source.path, at + 1));
        }
    }
    found
}

/// The part of a line of code that people read: a comment, or a line with a string.
fn prose(line: &str) -> Option<&str> {
    match line.split_once("//") {
        Some((_, comment)) => Some(comment),
        None => Some(line).filter(|line| line.contains('"')),
    }
}

fn avoided(text: &str) -> Vec<&'static str> {
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let spaced = format!(" {} ", words.join(" "));
    let is_in = |phrase: &&str| spaced.contains(&format!(" {phrase} "));
    AVOIDED.into_iter().filter(is_in).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn avoided_words_are_whole_and_in_prose() {
        assert_eq!(
            avoided("This is no disk. Whoever amends it."),
            ["is no", "whoever"]
        );
        assert_eq!(prose("let dear = 1;"), None);
        assert_eq!(prose("x(); // dear").map(avoided), Some(vec!["dear"]));
        assert_eq!(
            prose("bail!(\"there is no disk\")").map(avoided),
            Some(vec!["is no"])
        );
    }
}
