//! Texts with what judging their runs gave.

use std::path::PathBuf;

use crate::{ImportedText, Why};
use fiord_judge::verdict::Verdict;

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

/// Why lines are not a result, for people.
pub fn why(why: &Why) -> String {
    match why {
        Why::Unknown => "no reader knows it".to_owned(),
        Why::Command => "a command without its output".to_owned(),
        Why::Json(what) => format!("JSON: {what}"),
    }
}
