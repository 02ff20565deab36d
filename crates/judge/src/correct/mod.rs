//! The corrected job: what a person would type after reading the findings.
//!
//! Only options change, never what the job is for: a job that goes through the page cache and syncs stays one. What options cannot
//! correct (a tmpfs, a stack, an old file of zeros) stays as it is, with its finding. Pure: text in, text out.

pub(crate) mod amount;
pub(crate) mod duration;
pub mod edit;

use crate::case::Case;
use crate::case::job_view::JobView;
use crate::case::room::Demand;
use crate::correct::edit::Edit;
use crate::trap::Stage;
use crate::{Finding, Severity, TrapId, When, judge};
use fiord_job::lower::{ValueContext, lower};
use fiord_job::plan::RunPlan;
use fiord_job::raw::{RawJob, RawOption};
use fiord_job::showcmd::{for_shell, in_order};
use fiord_record::{RunRecord, TargetFacts};

/// Corrected jobs.
#[derive(Debug, Clone)]
pub struct Fixed {
    /// The jobs, each with all of its options as its own.
    pub jobs: Vec<RawJob>,
    /// What they will do.
    pub plan: RunPlan,
    /// Per job, what was changed: `iodepth=16 → …`.
    pub changes: Vec<Vec<String>>,
    /// What is still found at [`Severity::Care`] or worse.
    pub left: Vec<Finding>,
}

/// Corrections feed each other (`direct=1` makes a file too small); they settle within a few rounds.
const ROUNDS: usize = 24;

/// Corrects the jobs of a planned record as far as options can, without a finding that is new or worse. A correction that brings one is left
/// out, the one without which the fewest are left first.
pub fn fixed(given: &[RawJob], context: &ValueContext, planned: &RunRecord) -> Fixed {
    let mut best = attempt(given, context, planned, &[]);
    if best.applied.is_empty() {
        return best.fixed;
    }
    let before = judge(When::Plan, &Case::of(planned));
    let mut left_out: Vec<Correction> = Vec::new();
    loop {
        let mut worse = worsened(&before, &best.fixed.left);
        if worse.is_empty() {
            return best.fixed;
        }
        // Nothing of such a job was changed: what it lacks, such as room, another job took.
        if !best.applied.iter().any(|(job, _)| worse.contains(job)) {
            worse = (0..given.len()).collect();
        }
        let of_worse = best.applied.iter().filter(|(job, _)| worse.contains(job));
        let mut traps: Vec<TrapId> = of_worse.map(|(_, trap)| *trap).collect();
        traps.sort_unstable();
        traps.dedup();
        let without = |trap: TrapId| {
            let more = worse.iter().map(|job| (*job, trap));
            let left_out: Vec<Correction> = left_out.iter().copied().chain(more).collect();
            let attempt = attempt(given, context, planned, &left_out);
            (worsened(&before, &attempt.fixed.left).len(), left_out, attempt)
        };
        let Some((_, fewer, attempt)) = traps.into_iter().map(without).min_by_key(|(worse, ..)| *worse)
        else {
            return best.fixed;
        };
        (left_out, best) = (fewer, attempt);
    }
}

/// The correction of a trap in a job.
type Correction = (usize, TrapId);

/// Corrected jobs, and the corrections that changed them.
struct Attempt {
    fixed: Fixed,
    applied: Vec<Correction>,
}

/// The jobs of findings that are worth a correction, and that were not there before or not as severe.
fn worsened(before: &[Finding], after: &[Finding]) -> Vec<usize> {
    let was = |finding: &Finding| {
        let same = before.iter().filter(|old| old.trap() == finding.trap());
        same.filter(|old| old.subject.jobs == finding.subject.jobs)
            .any(|old| old.severity >= finding.severity)
    };
    let new = after.iter().filter(|finding| !was(finding));
    let mut jobs: Vec<usize> = new
        .flat_map(|finding| finding.subject.jobs.iter().copied())
        .collect();
    jobs.sort_unstable();
    jobs.dedup();
    jobs
}

fn attempt(
    given: &[RawJob],
    context: &ValueContext,
    planned: &RunRecord,
    left_out: &[Correction],
) -> Attempt {
    let mut jobs: Vec<RawJob> = given.iter().map(own_all).collect();
    let mut record = planned.clone();
    let mut applied = Vec::new();
    for _ in 0..ROUNDS {
        let more = round(&mut jobs, context, &mut record, left_out);
        if more.is_empty() {
            break;
        }
        applied.extend(more);
    }
    record.plan = lower(&jobs, context).plan;
    let mut left = judge(When::Plan, &Case::of(&record));
    left.retain(|finding| finding.severity >= Severity::Care);
    let changes = given
        .iter()
        .zip(&jobs)
        .map(|(old, new)| differences(&own_all(old), new))
        .collect();
    let fixed = Fixed {
        jobs,
        plan: record.plan,
        changes,
        left,
    };
    Attempt { fixed, applied }
}

/// Judges once and corrects, in each job, the first stage that options can correct; what changed anything.
fn round(
    jobs: &mut [RawJob],
    context: &ValueContext,
    record: &mut RunRecord,
    left_out: &[Correction],
) -> Vec<Correction> {
    record.plan = lower(jobs, context).plan;
    let case = Case::of(record);
    let found = judge(When::Plan, &case);
    let demands = Demand::of_all(&case);
    let mut moved: Vec<(usize, String)> = Vec::new();
    let mut applied = Vec::new();
    for (index, job) in jobs.iter_mut().enumerate() {
        let Some(view) = JobView::at(&case, index) else {
            continue;
        };
        let mut edit = Edit {
            job,
            changed: false,
            new_target: false,
            demands: &demands,
        };
        let of_job = || {
            let of_job = found.iter().filter(|finding| finding.subject.jobs == [index]);
            of_job.filter(|finding| !left_out.contains(&(index, finding.trap())))
        };
        for stage in Stage::ALL {
            let mut has_changed = false;
            for finding in of_job().filter(|finding| is_corrected_at(finding, stage)) {
                edit.changed = false;
                finding.observed.correct(&mut edit, &view);
                if edit.changed {
                    applied.push((index, finding.trap()));
                    has_changed = true;
                }
            }
            if has_changed {
                break;
            }
        }
        if edit.new_target {
            moved.push((index, edit.job.name.clone()));
        }
    }
    for target in &mut record.before.targets {
        if let Some((_, name)) = moved.iter().find(|(job, _)| *job == target.job) {
            forget(target, name);
        }
    }
    applied
}

/// Whether options can correct it at this stage, and it is worth it.
fn is_corrected_at(finding: &Finding, stage: Stage) -> bool {
    let fix = finding.trap().about().fix;
    fix.is_some_and(|(at, least)| at == stage && finding.severity >= least)
}

/// The corrected job has another file, which has its name and does not exist yet.
fn forget(target: &mut TargetFacts, name: &str) {
    let path = target.path.with_file_name(format!("{name}.0.0"));
    let (job, stack) = (target.job, target.stack.take());
    *target = TargetFacts {
        job,
        path,
        stack,
        ..TargetFacts::default()
    };
}

/// The job with the global options as its own, each option where it was given last.
fn own_all(job: &RawJob) -> RawJob {
    let mut own: Vec<RawOption> = Vec::new();
    for option in job.globals.iter().chain(&job.own) {
        // `bs=,8k` says something about writes only, and what stood before stays true of reads. A second file name adds a file.
        let adds =
            option.spec.name == "filename" || option.value.as_deref().unwrap_or_default().contains(',');
        own.retain(|earlier| adds || earlier.spec.name != option.spec.name);
        own.push(option.clone());
    }
    RawJob {
        globals: Vec::new(),
        own,
        ..job.clone()
    }
}

/// What differs, option by option.
fn differences(old: &RawJob, new: &RawJob) -> Vec<String> {
    let last = |job: &RawJob, name: &str| {
        let option = job.own.iter().rev().find(|option| option.spec.name == name)?;
        Some(option.value.clone().unwrap_or_default())
    };
    let mut names: Vec<&'static str> = Vec::new();
    for option in old.own.iter().chain(&new.own) {
        if !names.contains(&option.spec.name) {
            names.push(option.spec.name);
        }
    }
    let differs = |name: &&'static str| match (last(old, name), last(new, name)) {
        (Some(before), Some(after)) if before != after => {
            Some(format!("{} → {}", shown(name, &before), shown(name, &after)))
        }
        (Some(before), None) => Some(format!("− {}", shown(name, &before))),
        (None, Some(after)) => Some(format!("+ {}", shown(name, &after))),
        _ => None,
    };
    names.iter().filter_map(differs).collect()
}

fn shown(name: &str, value: &str) -> String {
    if value.is_empty() {
        name.to_owned()
    } else {
        format!("{name}={value}")
    }
}

/// Options of the whole that are no part of a command that runs these jobs: they ask what the jobs say, or choose among those of a file.
const NO_RUN: [&str; 3] = ["parse-only", "showcmd", "section"];

/// Jobs as a command line that a shell takes, with the options of the whole as they were given (`--readonly`, `--output=F`).
pub fn command_line(program: &str, whole: &[(&'static str, String)], jobs: &[RawJob]) -> String {
    let words = command_words(whole, jobs);
    let words = words.iter().map(|word| for_shell(word));
    let words: Vec<String> = std::iter::once(program.to_owned()).chain(words).collect();
    words.join(" ")
}

/// As [`command_line`], as the arguments that the program gets. Options of an engine come last, after the engine.
pub fn command_words(whole: &[(&'static str, String)], jobs: &[RawJob]) -> Vec<String> {
    let mut words = Vec::new();
    for (name, value) in whole.iter().filter(|(name, _)| !NO_RUN.contains(name)) {
        words.push(match value.as_str() {
            "" => format!("--{name}"),
            value => format!("--{name}={value}"),
        });
    }
    for job in jobs {
        words.push(format!("--name={}", job.name));
        if job.begins_file && !job.own.iter().any(|option| option.spec.name == "stonewall") {
            words.push("--stonewall".to_owned());
        }
        let word = |option: &RawOption| match &option.value {
            Some(value) => format!("--{}={value}", option.spec.name),
            None => format!("--{}", option.spec.name),
        };
        words.extend(in_order(&job.own).map(word));
    }
    words
}
