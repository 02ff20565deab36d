//! Memory maps for the threads of workers. The standard library ends the process where a thread finds none for its signal stack.

use std::io;

/// Maps of a worker: its stack, its signal stack, a guard page of each, and its own memory.
const OF_WORKER: u64 = 8;
/// Maps that are kept for the rest of the process.
const SPARE: u64 = 4096;

/// The maps that are free, counted again when the estimate is used up.
pub(super) struct MapRoom<F> {
    count_free: F,
    left: u64,
    is_full: bool,
}

impl<F: FnMut() -> Option<u64>> MapRoom<F> {
    pub(super) fn new(count_free: F) -> Self {
        Self {
            count_free,
            left: 0,
            is_full: false,
        }
    }

    /// Takes the maps of one worker.
    ///
    /// # Errors
    /// `ENOMEM`.
    pub(super) fn take(&mut self) -> io::Result<()> {
        if self.left < OF_WORKER && !self.is_full {
            self.left = match (self.count_free)() {
                Some(free) => free.saturating_sub(SPARE),
                None => u64::MAX,
            };
        }
        if self.left < OF_WORKER {
            self.is_full = true;
            return Err(io::Error::from_raw_os_error(libc::ENOMEM));
        }
        self.left -= OF_WORKER;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn workers_that_need_fewer_maps_than_estimated_are_more() {
        let (started, mut counted) = (Cell::new(0), 0);
        let mut room = MapRoom::new(|| {
            counted += 1;
            Some(65_530 - started.get() * 5)
        });
        while room.take().is_ok() {
            started.set(started.get() + 1);
        }
        let maps = started.get() * 5;
        assert!((60_000..65_530 - SPARE).contains(&maps), "{maps}");
        assert!(counted < 20, "{counted}");
    }

    #[test]
    fn a_full_process_is_counted_once() {
        let mut counted = 0;
        let mut room = MapRoom::new(|| {
            counted += 1;
            Some(SPARE)
        });
        assert!((0..1000).all(|_| room.take().is_err()));
        assert_eq!(counted, 1);
        assert!(MapRoom::new(|| None).take().is_ok());
    }
}
