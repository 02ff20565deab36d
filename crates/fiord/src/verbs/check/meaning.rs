//! What the numbers of a check mean for the use, with a threshold or without.

use fiord_job::plan::Ddir;
use fiord_messages::{Lang, check as messages, words as choices};
use fiord_record::number::{Count, PercentileName, Rate};
use fiord_study::check::{
    CheckEnd, CheckRecipe, CheckedNumber, Commit, ExpectationState, MeasuredPart, MeasuredQuantity, Trial,
};

/// Latencies from this percentile on are rare.
const RARE: f64 = 90.0;
/// The reason is printed where the rate from the median commit exceeds the measured rate by this factor.
const NOTABLE: f64 = 1.1;

/// A sentence for each number that means something to the user; none of a check that could not measure.
pub(super) fn sentences(recipe: &CheckRecipe, trial: &Trial, lang: Lang) -> Vec<String> {
    if matches!(trial.end(), CheckEnd::NotMeasurable(_)) {
        return Vec::new();
    }
    let mut checked = trial.checked();
    let is_missing = |one: &CheckedNumber| matches!(one.state, Some(ExpectationState::NotMeasurable(_)));
    let missing: Vec<_> = checked
        .iter()
        .filter(|one| is_missing(one))
        .map(|one| one.measurand.clone())
        .collect();
    checked.retain(|one| !missing.contains(&one.measurand));
    let checked = checked.as_slice();
    let mut found = match &recipe.commit {
        Some(commit) => of_commits(commit, checked, lang),
        None => Vec::new(),
    };
    let of_others = checked.iter().filter(|one| {
        recipe.commit.as_ref().is_none_or(|commit| {
            let is_latency = one.measurand == commit.latency.with(one.measurand.quantity);
            !is_latency && one.measurand.with(MeasuredQuantity::Iops) != commit.rate()
        })
    });
    let of_all = |one: &CheckedNumber| in_part(one, lang).or_else(|| of_number(one, lang));
    for sentence in of_others.filter_map(of_all) {
        if !found.contains(&sentence) {
            found.push(sentence);
        }
    }
    found
}

/// How many of the runs have a number, where not all have: often the slow ones have too few I/Os for a percentile. Then its value in all
/// runs together.
fn in_part(one: &CheckedNumber, lang: Lang) -> Option<String> {
    let (number, with, runs) = (&one.measurand, &one.values.len(), &one.runs);
    let is_percentile = matches!(one.measurand.quantity, MeasuredQuantity::Percentile(_));
    let missing = match with {
        _ if with >= runs => return None,
        1.. => Some(messages::MeaningSomeRuns { number, with, runs }.text(lang)),
        // Of what is judged, its verdict says why.
        0 if is_percentile && one.pooled.is_some() && one.expectation.is_none() => Some(
            messages::MeaningNoRun {
                number,
                runs: *runs as u64,
            }
            .text(lang),
        ),
        0 => None,
    };
    let pooled = one.pooled.map(|value| {
        let value = &one.measurand.quantity.shown(value);
        messages::MeaningPooled { number, value }.text(lang)
    });
    let sentences: Vec<String> = missing.into_iter().chain(pooled).collect();
    (!sentences.is_empty()).then(|| lang.sentences(&sentences))
}

fn of_commits(commit: &Commit, checked: &[CheckedNumber], lang: Lang) -> Vec<String> {
    let number = |measurand| {
        let mut found = checked.iter().filter(|one| one.measurand == measurand);
        found.next()?.median.filter(|median| *median > 0.0)
    };
    let measured = number(commit.rate());
    let commits = number(commit.latency.clone()).map(|p50| {
        let most = 1e9 / p50;
        let rate = &Rate(two_figures(most));
        match measured {
            Some(measured) if most > measured * NOTABLE => {
                let measured = &Rate(two_figures(measured));
                messages::MeaningCommitsMeasured { measured, rate }.text(lang)
            }
            _ => messages::MeaningCommits { rate }.text(lang),
        }
    });
    let stall = number(commit.stall()).map(|p99| {
        let time = &MeasuredQuantity::Percentile(99.0).shown(p99);
        messages::MeaningStall { time }.text(lang)
    });
    let of_part = checked
        .iter()
        .filter(|one| one.measurand == commit.latency.with(one.measurand.quantity));
    let of_part = of_part.filter_map(|one| in_part(one, lang));
    commits.into_iter().chain(stall).chain(of_part).collect()
}

/// What a number means that does not belong to a commit.
fn of_number(one: &CheckedNumber, lang: Lang) -> Option<String> {
    let median = one.median?;
    let shown = &one.measurand.quantity.shown(median);
    let number = &one.measurand;
    Some(match one.measurand.quantity {
        MeasuredQuantity::Iops | MeasuredQuantity::Bandwidth => {
            messages::MeaningRate { number, rate: shown }.text(lang)
        }
        MeasuredQuantity::Percentile(percent) if percent >= RARE => {
            let operation = operation(one.measurand.part);
            let name = &PercentileName(percent);
            let count = &Count((100.0 / (100.0 - percent)).round() as u64);
            match &one.measurand.job {
                Some(job) => messages::MeaningTailOfJob {
                    operation,
                    job,
                    count,
                    name,
                    time: shown,
                }
                .text(lang),
                None => messages::MeaningTail {
                    operation,
                    count,
                    name,
                    time: shown,
                }
                .text(lang),
            }
        }
        _ => return None,
    })
}

const fn operation(part: Option<MeasuredPart>) -> choices::Operation {
    match part {
        Some(MeasuredPart::Io(Ddir::Read)) => choices::Operation::Read,
        Some(MeasuredPart::Io(Ddir::Write)) => choices::Operation::Write,
        Some(MeasuredPart::Io(Ddir::Trim)) => choices::Operation::Trim,
        Some(MeasuredPart::Sync) => choices::Operation::Sync,
        None => choices::Operation::Io,
    }
}

/// 9,472 → 9,500: the rate is a limit, not a measurement.
fn two_figures(value: f64) -> f64 {
    let step = 10_f64.powf(value.log10().floor() - 1.0);
    (value / step).round() * step
}
