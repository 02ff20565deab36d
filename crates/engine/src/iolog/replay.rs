//! `read_iolog` in a worker: the next recorded I/O, and when it is due.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use fiord_job::plan::{Ddir, ReplayPlan};
use fiord_messages::{Sentence, run_errors as messages};
use fiord_workload::io::{Io, Op};
use fiord_workload::plan::WorkerPlan;

use crate::iolog::source::{IologNames, IologSource, RecordedIo};

/// IologNames to their places in the worker's targets.
#[derive(Debug)]
struct TargetNames {
    known: HashMap<String, u32>,
    /// Everything goes to the first target.
    redirected: bool,
}

impl IologNames for TargetNames {
    fn index(&mut self, name: &str) -> Result<u32, Sentence> {
        if self.redirected {
            return Ok(0);
        }
        self.known
            .get(name)
            .copied()
            .ok_or_else(|| Sentence::new(|lang| messages::NameNotSeen { name: &name }.text(lang)))
    }
}

/// A recording on its way through a worker.
#[derive(Debug)]
pub struct Playback {
    source: IologSource,
    places: TargetNames,
    how: ReplayPlan,
    origin_ns: u64,
    /// Read ahead.
    next: Option<RecordedIo>,
    /// When the I/O that was taken last is due.
    due_ns: Option<u64>,
}

impl Playback {
    /// The recording of this worker; `None` when it replays nothing.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn open(plan: &WorkerPlan) -> io::Result<Option<Box<Self>>> {
        let how = &plan.job.control.replay;
        let Some(path) = how.of_clone(plan.clone) else {
            return Ok(None);
        };
        let known = plan.targets.iter().zip(0..);
        Ok(Some(Box::new(Self {
            source: IologSource::open(Path::new(path))?,
            places: TargetNames {
                known: known
                    .map(|(target, index)| (target.path.display().to_string(), index))
                    .collect(),
                redirected: how.redirect.is_some(),
            },
            how: how.clone(),
            origin_ns: 0,
            next: None,
            due_ns: None,
        })))
    }

    /// Begins the recording, again or for the first time, at `now_ns`.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn begin(&mut self, now_ns: u64) -> io::Result<()> {
        self.origin_ns = now_ns;
        self.source.rewind()?;
        self.next = self.fetch()?;
        Ok(())
    }

    /// The next I/O; `None` at the end of the recording.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn take(&mut self) -> io::Result<Option<Io>> {
        let Some(entry) = self.next else {
            return Ok(None);
        };
        self.next = self.fetch()?;
        self.due_ns = (!self.how.no_stall).then(|| self.due_of(&entry));
        Ok(Some(Io {
            op: entry.op,
            file: entry.file,
            offset: self.how.place(entry.offset),
            len: entry.len,
        }))
    }

    /// When the I/O that was taken last is due; `None` without pauses.
    pub fn due_ns(&self) -> Option<u64> {
        self.due_ns
    }

    /// Whether the I/O behind it is due as well at `now_ns`.
    pub fn is_behind(&self, now_ns: u64) -> bool {
        self.next.is_some_and(|entry| self.due_of(&entry) <= now_ns)
    }

    fn due_of(&self, entry: &RecordedIo) -> u64 {
        let scaled = u128::from(entry.at_ns) * 100 / u128::from(self.how.time_scale_percent.max(1));
        self.origin_ns
            .saturating_add(u64::try_from(scaled).unwrap_or(u64::MAX))
    }

    fn fetch(&mut self) -> io::Result<Option<RecordedIo>> {
        while let Some(entry) = self.source.next(&mut self.places)? {
            if !skipped(&self.how, &entry) {
                let len = length(&self.how, &self.source, &entry);
                return Ok(Some(RecordedIo { len, ..entry }));
            }
        }
        Ok(None)
    }
}

/// How much the I/O transfers.
pub(super) fn length(how: &ReplayPlan, source: &IologSource, entry: &RecordedIo) -> u32 {
    let is_traced = source.is_nameless() && entry.op.ddir().is_some();
    if is_traced {
        how.length_of_traced(entry.len)
    } else {
        entry.len
    }
}

/// FIO-DIFF(replay-options): fio 3.33 applies `replay_skip` to block traces only.
///
/// `replay_skip`, and reads and writes of nothing.
pub(super) fn skipped(how: &ReplayPlan, entry: &RecordedIo) -> bool {
    match entry.op {
        Op::Read => how.skips[Ddir::Read as usize] || entry.len == 0,
        Op::Write => how.skips[Ddir::Write as usize] || entry.len == 0,
        Op::Trim => how.skips[Ddir::Trim as usize] || entry.len == 0,
        Op::Fsync | Op::Fdatasync | Op::SyncFileRange => how.skips_syncs,
    }
}
