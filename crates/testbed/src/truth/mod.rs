//! A device of known truth: a FUSE file whose server decides when and how each request is answered.
//!
//! The file alone is a [`TruthFile`]; below a loop device with direct I/O it is a disk with a queue, a [`TruthDevice`]. The server
//! counts what arrived and how long it took to answer. A test compares with that account, not with the latency that it asked for: a
//! loaded machine makes the server late, and the account contains its lateness.

mod account;
mod replies;
mod server;

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fuser::{BackgroundSession, Config, MountOption, Session};
use tempfile::TempDir;

pub use account::{Account, Served, SyncTiming, Timing, TruthFault};
use server::{FILE, Server, TruthShared};

use crate::need::{Tier, wanted};
use crate::{Loop, disk_folder, patiently, run};

/// A file of known truth in a mount of its own; unmounted when dropped, also in a test that panics.
pub struct TruthFile {
    path: PathBuf,
    shared: Arc<TruthShared>,
    session: Option<BackgroundSession>,
    folder: TempDir,
}

impl TruthFile {
    /// A file of `mib` MiB of zeros.
    ///
    /// # Errors
    ///
    /// Why there is none: no root, no FUSE in this kernel, no memory for the content.
    pub fn new(mib: u64, timing: Timing) -> Result<TruthFile, String> {
        wanted(Tier::Kernel)?;
        if !rustix::process::geteuid().is_root() {
            return Err("needs root".to_owned());
        }
        let folder = disk_folder();
        let at = folder.path().to_owned();
        let shared = TruthShared::new(mib << 20, timing).map_err(|error| format!("content: {error}"))?;
        let mut options = Config::default();
        options.mount_options = vec![MountOption::FSName("fiord-truth".to_owned())];
        // The handshake with the kernel is over when this returns: from then on the file is there.
        let session = Session::new(Server::new(Arc::clone(&shared)), &at, &options)
            .and_then(Session::spawn)
            .map_err(|error| format!("FUSE: {error}"))?;
        let file = TruthFile {
            path: at.join(FILE),
            shared,
            session: Some(session),
            folder,
        };
        file.is_there()?;
        Ok(file)
    }

    /// Without this, a mount that failed would make a file on the disk below, and a very convincing wrong result.
    fn is_there(&self) -> Result<(), String> {
        let above = self.folder.path().parent().unwrap();
        let number = |path: &Path| fs::metadata(path).map(|meta| meta.dev());
        let (file, above) = (number(&self.path), number(above));
        match (file, above) {
            (Ok(file), Ok(above)) if file != above => Ok(()),
            (file, _) => Err(format!("{}: not mounted ({file:?})", self.path.display())),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// From now on requests take this long.
    pub fn set_timing(&self, timing: Timing) {
        self.shared.set_timing(timing);
    }

    /// From now on a request that touches this block of 4 KiB is treated like that.
    pub fn set_fault(&self, block: u64, fault: TruthFault) {
        self.shared.set_fault(block, fault);
    }

    /// From now on every block is sound.
    pub fn clear_faults(&self) {
        self.shared.clear_faults();
    }

    /// What was served since the last call, or since the start.
    pub fn take_account(&self) -> Account {
        self.shared.take_account()
    }
}

impl Drop for TruthFile {
    fn drop(&mut self) {
        // What still waits for its time is answered now: a request that is out keeps the mount busy.
        self.shared.hurry();
        let at = self.folder.path().to_str().unwrap().to_owned();
        let session = self.session.take();
        if patiently(|| run("umount", &[&at]).is_ok()) {
            // The mount is gone, and with it the last request: the server's thread ends.
            let ended = session.map_or(Ok(()), BackgroundSession::join);
            if let Err(error) = ended {
                eprintln!("{at}: {error}");
            }
        } else {
            // A program that a failed test left behind has the file open: the server goes with its last user.
            let _ = run("umount", &["--lazy", &at]);
        }
        self.shared.stop();
    }
}

/// A loop device with direct I/O over a [`TruthFile`].
pub struct TruthDevice {
    // Dropped first: a file below a loop device cannot be unmounted.
    disk: Loop,
    file: TruthFile,
}

impl TruthDevice {
    /// A device of `mib` MiB of zeros.
    ///
    /// # Errors
    ///
    /// As [`TruthFile::new`] and [`Loop::on`].
    pub fn new(mib: u64, timing: Timing) -> Result<TruthDevice, String> {
        let file = TruthFile::new(mib, timing)?;
        let disk = Loop::on(file.path(), true)?;
        // What looked at the new device to find partitions is not the test's.
        let _ = run("udevadm", &["settle"]);
        file.take_account();
        Ok(TruthDevice { disk, file })
    }

    /// The loop device.
    pub fn disk(&self) -> &Loop {
        &self.disk
    }

    /// The file below it: timing, faults, account.
    pub fn file(&self) -> &TruthFile {
        &self.file
    }
}
