//! Making files long enough before the work starts, with real data where they will be read.
//!
//! Called by [`super::prepare`] for one file at a time; the decision *that* a file must grow was made in
//! [`super::size`]. A file that only gets written is preallocated (`fallocate`) but not filled, as in fio.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::{DirBuilderExt, FileExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

use fiord_spec::plan::{Ddir, Fallocate, JobPlan};
use rustix::fs::FallocateFlags;

use super::{Prepared, cache};
use crate::StopFlag;
use crate::failure::Failure;

/// Bytes written at a time.
const CHUNK_BYTES: usize = 1 << 20;

/// How a file is made for a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    /// With data: it will be read, or its blocks shall exist before they are overwritten.
    Filled,
    /// Preallocated only.
    Reserved,
}

fn style_of(job: &JobPlan) -> Style {
    let writes = job.access.mode.issues(Ddir::Write);
    if job.access.mode.issues(Ddir::Read) || (writes && job.files.overwrite && !job.files.append) {
        Style::Filled
    } else {
        Style::Reserved
    }
}

/// Makes the missing directories above `path`, with mode 0700 as fio does.
///
/// # Errors
/// What `mkdir` says, as a [`Failure`].
pub(super) fn make_parents(path: &Path) -> Result<(), Failure> {
    let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) else {
        return Ok(());
    };
    if parent.is_dir() {
        return Ok(());
    }
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(parent)
        .map_err(|error| Failure::from_io("mkdir", &error).on(parent))
}

/// Lays out `path` so that it is `len_bytes` long, and returns the length it got (shorter only with `fill_device`).
///
/// A file that was made here is removed again when it cannot be completed.
///
/// # Errors
/// The system's errno: no space, no permission, read-only file system; `EINTR` after a stop.
pub(super) fn lay_out(
    job: &JobPlan,
    path: &Path,
    len_bytes: u64,
    prepared: &Prepared,
    stop: &StopFlag,
) -> Result<u64, Failure> {
    make_parents(path)?;
    let style = style_of(job);
    let fail = |op: &'static str, error: &io::Error| Failure::from_io(op, error).on(path);
    let mut existed = path.symlink_metadata().is_ok();
    let fresh = style == Style::Reserved && job.access.mode.issues(Ddir::Write) && !job.files.append;
    if fresh && existed && !prepared.contains(path) {
        // As in fio, a file that is too short and only gets written is made anew: no old blocks are reused.
        std::fs::remove_file(path).map_err(|error| fail("unlink", &error))?;
        existed = false;
    }
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o644)
        .open(path)
        .map_err(|error| fail("open", &error))?;
    let result = grow(job, &file, style, len_bytes, stop);
    if result.is_err() && !existed {
        // FIO-DIFF(layout-cleanup): fio leaves the unfinished file behind, and it fills the file system.
        let _ = std::fs::remove_file(path);
    }
    let got = result.map_err(|(op, error)| fail(op, &error))?;
    prepared.insert(&file);
    Ok(got)
}

type Step<T> = Result<T, (&'static str, io::Error)>;

fn grow(job: &JobPlan, file: &File, style: Style, len_bytes: u64, stop: &StopFlag) -> Step<u64> {
    let old = file.metadata().map_err(|error| ("stat", error))?.len();
    if !job.access.fill_device {
        preallocate(job.files.fallocate, file, len_bytes).map_err(|error| ("fallocate", error))?;
    }
    if style == Style::Reserved {
        return Ok(len_bytes);
    }
    if !job.access.fill_device {
        file.set_len(len_bytes).map_err(|error| ("truncate", error))?;
    }
    // FIO-DIFF(layout-keeps-data): fio rewrites a file that is too short from its beginning; what a file already holds
    // is kept here, and only the rest is filled.
    let mut filler = Filler::new(job, old);
    let end = filler.fill(file, old, len_bytes, job.access.fill_device, stop)?;
    if job.files.create_fsync {
        file.sync_all().map_err(|error| ("fsync", error))?;
    }
    cache::drop_pages(file, old, end - old);
    Ok(end)
}

fn preallocate(kind: Fallocate, file: &File, len_bytes: u64) -> io::Result<()> {
    let flags = match kind {
        Fallocate::None => return Ok(()),
        Fallocate::Truncate => return file.set_len(len_bytes),
        Fallocate::Native => FallocateFlags::empty(),
        Fallocate::Keep => FallocateFlags::KEEP_SIZE,
        Fallocate::Posix => return preallocate_posix(file, len_bytes),
    };
    // As in fio, a file system that cannot preallocate is no error, nor is one without space: the writes will tell.
    let _ = rustix::fs::fallocate(file.as_fd(), flags, 0, len_bytes);
    Ok(())
}

fn preallocate_posix(file: &File, len_bytes: u64) -> io::Result<()> {
    use std::os::fd::AsRawFd;
    let len = libc::off_t::try_from(len_bytes).map_err(|_| io::Error::from_raw_os_error(libc::EFBIG))?;
    // SAFETY: plain call on our own open descriptor.
    let errno = unsafe { libc::posix_fallocate(file.as_raw_fd(), 0, len) };
    // fio goes on after ENOSPC here too, and stops where the data stops.
    if errno == 0 || errno == libc::ENOSPC {
        Ok(())
    } else {
        Err(io::Error::from_raw_os_error(errno))
    }
}

/// Writes content of the kind the job writes: zeros, its pattern, or data that nothing can compress.
struct Filler {
    chunk: Vec<u8>,
    random: Option<u64>,
    pattern_len: usize,
}

impl Filler {
    fn new(job: &JobPlan, seed: u64) -> Self {
        let mut chunk = vec![0; CHUNK_BYTES];
        let mut pattern_len = 1;
        let mut random = None;
        match &job.buffers.pattern {
            Some(pattern) if !pattern.is_empty() => {
                pattern_len = pattern.len();
                for (byte, value) in chunk.iter_mut().zip(pattern.iter().cycle()) {
                    *byte = *value;
                }
            }
            _ if job.buffers.zero => {}
            _ => random = Some(job.access.randseed ^ seed.rotate_left(17) ^ 0x6c61_796f_7574),
        }
        Self {
            chunk,
            random,
            pattern_len,
        }
    }

    /// Fills `from..to` and returns where it ended: `to`, or with `until_full` where the space ended.
    fn fill(&mut self, file: &File, from: u64, to: u64, until_full: bool, stop: &StopFlag) -> Step<u64> {
        // Chunks hold whole patterns, so that the pattern runs on from chunk to chunk.
        let whole = (CHUNK_BYTES / self.pattern_len * self.pattern_len).max(1) as u64;
        let mut at = from;
        while at < to {
            if stop.is_requested() {
                return Err(("layout", io::Error::from_raw_os_error(libc::EINTR)));
            }
            self.refresh();
            let len = whole.min(to - at) as usize;
            match file.write_at(&self.chunk[..len.min(CHUNK_BYTES)], at) {
                Ok(0) => return Err(("write", io::Error::from_raw_os_error(libc::ENOSPC))),
                Ok(written) => at += written as u64,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if until_full && at > 0 && is_full(&error) => return Ok(at),
                Err(error) => return Err(("write", error)),
            }
        }
        Ok(at)
    }

    /// New random content; splitmix64 (Steele, Lea and Flood, 2014).
    fn refresh(&mut self) {
        let Some(state) = &mut self.random else { return };
        for word in self.chunk.chunks_exact_mut(8) {
            *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = *state;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            word.copy_from_slice(&(mixed ^ (mixed >> 31)).to_le_bytes());
        }
    }
}

fn is_full(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(libc::ENOSPC | libc::EDQUOT))
}

/// Identity of a file, whatever its names.
pub(super) fn identity(file: &File) -> Option<(u64, u64)> {
    file.metadata().ok().map(|meta| (meta.dev(), meta.ino()))
}
