//! What `fiord run --json` prints and `--evidence` writes: numbers, evidence, findings and verdict of a run, and its whole record.

use std::collections::BTreeMap;

use fiord_job::plan::{Ddir, OptionEcho};
use fiord_judge::case::pace::Pace;
use fiord_judge::case::steadiness::Steadiness;
use fiord_judge::case::{Case, JobRun};
use fiord_judge::verdict::{Disturbance, Grade, Verdict, verdict};
use fiord_messages::Lang;
use fiord_record::imported::UnknownCount;
use fiord_record::run::{ErrorRecord, RunRecord, WorkerRecord};
use fiord_stats::steady::{SNIA_RANGE_LIMIT, SNIA_SLOPE_LIMIT};
use indexmap::IndexMap;
use jiff::{Timestamp, Zoned};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::documents::check::Assertion;
use crate::documents::finding::JobFinding;
use crate::documents::layers::RunLayers;
use crate::documents::{Body, Document};
use evidence::Evidence;
use result::JobResult;
use simulated::SimulatedJson;
use spec_sheet::SpecSheetJson;

pub mod evidence;
pub mod result;
pub mod simulated;
mod spec_sheet;

/// One run.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Run {
    /// Who measured, as fio's formats show it.
    pub version: String,
    /// RFC 3339; null of an imported run whose text has no date, as the next.
    pub started: Option<String>,
    /// RFC 3339.
    pub finished: Option<String>,
    pub verdict: VerdictJson,
    /// The worst first.
    pub findings: Vec<JobFinding>,
    pub global_options: Options,
    pub jobs: Vec<RunJob>,
    /// Null when the kernel's counters were not read.
    pub evidence: Option<Evidence>,
    /// Where the latency went by layer of the kernel; absent without --layers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers: Option<RunLayers>,
    /// I/Os per second of the null engine with the same options, where it was measured.
    pub ceiling_iops: Option<f64>,
    /// The claims of a spec sheet that the run was held against; null without --spec.
    pub spec_sheet: Option<SpecSheetJson>,
    /// Drives of ioengine=sim with sim_model=ftl or disk; absent without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub simulated: Vec<SimulatedJson>,
    /// What was asked with --assert; absent without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assertions: Vec<Assertion>,
    /// Remarks for the reader, one sentence each.
    pub notes: Vec<String>,
    /// The whole record, as fiord reads it back: it is judged again with the same outcome. Its fields may change with the version
    /// of the program.
    #[schemars(with = "Map<String, Value>")]
    pub record: RunRecord,
}

/// What was measured, and how far the number may be used.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Verdict")]
pub struct VerdictJson {
    /// What was measured, with its numbers.
    pub line: String,
    /// The same without them.
    #[serde(default)]
    pub headline: String,
    /// The headline without those who disturbed the run.
    #[serde(default)]
    pub subject: String,
    /// Other users of the disk or the CPUs during the run, the worst first.
    #[serde(default)]
    pub disturbed: Vec<DisturbedBy>,
    #[schemars(with = "String", extend("enum" = GRADES))]
    pub grade: Grade,
    pub reason: String,
}

/// Another user of the disk or the CPUs.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct DisturbedBy {
    /// The rule that found it.
    pub rule: String,
    /// Of the traffic, or of the time of the workers, in percent; null: not known.
    pub percent: Option<f64>,
}

pub(crate) const GRADES: [&str; 4] = [Grade::A.name(), Grade::B.name(), Grade::C.name(), Grade::D.name()];

/// Options of a job as they were given, by name. Later values of an option replace earlier ones, as they do in the job.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Options(#[schemars(with = "BTreeMap<String, String>")] pub IndexMap<String, String>);

/// A job with all its workers.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RunJob")]
pub struct RunJob {
    pub name: String,
    /// Reporting group.
    pub group: u32,
    pub engine: String,
    pub options: Options,
    pub workers: Vec<WorkerResult>,
    /// I/Os in flight on average (Little's law).
    pub achieved_depth: Option<f64>,
    /// Null below ten seconds.
    pub steady_state: Option<SteadyState>,
    /// Directions with a rate.
    pub rated: Rated,
    pub result: JobResult,
}

/// What the rated directions reached; empty without a rate.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Rated {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read: Option<PaceJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub write: Option<PaceJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trim: Option<PaceJson>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Pace")]
pub struct PaceJson {
    /// I/Os per second of the plan; of drawn arrivals the mean.
    pub asked_iops: f64,
    /// I/Os per second whose time came while the job ran; null: not known.
    pub offered_iops: Option<f64>,
    pub reached_iops: f64,
    /// The backlog grows as long as it runs: the percentiles of `response` only tell how long. Null: not known.
    pub saturated: Option<bool>,
}

/// SNIA's criterion and fio's side by side.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SteadyState {
    /// Means of the last five rounds.
    pub rounds_iops: Vec<f64>,
    pub round_s: usize,
    pub snia: Snia,
    pub fio: Fio,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Snia {
    pub range_percent: f64,
    pub range_limit_percent: f64,
    pub slope_percent: f64,
    pub slope_limit_percent: f64,
    pub attained: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Fio {
    pub window_s: usize,
    pub iops_slope_percent_per_s: f64,
    pub iops_slope_limit_percent_per_s: f64,
    pub iops_slope_attained: bool,
    pub iops_deviation_percent: f64,
    pub iops_deviation_limit_percent: f64,
    pub iops_deviation_attained: bool,
}

/// One clone of a job.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "WorkerResult")]
pub struct WorkerResult {
    /// Number over the whole run, from 0.
    pub number: u32,
    /// Which clone of the job, from 0.
    pub clone: u32,
    pub group: u32,
    pub pid: u32,
    /// Since the start of the run.
    pub started_ns: u64,
    pub ended_ns: u64,
    /// Read, write, trim.
    pub ios: [u64; 3],
    /// Read, write, trim.
    pub bytes: [u64; 3],
    /// Null: not known of an imported run.
    pub user_us: Option<u64>,
    pub system_us: Option<u64>,
    /// The error that ended it.
    pub error: Option<ErrorRecord>,
}

impl Body for Run {
    const NAME: &'static str = "run";
    const TITLE: &'static str = "fiord run --json and --evidence";
}

/// The document of a run, judged from what the record holds.
pub fn of(record: &RunRecord, lang: Lang) -> Document<Run> {
    let case = Case::of(record);
    document(&case, &verdict(&case), lang)
}

/// The document of a run with the verdict that the caller made.
pub fn document(case: &Case<'_>, verdict: &Verdict, lang: Lang) -> Document<Run> {
    let record = case.record;
    let time = |at: &Zoned| {
        let is_known = at.timestamp() != Timestamp::UNIX_EPOCH;
        is_known.then(|| at.strftime("%Y-%m-%dT%H:%M:%S%.3f%:z").to_string())
    };
    let findings = verdict.findings.iter();
    let sheet = record.context.data_sheet.as_ref();
    let import = record.context.import.as_deref();
    let layers = record
        .evidence
        .as_deref()
        .and_then(|evidence| evidence.layers.as_deref());
    let unknown = import.map(|import| import.unknown.as_slice()).unwrap_or_default();
    Document::new(Run {
        version: record.version.clone(),
        started: time(&record.started),
        finished: time(&record.finished),
        verdict: VerdictJson {
            line: verdict.line(lang),
            headline: verdict.headline(lang),
            subject: verdict.subject(lang),
            disturbed: verdict.disturbances().iter().map(DisturbedBy::of).collect(),
            grade: verdict.grade,
            reason: verdict.reason.words(lang),
        },
        findings: findings
            .map(|finding| JobFinding::of(finding, &record.plan, lang))
            .collect(),
        global_options: Options::of(record.plan.global_options.as_deref().unwrap_or_default()),
        jobs: case.jobs.iter().map(|job| RunJob::of(job, unknown)).collect(),
        evidence: record.evidence.as_deref().map(Evidence::of),
        layers: layers.map(|one| RunLayers::of(one, lang)),
        ceiling_iops: record.context.ceiling_iops,
        spec_sheet: sheet.map(|sheet| SpecSheetJson::of(sheet, case, lang)),
        simulated: record.simulated.iter().map(SimulatedJson::of).collect(),
        assertions: Vec::new(),
        notes: record
            .notes
            .iter()
            .map(|note| note.text(lang).to_owned())
            .collect(),
        record: record.clone(),
    })
}

impl DisturbedBy {
    fn of(one: &Disturbance) -> Self {
        Self {
            rule: one.trap.name().to_owned(),
            percent: one.share_percent,
        }
    }
}

impl Options {
    fn of(given: &[OptionEcho]) -> Self {
        let pair = |echo: &OptionEcho| (echo.name.clone(), echo.value.clone());
        Self(given.iter().map(pair).collect())
    }
}

impl RunJob {
    fn of(job: &JobRun<'_>, unknown: &[UnknownCount]) -> Self {
        Self {
            name: job.plan.name.clone(),
            group: job.plan.group,
            engine: job.plan.engine.kind.name().to_owned(),
            options: Options::of(&job.plan.given),
            workers: job
                .workers
                .iter()
                .map(|worker| WorkerResult::of(worker, unknown))
                .collect(),
            achieved_depth: job.achieved_depth(),
            steady_state: Steadiness::of(job).map(SteadyState::of),
            rated: Rated {
                read: PaceJson::of(job, Ddir::Read),
                write: PaceJson::of(job, Ddir::Write),
                trim: PaceJson::of(job, Ddir::Trim),
            },
            result: JobResult::of(&job.stats, job.plan, unknown),
        }
    }
}

impl PaceJson {
    fn of(job: &JobRun<'_>, ddir: Ddir) -> Option<Self> {
        let pace = Pace::of(job, ddir)?;
        Some(Self {
            asked_iops: pace.asked_iops,
            offered_iops: pace.offered_iops,
            reached_iops: pace.reached_iops,
            saturated: pace.saturated,
        })
    }
}

impl SteadyState {
    fn of(state: Steadiness) -> Self {
        Self {
            rounds_iops: state.rounds,
            round_s: state.round_s,
            snia: Snia {
                range_percent: state.snia.range * 100.0,
                range_limit_percent: SNIA_RANGE_LIMIT * 100.0,
                slope_percent: state.snia.slope * 100.0,
                slope_limit_percent: SNIA_SLOPE_LIMIT * 100.0,
                attained: state.snia.attained,
            },
            fio: Fio {
                window_s: state.seconds,
                iops_slope_percent_per_s: state.slope.criterion,
                iops_slope_limit_percent_per_s: state.slope_limit_percent,
                iops_slope_attained: state.slope.attained,
                iops_deviation_percent: state.deviation.criterion,
                iops_deviation_limit_percent: state.deviation_limit_percent,
                iops_deviation_attained: state.deviation.attained,
            },
        }
    }
}

impl WorkerResult {
    fn of(worker: &WorkerRecord, unknown: &[UnknownCount]) -> Self {
        let stats = &worker.stats;
        let is_known = !unknown.contains(&UnknownCount::Processor);
        Self {
            number: worker.number,
            clone: worker.clone,
            group: worker.group,
            pid: worker.pid,
            started_ns: worker.started_ns,
            ended_ns: worker.ended_ns,
            ios: stats.ddirs.each_ref().map(|ddir| ddir.ios),
            bytes: stats.ddirs.each_ref().map(|ddir| ddir.bytes),
            user_us: is_known.then_some(stats.cpu.user_us),
            system_us: is_known.then_some(stats.cpu.system_us),
            error: worker.error.as_ref().map(|error| ErrorRecord {
                detail: error.detail.only(Lang::En),
                ..error.clone()
            }),
        }
    }
}
