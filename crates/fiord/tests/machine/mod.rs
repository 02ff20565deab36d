//! Devices and file systems of a test's own: made under a lock, taken down also when the test fails.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Says that a test cannot run, or fails it where `FIORD_REQUIRE` names the feature.
pub(crate) fn skip(feature: &str, reason: &str) {
    let required = std::env::var("FIORD_REQUIRE").unwrap_or_default();
    if required.split(',').any(|r| r == feature || r == "all") {
        panic!("{feature} is required: {reason}");
    }
    eprintln!("SKIP {feature}: {reason}");
}

/// The binary, with nobody at its stdin.
pub(crate) fn fiord(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fiord"));
    command.args(args).stdin(Stdio::null());
    command
}

/// A folder with the binary in it that every user can reach. Copied by another process: were the copy open for writing here,
/// a program that another thread starts at that moment would hold it open, and it could not be executed.
pub(crate) fn reachable_binary() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    run(
        "cp",
        &[env!("CARGO_BIN_EXE_fiord"), folder.path().to_str().unwrap()],
    )
    .unwrap();
    folder
}

/// Exit code, stdout, stderr.
pub(crate) fn ran(args: &[&str]) -> (i32, String, String) {
    told(fiord(args).output().unwrap())
}

pub(crate) fn told(output: Output) -> (i32, String, String) {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap_or(-1),
        text(output.stdout),
        text(output.stderr),
    )
}

/// A folder on a disk: `/tmp` may be memory.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::Builder::new()
        .prefix("fiord-test-")
        .tempdir_in(env!("CARGO_TARGET_TMPDIR"))
        .unwrap()
}

/// Runs a program of the system; its output, or what it complained of.
pub(crate) fn run(program: &str, args: &[&str]) -> Result<String, String> {
    let path = std::env::var("PATH").unwrap_or_default() + ":/usr/sbin:/sbin";
    let out = Command::new(program)
        .args(args)
        .env("PATH", path)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output();
    let out = out.map_err(|error| format!("{program}: {error}"))?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    if out.status.success() {
        Ok(text)
    } else {
        Err(format!("{program}: {}", String::from_utf8_lossy(&out.stderr)))
    }
}

/// A loop device over a sparse file of its own.
pub(crate) struct Loop {
    pub(crate) device: String,
    pub(crate) image: PathBuf,
    _dir: tempfile::TempDir,
}

impl Loop {
    pub(crate) fn new(mib: u64) -> Result<Loop, String> {
        Loop::in_folder(folder(), mib)
    }

    pub(crate) fn in_folder(dir: tempfile::TempDir, mib: u64) -> Result<Loop, String> {
        let image = dir.path().join("image");
        File::create(&image).unwrap().set_len(mib << 20).unwrap();
        // One test at a time looks for a free device, in whatever process it runs.
        let lock = std::env::temp_dir().join("fiord-test-loop.lock");
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&lock)
            .or_else(|_| File::open(&lock));
        let lock = lock.unwrap();
        rustix::fs::flock(&lock, rustix::fs::FlockOperation::LockExclusive).unwrap();
        let device = run("losetup", &["--find", "--show", image.to_str().unwrap()])?
            .trim()
            .to_owned();
        Ok(Loop {
            device,
            image,
            _dir: dir,
        })
    }

    /// Cuts the device short; what lies behind the new end fails from now on.
    pub(crate) fn shorten(&self, mib: u64) -> Result<(), String> {
        OpenOptions::new()
            .write(true)
            .open(&self.image)
            .unwrap()
            .set_len(mib << 20)
            .unwrap();
        run("losetup", &["--set-capacity", &self.device]).map(drop)
    }

    pub(crate) fn name(&self) -> &str {
        self.device.strip_prefix("/dev/").unwrap()
    }
}

impl Drop for Loop {
    fn drop(&mut self) {
        let _ = run("losetup", &["--detach", &self.device]);
    }
}

/// A mount that ends with its scope.
pub(crate) struct Mounted {
    dir: tempfile::TempDir,
}

impl Mounted {
    pub(crate) fn new(fs_type: &str, options: &str, device: &str) -> Result<Mounted, String> {
        let dir = folder();
        run(
            "mount",
            &["-t", fs_type, "-o", options, device, dir.path().to_str().unwrap()],
        )?;
        Ok(Mounted { dir })
    }

    /// ext4 on a loop device.
    pub(crate) fn ext4(device: &Loop) -> Result<Mounted, String> {
        run(
            "mkfs.ext4",
            &[
                "-q",
                "-F",
                "-b",
                "4096",
                "-O",
                "^has_journal",
                "-m",
                "0",
                &device.device,
            ],
        )?;
        Mounted::new("ext4", "defaults", &device.device)
    }

    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }

    /// The files in it.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = fs::read_dir(self.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name != "lost+found").collect()
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        let path = self.dir.path().to_str().unwrap().to_owned();
        // Whoever looks over all mounts of the machine may hold it for a moment.
        if !(0..200).any(|_| run("umount", &[&path]).is_ok()) {
            let _ = run("umount", &["--lazy", &path]);
        }
    }
}
