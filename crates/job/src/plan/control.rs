//! When a job starts and ends, and what it does about errors.

use super::{PerDdir, SteadyPlan};

/// `exit_what`: what ends when a job with `exitall` ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum ExitWhat {
    /// Its reporting group.
    #[default]
    Group,
    /// Everything up to the next stonewall.
    Stonewall,
    /// Everything.
    All,
}

/// Who ends when the job ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct ExitPlan {
    pub exitall: bool,
    pub exitall_on_error: bool,
    pub exit_what: ExitWhat,
}

/// `continue_on_error`
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct ContinueOnError {
    /// Go on after a failed read.
    pub read: bool,
    /// Go on after a failed write.
    pub write: bool,
    /// Go on after a failed verification.
    pub verify: bool,
}

/// When a job starts and ends.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ControlPlan {
    /// `runtime` in microseconds; 0 means no limit.
    pub runtime_us: u64,
    /// `time_based`, already cleared without a runtime.
    pub time_based: bool,
    /// `ramp_time` in microseconds.
    pub ramp_time_us: u64,
    /// `ramp_size` in bytes.
    #[serde(default)]
    pub ramp_bytes: u64,
    /// `steadystate*`
    #[serde(default)]
    pub steady: SteadyPlan,
    /// `startdelay` as a range in microseconds.
    pub startdelay_us: (u64, u64),
    pub loops: u32,
    /// `stonewall`: wait until every earlier job has ended.
    pub stonewall: bool,
    /// `wait_for`: name of the job to wait for.
    pub wait_for: Option<String>,
    pub new_group: bool,
    /// `exitall*`
    #[serde(flatten)]
    pub exit: ExitPlan,
    pub continue_on_error: ContinueOnError,
    /// `ignore_error` per kind (read, write, verify): errno values.
    pub ignore_error: [Vec<i32>; 3],
    pub error_dump: bool,
    /// `max_latency` in nanoseconds per direction; 0 means no limit.
    pub max_latency_ns: PerDdir<u64>,
    /// `thread` was given; workers are threads in any case.
    pub thread_given: bool,
    /// `exec_*`
    #[serde(default)]
    pub exec: ExecPlan,
    /// `read_iolog`, `write_iolog`, `replay_*`
    #[serde(default)]
    pub replay: ReplayPlan,
}

/// Commands around a job.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct ExecPlan {
    /// `exec_prerun`
    pub prerun: Option<String>,
    /// `exec_postrun`
    pub postrun: Option<String>,
}

/// Recorded I/O: what is written down, and what is played.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ReplayPlan {
    /// `write_iolog`
    pub write: Option<String>,
    /// `read_iolog`: recordings that clones take in turn.
    pub read: Vec<String>,
    /// `replay_no_stall`
    pub no_stall: bool,
    /// `replay_time_scale`: percentage of the recorded pace.
    pub time_scale_percent: u32,
    /// `replay_redirect`
    pub redirect: Option<String>,
    /// `replay_scale`: divides recorded offsets.
    pub scale: u64,
    /// `replay_align`: recorded offsets are moved down to a multiple of this, lengths of block traces up; 0 leaves them.
    pub align_bytes: u64,
    /// `merge_blktrace_*`
    #[serde(default)]
    pub merge: TraceMerge,
    /// `replay_skip` of reads, writes and trims.
    pub skips: [bool; 3],
    /// `replay_skip` of syncs.
    pub skips_syncs: bool,
    /// The files and directions of this plan are those of the recordings.
    pub resolved: bool,
}

/// Block traces that are joined into one before they are played.
#[derive(Debug, Clone, PartialEq, Default, serde::Serialize, serde::Deserialize)]
pub struct TraceMerge {
    /// `merge_blktrace_file`: where the joined trace is written; `None`: they are not joined.
    pub into: Option<String>,
    /// `merge_blktrace_scalars`: the time of each trace in percent of the recorded one; those not given: 100.
    pub time_percent: Vec<f64>,
    /// `merge_blktrace_iters`: how often each trace is repeated; those not given: once.
    pub repeats: Vec<u32>,
}

impl Default for ReplayPlan {
    fn default() -> Self {
        Self {
            write: None,
            read: Vec::new(),
            no_stall: false,
            time_scale_percent: 100,
            redirect: None,
            scale: 1,
            align_bytes: 0,
            merge: TraceMerge::default(),
            skips: [false; 3],
            skips_syncs: false,
            resolved: false,
        }
    }
}

impl ReplayPlan {
    /// The recording of a clone.
    pub fn of_clone(&self, clone: u32) -> Option<&str> {
        let count = self.read.len().max(1);
        self.read.get(clone as usize % count).map(String::as_str)
    }

    /// Where a recorded offset is played, in bytes.
    pub fn place(&self, offset: u64) -> u64 {
        let scaled = offset / self.scale.max(1);
        scaled - scaled % self.align_bytes.max(1)
    }

    /// The length of an I/O of a block trace. fio 3.33 rounds it up to `replay_align`, and those of its own recordings not.
    pub fn length_of_traced(&self, bytes: u32) -> u32 {
        let align = u32::try_from(self.align_bytes).unwrap_or(0).max(1);
        bytes.checked_next_multiple_of(align).unwrap_or(bytes)
    }
}
