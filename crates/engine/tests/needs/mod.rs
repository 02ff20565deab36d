//! What a test needs from the machine, and what it says when that is missing.
#![allow(dead_code, unreachable_pub)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// Says that a test is left out. Panics instead when `FIORD_REQUIRE` names the feature or says `all`.
pub fn skip(feature: &str, reason: &str) {
    let required = std::env::var("FIORD_REQUIRE").unwrap_or_default();
    let wanted = required.split(',').any(|word| word == feature || word == "all");
    assert!(!wanted, "{feature} is required: {reason}");
    println!("SKIP {feature}: {reason}");
}

/// Whether the reference fio is there.
pub fn have_fio() -> bool {
    let found = Command::new("fio")
        .arg("--version")
        .output()
        .is_ok_and(|out| out.status.success());
    if !found {
        skip("fio", "no fio on PATH");
    }
    found
}

fn ok(command: &mut Command) -> bool {
    command.output().is_ok_and(|out| out.status.success())
}

/// A loop device over a file of its own; taken down when dropped.
pub struct Loop {
    pub device: PathBuf,
    _dir: tempfile::TempDir,
}

impl Loop {
    pub fn new(bytes: u64) -> Option<Self> {
        let dir = tempfile::tempdir().ok()?;
        let image = dir.path().join("image");
        std::fs::File::create(&image).ok()?.set_len(bytes).ok()?;
        let out = Command::new("losetup")
            .args(["-f", "--show"])
            .arg(&image)
            .output();
        match out {
            Ok(out) if out.status.success() => {
                let device = PathBuf::from(String::from_utf8_lossy(&out.stdout).trim());
                Some(Self { device, _dir: dir })
            }
            _ => {
                skip("loop", "no loop device could be had (root?)");
                None
            }
        }
    }
}

impl Drop for Loop {
    fn drop(&mut self) {
        ok(Command::new("losetup").arg("-d").arg(&self.device));
    }
}

/// A mount on a directory of its own; unmounted when dropped.
pub struct Mount {
    pub path: PathBuf,
    _dir: tempfile::TempDir,
}

impl Mount {
    pub fn tmpfs(options: &str) -> Option<Self> {
        Self::new(
            Command::new("mount").args(["-t", "tmpfs", "-o", options, "tmpfs"]),
            "tmpfs",
        )
    }

    pub fn of(device: &Path) -> Option<Self> {
        Self::new(Command::new("mount").arg(device), "mount")
    }

    fn new(command: &mut Command, feature: &str) -> Option<Self> {
        let dir = tempfile::tempdir().ok()?;
        if !ok(command.arg(dir.path())) {
            skip(feature, "mount failed (root?)");
            return None;
        }
        Some(Self {
            path: dir.path().to_owned(),
            _dir: dir,
        })
    }

    pub fn remount_readonly(&self) -> bool {
        ok(Command::new("mount").args(["-o", "remount,ro"]).arg(&self.path))
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        // Whoever looks over all mounts of the machine may hold it for a moment.
        if !(0..200).any(|_| ok(Command::new("umount").arg(&self.path))) {
            ok(Command::new("umount").arg("--lazy").arg(&self.path));
        }
    }
}
