//! Waits for the machine to agree, where other threads of a test hold something for a moment; and what images hold.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;

use fiord_host::changes;
use fiord_host::signatures::{self, Signature};

/// The signatures in an image of a disk.
pub(crate) fn signatures_of(image: &Path) -> Vec<Signature> {
    let file = File::open(image).unwrap();
    let size = file.metadata().unwrap().len();
    let found = signatures::scan(&mut |offset, out| file.read_exact_at(out, offset), size);
    found.unwrap().signatures
}

/// Waits until something is so, and fails if that takes a minute. Programs that other threads of this test start hold its
/// files and locks from their fork to their exec, so what this process let go may be held for a moment by them.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = std::time::Instant::now();
    while !is_so() {
        assert!(started.elapsed().as_secs() < 60, "{what}");
        std::thread::yield_now();
    }
}

/// What a change to a journal returns, once nobody holds the journal's lock any more (see [`until`]).
pub(crate) fn unlocked<T>(mut change: impl FnMut() -> Result<T, changes::Error>) -> T {
    let mut result = None;
    until("the journal is unlocked", || match change() {
        Err(changes::Error::Locked(_)) => false,
        other => {
            result = Some(other.unwrap());
            true
        }
    });
    result.unwrap()
}
