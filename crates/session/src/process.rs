//! What the process takes for itself before the workers start.

use fiord_engine::placement::LockedMemory;
use fiord_job::plan::RunPlan;
use fiord_messages::{Sentence, run_errors as messages};
use rustix::process::{Resource, getrlimit, setrlimit};

use crate::event::{Events, RunEvent};

/// Every worker holds descriptors; the soft limit is often 1024. Where it cannot be raised, opening will tell.
pub(crate) fn raise_file_limit() {
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        limit.current = limit.maximum;
        let _ = setrlimit(Resource::Nofile, limit);
    }
}

/// `lockmem`: takes memory from the machine until the value is dropped.
pub(crate) fn lock_memory(plan: &RunPlan, events: &Events<'_>) -> Option<LockedMemory> {
    let sizes = plan.jobs.iter().map(|job| job.placement.lockmem_bytes);
    let bytes = sizes.max().filter(|bytes| *bytes > 0)?;
    LockedMemory::take(bytes)
        .inspect_err(|error| {
            let error = Sentence::from(error);
            let note = Sentence::new(|lang| {
                let (bytes, error) = (&bytes, &error.text(lang));
                messages::NothingLocked { bytes, error }.text(lang)
            });
            events.tell(&RunEvent::Note(note))
        })
        .ok()
}
