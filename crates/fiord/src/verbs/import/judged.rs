//! Texts with what judging their runs gave.

use std::path::PathBuf;

use fiord_import::{ImportedText, Why};
use fiord_verdict::verdict::Verdict;

/// A text, and what judging its runs gave.
pub(super) struct Judged {
    pub(super) path: PathBuf,
    pub(super) text: ImportedText,
    pub(super) runs: Vec<JudgedImport>,
}

/// What judging one run gave, and where it is kept.
pub(super) struct JudgedImport {
    pub(super) verdict: Verdict,
    pub(super) kept: Option<i64>,
}

/// Why lines are not a result, for people.
pub(super) fn why(why: &Why) -> String {
    match why {
        Why::Unknown => "no reader knows it".to_owned(),
        Why::Command => "a command without its output".to_owned(),
        Why::Json(what) => format!("JSON: {what}"),
    }
}
