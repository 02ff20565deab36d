//! The sentences of a study's findings: "faster" is said only where its rule fired.

use fiord_messages::{Fixed, Lang, study_findings as messages, words as choices};
use fiord_record::number::{
    Bandwidth, Bytes, Count, Iops, MeasuredBytes, Nanos, Quotient, Rate, Share, short,
};

use crate::definition::StudyMetric;
use crate::findings::{Caveat, Estimate, RatioOutcome, SheetDifference, StudyClaim, StudyFinding};
use crate::inside::Inside;
use crate::matrix::spoken;

/// A value of a metric with its unit: `213 MB/s`, `52,100 IOPS`, `1.2 ms`.
pub fn value(metric: StudyMetric, value: f64) -> String {
    match metric {
        StudyMetric::Bandwidth => Bandwidth(value).to_string(),
        StudyMetric::Iops => Iops(value).to_string(),
        StudyMetric::P50 | StudyMetric::P99 => Nanos(value).to_string(),
        StudyMetric::WriteAmplification => Quotient(value).to_string(),
        StudyMetric::Lifetime => MeasuredBytes(value).to_string(),
    }
}

/// More cells than this with the same caveat share a sentence.
const APART: usize = 3;
/// Cells that such a sentence names.
const NAMED: usize = 6;

/// Caveats in sentences, the same one of many cells in one. `true`: no comparative may be used.
pub fn caveats(all: &[Caveat], lang: Lang) -> Vec<(bool, String)> {
    let mut out: Vec<(bool, String)> = Vec::new();
    let mut rest = all;
    while let [first, ..] = rest {
        let same = rest.iter().take_while(|caveat| caveat.is_like(first)).count();
        let (group, others) = rest.split_at(same);
        if same > APART
            && let Some(sentence) = of_many(group, lang)
        {
            out.push((first.is_grave(), sentence));
        } else {
            let each = group.iter();
            out.extend(each.map(|caveat| (caveat.is_grave(), caveat.sentence(lang))));
        }
        rest = others;
    }
    out
}

/// One caveat of several cells; `None`: it is not of cells.
fn of_many(group: &[Caveat], lang: Lang) -> Option<String> {
    let names: Vec<String> = group.iter().filter_map(Caveat::cell).map(str::to_owned).collect();
    let list = &match names.len().saturating_sub(NAMED) {
        0 | 1 => lang.clauses(&names),
        more => messages::ListAndMore {
            list: &lang.clauses(&names[..names.len() - more]),
            more: &more,
        }
        .text(lang),
    };
    let cells = &Count(names.len() as u64);
    let sums = group.iter().map(Caveat::runs).fold((0, 0), |(bad, all), runs| {
        (bad + u64::from(runs.0), all + u64::from(runs.1))
    });
    let (bad, runs) = (&Count(sums.0), &Count(sums.1));
    Some(match group.first()? {
        Caveat::Wrong { first: run, .. } => messages::WrongInCells {
            cells,
            bad,
            runs,
            list,
            run,
        }
        .text(lang),
        Caveat::LeftOut { first: run, .. } => messages::LeftOutInCells {
            cells,
            bad,
            runs,
            list,
            run,
        }
        .text(lang),
        Caveat::Drift { .. } => messages::DriftInCells { cells, list }.text(lang),
        Caveat::TwoStates { .. } => messages::TwoStatesInCells { cells, list }.text(lang),
        Caveat::Wide { .. } => messages::WideInCells { cells, list }.text(lang),
        Caveat::FewBlocks { .. } | Caveat::OneUnit | Caveat::Simulated => return None,
    })
}

fn interval(ratio: &Estimate, lang: Lang) -> String {
    messages::Interval {
        low: &Quotient(ratio.low),
        high: &Quotient(ratio.high),
    }
    .text(lang)
}

/// The finding after the levels of the other factors that it is about.
fn at(levels: &[String], finding: String, lang: Lang) -> String {
    if levels.is_empty() {
        return finding;
    }
    messages::AtLevels {
        levels: &lang.list(levels),
        finding: &finding,
    }
    .text(lang)
}

impl RatioOutcome {
    /// What it says of a rate or of a cost; none: no significant difference.
    fn speed(self, is_rate: bool) -> Option<choices::Speed> {
        Some(match (self, is_rate) {
            (Self::Larger, true) | (Self::Smaller, false) => choices::Speed::Faster,
            (Self::SlightlyLarger, true) | (Self::SlightlySmaller, false) => choices::Speed::SlightlyFaster,
            (Self::Smaller, true) | (Self::Larger, false) => choices::Speed::Slower,
            (Self::SlightlySmaller, true) | (Self::SlightlyLarger, false) => choices::Speed::SlightlySlower,
            (Self::Equivalent, _) => choices::Speed::AsFast,
            (Self::Inconclusive, _) => return None,
        })
    }

    /// What it says of two gains; none: no significant difference.
    fn gain(self) -> Option<choices::Gain> {
        Some(match self {
            Self::Larger => choices::Gain::More,
            Self::SlightlyLarger => choices::Gain::SlightlyMore,
            Self::Equivalent => choices::Gain::AsMuch,
            Self::SlightlySmaller => choices::Gain::SlightlyLess,
            Self::Smaller => choices::Gain::Less,
            Self::Inconclusive => return None,
        })
    }
}

/// A ratio of two levels; of other claims nothing.
fn ratio_of(claim: &StudyClaim, metric: StudyMetric, is_grave: bool, lang: Lang) -> String {
    let StudyClaim::Ratio {
        factor,
        level,
        than,
        at: others,
        ratio,
        seen,
        outcome,
        margin,
    } = claim
    else {
        return String::new();
    };
    let (level, than) = (&spoken(factor, level), &spoken(factor, than));
    let Some(ratio) = ratio else {
        let text = match seen {
            Some(seen) => {
                let times = &Quotient(*seen);
                messages::RatioSeenInFew { level, than, times }.text(lang)
            }
            None => messages::RatioTooFew { level, than }.text(lang),
        };
        return at(others, text, lang);
    };
    let (times, interval) = (&Quotient(ratio.value), &interval(ratio, lang));
    let margin = &short(margin * 100.0);
    let finding = match outcome.speed(metric.is_rate()) {
        _ if is_grave => without_comparison(messages::RatioSeen { level, than, times }.text(lang), lang),
        Some(speed) if metric == StudyMetric::WriteAmplification => messages::RatioAmplification {
            level,
            speed,
            than,
            times,
            interval,
            margin,
        }
        .text(lang),
        Some(speed) if metric == StudyMetric::Lifetime => messages::RatioLifetime {
            level,
            speed,
            than,
            times,
            interval,
            margin,
        }
        .text(lang),
        Some(speed) => messages::Ratio {
            level,
            speed,
            than,
            times,
            interval,
            margin,
        }
        .text(lang),
        None => messages::RatioOpen {
            level,
            than,
            times,
            interval,
            margin,
        }
        .text(lang),
    };
    at(others, finding, lang)
}

/// What one factor gains against another; of other claims nothing.
fn gain_of(claim: &StudyClaim, is_grave: bool, lang: Lang) -> String {
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
    let (times, interval) = (&Quotient(ratio.value), &interval(ratio, lang));
    let finding = match outcome.gain() {
        _ if is_grave => without_comparison(messages::GainSeen { span, than, times }.text(lang), lang),
        Some(gain) => messages::Gain {
            span,
            gain,
            than,
            times,
            interval,
        }
        .text(lang),
        None => messages::GainOpen {
            span,
            than,
            times,
            interval,
        }
        .text(lang),
    };
    at(others, finding, lang)
}

/// What was seen in runs that do not allow a comparison.
fn without_comparison(seen: String, lang: Lang) -> String {
    lang.sentences(&[seen, messages::no_comparison(lang).to_owned()])
}

/// Whether rounds are steady; of other claims nothing.
fn steadiness(claim: &StudyClaim, is_grave: bool, lang: Lang) -> String {
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
    let steady = match (is_attained, attained_at) {
        (true, Some(round)) => messages::SteadyFirstAfter { round }.text(lang),
        (true, None) => messages::steady(lang).to_owned(),
        (false, _) => messages::not_steady(lang).to_owned(),
    };
    let last = messages::LastRounds {
        rounds: u64::from(*rounds),
        range: &Share(*range),
        slope: &Share(*slope),
    };
    let mut sentences = vec![steady, last.text(lang)];
    if is_grave {
        sentences.push(messages::no_conclusion(lang).to_owned());
    }
    lang.sentences(&sentences)
}

/// The interval of a level among levels; nothing where it is the one that was seen.
fn level_interval(
    first: Option<&String>,
    last: Option<&String>,
    farthest: &str,
    lang: Lang,
) -> Option<String> {
    Some(match (first, last) {
        (Some(first), Some(last)) if last == first => return None,
        (Some(first), Some(last)) => messages::LevelBetween { first, last }.text(lang),
        (Some(first), None) => messages::LevelOrAbove { first }.text(lang),
        (None, _) => messages::LevelAbove { farthest: &farthest }.text(lang),
    })
}

/// From where on a curve is near its best; of other claims nothing.
fn knee_of(claim: &StudyClaim, is_grave: bool, lang: Lang) -> String {
    let StudyClaim::Knee {
        factor,
        at: others,
        seen,
        first,
        last,
        farthest,
        share,
        ..
    } = claim
    else {
        return String::new();
    };
    let share = &short(share * 100.0);
    let sentences = if seen == farthest {
        // The highest level is near the best because it is the best: no knee can be placed.
        let not_found = messages::KneeNotFound {
            factor,
            share,
            farthest,
        };
        let no_conclusion = is_grave.then(|| messages::no_conclusion(lang).to_owned());
        [not_found.text(lang)].into_iter().chain(no_conclusion).collect()
    } else if is_grave {
        vec![
            messages::KneeSeen { factor, share, seen }.text(lang),
            messages::no_conclusion(lang).to_owned(),
        ]
    } else {
        let knee = messages::Knee { factor, share, seen }.text(lang);
        let range = level_interval(Some(first), last.as_ref(), first, lang);
        [knee].into_iter().chain(range).collect()
    };
    at(others, lang.sentences(&sentences), lang)
}

/// Where a gap closes; of other claims nothing.
fn closing_of(claim: &StudyClaim, is_grave: bool, lang: Lang) -> String {
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
    let (level, than) = (&spoken(factor, level), &spoken(factor, than));
    let margin = &short(margin * 100.0);
    let apart = messages::GapApart {
        level,
        than,
        margin,
        along,
        farthest,
    };
    let within = |seen: &String| {
        messages::GapWithin {
            level,
            than,
            margin,
            along,
            seen,
        }
        .text(lang)
    };
    let not_within = messages::GapNotWithin {
        level,
        than,
        margin,
        along,
        farthest,
    };
    let finding = match (first, seen) {
        (_, Some(seen)) if is_grave => without_comparison(
            messages::GapSeen {
                level,
                than,
                margin,
                along,
                seen,
            }
            .text(lang),
            lang,
        ),
        (_, None) if is_grave => {
            without_comparison(messages::GapNowhere { level, than, margin }.text(lang), lang)
        }
        (None, _) => apart.text(lang),
        (Some(_), seen) => {
            let gap = seen.as_ref().map_or_else(|| not_within.text(lang), within);
            let range = level_interval(first.as_ref(), last.as_ref(), farthest, lang);
            let sentences: Vec<String> = [gap].into_iter().chain(range).collect();
            lang.sentences(&sentences)
        }
    };
    at(others, finding, lang)
}

/// A cell as a share of a claim; of other claims nothing.
fn held_against(claim: &StudyClaim, is_grave: bool, lang: Lang) -> String {
    let StudyClaim::DataSheet {
        cell,
        device: drive,
        claim,
        ratio,
        interval,
        differs_in,
        ..
    } = claim
    else {
        return String::new();
    };
    let share = &Share(*ratio);
    let mut sentences = vec![match interval {
        Some(interval) => messages::ShareOfClaim {
            cell,
            share,
            drive,
            claim,
            low: &Share(interval.low),
            high: &Share(interval.high),
        }
        .text(lang),
        None => messages::ShareOfClaimWithoutInterval {
            cell,
            share,
            drive,
            claim,
        }
        .text(lang),
    }];
    if is_grave {
        sentences.push(messages::no_comparison(lang).to_owned());
    } else if !differs_in.is_empty() {
        let each = differs_in.iter();
        let each: Vec<String> = each.map(|one| (one.message())(lang).to_owned()).collect();
        let differences = &lang.list(&each);
        sentences.push(messages::NotComparable { differences }.text(lang));
    }
    lang.sentences(&sentences)
}

/// The cells that may be the best; of other claims nothing.
fn best_of(claim: &StudyClaim, is_grave: bool, lang: Lang) -> String {
    let StudyClaim::Best { seen, members, .. } = claim else {
        return String::new();
    };
    match members.as_slice() {
        _ if is_grave => without_comparison(messages::BestSeen { seen }.text(lang), lang),
        [_] => messages::Best { seen }.text(lang),
        _ => messages::BestOfSeveral {
            cells: members.len() as u64,
            members: &lang.clauses(members),
            seen,
        }
        .text(lang),
    }
}

/// What a curve shows about the drive.
fn inside_of(shows: &Inside, lang: Lang) -> String {
    match shows {
        Inside::Units { .. } => units_of(shows, lang),
        Inside::Arm {
            latency_ns,
            sequential_ratio,
        } => messages::InsideArm {
            latency: &Nanos(*latency_ns),
            times: &Rate(*sequential_ratio),
        }
        .text(lang),
        Inside::SlowWithoutArm { latency_ns } => messages::InsideSlow {
            latency: &Nanos(*latency_ns),
        }
        .text(lang),
        Inside::MaybeArm { latency_ns } => messages::InsideMaybeArm {
            latency: &Nanos(*latency_ns),
        }
        .text(lang),
        Inside::CacheEnd {
            least_bytes,
            most_bytes,
            before_bytes_per_s,
            after_bytes_per_s,
        } => {
            let (least, most) = (&Bytes(*least_bytes), &Bytes(*most_bytes));
            let before = &Bandwidth(*before_bytes_per_s);
            match after_bytes_per_s {
                Some(after) => messages::InsideCacheEnd {
                    least,
                    most,
                    before,
                    after: &Bandwidth(*after),
                }
                .text(lang),
                None => messages::InsideCacheEndAlone { least, most, before }.text(lang),
            }
        }
        Inside::NoCacheEnd { written_bytes } => messages::InsideNoCacheEnd {
            written: &Bytes(*written_bytes),
        }
        .text(lang),
    }
}

/// Units that work at the same time; of other things nothing.
fn units_of(shows: &Inside, lang: Lang) -> String {
    let Inside::Units {
        latency_ns,
        depth,
        gain,
        least,
        about,
        rises,
    } = shows
    else {
        return String::new();
    };
    let units = messages::InsideUnits {
        least: u64::from(*least),
        latency: &Nanos(*latency_ns),
        depth,
        gain: &short(*gain),
    };
    let rest = match about {
        Some((low, high)) => messages::InsideAbout { low, high }.text(lang),
        None if *rises => messages::InsideRises { depth }.text(lang),
        None => messages::inside_limit(lang).to_owned(),
    };
    lang.sentences(&[units.text(lang), rest])
}

impl SheetDifference {
    const fn message(self) -> Fixed {
        match self {
            Self::BlockSize => messages::differs_block_size,
            Self::Depth => messages::differs_depth,
            Self::PageCache => messages::differs_page_cache,
            Self::DriveState => messages::differs_drive_state,
            Self::MixedDirections => messages::differs_mixed_directions,
            Self::Syncs => messages::differs_syncs,
            Self::Rate => messages::differs_rate,
            Self::OtherJobs => messages::differs_other_jobs,
        }
    }
}

impl StudyFinding {
    /// The claim in sentences. Where a caveat forbids a comparative, none is used.
    pub fn sentence(&self, lang: Lang) -> String {
        let is_grave = self.caveats.iter().any(Caveat::is_grave);
        let claim = &self.claim;
        match claim {
            StudyClaim::Ratio { .. } => ratio_of(claim, self.metric, is_grave, lang),
            StudyClaim::Knee { .. } => knee_of(claim, is_grave, lang),
            StudyClaim::GapCloses { .. } => closing_of(claim, is_grave, lang),
            StudyClaim::Matters { .. } => gain_of(claim, is_grave, lang),
            StudyClaim::DataSheet { .. } => held_against(claim, is_grave, lang),
            StudyClaim::Steady { .. } => steadiness(claim, is_grave, lang),
            StudyClaim::Best { .. } => best_of(claim, is_grave, lang),
            StudyClaim::Inside { at: others, shows } => at(others, inside_of(shows, lang), lang),
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
            Self::FewBlocks { .. } | Self::OneUnit | Self::Simulated => None,
        }
    }

    /// Runs with grade D and all runs of the cell, where it is about them.
    fn runs(&self) -> (u32, u32) {
        match self {
            Self::Wrong { runs, of, .. } | Self::LeftOut { runs, of, .. } => (*runs, *of),
            _ => (0, 0),
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }

    /// The caveat in a sentence or two.
    pub fn sentence(&self, lang: Lang) -> String {
        match self {
            Self::Wrong {
                cell,
                runs: bad,
                of: runs,
                first: run,
            } => messages::Wrong { cell, bad, runs, run }.text(lang),
            Self::LeftOut {
                cell,
                runs: bad,
                of: runs,
                first: run,
            } => messages::LeftOut { cell, bad, runs, run }.text(lang),
            Self::Drift { cell } => messages::Drift { cell }.text(lang),
            Self::TwoStates { cell } => messages::TwoStates { cell }.text(lang),
            Self::Wide { cell } => messages::Wide { cell }.text(lang),
            Self::FewBlocks { blocks } => messages::FewBlocks {
                blocks: u64::from(*blocks),
            }
            .text(lang),
            Self::OneUnit => messages::one_unit(lang).to_owned(),
            Self::Simulated => messages::simulated(lang).to_owned(),
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
        assert_eq!(caveats(&all, Lang::En).len(), 5, "three cells are listed");
        let wide = |cell: u32| Caveat::Wide {
            cell: format!("{cell}k"),
        };
        let many: Vec<Caveat> = (1..=18).map(wide).collect();
        assert_eq!(
            caveats(&many, Lang::En)[0].1,
            "18 cells are less precise than requested: 1k; 2k; 3k; 4k; 5k; 6k and 12 more."
        );
        all.insert(3, wrong("32k", 2));
        let said = caveats(&all, Lang::En);
        assert_eq!(said.len(), 3);
        assert_eq!(
            said[0],
            (
                true,
                "4 cells have invalid runs (grade D, 15 of 24 runs): 4k; 8k; 16k; 32k. `fiord report 7` shows why for the first."
                    .to_owned()
            )
        );
    }

    #[test]
    fn a_curve_that_is_best_at_its_highest_level_has_no_knee() {
        let knee = |seen: &str| StudyClaim::Knee {
            factor: "iodepth".to_owned(),
            at: vec!["4k".to_owned()],
            seen: seen.to_owned(),
            first: "8".to_owned(),
            last: Some("16".to_owned()),
            farthest: "16".to_owned(),
            share: 0.95,
            level: 0.95,
        };
        let said = knee_of(&knee("16"), false, Lang::En);
        assert_eq!(
            said,
            "At 4k: No level below iodepth 16, the highest, reaches 95 % of the best value, so the result may still rise above it."
        );
        assert!(knee_of(&knee("8"), false, Lang::En).contains("iodepth 8 is the lowest level at which"));
    }
}
