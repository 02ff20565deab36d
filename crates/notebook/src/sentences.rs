//! What came of a value or claim, in words.

use fiord_messages::{Lang, check, notebook as messages};
use fiord_record::number::{Quotient, short};

use crate::decision::{Decided, NeededRuns};
use crate::judging::{ClaimReason, NumberKind, ValueSeen};
use crate::quantity;

/// Ids of runs, neighbours together: `12–17, 20`.
pub fn ids(runs: &[i64]) -> String {
    let mut groups: Vec<(i64, i64)> = Vec::new();
    let mut sorted = runs.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    for id in sorted {
        match groups.last_mut() {
            Some((_, last)) if *last + 1 == id => *last = id,
            _ => groups.push((id, id)),
        }
    }
    let shown = groups.iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}–{last}"),
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// A number of this kind; `half` is half the width of its interval.
fn number(kind: NumberKind, value: f64, half: f64) -> String {
    match kind {
        NumberKind::Ratio => format!("{}×", Quotient(value)),
        NumberKind::Metric(metric) => quantity::shown(metric, value, half),
        NumberKind::Depth => short(value),
    }
}

impl Decided {
    fn shown(&self, kind: NumberKind) -> [String; 3] {
        let half = (self.high - self.low) / 2.0;
        [self.value, self.low, self.high].map(|value| number(kind, value, half))
    }
}

impl ClaimReason {
    /// As written after the claim.
    pub fn short(&self, lang: Lang) -> String {
        match self {
            Self::Number { kind, seen, .. } => {
                let [value, low, high] = &seen.shown(*kind);
                messages::ShortNumber { value, low, high }.text(lang)
            }
            Self::Falls { seen, .. } => {
                let [value, low, high] = &seen.shown(NumberKind::Ratio);
                messages::ShortNumber { value, low, high }.text(lang)
            }
            Self::Knee {
                first,
                last: Some(last),
                ..
            } if first == last => first.clone(),
            Self::Knee {
                first,
                last: Some(last),
                ..
            } => messages::ShortKnee { first, last }.text(lang),
            Self::Knee {
                first, last: None, ..
            } => messages::ShortKneeOpen { first }.text(lang),
            Self::AllValid { runs } => messages::ShortRuns {
                runs: u64::from(*runs),
            }
            .text(lang),
            Self::Invalid { traps, .. } => lang.list(traps),
            Self::NotMeasured { .. } => messages::short_not_measured(lang).to_owned(),
            Self::TooFew { .. } => messages::short_too_few(lang).to_owned(),
            Self::SingleValue { .. } => messages::short_single(lang).to_owned(),
            Self::NotWitnessed { .. } => messages::short_not_witnessed(lang).to_owned(),
            Self::Needs { what } => messages::ShortNeeds { what }.text(lang),
            Self::NoSubject { .. }
            | Self::NoFactor { .. }
            | Self::NoLevel { .. }
            | Self::NoMetric { .. }
            | Self::NoPairs { .. }
            | Self::OneLevel { .. }
            | Self::NoRepeats { .. } => messages::short_not_in_block(lang).to_owned(),
        }
    }

    /// The reason, and what a decision would take.
    pub fn sentence(&self, lang: Lang) -> String {
        match self {
            Self::Number {
                of,
                kind,
                seen,
                takes,
            } => number_sentence(of, *kind, seen, *takes, lang),
            // The only curve of its block has no label.
            Self::Knee { of, first, last } => match last {
                Some(last) if first == last => messages::KneeAt { of, first }.text(lang),
                Some(last) => messages::Knee { of, first, last }.text(lang),
                None => messages::KneeOpen { of, first }.text(lang),
            }
            .replace("  ", " "),
            Self::Falls { from, to, seen } => {
                let [value, low, high] = &seen.shown(NumberKind::Ratio);
                messages::Falls {
                    from,
                    to,
                    value,
                    low,
                    high,
                }
                .text(lang)
            }
            Self::AllValid { runs } => messages::AllValid {
                runs: u64::from(*runs),
            }
            .text(lang),
            Self::Invalid {
                of,
                wrong,
                runs,
                traps,
            } => messages::Invalid {
                of,
                wrong,
                runs: u64::from(*runs),
                traps: &lang.list(traps),
            }
            .text(lang),
            Self::NotWitnessed { of } => messages::NotWitnessed { of }.text(lang),
            Self::TooFew { of, runs, needed } => messages::TooFew {
                of,
                runs: u64::from(*runs),
                needed,
            }
            .text(lang),
            Self::OneLevel { of } => messages::OneLevel { of }.text(lang),
            Self::SingleValue { of } => messages::SingleValue { of }.text(lang),
            Self::NotMeasured { block } if block.is_empty() => messages::which_block(lang).to_owned(),
            Self::NotMeasured { block } => messages::NotMeasured { block }.text(lang),
            Self::NoSubject { words, names } => messages::NoSubject {
                words,
                names: &listed(names, lang),
            }
            .text(lang),
            Self::NoFactor { factor, names } if factor.is_empty() => messages::WhichFactor {
                names: &listed(names, lang),
            }
            .text(lang),
            Self::NoFactor { factor, names } => messages::NoFactor {
                factor,
                names: &listed(names, lang),
            }
            .text(lang),
            Self::NoLevel { level, names } => messages::NoLevel {
                level,
                names: &listed(names, lang),
            }
            .text(lang),
            Self::NoMetric { of } => messages::NoMetric { of }.text(lang),
            Self::NoPairs { one, other } => messages::NoPairs { one, other }.text(lang),
            Self::NoRepeats { of } => messages::NoRepeats { of }.text(lang),
            Self::Needs { what } => messages::Needs { what }.text(lang),
        }
    }
}

fn number_sentence(of: &str, kind: NumberKind, seen: &Decided, takes: NeededRuns, lang: Lang) -> String {
    let [value, low, high] = &seen.shown(kind);
    let of = &of;
    let sentence = match kind {
        NumberKind::Ratio => messages::Ratio { of, value, low, high }.text(lang),
        NumberKind::Metric(metric) => {
            let metric = &metric.name();
            messages::Median {
                of,
                metric,
                value,
                low,
                high,
            }
            .text(lang)
        }
        NumberKind::Depth => messages::Depth { of, value, low, high }.text(lang),
    };
    match takes {
        NeededRuns::Nothing => sentence,
        NeededRuns::MoreRuns(runs) => {
            let more = messages::MoreRuns {
                runs: u64::from(runs),
            }
            .text(lang);
            lang.sentences(&[sentence, more])
        }
        NeededRuns::TooMany => lang.sentences(&[sentence, check::no_more_runs(lang).to_owned()]),
    }
}

/// Some of the names; a study may have hundreds.
fn listed(names: &[String], lang: Lang) -> String {
    const MOST: usize = 12;
    let mut some: Vec<String> = names.iter().take(MOST).cloned().collect();
    if names.len() > MOST {
        some.push("…".to_owned());
    }
    lang.list(&some)
}

impl ValueSeen {
    /// The number, as written.
    pub fn short(&self, lang: Lang) -> String {
        match self {
            Self::Median {
                metric,
                value,
                interval,
                runs,
            } => {
                let half = interval.map_or(0.0, |(low, high)| (high - low) / 2.0);
                let value = &quantity::shown(*metric, *value, half);
                messages::ShortValue {
                    value,
                    ids: &ids(runs),
                }
                .text(lang)
            }
            Self::Unknown(why) => why.short(lang),
        }
    }

    /// The number alone.
    pub fn number(&self, lang: Lang) -> String {
        match self {
            Self::Median {
                metric,
                value,
                interval,
                ..
            } => {
                let half = interval.map_or(0.0, |(low, high)| (high - low) / 2.0);
                quantity::shown(*metric, *value, half)
            }
            Self::Unknown(why) => why.short(lang),
        }
    }

    /// Where it comes from.
    pub fn sentence(&self, lang: Lang) -> String {
        match self {
            Self::Median {
                metric,
                interval,
                runs,
                ..
            } => {
                let (runs_of, ids) = (runs.len() as u64, &ids(runs));
                match interval {
                    Some((low, high)) => {
                        let half = (high - low) / 2.0;
                        let [low, high] = [low, high].map(|end| quantity::shown(*metric, *end, half));
                        messages::MedianOf {
                            runs: runs_of,
                            ids,
                            low: &low,
                            high: &high,
                        }
                        .text(lang)
                    }
                    None => messages::MedianOfFew { runs: runs_of, ids }.text(lang),
                }
            }
            Self::Unknown(why) => why.sentence(lang),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_knee_at_one_level_and_a_curve_of_one_level_are_said_as_such() {
        let (of, first) = ("4k".to_owned(), "iodepth=16".to_owned());
        let knee = ClaimReason::Knee {
            of: of.clone(),
            last: Some(first.clone()),
            first,
        };
        assert_eq!(
            knee.sentence(Lang::En),
            "The curve 4k reaches 95 % of its best value at iodepth=16."
        );
        assert_eq!(
            ClaimReason::OneLevel { of }.sentence(Lang::En),
            "4k: fewer than two levels are measured; growth needs two or more."
        );
    }
}
