//! The guard in front of block devices: what the host says of a device decides, and the user's exact consent.
//!
//! Refused is what is mounted, swapped to, held or open elsewhere, whatever was allowed; and what carries partitions or a
//! signature, unless `--allow-destroy` names the device itself.

use std::fs::File;
use std::path::{Path, PathBuf};

use fiord_engine::{Guard, Refusal};
use fiord_host::device;
use fiord_host::root::Root;

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
