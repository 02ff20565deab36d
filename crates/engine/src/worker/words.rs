//! What an error of the loop is called.

use std::io;

use super::state::RawNote;
use crate::error::WorkerError;
use fiord_workload::io::Op;
use fiord_workload::plan::WorkerPlan;

/// The words for a note in an error. An option that this kernel, file system or device does not offer is named.
pub(super) fn io_error(note: RawNote, plan: &WorkerPlan) -> WorkerError {
    let options = &plan.job.engine;
    let durability = &plan.job.durability;
    let missing = match note.errno {
        libc::EOPNOTSUPP | libc::EINVAL if durability.atomic && note.io.op == Op::Write => {
            "atomic: this file system or device does not write a block of this size or offset atomically (RWF_ATOMIC)"
        }
        libc::EOPNOTSUPP if options.hipri => {
            "hipri: no polled completions here (they need direct=1 and a device with poll queues)"
        }
        libc::EOPNOTSUPP if options.uncached => {
            "uncached: not offered by this kernel and file system (RWF_DONTCACHE)"
        }
        libc::EOPNOTSUPP if options.nowait => "nowait: not offered by this file system (RWF_NOWAIT)",
        _ => return WorkerError::Io(note.with_path(plan)),
    };
    WorkerError::Setup {
        what: format!("{missing}, {}", note.with_path(plan).path.display()),
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
