//! Loop devices over a disk of the test's own, limits in control groups, two disks under one file system: what rules about the
//! machine are planted with. Everything is taken down when its value is dropped.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::common::{Bed, Zram, skip};

pub(crate) fn tool(program: &str, args: &[&str]) -> Result<String, String> {
    let path = std::env::var("PATH").unwrap_or_default() + ":/usr/sbin:/sbin";
    let out = Command::new(program)
        .args(args)
        .env("PATH", path)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{program}: {error}"))?;
    if out.status.success() {
        Ok(String::from_utf8_lossy(&out.stdout).trim().to_owned())
    } else {
        Err(format!("{program}: {}", String::from_utf8_lossy(&out.stderr)))
    }
}

/// A loop device over a file, taken down with its scope.
pub(crate) struct Loop(pub(crate) String);

impl Loop {
    pub(crate) fn over(image: &Path, direct_io: bool) -> Result<Self, String> {
        // One test at a time looks for a free device, in whatever process it runs.
        let path = std::env::temp_dir().join("fiord-test-loop.lock");
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .or_else(|_| File::open(&path))
            .map_err(|error| error.to_string())?;
        rustix::fs::flock(&lock, rustix::fs::FlockOperation::LockExclusive)
            .map_err(|error| error.to_string())?;
        let direct = if direct_io {
            "--direct-io=on"
        } else {
            "--direct-io=off"
        };
        tool("losetup", &["--find", "--show", direct, image.to_str().unwrap()]).map(Loop)
    }

    pub(crate) fn name(&self) -> &str {
        self.0.strip_prefix("/dev/").unwrap()
    }

    pub(crate) fn counters(&self) -> Counters {
        Counters::of(self.name())
    }
}

impl Drop for Loop {
    fn drop(&mut self) {
        let _ = tool("losetup", &["--detach", &self.0]);
    }
}

/// A mount that ends with its scope.
pub(crate) struct Mount(tempfile::TempDir);

impl Mount {
    pub(crate) fn of(device: &str) -> Result<Self, String> {
        let folder = tempfile::Builder::new()
            .prefix("fiord-mount-")
            .tempdir()
            .map_err(|error| error.to_string())?;
        tool("mount", &[device, folder.path().to_str().unwrap()])?;
        Ok(Mount(folder))
    }

    /// ext4 that writes nothing later in the background.
    pub(crate) fn ext4(device: &str) -> Result<Self, String> {
        let features = "lazy_itable_init=0,lazy_journal_init=0,nodiscard";
        tool("mkfs.ext4", &["-q", "-F", "-b", "4096", "-E", features, device])?;
        Mount::of(device)
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        let path = self.0.path().to_str().unwrap();
        // Whoever looks over all mounts of the machine may hold it for a moment.
        if !(0..200).any(|_| tool("umount", &[path]).is_ok()) {
            let _ = tool("umount", &["--lazy", path]);
        }
    }
}

/// What the kernel has counted of a device.
#[derive(Clone, Copy)]
pub(crate) struct Counters {
    pub(crate) read_bytes: u64,
    pub(crate) written_bytes: u64,
    pub(crate) busy_ms: u64,
    pub(crate) queue_ms: u64,
}

impl Counters {
    pub(crate) fn of(device: &str) -> Self {
        let text = fs::read_to_string(format!("/sys/block/{device}/stat")).unwrap();
        let numbers: Vec<u64> = text
            .split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect();
        Counters {
            read_bytes: numbers[2] * 512,
            written_bytes: numbers[6] * 512,
            busy_ms: numbers[9],
            queue_ms: numbers[10],
        }
    }

    pub(crate) fn since(self, then: Self) -> Self {
        Counters {
            read_bytes: self.read_bytes - then.read_bytes,
            written_bytes: self.written_bytes - then.written_bytes,
            busy_ms: self.busy_ms - then.busy_ms,
            queue_ms: self.queue_ms - then.queue_ms,
        }
    }
}

/// A loop device over a written file on a zram of its own.
pub(crate) struct LoopBed {
    pub(crate) looped: Loop,
    pub(crate) bed: Bed,
}

impl LoopBed {
    pub(crate) fn new(mib: usize, direct_io: bool) -> Result<Self, String> {
        let bed = Bed::new(mib as u64 * 2 + 64)?;
        let looped = Loop::over(&bed.file("image", mib), direct_io)?;
        Ok(LoopBed { looped, bed })
    }

    pub(crate) fn or_skip(mib: usize, direct_io: bool) -> Option<Self> {
        LoopBed::new(mib, direct_io)
            .map_err(|reason| skip("loop", &reason))
            .ok()
    }

    pub(crate) fn zram(&self) -> String {
        self.bed.zram.name()
    }
}

/// A control group of version 1 that limits what one device does for its processes.
pub(crate) struct Limit(PathBuf);

impl Limit {
    pub(crate) fn new(what: &str, zram: &Zram, iops: u64) -> Result<Self, String> {
        let folder = PathBuf::from(format!(
            "/sys/fs/cgroup/blkio/fiord-test-{}-{}",
            std::process::id(),
            zram.name()
        ));
        fs::create_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let limit = Limit(folder);
        let file = limit.0.join(format!("blkio.throttle.{what}_iops_device"));
        fs::write(&file, format!("{} {iops}", zram.number()))
            .map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(limit)
    }

    pub(crate) fn reads_or_skip(file: &LoopBed, iops: u64) -> Option<Self> {
        Limit::new("read", &file.bed.zram, iops)
            .map_err(|reason| skip("blkio", &reason))
            .ok()
    }

    pub(crate) fn name(&self) -> &str {
        self.0.file_name().unwrap().to_str().unwrap()
    }

    /// `fiord run` in the group.
    pub(crate) fn run(&self, folder: &Path, args: &[&str]) -> Value {
        self.run_by("exec \"$@\"", folder, args)
    }

    /// `fiord run` in the group, which it cannot see: as on a cloud's machine, whose limits are kept outside.
    pub(crate) fn run_unseen(&self, folder: &Path, args: &[&str]) -> Value {
        let unseen = "exec unshare --mount sh -c 'umount --lazy /sys/fs/cgroup/* /sys/fs/cgroup; exec \"$@\"' sh \"$@\"";
        self.run_by(unseen, folder, args)
    }

    fn run_by(&self, how: &str, folder: &Path, args: &[&str]) -> Value {
        let output = Command::new("sh")
            .args(["-c", &format!("echo $$ > \"$0\" && {how}")])
            .arg(self.0.join("cgroup.procs"))
            .arg(env!("CARGO_BIN_EXE_fiord"))
            .args(["run", "--json"])
            .args(args)
            .current_dir(folder)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{args:?}: {error}: {}", String::from_utf8_lossy(&output.stderr)))
    }
}

impl Drop for Limit {
    fn drop(&mut self) {
        // The group stays busy until its last process is gone from it.
        for _ in 0..200 {
            if fs::remove_dir(&self.0).is_ok() {
                return;
            }
            std::thread::yield_now();
        }
        eprintln!("{} could not be removed", self.0.display());
    }
}

/// Two disks, and Btrfs that keeps each file's data in one piece (`single`) or in turn on both (`raid0`).
pub(crate) struct TwoDisks {
    mount: Option<Mount>,
    pub(crate) disks: [Zram; 2],
}

impl TwoDisks {
    pub(crate) fn new(profile: &str) -> Result<Self, String> {
        let disks = [Zram::new(256)?, Zram::new(256)?];
        let names = disks.each_ref().map(|disk| disk.device().display().to_string());
        tool(
            "mkfs.btrfs",
            &[
                "-q", "-f", "-K", "-d", profile, "-m", "single", &names[0], &names[1],
            ],
        )?;
        Ok(TwoDisks {
            mount: Some(Mount::of(&names[0])?),
            disks,
        })
    }

    pub(crate) fn path(&self) -> &Path {
        self.mount.as_ref().unwrap().path()
    }

    pub(crate) fn read(&self) -> [u64; 2] {
        self.disks
            .each_ref()
            .map(|disk| Counters::of(&disk.name()).read_bytes)
    }
}

impl Drop for TwoDisks {
    fn drop(&mut self) {
        drop(self.mount.take());
    }
}
