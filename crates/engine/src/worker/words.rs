//! What an error of the loop is called.

use std::io;

use super::state::RawNote;
use crate::error::WorkerError;
use fiord_messages::{Fixed, Sentence, run_errors as messages};
use fiord_workload::io::Op;
use fiord_workload::plan::WorkerPlan;

/// The words for a note in an error. An option that this kernel, file system or device does not offer is named.
pub(super) fn io_error(note: RawNote, plan: &WorkerPlan) -> WorkerError {
    let options = &plan.job.engine;
    let durability = &plan.job.durability;
    let missing: Fixed = match note.errno {
        libc::EOPNOTSUPP | libc::EINVAL if durability.atomic && note.io.op == Op::Write => {
            messages::atomic_missing
        }
        libc::EOPNOTSUPP if options.hipri => messages::hipri_missing,
        libc::EOPNOTSUPP if options.uncached => messages::uncached_missing,
        libc::EOPNOTSUPP if options.nowait => messages::nowait_missing,
        _ => return WorkerError::Io(note.with_path(plan)),
    };
    WorkerError::Setup {
        what: Sentence::new(missing).after(note.with_path(plan).path.display()),
        source: io::Error::from_raw_os_error(note.errno),
    }
}

/// The words for a refused call.
pub(super) fn call_error(call: &'static str, errno: i32) -> WorkerError {
    WorkerError::Call {
        call,
        source: io::Error::from_raw_os_error(errno),
    }
}
