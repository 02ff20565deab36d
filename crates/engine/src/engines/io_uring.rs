//! `io_uring`: reads, writes and syncs through a submission and a completion ring.
//!
//! The ring belongs to one thread, so it is set up with SINGLE_ISSUER, DEFER_TASKRUN and COOP_TASKRUN where the kernel has
//! them: completions then arrive when this thread asks for them, not as interruptions. Trims are done in place, as in fio.

use std::io;

use io_uring::{IoUring, cqueue, opcode, squeue, types};

use super::sync_calls::{Fds, call_flags, trim_or_sync};
use crate::data::buffers::SlotBuffers;
use crate::engines::engine::{CallError, Capabilities, Engine, Wait};
use crate::error::WorkerError;
use crate::io::{Completion, Queued, Request};
use fiord_messages::run_errors as messages;
use fiord_workload::io::{Io, Op};
use fiord_workload::plan::WorkerPlan;
use fiord_workload::priority::CommandPriority;

const ENTER_GETEVENTS: u32 = 1;
const ENTER_SQ_WAKEUP: u32 = 2;

/// How long an idle submission thread polls before it sleeps, in milliseconds (fio: the kernel's default of one second).
const SQ_THREAD_IDLE_MS: u32 = 1_000;

/// See the module.
pub(crate) struct Uring {
    ring: IoUring,
    fds: Fds,
    depth: u32,
    /// Pushed to the submission ring and not yet handed over.
    queued: u32,
    /// Handed over and not yet collected.
    in_kernel: u32,
    mode: Mode,
    /// Vectors for `nonvectored=0`, one per slot.
    vectors: Box<[libc::iovec]>,
    /// Of reads and of writes.
    rw_flags: [i32; 2],
    force_async: u32,
    until_async: u32,
    range_flags: u32,
    priority: CommandPriority,
    /// Of the I/O in each slot; empty where none has one.
    priorities: Box<[u16]>,
}

/// How requests are written into the ring.
#[derive(Debug, Clone, Copy)]
struct Mode {
    fixed_buffers: bool,
    fixed_files: bool,
    vectored: bool,
    sq_poll: bool,
    io_poll: bool,
}

impl Uring {
    /// # Errors
    /// The kernel refuses the ring or the registration of buffers or files; the error says which and what may help.
    pub(crate) fn new(plan: &WorkerPlan, depth: u32, buffers: &SlotBuffers) -> Result<Self, WorkerError> {
        let options = &plan.job.engine;
        let mode = Mode {
            fixed_buffers: options.fixedbufs,
            fixed_files: options.registerfiles,
            vectored: !options.nonvectored,
            sq_poll: options.sqthread.on,
            io_poll: options.hipri,
        };
        let ring = build(plan, depth).map_err(|source| ring_failed(depth, source))?;
        let fds = Fds::new(plan);
        if mode.fixed_buffers {
            let vectors: Vec<libc::iovec> = (0..depth)
                .map(|slot| libc::iovec {
                    iov_base: buffers.slot(slot).cast(),
                    iov_len: buffers.slot_bytes(),
                })
                .collect();
            // FIO-DIFF(fixedbufs-trim): fio has no buffers to register where a job only trims, and fails.
            // SAFETY: the buffers outlive the ring: the worker drops its engine first.
            unsafe { ring.submitter().register_buffers(&vectors) }
                .map_err(|source| WorkerError::setup(messages::register_buffers, source))?;
        }
        if mode.fixed_files {
            let all: Vec<i32> = fds.all().collect();
            ring.submitter()
                .register_files(&all)
                .map_err(|source| WorkerError::setup(messages::register_files, source))?;
        }
        let vectors = if mode.vectored && !mode.fixed_buffers {
            depth as usize
        } else {
            0
        };
        Ok(Self {
            ring,
            depth,
            queued: 0,
            in_kernel: 0,
            mode,
            vectors: vec![
                libc::iovec {
                    iov_base: std::ptr::null_mut(),
                    iov_len: 0
                };
                vectors
            ]
            .into_boxed_slice(),
            rw_flags: call_flags(plan, if options.uncached { libc::RWF_DONTCACHE } else { 0 }),
            force_async: options.force_async,
            until_async: options.force_async,
            range_flags: fds.range_flags(),
            priority: CommandPriority::new(plan),
            priorities: if options.priorities.are_used() {
                vec![0; depth as usize].into_boxed_slice()
            } else {
                Box::default()
            },
            fds,
        })
    }

    #[inline(always)]
    fn entry(&mut self, request: &Request) -> squeue::Entry {
        let entry = if self.mode.fixed_files {
            self.entry_on(request, types::Fd(request.io.file as i32))
                .flags(squeue::Flags::FIXED_FILE)
        } else {
            self.entry_on(request, types::Fd(self.fds.get(request.io.file)))
        };
        let entry = entry.user_data(u64::from(request.slot));
        if self.force_async == 0 {
            return entry;
        }
        self.until_async -= 1;
        if self.until_async > 0 {
            return entry;
        }
        self.until_async = self.force_async;
        entry.flags(squeue::Flags::ASYNC)
    }

    #[inline(always)]
    fn entry_on(&mut self, request: &Request, fd: types::Fd) -> squeue::Entry {
        let io = &request.io;
        match io.op {
            Op::Read | Op::Write => self.transfer(request, fd),
            Op::Fsync => opcode::Fsync::new(fd).build(),
            Op::Fdatasync => opcode::Fsync::new(fd).flags(types::FsyncFlags::DATASYNC).build(),
            Op::SyncFileRange | Op::Trim => opcode::SyncFileRange::new(fd, io.len)
                .offset(io.offset)
                .flags(self.range_flags)
                .build(),
        }
    }

    #[inline(always)]
    fn transfer(&mut self, request: &Request, fd: types::Fd) -> squeue::Entry {
        let Io { op, offset, len, .. } = request.io;
        let (slot, buffer) = (request.slot, request.buffer);
        let priority = self.priority.of(op, len);
        if let Some(kept) = self.priorities.get_mut(slot as usize) {
            *kept = priority;
        }
        let is_read = op == Op::Read;
        let flags = self.rw_flags[usize::from(!is_read)];
        if self.mode.fixed_buffers {
            let index = slot as u16;
            return if is_read {
                opcode::ReadFixed::new(fd, buffer, len, index)
                    .offset(offset)
                    .rw_flags(flags)
                    .ioprio(priority)
                    .build()
            } else {
                opcode::WriteFixed::new(fd, buffer, len, index)
                    .offset(offset)
                    .rw_flags(flags)
                    .ioprio(priority)
                    .build()
            };
        }
        if let Some(vector) = self.vectors.get_mut(slot as usize) {
            *vector = libc::iovec {
                iov_base: buffer.cast(),
                iov_len: len as usize,
            };
            let vector = std::ptr::from_ref(vector).cast();
            return if is_read {
                opcode::Readv::new(fd, vector, 1)
                    .offset(offset)
                    .rw_flags(flags)
                    .ioprio(priority)
                    .build()
            } else {
                opcode::Writev::new(fd, vector, 1)
                    .offset(offset)
                    .rw_flags(flags)
                    .ioprio(priority)
                    .build()
            };
        }
        if is_read {
            opcode::Read::new(fd, buffer, len)
                .offset(offset)
                .rw_flags(flags)
                .ioprio(priority)
                .build()
        } else {
            opcode::Write::new(fd, buffer, len)
                .offset(offset)
                .rw_flags(flags)
                .ioprio(priority)
                .build()
        }
    }
}

impl Reaped for Uring {
    #[inline(always)]
    fn drain(&mut self, out: &mut [Completion]) -> usize {
        let mut count = 0;
        let mut queue = self.ring.completion();
        while count < out.len() {
            let Some(entry) = queue.next() else { break };
            out[count] = Completion {
                slot: entry.user_data() as u32,
                // FIO-DIFF(lost-sync-error): an error of a sync is one.
                result: entry.result(),
            };
            count += 1;
        }
        count
    }

    #[inline(always)]
    fn wait(&mut self, least: u32) -> Result<(), CallError> {
        wait_on(&self.ring, least)
    }

    fn wait_for(&mut self, ns: u64) -> Result<(), CallError> {
        if self.queued > 0 {
            // The timed call below would hand these over behind the back of `submit`.
            return self.wait(0);
        }
        wait_for(&self.ring, ns)
    }

    #[inline(always)]
    fn in_kernel(&mut self) -> &mut u32 {
        &mut self.in_kernel
    }

    #[inline(always)]
    fn is_polled(&self) -> bool {
        self.mode.io_poll
    }
}

/// A ring that completions are reaped from.
pub(super) trait Reaped {
    /// Moves what lies in the completion ring into `out`.
    fn drain(&mut self, out: &mut [Completion]) -> usize;
    /// Asks the kernel for completions, up to `least` of them.
    fn wait(&mut self, least: u32) -> Result<(), CallError>;
    /// Waits so long for a completion.
    fn wait_for(&mut self, ns: u64) -> Result<(), CallError>;
    /// How many I/Os the kernel has.
    fn in_kernel(&mut self) -> &mut u32;
    /// Whether the device is polled for completions.
    fn is_polled(&self) -> bool;
}

/// Moves completions into `out`, as [`Engine::reap`] promises.
#[inline(always)]
pub(super) fn reap_from(
    ring: &mut impl Reaped,
    wait: Wait,
    out: &mut [Completion],
) -> Result<u32, CallError> {
    let mut count = ring.drain(out);
    match wait {
        Wait::Poll if count == 0 => ring.wait(0)?,
        Wait::ForNs(ns) if count == 0 => ring.wait_for(ns)?,
        Wait::AtLeast(least) => {
            let least = least.min(out.len() as u32).min(*ring.in_kernel());
            while (count as u32) < least {
                ring.wait(least - count as u32)?;
                let more = ring.drain(&mut out[count..]);
                count += more;
                if more == 0 && !ring.is_polled() {
                    // Interrupted: the loop looks at its stop flag and comes back.
                    break;
                }
            }
        }
        Wait::Poll | Wait::ForNs(_) => {}
    }
    if count == 0 {
        count = ring.drain(out);
    }
    *ring.in_kernel() -= count as u32;
    Ok(count as u32)
}

/// Asks the kernel for completions, up to `least` of them.
#[inline(always)]
pub(super) fn wait_on<S: squeue::EntryMarker, C: cqueue::EntryMarker>(
    ring: &IoUring<S, C>,
    least: u32,
) -> Result<(), CallError> {
    // SAFETY: nothing is handed over, and no argument.
    let entered = unsafe {
        ring.submitter()
            .enter::<libc::sigset_t>(0, least, ENTER_GETEVENTS, None)
    };
    passed_over("io_uring_enter", entered.map(|_| ()))
}

/// Waits so long for a completion; what is queued is handed over as well.
pub(super) fn wait_for<S: squeue::EntryMarker, C: cqueue::EntryMarker>(
    ring: &IoUring<S, C>,
    ns: u64,
) -> Result<(), CallError> {
    let timeout = types::Timespec::new()
        .sec(ns / 1_000_000_000)
        .nsec((ns % 1_000_000_000) as u32);
    let arguments = types::SubmitArgs::new().timespec(&timeout);
    let entered = ring.submitter().submit_with_args(1, &arguments);
    passed_over("io_uring_enter", entered.map(|_| ()))
}

/// Hands over what was queued: how many the kernel took. `polled`: a thread of the kernel's picks them up.
#[inline(always)]
pub(super) fn enter<S: squeue::EntryMarker, C: cqueue::EntryMarker>(
    ring: &mut IoUring<S, C>,
    queued: u32,
    polled: bool,
) -> Result<u32, CallError> {
    if polled {
        if ring.submission().need_wakeup() {
            // SAFETY: only wakes the submission thread.
            let woken = unsafe {
                ring.submitter()
                    .enter::<libc::sigset_t>(0, 0, ENTER_SQ_WAKEUP, None)
            };
            passed_over("io_uring_enter", woken.map(|_| ()))?;
        }
        return Ok(queued);
    }
    // With GETEVENTS and nothing to wait for, the same call also delivers what has completed meanwhile.
    // SAFETY: the entries pushed refer to memory that is valid until their slots complete.
    let entered = unsafe {
        ring.submitter()
            .enter::<libc::sigset_t>(queued, 0, ENTER_GETEVENTS, None)
    };
    match entered {
        Ok(taken) => Ok(taken as u32),
        Err(error) => match error.raw_os_error().unwrap_or(libc::EIO) {
            libc::EAGAIN | libc::EBUSY | libc::EINTR => Ok(0),
            errno => Err(CallError {
                call: "io_uring_enter",
                errno,
            }),
        },
    }
}

/// Interruptions, a time that has passed and a full completion ring are no errors of a wait.
fn passed_over(call: &'static str, entered: io::Result<()>) -> Result<(), CallError> {
    let Err(error) = entered else { return Ok(()) };
    match error.raw_os_error().unwrap_or(libc::EIO) {
        libc::EINTR | libc::ETIME | libc::EBUSY | libc::EAGAIN => Ok(()),
        errno => Err(CallError { call, errno }),
    }
}

/// The ring with the best flags that this kernel takes.
pub(super) fn build<S: squeue::EntryMarker, C: cqueue::EntryMarker>(
    plan: &WorkerPlan,
    depth: u32,
) -> io::Result<IoUring<S, C>> {
    let options = &plan.job.engine;
    let attempt = |single: bool, defer: bool, coop: bool| {
        let mut builder = IoUring::<S, C>::builder();
        if options.sqthread.on {
            builder.setup_sqpoll(SQ_THREAD_IDLE_MS);
            if let Some(cpu) = options.sqthread.cpu {
                builder.setup_sqpoll_cpu(cpu);
            }
        }
        if options.hipri {
            builder.setup_iopoll();
        }
        if single {
            builder.setup_single_issuer();
        }
        if defer {
            builder.setup_defer_taskrun();
        }
        if coop {
            builder.setup_coop_taskrun();
        }
        builder.setup_clamp();
        builder.build(depth)
    };
    // With a submission thread there are no interruptions of this one to avoid, and the kernel refuses those flags.
    if options.sqthread.on {
        return attempt(true, false, false).or_else(|_| attempt(false, false, false));
    }
    attempt(true, true, true)
        .or_else(|_| attempt(false, false, true))
        .or_else(|_| attempt(false, false, false))
}

/// A ring of so many entries that the kernel refused.
pub(super) fn ring_failed(depth: u32, source: io::Error) -> WorkerError {
    let errno = source.raw_os_error();
    let depth = &depth;
    let what = |lang| match errno {
        Some(libc::ENOSYS) => messages::RingMissing { depth }.text(lang),
        Some(libc::EPERM) => messages::RingForbidden { depth }.text(lang),
        Some(libc::ENOMEM) => messages::RingNoMemory { depth }.text(lang),
        _ => messages::Ring { depth }.text(lang),
    };
    WorkerError::setup(what, source)
}

impl Engine for Uring {
    const IN_PLACE: bool = false;
    const TRIMS_IN_PLACE: bool = true;
    const PRIORITIES: bool = true;

    #[inline(always)]
    fn queue(&mut self, request: &Request) -> Queued {
        if request.io.op == Op::Trim {
            return if self.queued > 0 {
                Queued::Busy
            } else {
                Queued::Done(trim_or_sync(&self.fds, &request.io))
            };
        }
        let entry = self.entry(request);
        // SAFETY: the buffer (or the vector in front of it) is valid until the slot completes.
        match unsafe { self.ring.submission().push(&entry) } {
            Ok(()) => {
                self.queued += 1;
                Queued::Pending
            }
            Err(_) => Queued::Busy,
        }
    }

    #[inline(always)]
    fn submit(&mut self) -> Result<u32, CallError> {
        let taken = enter(&mut self.ring, self.queued, self.mode.sq_poll)?;
        self.queued -= taken;
        self.in_kernel += taken;
        Ok(taken)
    }

    #[inline(always)]
    fn reap(&mut self, wait: Wait, out: &mut [Completion]) -> Result<u32, CallError> {
        reap_from(self, wait, out)
    }

    #[inline(always)]
    fn all_done(&mut self) -> bool {
        self.ring.completion().len() == self.in_kernel as usize
    }

    fn priority(&self, slot: u32) -> u16 {
        self.priorities.get(slot as usize).copied().unwrap_or(0)
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
