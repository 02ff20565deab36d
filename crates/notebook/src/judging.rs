//! Holds claims against evidence: intervals decide, never medians.
//!
//! Levels of one block that ran in the same repeats are compared as pairs (as studies do); all others as two groups (as `fiord compare` does). A
//! claim about several lines has to be true of each: its intervals hold together (Bonferroni).

use fiord_compare::result::ComparedMetric;
use fiord_compare::verdict::{CompareSettings, LEAST_RUNS, ratio_of};
use fiord_stats::best::{self, LEAST_BLOCKS};
use fiord_stats::interval::median_interval;
use fiord_study::analysis::KNEE_SHARE;
use fiord_study::contrast;
use fiord_study::progress::{LEVEL, is_left_out};

use crate::claim::{ClaimSubject, MARGIN, NotebookClaim, Says};
use crate::decision::{ClaimMark, Decided, NeededRuns, edges, equal, faster, more_runs};
use crate::evidence::{BlockEvidence, MeasuredSeries, Selected, SeriesRun, of_subject, plain};
use crate::quantity::ClaimedQuantity;

/// Share of a depth from which it counts as reached, as in the trap `depth-not-reached`.
const REACHED: f64 = 0.9;

/// What a number is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberKind {
    /// How many times as fast.
    Ratio,
    Metric(ComparedMetric),
    /// I/Os in flight.
    Depth,
}

/// Why a claim has its mark.
#[derive(Debug, Clone, PartialEq)]
pub enum ClaimReason {
    /// The interval of a number; `of` is what was compared.
    Number {
        of: String,
        kind: NumberKind,
        seen: Decided,
        takes: NeededRuns,
    },
    /// The levels on both sides of the knee; no last: it may be above all levels.
    Knee {
        of: String,
        first: String,
        last: Option<String>,
    },
    /// The step from one level to the next one falls.
    Falls {
        from: String,
        to: String,
        seen: Decided,
    },
    /// So many runs measured what they seem to, of all.
    AllValid {
        runs: u32,
    },
    /// Runs measured something else, by these traps.
    Invalid {
        of: String,
        wrong: u32,
        runs: u32,
        traps: Vec<String>,
    },
    /// The kernel's counters do not say what was measured.
    NotWitnessed {
        of: String,
    },
    /// Fewer runs than any interval needs.
    TooFew {
        of: String,
        runs: u32,
        needed: u32,
    },
    /// A curve without a second level.
    OneLevel {
        of: String,
    },
    /// Values that were published or imported: their variation is unknown.
    SingleValue {
        of: String,
    },
    /// Nothing of this block is stored.
    NotMeasured {
        block: String,
    },
    /// Nothing in the block is called so.
    NoSubject {
        words: String,
        names: Vec<String>,
    },
    NoFactor {
        factor: String,
        names: Vec<String>,
    },
    NoLevel {
        level: String,
        names: Vec<String>,
    },
    /// The runs do not have the number.
    NoMetric {
        of: String,
    },
    /// The two sides have no levels in common by which they could be put next to each other.
    NoPairs {
        one: String,
        other: String,
    },
    /// The levels did not run in the same repeats.
    NoRepeats {
        of: String,
    },
    /// The author says what it would take.
    Needs {
        what: String,
    },
}

/// A claim with what came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedClaim {
    pub mark: ClaimMark,
    pub why: ClaimReason,
    /// Runs that it rests on.
    pub runs: Vec<i64>,
}

/// Holds a claim against what was measured.
pub fn judge(claim: &NotebookClaim, evidence: &[BlockEvidence]) -> JudgedClaim {
    let parts = match parts(claim, evidence) {
        Ok(parts) => parts,
        Err(why) => vec![(ClaimMark::Undecided, why, Vec::new())],
    };
    let mut runs: Vec<i64> = parts.iter().flat_map(|(.., runs)| runs.iter().copied()).collect();
    runs.sort_unstable();
    runs.dedup();
    // It has to be true of each part. Of parts with one mark the first speaks.
    let worst = parts
        .into_iter()
        .reduce(|worst, one| if one.0 > worst.0 { one } else { worst });
    let (mark, why) = worst.map_or_else(
        || {
            (
                ClaimMark::Undecided,
                ClaimReason::NotMeasured { block: String::new() },
            )
        },
        |(mark, why, _)| (mark, why),
    );
    JudgedClaim { mark, why, runs }
}

type Part = (ClaimMark, ClaimReason, Vec<i64>);

fn parts(claim: &NotebookClaim, evidence: &[BlockEvidence]) -> Result<Vec<Part>, ClaimReason> {
    if let Says::Needs(what) = &claim.says {
        return Err(ClaimReason::Needs { what: what.clone() });
    }
    let side = |subject: &ClaimSubject| side(subject, evidence);
    let (own, mine) = side(&claim.subject)?;
    let metric = claim.metric.or(own.metric).unwrap_or(ComparedMetric::Bandwidth);
    match &claim.says {
        Says::Faster { than, by } => ratios((own, mine), side(than)?, metric, &|seen| faster(seen, *by)),
        Says::Slower { than, by } => ratios((own, mine), side(than)?, metric, &|seen| {
            faster(
                &Decided {
                    value: 1.0 / seen.value,
                    low: 1.0 / seen.high,
                    high: 1.0 / seen.low,
                },
                *by,
            )
        }),
        Says::Equal { to, within } => ratios((own, mine), side(to)?, metric, &|seen| equal(seen, *within)),
        Says::AtLeast(bound) => values(&mine, claim.metric, bound, true),
        Says::AtMost(bound) => values(&mine, claim.metric, bound, false),
        Says::Knee { factor, first, last } => {
            let factor = match factor {
                Some(name) => factor_of(own, name)?,
                None => only_rising(own)?,
            };
            let range = [level_of(own, factor, first)?, level_of(own, factor, last)?];
            let lines = lines(own, &mine, factor);
            let count = lines.len() as f64;
            let all = lines
                .iter()
                .map(|line| knee(line, metric, range, (1.0 - LEVEL) / count));
            Ok(all.collect())
        }
        Says::GrowsWith(factor) => {
            let lines = lines(own, &mine, factor_of(own, factor)?);
            let alpha = (1.0 - LEVEL) / lines.len().max(1) as f64;
            Ok(lines.iter().map(|line| grows(line, metric, alpha)).collect())
        }
        Says::NoEffectOf { factor, within } => {
            let lines = lines(own, &mine, factor_of(own, factor)?);
            let pairs: Vec<[&MeasuredSeries; 2]> = lines
                .iter()
                .flat_map(|line| {
                    let base = line.first();
                    line.iter().skip(1).filter_map(move |one| Some([*one, *base?]))
                })
                .collect();
            let alpha = (1.0 - LEVEL) / pairs.len().max(1) as f64;
            let all = pairs
                .iter()
                .map(|pair| compared(pair, true, metric, alpha, &|seen| equal(seen, *within)));
            Ok(all.collect())
        }
        Says::Valid => Ok(mine.iter().map(|one| valid(one.series)).collect()),
        Says::Invalid => Ok(mine.iter().map(|one| invert(valid(one.series))).collect()),
        Says::ReachesDepth(depth) => Ok(mine.iter().map(|one| reaches(one.series, *depth)).collect()),
        Says::BelowDepth(depth) => Ok(mine
            .iter()
            .map(|one| invert(reaches(one.series, *depth)))
            .collect()),
        Says::Needs(_) => Ok(Vec::new()),
    }
}

fn side<'e>(
    subject: &ClaimSubject,
    evidence: &'e [BlockEvidence],
) -> Result<(&'e BlockEvidence, Vec<Selected<'e>>), ClaimReason> {
    let (own, words) = of_subject(evidence, subject).ok_or_else(|| ClaimReason::NotMeasured {
        block: subject.block.clone().unwrap_or_else(|| subject.words.clone()),
    })?;
    if own.series.is_empty() {
        return Err(ClaimReason::NotMeasured {
            block: own.block.clone(),
        });
    }
    match own.matching(&words) {
        found if found.is_empty() => Err(ClaimReason::NoSubject {
            words,
            names: own.names(),
        }),
        found => Ok((own, found)),
    }
}

fn factor_of(own: &BlockEvidence, name: &str) -> Result<usize, ClaimReason> {
    let names = || own.factors.iter().map(|factor| factor.name.clone()).collect();
    own.factor(name).ok_or_else(|| ClaimReason::NoFactor {
        factor: name.to_owned(),
        names: names(),
    })
}

fn only_rising(own: &BlockEvidence) -> Result<usize, ClaimReason> {
    let rising: Vec<usize> = (0..own.factors.len())
        .filter(|at| own.factors[*at].is_rising)
        .collect();
    match rising[..] {
        [only] => Ok(only),
        _ => Err(ClaimReason::NoFactor {
            factor: String::new(),
            names: own.factors.iter().map(|factor| factor.name.clone()).collect(),
        }),
    }
}

fn level_of(own: &BlockEvidence, factor: usize, label: &str) -> Result<usize, ClaimReason> {
    let levels = &own.factors[factor].levels;
    levels
        .iter()
        .position(|level| plain(level) == plain(label))
        .ok_or_else(|| ClaimReason::NoLevel {
            level: label.to_owned(),
            names: levels.clone(),
        })
}

/// The series that differ in this factor only, in the order of its levels.
fn lines<'e>(own: &BlockEvidence, mine: &[Selected<'e>], factor: usize) -> Vec<Vec<&'e MeasuredSeries>> {
    let rest = |series: &MeasuredSeries| {
        let mut labels = series.labels.clone();
        if factor < labels.len() {
            labels.remove(factor);
        }
        (labels, series.job.clone(), series.direction.clone())
    };
    let level = |series: &&MeasuredSeries| {
        let label = series.labels.get(factor);
        own.factors[factor]
            .levels
            .iter()
            .position(|one| Some(one) == label)
    };
    let mut lines: Vec<Vec<&MeasuredSeries>> = Vec::new();
    for one in mine {
        match lines
            .iter_mut()
            .find(|line| line.first().is_some_and(|first| rest(first) == rest(one.series)))
        {
            Some(line) => line.push(one.series),
            None => lines.push(vec![one.series]),
        }
    }
    for line in &mut lines {
        line.sort_by_key(level);
    }
    lines
}

/// Compares what both sides have at the same levels.
fn ratios(
    (own, mine): (&BlockEvidence, Vec<Selected<'_>>),
    (others, theirs): (&BlockEvidence, Vec<Selected<'_>>),
    metric: ComparedMetric,
    decide: &dyn Fn(&Decided) -> ClaimMark,
) -> Result<Vec<Part>, ClaimReason> {
    let mut pairs: Vec<[&MeasuredSeries; 2]> = Vec::new();
    for one in &mine {
        let same = theirs
            .iter()
            .filter(|other| other.rest == one.rest && !std::ptr::eq(one.series, other.series));
        pairs.extend(same.map(|other| [one.series, other.series]));
    }
    if let ([], [one], [other]) = (&pairs[..], &mine[..], &theirs[..]) {
        pairs.push([one.series, other.series]);
    }
    if pairs.is_empty() {
        let label = |side: &[Selected<'_>]| side.first().map(|one| one.series.label()).unwrap_or_default();
        return Err(ClaimReason::NoPairs {
            one: label(&mine),
            other: label(&theirs),
        });
    }
    let alpha = (1.0 - LEVEL) / pairs.len() as f64;
    let is_one_block = own.block == others.block;
    let all = pairs
        .iter()
        .map(|pair| compared(pair, is_one_block, metric, alpha, decide));
    Ok(all.collect())
}

/// The runs of a series that count, or why there are not enough.
fn counted(series: &MeasuredSeries, metric: ComparedMetric) -> Result<Vec<(&SeriesRun, f64)>, ClaimReason> {
    let wrong = series.wrong();
    if !wrong.is_empty() && !is_left_out(wrong.len(), series.runs.len()) {
        return Err(invalid(series, &wrong));
    }
    let counted = series.counted(metric);
    if counted.is_empty() {
        return Err(ClaimReason::NoMetric { of: series.label() });
    }
    if counted.iter().any(|(run, _)| run.measured.is_claim) {
        return Err(ClaimReason::SingleValue { of: series.label() });
    }
    Ok(counted)
}

fn invalid(series: &MeasuredSeries, wrong: &[&SeriesRun]) -> ClaimReason {
    let mut traps: Vec<String> = wrong
        .iter()
        .flat_map(|run| run.measured.wrong.iter().cloned())
        .collect();
    traps.sort_unstable();
    traps.dedup();
    ClaimReason::Invalid {
        of: series.label(),
        wrong: wrong.len() as u32,
        runs: series.runs.len() as u32,
        traps,
    }
}

/// One series against another: how many times as fast it is.
fn compared(
    [one, than]: &[&MeasuredSeries; 2],
    is_one_block: bool,
    metric: ComparedMetric,
    alpha: f64,
    decide: &dyn Fn(&Decided) -> ClaimMark,
) -> Part {
    let ids = [one.ids(), than.ids()].concat();
    match speed_ratio(one, than, is_one_block, metric, alpha) {
        Err(why) => (ClaimMark::Undecided, why, ids),
        Ok((seen, runs)) => {
            let mark = decide(&seen);
            let takes = match mark {
                ClaimMark::Undecided => more_runs(&seen, runs, &edges(decide, &seen)),
                ClaimMark::Holds | ClaimMark::Contradicted => NeededRuns::Nothing,
            };
            let of = format!("{} ÷ {}", one.label(), than.label());
            (
                mark,
                ClaimReason::Number {
                    of,
                    kind: NumberKind::Ratio,
                    seen,
                    takes,
                },
                ids,
            )
        }
    }
}

/// The ratio with its interval, and the runs of each side.
fn speed_ratio(
    one: &MeasuredSeries,
    than: &MeasuredSeries,
    is_one_block: bool,
    metric: ComparedMetric,
    alpha: f64,
) -> Result<(Decided, usize), ClaimReason> {
    let (mine, base) = (counted(one, metric)?, counted(than, metric)?);
    let few = mine.len().min(base.len());
    let pairs: Vec<f64> = mine
        .iter()
        .filter(|_| is_one_block)
        .filter_map(|(run, value)| {
            let same = base
                .iter()
                .find(|(other, _)| run.repeat.is_some() && other.repeat == run.repeat)?;
            Some((value / same.1).ln())
        })
        .collect();
    let too_few = |runs: usize, needed: usize| ClaimReason::TooFew {
        of: format!("{}, {}", one.label(), than.label()),
        runs: runs as u32,
        needed: needed as u32,
    };
    let ratio = if is_one_block && !pairs.is_empty() {
        let found = contrast::ratio(&pairs, alpha).ok_or_else(|| too_few(pairs.len(), LEAST_BLOCKS))?;
        Decided {
            value: found.value,
            low: found.low,
            high: found.high,
        }
    } else {
        if few < LEAST_RUNS {
            return Err(too_few(few, LEAST_RUNS));
        }
        let settings = CompareSettings {
            looks: ((1.0 - LEVEL) / alpha).round().max(1.0) as u32,
            ..CompareSettings::default()
        };
        let values = |side: &[(&SeriesRun, f64)]| side.iter().map(|(_, value)| *value).collect::<Vec<_>>();
        let found = ratio_of(&values(&mine), &values(&base), &settings);
        Decided::from(found.ok_or_else(|| too_few(few, LEAST_BLOCKS))?.ratio)
    };
    // Twice the latency is half as fast.
    let ratio = match metric.is_rate() {
        true => ratio,
        false => Decided {
            value: 1.0 / ratio.value,
            low: 1.0 / ratio.high,
            high: 1.0 / ratio.low,
        },
    };
    Ok((ratio, few))
}

fn values(
    mine: &[Selected<'_>],
    named: Option<ComparedMetric>,
    bound: &ClaimedQuantity,
    is_least: bool,
) -> Result<Vec<Part>, ClaimReason> {
    let metric = bound.metric.or(named).unwrap_or(ComparedMetric::P50);
    let fits = match bound.metric {
        Some(metric) => named.is_none_or(|named| named == metric),
        None => !metric.is_rate(),
    };
    let of = |one: &Selected<'_>| one.series.label();
    if !fits {
        return Err(ClaimReason::NoMetric {
            of: mine.first().map(of).unwrap_or_default(),
        });
    }
    let decide = |seen: &Decided| {
        let (holds, fails) = match is_least {
            true => (seen.low >= bound.value, seen.high < bound.value),
            false => (seen.high <= bound.value, seen.low > bound.value),
        };
        match (holds, fails) {
            (true, _) => ClaimMark::Holds,
            (_, true) => ClaimMark::Contradicted,
            _ => ClaimMark::Undecided,
        }
    };
    let judged = |one: &Selected<'_>| {
        let ids = one.series.ids();
        match counted(one.series, metric) {
            Err(why) => (ClaimMark::Undecided, why, ids),
            Ok(runs) => {
                let values: Vec<f64> = runs.iter().map(|(_, value)| *value).collect();
                number(of(one), NumberKind::Metric(metric), &values, &decide, ids)
            }
        }
    };
    Ok(mine.iter().map(judged).collect())
}

/// The median of values with its interval, held against a limit.
fn number(
    of: String,
    kind: NumberKind,
    values: &[f64],
    decide: &dyn Fn(&Decided) -> ClaimMark,
    ids: Vec<i64>,
) -> Part {
    let Some(seen) = median_interval(values, LEVEL).map(Decided::from) else {
        let (runs, needed) = (values.len() as u32, LEAST_BLOCKS as u32);
        return (
            ClaimMark::Undecided,
            ClaimReason::TooFew { of, runs, needed },
            ids,
        );
    };
    let mark = decide(&seen);
    let takes = match mark {
        ClaimMark::Undecided => more_runs(&seen, values.len(), &edges(decide, &seen)),
        ClaimMark::Holds | ClaimMark::Contradicted => NeededRuns::Nothing,
    };
    (
        mark,
        ClaimReason::Number {
            of,
            kind,
            seen,
            takes,
        },
        ids,
    )
}

/// The values of a line in the repeats in which all its levels ran, more is better.
fn blocks(line: &[&MeasuredSeries], metric: ComparedMetric) -> Result<Vec<Vec<f64>>, ClaimReason> {
    let counted: Vec<_> = line
        .iter()
        .map(|series| counted(series, metric))
        .collect::<Result<_, _>>()?;
    let better = |value: f64| if metric.is_rate() { value } else { 1.0 / value };
    let first = counted.first().map(Vec::as_slice).unwrap_or_default();
    let of = |repeat: u32| -> Option<Vec<f64>> {
        let at = |runs: &Vec<(&SeriesRun, f64)>| {
            let run = runs.iter().find(|(run, _)| run.repeat == Some(repeat));
            run.map(|(_, value)| better(*value))
        };
        counted.iter().map(at).collect()
    };
    Ok(first.iter().filter_map(|(run, _)| of(run.repeat?)).collect())
}

fn ids_of(line: &[&MeasuredSeries]) -> Vec<i64> {
    line.iter().flat_map(|series| series.ids()).collect()
}

/// What a line is called: the labels that all its levels share.
fn line_label(line: &[&MeasuredSeries]) -> String {
    let Some(first) = line.first() else {
        return String::new();
    };
    let shared = first
        .labels
        .iter()
        .filter(|label| line.iter().all(|one| one.labels.contains(label)));
    shared.cloned().collect::<Vec<_>>().join(", ")
}

fn knee(line: &[&MeasuredSeries], metric: ComparedMetric, range: [usize; 2], alpha: f64) -> Part {
    let ids = ids_of(line);
    let blocks = match blocks(line, metric) {
        Ok(blocks) => blocks,
        Err(why) => return (ClaimMark::Undecided, why, ids),
    };
    let of = line_label(line);
    let Some(found) = best::knee(&blocks, KNEE_SHARE, 1.0 - alpha) else {
        let (runs, needed) = (blocks.len() as u32, LEAST_BLOCKS as u32);
        let why = match blocks.is_empty() {
            true => ClaimReason::NoRepeats { of },
            false => ClaimReason::TooFew { of, runs, needed },
        };
        return (ClaimMark::Undecided, why, ids);
    };
    let [first, last] = range;
    let mark = match found.last {
        Some(end) if found.first >= first && end <= last => ClaimMark::Holds,
        _ if found.first > last => ClaimMark::Contradicted,
        Some(end) if end < first => ClaimMark::Contradicted,
        _ => ClaimMark::Undecided,
    };
    let label = |at: usize| line.get(at).map(|one| one.label()).unwrap_or_default();
    let why = ClaimReason::Knee {
        of,
        first: label(found.first),
        last: found.last.map(label),
    };
    (mark, why, ids)
}

/// Whether the last level is above the first, and no step falls by more than the margin.
fn grows(line: &[&MeasuredSeries], metric: ComparedMetric, alpha: f64) -> Part {
    let ids = ids_of(line);
    let [first, .., last] = line else {
        let of = line_label(line);
        return (ClaimMark::Undecided, ClaimReason::OneLevel { of }, ids);
    };
    let step_alpha = alpha / (line.len() - 1) as f64;
    for pair in line.windows(2) {
        if let [from, to] = pair {
            match speed_ratio(to, from, true, metric, step_alpha) {
                Err(why) => return (ClaimMark::Undecided, why, ids),
                Ok((seen, _)) if seen.high < 1.0 / (1.0 + MARGIN) => {
                    let why = ClaimReason::Falls {
                        from: from.label(),
                        to: to.label(),
                        seen,
                    };
                    return (ClaimMark::Contradicted, why, ids);
                }
                Ok(_) => {}
            }
        }
    }
    let (mark, why, _) = compared(&[*last, *first], true, metric, alpha, &|seen| faster(seen, None));
    (mark, why, ids)
}

fn valid(series: &MeasuredSeries) -> Part {
    let (wrong, ids) = (series.wrong(), series.ids());
    let all = series.runs.len();
    if all == 0 {
        return (
            ClaimMark::Undecided,
            ClaimReason::TooFew {
                of: series.label(),
                runs: 0,
                needed: 1,
            },
            ids,
        );
    }
    if !wrong.is_empty() {
        let mark = match is_left_out(wrong.len(), all) {
            // The others are enough, and say what the series is.
            true => {
                return (
                    ClaimMark::Holds,
                    ClaimReason::AllValid {
                        runs: (all - wrong.len()) as u32,
                    },
                    ids,
                );
            }
            false if wrong.len() * 2 > all => ClaimMark::Contradicted,
            false => ClaimMark::Undecided,
        };
        return (mark, invalid(series, &wrong), ids);
    }
    if series.runs.iter().any(|run| !run.is_witnessed) {
        return (
            ClaimMark::Undecided,
            ClaimReason::NotWitnessed { of: series.label() },
            ids,
        );
    }
    (ClaimMark::Holds, ClaimReason::AllValid { runs: all as u32 }, ids)
}

fn reaches(series: &MeasuredSeries, depth: f64) -> Part {
    let failed = |run: &&SeriesRun| !run.measured.wrong.iter().any(|trap| trap == "failed");
    let depths: Vec<f64> = series
        .runs
        .iter()
        .filter(failed)
        .filter_map(|run| run.depth)
        .collect();
    if depths.is_empty() {
        return (
            ClaimMark::Undecided,
            ClaimReason::NoMetric { of: series.label() },
            series.ids(),
        );
    }
    let limit = REACHED * depth;
    let decide = |seen: &Decided| match (seen.low >= limit, seen.high < limit) {
        (true, _) => ClaimMark::Holds,
        (_, true) => ClaimMark::Contradicted,
        _ => ClaimMark::Undecided,
    };
    number(series.label(), NumberKind::Depth, &depths, &decide, series.ids())
}

fn invert((mark, why, ids): Part) -> Part {
    let mark = match mark {
        ClaimMark::Holds => ClaimMark::Contradicted,
        ClaimMark::Contradicted => ClaimMark::Holds,
        ClaimMark::Undecided => ClaimMark::Undecided,
    };
    (mark, why, ids)
}

/// A value of prose: the median over all its runs.
#[derive(Debug, Clone, PartialEq)]
pub enum ValueSeen {
    /// With the interval where there are runs enough.
    Median {
        metric: ComparedMetric,
        value: f64,
        interval: Option<(f64, f64)>,
        runs: Vec<i64>,
    },
    Unknown(ClaimReason),
}

/// The value that a notebook asks for.
pub fn value(subject: &ClaimSubject, metric: ComparedMetric, evidence: &[BlockEvidence]) -> ValueSeen {
    let found = side(subject, evidence).and_then(|(own, found)| match &found[..] {
        [only] => Ok(only.series),
        _ => Err(ClaimReason::NoSubject {
            words: subject.words.clone(),
            names: own.names(),
        }),
    });
    let counted = found.and_then(|series| match series.counted(metric) {
        runs if runs.is_empty() && !series.wrong().is_empty() => Err(invalid(series, &series.wrong())),
        runs if runs.is_empty() => Err(ClaimReason::NoMetric { of: series.label() }),
        runs => Ok(runs),
    });
    match counted {
        Err(why) => ValueSeen::Unknown(why),
        Ok(runs) => {
            let values: Vec<f64> = runs.iter().map(|(_, value)| *value).collect();
            ValueSeen::Median {
                metric,
                value: fiord_stats::interval::median(&values).unwrap_or_default(),
                interval: median_interval(&values, LEVEL).map(|interval| (interval.low, interval.high)),
                runs: runs.iter().map(|(run, _)| run.id).collect(),
            }
        }
    }
}
