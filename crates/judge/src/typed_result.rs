//! A typed result held against the job that made it: rate, bandwidth and latency must go together.

use crate::case::littles_law::{AskedQueue, Fit, IDLE, Waits, fit, in_flight};
use crate::case::planned::share;
use crate::traps::Observed;
use crate::traps::unit_misread::{self, Blocks, Contradiction, Mistake, implied};
use crate::words::phrases::{block_sizes, both, depth, rate, time};
use crate::{Finding, Severity, Subject, When};
use fiord_job::plan::{BlockSize, Ddir, JobPlan, RunPlan};
use fiord_messages::Lang;
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
    let job = plan.jobs.get(index).ok_or("the plan has no job")?;
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
        let names = names.join(", ");
        match &seen.job {
            Some(name) => format!("job={name}: the plan has no job of that name; give one of {names}"),
            None => format!("job: the plan has several; add one of {names}"),
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
    pub fn sentences(&self) -> Vec<String> {
        self.meanings.iter().map(Implied::sentence).collect()
    }
}

impl Implied {
    fn sentence(&self) -> String {
        match self {
            Implied::Rate {
                bytes_per_s,
                block_bytes,
                iops,
            } => format!(
                "{} in blocks of {} are {} I/Os per second.",
                both(*bytes_per_s, |value| Bandwidth(value).to_string()),
                block_sizes(*block_bytes),
                rate(*iops)
            ),
            Implied::Bandwidth { iops, block_bytes } => {
                let bytes_per_s = Spread {
                    low: iops.low * block_bytes.low,
                    high: iops.high * block_bytes.high,
                };
                format!(
                    "{} I/Os per second in blocks of {} are {}.",
                    rate(*iops),
                    block_sizes(*block_bytes),
                    both(bytes_per_s, |value| Bandwidth(value).to_string())
                )
            }
            Implied::FullQueue {
                iops,
                asked_depth,
                latency_ns,
            } => format!(
                "With {} in flight all the time, {} I/Os per second take {} each on average.",
                short(*asked_depth),
                rate(*iops),
                time(*latency_ns)
            ),
            Implied::BlocksAgree(found) => implied(found, Lang::En),
            Implied::InFlight {
                iops,
                latency_ns,
                asked_depth,
                holds,
            } => format!(
                "{} I/Os per second at {} are {} in flight; the job can have {}.{}",
                rate(*iops),
                time(*latency_ns),
                depth(in_flight(*iops, *latency_ns)),
                short(*asked_depth),
                conclusion(*holds)
            ),
        }
    }
}

fn conclusion(holds: Holds) -> String {
    match holds {
        Holds::Agrees => " The numbers agree.".to_owned(),
        Holds::Contradicts => String::new(),
        Holds::FilledTo { share } => format!(
            " Both are true only if the queue was never filled beyond {} of that.",
            Share(share)
        ),
        Holds::ProvesNothing(waits) => {
            let why = match waits {
                Waits::HeldBack => "the job holds itself back by a rate or thinktime",
                Waits::Syncs => "its syncs take time that no latency of an I/O shows",
                Waits::OpensFiles => "it opens many files",
                Waits::OtherWork => "it does other things between its I/Os",
                Waits::NoDevice => "it has no device",
                Waits::InSubmit => "buffered, the I/O is done inside submit, and clat leaves that out",
            };
            format!(" Fewer prove nothing here: {why}.")
        }
    }
}
