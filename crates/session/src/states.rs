//! Files with the state of verifying jobs (`verify_state_save`, `verify_state_load`): where they lie, when they are written.
//!
//! They are replaced every second and at the end, so that they are there after a power cut or SIGKILL.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use fiord_engine::live::LiveBoard;
use fiord_job::plan::{Ddir, JobPlan, RunPlan};
use fiord_targets::failure::Failure;
use fiord_workload::verify::state::{STATE_BYTES_MOST, WriteState, file_name};

const EVERY: Duration = Duration::from_secs(1);

/// Writes the states of a run into one folder.
#[derive(Debug)]
pub struct SavedStates<'a> {
    folder: &'a Path,
    live: &'a LiveBoard,
    written: HashMap<u64, Vec<u8>>,
}

impl<'a> SavedStates<'a> {
    /// `None`: no job of the plan saves a state.
    pub fn new(plan: &RunPlan, folder: &'a Path, live: &'a LiveBoard) -> Option<Self> {
        let saves = |job: &JobPlan| {
            let verify = &job.verify;
            verify.kind.is_on() && verify.state.save && !verify.only && job.access.mode.issues(Ddir::Write)
        };
        plan.jobs.iter().any(saves).then(|| Self {
            folder,
            live,
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
            let path = self.folder.join(file_name(&state.name, state.worker));
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

    /// Saves again and again until `done`.
    pub(super) fn save_until(&mut self, done: &AtomicBool) {
        while !done.load(Ordering::Relaxed) {
            std::thread::park_timeout(EVERY);
            if !done.load(Ordering::Relaxed) {
                // What is wrong is said at the end, when it is tried again.
                let _ = self.save();
            }
        }
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

/// The state that an earlier run of this worker left.
pub(super) fn load(folder: &Path, job: &JobPlan, worker: u32) -> Result<WriteState, Failure> {
    let path = folder.join(file_name(&job.name, u64::from(worker)));
    let fail = |errno: i32, words: &dyn std::fmt::Display| {
        Failure::new("verify_state_load", errno)
            .on(&path)
            .because(format!("verify_state_load: {}: {words}", path.display()))
    };
    let of_io = |error: io::Error| fail(error.raw_os_error().unwrap_or(libc::EIO), &error);
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NONBLOCK)
        .open(&path)
        .map_err(of_io)?;
    let meta = file.metadata().map_err(of_io)?;
    if !meta.is_file() || meta.len() > STATE_BYTES_MOST {
        return Err(fail(libc::EINVAL, &"not the state of a verification"));
    }
    let mut bytes = Vec::new();
    file.take(STATE_BYTES_MOST)
        .read_to_end(&mut bytes)
        .map_err(of_io)?;
    WriteState::decode(&bytes).map_err(|problem| fail(libc::EINVAL, &problem))
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
