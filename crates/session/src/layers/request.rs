//! How a run is traced, and whether its jobs have one I/O in flight at most.

use fiord_job::plan::JobPlan;

/// How a run is traced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayersRequest {
    /// Everything is traced, and what tracing costs stays unknown; otherwise random slices.
    pub all: bool,
    /// Kernel buffer of each processor. What does not fit is lost, counted, and ends in a refusal.
    pub buffer_kib: u32,
    /// The order of slices is drawn from it.
    pub seed: u64,
}

impl LayersRequest {
    /// At least so much by processor: 64 bytes for each of 7 events of 100,000 I/Os in 100 ms.
    pub const BUFFER_KIB: u32 = 8 << 10;

    pub fn new(all: bool) -> Self {
        Self {
            all,
            buffer_kib: Self::BUFFER_KIB,
            seed: fiord_workload::seed::fresh(),
        }
    }
}

/// Whether a job never has more than one I/O in flight.
pub(super) fn is_alone(job: &JobPlan) -> bool {
    job.depth.iodepth <= 1 || (job.engine.kind.is_synchronous() && !job.depth.offload)
}
