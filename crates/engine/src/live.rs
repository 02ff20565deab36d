//! Counters of each worker that a progress display may read while it runs.
//!
//! One cell per worker, written by that worker alone with plain relaxed stores (no read-modify-write), read by anybody.
//! The numbers lag the truth by at most one batch; results come from [`crate::WorkerOutcome`], never from here.

use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::tap::Tap;
use fiord_job::plan::AccessMode;
use fiord_stats::{Coarse, JobStats};
use fiord_workload::stamps::StampRing;
use fiord_workload::verify::state::WriteState;

/// Where a worker is. The letters are fio's, as its ETA line shows them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum WorkerState {
    /// Not started (`P`).
    Waiting = 0,
    /// Thread made, not yet working (`C`).
    Created = 1,
    /// Set up, waits at the gate (`I`).
    Initialized = 2,
    /// Pre-reading its files (`p`).
    PreReading = 3,
    /// In ramp time (`/`).
    Ramp = 4,
    /// Working: the letter depends on the access mode.
    Running = 5,
    /// In a sync call (`F`).
    Syncing = 6,
    /// Stopping: drains what is in flight (`f`).
    Finishing = 7,
    /// Ended (`E`).
    Exited = 8,
    /// Ended and its result collected (`_`).
    Reaped = 9,
    /// Ended by an error (`X`).
    Failed = 10,
    /// Rests between its turns (`I`).
    Resting = 11,
}

impl WorkerState {
    const ALL: [WorkerState; 12] = [
        WorkerState::Waiting,
        WorkerState::Created,
        WorkerState::Initialized,
        WorkerState::PreReading,
        WorkerState::Ramp,
        WorkerState::Running,
        WorkerState::Syncing,
        WorkerState::Finishing,
        WorkerState::Exited,
        WorkerState::Reaped,
        WorkerState::Failed,
        WorkerState::Resting,
    ];

    fn from_byte(byte: u8) -> Self {
        Self::ALL
            .get(usize::from(byte))
            .copied()
            .unwrap_or(WorkerState::Waiting)
    }

    /// The letter of the ETA line for a worker in this state with this access mode.
    pub const fn letter(self, mode: AccessMode) -> char {
        match self {
            WorkerState::Waiting => 'P',
            WorkerState::Created => 'C',
            WorkerState::Initialized | WorkerState::Resting => 'I',
            WorkerState::PreReading => 'p',
            WorkerState::Ramp => '/',
            WorkerState::Running => running_letter(mode),
            WorkerState::Syncing => 'F',
            WorkerState::Finishing => 'f',
            WorkerState::Exited => 'E',
            WorkerState::Reaped => '_',
            WorkerState::Failed => 'X',
        }
    }

    /// Whether the worker is past its start and not yet at its end.
    pub const fn is_active(self) -> bool {
        matches!(
            self,
            WorkerState::PreReading
                | WorkerState::Ramp
                | WorkerState::Running
                | WorkerState::Syncing
                | WorkerState::Finishing
                | WorkerState::Resting
        )
    }
}

const fn running_letter(mode: AccessMode) -> char {
    match mode {
        AccessMode::Read => 'R',
        AccessMode::RandRead => 'r',
        AccessMode::Write => 'W',
        AccessMode::RandWrite => 'w',
        AccessMode::Rw => 'M',
        AccessMode::RandRw => 'm',
        AccessMode::Trim | AccessMode::TrimWrite => 'D',
        AccessMode::RandTrim | AccessMode::RandTrimWrite => 'd',
    }
}

/// What one worker has done so far. Two cache lines of its own, so that neighbours do not slow each other.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct LiveCell {
    /// I/Os completed per direction, ramp included.
    pub ios: [AtomicU64; 3],
    /// Bytes moved per direction, ramp included.
    pub bytes: [AtomicU64; 3],
    state: AtomicU8,
    started_ns: AtomicU64,
    /// How far the writes of a verifying job came; replaced some 20 times a second.
    write_state: Mutex<Option<WriteState>>,
    /// Latencies in the classes of [`Coarse`], ramp included; none where nobody shows them.
    latencies: Option<Box<[AtomicU32]>>,
    /// Stamps of every I/O; none where nobody reads them.
    stamps: Option<StampRing>,
    /// What the worker is to say of itself; none where nobody listens.
    tap: Option<Tap>,
    /// Number of the last copy of its counts that was asked for; 0: none.
    asked: AtomicU32,
    /// Number of the last copy that was handed over.
    answered: AtomicU32,
    copy: Mutex<Option<Box<JobStats>>>,
    /// How many turns the worker has ended, and the counts of the last one.
    turns: Mutex<(u32, TurnCounts)>,
}

/// The I/O of a worker in one turn, without the first moments of the turn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TurnCounts {
    /// How long the counted part lasted; 0: the turn was too short to count.
    pub ns: u64,
    /// I/Os per direction.
    pub ios: [u64; 3],
    /// Bytes per direction.
    pub bytes: [u64; 3],
}

/// A copy of a [`LiveCell`] at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LiveReading {
    /// I/Os completed per direction, ramp included.
    pub ios: [u64; 3],
    /// Bytes moved per direction, ramp included.
    pub bytes: [u64; 3],
    /// Where the worker is.
    pub state: WorkerState,
    /// When it passed its gate, in nanoseconds since the start of the run; 0 before.
    pub started_ns: u64,
}

impl LiveCell {
    /// Publishes the totals of one direction (its index). Only the worker that owns the cell may call this.
    #[inline]
    pub fn publish(&self, ddir: usize, ios: u64, bytes: u64) {
        self.ios[ddir].store(ios, Ordering::Relaxed);
        self.bytes[ddir].store(bytes, Ordering::Relaxed);
    }

    /// Takes room for latencies; without that memory they are not shown.
    pub(crate) fn show_latencies(&mut self) {
        let mut room = Vec::new();
        if room.try_reserve_exact(Coarse::CLASSES).is_ok() {
            room.resize_with(Coarse::CLASSES, AtomicU32::default);
            self.latencies = Some(room.into_boxed_slice());
        }
    }

    /// Where the worker notes the stamps of every I/O. With it, stamps are of the kernel's clock.
    pub fn stamps(&self) -> Option<&StampRing> {
        self.stamps.as_ref()
    }

    /// What the worker is to say of itself.
    pub fn tap(&self) -> Option<&Tap> {
        self.tap.as_ref()
    }

    /// Publishes latencies, if somebody shows them: `count` adds them to empty classes. Only the worker that owns the cell may
    /// call this.
    pub(crate) fn publish_latencies(&self, count: impl FnOnce(&mut [u32; Coarse::CLASSES])) {
        if let Some(latencies) = &self.latencies {
            let mut classes = [0; Coarse::CLASSES];
            count(&mut classes);
            for (shown, counted) in latencies.iter().zip(classes) {
                shown.store(counted, Ordering::Relaxed);
            }
        }
    }

    /// Adds the latencies of this worker to those of others.
    fn add_latencies(&self, all: &mut Coarse) {
        for (all, mine) in all.counts.iter_mut().zip(self.latencies.iter().flatten()) {
            *all = all.wrapping_add(mine.load(Ordering::Relaxed));
        }
    }

    /// Says where the worker is.
    #[inline(always)]
    pub fn enter(&self, state: WorkerState) {
        self.state.store(state as u8, Ordering::Relaxed);
    }

    pub fn mark_started(&self, since_run_start_ns: u64) {
        self.started_ns
            .store(since_run_start_ns.max(1), Ordering::Relaxed);
    }

    /// Says how far the writes of a verifying job came. Outside of the loop.
    pub(crate) fn publish_state(&self, state: WriteState) {
        *self.write_state.lock().unwrap_or_else(PoisonError::into_inner) = Some(state);
    }

    /// How far the writes of a job with `verify_state_save` came; `None` where there are none.
    pub fn write_state(&self) -> Option<WriteState> {
        self.write_state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The copy that somebody waits for, by its number.
    #[inline]
    pub(crate) fn wanted_copy(&self) -> Option<u32> {
        let asked = self.asked.load(Ordering::Relaxed);
        (asked != self.answered.load(Ordering::Relaxed)).then_some(asked)
    }

    /// The number of the last copy that was asked for, if any was.
    pub(crate) fn last_asked(&self) -> Option<u32> {
        Some(self.asked.load(Ordering::Relaxed)).filter(|number| *number > 0)
    }

    /// Hands over a copy of what was counted. Outside of the loop.
    pub(crate) fn hand_over(&self, number: u32, stats: Box<JobStats>) {
        *self.copy.lock().unwrap_or_else(PoisonError::into_inner) = Some(stats);
        self.answered.store(number, Ordering::Release);
    }

    /// What was counted by the time of the last copy.
    pub fn copy(&self) -> Option<JobStats> {
        let copy = self.copy.lock().unwrap_or_else(PoisonError::into_inner);
        copy.as_deref().cloned()
    }

    /// Hands over the counts of a turn; nothing is in flight any more. Outside of the loop.
    pub(crate) fn end_turn(&self, counts: TurnCounts) {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        *turns = (turns.0 + 1, counts);
    }

    /// How many turns have ended, and the counts of the last one.
    pub fn turns(&self) -> (u32, TurnCounts) {
        *self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the cell.
    pub fn read(&self) -> LiveReading {
        let load = |cell: &AtomicU64| cell.load(Ordering::Relaxed);
        LiveReading {
            ios: [load(&self.ios[0]), load(&self.ios[1]), load(&self.ios[2])],
            bytes: [load(&self.bytes[0]), load(&self.bytes[1]), load(&self.bytes[2])],
            state: WorkerState::from_byte(self.state.load(Ordering::Relaxed)),
            started_ns: load(&self.started_ns),
        }
    }
}

/// The cells of all workers of a run, in the order of their numbers.
#[derive(Debug)]
pub struct LiveBoard {
    cells: Box<[LiveCell]>,
    /// Bytes that were written into new files before the workers started.
    pub filled_bytes: Arc<AtomicU64>,
}

impl LiveBoard {
    /// A board for `workers` workers: see [`crate::worker_count`].
    pub fn new(workers: usize) -> Self {
        Self::of((0..workers).map(|_| LiveCell::default()).collect())
    }

    pub fn of(cells: Vec<LiveCell>) -> Self {
        Self {
            cells: cells.into_boxed_slice(),
            filled_bytes: Arc::default(),
        }
    }

    /// Has the workers publish their latencies too.
    #[must_use]
    pub fn with_latencies(mut self) -> Self {
        self.cells.iter_mut().for_each(LiveCell::show_latencies);
        self
    }

    /// Has the workers note the stamps of every I/O, `notes` of them before somebody empties their rings. A worker without memory for
    /// that has no ring.
    #[must_use]
    pub fn with_stamps(mut self, notes: usize) -> Self {
        for cell in &mut self.cells {
            cell.stamps = StampRing::new(notes);
        }
        self
    }

    /// Has the workers say what they do.
    #[must_use]
    pub fn with_tap(mut self, tap: &Tap) -> Self {
        for cell in &mut self.cells {
            cell.tap = Some(tap.clone());
        }
        self
    }

    /// Asks all workers for a copy of their counts, which each hands over at its next event. [`LiveBoard::have_answered`] says when
    /// those that run have. A worker that ended before the first request hands over none.
    pub fn ask_for_copies(&self) {
        for cell in &self.cells {
            cell.asked.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Whether all workers that run have handed over the copy that was asked for last.
    pub fn have_answered(&self) -> bool {
        self.cells.iter().all(|cell| {
            let waits = cell.asked.load(Ordering::Relaxed) != cell.answered.load(Ordering::Acquire);
            !(waits && cell.read().state.is_active())
        })
    }

    /// The latencies of all workers so far, ramp included: of whole I/Os, or from submission on where those are not measured.
    pub fn latencies(&self) -> Coarse {
        sum_of(&self.cells)
    }

    /// The same for each job; the argument has the number of workers of each.
    pub fn job_latencies(&self, jobs: &[usize]) -> Vec<Coarse> {
        let mut cells = &self.cells[..];
        let of_job = jobs.iter().map(|workers| {
            let (own, rest) = cells.split_at((*workers).min(cells.len()));
            cells = rest;
            sum_of(own)
        });
        of_job.collect()
    }

    /// The cells, indexed by [`fiord_workload::plan::WorkerPlan::number`].
    pub fn cells(&self) -> &[LiveCell] {
        &self.cells
    }
}

fn sum_of(cells: &[LiveCell]) -> Coarse {
    let mut all = Coarse::default();
    for cell in cells {
        cell.add_latencies(&mut all);
    }
    all
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn a_reading_is_what_was_published() {
        let board = LiveBoard::new(2);
        board.cells()[1].publish(1, 3, 12_288);
        board.cells()[1].enter(WorkerState::Running);
        let reading = board.cells()[1].read();
        assert_eq!((reading.ios, reading.bytes), ([0, 3, 0], [0, 12_288, 0]));
        assert_eq!(reading.state.letter(AccessMode::RandWrite), 'w');
        assert_eq!(board.cells()[0].read().state, WorkerState::Waiting);
    }

    #[test]
    fn a_copy_is_handed_over_once_for_each_request() {
        let board = LiveBoard::new(2);
        let cell = &board.cells()[0];
        assert!(board.have_answered() && cell.wanted_copy().is_none() && cell.copy().is_none());
        cell.enter(WorkerState::Running);
        board.ask_for_copies();
        assert!(!board.have_answered());
        let number = cell.wanted_copy().unwrap();
        let stats = JobStats {
            errors: 7,
            ..JobStats::default()
        };
        cell.hand_over(number, Box::new(stats.clone()));
        assert!(board.have_answered() && cell.wanted_copy().is_none());
        assert_eq!(cell.copy(), Some(stats));
        board.ask_for_copies();
        assert!(!board.have_answered());
        cell.enter(WorkerState::Exited);
        assert!(board.have_answered(), "it will not answer any more");
    }

    #[test]
    fn every_state_survives_its_byte() {
        for state in WorkerState::ALL {
            assert_eq!(WorkerState::from_byte(state as u8), state);
        }
    }
}
