//! A run over many hosts: how ranks divide the data, their clocks, and who was lost.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::number::plural;

/// How ranks divide the data.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DataSpread {
    /// Each rank does what the job says: on one file of all, on a file or device of each host.
    #[default]
    Same,
    /// A file for each rank.
    Files,
    /// One file for all, a stripe of it for each rank.
    Stripes,
}

impl DataSpread {
    pub const ALL: [Self; 3] = [Self::Same, Self::Files, Self::Stripes];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Files => "files",
            Self::Stripes => "stripes",
        }
    }
}

/// `4 ranks on 2 hosts`, from the host of each rank.
pub fn shape(hosts: &[String]) -> String {
    let names: BTreeSet<&String> = hosts.iter().collect();
    format!(
        "{} on {}",
        plural(hosts.len() as u64, "rank"),
        plural(names.len() as u64, "host")
    )
}

/// A rank's monotonic clock minus that of rank 0, each with the shortest way of a ping there and back.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The same while it waited for the next phase.
    SilentWhileWaiting {
        silent_ns: u64,
    },
    /// All were to stop, and it did not report in time; its last heartbeat was that long ago.
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
    /// The run was cut off before its report came; its last heartbeat was that long ago.
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
