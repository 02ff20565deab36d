//! The guard in front of block devices: what the host says of a device decides, and the user's exact consent.
//!
//! Refused is what is mounted, swapped to, held or open elsewhere, whatever was allowed; and what carries partitions or a
//! signature, unless `--allow-destroy` names the device itself.

use std::fs::File;
use std::path::{Path, PathBuf};

use fiord_engine::{Guard, Refusal, SetupError};
use fiord_host::device;
use fiord_host::root::Root;
use fiord_job::plan::{Ddir, JobPlan, RunPlan};

/// Refuses jobs that would write to a regular file that something uses as a device: a swap file, the image of a loop device.
/// The engine asks its guard about block devices only.
///
/// # Errors
/// The first such job, and what uses its file.
pub(crate) fn refuse_files_in_use(root: &Root, plan: &RunPlan) -> Result<(), SetupError> {
    let writes = |job: &&JobPlan| job.access.mode.issues(Ddir::Write) || job.access.mode.issues(Ddir::Trim);
    for job in plan.jobs.iter().filter(writes) {
        for path in super::disks::target_paths(job)
            .into_iter()
            .filter(|path| path.is_file())
        {
            let users = device::users_of_file(root, &path);
            if !users.is_empty() {
                let holds = users.iter().map(ToString::to_string).collect();
                let device = path.canonicalize().unwrap_or_else(|_| path.clone());
                let refusal = Refusal {
                    path,
                    device,
                    holds,
                    can_be_allowed: false,
                };
                return Err(SetupError::Refused {
                    job: job.name.clone(),
                    refusal,
                });
            }
        }
    }
    Ok(())
}

/// Judges with the facts of this machine.
pub(crate) struct HostGuard {
    root: Root,
    allowed: Vec<PathBuf>,
}

impl HostGuard {
    pub(crate) fn new(root: Root, allowed: Vec<PathBuf>) -> Self {
        Self { root, allowed }
    }

    /// Named exactly: the device's own path, not a link to it, which may point elsewhere tomorrow.
    fn is_allowed(&self, device: &Path) -> bool {
        self.allowed.iter().any(|allowed| allowed == device)
    }
}

impl Guard for HostGuard {
    fn judge(&self, path: &Path, _file: &File) -> Result<(), Refusal> {
        let canonical = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let refuse = |holds: Vec<String>, can_be_allowed: bool| Refusal {
            path: path.to_owned(),
            device: canonical.clone(),
            holds,
            can_be_allowed,
        };
        let Some(probe) = device::probe(&self.root, &canonical) else {
            return Err(refuse(
                vec!["nothing could be found out about it".to_owned()],
                false,
            ));
        };
        let holds: Vec<String> = probe.holdings.iter().map(ToString::to_string).collect();
        if probe.in_use() {
            return Err(refuse(holds, false));
        }
        if probe.is_free() || self.is_allowed(&canonical) {
            return Ok(());
        }
        Err(refuse(holds, true))
    }
}
