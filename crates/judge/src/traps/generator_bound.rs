//! `generator-bound`: the generator was the limit, not the disk.

use crate::case::shares::read_shares;
use crate::case::{CPUS_FULL, Case, JobRun};
use crate::terms::{Headline, Instead};
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap};
use crate::traps::cpu_wait;
use crate::{Finding, Severity, Subject, When};
use fiord_messages::Lang;
use fiord_messages::compare;
use fiord_messages::traps::generator_bound as messages;
use fiord_record::number::{Rate, Share};
use serde::{Deserialize, Serialize};

/// Share of its time inside I/Os below which a synchronous worker is mostly at work itself.
const SELDOM: f64 = 0.5;
/// A shorter job says nothing about who was the limit.
const LEAST_SECONDS: f64 = 0.2;
/// CPU share of a worker from which it is the limit.
const CPU_LIMIT: f64 = 0.95;
/// Part of the null engine's rate from which the generator is the limit.
const NEAR_CEILING: f64 = 0.8;
/// Share of their time that workers waited for a CPU from which a ceiling of another moment says nothing: without the wait, the rate would
/// have been as far above the ceiling as it may be below.
const HELD_UP: f64 = 1.0 - NEAR_CEILING;

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
    headline: Some(|_| Headline {
        rank: 7,
        what: Instead::Generator,
        ddir: None,
        share: 1.0,
    }),
    quantity: Some(compare::quantity_generator),
    ..Trap::new(
        Family::Machine,
        "SPDK issue 999; fio issue 694",
        &[Symptom::IopsTooLow],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// The rate is near the null engine's with the same options.
    NearCeiling { rate_iops: f64, ceiling_iops: f64 },
    /// Synchronous workers were inside an I/O only this share of the time.
    SeldomWaits {
        waiting_percent: f64,
        ceiling_iops: Option<f64>,
    },
    /// Every worker used at least this share of a CPU.
    Busy { cpu_percent: f64, context_switches: u64 },
    /// All CPUs were in use and the workers did not sleep.
    NeverSlept {
        /// Of the worker that had the least.
        cpu_percent: f64,
        context_switches: u64,
        ios: u64,
    },
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let Some(evidence) = case.witnessed_in_turns() else {
        return Vec::new();
    };
    let seconds = case.jobs.iter().map(JobRun::seconds).fold(0.0, f64::max);
    let ceiling_iops = case
        .record
        .context
        .ceiling_iops
        .filter(|ceiling| *ceiling > 0.0 && seconds > 0.0);
    let held_up = case
        .jobs
        .iter()
        .filter_map(|job| cpu_wait::share_of(case, job))
        .fold(0.0, f64::max);
    if let Some(ceiling_iops) = ceiling_iops.filter(|_| held_up < HELD_UP) {
        let rate_iops = case.total_ios() as f64 / seconds;
        if rate_iops >= NEAR_CEILING * ceiling_iops {
            let observed = Observed::NearCeiling {
                rate_iops,
                ceiling_iops,
            };
            return vec![Finding::new(
                When::Run,
                Severity::Wrong,
                Subject::whole(),
                observed,
            )];
        }
    }
    let of_job = |severity, job: &JobRun<'_>, observed| {
        Finding::new(When::Run, severity, Subject::job(job.index), observed)
    };
    let seldom = |job| {
        Some(of_job(
            Severity::Wrong,
            job,
            seldom_waits(case, job, ceiling_iops)?,
        ))
    };
    let idle: Vec<Finding> = case.jobs.iter().filter_map(seldom).collect();
    if !idle.is_empty() {
        return idle;
    }
    // Where the device is memory, the copying is the device.
    let memory = evidence.leaves().next().is_none() || evidence.leaves().any(|leaf| leaf.in_memory);
    let cached = read_shares(case).is_some_and(|shares| shares.elsewhere > 0.5);
    if memory || cached {
        return Vec::new();
    }
    let full = evidence
        .processors
        .busy_percent
        .is_some_and(|busy| busy >= CPUS_FULL);
    let busy = |job| Some(of_job(Severity::Care, job, by_its_processor(job, full)?));
    case.jobs.iter().filter_map(busy).collect()
}

/// A synchronous worker that is seldom inside an I/O: the rest of the time it makes the next one. Holds on a busy machine too,
/// where no worker has a CPU for itself: of the time that it did not wait for one, it is seldom inside an I/O even if no such wait was.
fn seldom_waits(case: &Case<'_>, job: &JobRun<'_>, ceiling_iops: Option<f64>) -> Option<Observed> {
    let waiting = job.waiting_share()?;
    let own_time = 1.0 - cpu_wait::share_of(case, job).unwrap_or(0.0);
    let cpu = &job.stats.cpu;
    // What the kernel did outside of I/Os, opening files say, is not the generator's work.
    let own = cpu.user_us > cpu.system_us;
    if job.seconds() < LEAST_SECONDS || job.is_paced() || waiting > SELDOM * own_time || !own {
        return None;
    }
    Some(Observed::SeldomWaits {
        waiting_percent: waiting * 100.0,
        ceiling_iops,
    })
}

/// Workers that use all of a CPU, or on a machine whose CPUs are all in use (`full`) the rest of one.
fn by_its_processor(job: &JobRun<'_>, full: bool) -> Option<Observed> {
    let least = job
        .workers
        .iter()
        .map(|worker| worker.cpu_share())
        .fold(f64::INFINITY, f64::min);
    // A sync sleeps once and for long.
    let syncs = job.stats.sync.ios > 0 || job.plan.durability.syncs_at_end();
    let never_slept = full && !syncs && job.workers.iter().all(|worker| worker.never_slept());
    if job.seconds() < LEAST_SECONDS || job.is_paced() || (least < CPU_LIMIT && !never_slept) {
        return None;
    }
    let context_switches = job.stats.cpu.context_switches;
    Some(if least >= CPU_LIMIT {
        Observed::Busy {
            cpu_percent: least * 100.0,
            context_switches,
        }
    } else {
        Observed::NeverSlept {
            cpu_percent: least * 100.0,
            context_switches,
            ios: job.stats.total_ios(),
        }
    })
}

/// The sentences of `generator-bound`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::NearCeiling {
                rate_iops,
                ceiling_iops,
            } => messages::NearCeiling {
                rate: &Rate(*rate_iops),
                ceiling: &Rate(*ceiling_iops),
            }
            .text(lang),
            Observed::SeldomWaits {
                waiting_percent,
                ceiling_iops,
            } => {
                let seldom = messages::SeldomWaits {
                    share: &Share(waiting_percent / 100.0),
                }
                .text(lang);
                let ceiling = ceiling_iops.map(|ceiling| {
                    messages::Ceiling {
                        ceiling: &Rate(ceiling),
                    }
                    .text(lang)
                });
                let mut sentences = vec![seldom];
                sentences.extend(ceiling);
                lang.sentences(&sentences)
            }
            Observed::Busy { cpu_percent, .. } => messages::Busy {
                share: &Share((cpu_percent / 100.0).min(1.0)),
            }
            .text(lang),
            Observed::NeverSlept {
                cpu_percent,
                context_switches,
                ios,
            } => messages::NeverSlept {
                switches: *context_switches,
                ios: *ios,
                share: &Share(cpu_percent / 100.0),
            }
            .text(lang),
        }
    }
}
