//! How much of its region a clone comes to, by the order of its I/Os: an estimate where they are drawn.

use fiord_job::plan::{Ddir, JobPlan, RandomGenerator, Sequencer};

use crate::case::planned::{block_size, is_mixed_by_rate, issues, mean_of, one_block, share};
use crate::case::skew::distinct_blocks;

/// What a clone touches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Touched {
    pub bytes: f64,
    /// By a distribution that prefers some blocks.
    pub is_skewed: bool,
}

impl Touched {
    /// What `ios` I/Os touch in a region. Strided zones continue to the end of the file, `reach` bytes after the beginning of the region.
    pub(super) fn by(job: &JobPlan, ios: f64, block_bytes: f64, region: f64, reach: f64) -> Self {
        let blocks = region / block_bytes;
        if let Some(distinct) = distinct_blocks(job, blocks, block_bytes, ios) {
            return Self {
                bytes: distinct * block_bytes,
                is_skewed: true,
            };
        }
        let moved = ios * block_bytes;
        let bytes = if let Some(zones) = job.access.strided() {
            let used = zones.range_bytes.min(zones.size_bytes) as f64;
            let stride = zones.range_bytes.saturating_add(zones.skip_bytes).max(1) as f64;
            moved.min(reach * (used / stride).min(1.0))
        } else if job.access.mode.is_random() {
            drawn(job, ios, block_bytes, region)
        } else {
            walked(job, ios, block_bytes, region)
        };
        Self {
            bytes: bytes.min(region.max(reach)),
            is_skewed: false,
        }
    }
}

/// Whether a random block may come again before all have had their turn. The map has whole blocks: with another `blockalign` there is none.
pub fn draws_with_replacement(job: &JobPlan) -> bool {
    let access = &job.access;
    if access.zbd().is_some() {
        return true;
    }
    let all_once = access.generator == RandomGenerator::Lfsr && one_block(job).is_some();
    if access.norandommap && !all_once {
        return true;
    }
    let mut drawn = Ddir::ALL.into_iter().filter(|ddir| issues(job, *ddir));
    drawn.any(|ddir| {
        let align = access.block_align_bytes[ddir];
        align > 0 && align != block_size(job, ddir).min()
    })
}

fn drawn(job: &JobPlan, ios: f64, block_bytes: f64, region: f64) -> f64 {
    let access = &job.access;
    let moved = ios * block_bytes;
    let all_drawn = Ddir::ALL
        .iter()
        .all(|ddir| access.percentage_random[*ddir] >= 100);
    if !all_drawn || access.zbd().is_some() {
        return moved.min(region);
    }
    if draws_with_replacement(job) {
        let align = Ddir::ALL.into_iter().filter(|ddir| issues(job, *ddir));
        let align = align
            .map(|ddir| access.block_align_bytes[ddir] as f64)
            .fold(0.0, f64::max);
        // Between blocks that begin further apart than they are long is a part that none reaches.
        let places = region / align.max(block_bytes);
        return places * block_bytes * (1.0 - (-ios / places).exp());
    }
    match access.sequencer {
        // Each drawn offset is the first of several blocks, which other offsets come to as well.
        Sequencer::Repeat(each @ 2..) => {
            let each = f64::from(each);
            let starts = (moved / region / each).min(1.0);
            region * (1.0 - (1.0 - starts).powf(each))
        }
        _ => moved.min(region),
    }
}

fn walked(job: &JobPlan, ios: f64, block_bytes: f64, region: f64) -> f64 {
    // Reads and writes of a mix have places of their own, and both begin at the first.
    let largest = Ddir::ALL
        .into_iter()
        .map(|ddir| share(job, ddir) * mean_of(block_size(job, ddir)))
        .fold(0.0, f64::max);
    let walk = if job.access.mode.is_mixed() && !is_mixed_by_rate(job) {
        ios * largest
    } else {
        ios * block_bytes
    };
    let Sequencer::Skip(gap) = job.access.sequencer else {
        return walk.min(region);
    };
    let step = block_bytes + gap as f64;
    if step == 0.0 {
        return block_bytes.min(region);
    }
    let new_bytes = (step.abs() / block_bytes).min(1.0);
    let part = (block_bytes / step.abs()).min(1.0);
    (walk * new_bytes).min(region * part)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use fiord_job::plan::{AccessMode, BlockSize, PerDdir, StridedZones, Zones};

    const BLOCK: u64 = 4096;

    /// The KiB that `ios` blocks of 4 KiB touch in 1 MiB.
    fn touched(mode: AccessMode, ios: u64, change: impl FnOnce(&mut JobPlan)) -> u64 {
        let mut job = JobPlan::new("j");
        job.access.mode = mode;
        job.access.block_size = PerDdir::all(BlockSize::Fixed(BLOCK));
        change(&mut job);
        let mib = f64::from(1 << 20);
        let touched = Touched::by(&job, ios as f64, BLOCK as f64, mib, mib);
        assert!(!touched.is_skewed);
        (touched.bytes / 1024.0).round() as u64
    }

    #[test]
    fn walks_with_gaps_leave_the_gaps_out() {
        let skip = |bytes| move |job: &mut JobPlan| job.access.sequencer = Sequencer::Skip(bytes);
        assert_eq!(touched(AccessMode::Read, 256, |_| {}), 1024);
        assert_eq!(touched(AccessMode::Read, 10, |_| {}), 40);
        assert_eq!(touched(AccessMode::Read, 256, skip(4096)), 512);
        assert_eq!(touched(AccessMode::Read, 10, skip(4096)), 40);
        assert_eq!(touched(AccessMode::Read, 256, skip(-4096)), 4);
        assert_eq!(touched(AccessMode::Read, 256, skip(-2048)), 512);
        assert_eq!(touched(AccessMode::Read, 256, skip(-8192)), 1024);
    }

    /// fio 3.42 touches 528 of 1000 KiB with an even mix.
    #[test]
    fn reads_and_writes_of_a_walk_begin_at_the_same_place() {
        let mix = |percent| move |job: &mut JobPlan| job.access.rwmix_read_percent = percent;
        assert_eq!(touched(AccessMode::Rw, 256, mix(50)), 512);
        assert_eq!(touched(AccessMode::Rw, 256, mix(75)), 768);
    }

    #[test]
    fn strided_zones_leave_the_rest_of_each_out() {
        let zones = StridedZones {
            range_bytes: 65536,
            size_bytes: 65536,
            skip_bytes: 3 * 65536,
        };
        let zoned = |job: &mut JobPlan| job.access.zones = Some(Zones::Strided(zones));
        assert_eq!(touched(AccessMode::Read, 256, zoned), 256);
    }

    /// fio 3.42 touches 644 of 1,024 blocks without a map, and with `randread:4` 69 % of the region.
    #[test]
    fn blocks_that_may_repeat_are_not_all_touched() {
        assert_eq!(touched(AccessMode::RandRead, 256, |_| {}), 1024);
        assert_eq!(
            touched(AccessMode::RandRead, 256, |job| job.access.norandommap = true),
            647
        );
        let four = |job: &mut JobPlan| job.access.sequencer = Sequencer::Repeat(4);
        assert_eq!(touched(AccessMode::RandRead, 256, four), 700);
        let apart = |job: &mut JobPlan| job.access.block_align_bytes = PerDdir::all(4 * BLOCK);
        assert_eq!(touched(AccessMode::RandRead, 256, apart), 251);
    }
}
