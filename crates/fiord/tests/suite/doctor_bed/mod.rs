//! What doctor's tests stand on: a loop device of their own over memory, set as badly as the disks of the reports, and a reader of the
//! few words of JSON Schema that our schemas use.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

use std::path::{Path, PathBuf};

use fiord_testbed::{Attribute, Loop, memory_folder, queue_state, skip};

/// A loop device over a file in memory: no disk below it, so that nothing but itself can be changed.
pub(crate) struct Disk {
    // In this order: a disk that begins to turn gets a larger read-ahead, and the device must be there to be set.
    _before: Vec<Attribute>,
    device: Loop,
}

impl Disk {
    /// Set badly: a scheduler, rotational, a large read-ahead. Says why when it cannot be had.
    pub(crate) fn new() -> Option<Disk> {
        let made = Disk::make();
        made.map_err(|reason| skip("loop", &reason)).ok()
    }

    fn make() -> Result<Disk, String> {
        let device = Loop::in_folder(memory_folder(), 8)?;
        let badly = [
            ("scheduler", "mq-deadline"),
            ("rotational", "1"),
            ("read_ahead_kb", "4096"),
            ("nomerges", "0"),
        ];
        let mut before = Vec::new();
        for (attribute, value) in badly {
            before.push(Attribute::set(device.queue(attribute), value)?);
        }
        Ok(Disk {
            _before: before,
            device,
        })
    }

    pub(crate) fn path(&self) -> &str {
        &self.device.device
    }

    pub(crate) fn name(&self) -> &str {
        self.device.name()
    }

    /// The file of an attribute.
    pub(crate) fn queue(&self, attribute: &str) -> PathBuf {
        self.device.queue(attribute)
    }

    /// `major:minor`.
    pub(crate) fn number(&self) -> String {
        self.device.number()
    }

    /// The folder in memory that its file lies in.
    pub(crate) fn folder(&self) -> &Path {
        self.device.folder()
    }

    pub(crate) fn journal(&self) -> PathBuf {
        self.folder().join("undo")
    }

    /// The value of an attribute, of a choice the chosen one.
    pub(crate) fn value(&self, attribute: &str) -> String {
        Attribute::value(&self.queue(attribute)).unwrap()
    }

    pub(crate) fn settings(&self) -> [String; 4] {
        ["scheduler", "rotational", "read_ahead_kb", "nomerges"].map(|a| self.value(a))
    }

    /// Every readable attribute of the queue and its scheduler.
    pub(crate) fn state(&self) -> Vec<(PathBuf, String)> {
        let state = queue_state(self.name());
        assert!(state.len() > 20, "{state:?}");
        state
    }
}
