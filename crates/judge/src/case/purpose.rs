//! What a job is for, as far as corrections must leave it alone.

use fiord_job::plan::Amount;
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
