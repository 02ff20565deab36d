//! The files of one worker, found and sized.

use fiord_workload::plan::Target;

/// The targets of one worker, not yet open, and the bytes of one loop.
#[derive(Debug)]
pub struct Files {
    /// The targets, in order.
    pub targets: Vec<Target>,
    /// See [`fiord_workload::plan::WorkerPlan::io_limit_bytes`].
    pub io_limit_bytes: u64,
}
