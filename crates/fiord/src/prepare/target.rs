//! The file to prepare before anything is written: what is there already, whether it may be touched, whether it fits.
//!
//! Judges the descriptor that it will write through, never the path a second time. Refuses in words that say what is in the way and
//! what would help; changes nothing until [`PrepareTarget::begin`].

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt, FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use fiord_host::{Root, device};
use fiord_messages::{Lang, prepare as messages};
use rustix::fs::{FallocateFlags, FlockOperation, Mode, OFlags};

use crate::prepare::header::{HEADER_BYTES, PreparedHeader, Recipe};
use fiord_record::number::Bytes;
use fiord_targets::files::path_of_descriptor;

/// What the user asked for.
#[derive(Debug, Clone)]
pub(crate) struct Wish {
    pub path: PathBuf,
    pub size_bytes: u64,
    pub recipe: Recipe,
    /// Whether a file that is not ours may be replaced.
    pub overwrite: bool,
    /// Bytes that must stay free; `None` is the default share.
    pub reserve_bytes: Option<u64>,
}

/// Where to begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    /// From nothing; what the file holds is given up.
    Fresh,
    /// After what this file holds already.
    Resume(PreparedHeader),
    /// All is there.
    Complete(PreparedHeader),
}

/// What the file that lies at the path holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExistingFile {
    /// A file of no bytes: nobody's data.
    Empty,
    Ours(PreparedHeader),
    Foreign {
        size_bytes: u64,
    },
}

/// What to do about what is there.
///
/// # Errors
/// It would be lost without the user having said so.
pub(crate) fn decide(found: ExistingFile, wish: &Wish) -> Result<Start> {
    let lang = Lang::current();
    let path = &wish.path.display();
    let header = match found {
        ExistingFile::Empty => return Ok(Start::Fresh),
        _ if wish.overwrite => return Ok(Start::Fresh),
        ExistingFile::Foreign { size_bytes } => {
            let bytes = &Bytes(size_bytes);
            bail!(messages::Foreign { path, bytes }.text(lang))
        }
        ExistingFile::Ours(header) => header,
    };
    if header.recipe != wish.recipe {
        let recipe = &describe(header.recipe, lang);
        bail!(messages::OtherContent { path, recipe }.text(lang));
    }
    match header.size_bytes.cmp(&wish.size_bytes) {
        std::cmp::Ordering::Greater => {
            let (found, asked) = (&Bytes(header.size_bytes), &Bytes(wish.size_bytes));
            bail!(messages::Larger { path, found, asked }.text(lang))
        }
        std::cmp::Ordering::Equal if header.is_complete() => Ok(Start::Complete(header)),
        _ => Ok(Start::Resume(PreparedHeader {
            size_bytes: wish.size_bytes,
            ..header
        })),
    }
}

fn describe(recipe: Recipe, lang: Lang) -> String {
    match recipe {
        Recipe {
            source: (length, _), ..
        } if length > 0 => {
            let size = &Bytes(length);
            messages::RecipeFrom { size }.text(lang)
        }
        Recipe {
            compressible: 0,
            dedupe: 0,
            ..
        } => messages::recipe_random(lang).to_owned(),
        Recipe {
            compressible, dedupe, ..
        } => messages::RecipeOptions {
            compressible: &compressible,
            dedupe: &dedupe,
        }
        .text(lang),
    }
}

/// What became of a file that could not be written to its end.
#[derive(Debug)]
pub(crate) enum Remains {
    Removed,
    Emptied,
    /// It could not be removed or emptied.
    Left(io::Error),
    /// The written part is kept.
    Kept,
    Unchanged,
    /// A file without a header that could be written back.
    Unknown,
}

impl Remains {
    /// The failure with what became of the file.
    pub(crate) fn describe(&self, path: &Path, problem: &str, lang: Lang) -> String {
        let (path, problem) = (&path.display(), &problem);
        match self {
            Self::Removed => messages::FailedRemoved { path, problem }.text(lang),
            Self::Emptied => messages::FailedEmptied { path, problem }.text(lang),
            Self::Left(error) => messages::FailedLeft { path, problem, error }.text(lang),
            Self::Kept => messages::FailedKept { path, problem }.text(lang),
            Self::Unchanged => messages::FailedUnchanged { path, problem }.text(lang),
            Self::Unknown => messages::Failed { path, problem }.text(lang),
        }
    }
}

/// An open file, locked against a second `prepare`.
#[derive(Debug)]
pub(crate) struct PrepareTarget {
    pub file: File,
    pub start: Start,
    /// Whether writes bypass the page cache.
    pub direct: bool,
    path: PathBuf,
    /// Whether the path named nothing before.
    created: bool,
}

impl PrepareTarget {
    /// Judges what is there and opens it; an existing file is not changed yet.
    ///
    /// # Errors
    /// A refusal, or what the system says.
    pub(crate) fn open(wish: &Wish) -> Result<PrepareTarget> {
        let path = &wish.path;
        let there = match rustix::fs::open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty()) {
            Ok(place) => Some(File::from(place)),
            Err(rustix::io::Errno::NOENT) => None,
            Err(error) => return Err(anyhow!(about_open(path, &error.into()))),
        };
        if let Some(place) = &there {
            refuse_by_kind(path, place)?;
        }
        refuse_by_limit(wish.size_bytes)?;
        let mut target = PrepareTarget {
            file: match &there {
                Some(place) => reopen(path, place)?,
                None => {
                    fits(wish, None)?;
                    create(path)?
                }
            },
            start: Start::Fresh,
            direct: false,
            path: path.clone(),
            created: there.is_none(),
        };
        if !target.created {
            target.start = decide(find(path, &target.file)?, wish)?;
            if !matches!(target.start, Start::Complete(_)) {
                fits(wish, Some(&target.file))?;
            }
        }
        Ok(target)
    }

    /// Gets ready to write: empties what is given up, writes the header so that the file is known as ours from the first moment,
    /// and allocates.
    ///
    /// # Errors
    /// What the system says; nothing is left behind then.
    pub(crate) fn begin(&mut self, header: &PreparedHeader) -> Result<()> {
        let before = read_header(&self.file);
        let prepared = self.begin_or_fail(header);
        prepared.map_err(|error| {
            let remains = match (self.start, before) {
                (Start::Fresh, _) => self.give_up(),
                // A file that cannot grow is what it was.
                (_, Some(before)) => {
                    let _ = write_header(&self.file, &before);
                    Remains::Unchanged
                }
                _ => Remains::Unknown,
            };
            let lang = Lang::current();
            anyhow!(remains.describe(&self.path, &about_write(&error, None, lang), lang))
        })
    }

    fn begin_or_fail(&mut self, header: &PreparedHeader) -> io::Result<()> {
        if self.start == Start::Fresh {
            self.file.set_len(0)?;
        }
        self.direct = rustix::fs::fcntl_setfl(&self.file, OFlags::DIRECT).is_ok();
        match write_header(&self.file, header) {
            // Some file systems take the flag and refuse the write.
            Err(error) if self.direct && error.raw_os_error() == Some(libc::EINVAL) => {
                rustix::fs::fcntl_setfl(&self.file, OFlags::empty())?;
                self.direct = false;
                write_header(&self.file, header)?;
            }
            other => other?,
        }
        match rustix::fs::fallocate(&self.file, FallocateFlags::empty(), 0, header.size_bytes) {
            // Writing allocates as well; this only keeps extents long and finds out early.
            Err(rustix::io::Errno::OPNOTSUPP | rustix::io::Errno::NOSYS) => Ok(()),
            other => Ok(other?),
        }
    }

    /// Leaves nothing of a file that could not be finished.
    pub(crate) fn give_up(&self) -> Remains {
        let gone = if self.created {
            // The name may lead to another file by now, which is somebody else's.
            let inode = |meta: &Metadata| (meta.dev(), meta.ino());
            match (self.file.metadata(), fs::symlink_metadata(&self.path)) {
                (Ok(ours), Ok(there)) if inode(&ours) == inode(&there) => fs::remove_file(&self.path),
                (Ok(_), Ok(_)) => self.file.set_len(0),
                (Err(error), _) | (_, Err(error)) => Err(error),
            }
        } else {
            self.file.set_len(0)
        };
        match gone {
            Ok(()) if self.created => Remains::Removed,
            Ok(()) => Remains::Emptied,
            Err(error) => Remains::Left(error),
        }
    }
}

/// Writes the header block.
///
/// # Errors
/// What the system says.
pub(crate) fn write_header(file: &File, header: &PreparedHeader) -> io::Result<()> {
    let mut room = Aligned::new(HEADER_BYTES);
    if let Some(block) = room.bytes().first_chunk_mut::<HEADER_BYTES>() {
        header.encode(block);
    }
    file.write_all_at(room.bytes(), 0)
}

/// Reads the header block, if the file begins with one.
pub(crate) fn read_header(file: &File) -> Option<PreparedHeader> {
    let mut block = [0; HEADER_BYTES];
    file.read_exact_at(&mut block, 0).ok()?;
    PreparedHeader::decode(&block)
}

/// Memory that direct I/O takes: aligned to 4 KiB.
#[derive(Debug)]
pub(crate) struct Aligned {
    memory: Vec<u8>,
    skip: usize,
    length: usize,
}

impl Aligned {
    pub(crate) fn new(length: usize) -> Self {
        let memory = vec![0; length + HEADER_BYTES];
        let skip = memory.as_ptr().align_offset(HEADER_BYTES).min(HEADER_BYTES);
        Self { memory, skip, length }
    }

    pub(crate) fn bytes(&mut self) -> &mut [u8] {
        &mut self.memory[self.skip..self.skip + self.length]
    }
}

/// `place` was opened with `O_PATH`: nothing has been done to it.
fn refuse_by_kind(path: &Path, place: &File) -> Result<()> {
    let kind = place.metadata()?.file_type();
    let lang = Lang::current();
    let path = &path.display();
    if kind.is_block_device() {
        bail!(messages::BlockDevice { path }.text(lang));
    }
    if kind.is_dir() {
        bail!(messages::Directory { path }.text(lang));
    }
    if !kind.is_file() {
        bail!(messages::Irregular { path }.text(lang));
    }
    let found = device::examine(&Root::system(), place)?;
    if let Some(user) = found.holdings.first() {
        bail!(
            messages::InUse {
                path,
                user: &user.text(lang)
            }
            .text(lang)
        );
    }
    Ok(())
}

fn refuse_by_limit(size: u64) -> Result<()> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Fsize).current;
    match limit {
        Some(limit) if limit < size => {
            let limit = &Bytes(limit);
            bail!(messages::FileSizeLimit { limit }.text(Lang::current()))
        }
        _ => Ok(()),
    }
}

/// Opens what was judged, whatever the path leads to by now.
fn reopen(path: &Path, place: &File) -> Result<File> {
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .open(path_of_descriptor(place));
    file.map_err(|error| anyhow!(about_open(path, &error)))
}

fn find(path: &Path, file: &File) -> Result<ExistingFile> {
    lock(file, path)?;
    let size_bytes = file.metadata()?.len();
    Ok(match read_header(file) {
        Some(header) => ExistingFile::Ours(header),
        None if size_bytes == 0 => ExistingFile::Empty,
        None => ExistingFile::Foreign { size_bytes },
    })
}

fn create(path: &Path) -> Result<File> {
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .mode(0o644)
        .open(path);
    let file = file.map_err(|error| anyhow!(about_open(path, &error)))?;
    lock(&file, path)?;
    Ok(file)
}

fn lock(file: &File, path: &Path) -> Result<()> {
    match rustix::fs::flock(file, FlockOperation::NonBlockingLockExclusive) {
        Err(rustix::io::Errno::WOULDBLOCK) => {
            let path = &path.display();
            bail!(messages::Locked { path }.text(Lang::current()))
        }
        // Where locks do not exist, there is none to respect.
        _ => Ok(()),
    }
}

/// Whether the file system holds the file and the reserve, with what is allocated to the file already.
fn fits(wish: &Wish, file: Option<&File>) -> Result<()> {
    let folder = folder_of(&wish.path);
    let stat = match file {
        Some(file) => rustix::fs::fstatvfs(file),
        None => rustix::fs::statvfs(folder),
    };
    let Ok(stat) = stat else {
        return Ok(());
    };
    let own_bytes = file
        .and_then(|file| file.metadata().ok())
        .map_or(0, |meta| meta.blocks().saturating_mul(512).min(wish.size_bytes));
    let total = stat.f_blocks.saturating_mul(stat.f_frsize);
    if total == 0 {
        // Some network file systems do not tell.
        return Ok(());
    }
    let free = stat.f_bavail.saturating_mul(stat.f_frsize);
    let reserve = wish.reserve_bytes.unwrap_or_else(|| default_reserve(total));
    let needed = wish.size_bytes.saturating_sub(own_bytes);
    if needed.saturating_add(reserve) > free {
        let full = messages::NoRoom {
            directory: &folder.display(),
            needed: &Bytes(needed),
            free: &Bytes(free),
            reserve: &Bytes(reserve),
        };
        bail!(full.text(Lang::current()));
    }
    Ok(())
}

/// A twentieth of the file system, 8 GiB at most.
fn default_reserve(total_bytes: u64) -> u64 {
    (total_bytes / 20).min(8 << 30)
}

/// The folder that a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

fn about_open(path: &Path, error: &io::Error) -> String {
    let lang = Lang::current();
    let shown = &path.display();
    match error.kind() {
        io::ErrorKind::NotFound => {
            let directory = &folder_of(path).display();
            messages::NoSuchDirectory { directory }.text(lang)
        }
        io::ErrorKind::PermissionDenied => messages::NoPermission { path: shown }.text(lang),
        io::ErrorKind::ReadOnlyFilesystem => messages::MountedReadOnly { path: shown }.text(lang),
        io::ErrorKind::NotADirectory => messages::PathThroughFile { path: shown }.text(lang),
        _ => format!("{shown}: {error}"),
    }
}

/// An error of writing in words.
pub(crate) fn about_write(error: &io::Error, at: Option<u64>, lang: Lang) -> String {
    let problem = match error.raw_os_error() {
        Some(libc::ENOSPC) => messages::no_space(lang).to_owned(),
        Some(libc::EDQUOT) => messages::quota(lang).to_owned(),
        Some(libc::EFBIG) => messages::too_large(lang).to_owned(),
        Some(libc::EIO) => messages::io_error(lang).to_owned(),
        Some(libc::ENODEV | libc::ENXIO | libc::ESHUTDOWN) => messages::device_gone(lang).to_owned(),
        Some(libc::EROFS) => messages::became_read_only(lang).to_owned(),
        _ => error.to_string(),
    };
    let Some(at) = at else { return problem };
    messages::AtOffset {
        offset: &Bytes(at),
        problem: &problem,
    }
    .text(lang)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn wish() -> Wish {
        Wish {
            path: "/x".into(),
            size_bytes: 8 << 20,
            recipe: Recipe::RANDOM,
            overwrite: false,
            reserve_bytes: None,
        }
    }

    fn ours(size_bytes: u64, done_bytes: u64) -> ExistingFile {
        ExistingFile::Ours(PreparedHeader {
            seed: 1,
            recipe: Recipe::RANDOM,
            size_bytes,
            done_bytes,
        })
    }

    #[test]
    fn only_what_is_ours_and_alike_goes_on() {
        let start = |found| decide(found, &wish());
        assert_eq!(start(ExistingFile::Empty).unwrap(), Start::Fresh);
        assert!(matches!(
            start(ours(8 << 20, 8 << 20)).unwrap(),
            Start::Complete(_)
        ));
        for (size, done) in [(8 << 20, 0), (8 << 20, 1 << 20), (4 << 20, 4 << 20)] {
            let Start::Resume(header) = start(ours(size, done)).unwrap() else {
                panic!("{size} {done}")
            };
            assert_eq!((header.size_bytes, header.done_bytes), (8 << 20, done));
        }
    }

    #[test]
    fn nothing_else_is_lost_without_consent() {
        let other = Recipe {
            compressible: 50,
            ..Recipe::RANDOM
        };
        let header = PreparedHeader {
            seed: 1,
            recipe: other,
            size_bytes: 8 << 20,
            done_bytes: 0,
        };
        for found in [
            ExistingFile::Foreign { size_bytes: 1 },
            ours(16 << 20, 16 << 20),
            ExistingFile::Ours(header),
        ] {
            let refusal = decide(found, &wish()).unwrap_err().to_string();
            assert!(refusal.contains("--overwrite"), "{refusal}");
            let consented = Wish {
                overwrite: true,
                ..wish()
            };
            assert_eq!(decide(found, &consented).unwrap(), Start::Fresh);
        }
    }

    #[test]
    fn memory_for_direct_writes_is_aligned() {
        for length in [HEADER_BYTES, 1 << 20] {
            let mut room = Aligned::new(length);
            assert_eq!(room.bytes().as_ptr().addr() % HEADER_BYTES, 0);
            assert_eq!(room.bytes().len(), length);
        }
    }

    #[test]
    fn errors_say_what_happened_and_where() {
        let said = |errno| about_write(&io::Error::from_raw_os_error(errno), Some(3 << 20), Lang::En);
        assert!(said(libc::ENOSPC).starts_with("failed at offset 3 MiB: no space left"));
        assert!(said(libc::EIO).contains("device"));
        assert!(said(libc::ENODEV).contains("gone"));
        assert!(said(libc::EROFS).contains("read-only"));
    }
}
