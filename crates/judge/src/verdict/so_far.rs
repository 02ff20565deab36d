//! A verdict while the run goes on: only what its counters show already.

use super::{Measured, Verdict, verdict};
use crate::case::Case;
use crate::traps::TrapId;

/// I/Os and seconds below which nothing is said.
const LEAST_IOS: u64 = 16;
const LEAST_S: f64 = 0.9;

/// What a run has measured so far. `None`: its counters do not show it yet, or cannot show it before its end.
pub fn so_far(case: &Case<'_>) -> Option<Verdict> {
    let evidence = case.evidence()?;
    if evidence.seconds < LEAST_S || evidence.issued_ios.iter().sum::<u64>() < LEAST_IOS {
        return None;
    }
    let so_far = verdict(case);
    let is_known = match &so_far.measured {
        Measured::Nothing | Measured::Unknown(_) => false,
        // What is in memory now is written by the sync at the end, whose time counts.
        Measured::Instead { trap, .. } => *trap != TrapId::WriteCached || !syncs_at_end(case),
        _ => true,
    };
    is_known.then_some(so_far)
}

fn syncs_at_end(case: &Case<'_>) -> bool {
    let mut plans = case.jobs.iter().map(|job| &job.plan.durability);
    plans.any(|how| how.syncs_at_end())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use fiord_host::counters::IoCounters;
    use fiord_host::disk_stats::DiskStats;
    use fiord_job::plan::{AccessMode, JobPlan, RunPlan};
    use fiord_messages::Lang;
    use fiord_record::Before;
    use fiord_record::evidence::{DeviceUse, RunEvidence, TargetUse};
    use fiord_record::run::{RunRecord, WorkerRecord};

    use super::*;

    /// A buffered job that moved a thousand blocks of 4 KiB in so many seconds; the disk moved so many of them.
    fn record(mode: AccessMode, seconds: f64, by_disk: u64) -> RunRecord {
        const IOS: u64 = 1000;
        let ddir = usize::from(mode == AccessMode::RandWrite);
        let mut job = JobPlan::new("job");
        job.access.mode = mode;
        let plan = RunPlan {
            jobs: vec![job],
            global_options: None,
        };
        let mut worker = WorkerRecord::default();
        worker.stats.runtime_ns = (seconds * 1e9) as u64;
        worker.stats.ddirs[ddir].ios = IOS;
        worker.stats.ddirs[ddir].bytes = IOS * 4096;
        let (reads, writes) = if ddir == 0 { (by_disk, 0) } else { (0, by_disk) };
        let mut evidence = RunEvidence {
            seconds,
            own: Some(IoCounters {
                read_bytes: reads * 4096,
                write_bytes: IOS * 4096 * ddir as u64,
                ..IoCounters::default()
            }),
            devices: vec![DeviceUse {
                name: "sda".to_owned(),
                leaf: true,
                after: DiskStats {
                    reads,
                    read_sectors: reads * 8,
                    writes,
                    write_sectors: writes * 8,
                    ..DiskStats::default()
                },
                ..DeviceUse::default()
            }],
            targets: vec![TargetUse {
                path: "/data/file".into(),
                leaves: vec!["sda".to_owned()],
                ..TargetUse::default()
            }],
            ..RunEvidence::default()
        };
        evidence.issued_ios[ddir] = IOS;
        evidence.issued_bytes[ddir] = IOS * 4096;
        RunRecord {
            workers: vec![worker],
            evidence: Some(Box::new(evidence)),
            ..RunRecord::planned(plan, Before::default())
        }
    }

    fn headline(record: &RunRecord) -> Option<String> {
        Some(so_far(&Case::of(record))?.headline(Lang::En))
    }

    #[test]
    fn memory_is_told_after_a_second_and_not_before() {
        let memory = Some("Measured: memory, not the disk.".to_owned());
        assert_eq!(headline(&record(AccessMode::RandRead, 1.0, 0)), memory);
        assert_eq!(headline(&record(AccessMode::RandRead, 0.5, 0)), None);
        assert_eq!(
            headline(&record(AccessMode::RandRead, 1.0, 1000)).as_deref(),
            Some("Measured: the disk (sda).")
        );
        let mut without = record(AccessMode::RandRead, 1.0, 0);
        without.evidence = None;
        assert_eq!(headline(&without), None);
    }

    #[test]
    fn writes_in_memory_are_not_told_where_a_sync_at_the_end_will_write_them() {
        let mut written = record(AccessMode::RandWrite, 1.0, 0);
        assert_eq!(
            headline(&written).as_deref(),
            Some("Measured: memory, not the disk.")
        );
        written.plan.jobs[0].durability.end_fsync = true;
        assert_eq!(headline(&written), None);
    }
}
