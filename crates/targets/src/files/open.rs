//! Opening a target for the work: flags, consent, alignment, cache.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;

use fiord_job::plan::{Backend, BlockSize, Ddir, JobPlan, MemoryKind, OpenSync};
use fiord_messages::{Sentence, run_errors as messages};

use super::consent::{Consent, Refusal};
use super::probe;
use super::{cache, layout};
use crate::failure::Failure;
use crate::stop::WorkerStop;
use fiord_workload::plan::{Target, TargetKind};
use fiord_workload::size::PathProbe;

/// Whether `job` writes or trims, so that opening needs write access and consent.
pub fn changes_data(job: &JobPlan) -> bool {
    let kind = job.engine.kind;
    let issues = job.access.mode.issues(Ddir::Write) || job.access.mode.issues(Ddir::Trim);
    !job.verify.only && (kind.changes_files() || (issues && !kind.works_on_names()))
}

/// Whether `job` removes its regular files, which needs consent as writing them does.
fn unlinks(job: &JobPlan) -> bool {
    job.files.unlink || job.files.unlink_each_loop
}

/// Opens every target of a worker.
///
/// FIO-DIFF(openfiles-at-once): `openfiles` does not limit how many are open at the same time; the soft limit on
/// descriptors is raised instead.
pub fn open_all(
    job: &JobPlan,
    targets: &mut [Target],
    consent: &Consent<'_>,
    stop: &WorkerStop,
) -> Result<(), Failure> {
    for target in targets {
        open_target(job, target, consent, stop)?;
    }
    Ok(())
}

/// Opens `target` for `job` and makes it ready: consent asked, direct I/O checked, cache dropped or filled, hint given.
/// Sets `align_bytes`, and `fd` on success.
///
/// # Errors
/// The system's errno; `EPERM` when the guard refuses, `EINVAL` when the blocks do not suit direct I/O.
fn open_target(
    job: &JobPlan,
    target: &mut Target,
    consent: &Consent<'_>,
    stop: &WorkerStop,
) -> Result<(), Failure> {
    // FIO-DIFF(pre-read-null): fio 3.33 crashes at `pre_read` here; there is nothing to read.
    if target.kind == TargetKind::None {
        return Ok(());
    }
    if job.engine.kind.works_on_names() {
        return super::by_name::check(job, target, consent);
    }
    let creates = job.files.create_on_open && job.files.allow_create && target.kind == TargetKind::File;
    if creates {
        layout::make_parents(&target.path)?;
    }
    let file = open_file(job, target, creates, 0)?;
    check_same_kind(&file, target)?;
    if changes_data(job) || (unlinks(job) && target.kind == TargetKind::File) {
        check_consent(job, &target.path, &file, consent).map_err(|refusal| {
            Failure::new("open", libc::EPERM)
                .on(&target.path)
                .because(|lang| refusal.text(lang))
        })?;
    }
    check_direct(job, &file, target)?;
    hint_lifetime(job, &file, target)?;
    // FIO-DIFF(pre-read-empty): fio fails without a word where `create_on_open` leaves nothing to read before the start.
    if job.files.pre_read {
        // FIO-DIFF(pre-read-direct): fio pre-reads with direct I/O and fails without a word.
        // A descriptor of its own: pre-reading goes through the page cache even when the job does not.
        let reader = File::open(super::path_of_descriptor(&file))
            .map_err(|e| Failure::from_io("pre_read", &e).on(&target.path))?;
        cache::pre_read(&reader, target, stop)?;
    } else if job.files.invalidate {
        cache::invalidate(&file, target)?;
    }
    cache::advise(&file, target, job);
    target.fd = Some(OwnedFd::from(file));
    Ok(())
}

fn check_consent(job: &JobPlan, path: &Path, file: &File, consent: &Consent<'_>) -> Result<(), Refusal> {
    if job.engine.kind.sends_commands() {
        consent.check_commands(path, file)
    } else {
        consent.check(path, file)
    }
}

/// `write_hint`: how long the data will live (fcntl(2), file read/write hints).
///
/// FIO-DIFF(write-hint-direct): fio 3.33 asks for the hint of the open file with direct I/O, which Linux 5.17 and later refuse.
fn hint_lifetime(job: &JobPlan, file: &File, target: &Target) -> Result<(), Failure> {
    const F_SET_RW_HINT: libc::c_int = 1036;
    let hint = job.durability.write_hint as u64;
    if hint == 0 || !changes_data(job) {
        return Ok(());
    }
    // SAFETY: the call reads one number through the pointer.
    let result = unsafe { libc::fcntl(file.as_raw_fd(), F_SET_RW_HINT, &raw const hint) };
    if result == 0 {
        return Ok(());
    }
    let error = io::Error::last_os_error();
    Err(Failure::from_io("write_hint", &error).on(&target.path))
}

/// `unlink_each_loop`: removes the file and opens it anew under the same descriptor. As in fio, only a job that writes makes it
/// again; one that reads fails.
///
/// # Errors
/// The system's errno.
pub fn renew(job: &JobPlan, target: &Target) -> Result<(), Failure> {
    let (TargetKind::File, Some(old)) = (target.kind, &target.fd) else {
        return Ok(());
    };
    let fail = |op, error: &io::Error| Failure::from_io(op, error).on(&target.path);
    match std::fs::remove_file(&target.path) {
        // Clones share files.
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(fail("unlink", &error)),
        _ => {}
    }
    // What a clone or this worker makes is a file; a link that stands there now is somebody else's and leads somewhere else.
    let file = open_file(job, target, job.access.mode.issues(Ddir::Write), libc::O_NOFOLLOW)?;
    check_same_kind(&file, target)?;
    // SAFETY: both descriptors are open and ours; the old number now means the new file, and is closed by its owner as before.
    let number = unsafe { libc::dup3(file.as_raw_fd(), old.as_raw_fd(), libc::O_CLOEXEC) };
    if number < 0 {
        return Err(fail("dup", &io::Error::last_os_error()));
    }
    Ok(())
}

fn open_file(job: &JobPlan, target: &Target, creates: bool, more_flags: i32) -> Result<File, Failure> {
    let mut flags = more_flags;
    // A generic device has no page cache, and no O_DIRECT.
    let is_generic = job.engine.kind.sends_commands() && target.kind == TargetKind::Char;
    // FIO-DIFF(dax-direct): fio opens such devices with O_DIRECT, which fails.
    if job.durability.direct && !is_generic && !job.engine.kind.goes_past_blocks() {
        flags |= libc::O_DIRECT;
    }
    match job.durability.open_sync {
        OpenSync::None => {}
        OpenSync::Sync => flags |= libc::O_SYNC,
        OpenSync::Dsync => flags |= libc::O_DSYNC,
    }
    let open = |flags| {
        OpenOptions::new()
            .read(true)
            // Commands are queued on a generic device by writing them, those of reads too.
            .write(changes_data(job) || creates || is_generic)
            .create(creates)
            .truncate(false)
            .mode(0o600)
            .custom_flags(flags)
            .open(&target.path)
    };
    // O_NOATIME is for owners only; others read with access times.
    let file = match open(flags | libc::O_NOATIME) {
        Err(error) if error.raw_os_error() == Some(libc::EPERM) => open(flags),
        other => other,
    };
    file.map_err(|error| {
        let failure = Failure::from_io("open", &error).on(&target.path);
        match error.raw_os_error() {
            Some(libc::EINVAL) if job.durability.direct => failure.because(messages::no_direct_io),
            _ => failure,
        }
    })
}

/// The path may lead elsewhere than when it was looked at; a file that turned into a device is not written.
fn check_same_kind(file: &File, target: &Target) -> Result<(), Failure> {
    let fail = |error: &io::Error| Failure::from_io("open", error).on(&target.path);
    let kind = file.metadata().map_err(|error| fail(&error))?.file_type();
    let same = match target.kind {
        TargetKind::File => kind.is_file(),
        TargetKind::Block => kind.is_block_device(),
        TargetKind::Char => kind.is_char_device(),
        TargetKind::None => true,
    };
    if same {
        return Ok(());
    }
    Err(Failure::new("open", libc::ESTALE)
        .on(&target.path)
        .because(messages::changed_kind))
}

/// FIO-DIFF(direct-checked-early): fio learns at the first I/O that the blocks do not suit direct I/O; we say it at open,
/// with the unit, and issue nothing. Where the kernel does not tell the unit, the first I/O decides here too.
fn check_direct(job: &JobPlan, file: &File, target: &mut Target) -> Result<(), Failure> {
    target.align_bytes = 1;
    // Memory has no unit, and flash says itself what it takes.
    if !job.durability.direct || job.engine.kind.goes_past_blocks() {
        return Ok(());
    }
    let unit = probe::direct_unit(file, target.kind).map_err(|error| {
        Failure::from_io("open", &error)
            .on(&target.path)
            .because(messages::file_no_direct_io)
    })?;
    target.align_bytes = unit.unwrap_or(512);
    let Some(unit) = unit.map(u64::from) else {
        return Ok(());
    };
    let bytes = &target.start_bytes;
    let unit = &unit;
    let words = match unsuited_block(job, *unit) {
        Some(bytes) => {
            let bytes = &bytes;
            Sentence::new(|lang| messages::BlockNotMultiple { bytes, unit }.text(lang))
        }
        None if !bytes.is_multiple_of(*unit) => {
            Sentence::new(|lang| messages::OffsetNotMultiple { bytes, unit }.text(lang))
        }
        None => return Ok(()),
    };
    Err(Failure::new("open", libc::EINVAL).on(&target.path).because(words))
}

/// A block size of the job that is not a multiple of `unit`.
fn unsuited_block(job: &JobPlan, unit: u64) -> Option<u64> {
    let unsuited = |bytes: &u64| !bytes.is_multiple_of(unit);
    Ddir::ALL
        .into_iter()
        .filter(|ddir| job.access.mode.issues(*ddir))
        .find_map(|ddir| {
            match &job.access.block_size[ddir] {
                BlockSize::Fixed(bytes) => Some(*bytes).filter(unsuited),
                BlockSize::Range { .. } if job.access.bs_unaligned => Some(1).filter(unsuited),
                // Sizes from a range are multiples of the smallest one.
                BlockSize::Range { min, .. } => Some(*min).filter(unsuited),
                BlockSize::Split(shares) => shares.iter().map(|share| share.bytes).find(unsuited),
            }
        })
}

/// `mem=mmap:FILE` and its kin: the file is made as long as the buffers are, and with a shared mapping they are written to it. It is
/// judged as any other file that a job changes.
///
/// # Errors
/// It is a device, or in use as one; the run is read-only.
pub fn check_memory_file(job: &JobPlan, readonly: bool, consent: &Consent<'_>) -> Result<(), Failure> {
    let (MemoryKind::Mmap(Some(path))
    | MemoryKind::MmapShared(Some(path))
    | MemoryKind::MmapHuge(Some(path))) = &job.buffers.memory
    else {
        return Ok(());
    };
    let path = Path::new(path);
    let refuse = |errno, words: Sentence| Err(Failure::new("mem", errno).on(path).because(words));
    if readonly {
        return refuse(libc::EROFS, Sentence::new(messages::buffer_file_read_only));
    }
    let Ok(place) = probe::open_place(path) else {
        // It will be made.
        return Ok(());
    };
    if !place.metadata().is_ok_and(|meta| meta.is_file()) {
        return refuse(libc::EINVAL, Sentence::new(messages::buffer_file_not_regular));
    }
    consent
        .check(path, &place)
        .or_else(|refusal| refuse(libc::EPERM, Sentence::new(|lang| refusal.text(lang))))
}

/// Opens and empties a regular file for what a program prints.
///
/// # Errors
/// As [`open_regular`].
pub fn open_output(path: &Path) -> io::Result<File> {
    let file = open_regular(OpenOptions::new().write(true), path)?;
    file.set_len(0)?;
    Ok(file)
}

/// Opens a regular file, or makes it, and nothing else: by a link the name may lead to a device. What it holds stays.
///
/// # Errors
/// The system's; `EINVAL` for what is not a regular file.
pub fn open_regular(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    let file = options
        .create(true)
        .truncate(false)
        .custom_flags(libc::O_NONBLOCK)
        .open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::from_raw_os_error(libc::EINVAL));
    }
    Ok(file)
}

/// `unlink`: removes the regular files of a worker, unless consent is refused. Passes over files that are gone already: clones share
/// files.
pub fn unlink_all(job: &JobPlan, targets: &[Target], consent: &Consent<'_>) {
    for target in targets.iter().filter(|target| target.kind == TargetKind::File) {
        let path = &target.path;
        if matches!(job.engine.kind.backend(), Backend::DirectoryNames(_)) {
            let _ = std::fs::remove_dir(path);
        } else if probe::open_place(path).is_ok_and(|place| consent.check(path, &place).is_ok()) {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Asks for consent to write a file that is not a target: a log or a recording.
///
/// # Errors
/// The guard's refusal.
pub fn ask_consent_of_output(path: &Path, consent: &Consent<'_>) -> Result<(), Refusal> {
    // A file that does not exist is created. A directory or a character device fails when it is opened.
    let Ok(place) = probe::open_place(path) else {
        return Ok(());
    };
    match place.metadata().map(|meta| meta.file_type()) {
        Ok(kind) if kind.is_file() => consent.check(path, &place),
        Ok(kind) if kind.is_block_device() => Err(Refusal {
            path: path.to_owned(),
            device: std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()),
            holds: Vec::new(),
            can_be_allowed: false,
        }),
        _ => Ok(()),
    }
}

/// Asks for consent for what `job` would change at these paths and exists already, before anything of the run has started. Block devices are
/// held from here on. Its other files are asked about when they are opened.
pub fn ask_consent(
    job: &JobPlan,
    paths: &mut dyn Iterator<Item = &Path>,
    consent: &Consent<'_>,
) -> Result<(), Refusal> {
    let changes_data = changes_data(job);
    if !(changes_data || unlinks(job)) || job.engine.kind.is_diskless() {
        return Ok(());
    }
    // Files that cannot be had are the worker's failure, reported where the others are.
    for path in paths {
        let opened = match probe::look(path) {
            Ok(PathProbe {
                kind: TargetKind::File,
                exists: true,
                ..
            }) => probe::open_to_look(path),
            // `unlink` leaves devices.
            _ if !changes_data => continue,
            Ok(PathProbe {
                kind: TargetKind::Block,
                exists: true,
                ..
            }) => probe::open_to_look(path),
            // Some character devices do things when they are opened.
            Ok(PathProbe {
                kind: TargetKind::Char,
                ..
            }) => probe::open_place(path),
            _ => continue,
        };
        if let Ok(file) = opened {
            check_consent(job, path, &file, consent)?;
        }
    }
    Ok(())
}
