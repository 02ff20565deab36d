//! `mmap`: copies between the buffers and a mapping of the file.
//!
//! FIO-DIFF(mapped-fault): fio is killed by SIGBUS when a mapped file shrinks or a page of it cannot be had; here the I/O fails
//! with EIO.

use std::io;

use fiord_job::plan::{FadviseHint, JobPlan};
use fiord_messages::{Sentence, run_errors as messages};

use super::mapped_fault;
use super::mapping::{Manner, Mappings};
use super::sync_calls::{Fds, errno, trim_or_sync};
use crate::engines::engine::Engine;
use crate::error::WorkerError;
use crate::io::{Queued, Request};
use fiord_workload::io::{Io, Op};
use fiord_workload::plan::{TargetKind, WorkerPlan};

/// See the module.
#[derive(Debug)]
pub(crate) struct Mmap {
    fds: Fds,
    mappings: Mappings,
    /// `direct=1`: the pages are written and dropped after each I/O, the nearest that a mapping can come.
    drop_pages: bool,
}

/// A file that is too short for the job is told before anything is mapped; the kernel would tell it with SIGBUS.
pub(crate) fn check_lengths(plan: &WorkerPlan) -> Result<(), WorkerError> {
    check_blocks(&plan.job)?;
    for target in plan
        .targets
        .iter()
        .filter(|target| target.kind == TargetKind::File)
    {
        let Some(fd) = &target.fd else { continue };
        let short =
            |source| WorkerError::setup_of(format!("ioengine=mmap: {}", target.path.display()), source);
        let status = rustix::fs::fstat(fd).map_err(|errno| short(errno.into()))?;
        let needed_bytes = target.start_bytes + target.region_bytes;
        if u64::try_from(status.st_size).unwrap_or(0) < needed_bytes {
            let (bytes, needed) = (&status.st_size, &needed_bytes);
            let words = Sentence::new(|lang| messages::FileTooShort { bytes, needed }.text(lang));
            return Err(short(io::Error::other(words)));
        }
    }
    Ok(())
}

/// As in fio, a sync of a mapping is one of whole pages, so blocks must be made of them.
fn check_blocks(job: &JobPlan) -> Result<(), WorkerError> {
    let sizes = &job.access.block_size.0;
    let least = sizes.iter().map(|size| size.min()).min().unwrap_or(0);
    let page = rustix::param::page_size() as u64;
    let syncs = job.durability.fsync_every > 0 || job.durability.fdatasync_every > 0;
    if !syncs || least.is_multiple_of(page) {
        return Ok(());
    }
    let (bytes, page) = (&least, &page);
    Err(WorkerError::setup(
        |lang| messages::MmapSyncBlocks { bytes, page }.text(lang),
        io::Error::from_raw_os_error(libc::EINVAL),
    ))
}

/// Without it the kernel reads up to 128 KiB around each page that a random job touches.
fn advice(job: &JobPlan) -> Option<i32> {
    match job.files.fadvise {
        FadviseHint::ByMode if job.access.mode.is_random() => Some(libc::MADV_RANDOM),
        FadviseHint::ByMode | FadviseHint::Sequential => Some(libc::MADV_SEQUENTIAL),
        FadviseHint::Random => Some(libc::MADV_RANDOM),
        FadviseHint::None | FadviseHint::Noreuse => None,
    }
}

impl Mmap {
    pub(crate) fn new(plan: &WorkerPlan) -> Self {
        let huge = plan.job.engine.thp.then_some(libc::MADV_HUGEPAGE);
        let manner = Manner {
            flags: libc::MAP_SHARED,
            advice: huge.into_iter().chain(advice(&plan.job)).collect(),
        };
        Self {
            fds: Fds::new(plan),
            mappings: Mappings::new(plan, manner),
            drop_pages: plan.job.durability.direct,
        }
    }

    #[inline(always)]
    fn copy(&mut self, request: &Request) -> i32 {
        let io = &request.io;
        let place = match self.mappings.place(&self.fds, io) {
            Ok(place) => place,
            Err(errno) => return -errno,
        };
        let len = io.len as usize;
        let whole = mapped_fault::guarded(place, len, || {
            if io.op == Op::Read {
                // SAFETY: both ranges are len bytes, one mapped, one the slot's buffer; they do not overlap.
                unsafe { std::ptr::copy_nonoverlapping(place, request.buffer, len) };
            } else {
                // SAFETY: as above.
                unsafe { std::ptr::copy_nonoverlapping(request.buffer, place, len) };
            }
        });
        if !whole {
            self.mappings.lose(io.file);
            return -libc::EIO;
        }
        if self.drop_pages {
            return self.write_and_drop(place, io);
        }
        io.len as i32
    }

    #[cold]
    #[inline(never)]
    fn write_and_drop(&mut self, place: *mut u8, io: &Io) -> i32 {
        let page = rustix::param::page_size();
        let into_page = place.addr() % page;
        // SAFETY: the page that holds the first byte is part of the mapping, which is page-aligned.
        let start = unsafe { place.sub(into_page) };
        let len = io.len as usize + into_page;
        // SAFETY: the range is mapped; writing it back and dropping its pages changes no content.
        let done = unsafe { libc::msync(start.cast(), len, libc::MS_SYNC) };
        if done < 0 {
            return -errno();
        }
        // SAFETY: as above; the mapping is shared, so dropped pages come back from the file.
        let done = unsafe { libc::madvise(start.cast(), len, libc::MADV_DONTNEED) };
        if done < 0 { -errno() } else { io.len as i32 }
    }
}

impl Engine for Mmap {
    const IN_PLACE: bool = true;

    #[inline(always)]
    fn queue(&mut self, request: &Request) -> Queued {
        Queued::Done(match request.io.op {
            Op::Read | Op::Write => self.copy(request),
            Op::Fsync | Op::Fdatasync => self.mappings.sync(request.io.file),
            Op::SyncFileRange | Op::Trim => trim_or_sync(&self.fds, &request.io),
        })
    }
}
