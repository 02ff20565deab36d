//! All ranks of a run as one: merged counts, windows of time, shares, stragglers.
//!
//! Counts and histograms are added up; no percentile and no rate is averaged. A rate is a sum of bytes over one window of time that is
//! the same for all ranks, on rank 0's clock.

use fiord_job::plan::JobPlan;
use fiord_judge::case::Case;
use fiord_judge::verdict::{Verdict, verdict};
use fiord_record::RunRecord;
use fiord_record::run::{DeadlineCounts, HostsRun, RankRun, WorkerRecord};
use fiord_stats::straggler::{self, Member, STRAGGLER_SHARE};
use fiord_stats::window::{self, Course, Span};

use super::by_host;

/// A rate over less than this is not stated: the counts are by second.
const LEAST_NS: u64 = 1_000_000_000;

/// All ranks, judged host by host and counted together.
#[derive(Debug)]
pub struct HostsView<'a> {
    pub run: &'a HostsRun,
    /// In the order of their first ranks.
    pub hosts: Vec<HostTogether<'a>>,
    pub jobs: Vec<JobTogether>,
    /// In their order; one, unless the jobs begin in several that all ranks began together.
    pub phases: Vec<PhaseTogether>,
}

/// The jobs that began together on all ranks.
#[derive(Debug)]
pub struct PhaseTogether {
    /// Of the plan, by index.
    pub jobs: Vec<usize>,
    /// Since the first agreed start; `None`: it never began.
    pub begun_ns: Option<i64>,
}

/// One host with its ranks.
#[derive(Debug)]
pub struct HostTogether<'a> {
    pub name: &'a str,
    /// Places in [`HostsRun::ranks`].
    pub ranks: Vec<usize>,
    /// Its ranks as one run.
    pub record: RunRecord,
    pub verdict: Verdict,
}

/// One job over all ranks.
#[derive(Debug)]
pub struct JobTogether {
    /// Index in the plan.
    pub index: usize,
    /// By place in [`HostsRun::ranks`].
    pub members: Vec<RankShare>,
    /// From the last start to the first end.
    pub common: Option<WindowCounts>,
    /// From the first start to the first end.
    pub first_done: Option<WindowCounts>,
    /// From the first start to the last end: everything.
    pub last_done: Option<WindowCounts>,
    pub worn_out: Option<WornOut>,
}

/// A job that went on behind its runtime.
#[derive(Debug, Clone, PartialEq)]
pub struct WornOut {
    /// From the first start for the length of the runtime, with what all had done at its end; `None`: nobody came to it.
    pub at_deadline: Option<WindowCounts>,
    /// What the farthest worker had done then, and each was to do; `None`: the ranks did not agree on it.
    pub to_bytes: Option<u64>,
    /// The least and the most that a worker did in the end.
    pub range_bytes: (u64, u64),
    /// Jobs that read as far as this one wrote, by index.
    pub readers: Vec<usize>,
}

/// What was done in a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WindowCounts {
    pub span: Span,
    pub ios: u64,
    pub bytes: u64,
}

/// What one rank did of a job.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankShare {
    /// Measured time since the first agreed start; `None`: no worker of it ran.
    pub span: Option<Span>,
    /// When its first worker passed the gate, likewise.
    pub gate_ns: Option<i64>,
    pub ios: u64,
    pub bytes: u64,
    /// Its rate over its own measured time as a share of the median of ranks on other hosts.
    pub of_others: Option<f64>,
}

impl RankShare {
    pub fn is_straggler(&self) -> bool {
        self.of_others.is_some_and(|share| share < STRAGGLER_SHARE)
    }

    /// Per second of its own measured time.
    pub fn rate(&self, count: u64) -> Option<f64> {
        let span = self.span.filter(|span| span.len_ns() > 0)?;
        Some(count as f64 * 1e9 / span.len_ns() as f64)
    }
}

impl WindowCounts {
    pub fn seconds(&self) -> f64 {
        self.span.len_ns() as f64 / 1e9
    }

    /// Per second; `None` where the window is too short for counts by second.
    pub fn rate(&self, count: u64) -> Option<f64> {
        (self.span.len_ns() >= LEAST_NS).then(|| count as f64 / self.seconds())
    }
}

impl<'a> HostsView<'a> {
    pub fn of(run: &'a HostsRun) -> Self {
        let mut names: Vec<&str> = Vec::new();
        for rank in &run.ranks {
            if !names.contains(&rank.host.as_str()) {
                names.push(&rank.host);
            }
        }
        let waves = run.ranks.first().map(|rank| rank.record.plan.waves());
        let waves = waves.unwrap_or_default();
        let job = |(index, wave): (usize, &u32)| JobTogether::of((run, &names), (index, *wave));
        let jobs: Vec<JobTogether> = waves.iter().enumerate().map(job).collect();
        Self {
            hosts: names
                .iter()
                .filter_map(|name| HostTogether::of(run, name))
                .collect(),
            phases: phases(run, &waves, &jobs),
            jobs,
            run,
        }
    }

    /// The name of a job, by its index in the plan.
    pub fn job_name(&self, index: usize) -> &str {
        let first = self.run.ranks.first();
        let plan = first.and_then(|rank| rank.record.plan.jobs.get(index));
        plan.map_or("", |plan| &plan.name)
    }

    /// The phase of a job as people count them, from 1; `None` where there is only one.
    pub fn phase_of(&self, job: usize) -> Option<u32> {
        let phases = || self.phases.iter().zip(1..);
        let found = phases().find(|(phase, _)| phase.jobs.contains(&job));
        found.filter(|_| self.phases.len() > 1).map(|(_, number)| number)
    }

    /// The jobs of a phase in which anything was done.
    pub fn jobs_of<'b>(&'b self, phase: &'b PhaseTogether) -> impl Iterator<Item = &'b JobTogether> {
        let jobs = phase.jobs.iter().filter_map(|index| self.jobs.get(*index));
        jobs.filter(|job| job.total_ios() > 0)
    }

    /// From the first start of a rank's workers to the last one's, over the jobs that start with the phase.
    pub fn start_skew_ns(&self, phase: &PhaseTogether) -> Option<u64> {
        let jobs = || phase.jobs.iter().filter_map(|index| self.jobs.get(*index));
        let first = |at: usize| {
            let gates = jobs().filter_map(|job| job.members.get(at)?.gate_ns);
            gates.min()
        };
        let starts: Vec<i64> = (0..self.run.ranks.len()).filter_map(first).collect();
        let span = Span {
            start_ns: *starts.iter().min()?,
            end_ns: *starts.iter().max()?,
        };
        Some(span.len_ns())
    }

    /// The ranks and jobs that are stragglers: places in [`HostsRun::ranks`] and [`HostsView::jobs`].
    pub fn stragglers(&self) -> impl Iterator<Item = (usize, usize, f64)> + '_ {
        self.jobs.iter().enumerate().flat_map(|(job, together)| {
            let members = together.members.iter().enumerate();
            let slow = members.filter(|(_, member)| member.is_straggler());
            slow.filter_map(move |(rank, member)| Some((rank, job, member.of_others?)))
        })
    }
}

impl<'a> HostTogether<'a> {
    fn of(run: &'a HostsRun, name: &'a str) -> Option<Self> {
        let ranks: Vec<usize> = (0..run.ranks.len())
            .filter(|at| run.ranks[*at].host == name)
            .collect();
        let its: Vec<&RankRun> = ranks.iter().map(|at| &run.ranks[*at]).collect();
        let lost: Vec<_> = run.lost.iter().filter(|lost| lost.host == name).collect();
        let record = by_host::record(&its, &lost)?;
        let verdict = verdict(&Case::of(&record));
        Some(Self {
            name,
            ranks,
            record,
            verdict,
        })
    }
}

/// The workers of all ranks as those of one run, which is not to be judged: it has no kernel counters, for there is one set for each
/// host. None without any rank.
pub fn merged(run: &HostsRun) -> Option<RunRecord> {
    let first = &run.ranks.first()?.record;
    let mut merged = RunRecord::planned(first.plan.clone(), first.before.clone());
    merged.started = first.started.clone();
    merged.finished = first.finished.clone();
    merged.version.clone_from(&first.version);
    for worker in run.ranks.iter().flat_map(|rank| &rank.record.workers) {
        let number = u32::try_from(merged.workers.len()).unwrap_or(u32::MAX);
        merged.workers.push(WorkerRecord {
            number,
            ..worker.clone()
        });
    }
    Some(merged)
}

/// A run as it is kept: the workers of all ranks, and the ranks with their own records. None without any rank.
pub fn kept(run: &HostsRun) -> Option<RunRecord> {
    let elapsed_s = run.ranks.iter().map(|rank| rank.record.elapsed_s).max();
    Some(RunRecord {
        elapsed_s: elapsed_s.unwrap_or(0),
        hosts: Some(Box::new(run.clone())),
        ..merged(run)?
    })
}

/// The jobs by phase. Where the ranks agreed on one start only, all are of one.
fn phases(run: &HostsRun, waves: &[u32], jobs: &[JobTogether]) -> Vec<PhaseTogether> {
    let jobs_of = |wave: u32| (0..waves.len()).filter(|index| waves[*index] == wave).collect();
    if run.phases.is_empty() {
        let mut members = jobs.iter().flat_map(|job| &job.members);
        let has_begun = members.any(|member| member.gate_ns.is_some());
        return vec![PhaseTogether {
            jobs: (0..waves.len()).collect(),
            begun_ns: has_begun.then_some(0),
        }];
    }
    let begun = |wave: u32| run.phases.iter().find(|phase| phase.wave == wave);
    let last = waves.last().copied().unwrap_or(0);
    (0..=last)
        .map(|wave| PhaseTogether {
            jobs: jobs_of(wave),
            begun_ns: begun(wave).map(|phase| phase.begun_ns),
        })
        .collect()
}

/// The measured time of a worker, since the first agreed start: after the ramp, up to its last completion. `None`: it never ran.
pub(super) fn span((rank, wave): (&RankRun, u32), job: &JobPlan, worker: &WorkerRecord) -> Option<Span> {
    let stats = &worker.stats;
    if stats.runtime_ns == 0 {
        return None;
    }
    let (base_ns, base_at_end_ns) = rank.bases(wave);
    let ramp = &job.control;
    if ramp.ramp_bytes > 0 {
        // When such a ramp ended is not known, but when the worker did.
        let end_ns = base_at_end_ns.saturating_add_unsigned(worker.ended_ns);
        return Some(Span {
            start_ns: end_ns.saturating_sub_unsigned(stats.runtime_ns),
            end_ns,
        });
    }
    let after_start = worker
        .started_ns
        .saturating_add(ramp.ramp_time_us.saturating_mul(1_000));
    Some(Span {
        start_ns: base_ns.saturating_add_unsigned(after_start),
        end_ns: base_at_end_ns.saturating_add_unsigned(after_start.saturating_add(stats.runtime_ns)),
    })
}

impl JobTogether {
    fn of((run, hosts): (&HostsRun, &[&str]), (index, wave): (usize, u32)) -> Self {
        let member = |rank: &RankRun| RankShare::of(rank, (index, wave));
        let mut members: Vec<RankShare> = run.ranks.iter().map(member).collect();
        let rates: Vec<Member> = run
            .ranks
            .iter()
            .zip(&members)
            .map(|(rank, member)| Member {
                host: hosts.iter().position(|host| *host == rank.host).unwrap_or(0),
                rate: member.pace(),
            })
            .collect();
        for (member, share) in members.iter_mut().zip(straggler::of_others(&rates)) {
            member.of_others = share;
        }
        let spans: Vec<Span> = members.iter().filter_map(|member| member.span).collect();
        let (common, whole) = (window::common(&spans), window::whole(&spans));
        let first_end = spans.iter().map(|span| span.end_ns).min();
        let first_done = whole
            .zip(first_end)
            .map(|(whole, end_ns)| Span { end_ns, ..whole });
        let within = |span: Span| WindowCounts::of(run, (index, wave), span);
        Self {
            index,
            common: common.map(within),
            first_done: first_done.map(within),
            last_done: whole.map(|span| WindowCounts {
                span,
                ios: members.iter().map(|member| member.ios).sum(),
                bytes: members.iter().map(|member| member.bytes).sum(),
            }),
            worn_out: WornOut::of(run, index, whole),
            members,
        }
    }

    /// All I/Os of the job.
    pub fn total_ios(&self) -> u64 {
        self.members.iter().map(|member| member.ios).sum()
    }
}

/// The workers of one job of a rank.
pub(super) fn workers(rank: &RankRun, index: usize) -> impl Iterator<Item = (&JobPlan, &WorkerRecord)> {
    let job = rank.record.plan.jobs.get(index);
    let workers = rank.record.workers.iter();
    workers
        .filter(move |worker| worker.job_index == index)
        .filter_map(move |worker| Some((job?, worker)))
}

impl RankShare {
    fn of(rank: &RankRun, (index, wave): (usize, u32)) -> Self {
        let spans: Vec<Span> = workers(rank, index)
            .filter_map(|(job, worker)| span((rank, wave), job, worker))
            .collect();
        let (base_ns, _) = rank.bases(wave);
        let gates = workers(rank, index)
            .filter(|(_, worker)| worker.stats.runtime_ns > 0)
            .map(|(_, worker)| base_ns.saturating_add_unsigned(worker.started_ns));
        let directions = || workers(rank, index).flat_map(|(_, worker)| &worker.stats.ddirs);
        Self {
            span: window::whole(&spans),
            gate_ns: gates.min(),
            ios: directions().map(|ddir| ddir.ios).sum(),
            bytes: directions().map(|ddir| ddir.bytes).sum(),
            of_others: None,
        }
    }

    /// What ranks are compared by: bytes, or I/Os where none move, per second.
    fn pace(&self) -> f64 {
        let count = if self.bytes > 0 { self.bytes } else { self.ios };
        self.rate(count).unwrap_or(0.0)
    }
}

impl WornOut {
    fn of(run: &HostsRun, index: usize, whole: Option<Span>) -> Option<Self> {
        let known = run.worn_out.iter().find(|known| known.job == index)?;
        let all = || run.ranks.iter().flat_map(|rank| workers(rank, index));
        let done = |worker: &WorkerRecord| -> DeadlineCounts {
            let ddirs = || worker.stats.ddirs.iter();
            DeadlineCounts {
                ios: ddirs().map(|ddir| ddir.ios).sum(),
                bytes: ddirs().map(|ddir| ddir.bytes).sum(),
            }
        };
        let ends = || all().map(|(_, worker)| done(worker).bytes);
        // One that was done before had done all of it.
        let at_deadline = || all().map(|(_, worker)| worker.at_deadline.unwrap_or_else(|| done(worker)));
        let came_to_it = all().any(|(_, worker)| worker.at_deadline.is_some());
        let (job, _) = all().next()?;
        let runtime_ns = job.control.runtime_us.saturating_mul(1_000);
        let start_ns = whole?.start_ns;
        let counts = || WindowCounts {
            span: Span {
                start_ns,
                end_ns: start_ns.saturating_add_unsigned(runtime_ns),
            },
            ios: at_deadline().map(|done| done.ios).sum(),
            bytes: at_deadline().map(|done| done.bytes).sum(),
        };
        Some(Self {
            at_deadline: came_to_it.then(counts),
            to_bytes: known.to_bytes,
            range_bytes: (ends().min()?, ends().max()?),
            readers: known.readers.clone(),
        })
    }

    /// Whether every worker did as much as the farthest had.
    pub fn is_even(&self) -> bool {
        self.to_bytes
            .is_some_and(|to_bytes| self.range_bytes == (to_bytes, to_bytes))
    }
}

impl WindowCounts {
    fn of(run: &HostsRun, (index, wave): (usize, u32), window: Span) -> Self {
        let (mut ios, mut bytes) = (0, 0);
        for rank in &run.ranks {
            for (job, worker) in workers(rank, index) {
                let Some(span) = span((rank, wave), job, worker) else {
                    continue;
                };
                for ddir in &worker.stats.ddirs {
                    let course = Course {
                        span,
                        per_second: &ddir.per_second,
                    };
                    let inside = course.within(window);
                    ios += inside.0;
                    bytes += inside.1;
                }
            }
        }
        Self {
            span: window,
            ios,
            bytes,
        }
    }
}
