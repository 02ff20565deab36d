//! Limits that control groups put on a process: I/O, memory, processor; version 1 and 2.
//!
//! A limit anywhere between the process's group and the root applies, so every level is read; only version 1's I/O limits
//! know no levels. Sources:
//! `Documentation/admin-guide/cgroup-v1/blkio-controller.rst`, `Documentation/admin-guide/cgroup-v2.rst`.

use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::block::names;
use crate::file::mounts::{self, Mount};
use crate::root::{self, Root};

/// What a limit limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Limited {
    /// Bytes read per second.
    ReadBps,
    /// Bytes written per second.
    WriteBps,
    /// Reads per second.
    ReadIops,
    /// Writes per second.
    WriteIops,
    /// Target latency in microseconds that others are throttled for (`io.latency`).
    IoLatencyUs,
    /// Weight among siblings; the default of 100 (version 2) or 500 (version 1) is not a limit and not listed.
    IoWeight,
    /// Bytes of memory, the page cache of its files included.
    Memory,
    /// Bytes of memory from which on it is slowed down (`memory.high`).
    MemoryHigh,
    /// Thousandths of a processor.
    CpuMilli,
}

/// One limit that applies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Limit {
    /// The group that sets it.
    #[serde(with = "crate::paths")]
    #[schemars(with = "crate::paths::Stored")]
    pub group: PathBuf,
    /// What is limited.
    pub what: Limited,
    /// How much, in the unit of [`Limited`].
    pub value: u64,
    /// Which device, for I/O: `major:minor`.
    pub number: Option<(u32, u32)>,
    /// The same by name, where it is known.
    pub device: Option<String>,
}

/// How often the limits were hit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Throttling {
    /// Periods in which the processor limit stopped the group.
    pub cpu_throttled_periods: Option<u64>,
    /// Microseconds it was stopped.
    pub cpu_throttled_us: Option<u64>,
    /// Times that memory reached its limit.
    pub memory_max_events: Option<u64>,
    /// Times that memory reached `memory.high`.
    pub memory_high_events: Option<u64>,
    /// Microseconds in which some task of the group waited for I/O.
    pub io_stalled_us: Option<u64>,
}

/// What control groups mean for a process.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cgroups {
    /// Its group in the unified hierarchy (version 2).
    #[serde(default, with = "crate::paths::option")]
    pub unified: Option<PathBuf>,
    /// Whether I/O is controlled by version 1.
    pub io_by_v1: bool,
    /// Every limit that applies, the innermost group first.
    pub limits: Vec<Limit>,
    /// How often they were hit; of the innermost group.
    pub throttling: Throttling,
}

impl Cgroups {
    /// Of this process.
    pub fn own(root: &Root) -> Cgroups {
        Cgroups::read(root, &root.proc("self/cgroup"))
    }

    /// Of another process.
    pub fn of(root: &Root, pid: u32) -> Cgroups {
        Cgroups::read(root, &root.proc(format!("{pid}/cgroup")))
    }

    fn read(root: &Root, membership: &Path) -> Cgroups {
        let text = root::text(membership).unwrap_or_default();
        let mounts = mounts::read(root);
        let mut out = Cgroups::default();
        for (controllers, group) in text.lines().filter_map(parse_membership) {
            let Some(mount) = hierarchy(&mounts, controllers) else {
                continue;
            };
            let top = root.place(&mount.mount_point);
            let levels = levels(root, mount, &top, Path::new(group));
            if controllers.is_empty() {
                out.unified = Some(PathBuf::from(group));
            }
            let has = |name: &str| controllers.split(',').any(|c| c == name);
            out.io_by_v1 |= has("blkio");
            for (level, dir) in levels.iter().enumerate() {
                let group = Path::new("/").join(dir.strip_prefix(&top).unwrap_or(dir));
                let mut reader = Reader {
                    root,
                    dir,
                    group,
                    limits: &mut out.limits,
                };
                if controllers.is_empty() {
                    reader.v2()
                } else if has("blkio") && level == 0 {
                    // Version 1 throttles each group by itself, whatever the groups above it say.
                    reader.v1_blkio()
                } else if has("memory") {
                    reader.v1_memory()
                }
                if has("cpu") {
                    reader.v1_cpu();
                }
                if level == 0 {
                    out.throttling.read(dir, controllers.is_empty());
                }
            }
        }
        out
    }

    /// The least of the limits of one kind that name no device.
    pub fn least(&self, what: Limited) -> Option<u64> {
        self.limits
            .iter()
            .filter(|l| l.what == what && l.number.is_none())
            .map(|l| l.value)
            .min()
    }
}

/// `7:blkio:/a/b` → (`blkio`, `/a/b`). The unified hierarchy has no controllers here.
pub(super) fn parse_membership(line: &str) -> Option<(&str, &str)> {
    let mut fields = line.splitn(3, ':');
    let _id = fields.next()?;
    Some((fields.next()?, fields.next()?))
}

pub(super) fn hierarchy<'a>(mounts: &'a [Mount], controllers: &str) -> Option<&'a Mount> {
    if controllers.is_empty() {
        return mounts.iter().rev().find(|m| m.fs_type == "cgroup2");
    }
    let first = controllers.split(',').next()?;
    mounts
        .iter()
        .rev()
        .find(|m| m.fs_type == "cgroup" && m.super_options.iter().any(|o| o == first))
}

/// Directories from the process's group up to the mount. Inside a container the membership may be a path of the host that
/// is not shown here: then only the mount itself remains.
pub(super) fn levels(root: &Root, mount: &Mount, top: &Path, group: &Path) -> Vec<PathBuf> {
    let below = group
        .strip_prefix(&mount.root)
        .or_else(|_| group.strip_prefix("/"))
        .unwrap_or(group);
    let own = root.place(&mount.mount_point).join(below);
    // A group outside this namespace is shown as `/../x`.
    let inside = !below.components().any(|c| c == std::path::Component::ParentDir);
    let own = if inside && own.is_dir() {
        own
    } else {
        top.to_path_buf()
    };
    own.ancestors()
        .take_while(|dir| dir.starts_with(top))
        .map(Path::to_path_buf)
        .collect()
}

/// What a limited group has used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Used {
    /// In the unit of the limit: bytes or requests on its device so far, or bytes of memory now.
    pub amount: u64,
    /// Pages of files that were read again soon after they were dropped, so far; of a limit of memory.
    pub read_again: Option<u64>,
}

/// What the group of a limit has used. `None`: the kernel does not tell, or nothing of the kind is counted.
pub fn used(root: &Root, mounts: &[Mount], limit: &Limit) -> Option<Used> {
    let dir = |controllers: &str| {
        let top = root.place(&hierarchy(mounts, controllers)?.mount_point);
        Some(top.join(limit.group.strip_prefix("/").unwrap_or(&limit.group)))
    };
    let (v1, v2) = match limit.what {
        Limited::ReadBps => (("io_service_bytes", "Read"), "rbytes"),
        Limited::WriteBps => (("io_service_bytes", "Write"), "wbytes"),
        Limited::ReadIops => (("io_serviced", "Read"), "rios"),
        Limited::WriteIops => (("io_serviced", "Write"), "wios"),
        Limited::Memory | Limited::MemoryHigh => {
            let of = |controllers, name| {
                let dir = dir(controllers)?;
                let stat = root::text(&dir.join("memory.stat")).unwrap_or_default();
                let again = |line: &str| line.strip_prefix("workingset_refault_file ")?.parse().ok();
                Some(Used {
                    amount: root::number(&dir.join(name))?,
                    read_again: stat.lines().find_map(again),
                })
            };
            return of("memory", "memory.usage_in_bytes").or_else(|| of("", "memory.current"));
        }
        Limited::IoLatencyUs | Limited::IoWeight | Limited::CpuMilli => return None,
    };
    let (major, minor) = limit.number?;
    let device = format!("{major}:{minor} ");
    let lines = |controllers, name: &str| root::text(&dir(controllers)?.join(name));
    let found = |text: &str, key: &str| -> Option<u64> {
        let of_device = text.lines().filter_map(|line| line.strip_prefix(&device));
        let mut words = of_device.flat_map(str::split_whitespace);
        words.find(|word| *word == key)?;
        words.next()?.parse().ok()
    };
    // `7:0 Read 8192`, a line each; `7:0 rbytes=8192 wbytes=0 rios=2 …`. A device that did nothing has no line.
    let amount = match lines("blkio", &format!("blkio.throttle.{}", v1.0)) {
        Some(text) => found(&text, v1.1),
        None => found(&lines("", "io.stat")?.replace('=', " "), v2),
    };
    Some(Used {
        amount: amount.unwrap_or(0),
        read_again: None,
    })
}

/// The innermost control group of a process that is not the root, in any hierarchy; of a container its kind and short id.
pub fn name(root: &Root, pid: u32) -> Option<String> {
    let text = root::text(&root.proc(format!("{pid}/cgroup")))?;
    let groups = text.lines().filter_map(parse_membership).map(|(_, group)| group);
    let deepest = groups.max_by_key(|group| group.matches('/').count() * usize::from(*group != "/"))?;
    (deepest != "/").then(|| container(deepest).unwrap_or_else(|| deepest.to_owned()))
}

/// `…/docker-0123456789abcdef….scope` is `docker 0123456789ab`; other engines name their groups alike.
fn container(group: &str) -> Option<String> {
    let last = group.rsplit('/').next()?;
    let last = last.strip_suffix(".scope").unwrap_or(last);
    let (kind, id) = last.rsplit_once('-').unwrap_or(("container", last));
    let is_id = id.len() == 64 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_id.then(|| format!("{} {}", kind.trim_start_matches("cri-"), &id[..12]))
}

struct Reader<'a> {
    root: &'a Root,
    dir: &'a Path,
    group: PathBuf,
    limits: &'a mut Vec<Limit>,
}

/// Version 1 writes "no limit" as the largest page-aligned number.
const V1_NO_MEMORY_LIMIT: u64 = 1 << 62;

impl Reader<'_> {
    fn add(&mut self, what: Limited, value: u64, number: Option<(u32, u32)>) {
        let device = number.and_then(|(major, minor)| names::by_number(self.root, major, minor));
        self.limits.push(Limit {
            group: self.group.clone(),
            what,
            value,
            number,
            device,
        });
    }

    fn number(&self, name: &str) -> Option<u64> {
        root::number(&self.dir.join(name))
    }

    fn v1_blkio(&mut self) {
        for (name, what) in [
            ("blkio.throttle.read_bps_device", Limited::ReadBps),
            ("blkio.throttle.write_bps_device", Limited::WriteBps),
            ("blkio.throttle.read_iops_device", Limited::ReadIops),
            ("blkio.throttle.write_iops_device", Limited::WriteIops),
        ] {
            for line in root::text(&self.dir.join(name)).unwrap_or_default().lines() {
                let Some((number, value)) = line.split_once(' ') else {
                    continue;
                };
                if let (Some(number), Ok(value)) = (parse_number(number), value.trim().parse()) {
                    self.add(what, value, Some(number));
                }
            }
        }
        let weight = self.number("blkio.bfq.weight").filter(|w| *w != 100);
        let weight = weight.or_else(|| self.number("blkio.weight").filter(|w| *w != 500));
        if let Some(weight) = weight {
            self.add(Limited::IoWeight, weight, None);
        }
    }

    fn v1_memory(&mut self) {
        if let Some(bytes) = self
            .number("memory.limit_in_bytes")
            .filter(|b| *b < V1_NO_MEMORY_LIMIT)
        {
            self.add(Limited::Memory, bytes, None);
        }
    }

    fn v1_cpu(&mut self) {
        let quota =
            root::number::<i64>(&self.dir.join("cpu.cfs_quota_us")).and_then(|q| u64::try_from(q).ok());
        if let (Some(quota), Some(period)) = (quota, self.number("cpu.cfs_period_us").filter(|p| *p > 0)) {
            self.add(Limited::CpuMilli, quota.saturating_mul(1000) / period, None);
        }
    }

    fn v2(&mut self) {
        for line in root::text(&self.dir.join("io.max")).unwrap_or_default().lines() {
            self.io_line(
                line,
                &[
                    ("rbps", Limited::ReadBps),
                    ("wbps", Limited::WriteBps),
                    ("riops", Limited::ReadIops),
                    ("wiops", Limited::WriteIops),
                ],
            );
        }
        for line in root::text(&self.dir.join("io.latency"))
            .unwrap_or_default()
            .lines()
        {
            self.io_line(line, &[("target", Limited::IoLatencyUs)]);
        }
        let weight = root::text(&self.dir.join("io.weight"));
        let weight = weight
            .as_deref()
            .and_then(|t| t.lines().find_map(|l| l.strip_prefix("default ")));
        if let Some(weight) = weight.and_then(|w| w.trim().parse().ok()).filter(|w| *w != 100) {
            self.add(Limited::IoWeight, weight, None);
        }
        for (name, what) in [
            ("memory.max", Limited::Memory),
            ("memory.high", Limited::MemoryHigh),
        ] {
            if let Some(bytes) = self.number(name) {
                self.add(what, bytes, None);
            }
        }
        let max = root::text(&self.dir.join("cpu.max")).unwrap_or_default();
        if let Some((Ok(quota), Ok(period))) = max
            .split_once(' ')
            .map(|(q, p)| (q.parse::<u64>(), p.parse::<u64>()))
        {
            self.add(
                Limited::CpuMilli,
                quota.saturating_mul(1000) / period.max(1),
                None,
            );
        }
    }

    /// `8:0 rbps=max wbps=1048576 riops=max wiops=max`
    fn io_line(&mut self, line: &str, keys: &[(&str, Limited)]) {
        let mut words = line.split_whitespace();
        let Some(number) = words.next().and_then(parse_number) else {
            return;
        };
        for (key, value) in words.filter_map(|w| w.split_once('=')) {
            let what = keys.iter().find(|(k, _)| *k == key).map(|(_, what)| *what);
            if let (Some(what), Ok(value)) = (what, value.parse()) {
                self.add(what, value, Some(number));
            }
        }
    }
}

fn parse_number(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = text.split_once(':')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

impl Throttling {
    fn read(&mut self, dir: &Path, v2: bool) {
        let keyed = |file: &str, key: &str| -> Option<u64> {
            let text = root::text(&dir.join(file))?;
            let line = text
                .lines()
                .find_map(|l| l.strip_prefix(key)?.strip_prefix(' ').map(str::to_owned))?;
            line.trim().parse().ok()
        };
        let keep = |slot: &mut Option<u64>, value: Option<u64>| *slot = slot.or(value);
        keep(&mut self.cpu_throttled_periods, keyed("cpu.stat", "nr_throttled"));
        if v2 {
            keep(&mut self.cpu_throttled_us, keyed("cpu.stat", "throttled_usec"));
            keep(&mut self.memory_max_events, keyed("memory.events", "max"));
            keep(&mut self.memory_high_events, keyed("memory.events", "high"));
            let io = root::text(&dir.join("io.pressure"))
                .and_then(|t| crate::system::pressure::Pressure::parse(&t));
            keep(&mut self.io_stalled_us, io.map(|p| p.some_total_us));
        } else {
            keep(
                &mut self.cpu_throttled_us,
                keyed("cpu.stat", "throttled_time").map(|ns| ns / 1000),
            );
            keep(
                &mut self.memory_max_events,
                root::number(&dir.join("memory.failcnt")),
            );
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn containers_have_short_names() {
        let id = "0123456789abcdef".repeat(4);
        for (group, name) in [
            (
                format!("/system.slice/docker-{id}.scope"),
                Some("docker 0123456789ab"),
            ),
            (
                format!("/kubepods/pod1/cri-containerd-{id}.scope"),
                Some("containerd 0123456789ab"),
            ),
            (format!("/docker/{id}"), Some("container 0123456789ab")),
            ("/user.slice/session-2.scope".to_owned(), None),
        ] {
            assert_eq!(container(&group).as_deref(), name, "{group}");
        }
    }

    #[test]
    fn what_a_limit_let_through_is_read_in_both_versions() {
        let dir = tempfile::tempdir().unwrap();
        let put = |path: &str, text: &str| {
            let path = dir.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        let root = Root::at(dir.path());
        let limit = |what, number| Limit {
            group: "/lab".into(),
            what,
            value: 1,
            number,
            device: None,
        };
        put(
            "proc/self/mountinfo",
            "30 1 0:26 / /sys/fs/cgroup/blkio rw - cgroup cgroup rw,blkio\n31 1 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n",
        );
        put(
            "sys/fs/cgroup/blkio/lab/blkio.throttle.io_serviced",
            "7:0 Read 12\n7:0 Write 3\n7:01 Read 9\n",
        );
        put("sys/fs/cgroup/memory/lab/memory.usage_in_bytes", "4096\n");
        put(
            "sys/fs/cgroup/memory/lab/memory.stat",
            "cache 1\nworkingset_refault_file 77\n",
        );
        let of = |what, number| used(&root, &mounts::read(&root), &limit(what, number));
        let amount = |amount| {
            Some(Used {
                amount,
                read_again: None,
            })
        };
        assert_eq!(of(Limited::ReadIops, Some((7, 0))), amount(12));
        assert_eq!(of(Limited::WriteIops, Some((7, 1))), amount(0));
        let memory = Used {
            amount: 4096,
            read_again: Some(77),
        };
        assert_eq!(of(Limited::Memory, None), Some(memory));
        put(
            "proc/self/mountinfo",
            "30 1 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup rw\n",
        );
        put(
            "sys/fs/cgroup/lab/io.stat",
            "7:0 rbytes=8192 wbytes=0 rios=2 wios=5\n",
        );
        assert_eq!(of(Limited::ReadBps, Some((7, 0))), amount(8192));
        assert_eq!(of(Limited::WriteIops, Some((7, 0))), amount(5));
    }
}
