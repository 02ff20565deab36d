//! The lines of fio's logs as data and text. It opens no file and reads no clock: the engine keeps entries and averages them over
//! windows, the binary writes the lines.

use std::fmt::Write as _;

/// I/O priority class "real time", in the top three bits of a kernel I/O priority.
const REAL_TIME: u16 = 1;

/// One row of a bandwidth, IOPS or latency log.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LogEntry {
    /// Milliseconds since the job's epoch.
    pub time_ms: u64,
    /// Latency in ns, bandwidth in KiB/s (kB/s without window) or I/Os per second (1 without window).
    pub value: u64,
    /// The largest value of the window, for `log_window_value=both`.
    pub largest: u64,
    /// [`crate::READ`], [`crate::WRITE`] or [`crate::TRIM`].
    pub ddir: u8,
    /// Size of the I/O; 0 for a window.
    pub block_bytes: u64,
    /// Offset of the I/O; 0 for a window.
    pub offset: u64,
    /// Kernel I/O priority (class in the top three bits).
    pub priority: u16,
    /// When the I/O was issued, in nanoseconds since the job's epoch; 0 for a window.
    pub issue_ns: u64,
}

/// Which optional columns a log has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LogColumns {
    /// `log_offset`
    pub offset: bool,
    /// `log_prio`: the priority in hexadecimal instead of a flag.
    pub priority: bool,
    /// `log_issue_time`
    pub issue_time: bool,
    /// A second value column, for `log_window_value=both`.
    pub largest: bool,
}

impl LogEntry {
    /// Appends this entry as a line of fio's log, with its newline.
    pub fn write_line(&self, columns: &LogColumns, out: &mut String) {
        // Writing to a String cannot fail.
        let _ = write!(out, "{}, {}", self.time_ms, self.value);
        if columns.largest {
            let _ = write!(out, ", {}", self.largest);
        }
        let _ = write!(out, ", {}, {}", self.ddir, self.block_bytes);
        if columns.offset {
            let _ = write!(out, ", {}", self.offset);
        }
        if columns.priority {
            let _ = write!(out, ", 0x{:04x}", self.priority);
        } else {
            let _ = write!(out, ", {}", u8::from(self.priority >> 13 == REAL_TIME));
        }
        if columns.issue_time {
            let _ = write!(out, ", {}", self.issue_ns);
        }
        out.push('\n');
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn at(time_ms: u64, value: u64) -> LogEntry {
        LogEntry {
            time_ms,
            value,
            block_bytes: 4096,
            offset: 8192,
            ..LogEntry::default()
        }
    }

    #[test]
    fn lines_have_the_columns_that_were_asked_for() {
        let line = |entry: LogEntry, columns: &LogColumns| {
            let mut out = String::new();
            entry.write_line(columns, &mut out);
            out
        };
        let real_time = LogEntry {
            priority: 1 << 13 | 3,
            issue_ns: 77,
            largest: 9,
            ..at(5, 6)
        };
        assert_eq!(line(at(5, 6), &LogColumns::default()), "5, 6, 0, 4096, 0\n");
        assert_eq!(line(real_time, &LogColumns::default()), "5, 6, 0, 4096, 1\n");
        let all = LogColumns {
            offset: true,
            priority: true,
            issue_time: true,
            largest: true,
        };
        assert_eq!(line(real_time, &all), "5, 6, 9, 0, 4096, 8192, 0x2003, 77\n");
    }
}
