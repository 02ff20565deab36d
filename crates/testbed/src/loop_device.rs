//! Loop devices over files of their own.

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};
use tempfile::TempDir;

use crate::need::{Tier, wanted};
use crate::{disk_folder, run};

/// A loop device; detached when dropped.
pub struct Loop {
    /// Its node, `/dev/loopN`.
    pub device: String,
    /// The file below it, sparse unless somebody filled it.
    pub image: PathBuf,
    /// Where the file is the device's own: it goes with it.
    _folder: Option<TempDir>,
}

impl Loop {
    /// A device of `mib` MiB over a file on the disk, which the page cache may hold.
    ///
    /// # Errors
    ///
    /// Why there is none: no root, no loop module, no free device.
    pub fn new(mib: u64) -> Result<Loop, String> {
        Loop::in_folder(disk_folder(), mib)
    }

    /// The same over a file in this folder, which goes with the device.
    ///
    /// # Errors
    ///
    /// As [`Loop::new`].
    pub fn in_folder(folder: TempDir, mib: u64) -> Result<Loop, String> {
        Loop::make(folder, mib, |_| {}, false)
    }

    /// A device whose I/O goes past the page cache to the file on the disk.
    ///
    /// # Errors
    ///
    /// As [`Loop::new`], and where the disk's file system has no direct I/O.
    pub fn direct(mib: u64) -> Result<Loop, String> {
        Loop::over(mib, |_| {})
    }

    /// The same over a file that `fill` has written something to. Partitions found in it become devices.
    ///
    /// # Errors
    ///
    /// As [`Loop::direct`].
    pub fn over(mib: u64, fill: impl FnOnce(&File)) -> Result<Loop, String> {
        let fill = |file: &File| {
            fill(file);
            file.sync_all().unwrap();
        };
        Loop::make(disk_folder(), mib, fill, true)
    }

    /// A device over a file that stays when the device goes.
    ///
    /// # Errors
    ///
    /// As [`Loop::direct`].
    pub fn on(image: &Path, direct_io: bool) -> Result<Loop, String> {
        wanted(Tier::Kernel)?;
        if !rustix::process::geteuid().is_root() {
            return Err("needs root".to_owned());
        }
        let direct_io = if direct_io { "on" } else { "off" };
        let direct_io = format!("--direct-io={direct_io}");
        let image_path = image.to_str().unwrap();
        let args = ["--find", "--show", "--partscan", &direct_io, image_path];
        let _lock = choosing_a_loop_device();
        Ok(Loop {
            device: run("losetup", &args)?.trim().to_owned(),
            image: image.to_owned(),
            _folder: None,
        })
    }

    fn make(folder: TempDir, mib: u64, fill: impl FnOnce(&File), direct_io: bool) -> Result<Loop, String> {
        let image = folder.path().join("image");
        let file = File::create_new(&image).unwrap();
        file.set_len(mib << 20).unwrap();
        fill(&file);
        let mut made = Loop::on(&image, direct_io)?;
        made._folder = Some(folder);
        Ok(made)
    }

    /// Its node.
    pub fn path(&self) -> &Path {
        Path::new(&self.device)
    }

    /// Its name in the kernel, `loopN`.
    pub fn name(&self) -> &str {
        self.device.strip_prefix("/dev/").unwrap()
    }

    /// `major:minor`.
    pub fn number(&self) -> String {
        let number = fs::read_to_string(self.sys().join("dev")).unwrap();
        number.trim().to_owned()
    }

    /// Its folder in sysfs.
    pub fn sys(&self) -> PathBuf {
        Path::new("/sys/block").join(self.name())
    }

    /// The file of one of its queue's settings.
    pub fn queue(&self, attribute: &str) -> PathBuf {
        self.sys().join("queue").join(attribute)
    }

    /// The folder that its file lies in.
    pub fn folder(&self) -> &Path {
        self.image.parent().unwrap()
    }

    /// Cuts the device short to `mib` MiB; what lies behind the new end fails from now on.
    ///
    /// # Errors
    ///
    /// What losetup complained of.
    pub fn shorten(&self, mib: u64) -> Result<(), String> {
        let image = OpenOptions::new().write(true).open(&self.image).unwrap();
        image.set_len(mib << 20).unwrap();
        run("losetup", &["--set-capacity", &self.device]).map(drop)
    }
}

impl Drop for Loop {
    fn drop(&mut self) {
        let _ = run("losetup", &["--detach", &self.device]);
    }
}

/// Held while a free loop device is chosen: one test at a time does, in whatever process it runs. Ends with the file.
pub fn choosing_a_loop_device() -> File {
    let path = std::env::temp_dir().join("fiord-test-loop.lock");
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path);
    // One that another user made can still be locked.
    let file = file.or_else(|_| File::open(&path)).unwrap();
    flock(&file, FlockOperation::LockExclusive).unwrap();
    file
}
