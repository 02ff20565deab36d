//! What a job is for, as far as corrections must leave it alone.

use fiord_job::plan::{Amount, EngineKind, JobPlan};
use fiord_record::FileKind;

use crate::case::look::Look;

/// Whether it goes over the whole of a device once: an initialisation, a preconditioning, a check. By the clock it would be another job.
pub fn is_whole_pass(look: &Look<'_>) -> bool {
    let job = look.job;
    let names = &job.files.filenames;
    let named = !names.is_empty() && names.iter().all(|name| name.starts_with("/dev/"));
    let found = !look.targets.is_empty() && look.targets.iter().all(|target| target.kind == FileKind::Block);
    let whole = matches!(job.access.size, None | Some(Amount::Percent(100)));
    if job.access.sprandom().is_some() {
        return true;
    }
    let limited = job.access.io_size.is_some() || job.access.number_ios > 0 || job.control.runtime_us > 0;
    (named || found) && whole && !limited && !job.control.time_based
}

/// Whether options may give it a queue: engines that do what `libaio` does, one I/O at a time, and those that have one. A mapping
/// or an engine that does no I/O was chosen for what it is.
pub fn may_queue(job: &JobPlan) -> bool {
    match job.engine.kind {
        EngineKind::Sync
        | EngineKind::Psync
        | EngineKind::Vsync
        | EngineKind::Pvsync
        | EngineKind::Pvsync2 => true,
        EngineKind::Libaio | EngineKind::IoUring | EngineKind::Posixaio | EngineKind::UringCmd => true,
        // What a generic device queues, a block device does one by one.
        EngineKind::Sg => false,
        EngineKind::Mmap | EngineKind::Splice | EngineKind::Null | EngineKind::Sim => false,
        EngineKind::Libpmem | EngineKind::DevDax | EngineKind::Mtd => false,
        EngineKind::Exec => false,
        EngineKind::Cpuio | EngineKind::Ftruncate | EngineKind::Falloc | EngineKind::E4defrag => false,
        EngineKind::Filecreate | EngineKind::Fileopen | EngineKind::Filestat | EngineKind::Filedelete => {
            false
        }
        EngineKind::Dircreate | EngineKind::Dirstat | EngineKind::Dirdelete => false,
    }
}
