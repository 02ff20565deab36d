//! The terms of a finding: when it is judged, how much it matters, and what it is about.

use std::path::PathBuf;

use fiord_job::plan::Ddir;
use fiord_messages::words;
use serde::{Deserialize, Serialize};

/// When a trap can be judged: what has to be known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// From the plan, with the target's facts where there are any: before anything runs.
    Plan,
    /// From the machine alone.
    Machine,
    /// From what happened.
    Run,
}

impl When {
    pub const ALL: [When; 3] = [When::Plan, When::Machine, When::Run];

    /// The word in documents and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            When::Plan => "plan",
            When::Machine => "machine",
            When::Run => "run",
        }
    }
}

/// How much a finding matters, the mildest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Good to know; the number is valid.
    Note,
    /// The number needs this said with it.
    Care,
    /// The number is not what it seems to be.
    Wrong,
}

impl Severity {
    /// The word in documents and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Care => "care",
            Severity::Wrong => "wrong",
        }
    }
}

/// What a finding is about. Findings of the same trap about the same thing are one matter.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// Indices of jobs in the plan; none: the whole run or the machine.
    pub jobs: Vec<usize>,
    /// The device, file or control group.
    pub thing: Option<Thing>,
}

/// A thing on the machine that a finding is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Thing {
    /// A block device or layer by its kernel name.
    Device(String),
    /// A file by its path.
    #[serde(with = "fiord_host::paths")]
    File(PathBuf),
    /// A control group by its path below the mount.
    Group(String),
}

impl Subject {
    /// The whole run, or the machine.
    pub fn whole() -> Self {
        Self::default()
    }

    pub fn job(job: usize) -> Self {
        Self {
            jobs: vec![job],
            thing: None,
        }
    }

    pub fn device(name: impl Into<String>) -> Self {
        Self::default().on(Thing::Device(name.into()))
    }

    #[must_use]
    pub fn on(mut self, thing: Thing) -> Self {
        self.thing = Some(thing);
        self
    }
}

/// What a check of the machine came to, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// As it should be, or a plain fact.
    Fine,
    /// Could not be known.
    Unknown,
    Note,
    Care,
    Wrong,
}

impl State {
    /// Every state, the worst first.
    pub const ALL: [State; 5] = [
        State::Wrong,
        State::Care,
        State::Note,
        State::Unknown,
        State::Fine,
    ];

    /// The word in documents and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            State::Fine => "fine",
            State::Unknown => "unknown",
            State::Note => "note",
            State::Care => "care",
            State::Wrong => "wrong",
        }
    }

    /// How much it matters as a finding; what is fine or unknown is none.
    pub const fn severity(self) -> Option<Severity> {
        match self {
            State::Fine | State::Unknown => None,
            State::Note => Some(Severity::Note),
            State::Care => Some(Severity::Care),
            State::Wrong => Some(Severity::Wrong),
        }
    }
}

/// How a `wrong` finding after a run names what was measured instead of the disk: `Measured: {what}.`
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Headline {
    /// Which headline wins where several traps have one: the least.
    pub rank: u8,
    pub what: Instead,
    /// The direction whose bytes it is about, where the bytes of the other may be the disk's.
    pub ddir: Option<Ddir>,
    /// The share of the bytes that it speaks of, 0 to 1.
    pub share: f64,
}

/// What was measured instead of the disk alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instead {
    Memory,
    Cache,
    /// A cache of a layer below the target.
    CacheBelow,
    /// The page cache of the file of a loop device.
    BackingFile,
    /// What no device delivered; the cause was not seen.
    NoDevice,
    Holes,
    Limit,
    Generator,
    SameBlocks,
}

impl Instead {
    /// Whether it can have answered a part of the run, and the disk the rest.
    pub const fn may_be_part(self) -> bool {
        matches!(
            self,
            Instead::Memory | Instead::Cache | Instead::BackingFile | Instead::NoDevice | Instead::Holes
        )
    }
}

/// A direction as messages choose by it.
pub(crate) fn ddir_word(ddir: Ddir) -> words::Ddir {
    match ddir {
        Ddir::Read => words::Ddir::Read,
        Ddir::Write => words::Ddir::Write,
        Ddir::Trim => words::Ddir::Trim,
    }
}
