//! What a worker's lists take in memory, asked for before any of them is made.

use std::io;

use crate::error::WorkerError;
use fiord_messages::run_errors as messages;
use fiord_workload::pattern;
use fiord_workload::plan::WorkerPlan;

/// What a worker says that finds no memory.
pub(super) fn no_memory(source: io::Error) -> WorkerError {
    WorkerError::setup(messages::memory_for_worker, source)
}

/// What the lists of a worker take whose lengths the job decides, in bytes, a little too much rather than too little. What they
/// hold is taken piece by piece afterwards, where a refusal would end the process.
pub(super) fn list_bytes(plan: &WorkerPlan, depth: u32) -> usize {
    /// Slots, completions, and what an engine keeps for each I/O in flight.
    const PER_SLOT: usize = 256;
    const PER_FILE: usize = 512;
    const PER_BLOCK_TO_VERIFY: usize = 48;
    let backlog = plan
        .job
        .verify
        .backlog
        .map_or(0, |backlog| backlog.blocks.min(1 << 24));
    (depth as usize)
        .saturating_mul(PER_SLOT)
        .saturating_add(plan.targets.len().saturating_mul(PER_FILE))
        .saturating_add((backlog as usize).saturating_mul(PER_BLOCK_TO_VERIFY))
        .saturating_add(usize::try_from(pattern::map_bytes(plan)).unwrap_or(usize::MAX))
}
