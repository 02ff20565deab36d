//! Waiting for the machine to agree, where other threads of a test hold something for a moment.
use fiord_host::changes;

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
