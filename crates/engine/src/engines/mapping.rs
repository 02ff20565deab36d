//! Files and devices as memory: one mapping each, whole up to [`WHOLE_BYTES`], and of larger ones a window that moves.

use std::os::fd::RawFd;

use super::mapped_fault;
use super::sync_calls::{Fds, errno, outcome};
use fiord_job::plan::Ddir;
use fiord_workload::io::Io;
use fiord_workload::plan::WorkerPlan;

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

/// How files are mapped.
#[derive(Debug, Clone, Default)]
pub(super) struct Manner {
    /// Of mmap(2): `MAP_SHARED`, or `MAP_SHARED_VALIDATE` with what has to hold.
    pub(super) flags: i32,
    /// Advice that the kernel need not take.
    pub(super) advice: Vec<i32>,
}

/// The mappings of a worker's files.
#[derive(Debug)]
pub(super) struct Mappings {
    windows: Box<[Window]>,
    protection: i32,
    manner: Manner,
    /// Largest I/O: windows overlap by that much.
    overlap: u64,
}

impl Mappings {
    /// Of a worker's files; nothing is mapped yet.
    pub(super) fn new(plan: &WorkerPlan, manner: Manner) -> Self {
        let mode = plan.job.access.mode;
        let writes = mode.issues(Ddir::Write) && !plan.job.verify.only;
        let reads = mode.issues(Ddir::Read) || plan.job.verify.kind.is_on();
        let bit = |on: bool, bit: i32| if on { bit } else { 0 };
        mapped_fault::catch();
        let windows = plan.targets.iter().map(|target| Window {
            base: std::ptr::null_mut(),
            start: 0,
            len: 0,
            size_bytes: target.size_bytes.max(target.start_bytes + target.region_bytes),
        });
        Self {
            windows: windows.collect(),
            protection: bit(reads, libc::PROT_READ) | bit(writes, libc::PROT_WRITE),
            manner,
            overlap: plan.job.access.max_block_bytes(),
        }
    }

    /// Where the I/O's bytes are mapped; maps them if need be.
    ///
    /// # Errors
    /// The errno of a mapping that is refused; `EINVAL` behind the end of the file.
    #[inline(always)]
    pub(super) fn place(&mut self, fds: &Fds, io: &Io) -> Result<*mut u8, i32> {
        match self.windows.get(io.file as usize) {
            Some(window) if window.covers(io) => Ok(window.at(io)),
            Some(_) => self.slide(fds.get(io.file), io),
            None => Err(libc::EBADF),
        }
    }

    /// Writes the pages of a file's mapping back.
    pub(super) fn sync(&self, file: u32) -> i32 {
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

    /// Gives a file's mapping up, and with it the empty page that stood in for one that was not to be had.
    #[cold]
    #[inline(never)]
    pub(super) fn lose(&mut self, file: u32) {
        if let Some(window) = self.windows.get_mut(file as usize) {
            window.unmap();
        }
    }

    #[cold]
    #[inline(never)]
    fn slide(&mut self, fd: RawFd, io: &Io) -> Result<*mut u8, i32> {
        let Some(window) = self.windows.get_mut(io.file as usize) else {
            return Err(libc::EBADF);
        };
        window.unmap();
        if io.offset + u64::from(io.len) > window.size_bytes {
            return Err(libc::EINVAL);
        }
        let (start, len) = if window.size_bytes <= WHOLE_BYTES {
            (0, window.size_bytes)
        } else {
            let start = io.offset / WINDOW_BYTES * WINDOW_BYTES;
            // Devices of persistent memory take nothing but whole units of their own, of which none is larger than a window.
            let len = (WINDOW_BYTES + self.overlap).next_multiple_of(WINDOW_BYTES);
            (start, len.min(window.size_bytes - start))
        };
        // SAFETY: a fresh shared mapping at an address of the kernel's choice; the result is checked.
        let base = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                len as usize,
                self.protection,
                self.manner.flags,
                fd,
                start as i64,
            )
        };
        if base == libc::MAP_FAILED {
            return Err(errno());
        }
        (window.base, window.start, window.len) = (base.cast(), start, len);
        for advice in &self.manner.advice {
            // SAFETY: advice on our own mapping; the kernel need not take it.
            unsafe { libc::madvise(window.base.cast(), window.len as usize, *advice) };
        }
        Ok(window.at(io))
    }
}

impl Window {
    #[inline(always)]
    const fn covers(&self, io: &Io) -> bool {
        io.offset >= self.start && io.offset + io.len as u64 <= self.start + self.len
    }

    /// Where an I/O is that the window covers.
    #[inline(always)]
    const fn at(&self, io: &Io) -> *mut u8 {
        // SAFETY: the offset lies in the window, whose bytes are mapped.
        unsafe { self.base.add((io.offset - self.start) as usize) }
    }

    fn unmap(&mut self) {
        if self.len > 0 {
            // SAFETY: base and len are those of our mapping, and nothing points into it between I/Os.
            unsafe { libc::munmap(self.base.cast(), self.len as usize) };
            self.len = 0;
        }
    }
}

impl Drop for Mappings {
    fn drop(&mut self) {
        for window in &mut self.windows {
            window.unmap();
        }
    }
}
