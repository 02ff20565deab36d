//! What a trap is made of: its definition, its judgements, and what a judgement returns.
//!
//! A trap file (`traps/<id>.rs`) fills a [`Trap`] with its own type of observation, and has the sentences about it.

use std::path::PathBuf;

use fiord_host::changes::Change;
use serde::{Deserialize, Serialize};

use crate::case::case::Case;
use crate::case::edit::Edit;
use crate::case::look::Look;
use crate::case::machine_view::{Area, MachineView};

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

/// What a trap is about; the chapters of the documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Where the bytes came from or went: cache, zeros, holes.
    Source,
    /// Which blocks, of which target: size, overlap, leftovers, danger.
    Target,
    /// How many at once, and in what order.
    Depth,
    /// How writes reach the medium.
    Durability,
    /// Options that do not do what they seem to.
    Options,
    /// How long and how many samples.
    Duration,
    /// What the latency and its clock mean.
    Latency,
    /// What changes while it runs.
    Shape,
    /// Settings and layers of the machine, limits, other users.
    Machine,
    /// Numbers that come from elsewhere.
    Claims,
}

impl Family {
    /// All families, in the order of the documentation.
    pub const ALL: [Family; 10] = [
        Family::Source,
        Family::Target,
        Family::Depth,
        Family::Durability,
        Family::Options,
        Family::Duration,
        Family::Latency,
        Family::Shape,
        Family::Machine,
        Family::Claims,
    ];

    /// The word in documents and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Source => "source",
            Family::Target => "target",
            Family::Depth => "depth",
            Family::Durability => "durability",
            Family::Options => "options",
            Family::Duration => "duration",
            Family::Latency => "latency",
            Family::Shape => "shape",
            Family::Machine => "machine",
            Family::Claims => "claims",
        }
    }
}

/// How much a finding matters, the mildest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Good to know; the number stands.
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

/// What one judgement found, with an observation of the trap's own type.
#[derive(Debug, Clone, PartialEq)]
pub struct Found<O> {
    pub severity: Severity,
    pub subject: Subject,
    pub observed: O,
}

impl<O> Found<O> {
    pub fn new(severity: Severity, subject: Subject, observed: O) -> Self {
        Self {
            severity,
            subject,
            observed,
        }
    }
}

/// Evidence without which a judgement after a run is silent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// The kernel's counters over the run.
    Counters,
    /// I/Os of each second.
    Series,
    /// The distribution of latencies.
    Histogram,
    /// The blocks of a target, counted by replaying the pattern.
    Blocks,
    /// Several runs of the same plan.
    Repeats,
    /// A data sheet or a typed result.
    Claim,
}

/// The texts of a trap at one time of judging.
#[derive(Debug, Clone, Copy)]
pub struct Text {
    /// The trap in a few words.
    pub title: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// What to do: an imperative.
    pub advice: &'static str,
    /// A worked example for the documentation: the case and what is said about it.
    pub example: &'static str,
}

/// How a trap is judged from the plan or from a run.
#[derive(Debug)]
pub struct Judgement<O> {
    pub text: Text,
    /// What it needs to know; silent without.
    pub needs: &'static [Need],
    /// Judges; nothing found, or not enough known, is an empty list.
    pub judge: fn(&Case<'_>) -> Vec<Found<O>>,
}

/// How a `wrong` finding after a run names what was measured instead of the disk: `Measured: {what}.`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Headline {
    /// Which headline wins where several traps have one: the least.
    pub rank: u8,
    pub what: Instead,
}

/// What was measured instead of the disk alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instead {
    Memory,
    Cache,
    /// A cache of a layer below the target.
    CacheBelow,
    /// What no device delivered; the cause was not seen.
    NoDevice,
    Holes,
    Limit,
    Generator,
    SameBlocks,
    DiskWithOthers,
    WaitForProcessor,
}

impl Instead {
    /// Whether it can have answered a part of the run, and the disk the rest.
    pub const fn may_be_part(self) -> bool {
        matches!(
            self,
            Instead::Memory | Instead::Cache | Instead::NoDevice | Instead::Holes
        )
    }
}

/// What goes wrong for the reader who looks a trap up; the index of `docs/traps.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symptom {
    IopsTooHigh,
    IopsTooLow,
    LatencyTooLow,
    LatencyTooHigh,
    /// Numbers differ from run to run.
    RunsDiffer,
    /// Numbers change within a run.
    Unsteady,
    /// The result belongs to another setting than the one in the table.
    OtherSetting,
    /// The job fails, or ends at another time than asked.
    JobEnds,
    /// Data would be destroyed.
    DataAtRisk,
    /// Numbers of two sources contradict each other.
    Contradiction,
}

impl Symptom {
    pub const ALL: [Symptom; 10] = [
        Symptom::IopsTooHigh,
        Symptom::IopsTooLow,
        Symptom::LatencyTooLow,
        Symptom::LatencyTooHigh,
        Symptom::RunsDiffer,
        Symptom::Unsteady,
        Symptom::OtherSetting,
        Symptom::JobEnds,
        Symptom::DataAtRisk,
        Symptom::Contradiction,
    ];
}

/// The share of the bytes that a headline speaks of, 0 to 1.
pub type ShareOf<O> = fn(&O) -> f64;

/// One trap, with its own type of observation.
#[derive(Debug)]
pub struct Trap<O: 'static> {
    pub family: Family,
    /// Where this is known from: seed report, fio issue, kernel documentation.
    pub sources: &'static str,
    pub symptoms: &'static [Symptom],
    pub plan: Option<Judgement<O>>,
    pub machine: Option<Check<O>>,
    pub run: Option<Judgement<O>>,
    /// Whether the judgement of a run confirms or refutes that of the plan. False where the two are about different things.
    pub run_answers_plan: bool,
    /// How a finding of severity wrong, after a run, names what was measured. Gives the share of the bytes, 0 to 1.
    pub headline: Option<(Headline, ShareOf<O>)>,
    /// What was measured instead, where that is not the usual of its headline.
    pub instead: fn(&O) -> Option<Instead>,
    /// What options can correct.
    pub fix: Option<Fix<O>>,
    /// What was seen, with its numbers: a clause without a full stop.
    pub saw: fn(&O, &Subject) -> String,
    /// Why it matters, where that is not the judgement's usual reason.
    pub why: fn(&O) -> Option<String>,
    /// What to do, where that is not the judgement's usual advice.
    pub advice: fn(&O) -> Option<String>,
}

impl<O> Trap<O> {
    /// A trap without judgements, to be completed: `Trap { run: Some(…), ..Trap::new(…) }`.
    pub const fn new(
        family: Family,
        sources: &'static str,
        symptoms: &'static [Symptom],
        saw: fn(&O, &Subject) -> String,
    ) -> Self {
        Self {
            family,
            sources,
            symptoms,
            plan: None,
            machine: None,
            run: None,
            run_answers_plan: true,
            headline: None,
            instead: |_| None,
            fix: None,
            saw,
            why: |_| None,
            advice: |_| None,
        }
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

/// What a check saw, once per thing it looked at: what is fine and what could not be known too.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked<O> {
    pub state: State,
    pub subject: Subject,
    pub observed: O,
    /// The setting that would put it right and can be undone.
    pub change: Option<Change>,
}

impl<O> Checked<O> {
    pub fn new(state: State, subject: Subject, observed: O) -> Self {
        Self {
            state,
            subject,
            observed,
            change: None,
        }
    }

    #[must_use]
    pub fn with(mut self, change: Option<Change>) -> Self {
        self.change = change;
        self
    }
}

/// How a trap is judged from the machine alone; a section of doctor's page.
#[derive(Debug)]
pub struct Check<O> {
    pub text: Text,
    pub area: Area,
    pub look: fn(&MachineView<'_>) -> Vec<Checked<O>>,
}

/// How options correct a plan finding. It never changes what the job is for.
#[derive(Debug)]
pub struct Fix<O> {
    pub stage: Stage,
    /// The least severity that is worth a change.
    pub least: Severity,
    pub apply: fn(&mut Edit<'_>, &Look<'_>, &O),
}

/// In which order findings are corrected: numbers before what is concluded from them, the way of the I/O before its amount, the
/// amount before the time. Corrections of one stage are applied together, then everything is judged anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    Units,
    Engine,
    Source,
    Sharing,
    Passes,
    Amount,
    Time,
}

impl Stage {
    pub const ALL: [Stage; 7] = [
        Stage::Units,
        Stage::Engine,
        Stage::Source,
        Stage::Sharing,
        Stage::Passes,
        Stage::Amount,
        Stage::Time,
    ];
}
