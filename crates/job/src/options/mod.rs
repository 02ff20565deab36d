//! The one option table: parser, help, documentation, JSON echo, `--showcmd` and the coverage tests derive from it.
//!
//! One file per chapter of the job language, as in [`crate::plan`]: its entries, the readers of its longer values, and the
//! rules that need several of its options (`finish`). An entry says how its text is read, what fio's default is, what fiord
//! does with it, and where the value goes. [`crate::lower`] applies the entries to a job.

mod access;
mod buffers;
mod build;
mod control;
mod depth;
mod distribution;
mod draft;
mod durability;
pub mod engine;
mod files;
mod foreign;
mod pace;
mod pattern;
mod placement;
mod replay;
mod report;
mod sim;
mod value;
mod verify;
mod words;
mod zoned;

use std::collections::HashMap;
use std::sync::LazyLock;

pub use draft::{Draft, Problem};
pub use value::Value;
pub(crate) use value::{allowed, read};
pub use words::Words;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Support {
    /// Works as in fio.
    Supported,
    /// Taken and without effect here, for this reason.
    Accepted(&'static str),
    /// Refused by name, for this reason.
    Refused(&'static str),
}

/// The part of the job language an option belongs to: a file of this folder, and a heading in the documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chapter {
    /// Which bytes, in which order.
    Access,
    /// The files or devices.
    Files,
    /// How data reaches the medium.
    Durability,
    /// How many I/Os at once.
    Depth,
    /// When I/Os are issued.
    Pace,
    /// What is written.
    Buffers,
    /// When a job starts and ends.
    Control,
    /// Where workers run.
    Placement,
    /// What is recorded and printed.
    Report,
    /// Reading back what was written.
    Verify,
    /// Recorded I/O.
    Replay,
    /// Zoned devices and data placement.
    Zoned,
    /// The I/O engine and its options.
    Engine,
    /// The simulated device.
    Sim,
    /// Options of engines and profiles that do not exist here.
    Foreign,
}

impl Chapter {
    /// Heading.
    pub const fn title(self) -> &'static str {
        match self {
            Chapter::Access => "Which bytes, in which order",
            Chapter::Files => "Files and devices",
            Chapter::Durability => "Direct, buffered, synced",
            Chapter::Depth => "Depth",
            Chapter::Pace => "Pace",
            Chapter::Buffers => "Buffers",
            Chapter::Control => "Start, end and errors",
            Chapter::Placement => "Processors and priorities",
            Chapter::Report => "Recording and reporting",
            Chapter::Verify => "Verification",
            Chapter::Replay => "Recorded I/O",
            Chapter::Zoned => "Zoned devices and data placement",
            Chapter::Engine => "I/O engine",
            Chapter::Sim => "The simulated device (ioengine=sim)",
            Chapter::Foreign => "Engines and profiles that fiord does not have",
        }
    }
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
    /// The words of a choice; `None` for other kinds.
    pub words: Option<&'static dyn Words>,
    /// Where the value goes; `None` unless supported.
    pub setter: Option<Setter>,
}

impl OptionSpec {
    /// The words of a choice in the order of the documentation; empty for other kinds.
    pub fn names(&self) -> Vec<&'static str> {
        self.words.map(Words::names).unwrap_or_default()
    }
}

static CHAPTERS: [(Chapter, &[OptionSpec]); 15] = [
    (Chapter::Access, access::OPTIONS),
    (Chapter::Files, files::OPTIONS),
    (Chapter::Durability, durability::OPTIONS),
    (Chapter::Depth, depth::OPTIONS),
    (Chapter::Pace, pace::OPTIONS),
    (Chapter::Buffers, buffers::OPTIONS),
    (Chapter::Control, control::OPTIONS),
    (Chapter::Placement, placement::OPTIONS),
    (Chapter::Report, report::OPTIONS),
    (Chapter::Verify, verify::OPTIONS),
    (Chapter::Replay, replay::OPTIONS),
    (Chapter::Zoned, zoned::OPTIONS),
    (Chapter::Engine, engine::OPTIONS),
    (Chapter::Sim, sim::OPTIONS),
    (Chapter::Foreign, foreign::OPTIONS),
];

/// The chapters with their options, in order of the documentation.
pub fn chapters() -> impl Iterator<Item = (Chapter, &'static [OptionSpec])> {
    CHAPTERS.iter().copied()
}

/// Every option, chapter by chapter.
pub fn all() -> impl Iterator<Item = &'static OptionSpec> {
    chapters().flat_map(|(_, options)| options)
}

/// Every name and alias; of two options of one name the first counts.
static BY_NAME: LazyLock<HashMap<&'static str, &'static OptionSpec>> = LazyLock::new(|| {
    let mut map = HashMap::new();
    for spec in all() {
        for name in std::iter::once(spec.name).chain(spec.alias) {
            map.entry(name).or_insert(spec);
        }
    }
    map
});

/// The option of this exact name or alias.
pub fn find(name: &str) -> Option<&'static OptionSpec> {
    BY_NAME.get(name).copied()
}

/// Applies the rules that span several options, once all options of a job were read.
pub(crate) fn finish(draft: &mut Draft) {
    access::finish(draft);
    pace::finish(draft);
    depth::finish(draft);
    files::finish(draft);
    report::finish(draft);
    control::finish(draft);
}
