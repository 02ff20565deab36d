//! What explains that tasks wait: samples of counters with looks at the tasks between them, and facts of the devices and groups in
//! question. Supplies facts; which of them is the cause is judged elsewhere.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::block::disk::Transport;
use crate::block::health::Health;
use crate::block::names;
use crate::block::stack::{self, Layer, LayerKind, Stack};
use crate::file::mounts::{self, Mount};
use crate::look::Glance;
use crate::root::{self, Root};
use crate::system::cgroup::{self, Cgroups, Limit, Used};
use crate::system::cpu::{self, CpuTimes};
use crate::system::processes;
use crate::system::tasks::{TaskSnapshot, TaskState};
use crate::system::vm::VmCounters;

/// Counters at one moment, and the looks at tasks since the sample before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    pub glance: Glance,
    /// Of each CPU that is on line.
    pub cpus: Vec<CpuTimes>,
    pub vm: Option<VmCounters>,
    pub looks: Vec<TaskSnapshot>,
    /// What limits let through so far, in the order of [`Facts::limits`]; those that came later are missing at the end.
    pub used: Vec<Option<Used>>,
}

/// A device that did something.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DeviceFacts {
    pub name: String,
    /// Whether it serves requests in parallel, so that its busy time does not say how full it is.
    pub is_parallel: bool,
    pub nr_requests: Option<u64>,
    pub read_ahead_kb: Option<u64>,
    /// Whether a hypervisor, a network or a cloud is below it.
    pub is_volume: bool,
    /// The file that a loop device shows.
    pub loop_file: Option<String>,
    /// All devices that it rests on, those below a loop device's file too.
    pub below: Vec<String>,
    /// What a RAID does besides serving: `resync`, `recover`, `check`, `repair`, `reshape`.
    pub rebuild: Option<String>,
    /// At which speed, as the RAID itself says.
    pub rebuild_kb_per_s: Option<u64>,
    /// Degrees in thousandths: now, and from which on it warns.
    pub heat_millic: Option<(i64, i64)>,
}

/// A process that waited.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ProcessFacts {
    /// Devices on which it has files open, and those that they are made of; none: not visible.
    pub devices: Vec<String>,
    /// Mount points of FUSE and of network file systems on which it has files open, with their types.
    pub served: Vec<(String, String)>,
    /// Its limits, as places in [`Facts::limits`].
    pub limits: Vec<usize>,
}

/// What does not change from look to look; read once for each device and process.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    pub devices: Vec<DeviceFacts>,
    pub processes: BTreeMap<u32, ProcessFacts>,
    pub limits: Vec<Limit>,
}

impl Sample {
    /// Reads the counters.
    pub fn take(root: &Root, glance: Glance, looks: Vec<TaskSnapshot>, facts: &Facts) -> Sample {
        let used = || {
            let mounts = mounts::read(root);
            let used = |limit: &Limit| cgroup::used(root, &mounts, limit);
            facts.limits.iter().map(used).collect()
        };
        Sample {
            glance,
            cpus: cpu::times_each(root),
            vm: VmCounters::read(root),
            looks,
            used: if facts.limits.is_empty() {
                Vec::new()
            } else {
                used()
            },
        }
    }
}

impl Facts {
    /// Adds the processes that waited in these looks.
    pub fn add_waiting(&mut self, root: &Root, looks: &[TaskSnapshot]) {
        let mut mounts = None;
        for task in looks.iter().flat_map(|look| &look.tasks) {
            if task.is_kernel || task.state == TaskState::Running || self.processes.contains_key(&task.pid) {
                continue;
            }
            let mounts = mounts.get_or_insert_with(|| mounts::read(root));
            let facts = self.process(root, mounts, task.pid);
            self.processes.insert(task.pid, facts);
        }
    }

    fn process(&mut self, root: &Root, mounts: &[Mount], pid: u32) -> ProcessFacts {
        let mut facts = ProcessFacts::default();
        for limit in Cgroups::of(root, pid).limits {
            let at = self.limits.iter().position(|known| *known == limit);
            facts.limits.push(at.unwrap_or(self.limits.len()));
            if at.is_none() {
                self.limits.push(limit);
            }
        }
        for (device, path) in processes::working_places(root, pid).unwrap_or_default() {
            let (major, minor) = (rustix::fs::major(device), rustix::fs::minor(device));
            let mount = mounts
                .iter()
                .find(|mount| (mount.major, mount.minor) == (major, minor));
            match mount.filter(|mount| is_served(&mount.fs_type)) {
                Some(mount) => {
                    let at = mount.mount_point.display().to_string();
                    facts.served.push((at, mount.fs_type.clone()));
                }
                None => add_devices(root, (major, minor), &path, &mut facts.devices),
            }
        }
        facts
    }

    /// Reads the facts of devices, again where they may change while a machine runs.
    pub fn see_devices(&mut self, root: &Root, names: &[String]) {
        self.devices = names.iter().filter_map(|name| device(root, name)).collect();
    }
}

fn is_served(fs_type: &str) -> bool {
    fs_type.starts_with("fuse")
        || ["nfs", "nfs4", "cifs", "smb3", "ceph", "9p", "virtiofs"].contains(&fs_type)
}

/// The device of a file's file system, or the device itself, with what it is made of. A loop device's file is not a part.
fn add_devices(root: &Root, (major, minor): (u32, u32), path: &Path, names: &mut Vec<String>) {
    let top = match names::by_number(root, major, minor) {
        Some(name) => stack::layer(root, &name, DEPTH),
        None => Stack::under(root, path).top,
    };
    if let Some(top) = top {
        add_parts(&top, names);
    }
}

fn add_parts(layer: &Layer, names: &mut Vec<String>) {
    if !matches!(layer.kind, LayerKind::FileSystem(_)) && !names.contains(&layer.name) {
        names.push(layer.name.clone());
    }
    if !matches!(layer.kind, LayerKind::Loop { .. }) {
        layer.below.iter().for_each(|below| add_parts(below, names));
    }
}

/// Deeper than any real stack.
const DEPTH: usize = 24;

fn device(root: &Root, name: &str) -> Option<DeviceFacts> {
    let layer = stack::layer(root, name, DEPTH)?;
    let mut facts = DeviceFacts {
        name: name.to_owned(),
        is_parallel: true,
        nr_requests: layer.queue.as_ref().and_then(|queue| queue.nr_requests),
        read_ahead_kb: layer.queue.as_ref().and_then(|queue| queue.read_ahead_kb),
        ..DeviceFacts::default()
    };
    match &layer.kind {
        LayerKind::Loop { backing_file, .. } => {
            facts.loop_file = backing_file.as_ref().map(|file| file.display().to_string());
        }
        LayerKind::Md(md) => {
            let action = md.sync_action.clone();
            facts.rebuild = action.filter(|action| !["idle", "frozen"].contains(&action.as_str()));
            facts.rebuild_kb_per_s = root::number(&root.block(name).join("md/sync_speed"));
        }
        LayerKind::Disk(disk) => {
            let turns = layer.queue.as_ref().and_then(|queue| queue.rotational) != Some(false);
            facts.is_parallel = !(turns
                && matches!(
                    disk.transport,
                    Transport::Sata | Transport::Sas | Transport::Usb | Transport::Scsi | Transport::Unknown
                ));
            facts.is_volume = disk.cloud.as_ref().is_some_and(|cloud| !cloud.local)
                || matches!(
                    disk.transport,
                    Transport::VirtioBlk
                        | Transport::VirtioScsi
                        | Transport::Xen
                        | Transport::HyperV
                        | Transport::VmwarePvscsi
                        | Transport::NvmeFabric
                        | Transport::Iscsi
                        | Transport::FibreChannel
                        | Transport::NetworkBlock
                );
            facts.heat_millic = heat(root, name);
        }
        LayerKind::Partition { .. } => return None,
        _ => {}
    }
    let mut below = Vec::new();
    layer.below.iter().for_each(|part| add_all(part, &mut below));
    facts.below = below;
    Some(facts)
}

fn add_all(layer: &Layer, names: &mut Vec<String>) {
    if !matches!(layer.kind, LayerKind::FileSystem(_)) && !names.contains(&layer.name) {
        names.push(layer.name.clone());
    }
    layer.below.iter().for_each(|below| add_all(below, names));
}

fn heat(root: &Root, name: &str) -> Option<(i64, i64)> {
    let health = Health::read(root, name);
    Some((health.temperature_millic?, health.temperature_warning_millic?))
}
