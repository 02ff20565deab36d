//! The simulated devices of `ioengine=sim`.

use fiord_messages::{Sentence, job_options};

/// The model behind `ioengine=sim`. All times in nanoseconds; a device is shared by all jobs that name the same file, and is as the
/// first of these jobs describes it.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct SimPlan {
    /// What is simulated.
    #[serde(default)]
    pub model: SimModel,
    /// The drive of `SimModel::Flash`.
    #[serde(default)]
    pub flash: FlashPlan,
    /// The drive of `SimModel::Disk`.
    #[serde(default)]
    pub disk: DiskPlan,
    /// Size of the device in bytes.
    pub size_bytes: u64,
    /// Service time of a read: constant part.
    pub read_ns: u64,
    /// Service time of a write: constant part.
    pub write_ns: u64,
    /// Further service time per KiB, both directions.
    pub per_kib_ns: u64,
    /// How the service time varies.
    pub service: SimService,
    /// I/Os served at the same time.
    pub parallelism: u32,
    /// Percent of reads that a cache answers.
    pub read_cache_percent: u8,
    /// Service time of such a read.
    pub cache_ns: u64,
    /// Bytes that a write cache takes at `cache_ns` before writes cost `write_ns`; it drains at the write rate.
    pub write_cache_bytes: u64,
    /// Limit of I/Os per second; 0 none.
    pub iops_limit: u64,
    /// Limit of bytes per second; 0 none.
    pub bytes_limit: u64,
    /// Credit of a token bucket, in I/Os, that may be used up before `iops_limit` bites.
    pub burst_ios: u64,
    /// After this many bytes the service time is multiplied by `cliff_factor`; 0 never.
    pub cliff_after_bytes: u64,
    /// See `cliff_after_bytes`.
    pub cliff_factor: f64,
    /// Garbage collection: every so many bytes written …
    pub gc_every_bytes: u64,
    /// … the device stands still for this long.
    pub gc_pause_ns: u64,
    /// Service times grow by this many parts per million per second.
    pub drift_ppm_per_s: i64,
    /// Percent of I/Os in a second, slower population …
    pub slow_percent: u8,
    /// … and its service time.
    pub slow_ns: u64,
    /// One in so many I/Os fails with `EIO`; 0 none.
    pub error_every: u64,
    /// Seed of the device's own randomness.
    pub seed: u64,
}

/// How simulated service times vary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum SimService {
    /// Always the same.
    #[default]
    Constant,
    /// Exponential with that mean.
    Exponential,
    /// Uniform within ± 20 %.
    Uniform,
}

/// What is simulated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum SimModel {
    /// Servers with constant service times.
    #[default]
    Servers,
    /// A flash drive with its translation layer.
    Flash,
    /// A disk with an arm.
    Disk,
}

/// Bits per flash cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum CellType {
    Slc,
    Mlc,
    #[default]
    Tlc,
    Qlc,
}

/// Times of one die, for one page or one block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellTimes {
    /// tR
    pub read_ns: u64,
    /// tPROG
    pub program_ns: u64,
    /// tBERS
    pub erase_ns: u64,
}

impl CellType {
    /// Bits per cell.
    pub const fn bits(self) -> u32 {
        match self {
            Self::Slc => 1,
            Self::Mlc => 2,
            Self::Tlc => 3,
            Self::Qlc => 4,
        }
    }

    /// Times as published; where a cell has fast and slow pages, their mean.
    ///
    /// SLC: Agrawal et al., "Design Tradeoffs for SSD Performance", USENIX ATC 2008. MLC: the sample configuration of MQSim
    /// (CMU-SAFARI). TLC and QLC: `nand.h` of FEMU (MoatLab), whose program times of QLC are extrapolated from TLC.
    pub const fn times(self) -> CellTimes {
        let (read_ns, program_ns, erase_ns) = match self {
            Self::Slc => (25_000, 200_000, 1_500_000),
            Self::Mlc => (75_000, 750_000, 3_800_000),
            Self::Tlc => (80_000, 2_926_500, 3_000_000),
            Self::Qlc => (121_700, 4_841_000, 3_000_000),
        };
        CellTimes {
            read_ns,
            program_ns,
            erase_ns,
        }
    }
}

/// Which block a collection takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum CollectionPolicy {
    /// The fewest valid pages.
    #[default]
    Greedy,
    /// The block that was filled first.
    Fifo,
    /// The most invalid pages times age.
    CostBenefit,
    /// Any block.
    Random,
    /// The fewest valid pages among so many random blocks.
    Choices(u32),
}

/// How erases are spread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum WearLevelling {
    None,
    /// The free block with the fewest erases is used first.
    #[default]
    Dynamic,
    /// Blocks with few erases are moved, too.
    Static,
}

/// Where a pSLC cache has its blocks from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum SlcKind {
    /// Blocks of its own.
    #[default]
    Static,
    /// Free blocks.
    Dynamic,
}

/// What happens to writes when the pSLC cache is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum SlcFull {
    /// They go past it.
    #[default]
    Direct,
    /// They wait until pages of it have been folded.
    Fold,
}

/// A flash drive.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct FlashPlan {
    pub cell: CellType,
    /// Times of the cell; 0: those of the cell type.
    pub read_ns: u64,
    pub program_ns: u64,
    pub erase_ns: u64,
    /// Channels, dies on each channel, planes of each die.
    pub channels: u32,
    pub dies: u32,
    pub planes: u32,
    /// Size of a page, which is also the unit of the mapping.
    pub page_bytes: u32,
    /// Pages of one block of one plane.
    pub block_pages: u32,
    /// Rate of a channel in bytes per second; 0: transfers take no time.
    pub bus_bytes_per_s: u64,
    /// Over-provisioning (T − U) / U, in millionths.
    pub spare_ppm: u32,
    pub collection: CollectionPolicy,
    /// Collection begins when fewer superblocks are free.
    pub low_blocks: u32,
    /// Idle collection frees this many superblocks.
    pub idle_blocks: u32,
    /// After so long without work, the drive collects and folds.
    pub idle_ns: u64,
    /// 1: copies go to the block that the host writes; 2: to one of their own.
    pub streams: u32,
    /// Memory for the mapping; 0: all of it is in memory.
    pub map_cache_bytes: u64,
    /// Host data that fits in the pSLC cache; 0: none.
    pub slc_bytes: u64,
    pub slc_kind: SlcKind,
    pub slc_full: SlcFull,
    pub levelling: WearLevelling,
    /// Static levelling moves blocks that have so many erases less than the most worn one.
    pub levelling_gap: u32,
    /// Erases that a block survives; 0: any number.
    pub endurance: u32,
    /// The write cache outlives a power failure: flush and FUA do not wait.
    pub power_loss_protection: bool,
    /// Percent of the drive that was written in order before the run.
    pub fill_percent: u8,
    /// Random writes before the run, in thousandths of the drive.
    pub passes_permille: u32,
    /// Percent of them that go to the first percent of the drive; 0: uniform.
    pub hot_percent: (u8, u8),
}

impl Default for FlashPlan {
    fn default() -> Self {
        Self {
            cell: CellType::default(),
            read_ns: 0,
            program_ns: 0,
            erase_ns: 0,
            channels: 4,
            dies: 2,
            planes: 2,
            page_bytes: 4096,
            block_pages: 32,
            bus_bytes_per_s: 800_000_000,
            spare_ppm: 70_000,
            collection: CollectionPolicy::default(),
            low_blocks: 3,
            idle_blocks: 0,
            idle_ns: 10_000_000,
            streams: 1,
            map_cache_bytes: 0,
            slc_bytes: 0,
            slc_kind: SlcKind::default(),
            slc_full: SlcFull::default(),
            levelling: WearLevelling::default(),
            levelling_gap: 16,
            endurance: 0,
            power_loss_protection: false,
            fill_percent: 0,
            passes_permille: 0,
            hot_percent: (0, 0),
        }
    }
}

/// Most pages of a simulated drive: 512 MiB of memory.
const MOST_PAGES: u64 = 1 << 26;

impl FlashPlan {
    /// Times of the cells.
    pub fn times(&self) -> CellTimes {
        let preset = self.cell.times();
        let or = |given: u64, preset: u64| if given == 0 { preset } else { given };
        CellTimes {
            read_ns: or(self.read_ns, preset.read_ns),
            program_ns: or(self.program_ns, preset.program_ns),
            erase_ns: or(self.erase_ns, preset.erase_ns),
        }
    }

    /// Planes that work at the same time.
    pub const fn units(&self) -> u64 {
        self.channels as u64 * self.dies as u64 * self.planes as u64
    }

    /// Pages of a superblock: one block of each plane.
    pub const fn superblock_pages(&self) -> u64 {
        self.units().saturating_mul(self.block_pages as u64)
    }

    /// Pages of a drive with `size_bytes` for the host.
    pub fn user_pages(&self, size_bytes: u64) -> u64 {
        size_bytes / u64::from(self.page_bytes.max(1))
    }

    /// Superblocks of such a drive, with its spare.
    pub fn superblocks(&self, size_bytes: u64) -> u64 {
        let pages = u128::from(self.user_pages(size_bytes));
        let all = pages * u128::from(1_000_000 + self.spare_ppm) / 1_000_000;
        (all / u128::from(self.superblock_pages().max(1))) as u64
    }

    /// Superblocks that are kept free in place of those that do not survive their next erase.
    pub const fn in_place_of_bad(&self) -> u32 {
        if self.endurance > 0 { 3 } else { 0 }
    }

    /// Superblocks that a write must find: those of the data, one that is open for each stream, the reserve, and those that are kept free.
    pub fn least_superblocks(&self, size_bytes: u64) -> u64 {
        let data = self
            .user_pages(size_bytes)
            .div_ceil(self.superblock_pages().max(1));
        data + 1
            + 2 * u64::from(self.streams)
            + u64::from(self.low_blocks.saturating_sub(1).max(self.in_place_of_bad()))
    }

    /// Why a drive of this size cannot be made, if so; the text names the options.
    pub fn problem(&self, size_bytes: u64) -> Option<Sentence> {
        let pages = self.user_pages(size_bytes);
        if pages == 0 || self.page_bytes == 0 || self.superblock_pages() == 0 {
            return Some(Sentence::new(job_options::sim_size_small));
        }
        let all = self
            .superblocks(size_bytes)
            .saturating_mul(self.superblock_pages());
        if pages <= MOST_PAGES && all > 2 * MOST_PAGES {
            return Some(Sentence::new(|lang| {
                job_options::SimSparePages {
                    most: &(2 * MOST_PAGES),
                    pages: &all,
                }
                .text(lang)
            }));
        }
        if pages > MOST_PAGES {
            return Some(Sentence::new(|lang| {
                job_options::SimPages {
                    most: &MOST_PAGES,
                    pages: &pages,
                }
                .text(lang)
            }));
        }
        let (least, there) = (self.least_superblocks(size_bytes), self.superblocks(size_bytes));
        (there < least).then(|| {
            Sentence::new(|lang| {
                job_options::SimSuperblocks {
                    there: &there,
                    pages: &self.superblock_pages(),
                    least: &least,
                }
                .text(lang)
            })
        })
    }
}

/// A disk with an arm.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct DiskPlan {
    /// Rotations per minute.
    pub rpm: u32,
    /// Seek from a track to the next, and from the first to the last: `track + (full − track) × √distance`.
    pub track_seek_ns: u64,
    pub full_seek_ns: u64,
    /// Rates of the outermost and innermost track.
    pub outer_bytes_per_s: u64,
    pub inner_bytes_per_s: u64,
    /// Commands among which the disk chooses (NCQ); 1: first come, first served.
    pub queue: u32,
    /// Bytes that it reads ahead of sequential reads.
    pub read_ahead_bytes: u64,
}

impl Default for DiskPlan {
    fn default() -> Self {
        Self {
            rpm: 7200,
            track_seek_ns: 600_000,
            full_seek_ns: 15_000_000,
            outer_bytes_per_s: 200_000_000,
            inner_bytes_per_s: 100_000_000,
            queue: 32,
            read_ahead_bytes: 256 << 10,
        }
    }
}
