//! `mixed-medium`: two kinds of latency under one mean.

use crate::case::{Case, JobRun};
use crate::terms::ddir_word;
use crate::topics;
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap, per_run};
use crate::{Finding, Severity, Subject};
use fiord_job::plan::Ddir;
use fiord_messages::Lang;
use fiord_messages::traps::mixed_medium as messages;
use fiord_record::number::{Nanos, Share};
use fiord_stats::bimodal::two_modes;
use fiord_stats::{DdirStats, Latency};
use serde::{Deserialize, Serialize};

/// Share of the smaller population from which the mean describes neither.
const MIXED: f64 = 0.05;
/// Distance of the populations, as a factor, likewise.
const APART: f64 = 4.0;
/// Submission ÷ completion latency up to which the completion latency is taken for the whole.
const BESIDE: f64 = 0.1;

pub const TRAP: Trap<Observed> = Trap {
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[Need::Histogram],
        judge: run,
    }),
    topics: &[&topics::PERCENTILES],
    ..Trap::new(
        Family::Latency,
        "szstonelee, SSDInternal",
        &[Symptom::LatencyTooLow, Symptom::RunsDiffer],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub ddir: Ddir,
    /// Share of the fast kind.
    pub fast_percent: f64,
    /// Where each kind peaks.
    pub fast_ns: f64,
    pub slow_ns: f64,
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    per_run(case, |job: &JobRun<'_>| {
        job.directions().find_map(|(ddir, stats)| {
            let latency = whole_latency(job, stats)?;
            let modes = two_modes(&latency.histogram)?;
            // A peak is good to a few percent: it never lies outside of what was measured.
            let within = |ns: u64| ns.clamp(latency.moments.min_or_zero(), latency.moments.max);
            let (fast, slow) = (within(modes.fast.at_ns), within(modes.slow.at_ns));
            let least = modes.fast.share.min(modes.slow.share);
            let apart = slow as f64 / fast.max(1) as f64;
            let severity = if least >= MIXED && apart >= APART {
                Severity::Care
            } else {
                Severity::Note
            };
            let observed = Observed {
                ddir,
                fast_percent: modes.fast.share * 100.0,
                fast_ns: fast as f64,
                slow_ns: slow as f64,
            };
            Some((severity, observed))
        })
    })
}

/// The latency from the start of the submission. The completion latency alone is taken for it only where submission is fast: an engine
/// that finishes the I/O inside a slow submission has next to no completion latency.
fn whole_latency<'s>(job: &JobRun<'_>, stats: &'s DdirStats) -> Option<&'s Latency> {
    if stats.lat.histogram.total() > 0 {
        return Some(&stats.lat);
    }
    let submit_ns = stats.slat.moments.mean();
    let waits = job.plan.is_synchronous();
    let timed = stats.slat.moments.count > 0 && submit_ns <= BESIDE * stats.clat.moments.min_or_zero() as f64;
    (waits || timed).then_some(&stats.clat)
}

/// The sentences of `mixed-medium`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        messages::Got {
            fast_share: &Share(self.fast_percent / 100.0),
            ddir: ddir_word(self.ddir),
            fast_latency: &Nanos(self.fast_ns),
            slow_latency: &Nanos(self.slow_ns),
        }
        .text(lang)
    }
}
