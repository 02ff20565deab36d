//! What a study found, as data: claim, estimate, interval, design, checks, caveats, runs. Sentences: [`crate::words`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::StudyMetric;
use crate::inside::Inside;

/// An estimate with its interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Estimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
    /// Chance with which the interval holds the truth, all comparisons of the finding's family together.
    pub level: f64,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StudyFinding {
    pub claim: StudyClaim,
    pub grade: FindingGrade,
    pub metric: StudyMetric,
    /// The measured job and direction.
    pub response: Response,
    pub design: Design,
    pub caveats: Vec<Caveat>,
    /// Ids of the runs that it rests on.
    pub runs: Vec<i64>,
}

/// What a finding may carry. A would need repeats on several days, which a study does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum FindingGrade {
    /// Nine blocks or more, as precise as asked, no caveat but that of one unit.
    B,
    /// Fewer blocks, or a cell that drifts, comes in two states, is less precise than asked, or of which runs were left out.
    C,
    /// Exploratory: runs that measured something else, or too few. No comparative is used.
    D,
}

/// Blocks from which a finding can have grade B.
const FIRM_BLOCKS: u32 = 9;

/// The grade of a finding from its caveats and the blocks that it rests on.
pub fn grade(caveats: &[Caveat], blocks: u32) -> FindingGrade {
    let has_doubt = caveats
        .iter()
        .any(|caveat| !matches!(caveat, Caveat::OneUnit | Caveat::Simulated));
    if caveats.iter().any(Caveat::is_grave) {
        FindingGrade::D
    } else if has_doubt || blocks < FIRM_BLOCKS {
        FindingGrade::C
    } else {
        FindingGrade::B
    }
}

/// What was measured: one direction of one job.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Response {
    pub job: String,
    pub ddir: String,
}

/// How it was measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Design {
    /// Blocks in which all cells of the finding ran.
    pub blocks: u32,
    pub cells: u32,
    /// Comparisons of the same kind that the interval allows for.
    pub comparisons: u32,
    /// Whether the width of intervals decided when to stop.
    pub is_adaptive: bool,
    pub seed: u64,
}

/// What is claimed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum StudyClaim {
    /// How many times as much one level gives as another, the rest alike.
    Ratio {
        factor: String,
        level: String,
        than: String,
        /// The levels of the other factors.
        at: Vec<String>,
        /// None: too few blocks for an interval.
        ratio: Option<Estimate>,
        /// The median ratio of the blocks, where they are too few for an interval; none: no block has both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<f64>,
        outcome: RatioOutcome,
        margin: f64,
    },
    /// From where on two levels are within the margin of each other, along the numbers of another factor.
    GapCloses {
        factor: String,
        level: String,
        than: String,
        along: String,
        /// The levels of the other factors.
        at: Vec<String>,
        /// The first level from which all were seen within the margin; none: not even the last was.
        seen: Option<String>,
        /// The levels between which it lies; no first: beyond the farthest.
        first: Option<String>,
        /// None: it may lie beyond the farthest.
        last: Option<String>,
        farthest: String,
        margin: f64,
        confidence: f64,
    },
    /// How many times as much one factor gives at its last level as another one does, each alone.
    Matters {
        /// The factor with its first and last level.
        span: String,
        than: String,
        at: Vec<String>,
        ratio: Estimate,
        outcome: RatioOutcome,
        margin: f64,
    },
    /// A cell held against what a data sheet claims.
    DataSheet {
        cell: String,
        device: String,
        /// The claim in words, and its number in bytes or I/Os per second.
        claim: String,
        claimed: f64,
        /// Measured ÷ claimed; no interval: too few runs.
        ratio: f64,
        interval: Option<Estimate>,
        /// In what the cell differs from what the claim is about; none: the comparison is fair.
        differs_in: Vec<SheetDifference>,
    },
    /// Where a curve comes near its best.
    Knee {
        factor: String,
        at: Vec<String>,
        /// The first level that was seen at 95 % of the best.
        seen: String,
        /// The levels between which it lies; no last: it may lie beyond.
        first: String,
        last: Option<String>,
        /// The highest level; empty: not recorded.
        #[serde(default)]
        farthest: String,
        share: f64,
        level: f64,
    },
    /// Whether the rounds of a cell are steady by SNIA's criterion: over the last five the range is at most 20 % and the slope at most
    /// 10 % of the mean.
    Steady {
        rounds: u32,
        /// Over the last five, of their mean.
        range: f64,
        slope: f64,
        is_attained: bool,
        /// The first round, from 1, at which it was; none: at none.
        attained_at: Option<u32>,
    },
    /// What a curve shows about the inside of the drive.
    Inside { at: Vec<String>, shows: Inside },
    /// Which cells may be the best.
    Best {
        /// The cell that was seen best.
        seen: String,
        members: Vec<String>,
        level: f64,
    },
}

impl StudyClaim {
    /// Whether it states a ratio that is estimated from those within blocks.
    pub const fn is_estimated(&self) -> bool {
        matches!(self, Self::Ratio { ratio: Some(_), .. } | Self::Matters { .. })
    }
}

/// In what a measurement differs from what a claim is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SheetDifference {
    BlockSize,
    Depth,
    PageCache,
    /// The claim is for a new drive.
    DriveState,
    MixedDirections,
    Syncs,
    Rate,
    OtherJobs,
}

/// What a ratio says at the margin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RatioOutcome {
    Larger,
    SlightlyLarger,
    Equivalent,
    SlightlySmaller,
    Smaller,
    /// The interval holds both a difference and none.
    Inconclusive,
}

/// What has to be said with a finding.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Caveat {
    /// Runs whose verdict is that they measured something else than it seems.
    Wrong {
        cell: String,
        runs: u32,
        of: u32,
        /// Id of the first of them.
        first: i64,
    },
    /// Runs whose verdict is that they measured something else than it seems do not count: the others are enough.
    LeftOut {
        cell: String,
        runs: u32,
        of: u32,
        /// Id of the first of them.
        first: i64,
    },
    /// A cell changed with the order of its runs.
    Drift { cell: String },
    /// A cell came in two states.
    TwoStates { cell: String },
    /// A cell is less precise than the study asked for.
    Wide { cell: String },
    /// Fewer blocks than any interval needs.
    FewBlocks { blocks: u32 },
    /// One unit of one device, on one machine, in one session.
    OneUnit,
    /// A simulated drive.
    Simulated,
}

impl Caveat {
    /// Whether no comparative may be used.
    pub fn is_grave(&self) -> bool {
        matches!(self, Self::Wrong { .. } | Self::FewBlocks { .. })
    }
}
