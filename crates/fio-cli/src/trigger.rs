//! `--trigger-file`, `--trigger-timeout`, `--trigger`: ends the run and runs a command, once.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use fiord_job::cli::Trigger;

/// Waits for its file or its time.
#[derive(Debug)]
pub(super) struct TriggerWatch<'a> {
    trigger: &'a Trigger,
    fired: bool,
}

impl<'a> TriggerWatch<'a> {
    pub(super) fn new(trigger: &'a Trigger) -> Self {
        Self {
            trigger,
            fired: false,
        }
    }

    /// Whether the run is to end now. As in fio, the file is removed when it is found.
    pub(super) fn fires(&mut self, elapsed: Duration) -> bool {
        if self.fired {
            return false;
        }
        let file = self.trigger.file.as_deref().map(Path::new);
        let found = file.is_some_and(|file| file.exists() && std::fs::remove_file(file).is_ok());
        let late = self
            .trigger
            .timeout_us
            .is_some_and(|timeout| elapsed.as_micros() >= u128::from(timeout));
        self.fired = found || late;
        self.fired
    }

    /// Runs the command, if there is one, and waits for it. What it prints goes where fiord prints; stdout too, as in fio.
    pub(super) fn run_command(&self) {
        let Some(command) = &self.trigger.command else {
            return;
        };
        match Command::new("/bin/sh").arg("-c").arg(command).status() {
            Ok(status) if !status.success() => eprintln!("fiord: --trigger: {command}: {status}"),
            Ok(_) => {}
            Err(error) => eprintln!("fiord: --trigger: {command}: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn it_fires_once_when_its_file_appears_or_its_time_has_passed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("now");
        let trigger = Trigger {
            file: Some(file.to_str().unwrap().to_owned()),
            timeout_us: Some(5_000_000),
            command: None,
        };
        let mut waiting = TriggerWatch::new(&trigger);
        assert!(!waiting.fires(Duration::from_secs(1)));
        std::fs::write(&file, "").unwrap();
        assert!(waiting.fires(Duration::from_secs(2)));
        assert!(!file.exists());
        assert!(!waiting.fires(Duration::from_secs(9)));
        assert!(TriggerWatch::new(&trigger).fires(Duration::from_secs(5)));
        assert!(!TriggerWatch::new(&Trigger::default()).fires(Duration::from_secs(99)));
    }
}
