//! Making files long enough before the work starts, with real data where they will be read.
//!
//! Called by [`super::prepare()`] for one file at a time; the decision *that* a file must grow was made in
//! [`fiord_workload::size`]. A file that only gets written is preallocated (`fallocate`) but not filled, as in fio.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::{DirBuilderExt, FileExt, OpenOptionsExt};
use std::path::Path;
use std::sync::Arc;

use fiord_job::plan::{Backend, Ddir, Fallocate, JobPlan};
use fiord_messages::run_errors as messages;
use rustix::fs::FallocateFlags;

use super::cache;
use super::consent::Consent;
use super::prepared::{Prepared, identity};
use super::probe;
use crate::failure::Failure;
use crate::stop::StopFlag;
use fiord_workload::content::Content;
use fiord_workload::io::{Io, Op};
use fiord_workload::plan::WorkerPlan;

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
    // As in fio: where blocks are missing, the first copy to a page would wait for the file system.
    // FIO-DIFF(pmem-layout): fio fills a file that is there, too.
    if writes && job.engine.kind.backend() == Backend::PersistentFile {
        return Style::Filled;
    }
    if job.access.mode.issues(Ddir::Read) || (writes && job.files.overwrite && !job.files.append) {
        Style::Filled
    } else {
        Style::Reserved
    }
}

/// Makes the missing directories above `path`, with mode 0700 as fio does.
///
/// FIO-DIFF(parents): fio makes them for the first file of a job only.
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
    job: &Arc<JobPlan>,
    seed: u64,
    path: &Path,
    len_bytes: u64,
    prepared: &Prepared,
    consent: &Consent<'_>,
    stop: &StopFlag,
) -> Result<u64, Failure> {
    make_parents(path)?;
    let style = style_of(job);
    let fail = |op: &'static str, error: &io::Error| Failure::from_io(op, error).on(path);
    let mut existed = path.symlink_metadata().is_ok();
    if existed && let Ok(file) = probe::open_to_look(path) {
        may_change(path, &file, consent)?;
    }
    let fresh = style == Style::Reserved && job.access.mode.issues(Ddir::Write) && !job.files.append;
    if fresh && existed && !prepared.contains(path) && !consent.shares_files() {
        // As in fio, a file that is too short and only gets written is made anew: no old blocks are reused. Where other processes of the
        // run write it as well, one of them may have made it a moment ago.
        std::fs::remove_file(path).map_err(|error| fail("unlink", &error))?;
        existed = false;
    }
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o644)
        .custom_flags(libc::O_NONBLOCK)
        .open(path)
        .map_err(|error| fail("open", &error))?;
    if !file.metadata().is_ok_and(|meta| meta.is_file()) {
        // The path led to nothing or to a file when it was looked at.
        return Err(Failure::new("layout", libc::ESTALE)
            .on(path)
            .because(messages::changed_kind));
    }
    may_change(path, &file, consent)?;
    let result = grow(job, seed, &file, style, len_bytes, (prepared, stop));
    if result.is_err() && !existed {
        // FIO-DIFF(layout-cleanup): fio leaves the unfinished file behind, and it fills the file system.
        let _ = std::fs::remove_file(path);
    }
    let got = result.map_err(|(op, error)| fail(op, &error))?;
    prepared.insert(&file);
    Ok(got)
}

/// A file that something uses as a device (the image of a loop device, a swap file) is neither removed nor filled.
fn may_change(path: &Path, file: &File, consent: &Consent<'_>) -> Result<(), Failure> {
    consent.check(path, file).map_err(|refusal| {
        Failure::new("layout", libc::EPERM)
            .on(path)
            .because(|lang| refusal.text(lang))
    })
}

type Step<T> = Result<T, (&'static str, io::Error)>;

fn grow(
    job: &Arc<JobPlan>,
    seed: u64,
    file: &File,
    style: Style,
    len_bytes: u64,
    during: (&Prepared, &StopFlag),
) -> Step<u64> {
    let old = file.metadata().map_err(|error| ("stat", error))?.len();
    if !job.access.fill_device {
        preallocate(job.files.fallocate, file, len_bytes).map_err(|error| ("fallocate", error))?;
    }
    if style == Style::Reserved {
        if job.engine.kind.backend() == Backend::Mapping && old < len_bytes && !job.access.fill_device {
            // A mapping does not make a file longer: writing behind its end is a SIGBUS.
            extend(file, len_bytes).map_err(|error| ("truncate", error))?;
        }
        return Ok(len_bytes);
    }
    if !job.access.fill_device {
        extend(file, len_bytes).map_err(|error| ("truncate", error))?;
    }
    // FIO-DIFF(layout-keeps-data): fio rewrites a file that is too short from its beginning; what a file already holds
    // is kept here, and only the rest is filled.
    let mut filler = Filler::new(
        job,
        seed ^ old ^ identity(file).map_or(0, |(_, inode)| inode.rotate_left(32)),
    );
    let end = filler.fill(file, old, len_bytes, job.access.fill_device, during)?;
    if job.files.create_fsync {
        file.sync_all().map_err(|error| ("fsync", error))?;
    }
    cache::drop_pages(file, old, end - old);
    Ok(end)
}

/// Makes a file longer, never shorter: another process of the run may have made it longer meanwhile, and have filled it.
fn extend(file: &File, len_bytes: u64) -> io::Result<()> {
    if file.metadata()?.len() < len_bytes {
        file.set_len(len_bytes)?;
    }
    Ok(())
}

fn preallocate(kind: Fallocate, file: &File, len_bytes: u64) -> io::Result<()> {
    let flags = match kind {
        Fallocate::None => return Ok(()),
        Fallocate::Truncate => return extend(file, len_bytes),
        Fallocate::Native => FallocateFlags::empty(),
        Fallocate::Keep => FallocateFlags::KEEP_SIZE,
        Fallocate::Posix => return preallocate_posix(file, len_bytes),
    };
    // As in fio, a file system that cannot preallocate is not an error, nor is one without space: the writes will tell.
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

/// Writes what the job itself would write: its pattern, zeros, or data that compresses as little as it says.
struct Filler {
    content: Content,
    chunk: Vec<u8>,
    block: usize,
}

impl Filler {
    fn new(job: &Arc<JobPlan>, seed: u64) -> Self {
        let mut job = JobPlan::clone(job);
        // Every chunk is new here, so the marks that make old content look new would only make it less random.
        job.buffers.scramble = false;
        let pattern = job
            .buffers
            .pattern
            .as_ref()
            .map_or(1, |pattern| pattern.len().max(1));
        let block = usize::try_from(job.access.max_block_bytes());
        let plan = WorkerPlan {
            job: Arc::new(job),
            job_index: 0,
            clone: 0,
            number: 0,
            targets: Vec::new(),
            io_limit_bytes: 0,
            seed,
            resume: None,
        };
        // Chunks hold whole patterns, so that a pattern runs on from chunk to chunk.
        let chunk = (CHUNK_BYTES / pattern).max(1) * pattern;
        Self {
            content: Content::new(&plan),
            chunk: vec![0; chunk],
            block: block.unwrap_or(chunk).clamp(512, chunk.max(512)),
        }
    }

    /// Fills `from..to` and returns where it ended: `to`, or with `until_full` where the space ended.
    fn fill(
        &mut self,
        file: &File,
        from: u64,
        to: u64,
        until_full: bool,
        (prepared, stop): (&Prepared, &StopFlag),
    ) -> Step<u64> {
        let mut at = from;
        while at < to {
            if stop.is_requested() {
                return Err(("layout", io::Error::from_raw_os_error(libc::EINTR)));
            }
            let len = (self.chunk.len() as u64).min(to - at) as usize;
            self.refresh(len);
            if let Err(error) = file.write_all_at(&self.chunk[..len], at) {
                if !(until_full && is_full(&error)) {
                    return Err(("write", error));
                }
                // How far the last write came, the file itself tells.
                let end = file.metadata().map_err(|error| ("stat", error))?.len();
                return if end > 0 { Ok(end) } else { Err(("write", error)) };
            }
            at += len as u64;
            prepared.filled(len as u64);
        }
        Ok(at)
    }

    fn refresh(&mut self, len: usize) {
        self.content.init(&mut self.chunk[..len]);
        if self.content.is_constant() {
            return;
        }
        for block in self.chunk[..len].chunks_mut(self.block) {
            let len = u32::try_from(block.len()).unwrap_or(u32::MAX);
            self.content.fill(
                block,
                &Io {
                    op: Op::Write,
                    file: 0,
                    offset: 0,
                    len,
                },
            );
        }
    }
}

fn is_full(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(libc::ENOSPC | libc::EDQUOT))
}
