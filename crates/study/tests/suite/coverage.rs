//! What findings are worth: planted truth is found, and what is not there is not, as often as stated. `FIORD_STUDIES=1000 cargo test
//! -p fiord-study --test suite coverage -- --nocapture` prints the shares of `docs/studies.md`.

use fiord_messages::Lang;
use fiord_study::analysis;
use fiord_study::findings::{Caveat, FindingGrade, RatioOutcome, StudyClaim};
use fiord_study::matrix;

use crate::random::Random;
use crate::simulated::{run_study, study};

const LADDER: &str = r#"
name = "ladder"
[job]
rw = "read"
size = "1m"
[factors]
iodepth = [1, 2, 4, 8, 16, 32]
"#;

const PAIRS: &str = r#"
name = "pairs"
[job]
rw = "read"
size = "1m"
[factors]
bs = ["4k", "8k", "16k", "32k", "64k", "128k"]
direct = [1, 0]
"#;

/// How many studies: 200 in the suite.
fn studies() -> u64 {
    let asked = std::env::var("FIORD_STUDIES")
        .ok()
        .and_then(|text| text.parse().ok());
    asked.unwrap_or(200)
}

/// A share of so many studies that is not below `least` by more than three standard errors.
fn at_least(what: &str, hits: u64, of: u64, least: f64) {
    let (share, error) = (
        hits as f64 / of as f64,
        (least * (1.0 - least) / of as f64).sqrt(),
    );
    println!("{what}: {:.1} % of {of}", share * 100.0);
    assert!(
        share >= least - 3.0 * error,
        "{what}: {share} of {of}, stated {least}"
    );
}

/// A share of so many that is 95 ± 2 %, with three standard errors for fewer studies than a thousand.
fn is_nominal(what: &str, hits: u64, of: u64, studies: u64) {
    let share = hits as f64 / of as f64;
    println!("{what}: {:.1} % of {of}", share * 100.0);
    // Intervals of one study depend on each other: their number is not what counts.
    let error = if studies >= 1000 {
        0.0
    } else {
        3.0 * (0.95 * 0.05 / studies as f64).sqrt()
    };
    assert!((share - 0.95).abs() <= 0.02 + error, "{what}: {share} of {of}");
}

/// Adaptive stopping, six cells, lognormal runs of 5 %, and a block effect of 3 % that hits all cells of a block.
#[test]
fn intervals_cover_and_the_knee_lies_within_its_own() {
    let study = study(LADDER);
    let truth = [100.0, 195.0, 360.0, 500.0, 505.0, 505.0];
    let (mut covered, mut intervals, mut knees, mut bests) = (0, 0, 0, 0);
    for seed in 0..studies() {
        let mut random = Random(seed);
        let runs = run_study(&study, seed, &mut |cell, _| {
            truth[cell.levels[0]] * (0.05 * random.normal()).exp()
        });
        let analysis = analysis::analyse(&study, &matrix::cells(&study), seed, &runs);
        for summary in &analysis.summaries {
            let interval = summary.interval.unwrap();
            let truth = truth[summary.cell as usize];
            intervals += 1;
            covered += u64::from(interval.low <= truth && truth <= interval.high);
        }
        for finding in &analysis.findings {
            match &finding.claim {
                // 95 % of 505 is 480: depth 8 is the first that has it.
                StudyClaim::Knee { first, last, .. } => {
                    let depth = |text: &str| text.parse::<u32>().unwrap();
                    let is_within = depth(first) <= 8 && last.as_deref().is_none_or(|last| depth(last) >= 8);
                    knees += u64::from(is_within);
                }
                StudyClaim::Best { members, seen, .. } => {
                    // The number that is shown next to it.
                    let median = |summary: &&analysis::Summary| summary.median;
                    let best = analysis
                        .summaries
                        .iter()
                        .max_by(|one, other| median(one).total_cmp(&median(other)));
                    let best = ["1", "2", "4", "8", "16", "32"][best.unwrap().cell as usize];
                    assert!(
                        members.len() == 1 || *seen == format!("iodepth {best}"),
                        "{seen} {best}"
                    );
                    bests += u64::from(
                        ["iodepth 16", "iodepth 32"]
                            .iter()
                            .any(|best| members.contains(&(*best).to_owned())),
                    );
                }
                _ => {}
            }
        }
    }
    is_nominal(
        "medians in their intervals, adaptive",
        covered,
        intervals,
        studies(),
    );
    at_least("knees in their intervals", knees, studies(), 0.95);
    at_least("a best cell in the set", bests, studies(), 0.95);
}

/// Twelve cells alike: six comparisons, none of which may say anything but alike or unknown, in 95 % of studies.
#[test]
fn equal_cells_are_not_called_faster() {
    let study = study(PAIRS);
    let (mut silent, mut equivalent) = (0, 0);
    for seed in 0..studies() {
        let mut random = Random(seed ^ 0xE0A1);
        let runs = run_study(&study, seed, &mut |_, _| 100.0 * (0.03 * random.normal()).exp());
        let analysis = analysis::analyse(&study, &matrix::cells(&study), seed, &runs);
        let outcomes: Vec<RatioOutcome> = analysis
            .findings
            .iter()
            .filter_map(|finding| match &finding.claim {
                StudyClaim::Ratio { factor, outcome, .. } if factor == "direct" => Some(*outcome),
                _ => None,
            })
            .collect();
        assert_eq!(outcomes.len(), 6);
        let is_silent =
            |outcome: &RatioOutcome| matches!(outcome, RatioOutcome::Equivalent | RatioOutcome::Inconclusive);
        silent += u64::from(outcomes.iter().all(is_silent));
        equivalent += u64::from(outcomes.contains(&RatioOutcome::Equivalent));
    }
    at_least(
        "studies of equal cells without a difference",
        silent,
        studies(),
        0.95,
    );
    println!("studies that call some of them equal: {equivalent}");
}

/// One in five pairs differs by a tenth: that is found, and with its sign.
#[test]
fn differences_are_found() {
    let study = study(PAIRS);
    let (mut found, mut wrong) = (0, 0);
    for seed in 0..studies() {
        let mut random = Random(seed ^ 0xD1FF);
        let runs = run_study(&study, seed, &mut |cell, _| {
            let gain = if cell.levels == [0, 1] { 1.2 } else { 1.0 };
            100.0 * gain * (0.03 * random.normal()).exp()
        });
        let analysis = analysis::analyse(&study, &matrix::cells(&study), seed, &runs);
        for finding in &analysis.findings {
            if let StudyClaim::Ratio {
                factor, at, outcome, ..
            } = &finding.claim
            {
                if factor != "direct" {
                    continue;
                }
                let is_larger = matches!(outcome, RatioOutcome::Larger | RatioOutcome::SlightlyLarger);
                let is_smaller = matches!(outcome, RatioOutcome::Smaller | RatioOutcome::SlightlySmaller);
                let is_planted = *at == ["4k"];
                found += u64::from(is_planted && is_larger);
                wrong += u64::from(is_smaller || is_larger && !is_planted);
            }
        }
    }
    at_least("planted differences found", found, studies(), 0.95);
    at_least(
        "studies without a false one",
        studies() - wrong.min(studies()),
        studies(),
        0.95,
    );
}

/// A cell whose runs scatter by so much, and one that is 1.3 times as fast: medians and their ratio lie within their intervals in 95 ± 2 % of
/// studies, however soon each cell stops.
#[test]
fn medians_and_ratios_are_covered_at_any_scatter() {
    let study = study("name = \"two\"\n[job]\nrw = \"read\"\nsize = \"1m\"\n[factors]\ndirect = [1, 0]\n");
    for (number, scatter) in (0..).zip([0.01, 0.03, 0.05, 0.08, 0.15]) {
        let (mut medians, mut ratios, mut runs) = (0, 0, 0);
        for seed in 0..studies() {
            let mut random = Random(seed ^ 0x5CA7 ^ (number << 32));
            let measured = run_study(&study, seed, &mut |cell, _| {
                100.0 * [1.0, 1.3][cell.levels[0]] * (scatter * random.normal()).exp()
            });
            runs += measured.len();
            let analysis = analysis::analyse(&study, &matrix::cells(&study), seed, &measured);
            for summary in &analysis.summaries {
                let (interval, truth) = (summary.interval.unwrap(), [100.0, 130.0][summary.cell as usize]);
                medians += u64::from(interval.low <= truth && truth <= interval.high);
            }
            let ratio = analysis.findings.iter().find_map(|finding| match &finding.claim {
                StudyClaim::Ratio { ratio, .. } => *ratio,
                _ => None,
            });
            let ratio = ratio.unwrap();
            ratios += u64::from(ratio.low <= 1.3 && 1.3 <= ratio.high);
        }
        let percent = scatter * 100.0;
        println!(
            "scatter {percent} %: {:.1} runs of a cell",
            runs as f64 / 2.0 / studies() as f64
        );
        is_nominal(
            &format!("medians, {percent} %"),
            medians,
            2 * studies(),
            studies(),
        );
        is_nominal(&format!("ratios, {percent} %"), ratios, studies(), studies());
    }
}

const SYNCS: &str = r#"
name = "syncs"
[job]
rw = "write"
size = "1m"
[factors]
sync = [{ label = "none", fsync = 0 }, { label = "each", fsync = 1 }]
bs = ["4k", "16k", "64k", "256k", "1m", "4m"]
"#;

/// A write takes a microsecond per KiB, a sync 30 µs: the ratio of both hold the cost, all six of a study together, and the gap of 5 % closes
/// where it does, at 1 MiB (3 %).
#[test]
fn the_cost_of_a_sync_and_the_end_of_its_gap_lie_within_their_intervals() {
    let study = study(SYNCS);
    let kib = [4.0, 16.0, 64.0, 256.0, 1024.0, 4096.0];
    let (mut costs, mut closings, mut said_early) = (0, 0, 0);
    for seed in 0..studies() {
        let mut random = Random(seed ^ 0xF57C);
        let runs = run_study(&study, seed, &mut |cell, _| {
            let write = kib[cell.levels[1]];
            let sync = if cell.levels[0] == 1 { 30.0 } else { 0.0 };
            write / (write + sync) * (0.02 * random.normal()).exp()
        });
        let analysis = analysis::analyse(&study, &matrix::cells(&study), seed, &runs);
        let mut all_hold = true;
        for finding in &analysis.findings {
            match &finding.claim {
                StudyClaim::Ratio {
                    factor, at, ratio, ..
                } if factor == "sync" => {
                    let place = ["4k", "16k", "64k", "256k", "1m", "4m"]
                        .iter()
                        .position(|bs| *bs == at[0]);
                    let truth = kib[place.unwrap()] / (kib[place.unwrap()] + 30.0);
                    let ratio = ratio.unwrap();
                    all_hold &= ratio.low <= truth && truth <= ratio.high;
                }
                StudyClaim::GapCloses {
                    first, last, seen, ..
                } => {
                    let is_not_after = |level: &Option<String>| {
                        matches!(level.as_deref(), Some("4k" | "16k" | "64k" | "256k" | "1m"))
                    };
                    let is_not_before =
                        |level: &Option<String>| matches!(level.as_deref(), None | Some("1m" | "4m"));
                    closings += u64::from(is_not_after(first) && is_not_before(last));
                    said_early += u64::from(!is_not_before(seen));
                }
                _ => {}
            }
        }
        costs += u64::from(all_hold);
    }
    at_least(
        "all six costs of a sync in their intervals",
        costs,
        studies(),
        0.95,
    );
    at_least("ends of the gap in their intervals", closings, studies(), 0.95);
    println!("the level that was seen alone was too early in {said_early}");
}

const LIMIT: &str = r#"
name = "limit"
[job]
rw = "randread"
size = "1m"
[factors]
numjobs = [1, 2, 4]
iodepth = [1, 4, 16]
"#;

/// A device that has so many in flight at most: its knee, and that depth gains more than workers do.
#[test]
fn a_limit_of_depth_is_found_and_which_factor_gains_more() {
    let study = study(LIMIT);
    let (mut knees, mut right, mut wrong) = (0, 0, 0);
    for seed in 0..studies() {
        let mut random = Random(seed ^ 0x11_71);
        let runs = run_study(&study, seed, &mut |cell, _| {
            let (jobs, depth) = ([1.0, 2.0, 4.0][cell.levels[0]], [1.0, 4.0, 16.0][cell.levels[1]]);
            f64::min(jobs * depth, 12.0) * (0.02 * random.normal()).exp()
        });
        let analysis = analysis::analyse(&study, &matrix::cells(&study), seed, &runs);
        let mut holds = true;
        for finding in &analysis.findings {
            match &finding.claim {
                StudyClaim::Knee {
                    factor,
                    at,
                    first,
                    last,
                    ..
                } => {
                    // 12 in flight: at depth 4 three workers, at depth 16 one; of one worker depth 16, of four 4.
                    let truth: u32 = match (factor.as_str(), at[0].as_str()) {
                        ("numjobs", "iodepth 16") => 1,
                        ("numjobs", _) => 4,
                        (_, "numjobs 4") => 4,
                        _ => 16,
                    };
                    let level = |text: &str| text.parse::<u32>().unwrap();
                    holds &= level(first) <= truth && last.as_deref().is_none_or(|last| level(last) >= truth);
                }
                // Depth 16 gives 12 times one, four workers 4 times.
                StudyClaim::Matters {
                    span, ratio, outcome, ..
                } => {
                    assert_eq!(span, "numjobs 1..4");
                    right += u64::from(*outcome == RatioOutcome::Smaller);
                    wrong += u64::from(ratio.low > 4.0 / 12.0 || ratio.high < 4.0 / 12.0);
                }
                _ => {}
            }
        }
        knees += u64::from(holds);
    }
    at_least(
        "all knees of three lines within their intervals",
        knees,
        studies(),
        0.90,
    );
    at_least("depth gains more", right, studies(), 0.95);
    at_least(
        "by how much lies in the interval",
        studies() - wrong,
        studies(),
        0.95,
    );
}

/// A cell that falls by a fifth over the study is said to drift, and one that does not is not, as often as stated.
#[test]
fn drift_and_two_states_are_caveats() {
    let text = format!("{LADDER}[stop]\nrepeats = 30\n");
    let study = study(&text);
    let (mut drifts, mut false_drifts, mut states) = (0, 0, 0);
    for seed in 0..studies() {
        let mut random = Random(seed ^ 0xD21F7);
        let runs = run_study(&study, seed, &mut |cell, place| {
            let noise = (0.02 * random.normal()).exp();
            let course = match cell.levels[0] {
                0 => 1.0 - 0.2 * f64::from(place) / 180.0,
                1 if random.uniform() < 0.4 => 0.7,
                _ => 1.0,
            };
            100.0 * course * noise
        });
        let analysis = analysis::analyse(&study, &matrix::cells(&study), seed, &runs);
        drifts += u64::from(analysis.summaries[0].is_drifting);
        false_drifts += u64::from(analysis.summaries[2..].iter().any(|summary| summary.is_drifting));
        states += u64::from(analysis.summaries[1].states.is_some());
        if analysis.summaries[0].is_drifting {
            let is_said = |caveats: &[Caveat]| {
                caveats.contains(&Caveat::Drift {
                    cell: "iodepth 1".to_owned(),
                })
            };
            assert!(analysis.findings.iter().any(|finding| is_said(&finding.caveats)));
        }
    }
    at_least("drift of a fifth seen", drifts, studies(), 0.95);
    at_least(
        "studies without false drift",
        studies() - false_drifts,
        studies(),
        0.98,
    );
    at_least("two states seen", states, studies(), 0.95);
}

/// A few runs with grade D do not count; a third and more forbid comparatives.
#[test]
fn wrong_runs_are_left_out_or_take_the_verb_away() {
    let study = study(
        "name = \"two\"\n[job]\nrw = \"read\"\nsize = \"1m\"\n[factors]\ndirect = [1, 0]\n[stop]\nrepeats = 8\n",
    );
    let mut runs = run_study(&study, 1, &mut |cell, place| {
        (1.0 + cell.levels[0] as f64) * (100.0 + f64::from(place % 3))
    });
    let sentence = |runs: &[analysis::MeasuredRun]| {
        let analysis = analysis::analyse(&study, &matrix::cells(&study), 1, runs);
        let ratio = analysis
            .findings
            .iter()
            .find(|finding| matches!(finding.claim, StudyClaim::Ratio { .. }));
        ratio.unwrap().sentence(Lang::En)
    };
    let faster = sentence(&runs);
    let of = |runs: &[analysis::MeasuredRun], cell: u32| {
        analysis::analyse(&study, &matrix::cells(&study), 1, runs).summaries[cell as usize].clone()
    };
    let cell = runs[3].cell;
    let without = of(&runs, cell);
    // One of eight, and far off: as if it had not been.
    runs[3].grade = 'D';
    runs[3].values.values_mut().for_each(|value| *value *= 50.0);
    let found = of(&runs, cell);
    assert_eq!(
        (found.runs.len(), &found.left_out, found.wrong.len()),
        (7, &vec![runs[3].run], 0)
    );
    assert!(
        (found.median / without.median - 1.0).abs() < 0.05,
        "{}",
        found.median
    );
    let still_faster = sentence(&runs);
    let analysis = analysis::analyse(&study, &matrix::cells(&study), 1, &runs);
    let finding = &analysis.findings[0];
    assert!(finding.grade == FindingGrade::C && !finding.runs.contains(&runs[3].run));
    assert!(
        finding
            .caveats
            .iter()
            .any(|caveat| matches!(caveat, Caveat::LeftOut { runs: 1, of: 8, .. })),
        "{:?}",
        finding.caveats
    );
    // Three of eight.
    let mine: Vec<usize> = (0..runs.len()).filter(|at| runs[*at].cell == cell).collect();
    mine.iter().take(3).for_each(|at| runs[*at].grade = 'D');
    runs[3].grade = 'D';
    assert!(of(&runs, cell).left_out.is_empty());
    insta::assert_snapshot!([faster, still_faster, sentence(&runs)].join("\n"));
}

/// With too few blocks for an interval, the ratio is that of the medians in the table, not the median of the ratios within blocks.
#[test]
fn a_ratio_without_an_interval_is_that_of_the_medians() {
    let study = study(
        "name = \"two\"\n[job]\nrw = \"read\"\nsize = \"1m\"\n[factors]\ndirect = [1, 0]\n[stop]\nrepeats = 3\n",
    );
    // In order of blocks, of both cells: the median ratio of a block is 4, that of the medians 2.
    let values = [[100.0, 200.0, 50.0], [100.0, 800.0, 200.0]];
    let mut blocks = [0, 0];
    let runs = run_study(&study, 1, &mut |cell, _| {
        let block = &mut blocks[cell.levels[0]];
        *block += 1;
        values[cell.levels[0]][*block - 1]
    });
    let analysis = analysis::analyse(&study, &matrix::cells(&study), 1, &runs);
    let seen = analysis.findings.iter().find_map(|finding| match &finding.claim {
        StudyClaim::Ratio {
            seen, ratio: None, ..
        } => *seen,
        _ => None,
    });
    assert_eq!(seen, Some(2.0), "{:?}", analysis.findings);
}
