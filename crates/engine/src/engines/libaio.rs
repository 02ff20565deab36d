//! `libaio`: Linux native asynchronous I/O, by system calls; the library of that name is not used.
//!
//! Completions are read from the ring that the kernel maps into the process, where its layout is the known one; the call
//! is made only to wait. Syncs and trims are done in place, as fio does: native AIO's own are not offered by all file
//! systems.

use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};

use super::sync_calls::{Fds, call_flags, errno, trim_or_sync};
use crate::engines::engine::{CallError, Capabilities, Engine, Wait};
use crate::error::WorkerError;
use crate::io::{Completion, Queued, Request};
use fiord_messages::run_errors as messages;
use fiord_workload::io::Op;
use fiord_workload::plan::WorkerPlan;
use fiord_workload::priority::CommandPriority;

const IOCB_CMD_PREAD: u16 = 0;
const IOCB_CMD_PWRITE: u16 = 1;
const IOCB_CMD_PREADV: u16 = 7;
const IOCB_CMD_PWRITEV: u16 = 8;
const IOCB_FLAG_IOPRIO: u32 = 1 << 1;

/// `struct iocb` of `linux/aio_abi.h` (little endian).
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
struct ControlBlock {
    data: u64,
    key: u32,
    rw_flags: i32,
    opcode: u16,
    reqprio: i16,
    fd: u32,
    buf: u64,
    nbytes: u64,
    offset: i64,
    reserved2: u64,
    flags: u32,
    resfd: u32,
}

/// `struct io_event`.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
struct Event {
    data: u64,
    obj: u64,
    res: i64,
    res2: i64,
}

/// The head of the completion ring, mapped at the address that is the context's id.
#[repr(C)]
struct Ring {
    id: u32,
    nr: u32,
    head: AtomicU32,
    tail: AtomicU32,
    magic: u32,
    compat_features: u32,
    incompat_features: u32,
    header_length: u32,
}

const NO_BUFFER: libc::iovec = libc::iovec {
    iov_base: std::ptr::null_mut(),
    iov_len: 0,
};

/// What the kernel writes into `magic` where the layout is the one above.
const RING_MAGIC: u32 = 0xa10a_10a1;

/// See the module.
#[derive(Debug)]
pub(crate) struct Libaio {
    fds: Fds,
    context: u64,
    ring: Option<NonNull<Ring>>,
    /// One per slot.
    blocks: Box<[ControlBlock]>,
    /// The list of one buffer of each slot, for the vectored commands; empty without them.
    vectors: Box<[libc::iovec]>,
    /// Queued and not yet taken by the kernel, in order.
    queued: Vec<*mut ControlBlock>,
    in_kernel: u32,
    /// Refused by the kernel at submission, to be delivered as completions: the one in front is the one refused.
    refused: Vec<Completion>,
    events: Box<[Event]>,
    /// Of reads and of writes.
    rw_flags: [i32; 2],
    priority: CommandPriority,
}

impl Libaio {
    /// # Errors
    /// `io_setup` is refused: `EAGAIN` means that `fs.aio-max-nr` is used up, `ENOSYS` that the kernel has no AIO.
    pub(crate) fn new(plan: &WorkerPlan, depth: u32) -> Result<Self, WorkerError> {
        let mut context = 0_u64;
        // SAFETY: the kernel writes the context's id through the pointer.
        let done = unsafe { libc::syscall(libc::SYS_io_setup, depth, &raw mut context) };
        if done < 0 {
            let source = std::io::Error::last_os_error();
            let is_at_limit = source.raw_os_error() == Some(libc::EAGAIN);
            let depth = &depth;
            let what = |lang| match is_at_limit {
                true => messages::AioSetupLimit { depth }.text(lang),
                false => messages::AioSetup { depth }.text(lang),
            };
            return Err(WorkerError::setup(what, source));
        }
        let options = &plan.job.engine;
        Ok(Self {
            fds: Fds::new(plan),
            context,
            ring: known_ring(context),
            blocks: vec![ControlBlock::default(); depth as usize].into_boxed_slice(),
            vectors: vec![NO_BUFFER; if options.nonvectored { 0 } else { depth as usize }].into_boxed_slice(),
            queued: Vec::with_capacity(depth as usize),
            in_kernel: 0,
            refused: Vec::with_capacity(depth as usize),
            events: vec![Event::default(); depth as usize].into_boxed_slice(),
            rw_flags: call_flags(plan, if options.nowait { libc::RWF_NOWAIT } else { 0 }),
            priority: CommandPriority::new(plan),
        })
    }

    #[cold]
    #[inline(never)]
    fn refuse_first(&mut self, errno: i32) {
        let block = self.queued.remove(0);
        // SAFETY: the pointer is into `blocks`.
        let slot = unsafe { (*block).data } as u32;
        self.refused.push(Completion { slot, result: -errno });
    }

    #[cold]
    #[inline(never)]
    fn reap_refused(&mut self, out: &mut [Completion]) -> u32 {
        let count = self.refused.len().min(out.len());
        for (out, refused) in out.iter_mut().zip(self.refused.drain(..count)) {
            *out = refused;
        }
        count as u32
    }

    /// Takes what lies in the mapped ring.
    #[inline(always)]
    fn reap_mapped(&mut self, out: &mut [Completion]) -> usize {
        let Some(ring) = self.ring else { return 0 };
        // SAFETY: the kernel keeps the ring mapped until io_destroy, and head is ours alone to write.
        let (head_word, tail, nr) = unsafe {
            let ring = ring.as_ref();
            (&ring.head, ring.tail.load(Ordering::Acquire), ring.nr)
        };
        let mut head = head_word.load(Ordering::Relaxed);
        let mut count = 0;
        while head != tail && count < out.len() {
            // SAFETY: nr events follow the header of 32 bytes, head lies below nr, and the acquire load of tail made the
            // event visible.
            let event = unsafe {
                ring.as_ptr()
                    .add(1)
                    .cast::<Event>()
                    .add(head as usize)
                    .read_volatile()
            };
            out[count] = Completion {
                slot: event.data as u32,
                result: event.res as i32,
            };
            count += 1;
            head = if head + 1 >= nr { 0 } else { head + 1 };
        }
        head_word.store(head, Ordering::Release);
        count
    }

    /// Takes events by the call; waits for `least` of them, or the time.
    fn reap_by_call(
        &mut self,
        least: usize,
        timeout: Option<libc::timespec>,
        out: &mut [Completion],
    ) -> Result<usize, CallError> {
        let most = out.len().min(self.events.len());
        let timeout = timeout.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
        // SAFETY: events has room for `most`; the timeout lives through the call.
        let found = unsafe {
            libc::syscall(
                libc::SYS_io_getevents,
                self.context,
                least.min(most),
                most,
                self.events.as_mut_ptr(),
                timeout,
            )
        };
        if found < 0 {
            return match errno() {
                libc::EINTR => Ok(0),
                errno => Err(CallError {
                    call: "io_getevents",
                    errno,
                }),
            };
        }
        for (out, event) in out.iter_mut().zip(&self.events[..found as usize]) {
            *out = Completion {
                slot: event.data as u32,
                result: event.res as i32,
            };
        }
        Ok(found as usize)
    }
}

fn known_ring(context: u64) -> Option<NonNull<Ring>> {
    let ring = NonNull::new(context as usize as *mut Ring)?;
    // SAFETY: on every kernel so far the id is the address of the mapped ring, whose first page is readable.
    let (magic, incompat, header) = unsafe {
        let ring = ring.as_ref();
        (ring.magic, ring.incompat_features, ring.header_length)
    };
    (magic == RING_MAGIC && incompat == 0 && header as usize == size_of::<Ring>()).then_some(ring)
}

impl Engine for Libaio {
    const IN_PLACE: bool = false;
    const TRIMS_IN_PLACE: bool = true;
    const PRIORITIES: bool = true;

    #[inline(always)]
    fn queue(&mut self, request: &Request) -> Queued {
        let io = &request.io;
        let opcode = match io.op {
            Op::Read => IOCB_CMD_PREAD,
            Op::Write => IOCB_CMD_PWRITE,
            // In place, and not between I/Os that are prepared and not yet submitted.
            _ if !self.queued.is_empty() => return Queued::Busy,
            _ => return Queued::Done(trim_or_sync(&self.fds, io)),
        };
        let priority = self.priority.of(io.op, io.len);
        let fd = self.fds.get(io.file) as u32;
        let Some(block) = self.blocks.get_mut(request.slot as usize) else {
            return Queued::Busy;
        };
        *block = ControlBlock {
            data: u64::from(request.slot),
            rw_flags: self.rw_flags[usize::from(opcode == IOCB_CMD_PWRITE)],
            opcode,
            reqprio: priority as i16,
            fd,
            buf: request.buffer as u64,
            nbytes: u64::from(io.len),
            offset: io.offset as i64,
            flags: if priority == 0 { 0 } else { IOCB_FLAG_IOPRIO },
            ..ControlBlock::default()
        };
        if let Some(vector) = self.vectors.get_mut(request.slot as usize) {
            *vector = libc::iovec {
                iov_base: request.buffer.cast(),
                iov_len: io.len as usize,
            };
            block.opcode = if opcode == IOCB_CMD_PWRITE {
                IOCB_CMD_PWRITEV
            } else {
                IOCB_CMD_PREADV
            };
            block.buf = std::ptr::from_ref(vector) as u64;
            block.nbytes = 1;
        }
        self.queued.push(std::ptr::from_mut(block));
        Queued::Pending
    }

    #[inline(always)]
    fn submit(&mut self) -> Result<u32, CallError> {
        if self.queued.is_empty() {
            return Ok(0);
        }
        // SAFETY: the pointers are into `blocks`, and theirs into `vectors`, which live as long as the context; the buffers are
        // valid until their slots complete.
        let taken = unsafe {
            libc::syscall(
                libc::SYS_io_submit,
                self.context,
                self.queued.len(),
                self.queued.as_mut_ptr(),
            )
        };
        if taken >= 0 {
            self.in_kernel += taken as u32;
            if taken as usize == self.queued.len() {
                self.queued.clear();
            } else {
                self.queued.drain(..taken as usize);
            }
            return Ok(taken as u32);
        }
        match errno() {
            // The kernel is short of something.
            libc::EAGAIN | libc::EINTR => Ok(0),
            errno => {
                self.refuse_first(errno);
                Ok(1)
            }
        }
    }

    #[inline(always)]
    fn reap(&mut self, wait: Wait, out: &mut [Completion]) -> Result<u32, CallError> {
        if !self.refused.is_empty() {
            return Ok(self.reap_refused(out));
        }
        let mut count = self.reap_mapped(out);
        let (least, timeout) = match wait {
            Wait::Poll => (0, Some(timespec(0))),
            Wait::AtLeast(least) => (least as usize, None),
            Wait::ForNs(ns) => (1, Some(timespec(ns))),
        };
        let polled = matches!(wait, Wait::Poll) && self.ring.is_some();
        if count < least.min(out.len()) || (count == 0 && !polled) {
            count += self.reap_by_call(least - count.min(least), timeout, &mut out[count..])?;
        }
        self.in_kernel -= count as u32;
        Ok(count as u32)
    }

    #[inline(always)]
    fn all_done(&mut self) -> bool {
        let Some(ring) = self.ring else { return false };
        // SAFETY: the kernel keeps the ring mapped until io_destroy.
        let ring = unsafe { ring.as_ref() };
        let head = ring.head.load(Ordering::Relaxed);
        let tail = ring.tail.load(Ordering::Acquire);
        let waiting = if tail >= head {
            tail - head
        } else {
            tail + ring.nr - head
        };
        waiting == self.in_kernel
    }

    fn priority(&self, slot: u32) -> u16 {
        self.blocks
            .get(slot as usize)
            .map_or(0, |block| block.reqprio as u16)
    }

    fn depth(&self) -> u32 {
        self.blocks.len() as u32
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            groups: true,
            counts_batches: true,
        }
    }
}

fn timespec(ns: u64) -> libc::timespec {
    libc::timespec {
        tv_sec: (ns / 1_000_000_000) as i64,
        tv_nsec: (ns % 1_000_000_000) as i64,
    }
}

impl Drop for Libaio {
    fn drop(&mut self) {
        // SAFETY: the context is ours; the call waits for what is in flight, so no buffer is written afterwards.
        unsafe {
            libc::syscall(libc::SYS_io_destroy, self.context);
        }
    }
}
