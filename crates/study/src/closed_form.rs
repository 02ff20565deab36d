//! What theory says of a cell of a simulated drive, beside which its measured value is shown. It follows from the job alone.

use fiord_job::plan::{
    AccessMode, Amount, BlockSize, CollectionPolicy, Ddir, Distribution, EngineKind, FlashPlan, JobPlan,
    SimModel, SimPlan, SlcKind, WearLevelling,
};
use fiord_messages::{Lang, study as messages};
use fiord_stats::closed_forms::{
    MEAN_ROOT_OF_DISTANCE, fifo_amplification, greedy_amplification, overlapping_reads, random_amplification,
};

use crate::definition::StudyMetric;

/// A formula with its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    Greedy,
    Fifo,
    RandomVictims,
    Fresh,
    Steady,
    Reads,
    Arm,
    Track,
    Life,
}

impl Law {
    /// The formula and where it is from.
    pub fn sentence(self, lang: Lang) -> &'static str {
        match self {
            Self::Greedy => messages::law_greedy(lang),
            Self::Fifo => messages::law_fifo(lang),
            Self::RandomVictims => messages::law_random(lang),
            Self::Fresh => messages::law_fresh(lang),
            Self::Steady => messages::law_steady(lang),
            Self::Reads => messages::law_reads(lang),
            Self::Arm => messages::law_arm(lang),
            Self::Track => messages::law_track(lang),
            Self::Life => messages::law_life(lang),
        }
    }
}

/// What theory says of a cell.
#[derive(Debug, Clone, PartialEq)]
pub struct ClosedForm {
    /// In the unit of the metric.
    pub value: f64,
    /// The formulas that it is made of.
    pub laws: Vec<Law>,
}

/// Random writes after which a drive that was filled in order is steady, in thousandths of its data.
const STEADY_PASSES_PERMILLE: u32 = 500;

/// The closed form of one direction of a job; `None`: there is none for it.
pub fn closed_form(metric: StudyMetric, job: &JobPlan, ddir: Ddir) -> Option<ClosedForm> {
    let block_bytes = fixed_block(job, ddir)?;
    if job.engine.kind != EngineKind::Sim || job.numjobs != 1 || job.pace.thinktime_us != 0 {
        return None;
    }
    let sim = &job.engine.sim;
    let mut found = match (metric, sim.model, ddir) {
        (_, SimModel::Servers, _) => return None,
        (StudyMetric::WriteAmplification, SimModel::Flash, Ddir::Write) => {
            FlashWrites::of(job, block_bytes)?.steady_amplification()?
        }
        (StudyMetric::Lifetime, SimModel::Flash, Ddir::Write) => {
            FlashWrites::of(job, block_bytes)?.life_bytes()?
        }
        (StudyMetric::Iops | StudyMetric::Bandwidth, SimModel::Flash, Ddir::Write) => {
            FlashWrites::of(job, block_bytes)?.iops()?
        }
        (StudyMetric::Iops | StudyMetric::Bandwidth, SimModel::Flash, Ddir::Read) => {
            flash_read_iops(job, block_bytes)?
        }
        (StudyMetric::Iops | StudyMetric::Bandwidth, SimModel::Disk, Ddir::Read) => {
            disk_iops(job, block_bytes)?
        }
        _ => return None,
    };
    if metric == StudyMetric::Bandwidth {
        found.value *= block_bytes as f64;
    }
    Some(found)
}

fn fixed_block(job: &JobPlan, ddir: Ddir) -> Option<u64> {
    match job.access.block_size[ddir] {
        BlockSize::Fixed(bytes) => Some(bytes),
        _ => None,
    }
}

/// The part of the drive that a job uses, from its start.
fn range_bytes(job: &JobPlan) -> Option<u64> {
    match (job.access.offset, job.access.size) {
        (Amount::Bytes(0), None) => Some(job.engine.sim.size_bytes),
        (Amount::Bytes(0), Some(Amount::Bytes(bytes))) => Some(bytes.min(job.engine.sim.size_bytes)),
        _ => None,
    }
}

/// Pages, as the closed forms count them: random writes of single pages to a part of a drive that has no pSLC cache.
struct FlashWrites<'a> {
    job: &'a JobPlan,
    sim: &'a SimPlan,
    flash: &'a FlashPlan,
    /// Of the flash, without the blocks that are kept free.
    usable: f64,
    /// Those that the job writes.
    range: f64,
    /// Those that were written before the job.
    filled: f64,
}

impl<'a> FlashWrites<'a> {
    fn of(job: &'a JobPlan, block_bytes: u64) -> Option<Self> {
        let (sim, flash) = (&job.engine.sim, &job.engine.sim.flash);
        let is_plain = flash.slc_bytes == 0
            && flash.slc_kind == SlcKind::Static
            && flash.map_cache_bytes == 0
            && sim.write_cache_bytes == 0
            && flash.hot_percent.0 == 0
            && block_bytes == u64::from(flash.page_bytes);
        let is_uniform = job.access.mode == AccessMode::RandWrite
            && job.access.norandommap
            && matches!(job.access.distribution[Ddir::Write], Distribution::Uniform);
        if !is_plain || !is_uniform {
            return None;
        }
        let kept_free = flash.low_blocks.saturating_sub(1).max(flash.in_place_of_bad());
        let kept = 1 + u64::from(flash.streams > 1) + u64::from(kept_free);
        let blocks = flash.superblocks(sim.size_bytes).checked_sub(kept)?;
        let user_pages = flash.user_pages(sim.size_bytes);
        Some(Self {
            job,
            sim,
            flash,
            usable: (blocks * flash.superblock_pages()) as f64,
            range: (range_bytes(job)? / block_bytes) as f64,
            filled: (user_pages * u64::from(flash.fill_percent) / 100) as f64,
        })
    }

    /// Pages that were written before and that the job leaves alone.
    fn cold(&self) -> f64 {
        (self.filled - self.range).max(0.0)
    }

    fn amplification(&self) -> Option<ClosedForm> {
        let alpha = (self.usable - self.cold()) / self.range;
        let pages = u32::try_from(self.flash.superblock_pages()).ok()?;
        if alpha <= 1.0 {
            return None;
        }
        let (value, law) = match self.flash.collection {
            CollectionPolicy::Greedy => (greedy_amplification(alpha, pages), Law::Greedy),
            CollectionPolicy::Fifo => (fifo_amplification(alpha, &[(1.0, 1.0)]), Law::Fifo),
            CollectionPolicy::Random => (random_amplification(alpha), Law::RandomVictims),
            CollectionPolicy::CostBenefit | CollectionPolicy::Choices(_) => return None,
        };
        Some(ClosedForm {
            value,
            laws: vec![law],
        })
    }

    fn steady_amplification(&self) -> Option<ClosedForm> {
        let is_steady = self.flash.passes_permille >= STEADY_PASSES_PERMILLE
            && self.filled >= self.range
            && self.flash.streams == 1
            && self.flash.endurance == 0
            && self.flash.levelling != WearLevelling::Static;
        self.amplification().filter(|_| is_steady)
    }

    /// Whether there are free blocks for all that is written.
    fn is_fresh(&self) -> bool {
        let bytes = match self.job.access.io_size.or(self.job.access.size) {
            Some(Amount::Bytes(bytes)) if !self.job.control.time_based => bytes,
            _ => return false,
        };
        let passes = f64::from(self.flash.passes_permille) / 1000.0;
        let written = bytes as f64 / f64::from(self.flash.page_bytes);
        self.filled * (1.0 + passes) + written <= self.usable
    }

    fn iops(&self) -> Option<ClosedForm> {
        let planes = self.flash.units();
        if u64::from(self.job.depth.iodepth) < planes {
            return None;
        }
        let times = self.flash.times();
        let [read, program, erase] =
            [times.read_ns, times.program_ns, times.erase_ns].map(|ns| ns as f64 / 1e9);
        if self.is_fresh() {
            return Some(ClosedForm {
                value: planes as f64 / program,
                laws: vec![Law::Fresh],
            });
        }
        let mut found = self.steady_amplification()?;
        let a = found.value;
        let page_s = a * program + (a - 1.0) * read + a * erase / f64::from(self.flash.block_pages);
        found.value = planes as f64 / page_s;
        found.laws.push(Law::Steady);
        Some(found)
    }

    fn life_bytes(&self) -> Option<ClosedForm> {
        if self.flash.endurance == 0 || self.filled < self.range {
            return None;
        }
        let mut found = self.amplification()?;
        let all = (self.flash.superblocks(self.sim.size_bytes) * self.flash.superblock_pages()) as f64;
        let takes_part = match self.flash.levelling {
            WearLevelling::Static => all,
            WearLevelling::None | WearLevelling::Dynamic => all - self.cold(),
        };
        let spare = all - self.flash.user_pages(self.sim.size_bytes) as f64;
        // A simulated block survives 90 to 110 % of the erases, and the drive ends when as many have failed as are spare.
        let survived = 0.9 + 0.2 * (spare / takes_part).min(1.0);
        let pages = takes_part * f64::from(self.flash.endurance) * survived / found.value;
        found.value = pages * f64::from(self.flash.page_bytes);
        found.laws.push(Law::Life);
        Some(found)
    }
}

/// Random reads of single pages of a drive that is full.
fn flash_read_iops(job: &JobPlan, block_bytes: u64) -> Option<ClosedForm> {
    let (sim, flash) = (&job.engine.sim, &job.engine.sim.flash);
    let is_plain = flash.fill_percent == 100
        && flash.map_cache_bytes == 0
        && flash.slc_bytes == 0
        && block_bytes == u64::from(flash.page_bytes)
        && matches!(job.access.distribution[Ddir::Read], Distribution::Uniform);
    if !is_plain || job.access.mode != AccessMode::RandRead {
        return None;
    }
    let read_ns = flash.times().read_ns as f64;
    let transfer_ns = match flash.bus_bytes_per_s {
        0 => 0.0,
        rate => block_bytes as f64 * 1e9 / rate as f64,
    };
    let outside = (transfer_ns + sim.cache_ns as f64) / read_ns;
    let of_planes = overlapping_reads(job.depth.iodepth, flash.units(), outside) / read_ns;
    let of_channels = f64::from(flash.channels) / transfer_ns;
    Some(ClosedForm {
        value: of_planes.min(of_channels) * 1e9,
        laws: vec![Law::Reads],
    })
}

/// Reads of a disk whose tracks are all equally long; sequential ones of its outer track.
fn disk_iops(job: &JobPlan, block_bytes: u64) -> Option<ClosedForm> {
    let (sim, disk) = (&job.engine.sim, &job.engine.sim.disk);
    let transfer_s = block_bytes as f64 / disk.outer_bytes_per_s as f64;
    let range = range_bytes(job)? as f64;
    let (request_s, law) = match job.access.mode {
        AccessMode::Read => (transfer_s, Law::Track),
        AccessMode::RandRead
            if disk.outer_bytes_per_s == disk.inner_bytes_per_s && job.depth.iodepth.min(disk.queue) == 1 =>
        {
            let share = range / sim.size_bytes as f64;
            let root_ns =
                (disk.full_seek_ns - disk.track_seek_ns) as f64 * MEAN_ROOT_OF_DISTANCE * share.sqrt();
            let half_rotation_s = 30.0 / f64::from(disk.rpm);
            let seek_s = (disk.track_seek_ns as f64 + root_ns) / 1e9;
            (seek_s + half_rotation_s + transfer_s, Law::Arm)
        }
        _ => return None,
    };
    Some(ClosedForm {
        value: 1.0 / request_s,
        laws: vec![law],
    })
}
