//! What goes into the store and comes out of it.

use fiord_record::run::RunRecord;

/// A run to be kept.
#[derive(Debug)]
pub struct NewRun<'r> {
    pub record: &'r RunRecord,
    /// Of `--save`.
    pub name: Option<&'r str>,
    /// Of `--tag`.
    pub tags: &'r [String],
    /// What measured: `run`, `survey`, `study`, `sweep`.
    pub verb: &'r str,
    /// What was typed.
    pub command: &'r str,
    /// The first file or device; none: the engine has none.
    pub target: Option<String>,
    /// A signal ended it early.
    pub interrupted: bool,
    pub judgement: StoredJudgement,
    pub results: Vec<ResultRow>,
    /// The repeat and the cell that it measured. None: it is of no study.
    pub place: Option<Place>,
}

/// The place of a run in a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub study: i64,
    pub block: u32,
    pub cell: u32,
    /// In the order of running.
    pub place: u32,
}

impl Place {
    /// The block of runs that were traced for their layers: they are in no number of the study, and no list of its runs has them.
    pub const TRACED: u32 = 1 << 20;
}

/// What judging the record gave, as text: the store knows no traps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoredJudgement {
    /// The grade's letter.
    pub grade: String,
    /// The verdict in a sentence.
    pub verdict: String,
    /// JSON: what was measured, and why the grade is what it is.
    pub measured: String,
    pub findings: Vec<FindingRow>,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FindingRow {
    pub trap: String,
    pub severity: String,
    pub saw: String,
    /// JSON.
    pub finding: String,
}

/// One direction of one job.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultRow {
    pub job: usize,
    pub name: String,
    pub ddir: String,
    pub iops: f64,
    pub bytes_per_s: f64,
    pub lat_p50_ns: Option<u64>,
    pub lat_p99_ns: Option<u64>,
}

/// One line of a list of runs.
#[derive(Debug, Clone, PartialEq)]
pub struct RunRow {
    pub id: i64,
    pub name: Option<String>,
    pub verb: String,
    pub command: String,
    /// UTC; `None` of an imported run whose text has no date.
    pub started: Option<String>,
    pub elapsed_s: u64,
    pub target: Option<String>,
    pub grade: String,
    pub verdict: String,
    pub wrong: u64,
    pub interrupted: bool,
    pub failed: u64,
    /// The study that it belongs to.
    pub study: Option<i64>,
    /// In the order of letters.
    pub tags: Vec<String>,
    pub results: Vec<ResultRow>,
}

/// How far a study is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StudyState {
    /// Not ended: it may be running, or it was killed.
    Open,
    /// Its stop rule ended it.
    Done,
    /// A signal, a budget or an error ended it.
    Stopped,
}

impl StudyState {
    pub const ALL: [Self; 3] = [Self::Open, Self::Done, Self::Stopped];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Done => "done",
            Self::Stopped => "stopped",
        }
    }
}

/// A stored study.
#[derive(Debug, Clone, PartialEq)]
pub struct StudyRow {
    pub id: i64,
    pub name: String,
    /// UTC.
    pub created: String,
    pub command: String,
    pub target: Option<String>,
    pub seed: u64,
    /// The study file as it was read.
    pub source: String,
    /// JSON: what the command line added.
    pub settings: String,
    pub state: StudyState,
    /// Runs that are stored.
    pub runs: u64,
}
