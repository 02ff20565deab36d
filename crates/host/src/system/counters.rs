//! A process's own I/O counters (`proc_pid_io(5)`): the second witness next to the device's.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::root::{self, Root};

/// `/proc/PID/io`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IoCounters {
    /// Bytes returned by read calls, from wherever.
    pub rchar: u64,
    /// Bytes passed to write calls.
    pub wchar: u64,
    /// Read calls.
    pub syscr: u64,
    /// Write calls.
    pub syscw: u64,
    /// Bytes fetched from storage for this process.
    pub read_bytes: u64,
    /// Bytes that this process caused to be sent to storage; for buffered writes counted when a page turns dirty.
    pub write_bytes: u64,
    /// Bytes that were dirty and were dropped before they were written.
    pub cancelled_write_bytes: u64,
}

impl IoCounters {
    /// Counters of this process.
    pub fn own(root: &Root) -> Option<IoCounters> {
        IoCounters::parse(&root::text(&root.proc("self/io"))?)
    }

    /// Counters of the thread that calls it.
    pub fn own_thread(root: &Root) -> Option<IoCounters> {
        IoCounters::parse(&root::text(&root.proc("thread-self/io"))?)
    }

    /// Counters of another process; `None` without the right to see them.
    pub fn of(root: &Root, pid: u32) -> Option<IoCounters> {
        IoCounters::parse(&root::small_text(&root.proc(format!("{pid}/io")))?)
    }

    /// Parses the file.
    pub fn parse(text: &str) -> Option<IoCounters> {
        let mut out = IoCounters::default();
        let mut known = 0;
        for (name, value) in text.lines().filter_map(|l| l.split_once(':')) {
            let field = match name {
                "rchar" => &mut out.rchar,
                "wchar" => &mut out.wchar,
                "syscr" => &mut out.syscr,
                "syscw" => &mut out.syscw,
                "read_bytes" => &mut out.read_bytes,
                "write_bytes" => &mut out.write_bytes,
                "cancelled_write_bytes" => &mut out.cancelled_write_bytes,
                _ => continue,
            };
            *field = value.trim().parse().ok()?;
            known += 1;
        }
        (known > 0).then_some(out)
    }

    /// What happened since `earlier`.
    pub fn since(&self, earlier: &IoCounters) -> IoCounters {
        IoCounters {
            rchar: self.rchar.saturating_sub(earlier.rchar),
            wchar: self.wchar.saturating_sub(earlier.wchar),
            syscr: self.syscr.saturating_sub(earlier.syscr),
            syscw: self.syscw.saturating_sub(earlier.syscw),
            read_bytes: self.read_bytes.saturating_sub(earlier.read_bytes),
            write_bytes: self.write_bytes.saturating_sub(earlier.write_bytes),
            cancelled_write_bytes: self
                .cancelled_write_bytes
                .saturating_sub(earlier.cancelled_write_bytes),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_file_and_subtracts() {
        let text = "rchar: 10\nwchar: 2\nsyscr: 3\nsyscw: 4\nread_bytes: 4096\nwrite_bytes: 8192\ncancelled_write_bytes: 0\n";
        let io = IoCounters::parse(text).unwrap();
        assert_eq!((io.rchar, io.read_bytes, io.write_bytes), (10, 4096, 8192));
        assert_eq!(io.since(&io), IoCounters::default());
        assert_eq!(IoCounters::parse(""), None);
        assert_eq!(IoCounters::parse("rchar: x"), None);
    }
}
