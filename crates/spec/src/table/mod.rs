//! The one option table: parser, help, documentation, JSON echo, `--showcmd` and the coverage tests derive from it.

mod draft;

/// The kind of value an option takes: decides how the text is read and whether it may stand bare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    /// Text, kept as it is.
    Text,
    /// An integer, with units; split on `,` `:` and `-` per direction where `max_parts` says so.
    Int,
    /// An integer with units or a percentage.
    IntOrPercent,
    /// A time.
    Time,
    /// 0 or 1; a value is needed.
    Bool,
    /// A bare flag; a value is optional.
    Set,
    /// A range `low-high`.
    Range,
    /// One of a list of words, possibly with a `:suffix`.
    Choice(&'static [&'static str]),
    /// A list of numbers separated by `:`.
    FloatList,
}

/// What fiord does with an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Support {
    /// Works as in fio.
    Supported,
    /// Taken and without effect here, for this reason.
    Accepted(&'static str),
    /// Refused by name, for this reason.
    Refused(&'static str),
}

/// One option.
#[derive(Debug)]
pub struct OptionSpec {
    /// Canonical long name, fio's spelling.
    pub name: &'static str,
    /// A second spelling.
    pub alias: Option<&'static str>,
    /// How the value is read.
    pub kind: ValueKind,
    /// fio's default as text; empty when there is none.
    pub default: &'static str,
    /// Engines that define it; empty for options of all jobs.
    pub engines: &'static [&'static str],
    /// What we do with it.
    pub support: Support,
    /// One or two sentences of our own, with the unit.
    pub doc: &'static str,
}

/// Every option.
pub fn all() -> impl Iterator<Item = &'static OptionSpec> {
    draft::ROWS.iter()
}

/// The option of this exact name or alias.
pub fn find(name: &str) -> Option<&'static OptionSpec> {
    all().find(|spec| spec.name == name || spec.alias == Some(name))
}
