//! What a simulated drive counted: the bridge between the simulation and the record of a run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Counters of a simulated drive, from the start of the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum SimulatedDrive {
    /// A flash drive with its translation layer.
    Flash(Box<FlashCounters>),
    /// A disk with an arm.
    Disk(DiskCounters),
}

/// What the time of a request was spent on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TimeCause {
    /// Limits, the host interface and the write cache.
    Interface = 0,
    /// The cells: read or program.
    Cell = 1,
    /// The channel.
    Bus = 2,
    /// Other requests of the host.
    Queue = 3,
    /// Garbage collection and wear levelling.
    Collection = 4,
    /// Folding of the pSLC cache.
    Fold = 5,
    /// Pages of the map.
    Map = 6,
}

impl TimeCause {
    /// All.
    pub const ALL: [Self; 7] = [
        Self::Interface,
        Self::Cell,
        Self::Bus,
        Self::Queue,
        Self::Collection,
        Self::Fold,
        Self::Map,
    ];
}

/// Requests of one direction, by what their time was spent on. Times in nanoseconds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RequestTimes {
    pub requests: u64,
    /// Sums of all requests, in the order of [`TimeCause::ALL`].
    pub by_cause_ns: [u64; 7],
    /// The same for requests of 2^i to 2^(i + 1) nanoseconds, without classes that are empty.
    pub classes: Vec<RequestClass>,
}

/// Requests of similar duration.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RequestClass {
    /// Shortest duration of the class in nanoseconds: a power of two.
    pub from_ns: u64,
    pub requests: u64,
    /// In the order of [`TimeCause::ALL`].
    pub by_cause_ns: [u64; 7],
}

impl RequestTimes {
    /// Counts a request.
    pub fn add(&mut self, by_cause_ns: [u64; 7]) {
        let total_ns: u64 = by_cause_ns.iter().sum();
        let from_ns = 1 << total_ns.max(1).ilog2();
        self.requests += 1;
        let place = match self.classes.binary_search_by_key(&from_ns, |class| class.from_ns) {
            Ok(place) => place,
            Err(place) => {
                self.classes.insert(
                    place,
                    RequestClass {
                        from_ns,
                        ..RequestClass::default()
                    },
                );
                place
            }
        };
        let class = &mut self.classes[place];
        class.requests += 1;
        for (cause, ns) in by_cause_ns.into_iter().enumerate() {
            self.by_cause_ns[cause] += ns;
            class.by_cause_ns[cause] += ns;
        }
    }
}

/// A moment in the life of a flash drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FlashMoment {
    /// Virtual time since the start of the run, in nanoseconds.
    pub time_ns: u64,
    pub host_bytes: u64,
    pub programmed_bytes: u64,
}

/// A block, or several neighbours of a large drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FlashBlock {
    /// Pages with valid data, in thousandths.
    pub valid_permille: u32,
    pub erases: u32,
}

/// Die time by cause, in nanoseconds, summed over all planes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DieTimes {
    pub host_read_ns: u64,
    pub host_program_ns: u64,
    pub collection_ns: u64,
    pub fold_ns: u64,
    pub levelling_ns: u64,
    pub map_ns: u64,
}

impl DieTimes {
    /// All of it.
    pub const fn sum_ns(&self) -> u64 {
        self.host_read_ns
            + self.host_program_ns
            + self.collection_ns
            + self.fold_ns
            + self.levelling_ns
            + self.map_ns
    }
}

/// Erases per block.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WearCounts {
    pub least: u32,
    pub most: u32,
    /// Erases of all blocks together, since the drive was made.
    pub sum: u64,
    pub blocks: u64,
    /// Blocks in 16 equal classes from `least` to `most`.
    pub classes: Vec<u64>,
    pub bad_blocks: u32,
    /// The drive has become read-only.
    pub worn_out: bool,
}

impl WearCounts {
    /// Erases per block.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.blocks.max(1) as f64
    }
}

/// What a simulated flash drive counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlashCounters {
    pub page_bytes: u64,
    /// Pages that the host sees, and pages of the flash without a static pSLC cache.
    pub user_pages: u64,
    pub total_pages: u64,
    /// Pages of a superblock.
    pub block_pages: u64,
    /// Planes that work at the same time.
    pub planes: u64,
    pub host_written_bytes: u64,
    pub host_pages: u64,
    pub collected_pages: u64,
    pub folded_pages: u64,
    pub levelled_pages: u64,
    pub map_read_pages: u64,
    pub map_written_pages: u64,
    pub trimmed_pages: u64,
    /// Host pages that went to the pSLC cache.
    pub slc_pages: u64,
    /// Pages that the host read and had not written, or had trimmed.
    pub unmapped_read_pages: u64,
    /// Superblocks that were erased.
    pub erased_blocks: u64,
    /// Collections that a write had to wait for.
    pub forced_collections: u64,
    /// Valid pages now.
    pub valid_pages: u64,
    /// Victims of collections, by twentieths of their pages that were valid.
    pub victims: Vec<u64>,
    pub victim_valid_pages: u64,
    pub wear: WearCounts,
    pub die_times: DieTimes,
    /// Until when the dies had work, in virtual time.
    pub busy_until_ns: u64,
    pub reads: RequestTimes,
    pub writes: RequestTimes,
    /// Flushes of the write cache. Records that are older have none.
    #[serde(default)]
    pub syncs: RequestTimes,
    pub course: Vec<FlashMoment>,
    pub blocks: Vec<FlashBlock>,
}

impl FlashCounters {
    /// Pages that were programmed.
    pub const fn programmed_pages(&self) -> u64 {
        self.host_pages
            + self.collected_pages
            + self.folded_pages
            + self.levelled_pages
            + self.map_written_pages
    }

    /// Bytes that were programmed ÷ bytes that the host wrote; `None`: it wrote none.
    pub fn write_amplification(&self) -> Option<f64> {
        let programmed = self.programmed_pages() as f64 * self.page_bytes as f64;
        (self.host_written_bytes > 0).then(|| programmed / self.host_written_bytes as f64)
    }

    /// Mean share of valid pages in the victims; `None`: there were none.
    pub fn victim_valid_share(&self) -> Option<f64> {
        let victims: u64 = self.victims.iter().sum();
        let pages = victims as f64 * self.block_pages as f64;
        (victims > 0).then(|| self.victim_valid_pages as f64 / pages)
    }

    /// Share of the time in which the planes worked; `None`: they never did.
    pub fn busy_share(&self) -> Option<f64> {
        let time = self.planes as f64 * self.busy_until_ns as f64;
        (self.busy_until_ns > 0).then(|| self.die_times.sum_ns() as f64 / time)
    }

    /// Over-provisioning as a share of what the host sees, and of the whole flash: (T − U) / U and (T − U) / T.
    pub fn over_provisioning(&self) -> (f64, f64) {
        let (total, user) = (self.total_pages as f64, self.user_pages as f64);
        ((total - user) / user, (total - user) / total)
    }
}

/// What a simulated disk counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DiskCounters {
    /// Requests that the arm and the platter served.
    pub requests: u64,
    /// Requests that the cache answered.
    pub cached_requests: u64,
    /// Times in nanoseconds, summed over these requests.
    pub seek_ns: u64,
    pub rotation_ns: u64,
    pub transfer_ns: u64,
    pub seeks: u64,
}
