//! Simulated devices with known ratios: how often a comparison says what is so.

use fiord_compare::limits::{CompareLimit, LimitState};
use fiord_compare::outcome::compare;
use fiord_compare::paired::{self, compare_paired};
use fiord_compare::result::SampleKind;
use fiord_compare::verdict::{CompareSettings, CompareVerdict, ComparisonOutcome, PairVerdict};
use fiord_stats::stopping::PAIRED_LOOK_LEVEL;
use fiord_testbed::seed;

use super::results::{Device, key, measured, result};

fn settings() -> CompareSettings {
    CompareSettings {
        latencies: Vec::new(),
        ..CompareSettings::default()
    }
}

/// One workload, so many runs each, the second device `ratio` times as fast.
fn pair(seed: u64, ratio: f64, spread: f64, runs: usize) -> PairVerdict {
    let workload = [key(|_| {})];
    let one = Device::new(seed, 10_000.0, spread).result("a", &workload, runs);
    let other = Device::new(seed ^ 0x5555, 10_000.0 * ratio, spread).result("b", &workload, runs);
    compare(&[one, other], &settings()).cells[0].pairs[0].clone()
}

#[test]
fn a_device_against_itself_is_not_faster_or_slower() {
    let seed = seed();
    println!("seed {seed}");
    for spread in [0.005, 0.02, 0.1] {
        let claimed = (0..1000)
            .map(|trial| pair(seed + trial * 7919, 1.0, spread, 10).verdict)
            .filter(|verdict| verdict.is_difference())
            .count();
        // 5 % are allowed, and 1,000 trials vary by 0.7 % of them.
        assert!(claimed <= 65, "spread {spread}: {claimed} of 1000");
    }
    let equivalent = (0..100)
        .filter(|trial| pair(seed + trial * 7919, 1.0, 0.02, 10).verdict == CompareVerdict::Equivalent)
        .count();
    assert!(equivalent >= 90, "{equivalent} of 100 are told to be alike");
}

#[test]
fn twenty_workloads_of_one_device_stand_together() {
    let seed = seed();
    println!("seed {seed}");
    let keys: Vec<_> = (0..20)
        .map(|depth| key(|key| key.iodepth = Some(depth + 1)))
        .collect();
    let false_ones = (0..100)
        .filter(|trial| {
            let one = Device::new(seed + trial * 31, 10_000.0, 0.1).result("a", &keys, 8);
            let other = Device::new(seed + trial * 31 + 7, 10_000.0, 0.1).result("b", &keys, 8);
            let outcome = compare(&[one, other], &settings());
            outcome
                .cells
                .iter()
                .any(|cell| cell.pairs[0].verdict.is_difference())
        })
        .count();
    assert!(
        false_ones <= 12,
        "{false_ones} of 100 families have a false difference"
    );
}

#[test]
fn a_copy_at_four_fifths_is_slower_with_an_interval_that_covers() {
    let seed = seed();
    println!("seed {seed}");
    let verdicts: Vec<PairVerdict> = (0..100)
        .map(|trial| pair(seed + trial * 104_729, 0.8, 0.03, 8))
        .collect();
    let slower = verdicts
        .iter()
        .filter(|pair| pair.verdict == CompareVerdict::Slower)
        .count();
    let covered = verdicts
        .iter()
        .filter_map(|pair| pair.interval)
        .filter(|interval| interval.low <= 0.8 && 0.8 <= interval.high)
        .count();
    assert!(slower >= 98, "{slower} of 100");
    assert!(covered >= 90, "{covered} of 100");
    let slower_state = |pair: &PairVerdict| CompareLimit::Slower(0.05).state(pair, true);
    assert_eq!(slower_state(&verdicts[0]), LimitState::Met);
    // The same numbers as latencies: less is faster.
    assert_eq!(
        CompareLimit::Slower(0.05).state(&verdicts[0], false),
        LimitState::NotMet
    );
}

#[test]
fn an_open_comparison_says_what_it_could_have_found() {
    let seed = seed();
    println!("seed {seed}");
    let open: Vec<PairVerdict> = (0..200)
        .map(|trial| pair(seed + trial * 15_485_863, 1.0, 0.12, 6))
        .filter(|pair| pair.verdict == CompareVerdict::Inconclusive)
        .collect();
    let found = open.iter().map(|pair| pair.sensitivity.unwrap());
    let (mut differences, mut needed): (Vec<f64>, Vec<u32>) =
        found.map(|found| (found.difference, found.needed)).unzip();
    differences.sort_unstable_by(f64::total_cmp);
    needed.sort_unstable();
    // By normal theory, with a spread of 12 %: an interval of ± 15 % and a difference of 25 % with six runs of each, 110 runs for 5 %.
    assert!(
        (0.2..0.32).contains(&differences[open.len() / 2]),
        "{differences:?}"
    );
    assert!((100..=200).contains(&needed[open.len() / 2]), "{needed:?}");
    let said = &open[0].notes[0];
    assert!(said.starts_with("Differences below ") && said.contains(" % can be missed with 6 runs of each."));
    assert!(
        said.ends_with(" runs of each would show a difference of 5 %."),
        "{said}"
    );
}

/// A disk that falls to a third while two jobs take turns: the ratio within pairs is 0.97, that of the medians says nothing of it.
#[test]
fn medians_that_contradict_the_ratio_are_explained() {
    let workload = [key(|_| {})];
    let falling = |ratio: f64, late: usize| {
        let runs = (0..12).map(|run: usize| if run < late { 30_000.0 } else { 10_000.0 + run as f64 } * ratio);
        result(
            "r",
            runs.enumerate()
                .map(|(at, iops)| measured(&workload[0], at, iops))
                .collect(),
        )
    };
    let settings = CompareSettings {
        samples: SampleKind::PairsOfTurns,
        ..settings()
    };
    let outcome = compare_paired(&[falling(1.0, 5), falling(0.97, 7)], &settings, PAIRED_LOOK_LEVEL);
    let said = |outcome: &ComparisonOutcome| outcome.cells[0].pairs[0].notes.join("\n");
    assert_eq!(
        said(&outcome),
        "Differences below 57 % can be missed with 12 pairs of turns. More than 1,000 pairs of turns would be needed to show a \
         difference of 5 %.\n\
         The ratio of the medians is different (2.91×). The printed ratio compares only \
         turns of the same pair."
    );
    let outcome = compare_paired(&[falling(1.0, 5), falling(0.97, 5)], &settings, PAIRED_LOOK_LEVEL);
    assert_eq!(said(&outcome), "");
}

/// The printed medians lead to another ratio, although it is within the interval.
#[test]
fn medians_far_from_the_ratio_are_explained() {
    let side = |name: &str, rates: [f64; 8]| {
        let runs = rates.iter().enumerate();
        result(
            name,
            runs.map(|(at, iops)| measured(&key(|_| {}), at, *iops)).collect(),
        )
    };
    let base = side("a", [18.0, 18.2, 18.4, 18.5, 18.5, 60.0, 61.0, 62.0]);
    let other = side("b", [18.1, 18.3, 18.6, 40.0, 41.0, 60.5, 61.5, 62.5]);
    let outcome = compare(&[base, other], &settings());
    let pair = &outcome.cells[0].pairs[0];
    let (ratio, interval) = (pair.ratio.unwrap(), pair.interval.unwrap());
    assert!(ratio < 1.6 && interval.high > 2.2, "{pair:?}");
    let explained = "The ratio of the medians is different (2.19×)";
    assert!(
        pair.notes.iter().any(|note| note.starts_with(explained)),
        "{:?}",
        pair.notes
    );
}

/// A ratio of 1.39 is not called slight because its interval begins at 1.02.
#[test]
fn a_wide_interval_above_one_is_no_slight_difference() {
    let side = |name: &str, factor: f64| {
        let runs = (0..8).map(|at: usize| {
            let spread = if name == "b" { 0.71 + 0.1 * at as f64 } else { 1.0 };
            measured(&key(|_| {}), at, 1_000.0 * factor * spread + at as f64)
        });
        result(name, runs.collect())
    };
    let outcome = compare(&[side("a", 1.0), side("b", 1.25)], &settings());
    let pair = &outcome.cells[0].pairs[0];
    assert_eq!(pair.verdict, CompareVerdict::SlightlyFaster, "{pair:?}");
    assert_eq!(pair.sentence, "faster, possibly by less than 5 %");
}

#[test]
fn pairs_are_settled_at_the_looks_without_false_differences() {
    let seed = seed();
    println!("seed {seed}");
    let workload = [key(|_| {})];
    let mut claimed = 0;
    for trial in 0..200 {
        let mut one = Device::new(seed + trial * 31, 10_000.0, 0.05);
        let mut other = Device::new(seed + trial * 31 + 7, 10_000.0, 0.05);
        for blocks in paired::LEAST_BLOCKS..=paired::MOST_BLOCKS {
            let again = |device: &mut Device, name: &str| {
                let mut fresh = Device::new(seed + trial * 31 + u64::from(name == "b") * 7, 10_000.0, 0.05);
                std::mem::swap(device, &mut fresh);
                device.result(name, &workload, blocks)
            };
            let results = [again(&mut one, "a"), again(&mut other, "b")];
            let outcome = compare_paired(&results, &settings(), PAIRED_LOOK_LEVEL);
            if paired::is_settled(&outcome) {
                claimed += usize::from(outcome.cells[0].pairs[0].verdict.is_difference());
                break;
            }
        }
    }
    assert!(claimed <= 16, "{claimed} of 200");
}

/// Three values tried in blocks: each against the first, and a block that one measured wrongly counts for none.
#[test]
fn values_in_blocks_are_compared_with_the_first() {
    let run = |block: usize, factor: f64| {
        let neighbour = 1.0 + 0.5 * (block % 5) as f64;
        measured(&key(|_| {}), block, 1_000.0 * factor * neighbour)
    };
    let of = |name: &str, factor: f64| {
        let blocks = 1..=12;
        result(
            name,
            blocks
                .map(|block| run(block, factor + block as f64 * 1e-4))
                .collect(),
        )
    };
    let mut results = [of("1", 1.0), of("2", 1.3), of("3", 1.0)];
    results[2].measurements[4].wrong = vec!["cache-read".to_owned()];
    results[1].measurements.remove(7);
    (1..=12).for_each(|block| paired::agree(&mut results, |_| format!("run {block}")));
    let outcome = compare_paired(&results, &settings(), PAIRED_LOOK_LEVEL);
    let cell = &outcome.cells[0];
    let counted: Vec<usize> = cell
        .values
        .iter()
        .flatten()
        .map(|side| side.values.len())
        .collect();
    assert_eq!(counted, [10, 10, 10]);
    // A run counts as invalid where it is, and not where its partner is.
    let invalid: Vec<usize> = cell
        .values
        .iter()
        .flatten()
        .map(|side| side.wrong.iter().filter(|run| run.is_invalid()).count())
        .collect();
    assert_eq!(invalid, [0, 0, 1]);
    let verdicts: Vec<_> = cell
        .pairs
        .iter()
        .map(|pair| (pair.result.as_str(), pair.verdict))
        .collect();
    assert_eq!(
        verdicts,
        [("2", CompareVerdict::Faster), ("3", CompareVerdict::Equivalent)]
    );
}

#[test]
fn devices_that_differ_are_ranked_and_those_that_do_not_share_a_group() {
    let workload = [key(|_| {})];
    let results: Vec<_> = [("slow", 5_000.0), ("fast", 10_000.0), ("fast too", 10_010.0)]
        .iter()
        .enumerate()
        .map(|(at, (name, iops))| Device::new(at as u64 + 11, *iops, 0.02).result(name, &workload, 10))
        .collect();
    let outcome = compare(&results, &settings());
    let mut groups = outcome.cells[0].groups.clone();
    groups[0].sort_unstable();
    assert_eq!(groups, [vec!["fast", "fast too"], vec!["slow"]]);
}
