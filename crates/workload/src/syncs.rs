//! Syncs every so many writes: `fsync`, `fdatasync`, `sync_file_range`.

use fiord_job::plan::{AccessMode, Ddir, DurabilityPlan};

use crate::io::{Io, Op};

/// Decides when a sync comes between two I/Os.
///
/// As in fio, the sync comes when the next I/O is about to be issued: a job that ends with its last write has no sync after
/// it (that is `end_fsync`). Where several are due at once the first of fsync, fdatasync, sync_file_range is done and the
/// others are not.
///
/// FIO-DIFF(one-sync-per-interval): fio with an asynchronous engine issues further syncs until the first has completed, and in
/// a mixed job another one after each read until the next write; here each interval has one.
///
/// FIO-DIFF(loop-boundary-sync): where a loop of `loops` ends on a sync, fio 3.33 begins the next one with another; here it has
/// had its sync.
///
/// FIO-DIFF(datasync-count): fio 3.33 counts `fdatasync` among the short reads and `sync_file_range` among the short writes;
/// here both count as what they are, in `sync`.
#[derive(Debug)]
pub struct SyncRules {
    fsync_every: u64,
    fdatasync_every: u64,
    range_every: u64,
    writes: u64,
    due: Option<Op>,
    /// Taken from the pattern; a sync comes first.
    pub behind: Option<Io>,
    file: u32,
    /// What was written since the last `sync_file_range`, as (first byte, end).
    dirty: (u64, u64),
}

/// Whether a mode has writes that syncs are counted by: as in fio, not those that follow a trim (`trimwrite`).
pub const fn counts_writes(mode: AccessMode) -> bool {
    mode.issues(Ddir::Write) && !mode.issues(Ddir::Trim)
}

impl SyncRules {
    pub fn new(durability: &DurabilityPlan, writes: bool) -> Self {
        let every = |count: u32| if writes { u64::from(count) } else { 0 };
        Self {
            fsync_every: every(durability.fsync_every),
            fdatasync_every: every(durability.fdatasync_every),
            range_every: durability
                .sync_file_range
                .map_or(0, |range| every(range.every_writes)),
            writes: 0,
            due: None,
            behind: None,
            file: 0,
            dirty: (u64::MAX, 0),
        }
    }

    pub fn any(&self) -> bool {
        self.fsync_every > 0 || self.fdatasync_every > 0 || self.range_every > 0
    }

    /// A write was issued.
    pub fn wrote(&mut self, io: &Io) {
        self.writes += 1;
        if io.file != self.file {
            self.dirty = (u64::MAX, 0);
            self.file = io.file;
        }
        self.dirty = (
            self.dirty.0.min(io.offset),
            self.dirty.1.max(io.offset + u64::from(io.len)),
        );
        let falls = |every: u64| every > 0 && self.writes.is_multiple_of(every);
        self.due = if falls(self.fsync_every) {
            Some(Op::Fsync)
        } else if falls(self.fdatasync_every) {
            Some(Op::Fdatasync)
        } else if falls(self.range_every) {
            Some(Op::SyncFileRange)
        } else {
            None
        };
    }

    /// The sync that is due now, once.
    pub fn take_due(&mut self) -> Option<Io> {
        let op = self.due.take()?;
        let (start, end) = self.dirty;
        if op != Op::SyncFileRange {
            return Some(Io {
                op,
                file: self.file,
                offset: 0,
                len: 0,
            });
        }
        self.dirty = (u64::MAX, 0);
        // A length of 0 means up to the end of the file: right for a range that no u32 can say.
        let len = u32::try_from(end.saturating_sub(start)).unwrap_or(0);
        Some(Io {
            op,
            file: self.file,
            offset: start,
            len,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use fiord_job::plan::SyncFileRange;

    fn write_at(offset: u64) -> Io {
        Io {
            op: Op::Write,
            file: 0,
            offset,
            len: 4096,
        }
    }

    #[test]
    fn the_strongest_sync_that_is_due_comes_alone() {
        let durability = DurabilityPlan {
            fsync_every: 4,
            fdatasync_every: 2,
            ..DurabilityPlan::default()
        };
        let mut rules = SyncRules::new(&durability, true);
        let mut seen = Vec::new();
        for block in 0..8 {
            rules.wrote(&write_at(block * 4096));
            if let Some(sync) = rules.take_due() {
                seen.push((block + 1, sync.op));
            }
            assert_eq!(rules.take_due(), None);
        }
        assert_eq!(
            seen,
            [
                (2, Op::Fdatasync),
                (4, Op::Fsync),
                (6, Op::Fdatasync),
                (8, Op::Fsync)
            ]
        );
    }

    #[test]
    fn a_range_covers_what_was_written_since_the_last() {
        let range = SyncFileRange {
            wait_before: false,
            write: true,
            wait_after: false,
            every_writes: 2,
        };
        let durability = DurabilityPlan {
            sync_file_range: Some(range),
            ..DurabilityPlan::default()
        };
        let mut rules = SyncRules::new(&durability, true);
        rules.wrote(&write_at(8192));
        assert_eq!(rules.take_due(), None);
        rules.wrote(&write_at(65_536));
        assert_eq!(
            rules.take_due(),
            Some(Io {
                op: Op::SyncFileRange,
                file: 0,
                offset: 8192,
                len: 61_440
            })
        );
        rules.wrote(&write_at(0));
        rules.wrote(&write_at(4096));
        assert_eq!(
            rules.take_due(),
            Some(Io {
                op: Op::SyncFileRange,
                file: 0,
                offset: 0,
                len: 8192
            })
        );
    }

    #[test]
    fn a_job_that_does_not_write_never_syncs() {
        let durability = DurabilityPlan {
            fsync_every: 1,
            ..DurabilityPlan::default()
        };
        assert!(!SyncRules::new(&durability, false).any());
    }
}
