//! What a run reports while it goes on.

use std::cell::RefCell;

use fiord_messages::Sentence;

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
    Note(Sentence),
}

/// Tells the front end, and keeps what the reader of the record should know too.
pub(crate) struct Events<'a> {
    listener: &'a dyn Fn(&RunEvent),
    notes: RefCell<Vec<Sentence>>,
}

impl<'a> Events<'a> {
    pub(crate) fn new(listener: &'a dyn Fn(&RunEvent)) -> Self {
        Self {
            listener,
            notes: RefCell::default(),
        }
    }

    /// Tells the front end; a note is kept as well.
    pub(crate) fn tell(&self, event: &RunEvent) {
        if let RunEvent::Note(text) = event {
            self.note([text.clone()]);
        }
        (self.listener)(event);
    }

    /// Keeps notes for the record only.
    pub(crate) fn note(&self, notes: impl IntoIterator<Item = Sentence>) {
        self.notes.borrow_mut().extend(notes);
    }

    /// All notes, the oldest first.
    pub(crate) fn into_notes(self) -> Vec<Sentence> {
        self.notes.into_inner()
    }
}
