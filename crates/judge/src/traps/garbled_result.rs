//! `garbled-result`: numbers of one output that cannot both be true.

use crate::case::littles_law::{AskedQueue, Fit, fit};
use crate::case::{Case, JobRun};
use crate::terms::ddir_word;
use crate::trap::{Family, Judgement, Symptom, Text, Trap};
use crate::{Finding, Severity, Subject, When};
use fiord_job::plan::{Ddir, PlanPart};
use fiord_messages::compare;
use fiord_messages::traps::garbled_result as messages;
use fiord_messages::{Fixed, Lang};
use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, Mismatch, UnknownCount};
use fiord_record::number::{Bandwidth, Bytes, Count, Nanos, Rate, short};
use fiord_stats::{DdirStats, Latency, Moments, Samples};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
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
    why: Observed::why,
    quantity: Some(compare::quantity_unit),
    ..Trap::new(
        Family::Claims,
        "fio manual, `Run status`",
        &[Symptom::Contradiction],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub mismatches: Vec<Mismatch>,
    /// Numbers of a job that cannot both be true.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<Garbled>,
}

/// Two numbers of one direction of a job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Garbled {
    MeanAboveMax {
        ddir: Ddir,
        mean_ns: f64,
        max_ns: f64,
    },
    /// The bytes of an I/O, and the block size.
    BlockSize {
        ddir: Ddir,
        ios: u64,
        bytes: u64,
        block_bytes: u64,
    },
    /// The rate from the count and the time, and the mean of fio's samples of it.
    SampledRate {
        ddir: Ddir,
        iops: f64,
        sampled_iops: f64,
    },
    /// The same of the bandwidth.
    SampledBandwidth {
        ddir: Ddir,
        bytes_per_s: f64,
        sampled_bytes_per_s: f64,
    },
    /// A percentile and a higher one with a shorter latency.
    PercentilesFall {
        ddir: Ddir,
        percent: f64,
        ns: f64,
        higher_percent: f64,
        higher_ns: f64,
    },
    Latency(GarbledLatency),
    /// A disk that was busy for longer than the run.
    Utilisation {
        disk: String,
        util_percent: f64,
    },
}

/// Latencies that their own maximum, their count or the depth of the job contradicts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum GarbledLatency {
    /// A percentile above the longest latency.
    PercentileAboveMax {
        ddir: Ddir,
        percent: f64,
        ns: f64,
        max_ns: f64,
    },
    /// I/Os, and how many latencies were recorded of them.
    Latencies { ddir: Ddir, ios: u64, latencies: u64 },
    /// I/Os in flight by rate and mean latency, and the depth that was asked for.
    InFlight { in_flight: f64, asked_depth: f64 },
}

/// How far a mean may be above its maximum, or the bytes of an I/O from its block size, as a share: fio prints few digits.
const PRINTED: f64 = 0.02;
/// How far the mean of samples may be from the rate: they leave out the ends of a run.
const SAMPLED: f64 = 3.0;
/// Fewer samples say nothing.
const LEAST_SAMPLES: u64 = 4;
/// How far a percentile may be above its maximum, as a share: it is the middle of a bucket.
const BUCKET: f64 = 0.04;
/// In flight ÷ asked depth above which both cannot be true, and the I/Os for each of the depth from which the ends of a run weigh little.
const IN_FLIGHT: f64 = 1.1;
const ENOUGH_ROUNDS: f64 = 100.0;

/// What a result without counters says twice, and differently. A run of our own cannot.
fn contradictions(case: &Case<'_>) -> Vec<Garbled> {
    if case.evidence().is_some() || case.record.context.import.is_none() && !is_of_fio(case) {
        return Vec::new();
    }
    let has_counts = case.states(UnknownCount::Ios);
    let each = case.jobs.iter().flat_map(|job| {
        let directions = job.directions();
        let each = directions.flat_map(|(ddir, stats)| {
            let size = block_size(job, ddir, stats).filter(|_| has_counts);
            size.into_iter().chain(of_direction(job, ddir, stats))
        });
        let in_flight = in_flight(case, job).filter(|_| has_counts);
        each.chain(in_flight).collect::<Vec<_>>()
    });
    let disks = case.record.disks.iter().flat_map(|disk| {
        let all = [Some(&disk.counts), disk.below.as_ref()].into_iter().flatten();
        let most = all.map(|counts| counts.util_percent).fold(0.0, f64::max);
        (most > 100.0 * (1.0 + PRINTED)).then(|| Garbled::Utilisation {
            disk: disk.name.clone(),
            util_percent: most,
        })
    });
    each.chain(disks).collect()
}

/// Whether another program counted: ours calls itself `fio-3.33-fiord-1.0`.
fn is_of_fio(case: &Case<'_>) -> bool {
    let mut words = case.record.version.split('-');
    (words.next(), words.nth(1)) != (Some("fio"), Some("fiord"))
}

/// The highest mean that fits a maximum as it is printed. Terse output and old JSON cut minimum and maximum to whole microseconds.
fn highest_mean(moments: &Moments, max_ns: u64) -> f64 {
    const US: u64 = 1000;
    let is_cut = moments.min_or_zero().is_multiple_of(US) && max_ns.is_multiple_of(US);
    max_ns as f64 * (1.0 + PRINTED) + if is_cut { US as f64 } else { 0.0 }
}

fn of_direction(job: &JobRun<'_>, ddir: Ddir, stats: &DdirStats) -> Vec<Garbled> {
    let mut found = Vec::new();
    let latencies = [&stats.lat, &stats.clat].map(|latency| &latency.moments);
    let above = |moments: &&Moments| moments.count > 0 && moments.mean() > highest_mean(moments, moments.max);
    let own = latencies
        .into_iter()
        .find(above)
        .map(|moments| (moments, moments.max));
    // The completion is a part of the whole latency.
    let [lat, clat] = latencies;
    let is_longer = lat.count > 0 && clat.count > 0 && clat.mean() > highest_mean(lat, lat.max);
    let above = own.or(is_longer.then_some((clat, lat.max)));
    found.extend(above.map(|(moments, max)| Garbled::MeanAboveMax {
        ddir,
        mean_ns: moments.mean(),
        max_ns: max as f64,
    }));
    found.extend(
        [&stats.lat, &stats.clat]
            .into_iter()
            .find_map(|latency| fall(ddir, &latency.given).or_else(|| above_max(ddir, latency))),
    );
    let has_no_errors = job.workers.iter().all(|worker| worker.error.is_none());
    found.extend(
        job.other_count_of_latencies(stats)
            .filter(|_| has_no_errors)
            .map(|latencies| {
                Garbled::Latency(GarbledLatency::Latencies {
                    ddir,
                    ios: stats.ios,
                    latencies,
                })
            }),
    );
    found.extend(sampled(job, ddir, stats));
    found
}

/// Bytes that the I/Os of a direction cannot have moved. With `ramp_time`, fio counts the bytes of I/Os that were issued in the ramp and completed after
/// it, but not the I/Os: there may be as many as the queue holds.
fn block_size(job: &JobRun<'_>, ddir: Ddir, stats: &DdirStats) -> Option<Garbled> {
    let size = &job.plan.access.block_size[ddir];
    let given = ["bs", "bsrange", "bssplit"]
        .iter()
        .any(|name| job.plan.was_given(name));
    let most_ios = stats.ios.saturating_add(job.queue());
    let least = stats.ios as f64 * size.min() as f64 * (1.0 - PRINTED);
    let most = most_ios as f64 * size.max() as f64 * (1.0 + PRINTED);
    let is_above = stats.bytes as f64 > most;
    let is_wrong = is_above || (stats.bytes as f64) < least;
    (given && stats.short_ios == 0 && stats.bytes > 0 && is_wrong).then(|| Garbled::BlockSize {
        ddir,
        ios: stats.ios,
        bytes: stats.bytes,
        block_bytes: if is_above { size.max() } else { size.min() },
    })
}

/// The first percentile that is above the maximum, which may have been cut to a whole unit.
fn above_max(ddir: Ddir, latency: &Latency) -> Option<Garbled> {
    let max = latency.moments.max;
    let unit = [1_000_000, 1000]
        .into_iter()
        .find(|unit| max.is_multiple_of(*unit));
    let most = (max + unit.unwrap_or(0)) as f64 * (1.0 + BUCKET);
    let above = |(_, ns): &&(u32, u64)| latency.moments.count > 0 && *ns as f64 > most;
    let (percent, ns) = latency.given.iter().find(above)?;
    Some(Garbled::Latency(GarbledLatency::PercentileAboveMax {
        ddir,
        percent: f64::from(*percent) / 1e4,
        ns: *ns as f64,
        max_ns: max as f64,
    }))
}

/// More I/Os in flight than one worker was asked for. Several may be jobs that were added up, as fio 2 did without telling; a latency in
/// another unit is `unit-misread`.
fn in_flight(case: &Case<'_>, job: &JobRun<'_>) -> Option<Garbled> {
    let is_alone =
        job.plan.numjobs <= 1 && job.workers.len() == 1 && !case.record.version.starts_with("fio-2");
    let queue = AskedQueue::of(job.plan, 1.0);
    let ios = job.stats.total_ios() as f64;
    let tells = [PlanPart::Depth, PlanPart::Engine]
        .into_iter()
        .all(|part| job.plan.tells(part));
    if !is_alone || !tells || ios < ENOUGH_ROUNDS * queue.asked {
        return None;
    }
    let in_flight = job.achieved_depth()?;
    let iops = Spread::of(ios / job.seconds());
    let found = fit(iops, Spread::of(in_flight / iops.low * 1e9), &queue, IN_FLIGHT);
    matches!(found, Fit::TooLong(None)).then_some(Garbled::Latency(GarbledLatency::InFlight {
        in_flight,
        asked_depth: queue.asked,
    }))
}

/// The first percentile of those that a program printed which is above a higher one.
fn fall(ddir: Ddir, given: &[(u32, u64)]) -> Option<Garbled> {
    let mut given = given.to_vec();
    given.sort_by_key(|(percent, _)| *percent);
    let found = given.windows(2).find(|pair| pair[1].1 < pair[0].1)?;
    let percent = |at: usize| f64::from(found[at].0) / 1e4;
    Some(Garbled::PercentilesFall {
        ddir,
        percent: percent(0),
        ns: found[0].1 as f64,
        higher_percent: percent(1),
        higher_ns: found[1].1 as f64,
    })
}

/// Rates whose samples are far from them; of several workers samples are not added up.
fn sampled(job: &JobRun<'_>, ddir: Ddir, stats: &DdirStats) -> Vec<Garbled> {
    let seconds = (stats.runtime_ns as f64 / 1e9).max(f64::MIN_POSITIVE);
    let is_alone = job.plan.numjobs <= 1 && job.workers.len() == 1;
    let is_far = |samples: &Samples, sampled: f64, rate: f64| {
        is_alone && samples.count() >= LEAST_SAMPLES && !(1.0 / SAMPLED..=SAMPLED).contains(&(sampled / rate))
    };
    let (iops, sampled_iops) = (stats.ios as f64 / seconds, stats.iops.mean());
    let (bytes_per_s, sampled_bytes_per_s) = (stats.bytes as f64 / seconds, stats.bw.mean() * 1024.0);
    let rate = is_far(&stats.iops, sampled_iops, iops).then_some(Garbled::SampledRate {
        ddir,
        iops,
        sampled_iops,
    });
    let bandwidth =
        is_far(&stats.bw, sampled_bytes_per_s, bytes_per_s).then_some(Garbled::SampledBandwidth {
            ddir,
            bytes_per_s,
            sampled_bytes_per_s,
        });
    rate.into_iter().chain(bandwidth).collect()
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let import = case.record.context.import.as_ref();
    let mismatches = import.map(|import| import.mismatches.clone()).unwrap_or_default();
    let numbers = contradictions(case);
    if mismatches.is_empty() && numbers.is_empty() {
        return Vec::new();
    }
    let is_number = |one: &Mismatch| !matches!(one, Mismatch::GroupTwice { .. });
    let severity = if mismatches.iter().any(is_number) || !numbers.is_empty() {
        Severity::Wrong
    } else {
        Severity::Care
    };
    vec![Finding::new(
        When::Run,
        severity,
        Subject::whole(),
        Observed { mismatches, numbers },
    )]
}

/// The sentences of `garbled-result`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let mismatches = self.mismatches.iter();
        let printed = mismatches.map(|mismatch| contradiction(mismatch, lang));
        let numbers = self.numbers.iter().map(|numbers| numbers.text(lang));
        let ratios = self.mismatches.iter().filter_map(ratio_of_mismatch);
        let ratios = ratios.chain(self.numbers.iter().filter_map(Garbled::ratio));
        let mut mistakes: Vec<String> = Vec::new();
        for mistake in ratios.filter_map(mistake) {
            let text = mistake(lang).to_owned();
            if !mistakes.contains(&text) {
                mistakes.push(text);
            }
        }
        lang.sentences(&printed.chain(numbers).chain(mistakes).collect::<Vec<_>>())
    }

    fn why(&self, lang: Lang) -> Option<String> {
        self.mismatches
            .is_empty()
            .then(|| messages::why_numbers(lang).to_owned())
    }
}

/// How far a ratio may be from 8 or 10, as a share, to be that of a unit or of a digit.
const NEAR: f64 = 0.03;

/// The confusion that explains a factor between two numbers.
fn mistake(ratio: f64) -> Option<Fixed> {
    let ratio = if ratio < 1.0 { 1.0 / ratio } else { ratio };
    let is = |factor: f64| (ratio / factor - 1.0).abs() < NEAR;
    if is(8.0) {
        Some(messages::bits_and_bytes)
    } else if is(10.0) {
        Some(messages::one_digit)
    } else {
        None
    }
}

fn ratio_of_mismatch(mismatch: &Mismatch) -> Option<f64> {
    match mismatch {
        Mismatch::Bandwidths {
            bytes_per_s,
            other_bytes_per_s,
            ..
        } => Some(bytes_per_s / other_bytes_per_s),
        Mismatch::BytesInTime {
            bytes_per_s,
            from_bytes_per_s,
            ..
        } => Some(bytes_per_s / from_bytes_per_s),
        Mismatch::IosInTime { iops, from_iops, .. } => Some(iops / from_iops),
        Mismatch::BlocksPerS {
            bytes_per_s,
            iops,
            block_bytes,
        } => Some(bytes_per_s / (iops * *block_bytes as f64)),
        Mismatch::InFlight { .. } | Mismatch::LatencyOrder { .. } | Mismatch::GroupTwice { .. } => None,
    }
}

impl Garbled {
    /// A number of the two, and how many times it is the other, where a unit or a digit may be wrong.
    fn ratio(&self) -> Option<f64> {
        match *self {
            Garbled::BlockSize {
                ios,
                bytes,
                block_bytes,
                ..
            } => Some(bytes as f64 / ios as f64 / block_bytes as f64),
            Garbled::SampledBandwidth {
                bytes_per_s,
                sampled_bytes_per_s,
                ..
            } => Some(bytes_per_s / sampled_bytes_per_s),
            Garbled::MeanAboveMax { .. }
            | Garbled::SampledRate { .. }
            | Garbled::PercentilesFall { .. }
            | Garbled::Latency(_)
            | Garbled::Utilisation { .. } => None,
        }
    }

    fn text(&self, lang: Lang) -> String {
        match *self {
            Garbled::MeanAboveMax {
                ddir,
                mean_ns,
                max_ns,
            } => messages::MeanAboveMax {
                ddir: ddir_word(ddir),
                mean: &Nanos(mean_ns),
                max: &Nanos(max_ns),
            }
            .text(lang),
            Garbled::BlockSize {
                ddir,
                ios,
                bytes,
                block_bytes,
            } => messages::BlockSize {
                ddir: ddir_word(ddir),
                bytes: &Bytes(bytes),
                ios: &Count(ios),
                block: &Bytes(block_bytes),
            }
            .text(lang),
            Garbled::SampledRate {
                ddir,
                iops,
                sampled_iops,
            } => messages::SampledRate {
                ddir: ddir_word(ddir),
                computed: &Rate(iops),
                sampled: &Rate(sampled_iops),
            }
            .text(lang),
            Garbled::SampledBandwidth {
                ddir,
                bytes_per_s,
                sampled_bytes_per_s,
            } => messages::SampledBandwidth {
                ddir: ddir_word(ddir),
                computed: &Bandwidth(bytes_per_s),
                sampled: &Bandwidth(sampled_bytes_per_s),
            }
            .text(lang),
            Garbled::PercentilesFall {
                ddir,
                percent,
                ns,
                higher_percent,
                higher_ns,
            } => messages::PercentilesFall {
                ddir: ddir_word(ddir),
                percent: &percent,
                latency: &Nanos(ns),
                higher_percent: &higher_percent,
                higher_latency: &Nanos(higher_ns),
            }
            .text(lang),
            Garbled::Latency(ref latency) => latency.text(lang),
            Garbled::Utilisation {
                ref disk,
                util_percent,
            } => messages::Utilisation {
                disk,
                percent: &short(util_percent),
            }
            .text(lang),
        }
    }
}

impl GarbledLatency {
    fn text(&self, lang: Lang) -> String {
        match *self {
            GarbledLatency::PercentileAboveMax {
                ddir,
                percent,
                ns,
                max_ns,
            } => messages::PercentileAboveMax {
                ddir: ddir_word(ddir),
                percent: &percent,
                latency: &Nanos(ns),
                max: &Nanos(max_ns),
            }
            .text(lang),
            GarbledLatency::Latencies { ddir, ios, latencies } => messages::Latencies {
                ddir: ddir_word(ddir),
                ios: &Count(ios),
                latencies: &Count(latencies),
            }
            .text(lang),
            GarbledLatency::InFlight {
                in_flight,
                asked_depth,
            } => messages::InFlight {
                in_flight: &short(in_flight),
                asked: &short(asked_depth),
            }
            .text(lang),
        }
    }
}

fn contradiction(mismatch: &Mismatch, lang: Lang) -> String {
    let mb = |bytes: f64| Rate(bytes / 1e6);
    match mismatch {
        Mismatch::Bandwidths {
            ddir,
            bytes_per_s,
            other_bytes_per_s,
        } => messages::Bandwidths {
            ddir: ddir_word(*ddir),
            printed: &mb(*bytes_per_s),
            other: &mb(*other_bytes_per_s),
        }
        .text(lang),
        Mismatch::BytesInTime {
            ddir,
            bytes_per_s,
            from_bytes_per_s,
            bytes,
            runtime_ns,
        } => messages::BytesInTime {
            ddir: ddir_word(*ddir),
            printed: &mb(*bytes_per_s),
            bytes: &Bytes(*bytes as u64),
            time: &Nanos(*runtime_ns),
            computed: &mb(*from_bytes_per_s),
        }
        .text(lang),
        Mismatch::IosInTime {
            ddir,
            iops,
            from_iops,
            ios,
            runtime_ns,
        } => messages::IosInTime {
            ddir: ddir_word(*ddir),
            printed: &Rate(*iops),
            ios: &Count(*ios),
            time: &Nanos(*runtime_ns),
            computed: &Rate(*from_iops),
        }
        .text(lang),
        Mismatch::BlocksPerS {
            bytes_per_s,
            iops,
            block_bytes,
        } => messages::BlocksPerS {
            printed: &mb(*bytes_per_s),
            iops: &Rate(*iops),
            block: &Bytes(*block_bytes),
            computed: &mb(iops * *block_bytes as f64),
        }
        .text(lang),
        Mismatch::InFlight {
            in_flight,
            asked_depth,
        } => messages::InFlight {
            in_flight: &short(*in_flight),
            asked: &short(*asked_depth),
        }
        .text(lang),
        Mismatch::LatencyOrder {
            lower,
            lower_ns,
            higher,
            higher_ns,
        } => messages::LatencyOrder {
            low: &latency_name(*lower),
            latency: &Nanos(*lower_ns),
            high: &latency_name(*higher),
            high_latency: &Nanos(*higher_ns),
        }
        .text(lang),
        Mismatch::GroupTwice { group, first_line } => messages::GroupTwice {
            group,
            line: first_line,
        }
        .text(lang),
    }
}

/// As fio prints it: `max`, `p99.9`.
fn latency_name(what: FigureOf) -> String {
    let name = what.name().trim_end_matches("_ns");
    let name = name.trim_start_matches("clat_").trim_start_matches("lat_");
    name.replace('_', ".")
}
