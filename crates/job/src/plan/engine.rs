//! Which system calls do the I/O, and the options that belong to one I/O engine.

use super::{EngineKind, PassthroughPlan, SimPlan};

/// `stat_type` (filestat, dirstat): the call that looks a name up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum StatCall {
    /// `stat`
    #[default]
    Stat,
    /// `lstat`
    Lstat,
    /// `statx`
    Statx,
}

/// What `cpuio` does, and how the metadata engines look.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct OtherEngines {
    /// `cpuload`: percentage of a processor; 0: not given.
    pub cpu_load_percent: u8,
    /// `cpuchunks`: length of one burst in microseconds; 0: not given.
    pub cpu_burst_us: u64,
    /// `cpumode=qsort`: bursts sort numbers rather than do nothing.
    pub cpu_sorts: bool,
    /// `exit_on_io_done`
    pub cpu_ends_with_others: bool,
    /// `program` and its options (exec)
    pub program: ProgramPlan,
    /// `stat_type`
    pub stat_call: StatCall,
    /// `donorname` (e4defrag)
    pub donor: String,
    /// `skip_bad` (mtd): what lies in bad blocks is left out.
    pub skip_bad: bool,
    /// `inplace=1` (e4defrag): the donor gets its blocks at each I/O and loses them again.
    pub defrag_in_place: bool,
}

/// The program of `exec`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct ProgramPlan {
    /// `program`
    pub program: String,
    /// `arguments`
    pub arguments: String,
    /// `grace_time`: seconds between SIGTERM and SIGKILL.
    pub grace_s: u32,
    /// `std_redirect`: output goes to files.
    pub redirects: bool,
}

impl Default for ProgramPlan {
    fn default() -> Self {
        Self {
            program: String::new(),
            arguments: String::new(),
            grace_s: 1,
            redirects: true,
        }
    }
}

/// `sqthread_poll*` (io_uring).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct SubmissionThread {
    /// `sqthread_poll`
    pub on: bool,
    /// `sqthread_poll_cpu`
    pub cpu: Option<u32>,
}

/// The engine and its options. Options of other engines stay at their defaults.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct EnginePlan {
    /// `ioengine`
    pub kind: EngineKind,
    /// `hipri` (io_uring: polled completions; pvsync2: `RWF_HIPRI`).
    pub hipri: bool,
    /// `hipri_percentage` (pvsync2).
    pub hipri_percent: u8,
    pub fixedbufs: bool,
    pub registerfiles: bool,
    /// `sqthread_poll*`
    #[serde(default)]
    pub sqthread: SubmissionThread,
    /// `nonvectored`, or not `libaio_vectored`: the commands take a buffer, not a list of buffers.
    pub nonvectored: bool,
    /// `force_async`: every Nth I/O goes to a kernel worker; 0 never.
    pub force_async: u32,
    /// `uncached` (`RWF_DONTCACHE`).
    pub uncached: bool,
    /// `nowait` (`RWF_NOWAIT`).
    pub nowait: bool,
    /// `cmdprio_*`
    #[serde(default)]
    pub priorities: CommandPriorities,
    /// `thp` (mmap).
    pub thp: bool,
    /// Of engines that move no data.
    #[serde(default)]
    pub other: OtherEngines,
    /// Of engines that send commands.
    #[serde(default)]
    pub passthrough: PassthroughPlan,
    /// The simulated device, for `ioengine=sim`.
    pub sim: SimPlan,
}

/// Which I/Os carry a priority of their own: for reads, and for writes.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CommandPriorities {
    /// `cmdprio_percentage`
    pub percent: [u8; 2],
    /// `cmdprio_class`; 0: not given.
    pub class: [u8; 2],
    /// `cmdprio`
    pub level: [u8; 2],
    /// `cmdprio_hint`
    #[serde(default)]
    pub hint: [u16; 2],
    /// `cmdprio_bssplit`
    pub split: [Vec<PriorityShare>; 2],
}

impl CommandPriorities {
    /// Whether any I/O does.
    pub fn are_used(&self) -> bool {
        let shares = self.split.iter().flatten().map(|share| share.percent);
        self.percent
            .iter()
            .copied()
            .chain(shares)
            .any(|percent| percent > 0)
    }
}

/// The I/Os of one size that carry a priority.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PriorityShare {
    /// Size in bytes.
    pub bytes: u64,
    /// Percent of the I/Os of that size.
    pub percent: u8,
    /// Class and level, where they are not those of `cmdprio_class` and `cmdprio`.
    pub own: Option<(u8, u8)>,
    /// Hint, where it is not that of `cmdprio_hint`.
    #[serde(default)]
    pub hint: Option<u16>,
}
