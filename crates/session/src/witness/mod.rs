//! Gathers the kernel's side of a run.
//!
//! Counters of devices and of this process before and after, the page cache of the targets, who else did I/O, limits that apply.
//! What is needed each second is in `sampler`.
//!
//! It runs before the workers start and after they have ended, never during an I/O, and judges nothing. Device counters are read
//! here and nowhere else: fio's disk lines are a view of them (`disks`).

mod devices;
mod disks;
mod neighbours;
mod sampler;
mod so_far;

use std::sync::Arc;
use std::time::{Duration, Instant};

use fiord_engine::data::clock::{Clock as _, WallClock};
use fiord_engine::live::LiveBoard;
use fiord_host::cgroup::{Cgroups, Throttling};
use fiord_host::clock::{Clock, cost_ns};
use fiord_host::counters::IoCounters;
use fiord_host::disk_stats::DiskStats;
use fiord_host::health::Health;
use fiord_host::look::{self, Glance};
use fiord_host::root::Root;
use fiord_host::stack::{FsClass, Layer, LayerKind, Mapping};
use fiord_record::evidence::{DeviceUse, Processors, RunEvidence, SecondLatencies, TargetUse};
use fiord_record::layers::Layers;
use fiord_record::run::DiskUse;

use self::disks::FioDisk;
use self::sampler::{Sampler, totals};
pub(crate) use self::so_far::SoFar;
use crate::layers::Tracing;
use crate::regions::{Regions, pages};
use crate::settings::RunSettings;
use crate::targets::{RunTarget, RunTargets};
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
        targets: &mut RunTargets<'_>,
        settings: &RunSettings,
        live: &Arc<LiveBoard>,
        so_far: Option<SoFar>,
    ) -> Self {
        let root = targets.root;
        let shown = disks::shown(targets);
        let mut devices = devices::under(targets, settings.evidence);
        let more = settings.evidence.then(|| {
            let names = devices.iter().map(|device| device.name.clone()).collect();
            let jobs = targets.plan.jobs.iter();
            let mut workers_of_jobs: Vec<usize> = jobs.map(|job| job.numjobs as usize).collect();
            if workers_of_jobs.len() > SecondLatencies::MOST_JOBS {
                workers_of_jobs = vec![workers_of_jobs.iter().sum()];
            }
            let uses: Vec<TargetUse> = targets
                .all()
                .map(|(job, target)| target_use(job, target))
                .collect();
            let cgroups = Cgroups::own(root);
            let so_far = so_far.map(|so_far| so_far.on(root, &devices, &uses));
            More {
                regions: Regions::read(
                    targets
                        .all()
                        .map(|(_, target)| (target.path.as_path(), &*target.stack)),
                ),
                targets: uses,
                cgroups,
                clock: stamping_clock(root, live),
                glance: look::glance(root),
                own: IoCounters::own(root),
                live: Arc::clone(live),
                sampler: Sampler::begin(root, names, workers_of_jobs, live, so_far),
                tracing: settings
                    .layers
                    .map(|request| Tracing::begin(targets, live, &request)),
            }
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
        neighbours::note_open_files(root, &devices, &mut activity.processes);
        for device in devices.iter_mut().filter(|device| device.leaf) {
            if let Some((_, after)) = &mut device.health {
                *after = Health::read(root, &device.name);
            }
            device.wear = device
                .wear
                .take()
                .and_then(|(before, _)| Some((before, devices::wear(root, &device.name)?)));
        }
        for target in &mut self.targets {
            target.after = pages(&target.path);
            let mine = workers.iter().filter(|worker| worker.job_index == target.job);
            let left = mine.flat_map(|worker| &worker.left);
            let left = left.filter(|(path, _)| *path == target.path);
            // What the kernel wrote after a job's end, while others went on, is in no number of that job.
            let dirty = left.filter_map(|(_, state)| state.dirty_bytes).max();
            if let (Some(after), Some(dirty)) = (&mut target.after, dirty) {
                after.dirty_bytes = Some(after.dirty_bytes.unwrap_or(0).max(dirty));
            }
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
            hidden_processes: activity.hidden_processes,
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

/// A target before the run.
fn target_use(job: usize, target: &RunTarget) -> TargetUse {
    let (path, stack) = (&target.path, &*target.stack);
    // A file system under a loop device is the device's affair: its target is the device.
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
        // An overlay passes on what it gets.
        LayerKind::FileSystem(fs) => !matches!(fs.class, FsClass::Disk | FsClass::Memory | FsClass::Overlay),
        _ => false,
    };
    TargetUse {
        job,
        fs_type: file_system.map(|fs| fs.mount.fs_type.clone()),
        fs_class: file_system.map(|fs| fs.class),
        leaves: devices::lowest(stack),
        multiplies: stack.layers().iter().any(|(_, layer)| copies(layer)),
        before: pages(path),
        after: None,
        touched: None,
        allocation: None,
        path: path.clone(),
    }
}
