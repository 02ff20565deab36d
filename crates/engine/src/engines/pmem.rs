//! `libpmem` and `dev-dax`: copies between the buffers and mapped persistent memory, with no system call on the way.
//!
//! `libpmem` takes files of a file system with DAX, `dev-dax` character devices (`/dev/daxX.Y`). The kernel is asked for a mapping
//! on which stores alone are durable (`MAP_SYNC`, mmap(2)), and says no where a page cache or a device lies between; such a job is refused, since
//! it would measure something else. PMDK's library is not used: what it does are a few instructions ([`super::durable`]).

use std::io;

use fiord_job::plan::{Backend, OpenSync};
use fiord_messages::{Sentence, run_errors as messages};

use super::durable::{self, WriteBack};
use super::mapped_fault;
use super::mapping::{Manner, Mappings};
use super::sync_calls::Fds;
use crate::engines::engine::Engine;
use crate::error::WorkerError;
use crate::io::{Queued, Request};
use fiord_workload::io::{Io, Op};
use fiord_workload::plan::{Target, TargetKind, WorkerPlan};

/// See the module.
#[derive(Debug)]
pub(crate) struct Pmem {
    fds: Fds,
    mappings: Mappings,
    back: WriteBack,
    /// `direct=1`: stores go past the caches. With `dev-dax`, as in fio, they always do.
    past_caches: bool,
    /// `sync=1`: each write ends with a fence. With `dev-dax`, as in fio, each does anyway.
    fences: bool,
}

impl Pmem {
    /// Maps all files.
    ///
    /// # Errors
    /// One does not lie on persistent memory, or is too short.
    pub(crate) fn new(plan: &WorkerPlan) -> Result<Self, WorkerError> {
        let mut engine = Self::over(plan, libc::MAP_SHARED_VALIDATE | libc::MAP_SYNC)?;
        for (index, target) in plan.targets.iter().enumerate() {
            check_length(plan, target)?;
            if target.region_bytes == 0 {
                continue;
            }
            let first = Io {
                op: Op::Read,
                file: index as u32,
                offset: target.start_bytes,
                len: 1,
            };
            engine
                .mappings
                .place(&engine.fds, &first)
                .map_err(|errno| refused(plan, target, errno))?;
        }
        Ok(engine)
    }

    /// The same on whatever can be mapped like this, which is for tests.
    pub(super) fn over(plan: &WorkerPlan, flags: i32) -> Result<Self, WorkerError> {
        let back = WriteBack::of_this_processor().ok_or_else(|| no_instructions(plan))?;
        let manner = Manner {
            flags,
            advice: Vec::new(),
        };
        let is_device = plan.job.engine.kind.backend() == Backend::PersistentDevice;
        Ok(Self {
            fds: Fds::new(plan),
            mappings: Mappings::new(plan, manner),
            back,
            past_caches: is_device || plan.job.durability.direct,
            fences: is_device || plan.job.durability.open_sync != OpenSync::None,
        })
    }

    fn copy(&mut self, request: &Request) -> i32 {
        let io = &request.io;
        let place = match self.mappings.place(&self.fds, io) {
            Ok(place) => place,
            Err(errno) => return -errno,
        };
        let (len, back) = (io.len as usize, self.back);
        let whole = mapped_fault::guarded(place, len, || {
            // SAFETY: both ranges are len bytes, one mapped, one the slot's buffer; they do not overlap.
            unsafe {
                match io.op {
                    Op::Read => std::ptr::copy_nonoverlapping(place, request.buffer, len),
                    _ if self.past_caches => durable::copy_past_caches(place, request.buffer, len, back),
                    _ => durable::copy_through_caches(place, request.buffer, len, back),
                }
            }
            if self.fences && io.op == Op::Write {
                durable::fence();
            }
        });
        if !whole {
            self.mappings.lose(io.file);
            return -libc::EIO;
        }
        io.len as i32
    }
}

fn no_instructions(plan: &WorkerPlan) -> WorkerError {
    let engine = &plan.job.engine.kind.name();
    let what = |lang| messages::NoDurableStores { engine }.text(lang);
    WorkerError::setup(what, io::Error::from_raw_os_error(libc::EOPNOTSUPP))
}

fn check_length(plan: &WorkerPlan, target: &Target) -> Result<(), WorkerError> {
    let needed_bytes = target.start_bytes + target.region_bytes;
    let Some(fd) = target.fd.as_ref().filter(|_| target.kind == TargetKind::File) else {
        return Ok(());
    };
    let status = rustix::fs::fstat(fd).map_err(|errno| refused(plan, target, errno.raw_os_error()))?;
    if u64::try_from(status.st_size).unwrap_or(0) >= needed_bytes {
        return Ok(());
    }
    let (bytes, needed) = (&status.st_size, &needed_bytes);
    let what = Sentence::new(|lang| messages::FileTooShort { bytes, needed }.text(lang));
    Err(WorkerError::setup(
        of_target(plan, target, &what),
        io::Error::from_raw_os_error(libc::EINVAL),
    ))
}

fn refused(plan: &WorkerPlan, target: &Target, errno: i32) -> WorkerError {
    let why = if errno == libc::EOPNOTSUPP {
        Sentence::new(messages::not_persistent)
    } else {
        Sentence::new(messages::not_mappable)
    };
    WorkerError::setup(of_target(plan, target, &why), io::Error::from_raw_os_error(errno))
}

fn of_target(plan: &WorkerPlan, target: &Target, what: &Sentence) -> Sentence {
    let engine = plan.job.engine.kind.name();
    what.after(format_args!("ioengine={engine}: {}", target.path.display()))
}

impl Engine for Pmem {
    const IN_PLACE: bool = true;

    fn queue(&mut self, request: &Request) -> Queued {
        Queued::Done(match request.io.op {
            Op::Read | Op::Write => self.copy(request),
            // What was written has left the caches already.
            Op::Fsync | Op::Fdatasync | Op::SyncFileRange => {
                durable::fence();
                0
            }
            Op::Trim => -libc::EINVAL,
        })
    }
}
