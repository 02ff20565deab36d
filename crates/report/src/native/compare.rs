//! What `fiord compare --json` prints, and `fiord run --baseline` and `--vs`.

use fiord_compare::facts::FactDifference;
use fiord_compare::limits::{CompareLimit, LimitState};
use fiord_compare::result::{ComparedMetric, ComparedResult, ResultKind, UncountedRun};
use fiord_compare::verdict::{
    CompareSettings, CompareVerdict, ComparedCell, ComparisonOutcome, PairVerdict, SideValue,
};
use fiord_compare::workload::WorkloadKey;
use fiord_stats::compare::Method;
use fiord_stats::interval::Interval;
use schemars::JsonSchema;
use serde::Serialize;

use super::bounds::MedianBounds;
use super::{Body, Document};

/// Two results or more; the first is the base.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Comparison {
    /// Differences below this share are none.
    pub margin: f64,
    pub results: Vec<ResultOfComparison>,
    /// In what machines and plans differ.
    pub differences: Vec<FactDifference>,
    pub cells: Vec<CellOfComparison>,
    /// Workloads that only one result has.
    pub alone: Vec<AloneOfComparison>,
    /// What was asked with --fail-if; absent without.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<LimitOfComparison>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ResultOfComparison {
    /// As it was asked for.
    pub name: String,
    pub kind: ResultKind,
    pub about: String,
    /// Moments of the first and of the last run, or the date of a publication; null: not known.
    pub first: Option<String>,
    pub last: Option<String>,
    pub runs: u32,
    pub caveats: Vec<String>,
}

/// One metric of one workload.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CellOfComparison {
    /// The workload in words.
    pub workload: String,
    pub details: String,
    pub key: WorkloadKey,
    pub metric: ComparedMetric,
    /// By result; null: it has nothing of this.
    pub values: Vec<Option<SideOfComparison>>,
    pub pairs: Vec<PairOfComparison>,
    /// Of three results or more: names of those that cannot be told apart, the best first. A name may be in two groups.
    pub groups: Vec<Vec<String>>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SideOfComparison {
    /// Null where no run counts.
    pub median: Option<f64>,
    /// Null below six runs.
    pub interval: Option<MedianBounds>,
    pub values: Vec<f64>,
    pub runs: Vec<String>,
    /// Runs that a finding calls wrong; they do not count.
    pub wrong: Vec<UncountedRun>,
    /// A published number or claim.
    pub is_claim: bool,
    /// Options that the result does not state and that were taken to be alike.
    pub assumed: Vec<&'static str>,
    /// How many workloads of the others it fits; of several it stands next to the fastest.
    pub fits: usize,
    pub notes: Vec<String>,
}

/// A result against the base.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PairOfComparison {
    pub result: String,
    pub base: String,
    /// The number of the result ÷ that of the base.
    pub ratio: Option<f64>,
    /// At 95 %; null: too few runs, or numbers without spread.
    pub interval: Option<MedianBounds>,
    #[schemars(extend("enum" = ["signed-ranks", "signs", "rank-sums", "medians", null]))]
    pub method: Option<&'static str>,
    pub verdict: CompareVerdict,
    /// In words.
    pub sentence: String,
    /// How many more repeats of each would probably settle it: a guess from the spread.
    pub more_repeats: Option<u32>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct AloneOfComparison {
    pub result: String,
    pub workload: String,
    pub details: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct LimitOfComparison {
    /// As it was asked.
    pub fail_if: String,
    #[schemars(extend("enum" = ["met", "not-met", "undecided"]))]
    pub state: &'static str,
}

impl Body for Comparison {
    const NAME: &'static str = "compare";
    const TITLE: &'static str = "fiord compare --json, fiord run --baseline and --vs --json";
}

/// Everything that is shown of a comparison.
#[derive(Debug, Clone)]
pub struct ComparisonParts<'a> {
    pub results: &'a [ComparedResult],
    pub differences: &'a [FactDifference],
    pub outcome: &'a ComparisonOutcome,
    pub settings: &'a CompareSettings,
    pub limits: &'a [(CompareLimit, LimitState)],
}

impl ComparisonParts<'_> {
    pub(crate) fn name(&self, at: usize) -> String {
        self.results
            .get(at)
            .map(|result| result.name.clone())
            .unwrap_or_default()
    }

    pub fn document(&self) -> Document<Comparison> {
        Document::new(Comparison {
            margin: self.settings.margin,
            results: self.results.iter().map(result).collect(),
            differences: self.differences.to_vec(),
            cells: self.outcome.cells.iter().map(|cell| self.cell(cell)).collect(),
            alone: self
                .outcome
                .alone
                .iter()
                .map(|(at, key)| AloneOfComparison {
                    result: self.name(*at),
                    workload: key.brief(),
                    details: key.details(),
                })
                .collect(),
            limits: self
                .limits
                .iter()
                .map(|(limit, state)| LimitOfComparison {
                    fail_if: limit.text(),
                    state: state.name(),
                })
                .collect(),
        })
    }

    fn cell(&self, cell: &ComparedCell) -> CellOfComparison {
        let names = |group: &Vec<usize>| group.iter().map(|at| self.name(*at)).collect();
        CellOfComparison {
            workload: cell.key.brief(),
            details: cell.key.details(),
            key: cell.key.clone(),
            metric: cell.metric,
            values: cell.sides.iter().map(|side| side.as_ref().map(of_side)).collect(),
            pairs: cell.pairs.iter().map(|pair| self.pair(pair)).collect(),
            groups: cell.groups.iter().map(names).collect(),
        }
    }

    fn pair(&self, pair: &PairVerdict) -> PairOfComparison {
        PairOfComparison {
            result: self.name(pair.result),
            base: self.name(pair.base),
            ratio: pair.ratio,
            interval: pair.interval.as_ref().map(bounds),
            method: pair.method.map(|method| match method {
                Method::SignedRanks => "signed-ranks",
                Method::RankSums => "rank-sums",
                Method::Medians => "medians",
            }),
            verdict: pair.verdict,
            sentence: pair.sentence(),
            more_repeats: pair.more_repeats,
        }
    }
}

fn result(result: &ComparedResult) -> ResultOfComparison {
    ResultOfComparison {
        name: result.name.clone(),
        kind: result.kind,
        about: result.about.clone(),
        first: result.when.as_ref().map(|(first, _)| first.clone()),
        last: result.when.as_ref().map(|(_, last)| last.clone()),
        runs: result.runs,
        caveats: result.caveats.clone(),
    }
}

fn of_side(side: &SideValue) -> SideOfComparison {
    SideOfComparison {
        median: side.median.is_finite().then_some(side.median),
        interval: side.interval.as_ref().map(bounds),
        values: side.values.clone(),
        runs: side.runs.clone(),
        wrong: side.wrong.clone(),
        is_claim: side.is_claim,
        assumed: side.assumed.clone(),
        fits: side.fits,
        notes: side.notes.clone(),
    }
}

fn bounds(interval: &Interval) -> MedianBounds {
    MedianBounds {
        low: interval.low,
        high: interval.high,
        level: interval.level,
    }
}
