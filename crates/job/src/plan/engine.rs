//! Which system calls do the I/O, and the options that belong to one I/O engine.

use super::PassthroughPlan;

/// The I/O engines that exist here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum EngineKind {
    /// `sync`: lseek, read, write.
    Sync,
    /// `psync`: pread, pwrite.
    Psync,
    /// `vsync`: readv, writev, coalescing adjacent I/Os.
    Vsync,
    /// `pvsync`: preadv, pwritev.
    Pvsync,
    /// `pvsync2`: preadv2, pwritev2.
    Pvsync2,
    /// `mmap`: memory copies.
    Mmap,
    /// `libaio`: Linux native asynchronous I/O.
    Libaio,
    /// `io_uring`
    IoUring,
    /// `null`: completes at once, no system call.
    Null,
    /// `sim`: a simulated device in virtual time.
    Sim,
    /// `posixaio`: `aio_read` and `aio_write` of the C library, which does them in threads.
    Posixaio,
    /// `splice`: through a pipe, `splice` and `vmsplice`.
    Splice,
    /// `ftruncate`: each write sets the length of its file to the offset.
    Ftruncate,
    /// `falloc`: `fallocate` instead of reads, writes and trims.
    Falloc,
    /// `filecreate`: each I/O opens a file so that it comes to exist.
    Filecreate,
    /// `fileopen`: each I/O opens and closes a file.
    Fileopen,
    /// `filestat`: each I/O looks up what a file is.
    Filestat,
    /// `filedelete`: each I/O removes a file.
    Filedelete,
    /// `dircreate`: each I/O makes a directory.
    Dircreate,
    /// `dirstat`: each I/O looks up a directory.
    Dirstat,
    /// `dirdelete`: each I/O removes an empty directory.
    Dirdelete,
    /// `cpuio`: computes, and does no I/O.
    Cpuio,
    /// `e4defrag`: each write exchanges blocks with a donor file.
    E4defrag,
    /// `exec`: runs a program meanwhile.
    Exec,
    /// `sg`: SCSI commands.
    Sg,
    /// `io_uring_cmd`: NVMe commands.
    UringCmd,
    /// `libpmem`: copies from and to files on persistent memory.
    Libpmem,
    /// `dev-dax`: copies from and to a device that is persistent memory.
    DevDax,
    /// `mtd`: raw flash.
    Mtd,
}

impl EngineKind {
    /// fio's spelling (`sim` is ours).
    pub const fn name(self) -> &'static str {
        match self {
            EngineKind::Sync => "sync",
            EngineKind::Psync => "psync",
            EngineKind::Vsync => "vsync",
            EngineKind::Pvsync => "pvsync",
            EngineKind::Pvsync2 => "pvsync2",
            EngineKind::Mmap => "mmap",
            EngineKind::Libaio => "libaio",
            EngineKind::IoUring => "io_uring",
            EngineKind::Null => "null",
            EngineKind::Sim => "sim",
            EngineKind::Posixaio => "posixaio",
            EngineKind::Splice => "splice",
            EngineKind::Ftruncate => "ftruncate",
            EngineKind::Falloc => "falloc",
            EngineKind::Filecreate => "filecreate",
            EngineKind::Fileopen => "fileopen",
            EngineKind::Filestat => "filestat",
            EngineKind::Filedelete => "filedelete",
            EngineKind::Dircreate => "dircreate",
            EngineKind::Dirstat => "dirstat",
            EngineKind::Dirdelete => "dirdelete",
            EngineKind::Cpuio => "cpuio",
            EngineKind::E4defrag => "e4defrag",
            EngineKind::Exec => "exec",
            EngineKind::Sg => "sg",
            EngineKind::UringCmd => "io_uring_cmd",
            EngineKind::Libpmem => "libpmem",
            EngineKind::DevDax => "dev-dax",
            EngineKind::Mtd => "mtd",
        }
    }

    /// Whether one I/O is all it ever has in flight, whatever `iodepth` says.
    pub const fn is_synchronous(self) -> bool {
        matches!(
            self,
            EngineKind::Sync
                | EngineKind::Psync
                | EngineKind::Vsync
                | EngineKind::Pvsync
                | EngineKind::Pvsync2
                | EngineKind::Mmap
                | EngineKind::Splice
                | EngineKind::Ftruncate
                | EngineKind::Falloc
                | EngineKind::Cpuio
                | EngineKind::Exec
                | EngineKind::E4defrag
                | EngineKind::Mtd
        ) || self.works_on_names()
            || self.copies_to_memory()
    }

    /// Whether it touches no file at all.
    pub const fn is_diskless(self) -> bool {
        matches!(self, EngineKind::Null | EngineKind::Sim) || self.has_no_bytes()
    }

    /// Whether its I/Os have no bytes at all: it computes, or waits for a program.
    pub const fn has_no_bytes(self) -> bool {
        matches!(self, EngineKind::Cpuio | EngineKind::Exec)
    }

    /// Whether each I/O is one operation on a file or directory by its name: nothing is open while the job runs.
    pub const fn works_on_names(self) -> bool {
        matches!(
            self,
            EngineKind::Filecreate | EngineKind::Fileopen | EngineKind::Filestat | EngineKind::Filedelete
        ) || self.works_on_directories()
    }

    /// Whether the names are those of directories.
    pub const fn works_on_directories(self) -> bool {
        matches!(
            self,
            EngineKind::Dircreate | EngineKind::Dirstat | EngineKind::Dirdelete
        )
    }

    /// Whether it makes, removes or resizes files even where it only "reads".
    pub const fn changes_files(self) -> bool {
        matches!(
            self,
            EngineKind::Ftruncate
                | EngineKind::Falloc
                | EngineKind::E4defrag
                | EngineKind::Filecreate
                | EngineKind::Filedelete
                | EngineKind::Dircreate
                | EngineKind::Dirdelete
        )
    }

    /// Whether it hands commands to a device itself. They go past the page cache, and the kernel does not count them among the I/Os of
    /// the disk.
    pub const fn sends_commands(self) -> bool {
        matches!(self, EngineKind::Sg | EngineKind::UringCmd)
    }

    /// Whether the processor copies data from and to persistent memory: no page cache, no block device and no queue has a part in it.
    pub const fn copies_to_memory(self) -> bool {
        matches!(self, EngineKind::Libpmem | EngineKind::DevDax)
    }

    /// Whether its I/Os reach the medium by neither a page cache nor a block device.
    pub const fn goes_past_blocks(self) -> bool {
        self.copies_to_memory() || matches!(self, EngineKind::Mtd)
    }

    /// Whether it moves data of files and devices of any kind. The others have devices of their own, or files on them.
    pub const fn takes_any_file(self) -> bool {
        self.moves_data() && !self.sends_commands() && !self.goes_past_blocks()
    }

    /// Whether the kernel's counters of disks say what its I/Os did.
    pub const fn is_counted_by_disks(self) -> bool {
        self.takes_any_file()
    }

    /// Whether data of files or devices goes through it.
    pub const fn moves_data(self) -> bool {
        !(self.is_diskless()
            || self.works_on_names()
            || matches!(
                self,
                EngineKind::Ftruncate | EngineKind::Falloc | EngineKind::E4defrag
            ))
    }
}

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

/// The model behind `ioengine=sim`. All times in nanoseconds; a device is shared by all jobs that name the same file.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct SimPlan {
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
