//! What the curves of a study show about the inside of a drive: units that work at the same time, an arm, the end of a write cache. Each
//! is a range with its ground; what a curve leaves open stays open.

use fiord_job::plan::{AccessMode, Amount, Ddir, EngineKind, JobPlan};
use fiord_judge::case::data_sheet::asked_depth;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a curve shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "of", rename_all = "kebab-case")]
pub enum Inside {
    /// Dies or disks that serve random reads at the same time.
    Units {
        latency_ns: f64,
        depth: u32,
        /// IOPS at that depth ÷ IOPS at depth 1: reads that are in service at the same time, at most.
        gain: f64,
        least: u32,
        /// The number of units, where the curve has the form of random reads that meet at that number.
        about: Option<(u32, u32)>,
        /// More depth gave more to the end.
        rises: bool,
    },
    /// A disk with arms.
    Arm { latency_ns: f64, sequential_ratio: f64 },
    /// As slow as a disk with arms, but reads in sequence are not much faster, or a queue gains more than an arm could.
    SlowWithoutArm { latency_ns: f64 },
    /// As slow as a disk with arms; the study has nothing to compare with.
    MaybeArm { latency_ns: f64 },
    /// Bytes that were written at the first rate.
    CacheEnd {
        least_bytes: u64,
        most_bytes: u64,
        before_bytes_per_s: f64,
        /// Of what was written last.
        after_bytes_per_s: Option<f64>,
    },
    /// The rate did not fall.
    NoCacheEnd { written_bytes: u64 },
}

/// One measured cell of a job that reads or writes the drive itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CellRate<'a> {
    pub(crate) cell: u32,
    pub(crate) job: &'a JobPlan,
    pub(crate) ddir: Ddir,
    /// Bytes per second, and the ends of its interval.
    pub(crate) rate: [f64; 3],
}

/// What is shown, with the cells that it rests on.
pub(crate) fn shown(points: &[CellRate<'_>]) -> Vec<(Inside, Vec<u32>)> {
    let usable: Vec<CellRate<'_>> = points
        .iter()
        .copied()
        .filter(|point| is_usable(point.job))
        .collect();
    let of_mode = |mode| {
        usable
            .iter()
            .copied()
            .filter(move |point| point.job.access.mode == mode)
    };
    let random: Vec<CellRate<'_>> = of_mode(AccessMode::RandRead).collect();
    let sequential: Vec<CellRate<'_>> = of_mode(AccessMode::Read).collect();
    let writes: Vec<CellRate<'_>> = of_mode(AccessMode::Write).collect();
    let reads = alike(&random, without_depth).into_iter().filter_map(|curve| {
        let shown = of_reads(&curve, &sequential)?;
        Some((shown, cells(&curve)))
    });
    let writes = alike(&writes, without_size).into_iter().filter_map(|curve| {
        let shown = of_writes(curve.clone())?;
        Some((shown, cells(&curve)))
    });
    reads.chain(writes).collect()
}

/// Whether a job measures the drive: no page cache, no rate limit, blocks of one size.
fn is_usable(job: &JobPlan) -> bool {
    let sizes = &job.access.block_size;
    let is_fixed = Ddir::ALL
        .iter()
        .all(|ddir| sizes[*ddir].min() == sizes[*ddir].max());
    let is_free = Ddir::ALL
        .iter()
        .all(|ddir| job.pace.rate_bytes[*ddir] == 0 && job.pace.rate_iops[*ddir] == 0);
    (job.durability.direct || job.engine.kind == EngineKind::Sim)
        && is_fixed
        && is_free
        && job.pace.thinktime_us == 0
}

fn without_depth(job: &JobPlan) -> JobPlan {
    let mut job = plain(job);
    (job.depth.iodepth, job.numjobs) = (1, 1);
    job
}

fn without_size(job: &JobPlan) -> JobPlan {
    let mut job = plain(job);
    (job.access.size, job.access.io_size, job.files.filesize_bytes) = (None, None, None);
    job
}

/// Without the words that it was made of.
fn plain(job: &JobPlan) -> JobPlan {
    JobPlan {
        given: Vec::new(),
        options: None,
        description: None,
        ..job.clone()
    }
}

/// Points of jobs that are alike but for one thing.
fn alike<'a>(points: &[CellRate<'a>], rest: fn(&JobPlan) -> JobPlan) -> Vec<Vec<CellRate<'a>>> {
    let mut curves: Vec<(JobPlan, Vec<CellRate<'a>>)> = Vec::new();
    for point in points {
        let key = rest(point.job);
        match curves.iter_mut().find(|(known, _)| *known == key) {
            Some((_, curve)) => curve.push(*point),
            None => curves.push((key, vec![*point])),
        }
    }
    curves.into_iter().map(|(_, curve)| curve).collect()
}

fn cells(curve: &[CellRate<'_>]) -> Vec<u32> {
    curve.iter().map(|point| point.cell).collect()
}

/// Blocks up to which a read is mostly a seek, or one page of flash.
const SMALL: u64 = 16 << 10;
/// A seek and half a turn of the platter take more than this.
const ARM_NS: f64 = 2e6;
/// Sequential ÷ random small reads of a disk with arms is hundreds; of flash it is near 1.
const ARM_RATIO: f64 = 20.0;
/// A queue gives a disk with arms at most so much.
const ARM_GAIN: f64 = 8.0;
/// Below this, link and host take so large a part of the latency that it does not count units.
const HOST_NS: f64 = 40_000.0;

fn of_reads(curve: &[CellRate<'_>], sequential: &[CellRate<'_>]) -> Option<Inside> {
    let first = curve.iter().find(|point| asked_depth(point.job) == 1.0)?;
    let block = first.job.access.block_size[Ddir::Read].min();
    let latency_ns = block as f64 / first.rate[0] * 1e9;
    if block > SMALL {
        return None;
    }
    if latency_ns < ARM_NS {
        return units(curve, first, latency_ns);
    }
    let gain = curve
        .iter()
        .map(|point| point.rate[0] / first.rate[0])
        .fold(1.0, f64::max);
    let same = |point: &&CellRate<'_>| {
        let random = JobPlan {
            access: first.job.access.clone(),
            ..plain(point.job)
        };
        random == plain(first.job) && point.job.access.block_size == first.job.access.block_size
    };
    let ratio = sequential
        .iter()
        .find(same)
        .map(|point| point.rate[0] / first.rate[0]);
    Some(match ratio {
        Some(sequential_ratio) if sequential_ratio >= ARM_RATIO && gain <= ARM_GAIN => Inside::Arm {
            latency_ns,
            sequential_ratio,
        },
        None if gain <= ARM_GAIN => Inside::MaybeArm { latency_ns },
        _ => Inside::SlowWithoutArm { latency_ns },
    })
}

/// Depths of a curve from which something is said.
const LEAST_DEPTHS: usize = 3;
/// The transfer of one read can overlap the next read of the same cells: with both as long, one unit serves two.
const OVERLAP: f64 = 2.0;
/// How far the last doubling of the depth still raises the rate of a curve that rises.
const RISES: f64 = 1.15;

fn units(curve: &[CellRate<'_>], first: &CellRate<'_>, latency_ns: f64) -> Option<Inside> {
    let mut gains: Vec<(f64, [f64; 3])> = curve
        .iter()
        .map(|point| (asked_depth(point.job), gain(point, first)))
        .collect();
    gains.sort_by(|one, other| one.0.total_cmp(&other.0));
    let is_once = gains.windows(2).all(|pair| pair[0].0 < pair[1].0);
    if gains.len() < LEAST_DEPTHS || !is_once || latency_ns < HOST_NS {
        return None;
    }
    let (depth, best) = *gains
        .iter()
        .max_by(|one, other| one.1[0].total_cmp(&other.1[0]))?;
    let (last, before) = (gains.last()?, gains.get(gains.len() - 2)?);
    let rises = last.1[0] > before.1[0] * RISES;
    Some(Inside::Units {
        latency_ns,
        depth: depth as u32,
        gain: best[0],
        least: (best[1] / OVERLAP).ceil().max(1.0) as u32,
        about: (!rises).then(|| form(&gains, best[0])).flatten(),
        rises,
    })
}

/// How many times as much as at depth 1, and the ends of that.
fn gain(point: &CellRate<'_>, first: &CellRate<'_>) -> [f64; 3] {
    let [value, low, high] = point.rate;
    if point.cell == first.cell {
        return [1.0; 3];
    }
    [value / first.rate[0], low / first.rate[2], high / first.rate[1]]
}

/// Of N units that reads meet at random, depth d gives d less the reads that wait behind another one: about 0.9 ÷ N at depth 2 and 5 ÷ N at
/// depth 4, from simulated drives whose transfers are short. Only where that agrees with the gain at the end are units what limits it.
fn form(gains: &[(f64, [f64; 3])], gain: f64) -> Option<(u32, u32)> {
    /// How far both may be apart, and how far the result may be wrong.
    const AGREES: f64 = 1.25;
    /// Widest range that still says something.
    const WIDEST: f64 = 2.5;
    let agrees = [(2.0, 0.9), (4.0, 5.0)].into_iter().any(|(depth, waiting)| {
        let Some((_, [_, low, high])) = gains.iter().find(|(at, _)| *at == depth) else {
            return false;
        };
        let (most, least) = (waiting / (depth - high), waiting / (depth - low));
        // At a depth near the number of units the formula for depth 4 does not hold.
        let is_known = *high < depth && most <= WIDEST * least && gain >= depth / 2.0;
        is_known && least / AGREES <= gain && gain <= most * AGREES
    });
    agrees.then(|| {
        (
            (gain / AGREES).floor().max(1.0) as u32,
            (gain * AGREES).ceil() as u32,
        )
    })
}

/// Share of the highest rate down to which a rate has not fallen.
const FALLEN: f64 = 0.9;
/// What may have been written slowly in an amount whose mean has not fallen.
const UNSEEN: f64 = 0.85;

fn of_writes(mut curve: Vec<CellRate<'_>>) -> Option<Inside> {
    let bytes = |point: &CellRate<'_>| {
        let job = &point.job.access;
        match job.io_size.or(job.size) {
            Some(Amount::Bytes(bytes)) if bytes > 0 => Some(bytes),
            _ => None,
        }
    };
    let is_timed = curve.iter().any(|point| point.job.control.time_based);
    if is_timed || curve.iter().any(|point| bytes(point).is_none()) {
        return None;
    }
    curve.sort_by_key(|point| bytes(point));
    let amounts: Vec<u64> = curve.iter().filter_map(bytes).collect();
    let is_once = amounts.windows(2).all(|pair| pair[0] < pair[1]);
    if amounts.len() < LEAST_DEPTHS || !is_once {
        return None;
    }
    let before = curve.iter().map(|point| point.rate[0]).fold(0.0, f64::max);
    let fell = curve.iter().position(|point| point.rate[2] < FALLEN * before);
    let Some(fell) = fell else {
        let all_high = curve.iter().all(|point| point.rate[0] >= FALLEN * before);
        return all_high.then_some(Inside::NoCacheEnd {
            written_bytes: *amounts.last()?,
        });
    };
    // A rate that rises again, or was never high, has another reason.
    let stays = curve
        .iter()
        .skip(fell)
        .all(|point| point.rate[0] < FALLEN * before);
    let was_high = curve
        .iter()
        .take(fell)
        .all(|point| point.rate[1] >= FALLEN * UNSEEN * before);
    if fell == 0 || !stays || !was_high {
        return None;
    }
    let seconds = |at: usize| Some(*amounts.get(at)? as f64 / curve.get(at)?.rate[0]);
    let last = amounts.len() - 1;
    let after = (last > fell).then(|| {
        let more = (amounts[last] - amounts[last - 1]) as f64;
        Some(more / (seconds(last)? - seconds(last - 1)?)).filter(|rate| *rate > 0.0)
    });
    Some(Inside::CacheEnd {
        least_bytes: (UNSEEN * amounts[fell - 1] as f64) as u64,
        most_bytes: amounts[fell],
        before_bytes_per_s: before,
        after_bytes_per_s: after.flatten(),
    })
}
