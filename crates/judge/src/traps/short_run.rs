//! `short-run`: too little time to say what a device sustains.

use crate::case::job_view::JobView;
use crate::case::{Case, JobRun};
use crate::correct::duration;
use crate::correct::edit::Edit;
use crate::topics;
use crate::trap::{Family, Fix, Judgement, Need, Stage, Symptom, Text, Trap, per_disk_job, per_run};
use crate::{Finding, Severity, Subject, When};
use fiord_job::plan::PlanPart;
use fiord_messages::Lang;
use fiord_messages::traps::short_run as messages;
use fiord_record::imported::{FigureOf, ImportFacts, ImportKind, UnknownCount};
use fiord_record::number::{About, Bytes, Micros};
use serde::{Deserialize, Serialize};

/// Seconds below which a run says little about a device.
const SHORT_S: f64 = 10.0;

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[Need::Plan(PlanPart::Target)],
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
    advice: Observed::advice,
    topics: &[&topics::NOISE],
    ..Trap::new(
        Family::Duration,
        "szstonelee, SSDInternal; fio #1059; SNIA SSS PTS 2.0.2",
        &[Symptom::RunsDiffer],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Planned {
        total_bytes: Option<u64>,
        /// On a fast flash disk.
        fast_s: f64,
        /// On a slow volume.
        slow_s: f64,
        /// Whether the plan alone says how long: a rate, a runtime.
        certain: bool,
        /// Its run has `--wear-out`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        wears_out: bool,
    },
    Ran {
        runtime_s: f64,
        ios: u64,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        wears_out: bool,
    },
    /// An imported result that has its time, and not how many I/Os it did.
    Took { runtime_s: f64 },
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_disk_job(case, |view| {
        let Some((fast_s, slow_s)) = view.planned.seconds.filter(|(fast, _)| *fast < SHORT_S) else {
            return Vec::new();
        };
        let runtime_s = view.job.control.runtime_us as f64 / 1e6;
        let certain = view.planned.time_is_certain || (runtime_s > 0.0 && runtime_s < SHORT_S);
        let severity = if certain || slow_s < SHORT_S {
            Severity::Care
        } else {
            Severity::Note
        };
        // The device of a result was as fast as it was.
        if case.record.context.import.is_some() && severity == Severity::Note {
            return Vec::new();
        }
        let observed = Observed::Planned {
            total_bytes: view
                .planned
                .total_bytes
                .map(|bytes| bytes.saturating_add(view.planned.read_back_bytes.unwrap_or(0))),
            fast_s,
            slow_s,
            certain,
            wears_out: case.record.context.wears_out,
        };
        vec![Finding::new(When::Plan, severity, Subject::whole(), observed)]
    })
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let mut found = per_run(case, |job: &JobRun<'_>| {
        let ios = job.stats.total_ios();
        let printed = case.record.context.import.as_deref().and_then(took);
        let runtime_s = printed.unwrap_or(job.seconds());
        let observed = match case.states(UnknownCount::Ios) {
            true => Observed::Ran {
                runtime_s,
                ios,
                wears_out: case.record.context.wears_out,
            },
            false => Observed::Took { runtime_s },
        };
        // Zero is a time that its source does not have.
        (ios > 0 && runtime_s > 0.0 && runtime_s < SHORT_S).then_some((Severity::Care, observed))
    });
    let import = case.record.context.import.as_deref();
    if let Some(runtime_s) = import.filter(|_| found.is_empty()).and_then(took)
        && runtime_s < SHORT_S
    {
        let observed = Observed::Took { runtime_s };
        found.push(Finding::new(
            When::Run,
            Severity::Care,
            Subject::whole(),
            observed,
        ));
    }
    found
}

/// Seconds that a result without counts took, of programs that measure disks.
fn took(import: &ImportFacts) -> Option<f64> {
    use ImportKind::{Dd, FioSummary, Hdparm, Sysbench};
    let times = import
        .figures
        .iter()
        .filter(|figure| figure.what == FigureOf::RuntimeNs);
    let longest = times.map(|figure| figure.value.high).fold(0.0, f64::max);
    let is_of_disk = matches!(import.kind, FioSummary | Dd | Hdparm | Sysbench);
    (is_of_disk && longest > 0.0).then_some(longest / 1e9)
}

fn correct(edit: &mut Edit<'_>, view: &JobView<'_>, _: &Observed) {
    duration::by_the_clock(edit, view);
}

/// The sentences of `short-run`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Planned {
                slow_s,
                certain: true,
                ..
            } => {
                let time = &Micros((slow_s * 1e6).round().max(1.0) as u64);
                messages::PlannedCertain { time }.text(lang)
            }
            Observed::Planned {
                total_bytes,
                fast_s,
                slow_s,
                certain: false,
                ..
            } => {
                let total = total_bytes.map(Bytes);
                let (fast, slow) = (&About(*fast_s), &About(*slow_s));
                match &total {
                    Some(total) if *slow_s < SHORT_S => {
                        messages::PlannedSlowTotal { total, slow, fast }.text(lang)
                    }
                    Some(total) => messages::PlannedTotal { total, fast }.text(lang),
                    None if *slow_s < SHORT_S => messages::PlannedSlow { slow, fast }.text(lang),
                    None => messages::Planned { fast }.text(lang),
                }
            }
            Observed::Took { runtime_s } => {
                let time = &Micros((runtime_s * 1e6).round() as u64);
                messages::Took { time }.text(lang)
            }
            Observed::Ran { runtime_s, ios, .. } => messages::Ran {
                time: &Micros((runtime_s * 1e6).round() as u64),
                ios: *ios,
            }
            .text(lang),
        }
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        let wears_out = match self {
            Observed::Planned { wears_out, .. } | Observed::Ran { wears_out, .. } => *wears_out,
            Observed::Took { .. } => false,
        };
        wears_out.then(|| messages::advice_wears_out(lang).to_owned())
    }
}
