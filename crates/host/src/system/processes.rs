//! Which processes have done I/O, and how much, by the kernel's counters of each. Processes of other users are invisible without root.

use serde::{Deserialize, Serialize};

use crate::root::{self, Root};
use crate::system::counters::IoCounters;

/// One process and its counters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProcessIo {
    /// Process id.
    pub pid: u32,
    /// Its name, at most 15 bytes as the kernel keeps it.
    pub name: String,
    /// When it started, in clock ticks since boot: tells a reused id.
    pub started: Option<u64>,
    /// Its counters since then.
    pub io: IoCounters,
}

/// Every process whose counters this user may read.
pub fn read_all(root: &Root) -> Vec<ProcessIo> {
    let pids = root::names(&root.proc(""))
        .into_iter()
        .filter_map(|name| name.parse().ok());
    pids.filter_map(|pid| read(root, pid)).collect()
}

fn read(root: &Root, pid: u32) -> Option<ProcessIo> {
    let io = IoCounters::of(root, pid)?;
    let stat = root::text(&root.proc(format!("{pid}/stat")));
    let (name, started) = stat.as_deref().and_then(parse_stat).unwrap_or_default();
    Some(ProcessIo {
        pid,
        name,
        started,
        io,
    })
}

/// Name and start time of `/proc/PID/stat`; the name is in parentheses and may hold any character, parentheses too.
fn parse_stat(stat: &str) -> Option<(String, Option<u64>)> {
    let (open, close) = (stat.find('(')?, stat.rfind(')')?);
    let started = stat
        .get(close + 1..)?
        .split_whitespace()
        .nth(19)
        .and_then(|t| t.parse().ok());
    Some((stat.get(open + 1..close)?.to_owned(), started))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn names_may_hold_parentheses() {
        let stat = "42 (a) (b) S 1 1 1 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 777 1 2";
        assert_eq!(parse_stat(stat), Some(("a) (b".to_owned(), Some(777))));
        assert_eq!(parse_stat("no"), None);
    }

    #[test]
    fn finds_this_process() {
        let me = std::process::id();
        let all = read_all(&Root::system());
        assert!(
            all.iter().any(|p| p.pid == me && p.started.is_some()),
            "{me} is not among {}",
            all.len()
        );
    }
}
