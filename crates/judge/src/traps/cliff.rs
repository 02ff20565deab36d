//! `cliff`: a rate that changed while it ran, or will when the drive's cache is full.

use crate::case::job_view::JobView;
use crate::case::planned::issues;
use crate::case::{Case, JobRun, SeriesOf};
use crate::topics;
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap, per_disk_job, per_run};
use crate::{Finding, Severity, Subject, When};
use fiord_host::disk::Transport;
use fiord_host::stack::LayerKind;
use fiord_job::plan::{Ddir, PlanPart, RateProcess};
use fiord_messages::Lang;
use fiord_messages::traps::cliff as messages;
use fiord_record::number::{Bandwidth, Bytes, Nanos, Rate, Share};
use fiord_stats::interval::median;
use fiord_stats::shape::{Shape, limit_match, shape};
use fiord_stats::stalls::without;
use serde::{Deserialize, Serialize};

/// Part of a run up to which a slow beginning is a warm-up.
const WARM_UP: f64 = 0.2;
/// Bytes of a MiB: limits of throughput are round in MB or MiB.
const MIB: f64 = 1_048_576.0;
/// Part of the drive below which its write cache can take what is written.
const SMALL_PART: u64 = 10;

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[Need::Plan(PlanPart::Direct), Need::Plan(PlanPart::Target)],
        judge: plan,
    }),
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
    topics: &[
        &topics::SLC_CACHE,
        &topics::GARBAGE_COLLECTION,
        &topics::THERMAL_THROTTLING,
        &topics::CLOUD_VOLUMES,
    ],
    ..Trap::new(
        Family::Shape,
        "szstonelee, SSDInternal (24 h); SNIA SSS PTS 2.0.2; AWS EBS credits",
        &[Symptom::Unsteady, Symptom::IopsTooHigh],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// Before the run: what is written, and the capacity of the flash drive.
    Planned {
        write_bytes: u64,
        drive_bytes: u64,
    },
    Cliff {
        at_s: usize,
        before_iops: f64,
        after_iops: f64,
        /// Moved until then.
        at_bytes: f64,
        /// The rates are bytes per second.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        of_bytes: bool,
    },
    Rise {
        at_s: usize,
        before_iops: f64,
        after_iops: f64,
        /// Whether the slow part is a small part at the beginning.
        warm_up: bool,
        /// The rates are bytes per second.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        of_bytes: bool,
    },
    /// From a flat level to a flat one that is a round number.
    Credits {
        at_s: usize,
        burst_iops: f64,
        baseline_iops: f64,
        /// Done beyond the refill: the bucket, if it was full at the start.
        credit_ios: f64,
        /// Latency under the limit, and depth ÷ rate there.
        limited_latency_ns: Option<f64>,
        depth_over_rate_ns: Option<f64>,
        /// Levels of no meaning that are a round number by chance.
        chance_percent: Option<f64>,
        /// The job writes: a full cache of the device can do the same.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        writes: bool,
    },
    /// As [`Observed::Credits`], in bytes.
    ByteCredits {
        at_s: usize,
        burst_bytes_per_s: f64,
        baseline_bytes_per_s: f64,
        credit_bytes: f64,
        chance_percent: Option<f64>,
        /// The job writes: a full cache of the device can do the same.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        writes: bool,
    },
    SawTooth {
        period_s: usize,
    },
    Drift {
        percent_per_s: f64,
    },
    Unsteady {
        levels: usize,
        level_iops: Vec<f64>,
        /// The rates are bytes per second.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        of_bytes: bool,
    },
    /// Of mean latencies, where these are all that is known: from one level to another.
    LatencyStep {
        at_s: usize,
        before_ns: f64,
        after_ns: f64,
    },
    /// Of mean latencies: no such levels.
    LatencyUnsteady {
        least_ns: f64,
        most_ns: f64,
    },
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_disk_job(case, |view| {
        let (Some(write_bytes), Some(drive_bytes)) = (view.planned.total_bytes, capacity(view)) else {
            return Vec::new();
        };
        let small = write_bytes < drive_bytes / SMALL_PART;
        if !view.job.durability.direct || !issues(view.job, Ddir::Write) || !small {
            return Vec::new();
        }
        let observed = Observed::Planned {
            write_bytes,
            drive_bytes,
        };
        vec![Finding::new(
            When::Plan,
            Severity::Note,
            Subject::whole(),
            observed,
        )]
    })
}

/// Capacity of the flash drive at the bottom, where it is one and real.
fn capacity(view: &JobView<'_>) -> Option<u64> {
    let leaf = *view.targets.first()?.leaves().first()?;
    let LayerKind::Disk(disk) = &leaf.kind else {
        return None;
    };
    let rotates = leaf.queue.as_ref().and_then(|queue| queue.rotational) == Some(true);
    let real = matches!(
        disk.transport,
        Transport::Nvme | Transport::Sata | Transport::Sas | Transport::Usb
    );
    leaf.size_bytes.filter(|_| real && !rotates)
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    per_run(case, |job: &JobRun<'_>| {
        let observed = if job.is_paced() {
            fall_of_paced(job)?
        } else {
            course(job)?
        };
        let severity = match observed {
            Observed::Cliff { .. } | Observed::Credits { .. } | Observed::ByteCredits { .. } => {
                Severity::Wrong
            }
            Observed::LatencyStep {
                before_ns, after_ns, ..
            } if after_ns > before_ns => Severity::Wrong,
            _ => Severity::Care,
        };
        Some((severity, observed))
    })
}

/// The rate of each second, without the times in which one I/O held up all others: those are stalls.
fn series(job: &JobRun<'_>) -> Vec<f64> {
    let series = job.whole_seconds();
    without(&series, &job.frozen(&series))
}

/// The longest pause that leaves the seconds alike, in microseconds.
const SHORT_PAUSE_US: u64 = 100_000;

/// The fall of a job that holds itself back evenly: its pace made the level before, and not the one after. All other shapes may be of the
/// pace.
fn fall_of_paced(job: &JobRun<'_>) -> Option<Observed> {
    let pace = &job.plan.pace;
    let is_even = pace.process == RateProcess::Linear
        && pace.thinktime_us <= SHORT_PAUSE_US
        && pace.thinktime_iotime_us == 0;
    let series = series(job);
    let (at, before, after) = match shape(&series, &[1.0]) {
        Shape::Cliff { at, before, after } => (at, before, after),
        Shape::TokenBucket { at, burst, baseline } => (at, burst, baseline),
        _ => return None,
    };
    (is_even && after < START_APART * before).then(|| Observed::Cliff {
        at_s: at,
        before_iops: before,
        after_iops: after,
        at_bytes: bytes_per_second(job).iter().take(at).sum(),
        of_bytes: job.series_of() == SeriesOf::Bytes,
    })
}

/// The course of mean latencies, given as the rates that they allow.
fn latencies(rates: &[f64]) -> Option<Observed> {
    let (at_s, before, after) = match shape(rates, &[1.0]) {
        Shape::TooShort | Shape::Steady => return None,
        Shape::Cliff { at, before, after } | Shape::Rise { at, before, after } => (at, before, after),
        Shape::TokenBucket { at, burst, baseline } => (at, burst, baseline),
        Shape::SawTooth { .. } | Shape::Drift { .. } | Shape::Unsteady { .. } => {
            let known = || rates.iter().filter(|rate| **rate > 0.0).map(|rate| 1e9 / rate);
            return Some(Observed::LatencyUnsteady {
                least_ns: known().fold(f64::INFINITY, f64::min),
                most_ns: known().fold(0.0, f64::max),
            });
        }
    };
    Some(Observed::LatencyStep {
        at_s,
        before_ns: 1e9 / before,
        after_ns: 1e9 / after,
    })
}

/// The course of a job, where it is not one level.
fn course(job: &JobRun<'_>) -> Option<Observed> {
    let series = series(job);
    let of_bytes = match job.series_of() {
        SeriesOf::Ios => false,
        SeriesOf::Bytes => true,
        SeriesOf::Latencies => return latencies(&series),
    };
    Some(match shape(&series, &[1.0]) {
        Shape::TooShort => return None,
        Shape::Steady => return short_start(&series, &bytes_per_second(job), of_bytes),
        Shape::Cliff { at, before, after } => byte_credits(job).unwrap_or_else(|| Observed::Cliff {
            at_s: at,
            before_iops: before,
            after_iops: after,
            at_bytes: bytes_per_second(job).iter().take(at).sum(),
            of_bytes,
        }),
        // A slow beginning leaves the mean too low, but hides nothing that comes later.
        Shape::Rise { at, before, after } => Observed::Rise {
            at_s: at,
            before_iops: before,
            after_iops: after,
            warm_up: at as f64 <= WARM_UP * series.len() as f64,
            of_bytes,
        },
        // A level that is round in bytes.
        Shape::TokenBucket { .. } if of_bytes => return byte_credits(job),
        Shape::TokenBucket { at, burst, baseline } => {
            let waits = limited_latency(job, &series, at, baseline);
            Observed::Credits {
                at_s: at,
                burst_iops: burst,
                baseline_iops: baseline,
                credit_ios: credit(&series, at, baseline),
                limited_latency_ns: waits.map(|(seen, _)| seen),
                depth_over_rate_ns: waits.map(|(_, expected)| expected),
                chance_percent: chance_percent(baseline, &[1.0]),
                writes: job.ddir(Ddir::Write).ios > 0,
            }
        }
        Shape::SawTooth { period } => Observed::SawTooth { period_s: period },
        Shape::Drift { percent_per_sample } => Observed::Drift {
            percent_per_s: percent_per_sample,
        },
        Shape::Unsteady { segments } => Observed::Unsteady {
            levels: segments.len(),
            level_iops: segments.iter().map(|segment| segment.level).collect(),
            of_bytes,
        },
    })
}

/// Seconds of a start that is too short for its own level.
const SHORT_START: std::ops::RangeInclusive<usize> = 2..=5;
/// How far such a start is below the level of the rest, or the rest below it.
const START_APART: f64 = 0.7;
/// How far it moves the mean from that level, to be worth a word.
const START_MATTERS: f64 = 0.05;

/// A few seconds at the beginning that are slower, or faster, than every second after them.
fn short_start(series: &[f64], bytes: &[f64], of_bytes: bool) -> Option<Observed> {
    let level = median(series.get(*SHORT_START.end()..)?)?;
    let first = || series.iter().take(*SHORT_START.end());
    let slow = first().take_while(|rate| **rate < START_APART * level).count();
    let fast = first().take_while(|rate| START_APART * **rate > level).count();
    let at = slow.max(fast);
    let (start, rest) = series.split_at(at);
    let ends = |part: &[f64]| {
        let least = part.iter().copied().fold(f64::INFINITY, f64::min);
        (least, part.iter().copied().fold(0.0, f64::max))
    };
    let ((start_least, start_most), (least, most)) = (ends(start), ends(rest));
    let is_apart = if slow > 0 {
        start_most < least
    } else {
        start_least > most
    };
    let (before, after) = (median(start)?, median(rest)?);
    let mean = series.iter().sum::<f64>() / series.len() as f64;
    let matters = (mean / after - 1.0).abs() >= START_MATTERS;
    if !SHORT_START.contains(&at) || !is_apart || !matters {
        return None;
    }
    Some(if slow > 0 {
        Observed::Rise {
            at_s: at,
            before_iops: before,
            after_iops: after,
            warm_up: true,
            of_bytes,
        }
    } else {
        Observed::Cliff {
            at_s: at,
            before_iops: before,
            after_iops: after,
            at_bytes: bytes.iter().take(at).sum(),
            of_bytes,
        }
    })
}

/// How many levels match a limit by chance as this one does; none: it is not a round number, but the burst is a provider's.
fn chance_percent(baseline: f64, units: &[f64]) -> Option<f64> {
    limit_match(baseline, units).map(|found| found.chance * 100.0)
}

/// What was done beyond the refill before it ended.
fn credit(series: &[f64], at: usize, baseline: f64) -> f64 {
    let beyond: f64 = series.iter().take(at).map(|rate| rate - baseline).sum();
    beyond.max(0.0)
}

/// A limit of throughput, where the rate of I/Os is not a round number.
fn byte_credits(job: &JobRun<'_>) -> Option<Observed> {
    let series = bytes_per_second(job);
    let Shape::TokenBucket { at, burst, baseline } = shape(&series, &[1.0, MIB]) else {
        return None;
    };
    Some(Observed::ByteCredits {
        at_s: at,
        burst_bytes_per_s: burst,
        baseline_bytes_per_s: baseline,
        credit_bytes: credit(&series, at, baseline),
        chance_percent: chance_percent(baseline, &[1.0, MIB]),
        writes: job.ddir(Ddir::Write).ios > 0,
    })
}

/// The latency of the I/Os under the limit and what Little's law gives for it, in nanoseconds: the limited ones are the slow ones,
/// so their median is a percentile of all. None unless all directions together can be asked, which takes a single one.
fn limited_latency(job: &JobRun<'_>, series: &[f64], at: usize, baseline: f64) -> Option<(f64, f64)> {
    let mut directions = job.directions();
    let (_, stats) = directions.next().filter(|_| directions.next().is_none())?;
    let limited: f64 = series.iter().skip(at).sum();
    let all: f64 = series.iter().sum();
    let latency = [&stats.lat, &stats.clat]
        .into_iter()
        .find(|latency| latency.histogram.total() > 0)?;
    let percent = 100.0 * (1.0 - limited / all / 2.0);
    let seen = latency.histogram.percentile(percent, latency.moments.max) as f64;
    Some((seen, job.achieved_depth()? / baseline * 1e9))
}

/// Bytes in each whole second, all directions together.
fn bytes_per_second(job: &JobRun<'_>) -> Vec<f64> {
    let mut series = vec![0.0; job.whole_seconds().len()];
    for ddir in &job.stats.ddirs {
        for (sum, (_, bytes)) in series.iter_mut().zip(&ddir.per_second) {
            *sum += *bytes as f64;
        }
    }
    series
}

/// Two rates of one unit, the second one with it where the unit is not a part of each.
fn between(before: f64, after: f64, of_bytes: bool) -> (String, String) {
    if of_bytes {
        (Bandwidth(before).to_string(), Bandwidth(after).to_string())
    } else {
        (Rate(before).to_string(), format!("{} IOPS", Rate(after)))
    }
}

/// Levels named.
const NAMED: usize = 8;

/// The first levels of a course with many, with their unit.
fn named_levels(levels: usize, level_iops: &[f64], of_bytes: bool, lang: Lang) -> String {
    let shown = |level: &f64| match of_bytes {
        true => Bandwidth(*level).to_string(),
        false => Rate(*level).to_string(),
    };
    let mut rates: Vec<String> = level_iops.iter().take(NAMED).map(shown).collect();
    if levels > NAMED {
        rates.push("…".to_owned());
    }
    let rates = lang.list(&rates);
    if of_bytes { rates } else { format!("{rates} IOPS") }
}

/// The sentences of `cliff`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Planned {
                write_bytes,
                drive_bytes,
            } => messages::Planned {
                written: &Bytes(*write_bytes),
                share: &Share(*write_bytes as f64 / (*drive_bytes).max(1) as f64),
            }
            .text(lang),
            Observed::Cliff {
                at_s,
                before_iops,
                after_iops,
                at_bytes,
                of_bytes,
            } => {
                let (before, after) = between(*before_iops, *after_iops, *of_bytes);
                messages::Cliff {
                    before: &before,
                    after: &after,
                    share: &Share(after_iops / before_iops),
                    seconds: at_s,
                    moved: &Bytes(*at_bytes as u64),
                }
                .text(lang)
            }
            Observed::Rise {
                at_s: seconds,
                before_iops,
                after_iops,
                warm_up,
                of_bytes,
            } => {
                let (before, after) = &between(*before_iops, *after_iops, *of_bytes);
                if *warm_up {
                    messages::WarmUp {
                        before,
                        after,
                        seconds,
                    }
                    .text(lang)
                } else {
                    messages::Rise {
                        before,
                        after,
                        seconds,
                    }
                    .text(lang)
                }
            }
            Observed::Credits { .. } | Observed::ByteCredits { .. } => self.credits(lang),
            Observed::SawTooth { period_s: seconds } => messages::SawTooth { seconds }.text(lang),
            Observed::Drift { percent_per_s } => {
                let percent = &format!("{percent_per_s:.3}");
                messages::Drift { percent }.text(lang)
            }
            Observed::Unsteady {
                levels,
                level_iops,
                of_bytes,
            } => {
                let rates = &named_levels(*levels, level_iops, *of_bytes, lang);
                messages::Unsteady { levels, rates }.text(lang)
            }
            Observed::LatencyStep {
                at_s: seconds,
                before_ns,
                after_ns,
            } => messages::LatencyStep {
                rose: after_ns > before_ns,
                before: &Nanos(*before_ns),
                after: &Nanos(*after_ns),
                seconds,
            }
            .text(lang),
            Observed::LatencyUnsteady { least_ns, most_ns } => {
                let (least, most) = (&Nanos(*least_ns), &Nanos(*most_ns));
                messages::LatencyUnsteady { least, most }.text(lang)
            }
        }
    }

    /// A limiter, and what its level is worth by itself.
    fn credits(&self, lang: Lang) -> String {
        let (limiter, chance, writes) = match self {
            Observed::Credits {
                at_s,
                burst_iops,
                baseline_iops,
                credit_ios,
                chance_percent,
                writes,
                ..
            } => {
                let limiter = messages::Credits {
                    burst: &Rate(*burst_iops),
                    baseline: &Rate(*baseline_iops),
                    seconds: at_s,
                    credits: &Rate(*credit_ios),
                };
                (limiter.text(lang), chance_percent, *writes)
            }
            Observed::ByteCredits {
                at_s,
                burst_bytes_per_s,
                baseline_bytes_per_s,
                credit_bytes,
                chance_percent,
                writes,
            } => {
                let limiter = messages::ByteCredits {
                    burst: &Bytes(*burst_bytes_per_s as u64),
                    baseline: &Bytes(*baseline_bytes_per_s as u64),
                    seconds: at_s,
                    credits: &Bytes(*credit_bytes as u64),
                };
                (limiter.text(lang), chance_percent, *writes)
            }
            _ => return String::new(),
        };
        let chance = chance.map(|percent| {
            let share = &Share(percent / 100.0);
            messages::ByChance { share }.text(lang)
        });
        let cache = writes.then(|| messages::or_full_cache(lang).to_owned());
        let sentences = [Some(limiter), cache, chance];
        lang.sentences(&sentences.into_iter().flatten().collect::<Vec<_>>())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn a_short_start_is_seen_where_it_moves_the_mean() {
        let series = |start: &[f64], rest: usize| -> Vec<f64> {
            let level = (0..rest).map(|second| 900.0 + (second % 7) as f64 * 5.0);
            start.iter().copied().chain(level).collect()
        };
        let seen = |series: &[f64]| short_start(series, series, false);
        let slow = seen(&series(&[150.0, 150.0, 152.0], 12)).unwrap();
        assert!(
            matches!(slow, Observed::Rise { at_s: 3, before_iops, warm_up: true, .. } if before_iops == 150.0),
            "{slow:?}"
        );
        let fast = seen(&series(&[9000.0, 9100.0], 40)).unwrap();
        assert!(
            matches!(fast, Observed::Cliff { at_s: 2, at_bytes, .. } if at_bytes == 18_100.0),
            "{fast:?}"
        );
        // An hour is not changed by three seconds, one second does not count as a start, and a noisy series has such seconds later too.
        assert_eq!(seen(&series(&[150.0, 150.0, 152.0], 3600)), None);
        assert_eq!(seen(&series(&[150.0], 12)), None);
        let mut noisy = series(&[150.0, 150.0], 12);
        noisy[9] = 140.0;
        assert_eq!(seen(&noisy), None);
        assert_eq!(seen(&series(&[], 20)), None);
    }
}
