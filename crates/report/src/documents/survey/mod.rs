//! What `fiord survey --json` prints.

use std::path::Path;

use fiord_compare::facts::FactDifference;
use fiord_host::paths::Stored;
use fiord_messages::Lang;
use fiord_record::Before;
use fiord_record::hosts::DataSpread;
use fiord_stats::interval::median;
use fiord_study::definition::Study;
use fiord_study::findings::StudyFinding;
use fiord_study::language::CheckedCell;
use fiord_study::survey::{SurveyFit, SurveySize};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::rows::SeenRun;
use crate::documents::doctor::Doctor;
use crate::documents::finding::FindingJson;
use crate::documents::layers::CellLayers;
use crate::documents::many_hosts::view::HostsView;
use crate::documents::study::SpokenFinding;
use crate::documents::{Body, Document};

mod others;
mod rows;
mod survey_hosts;

pub use rows::SurveyRun;

/// A table of measured numbers of the disk under a directory.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SurveyDocument {
    /// Id of its study in the store; null: it is not kept.
    pub study: Option<i64>,
    pub path: Stored,
    /// Of many hosts the part of each rank: a file of its own, or a stripe of one file or device.
    pub file_bytes: u64,
    /// Whether direct I/O was possible; without it caches take part.
    pub direct: bool,
    /// Whether the points that write were left out: the file or device already holds data.
    #[serde(default)]
    pub read_only: bool,
    /// Whether it is of the points of a short survey alone.
    #[serde(default)]
    pub quick: bool,
    pub interrupted: bool,
    /// The machine before the survey; of many hosts that of rank 0.
    pub machine: Document<Doctor>,
    pub rows: Vec<SurveyRow>,
    /// Who else used the disk meanwhile; null: nobody, as far as the kernel counts it. Of many hosts it stands with each host, and here is null.
    pub others: Option<SurveyOthers>,
    /// Who measured together; absent: one machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hosts: Option<SurveyOfHosts>,
    /// What the points say about each other.
    pub findings: Vec<SpokenFinding>,
    /// Of a traced run of each point; absent without --layers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<CellLayers>,
}

/// What the hosts of a survey did that all ranks of a launcher measured together. The rows have the rates of all, and percentiles of the histograms
/// of all added up.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SurveyOfHosts {
    /// The host of each rank.
    pub ranks: Vec<String>,
    /// What each rank worked on: files of its own, or stripes of one file or device.
    #[schemars(with = "String", extend("enum" = ["files", "stripes"]))]
    pub spread: DataSpread,
    /// What decided `file_bytes`, besides the time; null: not known.
    pub decided_by: Option<SurveySizeBy>,
    pub each: Vec<HostOfSurvey>,
    /// In what the machines differ, by host in the order of `each`.
    pub differences: Vec<FactDifference>,
}

/// The host with the least room.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SurveySizeBy {
    pub host: String,
    /// Free in its directory, or held by its file or device.
    pub bytes: u64,
    /// The largest memory of all hosts; null: not known.
    pub largest_memory_bytes: Option<u64>,
}

/// One host of a survey.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct HostOfSurvey {
    pub name: String,
    pub ranks: usize,
    /// Its machine before the survey.
    pub machine: Document<Doctor>,
    /// What it did of all bytes, by row: the median of the repeats; null: nothing was measured.
    pub share_percent: Vec<Option<f64>>,
    /// The rate of its slowest rank as a share of the median of the ranks on other hosts, by row: the median of the repeats. Of one host, of all other
    /// ranks.
    pub slowest_rank_percent: Vec<Option<f64>>,
    /// Who else used its disk meanwhile; null: nobody, as far as the kernel counts it.
    pub others: Option<SurveyOthers>,
}

/// What others moved on the disk while the survey ran.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SurveyOthers {
    /// Runs in which others used the disk, of how many.
    pub runs: usize,
    pub of_runs: usize,
    pub foreign_bytes: u64,
    /// Those that can have done it, the busiest first.
    pub processes: Vec<SurveyNeighbour>,
}

/// A process that can have used the disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SurveyNeighbour {
    pub name: String,
    pub pid: u32,
    /// On whatever disk: the kernel counts no further.
    pub moved_bytes: u64,
    /// Whether it had files open on these devices; null: not known.
    pub has_files_here: Option<bool>,
}

/// One point of the survey. Rates and latencies are the medians of the repeats; null: nothing was measured.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct SurveyRow {
    pub label: String,
    /// The fio command that was run, of the first repeat.
    pub command: String,
    /// Its arguments, word by word.
    #[serde(default)]
    pub arguments: Vec<String>,
    pub iodepth: u32,
    pub bytes_per_s: Option<f64>,
    pub iops: Option<f64>,
    pub lat_p50_ns: Option<f64>,
    /// Null where too few I/Os of a run lie beyond it.
    pub lat_p99_ns: Option<f64>,
    /// Then the percentile of the latencies of all repeats together, where these are enough; it has no interval.
    #[serde(default)]
    pub lat_p99_pooled_ns: Option<f64>,
    pub lat_max_ns: Option<f64>,
    pub p99_has_few_samples: bool,
    /// Whether the latencies are those of the syncs rather than of the I/Os.
    #[serde(default)]
    pub lat_of_syncs: bool,
    /// Largest minus smallest rate, of the median.
    pub spread_percent: Option<f64>,
    /// What the repeats show together.
    pub findings: Vec<FindingJson>,
    /// Bytes that the disk moved per byte asked for; null: no counters.
    pub device_percent: Option<f64>,
    /// Why nothing was measured.
    pub error: Option<String>,
    pub repeats: Vec<Repeat>,
    /// How many repeats measured something else than it seems: their grade is D.
    #[serde(default)]
    pub wrong_repeats: usize,
    /// What most of them measured, or why their grade is D; null: there are none.
    #[serde(default)]
    pub wrong_reason: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RepeatOfSurvey")]
pub struct Repeat {
    pub bytes_per_s: f64,
    pub iops: f64,
    pub lat_p50_ns: u64,
    /// Null where too few I/Os lie beyond it.
    pub lat_p99_ns: Option<u64>,
    pub lat_max_ns: u64,
    pub ios: u64,
    pub issued_bytes: u64,
    /// What the leaf devices moved in that direction meanwhile; null: no counters.
    pub device_bytes: Option<u64>,
    /// I/Os in flight on average (Little's law); of many hosts the mean of the ranks.
    pub depth_reached: f64,
}

impl Body for SurveyDocument {
    const NAME: &'static str = "survey";
    const TITLE: &'static str = "fiord survey --json";
}

/// What was surveyed, and how it ended.
pub struct SurveySubject<'a> {
    /// Id in the store; none: it is not kept.
    pub study: Option<i64>,
    /// A directory, or the file or device that was read.
    pub path: &'a Path,
    pub fit: SurveyFit,
    pub is_interrupted: bool,
    /// None: one machine measured it.
    pub ranks: Option<SurveyRanks<'a>>,
}

/// The ranks that measured a survey together.
pub struct SurveyRanks<'a> {
    /// The host of each rank.
    pub hosts: &'a [String],
    pub spread: DataSpread,
    /// What decided how much each rank works on.
    pub size: Option<&'a SurveySize>,
}

impl SurveyDocument {
    /// The numbers of all runs, the machine before the first of them, and what the study found.
    pub fn new(
        subject: &SurveySubject<'_>,
        (study, cells): (&Study, &[CheckedCell]),
        runs: &[SurveyRun],
        findings: &[StudyFinding],
        layers: Vec<CellLayers>,
        lang: Lang,
    ) -> Self {
        let seen: Vec<SeenRun<'_>> = runs
            .iter()
            .map(|run| (run, run.record.hosts.as_deref().map(HostsView::of)))
            .collect();
        let machine = runs.first().and_then(|run| run.record.before.machine.clone());
        let others = match &subject.ranks {
            Some(_) => None,
            None => SurveyOthers::in_runs(runs.iter().map(|run| &run.record)),
        };
        Self {
            study: subject.study,
            path: subject.path.into(),
            file_bytes: subject.fit.file_bytes,
            direct: subject.fit.direct,
            read_only: subject.fit.is_read_only,
            quick: subject.fit.is_quick,
            interrupted: subject.is_interrupted,
            machine: Document::new(Doctor::examine(
                Before {
                    machine,
                    ..Before::default()
                },
                lang,
            )),
            rows: cells
                .iter()
                .map(|cell| rows::row(study, cell, &seen, lang))
                .collect(),
            others,
            hosts: subject
                .ranks
                .as_ref()
                .map(|ranks| SurveyOfHosts::new(ranks, cells, &seen, lang)),
            findings: findings
                .iter()
                .map(|finding| SpokenFinding::of(finding, lang))
                .collect(),
            layers,
        }
    }

    /// Whether there is neither a number nor a reason why there is none.
    pub fn is_empty(&self) -> bool {
        let mut rows = self.rows.iter();
        rows.all(|row| row.repeats.is_empty() && row.error.is_none())
    }
}

impl SurveyRow {
    /// The median of the repeats; 0: nothing was measured.
    pub(crate) fn median(&self, value: impl Fn(&Repeat) -> f64) -> f64 {
        let values: Vec<f64> = self.repeats.iter().map(value).collect();
        median(&values).unwrap_or(0.0)
    }

    /// Smallest and largest of the repeats.
    pub(crate) fn ends(&self, value: impl Fn(&Repeat) -> f64) -> (f64, f64) {
        let least = self.repeats.iter().map(&value).fold(f64::INFINITY, f64::min);
        (least, self.repeats.iter().map(&value).fold(0.0, f64::max))
    }
}
