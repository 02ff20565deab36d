//! Expectations of a run, as text and as data: `read.p99<1ms`, `iops>5000`, `log/sync.p99.9<=10ms`.

use std::fmt;

use fiord_job::nearest::nearest;
use fiord_job::plan::Ddir;
use fiord_judge::case::{Case, JobRun};
use fiord_messages::{Lang, expectations as messages};
use fiord_record::number::{Bandwidth, Count, Iops, Nanos, PercentileName, short};
use fiord_record::run::RunRecord;
use fiord_stats::few::{Footing, LEAST_BEYOND, footing};
use fiord_stats::{JobStats, Latency};

/// A number that a run has to stay on one side of.
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    pub measurand: Measurand,
    pub bound: Bound,
    /// I/Os per second, bytes per second, or nanoseconds.
    pub threshold: f64,
}

/// One number of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Measurand {
    /// None: all jobs together.
    pub job: Option<String>,
    /// None: all directions together for rates, the only one for latencies.
    pub part: Option<MeasuredPart>,
    pub quantity: MeasuredQuantity,
}

/// Which operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeasuredPart {
    Io(Ddir),
    /// fsync, fdatasync and their like.
    Sync,
}

/// What of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MeasuredQuantity {
    Iops,
    /// Bytes per second.
    Bandwidth,
    /// Of the latency, in percent.
    Percentile(f64),
    Mean,
    Min,
    Max,
}

/// Where the number has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    Below,
    AtMost,
    Above,
    AtLeast,
}

/// Why a run does not have a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unmeasured {
    NoJob {
        job: String,
        jobs: Vec<String>,
    },
    Nothing(String),
    /// Latencies of several directions are not one distribution.
    Several(Vec<&'static str>),
    FewSamples {
        measurand: String,
        found: u64,
        needed: u64,
    },
}

const PARTS: [(&str, MeasuredPart); 4] = [
    ("read", MeasuredPart::Io(Ddir::Read)),
    ("write", MeasuredPart::Io(Ddir::Write)),
    ("trim", MeasuredPart::Io(Ddir::Trim)),
    ("sync", MeasuredPart::Sync),
];
const QUANTITIES: [(&str, MeasuredQuantity); 5] = [
    ("iops", MeasuredQuantity::Iops),
    ("bw", MeasuredQuantity::Bandwidth),
    ("mean", MeasuredQuantity::Mean),
    ("min", MeasuredQuantity::Min),
    ("max", MeasuredQuantity::Max),
];
/// Longer ends first, for `<=` begins with `<`.
const BOUNDS: [(&str, Bound); 4] = [
    ("<=", Bound::AtMost),
    (">=", Bound::AtLeast),
    ("<", Bound::Below),
    (">", Bound::Above),
];
const LATENCY_UNITS: [(&str, f64); 5] = [("ns", 1.0), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)];
const BYTE_UNITS: [(&str, f64); 7] = [
    ("kB", 1e3),
    ("MB", 1e6),
    ("GB", 1e9),
    ("KiB", 1024.0),
    ("MiB", 1_048_576.0),
    ("GiB", 1_073_741_824.0),
    ("B", 1.0),
];

impl MeasuredPart {
    pub const ALL: [Self; 4] = [PARTS[0].1, PARTS[1].1, PARTS[2].1, PARTS[3].1];

    pub fn name(self) -> &'static str {
        PARTS
            .iter()
            .find(|(_, part)| *part == self)
            .map_or("", |(name, _)| *name)
    }
}

impl MeasuredQuantity {
    pub const fn is_rate(self) -> bool {
        matches!(self, Self::Iops | Self::Bandwidth)
    }

    /// A value with its unit: `1.2 ms`, `213 MB/s`, `52,100 IOPS`.
    pub fn shown(self, value: f64) -> String {
        match self {
            Self::Iops => Iops(value).to_string(),
            Self::Bandwidth => Bandwidth(value).to_string(),
            _ => Nanos(value).to_string(),
        }
    }

    /// The unit of its values in documents.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Iops => "iops",
            Self::Bandwidth => "bytes_per_s",
            _ => "ns",
        }
    }
}

impl fmt::Display for MeasuredQuantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, QUANTITIES.iter().find(|(_, quantity)| quantity == self)) {
            (Self::Percentile(percent), _) => PercentileName(*percent).fmt(f),
            (_, Some((name, _))) => f.write_str(name),
            (_, None) => Ok(()),
        }
    }
}

impl Bound {
    pub fn symbol(self) -> &'static str {
        BOUNDS
            .iter()
            .find(|(_, bound)| *bound == self)
            .map_or("", |(symbol, _)| *symbol)
    }

    /// Whether a value is on the right side.
    pub fn holds(self, value: f64, threshold: f64) -> bool {
        match self {
            Self::Below => value < threshold,
            Self::AtMost => value <= threshold,
            Self::Above => value > threshold,
            Self::AtLeast => value >= threshold,
        }
    }
}

impl fmt::Display for Measurand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(job) = &self.job {
            write!(f, "{job}/")?;
        }
        if let Some(part) = self.part {
            write!(f, "{}.", part.name())?;
        }
        write!(f, "{}", self.quantity)
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.measurand.quantity.shown(self.threshold);
        write!(f, "{} {} {shown}", self.measurand, self.bound.symbol())
    }
}

impl Unmeasured {
    /// The reason in words.
    pub fn reason(&self, lang: Lang) -> String {
        match self {
            Self::NoJob { job, jobs } => messages::NoSuchJob {
                job,
                jobs: &lang.list(jobs),
            }
            .text(lang),
            Self::Nothing(number) => messages::NotInRun { number }.text(lang),
            Self::Several(names) => {
                let each: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
                messages::SeveralLatencies {
                    names: &lang.list(&each),
                    first: &names.first().copied().unwrap_or_default(),
                }
                .text(lang)
            }
            Self::FewSamples {
                measurand: number,
                found,
                needed,
            } => messages::TooFewIos {
                ios: *found,
                number,
                needed: &Count(*needed),
            }
            .text(lang),
        }
    }
}

impl Measurand {
    /// Reads `read.p99`, `iops`, `log/sync.mean`.
    ///
    /// # Errors
    /// What is wrong, and what is allowed.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (job, rest) = match text.trim().rsplit_once('/') {
            Some((job, rest)) => (Some(job.trim().to_owned()), rest.trim()),
            None => (None, text.trim()),
        };
        let named = rest.split_once('.').and_then(|(first, quantity)| {
            let (_, part) = PARTS.iter().find(|(name, _)| *name == first)?;
            Some((*part, quantity))
        });
        let (part, word) = match named {
            Some((part, quantity)) => (Some(part), quantity),
            None => (None, rest),
        };
        let lang = Lang::current();
        let quantity = quantity(word).ok_or_else(|| {
            let known = QUANTITIES
                .iter()
                .map(|(name, _)| *name)
                .chain(PARTS.map(|(name, _)| name));
            let near = nearest(word.split('.').next().unwrap_or(word), known);
            match near {
                Some(near) => messages::NumberMisspelt {
                    text: &rest,
                    near: &near,
                }
                .text(lang),
                None => messages::NumberUnknown { text: &rest }.text(lang),
            }
        })?;
        if part == Some(MeasuredPart::Sync) && quantity == MeasuredQuantity::Bandwidth {
            return Err(messages::SyncsMoveNoBytes { text: &rest }.text(lang));
        }
        Ok(Self { job, part, quantity })
    }

    /// Another number of the same I/Os.
    #[must_use]
    pub fn with(&self, quantity: MeasuredQuantity) -> Self {
        Self {
            quantity,
            ..self.clone()
        }
    }

    /// The number in one run. Latencies of several workers and jobs are those of their merged histograms.
    ///
    /// # Errors
    /// The run does not have it.
    pub fn value(&self, record: &RunRecord) -> Result<f64, Unmeasured> {
        let case = Case::of(record);
        let is_meant = |job: &&JobRun<'_>| self.job.as_ref().is_none_or(|name| *name == job.plan.name);
        let jobs: Vec<&JobRun<'_>> = case.jobs.iter().filter(is_meant).collect();
        if let (Some(job), true) = (&self.job, jobs.is_empty()) {
            return Err(Unmeasured::NoJob {
                job: job.clone(),
                jobs: record.plan.jobs.iter().map(|job| job.name.clone()).collect(),
            });
        }
        if self.quantity.is_rate() {
            self.rate(&jobs)
        } else {
            self.latency(&self.merged(&jobs)?)
        }
    }

    /// The latencies that a percentile is of, in one run; `None`: it is another number, or the run has none.
    pub fn latencies(&self, record: &RunRecord) -> Option<Latency> {
        let case = Case::of(record);
        let is_meant = |job: &&JobRun<'_>| self.job.as_ref().is_none_or(|name| *name == job.plan.name);
        let jobs: Vec<&JobRun<'_>> = case.jobs.iter().filter(is_meant).collect();
        let is_percentile = matches!(self.quantity, MeasuredQuantity::Percentile(_));
        is_percentile.then(|| self.merged(&jobs).ok()).flatten()
    }

    fn nothing(&self) -> Unmeasured {
        Unmeasured::Nothing(self.to_string())
    }

    /// The rates of the jobs, each over its own time, added.
    fn rate(&self, jobs: &[&JobRun<'_>]) -> Result<f64, Unmeasured> {
        let mut sum = None;
        let mut add = |count: u64, runtime_ns: u64| {
            if count > 0 && runtime_ns > 0 {
                *sum.get_or_insert(0.0) += count as f64 * 1e9 / runtime_ns as f64;
            }
        };
        for job in jobs {
            match self.part {
                Some(MeasuredPart::Sync) => add(job.stats.sync.ios, job.stats.runtime_ns),
                _ => {
                    for (ddir, stats) in job.directions() {
                        if self.part.is_none_or(|part| part == MeasuredPart::Io(ddir)) {
                            let is_bytes = self.quantity == MeasuredQuantity::Bandwidth;
                            add(if is_bytes { stats.bytes } else { stats.ios }, stats.runtime_ns);
                        }
                    }
                }
            }
        }
        sum.ok_or_else(|| self.nothing())
    }

    fn merged(&self, jobs: &[&JobRun<'_>]) -> Result<Latency, Unmeasured> {
        let moved = |ddir: Ddir| jobs.iter().any(|job| job.ddir(ddir).ios > 0);
        let part = match self.part {
            Some(part) => part,
            None => {
                let moving: Vec<Ddir> = Ddir::ALL.into_iter().filter(|ddir| moved(*ddir)).collect();
                match moving.as_slice() {
                    [only] => MeasuredPart::Io(*only),
                    [] => return Err(self.nothing()),
                    several => {
                        return Err(Unmeasured::Several(
                            several.iter().map(|ddir| ddir.name()).collect(),
                        ));
                    }
                }
            }
        };
        let mut merged = Latency::default();
        for job in jobs {
            match part {
                MeasuredPart::Sync => merged.merge(&job.stats.sync.lat),
                MeasuredPart::Io(ddir) => {
                    if let Some(latency) = whole(&job.stats, job, ddir) {
                        merged.merge(latency);
                    }
                }
            }
        }
        match merged.moments.count {
            0 => Err(self.nothing()),
            _ => Ok(merged),
        }
    }

    /// The number in a distribution.
    ///
    /// # Errors
    /// It has too few I/Os.
    pub(super) fn latency(&self, merged: &Latency) -> Result<f64, Unmeasured> {
        let moments = &merged.moments;
        match self.quantity {
            MeasuredQuantity::Percentile(percent) => self.percentile(merged, percent),
            MeasuredQuantity::Min => Ok(moments.min as f64),
            MeasuredQuantity::Max => Ok(moments.max as f64),
            _ => Ok(moments.sum as f64 / moments.count as f64),
        }
    }

    /// Only where enough lies beyond it.
    fn percentile(&self, latency: &Latency, percent: f64) -> Result<f64, Unmeasured> {
        let found = latency.percentiles_of();
        // The larger side counts: of a median half lies beyond.
        let rare = percent.max(100.0 - percent);
        if footing(found, rare) == Footing::TooFew {
            // 99.9 % is not exact in binary.
            let needed = (LEAST_BEYOND as f64 / (1.0 - rare / 100.0) - 1e-6).ceil();
            return Err(Unmeasured::FewSamples {
                measurand: self.to_string(),
                found,
                needed: needed as u64,
            });
        }
        let value = latency.percentile(percent).ok_or_else(|| self.nothing())?;
        Ok(value as f64)
    }
}

/// The latency of whole I/Os, or that of completion where that is all there is.
fn whole<'s>(stats: &'s JobStats, job: &'s JobRun<'_>, ddir: Ddir) -> Option<&'s Latency> {
    let completion = &stats.ddirs[ddir as usize].clat;
    let only_completion = || (completion.moments.count > 0).then_some(completion);
    job.whole_latency(ddir).or_else(only_completion)
}

pub(super) fn quantity(word: &str) -> Option<MeasuredQuantity> {
    if let Some((_, quantity)) = QUANTITIES.iter().find(|(name, _)| *name == word) {
        return Some(*quantity);
    }
    let percent: f64 = word.strip_prefix('p')?.parse().ok()?;
    let is_plain = word[1..]
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    (is_plain && percent > 0.0 && percent < 100.0).then_some(MeasuredQuantity::Percentile(percent))
}

impl Expectation {
    /// Reads `read.p99<1ms`, `iops > 5000`, `write.bw>=100MB/s`.
    ///
    /// # Errors
    /// What is wrong, and what is allowed.
    pub fn parse(text: &str) -> Result<Self, String> {
        let found = text.find(['<', '>']).and_then(|at| {
            let (left, right) = text.split_at(at);
            let (symbol, bound) = BOUNDS.iter().find(|(symbol, _)| right.starts_with(symbol))?;
            Some((left, *bound, right.get(symbol.len()..)?))
        });
        let Some((left, bound, right)) = found else {
            return Err(messages::NoComparison { text: &text }.text(Lang::current()));
        };
        let measurand = Measurand::parse(left)?;
        let threshold = threshold(measurand.quantity, right.trim())?;
        Ok(Self {
            measurand,
            bound,
            threshold,
        })
    }
}

pub(super) fn threshold(quantity: MeasuredQuantity, text: &str) -> Result<f64, String> {
    let at = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (digits, unit) = text.split_at(at);
    let lang = Lang::current();
    let number: f64 = digits
        .parse()
        .map_err(|_| messages::NoNumber { text: &text }.text(lang))?;
    let unit = unit.trim();
    let scaled = |units: &[(&str, f64)], unit: &str| {
        let found = units.iter().find(|(name, _)| *name == unit);
        found.map(|(_, factor)| number * factor)
    };
    let value = match quantity {
        MeasuredQuantity::Iops => scaled(&[("", 1.0), ("k", 1e3), ("M", 1e6)], unit)
            .ok_or_else(|| messages::NoRateOfIos { text: &text }.text(lang)),
        MeasuredQuantity::Bandwidth => scaled(&BYTE_UNITS, unit.strip_suffix("/s").unwrap_or(unit))
            .ok_or_else(|| messages::NoRateOfBytes { text: &text }.text(lang)),
        _ => scaled(&LATENCY_UNITS, unit).ok_or_else(|| messages::NoTime { text: &text }.text(lang)),
    }?;
    if value > 0.0 && value.is_finite() {
        Ok(value)
    } else {
        let value = &short(value);
        Err(messages::ThresholdNotPositive { value }.text(lang))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::check::{CheckRun, Trial, WrongRun};
    use crate::definition::Stop;
    use fiord_job::plan::{JobPlan, RunPlan};
    use fiord_messages::Sentence;
    use fiord_record::Before;
    use fiord_record::run::WorkerRecord;

    #[test]
    fn expectations_are_read_and_shown_again() {
        for (text, shown, threshold) in [
            ("read.p99<1ms", "read.p99 < 1 ms", 1e6),
            ("iops > 5000", "iops > 5000 IOPS", 5000.0),
            ("iops>=5k", "iops >= 5000 IOPS", 5000.0),
            ("write.bw>=27.5MB/s", "write.bw >= 27.5 MB/s", 27.5e6),
            ("bw>1MiB", "bw > 1.05 MB/s", 1_048_576.0),
            ("log/sync.p99.9<=10ms", "log/sync.p99.9 <= 10 ms", 1e7),
            ("read.mean<80µs", "read.mean < 80 µs", 8e4),
            ("max<2s", "max < 2 s", 2e9),
        ] {
            let read = Expectation::parse(text).unwrap();
            assert_eq!(read.threshold, threshold, "{text}");
            let again = read.to_string();
            assert_eq!(again.replace(',', ""), shown, "{text}");
        }
        let odd = Expectation::parse("a/b/read.p50<1us").unwrap();
        assert_eq!(odd.measurand.job.as_deref(), Some("a/b"));
    }

    #[test]
    fn mistakes_say_what_is_allowed() {
        for (text, said) in [
            ("read.p99", "<, <=, > or >="),
            ("read.p99=1ms", "<, <=, > or >="),
            ("read.p99<1", "with its unit"),
            ("read.p99<-1ms", "with its unit"),
            ("read.p99<0ms", "above 0"),
            ("read.p100<1ms", "percentile"),
            ("reed.p99<1ms", "did you mean `read`?"),
            ("bw>100", "100MB/s"),
            ("bw>100Mb/s", "100MB/s"),
            ("iops>5ms", "5k"),
            ("sync.bw>1MB/s", "no bytes"),
            ("iops>1e9", "5k"),
        ] {
            let error = Expectation::parse(text).unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
    }

    /// Two jobs of one worker each: 1,000 reads of 1 ms, and 2,000 reads of 3 ms with 2,000 writes and syncs.
    fn record() -> RunRecord {
        let mut record = RunRecord::planned(RunPlan::default(), Before::default());
        for (index, (name, ios, ns)) in [("a", 1000_u64, 1_000_000_u64), ("b", 2000, 3_000_000)]
            .into_iter()
            .enumerate()
        {
            record.plan.jobs.push(JobPlan::new(name));
            let mut stats = JobStats {
                runtime_ns: 2_000_000_000,
                ..JobStats::default()
            };
            let mut fill = |ddir: usize| {
                let stats = &mut stats.ddirs[ddir];
                (stats.ios, stats.bytes, stats.runtime_ns) = (ios, ios * 4096, 2_000_000_000);
                (0..ios).for_each(|_| stats.lat.record(ns));
            };
            fill(0);
            if index == 1 {
                fill(1);
                stats.sync.ios = 500;
                (0..500).for_each(|_| stats.sync.lat.record(7));
            }
            record.workers.push(WorkerRecord {
                job_index: index,
                stats,
                ..WorkerRecord::default()
            });
        }
        record
    }

    #[test]
    fn rates_add_up_and_histograms_merge() {
        let record = record();
        let value = |text: &str| Measurand::parse(text).unwrap().value(&record);
        assert_eq!(value("read.iops"), Ok(1500.0));
        assert_eq!(value("iops"), Ok(2500.0));
        assert_eq!(value("a/read.bw"), Ok(500.0 * 4096.0));
        assert_eq!(value("sync.iops"), Ok(250.0));
        // A third of the reads takes 1 ms, the rest 3 ms: neither job's median is theirs.
        assert_eq!(value("read.min"), Ok(1e6));
        assert!((value("read.p30").unwrap() / 1e6 - 1.0).abs() < 0.01);
        assert!((value("read.p50").unwrap() / 3e6 - 1.0).abs() < 0.01);
        assert!((value("read.mean").unwrap() - 7e6 / 3.0).abs() < 1.0);
        assert_eq!(value("a/p99").unwrap(), 1e6);
    }

    /// 500 syncs of a run have no p99, and those of two runs together have one.
    #[test]
    fn a_percentile_that_single_runs_lack_is_that_of_all_runs_together() {
        let record = record();
        let measures = ["sync.p99", "sync.p99.9", "read.p50"].map(|text| Measurand::parse(text).unwrap());
        let mut trial = Trial::new(&[], &measures, Stop::Repeats(3));
        let run = |wrong: Option<WrongRun>| CheckRun {
            run: None,
            values: measures.iter().map(|one| one.value(&record)).collect(),
            grade: 'B',
            wrong,
        };
        let pooled =
            |trial: &Trial| -> Vec<Option<f64>> { trial.checked().iter().map(|one| one.pooled).collect() };
        let wrong = WrongRun {
            rule: "cache-read".to_owned(),
            saw: Sentence::new(|_| "memory".to_owned()),
        };
        trial.add_measured(run(None), &record);
        trial.add_measured(run(Some(wrong)), &record);
        // The run that does not count is not among them.
        assert_eq!(pooled(&trial), [None; 3]);
        trial.add_measured(run(None), &record);
        assert_eq!(pooled(&trial), [Some(7.0), None, None]);
        let p99 = &trial.checked()[0];
        assert_eq!((p99.median, p99.interval), (None, None));
    }

    #[test]
    fn what_a_run_does_not_have_is_not_zero() {
        let record = record();
        let error = |text: &str| {
            Measurand::parse(text)
                .unwrap()
                .value(&record)
                .unwrap_err()
                .reason(Lang::En)
        };
        assert!(error("trim.p50").contains("The run has no trim.p50"));
        assert!(error("p99").contains("read, write"));
        assert!(error("c/iops").contains("jobs are a, b"));
        let few = error("sync.p99");
        assert!(few.contains("500") && few.contains("1,000"), "{few}");
        assert!(error("read.p99.9").contains("10,000"));
        assert!(error("read.p0.1").contains("10,000"));
    }
}
