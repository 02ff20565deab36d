//! The I/O engines: one row each, with everything that the rest of the workspace asks of an engine.
//!
//! Only the worker, which starts the code of an engine, tells engines apart by [`EngineKind`]; all others read the row.

use Backend::*;
use NameAction::*;
use Queueing::*;

/// What an engine does its I/Os on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    /// Nothing: an I/O is complete once it is issued.
    Null,
    /// A device in virtual time.
    Simulated,
    /// The CPU: bursts of computing, without bytes.
    Cpu,
    /// A program that runs while the job does, without bytes.
    Program,
    /// Data of files and devices of any kind, by system calls.
    Data,
    /// The same data, in mapped pages.
    Mapping,
    /// The same data, through a pipe.
    Pipe,
    /// Blocks and length of open files, not their data.
    Allocation,
    /// Files by their names: nothing is open while the job runs.
    FileNames(NameAction),
    /// Directories by their names.
    DirectoryNames(NameAction),
    /// SCSI commands, sent to a device itself.
    Scsi,
    /// NVMe commands, sent to a device itself.
    Nvme,
    /// Files on persistent memory, mapped.
    PersistentFile,
    /// Persistent memory as a device, mapped.
    PersistentDevice,
    /// Raw flash.
    Flash,
}

/// What an engine does with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameAction {
    Create,
    /// Opens and closes it.
    Open,
    /// Looks up what it is.
    Stat,
    Delete,
}

/// How many I/Os an engine can have in flight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Queueing {
    /// One; `iodepth` has no effect.
    OneAtATime,
    /// One, unless other threads make its calls (`io_submit_mode=offload`).
    Offloadable,
    /// `iodepth`.
    Queued,
    /// `iodepth` with direct I/O; buffered I/O is done in the call that submits it.
    QueuedIfDirect,
    /// `iodepth` on generic devices, one on block devices.
    QueuedIfGeneric,
}

/// The row of an engine.
#[derive(Debug)]
struct EngineTraits {
    /// fio's spelling (`sim` is fiord's own).
    name: &'static str,
    /// Its line in `--enghelp`.
    help: &'static str,
    backend: Backend,
    queueing: Queueing,
    has_atomic_writes: bool,
    has_helper_threads: bool,
}

const fn row(name: &'static str, help: &'static str, backend: Backend, queueing: Queueing) -> EngineTraits {
    EngineTraits {
        name,
        help,
        backend,
        queueing,
        has_atomic_writes: false,
        has_helper_threads: false,
    }
}

impl EngineTraits {
    /// It can ask for atomic writes (`atomic`).
    const fn with_atomic_writes(mut self) -> Self {
        self.has_atomic_writes = true;
        self
    }

    /// Threads of the kernel or of a library do some of its I/Os, which are then not counted for the worker.
    const fn with_helper_threads(mut self) -> Self {
        self.has_helper_threads = true;
        self
    }
}

macro_rules! engines {
    ($($kind:ident => $row:expr,)*) => {
        /// The I/O engines that exist here.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        pub enum EngineKind {
            $($kind,)*
        }

        impl EngineKind {
            /// All engines, in the order of `--enghelp`.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            const fn traits(self) -> &'static EngineTraits {
                match self {
                    $(Self::$kind => const { &$row },)*
                }
            }
        }
    };
}

engines! {
    Sync => row("sync", "lseek, read and write; one I/O at a time", Data, Offloadable),
    Psync => row("psync", "pread and pwrite; one I/O at a time; the default", Data, Offloadable),
    Vsync => row("vsync", "readv and writev, joining adjacent I/Os; one call at a time", Data, OneAtATime),
    Pvsync => row("pvsync", "preadv and pwritev; one I/O at a time", Data, Offloadable),
    Pvsync2 => row(
        "pvsync2",
        "preadv2 and pwritev2 with their flags; one I/O at a time",
        Data,
        Offloadable,
    ).with_atomic_writes(),
    Mmap => row("mmap", "copies from and to mapped memory", Mapping, OneAtATime),
    Libaio => row(
        "libaio",
        "Linux native asynchronous I/O; asynchronous only with direct=1",
        Data,
        QueuedIfDirect,
    ).with_atomic_writes(),
    IoUring => row("io_uring", "Linux io_uring", Data, Queued).with_atomic_writes().with_helper_threads(),
    Posixaio => row(
        "posixaio",
        "aio_read and aio_write of the C library: threads, one I/O at a time per file",
        Data,
        Queued,
    ).with_helper_threads(),
    Splice => row("splice", "splice and vmsplice through a pipe; one I/O at a time", Pipe, OneAtATime),
    Null => row("null", "no I/O at all, which measures fiord itself", Null, Queued),
    Cpuio => row("cpuio", "computes and does no I/O", Cpu, OneAtATime),
    Exec => row("exec", "runs a program for as long as the job lasts, and does no I/O", Program, OneAtATime),
    Ftruncate => row("ftruncate", "each write sets its file's length to the offset", Allocation, OneAtATime),
    Falloc => row("falloc", "fallocate: reads and writes allocate, trims punch holes", Allocation, OneAtATime),
    Filecreate => row("filecreate", "each I/O makes a file", FileNames(Create), OneAtATime),
    Fileopen => row("fileopen", "each I/O opens a file", FileNames(Open), OneAtATime),
    Filestat => row("filestat", "each I/O looks up a file", FileNames(Stat), OneAtATime),
    Filedelete => row("filedelete", "each I/O removes a file", FileNames(Delete), OneAtATime),
    Dircreate => row("dircreate", "each I/O makes a directory", DirectoryNames(Create), OneAtATime),
    Dirstat => row("dirstat", "each I/O looks up a directory", DirectoryNames(Stat), OneAtATime),
    Dirdelete => row("dirdelete", "each I/O removes an empty directory", DirectoryNames(Delete), OneAtATime),
    E4defrag => row(
        "e4defrag",
        "each write moves its range to other blocks, as e4defrag does; ext4 only",
        Allocation,
        OneAtATime,
    ),
    Sg => row(
        "sg",
        "SCSI commands: to a block device one at a time, to a generic device (/dev/sgN) in a queue",
        Scsi,
        QueuedIfGeneric,
    ),
    UringCmd => row("io_uring_cmd", "NVMe commands to generic devices (/dev/ngXnY) through io_uring", Nvme, Queued),
    Libpmem => row(
        "libpmem",
        "copies by the processor from and to files on persistent memory (a file system with DAX)",
        PersistentFile,
        OneAtATime,
    ),
    DevDax => row(
        "dev-dax",
        "copies by the processor from and to persistent memory as a device (/dev/daxX.Y)",
        PersistentDevice,
        OneAtATime,
    ),
    Mtd => row(
        "mtd",
        "pread and pwrite on raw flash (/dev/mtdN); trims erase; one I/O at a time",
        Flash,
        OneAtATime,
    ),
    Sim => row("sim", "a simulated device in virtual time", Simulated, Queued),
}

impl EngineKind {
    /// The engine that fio calls so.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = match name {
            "aio" | "linuxaio" => "libaio",
            name => name,
        };
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// fio's spelling (`sim` is fiord's own).
    pub const fn name(self) -> &'static str {
        self.traits().name
    }

    /// Its line in `--enghelp`.
    pub const fn help(self) -> &'static str {
        self.traits().help
    }

    pub const fn backend(self) -> Backend {
        self.traits().backend
    }

    pub const fn queueing(self) -> Queueing {
        self.traits().queueing
    }

    /// Whether it can ask for atomic writes (`atomic`).
    pub const fn has_atomic_writes(self) -> bool {
        self.traits().has_atomic_writes
    }

    /// Whether threads of the kernel or of a library do some of its I/Os, which are then not counted for the worker.
    pub const fn has_helper_threads(self) -> bool {
        self.traits().has_helper_threads
    }

    /// Whether one I/O is all it ever has in flight, whatever `iodepth` says.
    pub const fn is_synchronous(self) -> bool {
        matches!(self.queueing(), OneAtATime | Offloadable)
    }

    /// Whether another engine that queues does the same, or this one queues: a mapping or an engine without data was chosen for what
    /// it is, and a block device takes the commands of `sg` one by one.
    pub const fn may_queue(self) -> bool {
        matches!(self.backend(), Data) || (self.moves_data() && matches!(self.queueing(), Queued))
    }

    /// Whether it touches no file at all.
    pub const fn is_diskless(self) -> bool {
        matches!(self.backend(), Null | Simulated) || self.has_no_bytes()
    }

    /// Whether its I/Os have no bytes at all: it computes, or waits for a program.
    pub const fn has_no_bytes(self) -> bool {
        matches!(self.backend(), Cpu | Program)
    }

    /// Whether each I/O is one operation on a file or directory by its name: nothing is open while the job runs.
    pub const fn works_on_names(self) -> bool {
        matches!(self.backend(), FileNames(_) | DirectoryNames(_))
    }

    /// Whether it makes, removes or resizes files even where it only "reads".
    pub const fn changes_files(self) -> bool {
        matches!(
            self.backend(),
            Allocation | FileNames(Create | Delete) | DirectoryNames(Create | Delete)
        )
    }

    /// Whether it hands commands to a device itself. They go past the page cache, and the kernel does not count them among the I/Os of
    /// the disk.
    pub const fn sends_commands(self) -> bool {
        matches!(self.backend(), Scsi | Nvme)
    }

    /// Whether the CPU copies data from and to persistent memory: no page cache, no block device and no queue has a part in it.
    pub const fn copies_to_memory(self) -> bool {
        matches!(self.backend(), PersistentFile | PersistentDevice)
    }

    /// Whether it maps what it reads and writes, which makes no file longer.
    pub const fn maps_files(self) -> bool {
        matches!(self.backend(), Mapping) || self.copies_to_memory()
    }

    /// Whether its I/Os reach the storage through neither a page cache nor a block device.
    pub const fn goes_past_blocks(self) -> bool {
        self.copies_to_memory() || matches!(self.backend(), Flash)
    }

    /// Whether it moves data of files and devices of any kind. The kernel's counters of disks show these I/Os. Other engines
    /// have devices of their own, or files on them.
    pub const fn takes_any_file(self) -> bool {
        matches!(self.backend(), Data | Mapping | Pipe)
    }

    /// Whether data of files or devices goes through it.
    pub const fn moves_data(self) -> bool {
        self.takes_any_file() || self.sends_commands() || self.goes_past_blocks()
    }
}
