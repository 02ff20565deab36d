//! `--fix --during -- COMMAND`: fixes, runs the command, restores however it ends.
//!
//! Everything the command prints goes where it would go without us; our talk goes to stderr. Signals that ask to end are
//! passed on and never end us before the machine is as it was. Only SIGKILL can: then the journal is still there, and
//! `fiord doctor --restore` reads it.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use fiord_host::Root;
use fiord_host::changes::{self, Applied, Change, ChangeOutcome, Step};
use fiord_messages::{Lang, doctor as messages};
use rustix::process::{Pid, Signal};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
use signal_hook::iterator::Signals;

use super::args::Args;
use super::changing;
use super::steps::{failed, plan_page, sentence};
use crate::ui;
use crate::verbs::kernel_settings::restore_command;
use fiord_report::text::Page;

/// Another process may hold the journal for as long as it writes a few attributes.
const JOURNAL_ATTEMPTS: u32 = 100;
const JOURNAL_PAUSE: Duration = Duration::from_millis(20);

pub(super) fn run(args: &Args, root: &Root, wanted: &[Change], steps: &[Step]) -> Result<u8> {
    let _claim = changing::claim(args, root, steps)?;
    if changes::pending(root, &args.change.journal()) {
        let command = &restore_command(&args.change.journal());
        bail!(messages::DuringChangesPending { command }.text(Lang::current()));
    }
    // Heard before anything is changed, so that nothing can end us between a change and its undoing.
    let mut signals = Signals::new([SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2])?;
    ui::show(&plan_page(steps, false, Lang::current()));
    let applied = changes::hold(root, &args.change.journal(), wanted, None);
    let ended = match &applied {
        Ok(applied) => {
            show_failed(&applied.outcomes);
            if applied.outcomes.iter().any(failed) {
                Err(anyhow!(messages::during_refused(Lang::current())))
            } else {
                command(args, &mut signals)
            }
        }
        // Some may have been made before the journal failed.
        Err(_) => Ok(2),
    };
    let (failed_to_apply, restored) = match applied {
        Ok(applied) => (Ok(()), put_back(args, root, Some(applied))),
        Err(error) => (Err(error), put_back(args, root, None)),
    };
    failed_to_apply?;
    restored.context(messages::during_not_restored(Lang::current()))?;
    ended
}

/// Puts back what was changed, and says so.
fn put_back(args: &Args, root: &Root, applied: Option<Applied>) -> Result<()> {
    let outcomes = undo(root, &args.change.journal(), applied)?;
    let done = outcomes
        .iter()
        .filter(|o| matches!(o, ChangeOutcome::Done(_)))
        .count();
    if done > 0 {
        let restored = messages::Restored {
            restored: &done,
            settings: &outcomes.len(),
        };
        ui::say(restored.text(Lang::current()));
    }
    show_failed(&outcomes);
    Ok(())
}

/// Puts back what was changed; without `applied`, what the journal holds, since some may have been changed before it failed.
///
/// # Errors
/// Those of the journal.
pub(in crate::verbs) fn undo(
    root: &Root,
    journal: &Path,
    mut applied: Option<Applied>,
) -> Result<Vec<ChangeOutcome>> {
    let mut attempt = 0;
    loop {
        let result = match &mut applied {
            Some(applied) => applied.put_back(root).map(|back| {
                if back.journal_was_removed {
                    let path = &journal.display().to_string();
                    ui::say(messages::JournalRemoved { path }.text(Lang::current()));
                }
                back.outcomes
            }),
            None => changes::restore(root, journal),
        };
        match result {
            Err(changes::Error::Locked(_)) if attempt < JOURNAL_ATTEMPTS => std::thread::sleep(JOURNAL_PAUSE),
            // Nothing was changed under a journal that is not ours.
            Err(changes::Error::Foreign(..)) if applied.is_none() => return Ok(Vec::new()),
            result => return Ok(result?),
        }
        attempt += 1;
    }
}

/// Says which attributes are not as they should be.
fn show_failed(outcomes: &[ChangeOutcome]) {
    let mut page = Page::new();
    for outcome in outcomes.iter().filter(|outcome| failed(outcome)) {
        page.item("  ", "    ", sentence(outcome, Lang::current()));
    }
    ui::show(&page);
}

/// Runs the command to its end; its exit code, 128 and the signal when one ended it, 126 or 127 when it could not begin.
fn command(args: &Args, signals: &mut Signals) -> Result<u8> {
    let (program, rest) = args
        .command
        .split_first()
        .with_context(|| messages::during_without_command(Lang::current()))?;
    let mut child = match Command::new(program).args(rest).spawn() {
        Ok(child) => child,
        Err(error) => {
            ui::say(format!("{}: {error}", program.to_string_lossy()));
            return Ok(if error.kind() == std::io::ErrorKind::NotFound {
                127
            } else {
                126
            });
        }
    };
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        // A child that ended since is not lost: its signal is waiting here.
        for signal in signals.wait() {
            if signal != SIGCHLD && !reaches_both(signal) {
                pass_on(&child, signal);
            }
        }
    };
    Ok(code(status))
}

/// The terminal sends Ctrl-C and Ctrl-\ to the command as well, because it belongs to the same group of processes.
fn reaches_both(signal: i32) -> bool {
    let of_terminal = matches!(signal, SIGINT | SIGQUIT);
    let foreground = || {
        let terminal = std::fs::File::open("/dev/tty").ok()?;
        rustix::termios::tcgetpgrp(terminal).ok()
    };
    of_terminal && foreground() == Some(rustix::process::getpgrp())
}

/// The child is not waited for before this returns, so its id is still its own.
fn pass_on(child: &Child, signal: i32) {
    if let Some(signal) = Signal::from_named_raw(signal) {
        let _ = rustix::process::kill_process(Pid::from_child(child), signal);
    }
}

fn code(status: ExitStatus) -> u8 {
    match (status.code(), status.signal()) {
        (Some(code), _) => u8::try_from(code).unwrap_or(1),
        (None, Some(signal)) => u8::try_from(128 + signal).unwrap_or(1),
        (None, None) => 1,
    }
}
