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
    let runs = trial.runs().iter().filter(|run| run.wrong.is_none()).count();
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
        Some(commit) => of_commits(commit, (checked, runs), lang),
        None => Vec::new(),
    };
    let of_others = checked.iter().filter(|one| {
        recipe.commit.as_ref().is_none_or(|commit| {
            let is_latency = one.measurand == commit.latency.with(one.measurand.quantity);
            !is_latency && one.measurand.with(MeasuredQuantity::Iops) != commit.rate()
        })
    });
    let with_runs = |one: &CheckedNumber| Some(in_runs(of_number(one, lang)?, one, runs, lang));
    for sentence in of_others.filter_map(with_runs) {
        if !found.contains(&sentence) {
            found.push(sentence);
        }
    }
    found
}

/// A sentence, and how many of the runs have its number, where not all have: often the slow ones have too few I/Os for a percentile.
fn in_runs(sentence: String, one: &CheckedNumber, runs: usize, lang: Lang) -> String {
    let with = one.values.len();
    if with >= runs {
        return sentence;
    }
    let (number, with, runs) = (&one.measurand, &with, &runs);
    let some = messages::MeaningSomeRuns { number, with, runs }.text(lang);
    lang.sentences(&[sentence, some])
}

fn of_commits(commit: &Commit, (checked, runs): (&[CheckedNumber], usize), lang: Lang) -> Vec<String> {
    let number = |measurand| {
        let mut found = checked.iter().filter(|one| one.measurand == measurand);
        let one = found.next()?;
        Some((one, one.median.filter(|median| *median > 0.0)?))
    };
    let measured = number(commit.rate()).map(|(_, rate)| rate);
    let commits = number(commit.latency.clone()).map(|(one, p50)| {
        let most = 1e9 / p50;
        let rate = &Rate(two_figures(most));
        let sentence = match measured {
            Some(measured) if most > measured * NOTABLE => {
                let measured = &Rate(two_figures(measured));
                messages::MeaningCommitsMeasured { measured, rate }.text(lang)
            }
            _ => messages::MeaningCommits { rate }.text(lang),
        };
        in_runs(sentence, one, runs, lang)
    });
    let stall = number(commit.stall()).map(|(one, p99)| {
        let time = &MeasuredQuantity::Percentile(99.0).shown(p99);
        in_runs(messages::MeaningStall { time }.text(lang), one, runs, lang)
    });
    commits.into_iter().chain(stall).collect()
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
