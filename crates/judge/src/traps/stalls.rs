//! `stalls`: seconds in which next to nothing was done, again and again, in a rate that is otherwise one level.

use crate::case::{Case, JobRun};
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap, per_run};
use crate::{Finding, Severity, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::stalls as messages;
use fiord_record::number::{Nanos, Share, plural, short};
use fiord_stats::stalls::stalls;
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[Need::Series],
        judge: run,
    }),
    changes_rate: true,
    ..Trap::new(
        Family::Shape,
        "SNIA SSS PTS 2.0.2",
        &[Symptom::Unsteady, Symptom::LatencyTooHigh],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub stalls: usize,
    pub seconds: usize,
    /// What the bad seconds lack, of the I/O of the whole run.
    pub lost_percent: f64,
    /// From one stall to the next, where they are regular.
    pub period_s: Option<f64>,
    pub worst_s: usize,
    /// Rate of the worst second, of the level around it.
    pub worst_percent: f64,
    /// The longest latency, where one was recorded.
    pub longest_ns: Option<u64>,
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    per_run(case, |job: &JobRun<'_>| {
        let series = job.whole_seconds();
        let found = stalls(&series).filter(|found| !job.is_paced() && found.matter())?;
        let longest = job
            .directions()
            .map(|(_, stats)| crate::case::pace::service(stats).moments.max)
            .max();
        let observed = Observed {
            stalls: found.stalls,
            seconds: series.len(),
            lost_percent: found.lost_share * 100.0,
            period_s: found.period,
            worst_s: found.worst.at,
            worst_percent: found.worst.share * 100.0,
            longest_ns: longest.filter(|ns| *ns > 0),
        };
        Some((Severity::Care, observed))
    })
}

/// The sentences of `stalls`.
impl Observed {
    fn saw(&self, _: &Subject, _: Lang) -> String {
        let period = self
            .period_s
            .map_or_else(String::new, |period| format!(", one every {} s", short(period)));
        let longest = self.longest_ns.map_or_else(String::new, |ns| {
            format!("; the longest I/O took {}", Nanos(ns as f64))
        });
        format!(
            "{} in {} s{period}, which cost {} of the I/O; in second {} the rate was {} of the level around it{longest}",
            plural(self.stalls as u64, "stall"),
            self.seconds,
            Share(self.lost_percent / 100.0),
            self.worst_s,
            Share(self.worst_percent / 100.0)
        )
    }
}
