//! What was typed, before it means anything: options with their positions, gathered into jobs.
//!
//! Made by the argv and job-file readers, read by the lowering.

use crate::options::OptionSpec;

/// Where a piece of text came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Index into [`Sources`]; [`Origin::COMMAND_LINE`] or a job file.
    pub source: u32,
    /// Line from 1; on the command line the argument's index from 1.
    pub line: u32,
    /// Column from 1, in characters.
    pub column: u32,
    /// Length in characters, at least 1.
    pub len: u32,
}

impl Origin {
    /// The source that is always there and always first.
    pub const COMMAND_LINE: u32 = 0;
}

/// The texts that were read: the command line and each job file, for messages that show the line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sources {
    /// In the order in which they were opened.
    pub texts: Vec<SourceText>,
}

/// One text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceText {
    /// A file's path as given, `-` for standard input, or `command line`.
    pub name: String,
    /// Its lines; for the command line its arguments.
    pub lines: Vec<String>,
}

/// One option as typed.
#[derive(Debug, Clone)]
pub struct RawOption {
    /// The entry it names.
    pub spec: &'static OptionSpec,
    /// The value after variables were expanded; `None` for a bare flag.
    pub value: Option<String>,
    /// Where it stands.
    pub origin: Origin,
}

/// One job as typed.
#[derive(Debug, Clone)]
pub struct RawJob {
    /// Its name.
    pub name: String,
    /// Options of the global sections before it (or before the first `--name`), in order.
    pub globals: Vec<RawOption>,
    /// Its own options, in order.
    pub own: Vec<RawOption>,
    /// It is the first job of a second or later job file, which begins behind a stonewall.
    pub begins_file: bool,
    /// Where its name stands.
    pub origin: Origin,
}
