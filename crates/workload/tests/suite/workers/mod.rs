//! One worker without a run around it, over targets that hold no data.
#![allow(dead_code, unreachable_pub)]

use std::sync::Arc;

use fiord_job::plan::{Amount, JobPlan};
use fiord_workload::plan::{Target, TargetKind, WorkerPlan};

/// A target that holds no data, all of which is used.
pub fn nothing(size_bytes: u64) -> Target {
    Target {
        path: "nothing".into(),
        kind: TargetKind::None,
        fd: None,
        size_bytes,
        start_bytes: 0,
        region_bytes: size_bytes,
        align_bytes: 1,
    }
}

/// The first and only worker of a job over `targets`. It transfers what `io_size` says, or their regions once.
pub fn worker(job: JobPlan, targets: Vec<Target>, seed: u64) -> WorkerPlan {
    let io_limit_bytes = match job.access.io_size {
        Some(Amount::Bytes(bytes)) => bytes,
        _ => targets.iter().map(|target| target.region_bytes).sum(),
    };
    WorkerPlan {
        job: Arc::new(job),
        job_index: 0,
        clone: 0,
        number: 0,
        targets,
        io_limit_bytes,
        seed,
        resume: None,
    }
}

/// A worker over files that hold no data, each of a size of which it uses a region: `(size, start, length)`.
pub fn over_regions(files: &[(u64, u64, u64)], seed: u64, change: impl FnOnce(&mut JobPlan)) -> WorkerPlan {
    let mut job = JobPlan::new("t");
    change(&mut job);
    let target = |&(size_bytes, start_bytes, region_bytes): &(u64, u64, u64)| Target {
        start_bytes,
        region_bytes,
        ..nothing(size_bytes)
    };
    worker(job, files.iter().map(target).collect(), seed)
}
