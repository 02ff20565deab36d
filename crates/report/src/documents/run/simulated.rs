//! What a simulated drive did inside, as the document has it.

use fiord_record::run::SimulatedTarget;
use fiord_stats::simulated::{
    DiskCounters, FlashCounters, FlashMoment, RequestClass, RequestTimes, SimulatedDrive, TimeCause,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A simulated drive of the run. All its times are virtual.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SimulatedDrive")]
pub struct SimulatedJson {
    /// The name by which jobs share it.
    pub name: String,
    /// Of sim_model=ftl.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flash: Option<FlashJson>,
    /// Of sim_model=disk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disk: Option<DiskJson>,
}

/// A flash drive with its translation layer. Counters begin with the run.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SimulatedFlash")]
pub struct FlashJson {
    pub page_bytes: u64,
    /// Pages that the host sees (U).
    pub user_pages: u64,
    /// Pages of the flash (T), without a static pSLC cache.
    pub total_pages: u64,
    /// Pages that are erased together.
    pub superblock_pages: u64,
    /// Planes that work at the same time.
    pub planes: u64,
    /// (T - U) / U
    pub over_provisioning_of_user_percent: f64,
    /// (T - U) / T
    pub over_provisioning_of_flash_percent: f64,
    /// Bytes programmed ÷ bytes written by the host; null: the host wrote none.
    pub write_amplification: Option<f64>,
    pub host_written_bytes: u64,
    pub host_pages: u64,
    /// Copied by garbage collection.
    pub collected_pages: u64,
    /// Copied out of the pSLC cache.
    pub folded_pages: u64,
    /// Copied by wear levelling.
    pub levelled_pages: u64,
    pub map_read_pages: u64,
    pub map_written_pages: u64,
    pub trimmed_pages: u64,
    /// Host pages that went to the pSLC cache.
    pub slc_pages: u64,
    /// Pages that were read and hold no data.
    pub unmapped_read_pages: u64,
    pub erased_superblocks: u64,
    /// Collections that a write had to wait for.
    pub forced_collections: u64,
    /// Pages with data at the end.
    pub valid_pages: u64,
    /// Mean share of valid pages in the blocks that were collected; null: none was.
    pub victim_valid_percent: Option<f64>,
    /// Collected blocks by twentieths of their pages that were valid.
    pub victims: Vec<u64>,
    pub erases: ErasesJson,
    /// Share of the time in which the planes worked; null: they never did.
    pub die_busy_percent: Option<f64>,
    pub die_time: DieTimeJson,
    pub reads: RequestsJson,
    pub writes: RequestsJson,
    /// Flushes of the write cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub syncs: Option<RequestsJson>,
    /// Write amplification since the moment before.
    pub course: Vec<CourseJson>,
}

/// Erases per superblock since the drive was made.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SimulatedErases")]
pub struct ErasesJson {
    pub least: u32,
    pub mean: f64,
    pub most: u32,
    /// Superblocks in 16 equal classes from least to most.
    pub classes: Vec<u64>,
    pub bad_superblocks: u32,
    /// So many are bad that the drive takes no more writes.
    pub read_only: bool,
}

/// Time of all planes together.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SimulatedDieTime")]
pub struct DieTimeJson {
    pub host_read_ns: u64,
    pub host_program_ns: u64,
    pub collection_ns: u64,
    pub fold_ns: u64,
    pub levelling_ns: u64,
    pub map_ns: u64,
}

/// Requests of one direction.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SimulatedRequests")]
pub struct RequestsJson {
    pub requests: u64,
    /// Sums of all requests.
    pub time: CauseTimesJson,
    /// The same by duration: powers of two.
    pub classes: Vec<RequestClassJson>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SimulatedRequestClass")]
pub struct RequestClassJson {
    /// Shortest duration of the class.
    pub from_ns: u64,
    pub requests: u64,
    pub time: CauseTimesJson,
}

/// What the time of requests was spent on.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SimulatedCauses")]
pub struct CauseTimesJson {
    /// Limits, the host interface and the write cache.
    pub interface_ns: u64,
    pub cell_ns: u64,
    pub bus_ns: u64,
    /// Other requests of the host.
    pub queue_ns: u64,
    pub collection_ns: u64,
    pub fold_ns: u64,
    pub map_ns: u64,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SimulatedMoment")]
pub struct CourseJson {
    /// Virtual time since the start of the run.
    pub time_ns: u64,
    /// Bytes that the host had written.
    pub host_bytes: u64,
    pub write_amplification: f64,
}

/// A disk with an arm.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SimulatedDisk")]
pub struct DiskJson {
    /// Requests that the platter served.
    pub requests: u64,
    /// Requests that the cache answered.
    pub cached_requests: u64,
    /// Requests for which the arm moved.
    pub seeks: u64,
    /// Sums over these requests.
    pub seek_ns: u64,
    pub rotation_ns: u64,
    pub transfer_ns: u64,
}

impl SimulatedJson {
    pub(super) fn of(target: &SimulatedTarget) -> Self {
        let (flash, disk) = match &target.drive {
            SimulatedDrive::Flash(counters) => (Some(FlashJson::of(counters)), None),
            SimulatedDrive::Disk(counters) => (None, Some(DiskJson::of(counters))),
        };
        Self {
            name: target.name.clone(),
            flash,
            disk,
        }
    }
}

impl FlashJson {
    fn of(counters: &FlashCounters) -> Self {
        let (of_user, of_flash) = counters.over_provisioning();
        let times = &counters.die_times;
        let wear = &counters.wear;
        Self {
            page_bytes: counters.page_bytes,
            user_pages: counters.user_pages,
            total_pages: counters.total_pages,
            superblock_pages: counters.block_pages,
            planes: counters.planes,
            over_provisioning_of_user_percent: of_user * 100.0,
            over_provisioning_of_flash_percent: of_flash * 100.0,
            write_amplification: counters.write_amplification(),
            host_written_bytes: counters.host_written_bytes,
            host_pages: counters.host_pages,
            collected_pages: counters.collected_pages,
            folded_pages: counters.folded_pages,
            levelled_pages: counters.levelled_pages,
            map_read_pages: counters.map_read_pages,
            map_written_pages: counters.map_written_pages,
            trimmed_pages: counters.trimmed_pages,
            slc_pages: counters.slc_pages,
            unmapped_read_pages: counters.unmapped_read_pages,
            erased_superblocks: counters.erased_blocks,
            forced_collections: counters.forced_collections,
            valid_pages: counters.valid_pages,
            victim_valid_percent: counters.victim_valid_share().map(|share| share * 100.0),
            victims: counters.victims.clone(),
            erases: ErasesJson {
                least: wear.least,
                mean: wear.mean(),
                most: wear.most,
                classes: wear.classes.clone(),
                bad_superblocks: wear.bad_blocks,
                read_only: wear.worn_out,
            },
            die_busy_percent: counters.busy_share().map(|share| share * 100.0),
            die_time: DieTimeJson {
                host_read_ns: times.host_read_ns,
                host_program_ns: times.host_program_ns,
                collection_ns: times.collection_ns,
                fold_ns: times.fold_ns,
                levelling_ns: times.levelling_ns,
                map_ns: times.map_ns,
            },
            reads: RequestsJson::of(&counters.reads),
            writes: RequestsJson::of(&counters.writes),
            syncs: (counters.syncs.requests > 0).then(|| RequestsJson::of(&counters.syncs)),
            course: CourseJson::all(&counters.course),
        }
    }
}

impl RequestsJson {
    fn of(times: &RequestTimes) -> Self {
        let class = |class: &RequestClass| RequestClassJson {
            from_ns: class.from_ns,
            requests: class.requests,
            time: CauseTimesJson::of(class.by_cause_ns),
        };
        Self {
            requests: times.requests,
            time: CauseTimesJson::of(times.by_cause_ns),
            classes: times.classes.iter().map(class).collect(),
        }
    }
}

impl CauseTimesJson {
    const fn of(by_cause_ns: [u64; 7]) -> Self {
        Self {
            interface_ns: by_cause_ns[TimeCause::Interface as usize],
            cell_ns: by_cause_ns[TimeCause::Cell as usize],
            bus_ns: by_cause_ns[TimeCause::Bus as usize],
            queue_ns: by_cause_ns[TimeCause::Queue as usize],
            collection_ns: by_cause_ns[TimeCause::Collection as usize],
            fold_ns: by_cause_ns[TimeCause::Fold as usize],
            map_ns: by_cause_ns[TimeCause::Map as usize],
        }
    }
}

impl CourseJson {
    fn all(course: &[FlashMoment]) -> Vec<Self> {
        let mut before = (0, 0);
        let mut point = |moment: &FlashMoment| {
            let host = moment.host_bytes - before.0;
            let programmed = moment.programmed_bytes - before.1;
            before = (moment.host_bytes, moment.programmed_bytes);
            Self {
                time_ns: moment.time_ns,
                host_bytes: moment.host_bytes,
                write_amplification: programmed as f64 / host.max(1) as f64,
            }
        };
        course.iter().map(&mut point).collect()
    }
}

impl DiskJson {
    const fn of(counters: &DiskCounters) -> Self {
        Self {
            requests: counters.requests,
            cached_requests: counters.cached_requests,
            seeks: counters.seeks,
            seek_ns: counters.seek_ns,
            rotation_ns: counters.rotation_ns,
            transfer_ns: counters.transfer_ns,
        }
    }
}
