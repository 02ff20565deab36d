//! `ends-early`: a runtime that the size cuts short.

use crate::case::job_view::JobView;
use crate::case::planned::reaches_disk;
use crate::case::{Case, JobRun};
use crate::correct::edit::Edit;
use crate::trap::{Family, Fix, Judgement, Stage, Symptom, Text, Trap, per_disk_job, per_run};
use crate::{Finding, Severity, Subject, When};
use fiord_messages::Lang;
use fiord_messages::traps::ends_early as messages;
use fiord_record::number::{About, Bytes, Count, Micros, short};
use serde::{Deserialize, Serialize};

/// Part of the asked time below which a job ended early.
const EARLY: f64 = 0.9;

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[],
        judge: plan,
    }),
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[],
        judge: run,
    }),
    fix: Some(Fix {
        stage: Stage::Time,
        least: Severity::Care,
        apply: correct,
    }),
    why: Observed::why,
    advice: Observed::advice,
    ..Trap::new(
        Family::Duration,
        "fio manual, `time_based`; plantegg, ssd/san/sas (2 GiB, 23 s)",
        &[Symptom::JobEnds],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// time_based without a runtime.
    NoRuntime,
    Planned {
        runtime_s: f64,
        total_bytes: u64,
        /// The rate from which the size ends it.
        rate_bytes_s: f64,
        rate_iops: f64,
        /// Seconds on a slow volume.
        slow_s: f64,
        /// Whether the runtime is never reached, even on a slow volume.
        never: bool,
        /// Its run has `--wear-out`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        wears_out: bool,
    },
    Ended {
        asked_s: f64,
        runtime_s: f64,
        /// Something else than the size ended it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<EarlyEnd>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        wears_out: bool,
    },
}

/// What can end a job before its runtime, other than its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum EarlyEnd {
    /// `number_ios`
    Ios { count: u64 },
    /// `steadystate`
    SteadyState,
    /// Another job ended, and has `exitall`.
    AnotherJob,
}

/// What ended a job whose time was not up; `None`: its size.
fn end_of(case: &Case<'_>, job: &JobRun<'_>) -> Option<EarlyEnd> {
    let count = job.plan.access.most_ios();
    let workers = job.workers.len() as u64;
    if job.plan.access.number_ios > 0 && job.stats.total_ios() >= count.saturating_mul(workers) {
        Some(EarlyEnd::Ios { count })
    } else if job.plan.was_given("steadystate") || job.plan.was_given("ss") {
        Some(EarlyEnd::SteadyState)
    } else {
        let mut others = case.jobs.iter().filter(|other| other.index != job.index);
        others
            .any(|other| other.plan.control.exit.exitall)
            .then_some(EarlyEnd::AnotherJob)
    }
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_disk_job(case, |view| {
        let control = &view.job.control;
        let runtime_s = control.runtime_us as f64 / 1e6;
        if control.runtime_us == 0 {
            let time_based = view.given("time_based").is_some_and(|value| value != "0");
            let found = Finding::new(When::Plan, Severity::Care, Subject::whole(), Observed::NoRuntime);
            return time_based.then_some(found).into_iter().collect();
        }
        let (Some((fast_s, slow_s)), Some(total_bytes)) =
            (view.planned.unbounded_seconds(view.job), view.planned.total_bytes)
        else {
            return Vec::new();
        };
        if control.time_based || fast_s >= runtime_s {
            return Vec::new();
        }
        let rate_bytes_s = total_bytes as f64 / runtime_s;
        let severity = if slow_s < runtime_s {
            Severity::Care
        } else {
            Severity::Note
        };
        let observed = Observed::Planned {
            runtime_s,
            total_bytes,
            rate_bytes_s,
            rate_iops: rate_bytes_s / view.planned.block_bytes,
            slow_s,
            never: view.runtime_is_idle(),
            wears_out: case.record.context.wears_out,
        };
        // The device of a result was as fast as it was.
        if case.record.context.import.is_some() && slow_s >= runtime_s {
            return Vec::new();
        }
        vec![Finding::new(When::Plan, severity, Subject::whole(), observed)]
    })
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    per_run(case, |job: &JobRun<'_>| {
        let control = &job.plan.control;
        let asked_s = control.runtime_us as f64 / 1e6;
        let failed = job.workers.iter().any(|worker| worker.error.is_some());
        let by = end_of(case, job);
        let whole = asked_s <= 0.0 || control.time_based || job.seconds() >= asked_s * EARLY;
        if whole || failed || job.stats.total_ios() == 0 {
            return None;
        }
        let observed = Observed::Ended {
            asked_s,
            runtime_s: job.seconds(),
            by,
            wears_out: case.record.context.wears_out,
        };
        // The job was told to end when it is steady.
        let severity = match by {
            Some(EarlyEnd::SteadyState) => Severity::Note,
            _ => Severity::Care,
        };
        Some((severity, observed))
    })
}

/// The clock decides, or the size: by the clock, buffered I/O would go round in memory.
fn correct(edit: &mut Edit<'_>, view: &JobView<'_>, _: &Observed) {
    let by_clock = reaches_disk(view.job) || view.job.engine.kind.is_diskless();
    match (by_clock, view.job.control.runtime_us) {
        (true, 0) => edit.set("runtime", "60s"),
        (true, _) if view.job.control.time_based => {}
        (true, _) => edit.flag("time_based"),
        (false, 0) => edit.remove("time_based"),
        (false, _) => edit.remove("runtime"),
    }
}

/// The sentences of `ends-early`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::NoRuntime => messages::no_runtime(lang).to_owned(),
            Observed::Planned {
                runtime_s,
                total_bytes,
                slow_s,
                never: true,
                ..
            } => messages::PlannedNever {
                runtime: &short(*runtime_s),
                total: &Bytes(*total_bytes),
                slowest: &About(*slow_s),
            }
            .text(lang),
            Observed::Planned {
                runtime_s,
                total_bytes,
                rate_bytes_s,
                rate_iops,
                ..
            } => messages::Planned {
                runtime: &short(*runtime_s),
                total: &Bytes(*total_bytes),
                rate: &Bytes(*rate_bytes_s as u64),
                iops: &Count(*rate_iops as u64),
            }
            .text(lang),
            Observed::Ended {
                asked_s,
                runtime_s,
                by,
                ..
            } => {
                let lasted = &Micros((runtime_s * 1e6).round() as u64);
                let runtime = &short(*asked_s);
                match by {
                    None => messages::Ended { lasted, runtime }.text(lang),
                    Some(EarlyEnd::Ios { count }) => messages::EndedByIos {
                        lasted,
                        runtime,
                        count: &Count(*count),
                    }
                    .text(lang),
                    Some(EarlyEnd::SteadyState) => messages::EndedSteady { lasted, runtime }.text(lang),
                    Some(EarlyEnd::AnotherJob) => messages::EndedByAnother { lasted, runtime }.text(lang),
                }
            }
        }
    }

    fn why(&self, lang: Lang) -> Option<String> {
        let has_other_end = matches!(self, Observed::Ended { by: Some(_), .. });
        has_other_end.then(|| messages::why_ended(lang).to_owned())
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        let advice = match self {
            Observed::Ended {
                by: Some(EarlyEnd::Ios { .. }),
                ..
            } => messages::advice_ios(lang),
            Observed::Ended {
                by: Some(EarlyEnd::SteadyState),
                ..
            } => messages::advice_steady(lang),
            Observed::Ended {
                by: Some(EarlyEnd::AnotherJob),
                ..
            } => messages::advice_another(lang),
            Observed::Planned { wears_out: true, .. } | Observed::Ended { wears_out: true, .. } => {
                messages::advice_wears_out(lang)
            }
            _ => return None,
        };
        Some(advice.to_owned())
    }
}
