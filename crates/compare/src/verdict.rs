//! Ratios of one result to another, workload by workload, and what may be said of them.
//!
//! Each pair is compared by `fiord_stats::compare` at a margin. A difference needs its own interval, and one that stands among all the
//! comparisons of the same document (Benjamini and Hochberg at 5 %): intervals are asked again at the level that their procedure allows.

use fiord_judge::TrapId;
use fiord_messages::{Fixed, Lang, compare as messages};
use fiord_stats::compare::{Compared, EQUIVALENCE_LEVEL, LEVEL, Method, Outcome, outcome, unpaired};
use fiord_stats::interval::{
    Interval, MedianBounds, median, median_interval, median_ratio_interval, paired_ratio_interval,
    rank_sum_cut, ratio_interval,
};
use fiord_stats::sensitivity::{Sensitivity, sensitivity};
use fiord_stats::stopping::level_of_one;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::result::{ComparedMetric, ComparedResult, Measurement, SampleKind, UncountedRun};
use crate::rows::{RowCell, RunsWithTooFew, WorkloadRow};
use crate::workload::WorkloadKey;

/// Fewer runs of each have no interval.
pub const LEAST_RUNS: usize = 4;
/// Share of false ones among all differences that are claimed.
const FALSE_SHARE: f64 = 1.0 - LEVEL;

/// What is compared, and what counts as a difference.
#[derive(Debug, Clone, PartialEq)]
pub struct CompareSettings {
    /// Differences below this share are none.
    pub margin: f64,
    /// Rates, and which latencies.
    pub rate: bool,
    pub latencies: Vec<ComparedMetric>,
    /// How often one looks while runs are added; the intervals hold at all looks together (Bonferroni).
    pub looks: u32,
    pub samples: SampleKind,
    /// The language of the sentences in the outcome.
    pub lang: Lang,
}

impl Default for CompareSettings {
    fn default() -> Self {
        Self {
            margin: 0.05,
            rate: true,
            latencies: vec![ComparedMetric::P99],
            looks: 1,
            samples: SampleKind::Runs,
            lang: Lang::En,
        }
    }
}

/// What is said of a pair: of the second to the first, the base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CompareVerdict {
    Faster,
    SlightlyFaster,
    Equivalent,
    SlightlySlower,
    Slower,
    /// The interval holds both a difference and none.
    Inconclusive,
    /// One number each: nobody knows how much they vary.
    SingleNumbers,
    NotCompared,
}

impl CompareVerdict {
    pub(crate) fn of(outcome: Outcome, is_rate: bool) -> Self {
        match (outcome, is_rate) {
            (Outcome::Larger, true) | (Outcome::Smaller, false) => Self::Faster,
            (Outcome::SlightlyLarger, true) | (Outcome::SlightlySmaller, false) => Self::SlightlyFaster,
            (Outcome::Smaller, true) | (Outcome::Larger, false) => Self::Slower,
            (Outcome::SlightlySmaller, true) | (Outcome::SlightlyLarger, false) => Self::SlightlySlower,
            (Outcome::Equivalent, _) => Self::Equivalent,
            (Outcome::Inconclusive, _) => Self::Inconclusive,
        }
    }

    /// Whether it says that they differ.
    pub const fn is_difference(self) -> bool {
        matches!(
            self,
            Self::Faster | Self::SlightlyFaster | Self::SlightlySlower | Self::Slower
        )
    }
}

/// What one result has of one metric of one workload.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SideOfComparison")]
pub struct SideValue {
    /// Null where no run counts.
    pub median: Option<f64>,
    /// Null below six runs.
    pub interval: Option<MedianBounds>,
    /// In the order of runs.
    pub values: Vec<f64>,
    /// What the runs are called.
    pub runs: Vec<String>,
    /// Runs that a finding calls wrong; they do not count.
    pub wrong: Vec<UncountedRun>,
    /// The median of these; null: they have no number.
    #[serde(default)]
    pub uncounted: Option<f64>,
    /// The traps of all runs, where all runs of all results are invalid in the same way: what they measured is compared.
    #[serde(default)]
    pub alike: Vec<String>,
    /// A published number or claim.
    pub is_claim: bool,
    /// Its latencies are those of the syncs.
    #[serde(default)]
    pub is_of_syncs: bool,
    /// Why it has no p99: runs with too few I/Os for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub too_few_ios: Option<RunsWithTooFew>,
    /// Options that the result does not state and that were taken to be alike.
    pub assumed: Vec<String>,
    /// How many workloads of the others it fits; of several it stands next to the fastest.
    pub fits: usize,
    pub notes: Vec<String>,
}

/// A result against the base.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PairOfComparison")]
pub struct PairVerdict {
    pub result: String,
    pub base: String,
    /// The number of the result ÷ that of the base.
    pub ratio: Option<f64>,
    /// At 95 %; null: too few runs, or numbers without spread.
    pub interval: Option<MedianBounds>,
    pub method: Option<Method>,
    pub verdict: CompareVerdict,
    /// In words.
    pub sentence: String,
    /// What could have been found, where it is inconclusive with an interval.
    #[serde(default)]
    pub sensitivity: Option<Sensitivity>,
    /// How many more samples that takes than there are.
    pub more_repeats: Option<u32>,
    /// Why it is not settled or not compared, where more than the numbers says so.
    #[serde(default)]
    pub why: Option<String>,
    /// Sentences that go with it: what could have been found, why the medians say something else.
    #[serde(default)]
    pub notes: Vec<String>,
}

/// One metric of one workload over all results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CellOfComparison")]
pub struct ComparedCell {
    /// The workload in words.
    pub workload: String,
    pub details: String,
    pub key: WorkloadKey,
    pub metric: ComparedMetric,
    /// By result; null: it has nothing of this.
    pub values: Vec<Option<SideValue>>,
    /// Every result but the first that has it, against that one, in their order.
    pub pairs: Vec<PairVerdict>,
    /// Of three results or more: names of those that cannot be told apart, the best first. A name may be in two groups.
    pub groups: Vec<Vec<String>>,
}

/// A workload that only one result has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "AloneOfComparison")]
pub struct AloneWorkload {
    pub result: String,
    pub workload: String,
    pub details: String,
}

/// All of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ComparisonOutcome {
    #[serde(default)]
    pub samples: SampleKind,
    pub cells: Vec<ComparedCell>,
    /// Workloads that only one result has.
    pub alone: Vec<AloneWorkload>,
}

impl ComparisonOutcome {
    /// Comparisons to whose number the verdicts are adjusted: in pairs all, else those with an interval. Of single numbers all.
    pub fn comparisons(&self) -> usize {
        let all = self.cells.iter().map(|cell| cell.pairs.len()).sum();
        match (self.samples, with_interval(&self.cells)) {
            (SampleKind::PairsOfRuns | SampleKind::PairsOfTurns, _) | (_, 0) => all,
            (_, adjusted) => adjusted,
        }
    }
}

impl SideValue {
    /// Of a row that has no such number.
    fn without_value() -> Self {
        Self {
            median: None,
            interval: None,
            values: Vec::new(),
            runs: Vec::new(),
            wrong: Vec::new(),
            uncounted: None,
            alike: Vec::new(),
            is_claim: false,
            is_of_syncs: false,
            too_few_ios: None,
            assumed: Vec::new(),
            fits: 1,
            notes: Vec::new(),
        }
    }
}

impl ComparedCell {
    /// Each pair with what its result and the base have.
    pub fn pairs_with_sides(&self) -> impl Iterator<Item = (&PairVerdict, &SideValue, &SideValue)> {
        let mut present = self.values.iter().flatten();
        let base = present.next();
        let sides = present.filter_map(move |side| Some((side, base?)));
        self.pairs
            .iter()
            .zip(sides)
            .map(|(pair, (side, base))| (pair, side, base))
    }
}

/// Compares what results have of each row, two by two; the first is the base.
pub(crate) fn pairs(
    rows: Vec<WorkloadRow>,
    results: &[ComparedResult],
    settings: &CompareSettings,
) -> ComparisonOutcome {
    let mut outcome = ComparisonOutcome {
        samples: settings.samples,
        cells: Vec::new(),
        alone: Vec::new(),
    };
    for row in rows {
        if row.present() < 2 {
            let mut present = results.iter().zip(&row.cells).filter(|(_, cell)| cell.is_some());
            outcome
                .alone
                .extend(present.next().map(|(result, _)| AloneWorkload {
                    result: result.label.name.clone(),
                    workload: row.key.brief(),
                    details: row.key.details(settings.lang),
                }));
            continue;
        }
        for metric in metrics(&row, settings) {
            outcome.cells.extend(compared(results, &row, metric, settings));
        }
    }
    hold_together(&mut outcome.cells, settings.lang);
    outcome
}

fn metrics(row: &WorkloadRow, settings: &CompareSettings) -> Vec<ComparedMetric> {
    // A rung is one latency.
    if row.key.rung.is_some() {
        return vec![ComparedMetric::P50];
    }
    let rate = row.rate().filter(|_| settings.rate);
    let asked: Vec<ComparedMetric> = rate
        .into_iter()
        .chain(settings.latencies.iter().copied())
        .collect();
    let of_two = |metric: &ComparedMetric| {
        let cells = row.cells.iter().flatten();
        cells.filter(|cell| cell.has_any(*metric)).count() > 1
    };
    // A list of latencies may have one number for each, and that is the one to compare.
    let has_wrong = row.cells.iter().flatten().any(|cell| cell.counted.is_empty());
    if has_wrong || asked.iter().any(of_two) {
        return asked;
    }
    let other = [ComparedMetric::P50, ComparedMetric::Mean]
        .into_iter()
        .find(of_two);
    other.map_or(asked, |other| vec![other])
}

fn side(cell: &RowCell, metric: ComparedMetric, is_had: bool) -> Option<SideValue> {
    let too_few_ios = cell.too_few_for(metric).filter(|_| is_had);
    let counted = cell.counted_with(metric);
    let values: Vec<f64> = counted.iter().map(|(_, value)| *value).collect();
    if values.is_empty() && cell.wrong.is_empty() && too_few_ios.is_none() {
        return None;
    }
    let mut notes: Vec<String> = counted.iter().map(|(one, _)| one.note.clone()).collect();
    notes.retain(|note| !note.is_empty());
    notes.dedup();
    Some(SideValue {
        median: median(&values),
        interval: median_interval(&values, LEVEL).map(Into::into),
        runs: counted.iter().map(|(one, _)| one.run.clone()).collect(),
        values,
        wrong: cell.wrong.iter().map(uncounted).collect(),
        uncounted: median(
            &cell
                .wrong
                .iter()
                .filter_map(|one| one.value(metric))
                .collect::<Vec<_>>(),
        ),
        alike: cell.alike.clone(),
        is_claim: cell.is_claim(),
        is_of_syncs: cell.counted.iter().any(|one| one.is_of_syncs),
        too_few_ios,
        assumed: cell.assumed.clone(),
        fits: cell.fits,
        notes,
    })
}

fn uncounted(one: &Measurement) -> UncountedRun {
    UncountedRun {
        run: one.run.clone(),
        traps: one.wrong.clone(),
    }
}

fn compared(
    results: &[ComparedResult],
    row: &WorkloadRow,
    metric: ComparedMetric,
    settings: &CompareSettings,
) -> Option<ComparedCell> {
    let cells = || row.cells.iter().flatten();
    let is_had = cells().any(|cell| cell.has_any(metric));
    let sides = row.cells.iter().map(|cell| side(cell.as_ref()?, metric, is_had));
    let values: Vec<Option<SideValue>> = sides.collect();
    let values = match settings.samples {
        // The base is the row that was named, also where it has no such number.
        SampleKind::Rows if values.iter().any(Option::is_some) => {
            let without = || SideValue::without_value();
            let sides = values.into_iter();
            sides.map(|side| Some(side.unwrap_or_else(without))).collect()
        }
        _ => values,
    };
    let mut present = results
        .iter()
        .zip(&values)
        .filter_map(|(result, side)| Some((result.label.name.as_str(), side.as_ref()?)));
    let base = present.next()?;
    let pairs: Vec<PairVerdict> = present
        .map(|result| judged(result, base, metric, settings))
        .collect();
    // Where no run of any counts, the cell says why.
    (!pairs.is_empty()).then(|| ComparedCell {
        workload: row.key.brief(),
        details: row.key.details(settings.lang),
        key: row.key.clone(),
        metric,
        groups: Vec::new(),
        values,
        pairs,
    })
}

fn judged(
    (result, one): (&str, &SideValue),
    (base, than): (&str, &SideValue),
    metric: ComparedMetric,
    settings: &CompareSettings,
) -> PairVerdict {
    let open = |verdict, why: Option<String>| PairVerdict {
        result: result.to_owned(),
        base: base.to_owned(),
        ratio: None,
        interval: None,
        method: None,
        verdict,
        sentence: String::new(),
        sensitivity: None,
        more_repeats: None,
        why,
        notes: Vec::new(),
    };
    let Some((median, base_median)) = one.median.zip(than.median) else {
        let why = why_wrong([(result, one), (base, than)], metric, settings.lang);
        return open(CompareVerdict::NotCompared, Some(why));
    };
    let is_latency = !metric.is_rate();
    if is_latency && settings.samples == SampleKind::Runs && one.is_of_syncs != than.is_of_syncs {
        let (of_syncs, of_ios) = if one.is_of_syncs {
            (result, base)
        } else {
            (base, result)
        };
        let reason = messages::ReasonOneOfSyncs {
            of_syncs: &of_syncs,
            of_ios: &of_ios,
        };
        return open(CompareVerdict::NotCompared, Some(reason.text(settings.lang)));
    }
    let ratio = Some(median / base_median);
    let (few, claims) = (
        one.values.len().min(than.values.len()),
        one.is_claim || than.is_claim,
    );
    if claims || few == 1 {
        let why = if claims {
            messages::reason_published(settings.lang)
        } else {
            messages::reason_one_run(settings.lang)
        };
        return PairVerdict {
            ratio,
            ..open(CompareVerdict::SingleNumbers, Some(why.to_owned()))
        };
    }
    let single = level_of_one(settings.looks as usize, LEVEL);
    let has_enough = few >= LEAST_RUNS;
    let compared = has_enough.then(|| ratio_of(&one.values, &than.values, settings));
    let Some(compared) = compared.flatten() else {
        let has_interval = |runs: &usize| rank_sum_cut(*runs, *runs, single).is_some();
        let needed = (LEAST_RUNS..).find(has_interval).unwrap_or(LEAST_RUNS);
        return PairVerdict {
            ratio,
            ..open(CompareVerdict::Inconclusive, Some(too_few(needed, settings)))
        };
    };
    let verdict = CompareVerdict::of(compared.outcome, metric.is_rate());
    PairVerdict {
        ratio: Some(compared.ratio.estimate),
        interval: Some(compared.ratio.into()),
        method: Some(compared.method),
        sensitivity: (verdict == CompareVerdict::Inconclusive)
            .then(|| {
                let at = |level| by_method(compared.method, &one.values, &than.values, level);
                let (one, than) = (one.values.len() as f64, than.values.len() as f64);
                sensitivity(at, single, 2.0 * one * than / (one + than), settings.margin)
            })
            .flatten(),
        ..open(verdict, None)
    }
}

/// As [`unpaired`], at a level that holds at all looks; values that do not vary at all, as of a simulated device, have an interval of no
/// width.
pub fn ratio_of(one: &[f64], than: &[f64], settings: &CompareSettings) -> Option<Compared> {
    let is_flat = |values: &[f64]| values.iter().all(|value| Some(value) == values.first());
    if is_flat(one) && is_flat(than) {
        let ratio = one.first()? / than.first()?;
        let exact = Interval::without_width(ratio, LEVEL);
        return Some(Compared {
            outcome: outcome(&exact, &exact, settings.margin),
            ratio: exact,
            method: Method::RankSums,
            spread_ratio: None,
        });
    }
    let compared = unpaired(one, than, settings.margin)?;
    if settings.looks < 2 {
        return Some(compared);
    }
    let at = |level: f64| {
        let single = level_of_one(settings.looks as usize, level);
        by_method(compared.method, one, than, single)
    };
    let ratio = at(LEVEL)?.with_level(LEVEL);
    Some(Compared {
        outcome: outcome(&ratio, &at(EQUIVALENCE_LEVEL)?, settings.margin),
        ratio,
        ..compared
    })
}

fn by_method(method: Method, one: &[f64], than: &[f64], level: f64) -> Option<Interval> {
    match method {
        Method::Medians => median_ratio_interval(one, than, level),
        Method::RankSums => ratio_interval(one, than, level),
        Method::SignedRanks => paired_ratio_interval(one, than, level),
    }
}

/// What each side measured, where one or both are invalid.
fn why_wrong(sides: [(&str, &SideValue); 2], metric: ComparedMetric, lang: Lang) -> String {
    let [one, other] = sides.map(|(name, side)| measured_by(name, side, metric, lang));
    messages::ReasonInvalid {
        one: &one,
        other: &other,
    }
    .text(lang)
}

fn measured_by(name: &str, side: &SideValue, metric: ComparedMetric, lang: Lang) -> String {
    if let Some(median) = side.median {
        return messages::MeasuredValid {
            result: &name,
            value: &metric.shown(median),
        }
        .text(lang);
    }
    if let (Some(RunsWithTooFew { runs, of }), true) = (side.too_few_ios, side.wrong.is_empty()) {
        let reason = messages::MeasuredTooFew {
            result: &name,
            metric: &metric.heading(lang),
            few: &runs,
            runs: u64::from(of),
        };
        return reason.text(lang);
    }
    let mut invalid = side.wrong.iter().filter(|wrong| wrong.is_invalid()).peekable();
    let Some(first) = invalid.peek() else {
        return match side.uncounted {
            Some(value) => {
                let (result, value) = (&name, &metric.shown(value));
                messages::MeasuredValid { result, value }.text(lang)
            }
            None => {
                let (result, metric) = (&name, &metric.heading(lang));
                messages::MeasuredNoMetric { result, metric }.text(lang)
            }
        };
    };
    let run = &first.run.as_str();
    let mut traps: Vec<String> = invalid.flat_map(|wrong| wrong.traps.clone()).collect();
    traps.sort_unstable();
    traps.dedup();
    let (quantity, traps) = (&quantity(&traps)(lang), &lang.list(&traps));
    match side.uncounted {
        Some(value) => messages::MeasuredInvalid {
            result: &name,
            quantity,
            value: &metric.shown(value),
            run,
            traps,
        }
        .text(lang),
        None => messages::MeasuredNothing {
            result: &name,
            run,
            traps,
        }
        .text(lang),
    }
}

/// What runs with these traps measured in place of the workload: as the first that says so has it.
fn quantity(traps: &[String]) -> Fixed {
    let of_trap = |trap: &String| TrapId::find(trap)?.about().quantity;
    traps.iter().find_map(of_trap).unwrap_or(messages::quantity_other)
}

/// Why an interval is missing: `needed` samples are the fewest that have one.
pub(crate) fn too_few(needed: usize, settings: &CompareSettings) -> String {
    let samples = settings.samples.word();
    let needed = &needed;
    messages::ReasonTooFew { samples, needed }.text(settings.lang)
}

/// Whether the interval of a pair leaves out 1 at another level.
fn is_apart((pair, one, than): (&PairVerdict, &SideValue, &SideValue), level: f64) -> bool {
    let at_level = |interval: MedianBounds| {
        if interval.low == interval.high {
            return Some(interval);
        }
        by_method(pair.method?, &one.values, &than.values, level).map(MedianBounds::from)
    };
    let interval = pair.interval.and_then(at_level);
    interval.is_some_and(|interval| interval.low > 1.0 || interval.high < 1.0)
}

fn with_interval(cells: &[ComparedCell]) -> usize {
    let pairs = cells.iter().flat_map(|cell| &cell.pairs);
    pairs.filter(|pair| pair.interval.is_some()).count()
}

/// Differences that stand among all comparisons: Benjamini and Hochberg's step-up rule, asked by intervals. `k` of `m` stand if `k` of them have
/// intervals without 1 at a level of 1 − 0.05·k/m. The others become inconclusive.
fn hold_together(cells: &mut [ComparedCell], lang: Lang) {
    let is_claimed = |pair: &PairVerdict| pair.interval.is_some() && pair.verdict.is_difference();
    let pairs = || cells.iter().flat_map(ComparedCell::pairs_with_sides);
    let all = with_interval(cells);
    let claimed: Vec<_> = pairs().filter(|(pair, ..)| is_claimed(pair)).collect();
    let standing = |count: usize| -> Vec<bool> {
        let level = 1.0 - FALSE_SHARE * count as f64 / all.max(1) as f64;
        claimed.iter().map(|pair| is_apart(*pair, level)).collect()
    };
    let standing = (1..=claimed.len())
        .rev()
        .map(|count| (count, standing(count)))
        .find(|(count, standing)| standing.iter().filter(|stands| **stands).count() >= *count)
        .map_or_else(|| vec![false; claimed.len()], |(_, standing)| standing);
    let mut standing = standing.into_iter();
    let pairs = cells.iter_mut().flat_map(|cell| &mut cell.pairs);
    for pair in pairs.filter(|pair| is_claimed(pair)) {
        if !standing.next().unwrap_or(true) {
            pair.verdict = CompareVerdict::Inconclusive;
            pair.why = Some(messages::ReasonChance { comparisons: &all }.text(lang));
        }
    }
}

/// Whether two sides can be told apart at a level: their interval leaves out 1.
pub(crate) fn are_apart(one: &SideValue, other: &SideValue, level: f64) -> bool {
    let Some(compared) = ratio_of(&one.values, &other.values, &CompareSettings::default()) else {
        return false;
    };
    let interval = if compared.ratio.low == compared.ratio.high {
        Some(compared.ratio)
    } else {
        by_method(compared.method, &one.values, &other.values, level)
    };
    interval.is_some_and(|interval| interval.low > 1.0 || interval.high < 1.0)
}
