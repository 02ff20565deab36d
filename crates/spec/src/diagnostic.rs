//! What is wrong or misleading in the input, with its place. Rendering shows file, line, column, the text and a caret.

use crate::raw::Origin;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// For information; fio prints such things too.
    Note,
    /// Accepted, and probably not what was meant.
    Warning,
    /// The job cannot run.
    Error,
}

/// One message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad.
    pub level: Level,
    /// Where; `None` when it is about the whole.
    pub origin: Option<Origin>,
    /// What was seen, without full stop.
    pub message: String,
    /// What is allowed or what to try.
    pub help: Option<String>,
    /// fio's own words for the same failure where scripts look for them, for fio mode.
    pub fio_message: Option<String>,
}
