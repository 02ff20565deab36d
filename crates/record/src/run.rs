//! What a run left behind: its plan, what every worker counted, and what the disks did meanwhile.
//!
//! This is data only. It judges nothing and formats nothing; the runner fills it, the renderers and the rules of
//! evidence read it.

use std::ops::Range;

use fiord_job::plan::{Ddir, JobPlan, RunPlan, UnifiedReporting};
use fiord_messages::Sentence;
use fiord_stats::JobStats;
use fiord_stats::simulated::SimulatedDrive;
use jiff::Zoned;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::before::Before;
use crate::claims::SpecSheet;
use crate::evidence::{RunEvidence, WorkerUse};
use crate::hosts::{DataSpread, LostRank, RankClock};
use crate::imported::ImportFacts;
use crate::ladder::Ladder;

/// One run: everything that judging and reporting need. Before a run it has no workers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RunRecord {
    /// What was to be done.
    pub plan: RunPlan,
    /// The machine and the targets before.
    pub before: Before,
    /// What was known of the machine and the device from elsewhere.
    pub context: Context,
    /// What each worker did, in the order of their numbers.
    pub workers: Vec<WorkerRecord>,
    /// The disks under the targets, in the order in which they were found; empty when none were watched.
    pub disks: Vec<DiskUse>,
    /// Wall time of the start.
    #[serde(with = "crate::moment")]
    pub started: Zoned,
    /// Wall time at which the result was complete; what fio's formats show as `time`.
    #[serde(with = "crate::moment")]
    pub finished: Zoned,
    /// Seconds from start to report, begun seconds counted whole, as fio's `elapsed`: 1 or more. 0 stands for a time that is not known: null.
    #[serde(with = "crate::moment::elapsed")]
    pub elapsed_s: u64,
    /// Who measured, as fio's formats show it (`fio-3.33`).
    pub version: String,
    /// How idle the processors were, if that was asked (`--idle-prof`).
    pub idleness: Option<Idleness>,
    /// Remarks for the reader.
    pub notes: Vec<Sentence>,
    /// What simulated drives counted, in the order in which jobs named them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub simulated: Vec<SimulatedTarget>,
    /// What the kernel's counters said meanwhile, where they were read.
    pub evidence: Option<Box<RunEvidence>>,
    /// The ranks whose workers these are, each with its own record, where many hosts ran it. This record then is not one to judge: the
    /// kernel counts for each host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hosts: Option<Box<HostsRun>>,
}

/// What a run is held against.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Context {
    /// I/Os per second that the null engine makes with the options of the whole plan, where it was measured.
    pub ceiling_iops: Option<f64>,
    /// What all runs of this plan reached, this one among them; empty: it ran once.
    pub repeats: Vec<Repeats>,
    /// The maker's claims, where a data sheet was given.
    pub data_sheet: Option<SpecSheet>,
    /// The text that it was read from, where others measured it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import: Option<Box<ImportFacts>>,
    /// What `fiord ladder` measured: then the plan is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder: Option<Box<Ladder>>,
    /// Number of other runs that it took turns with. The kernel's counters of devices and of the machine cover all of them. 0: there were no turns.
    #[serde(default, skip_serializing_if = "no_others")]
    pub took_turns_with: u32,
    /// It ran with `--wear-out`, which takes no `time_based`: a runtime is a deadline, and what a job had done less than another it does behind it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wears_out: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn no_others(count: &u32) -> bool {
    *count == 0
}

/// One number per run of what ran several times: the sample is the run, never its seconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Repeats {
    /// Index of the job in the plan.
    pub job: usize,
    pub ddir: Ddir,
    /// I/Os per second of each run, in the order in which they ran.
    pub iops: Vec<f64>,
}

impl RunRecord {
    /// The write amplification of the simulated flash drive; `None`: there is none, or more than one.
    pub fn write_amplification(&self) -> Option<f64> {
        let mut ratios = self.simulated.iter().filter_map(|target| match &target.drive {
            SimulatedDrive::Flash(counters) => Some(counters.write_amplification()),
            SimulatedDrive::Disk(_) => None,
        });
        let first = ratios.next()??;
        ratios.next().is_none().then_some(first)
    }

    /// Bytes that the host wrote until the simulated flash drive became read-only; `None`: it did not, or there are several drives.
    pub fn lifetime_bytes(&self) -> Option<f64> {
        match self.simulated.as_slice() {
            [target] => match &target.drive {
                SimulatedDrive::Flash(counters) => counters
                    .wear
                    .worn_out
                    .then_some(counters.host_written_bytes as f64),
                SimulatedDrive::Disk(_) => None,
            },
            _ => None,
        }
    }

    /// Whether it took turns with other runs. The kernel's counters of devices and of the machine then cover all of them.
    pub fn has_turns(&self) -> bool {
        self.context.took_turns_with > 0
    }

    /// The record of one side of a run in turns: its jobs, counted from 0, with their workers and targets, and the kernel's counters of all sides.
    #[must_use]
    pub fn in_turns(&self, jobs: Range<usize>, others: u32) -> Self {
        let is_own = |job: &mut usize| {
            let own = jobs.contains(job);
            *job = job.saturating_sub(jobs.start);
            own
        };
        let mut part = self.clone();
        part.plan.jobs = self.plan.jobs[jobs.clone()].to_vec();
        part.context.took_turns_with = others;
        part.workers.retain_mut(|worker| is_own(&mut worker.job_index));
        part.before.targets.retain_mut(|target| is_own(&mut target.job));
        if let Some(evidence) = &mut part.evidence {
            evidence.targets.retain_mut(|target| is_own(&mut target.job));
            // Blocks are counted for the jobs of all sides together.
            evidence.blocks = None;
            for second in evidence.seconds_series.iter_mut().filter(|_| others > 0) {
                second.latencies = second.latencies.of_some(jobs.clone());
            }
        }
        part
    }

    /// The record of a run that has not started.
    pub fn planned(plan: RunPlan, before: Before) -> Self {
        let now = jiff::Timestamp::UNIX_EPOCH.to_zoned(jiff::tz::TimeZone::UTC);
        Self {
            plan,
            before,
            context: Context::default(),
            workers: Vec::new(),
            disks: Vec::new(),
            started: now.clone(),
            finished: now,
            elapsed_s: 0,
            version: String::new(),
            idleness: None,
            notes: Vec::new(),
            simulated: Vec::new(),
            evidence: None,
            hosts: None,
        }
    }
}

/// A simulated drive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SimulatedTarget {
    /// The name by which jobs share it.
    pub name: String,
    pub drive: SimulatedDrive,
}

/// All ranks together.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct HostsRun {
    /// Which MPI connected them.
    pub library: String,
    /// How many were started.
    pub started_ranks: usize,
    pub spread: DataSpread,
    /// Reading jobs read what ranks of the next host wrote.
    pub shifted_reads: bool,
    /// The phases that began, where the jobs have several; empty: all jobs are of one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<PhaseOfRanks>,
    /// The jobs that wore out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub worn_out: Vec<WornOutJob>,
    /// In the order of ranks.
    pub ranks: Vec<RankRun>,
    pub lost: Vec<LostRank>,
}

/// A job that went on behind its runtime until each worker had done as much as the one that was farthest then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WornOutJob {
    /// Index in the plan.
    pub job: usize,
    /// What the farthest worker had done; `None`: the ranks did not come so far as to agree on it.
    pub to_bytes: Option<u64>,
    /// Jobs that read as far as this one wrote.
    pub readers: Vec<usize>,
}

/// A phase: the jobs between two stonewalls, which begin together on all ranks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhaseOfRanks {
    /// Which of the plan's waves it is, from 0 ([`RunPlan::waves`]).
    pub wave: u32,
    /// Its agreed start, in nanoseconds since the first one's.
    pub begun_ns: i64,
}

/// A rank whose report came.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RankRun {
    pub rank: usize,
    pub host: String,
    pub clock: RankClock,
    /// When the record's times begin, in nanoseconds since the agreed start, on rank 0's clock: for starts.
    pub base_ns: i64,
    /// The same for ends.
    pub base_at_end_ns: i64,
    /// The same for each phase, where the jobs have several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<RankPhase>,
    pub pid: u32,
    pub record: RunRecord,
}

/// When a rank's times begin, by the clocks as they were around one phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankPhase {
    pub wave: u32,
    /// As [`RankRun::base_ns`], for the starts of its jobs.
    pub base_ns: i64,
    /// For their ends.
    pub base_at_end_ns: i64,
}

impl RankRun {
    /// When the times of the jobs of a wave begin: for their starts, and for their ends.
    pub fn bases(&self, wave: u32) -> (i64, i64) {
        let of_phase = self.phases.iter().find(|phase| phase.wave == wave);
        of_phase.map_or((self.base_ns, self.base_at_end_ns), |phase| {
            (phase.base_ns, phase.base_at_end_ns)
        })
    }
}

/// What a rank sends when it has measured.
#[derive(Debug, Serialize, Deserialize)]
pub struct RankReport {
    /// When the record's times begin (`RunRecord::started`), in nanoseconds of this rank's monotonic clock: the wall clock held against
    /// it at the start.
    pub base_ns: i64,
    /// The same, held against it at the end: wall clocks are set and slewed.
    pub base_at_end_ns: i64,
    /// The same, held against it at the start of each phase.
    pub phases: Vec<PhaseBase>,
    /// Its jobs that wear out.
    pub worn_out: Vec<WornOutJob>,
    /// Its process, by which the other ranks of its host know it.
    pub pid: u32,
    /// Or why nothing was measured.
    pub outcome: Result<Box<RunRecord>, String>,
}

/// When a record's times begin, by the clocks at the start of a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhaseBase {
    pub phase: u32,
    pub base_ns: i64,
}

/// Idle time of the processors over the run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Idleness {
    /// Of all together, in percent.
    pub system_percent: f64,
    /// Of each; empty unless asked.
    pub each_percent: Vec<f64>,
}

/// What one worker (one clone of a job) did.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct WorkerRecord {
    /// Index of its job in [`RunPlan::jobs`].
    pub job_index: usize,
    /// Which clone of the job, from 0.
    pub clone: u32,
    /// Number over the whole run, from 0.
    pub number: u32,
    /// Reporting group.
    pub group: u32,
    /// Process or thread id.
    pub pid: u32,
    /// What it counted, histograms included.
    pub stats: JobStats,
    /// The error that ended it.
    pub error: Option<ErrorRecord>,
    /// When it started, in nanoseconds since the start of the run.
    pub started_ns: u64,
    /// When it ended, in nanoseconds since the start of the run.
    pub ended_ns: u64,
    /// What it had done when its runtime was over, where it went on then: its wear-out. `None`: it did not, or ended before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_deadline: Option<DeadlineCounts>,
    /// What it searched or waited for came to.
    #[serde(default, skip_serializing_if = "Goals::is_empty")]
    pub goals: Goals,
    /// What it moved with ramp time included, and what the kernel counted for it. `None`: not read.
    pub used: Option<WorkerUse>,
}

impl WorkerRecord {
    /// Processor time in user and system as a share of the measured time; of a processor of its own 1.
    pub fn cpu_share(&self) -> f64 {
        let cpu = &self.stats.cpu;
        (cpu.user_us + cpu.system_us) as f64 * 1e3 / self.stats.runtime_ns.max(1) as f64
    }

    /// Whether it hardly ever gave up its processor of its own: fewer context switches of any kind than one per hundred I/Os.
    /// Who waits for a device is switched away for it; who is not was at work, or waited for a processor, all the time.
    pub fn never_slept(&self) -> bool {
        let (ios, switches) = (self.stats.total_ios(), self.stats.cpu.context_switches);
        // None at all: nobody counted.
        ios >= 1000 && switches > 0 && switches < ios / 100
    }
}

impl RunRecord {
    /// The name of a direction of a job: `mixed` where another program counted all of them as one.
    pub fn direction_name(&self, job: usize, ddir: Ddir) -> &'static str {
        let is_mixed = |job: &JobPlan| job.report.unified == UnifiedReporting::Mixed;
        match self.plan.jobs.get(job) {
            Some(job) if self.context.import.is_some() && is_mixed(job) => MIXED,
            _ => ddir.name(),
        }
    }
}

/// The sum of all directions, in fio's word.
pub const MIXED: &str = "mixed";

/// I/Os and bytes of all directions up to the end of the runtime.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeadlineCounts {
    pub ios: u64,
    pub bytes: u64,
}

/// What a worker's search for a depth and its wait for a steady state came to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Goals {
    /// The largest depth that kept `latency_target`; with `latency_run` the last one.
    pub depth_found: Option<u32>,
    /// The last window of `steadystate`; of a group that is reported as one the group's.
    pub steady: Option<SteadyRecord>,
}

impl Goals {
    fn is_empty(&self) -> bool {
        *self == Goals::default()
    }
}

/// The window that `steadystate` judged last.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SteadyRecord {
    /// The criterion was met, and that ended the job.
    pub attained: bool,
    /// I/Os per second of each measurement, the oldest first; fewer than a window where the run ended before.
    pub iops: Vec<f64>,
    /// Bytes per second, likewise.
    pub bytes_per_second: Vec<f64>,
    /// Mean latency in nanoseconds, likewise; 0 where none was recorded.
    pub lat_ns: Vec<f64>,
}

/// The error that ended a worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "WorkerFailure")]
pub struct ErrorRecord {
    /// The errno.
    pub errno: i32,
    /// Where it was raised, as `file:line`.
    pub place: String,
    /// What failed, as fio's `func=`.
    pub func: String,
    /// The system's words for the errno.
    pub message: String,
    /// What exactly failed; may be the same.
    #[schemars(with = "String")]
    pub detail: Sentence,
}

/// The system's words for an errno, as strerror(3) gives them in the C locale.
pub fn errno_message(errno: i32) -> String {
    if errno == 0 {
        return "Success".to_owned();
    }
    let text = std::io::Error::from_raw_os_error(errno).to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

/// Counters of one disk over the run (Documentation/block/stat.rst).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DiskUse {
    /// Name, as in `/sys/block` without the path.
    pub name: String,
    /// The counters.
    pub counts: DiskCounts,
    /// For a stacked device: the mean over the devices below, `util_percent` the largest of them.
    pub below: Option<DiskCounts>,
}

/// Counters of a disk, or their mean over several.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct DiskCounts {
    /// Reads completed.
    pub read_ios: u64,
    /// Writes completed.
    pub write_ios: u64,
    /// Reads merged.
    pub read_merges: u64,
    /// Writes merged.
    pub write_merges: u64,
    /// Milliseconds spent reading, summed over requests.
    pub read_ticks: u64,
    /// Milliseconds spent writing, summed over requests.
    pub write_ticks: u64,
    /// Milliseconds in queue, summed over requests.
    pub in_queue: u64,
    /// Share of the time in which the disk had anything to do, in percent.
    pub util_percent: f64,
    /// Bytes read, of everybody on the disk.
    pub read_bytes: u64,
    /// Bytes written, of everybody on the disk.
    pub write_bytes: u64,
}
