//! `lockfile`: locks on files that the workers of a run hold while an I/O is in flight there.

use std::collections::HashMap;
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use fiord_job::plan::FileLocking;
use fiord_workload::io::{Io, Op};
use fiord_workload::plan::{Target, WorkerPlan};

/// What workers share a lock or zones on: the same file under two names is one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SharedFile {
    Inode(u64, u64),
    Device(u64),
    /// Engines that open nothing.
    Name(PathBuf),
}

impl SharedFile {
    pub fn of(target: &Target) -> Self {
        let stat = target
            .fd
            .as_ref()
            .and_then(|fd| rustix::fs::fstat(fd.as_fd()).ok());
        match stat {
            Some(stat) if stat.st_rdev != 0 => SharedFile::Device(stat.st_rdev),
            Some(stat) => SharedFile::Inode(stat.st_dev, stat.st_ino),
            None => SharedFile::Name(target.path.clone()),
        }
    }
}

#[derive(Debug, Default)]
struct Holders {
    shared: u32,
    exclusive: bool,
    /// The number that the next one who waits gets, and the number whose turn it is.
    next: u64,
    turn: u64,
}

impl Holders {
    fn try_take(&mut self, exclusive: bool) -> bool {
        if self.exclusive || (exclusive && self.shared > 0) {
            return false;
        }
        self.exclusive = exclusive;
        self.shared += u32::from(!exclusive);
        true
    }
}

/// One file's lock. Those who wait get it in the order in which they came.
#[derive(Debug, Default)]
struct FileLock {
    holders: Mutex<Holders>,
    changed: Condvar,
}

impl FileLock {
    fn holders(&self) -> MutexGuard<'_, Holders> {
        self.holders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes it if nobody holds it or waits for it.
    fn take_now(&self, exclusive: bool) -> bool {
        let mut holders = self.holders();
        holders.turn == holders.next && holders.try_take(exclusive)
    }

    /// Waits for it.
    fn take(&self, exclusive: bool) {
        let mut holders = self.holders();
        let number = holders.next;
        holders.next += 1;
        while holders.turn != number || !holders.try_take(exclusive) {
            holders = self.changed.wait(holders).unwrap_or_else(PoisonError::into_inner);
        }
        holders.turn += 1;
        drop(holders);
        // The next one may be a reader like this one.
        self.changed.notify_all();
    }

    fn release(&self, exclusive: bool) {
        let mut holders = self.holders();
        if exclusive {
            holders.exclusive = false;
        } else {
            holders.shared -= 1;
        }
        drop(holders);
        self.changed.notify_all();
    }
}

/// The locks of a run.
#[derive(Debug, Default)]
pub struct FileLocks {
    known: Mutex<HashMap<SharedFile, Arc<FileLock>>>,
}

impl FileLocks {
    fn of(&self, target: &Target) -> Arc<FileLock> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(SharedFile::of(target)).or_default())
    }

    /// A worker's seat, with room for `depth` I/Os in flight; `None` for jobs without `lockfile`.
    pub fn join(&self, plan: &WorkerPlan, depth: u32) -> Option<Box<LockSeat>> {
        let mode = plan.job.depth.lock;
        (mode != FileLocking::None).then(|| {
            Box::new(LockSeat {
                files: plan.targets.iter().map(|target| self.of(target)).collect(),
                readers_share: mode == FileLocking::ReadWrite,
                held: vec![None; depth as usize].into_boxed_slice(),
                taken: None,
            })
        })
    }
}

/// A lock that is held: on which file, and whether alone.
type HeldLock = (u32, bool);

/// What one worker holds.
#[derive(Debug)]
pub struct LockSeat {
    files: Box<[Arc<FileLock>]>,
    readers_share: bool,
    /// By slot.
    held: Box<[Option<HeldLock>]>,
    /// Taken for an I/O that has no slot yet.
    taken: Option<HeldLock>,
}

impl LockSeat {
    /// Takes the lock for an I/O. `may_wait`: this worker has nothing in flight, so that nobody waits for it meanwhile. `false`: somebody
    /// else holds it.
    pub fn take(&mut self, io: &Io, may_wait: bool) -> bool {
        let Some(file) = self
            .files
            .get(io.file as usize)
            .filter(|_| io.op.ddir().is_some())
        else {
            return true;
        };
        let exclusive = !(self.readers_share && io.op == Op::Read);
        if may_wait {
            file.take(exclusive);
        } else if !file.take_now(exclusive) {
            return false;
        }
        self.taken = Some((io.file, exclusive));
        true
    }

    /// The I/O whose lock was taken last is in this slot.
    pub fn put(&mut self, slot: u32) {
        if let Some(place) = self.held.get_mut(slot as usize) {
            *place = self.taken.take();
        }
    }

    /// Releases what was taken for an I/O without slot.
    pub fn release_taken(&mut self) {
        if let Some((file, exclusive)) = self.taken.take() {
            self.release(file, exclusive);
        }
    }

    /// Releases the locks of slots whose I/O has ended.
    pub fn release_ended(&mut self, is_busy: impl Fn(u32) -> bool) {
        for slot in 0..self.held.len() {
            if let Some((file, exclusive)) = self.held[slot].take_if(|_| !is_busy(slot as u32)) {
                self.release(file, exclusive);
            }
        }
    }

    fn release(&self, file: u32, exclusive: bool) {
        if let Some(lock) = self.files.get(file as usize) {
            lock.release(exclusive);
        }
    }
}

impl Drop for LockSeat {
    fn drop(&mut self) {
        self.release_taken();
        self.release_ended(|_| false);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use std::sync::atomic::{AtomicI64, Ordering};

    #[test]
    fn readers_share_and_writers_are_alone() {
        let lock = FileLock::default();
        assert!(lock.take_now(false) && lock.take_now(false));
        assert!(!lock.take_now(true), "readers hold it");
        lock.release(false);
        lock.release(false);
        assert!(lock.take_now(true));
        assert!(!lock.take_now(true) && !lock.take_now(false), "a writer holds it");
        lock.release(true);
        assert!(lock.take_now(false));
    }

    #[test]
    fn nobody_goes_before_those_who_wait() {
        let lock = FileLock::default();
        lock.take(false);
        lock.holders().next += 1;
        assert!(!lock.take_now(false));
        lock.holders().turn += 1;
        assert!(lock.take_now(false));
    }

    #[test]
    fn two_names_of_a_file_are_one_lock() {
        let folder = fiord_testbed::memory_folder();
        let (first, second) = (folder.path().join("first"), folder.path().join("second"));
        std::fs::write(&first, b"x").unwrap();
        std::fs::hard_link(&first, &second).unwrap();
        let target = |path: &PathBuf| Target {
            path: path.clone(),
            kind: fiord_workload::plan::TargetKind::File,
            fd: Some(std::fs::File::open(path).unwrap().into()),
            size_bytes: 1,
            start_bytes: 0,
            region_bytes: 1,
            align_bytes: 1,
        };
        let locks = FileLocks::default();
        assert!(Arc::ptr_eq(
            &locks.of(&target(&first)),
            &locks.of(&target(&second))
        ));
    }

    #[test]
    fn nobody_meets_a_writer() {
        let lock = FileLock::default();
        // Readers add 1, writers 1000.
        let inside = AtomicI64::new(0);
        let most_readers = AtomicI64::new(0);
        std::thread::scope(|scope| {
            for number in 0..4 {
                let (lock, inside, most_readers) = (&lock, &inside, &most_readers);
                scope.spawn(move || {
                    for round in 0..2_000 {
                        let writes = (number + round) % 3 == 0;
                        lock.take(writes);
                        let weight = if writes { 1_000 } else { 1 };
                        let with_me = inside.fetch_add(weight, Ordering::SeqCst) + weight;
                        if writes {
                            assert_eq!(with_me, 1_000);
                        } else {
                            assert!(with_me < 1_000);
                            most_readers.fetch_max(with_me, Ordering::SeqCst);
                        }
                        inside.fetch_sub(weight, Ordering::SeqCst);
                        lock.release(writes);
                    }
                });
            }
        });
        assert_eq!(inside.into_inner(), 0);
        assert!(most_readers.into_inner() >= 1);
    }
}
