//! The texts that were read and places in them, for messages that show the line.

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
