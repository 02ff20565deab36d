//! Loop devices over a disk of the test's own, limits in control groups, two disks under one file system: what rules about the
//! machine are planted with. Everything is taken down when its value is dropped.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

pub(crate) use fiord_testbed::Loop;
use fiord_testbed::run;

use crate::common::{Bed, Mounted, Throttle, ThrottleLimit, Zram, skip};

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
        let looped = Loop::on(&bed.file("image", mib), direct_io)?;
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

/// A control group in which the binary runs.
pub(crate) struct Group(Throttle);

impl Group {
    pub(crate) fn new(zram: &Zram, limit: ThrottleLimit) -> Result<Self, String> {
        Throttle::new(&zram.number(), &[limit]).map(Group)
    }

    pub(crate) fn reads_or_skip(file: &LoopBed, iops: u64) -> Option<Self> {
        Group::new(&file.bed.zram, ThrottleLimit::Reads(iops))
            .map_err(|reason| skip("blkio", &reason))
            .ok()
    }

    pub(crate) fn name(&self) -> &str {
        self.0.name()
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
            .arg(self.0.procs())
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

/// Two disks, and Btrfs that keeps each file's data in one piece (`single`) or in turn on both (`raid0`).
pub(crate) struct TwoDisks {
    mounted: Mounted,
    pub(crate) disks: [Zram; 2],
}

impl TwoDisks {
    pub(crate) fn new(profile: &str) -> Result<Self, String> {
        let disks = [Zram::new(256)?, Zram::new(256)?];
        let names = disks.each_ref().map(|disk| disk.device().display().to_string());
        run(
            "mkfs.btrfs",
            &[
                "-q", "-f", "-K", "-d", profile, "-m", "single", &names[0], &names[1],
            ],
        )?;
        Ok(TwoDisks {
            mounted: Mounted::new("btrfs", "defaults", &names[0])?,
            disks,
        })
    }

    pub(crate) fn path(&self) -> &Path {
        self.mounted.path()
    }

    pub(crate) fn read(&self) -> [u64; 2] {
        self.disks
            .each_ref()
            .map(|disk| Counters::of(&disk.name()).read_bytes)
    }
}
