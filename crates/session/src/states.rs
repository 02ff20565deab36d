//! Files with the state of verifying jobs (`verify_state_save`, `verify_state_load`): their names, and when they are written.
//!
//! They are replaced every second and at the end, so that they are there after a power cut or SIGKILL.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use fiord_engine::live::LiveBoard;
use fiord_job::plan::{Ddir, JobPlan, RunPlan};
use fiord_messages::{Sentence, run_errors as messages};
use fiord_targets::failure::Failure;
use fiord_workload::plan::WorkerPlan;
use fiord_workload::verify::state::{OrderOf, STATE_BYTES_MOST, WriteState, file_name};

use crate::settings::RunSettings;

const EVERY: Duration = Duration::from_secs(1);

/// Writes the states of a run into one directory.
#[derive(Debug, Clone)]
pub struct SavedStates {
    directory: PathBuf,
    live: Arc<LiveBoard>,
    written: HashMap<u64, Vec<u8>>,
}

impl SavedStates {
    /// `None`: no job of the plan saves a state.
    pub fn new(plan: &RunPlan, directory: &Path, live: &Arc<LiveBoard>) -> Option<Self> {
        let saves = |job: &JobPlan| {
            let verify = &job.verify;
            verify.kind.is_on() && verify.state.save && !verify.only && job.access.mode.issues(Ddir::Write)
        };
        plan.jobs.iter().any(saves).then(|| Self {
            directory: directory.to_owned(),
            live: Arc::clone(live),
            written: HashMap::new(),
        })
    }

    /// Writes what changed since the last time.
    ///
    /// # Errors
    /// The path and the reason of the first file that could not be written.
    pub fn save(&mut self) -> Result<(), (PathBuf, io::Error)> {
        // The trigger and the clock may come at the same time.
        static SAVING: Mutex<()> = Mutex::new(());
        let _alone = SAVING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut first = Ok(());
        for state in self.live.cells().iter().filter_map(|cell| cell.write_state()) {
            let bytes = state.encode();
            if self.written.get(&state.worker) == Some(&bytes) {
                continue;
            }
            let path = self.directory.join(file_name(&state.name, state.worker));
            match replace(&path, &bytes) {
                Ok(()) => {
                    self.written.insert(state.worker, bytes);
                }
                Err(error) if first.is_ok() => first = Err((path, error)),
                Err(_) => {}
            }
        }
        first
    }
}

/// Saves the states of a run while it goes on.
pub(crate) struct StateSaver {
    states: SavedStates,
    stop: Sender<()>,
    thread: Option<JoinHandle<SavedStates>>,
}

impl StateSaver {
    /// Begins to save every second. `None`: no state is to be saved.
    pub(crate) fn begin(plan: &RunPlan, settings: &RunSettings, live: &Arc<LiveBoard>) -> Option<Self> {
        let states = SavedStates::new(plan, settings.states.as_deref()?, live)?;
        let (stop, stopped) = channel();
        let mut saved = states.clone();
        let save_until_stopped = move || {
            while let Err(RecvTimeoutError::Timeout) = stopped.recv_timeout(EVERY) {
                // What is wrong is told at the end, when it is tried again.
                let _ = saved.save();
            }
            saved
        };
        // Where the system gives no thread, the states are written at the end.
        let thread = Builder::new().name("states".to_owned()).spawn(save_until_stopped);
        Some(Self {
            states,
            stop,
            thread: thread.ok(),
        })
    }

    /// Saves for the last time; what could not be written.
    pub(crate) fn end(self) -> Option<Sentence> {
        drop(self.stop);
        let saved = self.thread.and_then(|thread| thread.join().ok());
        let (path, error) = saved.unwrap_or(self.states).save().err()?;
        Some(Sentence::from(&error).after(format_args!("verify_state_save: {}", path.display())))
    }
}

/// The whole file or the one before it, whenever the process ends.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut next = path.as_os_str().to_owned();
    next.push(".new");
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK)
        .open(&next)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::from_raw_os_error(libc::EINVAL));
    }
    file.write_all(bytes)?;
    std::fs::rename(&next, path)
}

/// `verify_state_load`: gives a worker how far the earlier run came, and its random order.
pub(crate) fn resume(plan: &mut WorkerPlan, directory: Option<&Path>) -> Result<(), Failure> {
    let verify = &plan.job.verify;
    if !verify.state.load {
        return Ok(());
    }
    let missing = || Failure::new("verify_state_load", libc::ENOENT).because(messages::state_no_directory);
    let state = load(directory.ok_or_else(missing)?, &plan.job, plan.number)?;
    match state.order {
        _ if !verify.kind.is_on() => return Ok(()),
        OrderOf::Seed(seed) => plan.seed = seed,
        OrderOf::Nobody | OrderOf::Foreign if plan.job.access.mode.is_random() => {
            return Err(
                Failure::new("verify_state_load", libc::EINVAL).because(messages::state_foreign_order)
            );
        }
        OrderOf::Nobody | OrderOf::Foreign => {}
    }
    plan.resume = Some(Arc::new(state));
    Ok(())
}

/// The state that an earlier run of this worker left.
fn load(folder: &Path, job: &JobPlan, worker: u32) -> Result<WriteState, Failure> {
    let path = folder.join(file_name(&job.name, u64::from(worker)));
    let fail = |errno: i32, why: Sentence| {
        Failure::new("verify_state_load", errno)
            .on(&path)
            .because(why.after(format_args!("verify_state_load: {}", path.display())))
    };
    let of_io = |error: io::Error| fail(error.raw_os_error().unwrap_or(libc::EIO), Sentence::from(&error));
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NONBLOCK)
        .open(&path)
        .map_err(of_io)?;
    let meta = file.metadata().map_err(of_io)?;
    if !meta.is_file() || meta.len() > STATE_BYTES_MOST {
        return Err(fail(libc::EINVAL, Sentence::new(messages::state_other_file)));
    }
    let mut bytes = Vec::new();
    file.take(STATE_BYTES_MOST)
        .read_to_end(&mut bytes)
        .map_err(of_io)?;
    WriteState::decode(&bytes).map_err(|problem| fail(libc::EINVAL, Sentence::new(|lang| problem.text(lang))))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_link_in_the_place_of_the_file_is_replaced_and_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (mine, path) = (folder.path().join("mine"), folder.path().join("state"));
        std::fs::write(&mine, "data").unwrap();
        std::os::unix::fs::symlink(&mine, &path).unwrap();
        replace(&path, b"one").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"one");
        std::os::unix::fs::symlink(&mine, folder.path().join("state.new")).unwrap();
        assert!(replace(&path, b"two").is_err());
        assert_eq!(std::fs::read(&mine).unwrap(), b"data");
    }
}
