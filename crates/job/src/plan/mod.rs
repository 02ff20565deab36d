//! What a job will do: typed, defaulted, checked, and never changed afterwards.
//!
//! The lowering in [`crate::lower`] makes these values from what was typed; the engine, the rules of evidence and the
//! renderers only read them. One file per chapter of the job language. Nothing here opens a file or knows a machine:
//! whatever depends on one (a percentage of a device, the number of processors) is kept as typed.
//!
//! Units stand last in a field's name: `_bytes`, `_us` (microseconds), `_ms`, `_percent`.

use std::collections::BTreeSet;

mod access;
mod buffers;
mod control;
mod ddir;
mod defaults;

mod depth;
mod durability;
mod engine;
mod engines;
mod files;
mod goal;
mod pace;
mod part;
mod passthrough;
mod placement;
mod report;
mod simulated;
mod verify;

pub use access::*;
pub use buffers::*;
pub use control::*;
pub use ddir::*;
pub use defaults::{PERCENTILES, RANDSEED};
pub use depth::*;
pub use durability::*;
pub use engine::*;
pub use engines::{Backend, EngineKind, NameAction, Queueing};
pub use files::*;
pub use goal::*;
pub use pace::*;
pub use part::PlanPart;
pub use passthrough::*;
pub use placement::*;
pub use report::*;
pub use simulated::*;
pub use verify::*;

/// Every job of one invocation, in the order in which they were written.
#[derive(Debug, Clone, PartialEq, Default, serde::Serialize, serde::Deserialize)]
pub struct RunPlan {
    /// The jobs, in order. `numjobs` clones are not expanded: see [`JobPlan::numjobs`].
    pub jobs: Vec<JobPlan>,
    /// Options that stood before the first job on the command line, or in the global sections: fio's JSON shows them
    /// as `global options`. `None`: there were none at all; bare flags are not echoed, so it may be empty.
    pub global_options: Option<Vec<OptionEcho>>,
}

impl RunPlan {
    /// The wave of each job, from 0: a `stonewall` begins one, except on the first job.
    pub fn waves(&self) -> Vec<u32> {
        let mut wave = 0;
        let jobs = self.jobs.iter().enumerate();
        jobs.map(|(index, job)| {
            wave += u32::from(job.control.stonewall && index > 0);
            wave
        })
        .collect()
    }
}

/// One option as fio's JSON echoes it: long name and value text; a bare flag has an empty value.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct OptionEcho {
    /// The option's canonical long name.
    pub name: String,
    /// The value as typed, after variables were expanded.
    pub value: String,
}

/// One job section: what each of its `numjobs` workers does.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct JobPlan {
    /// The section's or `--name`'s name.
    pub name: String,
    pub description: Option<String>,
    /// Number of identical workers.
    pub numjobs: u32,
    /// Reporting group, from 0, counted over the whole invocation. With `numjobs > 1` all clones share it; `new_group` and
    /// stonewalls begin a new one.
    pub group: u32,
    /// The options of this job alone, for the JSON echo (`job options`); `None` when it has none.
    pub options: Option<Vec<OptionEcho>>,
    /// Every option that reached this job, globals first, in the order of writing, duplicates kept: what the rules of
    /// evidence read to know that, say, both `direct` and `buffered` were given.
    pub given: Vec<OptionEcho>,
    /// Which bytes, in which order.
    pub access: AccessPlan,
    /// The files or devices.
    pub files: FilePlan,
    /// How it reaches the medium.
    pub durability: DurabilityPlan,
    /// How many I/Os at once.
    pub depth: DepthPlan,
    /// When the I/Os are issued.
    pub pace: PacePlan,
    /// What is written.
    pub buffers: BufferPlan,
    /// When the job starts and ends, and what it does about errors.
    pub control: ControlPlan,
    /// Where the workers run.
    pub placement: PlacementPlan,
    /// Which system calls do the I/O.
    pub engine: EnginePlan,
    /// What is recorded and printed.
    pub report: ReportPlan,
    /// What is read back.
    pub verify: VerifyPlan,
    /// The parts that the source of the plan does not tell. Empty for a job that runs here.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub unknown: BTreeSet<PlanPart>,
}

impl JobPlan {
    /// A job named `name` with every option at fio's default.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            description: None,
            numjobs: 1,
            group: 0,
            options: None,
            given: Vec::new(),
            access: AccessPlan::default(),
            files: FilePlan::default(),
            durability: DurabilityPlan::default(),
            depth: DepthPlan::default(),
            pace: PacePlan::default(),
            buffers: BufferPlan::default(),
            control: ControlPlan::default(),
            placement: PlacementPlan::default(),
            engine: EnginePlan::default(),
            report: ReportPlan::default(),
            verify: VerifyPlan::default(),
            unknown: BTreeSet::new(),
        }
    }

    /// Whether its source tells this part.
    pub fn tells(&self, part: PlanPart) -> bool {
        !self.unknown.contains(&part)
    }

    /// Whether it bypasses the page cache; `None`: its source does not tell.
    pub fn direct(&self) -> Option<bool> {
        self.tells(PlanPart::Direct).then_some(self.durability.direct)
    }

    /// Whether its blocks are in random order; `None`: its source does not tell.
    pub fn is_random(&self) -> Option<bool> {
        self.tells(PlanPart::Order)
            .then_some(self.access.mode.is_random())
    }

    /// Whether one I/O is all that a worker ever has in flight.
    pub const fn is_synchronous(&self) -> bool {
        self.engine.kind.is_synchronous() && !self.depth.offload
    }

    /// Whether submitting an I/O does it, although the engine has a queue: native AIO without direct I/O.
    pub fn blocks_in_submit(&self) -> bool {
        self.engine.kind.queueing() == Queueing::QueuedIfDirect && !self.durability.direct
    }

    /// Whether `option` (canonical name) was given for this job, here or in a global section.
    pub fn was_given(&self, option: &str) -> bool {
        self.given.iter().any(|echo| echo.name == option)
    }
}
