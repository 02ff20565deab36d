//! Imports of texts: every format by a sample of its own, what fio itself prints, and texts that are broken.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_messages::Lang;
use std::process::Command;

use crate::consistency::verdict;
use crate::{figure, traps};
use fiord_import::{self as import, ImportedRun, ImportedText, SameWhy, Why, grid};
use fiord_job::plan::Ddir;
use fiord_judge::TrapId;
use fiord_judge::case::Case;
use fiord_record::imported::{Figure, FigureOf, ImportKind};
use fiord_report::documents;

const TRANSCRIPT: &str = include_str!("../data/transcript.md");

fn read(text: &str) -> ImportedText {
    import::text("notes.md", text.as_bytes()).unwrap()
}

fn of(text: &ImportedText, kind: ImportKind) -> Vec<&ImportedRun> {
    text.runs.iter().filter(|run| run.kind == kind).collect()
}

fn near(found: f64, expected: f64) {
    assert!((found / expected - 1.0).abs() < 1e-6, "{found} {expected}");
}

#[test]
fn every_format_of_a_mixed_text_is_read() {
    let text = read(TRANSCRIPT);
    let count = |kind| of(&text, kind).len();
    let kinds = ImportKind::ALL.map(|kind| (kind.name(), count(kind)));
    let expected = [
        ("fio-text", 2),
        ("fio-summary", 2),
        ("iostat", 3),
        ("ping", 1),
        ("scp", 1),
        ("dd", 1),
        ("hdparm", 1),
        ("ioping", 1),
        ("sysbench", 1),
        ("bonnie", 1),
        ("table", 4),
    ];
    let found: Vec<(&str, usize)> = kinds.into_iter().filter(|(_, count)| *count > 0).collect();
    assert_eq!(found, expected);
    let read = Some(Ddir::Read);
    near(
        figure(
            of(&text, ImportKind::Dd)[0],
            FigureOf::BytesPerS,
            Some(Ddir::Write),
        ),
        1_073_741_824.0 / 2.5,
    );
    near(
        figure(of(&text, ImportKind::Hdparm)[0], FigureOf::BytesPerS, read),
        526.37 * 1_048_576.0,
    );
    near(
        figure(of(&text, ImportKind::Ping)[0], FigureOf::LatMeanNs, None),
        49_000.0,
    );
    near(
        figure(of(&text, ImportKind::Scp)[0], FigureOf::RuntimeNs, None),
        33e9,
    );
    near(
        figure(of(&text, ImportKind::Ioping)[0], FigureOf::Iops, read),
        4280.0,
    );
    near(
        figure(of(&text, ImportKind::Ioping)[0], FigureOf::LatMeanNs, read),
        233_500.0,
    );
    near(
        figure(of(&text, ImportKind::Sysbench)[0], FigureOf::LatMeanNs, None),
        180_000.0,
    );
    near(
        figure(of(&text, ImportKind::Sysbench)[0], FigureOf::BytesPerS, read),
        23.44 * 1_048_576.0,
    );
    near(
        figure(of(&text, ImportKind::Bonnie)[0], FigureOf::BytesPerS, read),
        600_000.0 * 1024.0,
    );
    near(
        figure(of(&text, ImportKind::Bonnie)[0], FigureOf::Iops, None),
        9000.5,
    );
    let newer = text.runs.iter().find(|run| run.name() == "nvme0n1").unwrap();
    near(figure(newer, FigureOf::QueueDepth, None), 0.11);
    let table = of(&text, ImportKind::Table);
    near(figure(table[1], FigureOf::BytesPerS, Some(Ddir::Write)), 288e6);
    near(figure(table[2], FigureOf::Iops, read), 10_600.0);
}

#[test]
fn fio_text_of_both_ages_has_counts_and_options() {
    let text = read(TRANSCRIPT);
    let runs = of(&text, ImportKind::FioText);
    for (run, bytes, clat) in [
        (runs[0], 45_005 * 4096, 9_800_680.0),
        (runs[1], 180_020 * 1024, 9_700_680.0),
    ] {
        let record = &run.record;
        let stats = &record.workers[0].stats;
        assert_eq!(stats.ddirs.each_ref().map(|ddir| ddir.ios), [45_005, 19_309, 0]);
        assert_eq!(stats.ddirs[0].bytes, bytes);
        near(figure(run, FigureOf::ClatMeanNs, Some(Ddir::Read)), clat);
        assert_eq!(record.plan.jobs[0].depth.iodepth, 64);
        assert!(record.plan.jobs[0].durability.direct);
        assert_eq!(stats.runtime_ns, 10_001_000_000);
        assert_eq!(record.disks[0].name, "sdz");
    }
    near(figure(runs[0], FigureOf::P99Ns, Some(Ddir::Read)), 18_160_000.0);
    assert!(
        !runs[1]
            .figures()
            .iter()
            .any(|figure| figure.what == FigureOf::P99Ns),
        "unknown is not 0"
    );
}

#[test]
fn runs_of_one_text_are_judged_next_to_each_other() {
    let text = read(TRANSCRIPT);
    let runs = of(&text, ImportKind::FioText);
    for run in &runs {
        assert!(traps(run).contains(&TrapId::SameSetting));
        assert!(traps(run).contains(&TrapId::LatencyClaim));
        assert!(traps(run).contains(&TrapId::BusyNeighbour));
    }
    let summaries = of(&text, ImportKind::FioSummary);
    assert!(traps(summaries[0]).contains(&TrapId::GarbledResult));
    let grid = grid::grid(&text.runs).unwrap();
    assert_eq!(grid.columns[1].same_as, Some(0));
    // A rate alone is not a run that did nothing.
    let judged = verdict(&Case::of(&of(&text, ImportKind::Dd)[0].record));
    insta::assert_snapshot!(judged.line(Lang::En));
}

#[test]
fn what_is_not_understood_is_listed_with_its_lines() {
    let text = read(TRANSCRIPT);
    let numbered: Vec<&str> = TRANSCRIPT.lines().collect();
    let line_of = |part: &str| numbered.iter().position(|line| line.contains(part)).unwrap() as u64 + 1;
    let why = |line: u64| {
        let found = text
            .unread
            .iter()
            .find(|unread| unread.lines.0 <= line && line <= unread.lines.1);
        found.map(|unread| unread.why.clone())
    };
    assert_eq!(why(line_of("Notes of an afternoon")), Some(Why::Unknown));
    assert_eq!(why(line_of("this line is unknown")), Some(Why::Unknown));
    assert!(matches!(why(line_of("answer")), Some(Why::Json(_))));
    // Every line is blank, of a run, a fence, or listed.
    for (index, line) in numbered.iter().enumerate() {
        let number = index as u64 + 1;
        let is_run = text
            .runs
            .iter()
            .any(|run| run.lines.0 <= number && number <= run.lines.1);
        let is_plain = line.trim().is_empty() || line.starts_with("```");
        let is_frame = line.starts_with('|')
            || line.contains("avg-cpu")
            || line.starts_with("Device")
            || line.starts_with("Linux ")
            || line.starts_with("  ");
        assert!(
            is_run || is_plain || is_frame || why(number).is_some(),
            "{number}: {line}"
        );
    }
}

#[test]
fn a_log_is_summed_up_by_direction() {
    let mut log = String::new();
    for ms in 1..=1000 {
        log.push_str(&format!("{ms}, {}, {}, 4096, 0\n", 1000 + ms, ms % 2));
    }
    let text = import::text("run_clat.1.log", log.as_bytes()).unwrap();
    assert_eq!((text.runs.len(), text.runs[0].kind), (1, ImportKind::FioLog));
    near(figure(&text.runs[0], FigureOf::Samples, Some(Ddir::Write)), 500.0);
    near(
        figure(&text.runs[0], FigureOf::ClatMeanNs, Some(Ddir::Read)),
        1501.0,
    );
    near(
        figure(&text.runs[0], FigureOf::LatMaxNs, Some(Ddir::Read)),
        2000.0,
    );
    let unnamed = import::text("-", log.as_bytes()).unwrap();
    insta::assert_snapshot!(unnamed.runs[0].record.notes[0].text(Lang::En));
    assert!(
        !unnamed.runs[0]
            .figures()
            .iter()
            .any(|figure| figure.what == FigureOf::ClatMeanNs)
    );
}

/// What fio prints of one run, in all formats and in one file, is counted once; each format by itself has the same numbers.
#[test]
fn imports_of_all_formats_of_the_installed_fio_are_equal() {
    if !fiord_testbed::fio() {
        return;
    }
    for (version, args) in [
        (
            3,
            "--name=a --rw=randrw --rwmixread=60 --bs=4k --size=2m --ioengine=psync",
        ),
        (
            4,
            "--name=b --rw=write --bs=64k --size=4m --ioengine=libaio --iodepth=8 --fsync=16",
        ),
        (
            5,
            "--name=c --rw=read --bs=16k --size=4m --numjobs=3 --group_reporting --thread",
        ),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let status = Command::new("fio")
            .current_dir(dir.path())
            .args(args.split(' '))
            .args([
                "--clocksource=clock_gettime",
                "--output-format=normal,json+,terse",
                "--output=out",
            ])
            .arg(format!("--terse-version={version}"))
            .status()
            .unwrap();
        assert!(status.success());
        let out = std::fs::read_to_string(dir.path().join("out")).unwrap();
        let text = import::text("out", out.as_bytes()).unwrap();
        let kinds: Vec<ImportKind> = text.runs.iter().map(|run| run.kind).collect();
        let [json] = text.runs.as_slice() else {
            panic!("{args}: {kinds:?}")
        };
        assert_eq!(json.kind, ImportKind::FioJson, "{args}");
        let others: Vec<ImportedRun> = text
            .same
            .iter()
            .map(|same| {
                assert_eq!(same.why, SameWhy::Format);
                let (first, last) = same.lines;
                let lines = out
                    .lines()
                    .skip(first as usize - 1)
                    .take((last - first) as usize + 1);
                let lines: String = lines.map(|line| format!("{line}\n")).collect();
                import::text("out", lines.as_bytes()).unwrap().runs.remove(0)
            })
            .collect();
        let mut kinds: Vec<ImportKind> = others.iter().map(|run| run.kind).collect();
        kinds.sort_unstable();
        assert_eq!(kinds, [ImportKind::FioText, ImportKind::FioTerse], "{args}");
        let compared: usize = others.iter().map(|other| equal(json, other, args)).sum();
        assert!(compared >= 12, "{args}: {compared}");
        let mismatches = |run: &ImportedRun| run.record.context.import.as_ref().unwrap().mismatches.len();
        assert!(others.iter().chain([json]).all(|run| mismatches(run) == 0));
    }
}

/// Holds all figures of one import against another of the same run; how many there were.
fn equal(json: &ImportedRun, other: &ImportedRun, args: &str) -> usize {
    let (theirs, ours) = (json.figures(), other.figures());
    let mut compared = 0;
    for figure in theirs.iter().filter(|figure| figure.ddir.is_some()) {
        let is_same = |one: &&Figure| one.what == figure.what && one.ddir == figure.ddir;
        let Some(found) = ours.iter().find(is_same) else {
            let is_percentile = matches!(
                figure.what,
                FigureOf::P50Ns | FigureOf::P99Ns | FigureOf::P999Ns | FigureOf::P9999Ns
            );
            assert!(is_percentile, "{args}: {figure:?}");
            continue;
        };
        let (a, b) = (found.value.low, figure.value.low);
        let is_count = matches!(figure.what, FigureOf::Ios | FigureOf::Bytes | FigureOf::RuntimeNs);
        // Six digits, or a unit of time cut.
        let tolerance = if is_count { 0.0 } else { b * 1e-3 + 1000.0 };
        assert!(
            (a - b).abs() <= tolerance,
            "{args} {}: {found:?} {figure:?}",
            other.kind.name()
        );
        compared += 1;
    }
    compared
}

#[test]
fn a_record_as_json_and_back_is_the_same_document() {
    let text = read(TRANSCRIPT);
    for run in &text.runs {
        let document = documents::run::of(&run.record, Lang::En).to_text().unwrap();
        let again = import::text("run.json", document.as_bytes()).unwrap();
        assert_eq!(again.runs.len(), 1, "{}", run.name());
        assert_eq!(
            documents::run::of(&again.runs[0].record, Lang::En)
                .to_text()
                .unwrap(),
            document
        );
        assert_eq!(again.runs[0].kind, run.kind);
    }
}

/// A small generator with a fixed sequence.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }
}

/// One change of a text: bytes flipped, cut, or lines left out, doubled or exchanged, numbers made huge.
fn mutate(base: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = base.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        match random.below(7) {
            0 => bytes.truncate(at),
            1 => bytes[at] = random.below(256) as u8,
            2 => {
                let end = (at + random.below(200)).min(bytes.len());
                bytes.drain(at..end);
            }
            3 => {
                let end = (at + random.below(400)).min(bytes.len());
                let part = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, part);
            }
            4 => {
                let huge = [
                    &b"99999999999999999999"[..],
                    b"1e308",
                    b"-1",
                    b"0",
                    b"NaN",
                    b"inf",
                    b"\xff\xfe",
                ];
                let word = huge[random.below(huge.len())];
                bytes.splice(at..at, word.iter().copied());
            }
            5 => {
                let from = (at..bytes.len()).find(|at| bytes[*at].is_ascii_digit());
                if let Some(from) = from {
                    bytes[from] = b'0' + random.below(10) as u8;
                }
            }
            _ => bytes.splice(at..at, b"\n".iter().copied()).for_each(drop),
        }
        if bytes.is_empty() {
            return bytes;
        }
    }
    bytes
}

/// A number of changed texts, by the environment for longer runs.
fn rounds() -> u64 {
    let given = std::env::var("FIORD_MUTATIONS").ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(250)
}

#[test]
fn broken_texts_are_read_and_judged_without_an_end() {
    const TERSE: &str = "3;fio-3.33;a;0;0;528;33000;8250;16;0;0;0.000000;0.000000;29;6154;111.714000;581.330000;1.000000%=30;5.000000%=31;99.000000%=2409\n";
    const LOG: &str = "1, 2, 0, 4096, 0\n2, 3, 1, 4096, 0\n3, 4, 2, 4096, 0\n";
    const JSON: &str = "{\n\"fio version\" : \"fio-3.33\", \"jobs\" : [ { \"jobname\" : \"a\", \"read\" : { \"io_bytes\" : 4096, \"total_ios\" : 1, \"runtime\" : 5 } } ]\n}\n";
    let base = format!("{TRANSCRIPT}{TERSE}{LOG}{JSON}");
    let seed = 0x89;
    eprintln!("seed {seed}");
    let mut random = Random(seed);
    for round in 0..rounds() {
        // A part of it, so that each reader has its turn at the beginning of a text.
        let from = random.below(base.len());
        let part = if round % 4 == 0 {
            base.as_bytes()
        } else {
            &base.as_bytes()[from..]
        };
        let bytes = mutate(part, &mut random);
        let text = import::text("x_bw.log", bytes.as_slice()).unwrap();
        assert!(
            text.runs
                .iter()
                .all(|run| run.lines.0 <= run.lines.1 && run.lines.1 <= text.lines)
        );
        grid::grid(&text.runs);
        for run in text.runs.iter().take(4) {
            verdict(&Case::of(&run.record)).line(Lang::En);
        }
    }
}

#[test]
fn iperf3_has_the_rate_that_arrived() {
    const TEXT: &str = "\
Connecting to host 10.0.0.2, port 5201
[  5] local 10.0.0.1 port 41234 connected to 10.0.0.2 port 5201
[  7] local 10.0.0.1 port 41236 connected to 10.0.0.2 port 5201
[ ID] Interval           Transfer     Bitrate         Retr  Cwnd
[  5]   0.00-1.00   sec  56.0 MBytes   470 Mbits/sec    0    400 KBytes
[  7]   0.00-1.00   sec  56.0 MBytes   470 Mbits/sec    0    400 KBytes
[SUM]   0.00-1.00   sec   112 MBytes   940 Mbits/sec    0
- - - - - - - - - - - - - - - - - - - - - - - - -
[ ID] Interval           Transfer     Bitrate         Retr
[  5]   0.00-10.00  sec   563 MBytes   472 Mbits/sec    0             sender
[  5]   0.00-10.04  sec   560 MBytes   468 Mbits/sec                  receiver
[  7]   0.00-10.00  sec   563 MBytes   472 Mbits/sec    0             sender
[  7]   0.00-10.04  sec   560 MBytes   468 Mbits/sec                  receiver
[SUM]   0.00-10.00  sec  1.10 GBytes   944 Mbits/sec    0             sender
[SUM]   0.00-10.04  sec  1.09 GBytes   936 Mbits/sec                  receiver

iperf Done.
";
    const JSON: &str = r#"{"start": {"connecting_to": {"host": "10.0.0.2", "port": 5201},
        "test_start": {"protocol": "TCP", "num_streams": 2, "reverse": 0}},
        "end": {"sum_sent": {"bits_per_second": 944000000.0},
        "sum_received": {"seconds": 10.04, "bytes": 1174680000, "bits_per_second": 936000000.0}}}"#;
    for text in [TEXT, JSON] {
        let text = read(text);
        let runs = of(&text, ImportKind::Iperf3);
        assert_eq!(runs.len(), 1);
        near(figure(runs[0], FigureOf::BytesPerS, None), 117e6);
        near(figure(runs[0], FigureOf::RuntimeNs, None), 10.04e9);
        let import = runs[0].record.context.import.as_ref().unwrap();
        assert_eq!(import.name, "10.0.0.2");
        assert_eq!(import.labels, [("mode".to_owned(), "x2".to_owned())]);
        assert!(text.unread.is_empty(), "{:?}", text.unread);
    }
}
