//! What is done to the files of a worker between two passes.

use std::io;
use std::path::Path;

use super::plain::drops_cache;
use crate::error::WorkerError;
use fiord_messages::Sentence;
use fiord_workload::plan::{Target, WorkerPlan};

/// `invalidate` before each pass over `file`, or over all: as in fio, which drops the cache whenever it opens a file or a
/// `time_based` job comes to its end.
pub(super) fn renew_cache(plan: &WorkerPlan, file: Option<u32>) -> Result<(), WorkerError> {
    if !drops_cache(&plan.job) {
        return Ok(());
    }
    let targets = match file {
        Some(file) => plan
            .targets
            .get(file as usize..=file as usize)
            .unwrap_or_default(),
        None => &plan.targets,
    };
    drop_targets(targets)
}

/// Drops the cached pages of all targets.
pub(super) fn drop_all(plan: &WorkerPlan) -> Result<(), WorkerError> {
    drop_targets(&plan.targets)
}

fn drop_targets(targets: &[Target]) -> Result<(), WorkerError> {
    targets
        .iter()
        .try_for_each(fiord_targets::files::drop_cache)
        .map_err(|failure| WorkerError::Setup {
            what: Sentence::verbatim(format!(
                "invalidate: {}",
                failure.file.as_deref().unwrap_or_else(|| Path::new("")).display()
            )),
            source: io::Error::from_raw_os_error(failure.errno),
        })
}

/// `unlink_each_loop`: new files in the place of the old, under the same descriptors.
pub(super) fn renew_targets(plan: &WorkerPlan) -> Result<(), WorkerError> {
    plan.targets
        .iter()
        .try_for_each(|target| fiord_targets::files::renew(&plan.job, target))
        .map_err(|failure| WorkerError::Setup {
            what: Sentence::verbatim(format!(
                "unlink_each_loop: {} {}",
                failure.op,
                failure.file.unwrap_or_default().display()
            )),
            source: io::Error::from_raw_os_error(failure.errno),
        })
}

/// `end_syncfs`: all that is dirty in the file systems of the targets.
pub(super) fn sync_file_systems(plan: &WorkerPlan) -> Result<(), WorkerError> {
    for target in &plan.targets {
        let Some(fd) = &target.fd else { continue };
        rustix::fs::syncfs(fd).map_err(|errno| WorkerError::Setup {
            what: Sentence::verbatim(format!("end_syncfs: {}", target.path.display())),
            source: io::Error::from_raw_os_error(errno.raw_os_error()),
        })?;
    }
    Ok(())
}
