//! Threads that check what was read, so that the worker goes on reading (`verify_async`).
//!
//! The worker copies what came back, with what its ledger expects of it, and goes on; a thread checks; the worker takes the verdicts
//! at its next read, and waits for all of them at the end of a pass.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use fiord_job::plan::VerifyThreads;
use fiord_messages::run_errors as messages;
use rustix::thread::{CpuSet, sched_setaffinity};

use super::chunks::{Wrong, check_chunks};
use crate::error::WorkerError;
use fiord_workload::content::Content;
use fiord_workload::io::Io;
use fiord_workload::verify::{Expected, Sealer};

/// Reads that wait for a thread, for each thread.
const WAITING_PER_THREAD: usize = 4;

/// One read to check. Its memory comes back and is used again.
#[derive(Default)]
pub(super) struct Copied {
    pub(super) bytes: Vec<u8>,
    /// The chunks to check: where they begin in `bytes`, and what they should be.
    pub(super) chunks: Vec<(usize, Expected)>,
    io: Option<Io>,
    wrong: Option<Wrong>,
}

/// The threads of one worker.
pub(super) struct Checkers {
    work: Option<SyncSender<Copied>>,
    verdicts: Receiver<Copied>,
    free: Vec<Copied>,
    /// Handed over and not come back.
    out: usize,
    most: usize,
    threads: Vec<JoinHandle<()>>,
}

impl Checkers {
    /// FIO-DIFF(verify-threads): which read is the last after the first wrong block depends on chance, here and there.
    ///
    /// # Errors
    /// No thread, or `verify_async_cpus` names processors that may not be used.
    pub(super) fn new(
        plan: &VerifyThreads,
        sealer: &Sealer,
        content: &Content,
        dump: bool,
    ) -> Result<Self, WorkerError> {
        let fail = |source| WorkerError::setup(messages::verify_thread, source);
        let count = plan.count as usize;
        let most = count.saturating_mul(WAITING_PER_THREAD);
        let (work, todo) = sync_channel::<Copied>(most);
        let (done, verdicts) = channel();
        let (up, came_up) = channel();
        let todo = Arc::new(Mutex::new(todo));
        let mut threads = Vec::new();
        for _ in 0..count {
            let (todo, done, up) = (Arc::clone(&todo), done.clone(), up.clone());
            let (sealer, content, cpus) = (sealer.clone(), content.clone(), plan.cpus.clone());
            let body = move || {
                let placed = place(cpus.as_deref());
                let failed = placed.is_err();
                if up.send(placed).is_err() || failed {
                    return;
                }
                work_off(&todo, &done, &sealer, &content, dump);
            };
            threads.push(
                std::thread::Builder::new()
                    .name("verify".to_owned())
                    .spawn(body)
                    .map_err(fail)?,
            );
        }
        for _ in 0..count {
            came_up
                .recv()
                .map_err(|_| fail(io::ErrorKind::Other.into()))?
                .map_err(fail)?;
        }
        Ok(Self {
            work: Some(work),
            verdicts,
            free: (0..most).map(|_| Copied::default()).collect(),
            out: 0,
            most,
            threads,
        })
    }

    /// Room for another read; what was found meanwhile goes to `found`.
    pub(super) fn room(&mut self, mut found: impl FnMut(Io, Wrong)) -> Copied {
        while let Ok(copied) = self.verdicts.try_recv() {
            self.take_back(copied, &mut found);
        }
        if self.out >= self.most {
            match self.verdicts.recv() {
                Ok(copied) => self.take_back(copied, &mut found),
                Err(_) => self.out = 0,
            }
        }
        self.free.pop().unwrap_or_default()
    }

    /// Hands a read to the threads.
    pub(super) fn check(&mut self, mut copied: Copied, io: &Io) {
        copied.io = Some(*io);
        if let Some(work) = &self.work
            && work.send(copied).is_ok()
        {
            self.out += 1;
        }
    }

    /// Waits for all verdicts.
    pub(super) fn settle(&mut self, mut found: impl FnMut(Io, Wrong)) {
        while self.out > 0 {
            match self.verdicts.recv() {
                Ok(copied) => self.take_back(copied, &mut found),
                Err(_) => self.out = 0,
            }
        }
    }

    fn take_back(&mut self, mut copied: Copied, found: &mut impl FnMut(Io, Wrong)) {
        self.out -= 1;
        if let (Some(wrong), Some(io)) = (copied.wrong.take(), copied.io) {
            found(io, wrong);
        }
        copied.bytes.clear();
        copied.chunks.clear();
        self.free.push(copied);
    }
}

impl Drop for Checkers {
    fn drop(&mut self) {
        // Without a sender the threads end.
        self.work = None;
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

fn place(cpus: Option<&[u32]>) -> io::Result<()> {
    let Some(cpus) = cpus else { return Ok(()) };
    let mut set = CpuSet::new();
    for cpu in cpus.iter().filter(|cpu| (**cpu as usize) < CpuSet::MAX_CPU) {
        set.set(*cpu as usize);
    }
    sched_setaffinity(None, &set).map_err(io::Error::from)
}

fn work_off(
    todo: &Mutex<Receiver<Copied>>,
    done: &std::sync::mpsc::Sender<Copied>,
    sealer: &Sealer,
    content: &Content,
    dump: bool,
) {
    loop {
        let next = todo.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(mut copied) = next else { return };
        let Copied { bytes, chunks, .. } = &mut copied;
        let wrong = check_chunks(sealer, content, bytes, chunks.iter().copied(), dump);
        copied.wrong = wrong.err();
        if done.send(copied).is_err() {
            return;
        }
    }
}
