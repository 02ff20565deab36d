//! Which bytes a job touches and in which order: mode, block sizes, region, distribution.

use super::{Ddir, PerDdir};

/// `rw`: the kind of I/O.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum AccessMode {
    /// `read`
    Read,
    /// `write`
    Write,
    /// `trim`
    Trim,
    /// `randread`
    RandRead,
    /// `randwrite`
    RandWrite,
    /// `randtrim`
    RandTrim,
    /// `rw`, `readwrite`
    Rw,
    /// `randrw`
    RandRw,
    /// `trimwrite`: each block is trimmed, then written.
    TrimWrite,
    /// `randtrimwrite`
    RandTrimWrite,
}

impl AccessMode {
    /// fio's spelling, as its text output prints it.
    pub const fn name(self) -> &'static str {
        match self {
            AccessMode::Read => "read",
            AccessMode::Write => "write",
            AccessMode::Trim => "trim",
            AccessMode::RandRead => "randread",
            AccessMode::RandWrite => "randwrite",
            AccessMode::RandTrim => "randtrim",
            AccessMode::Rw => "rw",
            AccessMode::RandRw => "randrw",
            AccessMode::TrimWrite => "trimwrite",
            AccessMode::RandTrimWrite => "randtrimwrite",
        }
    }

    /// Whether offsets are drawn rather than walked.
    pub const fn is_random(self) -> bool {
        matches!(
            self,
            AccessMode::RandRead
                | AccessMode::RandWrite
                | AccessMode::RandTrim
                | AccessMode::RandRw
                | AccessMode::RandTrimWrite
        )
    }

    /// Whether reads and writes are mixed by `rwmixread`.
    pub const fn is_mixed(self) -> bool {
        matches!(self, AccessMode::Rw | AccessMode::RandRw)
    }

    /// Whether the mode issues I/O in this direction.
    pub const fn issues(self, ddir: Ddir) -> bool {
        match ddir {
            Ddir::Read => {
                matches!(
                    self,
                    AccessMode::Read | AccessMode::RandRead | AccessMode::Rw | AccessMode::RandRw
                )
            }
            Ddir::Write => matches!(
                self,
                AccessMode::Write
                    | AccessMode::RandWrite
                    | AccessMode::Rw
                    | AccessMode::RandRw
                    | AccessMode::TrimWrite
                    | AccessMode::RandTrimWrite
            ),
            Ddir::Trim => matches!(
                self,
                AccessMode::Trim | AccessMode::RandTrim | AccessMode::TrimWrite | AccessMode::RandTrimWrite
            ),
        }
    }
}

/// Block sizes of one direction, in bytes.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum BlockSize {
    /// `bs=N`
    Fixed(u64),
    /// `bsrange=min-max`: uniform over the multiples of `min` (of one byte with `bs_unaligned`).
    Range {
        /// Smallest size in bytes.
        min: u64,
        /// Largest size in bytes.
        max: u64,
    },
    /// `bssplit=size/percent:…`, percentages summing to 100.
    Split(Vec<SplitShare>),
}

/// One entry of `bssplit`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SplitShare {
    /// Block size in bytes.
    pub bytes: u64,
    /// Share of the I/Os, in percent.
    pub percent: u8,
}

impl BlockSize {
    /// The smallest size that can occur, in bytes.
    pub fn min(&self) -> u64 {
        match self {
            BlockSize::Fixed(bytes) => *bytes,
            BlockSize::Range { min, .. } => *min,
            BlockSize::Split(shares) => shares.iter().map(|share| share.bytes).min().unwrap_or(0),
        }
    }

    /// The largest size that can occur, in bytes.
    pub fn max(&self) -> u64 {
        match self {
            BlockSize::Fixed(bytes) => *bytes,
            BlockSize::Range { max, .. } => *max,
            BlockSize::Split(shares) => shares.iter().map(|share| share.bytes).max().unwrap_or(0),
        }
    }
}

/// A size that may depend on the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Amount {
    Bytes(u64),
    /// Percent of the file or device, above 100 allowed where fio allows it (`io_size`).
    Percent(u32),
    /// Multiples of `zonesize`.
    Zones(u64),
}

/// What the second number of `rw=…:N` does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Sequencer {
    /// No suffix.
    None,
    /// Sequential modes: bytes added to the position after each I/O; negative walks backwards.
    Skip(i64),
    /// Random modes: number of I/Os per newly drawn offset.
    Repeat(u32),
}

/// `rw_sequencer`: whether the I/Os that share one drawn offset advance or repeat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum RwSequencer {
    /// They follow each other.
    Sequential,
    /// They hit the same offset.
    Identical,
}

/// `random_distribution`.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Distribution {
    /// `random`: every block equally often.
    Uniform,
    /// `zipf:theta[:center]`
    Zipf {
        /// Skew, > 0 and ≠ 1.
        theta: f64,
        /// Where the hottest block lies, 0 to 1; `None` scatters by hash as fio does.
        center: Option<f64>,
    },
    /// `pareto:h[:center]`
    Pareto {
        /// Shape, 0 < h < 1.
        h: f64,
        /// As in `Zipf`.
        center: Option<f64>,
    },
    /// `normal:deviation[:center]`
    Normal {
        /// Standard deviation in percent of the region.
        deviation_percent: f64,
        /// As in `Zipf`.
        center: Option<f64>,
    },
    /// `zoned:access/size:…`, both in percent.
    Zoned(Vec<ZoneShare>),
    /// `zoned_abs:access/bytes:…`
    ZonedAbs(Vec<ZoneShare>),
    /// `sequence:block,block,…`: these blocks in this order, again and again.
    Sequence {
        /// Numbers of blocks, from 0; at least one.
        blocks: Vec<u64>,
        /// `random_sequence_stride`: each turn begins as many blocks further on as the sequence is long.
        strides: bool,
    },
    /// `sprandom`: every block once, and some again.
    Sprandom(SprandomPlan),
}

/// One zone of a zoned distribution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ZoneShare {
    /// Share of the accesses in percent.
    pub access_percent: u8,
    /// Percent of the region (`zoned`) or bytes (`zoned_abs`).
    pub size: u64,
}

/// `random_generator`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum RandomGenerator {
    /// `tausworthe`, 32 bit.
    Tausworthe,
    /// `tausworthe64`.
    Tausworthe64,
    /// `lfsr`: a full period without a map.
    Lfsr,
    /// `fio`: the numbers of fio 3.33 with `tausworthe`.
    Fio,
}

/// `zonemode`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZoneMode {
    /// `none`
    None,
    /// `strided`
    Strided,
    /// `zbd`
    Zbd,
}

/// `zonemode=strided`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct StridedZones {
    /// Bytes of I/O in one zone before the next.
    pub size_bytes: u64,
    /// Length of a zone in bytes; `size_bytes` when not given.
    pub range_bytes: u64,
    /// Bytes left out between zones.
    pub skip_bytes: u64,
}

/// `zonemode=zbd`: zones with a write pointer each, of a zoned device or made up on any other target.
#[derive(Debug, Clone, PartialEq, Default, serde::Serialize, serde::Deserialize)]
pub struct ZbdPlan {
    /// `zonesize` in bytes; 0: as the device says.
    pub zone_bytes: u64,
    /// `zonecapacity` in bytes, of zones that are made up; 0: all of a zone.
    pub capacity_bytes: u64,
    /// `zoneskip`
    pub skip: ZoneSkip,
    /// `read_beyond_wp`
    pub read_beyond_wp: bool,
    /// `max_open_zones`; 0: as many as the device allows.
    pub max_open: u32,
    /// `job_max_open_zones`, for each worker; 0 sets none.
    pub job_max_open: u32,
    /// `ignore_zone_limits`
    pub ignore_limits: bool,
    /// `zone_reset_threshold`: share of the region that holds data, from which zones are reset.
    pub reset_threshold: f64,
    /// `zone_reset_frequency`: resets per write; 0 is none.
    pub reset_frequency: f64,
    /// `recover_zbd_write_error`
    pub recover_write_error: bool,
    /// `write_zone_remainder`
    pub write_remainder: bool,
}

/// What is left out between two zones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum ZoneSkip {
    Bytes(u64),
    Zones(u64),
}

impl Default for ZoneSkip {
    fn default() -> Self {
        ZoneSkip::Bytes(0)
    }
}

/// `zonemode` other than `none`. Stored plans have the fields of the mode without its name.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
pub enum Zones {
    Strided(StridedZones),
    Zbd(Box<ZbdPlan>),
}

/// `sprandom`: one pass that leaves a flash device as long random writing does.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct SprandomPlan {
    /// `spr_num_regions`; 2 or more.
    pub regions: u32,
    /// `spr_op`: what the device has beyond what it shows, as a share of that; above 0 and below 1.
    pub over_provisioning: f64,
    /// `spr_cs`: the device's cache; 0: nothing is done about it.
    pub cache_bytes: u64,
}

impl SprandomPlan {
    /// Blocks that a pass over so many of them writes: as many as the device has places.
    pub fn physical_blocks(&self, blocks: u64) -> u64 {
        blocks.saturating_add((blocks as f64 * self.over_provisioning).round() as u64)
    }
}

impl Default for SprandomPlan {
    fn default() -> Self {
        Self {
            regions: 100,
            over_provisioning: 0.15,
            cache_bytes: 0,
        }
    }
}

/// Which bytes, in which order.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct AccessPlan {
    /// `rw`
    pub mode: AccessMode,
    /// The suffix of `rw`.
    pub sequencer: Sequencer,
    pub rw_sequencer: RwSequencer,
    /// `bs`, `bsrange`, `bssplit` per direction.
    pub block_size: PerDdir<BlockSize>,
    pub bs_unaligned: bool,
    /// `bs_is_seq_rand`: the first block size is for sequential, the second for random I/O.
    pub bs_is_seq_rand: bool,
    /// `blockalign` in bytes; 0 means the smallest block size.
    pub block_align_bytes: PerDdir<u64>,
    /// `size`: the region.
    pub size: Option<Amount>,
    /// `io_size`: how much to transfer.
    pub io_size: Option<Amount>,
    pub fill_device: bool,
    pub offset: Amount,
    /// `offset_align` in bytes; 0 means the smallest block size.
    pub offset_align_bytes: u64,
    /// `offset_increment`, times the clone's number.
    pub offset_increment: Amount,
    /// `number_ios`; 0 means no limit.
    pub number_ios: u64,
    /// Reads among mixed I/Os, in percent; `rwmixwrite` is its complement.
    pub rwmix_read_percent: u8,
    pub percentage_random: PerDdir<u8>,
    /// `random_distribution`
    pub distribution: PerDdir<Distribution>,
    /// `norandommap`: blocks may come again before all have come.
    pub norandommap: bool,
    /// `randrepeat`: the same sequence in every run.
    pub randrepeat: bool,
    /// `randseed`, used with `randrepeat`.
    pub randseed: u64,
    /// `random_generator`
    pub generator: RandomGenerator,
    /// `zonemode`
    pub zones: Option<Zones>,
}

impl AccessPlan {
    /// `sprandom`
    pub const fn sprandom(&self) -> Option<&SprandomPlan> {
        match &self.distribution.0[Ddir::Write as usize] {
            Distribution::Sprandom(plan) => Some(plan),
            _ => None,
        }
    }

    /// `zonemode=strided`
    pub const fn strided(&self) -> Option<StridedZones> {
        match self.zones {
            Some(Zones::Strided(zones)) => Some(zones),
            _ => None,
        }
    }

    /// `zonemode=zbd`
    pub fn zbd(&self) -> Option<&ZbdPlan> {
        match &self.zones {
            Some(Zones::Zbd(zones)) => Some(zones),
            _ => None,
        }
    }

    /// `zonesize` in bytes; 0 where nobody gave one.
    pub fn zone_bytes(&self) -> u64 {
        match &self.zones {
            Some(Zones::Strided(zones)) => zones.size_bytes,
            Some(Zones::Zbd(zones)) => zones.zone_bytes,
            None => 0,
        }
    }

    /// I/Os after which `number_ios` ends a pass; as in fio, a trim and the write that follows it count as one of them.
    // FIO-DIFF(trimwrite-loops): in fio it counts otherwise with `loops`.
    pub const fn most_ios(&self) -> u64 {
        match (self.number_ios, self.mode) {
            (0, _) => u64::MAX,
            (count, AccessMode::TrimWrite | AccessMode::RandTrimWrite) => count.saturating_mul(2),
            (count, _) => count,
        }
    }

    /// The smallest block size over the directions the mode issues, in bytes.
    pub fn min_block_bytes(&self) -> u64 {
        self.issued_sizes().map(BlockSize::min).min().unwrap_or(0)
    }

    /// The largest block size over the directions the mode issues, in bytes.
    pub fn max_block_bytes(&self) -> u64 {
        self.issued_sizes().map(BlockSize::max).max().unwrap_or(0)
    }

    fn issued_sizes(&self) -> impl Iterator<Item = &BlockSize> {
        Ddir::ALL
            .into_iter()
            // With `bs_is_seq_rand` the sizes of reads and writes serve sequential and random I/O of any direction.
            .filter(|ddir| self.mode.issues(*ddir) || (self.bs_is_seq_rand && *ddir != Ddir::Trim))
            .map(|ddir| &self.block_size[ddir])
    }
}
