//! What a trap is made of: its definition, and its judgements.
//!
//! A trap file (`traps/<id>.rs`) fills a [`Trap`] with its own type of observation, and has the sentences about it.

use crate::case::job_view::JobView;
use crate::case::{Case, JobRun, MachineView, obstacle};
use crate::correct::edit::Edit;
use crate::terms::Headline;
use crate::topics::Topic;
use crate::{Checked, Finding, Observed, Severity, Subject, When};
use fiord_host::changes::Change;
use fiord_job::plan::{JobPlan, PlanPart};
use fiord_messages::{Fixed, Lang};
use fiord_record::{FileKind, TargetFacts};
use serde::{Deserialize, Serialize};

/// What a trap is about; the chapters of the documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Where the bytes came from or went: cache, zeros, holes.
    Source,
    /// Blocks and target: size, overlap, leftovers, danger.
    Target,
    /// Queue depth and order.
    Depth,
    /// How writes reach the storage.
    Durability,
    /// Options that do not do what they seem to.
    Options,
    /// How long and how many samples.
    Duration,
    /// What the latency and its clock mean.
    Latency,
    /// What changes during the run.
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

/// Evidence without which a judgement after a run is silent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// The kernel's counters over the run.
    Counters,
    /// I/Os of each second, or another course over time.
    Series,
    /// The distribution of latencies.
    Histogram,
    /// The blocks of a target, counted by replaying the pattern.
    Blocks,
    /// Several runs of the same plan.
    Repeats,
    /// A data sheet or a typed result.
    Claim,
    /// A part of the plan. Findings of jobs whose source does not tell it are dropped.
    Plan(PlanPart),
}

impl Need {
    /// Whether a case carries it.
    pub fn is_met(self, case: &Case<'_>) -> bool {
        let stats = || case.jobs.iter().map(|job| &job.stats);
        match self {
            Need::Counters => case.evidence().is_some(),
            Need::Series => case.jobs.iter().any(|job| {
                let mut ddirs = job.stats.ddirs.iter();
                !job.mean_latencies.is_empty() || ddirs.any(|ddir| !ddir.per_second.is_empty())
            }),
            Need::Histogram => stats().any(|stats| {
                stats
                    .ddirs
                    .iter()
                    .any(|ddir| ddir.lat.histogram.total() + ddir.clat.histogram.total() > 0)
            }),
            Need::Blocks => case.evidence().is_some_and(|evidence| evidence.blocks.is_some()),
            Need::Repeats => !case.record.context.repeats.is_empty(),
            Need::Claim => case.record.context.data_sheet.is_some(),
            Need::Plan(part) => case.plans().all(|(_, job)| job.tells(part)),
        }
    }

    /// Whether a plan tells it. Needs that are no part of a plan are told by every plan.
    pub fn is_told(self, job: &JobPlan) -> bool {
        match self {
            Need::Plan(part) => job.tells(part),
            _ => true,
        }
    }
}

/// The texts of a trap at one time of judging.
#[derive(Debug, Clone, Copy)]
pub struct Text {
    /// The trap in a few words.
    pub title: Fixed,
    /// Why it matters.
    pub why: Fixed,
    /// What to do: an imperative.
    pub advice: Fixed,
    /// A worked example for the documentation: the case and what is said about it.
    pub example: Fixed,
}

/// How a trap is judged from the plan or from a run.
#[derive(Debug)]
pub struct Judgement {
    pub text: Text,
    /// What it needs to know; silent without.
    pub needs: &'static [Need],
    /// Judges; nothing found, or not enough known, is an empty list.
    pub judge: fn(&Case<'_>) -> Vec<Finding>,
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
    /// The job fails, or ends at another time than requested.
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

/// One trap, with its own type of observation.
#[derive(Debug)]
pub struct Trap<O: 'static> {
    pub family: Family,
    /// Where this is known from: kernel documentation, an issue of fio, a paper.
    pub sources: &'static str,
    pub symptoms: &'static [Symptom],
    /// Why storage behaves so, for the reader of a finding.
    pub topics: &'static [&'static Topic],
    pub plan: Option<Judgement>,
    pub machine: Option<Check>,
    pub run: Option<Judgement>,
    /// Whether the judgement of a run confirms or refutes that of the plan. False where the two are about different things.
    pub run_answers_plan: bool,
    /// How a finding of severity wrong, after a run, names what was measured.
    pub headline: Option<fn(&O) -> Headline>,
    /// What runs that it makes invalid measured instead of their workload, as comparisons name it. `None`: another
    /// quantity.
    pub quantity: Option<Fixed>,
    /// What options can correct.
    pub fix: Option<Fix<O>>,
    /// What was seen, with its numbers: whole sentences.
    pub saw: fn(&O, &Subject, Lang) -> String,
    /// Whether a finding of severity wrong keeps the job from its I/O.
    pub stops_job: bool,
    /// Whether the rate changed during the run, so that one number does not describe it.
    pub changes_rate: bool,
    /// Set where it is about something else that used the disk or the CPUs during a run: the number is of the disk, but disturbed.
    /// The function has the share that the others took, in percent; `None`: not measured as a share.
    pub disturbs: Option<fn(&O) -> Option<f64>>,
    /// The setting that would put it right and can be undone.
    pub change: fn(&O) -> Option<&Change>,
    /// Why it matters, where that is not the judgement's usual reason.
    pub why: fn(&O, Lang) -> Option<String>,
    /// What to do, where that is neither the change nor the judgement's usual advice.
    pub advice: fn(&O, Lang) -> Option<String>,
}

impl<O> Trap<O> {
    /// A trap without judgements, to be completed: `Trap { run: Some(…), ..Trap::new(…) }`.
    pub const fn new(
        family: Family,
        sources: &'static str,
        symptoms: &'static [Symptom],
        saw: fn(&O, &Subject, Lang) -> String,
    ) -> Self {
        Self {
            family,
            sources,
            symptoms,
            topics: &[],
            plan: None,
            machine: None,
            run: None,
            run_answers_plan: true,
            headline: None,
            quantity: None,
            fix: None,
            stops_job: false,
            changes_rate: false,
            disturbs: None,
            saw,
            change: |_| None,
            why: |_, _| None,
            advice: |_, _| None,
        }
    }

    /// The definition without its type of observation.
    pub(crate) fn definition(&'static self) -> TrapDefinition {
        TrapDefinition {
            family: self.family,
            sources: self.sources,
            symptoms: self.symptoms,
            topics: self.topics,
            plan: self.plan.as_ref(),
            machine: self.machine.as_ref(),
            run: self.run.as_ref(),
            run_answers_plan: self.run_answers_plan,
            quantity: self.quantity,
            fix: self.fix.as_ref().map(|fix| (fix.stage, fix.least)),
            stops_job: self.stops_job,
            changes_rate: self.changes_rate,
            disturbs: self.disturbs.is_some(),
        }
    }
}

/// The definition of a trap without its type of observation.
#[derive(Debug, Clone, Copy)]
pub struct TrapDefinition {
    pub family: Family,
    pub sources: &'static str,
    pub symptoms: &'static [Symptom],
    pub topics: &'static [&'static Topic],
    pub plan: Option<&'static Judgement>,
    pub machine: Option<&'static Check>,
    pub run: Option<&'static Judgement>,
    pub run_answers_plan: bool,
    pub quantity: Option<Fixed>,
    /// The stage at which options correct it, and the least severity that is worth it.
    pub fix: Option<(Stage, Severity)>,
    pub stops_job: bool,
    pub changes_rate: bool,
    pub disturbs: bool,
}

/// What a check is about; the sections of doctor's page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Area {
    /// A disk, its queue and its health.
    Disk,
    /// The layers between file and disk.
    Stack,
    FileSystem,
    /// Memory, dirty pages, swap.
    Memory,
    /// CPUs and clock.
    Processor,
    /// Kernel, hypervisor, limits.
    System,
    /// What happens on the machine at this moment.
    Now,
}

impl Area {
    pub const ALL: [Area; 7] = [
        Area::Disk,
        Area::Stack,
        Area::FileSystem,
        Area::Memory,
        Area::Processor,
        Area::System,
        Area::Now,
    ];

    /// The word in documents and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Area::Disk => "disk",
            Area::Stack => "stack",
            Area::FileSystem => "file system",
            Area::Memory => "memory",
            Area::Processor => "processor",
            Area::System => "system",
            Area::Now => "now",
        }
    }
}

/// How a trap is judged from the machine alone; a section of doctor's page.
#[derive(Debug)]
pub struct Check {
    pub text: Text,
    pub area: Area,
    pub check: fn(&MachineView<'_>) -> Vec<Checked>,
}

/// How options correct a plan finding. It never changes what the job is for.
#[derive(Debug)]
pub struct Fix<O> {
    pub stage: Stage,
    /// The least severity that is worth a change.
    pub least: Severity,
    pub apply: fn(&mut Edit<'_>, &JobView<'_>, &O),
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

/// Judges every job of the plan. Findings without a job become that job's.
pub fn per_job(case: &Case<'_>, judge: impl Fn(&JobView<'_>) -> Vec<Finding>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (index, _) in case.plans() {
        let of_job = JobView::at(case, index).map(|view| judge(&view));
        for mut finding in of_job.into_iter().flatten() {
            if finding.subject.jobs.is_empty() {
                finding.subject.jobs.push(index);
            }
            found.push(finding);
        }
    }
    found
}

/// As [`per_job`], for jobs that move data of files or block devices and can begin. I/O that goes past block devices meets nothing on
/// the way to a disk.
pub fn per_disk_job(case: &Case<'_>, judge: impl Fn(&JobView<'_>) -> Vec<Finding>) -> Vec<Finding> {
    per_data_job(case, |view| {
        // `/dev/null` and its kind. The devices that take commands are such nodes too.
        let is_character = |target: &&TargetFacts| target.kind == FileKind::Char;
        let is_none = view.job.engine.kind.takes_any_file() && view.targets.iter().any(is_character);
        if is_none { Vec::new() } else { judge(view) }
    })
}

/// As [`per_disk_job`], also of character devices.
pub fn per_data_job(case: &Case<'_>, judge: impl Fn(&JobView<'_>) -> Vec<Finding>) -> Vec<Finding> {
    per_job(case, |view| {
        let kind = view.job.engine.kind;
        let has_disks = kind.moves_data() && !kind.goes_past_blocks();
        if !has_disks || !view.does_its_io() || obstacle::find(view).is_some() {
            Vec::new()
        } else {
            judge(view)
        }
    })
}

/// As [`per_disk_job`], of traps that a job has once or not at all.
pub fn once_per_disk_job<O: Into<Observed>>(
    case: &Case<'_>,
    judge: impl Fn(&JobView<'_>) -> Option<(Severity, O)>,
) -> Vec<Finding> {
    per_disk_job(case, |view| {
        let found = judge(view)
            .map(|(severity, observed)| Finding::new(When::Plan, severity, Subject::whole(), observed));
        found.into_iter().collect()
    })
}

/// Judges every job that ran.
pub fn per_run<O: Into<Observed>>(
    case: &Case<'_>,
    judge: impl Fn(&JobRun<'_>) -> Option<(Severity, O)>,
) -> Vec<Finding> {
    let judged = case.jobs.iter().filter_map(|job| {
        let (severity, observed) = judge(job)?;
        Some(Finding::new(
            When::Run,
            severity,
            Subject::job(job.index),
            observed,
        ))
    });
    judged.collect()
}
