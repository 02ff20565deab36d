//! What a run reports while it goes on.

/// Something a front end may want to tell.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RunEvent {
    /// The plan is accepted and that many workers will run.
    Starting {
        /// Workers over all jobs.
        workers: u32,
    },
    /// Files grow before a job starts.
    LayingOut {
        job_index: usize,
        /// The worker.
        number: u32,
        /// How many files.
        files: u32,
        /// Their size together once done, in bytes.
        bytes: u64,
    },
    /// All files are laid out and no worker was started yet: the moment to read counters that the run is held against.
    Prepared,
    /// A wave passed its gate: from here on these workers are measured.
    Started {
        /// Numbers of the workers.
        workers: Vec<u32>,
    },
    /// A worker ended.
    Ended {
        /// The worker.
        number: u32,
        /// Whether it failed.
        failed: bool,
    },
    /// Something is not as asked, but the run goes on.
    Note(String),
}

/// A moment of a worker at which its own thread can read what the kernel counts of it: the counters go with the thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkerMoment {
    /// Everything is set up, and the worker is about to wait at its gate.
    Ready,
    /// It passed its gate, and its first I/O comes next.
    Started,
    /// The last I/O and the last sync are done.
    Done,
}
