//! Measures plans as a front end does, and tells how far each worker came.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

use fiord_job::plan::{JobPlan, RunPlan};
use fiord_record::RunRecord;
use fiord_session::{RunEvent, RunSettings, SetupError, measure};
use fiord_targets::stop::StopFlag;

/// Settings of a run that may destroy nothing.
pub(crate) fn settings() -> RunSettings {
    RunSettings::new(Arc::new(StopFlag::new()))
}

pub(crate) fn plan(jobs: Vec<JobPlan>) -> RunPlan {
    RunPlan {
        jobs,
        ..RunPlan::default()
    }
}

pub(crate) fn run(plan: &RunPlan, settings: &RunSettings) -> Result<RunRecord, SetupError> {
    measure(plan, settings, &|_| {})
}

/// Runs and returns the events with the record.
pub(crate) fn watched(jobs: Vec<JobPlan>, settings: &RunSettings) -> (RunRecord, Vec<RunEvent>) {
    let events = RefCell::new(Vec::new());
    let hear = |event: &RunEvent| events.borrow_mut().push(event.clone());
    let record = measure(&plan(jobs), settings, &hear).unwrap();
    (record, events.into_inner())
}

/// How far a worker came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WorkerStatus {
    /// It passed its gate.
    Ran,
    /// It failed before its gate.
    NotSetUp,
    /// It only made its files (`create_only`).
    OnlyCreated,
    /// It was never started, or called back at its gate.
    NeverRan,
}

/// How far each worker came.
pub(crate) fn statuses(record: &RunRecord, events: &[RunEvent]) -> Vec<WorkerStatus> {
    let passed: HashSet<u32> = events
        .iter()
        .filter_map(|event| match event {
            RunEvent::Started { workers } => Some(workers.clone()),
            _ => None,
        })
        .flatten()
        .collect();
    let workers = record.workers.iter();
    workers
        .map(|worker| match &worker.error {
            _ if passed.contains(&worker.number) => WorkerStatus::Ran,
            Some(_) => WorkerStatus::NotSetUp,
            None if record.plan.jobs[worker.job_index].files.create_only => WorkerStatus::OnlyCreated,
            None => WorkerStatus::NeverRan,
        })
        .collect()
}

/// Runs until the first worker has passed its gate, and stops there.
pub(crate) fn stopped_at_start(jobs: Vec<JobPlan>) -> (RunRecord, Vec<RunEvent>) {
    let settings = settings();
    let events = RefCell::new(Vec::new());
    let hear = |event: &RunEvent| {
        events.borrow_mut().push(event.clone());
        if matches!(event, RunEvent::Started { .. }) {
            settings.stop.request();
        }
    };
    let record = measure(&plan(jobs), &settings, &hear).unwrap();
    (record, events.into_inner())
}
