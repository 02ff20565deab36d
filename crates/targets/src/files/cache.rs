//! The page cache before a job: dropping a file's pages, reading them in, and telling the kernel what comes.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::fs::FileExt;

use fiord_job::plan::{FadviseHint, JobPlan};
use rustix::fs::Advice;

use crate::failure::Failure;
use crate::stop::WorkerStop;
use fiord_workload::plan::{Target, TargetKind};

/// `BLKFLSBUF` of linux/fs.h: write back and drop a block device's buffers.
const BLKFLSBUF: libc::c_ulong = 0x1261;

/// Asks the kernel to drop the clean pages of a range (bytes). Advice only, so nothing can fail.
pub(super) fn drop_pages(file: &impl AsFd, start_bytes: u64, len_bytes: u64) {
    if let Some(len) = std::num::NonZeroU64::new(len_bytes) {
        let _ = rustix::fs::fadvise(file.as_fd(), start_bytes, Some(len), Advice::DontNeed);
    }
}

/// `invalidate`: drops the cached pages of the target's region, or the whole buffer cache of a block device.
///
/// # Errors
/// What the system says about a block device, except that lacking the right to flush is not an error (as in fio).
pub(super) fn invalidate(file: &(impl AsFd + AsRawFd), target: &Target) -> Result<(), Failure> {
    match target.kind {
        TargetKind::File => drop_pages(file, target.start_bytes, target.region_bytes),
        TargetKind::Block => {
            // SAFETY: BLKFLSBUF takes no argument; the descriptor is open.
            let result = unsafe { libc::ioctl(file.as_raw_fd(), BLKFLSBUF as _, 0) };
            let error = io::Error::last_os_error();
            if result != 0 && !matches!(error.raw_os_error(), Some(libc::EACCES | libc::EPERM)) {
                return Err(Failure::from_io("invalidate", &error).on(&target.path));
            }
        }
        TargetKind::Char | TargetKind::None => {}
    }
    Ok(())
}

/// [`invalidate`] for a target that is open.
///
/// # Errors
/// As [`invalidate`].
pub fn drop_cache(target: &Target) -> Result<(), Failure> {
    target.fd.as_ref().map_or(Ok(()), |fd| invalidate(fd, target))
}

/// `fadvise_hint`: tells the kernel the access pattern.
pub(super) fn advise(file: &File, target: &Target, job: &JobPlan) {
    let advice = match job.files.fadvise {
        FadviseHint::None => return,
        FadviseHint::ByMode if job.access.mode.is_random() => Advice::Random,
        FadviseHint::ByMode | FadviseHint::Sequential => Advice::Sequential,
        FadviseHint::Random => Advice::Random,
        FadviseHint::Noreuse => Advice::NoReuse,
    };
    if matches!(target.kind, TargetKind::File | TargetKind::Block) {
        let len = std::num::NonZeroU64::new(target.region_bytes);
        let _ = rustix::fs::fadvise(file.as_fd(), target.start_bytes, len, advice);
    }
}

/// `pre_read`: reads the region once, through the page cache. Ends early after a stop.
///
/// # Errors
/// The first read error.
pub(super) fn pre_read(path_file: &File, target: &Target, stop: &WorkerStop) -> Result<(), Failure> {
    let mut buffer = vec![0; 256 << 10];
    let end = target
        .start_bytes
        .saturating_add(target.region_bytes)
        .min(target.size_bytes);
    let mut at = target.start_bytes;
    while at < end && !stop.is_requested() {
        let len = (end - at).min(buffer.len() as u64) as usize;
        match path_file.read_at(&mut buffer[..len], at) {
            Ok(0) => break,
            Ok(read) => at += read as u64,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                return Err(Failure::from_io("pre_read", &error)
                    .on(&target.path)
                    .at(at, len as u64));
            }
        }
    }
    Ok(())
}
