//! A run over many hosts: each rank's record and clock, and who was lost.

use serde::{Deserialize, Serialize};

use crate::run::RunRecord;

/// What a rank sends when it has measured.
#[derive(Debug, Serialize, Deserialize)]
pub struct RankReport {
    /// When the record's times begin (`RunRecord::started`), in nanoseconds of this rank's monotonic clock: the wall clock held against
    /// it at the start.
    pub base_ns: i64,
    /// The same, held against it at the end: wall clocks are set and slewed.
    pub base_at_end_ns: i64,
    /// Its process, by which the other ranks of its host know it.
    pub pid: u32,
    /// Or why nothing was measured.
    pub outcome: Result<Box<RunRecord>, String>,
}

/// A rank whose report came.
#[derive(Debug)]
pub struct RankRun {
    pub rank: usize,
    pub host: String,
    pub clock: RankClock,
    /// When the record's times begin, in nanoseconds since the agreed start, on rank 0's clock: for starts.
    pub base_ns: i64,
    /// The same for ends.
    pub base_at_end_ns: i64,
    pub pid: u32,
    pub record: RunRecord,
}

/// A rank's monotonic clock minus that of rank 0, each with the shortest way of a ping there and back.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RankClock {
    pub offset_ns: i64,
    pub rtt_ns: u64,
    /// `None`: it was not asked again.
    pub after: Option<(i64, u64)>,
}

/// A rank without a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostRank {
    pub rank: usize,
    pub host: String,
    /// Its process there, as the launcher's messages name it.
    pub pid: u32,
    pub why: LostWhy,
    /// When it was last heard of, since the agreed start; `None`: there was none.
    pub heard_ns: Option<i64>,
    /// What it had done then.
    pub ios: u64,
    pub bytes: u64,
}

/// What became of a rank without a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LostWhy {
    /// Nothing was heard of it for so long while files were laid out.
    SilentWhilePreparing {
        silent_ns: u64,
    },
    /// The same while it measured.
    SilentWhileMeasuring {
        silent_ns: u64,
    },
    /// All were to stop, and it did not report in time; its last sign of life was so old.
    DidNotReport {
        silent_ns: u64,
    },
    /// Its process ended, seen on its host: killed, or crashed. Whether others of its host ended at about the same moment: a launcher kills
    /// all when one dies, and which was the first cannot be seen then.
    ProcessEnded {
        with_others: bool,
    },
    /// It did nothing more, not even for its own host, for so long.
    Hung {
        silent_ns: u64,
    },
    /// Its last sign of life was so old when the run was cut off, before its report came.
    CutOff {
        silent_ns: u64,
    },
    NoReport,
    /// What it sent cannot be read.
    Unreadable {
        error: String,
    },
    /// It could not measure.
    Failed {
        error: String,
    },
}

/// All ranks together.
#[derive(Debug)]
pub struct HostsRun {
    /// Which MPI connected them.
    pub library: String,
    /// How many were started.
    pub started_ranks: usize,
    /// How they divided the data: `same`, `files`, `stripes`.
    pub spread: &'static str,
    /// Reading jobs read what ranks of the next host wrote.
    pub shifted_reads: bool,
    /// In the order of ranks.
    pub ranks: Vec<RankRun>,
    pub lost: Vec<LostRank>,
}
