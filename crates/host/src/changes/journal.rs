//! The undo journal: one line per fact found, synced before the change it belongs to.
//!
//! ```text
//! fiord undo 2 <boot>                     made whole with the file, so that a journal without it is not ours
//! device <name> <number> <diskseq>        the disk of the next `set`
//! beside <path> <found>                   what the kernel may change along with the next `set`
//! set    <path> <found> <wanted>          synced; then the attribute is written
//! is     <path> <value>                   what the kernel made of the attribute, or of one next to it
//! keep   <n> <path> <value>               somebody changed an attribute next to entry n: it stays
//! undo   <n>                              synced; then entry n is written back
//! trial  <directory>                      where the trial that makes the changes has its test file
//! ```
//!
//! `device` is left out where the setting is of no disk. Fields are separated by tabs; values of `sysfs` hold none. A last line without its end was cut by a crash before the write that
//! it announces. Version 1 had neither `device` nor the last three.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use fiord_messages::{Fixed, kernel_settings as messages};
use rustix::fs::{CWD, FlockOperation, OFlags, RenameFlags};

use crate::changes::model::{Error, Step};
use crate::changes::mount;
use crate::root::{self, Root};

const HEADER: &str = "fiord undo 2";
const HEADERS: [&str; 2] = ["fiord undo 1", HEADER];
/// A hundred times what a machine with a hundred disks needs.
const BYTES_AT_MOST: u64 = 8 << 20;

/// One disk at one time: another disk that gets its name later has another sequence number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct JournalDisk {
    pub(super) name: String,
    pub(super) number: String,
    pub(super) sequence: String,
}

/// An attribute that the kernel may change along with another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Beside {
    pub(super) path: PathBuf,
    pub(super) found: String,
    /// What the kernel made of it; `None`: unchanged, or the process ended before it could be noted.
    pub(super) is: Option<String>,
    /// What somebody else made of it, where a restore began.
    pub(super) keep: Option<String>,
}

/// One change.
#[derive(Debug)]
pub(super) struct JournalEntry {
    pub(super) disk: Option<JournalDisk>,
    pub(super) step: Step,
    pub(super) beside: Vec<Beside>,
    /// The value read back; `None`: the process ended before it could be noted.
    pub(super) is: Option<String>,
    /// Whether a restore began to write it back.
    pub(super) undoing: bool,
    /// Version 1 did not note values read back.
    pub(super) notes_values: bool,
}

#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens the journal, or makes one. One of another boot begins anew, because `sysfs` forgets.
    pub(super) fn open(root: &Root, path: &Path) -> Result<Journal, Error> {
        let fail = |e: io::Error| Error::Journal(path.to_path_buf(), e);
        if let Some(dir) = path.parent().filter(|d| !d.as_os_str().is_empty()) {
            fs::create_dir_all(dir).map_err(fail)?;
        }
        if path.symlink_metadata().is_err() {
            create(root, path).map_err(fail)?;
        }
        let mut journal = Journal::open_existing(path)?;
        let boot = boot_id(root);
        let first = journal.header()?;
        if is_of_another(&boot, &first) {
            journal.file.set_len(0).map_err(fail)?;
            journal.put(&format!("{HEADER}\t{boot}\n"))?;
        }
        Ok(journal)
    }

    /// Opens and locks a journal that is there. Refuses whatever fiord did not make: a link, a device, a file of somebody
    /// else, a file without the header.
    pub(super) fn open_existing(path: &Path) -> Result<Journal, Error> {
        let fail = |e: io::Error| Error::Journal(path.to_path_buf(), e);
        let foreign = |why: Fixed| Error::Foreign(path.to_path_buf(), why);
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
        let looked = path.symlink_metadata().map_err(fail)?;
        if looked.is_symlink() {
            return Err(foreign(messages::journal_is_link));
        }
        if !looked.is_file() {
            return Err(foreign(messages::journal_not_regular));
        }
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .custom_flags(flags.bits() as i32)
            .open(path)
            .map_err(fail)?;
        let meta = file.metadata().map_err(fail)?;
        if !meta.is_file() {
            return Err(foreign(messages::journal_not_regular));
        }
        if meta.uid() != rustix::process::geteuid().as_raw() {
            return Err(foreign(messages::journal_of_other_user));
        }
        if meta.nlink() > 1 {
            return Err(foreign(messages::journal_linked));
        }
        if meta.mode() & 0o022 != 0 {
            return Err(foreign(messages::journal_writable));
        }
        // A child that this process has just forked holds its locks, too, until it runs its program: that is a moment.
        let mut locked = rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive);
        for _ in 0..20 {
            if locked != Err(rustix::io::Errno::WOULDBLOCK) {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
            locked = rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive);
        }
        match locked {
            Ok(()) => {}
            Err(rustix::io::Errno::WOULDBLOCK) => return Err(Error::Locked(path.to_path_buf())),
            Err(e) => return Err(fail(e.into())),
        }
        let mut journal = Journal {
            path: path.to_path_buf(),
            file,
        };
        // Another process may have finished with the journal and removed it between the open and the lock: what is written
        // to a removed file is lost.
        if !journal.is_in_place() {
            return Err(Error::Locked(path.to_path_buf()));
        }
        journal.header()?;
        Ok(journal)
    }

    /// Whether the path still leads to this journal.
    pub(super) fn is_in_place(&self) -> bool {
        let inode = |m: fs::Metadata| (m.dev(), m.ino());
        let here = self.file.metadata().map(inode).ok();
        here.is_some() && here == self.path.symlink_metadata().map(inode).ok()
    }

    /// The first line; an error unless fiord wrote it.
    fn header(&mut self) -> Result<String, Error> {
        let text = self.text()?;
        let first = text.split_once('\n').map(|(first, _)| first);
        let is_ours = |line: &&str| {
            line.split_once('\t')
                .is_some_and(|(head, boot)| HEADERS.contains(&head) && !boot.is_empty())
        };
        first
            .filter(is_ours)
            .map(str::to_owned)
            .ok_or_else(|| Error::Foreign(self.path.clone(), messages::journal_header))
    }

    /// Whether it was made since the machine started: an older one is void.
    pub(super) fn is_of_this_boot(&mut self, root: &Root) -> Result<bool, Error> {
        Ok(!is_of_another(&boot_id(root), &self.header()?))
    }

    fn text(&mut self) -> Result<String, Error> {
        let fail = |path: &Path, e: io::Error| Error::Journal(path.to_path_buf(), e);
        let mut bytes = Vec::new();
        self.file.rewind().map_err(|e| fail(&self.path, e))?;
        let mut limited = (&self.file).take(BYTES_AT_MOST + 1);
        limited.read_to_end(&mut bytes).map_err(|e| fail(&self.path, e))?;
        if bytes.len() as u64 > BYTES_AT_MOST {
            return Err(Error::Foreign(self.path.clone(), messages::journal_too_large));
        }
        String::from_utf8(bytes).map_err(|_| Error::Foreign(self.path.clone(), messages::journal_not_text))
    }

    fn put(&mut self, lines: &str) -> Result<(), Error> {
        let done = self
            .file
            .write_all(lines.as_bytes())
            .and_then(|()| self.file.sync_data());
        done.map_err(|e| Error::Journal(self.path.clone(), e))
    }

    /// Notes the directory of a trial. One whose name the journal cannot hold is left out.
    pub(super) fn note_trial(&mut self, directory: &Path) -> Result<(), Error> {
        match directory.to_str().filter(|name| !name.contains(['\t', '\n'])) {
            Some(name) => self.put(&format!("trial\t{name}\n")),
            None => Ok(()),
        }
    }

    /// The directory of the trial that made the changes.
    pub(super) fn trial(&mut self) -> Result<Option<PathBuf>, Error> {
        let text = self.text()?;
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let mut named = whole.lines().filter_map(|line| line.strip_prefix("trial\t"));
        Ok(named.next_back().map(PathBuf::from))
    }

    /// Notes a change before it is made.
    pub(super) fn record(
        &mut self,
        disk: Option<&JournalDisk>,
        step: &Step,
        beside: &[Beside],
    ) -> Result<(), Error> {
        let mut lines = disk.map_or_else(String::new, |disk| {
            format!("device\t{}\t{}\t{}\n", disk.name, disk.number, disk.sequence)
        });
        for b in beside {
            lines.push_str(&format!("beside\t{}\t{}\n", b.path.display(), b.found));
        }
        let path = step.path.display();
        lines.push_str(&format!("set\t{path}\t{}\t{}\n", step.from, step.to));
        self.put(&lines)
    }

    /// Notes what the kernel made of the latest change and of what changes along with it.
    pub(super) fn note(&mut self, values: &[(&Path, &str)]) -> Result<(), Error> {
        let lines: String = values
            .iter()
            .map(|(path, value)| format!("is\t{}\t{value}\n", path.display()))
            .collect();
        self.put(&lines)
    }

    /// Notes that an entry is about to be written back, and what along with it stays as somebody else set it.
    pub(super) fn begin_undo(&mut self, index: usize, entry: &JournalEntry) -> Result<(), Error> {
        let mut lines = String::new();
        for b in &entry.beside {
            if let Some(value) = &b.keep {
                lines.push_str(&format!("keep\t{index}\t{}\t{value}\n", b.path.display()));
            }
        }
        lines.push_str(&format!("undo\t{index}\n"));
        self.put(&lines)
    }

    /// Lets others change and restore; this process keeps it open.
    pub(super) fn unlock(&self) -> Result<(), Error> {
        let unlocked = rustix::fs::flock(&self.file, FlockOperation::Unlock);
        unlocked.map_err(|e| Error::Journal(self.path.clone(), e.into()))
    }

    /// Removes the journal, unless its name leads to another file by now.
    pub(super) fn remove(&self) -> Result<(), Error> {
        if !self.is_in_place() {
            return Ok(());
        }
        fs::remove_file(&self.path).map_err(|e| Error::Journal(self.path.clone(), e))
    }

    pub(super) fn entries(&mut self, root: &Root) -> Result<Vec<JournalEntry>, Error> {
        let text = self.text()?;
        let below = [root.sys(""), root.proc("sys/vm")].map(|path| root.named(&path));
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let mut reader = Lines {
            below: &below,
            notes_values: text.starts_with(HEADER),
            entries: Vec::new(),
            beside: Vec::new(),
            disk: None,
        };
        for (number, line) in whole.lines().enumerate().skip(1) {
            let fields: Vec<&str> = line.split('\t').collect();
            reader
                .take(&fields)
                .ok_or_else(|| Error::Damaged(self.path.clone(), number + 1))?;
        }
        Ok(reader.entries)
    }
}

/// Whether a journal of ours waits to be restored. A file that is not ours is not waiting, nor is one of another boot: `sysfs` forgets.
pub(super) fn is_waiting(root: &Root, path: &Path) -> bool {
    let regular = path.symlink_metadata().is_ok_and(|m| m.is_file());
    let head = regular.then(|| root::bytes(path)).flatten().unwrap_or_default();
    let line = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let header = str::from_utf8(line).unwrap_or_default();
    let is_ours = |known: &&str| header.split('\t').next() == Some(*known);
    HEADERS.iter().any(is_ours) && !is_of_another(&boot_id(root), header)
}

/// Whether a journal with this header was made before the machine started. Where a boot is not known, its values may still be in place.
fn is_of_another(boot: &str, header: &str) -> bool {
    let of = header.split_once('\t').map(|(_, of)| of);
    of.is_some_and(|of| of != boot && ![of, boot].contains(&UNKNOWN_BOOT))
}

/// Makes a journal that has its header from the first moment: a name is given to a file that is whole.
fn create(root: &Root, path: &Path) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let part = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let _ = fs::remove_file(&part);
    let mut file = OpenOptions::new()
        .append(true)
        .create_new(true)
        .mode(0o600)
        .open(&part)?;
    let written = file
        .write_all(format!("{HEADER}\t{}\n", boot_id(root)).as_bytes())
        .and_then(|()| file.sync_data())
        .and_then(|()| name_it(&part, path));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    // The first one made it; this process opens that one.
    match written {
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        other => other,
    }?;
    // The name must last as long as the content.
    if let Some(dir) = path.parent().and_then(|d| File::open(d).ok()) {
        let _ = dir.sync_all();
    }
    Ok(())
}

fn name_it(part: &Path, path: &Path) -> io::Result<()> {
    match rustix::fs::renameat_with(CWD, part, CWD, path, RenameFlags::NOREPLACE) {
        Err(rustix::io::Errno::INVAL | rustix::io::Errno::NOSYS) => {
            fs::hard_link(part, path)?;
            fs::remove_file(part)
        }
        other => Ok(other?),
    }
}

/// Collects entries from lines.
struct Lines<'a> {
    below: &'a [PathBuf],
    notes_values: bool,
    entries: Vec<JournalEntry>,
    beside: Vec<Beside>,
    disk: Option<JournalDisk>,
}

impl Lines<'_> {
    /// A path that a restore may write: inside `sysfs` or `/proc/sys/vm`, without a way out, or an option of a mount.
    fn path(&self, text: &str) -> Option<PathBuf> {
        let path = PathBuf::from(text);
        let is_below = self.below.iter().any(|below| path.starts_with(below));
        let is_option = mount::parts(&path).is_some();
        ((is_below || is_option) && !text.contains("..")).then_some(path)
    }

    /// `None`: not a line of ours.
    fn take(&mut self, fields: &[&str]) -> Option<()> {
        match fields {
            ["device", name, number, sequence] => {
                self.disk = Some(JournalDisk {
                    name: (*name).to_owned(),
                    number: (*number).to_owned(),
                    sequence: (*sequence).to_owned(),
                });
            }
            ["beside", path, found] => {
                let path = self.path(path)?;
                self.beside.push(Beside {
                    path,
                    found: (*found).to_owned(),
                    is: None,
                    keep: None,
                });
            }
            ["set", path, from, to] => {
                let path = self.path(path)?;
                self.entries.push(JournalEntry {
                    disk: self.disk.take(),
                    step: Step {
                        path,
                        from: (*from).to_owned(),
                        to: (*to).to_owned(),
                    },
                    beside: std::mem::take(&mut self.beside),
                    is: None,
                    undoing: false,
                    notes_values: self.notes_values,
                });
            }
            ["is", path, value] => {
                let path = self.path(path)?;
                let entry = self.entries.last_mut()?;
                if entry.step.path == path {
                    entry.is = Some((*value).to_owned());
                } else {
                    let beside = entry.beside.iter_mut().find(|b| b.path == path)?;
                    beside.is = Some((*value).to_owned());
                }
            }
            ["keep", index, path, value] => {
                let path = self.path(path)?;
                let entry = self.entries.get_mut(index.parse::<usize>().ok()?)?;
                let beside = entry.beside.iter_mut().find(|b| b.path == path)?;
                beside.keep = Some((*value).to_owned());
            }
            ["undo", index] => {
                self.entries.get_mut(index.parse::<usize>().ok()?)?.undoing = true;
            }
            ["trial", _] => {}
            _ => return None,
        }
        Some(())
    }
}

const UNKNOWN_BOOT: &str = "unknown";

fn boot_id(root: &Root) -> String {
    root::word(&root.proc("sys/kernel/random/boot_id")).unwrap_or_else(|| UNKNOWN_BOOT.to_owned())
}
