//! Changes to the machine that can be undone: a journal holds what was found before anything is written.
//!
//! A change is a value written to a `sysfs` attribute of a disk's queue. Invariants:
//!
//! 1. Before a value is written, the journal holds (and has synced) the path, the value found and the value wanted.
//! 2. Restoring writes a value back only where the attribute still has the value that was wanted. Anything else was changed
//!    by someone meanwhile: it is left and reported.
//! 3. Applying or restoring twice is harmless: what already is as wanted is not touched.
//! 4. The journal goes away only after everything in it was dealt with. One of another boot is void, because `sysfs` forgets.
//!
//! Choosing a scheduler makes the kernel reset other attributes (`nr_requests`, write-back throttling, the scheduler's own
//! settings). They are journaled beside it and put back after it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::root::{self, Root};

/// An attribute of a disk's queue that may be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Setting {
    /// `queue/scheduler`
    Scheduler,
    /// `queue/rotational`
    Rotational,
    /// `queue/read_ahead_kb`
    ReadAheadKb,
    /// `queue/nomerges`
    Nomerges,
}

impl Setting {
    /// All of them.
    pub const ALL: [Setting; 4] = [
        Setting::Scheduler,
        Setting::Rotational,
        Setting::ReadAheadKb,
        Setting::Nomerges,
    ];

    /// The attribute's name.
    pub fn name(self) -> &'static str {
        match self {
            Setting::Scheduler => "scheduler",
            Setting::Rotational => "rotational",
            Setting::ReadAheadKb => "read_ahead_kb",
            Setting::Nomerges => "nomerges",
        }
    }
}

/// A value wanted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The disk's kernel name.
    pub device: String,
    /// What.
    pub setting: Setting,
    /// The value to write.
    pub to: String,
}

/// A value wanted beside the value found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The attribute, as the machine names it.
    #[serde(with = "crate::paths")]
    pub path: PathBuf,
    /// The value found.
    pub from: String,
    /// The value wanted.
    pub to: String,
}

/// What became of one attribute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// Written.
    Done(Step),
    /// It already was so.
    Already(Step),
    /// Someone changed it meanwhile; it was left at this value.
    ChangedByOther(Step, String),
    /// The attribute is gone: the device was removed.
    Gone(Step),
    /// The kernel refused.
    Refused(Step, String),
}

/// Why changes could not be made or undone at all.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The journal cannot be written or read: nothing was changed.
    #[error("undo journal {0}: {1}")]
    Journal(PathBuf, io::Error),
    /// Another process is changing or restoring.
    #[error("undo journal {0} is in use by another process")]
    Locked(PathBuf),
    /// The device has no such attribute.
    #[error("{0} has no {1}")]
    NoSetting(String, &'static str),
    /// The journal is not one of ours.
    #[error("undo journal {0}, line {1}: not understood; nothing was restored")]
    Damaged(PathBuf, usize),
}

/// Where the journal lies unless the user says otherwise: a place that is empty after a reboot, as the changes are.
pub fn default_journal() -> PathBuf {
    PathBuf::from("/run/fiord/undo")
}

/// What [`apply`] would do: each change beside the value found. Writes nothing.
///
/// # Errors
/// [`Error::NoSetting`].
pub fn plan(root: &Root, changes: &[Change]) -> Result<Vec<Step>, Error> {
    changes.iter().map(|change| step(root, change)).collect()
}

fn step(root: &Root, change: &Change) -> Result<Step, Error> {
    let name = change.setting.name();
    let path = root.block(&change.device).join("queue").join(name);
    let from = value(&path).ok_or_else(|| Error::NoSetting(change.device.clone(), name))?;
    Ok(Step {
        path: root.named(&path),
        from,
        to: change.to.clone(),
    })
}

/// The value of an attribute, the chosen one where it lists choices.
fn value(path: &Path) -> Option<String> {
    let text = root::text(path)?;
    let is_choice = path.file_name().is_some_and(|n| n == "scheduler");
    Some(if is_choice {
        root::chosen(&text)?.to_owned()
    } else {
        text
    })
}

/// Makes the changes, each journaled before it is made. Stops at nothing: a refused change is reported among the outcomes.
///
/// # Errors
/// The journal cannot be written, or a device lacks the setting: then nothing was changed.
pub fn apply(root: &Root, journal: &Path, changes: &[Change]) -> Result<Vec<Outcome>, Error> {
    let steps = plan(root, changes)?;
    if steps.iter().all(|s| s.from == s.to) {
        return Ok(steps.into_iter().map(Outcome::Already).collect());
    }
    let mut journal = Journal::open(root, journal)?;
    let mut outcomes = Vec::new();
    for change in changes {
        // Read again: an earlier change may have moved it.
        let step = step(root, change)?;
        if step.from == step.to {
            outcomes.push(Outcome::Already(step));
            continue;
        }
        let beside = if change.setting == Setting::Scheduler {
            side_effects(root, &change.device)
        } else {
            Vec::new()
        };
        journal.record(&step, &beside)?;
        outcomes.push(match put(&root.place(&step.path), &step.to) {
            Ok(()) => Outcome::Done(step),
            Err(e) => Outcome::Refused(step, e.to_string()),
        });
    }
    Ok(outcomes)
}

/// Writes an attribute. Turning `rotational` on makes newer kernels enlarge the read-ahead (seen on 6.18), which is not what was
/// asked for: it keeps its value.
fn put(path: &Path, value: &str) -> io::Result<()> {
    let read_ahead = path.with_file_name(Setting::ReadAheadKb.name());
    let is_rotational = path.file_name().is_some_and(|n| n == Setting::Rotational.name());
    let before = root::text(&read_ahead).filter(|_| is_rotational);
    fs::write(path, value)?;
    match before {
        Some(before) if root::text(&read_ahead).as_ref() != Some(&before) => fs::write(&read_ahead, before),
        _ => Ok(()),
    }
}

/// Attributes that the kernel resets when another scheduler is chosen, with their values now.
fn side_effects(root: &Root, device: &str) -> Vec<(PathBuf, String)> {
    let queue = root.block(device).join("queue");
    let mut paths: Vec<PathBuf> = ["nr_requests", "wbt_lat_usec"]
        .iter()
        .map(|n| queue.join(n))
        .collect();
    let iosched = queue.join("iosched");
    paths.extend(root::names(&iosched).into_iter().map(|n| iosched.join(n)));
    let with_value = |path: PathBuf| Some((root.named(&path), root::text(&path)?));
    paths.into_iter().filter_map(with_value).collect()
}

/// Whether there is anything to restore.
pub fn pending(journal: &Path) -> bool {
    fs::metadata(journal).is_ok_and(|m| m.len() > 0)
}

/// Undoes all that the journal holds, the latest first, and removes it. Nothing to undo is no error.
///
/// # Errors
/// The journal cannot be read, is in use, or is damaged: then nothing was restored.
pub fn restore(root: &Root, journal: &Path) -> Result<Vec<Outcome>, Error> {
    if !journal.exists() {
        return Ok(Vec::new());
    }
    let mut held = Journal::open(root, journal)?;
    let entries = held.entries(root)?;
    let mut outcomes = Vec::new();
    let mut retry = false;
    for entry in entries.iter().rev() {
        let outcome = undo(root, entry);
        retry |= matches!(outcome, Outcome::Refused(..));
        // `Already` too: an earlier restore may have been killed between the scheduler and what lies beside it.
        let restored = matches!(outcome, Outcome::Done(_) | Outcome::Already(_));
        outcomes.push(outcome);
        if restored {
            put_beside_back(root, entry);
        }
    }
    // Refused (no permission): the journal stays, for someone who may.
    if !retry {
        fs::remove_file(journal).map_err(|e| Error::Journal(journal.to_path_buf(), e))?;
    }
    Ok(outcomes)
}

fn undo(root: &Root, entry: &Entry) -> Outcome {
    let back = Step {
        path: entry.step.path.clone(),
        from: entry.step.to.clone(),
        to: entry.step.from.clone(),
    };
    let path = root.place(&back.path);
    let Some(now) = value(&path) else {
        return Outcome::Gone(back);
    };
    if now == back.to {
        return Outcome::Already(back);
    }
    if now != back.from {
        return Outcome::ChangedByOther(back, now);
    }
    match put(&path, &back.to) {
        Ok(()) => Outcome::Done(back),
        Err(e) => Outcome::Refused(back, e.to_string()),
    }
}

fn put_beside_back(root: &Root, entry: &Entry) {
    for (path, value) in &entry.beside {
        let path = root.place(path);
        if root::text(&path).is_some_and(|now| now != *value) {
            // Some are read-only or refused by this scheduler; they were not ours to promise.
            let _ = fs::write(&path, value);
        }
    }
}

#[derive(Debug)]
struct Entry {
    step: Step,
    beside: Vec<(PathBuf, String)>,
}

const HEADER: &str = "fiord undo 1";

/// The journal: a header with the boot it belongs to, then one `set` line per change, each after the `beside` lines that
/// belong to it. Fields are separated by tabs; `sysfs` values hold none.
struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    fn open(root: &Root, path: &Path) -> Result<Journal, Error> {
        let fail = |e: io::Error| Error::Journal(path.to_path_buf(), e);
        if let Some(dir) = path.parent().filter(|d| !d.as_os_str().is_empty()) {
            fs::create_dir_all(dir).map_err(fail)?;
        }
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(fail)?;
        match rustix::fs::flock(&file, rustix::fs::FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => {}
            Err(rustix::io::Errno::WOULDBLOCK) => return Err(Error::Locked(path.to_path_buf())),
            Err(e) => return Err(fail(e.into())),
        }
        // Another process may have finished with the journal and removed it between the open and the lock: what is written
        // to a removed file is lost.
        let inode = |m: fs::Metadata| (m.dev(), m.ino());
        if file.metadata().map(inode).ok() != fs::metadata(path).map(inode).ok() {
            return Err(Error::Locked(path.to_path_buf()));
        }
        let mut journal = Journal {
            path: path.to_path_buf(),
            file,
        };
        let text = journal.text()?;
        let header = format!("{HEADER}\t{}", boot_id(root));
        let first = text.lines().next();
        // A new journal, one whose first line a crash cut short, or one of another boot begins anew.
        let is_ours = first.is_none_or(|l| l.starts_with(HEADER) || !text.contains('\n'));
        if !is_ours {
            return Err(Error::Damaged(path.to_path_buf(), 1));
        }
        if first != Some(header.as_str()) || !text.contains('\n') {
            journal.file.set_len(0).map_err(fail)?;
            journal.put(&format!("{header}\n"))?;
            // The name must last as long as the content.
            if let Some(dir) = path.parent().and_then(|d| File::open(d).ok()) {
                let _ = dir.sync_all();
            }
        }
        Ok(journal)
    }

    fn text(&mut self) -> Result<String, Error> {
        let mut text = String::new();
        let read = self
            .file
            .rewind()
            .and_then(|()| self.file.read_to_string(&mut text));
        read.map_err(|e| Error::Journal(self.path.clone(), e))?;
        Ok(text)
    }

    fn put(&mut self, lines: &str) -> Result<(), Error> {
        let done = self
            .file
            .write_all(lines.as_bytes())
            .and_then(|()| self.file.sync_data());
        done.map_err(|e| Error::Journal(self.path.clone(), e))
    }

    fn record(&mut self, step: &Step, beside: &[(PathBuf, String)]) -> Result<(), Error> {
        let mut lines = String::new();
        for (path, value) in beside {
            lines.push_str(&format!("beside\t{}\t{value}\n", path.display()));
        }
        lines.push_str(&format!(
            "set\t{}\t{}\t{}\n",
            step.path.display(),
            step.from,
            step.to
        ));
        self.put(&lines)
    }

    /// A last line without its end was cut by a crash before its change was made: it is passed over.
    fn entries(&mut self, root: &Root) -> Result<Vec<Entry>, Error> {
        let text = self.text()?;
        let sys = root.named(&root.sys(""));
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let mut entries = Vec::new();
        let mut beside = Vec::new();
        for (number, line) in whole.lines().enumerate().skip(1) {
            let fields: Vec<&str> = line.split('\t').collect();
            let inside = fields
                .get(1)
                .is_some_and(|p| Path::new(p).starts_with(&sys) && !p.contains(".."));
            match (fields.as_slice(), inside) {
                (["beside", path, value], true) => beside.push((PathBuf::from(path), (*value).to_owned())),
                (["set", path, from, to], true) => entries.push(Entry {
                    step: Step {
                        path: PathBuf::from(path),
                        from: (*from).to_owned(),
                        to: (*to).to_owned(),
                    },
                    beside: std::mem::take(&mut beside),
                }),
                _ => return Err(Error::Damaged(self.path.clone(), number + 1)),
            }
        }
        Ok(entries)
    }
}

fn boot_id(root: &Root) -> String {
    root::word(&root.proc("sys/kernel/random/boot_id")).unwrap_or_else(|| "unknown".to_owned())
}
