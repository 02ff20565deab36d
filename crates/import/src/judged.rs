//! Texts with what judging their runs gave.

use std::path::PathBuf;

use crate::{ImportedText, Why};
use fiord_judge::verdict::Verdict;
use fiord_record::number::{Count, plural};

/// A text, and what judging its runs gave.
pub struct Judged {
    pub path: PathBuf,
    pub text: ImportedText,
    pub runs: Vec<JudgedImport>,
}

/// What judging one run gave, and where it is kept.
pub struct JudgedImport {
    pub verdict: Verdict,
    pub kept: Option<i64>,
}

/// What was found in a text that has no run.
pub fn nothing_read(judged: &Judged) -> String {
    let unread = &judged.text.unread;
    let count = |is: fn(&Why) -> bool| unread.iter().filter(|part| is(&part.why)).count() as u64;
    let found: Vec<String> = [
        (
            count(|why| *why == Why::Unknown),
            "part of text without a known result",
        ),
        (count(|why| *why == Why::Command), "command without its output"),
        (
            count(|why| matches!(why, Why::Json(_))),
            "JSON document without a result",
        ),
    ]
    .into_iter()
    .filter(|(count, _)| *count > 0)
    .map(|(count, what)| format!("{} × {what}", Count(count)))
    .collect();
    let found = if found.is_empty() {
        "only blank lines".to_owned()
    } else {
        found.join(", ")
    };
    let lines = plural(judged.text.lines, "line");
    format!(
        "{}: no run was read from its {lines} ({found}). `fiord import --help` lists the formats.",
        judged.path.display()
    )
}

/// Why lines are not a result, for people.
pub fn why(why: &Why) -> String {
    match why {
        Why::Unknown => "no reader knows it".to_owned(),
        Why::Command => "a command without its output".to_owned(),
        Why::Json(what) => format!("JSON: {what}"),
    }
}
