//! What the kernel counted while a run went on: the witnesses that the rules of evidence hear.
//!
//! Data only. The session gathers it during the run, off the I/O path; nothing here judges. `None` and empty lists mean
//! unknown: not readable here, not asked for, or not kept by this kernel.

use std::ops::Range;
use std::path::PathBuf;

use fiord_host::cgroup::{Limit, Throttling};
use fiord_host::clock::Clock;
use fiord_host::counters::IoCounters;
use fiord_host::disk_stats::DiskStats;
use fiord_host::extents::Allocation;
use fiord_host::health::Health;
use fiord_host::look::ProcessActivity;
use fiord_host::scheduled::Scheduled;
use fiord_host::stack::FsClass;
use fiord_host::wear::DriveWear;
use fiord_messages::Sentence;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::layers::Layers;

/// Everything witnessed, from the moment the files were laid out until all workers had ended.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RunEvidence {
    /// Length of the window in seconds.
    pub seconds: f64,
    /// Bytes that the workers moved in the window by direction, ramp time included: what the counters are held against.
    pub issued_bytes: [u64; 3],
    /// I/Os likewise.
    pub issued_ios: [u64; 3],
    /// This process's counters over the window, all its threads.
    pub own: Option<IoCounters>,
    /// The block devices under the targets, each once.
    pub devices: Vec<DeviceUse>,
    /// The targets.
    pub targets: Vec<TargetUse>,
    /// Other processes that read from or wrote to devices in the window, the busiest first, as far as they are visible.
    pub others: Vec<ProcessActivity>,
    /// Processes whose counters this user may not read: which of them read or wrote is unknown.
    #[serde(default)]
    pub hidden_processes: u64,
    /// The processors, and who waited for them.
    pub processors: Processors,
    /// Milliseconds of the window in which some task of the machine waited for I/O (PSI).
    pub io_stalled_ms: Option<f64>,
    /// Limits by control groups on the devices under the targets.
    pub limits: Vec<Limit>,
    /// How often limits of this control group were hit in the window, as far as the kernel counts that.
    pub throttling: Throttling,
    /// The clock source and its cost.
    pub clock: Clock,
    /// What was read each second.
    pub seconds_series: Vec<Second>,
    /// How many different blocks were touched of targets that several workers shared or one wrote over. `None`: nobody counted.
    pub blocks: Option<Vec<BlockUse>>,
    /// Where the time went by layer, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layers: Option<Box<Layers>>,
}

/// The processors over the window.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Processors {
    /// Share of all processor time in use.
    pub busy_percent: Option<f64>,
    /// Share of processor time that the hypervisor gave to others.
    pub steal_percent: Option<f64>,
    /// Milliseconds in which the workers could run and had no processor, added up over all of them (schedstat).
    pub run_delay_ms: Option<f64>,
    /// Milliseconds of the window in which some task of the machine waited for a processor (PSI).
    pub stalled_ms: Option<f64>,
    /// Times that a worker lost its processor while it could run.
    pub involuntary_switches: Option<u64>,
}

/// The blocks of one target that were touched at one time (jobs that waited for others apart), ramp included. Arrays are by
/// direction.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BlockUse {
    /// Path as the first of them opened it.
    #[serde(with = "fiord_host::paths")]
    #[schemars(with = "fiord_host::paths::Stored")]
    pub path: PathBuf,
    /// The jobs that used it, by index in the plan.
    pub jobs: Vec<usize>,
    /// Workers that used it.
    pub sharing: u32,
    /// Workers that moved something.
    pub workers: [u32; 3],
    /// The unit in which blocks were counted: the largest that all offsets and lengths are multiples of.
    pub unit_bytes: u64,
    /// I/Os.
    pub issued_ios: [u64; 3],
    /// Bytes of these I/Os.
    pub issued_bytes: [u64; 3],
    /// Bytes of different blocks, those of each worker counted apart and added up.
    pub distinct_of_each_bytes: [u64; 3],
    /// Bytes of different blocks.
    pub distinct_bytes: [u64; 3],
    /// Why nothing was counted; all numbers above are 0 then.
    #[schemars(with = "Option<String>")]
    pub uncounted: Option<Sentence>,
}

/// One block device over the window.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DeviceUse {
    /// Kernel name.
    pub name: String,
    /// `major:minor`.
    pub number: Option<(u32, u32)>,
    /// Whether nothing that Linux knows of lies below it.
    pub leaf: bool,
    /// Counters at the start.
    pub before: DiskStats,
    /// Counters at the end.
    pub after: DiskStats,
    /// Whether it is memory shown as a disk (zram, persistent memory).
    pub in_memory: bool,
    /// Whether it is a kind that serves many requests at once (NVMe, virtual disks, memory): there busy time says little.
    pub parallel: Option<bool>,
    /// Whether the kernel knows of a volatile write cache.
    pub write_cache: Option<bool>,
    /// Health at the start and at the end; of leaves.
    pub health: Option<(Health, Health)>,
    /// The writes of its life at the start and at the end; of NVMe drives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wear: Option<(DriveWear, DriveWear)>,
    /// Of a loop device: the file behind it, before the run.
    #[serde(default)]
    pub backing: Option<Backing>,
}

/// The file behind a loop device, before the run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Backing {
    #[serde(with = "fiord_host::paths")]
    #[schemars(with = "fiord_host::paths::Stored")]
    pub path: PathBuf,
    pub fs_type: Option<String>,
    pub fs_class: Option<FsClass>,
    /// Whether the loop device goes past the page cache of the file.
    pub direct_io: Option<bool>,
    pub cache: Option<PageState>,
    /// Of the bytes that the device shows.
    pub allocation: Option<Allocation>,
}

/// What one worker did from its start to its end, ramp time included.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct WorkerUse {
    /// Bytes by direction.
    pub issued_bytes: [u64; 3],
    /// The kernel's counters of its thread (`/proc/thread-self/io`).
    pub own: Option<IoCounters>,
    /// How long its thread ran and waited for a processor.
    #[serde(default)]
    pub scheduled: Option<Scheduled>,
}

impl DeviceUse {
    /// What happened in the window.
    pub fn delta(&self) -> DiskStats {
        self.after.since(&self.before)
    }
}

/// One target of one job.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TargetUse {
    /// Index of the job in the plan.
    pub job: usize,
    /// Path as the job opens it.
    #[serde(with = "fiord_host::paths")]
    #[schemars(with = "fiord_host::paths::Stored")]
    pub path: PathBuf,
    /// The type of the file system that it is a file on; of a device none, also where the device shows a file.
    pub fs_type: Option<String>,
    /// Its sort.
    pub fs_class: Option<FsClass>,
    /// Names of the leaf devices below.
    pub leaves: Vec<String>,
    /// Whether the layers between may store a byte more than once or elsewhere (RAID, copy-on-write, compression).
    pub multiplies: bool,
    /// The page cache before.
    pub before: Option<PageState>,
    /// The page cache after.
    pub after: Option<PageState>,
    /// From where to where the job was to touch it, as far as that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub touched: Option<(u64, u64)>,
    /// Holes and unwritten extents before, of the part of a regular file that the job was to touch, as far as that is known.
    pub allocation: Option<Allocation>,
}

/// What the page cache holds of a target.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PageState {
    /// Size of the target.
    pub size_bytes: u64,
    /// Of it in the page cache.
    pub cached_bytes: u64,
    /// Of that changed and not yet written, or being written.
    pub dirty_bytes: Option<u64>,
}

/// The counters' growth in one second. The last may be shorter.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Second {
    /// Its end, in nanoseconds since the start of the window.
    pub end_ns: u64,
    /// I/Os that the workers completed by direction.
    pub ios: [u64; 3],
    /// Bytes likewise.
    pub bytes: [u64; 3],
    /// How long the I/Os took. Empty where latencies were not measured.
    #[serde(default, skip_serializing_if = "SecondLatencies::is_empty")]
    pub latencies: SecondLatencies,
    /// What each device did, in the order of [`RunEvidence::devices`].
    pub devices: Vec<DiskStats>,
    /// Share of all processor time in use.
    pub cpu_busy_percent: Option<f64>,
    /// Milliseconds in which some task waited for I/O.
    pub io_stalled_ms: Option<f64>,
}

/// The I/Os of a second by class of latency: the least latency of each class that is not empty, in nanoseconds, and its I/Os (classes are
/// eighths of a power of two).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SecondLatencies {
    /// Of a run of one job, or of all jobs together.
    All(Vec<(u64, u32)>),
    /// In the order of the plan.
    ByJob(Vec<Vec<(u64, u32)>>),
}

impl Default for SecondLatencies {
    fn default() -> Self {
        Self::All(Vec::new())
    }
}

impl SecondLatencies {
    /// More jobs than these are recorded together: the pages have no room for a map of each, and the record would grow with the jobs.
    pub const MOST_JOBS: usize = 6;

    /// Of jobs in the order of the plan.
    pub fn of_jobs(mut jobs: Vec<Vec<(u64, u32)>>) -> Self {
        match jobs.as_slice() {
            [_] => Self::All(jobs.remove(0)),
            _ if jobs.iter().all(Vec::is_empty) => Self::default(),
            _ => Self::ByJob(jobs),
        }
    }

    /// Those of each job; of all together, if they are not known of each.
    pub fn jobs(&self) -> &[Vec<(u64, u32)>] {
        match self {
            Self::All(all) => std::slice::from_ref(all),
            Self::ByJob(jobs) => jobs,
        }
    }

    /// Those of some of several jobs; none, if they are not known of each.
    #[must_use]
    pub fn of_some(&self, jobs: Range<usize>) -> Self {
        match self {
            Self::All(_) => Self::default(),
            Self::ByJob(all) => Self::of_jobs(all.get(jobs).unwrap_or_default().to_vec()),
        }
    }

    fn is_empty(&self) -> bool {
        self.jobs().iter().all(Vec::is_empty)
    }
}

/// Index of a direction in the arrays here.
const READ: usize = 0;
/// See [`READ`].
const WRITE: usize = 1;

impl RunEvidence {
    /// The devices at the bottom.
    pub fn leaves(&self) -> impl Iterator<Item = &DeviceUse> {
        self.devices.iter().filter(|device| device.leaf)
    }

    /// Bytes that the leaf devices read, for everybody. `None` when no device is known.
    pub fn device_read_bytes(&self) -> Option<u64> {
        self.sum(|delta| delta.read_bytes())
    }

    /// Bytes that the leaf devices wrote, for everybody. `None` when no device is known.
    pub fn device_written_bytes(&self) -> Option<u64> {
        self.sum(|delta| delta.write_bytes())
    }

    fn sum(&self, of: fn(&DiskStats) -> u64) -> Option<u64> {
        let mut leaves = self.leaves().peekable();
        leaves.peek()?;
        Some(leaves.map(|leaf| of(&leaf.delta())).fold(0, u64::saturating_add))
    }

    /// Bytes read by the workers.
    pub fn read_issued(&self) -> u64 {
        self.issued_bytes[READ]
    }

    /// Bytes written by the workers.
    pub fn write_issued(&self) -> u64 {
        self.issued_bytes[WRITE]
    }

    /// Bytes of the targets that are changed and not yet on a device at the end. `None` when nobody could say.
    pub fn dirty_left_bytes(&self) -> Option<u64> {
        let mut paths: Vec<(&PathBuf, u64)> = Vec::new();
        for target in &self.targets {
            if let Some(dirty) = target.after.and_then(|state| state.dirty_bytes)
                && paths.iter().all(|(path, _)| *path != &target.path)
            {
                paths.push((&target.path, dirty));
            }
        }
        (!paths.is_empty()).then(|| paths.iter().map(|(_, dirty)| dirty).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latencies_of_one_job_are_stored_as_they_were_before_jobs_were_told_apart() {
        let one = SecondLatencies::of_jobs(vec![vec![(64_000, 7), (73_728, 1)]]);
        let two = SecondLatencies::of_jobs(vec![Vec::new(), vec![(64_000, 7)]]);
        for (latencies, stored) in [(one, "[[64000,7],[73728,1]]"), (two, "[[],[[64000,7]]]")] {
            assert_eq!(serde_json::to_string(&latencies).unwrap(), stored);
            assert_eq!(
                serde_json::from_str::<SecondLatencies>(stored).unwrap(),
                latencies
            );
        }
        assert_eq!(
            SecondLatencies::of_jobs(vec![Vec::new(); 3]),
            SecondLatencies::default()
        );
    }

    /// Of a side of a run in turns. What is known of all sides together is of none.
    #[test]
    fn latencies_of_some_jobs_are_not_those_of_others() {
        let [one, two, three] = [1, 2, 3].map(|count| vec![(64_000, count)]);
        let all = SecondLatencies::of_jobs(vec![one.clone(), two.clone(), three.clone()]);
        assert_eq!(all.of_some(1..2), SecondLatencies::of_jobs(vec![two.clone()]));
        assert_eq!(all.of_some(1..3), SecondLatencies::of_jobs(vec![two, three]));
        assert_eq!(
            SecondLatencies::All(one).of_some(0..1),
            SecondLatencies::default()
        );
    }
}
