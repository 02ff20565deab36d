//! `few-samples`: percentiles that rest on a handful of I/Os.

use crate::case::job_view::JobView;
use crate::case::planned::{is_mixed_by_rate, share};
use crate::case::{Case, JobRun, obstacle};
use crate::correct::duration;
use crate::correct::edit::Edit;
use crate::topics;
use crate::trap::{Family, Fix, Judgement, Stage, Symptom, Text, Trap, per_job, per_run};
use crate::{Finding, Severity, Subject, When};
use fiord_job::plan::Ddir;
use fiord_messages::Lang;
use fiord_messages::traps::few_samples as messages;
use fiord_record::number::{Count, PercentileName};
use fiord_stats::few::{Footing, footing, samples_beyond};
use fiord_stats::{DdirStats, JobStats};
use serde::{Deserialize, Serialize};

/// I/Os beyond a percentile that carry it; 99.99 % of a million is 99.99…98 away from 100 in floating point.
const ENOUGH: f64 = 99.9;
/// I/Os beyond p99.9 from which it is worth printing: their number is known to a fifth.
const ROUGH: f64 = 29.9;

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
    topics: &[&topics::PERCENTILES],
    ..Trap::new(
        Family::Duration,
        "etcd (22 MB); David and Nagaraja, Order Statistics, 2003",
        &[Symptom::RunsDiffer],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Planned {
        ios: u64,
        first_percentile: f64,
        few: Vec<Beyond>,
        /// Of the direction that has the fewest, and not all.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        of_direction: bool,
    },
    Got {
        /// I/Os of the direction that has the fewest.
        samples: u64,
        first_weak_percentile: f64,
        /// Of them beyond the first weak percentile.
        beyond: u64,
        /// Whether fewer than ten are above the highest percentile.
        absent: bool,
    },
}

/// A percentile and the I/Os beyond it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Beyond {
    pub percentile: f64,
    pub ios: f64,
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_job(case, |view| {
        if obstacle::find(view).is_some() {
            return Vec::new();
        }
        let report = &view.job.report;
        let shown = report.clat_percentiles || report.lat_percentiles || report.slat_percentiles;
        let Some(ios) = view.planned.ios.filter(|ios| *ios > 0 && shown) else {
            return Vec::new();
        };
        // Each direction has its own percentiles.
        let shares = Ddir::ALL.map(|ddir| share(view.job, ddir));
        let least = shares
            .into_iter()
            .filter(|share| *share > 0.0 && !is_mixed_by_rate(view.job))
            .fold(1.0, f64::min);
        let ios = (ios as f64 * least) as u64;
        let beyond = |percentile: f64| Beyond {
            percentile,
            ios: ios as f64 * (1.0 - percentile / 100.0),
        };
        let few: Vec<Beyond> = report
            .percentiles
            .iter()
            .map(|percentile| beyond(*percentile))
            .filter(|one| one.percentile > 50.0 && one.ios < ENOUGH)
            .collect();
        let Some(first) = few.first() else {
            return Vec::new();
        };
        let first_percentile = first.percentile;
        let matters = |one: &Beyond| one.percentile <= 99.0 || (one.percentile <= 99.9 && one.ios < ROUGH);
        let severity = if few.iter().any(matters) {
            Severity::Care
        } else {
            Severity::Note
        };
        let observed = Observed::Planned {
            ios,
            first_percentile,
            few,
            of_direction: least < 1.0,
        };
        vec![Finding::new(When::Plan, severity, Subject::whole(), observed)]
    })
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    per_run(case, |job: &JobRun<'_>| {
        let report = &job.plan.report;
        if !(report.clat_percentiles || report.lat_percentiles || report.slat_percentiles) {
            return None;
        }
        // Percentiles that another program printed of each worker are none of all of them.
        let of_workers = || job.workers.iter().filter_map(|worker| described(&worker.stats));
        let samples = described(&job.stats).or_else(|| of_workers().min())?;
        let weak = |percent: &&f64| footing(samples, **percent) != Footing::Enough && **percent > 50.0;
        let first = *report.percentiles.iter().find(weak)?;
        let absent = |percent: &f64| footing(samples, *percent) == Footing::TooFew;
        let severity = if first <= 99.0 {
            Severity::Care
        } else {
            Severity::Note
        };
        let observed = Observed::Got {
            samples,
            first_weak_percentile: first,
            beyond: samples_beyond(samples, first),
            absent: report.percentiles.iter().any(absent),
        };
        Some((severity, observed))
    })
}

/// How many latencies the percentiles describe, of the direction with the fewest; a direction without percentiles has none that are weak.
fn described(stats: &JobStats) -> Option<u64> {
    let of = |ddir: &DdirStats| ddir.clat.percentiles_of().max(ddir.lat.percentiles_of());
    stats.ddirs.iter().map(of).filter(|samples| *samples > 0).min()
}

/// More I/Os. Percentiles that were asked for stay.
fn correct(edit: &mut Edit<'_>, view: &JobView<'_>, observed: &Observed) {
    let Observed::Planned { few, .. } = observed else {
        return;
    };
    let needs = few
        .iter()
        .filter(|one| one.percentile <= 99.9)
        .map(|one| {
            let enough: f64 = if one.percentile <= 99.0 { 100.0 } else { 30.0 };
            (enough / (1.0 - one.percentile / 100.0)).round() as u64
        })
        .max();
    duration::to_ios(edit, view, needs.unwrap_or(0));
}

/// Percentiles named; of more an ellipsis.
const NAMED: usize = 4;

/// The sentences of `few-samples`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Planned {
                ios,
                few,
                of_direction,
                ..
            } => {
                let count = |one: &Beyond| {
                    let count = Count(one.ios.round() as u64);
                    let percentile = PercentileName(one.percentile);
                    let message = messages::CountAbove {
                        count: &count,
                        percentile: &percentile,
                    };
                    message.text(lang)
                };
                let mut counts: Vec<String> = few.iter().take(NAMED).map(count).collect();
                if few.len() > NAMED {
                    counts.push("…".to_owned());
                }
                let counts = lang.list(&counts);
                let (ios, counts) = (*ios, &counts);
                if *of_direction {
                    messages::PlannedOfDirection { ios, counts }.text(lang)
                } else {
                    messages::Planned { ios, counts }.text(lang)
                }
            }
            Observed::Got {
                samples,
                first_weak_percentile,
                beyond,
                absent,
            } => {
                let (beyond, samples) = (&Count(*beyond), &Count(*samples));
                let first = &PercentileName(*first_weak_percentile);
                if *absent {
                    messages::GotChance {
                        beyond,
                        samples,
                        first,
                    }
                    .text(lang)
                } else {
                    messages::Got {
                        beyond,
                        samples,
                        first,
                    }
                    .text(lang)
                }
            }
        }
    }
}
