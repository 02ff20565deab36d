//! One entry of the option table: how its text is read, and where the value goes.

use fiord_messages::Fixed;

use super::draft::{Draft, Problem};
use super::value::Value;
use super::words::Words;

/// The kind of value an option takes: decides how the text is read and whether it may stand bare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    /// Text, kept as it is.
    Text,
    /// Text that may be left out in a job file (the log options); the command line needs it.
    OptionalText,
    /// Integers with units; split on `,` `:` and `-` as [`OptionSpec::parts`] says.
    Int,
    /// An integer with units, a percentage, or a number of zones.
    IntOrPercent,
    /// A time; a bare number is seconds.
    Time,
    /// A time; a bare number is microseconds.
    Micros,
    /// 0 or 1; a value is needed.
    Bool,
    /// A bare flag; a value is optional.
    Set,
    /// Ranges `low-high`, one per direction, split on `,`.
    Range,
    /// One of the option's words, possibly with a `:suffix`.
    Choice,
    /// Several of the option's words, split on `,`, possibly with a `:suffix`.
    Words,
    /// A list of numbers separated by `:`.
    FloatList,
}

/// What fiord does with an option.
#[derive(Debug, Clone, Copy)]
pub enum Support {
    /// Works as in fio.
    Supported,
    /// Taken and without effect here, for this reason.
    Accepted(Fixed),
    /// Refused by name, for this reason.
    Refused(Fixed),
}

/// Puts a value that was read into its place.
#[derive(Debug, Clone, Copy)]
pub enum Setter {
    /// Cannot fail: the kind and the range have said all there is to check.
    Plain(fn(&Value, &mut Draft)),
    /// The value has a form or a limit of its own.
    Checked(fn(&Value, &mut Draft) -> Result<(), Problem>),
    /// Each word has its value.
    Words(&'static dyn Words),
}

impl Setter {
    pub(crate) fn run(self, value: &Value, draft: &mut Draft) -> Result<(), Problem> {
        match self {
            Setter::Plain(set) => {
                set(value, draft);
                Ok(())
            }
            Setter::Checked(set) => set(value, draft),
            Setter::Words(words) => {
                let (given, suffix) = value.words();
                words.apply(given, suffix, draft)
            }
        }
    }
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
    /// Smallest and largest legal number, where fio has such a limit; of integers, percentages and list entries.
    pub range: Option<(i64, i64)>,
    /// How many values it takes: 3 for one per direction, more for lists.
    pub parts: usize,
    /// What a choice may be; `None` for other kinds.
    pub words: Option<&'static dyn Words>,
    /// Where the value goes, or for an option without effect how it is checked.
    pub setter: Option<Setter>,
}

impl OptionSpec {
    /// What a choice may be, in the order of the documentation; empty for other kinds.
    pub fn names(&self) -> Vec<&'static str> {
        self.words.map(Words::names).unwrap_or_default()
    }
}
