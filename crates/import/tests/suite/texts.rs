//! Imports of texts: a sample of every format, what fio itself prints, and texts that are broken. The file is
//! long, because all formats go through the same helpers.
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
        // Six digits, or a unit of time cut; the text has three digits of a rate such as 128MB/s.
        let is_short = figure.what == FigureOf::BytesPerS && other.kind == ImportKind::FioText;
        let tolerance = match (is_count, is_short) {
            (true, _) => 0.0,
            (false, true) => b * 5e-3,
            (false, false) => b * 1e-3 + 1000.0,
        };
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

#[test]
fn netperf_has_round_trips_and_the_rate_that_arrived() {
    // As a terminal has them, and as mail breaks the first line.
    const TEXT: &str = "\
$ netperf -t TCP_RR -H 10.0.2.15 -- -r 32,1024
MIGRATED TCP REQUEST/RESPONSE TEST from 0.0.0.0 (0.0.0.0) port 0 AF_INET to 10.0.2.15 () port 0 AF_INET : demo : first burst 0
Local /Remote
Socket Size   Request  Resp.   Elapsed  Trans.
Send   Recv   Size     Size    Time     Rate
bytes  Bytes  bytes    bytes   secs.    per sec

16384  131072 32       1024    10.00    6537.30
16384  131072

$ netperf -H tjbp27
MIGRATED TCP STREAM TEST from ::0 (::) port 0 AF_INET6 to
tjbp27.prod.google.com () port 0 AF_INET6
Recv   Send    Send
Socket Socket  Message  Elapsed
Size   Size    Size     Time     Throughput
bytes  bytes   bytes    secs.    10^6bits/sec

540000 262144 262144    10.00    92766.69

MIGRATED UDP STREAM TEST from 0.0.0.0 (0.0.0.0) port 0 AF_INET to 10.250.7.241 (10.250.7.241) port 0 AF_INET
Socket  Message  Elapsed      Messages
Size    Size     Time         Okay Errors   Throughput
bytes   bytes    secs            #      #   10^6bits/sec
262144   65507   10.00       42962      0    2251.09
262144           10.00       17866            936.13

TCP STREAM TEST from 0.0.0.0 (0.0.0.0) port 0 AF_INET to 172.16.19.130 (172.16.19.130) port 0 AF_INET : demo
Recv   Send    Send                          Utilization       Service Demand
Socket Socket  Message  Elapsed              Send     Recv     Send    Recv
Size   Size    Size     Time     Throughput  local    remote   local   remote
bytes  bytes   bytes    secs.    MBytes  /s  % S      % S      us/KB   us/KB

 87380  16384  16384    10.00       140.06   -3429.75   -5459.89   -478.264  -761.357
";
    let text = read(TEXT);
    let runs = of(&text, ImportKind::Netperf);
    let names: Vec<(&str, Vec<&str>)> = runs
        .iter()
        .map(|run| {
            let import = run.record.context.import.as_ref().unwrap();
            let labels = import.labels.iter().map(|(_, mode)| mode.as_str());
            (import.name.as_str(), labels.collect())
        })
        .collect();
    assert_eq!(
        names,
        [
            ("10.0.2.15", vec!["TCP_RR", "32/1024"]),
            ("tjbp27.prod.google.com", vec!["TCP_STREAM"]),
            ("10.250.7.241", vec!["UDP_STREAM"]),
            ("172.16.19.130", vec!["TCP_STREAM"]),
        ]
    );
    near(figure(runs[0], FigureOf::LatMeanNs, None), 1e9 / 6537.3);
    near(figure(runs[1], FigureOf::BytesPerS, None), 92766.69e6 / 8.0);
    near(figure(runs[2], FigureOf::BytesPerS, None), 936.13e6 / 8.0);
    near(
        figure(runs[3], FigureOf::BytesPerS, None),
        140.06 * 1024.0 * 1024.0,
    );
    let import = runs[1].record.context.import.as_ref().unwrap();
    assert_eq!(import.command.as_deref(), Some("netperf -H tjbp27"));
    assert!(text.unread.is_empty(), "{:?}", text.unread);

    // Two transactions at a time: the rate says nothing of one.
    let burst = read(&TEXT.replace("first burst 0", "first burst 2"));
    assert_eq!(of(&burst, ImportKind::Netperf).len(), 3);
}

#[test]
fn sockperf_has_half_a_round_trip() {
    const TEXT: &str = "\
$ sockperf ping-pong -i 127.0.0.1 -p 11199 -t 2
sockperf: \u{1b}[2;35m== version #3.7-no.git == \u{1b}[0m
sockperf[CLIENT] send on:sockperf: using recvfrom() to block on socket(s)

[ 0] IP = 127.0.0.1       PORT = 11199 # UDP
sockperf: Warmup stage (sending a few dummy messages)...
sockperf: Starting test...
sockperf: Test end (interrupted by timer)
sockperf: Test ended
sockperf: [Total Run] RunTime=2.000 sec; Warm up time=400 msec; SentMessages=60176; ReceivedMessages=60175
sockperf: ========= Printing statistics for Server No: 0
sockperf: [Valid Duration] RunTime=1.552 sec; SentMessages=54159; ReceivedMessages=54159
sockperf: \u{1b}[2;35m====> avg-latency=14.313 (std-dev=227.806)\u{1b}[0m
sockperf: # dropped messages = 0; # duplicated messages = 0; # out-of-order messages = 0
sockperf: Summary: Latency is 14.313 usec
sockperf: \u{1b}[2;35mTotal 54159 observations\u{1b}[0m; each percentile contains 541.59 observations
sockperf: ---> <MAX> observation = 29765.743
sockperf: ---> percentile 99.999 = 23417.062
sockperf: ---> percentile 99.990 = 7969.345
sockperf: ---> percentile 99.900 = 1888.691
sockperf: ---> percentile 99.000 =   15.347
sockperf: ---> percentile 50.000 =    6.033
sockperf: ---> <MIN> observation =    5.498
$ sockperf throughput -i 127.0.0.1 -p 11199 -t 2
sockperf: == version #3.7-no.git ==
sockperf[CLIENT] send on:
[ 0] IP = 127.0.0.1       PORT = 11199 # UDP
sockperf: Total of 101786 messages sent in 2.000 sec

sockperf: Summary: Message Rate is 50881 [msg/sec]
sockperf: Summary: BandWidth is 0.679 MBps (5.435 Mbps)
";
    let text = read(TEXT);
    let runs = of(&text, ImportKind::Sockperf);
    assert_eq!(runs.len(), 2);
    for (what, usec) in [
        (FigureOf::LatMinNs, 5.498),
        (FigureOf::P50Ns, 6.033),
        (FigureOf::LatMeanNs, 14.313),
        (FigureOf::P99Ns, 15.347),
        (FigureOf::P9999Ns, 7969.345),
        (FigureOf::LatMaxNs, 29765.743),
    ] {
        near(figure(runs[0], what, None), usec * 1e3);
    }
    near(
        figure(runs[1], FigureOf::BytesPerS, None),
        0.679 * 1024.0 * 1024.0,
    );
    let of_run = |place: usize| runs[place].record.context.import.as_ref().unwrap();
    let mean = of_run(0)
        .figures
        .iter()
        .find(|figure| figure.what == FigureOf::LatMeanNs);
    assert_eq!(mean.unwrap().samples, Some(54159));
    assert_eq!(of_run(0).labels, [("mode".to_owned(), "ping-pong".to_owned())]);
    assert_eq!(of_run(1).labels, [("mode".to_owned(), "throughput".to_owned())]);
    assert_eq!(
        crate::formats::joined(&runs[0].record.notes),
        "The latency of sockperf is half of a round trip."
    );
    assert_eq!(runs[1].record.notes, []);
    assert!(text.unread.is_empty(), "{:?}", text.unread);
    let whole = read(&TEXT.replace("Latency is", "Round trip is"));
    assert_eq!(of(&whole, ImportKind::Sockperf)[0].record.notes, []);
}

#[test]
fn rsync_has_the_last_line_of_its_progress() {
    const TEXT: &str = "\
$ rsync -av --info=progress2 big host:/tmp/
sending incremental file list
big
         32,768   0%    0.00kB/s    0:00:00  \r     30,000,000 100%  232.35MB/s    0:00:00 (xfr#1, to-chk=0/1)\r     30,000,000 100%  230.48MB/s    0:00:02 (xfr#1, to-chk=0/1)

sent 30,007,417 bytes  received 35 bytes  60,014,904.00 bytes/sec
total size is 30,000,000  speedup is 1.00
half
      1,000,000  50%  100.00MB/s    0:00:00
$ rsync -a big host:/tmp/
sent 30,007,417 bytes  received 35 bytes  60,014,904.00 bytes/sec
total size is 30,000,000  speedup is 1.00
";
    let text = read(TEXT);
    let runs = of(&text, ImportKind::Rsync);
    let all: Vec<(&str, f64, f64)> = runs
        .iter()
        .map(|run| {
            let name = run.record.context.import.as_ref().unwrap().name.as_str();
            let of_run = |what| figure(run, what, None);
            (name, of_run(FigureOf::BytesPerS), of_run(FigureOf::Bytes))
        })
        .collect();
    let mib = 1024.0 * 1024.0;
    assert_eq!(
        all,
        [("big", 230.48 * mib, 30e6), ("rsync", 60_014_904.0, 30_007_452.0)]
    );
    near(figure(runs[0], FigureOf::RuntimeNs, None), 2e9);
}

#[test]
fn a_list_of_latencies_keeps_its_half_nanosecond() {
    const TEXT: &str = "\
Latency Comparison Numbers (~2012)
----------------------------------
L1 cache reference                           0.5 ns
Branch mispredict                            5   ns
L2 cache reference                           7   ns                      14x L1 cache
Compress 1K bytes with Zippy             3,000   ns        3 us
Read 4K randomly from SSD*             150,000   ns      150 us          ~1GB/sec SSD
Send packet CA->Netherlands->CA    150,000,000   ns  150,000 us  150 ms
";
    let text = read(TEXT);
    let runs = of(&text, ImportKind::LatencyList);
    let values: Vec<f64> = runs
        .iter()
        .map(|run| figure(run, FigureOf::LatMeanNs, None))
        .collect();
    assert_eq!(values, [0.5, 5.0, 7.0, 3000.0, 150e3, 150e6]);
    let name = |place: usize| runs[place].record.context.import.as_ref().unwrap().name.as_str();
    assert_eq!(
        (name(0), name(5)),
        ("L1 cache reference", "Send packet CA->Netherlands->CA")
    );
    // Two lines are no list.
    assert!(
        of(
            &read("L1 cache reference  1 ns\nL2 cache reference  4 ns\n"),
            ImportKind::LatencyList
        )
        .is_empty()
    );
}

/// Numbers with points between thousands and a decimal comma, and units in a column.
#[test]
fn cells_have_the_numbers_and_units_that_they_show() {
    use FigureOf::{BytesPerS, Iops, LatMeanNs};
    let values = |rows: &str| -> Vec<(FigureOf, f64)> {
        let text = import::text("t.md", rows.as_bytes()).unwrap();
        let all = text.runs.iter().flat_map(ImportedRun::figures);
        all.map(|figure| (figure.what, figure.value.high.round()))
            .collect()
    };
    let comma = "| Test | vorher MB/s | nachher MB/s |\n|---|---|---|\n| seq read 1M | 512,3 | 3.011,7 |\n";
    assert_eq!(values(comma), [(BytesPerS, 512.3e6), (BytesPerS, 3_011.7e6)]);
    let table = |row: &str| format!("| Unit | Test | SSD A | SSD B |\n|---|---|---:|---:|\n{row}\n");
    for (row, what, one) in [
        ("| ms | randread 4k QD1 latency | 95 | 61 |", LatMeanNs, 1e6),
        ("| us | randread latency | 95 | 61 |", LatMeanNs, 1e3),
        ("| µs | read latency | 95 | 61 |", LatMeanNs, 1e3),
        ("| IOPS | randread | 95 | 61 |", Iops, 1.0),
        ("| kIOPS | randread | 95 | 61 |", Iops, 1e3),
        ("| MB/s | seqread | 95 | 61 |", BytesPerS, 1e6),
    ] {
        assert_eq!(
            values(&table(row)),
            [(what, 95.0 * one), (what, 61.0 * one)],
            "{row}"
        );
    }
    // The unit is where the head says so; a time without a latency is a runtime.
    let second = "| Test | Unit | A | B |\n|---|---|---|---|\n| read latency | ms | 95 | 61 |\n";
    assert_eq!(values(second), [(LatMeanNs, 95e6), (LatMeanNs, 61e6)]);
    assert_eq!(values(&table("| s | build of the kernel | 95 | 61 |")), []);
}

/// Points between thousands are those of a whole column and of their row; three digits after a point may as well be a fraction.
#[test]
fn columns_tell_what_their_points_are() {
    use FigureOf::{BytesPerS, Iops};
    let values = |rows: &str| -> Vec<(FigureOf, f64)> {
        let text = import::text("t.md", rows.as_bytes()).unwrap();
        let all = text.runs.iter().flat_map(ImportedRun::figures);
        all.map(|figure| (figure.what, figure.value.high)).collect()
    };
    let table = |rows: &str| format!("| Disk | Read MB/s | Read IOPS |\n|---|---|---|\n{rows}\n");
    assert_eq!(
        values(&table("| A | 3.100 | 310.000 |\n| B | 2,900 | 290,000 |")),
        [
            (BytesPerS, 3100e6),
            (Iops, 310e3),
            (BytesPerS, 2900e6),
            (Iops, 290e3)
        ]
    );
    assert_eq!(
        values(&table("| A | 3.1 | 12.500 |\n| B | 2.9 | 1250.75 |")),
        [
            (BytesPerS, 3.1e6),
            (Iops, 12.5),
            (BytesPerS, 2.9e6),
            (Iops, 1250.75)
        ]
    );
    let unknown = import::text(
        "t.md",
        table("| A | 3.1 | 12.500 |\n| B | 2.9 | 11.233 |").as_bytes(),
    )
    .unwrap();
    let of = |run: &ImportedRun| run.figures().into_iter().map(|figure| figure.what).collect();
    let found: Vec<Vec<FigureOf>> = unknown.runs.iter().map(of).collect();
    assert_eq!(found, [vec![BytesPerS], vec![BytesPerS]]);
    let note = unknown.runs[0].record.notes[0].text(fiord_messages::Lang::En);
    assert!(note.contains("1 number in this row was not read"), "{note}");
}

/// What a table says of something else than a result of storage is none.
#[test]
fn deviations_databases_and_sentences_are_no_results() {
    use FigureOf::{Iops, P99Ns};
    let values = |text: &str| -> Vec<(String, FigureOf, f64)> {
        let text = import::text("t.md", text.as_bytes()).unwrap();
        let of = |run: &ImportedRun| {
            let name = run.name();
            let figures = run.figures().into_iter();
            figures
                .map(move |figure| (name.clone(), figure.what, figure.value.high))
                .collect::<Vec<_>>()
        };
        text.runs.iter().flat_map(of).collect()
    };
    let deviation =
        "| fs | read IOPS | p99 (ms) | stddev IOPS |\n|---|---|---|---|\n| a | 9000 | 2.5 | 310 |\n";
    assert_eq!(
        values(deviation),
        [("a".to_owned(), Iops, 9000.0), ("a".to_owned(), P99Ns, 2.5e6)]
    );
    let database = "| change | latency [ms] | [tps] |\n|---|---|---|\n| a | 0.5 | 9,000 |\n";
    assert_eq!(values(database), []);
    let sentence = "It reaches 310K IOPS at most.\n\n| # | cores | IOPS [K] | Price |\n|---|---|---|---|\n| 1 | 2 | 900 | $99 |\n";
    let found = values(sentence);
    assert_eq!(
        found.iter().map(|(_, _, value)| *value).collect::<Vec<_>>(),
        [310e3, 900e3]
    );
    assert_eq!(found[1].0, "1 2");
}

/// Tables of programs have blanks between their columns.
#[test]
fn columns_with_blanks_between_them_are_read() {
    let text = "                 Read [MB/s]    Read [IOPS]   Write [MB/s]\n  SEQ1M-Q8T1          3100           3100           2900\n RND4K-Q32T1           310          75683            210\n\nThe end\n";
    let text = import::text("t", text.as_bytes()).unwrap();
    let of = |run: &ImportedRun| {
        let figures = run
            .figures()
            .into_iter()
            .map(|figure| (figure.what, figure.ddir, figure.value.high));
        (run.name(), figures.collect::<Vec<_>>())
    };
    let found: Vec<_> = text.runs.iter().map(of).collect();
    let row = |name: &str, rates: [f64; 3]| {
        let [read, iops, write] = rates;
        let figures = vec![
            (FigureOf::BytesPerS, Some(Ddir::Read), read * 1e6),
            (FigureOf::Iops, Some(Ddir::Read), iops),
            (FigureOf::BytesPerS, Some(Ddir::Write), write * 1e6),
        ];
        (name.to_owned(), figures)
    };
    assert_eq!(
        found,
        [
            row("SEQ1M-Q8T1", [3100.0, 3100.0, 2900.0]),
            row("RND4K-Q32T1", [310.0, 75683.0, 210.0])
        ]
    );
    // Rows without heads, and heads that do not tell apart what they are of.
    for other in [
        "hdd      31.46 MB/s   30.06 MB/s\nnvme    310.28 MB/s  319.75 MB/s\n",
        "ops/s    kBps   ms/r   kBps   ms/w\n  110     640    2.1  12800    1.0\n",
    ] {
        assert!(
            import::text("t", other.as_bytes()).unwrap().runs.is_empty(),
            "{other}"
        );
    }
}
