//! `stalls`: seconds almost without I/O, repeated or during one long I/O, in a rate that is otherwise one level.

use crate::case::pace::service;
use crate::case::{Case, JobRun, SeriesOf};
use crate::topics;
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap, per_run};
use crate::{Finding, Severity, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::stalls as messages;
use fiord_record::number::{Nanos, Share, short};
use fiord_stats::stalls::{Stalls, WorstSecond, stalls, without};
use serde::{Deserialize, Serialize};
use std::ops::Range;

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
pub enum Observed {
    /// Seconds of a low rate, or one I/O that took as long as nothing else was done.
    Rates {
        stalls: usize,
        seconds: usize,
        /// What the bad seconds lack, of the I/O of the whole run.
        lost_percent: f64,
        /// From one stall to the next, where they are regular.
        period_s: Option<f64>,
        worst_s: usize,
        /// Rate of the worst second, of the level around it.
        worst_percent: f64,
        /// The longest latency, where one was recorded.
        longest_ns: Option<u64>,
    },
    /// The same of mean latencies, where these are all that is known.
    Latencies {
        stalls: usize,
        seconds: usize,
        level_ns: f64,
        worst_s: usize,
        worst_ns: f64,
    },
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    per_run(case, |job: &JobRun<'_>| {
        if job.is_paced() {
            return None;
        }
        let series = job.whole_seconds();
        let frozen = job.frozen(&series);
        let rest = without(&series, &frozen);
        let others = stalls(&rest).filter(Stalls::matter);
        let lost = |time: &Range<usize>| -> f64 {
            let lacks = rest.iter().zip(&series).take(time.end).skip(time.start);
            lacks.map(|(level, rate)| (level - rate).max(0.0)).sum()
        };
        let longest = frozen.iter().max_by(|a, b| lost(a).total_cmp(&lost(b)));
        let worst = match (longest, &others) {
            (Some(time), _) => {
                let rate = |at: &usize| series.get(*at).copied().unwrap_or(0.0);
                let at = time.clone().min_by(|a, b| rate(a).total_cmp(&rate(b)))?;
                let share = rate(&at) / rest.get(at)?;
                WorstSecond { at, share }
            }
            (None, Some(others)) => others.worst,
            (None, None) => return None,
        };
        let count = frozen.len() + others.as_ref().map_or(0, |others| others.stalls);
        let lost_share = frozen.iter().map(lost).sum::<f64>() / rest.iter().sum::<f64>()
            + others.as_ref().map_or(0.0, |others| others.lost_share);
        let observed = if job.series_of() == SeriesOf::Latencies {
            let worst_ns = 1e9 / series.get(worst.at)?;
            Observed::Latencies {
                stalls: count,
                seconds: series.len(),
                level_ns: worst_ns * worst.share,
                worst_s: worst.at,
                worst_ns,
            }
        } else {
            let services = job.directions().map(|(_, stats)| service(stats).moments.max);
            Observed::Rates {
                stalls: count,
                seconds: series.len(),
                lost_percent: lost_share * 100.0,
                period_s: others
                    .filter(|_| frozen.is_empty())
                    .and_then(|others| others.period),
                worst_s: worst.at,
                worst_percent: worst.share * 100.0,
                longest_ns: services.max().filter(|ns| *ns > 0),
            }
        };
        Some((Severity::Care, observed))
    })
}

/// The sentences of `stalls`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Rates {
                stalls,
                seconds,
                lost_percent,
                period_s,
                worst_s,
                worst_percent,
                longest_ns,
            } => {
                let (stalls, lost) = (*stalls as u64, &Share(lost_percent / 100.0));
                let found = match period_s {
                    Some(period) => messages::Regular {
                        stalls,
                        seconds,
                        period: &short(*period),
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
                    second: worst_s,
                    share: &Share(worst_percent / 100.0),
                };
                let longest = longest_ns.map(|ns| {
                    messages::Longest {
                        latency: &Nanos(ns as f64),
                    }
                    .text(lang)
                });
                let mut sentences = vec![found, worst.text(lang)];
                sentences.extend(longest);
                lang.sentences(&sentences)
            }
            Observed::Latencies {
                stalls,
                seconds,
                level_ns,
                worst_s,
                worst_ns,
            } => messages::Latencies {
                stalls: *stalls as u64,
                seconds,
                second: worst_s,
                worst: &Nanos(*worst_ns),
                level: &Nanos(*level_ns),
            }
            .text(lang),
        }
    }
}
