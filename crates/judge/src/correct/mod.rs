//! The corrected job: what a person would type after reading the findings.
//!
//! Only options change, never what the job is for: a job that goes through the page cache and syncs stays one. What options cannot
//! correct (a tmpfs, a stack, an old file of zeros) stays as it is, with its finding. Pure: text in, text out.

pub(crate) mod amount;
pub(crate) mod duration;
pub mod edit;

use crate::case::Case;
use crate::case::job_view::JobView;
use crate::correct::edit::Edit;
use crate::trap::Stage;
use crate::{Finding, Severity, When, judge};
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

/// Corrects the jobs of a planned record as far as options can.
pub fn fixed(given: &[RawJob], context: &ValueContext, planned: &RunRecord) -> Fixed {
    let mut jobs: Vec<RawJob> = given.iter().map(own_all).collect();
    let mut record = planned.clone();
    for _ in 0..ROUNDS {
        if !round(&mut jobs, context, &mut record) {
            break;
        }
    }
    record.plan = lower(&jobs, context).plan;
    let mut left = judge(When::Plan, &Case::of(&record));
    left.retain(|finding| finding.severity >= Severity::Care);
    let changes = given
        .iter()
        .zip(&jobs)
        .map(|(old, new)| differences(&own_all(old), new))
        .collect();
    Fixed {
        jobs,
        plan: record.plan,
        changes,
        left,
    }
}

/// Judges once and corrects, in each job, the first stage that options can correct; whether anything changed.
fn round(jobs: &mut [RawJob], context: &ValueContext, record: &mut RunRecord) -> bool {
    record.plan = lower(jobs, context).plan;
    let case = Case::of(record);
    let found = judge(When::Plan, &case);
    let mut moved = Vec::new();
    let mut changed = false;
    for (index, job) in jobs.iter_mut().enumerate() {
        let Some(view) = JobView::at(&case, index) else {
            continue;
        };
        let mut edit = Edit {
            job,
            changed: false,
            new_target: false,
        };
        for stage in Stage::ALL {
            found
                .iter()
                .filter(|finding| finding.subject.jobs == [index] && is_corrected_at(finding, stage))
                .for_each(|finding| finding.observed.correct(&mut edit, &view));
            if edit.changed {
                break;
            }
        }
        changed |= edit.changed;
        if edit.new_target {
            moved.push(index);
        }
    }
    record
        .before
        .targets
        .iter_mut()
        .filter(|target| moved.contains(&target.job))
        .for_each(forget);
    changed
}

/// Whether options can correct it at this stage, and it is worth it.
fn is_corrected_at(finding: &Finding, stage: Stage) -> bool {
    let fix = finding.trap().about().fix;
    fix.is_some_and(|(at, least)| at == stage && finding.severity >= least)
}

/// The corrected job has another file, which does not exist yet.
fn forget(target: &mut TargetFacts) {
    let (job, path, stack) = (target.job, target.path.clone(), target.stack.take());
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
        // `bs=,8k` says something about writes only, and what stood before stays true of reads.
        let whole = !option.value.as_deref().unwrap_or_default().contains(',');
        own.retain(|earlier| !whole || earlier.spec.name != option.spec.name);
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
