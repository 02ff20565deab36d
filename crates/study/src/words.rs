//! The sentences of a study's findings: "faster" stands only where its rule fired.

use fiord_record::number::{Bandwidth, Iops, Nanos, Quotient, Share, plural, short};

use crate::definition::StudyMetric;
use crate::findings::{Caveat, Estimate, RatioOutcome, SheetDifference, StudyClaim, StudyFinding};
use crate::matrix::spoken;

/// A value of a metric with its unit: `213 MB/s`, `52,100 IOPS`, `1.2 ms`.
pub fn value(metric: StudyMetric, value: f64) -> String {
    match metric {
        StudyMetric::Bandwidth => Bandwidth(value).to_string(),
        StudyMetric::Iops => Iops(value).to_string(),
        StudyMetric::P50 | StudyMetric::P99 => Nanos(value).to_string(),
    }
}

/// More cells than this with the same caveat share a sentence.
const APART: usize = 3;
/// Cells that such a sentence names.
const NAMED: usize = 6;

/// Caveats in sentences, the same one of many cells in one. `true`: no comparative may be used.
pub fn caveats(all: &[Caveat]) -> Vec<(bool, String)> {
    let mut out: Vec<(bool, String)> = Vec::new();
    let mut rest = all;
    while let [first, ..] = rest {
        let same = rest.iter().take_while(|caveat| caveat.is_like(first)).count();
        let (group, others) = rest.split_at(same);
        if same > APART
            && let Some(sentence) = of_many(group)
        {
            out.push((first.is_grave(), sentence));
        } else {
            out.extend(group.iter().map(|caveat| (caveat.is_grave(), caveat.sentence())));
        }
        rest = others;
    }
    out
}

/// One caveat of several cells; `None`: it is not of cells.
fn of_many(group: &[Caveat]) -> Option<String> {
    let cells: Vec<&str> = group.iter().filter_map(Caveat::cell).collect();
    let count = plural(cells.len() as u64, "cell");
    let list = match cells.len().saturating_sub(NAMED) {
        0 | 1 => cells.join("; "),
        more => format!("{} and {more} more", cells[..cells.len() - more].join("; ")),
    };
    Some(match group.first()? {
        Caveat::Wrong { first, .. } => {
            let (bad, all) = group.iter().fold((0, 0), |(bad, all), caveat| match caveat {
                Caveat::Wrong { runs, of, .. } => (bad + runs, all + of),
                _ => (bad, all),
            });
            format!(
                "{bad} of {} in {count} did not measure what they seem to (grade D; `fiord report {first}` says why for one): {list}",
                plural(u64::from(all), "run")
            )
        }
        Caveat::LeftOut { first, .. } => {
            let (out, all) = group.iter().fold((0, 0), |(out, all), caveat| match caveat {
                Caveat::LeftOut { runs, of, .. } => (out + runs, all + of),
                _ => (out, all),
            });
            format!(
                "{out} of {} in {count} do not count, because they did not measure what they seem to (grade D; `fiord report {first}` says why \
                 for one): {list}",
                plural(u64::from(all), "run")
            )
        }
        Caveat::Drift { .. } => format!("{count} changed with the order of their runs: {list}"),
        Caveat::TwoStates { .. } => format!("{count} came in two states: {list}"),
        Caveat::Wide { .. } => format!("{count} are less precise than asked: {list}"),
        Caveat::FewBlocks { .. } | Caveat::OneUnit => return None,
    })
}

fn interval(ratio: &Estimate) -> String {
    format!(
        "95 % interval {} to {}",
        Quotient(ratio.low),
        Quotient(ratio.high)
    )
}

/// What levels of other factors add: ` at randread, iodepth 4`.
fn at(levels: &[String]) -> String {
    if levels.is_empty() {
        String::new()
    } else {
        format!(" at {}", levels.join(", "))
    }
}

impl RatioOutcome {
    /// The verb, of a rate or of a cost.
    fn verb(self, is_rate: bool) -> &'static str {
        match (self, is_rate) {
            (Self::Larger, true) | (Self::Smaller, false) => "is faster than",
            (Self::SlightlyLarger, true) | (Self::SlightlySmaller, false) => "is slightly faster than",
            (Self::Smaller, true) | (Self::Larger, false) => "is slower than",
            (Self::SlightlySmaller, true) | (Self::SlightlyLarger, false) => "is slightly slower than",
            (Self::Equivalent, _) => "is as fast as",
            (Self::Inconclusive, _) => "cannot be told apart from",
        }
    }
}

/// Whether rounds are steady; of other claims nothing.
fn steadiness(claim: &StudyClaim) -> String {
    let StudyClaim::Steady {
        rounds,
        range,
        slope,
        is_attained,
        attained_at,
    } = claim
    else {
        return String::new();
    };
    let seen = format!(
        "the last five of {} range over {} and rise or fall by {} of their mean",
        plural(u64::from(*rounds), "round"),
        Share(*range),
        Share(*slope)
    );
    match (is_attained, attained_at) {
        (true, Some(round)) => format!("steady by SNIA's criterion, first after round {round}: {seen}"),
        (true, None) => format!("steady by SNIA's criterion: {seen}"),
        (false, _) => format!("not steady by SNIA's criterion (20 % and 10 %): {seen}"),
    }
}

/// The interval of a level among levels; nothing where it is the one that was seen.
fn levels(first: Option<&String>, last: Option<&String>, farthest: &str) -> String {
    match (first, last) {
        (Some(first), Some(last)) if last == first => String::new(),
        (Some(first), Some(last)) => format!(" (95 % interval {first} to {last})"),
        (Some(first), None) => format!(" (95 % interval: {first} or beyond)"),
        (None, _) => format!(" (95 % interval: beyond {farthest})"),
    }
}

/// From where on a curve is near its best; of other claims nothing.
fn knee_of(claim: &StudyClaim, is_grave: bool) -> String {
    let StudyClaim::Knee {
        factor,
        at: others,
        seen,
        first,
        last,
        share,
        ..
    } = claim
    else {
        return String::new();
    };
    let (place, share) = (at(others), short(share * 100.0));
    if is_grave {
        return format!(
            "{factor}{place}: {share} % of the best was seen from {seen} on, of runs that do not allow a statement"
        );
    }
    let range = levels(Some(first), last.as_ref(), first);
    format!("{factor}{place}: {share} % of the best from {seen} on{range}")
}

/// Where a gap closes; of other claims nothing.
fn closing_of(claim: &StudyClaim, is_grave: bool) -> String {
    let StudyClaim::GapCloses {
        factor,
        level,
        than,
        along,
        at: others,
        seen,
        first,
        last,
        farthest,
        margin,
        ..
    } = claim
    else {
        return String::new();
    };
    let pair = format!(
        "{} and {}{}",
        spoken(factor, level),
        spoken(factor, than),
        at(others)
    );
    let margin = short(margin * 100.0);
    if is_grave {
        let place = seen.as_ref().map_or_else(
            || "at no level".to_owned(),
            |seen| format!("from {along} {seen} on"),
        );
        return format!(
            "{pair} were seen within {margin} % of each other {place}, of runs that do not allow a comparison"
        );
    }
    let range = levels(first.as_ref(), last.as_ref(), farthest);
    match (first, seen) {
        (None, _) => format!("{pair} are more than {margin} % apart up to {along} {farthest}"),
        (_, Some(seen)) => {
            format!("{pair} are within {margin} % of each other from {along} {seen} on{range}")
        }
        (_, None) => {
            format!("{pair} were not seen within {margin} % of each other up to {along} {farthest}{range}")
        }
    }
}

/// A cell as a share of a claim; of other claims nothing.
fn held_against(claim: &StudyClaim, is_grave: bool) -> String {
    let StudyClaim::DataSheet {
        cell,
        device,
        claim,
        ratio,
        interval,
        differs_in,
        ..
    } = claim
    else {
        return String::new();
    };
    let range = interval.as_ref().map_or_else(
        || "no interval".to_owned(),
        |interval| {
            format!(
                "95 % interval {} to {}",
                Share(interval.low),
                Share(interval.high)
            )
        },
    );
    let fair = match differs_in.as_slice() {
        _ if is_grave => ", of runs that do not allow a comparison".to_owned(),
        [] => String::new(),
        some => {
            let names: Vec<&str> = some.iter().map(|one| one.words()).collect();
            format!("; not comparable: {}", names.join(", "))
        }
    };
    format!(
        "{cell}: {} of what {device} claims, {claim} ({range}){fair}",
        Share(*ratio)
    )
}

impl SheetDifference {
    const fn words(self) -> &'static str {
        match self {
            Self::BlockSize => "another block size",
            Self::Depth => "another depth",
            Self::PageCache => "the page cache takes part",
            Self::DriveState => "the claim is for a new drive",
            Self::MixedDirections => "mixed directions",
            Self::Syncs => "syncs",
            Self::Rate => "a rate holds it back",
            Self::OtherJobs => "other jobs ran at the same time",
        }
    }
}

impl StudyFinding {
    fn matters(&self, claim: &StudyClaim, is_grave: bool) -> String {
        let StudyClaim::Matters {
            span,
            than,
            at: others,
            ratio,
            outcome,
            ..
        } = claim
        else {
            return String::new();
        };
        let place = at(others);
        if is_grave {
            let times = Quotient(ratio.value);
            return format!(
                "{span} gave {times} × what {than} gives{place}, of runs that do not allow a comparison"
            );
        }
        let verb = match outcome {
            RatioOutcome::Larger => "gains more than",
            RatioOutcome::SlightlyLarger => "gains slightly more than",
            RatioOutcome::Equivalent => "gains as much as",
            RatioOutcome::SlightlySmaller => "gains slightly less than",
            RatioOutcome::Smaller => "gains less than",
            RatioOutcome::Inconclusive => "cannot be told apart from",
        };
        format!(
            "{span} {verb} {than}{place}: {} × ({})",
            Quotient(ratio.value),
            interval(ratio)
        )
    }

    /// The claim in a sentence. Where a caveat forbids a comparative, none is used.
    pub fn sentence(&self) -> String {
        let is_grave = self.caveats.iter().any(Caveat::is_grave);
        match &self.claim {
            StudyClaim::Ratio {
                factor,
                level,
                than,
                at: others,
                ratio,
                outcome,
                margin,
            } => {
                let (level, than) = (spoken(factor, level), spoken(factor, than));
                let place = at(others);
                let Some(ratio) = ratio else {
                    return format!("{level} and {than}{place}: too few blocks to compare");
                };
                if is_grave {
                    let times = Quotient(ratio.value);
                    return format!(
                        "{level} gave {times} × {than}{place}, of runs that do not allow a comparison"
                    );
                }
                let verb = outcome.verb(self.metric.is_rate());
                let margin = short(margin * 100.0);
                format!(
                    "{level} {verb} {than}{place}: {} × ({}; margin {margin} %)",
                    Quotient(ratio.value),
                    interval(ratio)
                )
            }
            knee @ StudyClaim::Knee { .. } => knee_of(knee, is_grave),
            closing @ StudyClaim::GapCloses { .. } => closing_of(closing, is_grave),
            matters @ StudyClaim::Matters { .. } => self.matters(matters, is_grave),
            held @ StudyClaim::DataSheet { .. } => held_against(held, is_grave),
            steady @ StudyClaim::Steady { .. } if is_grave => {
                format!("{}, of runs that do not allow a statement", steadiness(steady))
            }
            steady @ StudyClaim::Steady { .. } => steadiness(steady),
            StudyClaim::Best { seen, .. } if is_grave => {
                format!("{seen} was seen best, of runs that do not allow a comparison")
            }
            StudyClaim::Best { seen, members, .. } => match members.as_slice() {
                [_] => format!("best: {seen}, with 95 % confidence"),
                _ => format!(
                    "best: one of {} ({}); {seen} was seen best",
                    plural(members.len() as u64, "cell"),
                    members.join("; ")
                ),
            },
        }
    }
}

impl Caveat {
    fn cell(&self) -> Option<&str> {
        match self {
            Self::Wrong { cell, .. }
            | Self::LeftOut { cell, .. }
            | Self::Drift { cell }
            | Self::TwoStates { cell }
            | Self::Wide { cell } => Some(cell),
            Self::FewBlocks { .. } | Self::OneUnit => None,
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }

    /// The caveat in a sentence.
    pub fn sentence(&self) -> String {
        match self {
            Self::Wrong {
                cell,
                runs,
                of,
                first,
            } => format!(
                "{cell}: {runs} of {} did not measure what they seem to (grade D; `fiord report {first}` says why)",
                plural(u64::from(*of), "run")
            ),
            Self::LeftOut {
                cell,
                runs,
                of,
                first,
            } => format!(
                "{cell}: {runs} of {} did not measure what they seem to and do not count (grade D; `fiord report {first}` says why)",
                plural(u64::from(*of), "run")
            ),
            Self::Drift { cell } => format!("{cell} changed with the order of its runs"),
            Self::TwoStates { cell } => format!("{cell} came in two states"),
            Self::Wide { cell } => format!("{cell} is less precise than asked"),
            Self::FewBlocks { blocks } => {
                let verb = if *blocks == 1 { "is" } else { "are" };
                let blocks = plural(u64::from(*blocks), "block");
                format!("{blocks} {verb} too few for an interval")
            }
            Self::OneUnit => "this unit on this machine, not this model".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_caveat_of_many_cells_is_one_sentence() {
        let wrong = |cell: &str, runs| Caveat::Wrong {
            cell: cell.to_owned(),
            runs,
            of: 6,
            first: 7,
        };
        let mut all = vec![wrong("4k", 6), wrong("8k", 1), wrong("16k", 6)];
        all.extend([
            Caveat::Wide {
                cell: "4k".to_owned(),
            },
            Caveat::OneUnit,
        ]);
        assert_eq!(caveats(&all).len(), 5, "three cells are listed");
        let wide = |cell: u32| Caveat::Wide {
            cell: format!("{cell}k"),
        };
        let many: Vec<Caveat> = (1..=18).map(wide).collect();
        assert_eq!(
            caveats(&many)[0].1,
            "18 cells are less precise than asked: 1k; 2k; 3k; 4k; 5k; 6k and 12 more"
        );
        all.insert(3, wrong("32k", 2));
        let said = caveats(&all);
        assert_eq!(said.len(), 3);
        assert_eq!(
            said[0],
            (
                true,
                "15 of 24 runs in 4 cells did not measure what they seem to (grade D; `fiord report 7` says why for one): \
                 4k; 8k; 16k; 32k"
                    .to_owned()
            )
        );
    }
}
