//! What the threads of a run share.

use std::sync::Arc;
use std::time::Instant;

use fiord_engine::sim::World;
use fiord_job::plan::RunPlan;
use fiord_targets::files::consent::Guard;
use fiord_targets::locks::FileLocks;
use fiord_targets::zones::ZonedFiles;
use fiord_workload::flow::Flows;
use fiord_workload::steady::SteadyParties;

use crate::arrange::Arrangement;
use crate::meters::Meters;
use crate::settings::RunSettings;
use crate::workers::layout::Layout;

/// All that workers have in common. The block devices of the run are free when it is dropped.
pub(crate) struct Shared<'a> {
    pub(super) settings: &'a RunSettings,
    pub(super) layout: Layout<'a>,
    pub(super) arrangement: &'a Arrangement<'a>,
    pub(super) meters: &'a Meters,
    started: Instant,
    /// Time and devices of the simulated jobs.
    pub(super) world: Arc<World>,
    pub(super) flows: Flows,
    pub(super) steady: SteadyParties,
    pub(super) locks: FileLocks,
    pub(super) zones: ZonedFiles<'a>,
    /// Several jobs run, and the pages that each leaves in the page cache are evidence.
    pub(super) notes_left_pages: bool,
}

impl<'a> Shared<'a> {
    /// What workers share from now on, which is the moment that delays count from.
    pub(crate) fn new(
        plan: &RunPlan,
        settings: &'a RunSettings,
        layout: Layout<'a>,
        guard: &'a dyn Guard,
        (arrangement, meters): (&'a Arrangement<'a>, &'a Meters),
    ) -> Self {
        Self {
            settings,
            layout,
            arrangement,
            meters,
            started: Instant::now(),
            world: World::new(),
            flows: Flows::default(),
            steady: SteadyParties::default(),
            locks: FileLocks::default(),
            zones: ZonedFiles::new(Some(guard), plan.jobs.iter()),
            notes_left_pages: settings.evidence && plan.jobs.len() > 1,
        }
    }

    /// Time and devices of the simulated jobs, to be read when the run is over.
    pub(crate) fn world(&self) -> Arc<World> {
        Arc::clone(&self.world)
    }

    /// Nanoseconds since the first worker could start.
    pub(super) fn elapsed_ns(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }
}
