//! What `fiord run --hosts --json` prints: all ranks as one, each rank's part, and the document of each.

use fiord_compare::facts::FactDifference;
use fiord_judge::Grade;
use fiord_judge::case::Case;
use fiord_judge::ranks as words;
use fiord_judge::ranks::HostsFinding;
use fiord_messages::Lang;
use fiord_record::RunRecord;
use fiord_record::hosts::{DataSpread, LostRank};
use fiord_record::run::{HostsRun, RankRun};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::documents::check::Assertion;
use crate::documents::finding::FindingJson;
use crate::documents::run::result::JobResult;
use crate::documents::run::{self, GRADES, Run};
use crate::documents::{Body, Document};
use view::{HostTogether, HostsView, JobTogether, PhaseTogether, RankShare, WindowCounts, WornOut};

mod by_host;
pub mod rates;
pub mod together;
pub mod view;

/// A run over many hosts.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ManyHosts {
    /// Who measured, as fio's formats show it; null where no rank reported.
    pub version: Option<String>,
    /// Which MPI connected the ranks.
    pub mpi: String,
    pub started_ranks: usize,
    /// The hosts of the ranks that reported, in the order of their first ranks.
    pub hosts: Vec<HostResult>,
    #[serde(flatten)]
    pub data: DataOfRanks,
    #[schemars(with = "String", extend("enum" = GRADES))]
    pub grade: Grade,
    pub reason: String,
    /// What only the ranks together show; those of each host stand in its document.
    pub findings: Vec<FindingJson>,
    /// From the first rank's start to the last's, in the first phase; null: fewer than one started.
    pub start_skew_ns: Option<u64>,
    /// Jobs that begin together on all ranks, behind those before: a `stonewall` begins a phase.
    pub phases: Vec<Phase>,
    pub jobs: Vec<JobOfHosts>,
    pub ranks: Vec<RankResult>,
    pub lost: Vec<Lost>,
    /// In what the machines differ, by host in the order of `hosts`.
    pub differences: Vec<FactDifference>,
    /// What was asked with --assert; absent without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assertions: Vec<Assertion>,
}

/// Which data each rank worked on.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct DataOfRanks {
    /// How the ranks divided the data.
    #[schemars(with = "String", extend("enum" = DataSpread::ALL.map(DataSpread::name)))]
    pub spread: DataSpread,
    /// Whether reading jobs took the part of a rank on the next host.
    pub shifted_reads: bool,
}

/// A phase.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PhaseOfHosts")]
pub struct Phase {
    /// From 1.
    pub number: u32,
    pub jobs: Vec<String>,
    /// Its agreed start, since the first one's, on rank 0's clock; null: it did not begin.
    pub begun_ns: Option<i64>,
    /// From the first rank's start to the last's; null: fewer than one started.
    pub start_skew_ns: Option<u64>,
}

/// One job over all ranks.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct JobOfHosts {
    pub name: String,
    /// The number of its phase.
    pub phase: u32,
    /// From the last start to the first end; null: there was no such time.
    pub all_at_work: Option<WindowRates>,
    /// From the first start to the first end.
    pub to_the_first_done: Option<WindowRates>,
    /// From the first start to the last end.
    pub to_the_last_done: Option<WindowRates>,
    /// Null: it ended at its runtime, if it has one.
    pub wear_out: Option<WearOutJson>,
    /// Counts and histograms of all ranks added up.
    pub result: JobResult,
}

/// A job that went on behind its runtime, until each worker had done as much as the farthest (`--wear-out`). What all did up to their end
/// stands in `to_the_last_done`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "WearOutOfHosts")]
pub struct WearOutJson {
    /// From the first start for the length of the runtime; null: all were done before.
    pub to_the_deadline: Option<WindowRates>,
    /// What the farthest worker had done at the deadline; null: the ranks did not agree on it.
    pub to_bytes: Option<u64>,
    /// The least and the most that a worker did in the end.
    pub least_bytes: u64,
    pub most_bytes: u64,
    /// Jobs of later phases that read as far as this one wrote.
    pub readers: Vec<String>,
}

/// What was done in a window of time. Of seconds that lie in it in part, that part is counted.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct WindowRates {
    /// Since the first agreed start, on rank 0's clock.
    pub start_ns: i64,
    pub end_ns: i64,
    pub ios: u64,
    pub bytes: u64,
    /// Null below one second.
    pub iops: Option<f64>,
    pub bytes_per_s: Option<f64>,
}

/// One host.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct HostResult {
    pub name: String,
    /// The ranks that reported from there.
    pub ranks: Vec<usize>,
    /// All of its ranks as one run, as `fiord run --json` prints it: evidence, findings and grade are of a host, since the kernel counts its
    /// devices for all of them.
    pub run: Document<Run>,
}

/// One rank.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RankResult {
    pub rank: usize,
    pub host: String,
    pub clock: RankClockJson,
    pub jobs: Vec<RankJob>,
}

/// A rank's monotonic clock against that of rank 0.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Clock")]
pub struct RankClockJson {
    /// The rank's clock minus that of rank 0, before the run.
    pub offset_ns: i64,
    /// The shortest way of a ping there and back: half of it is the most that the offset can be wrong by.
    pub rtt_ns: u64,
    /// After the run; null: it was not asked again.
    pub offset_after_ns: Option<i64>,
    pub rtt_after_ns: Option<u64>,
}

/// What a rank did of a job.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RankJob {
    pub name: String,
    /// When its first worker passed the gate, since the first agreed start, on rank 0's clock; null: none did.
    pub gate_ns: Option<i64>,
    /// Its measured time.
    pub start_ns: Option<i64>,
    pub end_ns: Option<i64>,
    pub ios: u64,
    pub bytes: u64,
    /// Over its own measured time.
    pub iops: Option<f64>,
    pub bytes_per_s: Option<f64>,
    /// Of the bytes of all ranks.
    pub share_percent: Option<f64>,
    /// Its rate as a share of the median of ranks on other hosts; null: there is nobody to compare with.
    pub of_others: Option<f64>,
    pub is_straggler: bool,
}

/// A rank without a record.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LostRank")]
pub struct Lost {
    pub rank: usize,
    pub host: String,
    /// Its process there, as the launcher's messages name it.
    pub pid: u32,
    pub why: String,
    /// Its last heartbeat, since the first agreed start, on rank 0's clock; null: there was no start.
    pub heard_ns: Option<i64>,
    /// Up to its last heartbeat.
    pub ios: u64,
    pub bytes: u64,
}

impl Body for ManyHosts {
    const NAME: &'static str = "hosts";
    const TITLE: &'static str = "fiord run --hosts --json";
}

/// The document of a run over many hosts. `merged` is what [`crate::documents::many_hosts::view::merged`] makes of it.
pub fn document(
    view: &HostsView<'_>,
    merged: Option<&RunRecord>,
    found: &[HostsFinding],
    lang: Lang,
) -> Document<ManyHosts> {
    let run = view.run;
    let (grade, reason) = (together::grade(view, found), together::reason(view, found, lang));
    let jobs = merged.map(|record| jobs(view, record));
    Document::new(ManyHosts {
        version: run.ranks.first().map(|rank| rank.record.version.clone()),
        mpi: run.library.clone(),
        started_ranks: run.started_ranks,
        hosts: view
            .hosts
            .iter()
            .map(|host| HostResult::of(run, host, lang))
            .collect(),
        data: DataOfRanks {
            spread: run.spread,
            shifted_reads: run.shifted_reads,
        },
        grade,
        reason,
        findings: found.iter().map(|one| FindingJson::of_hosts(one, lang)).collect(),
        start_skew_ns: view.phases.first().and_then(|phase| view.start_skew_ns(phase)),
        phases: (1..)
            .zip(&view.phases)
            .map(|(number, phase)| Phase::of(view, number, phase))
            .collect(),
        jobs: jobs.unwrap_or_default(),
        ranks: run
            .ranks
            .iter()
            .enumerate()
            .map(|(at, rank)| RankResult::of(view, at, rank))
            .collect(),
        lost: run.lost.iter().map(|one| Lost::of(one, lang)).collect(),
        differences: together::differences(view),
        assertions: Vec::new(),
    })
}

fn jobs(view: &HostsView<'_>, merged: &RunRecord) -> Vec<JobOfHosts> {
    let case = Case::of(merged);
    let together = |index: usize| view.jobs.iter().find(|job| job.index == index);
    let rates = |window: Option<WindowCounts>| window.map(WindowRates::of);
    let of = |job: &fiord_judge::case::JobRun<'_>| JobOfHosts {
        name: job.plan.name.clone(),
        phase: view.phase_of(job.index).unwrap_or(1),
        all_at_work: rates(together(job.index).and_then(|job| job.common)),
        to_the_first_done: rates(together(job.index).and_then(|job| job.first_done)),
        to_the_last_done: rates(together(job.index).and_then(|job| job.last_done)),
        wear_out: together(job.index)
            .and_then(|job| job.worn_out.as_ref())
            .map(|worn_out| WearOutJson::of(view, worn_out)),
        result: JobResult::of(&job.stats, job.plan, &[]),
    };
    case.jobs.iter().map(of).collect()
}

impl Phase {
    fn of(view: &HostsView<'_>, number: u32, phase: &PhaseTogether) -> Self {
        let names = phase.jobs.iter().map(|index| view.job_name(*index).to_owned());
        Self {
            number,
            jobs: names.collect(),
            begun_ns: phase.begun_ns,
            start_skew_ns: view.start_skew_ns(phase),
        }
    }
}

impl WearOutJson {
    fn of(view: &HostsView<'_>, worn_out: &WornOut) -> Self {
        let readers = worn_out
            .readers
            .iter()
            .map(|index| view.job_name(*index).to_owned());
        Self {
            to_the_deadline: worn_out.at_deadline.map(WindowRates::of),
            to_bytes: worn_out.to_bytes,
            least_bytes: worn_out.range_bytes.0,
            most_bytes: worn_out.range_bytes.1,
            readers: readers.collect(),
        }
    }
}

impl WindowRates {
    fn of(window: WindowCounts) -> Self {
        Self {
            start_ns: window.span.start_ns,
            end_ns: window.span.end_ns,
            ios: window.ios,
            bytes: window.bytes,
            iops: window.rate(window.ios),
            bytes_per_s: window.rate(window.bytes),
        }
    }
}

impl HostResult {
    fn of(run: &HostsRun, host: &HostTogether<'_>, lang: Lang) -> Self {
        Self {
            name: host.name.to_owned(),
            ranks: host.ranks.iter().map(|at| run.ranks[*at].rank).collect(),
            run: run::document(&Case::of(&host.record), &host.verdict, lang),
        }
    }
}

impl RankResult {
    fn of(view: &HostsView<'_>, at: usize, rank: &RankRun) -> Self {
        let jobs = view.jobs.iter().filter_map(|job| {
            let plan = rank.record.plan.jobs.get(job.index)?;
            Some(RankJob::of(&plan.name, job, job.members.get(at)?))
        });
        Self {
            rank: rank.rank,
            host: rank.host.clone(),
            clock: RankClockJson {
                offset_ns: rank.clock.offset_ns,
                rtt_ns: rank.clock.rtt_ns,
                offset_after_ns: rank.clock.after.map(|(offset, _)| offset),
                rtt_after_ns: rank.clock.after.map(|(_, rtt)| rtt),
            },
            jobs: jobs.collect(),
        }
    }
}

impl RankJob {
    fn of(name: &str, job: &JobTogether, member: &RankShare) -> Self {
        let total: u64 = job.members.iter().map(|member| member.bytes).sum();
        Self {
            name: name.to_owned(),
            gate_ns: member.gate_ns,
            start_ns: member.span.map(|span| span.start_ns),
            end_ns: member.span.map(|span| span.end_ns),
            ios: member.ios,
            bytes: member.bytes,
            iops: member.rate(member.ios),
            bytes_per_s: member.rate(member.bytes),
            share_percent: (total > 0).then(|| member.bytes as f64 / total as f64 * 100.0),
            of_others: member.of_others,
            is_straggler: member.is_straggler(),
        }
    }
}

impl Lost {
    fn of(lost: &LostRank, lang: Lang) -> Self {
        Self {
            rank: lost.rank,
            host: lost.host.clone(),
            pid: lost.pid,
            why: words::lost(&lost.why, lang),
            heard_ns: lost.heard_ns,
            ios: lost.ios,
            bytes: lost.bytes,
        }
    }
}
