//! Changes to the machine that can be undone: a journal holds what was found before anything is written.
//!
//! A change is a value written to a `sysfs` attribute (of a disk's queue, of huge pages, of a CPU) or below `/proc/sys/vm`, or an option of
//! a mount. Invariants:
//!
//! 1. Before a value is written, the journal holds (and has synced) the disk, the path, the value found, the value wanted, and
//!    every value that the kernel may change along with it.
//! 2. After it, the journal holds what the kernel made of it, which may be rounded.
//! 3. Restoring writes a value back only where the attribute still has the value that was made. Anything else was changed
//!    by someone meanwhile: it is left and reported. So are the values that change along with it, such as `nr_requests` with a scheduler.
//! 4. Applying or restoring twice is harmless: what already is as wanted is not touched. A restore that was killed is finished
//!    by the next, because the journal says where it was.
//! 5. The journal goes away only after everything in it was dealt with. One of another boot is void, because `sysfs` forgets. A
//!    file that fiord did not make is never written, emptied or removed.
//! 6. A disk that took the name of another (its `diskseq` differs) is left alone, and so is another mount at a mount point.

mod accepted;
mod claim;
mod journal;
mod model;
mod mount;
mod places;

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::root::{self, Root};

pub use accepted::{Unaccepted, has_effect, most_requests, unaccepted};
pub use claim::JournalClaim;
use journal::{Beside, Journal, JournalDisk, JournalEntry};
pub use model::{Change, ChangeOutcome, Error, Holder, Setting, Step};
pub use places::places;

/// Where the journal lies unless the user says otherwise: a place that is empty after a reboot, as the changes are.
pub fn default_journal() -> PathBuf {
    PathBuf::from("/run/fiord/undo")
}

/// What [`apply`] would do: each change with the value found. Writes nothing.
///
/// # Errors
/// [`Error::NoSetting`].
pub fn plan(root: &Root, changes: &[Change]) -> Result<Vec<Step>, Error> {
    changes.iter().map(|change| step(root, change)).collect()
}

/// The values that are not as wanted now, each with what it is; none where the device is gone.
pub fn deviations(root: &Root, changes: &[Change]) -> Vec<(Step, Option<String>)> {
    let deviation = |change: &Change| {
        let path = change.setting.attribute(root, &change.device);
        let now = value(root, &path);
        let is_so = now.as_deref().is_some_and(|now| has_effect(&change.to, now));
        let step = Step {
            path: root.named(&path),
            from: now.clone().unwrap_or_default(),
            to: change.to.clone(),
        };
        (!is_so).then_some((step, now))
    };
    changes.iter().filter_map(deviation).collect()
}

/// The changes that make the kernel stop sending flushes to a device that got them: what any program synced is then in its cache only.
pub fn without_flushes<'c>(root: &Root, changes: &'c [Change]) -> Vec<&'c Change> {
    let ends_flushes = |change: &&Change| {
        let found = || value(root, &change.setting.attribute(root, &change.device));
        let is_without = match change.setting {
            Setting::WriteCache => change.to == "write through",
            Setting::Barrier => change.to == "0",
            _ => false,
        };
        is_without && found().is_none_or(|found| found != change.to)
    };
    changes.iter().filter(ends_flushes).collect()
}

fn step(root: &Root, change: &Change) -> Result<Step, Error> {
    let path = change.setting.attribute(root, &change.device);
    let from = value(root, &path).ok_or_else(|| {
        let device = Some(&change.device).filter(|device| !device.is_empty());
        Error::NoSetting(
            device.map_or("this kernel", String::as_str).to_owned(),
            change.setting.name(),
        )
    })?;
    Ok(Step {
        path: root.named(&path),
        from,
        to: change.to.clone(),
    })
}

/// The value of an attribute, the chosen one where it lists choices; of a mount the value of an option.
fn value(root: &Root, path: &Path) -> Option<String> {
    if let Some((mount_point, setting)) = mount::parts(path) {
        return mount::value(root, mount_point, setting);
    }
    let text = root::text(path)?;
    let is_choice = path
        .file_name()
        .is_some_and(|n| n == "scheduler" || n == "enabled");
    Some(if is_choice {
        root::chosen(&text)?.to_owned()
    } else {
        text
    })
}

/// Changes that were made, with their journal open: they can be put back even if its name is removed meanwhile.
#[derive(Debug)]
pub struct Applied {
    pub outcomes: Vec<ChangeOutcome>,
    journal: Option<PathBuf>,
    file: Option<Journal>,
}

/// What [`Applied::put_back`] did.
#[derive(Debug)]
pub struct PutBack {
    pub outcomes: Vec<ChangeOutcome>,
    /// The journal was removed or replaced since the changes were made; they were put back all the same.
    pub journal_was_removed: bool,
}

impl Applied {
    /// Undoes these changes, and whatever else is in the journal.
    ///
    /// # Errors
    /// As [`restore`].
    pub fn put_back(&mut self, root: &Root) -> Result<PutBack, Error> {
        let Some(path) = &self.journal else {
            return Ok(PutBack {
                outcomes: Vec::new(),
                journal_was_removed: false,
            });
        };
        let removed = self.file.as_ref().is_some_and(|journal| !journal.is_in_place());
        let outcomes = match self.file.as_mut().filter(|_| removed) {
            Some(journal) => undo_all(root, journal)?,
            None => restore(root, path)?,
        };
        self.journal = None;
        Ok(PutBack {
            outcomes,
            journal_was_removed: removed,
        })
    }
}

/// Makes the changes, each journaled before it is made. Stops at nothing: a refused change is reported among the outcomes.
///
/// # Errors
/// The journal cannot be written, is not ours, or a device lacks the setting: then nothing was changed. Where the journal
/// cannot be written any more after some changes, those are in it.
pub fn apply(root: &Root, journal: &Path, changes: &[Change]) -> Result<Vec<ChangeOutcome>, Error> {
    hold(root, journal, changes, None).map(|applied| applied.outcomes)
}

/// As [`apply`]; keeps the journal open, not locked, for as long as the changes are to last. `trial`: the directory that goes away with the
/// changes.
///
/// # Errors
/// As [`apply`].
pub fn hold(root: &Root, journal: &Path, changes: &[Change], trial: Option<&Path>) -> Result<Applied, Error> {
    let steps = plan(root, changes)?;
    if steps.iter().all(|s| s.from == s.to) {
        return Ok(Applied {
            outcomes: steps.into_iter().map(ChangeOutcome::Already).collect(),
            journal: None,
            file: None,
        });
    }
    let mut file = Journal::open(root, journal)?;
    if let Some(directory) = trial {
        file.note_trial(directory)?;
    }
    // A scheduler comes with its own depth, so it comes first.
    let mut order: Vec<&Change> = changes.iter().collect();
    order.sort_by_key(|change| change.setting != Setting::Scheduler);
    let mut outcomes: Vec<(&Change, ChangeOutcome)> = Vec::new();
    for change in order {
        outcomes.push((change, make(root, &mut file, change)?));
    }
    file.unlock()?;
    let place = |change| changes.iter().position(|asked| std::ptr::eq(asked, change));
    outcomes.sort_by_key(|(change, _)| place(*change));
    Ok(Applied {
        outcomes: outcomes.into_iter().map(|(_, outcome)| outcome).collect(),
        journal: Some(journal.to_path_buf()),
        file: Some(file),
    })
}

fn make(root: &Root, journal: &mut Journal, change: &Change) -> Result<ChangeOutcome, Error> {
    // Read again: an earlier change may have moved it.
    let mut step = step(root, change)?;
    if step.from == step.to {
        return Ok(ChangeOutcome::Already(step));
    }
    let beside = beside(root, change);
    let has_disk = change.setting.is_of_queue() || change.setting.is_of_mount();
    let disk = has_disk.then(|| disk(root, &change.device));
    journal.record(disk.as_ref(), &step, &beside)?;
    let path = place(root, &step.path);
    let written = put(root, &path, &step.to);
    // A scheduler comes with its own depth, and a limit in bytes ends the one in percent. Any other change is to change nothing but what
    // was asked for: newer kernels set the read-ahead anew with each limit of a queue.
    if written.is_ok() && !change.setting.moves_others() {
        for b in &beside {
            put_back(root, b, &b.found);
        }
    }
    let now = value(root, &path).unwrap_or_else(|| step.from.clone());
    let values: Vec<(PathBuf, String)> = beside
        .into_iter()
        .filter_map(|b| Some((root::text(&root.place(&b.path))?, b)))
        .filter(|(is, b)| *is != b.found)
        .map(|(is, b)| (b.path, is))
        .collect();
    // The change's own value comes last: a journal that holds it holds the others.
    let notes = values.iter().map(|(path, is)| (path.as_path(), is.as_str()));
    let notes = notes.chain(std::iter::once((step.path.as_path(), now.as_str())));
    journal.note(&notes.collect::<Vec<_>>())?;
    Ok(match written {
        Ok(()) => {
            step.to = now;
            ChangeOutcome::Done(step)
        }
        Err(e) => ChangeOutcome::Refused(step, e.to_string()),
    })
}

/// Attributes that the kernel may change along with another, with their values now.
fn beside(root: &Root, change: &Change) -> Vec<Beside> {
    const MAY_MOVE: [&str; 4] = ["read_ahead_kb", "max_sectors_kb", "nr_requests", "wbt_lat_usec"];
    let setting = change.setting;
    let twin = setting.twin().map(|twin| twin.attribute(root, &change.device));
    let mut paths: Vec<PathBuf> = twin.into_iter().collect();
    let queue = root.block(&change.device).join("queue");
    if setting.is_of_queue() {
        let others = MAY_MOVE.iter().filter(|name| **name != setting.name());
        paths.extend(others.map(|name| queue.join(name)));
    }
    if matches!(setting, Setting::Scheduler | Setting::NrRequests) {
        let iosched = queue.join("iosched");
        paths.extend(root::names(&iosched).into_iter().map(|n| iosched.join(n)));
    }
    let with_value = |path: PathBuf| {
        Some(Beside {
            found: root::text(&path).filter(|v| !v.contains(['\t', '\n']))?,
            path: root.named(&path),
            is: None,
            keep: None,
        })
    };
    paths.into_iter().filter_map(with_value).collect()
}

/// Where a step's path is under this root; a mount's option is found in its mount table.
fn place(root: &Root, path: &Path) -> PathBuf {
    match mount::parts(path) {
        Some(_) => path.to_path_buf(),
        None => root.place(path),
    }
}

/// A disk by its sequence number, a mount by its device and its number.
fn disk(root: &Root, device: &str) -> JournalDisk {
    if let Some(mount) = device.starts_with('/').then(|| mount::at(root, device)).flatten() {
        return JournalDisk {
            name: device.to_owned(),
            number: format!("{}:{}", mount.major, mount.minor),
            sequence: mount.id.to_string(),
        };
    }
    let of = |name: &str| root::word(&root.block(device).join(name)).unwrap_or_else(|| "-".to_owned());
    JournalDisk {
        name: device.to_owned(),
        number: of("dev"),
        sequence: of("diskseq"),
    }
}

/// Writes an attribute that exists, or an option of a mount.
fn put(root: &Root, path: &Path, value: &str) -> io::Result<()> {
    if let Some((mount_point, setting)) = mount::parts(path) {
        return mount::put(root, mount_point, setting, value);
    }
    let mut file = OpenOptions::new().write(true).truncate(true).open(path)?;
    file.write_all(value.as_bytes())
}

/// Gives an attribute that changed along its value back. Some are read-only or refused by a scheduler; they were not ours to promise.
fn put_back(root: &Root, beside: &Beside, to: &str) {
    let path = root.place(&beside.path);
    if root::text(&path).is_some_and(|now| now != to) {
        let _ = put(root, &path, to);
    }
}

/// Whether there is a journal of fiord's to restore, with changes since the machine started.
pub fn pending(root: &Root, journal: &Path) -> bool {
    journal::is_waiting(root, journal)
}

/// The directory of the trial whose changes the journal holds; none: of no trial, or the journal cannot be read.
pub fn trial(journal: &Path) -> Option<PathBuf> {
    Journal::open_existing(journal).ok()?.trial().ok()?
}

/// Undoes all that the journal holds, the latest first, and removes it. Nothing to undo is not an error.
///
/// # Errors
/// The journal cannot be read, is in use, is damaged or not ours: then nothing was restored.
pub fn restore(root: &Root, journal: &Path) -> Result<Vec<ChangeOutcome>, Error> {
    if journal.symlink_metadata().is_err() {
        return Ok(Vec::new());
    }
    undo_all(root, &mut Journal::open_existing(journal)?)
}

fn undo_all(root: &Root, journal: &mut Journal) -> Result<Vec<ChangeOutcome>, Error> {
    let mut outcomes = Vec::new();
    let mut retry = false;
    if journal.is_of_this_boot(root)? {
        let mut entries = journal.entries(root)?;
        let own: Vec<PathBuf> = entries.iter().map(|e| e.step.path.clone()).collect();
        for (index, entry) in entries.iter_mut().enumerate().rev() {
            let undone = undo(root, journal, index, entry)?;
            retry |= undone.iter().any(|o| matches!(o, ChangeOutcome::Refused(..)));
            // What has an entry of its own is reported with it.
            let is_beside = |o: &ChangeOutcome| matches!(o, ChangeOutcome::ChangedByOther(step, _) if step.path != own[index]);
            let has_own = |o: &ChangeOutcome| matches!(o, ChangeOutcome::ChangedByOther(step, _) if own.contains(&step.path));
            outcomes.extend(undone.into_iter().filter(|o| !(is_beside(o) && has_own(o))));
        }
    }
    // Refused (no permission): the journal stays, for someone who may.
    if !retry {
        journal.remove()?;
    }
    Ok(outcomes)
}

/// Undoes one entry: the attribute first, then what is reported of those next to it.
fn undo(
    root: &Root,
    journal: &mut Journal,
    index: usize,
    entry: &mut JournalEntry,
) -> Result<Vec<ChangeOutcome>, Error> {
    let mut back = Step {
        path: entry.step.path.clone(),
        from: entry.is.clone().unwrap_or_else(|| entry.step.to.clone()),
        to: entry.step.from.clone(),
    };
    let path = place(root, &back.path);
    let Some(now) = value(root, &path).filter(|_| is_same_disk(root, entry)) else {
        return Ok(vec![ChangeOutcome::Gone(back)]);
    };
    // Where the process ended between the change and its note, or while it was undone, any value is its own.
    let interrupted = entry.undoing || (entry.notes_values && entry.is.is_none());
    let is_back = now == back.to;
    if !is_back && now != back.from && now != entry.step.to && !interrupted {
        return Ok(vec![ChangeOutcome::ChangedByOther(back, now)]);
    }
    if !interrupted && entry.notes_values {
        keep_what_others_changed(root, entry);
    }
    let moved =
        |b: &Beside| root::text(&root.place(&b.path)).as_deref() != Some(b.keep.as_ref().unwrap_or(&b.found));
    if is_back && !entry.beside.iter().any(moved) {
        return Ok(vec![ChangeOutcome::Already(back)]);
    }
    journal.begin_undo(index, entry)?;
    let refused = (!is_back).then(|| put(root, &path, &back.to).err()).flatten();
    for b in &entry.beside {
        put_back(root, b, b.keep.as_ref().unwrap_or(&b.found));
    }
    // No 0 can be written to a limit in bytes: it comes back with the limit in percent next to it. Some kernels do not say so.
    let is_limit = path.starts_with(root.proc(""));
    if (refused.is_some() || is_limit) && value(root, &path).as_ref() != Some(&back.to) {
        let why = refused.map_or_else(|| "no effect".to_owned(), |e| e.to_string());
        return Ok(vec![ChangeOutcome::Refused(back, why)]);
    }
    back.from = now;
    let mut outcomes = vec![if is_back {
        ChangeOutcome::Already(back)
    } else {
        ChangeOutcome::Done(back)
    }];
    let kept = entry.beside.iter().filter_map(|b| {
        let step = Step {
            path: b.path.clone(),
            from: b.is.clone().unwrap_or_else(|| b.found.clone()),
            to: b.found.clone(),
        };
        Some(ChangeOutcome::ChangedByOther(step, b.keep.clone()?))
    });
    outcomes.extend(kept);
    Ok(outcomes)
}

/// Marks the values next to a change that are neither as found nor as the kernel made them.
fn keep_what_others_changed(root: &Root, entry: &mut JournalEntry) {
    for b in &mut entry.beside {
        let Some(now) = root::text(&root.place(&b.path)) else {
            continue; // Settings of a scheduler that is not the present one.
        };
        if now != b.found && b.is.as_ref() != Some(&now) && !now.contains(['\t', '\n']) {
            b.keep = Some(now);
        }
    }
}

fn is_same_disk(root: &Root, entry: &JournalEntry) -> bool {
    entry
        .disk
        .as_ref()
        .is_none_or(|then| disk(root, &then.name) == *then)
}
