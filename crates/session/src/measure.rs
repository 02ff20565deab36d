//! Measures one plan: the way of a run from its plan to its record.

use std::time::{Instant, SystemTime};

use fiord_host::root::Root;
use fiord_job::plan::RunPlan;
use fiord_record::run::RunRecord;
use jiff::Zoned;

use crate::admit::admit;
use crate::arrange::Arrangement;
use crate::event::{Events, RunEvent};
use crate::meters::{self, Meters};
use crate::process::{lock_memory, raise_file_limit};
use crate::safety::HostGuard;
use crate::settings::RunSettings;
use crate::setup_error::SetupError;
use crate::states::StateSaver;
use crate::targets::RunTargets;
use crate::witness::{SoFar, Witness};
use crate::workers::layout::Layout;
use crate::workers::schedule::StartSchedule;
use crate::workers::shared::Shared;
use crate::workers::waves;
use crate::{before, board, local_plan, logs, record, replay};

/// Runs the plan and gathers the record. What goes wrong for one worker (no such file, no space, an I/O error) is in its record and does not
/// stop the others. `listener` is told what happens in the thread that calls; at [`RunEvent::Prepared`], before the evidence begins, it may
/// wait.
///
/// # Errors
/// Nothing could be started: a recording that cannot be played, a refused device, a read-only run that would write, no memory for the lists
/// of the workers.
pub fn measure(
    plan: &RunPlan,
    settings: &RunSettings,
    listener: &dyn Fn(&RunEvent),
) -> Result<RunRecord, SetupError> {
    let root = Root::system();
    let plan = local_plan::resolve(&root, plan)?;
    let live = board::of_run(&plan, settings)?;
    let mut targets = RunTargets::find(&root, &plan);
    let mut before = settings.evidence.then(|| before::facts(&targets));
    if let Some(before) = &mut before {
        before::agree(before, &settings.allow_destroy);
        before::note_own(before, &settings.only);
    }

    let (started, clock) = (SystemTime::now(), Instant::now());
    let schedule = StartSchedule::new(&plan)?;
    let guard = HostGuard::new(&root, settings);
    // All targets have consent, and their devices are held, before anything on the machine is changed.
    let consent = admit(&targets, settings, &guard)?;

    let events = Events::new(listener);
    let arrangement = Arrangement::make(&root, &targets, &events)?;
    events.tell(&RunEvent::Starting {
        workers: schedule.workers(),
    });
    raise_file_limit();
    let locked = lock_memory(&plan, &events);
    let layout = Layout::new(settings, consent);
    let workers = layout.workers(&plan, &events)?;
    // On many hosts this returns when the files of all ranks are laid out.
    events.tell(&RunEvent::Prepared);
    targets.refresh();

    let saver = StateSaver::begin(&plan, settings, &live);
    let meters = Meters::new(&root, if settings.evidence { live.cells().len() } else { 0 });
    // Begun last, so that its counters see what the workers do and nothing else.
    let so_far = settings.watcher.as_ref().zip(before.as_ref());
    let so_far =
        so_far.map(|(watcher, before)| SoFar::new(watcher, RunRecord::planned(plan.clone(), before.clone())));
    let witness = Witness::begin(&mut targets, settings, &live, so_far);
    let shared = Shared::new(&plan, settings, layout, &guard, (&arrangement, &meters));
    let world = shared.world();
    let reports = waves::run(&plan, workers, schedule, shared, &live, &events);
    drop(locked);
    // The states first: after a signal, the process may be killed soon.
    events.note(saver.and_then(StateSaver::end));
    let (finished, elapsed_s) = (Zoned::now(), clock.elapsed().as_secs() + 1);
    // What a control group counts is read before the process leaves it.
    let (mut disks, mut evidence) = witness.end(&reports);
    events.note(arrangement.end());

    if !record::has_opened_files(&plan, &reports) {
        disks.clear();
    }
    if let Some(evidence) = &mut evidence {
        let is_stopped = settings.stop.is_requested();
        evidence.blocks = Some(replay::count(&plan, &reports, &live, is_stopped));
    }
    events.note(guard.warnings());
    events.note(logs::write(&plan, &reports).err());
    events.note(record::passed_over(&plan, &reports));
    let mut workers = record::workers(reports, started, &meters, &live);
    meters::settle(&plan, &mut workers, evidence.as_mut());
    Ok(RunRecord {
        workers,
        disks,
        started: record::zoned(started),
        finished,
        elapsed_s,
        version: record::VERSION.to_owned(),
        notes: events.into_notes(),
        simulated: record::simulated(&world),
        evidence: evidence.map(Box::new),
        ..RunRecord::planned(plan, before.unwrap_or_default())
    })
}
