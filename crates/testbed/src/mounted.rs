//! Mounts on folders of their own.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::need::{Tier, wanted};
use crate::{Loop, disk_folder, patiently, run};

/// A mount; unmounted when dropped. Make it after its device, so that it goes before it.
pub struct Mounted {
    folder: TempDir,
}

impl Mounted {
    /// Mounts a device with mount's words: the kind of file system (`auto` looks), options with commas between them.
    ///
    /// # Errors
    ///
    /// What mount complained of.
    pub fn new(fs_type: &str, options: &str, device: &str) -> Result<Mounted, String> {
        wanted(Tier::Kernel)?;
        let folder = disk_folder();
        let at = folder.path().to_str().unwrap();
        run("mount", &["-t", fs_type, "-o", options, device, at])?;
        Ok(Mounted { folder })
    }

    /// A file system in memory of `size`, with mount's unit letters.
    ///
    /// # Errors
    ///
    /// What mount complained of.
    pub fn tmpfs(size: &str) -> Result<Mounted, String> {
        Mounted::new("tmpfs", &format!("size={size}"), "tmpfs")
    }

    /// ext4 on a loop device, with 4 KiB blocks and all of the room for files.
    ///
    /// # Errors
    ///
    /// What mkfs or mount complained of.
    pub fn ext4(device: &Loop) -> Result<Mounted, String> {
        let layout = ["-b", "4096", "-O", "^has_journal", "-m", "0"];
        let args = [&["-q", "-F"], &layout[..], &[device.device.as_str()]].concat();
        run("mkfs.ext4", &args)?;
        Mounted::new("ext4", "defaults", &device.device)
    }

    /// ext4 on any device, which writes nothing later in the background.
    ///
    /// # Errors
    ///
    /// What mkfs or mount complained of.
    pub fn quiet_ext4(device: &str) -> Result<Mounted, String> {
        let at_once = "lazy_itable_init=0,lazy_journal_init=0,nodiscard";
        run("mkfs.ext4", &["-q", "-F", "-b", "4096", "-E", at_once, device])?;
        Mounted::new("ext4", "defaults", device)
    }

    /// The folder it is mounted on.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// From now on nothing can be written.
    ///
    /// # Errors
    ///
    /// What mount complained of.
    pub fn remount_read_only(&self) -> Result<(), String> {
        let at = self.path().to_str().unwrap();
        run("mount", &["-o", "remount,ro", at]).map(drop)
    }

    /// The names of the files in it.
    pub fn names(&self) -> Vec<String> {
        let names = fs::read_dir(self.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name != "lost+found").collect()
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        let at = self.path().to_str().unwrap();
        if !patiently(|| run("umount", &[at]).is_ok()) {
            // A program that a failed test left behind has a file open: let it go with its last user.
            let _ = run("umount", &["--lazy", at]);
        }
    }
}
