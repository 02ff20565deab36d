//! What each study that comes with fiord concludes: on a disk with planted numbers it says what was planted, in a sentence with an interval.

use std::collections::BTreeMap;

use fiord_messages::Lang;
use fiord_record::claims::{Claim, ClaimedRate, DriveState, RatedWrites, SpecSheet, Workload};
use fiord_study::analysis::{self, Analysis};
use fiord_study::builtin;
use fiord_study::definition::Study;
use fiord_study::findings::{FindingGrade, Response};
use fiord_study::language;
use fiord_study::matrix;

use crate::random::Random;
use crate::simulated::{run_all, study, world};

/// Number of a size, depth or share such as `4k`, `32`, `1m`.
fn number(label: &str) -> f64 {
    let digits = label.trim_end_matches(|c: char| !c.is_ascii_digit());
    let value: f64 = digits.parse().unwrap();
    match label.strip_prefix(digits).unwrap() {
        "k" => value * 1024.0,
        "m" => value * 1_048_576.0,
        _ => value,
    }
}

/// What a job of a cell measures: of each direction its value, without noise.
type Planted = fn(&[&str], &str) -> Vec<(&'static str, f64)>;

fn read(value: f64) -> Vec<(&'static str, f64)> {
    vec![("read", value)]
}

fn write(value: f64) -> Vec<(&'static str, f64)> {
    vec![("write", value)]
}

/// A disk that gives 500 MB/s from 256 KiB on.
fn by_size(bs: &str) -> f64 {
    500e6 * (number(bs) / 262_144.0).min(1.0)
}

/// A disk that serves eight at a time.
fn by_depth(depth: &str) -> f64 {
    1e4 * number(depth).min(8.0)
}

/// Each study: what is planted, and what has to be said of it: the beginning of a finding's sentence, of a ratio with its value.
const STUDIES: [(&str, Planted, &[&str]); 20] = [
    (
        "read-block-size",
        |labels, _| {
            // In order as fast as can be; at random a quarter of it at 4k, and the same from 64k on.
            let gap = match labels[1] {
                "4k" => 0.25,
                "8k" => 0.4,
                "16k" => 0.6,
                "32k" => 0.8,
                _ => 1.0,
            };
            read(by_size(labels[1]) * if labels[0] == "read" { 1.0 } else { gap })
        },
        &[
            "At 4k: read is faster than randread: 4.00",
            "At 1m: read is as fast as randread: 1.00",
            "read and randread are within 5 % of each other at bs 64k and higher levels",
            "At read: bs 256k is the lowest level at which the result reaches 95 % of the best value",
            "At read: 1m is faster than 4k: 64.0",
            "Best: one of 6 cells (randread, 256k; ",
        ],
    ),
    (
        "read-depth",
        |labels, _| read(by_depth(labels[2].split(' ').next().unwrap())),
        &[
            "At randread, libaio: depth 32 is faster than depth 1: 8.00",
            "At randread, io_uring: 4 in batches is as fast as depth 4: 1.00",
            "At read, depth 1: io_uring is as fast as libaio: 1.00",
        ],
    ),
    (
        "read-threads-depth",
        |labels, _| {
            let (jobs, depth) = (number(labels[1]), number(labels[2]));
            // Threads give twenty times as much, depth ten; a block of 1m fills the disk alone.
            let gain = match (jobs > 1.0, depth > 1.0) {
                (false, false) => 1.0,
                (false, true) => 10.0,
                (true, _) => 20.0,
            };
            read(if labels[0] == "1m" { 20.0 } else { gain })
        },
        &[
            "At 4k: The gain of numjobs 1..32 is larger than the gain of iodepth 1..32: 2.00",
            "At 4k, iodepth 1: numjobs 32 is faster than numjobs 1: 20.0",
            "At iodepth 1: numjobs 32 and numjobs 1 are within 5 % of each other at bs 1m and higher levels",
        ],
    ),
    (
        "write-fsync",
        |labels, _| {
            // A write takes its bytes at 1 GB/s, a sync 1 ms.
            let bytes = number(labels[1]);
            let sync = match labels[0] {
                "no fsync" => 0.0,
                "fsync each" => 1e-3,
                per => 1e-3 / number(per.trim_start_matches("fsync per ")),
            };
            write(bytes / (bytes / 1e9 + sync))
        },
        &[
            // 4.096 µs of 1.004 ms, and 1.05 of 2.05 ms.
            "At 4k: fsync each is slower than no fsync: 0.00408",
            "At 1m: fsync each is slower than no fsync: 0.512",
            "fsync each and no fsync are more than 5 % apart even at bs 1m",
        ],
    ),
    (
        "fsync-batch",
        |labels, _| {
            let (bytes, batch) = (number(labels[0]), number(labels[1]));
            write(bytes * batch.min(32.0))
        },
        &[
            "At 4k: fsync 32 is the lowest level at which the result reaches 95 % of the best value",
            "At 4k: fsync 128 is faster than fsync 1: 32.0",
            "The gain of bs 4k..32k is smaller than the gain of fsync 1..128: 0.25",
        ],
    ),
    (
        "random-write-block-size",
        |labels, _| write(by_size(labels[0])),
        &[
            "bs 256k is the lowest level at which the result reaches 95 % of the best value",
            "1m is faster than 4k: 64.0",
        ],
    ),
    (
        "write-depth",
        |labels, _| write(by_depth(labels[0])),
        &[
            "iodepth 8 is the lowest level at which the result reaches 95 % of the best value",
            "iodepth 512 is faster than iodepth 1: 8.00",
        ],
    ),
    (
        "writers-one-file-or-own",
        |labels, _| {
            let jobs = number(labels[1]).min(4.0);
            write(if labels[0] == "own files" { jobs } else { 1.0 })
        },
        &[
            "At numjobs 8, iodepth 1: own files is faster than one file: 4.00",
            "At numjobs 1, iodepth 1: own files is as fast as one file: 1.00",
            "At own files: The gain of numjobs 1..8 is larger than the gain of iodepth 1..4: 4.00",
        ],
    ),
    (
        "random-write-threads-depth",
        |labels, _| write((number(labels[0]) * number(labels[1])).min(4.0)),
        &[
            "The gain of numjobs 1..8 is as large as the gain of iodepth 1..4: 1.00",
            "At numjobs 1: iodepth 4 is faster than iodepth 1: 4.00",
        ],
    ),
    (
        "writers-many-files",
        |labels, _| write(number(labels[0]).min(4.0)),
        &[
            "numjobs 4 is the lowest level at which the result reaches 95 % of the best value",
            "numjobs 8 is faster than numjobs 1: 4.00",
        ],
    ),
    (
        "request-size",
        |labels, _| read(by_size(labels[0])),
        &["bs 256k is the lowest level at which the result reaches 95 % of the best value"],
    ),
    (
        "log-and-readers",
        |labels, job| {
            let alone = if labels[1] == "together" { 0.4 } else { 1.0 };
            if job.starts_with("log") {
                write(100.0 * alone)
            } else {
                read(100.0 * alone)
            }
        },
        &[
            "At 4k: together is slower than alone: readers: 0.40",
            "At 1m: together is slower than alone: log: 0.40",
        ],
    ),
    (
        "direct-buffered",
        |labels, _| {
            // The later flag counts.
            let rate = if labels[0].ends_with("buffered=0") {
                9e3
            } else {
                2e3
            };
            vec![("read", rate * 0.7), ("write", rate * 0.3)]
        },
        &[
            "direct=0 buffered=0 is as fast as direct=1 buffered=0: 1.00",
            "direct=0 buffered=1 is slower than direct=1 buffered=0: 0.2222",
        ],
    ),
    (
        "mixed",
        |labels, _| {
            let rate =
                number(labels[0].split(' ').next().unwrap()) * if labels[1] == "direct" { 64.0 } else { 1.0 };
            vec![("read", rate), ("write", rate)]
        },
        &[
            "At direct: 30 % reads is slower than 90 % reads: 0.3333",
            "At 90 % reads: buffered is slower than direct: 0.015625",
        ],
    ),
    (
        "sequential-random",
        |labels, _| match labels[0] {
            "read" => read(4.0),
            "randread" => read(1.0),
            "write" => write(3.0),
            _ => write(2.0),
        },
        &[
            "randread is slower than read: 0.25",
            "randwrite is slower than write: 0.6667",
        ],
    ),
    (
        "forward-backward",
        |_, _| write(50.0),
        &["backward is as fast as forward: 1.00"],
    ),
    (
        "buffered-read",
        |labels, _| {
            read(match (labels[0], labels[1]) {
                ("read", "buffered") => 8.0,
                ("read", _) => 2.0,
                (_, "buffered") => 1.0,
                _ => 1.25,
            })
        },
        &[
            "At read: direct is slower than buffered: 0.25",
            "At randread: direct is faster than buffered: 1.25",
        ],
    ),
    (
        "position",
        |labels, _| read(if labels[0] == "80%" { 50.0 } else { 100.0 }),
        &[
            "offset 40% is as fast as offset 0%: 1.00",
            "offset 80% is slower than offset 0%: 0.50",
        ],
    ),
    (
        "fastest-read",
        |labels, _| {
            read(if (labels[0], labels[1]) == ("4m", "4") {
                120.0
            } else {
                100.0
            })
        },
        &["Best: 4m, iodepth 4, with 95 % confidence"],
    ),
    (
        "steady-state",
        |_, _| write(50.0),
        &["Steady state by SNIA's criterion, first after round 5"],
    ),
];

fn conclude(study: &Study, planted: Planted, seed: u64) -> Analysis {
    let mut random = Random(seed);
    let runs = run_all(study, seed, &mut |cell, _| {
        let labels = cell.labels(study);
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        let mut values = BTreeMap::new();
        for job in cell.jobs(study).iter().filter(|job| !job.background) {
            for (ddir, value) in planted(&labels, &job.name) {
                let response = Response {
                    job: job.name.clone(),
                    ddir: ddir.to_owned(),
                };
                values.insert(response, value * (0.006 * random.normal()).exp());
            }
        }
        values
    });
    analysis::analyse(study, &matrix::cells(study), seed, &runs)
}

fn sentences(analysis: &Analysis) -> Vec<String> {
    analysis
        .findings
        .iter()
        .map(|finding| finding.sentence(Lang::En))
        .collect()
}

/// Whether a sentence begins so; a ratio at the end is that of the sentence within 2.5 %.
fn is_said(sentence: &str, words: &str) -> bool {
    let Some((head, value)) = words
        .rsplit_once(": ")
        .and_then(|(head, value)| Some((head, value.parse::<f64>().ok()?)))
    else {
        return sentence.starts_with(words);
    };
    let Some(rest) = sentence
        .strip_prefix(head)
        .and_then(|rest| rest.strip_prefix(": "))
    else {
        return false;
    };
    let found: f64 = rest.split(' ').next().unwrap().parse().unwrap();
    (found / value - 1.0).abs() < 0.025
}

#[test]
fn every_study_says_what_was_planted() {
    let mut missing = Vec::new();
    for (name, planted, expected) in STUDIES {
        let study = study(builtin::find(name).unwrap().text);
        let analysis = conclude(&study, planted, 20_261_123);
        let said = sentences(&analysis);
        for words in expected {
            if !said.iter().any(|sentence| is_said(sentence, words)) {
                missing.push(format!(
                    "{name}: no finding begins with \"{words}\":\n  {}",
                    said.join("\n  ")
                ));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// What the two studies with plans of their own say: the survey of its pairs, and the end of a fast part.
#[test]
fn the_survey_compares_its_pairs_and_a_fast_part_ends() {
    let survey = study(builtin::find("survey").unwrap().text);
    let said = sentences(&conclude(
        &survey,
        |labels, _| match labels[0] {
            "rand read 4k qd32" => read(12e8),
            "rand read 4k" => read(1e8),
            "rand read 4k during log writes" => read(0.5e8),
            "write 4k, fsync per 64" => write(6e7),
            label if label.contains("write") && !label.contains("read") => write(1e6),
            _ => read(2e8),
        },
        7,
    ));
    assert_eq!(said.len(), 6, "{said:#?}");
    for words in [
        "rand read 4k qd32 is faster than rand read 4k: 12",
        "write 4k, fsync per 64 is faster than write 4k, fsync each: 60",
        "rand read 4k during log writes is slower than rand read 4k: 0.50",
    ] {
        assert!(
            said.iter().any(|sentence| sentence.starts_with(words)),
            "{words}: {said:#?}"
        );
    }
    let rounds = study(builtin::find("preconditioning").unwrap().text);
    let mut random = Random(3);
    let runs = run_all(&rounds, 3, &mut |_, place| {
        let response = Response {
            job: "job".to_owned(),
            ddir: "write".to_owned(),
        };
        let rate = if place < 8 { 900e6 } else { 300e6 };
        BTreeMap::from([(response, rate * (0.01 * random.normal()).exp())])
    });
    let analysis = analysis::analyse(&rounds, &matrix::cells(&rounds), 3, &runs);
    let summary = &analysis.summaries[0];
    assert!(summary.is_drifting && summary.states.is_some(), "{summary:?}");
    assert!(sentences(&analysis)[0].starts_with("Steady state by SNIA's criterion, first after round 5"));
    assert_eq!(analysis.findings[0].grade, FindingGrade::C);
}

/// A finding that rests on runs of grade D says so, whatever it claims.
#[test]
fn every_claim_is_downgraded_by_wrong_runs() {
    for (name, planted, _) in STUDIES {
        let study = study(builtin::find(name).unwrap().text);
        let cells = matrix::cells(&study);
        let mut random = Random(1);
        let mut runs = run_all(&study, 1, &mut |cell, _| {
            let labels = cell.labels(&study);
            let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
            let mut values = BTreeMap::new();
            for job in cell.jobs(&study) {
                for (ddir, value) in planted(&labels, &job.name) {
                    let response = Response {
                        job: job.name.clone(),
                        ddir: ddir.to_owned(),
                    };
                    values.insert(response, value * (0.006 * random.normal()).exp());
                }
            }
            values
        });
        runs.iter_mut().for_each(|run| run.grade = 'D');
        for finding in analysis::analyse(&study, &cells, 1, &runs).findings {
            let said = finding.sentence(Lang::En);
            assert_eq!(finding.grade, FindingGrade::D, "{name}: {said}");
            assert!(said.contains("The runs do not allow a"), "{name}: {said}");
            for verb in ["faster", "slower", "as fast", "gains", "with 95 %"] {
                assert!(!said.contains(verb), "{name}: {said}");
            }
        }
    }
}

fn maker() -> SpecSheet {
    let claim = |workload, block_bytes, iodepth, rate, state| Claim {
        workload,
        block_bytes: Some(block_bytes),
        iodepth: Some(iodepth),
        numjobs: 1,
        rate,
        state,
        note: None,
    };
    let (bytes, ios) = (ClaimedRate::Bandwidth(2.2e9), ClaimedRate::Iops(250e3));
    SpecSheet {
        device: "D".to_owned(),
        source: "its sheet".to_owned(),
        writes: RatedWrites::default(),
        claims: vec![
            claim(Workload::Read, 128 << 10, 32, bytes, DriveState::Sustained),
            claim(Workload::RandRead, 4096, 128, ios, DriveState::New),
        ],
    }
}

/// Each cell as a share of the nearest claim, with the interval of its median, and in what it is not what the claim is about.
#[test]
fn cells_are_held_against_a_data_sheet() {
    let maker = maker();
    let known = builtin::find("data-sheet").unwrap();
    let study = study(known.text);
    let checked = language::check(&study, known.text, &world(), &|_| Some("/t/data".to_owned())).unwrap();
    let mut analysis = conclude(
        &study,
        |labels, _| match labels[0] {
            "read 128k, 32 in flight" => read(1.76e9),
            "randread 4k, 128 in flight" => read(250e3 * 4096.0),
            _ => write(1e9),
        },
        5,
    );
    assert!(analysis.findings.is_empty(), "different loads are not compared");
    let mut wrong = analysis.clone();
    wrong
        .summaries
        .iter_mut()
        .for_each(|summary| summary.wrong = summary.runs.clone());
    analysis::hold_against(&mut wrong, &maker, &study, &checked.cells, 5, Lang::En);
    assert!(
        wrong
            .findings
            .iter()
            .all(|finding| finding.grade == FindingGrade::D)
    );
    let no_comparison = sentences(&wrong).swap_remove(0);
    analysis::hold_against(&mut analysis, &maker, &study, &checked.cells, 5, Lang::En);
    let said = sentences(&analysis);
    assert_eq!(said.len(), 2, "{said:#?}");
    insta::assert_snapshot!(said.join("\n") + "\n" + &no_comparison);
}
