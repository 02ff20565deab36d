//! What a study is: jobs, factors, what happens between runs, when it stops.

use fiord_host::changes::Setting;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A study, read and checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Study {
    pub name: String,
    /// One line; empty: none.
    pub title: String,
    /// What it is for; empty: none.
    pub about: String,
    /// Which published tables it repeats.
    pub published: Vec<Published>,
    /// Options of every job.
    pub common: Vec<OptionSetting>,
    /// The jobs that run together; at least one.
    pub jobs: Vec<Job>,
    pub factors: Vec<Factor>,
    /// Combinations of levels that are left out: cells that match one do not run.
    pub excluded: Vec<Vec<Condition>>,
    pub between: Vec<Between>,
    pub order: Order,
    /// Of the order; none: chosen when the study begins.
    pub seed: Option<u64>,
    pub metric: StudyMetric,
    pub questions: Questions,
    pub stop: Stop,
    pub budget: Budget,
}

impl Study {
    /// Whether runs need kernel settings.
    pub fn changes_settings(&self) -> bool {
        let mut levels = self.factors.iter().flat_map(|factor| &factor.levels);
        levels.any(|level| level.kernel.is_some())
    }

    /// Whether all that it measures is a simulated drive.
    pub fn is_simulated(&self) -> bool {
        let engine = |settings: &[OptionSetting]| {
            let last = settings.iter().rev().find(|one| one.option == "ioengine");
            last.map(|one| one.value == "sim")
        };
        let usual = engine(&self.common).unwrap_or(false);
        let mut measured = self.jobs.iter().filter(|job| !job.background);
        let mut levels = self.factors.iter().flat_map(|factor| &factor.levels);
        measured.all(|job| engine(&job.settings).unwrap_or(usual))
            && levels.all(|level| engine(&level.settings) != Some(false))
    }

    /// Leaves out the cells of these levels of a factor.
    pub fn leave_out(&mut self, factor: usize, is_out: impl Fn(&FactorLevel) -> bool) {
        let Some(what) = self.factors.get(factor) else {
            return;
        };
        let levels = (0..).zip(&what.levels).filter(|(_, level)| is_out(level));
        let levels: Vec<usize> = levels.map(|(at, _)| at).collect();
        if !levels.is_empty() {
            self.excluded.push(vec![Condition { factor, levels }]);
        }
    }
}

/// What is asked of the numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Questions {
    /// Differences below this share are none.
    pub margin: f64,
    /// Whether any two cells may be compared. If not they are different loads: no best one is looked for, and only the pairs below are
    /// compared.
    pub is_comparable: bool,
    /// Pairs that the study wants compared, besides those that follow from its factors.
    pub compared: Vec<PlannedComparison>,
}

/// One level of a factor against another, the rest alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlannedComparison {
    /// Index of the factor.
    pub factor: usize,
    /// Indices of levels.
    pub level: usize,
    pub than: usize,
}

/// One option with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionSetting {
    pub option: String,
    pub value: String,
    /// Where it stands in the text, in bytes.
    pub at: std::ops::Range<usize>,
}

/// One job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    pub name: String,
    /// The file that it works on, by a name within the study: jobs of one name share it.
    pub file: String,
    /// Each of its workers has a file of its own.
    pub own_files: bool,
    /// Runs along and is not measured.
    pub background: bool,
    /// Levels do not change it.
    pub is_constant: bool,
    pub settings: Vec<OptionSetting>,
}

/// What is varied.
#[derive(Debug, Clone, PartialEq)]
pub struct Factor {
    pub name: String,
    pub levels: Vec<FactorLevel>,
}

/// One value of a factor.
#[derive(Debug, Clone, PartialEq)]
pub struct FactorLevel {
    pub label: String,
    pub settings: Vec<OptionSetting>,
    /// The jobs that run at this level; none: all.
    pub jobs: Option<Vec<String>>,
    /// Whether each worker has a file of its own; none: as the job says.
    pub own_files: Option<bool>,
    /// The value of a kernel setting.
    pub kernel: Option<KernelValue>,
    /// What the label says as a number, of levels of one option.
    pub number: Option<f64>,
    /// Whether `--quick` has it.
    pub is_quick: bool,
}

/// A kernel setting with the value that runs need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelValue {
    pub setting: Setting,
    pub value: String,
}

/// A factor at one of these levels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Index of the factor.
    pub factor: usize,
    /// Indices of levels.
    pub levels: Vec<usize>,
}

/// What happens to the files that the study made, before each run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Between {
    /// Each file is deleted and made again, empty.
    FreshFile,
    /// Each file is written over once, in order.
    Precondition,
    /// The blocks of each file are given back to the file system, and by it to the disk where it does that.
    Trim,
    /// Changed pages are written and the files leave the page cache.
    DropCaches,
    /// The files are read into the page cache.
    Warm,
    /// Waits until the disks have next to nothing to do.
    Idle,
}

impl Between {
    pub const ALL: [Self; 6] = [
        Self::FreshFile,
        Self::Precondition,
        Self::Trim,
        Self::DropCaches,
        Self::Warm,
        Self::Idle,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::FreshFile => "fresh-file",
            Self::Precondition => "precondition",
            Self::Trim => "trim",
            Self::DropCaches => "drop-caches",
            Self::Warm => "warm",
            Self::Idle => "idle",
        }
    }
}

/// In which order the cells of a block run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Each block in an order of its own, from the seed.
    Random,
    /// As written: the first factor changes slowest.
    AsWritten,
    /// The cells of a block take turns in one run, in an order that is drawn for each round.
    InTurns,
}

impl Order {
    pub const ALL: [Self; 3] = [Self::Random, Self::AsWritten, Self::InTurns];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::AsWritten => "as-written",
            Self::InTurns => "in-turns",
        }
    }
}

/// The number that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StudyMetric {
    /// Bytes per second.
    Bandwidth,
    Iops,
    /// Median latency in nanoseconds.
    P50,
    /// 99th percentile in nanoseconds.
    P99,
    /// Bytes programmed ÷ bytes written, of a simulated flash drive.
    WriteAmplification,
    /// Bytes that the host wrote until a simulated flash drive became read-only.
    Lifetime,
}

impl StudyMetric {
    pub const ALL: [Self; 6] = [
        Self::Bandwidth,
        Self::Iops,
        Self::P50,
        Self::P99,
        Self::WriteAmplification,
        Self::Lifetime,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Bandwidth => "bandwidth",
            Self::Iops => "iops",
            Self::P50 => "p50",
            Self::P99 => "p99",
            Self::WriteAmplification => "write-amplification",
            Self::Lifetime => "lifetime",
        }
    }

    /// Whether more is better.
    pub const fn is_rate(self) -> bool {
        matches!(self, Self::Bandwidth | Self::Iops | Self::Lifetime)
    }
}

/// When a cell has been repeated often enough.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Stop {
    /// After so many runs.
    Repeats(u32),
    /// When the median's interval is within ± `half_width` of it: looks after `least` runs, then every `step`, up to `most`.
    Precise {
        half_width: f64,
        least: u32,
        step: u32,
        most: u32,
    },
}

impl Stop {
    /// Runs of a cell at least and at most.
    pub fn runs(&self) -> (u32, u32) {
        match *self {
            Self::Repeats(runs) => (runs, runs),
            Self::Precise { least, most, .. } => (least, most),
        }
    }
}

/// What a study may cost.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Budget {
    pub seconds: Option<f64>,
    pub written_bytes: Option<u64>,
}

/// A published table that the study repeats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    /// The report's name.
    pub report: String,
    /// First and last line of the table in the report.
    pub lines: (u32, u32),
}
