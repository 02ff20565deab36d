//! A disk of one's own for tests that judge device traffic: zram with ext4 on it, taken down when the test ends, however it
//! ends. Nobody else uses it, so the machine may be as busy as it likes.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Says that a test cannot run, or fails it where `FIORD_REQUIRE` names the feature.
pub(crate) fn skip(feature: &str, reason: &str) {
    let required = std::env::var("FIORD_REQUIRE").unwrap_or_default();
    assert!(
        !required.split(',').any(|word| word == feature || word == "all"),
        "{feature} is required: {reason}"
    );
    eprintln!("SKIP {feature}: {reason}");
}

fn tool(program: &str, args: &[&str]) -> Result<(), String> {
    let path = std::env::var("PATH").unwrap_or_default() + ":/usr/sbin:/sbin";
    let out = Command::new(program)
        .args(args)
        .env("PATH", path)
        .stdin(Stdio::null())
        .output();
    match out {
        Ok(out) if out.status.success() => Ok(()),
        Ok(out) => Err(format!(
            "{program}: {}",
            String::from_utf8_lossy(&out.stderr).trim()
        )),
        Err(error) => Err(format!("{program}: {error}")),
    }
}

/// A zram device that this test alone has.
pub(crate) struct Zram {
    id: String,
}

impl Zram {
    pub(crate) fn new(mib: u64) -> Result<Self, String> {
        // Reading the file makes a device; the kernel gives each reader another one.
        let id = fs::read_to_string("/sys/class/zram-control/hot_add")
            .map_err(|error| format!("hot_add: {error}"))?;
        let zram = Zram {
            id: id.trim().to_owned(),
        };
        fs::write(zram.sys().join("disksize"), format!("{mib}M"))
            .map_err(|error| format!("disksize: {error}"))?;
        Ok(zram)
    }

    pub(crate) fn name(&self) -> String {
        format!("zram{}", self.id)
    }

    pub(crate) fn device(&self) -> PathBuf {
        PathBuf::from(format!("/dev/{}", self.name()))
    }

    pub(crate) fn sys(&self) -> PathBuf {
        PathBuf::from(format!("/sys/block/{}", self.name()))
    }

    /// `major:minor`.
    pub(crate) fn number(&self) -> String {
        fs::read_to_string(self.sys().join("dev"))
            .unwrap()
            .trim()
            .to_owned()
    }
}

impl Drop for Zram {
    fn drop(&mut self) {
        // Whoever looks over all devices of the machine may have it open for a moment.
        for _ in 0..200 {
            let reset = fs::write(self.sys().join("reset"), "1");
            if reset.is_ok() && fs::write("/sys/class/zram-control/hot_remove", &self.id).is_ok() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        eprintln!("{} could not be removed", self.name());
    }
}

/// A mounted file system on a zram of its own.
pub(crate) struct Bed {
    folder: Option<tempfile::TempDir>,
    pub(crate) zram: Zram,
}

impl Bed {
    pub(crate) fn new(mib: u64) -> Result<Self, String> {
        let zram = Zram::new(mib)?;
        let device = zram.device();
        let device = device.to_str().unwrap();
        // Nothing may be written later in the background.
        let features = "lazy_itable_init=0,lazy_journal_init=0,nodiscard";
        tool("mkfs.ext4", &["-q", "-E", features, device])?;
        let folder = tempfile::Builder::new()
            .prefix("fiord-bed-")
            .tempdir()
            .map_err(|error| error.to_string())?;
        tool("mount", &[device, folder.path().to_str().unwrap()])?;
        Ok(Bed {
            folder: Some(folder),
            zram,
        })
    }

    /// A bed, or the reason why there is none is told.
    pub(crate) fn or_skip(mib: u64) -> Option<Self> {
        Bed::new(mib).map_err(|reason| skip("zram", &reason)).ok()
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.as_ref().unwrap().path()
    }

    /// A file of `mib` MiB that does not compress, on the disk and not in the page cache.
    pub(crate) fn file(&self, name: &str, mib: usize) -> PathBuf {
        let path = self.path().join(name);
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        let mut bytes = Vec::with_capacity(mib << 20);
        while bytes.len() < mib << 20 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            bytes.extend_from_slice(&(state ^ (state >> 29)).to_le_bytes());
        }
        fs::write(&path, bytes).unwrap();
        let file = fs::File::open(&path).unwrap();
        file.sync_all().unwrap();
        rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed).unwrap();
        path
    }
}

impl Drop for Bed {
    fn drop(&mut self) {
        let path = self.path().to_str().unwrap();
        // Whoever looks over all mounts of the machine may hold it for a moment.
        if !(0..200).any(|_| tool("umount", &[path]).is_ok()) {
            // Something still has a file open, in a test that failed: let it go with its last user.
            let _ = tool("umount", &["--lazy", path]);
        }
        drop(self.folder.take());
    }
}

/// A control group of version 1 that limits reads of one device.
pub(crate) struct ReadLimit(PathBuf);

impl ReadLimit {
    pub(crate) fn new(device: &str, iops: u64) -> Result<Self, String> {
        let folder = PathBuf::from(format!(
            "/sys/fs/cgroup/blkio/fiord-test-{}-{iops}",
            std::process::id()
        ));
        fs::create_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let limit = ReadLimit(folder);
        fs::write(
            limit.0.join("blkio.throttle.read_iops_device"),
            format!("{device} {iops}"),
        )
        .map_err(|error| format!("read_iops_device: {error}"))?;
        Ok(limit)
    }

    pub(crate) fn procs(&self) -> PathBuf {
        self.0.join("cgroup.procs")
    }
}

impl Drop for ReadLimit {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}

/// `fiord run …` in a folder.
pub(crate) fn fiord_run(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fiord"))
        .arg("run")
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// The native document of `fiord run --json …`.
pub(crate) fn document(folder: &Path, args: &[&str]) -> Value {
    let mut all = vec!["--json"];
    all.extend_from_slice(args);
    let output = fiord_run(folder, &all);
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{args:?}: {error}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// The findings of one rule.
pub(crate) fn findings<'a>(document: &'a Value, rule: &str) -> Vec<&'a Value> {
    document["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["rule"] == rule)
        .collect()
}

/// The only finding of a rule, which must be there.
pub(crate) fn finding<'a>(document: &'a Value, rule: &str) -> &'a Value {
    let found = findings(document, rule);
    assert_eq!(found.len(), 1, "{rule} in {:#}", document["findings"]);
    found[0]
}

/// That nothing of these rules was found.
pub(crate) fn clean_of(document: &Value, rules: &[&str]) {
    for rule in rules {
        assert!(
            findings(document, rule).is_empty(),
            "{rule} in {:#}",
            document["findings"]
        );
    }
}

/// A number of a finding.
pub(crate) fn number(finding: &Value, name: &str) -> f64 {
    finding["values"][name]
        .as_f64()
        .unwrap_or_else(|| panic!("{name} in {finding:#}"))
}
