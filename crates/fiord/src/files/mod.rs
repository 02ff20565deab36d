//! The files of a study: made in a folder and deleted at the end, or named and only read.

#![forbid(unsafe_code)]

pub(crate) mod unnamed;

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use fiord_host::block::identity::Identity;
use fiord_host::{Root, cache, look};
use fiord_job::plan::{Amount, Ddir, RunPlan};
use fiord_messages::{Lang, files as messages, study_target};
use fiord_record::number::Bytes;
use fiord_study::definition::Between;
use fiord_study::language::CheckedCell;

use crate::files::unnamed::UnnamedFile;
use fiord_session::{RunSettings, Signals};

const PREFIX: &str = ".fiord-study-";
const SUFFIX: &str = ".tmp";
/// Share of the free space that the files may take, in percent.
const SHARE_OF_FREE: u64 = 80;
/// Bytes per second of others on the disks below which they are called idle.
const QUIET_BYTES_PER_S: f64 = 1e6;
/// Looks of a second each , after which the study goes on without an idle disk.
const LOOKS: u32 = 60;

/// Where a study does its I/O.
pub(crate) enum StudyTarget {
    /// The engines need nothing.
    None,
    /// Files of our own.
    Own(StudyFiles),
    /// One file of our own without a name, for all jobs: it is gone however the process ends.
    Unnamed { file: UnnamedFile, bytes: u64 },
    /// A file or a device as the user named it.
    Given {
        path: PathBuf,
        /// Whether the study only reads: then nothing is written, whatever the engine would do to a file.
        is_read_only: bool,
    },
}

/// Files that the study made, by their names within the study. Dropping it deletes them.
pub(crate) struct StudyFiles {
    folder: PathBuf,
    /// Tells this study's files from all others.
    mark: String,
    files: BTreeMap<String, OwnFile>,
}

struct OwnFile {
    path: PathBuf,
    identity: Identity,
    bytes: u64,
    /// Whether a run reads it, so that it has to hold data.
    is_read: bool,
    file: File,
}

/// FileOwner files a study makes: those of one machine, or of a rank among many.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FileOwner<'a> {
    /// In a folder that hosts share, process ids alone tell nobody apart.
    pub host: Option<&'a str>,
    /// Ranks that make as many files, maybe in the same folder; none: 0.
    pub ranks: u64,
    /// Each rank works on a part of one file or device.
    pub is_divided: bool,
}

/// The path of a job's file, for the command lines.
pub(crate) fn path_of(target: Option<&Path>, seed: u64, file: &str, host: Option<&str>) -> Option<String> {
    let target = target?;
    if !target.is_dir() {
        return Some(target.display().to_string());
    }
    Some(target.join(own_name(seed, file, host)).display().to_string())
}

/// The directory in which a file of ours was made; every other file or device itself.
pub(crate) fn directory_of(file: &Path) -> PathBuf {
    let is_ours = file
        .file_name()
        .is_some_and(|name| name.to_string_lossy().starts_with(PREFIX));
    let directory = file.parent().filter(|_| is_ours);
    directory.unwrap_or(file).to_owned()
}

/// What tells the files of a study, and of a host, from all others. No name of a host has the sign around it, so that none is the beginning of
/// another one's mark.
fn mark(seed: u64, host: Option<&str>) -> String {
    match host {
        None => format!("{PREFIX}{seed:016x}-"),
        Some(host) => format!("{PREFIX}{seed:016x}@{host}@"),
    }
}

/// The name of a file: `data`, or `data.3` of a worker of its own.
fn own_name(seed: u64, file: &str, host: Option<&str>) -> String {
    let (name, clone) = match file.rsplit_once('.') {
        Some((name, clone)) if clone.bytes().all(|byte| byte.is_ascii_digit()) => (name, format!(".{clone}")),
        _ => (file, String::new()),
    };
    let plain: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    format!(
        "{}{plain}-{}{SUFFIX}{clone}",
        mark(seed, host),
        std::process::id()
    )
}

impl StudyTarget {
    /// Opens what the study works on. Nothing is written yet.
    pub(crate) fn open(
        target: Option<&Path>,
        seed: u64,
        cells: &[CheckedCell],
        between: &[Between],
        whose: FileOwner<'_>,
    ) -> Result<Self> {
        if cells.iter().all(CheckedCell::is_diskless) {
            return Ok(Self::None);
        }
        let Some(path) = target else {
            bail!(messages::no_target(Lang::current()));
        };
        let lang = Lang::current();
        let shown = &path.display();
        if path.to_str().is_none() {
            bail!(study_target::PathNotUtf8 { path: shown }.text(lang));
        }
        let meta = fs::metadata(path).with_context(|| path.display().to_string())?;
        if meta.is_dir() {
            return StudyFiles::plan(path, seed, cells, whose).map(Self::Own);
        }
        let makes = [Between::FreshFile, Between::Precondition, Between::Trim];
        if let Some(step) = between.iter().find(|step| makes.contains(step)) {
            let step = &step.name();
            bail!(messages::NeedsOwnFiles { path: shown, step }.text(lang));
        }
        if meta.is_file() && cells.iter().any(writes) {
            bail!(messages::NotWritten { path: shown }.text(lang));
        }
        if !meta.is_file() && !meta.file_type().is_block_device() {
            bail!(messages::NotATarget { path: shown }.text(lang));
        }
        if cells.iter().flat_map(|cell| &cell.jobs).any(|job| job.own_files) {
            bail!(messages::NeedsFilePerWorker { path: shown }.text(lang));
        }
        let needed = sizes(cells)?
            .into_values()
            .map(|(bytes, _)| bytes)
            .max()
            .unwrap_or(0);
        let parts = if whose.is_divided { whose.ranks.max(1) } else { 1 };
        let needed = needed.saturating_mul(parts);
        let held = held_bytes(path)?;
        if held < needed {
            let small = messages::TooSmall {
                path: shown,
                held: &Bytes(held),
                needed: &Bytes(needed),
            };
            bail!(small.text(lang));
        }
        Ok(Self::Given {
            path: path.to_owned(),
            is_read_only: !cells.iter().any(writes),
        })
    }

    /// One file without a name in a folder; a rank among many names its host.
    pub(crate) fn unnamed(folder: &Path, bytes: u64, host: Option<&str>) -> Result<Self> {
        let file = UnnamedFile::create(folder, host)?;
        Ok(Self::Unnamed { file, bytes })
    }

    /// Bytes of files that will be made.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Own(made) => made.files.values().map(|file| file.bytes).sum(),
            Self::Unnamed { bytes, .. } => *bytes,
            Self::None | Self::Given { .. } => 0,
        }
    }

    /// The files that it made and will delete.
    pub(crate) fn own_files(&self) -> Vec<PathBuf> {
        match self {
            Self::Own(made) => made.files.values().map(|file| file.path.clone()).collect(),
            Self::Unnamed { file, .. } => file.name().map(Path::to_owned).into_iter().collect(),
            Self::None | Self::Given { .. } => Vec::new(),
        }
    }

    /// Lets a plan work on the file that has no name.
    pub(crate) fn redirect(&self, plan: &mut RunPlan) {
        if let Self::Unnamed { file, .. } = self {
            for job in &mut plan.jobs {
                job.files.filenames = vec![file.path.display().to_string()];
            }
        }
    }

    /// The only files that may be written; none: the guards alone decide.
    pub(crate) fn only(&self) -> Vec<Identity> {
        match self {
            Self::Own(made) => made.files.values().map(|file| file.identity).collect(),
            Self::Unnamed { file, .. } => vec![file.identity],
            Self::None | Self::Given { .. } => Vec::new(),
        }
    }

    pub(crate) fn is_read_only(&self) -> bool {
        matches!(
            self,
            Self::Given {
                is_read_only: true,
                ..
            }
        )
    }

    /// Fills the files that are read.
    pub(crate) fn fill(&self, signals: &Signals) -> Result<()> {
        match self {
            Self::Own(made) => {
                let (folder, mark) = (made.folder.clone(), made.mark.clone());
                let own = std::process::id() as i32;
                signals.before_end(move || delete_of(&folder, &mark, |pid| pid == own))?;
                for file in made.files.values().filter(|file| file.is_read) {
                    made.write(file, signals)?;
                }
            }
            Self::Unnamed { file, bytes } => {
                file.cut(*bytes)?;
                overwrite(&file.path, file.identity, *bytes, signals)?;
            }
            Self::None | Self::Given { .. } => {}
        }
        Ok(())
    }

    /// What the study wants done before a run.
    pub(crate) fn prepare(
        &mut self,
        between: &[Between],
        signals: &Signals,
        say: &dyn Fn(&str),
    ) -> Result<()> {
        for step in between {
            match (step, &mut *self) {
                (Between::Idle, _) => wait_until_idle(signals, say),
                (_, Self::None) => {}
                (Between::FreshFile, Self::Own(made)) => made.renew()?,
                (Between::Precondition, Self::Own(made)) => {
                    for file in made.files.values() {
                        made.write(file, signals)?;
                    }
                }
                (Between::DropCaches | Between::Warm, target) => {
                    for path in target.paths() {
                        let done = match step {
                            Between::Warm => cache::warm(&path),
                            _ => cache::drop_file(&path),
                        };
                        done.with_context(|| format!("{}: {}", step.name(), path.display()))?;
                    }
                }
                (Between::Trim, Self::Own(made)) => made.punch()?,
                (Between::FreshFile | Between::Precondition | Between::Trim, _) => {}
            }
        }
        Ok(())
    }

    /// Regular files; a device has no pages of its own that could be dropped without its other users' help.
    fn paths(&self) -> Vec<PathBuf> {
        match self {
            Self::None => Vec::new(),
            Self::Own(made) => made.files.values().map(|file| file.path.clone()).collect(),
            Self::Unnamed { file, .. } => vec![file.path.clone()],
            Self::Given { path, .. } => vec![path.clone()],
        }
    }
}

/// For each file of the study how many bytes it needs, and whether it is read.
pub(crate) fn sizes(cells: &[CheckedCell]) -> Result<BTreeMap<String, (u64, bool)>> {
    let mut needed: BTreeMap<String, (u64, bool)> = BTreeMap::new();
    for cell in cells {
        for (job, said) in cell.plan.jobs.iter().zip(&cell.jobs) {
            let end = match (job.access.size, job.access.offset) {
                (Some(Amount::Bytes(size)), Amount::Bytes(offset)) => size.saturating_add(offset),
                // So large that the region still lies within it, in whole MiB.
                (Some(Amount::Bytes(size)), Amount::Percent(percent)) if percent < 100 => {
                    let whole = size.saturating_mul(100).div_ceil(100 - u64::from(percent));
                    whole.div_ceil(1 << 20) << 20
                }
                // A part of what other jobs need.
                (Some(Amount::Percent(_)), _) => 0,
                _ => bail!(messages::JobSizeMissing { job: &job.name }.text(Lang::current())),
            };
            let clones = 0..job.numjobs;
            let names: Vec<String> = if said.own_files {
                clones.map(|clone| format!("{}.{clone}", said.file)).collect()
            } else {
                vec![said.file.clone()]
            };
            for name in names {
                let entry = needed.entry(name).or_default();
                entry.0 = entry.0.max(end);
                entry.1 |= job.access.mode.issues(Ddir::Read);
            }
        }
    }
    if let Some((file, _)) = needed.iter().find(|(_, (bytes, _))| *bytes == 0) {
        bail!(messages::FileSizeMissing { file }.text(Lang::current()));
    }
    Ok(needed)
}

/// Bytes of a file or a device.
fn held_bytes(path: &Path) -> Result<u64> {
    let file = File::open(path).with_context(|| path.display().to_string())?;
    let end = rustix::fs::seek(&file, rustix::fs::SeekFrom::End(0));
    end.with_context(|| path.display().to_string())
}

fn writes(cell: &CheckedCell) -> bool {
    let jobs = cell.plan.jobs.iter();
    jobs.into_iter()
        .any(|job| job.access.mode.issues(Ddir::Write) || job.access.mode.issues(Ddir::Trim))
}

impl StudyFiles {
    /// Makes the files, empty, and deletes what an earlier, killed process left of the same study.
    fn plan(folder: &Path, seed: u64, cells: &[CheckedCell], whose: FileOwner<'_>) -> Result<Self> {
        let needed = sizes(cells)?;
        let bytes: u64 = needed.values().map(|(bytes, _)| bytes).sum();
        let stat = rustix::fs::statvfs(folder).with_context(|| folder.display().to_string())?;
        let free = stat.f_bavail.saturating_mul(stat.f_frsize);
        if bytes.saturating_mul(whose.ranks.max(1)) > free / 100 * SHARE_OF_FREE {
            let (directory, lang) = (&folder.display(), Lang::current());
            let (needed, free, percent) = (&Bytes(bytes), &Bytes(free), &SHARE_OF_FREE);
            bail!(match &whose.ranks {
                0 | 1 => messages::NoRoom {
                    directory,
                    needed,
                    free,
                    percent,
                }
                .text(lang),
                ranks => messages::NoRoomForRanks {
                    directory,
                    needed,
                    free,
                    percent,
                    ranks,
                }
                .text(lang),
            });
        }
        let mut made = Self {
            folder: folder.to_owned(),
            mark: mark(seed, whose.host),
            files: BTreeMap::new(),
        };
        delete_of(&made.folder, &made.mark, is_gone);
        for (file, (bytes, is_read)) in needed {
            let own = OwnFile::create(&folder.join(own_name(seed, &file, whose.host)), bytes, is_read)?;
            made.files.insert(file, own);
        }
        Ok(made)
    }

    /// Files that are read keep their data: fresh ones would have holes to read.
    fn renew(&mut self) -> Result<()> {
        for file in self.files.values_mut().filter(|file| !file.is_read) {
            file.delete().with_context(|| file.path.display().to_string())?;
            *file = OwnFile::create(&file.path, file.bytes, file.is_read)?;
        }
        Ok(())
    }

    /// Gives the blocks of the files back.
    fn punch(&self) -> Result<()> {
        use rustix::fs::FallocateFlags as Flags;
        for file in self.files.values().filter(|file| file.bytes > 0) {
            let flags = Flags::PUNCH_HOLE | Flags::KEEP_SIZE;
            let punched = rustix::fs::fallocate(&file.file, flags, 0, file.bytes);
            punched.with_context(|| format!("trim: {}", file.path.display()))?;
        }
        Ok(())
    }

    /// Writes a file once, in order, with data that does not compress.
    fn write(&self, file: &OwnFile, signals: &Signals) -> Result<()> {
        overwrite(&file.path, file.identity, file.bytes, signals)
    }
}

/// Writes a file once, in order, through the page cache where direct I/O does not work.
fn overwrite(path: &Path, identity: Identity, bytes: u64, signals: &Signals) -> Result<()> {
    for direct in [true, false] {
        let written = write_once(path, identity, (bytes, None), direct, signals)?;
        if written.is_some() {
            return Ok(());
        }
    }
    Ok(())
}

/// Writes a file in order with data that does not compress, for so many milliseconds at most; the bytes that were written. None: no direct
/// I/O there.
///
/// # Errors
/// The write failed.
pub(crate) fn write_once(
    path: &Path,
    identity: Identity,
    (bytes, limit_ms): (u64, Option<u64>),
    direct: bool,
    signals: &Signals,
) -> Result<Option<u64>> {
    let plan = writing(path, bytes, limit_ms, direct)?;
    let settings = RunSettings {
        only: vec![identity],
        ..RunSettings::new(signals.stop.clone())
    };
    let record = fiord_session::measure(&plan, &settings, &|_| {})?;
    match record.workers.iter().find_map(|worker| worker.error.as_ref()) {
        Some(error) if error.errno == libc::EINVAL && direct => Ok(None),
        Some(error) => bail!("{}: {}", path.display(), error.message),
        None => {
            let workers = record.workers.iter();
            Ok(Some(
                workers
                    .map(|worker| worker.stats.ddirs[Ddir::Write as usize].bytes)
                    .sum(),
            ))
        }
    }
}

/// The plan that writes a file once, as [`write_once`] does.
///
/// # Errors
/// The job language refuses the path.
pub(crate) fn writing(path: &Path, bytes: u64, limit_ms: Option<u64>, direct: bool) -> Result<RunPlan> {
    // The largest block up to 1 MiB that leaves no end of the file unwritten.
    let block = 1_u64 << bytes.trailing_zeros().clamp(9, 20);
    let mut args = vec![
        "--name=file".to_owned(),
        "--rw=write".to_owned(),
        format!("--bs={block}"),
        "--refill_buffers".to_owned(),
        "--end_fsync=1".to_owned(),
        "--fallocate=none".to_owned(),
        format!("--direct={}", u8::from(direct)),
        format!("--filename={}", path.display().to_string().replace(':', "\\:")),
        format!("--size={bytes}"),
        format!("--randseed={}", seed_of(path)),
    ];
    args.extend(limit_ms.map(|limit| format!("--runtime={limit}ms")));
    let parsed = fiord_fio_cli::parse(&args);
    if let Some(problem) = parsed.diagnostics.iter().find(|_| parsed.failed()) {
        bail!("{}", problem.message.text(Lang::current()));
    }
    Ok(parsed.plan)
}

/// A seed for the bytes of a file, by its name: files of one content are one file to storage that deduplicates.
fn seed_of(path: &Path) -> u32 {
    let mut hasher = DefaultHasher::new();
    path.hash(&mut hasher);
    hasher.finish() as u32
}

impl OwnFile {
    /// It must not exist: nothing that is there is ever written.
    fn create(path: &Path, bytes: u64, is_read: bool) -> Result<Self> {
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(path)
            .with_context(|| path.display().to_string())?;
        // As long as it will be: a file that is too short would be made anew, and another file is refused.
        file.set_len(bytes)?;
        Ok(Self {
            path: path.to_owned(),
            identity: Identity::of(&file)?,
            bytes,
            is_read,
            file,
        })
    }
}

impl OwnFile {
    /// Deletes it, if its name still is its own: in a folder of somebody else another file may have taken it.
    fn delete(&self) -> io::Result<()> {
        let (own, there) = (self.file.metadata()?, fs::symlink_metadata(&self.path)?);
        if (own.dev(), own.ino()) != (there.dev(), there.ino()) {
            return Err(io::Error::other(messages::name_taken(Lang::current())));
        }
        fs::remove_file(&self.path)
    }
}

/// Deletes the files of a study that processes made. A mark is a seed of 64 bits, so no other files have it.
fn delete_of(folder: &Path, mark: &str, is_theirs: impl Fn(i32) -> bool) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        // Behind the suffix the number of a worker may stand.
        let rest = name.strip_prefix(mark).and_then(|rest| rest.split_once(SUFFIX));
        let pid = rest.and_then(|(rest, _)| rest.rsplit_once('-')?.1.parse().ok());
        if pid.is_some_and(&is_theirs) && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether no process has this number.
fn is_gone(pid: i32) -> bool {
    rustix::process::Pid::from_raw(pid)
        .is_some_and(|pid| rustix::process::test_kill_process(pid) == Err(rustix::io::Errno::SRCH))
}

impl Drop for StudyFiles {
    fn drop(&mut self) {
        for file in self.files.values() {
            let _ = file.delete();
        }
    }
}

/// Waits until the disks move next to nothing, up to a minute. Looks take a second each.
fn wait_until_idle(signals: &Signals, say: &dyn Fn(&str)) {
    for _ in 0..LOOKS {
        if signals.received().is_some() {
            return;
        }
        let activity = look::for_a_while(&Root::system(), std::time::Duration::from_secs(1));
        let moved: u64 = activity
            .devices
            .iter()
            .map(|device| device.delta.read_bytes() + device.delta.write_bytes())
            .sum();
        if (moved as f64) < QUIET_BYTES_PER_S * activity.seconds {
            return;
        }
    }
    let seconds = &LOOKS;
    say(&messages::NotIdle { seconds }.text(Lang::current()));
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn no_two_files_hold_the_same_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let signals = Signals::listen().unwrap();
        let written = |name: &str| {
            let path = folder.path().join(name);
            let file = OwnFile::create(&path, 64 << 10, true).unwrap();
            overwrite(&path, file.identity, file.bytes, &signals).unwrap();
            let bytes = fs::read(&path).unwrap();
            file.delete().unwrap();
            bytes
        };
        let (one, other) = (written("one"), written("other"));
        assert_eq!((one.len(), other.len()), (64 << 10, 64 << 10));
        let blocks = |bytes: &[u8]| bytes.chunks(4096).map(<[u8]>::to_vec).collect::<Vec<_>>();
        let mut all = [blocks(&one), blocks(&other)].concat();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 32, "blocks of 4 KiB that occur twice");
        assert_eq!(written("one"), one, "the same study writes the same");
    }
}
