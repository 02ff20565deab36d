//! `mmap`: copies between the buffers and a mapping of the file.
//!
//! A file is mapped whole up to [`WHOLE_BYTES`], and larger ones by windows that move.
//!
//! FIO-DIFF(mapped-fault): fio is killed by SIGBUS when a mapped file shrinks or a page of it cannot be had; here the I/O fails
//! with EIO.

use std::io;
use std::os::fd::RawFd;

use fiord_job::plan::{FadviseHint, JobPlan};

use super::mapped_fault;
use super::sync_calls::{Fds, errno, outcome, trim_or_sync};
use crate::engines::engine::Engine;
use crate::error::WorkerError;
use crate::io::{Queued, Request};
use fiord_workload::io::{Io, Op};
use fiord_workload::plan::{TargetKind, WorkerPlan};

/// Largest region that is mapped at once: address space costs page tables only where it is touched.
const WHOLE_BYTES: u64 = 64 << 30;

/// Length and alignment of a window on a larger region.
const WINDOW_BYTES: u64 = 1 << 30;

/// One file's mapping.
#[derive(Debug, Clone, Copy)]
struct Window {
    base: *mut u8,
    /// Offset in the file and length; 0 when nothing is mapped.
    start: u64,
    len: u64,
    size_bytes: u64,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Mmap {
    fds: Fds,
    windows: Box<[Window]>,
    protection: i32,
    /// `direct=1`: the pages are written and dropped after each I/O, the nearest that a mapping can come.
    drop_pages: bool,
    huge_pages: bool,
    /// `fadvise_hint`, as fio gives it for mappings.
    advice: Option<i32>,
    /// Largest I/O: windows overlap by that much.
    overlap: u64,
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
        let short = |source| WorkerError::setup(format!("ioengine=mmap: {}", target.path.display()), source);
        let status = rustix::fs::fstat(fd).map_err(|errno| short(errno.into()))?;
        let needed_bytes = target.start_bytes + target.region_bytes;
        if u64::try_from(status.st_size).unwrap_or(0) < needed_bytes {
            let words = format!("has {} bytes, the job needs {needed_bytes}", status.st_size);
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
    Err(WorkerError::Setup {
        what: format!(
            "ioengine=mmap with fsync or fdatasync: blocks of {least} bytes; use multiples of a page, {page}"
        ),
        source: io::Error::from_raw_os_error(libc::EINVAL),
    })
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
        let writes = plan.job.access.mode.issues(fiord_job::plan::Ddir::Write) && !plan.job.verify.only;
        let reads = plan.job.access.mode.issues(fiord_job::plan::Ddir::Read) || plan.job.verify.kind.is_on();
        let bit = |on: bool, bit: i32| if on { bit } else { 0 };
        mapped_fault::catch();
        Self {
            fds: Fds::new(plan),
            windows: plan
                .targets
                .iter()
                .map(|target| Window {
                    base: std::ptr::null_mut(),
                    start: 0,
                    len: 0,
                    size_bytes: target.size_bytes.max(target.start_bytes + target.region_bytes),
                })
                .collect(),
            protection: bit(reads, libc::PROT_READ) | bit(writes, libc::PROT_WRITE),
            drop_pages: plan.job.durability.direct,
            huge_pages: plan.job.engine.thp,
            advice: advice(&plan.job),
            overlap: plan.job.access.max_block_bytes(),
        }
    }

    /// Where the I/O's bytes are mapped; maps them if need be.
    #[inline(always)]
    fn place(&mut self, io: &Io) -> Result<*mut u8, i32> {
        let Some(window) = self.windows.get_mut(io.file as usize) else {
            return Err(libc::EBADF);
        };
        let inside = io.offset >= window.start && io.offset + u64::from(io.len) <= window.start + window.len;
        if !inside {
            let fd = self.fds.get(io.file);
            window.slide(fd, self.protection, io, self.overlap)?;
            window.advise(self.huge_pages, self.advice);
        }
        // SAFETY: the window covers the I/O, see the check above and `slide`.
        Ok(unsafe { window.base.add((io.offset - window.start) as usize) })
    }

    #[inline(always)]
    fn copy(&mut self, request: &Request) -> i32 {
        let io = &request.io;
        let place = match self.place(io) {
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
            return self.lost_page(io);
        }
        if self.drop_pages {
            return self.write_and_drop(place, io);
        }
        io.len as i32
    }

    /// A page of the file was not to be had. The mapping goes, and with it the empty page that stood in for it.
    #[cold]
    #[inline(never)]
    fn lost_page(&mut self, io: &Io) -> i32 {
        if let Some(window) = self.windows.get_mut(io.file as usize) {
            window.unmap();
        }
        -libc::EIO
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

    fn sync(&self, file: u32) -> i32 {
        match self.windows.get(file as usize) {
            Some(window) if window.len > 0 => {
                // SAFETY: base and len are those of our mapping.
                outcome(
                    unsafe { libc::msync(window.base.cast(), window.len as usize, libc::MS_SYNC) } as isize,
                )
            }
            _ => 0,
        }
    }
}

impl Window {
    #[cold]
    #[inline(never)]
    fn slide(&mut self, fd: RawFd, protection: i32, io: &Io, overlap: u64) -> Result<(), i32> {
        self.unmap();
        if io.offset + u64::from(io.len) > self.size_bytes {
            return Err(libc::EINVAL);
        }
        let (start, len) = if self.size_bytes <= WHOLE_BYTES {
            (0, self.size_bytes)
        } else {
            let start = io.offset / WINDOW_BYTES * WINDOW_BYTES;
            (start, (WINDOW_BYTES + overlap).min(self.size_bytes - start))
        };
        // SAFETY: a fresh shared mapping at an address of the kernel's choice; the result is checked.
        let base = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                len as usize,
                protection,
                libc::MAP_SHARED,
                fd,
                start as i64,
            )
        };
        if base == libc::MAP_FAILED {
            return Err(errno());
        }
        (self.base, self.start, self.len) = (base.cast(), start, len);
        Ok(())
    }

    fn advise(&self, huge: bool, advice: Option<i32>) {
        for advice in huge.then_some(libc::MADV_HUGEPAGE).into_iter().chain(advice) {
            // SAFETY: advice on our own mapping; the kernel need not take it.
            unsafe { libc::madvise(self.base.cast(), self.len as usize, advice) };
        }
    }

    fn unmap(&mut self) {
        if self.len > 0 {
            // SAFETY: base and len are those of our mapping, and nothing points into it between I/Os.
            unsafe { libc::munmap(self.base.cast(), self.len as usize) };
            self.len = 0;
        }
    }
}

impl Engine for Mmap {
    const IN_PLACE: bool = true;

    #[inline(always)]
    fn queue(&mut self, request: &Request) -> Queued {
        Queued::Done(match request.io.op {
            Op::Read | Op::Write => self.copy(request),
            Op::Fsync | Op::Fdatasync => self.sync(request.io.file),
            Op::SyncFileRange | Op::Trim => trim_or_sync(&self.fds, &request.io),
        })
    }
}

impl Drop for Mmap {
    fn drop(&mut self) {
        for window in &mut self.windows {
            window.unmap();
        }
    }
}
