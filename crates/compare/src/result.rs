//! A result as comparisons take it: what was measured, how often, and which runs are wrong.

use fiord_job::plan::Ddir;
use fiord_record::imported::{FigureOf, ImportFacts, ImportKind};
use fiord_record::ladder::{FlowDirection, MeasuredRung, PeerTrips, Rung};
use fiord_record::run::RunRecord;
use fiord_stats::few::{Footing, footing};
use fiord_stats::{Histogram, JobStats, Latency};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::facts::{self, Facts};
use crate::why::RunCauses;
use crate::workload::WorkloadKey;

/// Where a result comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ResultKind {
    /// One run, or several of one name, in the store.
    Runs,
    Study,
    /// fiord's own document.
    Document,
    /// What another program printed, or somebody wrote down.
    Import,
    /// An entry of the catalogue.
    Catalogue,
    /// A data sheet of the user.
    Sheet,
}

impl ResultKind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Runs => "runs",
            Self::Study => "study",
            Self::Document => "document",
            Self::Import => "import",
            Self::Catalogue => "catalogue",
            Self::Sheet => "sheet",
        }
    }
}

/// A number that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ComparedMetric {
    /// Bytes per second.
    Bandwidth,
    Iops,
    /// Median latency in nanoseconds.
    P50,
    /// 99th percentile in nanoseconds.
    P99,
    /// Mean latency in nanoseconds.
    Mean,
}

impl ComparedMetric {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bandwidth => "bandwidth",
            Self::Iops => "iops",
            Self::P50 => "p50",
            Self::P99 => "p99",
            Self::Mean => "mean",
        }
    }

    /// Whether more is better.
    pub const fn is_rate(self) -> bool {
        matches!(self, Self::Bandwidth | Self::Iops)
    }
}

/// What one value of a compared number comes from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SampleKind {
    /// Runs of each result, made on different occasions.
    #[default]
    Runs,
    /// Runs of one result, whose rows are compared with each other.
    Rows,
    /// Runs of two jobs that followed each other.
    PairsOfRuns,
    /// Short turns of two jobs in one run.
    PairsOfTurns,
}

/// Why a run does not count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UncountedRun {
    /// What the run is called: `run 12`, `x.txt:14`.
    pub run: String,
    /// The traps that say so.
    pub traps: Vec<String>,
}

impl UncountedRun {
    /// Whether the run itself is invalid, and not only the other one of its pair.
    pub fn is_invalid(&self) -> bool {
        self.traps != [OTHER_OF_PAIR]
    }
}

/// The mark of a valid run that does not count, because the other run of its pair is invalid or missing.
pub const OTHER_OF_PAIR: &str = "other-of-pair";

/// One direction of one job of one run.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Measurement {
    pub key: WorkloadKey,
    /// What the run is called.
    pub run: String,
    /// The name of the job.
    pub job: String,
    pub iops: Option<f64>,
    pub bytes_per_s: Option<f64>,
    pub p50_ns: Option<f64>,
    pub p99_ns: Option<f64>,
    pub mean_ns: Option<f64>,
    /// Traps that make it no measurement of what it seems to be; empty: none.
    pub wrong: Vec<String>,
    /// The other side of its pair is not invalid in the same way.
    pub is_one_sided: bool,
    /// A claim or a typed number, not a run of ours that could be repeated.
    pub is_claim: bool,
    /// What its source says with it.
    pub note: String,
    /// Options by which it does not count as another workload: size, runtime, the engine itself.
    pub options: Vec<(String, String)>,
    /// Its latencies are those of its syncs: the wait for them is what a writer sees.
    pub is_of_syncs: bool,
    /// Its latencies: the upper edges of classes in nanoseconds, rising, and the I/Os in each; empty: not counted.
    pub latencies: Vec<(u64, u64)>,
}

impl Measurement {
    /// Leaves it out of a comparison of pairs, for what another run of its pair is.
    pub fn leave_out(&mut self) {
        self.is_one_sided = true;
        if self.wrong.is_empty() {
            self.wrong.push(OTHER_OF_PAIR.to_owned());
        }
    }

    /// The value of a metric. Rates follow from each other where all blocks are alike.
    pub fn value(&self, metric: ComparedMetric) -> Option<f64> {
        let bytes = || self.key.fixed_bytes().map(|bytes| bytes as f64);
        let value = match metric {
            ComparedMetric::Iops => self.iops.or_else(|| Some(self.bytes_per_s? / bytes()?)),
            ComparedMetric::Bandwidth => self.bytes_per_s.or_else(|| Some(self.iops? * bytes()?)),
            ComparedMetric::P50 => self.p50_ns,
            ComparedMetric::P99 => self.p99_ns,
            ComparedMetric::Mean => self.mean_ns,
        };
        value.filter(|value| *value > 0.0 && value.is_finite())
    }
}

/// What a result is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ResultOfComparison")]
pub struct ResultLabel {
    /// As it was asked for.
    pub name: String,
    pub kind: ResultKind,
    /// In words: `study 4, read-depth`, `Samsung 960 PRO 512 GB`.
    pub about: String,
    /// Moments of the first and of the last run, or the date of a publication; null: not known.
    pub first: Option<String>,
    pub last: Option<String>,
    pub runs: u32,
    /// What has to be said with it.
    pub caveats: Vec<String>,
}

impl ResultLabel {
    /// Without runs.
    pub fn new(name: &str, kind: ResultKind, about: impl Into<String>) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            about: about.into(),
            first: None,
            last: None,
            runs: 0,
            caveats: Vec::new(),
        }
    }
}

/// One result: what it is, and all its measurements.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparedResult {
    pub label: ResultLabel,
    pub measurements: Vec<Measurement>,
    /// Of the first run of each plan.
    pub facts: Facts,
    /// Of the first run.
    pub causes: RunCauses,
}

/// All measurements of a record. `wrong` gives the traps that make a job (none: the whole run) no measurement of what it seems to be.
pub fn measurements(
    record: &RunRecord,
    run: &str,
    wrong: &dyn Fn(Option<usize>) -> Vec<String>,
) -> Vec<Measurement> {
    if let Some(ladder) = &record.context.ladder {
        let rungs = ladder.rungs.iter().map(|rung| of_rung(rung, run));
        return rungs
            .chain(
                ladder
                    .peers
                    .first()
                    .into_iter()
                    .flat_map(|peer| of_peer(peer, run)),
            )
            .collect();
    }
    let by_job = by_job(record, run, wrong);
    if by_job.is_empty() {
        return figures(record, run, &wrong(None));
    }
    by_job.into_iter().map(|(_, one)| one).collect()
}

fn of_rung(rung: &MeasuredRung, run: &str) -> Measurement {
    Measurement {
        key: WorkloadKey::of_rung(rung.rung),
        run: run.to_owned(),
        p50_ns: Some(rung.median_ns),
        mean_ns: Some(rung.mean_ns),
        wrong: rung.wrong.clone(),
        ..Measurement::default()
    }
}

/// Messages and streams of the first host, as the rung of other hosts is that of the first one.
fn of_peer(peer: &PeerTrips, run: &str) -> Vec<Measurement> {
    let measurement = |tool: String| Measurement {
        key: WorkloadKey {
            tool: Some(tool),
            ..WorkloadKey::default()
        },
        run: run.to_owned(),
        ..Measurement::default()
    };
    let Some(flow) = &peer.flow else { return Vec::new() };
    let trips = flow.trips.iter().map(|trips| Measurement {
        p50_ns: Some(trips.times.median_ns),
        ..measurement(format!("message {}", trips.bytes))
    });
    let streams = flow.throughput.iter().map(|streams| {
        let way = match streams.direction {
            FlowDirection::ToPeer => "to peer",
            FlowDirection::FromPeer => "from peer",
        };
        Measurement {
            bytes_per_s: Some(streams.bytes_per_s),
            ..measurement(format!("stream x{} {way}", streams.streams))
        }
    });
    trips.chain(streams).collect()
}

/// What ranks on many hosts measured together, where `record` has the workers of all of them. `rates` gives I/Os and bytes per second of a
/// direction of a job, over a time that is the same for all ranks; `together` who measured, and how they divided the data: that makes it
/// another workload.
pub fn measurements_together(
    record: &RunRecord,
    run: &str,
    wrong: &dyn Fn(Option<usize>) -> Vec<String>,
    rates: &dyn Fn(usize, Ddir) -> Option<(f64, f64)>,
    together: &[String],
) -> Vec<Measurement> {
    let mut all = Vec::new();
    for ((job, ddir), one) in by_job(record, run, wrong) {
        let (iops, bytes_per_s) = rates(job, ddir).unzip();
        let mut key = one.key.clone();
        key.more.extend_from_slice(together);
        key.more.sort();
        all.push(Measurement {
            key,
            iops,
            bytes_per_s,
            ..one
        });
    }
    all
}

/// The directions of all jobs that moved data.
fn by_job(
    record: &RunRecord,
    run: &str,
    wrong: &dyn Fn(Option<usize>) -> Vec<String>,
) -> Vec<((usize, Ddir), Measurement)> {
    let mut jobs: Vec<(usize, JobStats)> = Vec::new();
    for worker in &record.workers {
        match jobs.iter_mut().find(|(index, _)| *index == worker.job_index) {
            Some((_, stats)) => stats.merge(&worker.stats),
            None => {
                let mut stats = JobStats::default();
                stats.merge(&worker.stats);
                jobs.push((worker.job_index, stats));
            }
        }
    }
    let mut all = Vec::new();
    for (index, stats) in &jobs {
        for ddir in Ddir::ALL {
            let of = &stats.ddirs[ddir as usize];
            if of.ios > 0 {
                let key = key(record, *index, ddir);
                let one = Measurement {
                    job: record
                        .plan
                        .jobs
                        .get(*index)
                        .map(|job| job.name.clone())
                        .unwrap_or_default(),
                    options: facts::options(record, *index),
                    ..measured((key, run), stats, ddir, wrong(Some(*index)))
                };
                all.push(((*index, ddir), one));
            }
        }
    }
    all
}

/// The key of a job, as far as its plan tells it.
fn key(record: &RunRecord, index: usize, ddir: Ddir) -> WorkloadKey {
    let key = WorkloadKey::of(&record.plan, index, ddir).unwrap_or_default();
    WorkloadKey {
        direction: record.direction_name(index, ddir).to_owned(),
        ..key
    }
}

fn measured((key, run): (WorkloadKey, &str), job: &JobStats, ddir: Ddir, wrong: Vec<String>) -> Measurement {
    let stats = &job.ddirs[ddir as usize];
    let seconds = stats.runtime_ns as f64 / 1e9;
    let rate = |count: u64| (seconds > 0.0 && count > 0).then(|| count as f64 / seconds);
    let (listed, is_of_syncs) = job.awaited(ddir as usize);
    let latency = match is_of_syncs {
        true => listed,
        false if stats.lat.moments.count > 0 => &stats.lat,
        false => &stats.clat,
    };
    let moments = &latency.moments;
    Measurement {
        key,
        run: run.to_owned(),
        iops: rate(stats.ios),
        bytes_per_s: rate(stats.bytes),
        p50_ns: percentile(listed, 50.0),
        p99_ns: percentile(listed, 99.0),
        is_of_syncs,
        mean_ns: (moments.count > 0).then(|| moments.sum as f64 / moments.count as f64),
        wrong,
        latencies: classes(latency),
        ..Measurement::default()
    }
}

/// The occupied classes of latencies.
fn classes(latency: &Latency) -> Vec<(u64, u64)> {
    let (histogram, longest) = (&latency.histogram, latency.moments.max);
    let occupied = histogram.occupied();
    let mut all: Vec<(u64, u64)> = occupied
        .map(|(bucket, ios)| (Histogram::upper_edge(bucket).min(longest), ios))
        .collect();
    if histogram.overflow() > 0 {
        all.push((longest, histogram.overflow()));
    }
    all
}

/// A percentile, where enough lies beyond it.
fn percentile(latency: &Latency, percent: f64) -> Option<f64> {
    let total = latency.percentiles_of();
    if total == 0 || footing(total, percent) == Footing::TooFew {
        return None;
    }
    latency.printed_percentile(percent).map(|ns| ns as f64)
}

/// What a tool of the network printed; `None`: another tool did.
fn of_tool(import: &ImportFacts, run: &str, wrong: &[String]) -> Option<Measurement> {
    let is_tool = matches!(
        import.kind,
        ImportKind::Ping
            | ImportKind::Scp
            | ImportKind::Rsync
            | ImportKind::Iperf3
            | ImportKind::Netperf
            | ImportKind::Sockperf
    );
    if !is_tool {
        return None;
    }
    let figure = |what: FigureOf| {
        let mut figures = import.figures.iter();
        figures
            .find(|figure| figure.what == what)
            .map(|figure| figure.value.low)
    };
    let modes = import.labels.iter().filter(|(name, _)| name == "mode");
    let words: Vec<&str> = [import.kind.name()]
        .into_iter()
        .chain(modes.map(|(_, mode)| mode.as_str()))
        .collect();
    Some(Measurement {
        key: WorkloadKey {
            tool: Some(words.join(" ")),
            ..WorkloadKey::default()
        },
        run: run.to_owned(),
        bytes_per_s: figure(FigureOf::BytesPerS),
        mean_ns: figure(FigureOf::LatMeanNs),
        wrong: wrong.to_vec(),
        ..Measurement::default()
    })
}

/// A line of a list of latencies, or a row of a table that is one; `None`: another text.
fn of_list(import: &ImportFacts, run: &str) -> Option<Measurement> {
    let is_list = matches!(import.kind, ImportKind::Table | ImportKind::LatencyList);
    let rung = Rung::named(&import.name).filter(|_| is_list)?;
    let [figure] = import.figures.as_slice() else {
        return None;
    };
    let is_one = figure.what == FigureOf::LatMeanNs && figure.value.low == figure.value.high;
    is_one.then(|| Measurement {
        key: WorkloadKey::of_rung(rung),
        run: run.to_owned(),
        p50_ns: Some(figure.value.low),
        mean_ns: Some(figure.value.low),
        ..Measurement::default()
    })
}

/// The figures of a text that has no counts.
fn figures(record: &RunRecord, run: &str, wrong: &[String]) -> Vec<Measurement> {
    let Some(import) = record.context.import.as_deref() else {
        return Vec::new();
    };
    if let Some(one) = of_tool(import, run, wrong).or_else(|| of_list(import, run)) {
        return vec![one];
    }
    let only = (record.plan.jobs.len() == 1).then_some(0);
    let mut all = Vec::new();
    let plain = |what: FigureOf, ddir: Option<Ddir>| {
        let mut figures = import.figures.iter();
        let found = figures.find(|figure| figure.what == what && figure.ddir == ddir)?;
        // The middle of a range was not measured.
        (found.value.low == found.value.high).then_some(found.value.low)
    };
    for ddir in Ddir::ALL {
        let figure = |what: FigureOf| plain(what, Some(ddir));
        let syncs = [FigureOf::SyncP50Ns, FigureOf::SyncP99Ns, FigureOf::SyncMeanNs];
        let of_syncs = syncs.map(|what| plain(what, None));
        let is_of_syncs = ddir == Ddir::Write && of_syncs.iter().any(Option::is_some);
        let [p50_ns, p99_ns, mean_ns] = match is_of_syncs {
            true => of_syncs,
            false => [
                figure(FigureOf::P50Ns),
                figure(FigureOf::P99Ns),
                figure(FigureOf::LatMeanNs).or_else(|| figure(FigureOf::ClatMeanNs)),
            ],
        };
        let one = Measurement {
            key: match only {
                Some(job) => key(record, job, ddir),
                None => WorkloadKey {
                    direction: ddir.name().to_owned(),
                    ..WorkloadKey::default()
                },
            },
            run: run.to_owned(),
            iops: figure(FigureOf::Iops),
            bytes_per_s: figure(FigureOf::BytesPerS),
            p50_ns,
            p99_ns,
            mean_ns,
            is_of_syncs,
            wrong: wrong.to_vec(),
            options: only.map(|job| facts::options(record, job)).unwrap_or_default(),
            ..Measurement::default()
        };
        if one.iops.is_some() || one.bytes_per_s.is_some() || one.mean_ns.is_some() {
            all.push(one);
        }
    }
    all
}
