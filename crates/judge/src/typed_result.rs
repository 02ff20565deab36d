//! A typed result held against the job that made it: rate, bandwidth and latency must go together.

use crate::case::littles_law::{AskedQueue, Fit, IDLE, Waits, fit, in_flight};
use crate::case::planned::share;
use crate::traps::Observed;
use crate::traps::unit_misread::{self, Blocks, Contradiction, Mistake};
use crate::words::phrases::{block_size_range, depth_range, range, rate_range, time_range};
use crate::{Finding, Severity, Subject, When};
use fiord_job::plan::{BlockSize, Ddir, JobPlan, RunPlan};
use fiord_messages::{Fixed, Lang, typed_result as messages};
use fiord_record::claims::{Seen, SeenLatency, Spread};
use fiord_record::number::{Bandwidth, Share, short};
use serde::{Deserialize, Serialize};

/// In flight ÷ asked up to which rounding and the edges of a run explain more than was asked for.
const ROUNDED: f64 = 1.1;
/// Part of the asked depth from which a queue was full.
const FILLED: f64 = 0.8;

/// What a typed result shows when it is held against its job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SeenJudged {
    /// Index of the job in the plan.
    pub job: usize,
    /// What the numbers mean together.
    pub meanings: Vec<Implied>,
    /// What contradicts.
    pub findings: Vec<Finding>,
}

/// What typed numbers mean together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Implied {
    /// The rate that a bandwidth is, in the job's blocks.
    Rate {
        bytes_per_s: Spread,
        block_bytes: Spread,
        iops: Spread,
    },
    /// The bandwidth that a rate is, in the job's blocks.
    Bandwidth { iops: Spread, block_bytes: Spread },
    /// The latency that a rate alone implies, with all in flight that the job can have.
    FullQueue {
        iops: Spread,
        asked_depth: f64,
        latency_ns: Spread,
    },
    /// Rate and bandwidth make the job's block size.
    BlocksAgree(Blocks),
    /// What rate and latency make in flight.
    InFlight {
        iops: Spread,
        latency_ns: Spread,
        asked_depth: f64,
        holds: Holds,
    },
}

/// What follows from the I/Os in flight.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Holds {
    Agrees,
    /// Fewer prove nothing here.
    ProvesNothing(Waits),
    /// Both are true only if the queue was never filled beyond this share.
    FilledTo {
        share: f64,
    },
    /// A finding says more.
    Contradicts,
}

/// Holds a typed result against the job that made it.
///
/// # Errors
/// When it does not say which of several jobs it belongs to, or names one that is not there.
pub fn judge_seen(plan: &RunPlan, seen: &Seen) -> Result<SeenJudged, String> {
    let index = job_of(plan, seen)?;
    let job = plan.jobs.get(index);
    let job = job.ok_or_else(|| messages::no_job(Lang::current()))?;
    let mut judged = SeenJudged {
        job: index,
        meanings: Vec::new(),
        findings: Vec::new(),
    };
    let iops = match (seen.iops, seen.bandwidth) {
        (Some(iops), Some(bandwidth)) => {
            blocks(job, iops, bandwidth, &mut judged);
            Some(iops)
        }
        (None, Some(bandwidth)) => rate_from_bandwidth(job, bandwidth, &mut judged.meanings),
        (iops, None) => iops,
    };
    match (iops, &seen.latency) {
        (Some(iops), Some(latency)) => latencies(job, iops, latency, seen.both_directions, &mut judged),
        (Some(iops), None) => rate_alone(job, iops, seen.bandwidth.is_none(), &mut judged.meanings),
        (None, _) => {}
    }
    Ok(judged)
}

fn job_of(plan: &RunPlan, seen: &Seen) -> Result<usize, String> {
    let jobs = plan.jobs.as_slice();
    let found = match &seen.job {
        None if jobs.len() == 1 => Some(0),
        name => jobs.iter().position(|job| Some(&job.name) == name.as_ref()),
    };
    found.ok_or_else(|| {
        let names: Vec<String> = jobs.iter().map(|job| format!("job={}", job.name)).collect();
        let lang = Lang::current();
        let jobs = &lang.list(&names);
        match &seen.job {
            Some(job) => messages::UnknownJob { job, jobs }.text(lang),
            None => messages::JobMissing { jobs }.text(lang),
        }
    })
}

impl SeenJudged {
    fn finds(&mut self, severity: Severity, observed: unit_misread::Observed) {
        self.findings.push(Finding::new(
            When::Run,
            severity,
            Subject::job(self.job),
            Observed::UnitMisread(observed),
        ));
    }
}

/// Sizes of the I/Os that a job issues, in bytes.
fn sizes(job: &JobPlan) -> Spread {
    let of = |size: &BlockSize| (size.min() as f64, size.max() as f64);
    let all = Ddir::ALL
        .into_iter()
        .filter(|ddir| share(job, *ddir) > 0.0)
        .map(|ddir| of(&job.access.block_size[ddir]));
    let (low, high) = all.fold((f64::INFINITY, 1.0), |(low, high): (f64, f64), (least, most)| {
        (low.min(least), high.max(most))
    });
    Spread {
        low: low.min(high).max(1.0),
        high,
    }
}

fn rate_from_bandwidth(job: &JobPlan, bandwidth: Spread, meanings: &mut Vec<Implied>) -> Option<Spread> {
    let sizes = sizes(job);
    let iops = Spread {
        low: bandwidth.low / sizes.high,
        high: bandwidth.high / sizes.low,
    };
    meanings.push(Implied::Rate {
        bytes_per_s: bandwidth,
        block_bytes: sizes,
        iops,
    });
    (iops.low > 0.0).then_some(iops)
}

/// What follows from a rate that no latency is given for.
fn rate_alone(job: &JobPlan, iops: Spread, has_no_bandwidth: bool, meanings: &mut Vec<Implied>) {
    if has_no_bandwidth {
        meanings.push(Implied::Bandwidth {
            iops,
            block_bytes: sizes(job),
        });
    }
    let queue = AskedQueue::of(job, f64::from(job.numjobs.max(1)));
    // Where the job waits for other things, its queue may be empty.
    if queue.waits.is_none() && iops.low > 0.0 {
        meanings.push(Implied::FullQueue {
            iops,
            asked_depth: queue.asked,
            latency_ns: Spread {
                low: queue.asked / iops.high * 1e9,
                high: queue.asked / iops.low * 1e9,
            },
        });
    }
}

/// Whether rate and bandwidth make the block size of the job. Typed prefixes may be decimal or binary: 10 % are no matter.
fn blocks(job: &JobPlan, iops: Spread, bandwidth: Spread, judged: &mut SeenJudged) {
    let sizes = sizes(job);
    let implied = Spread {
        low: bandwidth.low / iops.high,
        high: bandwidth.high / iops.low,
    };
    let within =
        |factor: f64| implied.high * factor >= sizes.low * 0.9 && implied.low * factor <= sizes.high * 1.1;
    let guess = [
        (8.0, Mistake::BytesAsBits),
        (1.0 / 8.0, Mistake::BitsAsBytes),
        (1e3, Mistake::ThousandTooSmall),
        (1e-3, Mistake::ThousandTooLarge),
    ]
    .into_iter()
    .find(|(factor, _)| within(*factor))
    .map(|(_, mistake)| mistake);
    let found = Blocks {
        implied_block_bytes: implied.low,
        implied_high_block_bytes: implied.high,
        block_bytes: sizes.low,
        high_block_bytes: sizes.high,
        guess,
    };
    if within(1.0) {
        judged.meanings.push(Implied::BlocksAgree(found));
    } else {
        judged.finds(Severity::Wrong, unit_misread::Observed::Blocks(found));
    }
}

fn latencies(job: &JobPlan, iops: Spread, latency: &SeenLatency, summed: bool, judged: &mut SeenJudged) {
    let mut queue = AskedQueue::of(job, f64::from(job.numjobs.max(1)));
    // A typed rate of a mixed job may be that of one direction: then the whole is more.
    let directions = Ddir::ALL
        .into_iter()
        .map(|ddir| share(job, ddir))
        .filter(|part| *part > 0.0);
    let least = directions.fold(1.0, f64::min);
    let iops = Spread {
        low: iops.low,
        high: if summed { iops.high } else { iops.high / least },
    };
    if latency.completion_only && !job.durability.direct && !job.is_synchronous() {
        queue.waits = queue.waits.or(Some(Waits::InSubmit));
    }
    let held = in_flight(iops, latency.ns);
    let factor = match fit(iops, latency.ns, &queue, ROUNDED) {
        Fit::Agrees => {
            let holds = match queue.waits {
                Some(waits) if held.high < IDLE * queue.workers => Holds::ProvesNothing(waits),
                _ if held.high < FILLED * queue.asked => Holds::FilledTo {
                    share: held.high / queue.asked,
                },
                _ => Holds::Agrees,
            };
            judged.meanings.push(meaning(iops, latency, &queue, holds));
            return;
        }
        Fit::TooLong(factor) => factor.map(|factor| 1.0 / factor),
        Fit::TooShort(factor) => factor,
    };
    let found = Contradiction::of(iops, latency.ns, &queue, factor, Some(latency.unit));
    judged.finds(found.severity(), unit_misread::Observed::Contradiction(found));
    judged
        .meanings
        .push(meaning(iops, latency, &queue, Holds::Contradicts));
}

fn meaning(iops: Spread, latency: &SeenLatency, queue: &AskedQueue, holds: Holds) -> Implied {
    Implied::InFlight {
        iops,
        latency_ns: latency.ns,
        asked_depth: queue.asked,
        holds,
    }
}

/// The sentences about typed numbers.
impl SeenJudged {
    /// What the numbers mean together.
    pub fn sentences(&self, lang: Lang) -> Vec<String> {
        self.meanings
            .iter()
            .map(|meaning| meaning.sentence(lang))
            .collect()
    }
}

impl Implied {
    fn sentence(&self, lang: Lang) -> String {
        match self {
            Implied::Rate {
                bytes_per_s,
                block_bytes,
                iops,
            } => messages::Rate {
                bandwidth: &bandwidth_range(*bytes_per_s, lang),
                blocks: &block_size_range(*block_bytes, lang),
                iops: &rate_range(*iops, lang),
            }
            .text(lang),
            Implied::Bandwidth { iops, block_bytes } => {
                let bytes_per_s = Spread {
                    low: iops.low * block_bytes.low,
                    high: iops.high * block_bytes.high,
                };
                messages::Bandwidth {
                    iops: &rate_range(*iops, lang),
                    blocks: &block_size_range(*block_bytes, lang),
                    bandwidth: &bandwidth_range(bytes_per_s, lang),
                }
                .text(lang)
            }
            Implied::FullQueue {
                iops,
                asked_depth,
                latency_ns,
            } => messages::FullQueue {
                depth: &short(*asked_depth),
                iops: &rate_range(*iops, lang),
                latency: &time_range(*latency_ns, lang),
            }
            .text(lang),
            Implied::BlocksAgree(found) => messages::BlocksAgree {
                implied: &block_size_range(found.implied_bytes(), lang),
                blocks: &block_size_range(found.own_bytes(), lang),
            }
            .text(lang),
            Implied::InFlight {
                iops,
                latency_ns,
                asked_depth,
                holds,
            } => {
                let in_flight = messages::InFlight {
                    iops: &rate_range(*iops, lang),
                    latency: &time_range(*latency_ns, lang),
                    in_flight: &depth_range(in_flight(*iops, *latency_ns), lang),
                    asked: &short(*asked_depth),
                };
                let sentences = std::iter::once(in_flight.text(lang)).chain(conclusion(*holds, lang));
                lang.sentences(&sentences.collect::<Vec<_>>())
            }
        }
    }
}

fn bandwidth_range(bytes_per_s: Spread, lang: Lang) -> String {
    range(bytes_per_s, lang, |value| Bandwidth(value).to_string())
}

fn conclusion(holds: Holds, lang: Lang) -> Option<String> {
    let fixed: Fixed = match holds {
        Holds::Contradicts => return None,
        Holds::FilledTo { share } => {
            let share = &Share(share);
            return Some(messages::FilledTo { share }.text(lang));
        }
        Holds::Agrees => messages::agrees,
        Holds::ProvesNothing(Waits::HeldBack) => messages::held_back,
        Holds::ProvesNothing(Waits::Syncs) => messages::syncs,
        Holds::ProvesNothing(Waits::OpensFiles) => messages::opens_files,
        Holds::ProvesNothing(Waits::OtherWork) => messages::other_work,
        Holds::ProvesNothing(Waits::NoDevice) => messages::without_device,
        Holds::ProvesNothing(Waits::InSubmit) => messages::in_submit,
    };
    Some(fixed(lang).to_owned())
}
