//! Writes the file at the speed of the disk, by several threads with a block each.
//!
//! The device has a queue, and content is made while it works. The thread that asked keeps the time, reports progress and marks
//! durable what is done.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use fiord_host::cache;

use crate::prepare::content::{BLOCK_BYTES, PreparedContent};
use crate::prepare::header::PreparedHeader;
use crate::prepare::target::{self, Aligned};

/// Writes of 1 MiB in flight.
const DEPTH: usize = 8;
/// How long an interruption may cost at most; through the page cache shorter, so that little piles up there.
const MARK_EVERY: Duration = Duration::from_secs(10);
const MARK_EVERY_BUFFERED: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(100);

/// How far writing came.
#[derive(Debug)]
pub(crate) struct FillEnd {
    /// Written from the start of the file on, without gaps.
    pub done_bytes: u64,
    /// Where it failed, and how.
    pub failure: Option<(u64, io::Error)>,
}

/// Writes everything from `content.header.done_bytes` on.
pub(crate) fn write_all(
    file: &File,
    content: &PreparedContent<'_>,
    direct: bool,
    progress: &mut dyn FnMut(u64),
    stop: &(dyn Fn() -> bool + Sync),
) -> FillEnd {
    let size = content.header.size_bytes;
    let first = content.header.done_bytes / BLOCK_BYTES as u64;
    let work = Work {
        file,
        content,
        blocks: size.div_ceil(BLOCK_BYTES as u64),
        stop,
        next: AtomicU64::new(first),
        halt: AtomicBool::new(false),
        done: Mutex::new(Done {
            low: first,
            ahead: BTreeSet::new(),
        }),
        failure: Mutex::new(None),
    };
    std::thread::scope(|scope| {
        let (alive, ended) = channel::<()>();
        for nth in 0..DEPTH {
            let alive: Sender<()> = alive.clone();
            let work = &work;
            let thread = std::thread::Builder::new().spawn_scoped(scope, move || {
                work.run();
                drop(alive);
            });
            // One thread writes all, slower; none writes nothing.
            match thread {
                Err(error) if nth == 0 => work.fail(work.done_bytes(), error),
                Err(_) => break,
                Ok(_) => {}
            }
        }
        drop(alive);
        let mut marked = Instant::now();
        let every = if direct { MARK_EVERY } else { MARK_EVERY_BUFFERED };
        while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(TICK) {
            let done = work.done_bytes();
            progress(done);
            if marked.elapsed() >= every && !work.halt.load(Ordering::Relaxed) {
                if let Err(error) = mark(file, &content.header, done, direct) {
                    work.fail(done, error);
                }
                marked = Instant::now();
            }
        }
    });
    let done_bytes = work.done_bytes();
    let failure = work.failure.into_inner().unwrap_or_else(PoisonError::into_inner);
    FillEnd { done_bytes, failure }
}

/// Makes the first `done_bytes` durable, and then the note that they are.
///
/// # Errors
/// What the system says.
pub(crate) fn mark(file: &File, header: &PreparedHeader, done_bytes: u64, direct: bool) -> io::Result<()> {
    if done_bytes == 0 {
        return Ok(());
    }
    file.sync_data()?;
    target::write_header(
        file,
        &PreparedHeader {
            done_bytes,
            ..*header
        },
    )?;
    if !direct {
        cache::drop_range(file, 0, done_bytes)?;
    }
    Ok(())
}

struct Work<'a> {
    file: &'a File,
    content: &'a PreparedContent<'a>,
    blocks: u64,
    stop: &'a (dyn Fn() -> bool + Sync),
    next: AtomicU64,
    halt: AtomicBool,
    done: Mutex<Done>,
    failure: Mutex<Option<(u64, io::Error)>>,
}

/// Blocks finish in any order.
struct Done {
    /// All below are written.
    low: u64,
    /// Written beyond.
    ahead: BTreeSet<u64>,
}

impl Done {
    fn add(&mut self, block: u64) {
        self.ahead.insert(block);
        while self.ahead.remove(&self.low) {
            self.low += 1;
        }
    }
}

impl Work<'_> {
    fn run(&self) {
        let mut room = Aligned::new(BLOCK_BYTES);
        while !self.halt.load(Ordering::Relaxed) && !(self.stop)() {
            let block = self.next.fetch_add(1, Ordering::Relaxed);
            if block >= self.blocks {
                return;
            }
            let at = block * BLOCK_BYTES as u64;
            let length = (self.content.header.size_bytes - at).min(BLOCK_BYTES as u64) as usize;
            let buffer = &mut room.bytes()[..length];
            let written = self
                .content
                .fill(block, buffer)
                .and_then(|()| self.file.write_all_at(buffer, at));
            if let Err(error) = written {
                return self.fail(at, error);
            }
            self.done
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .add(block);
        }
    }

    /// Keeps the first failure and ends the work.
    fn fail(&self, at: u64, error: io::Error) {
        self.halt.store(true, Ordering::Relaxed);
        self.failure
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get_or_insert((at, error));
    }

    fn done_bytes(&self) -> u64 {
        let low = self.done.lock().unwrap_or_else(PoisonError::into_inner).low;
        (low * BLOCK_BYTES as u64).min(self.content.header.size_bytes)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use crate::prepare::header::Recipe;

    /// A file of which nothing is written yet.
    fn unwritten(recipe: Recipe, size_bytes: u64) -> PreparedHeader {
        PreparedHeader {
            seed: 11,
            recipe,
            size_bytes,
            done_bytes: 0,
        }
    }

    #[test]
    fn a_gap_holds_back_what_is_done() {
        let mut done = Done {
            low: 3,
            ahead: BTreeSet::new(),
        };
        done.add(5);
        done.add(4);
        assert_eq!(done.low, 3);
        done.add(3);
        assert_eq!((done.low, done.ahead.len()), (6, 0));
    }

    #[test]
    fn a_run_in_two_parts_leaves_the_same_bytes_as_one() {
        let recipe = Recipe {
            dedupe: 30,
            ..Recipe::RANDOM
        };
        let header = unwritten(recipe, (5 << 20) + 8192);
        let write = |file: &File, header: PreparedHeader| {
            let content = PreparedContent { header, source: None };
            write_all(file, &content, false, &mut |_| (), &|| false)
        };
        let (whole, parts) = (tempfile::tempfile().unwrap(), tempfile::tempfile().unwrap());
        let all = write(&whole, header);
        assert_eq!((all.done_bytes, all.failure.is_none()), (header.size_bytes, true));
        write(
            &parts,
            PreparedHeader {
                size_bytes: 2 << 20,
                ..header
            },
        );
        write(
            &parts,
            PreparedHeader {
                done_bytes: 2 << 20,
                ..header
            },
        );
        let bytes = |file: &File| {
            target::write_header(file, &header).unwrap();
            let mut bytes = vec![0; header.size_bytes as usize];
            file.read_exact_at(&mut bytes, 0).unwrap();
            bytes
        };
        assert!(bytes(&whole) == bytes(&parts));
    }

    #[test]
    fn a_failure_ends_the_work_and_is_told() {
        let recipe = Recipe {
            source: (7, 0),
            ..Recipe::RANDOM
        };
        let header = unwritten(recipe, 64 << 20);
        // A source that is shorter than it was: every block fails.
        let empty = tempfile::tempfile().unwrap();
        let content = PreparedContent {
            header,
            source: Some(&empty),
        };
        let file = tempfile::tempfile().unwrap();
        let written = write_all(&file, &content, false, &mut |_| (), &|| false);
        assert_eq!(written.done_bytes, 0);
        assert_eq!(written.failure.unwrap().1.kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn a_stop_keeps_what_is_whole() {
        let header = unwritten(Recipe::RANDOM, 64 << 20);
        let file = tempfile::tempfile().unwrap();
        let asked = AtomicU64::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 5;
        let written = write_all(
            &file,
            &PreparedContent { header, source: None },
            false,
            &mut |_| (),
            &stop,
        );
        // Who took a block before the stop finishes it: five of them.
        assert_eq!((written.done_bytes, written.failure.is_none()), (5 << 20, true));
    }
}
