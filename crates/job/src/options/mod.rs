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
mod families;
mod files;
mod foreign;
mod pace;
mod passthrough;
mod pattern;
mod placement;
mod read;
mod replay;
mod report;
mod sim;
mod spec;
mod sprandom;
mod value;
pub mod verify;
mod words;
mod zoned;

use std::collections::HashMap;
use std::sync::LazyLock;

pub use draft::{Draft, Problem, ReadFile, ValueContext};
pub(crate) use read::{allowed, read};
pub use spec::{OptionSpec, Setter, Support, ValueKind};
pub use value::Value;
pub use words::Words;

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
    /// Commands for SCSI and NVMe devices.
    Passthrough,
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
            Chapter::Passthrough => "Commands for SCSI and NVMe devices (ioengine=sg, io_uring_cmd)",
            Chapter::Sim => "The simulated device (ioengine=sim)",
            Chapter::Foreign => "Engines and profiles that fiord does not have",
        }
    }
}

static CHAPTERS: [(Chapter, &[OptionSpec]); 16] = [
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
    (Chapter::Passthrough, passthrough::OPTIONS),
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
    buffers::finish(draft);
    report::finish(draft);
    control::finish(draft);
    verify::finish(draft);
    passthrough::finish(draft);
    engine::finish(draft);
    sim::finish(draft);
    replay::finish(draft);
    zoned::finish(draft);
    sprandom::finish(draft);
}
