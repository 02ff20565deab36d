//! `stalls`: seconds in which next to nothing was done, again and again, in a rate that is otherwise one level.

use crate::case::{Case, JobRun};
use crate::topics;
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap, per_run};
use crate::{Finding, Severity, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::stalls as messages;
use fiord_record::number::{Nanos, Share, short};
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
    topics: &[&topics::GARBAGE_COLLECTION],
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
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let (stalls, seconds) = (self.stalls as u64, &self.seconds);
        let lost = &Share(self.lost_percent / 100.0);
        let found = match self.period_s {
            Some(period) => messages::Regular {
                stalls,
                seconds,
                period: &short(period),
                lost,
            }
            .text(lang),
            None => messages::Irregular {
                stalls,
                seconds,
                lost,
            }
            .text(lang),
        };
        let worst = messages::Worst {
            second: &self.worst_s,
            share: &Share(self.worst_percent / 100.0),
        }
        .text(lang);
        let longest = self.longest_ns.map(|ns| {
            messages::Longest {
                latency: &Nanos(ns as f64),
            }
            .text(lang)
        });
        let mut sentences = vec![found, worst];
        sentences.extend(longest);
        lang.sentences(&sentences)
    }
}
