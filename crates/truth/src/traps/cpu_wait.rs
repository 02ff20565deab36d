//! `cpu-wait`: workers that could run and waited for a processor, and the wait counts as the device's.

use serde::{Deserialize, Serialize};

use crate::case::{Case, JobRun};
use crate::trap::{Family, Found, Headline, Judgement, Need, Severity, Subject, Symptom, Text, Trap};

/// Share of the workers' time that they waited for a processor from which the latency is not the device's alone.
const SHOWS: f64 = 0.05;
/// Share from which it is the processors' number.
const DECIDES: f64 = 0.20;
/// Share of all processor time in use from which nobody has one at once, in percent.
const FULL: f64 = 90.0;
/// Share of the window in which somebody waited for a processor that goes with a full machine (PSI).
const STALLED: f64 = 0.20;
/// Processor time that the hypervisor took, in percent.
const STOLEN: f64 = 5.0;
/// I/Os per involuntary switch up to which a worker loses its processor again and again.
const LOSES_IOS: u64 = 100;

pub const TRAP: Trap<Observed> = Trap {
    run: Some(Judgement {
        text: Text {
            title: "the workers waited for a processor",
            why: "an I/O that is complete waits until its worker runs again, and that wait is part of its latency",
            advice: "stop the other load, give the workers processors of their own (cpus_allowed), or lower numjobs; then rerun",
            example: "Four busy loops on two processors beside a reader of one I/O at a time: the mean is 141 µs where the median is 50 µs, and the workers could run and had no processor for 55 % of their time.",
        },
        needs: &[Need::Counters],
        judge: run,
    }),
    headline: Some((
        Headline {
            rank: 8,
            what: "the wait for a processor with the disk",
        },
        |_| 1.0,
    )),
    ..Trap::new(
        Family::Machine,
        "Documentation/scheduler/sched-stats.rst; Documentation/accounting/psi.rst",
        &[Symptom::LatencyTooHigh, Symptom::IopsTooLow, Symptom::RunsDiffer],
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// The kernel counted how long the workers waited.
    Waited {
        run_delay_ms: f64,
        /// Of the workers' time.
        share_percent: f64,
        cpu_busy_percent: Option<f64>,
        involuntary_switches: Option<u64>,
    },
    /// The kernel did not count it for the workers, but the machine was full and somebody waited.
    Full {
        cpu_busy_percent: f64,
        /// Of the window: somebody could run and had no processor.
        stalled_percent: f64,
        involuntary_switches: Option<u64>,
    },
    /// The hypervisor gave processor time to others.
    Stolen { steal_percent: f64 },
}

fn run(case: &Case<'_>) -> Vec<Found<Observed>> {
    let found = waited(case).or_else(|| full(case)).or_else(|| stolen(case));
    found
        .map(|(severity, observed)| Found::new(severity, Subject::whole(), observed))
        .into_iter()
        .collect()
}

/// Worker seconds of all jobs.
fn worker_seconds(case: &Case<'_>) -> f64 {
    let of_job = |job: &JobRun<'_>| job.seconds() * job.workers.len() as f64;
    case.jobs.iter().map(of_job).sum()
}

fn waited(case: &Case<'_>) -> Option<(Severity, Observed)> {
    let processors = &case.witnessed()?.processors;
    let run_delay_ms = processors.run_delay_ms?;
    let seconds = worker_seconds(case);
    let share = run_delay_ms / 1e3 / seconds;
    if seconds <= 0.0 || share < SHOWS {
        return None;
    }
    let severity = if share >= DECIDES {
        Severity::Wrong
    } else {
        Severity::Care
    };
    let observed = Observed::Waited {
        run_delay_ms,
        share_percent: (share * 100.0).min(100.0),
        cpu_busy_percent: processors.busy_percent,
        involuntary_switches: processors.involuntary_switches,
    };
    Some((severity, observed))
}

fn full(case: &Case<'_>) -> Option<(Severity, Observed)> {
    let evidence = case.witnessed()?;
    let processors = &evidence.processors;
    // Where the workers' own wait was counted, it has answered.
    if processors.run_delay_ms.is_some() {
        return None;
    }
    let cpu_busy_percent = processors.busy_percent.filter(|busy| *busy >= FULL)?;
    let stalled = processors.stalled_ms? / 1e3 / evidence.seconds.max(1e-9);
    let loses = processors
        .involuntary_switches
        .is_none_or(|switches| switches >= case.total_ios() / LOSES_IOS);
    let observed = Observed::Full {
        cpu_busy_percent,
        stalled_percent: (stalled * 100.0).min(100.0),
        involuntary_switches: processors.involuntary_switches,
    };
    (stalled >= STALLED && loses).then_some((Severity::Care, observed))
}

fn stolen(case: &Case<'_>) -> Option<(Severity, Observed)> {
    let steal_percent = case.witnessed()?.processors.steal_percent?;
    (steal_percent >= STOLEN).then_some((Severity::Care, Observed::Stolen { steal_percent }))
}
