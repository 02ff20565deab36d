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

/// Further ones in messages: actors that are missing, verbs of position, and words for which the trade has a term.
const AVOIDED_IN_MESSAGES: [&str; 19] = [
    "nobody",
    "somebody",
    "whatever",
    "what else",
    "stands",
    "lies",
    "lie beyond",
    "behind",
    "of which",
    "at once",
    "in order",
    "processor",
    "processors",
    "folder",
    "folders",
    "spec sheet",
    "so many",
    "yet to be",
    "is to be",
];

/// Avoided words in the English messages, with their places.
pub(super) fn messages(files: &[Source]) -> Vec<String> {
    let english = files.iter().filter(|file| file.path.contains("/en/"));
    english.flat_map(|file| lines(file, in_message)).collect()
}

/// Avoided words with their places: in comments and strings of the code, and in documents.
pub(super) fn check(sources: &[Source], documents: &[Source]) -> Vec<String> {
    let code = sources
        .iter()
        .filter(|source| !source.path.ends_with("tidy/words.rs"));
    let code = code.flat_map(|source| lines(source, |line| prose(line).map(avoided).unwrap_or_default()));
    code.chain(documents.iter().flat_map(|document| lines(document, avoided)))
        .collect()
}

/// The lines of a file with avoided words.
fn lines(source: &Source, avoided: fn(&str) -> Vec<&'static str>) -> Vec<String> {
    let mut found = Vec::new();
    for (at, line) in source.text.lines().enumerate() {
        for word in avoided(line) {
            found.push(format!("{}:{}: `{word}`", source.path, at + 1));
        }
    }
    found
}

/// Avoided words in a line of a message file.
fn in_message(line: &str) -> Vec<&'static str> {
    let line = line.trim_start();
    if line.starts_with('#') {
        return Vec::new();
    }
    // The id before the sign is not text, and what is in backticks is typed.
    let text = match line.split_once(" = ") {
        Some((id, text)) if !id.contains(' ') => text,
        _ => line,
    };
    let text: String = text.split('`').step_by(2).collect();
    [&AVOIDED[..], &AVOIDED_IN_MESSAGES[..]]
        .iter()
        .flat_map(|phrases| in_text(&text, phrases))
        .collect()
}

/// The part of a line of code that people read: a comment, or a line with a string.
fn prose(line: &str) -> Option<&str> {
    match line.split_once("//") {
        Some((_, comment)) => Some(comment),
        None => Some(line).filter(|line| line.contains('"')),
    }
}

fn avoided(text: &str) -> Vec<&'static str> {
    in_text(text, &AVOIDED)
}

fn in_text(text: &str, phrases: &[&'static str]) -> Vec<&'static str> {
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let spaced = format!(" {} ", words.join(" "));
    let is_in = |phrase: &&str| spaced.contains(&format!(" {phrase} "));
    phrases.iter().copied().filter(is_in).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_their_own_words_and_neither_ids_nor_comments_nor_what_is_typed() {
        let file = |path: &str, text: &str| Source {
            path: path.to_owned(),
            text: text.to_owned(),
        };
        let text = "# Nobody.\nfolder = Use `--folder` with 32 I/Os at once.\nb =\n    Somebody reads\n";
        assert_eq!(
            messages(&[file("m/en/a.ftl", text), file("m/zh-CN/a.ftl", text)]),
            ["m/en/a.ftl:2: `at once`", "m/en/a.ftl:4: `somebody`"]
        );
    }

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
