//! Holds the numbers of one row, or of one line of results, against each other: a bandwidth against IOPS × block size, IOPS × latency
//! against the depth of all jobs, and latencies against their order.

use fiord_job::plan::{Ddir, JobPlan};
use fiord_judge::case::littles_law::{AskedQueue, in_flight};
use fiord_messages::{Sentence, import as messages};
use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, Mismatch};
use fiord_record::number::{Nanos, Rate, short};

/// How far a bandwidth may be from IOPS × block size, besides rounding: 1024 for 1000 in a bandwidth in GB and in a block of 1 MB makes 13 %,
/// and the means of the two may be of other samples.
const AGREES: f64 = 1.25;
/// In flight ÷ depth of all jobs above which one of them is wrong.
const TOO_MANY: f64 = 2.0;
/// Jobs that hardly any test has.
const MANY_JOBS: f64 = 128.0;
/// How far a percentile may be above a higher one or the maximum, as a share: it is the middle of a bucket.
const BUCKET: f64 = 0.04;

/// A number of a result.
#[derive(Debug, Clone)]
pub(super) struct Stated {
    pub what: FigureOf,
    pub ddir: Option<Ddir>,
    pub value: Spread,
    /// The share of it that rounding may have added or left out.
    pub rounding: f64,
    /// What its heading says of the workload: numbers of other workloads say nothing of this one.
    pub workload: Vec<String>,
}

impl Stated {
    pub(super) fn new(what: FigureOf, ddir: Option<Ddir>, value: Spread, text: &str) -> Self {
        Self {
            what,
            ddir,
            value,
            rounding: rounding(text),
            workload: Vec::new(),
        }
    }
}

/// What is known of the I/Os that have these numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct RowSetting {
    pub block: Option<f64>,
    /// Of one job.
    pub depth: Option<f64>,
    pub jobs: Option<f64>,
}

impl RowSetting {
    pub(super) fn of_job(job: &JobPlan) -> Self {
        let of = |ddir: Ddir| {
            let size = &job.access.block_size[ddir];
            (size.min() == size.max()).then_some(size.max() as f64)
        };
        let queue = AskedQueue::of(job, 1.0);
        Self {
            block: of(Ddir::Read).filter(|block| of(Ddir::Write) == Some(*block)),
            depth: Some(queue.asked),
            jobs: Some(f64::from(job.numjobs)),
        }
    }
}

/// The share of a number that rounding may have added or left out: half of its last digit.
fn rounding(text: &str) -> f64 {
    let digits = text.chars().skip_while(|c| !c.is_ascii_digit());
    let digits = digits.take_while(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    let digits: String = digits.filter(char::is_ascii_digit).collect();
    digits.parse().map_or(1.0, |number: f64| 0.5 / number.max(1.0))
}

/// The numbers that cannot all be true.
pub(super) fn mismatches(all: &[Stated], setting: &RowSetting) -> Vec<Mismatch> {
    let mut found = Vec::new();
    for ddir in [Some(Ddir::Read), Some(Ddir::Write), None] {
        let of = |what: FigureOf| all.iter().find(|one| one.what == what && one.ddir == ddir);
        let iops = of(FigureOf::Iops);
        if let (Some(iops), Some(rate), Some(block)) = (iops, of(FigureOf::BytesPerS), setting.block)
            && iops.workload == rate.workload
        {
            let made = iops.value.times(block);
            let most = AGREES * (1.0 + 2.0 * (iops.rounding + rate.rounding));
            if rate.value.low > made.high * most || rate.value.high * most < made.low {
                found.push(Mismatch::BlocksPerS {
                    bytes_per_s: rate.value.high,
                    iops: iops.value.high,
                    block_bytes: block as u64,
                });
            }
        }
        if let (Some((in_flight, ..)), Some(depth), Some(jobs)) =
            (queued(iops, mean(&of)), setting.depth, setting.jobs)
            && in_flight.low > TOO_MANY * depth * jobs
        {
            found.push(Mismatch::InFlight {
                in_flight: in_flight.low,
                asked_depth: depth * jobs,
            });
        }
        found.extend(out_of_order(&of));
    }
    found
}

/// What rate and latency say of the number of jobs, where the text gives a depth and no number of jobs, and no test has that many.
pub(super) fn many_jobs(all: &[Stated], setting: &RowSetting) -> Option<Sentence> {
    let depth = setting.depth.filter(|_| setting.jobs.is_none())?;
    [Some(Ddir::Read), Some(Ddir::Write), None]
        .into_iter()
        .find_map(|ddir| {
            let of = |what: FigureOf| all.iter().find(|one| one.what == what && one.ddir == ddir);
            let (in_flight, iops, ns) = queued(of(FigureOf::Iops), mean(&of))?;
            let jobs = in_flight.low / depth;
            let note = messages::NeedsJobs {
                iops: &Rate(iops),
                latency: &Nanos(ns),
                in_flight: &short(in_flight.low),
                depth: &short(depth),
                jobs: &short(jobs),
            };
            (jobs > MANY_JOBS).then(|| Sentence::new(|lang| note.text(lang)))
        })
}

/// The mean latency.
fn mean<'s>(of: &impl Fn(FigureOf) -> Option<&'s Stated>) -> Option<&'s Stated> {
    of(FigureOf::LatMeanNs).or_else(|| of(FigureOf::ClatMeanNs))
}

/// I/Os in flight by Little's law, with the rate and the latency.
fn queued(iops: Option<&Stated>, mean: Option<&Stated>) -> Option<(Spread, f64, f64)> {
    let (iops, mean) = iops.zip(mean)?;
    (iops.workload == mean.workload).then(|| {
        let found = in_flight(iops.value, mean.value);
        (found, iops.value.high, mean.value.high)
    })
}

/// The first latency that is above one which cannot be shorter.
fn out_of_order<'s>(of: &impl Fn(FigureOf) -> Option<&'s Stated>) -> Option<Mismatch> {
    use FigureOf::{ClatMeanNs, LatMaxNs, LatMeanNs, LatMinNs, P50Ns, P99Ns, P999Ns, P9999Ns};
    const ORDERS: [&[FigureOf]; 3] = [
        &[LatMinNs, P50Ns, P99Ns, P999Ns, P9999Ns, LatMaxNs],
        &[LatMinNs, LatMeanNs, LatMaxNs],
        &[LatMinNs, ClatMeanNs, LatMaxNs],
    ];
    ORDERS.into_iter().find_map(|order| {
        let known: Vec<&Stated> = order.iter().filter_map(|what| of(*what)).collect();
        let falls = |pair: &&[&Stated]| {
            let most = (1.0 + BUCKET) * (1.0 + 2.0 * (pair[0].rounding + pair[1].rounding));
            pair[0].workload == pair[1].workload && pair[0].value.low > pair[1].value.high * most
        };
        let pair = known.windows(2).find(falls)?;
        Some(Mismatch::LatencyOrder {
            lower: pair[0].what,
            lower_ns: pair[0].value.low,
            higher: pair[1].what,
            higher_ns: pair[1].value.high,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stated(what: FigureOf, value: f64) -> Stated {
        Stated {
            what,
            ddir: None,
            value: Spread::of(value),
            rounding: 0.0,
            workload: Vec::new(),
        }
    }

    /// Units that people confuse and digits that they leave out explain a difference; nothing explains a factor of four.
    #[test]
    fn a_bandwidth_is_held_against_rate_and_block() {
        let setting = |block: f64| RowSetting {
            block: Some(block),
            ..RowSetting::default()
        };
        for (iops, rate, block, agrees) in [
            (81_060.0, 1_328e6, 16_384.0, true),
            (81_060.0, 316.0 * 1_048_576.0, 16_384.0, false),
            (98_737.0, 1_542.0 * 1_048_576.0, 16_384.0, true),
            // MiB as MB, and a block of 10⁶ bytes.
            (52_000.0, 50.8e9, 1_048_576.0, true),
            (10_000.0, 500e6, 4096.0, false),
            (10_000.0, 4e6, 4096.0, false),
        ] {
            let all = [stated(FigureOf::Iops, iops), stated(FigureOf::BytesPerS, rate)];
            assert_eq!(
                mismatches(&all, &setting(block)).is_empty(),
                agrees,
                "{iops} {rate}"
            );
            assert_eq!(mismatches(&all, &RowSetting::default()), [], "{iops} {rate}");
        }
        // `0.2k` may be 150 or 249.
        let mut all = [stated(FigureOf::Iops, 200.0), stated(FigureOf::BytesPerS, 1.1e6)];
        assert_eq!(mismatches(&all, &setting(4096.0)).len(), 1);
        all[0].rounding = rounding("0.2k");
        assert_eq!(mismatches(&all, &setting(4096.0)), []);
        // Sequential MB/s and random IOPS are of two workloads.
        all[0].rounding = 0.0;
        all[0].workload.push("random".to_owned());
        assert_eq!(mismatches(&all, &setting(4096.0)), []);
    }

    #[test]
    fn a_depth_and_an_order_are_held_against_latencies() {
        use FigureOf::{Iops, LatMaxNs, LatMeanNs, P50Ns, P99Ns};
        let all = [stated(Iops, 10_000.0), stated(LatMeanNs, 90e6)];
        let setting = |jobs: Option<f64>| RowSetting {
            depth: Some(1.0),
            jobs,
            ..RowSetting::default()
        };
        let found = mismatches(&all, &setting(Some(4.0)));
        assert_eq!(
            found,
            [Mismatch::InFlight {
                in_flight: 900.0,
                asked_depth: 4.0
            }]
        );
        assert_eq!(mismatches(&all, &setting(Some(900.0))), []);
        // Without a number of jobs nothing contradicts, but hardly any test has 900.
        assert_eq!(mismatches(&all, &setting(None)), []);
        assert!(many_jobs(&all, &setting(None)).is_some());
        assert_eq!(many_jobs(&all, &setting(Some(4.0))), None);
        assert_eq!(many_jobs(&all, &RowSetting::default()), None);

        let fall = [stated(P50Ns, 5e6), stated(P99Ns, 2e6), stated(LatMaxNs, 9e6)];
        assert_eq!(
            mismatches(&fall, &RowSetting::default()),
            [Mismatch::LatencyOrder {
                lower: P50Ns,
                lower_ns: 5e6,
                higher: P99Ns,
                higher_ns: 2e6
            }]
        );
        // A mean may be above p99, and not above the maximum.
        let tail = [stated(LatMeanNs, 5e6), stated(P99Ns, 2e6)];
        assert_eq!(mismatches(&tail, &RowSetting::default()), []);
        let tail = [stated(LatMeanNs, 5e6), stated(LatMaxNs, 2e6)];
        assert_eq!(mismatches(&tail, &RowSetting::default()).len(), 1);
    }

    #[test]
    fn digits_tell_how_far_a_number_is_rounded() {
        for (text, expected) in [
            ("16.43K", 0.5 / 1643.0),
            ("0.17", 0.5 / 17.0),
            ("~1,034 MB/s", 0.5 / 1034.0),
            ("?", 1.0),
        ] {
            assert!((rounding(text) - expected).abs() < 1e-12, "{text}");
        }
    }
}
