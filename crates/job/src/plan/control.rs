//! When a job starts and ends, and what it does about errors.

use super::PerDdir;

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
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ControlPlan {
    /// `runtime` in microseconds; 0 means no limit.
    pub runtime_us: u64,
    /// `time_based`, already cleared without a runtime.
    pub time_based: bool,
    /// `ramp_time` in microseconds.
    pub ramp_time_us: u64,
    /// `startdelay` as a range in microseconds.
    pub startdelay_us: (u64, u64),
    pub loops: u32,
    /// `stonewall`: wait until every earlier job has ended.
    pub stonewall: bool,
    /// `wait_for`: name of the job to wait for.
    pub wait_for: Option<String>,
    pub new_group: bool,
    pub exitall: bool,
    pub exitall_on_error: bool,
    pub exit_what: ExitWhat,
    pub continue_on_error: ContinueOnError,
    /// `ignore_error` per kind (read, write, verify): errno values.
    pub ignore_error: [Vec<i32>; 3],
    pub error_dump: bool,
    /// `max_latency` in nanoseconds per direction; 0 means no limit.
    pub max_latency_ns: PerDdir<u64>,
    /// `thread` was given; workers are threads in any case.
    pub thread_given: bool,
    pub exec_prerun: Option<String>,
    pub exec_postrun: Option<String>,
}
