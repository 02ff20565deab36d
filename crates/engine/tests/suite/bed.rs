//! Plans, files and runs for the tests.

use std::fs::{File, OpenOptions};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU8;

use fiord_engine::live::LiveCell;
use fiord_engine::sim::World;
use fiord_engine::worker::{WorkerOutcome, WorkerSetup, run as run_worker};
use fiord_job::plan::{AccessMode, Amount, BlockSize, EngineKind, JobPlan, PerDdir};
use fiord_targets::stop;
use fiord_workload::flow::Flows;
use fiord_workload::plan::Target;
use fiord_workload::plan::TargetKind;
use fiord_workload::plan::WorkerPlan;

pub(crate) use crate::workers::nothing;
use crate::workers::worker;

pub(crate) const KIB: u64 = 1024;

/// The engines that move data of any file, from the table of engines. The others need devices of their own: `cargo xtask vm` has such.
pub(crate) fn real() -> impl Iterator<Item = EngineKind> {
    EngineKind::ALL
        .iter()
        .copied()
        .filter(|kind| kind.takes_any_file())
}

/// A job of `engine` with blocks of 4 KiB.
pub(crate) fn job(engine: EngineKind, mode: AccessMode, iodepth: u32) -> JobPlan {
    let mut job = JobPlan::new("contract");
    job.engine.kind = engine;
    job.access.mode = mode;
    job.access.block_size = PerDdir::all(BlockSize::Fixed(4 * KIB));
    job.depth.iodepth = iodepth;
    job
}

/// A file in a directory of its own, removed at the end.
pub(crate) struct Bed {
    _dir: tempfile::TempDir,
    pub(crate) path: PathBuf,
    pub(crate) size_bytes: u64,
}

impl Bed {
    /// A file of `size_bytes` with content that differs from block to block.
    pub(crate) fn with_file(size_bytes: u64) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("target");
        let content: Vec<u8> = (0..size_bytes).map(|at| (at / 7 + at / 4096) as u8).collect();
        std::fs::write(&path, content).unwrap();
        Self {
            _dir: dir,
            path,
            size_bytes,
        }
    }

    /// The target as a worker sees it.
    pub(crate) fn target(&self) -> Target {
        file_target(&self.path, self.size_bytes)
    }

    pub(crate) fn content(&self) -> Vec<u8> {
        std::fs::read(&self.path).unwrap()
    }
}

/// A regular file as a target, opened for reading and writing.
pub(crate) fn file_target(path: &Path, size_bytes: u64) -> Target {
    let file: File = OpenOptions::new().read(true).write(true).open(path).unwrap();
    Target {
        path: path.to_owned(),
        kind: TargetKind::File,
        fd: Some(OwnedFd::from(file)),
        ..nothing(size_bytes)
    }
}

/// A worker over `targets` that transfers their size once.
pub(crate) fn plan(mut job: JobPlan, targets: Vec<Target>) -> WorkerPlan {
    let region = targets.iter().map(|target| target.region_bytes).sum();
    job.access.size = Some(Amount::Bytes(region));
    worker(job, targets, 0x5eed)
}

/// Runs a worker to its end.
pub(crate) fn run(plan: &WorkerPlan) -> WorkerOutcome {
    run_with(plan, &LiveCell::default())
}

/// The same with a live cell that others look at.
pub(crate) fn run_with(plan: &WorkerPlan, live: &LiveCell) -> WorkerOutcome {
    start(plan, live, stop::RUN)
}

/// Runs a worker that is to stop from the beginning.
pub(crate) fn run_stopped(plan: &WorkerPlan) -> WorkerOutcome {
    start(plan, &LiveCell::default(), stop::STOP)
}

fn start(plan: &WorkerPlan, live: &LiveCell, flag: u8) -> WorkerOutcome {
    let zones = fiord_targets::zones::ZonedFiles::default();
    if plan.job.access.zbd().is_some() {
        zones.look(&plan.job, &plan.targets).unwrap();
    }
    let setup = WorkerSetup {
        plan,
        start: &mut || true,
        stop: &AtomicU8::new(flag),
        live,
        flows: &Flows::default(),
        steady: &fiord_workload::steady::SteadyParties::default(),
        locks: &fiord_targets::locks::FileLocks::default(),
        wear_out: None,
        zones: &zones,
    };
    run_worker(setup, &World::new())
}
