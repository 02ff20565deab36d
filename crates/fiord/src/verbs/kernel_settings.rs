//! Kernel settings that are in place while a run measures: set through the journal of `doctor --fix`, looked at after the run, restored
//! however it ends.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use anyhow::{Context, Result, bail};
use fiord_host::changes::{self, Applied, Change, ChangeOutcome, JournalClaim, Setting, Unaccepted};
use fiord_host::mounts::Mount;
use fiord_host::{Root, Stack};
use fiord_job::showcmd::bytes_for_shell;
use fiord_messages::{Lang, kernel_settings as messages};
use fiord_session::Signals;

use super::doctor::steps::{failed, sentence};
use super::doctor::undo;
use crate::ui;

/// The command that undoes the changes of a journal.
pub(super) fn restore_command(journal: &Path) -> String {
    const RESTORE: &str = "fiord doctor --restore";
    if journal == changes::default_journal() {
        return RESTORE.to_owned();
    }
    let journal = std::path::absolute(journal).unwrap_or_else(|_| journal.to_path_buf());
    format!("{RESTORE} --journal={}", bytes_for_shell(journal))
}

/// The changes that give a setting this value for what is above `stack`.
///
/// # Errors
/// No device has the setting, or the kernel does not accept the value.
pub(super) fn changes_to(root: &Root, stack: &Stack, wanted: (Setting, &str)) -> Result<Vec<Change>> {
    changes_in(root, stack, false, wanted)
}

/// As [`changes_to`]; with `whole_stack` for every disk.
///
/// # Errors
/// As [`changes_to`].
pub(super) fn changes_in(
    root: &Root,
    stack: &Stack,
    whole_stack: bool,
    (setting, value): (Setting, &str),
) -> Result<Vec<Change>> {
    let (lang, name) = (Lang::current(), &setting.name());
    let devices = changes::places(root, stack, setting, whole_stack);
    if devices.is_empty() {
        let path = &stack.path.display();
        bail!(messages::NoPlace { name, path }.text(lang));
    }
    let change = |device: String| {
        let to = value.to_owned();
        let change = Change { device, setting, to };
        changes::plan(root, std::slice::from_ref(&change))?;
        match changes::unaccepted(root, &change) {
            None => Ok(change),
            Some(reason) => bail!(refusal(&change, &reason)),
        }
    };
    devices.into_iter().map(change).collect()
}

fn refusal(change: &Change, reason: &Unaccepted) -> String {
    let (lang, name, value) = (Lang::current(), &change.setting.name(), &change.to);
    match reason {
        Unaccepted::NoChoice(choices) => messages::NoChoice {
            name,
            value,
            choices: &lang.list(choices),
        }
        .text(lang),
        Unaccepted::OutOfRange(low, high) => messages::OutOfRange {
            name,
            value,
            low,
            high,
        }
        .text(lang),
    }
}

/// Refuses changes that stop flushes to a device that `allowed` does not name; says what the others mean.
///
/// # Errors
/// One that is not allowed.
pub(super) fn check_consent(root: &Root, changes: &[Change], allowed: &[PathBuf]) -> Result<()> {
    let lang = Lang::current();
    let mut told: Vec<&str> = Vec::new();
    for change in changes::without_flushes(root, changes) {
        let node = change.device.replace('!', "/");
        let device = &Path::new("/dev").join(node).display().to_string();
        let setting = &format!("{}={}", change.setting.name(), change.to);
        // The device itself: a link may lead elsewhere tomorrow.
        if !allowed.iter().any(|path| path == Path::new(device)) {
            bail!(messages::NoFlushRefused { setting, device }.text(lang));
        }
        if !told.contains(&change.device.as_str()) {
            ui::say(messages::NoFlushWarning { setting, device }.text(lang));
            told.push(&change.device);
        }
    }
    Ok(())
}

/// Refuses settings of disks on which no file of the job is: they would be called without effect.
///
/// # Errors
/// There is one.
pub(super) fn check_devices(root: &Root, changes: &[Change], files: &[PathBuf]) -> Result<()> {
    let stacks: Vec<Stack> = files.iter().map(|file| Stack::under(root, file)).collect();
    let has_device = |stack: &Stack, device: &str| {
        let layers = stack.layers();
        let is_mount = |mount: &Mount| mount.mount_point == Path::new(device);
        stack.mount().is_some_and(is_mount) || layers.iter().any(|(_, layer)| layer.name == device)
    };
    let is_unused = |change: &&Change| {
        (change.setting.is_of_queue() || change.setting.is_of_mount())
            && !stacks.iter().any(|stack| has_device(stack, &change.device))
    };
    match changes.iter().find(is_unused) {
        None => Ok(()),
        Some(change) => {
            let setting = &name(change);
            bail!(messages::OtherDevice { setting }.text(Lang::current()))
        }
    }
}

/// A setting with its device, where it has one.
fn name(change: &Change) -> String {
    let setting = &change.setting.name();
    match change.device.as_str() {
        "" => (*setting).to_owned(),
        _ => {
            let device = &change.device;
            messages::SettingOfDevice { setting, device }.text(Lang::current())
        }
    }
}

/// What may be changed, and where it is noted.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct ChangeArgs {
    #[arg(long, value_name = "DEVICE", value_hint = clap::ValueHint::FilePath)]
    pub(super) allow_no_flush: Vec<PathBuf>,
    #[arg(long, value_name = "FILE")]
    pub(super) journal: Option<PathBuf>,
}

impl ChangeArgs {
    pub(super) fn journal(&self) -> PathBuf {
        self.journal.clone().unwrap_or_else(changes::default_journal)
    }
}

/// Sets and restores, one process at one time.
#[derive(Debug, Clone)]
pub(super) struct SettingsControl {
    root: Root,
    journal: PathBuf,
    /// Locked while values are written, so that a signal that ends the process restores after a change and never before one.
    changing: Arc<Mutex<()>>,
    /// Until its last owner is dropped.
    claim: Option<Arc<JournalClaim>>,
    /// The directory of a trial's test file: it goes away with the settings.
    trial: Option<PathBuf>,
}

impl SettingsControl {
    /// # Errors
    /// This is not root, another process changes settings, or earlier changes are in place.
    pub(super) fn new(journal: PathBuf) -> Result<Self> {
        if !rustix::process::geteuid().is_root() {
            bail!(messages::needs_root(Lang::current()));
        }
        let root = Root::system();
        let claim = Some(Arc::new(JournalClaim::take(&root, &journal)?));
        if changes::pending(&root, &journal) {
            let command = &restore_command(&journal);
            bail!(messages::ChangesPending { command }.text(Lang::current()));
        }
        Ok(Self {
            root,
            journal,
            changing: Arc::default(),
            claim,
            trial: None,
        })
    }

    /// Notes this directory with each change, so that a restore after a kill finds it.
    pub(super) fn with_trial(self, directory: Option<&Path>) -> Self {
        let trial = directory.and_then(|directory| std::path::absolute(directory).ok());
        Self { trial, ..self }
    }

    /// Restores everything before a signal ends the process; the directory of the trial is then deleted.
    ///
    /// # Errors
    /// As [`Signals::before_end`].
    pub(super) fn restore_before_end(&self, signals: &Signals) -> std::io::Result<()> {
        // The thread that waits for signals lives until the process ends, and the claim ends before.
        let claim = self.claim.as_ref().map(Arc::downgrade);
        let control = Self {
            claim: None,
            ..self.clone()
        };
        signals.before_end(move || {
            // Locked until the process has ended: no change begins any more.
            std::mem::forget(control.lock());
            if let Err(error) = control.restore(None) {
                ui::say(format!("{error:#}"));
            }
            if let Some(directory) = &control.trial {
                let _ = std::fs::remove_dir_all(directory);
            }
            if let Some(claim) = claim.as_ref().and_then(Weak::upgrade) {
                claim.remove();
            }
        })
    }

    /// Says what will be set, sets each combination once and restores it: what the kernel refuses or rounds is known before the first run.
    ///
    /// # Errors
    /// As [`SettingsControl::set`] and [`AppliedSettings::put_back`].
    pub(super) fn prove<'c>(&self, combinations: impl Iterator<Item = &'c [Change]>) -> Result<()> {
        let combinations: Vec<&[Change]> = combinations.collect();
        let mut names: Vec<String> = Vec::new();
        for change in combinations.iter().copied().flatten() {
            let name = name(change);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let lang = Lang::current();
        let settings = &lang.list(&names);
        ui::say(messages::Trying { settings }.text(lang));
        for changes in combinations {
            self.set(changes)?.put_back()?;
        }
        Ok(())
    }

    /// Sets the values.
    ///
    /// # Errors
    /// One that the kernel refuses or that has no effect: all are as they were.
    pub(super) fn set(&self, changes: &[Change]) -> Result<AppliedSettings<'_>> {
        let lock = self.lock();
        let applied = match changes::hold(&self.root, &self.journal, changes, self.trial.as_deref()) {
            Ok(applied) => applied,
            Err(error) => {
                undo(&self.root, &self.journal, None)?;
                return Err(error.into());
            }
        };
        drop(lock);
        let refused = applied.outcomes.iter().find(|outcome| failed(outcome));
        let refused = refused.map(|outcome| match self.most_requests(outcome) {
            Some((step, most)) => {
                let (path, value) = (&step.path.display(), &step.to);
                messages::RefusedAboveMost {
                    path,
                    value,
                    most: &most,
                }
                .text(Lang::current())
            }
            None => sentence(outcome, Lang::current()),
        });
        let set = AppliedSettings {
            control: self,
            changes: changes.to_vec(),
            applied: Some(applied),
        };
        let not_so = |(step, now): (changes::Step, Option<String>)| {
            let no_effect = messages::NoEffectOfWrite {
                path: &step.path.display(),
                value: &step.to,
                now: &now.unwrap_or_default(),
            };
            no_effect.text(Lang::current())
        };
        let deviation = || set.deviations().into_iter().next().map(not_so);
        match refused.or_else(deviation) {
            None => Ok(set),
            Some(problem) => {
                set.put_back()?;
                bail!(problem)
            }
        }
    }

    /// The largest number of requests that the kernel accepts, where it refused a larger one.
    fn most_requests<'o>(&self, outcome: &'o ChangeOutcome) -> Option<(&'o changes::Step, u64)> {
        let ChangeOutcome::Refused(step, _) = outcome else {
            return None;
        };
        let queue = step
            .path
            .parent()
            .filter(|_| step.path.ends_with("nr_requests"))?;
        let most = changes::most_requests(&self.root, queue)?;
        step.to
            .parse::<u64>()
            .is_ok_and(|wanted| wanted > most)
            .then_some((step, most))
    }

    fn lock(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn restore(&self, applied: Option<Applied>) -> Result<()> {
        let outcomes = undo(&self.root, &self.journal, applied);
        let outcomes = outcomes.with_context(|| {
            let command = &restore_command(&self.journal);
            messages::NotRestored { command }.text(Lang::current())
        })?;
        match outcomes.iter().find(|outcome| failed(outcome)) {
            None => Ok(()),
            Some(outcome) => bail!(sentence(outcome, Lang::current())),
        }
    }
}

/// Values in place until this is dropped.
#[derive(Debug)]
pub(super) struct AppliedSettings<'a> {
    control: &'a SettingsControl,
    changes: Vec<Change>,
    applied: Option<Applied>,
}

impl AppliedSettings<'_> {
    fn deviations(&self) -> Vec<(changes::Step, Option<String>)> {
        changes::deviations(&self.control.root, &self.changes)
    }

    /// Puts the values back after a run that they were for.
    ///
    /// # Errors
    /// One that another program changed meanwhile: the run measured something else. One that cannot be written.
    pub(super) fn end_run(self) -> Result<()> {
        let changed = self.deviations().into_iter().next();
        let restored = self.put_back();
        match changed {
            None => restored,
            Some((step, now)) => {
                let changed = messages::ChangedMeanwhile {
                    path: &step.path.display(),
                    value: &step.to,
                    now: &now.unwrap_or_default(),
                };
                bail!(changed.text(Lang::current()))
            }
        }
    }

    /// Puts the values back.
    ///
    /// # Errors
    /// One that cannot be written, or that another program changed meanwhile.
    pub(super) fn put_back(mut self) -> Result<()> {
        self.restore()
    }

    fn restore(&mut self) -> Result<()> {
        let _lock = self.control.lock();
        match self.applied.take() {
            Some(applied) => self.control.restore(Some(applied)),
            None => Ok(()),
        }
    }
}

impl Drop for AppliedSettings<'_> {
    fn drop(&mut self) {
        if let Err(error) = self.restore() {
            ui::say(format!("{error:#}"));
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_restores() {
        let dir = fiord_testbed::memory_folder();
        let queue = dir.path().join("sys/class/block/sda/queue");
        std::fs::create_dir_all(&queue).unwrap();
        let attribute = queue.join("nomerges");
        std::fs::write(&attribute, "0\n").unwrap();
        let now = || std::fs::read_to_string(&attribute).unwrap();
        let (root, journal) = (Root::at(dir.path()), dir.path().join("undo"));
        let control = SettingsControl {
            claim: None,
            trial: None,
            root,
            journal,
            changing: Arc::default(),
        };
        let change = Change {
            device: "sda".to_owned(),
            setting: Setting::Nomerges,
            to: "2".to_owned(),
        };
        let ended = std::panic::catch_unwind(|| {
            let _set = control.set(std::slice::from_ref(&change)).unwrap();
            assert_eq!(now(), "2");
            panic!("in a run");
        });
        assert!(ended.is_err());
        assert_eq!(now().trim(), "0");
        assert!(!control.journal.exists());
    }
}
