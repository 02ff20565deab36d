//! `cpu-wait`: workers that were ready to run and waited for a CPU. The wait is part of their latency.

use crate::case::{CPUS_FULL, Case, JobRun, shares};
use crate::topics;
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap};
use crate::{Finding, Severity, Subject, When};
use fiord_host::scheduled::Scheduled;
use fiord_messages::Lang;
use fiord_messages::traps::cpu_wait as messages;
use fiord_record::number::{Nanos, Share};
use serde::{Deserialize, Serialize};

/// Share of the workers' time spent waiting for a CPU from which the latency is not the device's alone.
const SHOWS: f64 = 0.05;
/// Share of the window in which a task waited for a CPU (PSI), from which a full machine delays workers.
const STALLED: f64 = 0.20;
/// CPU time that the hypervisor took, in percent.
const STOLEN: f64 = 5.0;
/// I/Os per involuntary switch up to which a worker loses its CPU again and again.
const LOSES_IOS: u64 = 100;
/// Wait of a worker each time that it is woken on an idle machine: the CPU leaves its sleep, in a virtual machine by way of the
/// host.
const WAKES_NS: f64 = 20_000.0;
/// A few time slices: in a run of milliseconds one of them is most of the time, and says nothing of the next run.
const LEAST_NS: u64 = 20_000_000;

pub const TRAP: Trap<Observed> = Trap {
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[Need::Counters],
        judge: run,
    }),
    disturbs: Some(Observed::disturbed_percent),
    topics: &[&topics::NOISE],
    ..Trap::new(
        Family::Machine,
        "Documentation/scheduler/sched-stats.rst; Documentation/accounting/psi.rst",
        &[Symptom::LatencyTooHigh, Symptom::IopsTooLow, Symptom::RunsDiffer],
        Observed::saw,
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
    /// The kernel did not count the wait of the workers, but the machine was full and tasks waited.
    Full {
        cpu_busy_percent: f64,
        /// Of the window: a task was ready to run and had no CPU.
        stalled_percent: f64,
        involuntary_switches: Option<u64>,
    },
    /// The hypervisor gave CPU time to others.
    Stolen { steal_percent: f64 },
}

impl Observed {
    fn disturbed_percent(&self) -> Option<f64> {
        Some(match self {
            Observed::Waited { share_percent, .. } => *share_percent,
            Observed::Full { stalled_percent, .. } => *stalled_percent,
            Observed::Stolen { steal_percent } => *steal_percent,
        })
    }
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let mut found = waited(case);
    if found.is_empty() {
        let whole = full(case).or_else(|| stolen(case));
        found.extend(
            whole.map(|(severity, observed)| Finding::new(When::Run, severity, Subject::whole(), observed)),
        );
    }
    found
}

/// What workers waited, of the seconds that they had.
#[derive(Clone, Copy, Default)]
struct Wait {
    seconds: f64,
    scheduled: Scheduled,
}

impl Wait {
    fn share(&self) -> f64 {
        self.scheduled.wait_ns as f64 / 1e9 / self.seconds.max(1e-9)
    }

    /// Whether they waited for a CPU that others used, and not only for an idle CPU to wake up.
    fn shows(&self) -> bool {
        let each = self.scheduled.wait_ns as f64 / self.scheduled.timeslices.max(1) as f64;
        let waited = self.scheduled.wait_ns >= LEAST_NS && self.seconds > 0.0;
        waited && self.share() >= SHOWS && each > WAKES_NS
    }

    fn of(case: &Case<'_>, job: &JobRun<'_>) -> Option<Self> {
        let mut wait = Wait::default();
        for worker in &job.workers {
            let used = worker.used?;
            // Ramp time included, as in the counters, and no rests between turns, in which no worker wants a CPU: there the time of all its I/Os.
            let lived_ns = match case.record.has_turns() {
                true => {
                    let reported: u64 = worker.stats.ddirs.iter().map(|ddir| ddir.bytes).sum();
                    let share = used.issued_bytes.iter().sum::<u64>() as f64 / reported.max(1) as f64;
                    (worker.stats.runtime_ns as f64 * share) as u64
                }
                false => worker.ended_ns.saturating_sub(worker.started_ns),
            };
            let lived_ns = lived_ns.max(worker.stats.runtime_ns);
            let mut scheduled = used.scheduled?;
            // The counters may reach a little beyond its time.
            scheduled.wait_ns = scheduled.wait_ns.min(lived_ns);
            wait.seconds += lived_ns as f64 / 1e9;
            wait.scheduled = wait.scheduled.plus(&scheduled);
        }
        Some(wait)
    }

    fn found(&self, case: &Case<'_>, subject: Subject) -> Finding {
        let observed = Observed::Waited {
            run_delay_ms: self.scheduled.wait_ns as f64 / 1e6,
            share_percent: (self.share() * 100.0).min(100.0),
            cpu_busy_percent: case
                .witnessed_in_turns()
                .and_then(|evidence| evidence.processors.busy_percent),
            involuntary_switches: Some(self.scheduled.involuntary_switches),
        };
        Finding::new(When::Run, Severity::Care, subject, observed)
    }
}

/// Share of their time that the workers of a job waited for a CPU, 0 to 1. `None`: not counted.
pub(crate) fn share_of(case: &Case<'_>, job: &JobRun<'_>) -> Option<f64> {
    let wait = Wait::of(case, job).filter(|wait| wait.seconds > 0.0)?;
    Some(wait.share().min(1.0))
}

/// The jobs whose workers waited; where all did, the run.
fn waited(case: &Case<'_>) -> Vec<Finding> {
    if case.witnessed_in_turns().is_none() {
        return Vec::new();
    }
    let each: Option<Vec<Wait>> = case.jobs.iter().map(|job| Wait::of(case, job)).collect();
    let Some(each) = each.filter(|each| !each.is_empty()) else {
        return total(case).into_iter().collect();
    };
    if each.iter().all(Wait::shows) {
        let all = each.iter().fold(Wait::default(), |sum, wait| Wait {
            seconds: sum.seconds + wait.seconds,
            scheduled: sum.scheduled.plus(&wait.scheduled),
        });
        return vec![all.found(case, shares::whole(case))];
    }
    let jobs = case.jobs.iter().zip(&each).filter(|(_, wait)| wait.shows());
    jobs.map(|(job, wait)| wait.found(case, Subject::job(job.index)))
        .collect()
}

/// Where only the sum over all workers is known.
fn total(case: &Case<'_>) -> Option<Finding> {
    let processors = &case.witnessed()?.processors;
    let of_job = |job: &JobRun<'_>| job.seconds() * job.workers.len() as f64;
    let wait = Wait {
        seconds: case.jobs.iter().map(of_job).sum(),
        scheduled: Scheduled {
            wait_ns: (processors.run_delay_ms? * 1e6) as u64,
            involuntary_switches: processors.involuntary_switches.unwrap_or(0),
            ..Scheduled::default()
        },
    };
    wait.shows().then(|| wait.found(case, Subject::whole()))
}

fn full(case: &Case<'_>) -> Option<(Severity, Observed)> {
    let evidence = case.witnessed_in_turns()?;
    let processors = &evidence.processors;
    // Where the workers' own wait was counted, it has answered.
    if processors.run_delay_ms.is_some() {
        return None;
    }
    let cpu_busy_percent = processors.busy_percent.filter(|busy| *busy >= CPUS_FULL)?;
    let stalled = processors.stalled_ms? / 1e3 / evidence.seconds.max(1e-9);
    let loses = processors
        .involuntary_switches
        .is_none_or(|switches| switches >= evidence.issued_ios.iter().sum::<u64>() / LOSES_IOS);
    let observed = Observed::Full {
        cpu_busy_percent,
        stalled_percent: (stalled * 100.0).min(100.0),
        involuntary_switches: processors.involuntary_switches,
    };
    (stalled >= STALLED && loses).then_some((Severity::Care, observed))
}

fn stolen(case: &Case<'_>) -> Option<(Severity, Observed)> {
    let steal_percent = case.witnessed_in_turns()?.processors.steal_percent?;
    (steal_percent >= STOLEN).then_some((Severity::Care, Observed::Stolen { steal_percent }))
}

/// The sentences of `cpu-wait`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Waited {
                run_delay_ms,
                share_percent,
                cpu_busy_percent,
                involuntary_switches,
            } => {
                let waited = messages::Waited {
                    wait: &Nanos(run_delay_ms * 1e6),
                    share: &Share(share_percent / 100.0),
                };
                let busy = cpu_busy_percent.map(|busy| {
                    let busy = &Share(busy / 100.0);
                    messages::CpuBusy { busy }.text(lang)
                });
                let sentences = [
                    Some(waited.text(lang)),
                    busy,
                    preempted(*involuntary_switches, lang),
                ];
                lang.sentences(&sentences.into_iter().flatten().collect::<Vec<_>>())
            }
            Observed::Full {
                cpu_busy_percent,
                stalled_percent,
                involuntary_switches,
            } => {
                let full = messages::Full {
                    busy: &Share(cpu_busy_percent / 100.0),
                    stalled: &Share(stalled_percent / 100.0),
                };
                let sentences = [Some(full.text(lang)), preempted(*involuntary_switches, lang)];
                lang.sentences(&sentences.into_iter().flatten().collect::<Vec<_>>())
            }
            Observed::Stolen { steal_percent } => {
                let steal = &Share(steal_percent / 100.0);
                messages::Stolen { steal }.text(lang)
            }
        }
    }
}

/// `None`: no worker was preempted, or that was not counted.
fn preempted(involuntary_switches: Option<u64>, lang: Lang) -> Option<String> {
    let switches = involuntary_switches.filter(|count| *count > 0)?;
    Some(messages::Preempted { switches }.text(lang))
}
