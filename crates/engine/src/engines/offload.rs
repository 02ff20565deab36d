//! `io_submit_mode=offload`: a synchronous engine whose calls other threads make, one thread per I/O that may be in flight.
//!
//! The worker keeps the pace whatever a call takes. Handing over costs a lock and a wake-up per submission. What these threads use of
//! processors counts as the worker's own.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use crate::data::recorder::{cpu_since, thread_cpu};
use crate::engines::engine::{CallError, Capabilities, Engine, Wait};
use crate::io::{Completion, Queued, Request};
use fiord_stats::CpuUse;

/// Stack of a thread that makes calls, in bytes.
const STACK_BYTES: usize = 128 << 10;

/// A request on its way to another thread.
struct Task(Request);

// SAFETY: the buffer that the request points to belongs to its slot alone until the slot completes, and outlives the engine.
unsafe impl Send for Task {}

#[derive(Default)]
struct Desk {
    tasks: VecDeque<Task>,
    done: VecDeque<Completion>,
    over: bool,
    /// Which counting the threads' use is of: a thread that finds another number begins anew.
    counting: u32,
    /// What threads that have ended used in the present counting.
    used: CpuUse,
}

#[derive(Default)]
struct Hall {
    desk: Mutex<Desk>,
    has_work: Condvar,
    has_ended: Condvar,
}

impl Hall {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does tasks until the engine goes.
    fn work(&self, mut engine: impl Engine) {
        let (mut counting, mut before) = (0, thread_cpu());
        let mut desk = self.desk();
        loop {
            if let Some(Task(request)) = desk.tasks.pop_front() {
                if desk.counting != counting {
                    (counting, before) = (desk.counting, thread_cpu());
                }
                drop(desk);
                let result = match engine.queue(&request) {
                    Queued::Done(result) => result,
                    Queued::Pending | Queued::Busy => -libc::EIO,
                };
                desk = self.desk();
                desk.done.push_back(Completion {
                    slot: request.slot,
                    result,
                });
                self.has_ended.notify_one();
            } else if desk.over {
                if desk.counting == counting {
                    desk.used.merge(&cpu_since(before, thread_cpu()));
                }
                return;
            } else {
                desk = self.has_work.wait(desk).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

/// See the module.
pub(crate) struct Offload {
    hall: Arc<Hall>,
    threads: Vec<JoinHandle<()>>,
    /// Queued and not handed over yet.
    group: Vec<Task>,
    depth: u32,
}

impl Offload {
    /// `depth` threads, each with an engine of its own.
    pub(crate) fn new<E: Engine + Send + 'static>(
        depth: u32,
        mut make: impl FnMut() -> E,
    ) -> io::Result<Self> {
        let hall = Arc::new(Hall::default());
        {
            let mut desk = hall.desk();
            desk.tasks.reserve_exact(depth as usize);
            desk.done.reserve_exact(depth as usize);
        }
        let mut offload = Self {
            hall,
            threads: Vec::with_capacity(depth as usize),
            group: Vec::with_capacity(depth as usize),
            depth,
        };
        for _ in 0..depth {
            let (hall, engine) = (Arc::clone(&offload.hall), make());
            let thread = Builder::new()
                .name("offload".to_owned())
                .stack_size(STACK_BYTES)
                .spawn(move || hall.work(engine))?;
            offload.threads.push(thread);
        }
        Ok(offload)
    }

    /// Ends the threads. Calls in progress write into buffers: they are waited for.
    fn end(&mut self) {
        {
            let mut desk = self.hall.desk();
            desk.over = true;
            desk.tasks.clear();
        }
        self.hall.has_work.notify_all();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }

    fn take_done(desk: &mut Desk, out: &mut [Completion]) -> usize {
        let count = desk.done.len().min(out.len());
        for (place, completion) in out.iter_mut().zip(desk.done.drain(..count)) {
            *place = completion;
        }
        count
    }
}

impl Engine for Offload {
    const IN_PLACE: bool = false;

    #[inline(always)]
    fn queue(&mut self, request: &Request) -> Queued {
        self.group.push(Task(*request));
        Queued::Pending
    }

    fn submit(&mut self) -> Result<u32, CallError> {
        let count = self.group.len();
        self.hall.desk().tasks.extend(self.group.drain(..));
        for _ in 0..count {
            self.hall.has_work.notify_one();
        }
        Ok(count as u32)
    }

    fn reap(&mut self, wait: Wait, out: &mut [Completion]) -> Result<u32, CallError> {
        let mut desk = self.hall.desk();
        let least = match wait {
            Wait::Poll => 0,
            Wait::AtLeast(least) => (least as usize).min(out.len()),
            Wait::ForNs(ns) => {
                if desk.done.is_empty() {
                    let timeout = Duration::from_nanos(ns);
                    let waited = self.hall.has_ended.wait_timeout(desk, timeout);
                    desk = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
                0
            }
        };
        while desk.done.len() < least {
            desk = self
                .hall
                .has_ended
                .wait(desk)
                .unwrap_or_else(PoisonError::into_inner);
        }
        Ok(Self::take_done(&mut desk, out) as u32)
    }

    fn begin_counting(&mut self) {
        let mut desk = self.hall.desk();
        desk.counting += 1;
        desk.used = CpuUse::default();
    }

    fn helpers_used(&mut self) -> CpuUse {
        self.end();
        self.hall.desk().used
    }

    fn depth(&self) -> u32 {
        self.depth
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            groups: true,
            counts_batches: true,
        }
    }
}

impl Drop for Offload {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use fiord_workload::io::{Io, Op};

    fn total_us(used: CpuUse) -> u64 {
        used.user_us + used.system_us
    }

    /// Computes for so long, by the clock of its own thread.
    struct Busy {
        each_us: u64,
    }

    impl Engine for Busy {
        const IN_PLACE: bool = true;

        fn queue(&mut self, request: &Request) -> Queued {
            let before = thread_cpu();
            while total_us(cpu_since(before, thread_cpu())) < self.each_us {
                std::hint::black_box(vec![0_u8; 64]);
            }
            Queued::Done(request.io.len as i32)
        }
    }

    #[test]
    fn what_the_threads_use_is_counted_from_the_last_beginning_on() {
        const EACH_US: u64 = 20_000;
        let mut engine = Offload::new(2, || Busy { each_us: EACH_US }).unwrap();
        let round = |engine: &mut Offload| {
            for slot in 0..2 {
                let io = Io {
                    op: Op::Read,
                    file: 0,
                    offset: 0,
                    len: 1,
                };
                let buffer = std::ptr::null_mut();
                engine.queue(&Request { io, slot, buffer });
            }
            engine.submit().unwrap();
            let mut done = [Completion { slot: 0, result: 0 }; 2];
            assert_eq!(engine.reap(Wait::AtLeast(2), &mut done), Ok(2));
        };
        // A ramp, whose use does not count.
        engine.begin_counting();
        for _ in 0..8 {
            round(&mut engine);
        }
        engine.begin_counting();
        round(&mut engine);
        let used = total_us(engine.helpers_used());
        assert!((2 * EACH_US..8 * EACH_US).contains(&used), "{used} us");
    }
}
