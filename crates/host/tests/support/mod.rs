//! Devices for tests that need the kernel: made under a lock, taken down also when the test fails.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use fiord_host::changes;

/// Says that a test cannot run, or fails it where `FIORD_REQUIRE` names the feature.
pub(crate) fn skip(feature: &str, reason: &str) {
    let required = std::env::var("FIORD_REQUIRE").unwrap_or_default();
    if required.split(',').any(|r| r == feature || r == "all") {
        panic!("{feature} is required: {reason}");
    }
    eprintln!("SKIP {feature}: {reason}");
}

pub(crate) fn has(program: &str) -> bool {
    let path = std::env::var("PATH").unwrap_or_default() + ":/usr/sbin:/sbin";
    std::env::split_paths(&path).any(|dir| dir.join(program).is_file())
}

/// Runs a program; its output, or what it complained of.
pub(crate) fn run(program: &str, args: &[&str]) -> Result<String, String> {
    let path = std::env::var("PATH").unwrap_or_default() + ":/usr/sbin:/sbin";
    let out = Command::new(program)
        .args(args)
        .env("PATH", path)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output();
    let out = out.map_err(|e| format!("{program}: {e}"))?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    if out.status.success() {
        Ok(text)
    } else {
        Err(format!("{program}: {}", String::from_utf8_lossy(&out.stderr)))
    }
}

/// Waits until something is so, and fails if that takes a minute. Programs that other threads of this test start hold its
/// files and locks from their fork to their exec, so what this process let go may be held for a moment by them.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = std::time::Instant::now();
    while !is_so() {
        assert!(started.elapsed().as_secs() < 60, "{what}");
        std::thread::yield_now();
    }
}

/// What a change to a journal returns, once nobody holds the journal's lock any more (see [`until`]).
pub(crate) fn unlocked<T>(mut change: impl FnMut() -> Result<T, changes::Error>) -> T {
    let mut result = None;
    until("the journal is unlocked", || match change() {
        Err(changes::Error::Locked(_)) => false,
        other => {
            result = Some(other.unwrap());
            true
        }
    });
    result.unwrap()
}

/// One test at a time chooses devices, in whatever process it runs.
pub(crate) struct Lock(#[allow(dead_code)] File);

pub(crate) fn lock(name: &str) -> Lock {
    let path = std::env::temp_dir().join(format!("fiord-test-{name}.lock"));
    // A lock file that another user made can still be locked.
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path);
    let file = file.or_else(|_| File::open(&path)).unwrap();
    rustix::fs::flock(&file, rustix::fs::FlockOperation::LockExclusive).unwrap();
    Lock(file)
}

/// A directory on a disk: `/tmp` may be memory.
pub(crate) fn disk_dir() -> tempfile::TempDir {
    let beside = std::env::current_exe().unwrap();
    tempfile::tempdir_in(beside.parent().unwrap()).unwrap()
}

/// A directory in memory where there is one: for what must not wait for a busy disk.
pub(crate) fn memory_dir() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm")
        .or_else(|_| tempfile::tempdir())
        .unwrap()
}

/// A loop device over a sparse file.
pub(crate) struct Loop {
    pub(crate) device: PathBuf,
    pub(crate) name: String,
    pub(crate) file: PathBuf,
    dir: Option<tempfile::TempDir>,
}

impl Loop {
    pub(crate) fn new(mib: u64) -> Result<Loop, String> {
        Loop::over(mib, |_| {})
    }

    /// `prepare` fills the file before it is attached; partitions are scanned.
    pub(crate) fn over(mib: u64, prepare: impl FnOnce(&File)) -> Result<Loop, String> {
        if !rustix::process::geteuid().is_root() {
            return Err("needs root".to_owned());
        }
        let dir = disk_dir();
        let file = dir.path().join("image");
        let image = OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .open(&file)
            .unwrap();
        image.set_len(mib << 20).unwrap();
        prepare(&image);
        image.sync_all().unwrap();
        let _lock = lock("loop");
        let args = [
            "--find",
            "--show",
            "--partscan",
            "--direct-io=on",
            file.to_str().unwrap(),
        ];
        let device = PathBuf::from(run("losetup", &args)?.trim());
        let name = device.file_name().unwrap().to_string_lossy().into_owned();
        Ok(Loop {
            device,
            name,
            file,
            dir: Some(dir),
        })
    }

    pub(crate) fn path(&self) -> &str {
        self.device.to_str().unwrap()
    }

    pub(crate) fn queue(&self, attribute: &str) -> PathBuf {
        Path::new("/sys/block")
            .join(&self.name)
            .join("queue")
            .join(attribute)
    }
}

impl Drop for Loop {
    fn drop(&mut self) {
        let _ = run("losetup", &["--detach", self.path()]);
        drop(self.dir.take());
    }
}

/// A mount that ends with its scope.
pub(crate) struct Mounted(pub(crate) tempfile::TempDir);

pub(crate) fn mount(device: &str, options: &str) -> Result<Mounted, String> {
    let dir = disk_dir();
    run("mount", &["-o", options, device, dir.path().to_str().unwrap()])?;
    Ok(Mounted(dir))
}

impl Mounted {
    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        // Whoever looks over all mounts of the machine may hold it for a moment.
        let path = self.0.path().to_str().unwrap();
        if !(0..200).any(|_| run("umount", &[path]).is_ok()) {
            let _ = run("umount", &["--lazy", path]);
        }
    }
}

/// An attribute that gets its value back. Loop devices keep their settings when they are detached.
pub(crate) struct Attribute(PathBuf, String);

impl Attribute {
    pub(crate) fn set(path: PathBuf, value: &str) -> Attribute {
        let before = fs::read_to_string(&path).unwrap();
        fs::write(&path, value).unwrap();
        Attribute(path, before)
    }
}

impl Drop for Attribute {
    fn drop(&mut self) {
        let _ = fs::write(&self.0, self.1.trim());
    }
}

/// Every readable attribute of a queue, to compare before and after.
pub(crate) fn queue_state(name: &str) -> Vec<(PathBuf, String)> {
    let mut out = Vec::new();
    let queue = Path::new("/sys/block").join(name).join("queue");
    for dir in [queue.clone(), queue.join("iosched")] {
        let mut paths: Vec<_> = fs::read_dir(dir)
            .into_iter()
            .flatten()
            .map(|e| e.unwrap().path())
            .collect();
        paths.sort();
        out.extend(
            paths
                .into_iter()
                .filter_map(|p| Some((p.clone(), fs::read_to_string(p).ok()?))),
        );
    }
    out
}

pub(crate) fn write_at(file: &File, offset: u64, bytes: &[u8]) {
    file.write_all_at(bytes, offset).unwrap();
}
