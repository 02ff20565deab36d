//! Gathers the kernel's side of a run.
//!
//! Counters of devices and of this process before and after, the page cache of the targets, who else did I/O, limits that apply.
//! What is needed each second is in `sampler`.
//!
//! It runs before the workers start and after they have ended, never during an I/O, and judges nothing. Device counters are read
//! here and nowhere else: fio's disk lines are a view of them (`disks`).

mod disks;
mod neighbours;
mod sampler;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fiord_engine::data::clock::{Clock as _, WallClock};
use fiord_engine::live::LiveBoard;
use fiord_host::block;
use fiord_host::cgroup::{Cgroups, Throttling};
use fiord_host::clock::{Clock, cost_ns};
use fiord_host::counters::IoCounters;
use fiord_host::disk::Transport;
use fiord_host::disk_stats::DiskStats;
use fiord_host::health::Health;
use fiord_host::look::{self, Glance};
use fiord_host::root::Root;
use fiord_host::stack::{FsClass, Layer, LayerKind, Mapping, Stack};
use fiord_job::plan::RunPlan;
use fiord_record::evidence::{DeviceUse, Processors, RunEvidence, TargetUse};
use fiord_record::layers::Layers;
use fiord_record::run::DiskUse;

use self::disks::FioDisk;
use self::sampler::{Sampler, totals};
use crate::layers::Tracing;
use crate::regions::{self, Regions, pages};
use crate::settings::RunSettings;
use crate::targets::{self, Stacks};
use crate::workers::WorkerReport;

/// Longest wait for counters at the end of a run.
const SETTLING: Duration = Duration::from_millis(20);

/// A run under observation.
pub(crate) struct Witness {
    root: Root,
    devices: Vec<DeviceUse>,
    shown: Vec<FioDisk>,
    started: Instant,
    /// What evidence takes beyond the counters of the disks.
    more: Option<More>,
}

struct More {
    targets: Vec<TargetUse>,
    regions: Regions,
    cgroups: Cgroups,
    clock: Clock,
    glance: Glance,
    own: Option<IoCounters>,
    live: Arc<LiveBoard>,
    sampler: Option<Sampler>,
    /// Or why there is none.
    tracing: Option<Result<Tracing, Box<Layers>>>,
}

impl Witness {
    /// Reads everything once and, for evidence, begins to sample. Called when the files are laid out and nothing has started.
    pub(crate) fn begin(
        stacks: &mut Stacks<'_>,
        plan: &RunPlan,
        settings: &RunSettings,
        live: &Arc<LiveBoard>,
    ) -> Self {
        let root = stacks.root;
        let shown = disks::shown(stacks, plan);
        let mut devices = look_at_devices(stacks, plan, settings.evidence);
        let more = settings.evidence.then(|| {
            let names = devices.iter().map(|device| device.name.clone()).collect();
            let targets = look_at_targets(stacks, plan);
            let mut regions = Regions::default();
            for target in &targets {
                regions.look_at(&target.path);
            }
            More {
                targets,
                regions,
                cgroups: Cgroups::own(root),
                clock: stamping_clock(root, live),
                glance: look::glance(root),
                own: IoCounters::own(root),
                live: Arc::clone(live),
                sampler: Sampler::begin(root, names, live),
                tracing: None,
            }
        });
        let more = more.map(|more| More {
            tracing: settings
                .layers
                .map(|request| Tracing::begin(stacks, plan, live, &request)),
            ..more
        });
        // The counters come last, so that looking is not counted.
        for device in &mut devices {
            device.before = DiskStats::of(root, &device.name).unwrap_or_default();
        }
        Self {
            root: root.clone(),
            devices,
            shown,
            started: Instant::now(),
            more,
        }
    }

    /// Reads everything again: fio's disk lines, and the evidence if that was asked for.
    pub(crate) fn end(mut self, workers: &[WorkerReport]) -> (Vec<DiskUse>, Option<RunEvidence>) {
        let root = &self.root;
        let own = self.more.is_some().then(|| IoCounters::own(root)).flatten();
        for device in &mut self.devices {
            device.after = settled(root, &device.name).unwrap_or(device.before);
        }
        let elapsed = self.started.elapsed();
        let disks = disks::lines(&self.shown, &self.devices, elapsed);
        let devices = self.devices;
        let evidence = self
            .more
            .map(|more| more.end(root, devices, own, elapsed.as_secs_f64(), workers));
        (disks, evidence)
    }
}

/// The counters of a device once the kernel has counted what it has answered: a worker may hear of its last I/O before the counters
/// do. A device that others keep busy is read after [`SETTLING`] as it stands.
fn settled(root: &Root, name: &str) -> Option<DiskStats> {
    let until = Instant::now() + SETTLING;
    loop {
        let counted = DiskStats::of(root, name)?;
        if counted.in_flight == 0 || Instant::now() >= until {
            return Some(counted);
        }
        std::thread::sleep(SETTLING / 20);
    }
}

impl More {
    fn end(
        mut self,
        root: &Root,
        mut devices: Vec<DeviceUse>,
        own: Option<IoCounters>,
        seconds: f64,
        workers: &[WorkerReport],
    ) -> RunEvidence {
        let layers = self.tracing.take();
        let layers =
            layers.map(|tracing| tracing.map_or_else(|absent| absent, |tracing| Box::new(tracing.end())));
        let seconds_series = self.sampler.take().map(Sampler::end).unwrap_or_default();
        let mut activity = look::glance(root).since(&self.glance);
        neighbours::look(root, &devices, &mut activity.processes);
        for device in devices.iter_mut().filter(|device| device.leaf) {
            if let Some((_, after)) = &mut device.health {
                *after = Health::read(root, &device.name);
            }
        }
        for target in &mut self.targets {
            target.after = pages(&target.path);
        }
        self.regions.fill(&mut self.targets, workers, &self.live);
        let numbers: Vec<(u32, u32)> = devices.iter().filter_map(|device| device.number).collect();
        let throttling = Cgroups::own(root).throttling;
        let (issued_ios, issued_bytes) = totals(&self.live);
        RunEvidence {
            seconds,
            issued_bytes,
            issued_ios,
            own: own.zip(self.own).map(|(after, before)| after.since(&before)),
            devices,
            targets: self.targets,
            others: activity.processes,
            processors: Processors {
                busy_percent: activity.cpu_busy_percent,
                steal_percent: activity.steal_percent,
                stalled_ms: activity.cpu_stalled_ms,
                // What the workers waited is added up from their own counters: `crate::meters`.
                ..Processors::default()
            },
            io_stalled_ms: activity.io_stalled_ms,
            limits: self
                .cgroups
                .limits
                .into_iter()
                .filter(|limit| limit.number.is_some_and(|number| numbers.contains(&number)))
                .collect(),
            throttling: throttling_since(&throttling, &self.cgroups.throttling),
            clock: self.clock,
            seconds_series,
            // Counted after the run is over: `crate::replay`.
            blocks: None,
            layers,
        }
    }
}

/// The clock that the latencies are taken with: the kernel's, unless the engine reads the processor's counter past it. A slow
/// clock source of the kernel then costs the run nothing.
fn stamping_clock(root: &Root, live: &LiveBoard) -> Clock {
    let kernel = Clock::read(root);
    let ours = WallClock::new();
    let is_traced = live.cells().iter().any(|cell| cell.stamps().is_some());
    if !ours.is_tsc() || is_traced {
        return kernel;
    }
    Clock {
        source: Some("tsc, read without the kernel".to_owned()),
        read_ns: Some(cost_ns(|| ours.now_ns())),
        ..kernel
    }
}

fn throttling_since(now: &Throttling, then: &Throttling) -> Throttling {
    let grown = |now: Option<u64>, then: Option<u64>| Some(now?.saturating_sub(then?));
    Throttling {
        cpu_throttled_periods: grown(now.cpu_throttled_periods, then.cpu_throttled_periods),
        cpu_throttled_us: grown(now.cpu_throttled_us, then.cpu_throttled_us),
        memory_max_events: grown(now.memory_max_events, then.memory_max_events),
        memory_high_events: grown(now.memory_high_events, then.memory_high_events),
        io_stalled_us: grown(now.io_stalled_us, then.io_stalled_us),
    }
}

/// Every block device under the targets, each once. What is below loop devices, heat and wear only for evidence: reading those
/// takes a command of the drive.
fn look_at_devices(stacks: &mut Stacks<'_>, plan: &RunPlan, evidence: bool) -> Vec<DeviceUse> {
    let root = stacks.root;
    let mut devices: Vec<DeviceUse> = Vec::new();
    for path in plan.jobs.iter().flat_map(targets::paths) {
        let stack = stacks.under(&path);
        let known = devices.len();
        for (_, layer) in stack.layers() {
            add_device(root, layer, &mut devices);
        }
        for device in devices.iter_mut().skip(known).filter(|_| evidence) {
            device.backing = regions::backing(root, stack, &device.name);
        }
    }
    for device in devices.iter_mut().filter(|device| device.leaf && evidence) {
        let read = Health::read(root, &device.name);
        device.health = Some((read.clone(), read));
    }
    devices
}

fn look_at_targets(stacks: &mut Stacks<'_>, plan: &RunPlan) -> Vec<TargetUse> {
    let mut all = Vec::new();
    for (job, plan) in plan.jobs.iter().enumerate() {
        for path in targets::paths(plan) {
            let stack = stacks.under(&path);
            all.push(target(job, path, stack));
        }
    }
    all
}

fn target(job: usize, path: PathBuf, stack: &Stack) -> TargetUse {
    // One below a loop device is the device's affair: its target is the device.
    let is_file_system = |top: &Layer| matches!(top.kind, LayerKind::FileSystem(_));
    let on_one = stack.top.as_ref().is_some_and(is_file_system);
    let file_system = stack.data_file_system().filter(|_| on_one);
    let copies = |layer: &Layer| match &layer.kind {
        LayerKind::Md(_) => true,
        LayerKind::Mapped(mapped) => {
            matches!(
                mapped.mapping,
                Mapping::Raid { .. } | Mapping::Vdo | Mapping::Cache | Mapping::Snapshot
            )
        }
        LayerKind::FileSystem(fs) => !matches!(fs.class, FsClass::Disk | FsClass::Memory),
        _ => false,
    };
    TargetUse {
        job,
        fs_type: file_system.map(|fs| fs.mount.fs_type.clone()),
        fs_class: file_system.map(|fs| fs.class),
        leaves: lowest(stack),
        multiplies: stack.layers().iter().any(|(_, layer)| copies(layer)),
        before: pages(&path),
        after: None,
        allocation: None,
        path,
    }
}

/// The names of the devices below which no other device lies, each once: disks, and a loop device whose file is in memory
/// or on another machine. Their counters are the last that this kernel keeps.
fn lowest(stack: &Stack) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (_, layer) in stack.layers() {
        if layer.number.is_some() && !device_below(layer) && !names.contains(&layer.name) {
            names.push(layer.name.clone());
        }
    }
    names
}

fn device_below(layer: &Layer) -> bool {
    layer
        .below
        .iter()
        .any(|below| below.number.is_some() || device_below(below))
}

/// A block device of the stack, unless it is known already. Partitions are left out: their disk has the counters.
fn add_device(root: &Root, layer: &Layer, devices: &mut Vec<DeviceUse>) {
    if layer.number.is_none() || devices.iter().any(|known| known.name == layer.name) {
        return;
    }
    let partition = matches!(layer.kind, LayerKind::Partition { .. });
    let leaf = !device_below(layer) && !partition;
    if partition {
        // A partition whose disk is not in the tree still has its disk's counters to show.
        if layer.below.is_empty()
            && let Some(disk) = block::disk_of_partition(root, &layer.name)
            && devices.iter().all(|known| known.name != disk)
        {
            devices.push(DeviceUse {
                number: block::device_number(root, &disk),
                name: disk,
                leaf: true,
                ..DeviceUse::default()
            });
        }
        return;
    }
    let queue = layer.queue.as_ref();
    devices.push(DeviceUse {
        name: layer.name.clone(),
        number: layer.number,
        leaf,
        in_memory: in_memory(layer),
        parallel: parallel(layer),
        write_cache: queue
            .and_then(|queue| queue.write_cache.as_deref())
            .map(|mode| mode == "write back"),
        ..DeviceUse::default()
    });
}

fn in_memory(layer: &Layer) -> bool {
    match &layer.kind {
        LayerKind::Zram { .. } => true,
        LayerKind::Disk(disk) => matches!(disk.transport, Transport::Memory | Transport::Pmem),
        LayerKind::Loop { .. } => layer
            .below
            .iter()
            .any(|below| matches!(&below.kind, LayerKind::FileSystem(fs) if fs.class == FsClass::Memory)),
        _ => false,
    }
}

/// A layer over others serves as many at once as they do; but a loop device that goes through the page cache does one request
/// after the other.
fn parallel(layer: &Layer) -> Option<bool> {
    match &layer.kind {
        LayerKind::Loop {
            direct_io: Some(false),
            ..
        } => Some(false),
        LayerKind::Loop { .. } | LayerKind::Mapped(_) | LayerKind::Md(_) | LayerKind::FileSystem(_) => {
            let below: Vec<Option<bool>> = layer.below.iter().map(parallel).collect();
            match below.as_slice() {
                [] => None,
                [one] => *one,
                _ => Some(true),
            }
        }
        LayerKind::Partition { .. } => layer.below.iter().find_map(parallel),
        LayerKind::Zram { .. } => Some(true),
        LayerKind::Disk(disk) => match disk.transport {
            Transport::Sata | Transport::Usb | Transport::Mmc => layer
                .queue
                .as_ref()
                .and_then(|queue| queue.rotational)
                .map(|turns| !turns),
            Transport::Unknown | Transport::Scsi => None,
            _ => Some(true),
        },
        _ => None,
    }
}
