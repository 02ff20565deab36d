//! The record of a run while it goes on, for who watches.

use fiord_engine::live::LiveBoard;
use fiord_host::counters::IoCounters;
use fiord_host::disk_stats::DiskStats;
use fiord_host::root::Root;
use fiord_record::evidence::{DeviceUse, RunEvidence, Second, TargetUse, WorkerUse};
use fiord_record::run::{RunRecord, WorkerRecord};

use crate::remaining::readings;
use crate::settings::RunWatcher;

/// Seconds that a record so far keeps.
const KEPT: usize = 120;

/// What was counted, and who is told.
pub(crate) struct SoFar {
    watcher: RunWatcher,
    record: RunRecord,
    own: Option<IoCounters>,
}

impl SoFar {
    /// Of a run that has not started, with its plan and the facts before it.
    pub(crate) fn new(watcher: &RunWatcher, record: RunRecord) -> Self {
        Self {
            watcher: RunWatcher::clone(watcher),
            record,
            own: None,
        }
    }

    /// With the devices and targets of the run.
    pub(super) fn on(mut self, root: &Root, devices: &[DeviceUse], targets: &[TargetUse]) -> Self {
        self.own = IoCounters::own(root);
        self.record.evidence = Some(Box::new(RunEvidence {
            devices: devices.to_vec(),
            targets: targets.to_vec(),
            ..RunEvidence::default()
        }));
        self
    }

    /// With the first counters of the devices.
    pub(super) fn from(mut self, counters: &[DiskStats]) -> Self {
        for (device, counters) in self.devices().iter_mut().zip(counters) {
            device.before = *counters;
        }
        self
    }

    fn devices(&mut self) -> &mut [DeviceUse] {
        let evidence = self.record.evidence.as_mut();
        evidence.map_or(&mut [], |evidence| evidence.devices.as_mut_slice())
    }

    /// Adds a second with the counters at its end, and tells.
    pub(super) fn add(&mut self, root: &Root, second: &Second, counters: &[DiskStats], live: &LiveBoard) {
        for (device, counters) in self.devices().iter_mut().zip(counters) {
            device.after = *counters;
        }
        self.record.workers = workers(&self.record, second.end_ns, live);
        let own = IoCounters::own(root).zip(self.own);
        if let Some(evidence) = &mut self.record.evidence {
            evidence.seconds = second.end_ns as f64 / 1e9;
            evidence.own = own.map(|(now, then)| now.since(&then));
            for ddir in 0..3 {
                evidence.issued_ios[ddir] += second.ios[ddir];
                evidence.issued_bytes[ddir] += second.bytes[ddir];
            }
            if evidence.seconds_series.len() == KEPT {
                evidence.seconds_series.remove(0);
            }
            evidence.seconds_series.push(second.clone());
        }
        self.record.elapsed_s = second.end_ns / 1_000_000_000;
        (self.watcher)(&self.record);
    }
}

/// What each job that has begun did, all its workers in one.
fn workers(record: &RunRecord, now_ns: u64, live: &LiveBoard) -> Vec<WorkerRecord> {
    let mut readings = readings(&record.plan, live).into_iter();
    let mut workers = Vec::new();
    for (job_index, job) in record.plan.jobs.iter().enumerate() {
        let mut worker = WorkerRecord {
            job_index,
            ended_ns: now_ns,
            ..WorkerRecord::default()
        };
        let (mut issued_bytes, mut has_begun) = ([0; 3], false);
        for (_, reading) in readings.by_ref().take(job.numjobs as usize) {
            has_begun |= reading.started_ns > 0;
            let moved = reading.ios.into_iter().zip(reading.bytes);
            let sums = worker.stats.ddirs.iter_mut().zip(&mut issued_bytes);
            for ((counts, issued), (ios, bytes)) in sums.zip(moved) {
                counts.ios += ios;
                counts.bytes += bytes;
                counts.runtime_ns = now_ns;
                *issued += bytes;
            }
        }
        worker.stats.runtime_ns = now_ns;
        worker.used = Some(WorkerUse {
            issued_bytes,
            ..WorkerUse::default()
        });
        if has_begun {
            workers.push(worker);
        }
    }
    workers
}
