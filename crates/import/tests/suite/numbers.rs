//! Tables and sentences of others: which quantity each number is, and what their numbers contradict.
//!
//! The tables are trimmed from reports that people published.

use crate::formats::{joined, read};
use fiord_import::{self as import, ImportedRun, ImportedText};
use fiord_job::plan::Ddir;
use fiord_judge::TrapId;
use fiord_record::imported::FigureOf::{
    self, BytesPerS, ClatMeanNs, Iops, LatMaxNs, LatMeanNs, P50Ns, P99Ns, P999Ns,
};
use fiord_record::imported::Mismatch;

const READ: Option<Ddir> = Some(Ddir::Read);
const WRITE: Option<Ddir> = Some(Ddir::Write);
const MIB: f64 = 1_048_576.0;

type Number = (FigureOf, Option<Ddir>, f64);

fn numbers(text: &ImportedText) -> Vec<Vec<Number>> {
    let of = |run: &ImportedRun| {
        let figures = run.figures().into_iter();
        figures
            .map(|figure| {
                (
                    figure.what,
                    figure.ddir,
                    (figure.value.high * 10.0).round() / 10.0,
                )
            })
            .collect()
    };
    text.runs.iter().map(of).collect()
}

fn garbled(text: &[u8]) -> ImportedText {
    import::text("t.md", text).unwrap()
}

fn mismatches(run: &ImportedRun) -> &[Mismatch] {
    &run.record.context.import.as_ref().unwrap().mismatches
}

#[test]
fn percentiles_and_maxima_are_no_means() {
    let text = read("table-percentiles.md");
    assert_eq!(
        numbers(&text),
        [
            vec![
                (Iops, READ, 1e4),
                (LatMeanNs, READ, 3.2e6),
                (P99Ns, READ, 12.5e6),
                (LatMaxNs, READ, 250e6)
            ],
            vec![(BytesPerS, None, (98.86 * MIB * 10.0).round() / 10.0)],
            vec![(BytesPerS, None, (101.09 * MIB * 10.0).round() / 10.0)],
            vec![(P50Ns, None, 703.2e6)],
            vec![(P50Ns, None, 719.7e6)],
            vec![(P99Ns, None, 1182.8e6)],
            vec![(P99Ns, None, 6186e6)],
            vec![
                (ClatMeanNs, READ, 912e3),
                (P99Ns, READ, 6.5e6),
                (P999Ns, READ, 8.1e6)
            ],
        ]
    );
    for run in &text.runs {
        assert_eq!(joined(&run.record.notes), "");
        assert_eq!(mismatches(run), []);
    }
    assert_eq!(text.runs[0].name(), "randread 4k");
}

#[test]
fn a_row_that_contradicts_itself_is_told() {
    let text = garbled(include_bytes!("../data/garbled/table.md"));
    assert_eq!(
        mismatches(&text.runs[0]),
        [
            Mismatch::BlocksPerS {
                bytes_per_s: 500e6,
                iops: 10_000.0,
                block_bytes: 4096
            },
            Mismatch::InFlight {
                in_flight: 900.0,
                asked_depth: 1.0
            },
            Mismatch::LatencyOrder {
                lower: P50Ns,
                lower_ns: 5e6,
                higher: P99Ns,
                higher_ns: 2e6
            },
        ]
    );
    assert_eq!(
        mismatches(&text.runs[1]),
        [Mismatch::BlocksPerS {
            bytes_per_s: 316.0 * MIB,
            iops: 81_060.0,
            block_bytes: 16_384
        }]
    );
    assert_eq!(mismatches(&text.runs[2]), []);
    let is_found = |run: &ImportedRun| crate::traps(run).contains(&TrapId::GarbledResult);
    let found: Vec<bool> = text.runs.iter().map(is_found).collect();
    assert_eq!(found, [true, true, false]);
}

#[test]
fn cells_have_the_units_of_their_heads_and_asides() {
    let text = read("table-raid.md");
    assert_eq!(
        numbers(&text)[..9],
        [
            vec![
                (Iops, WRITE, 215.0),
                (BytesPerS, WRITE, 216.0 * MIB),
                (ClatMeanNs, WRITE, 74e6),
                (P99Ns, WRITE, 197e6)
            ],
            vec![
                (Iops, READ, 15_494.0),
                (BytesPerS, READ, (60.4 * MIB * 10.0).round() / 10.0),
                (ClatMeanNs, READ, 8.3e6),
                (P99Ns, READ, 135e6)
            ],
            vec![(Iops, READ, 76.6)],
            vec![(Iops, READ, 34.9), (Iops, WRITE, 15.6)],
            vec![(BytesPerS, WRITE, 7.28e6)],
            vec![
                (BytesPerS, READ, 376e6),
                (Iops, READ, 358.0),
                (LatMeanNs, READ, 2_722e3)
            ],
            vec![(BytesPerS, None, 6.2e9), (Iops, None, 5_920.0)],
            vec![(BytesPerS, None, 0.5e9), (Iops, None, 31_200.0)],
            vec![
                (Iops, None, 426e3),
                (BytesPerS, None, 1_664.0 * MIB),
                (LatMeanNs, None, 299_990.0)
            ],
        ]
    );
    assert_eq!(
        numbers(&text)[9..],
        [
            vec![(BytesPerS, READ, 200e6)],
            vec![(BytesPerS, READ, 550e6)],
            vec![(LatMeanNs, READ, 15e6)],
            vec![(LatMeanNs, READ, 100e3)],
        ]
    );
    for run in &text.runs {
        assert_eq!(mismatches(run), [], "{}", run.name());
    }
}

#[test]
fn rados_says_when_its_bandwidth_is_not_that_of_its_count() {
    let text = garbled(include_bytes!("../data/garbled/rados.txt"));
    let [
        Mismatch::BytesInTime {
            bytes_per_s,
            from_bytes_per_s,
            ..
        },
    ] = mismatches(&text.runs[0])
    else {
        panic!("{:?}", mismatches(&text.runs[0]));
    };
    assert!((bytes_per_s / MIB - 2628.3).abs() < 1e-6);
    assert!((from_bytes_per_s / 1e6 - 1709.2).abs() < 0.1);
    assert_eq!(crate::figure(&text.runs[0], BytesPerS, WRITE), *bytes_per_s);
    assert_eq!(mismatches(&read("rados.txt").runs[0]), []);
}

#[test]
fn sentences_keep_their_numbers_and_directions() {
    for (text, expected) in [
        (
            "Threads: 32 Size:   4096  READ Time:  30 IO/s:  152631 MB/s:  596",
            vec![vec![(Iops, READ, 152_631.0), (BytesPerS, None, 596e6)]],
        ),
        (
            "Before the upgrade we saw 500 MB/s, after the upgrade 520 MB/s.",
            vec![vec![(BytesPerS, None, 500e6)], vec![(BytesPerS, None, 520e6)]],
        ),
        (
            "1. Sequential Read (Write) up to 2,800 MB/s (2,000 MB/s)",
            vec![vec![(BytesPerS, READ, 2800e6), (BytesPerS, WRITE, 2000e6)]],
        ),
        (
            "File Writing     1 Writers,     0 Readers,   325239.1 records/sec,    31.02 MB/sec",
            vec![vec![(BytesPerS, WRITE, 31.02e6)]],
        ),
        (
            "The disk did 500 MB/s: 120000 IOPS",
            vec![vec![(BytesPerS, None, 500e6), (Iops, None, 120e3)]],
        ),
    ] {
        let read = import::text("t.txt", text.as_bytes()).unwrap();
        assert_eq!(numbers(&read), expected, "{text}");
    }
}

/// The latency of another program's line of results does not speak of the runs of fio.
#[test]
fn a_line_of_results_claims_nothing_about_other_runs() {
    let fio = "$ fio --name=write --ioengine=psync --rw=write --bs=1M --size=10G --sync=1\n\
        write: (groupid=0, jobs=1): err= 0: pid=1: Tue May 12 08:00:26 2020\n  write: IOPS=465, BW=465MiB/s (488MB/s)(10.0GiB/22014msec)\n     \
        lat (usec): min=805, max=654089, avg=2036.18, stdev=13176.90\n\n";
    let claims = |line: &str| {
        let text = import::text("t.txt", format!("{fio}{line}\n").as_bytes()).unwrap();
        crate::traps(&text.runs[0]).contains(&TrapId::LatencyClaim)
    };
    assert!(claims("The latency of the disk is 2 us."));
    assert!(!claims(
        "SBK: File Writing 1 Writers, 0 Readers, 1626521 records, 31.02 MB/sec, 1989.3 ns avg latency, 4040500 ns max latency"
    ));
}

#[test]
fn parts_of_outputs_are_read_as_the_whole_is() {
    for (text, expected) in [
        (
            "JobName: read_iops\n  blocksize=4K filesize=2G iodepth=64 rw=randread\nread:\n  IOPS=1500.250000 BW(KiB/s)=6001\n",
            vec![vec![(Iops, READ, 1500.3), (BytesPerS, READ, 6001.0 * 1024.0)]],
        ),
        (
            "[Read]\n  SEQ    1MiB (Q=  8, T= 1):  3100.000 MB/s [   2956.4 IOPS] <  2700.00 us>\n\n[Schreiben]\n  \
            RND    4KiB (Q=  1, T= 1):    40.960 MB/s [  10000.0 IOPS] <    99.00 us>\n\n[Mix] Read 70%/Write 30%\n  \
            RND    4KiB (Q=  1, T= 1):    40.960 MB/s [  10000.0 IOPS] <    99.00 us>\n",
            vec![
                vec![
                    (Iops, READ, 2956.4),
                    (LatMeanNs, READ, 2.7e6),
                    (BytesPerS, READ, 3100e6),
                ],
                vec![
                    (Iops, WRITE, 1e4),
                    (LatMeanNs, WRITE, 99e3),
                    (BytesPerS, WRITE, 40.96e6),
                ],
                vec![
                    (Iops, None, 1e4),
                    (LatMeanNs, None, 99e3),
                    (BytesPerS, None, 40.96e6),
                ],
            ],
        ),
        (
            "`104857600 bytes (105 MB, 100 MiB) copied, 0.5 s, 210 MB/s`\n",
            vec![vec![
                (FigureOf::Bytes, None, 104_857_600.0),
                (FigureOf::RuntimeNs, None, 5e8),
                (BytesPerS, None, 209_715_200.0),
            ]],
        ),
        (
            "sockperf: ====> avg-rtt=93.5 (std-dev=2.0)\nsockperf: Total 500 observations; each percentile contains 5.00 observations\n",
            vec![vec![(LatMeanNs, None, 93.5e3)]],
        ),
    ] {
        let read = import::text("t.txt", text.as_bytes()).unwrap();
        assert_eq!(numbers(&read), expected, "{text}");
        for run in &read.runs {
            let found = crate::traps(run);
            assert!(!found.contains(&TrapId::SyncIodepth), "{found:?}");
        }
    }
}

/// A line of progress is not a result, and does not take the command.
#[test]
fn the_last_line_of_dd_is_its_result() {
    let text = "$ dd if=/dev/zero of=f bs=1M count=2000 status=progress\n1048576000 bytes (1.0 GB, 1000 MiB) copied, 1 s, 1.0 GB/s\n\
        2000+0 records in\n2000+0 records out\n2097152000 bytes (2.1 GB, 2.0 GiB) copied, 2.5 s, 839 MB/s\n\
        dd if=/dev/zero of=f bs=1M count=2000 0.00s user 1.10s system 40% cpu 2.510 total\n";
    let read = import::text("t.txt", text.as_bytes()).unwrap();
    let [run] = read.runs.as_slice() else {
        panic!("{}", read.runs.len());
    };
    assert_eq!(crate::figure(run, BytesPerS, WRITE), 2_097_152_000.0 / 2.5);
    let without_output = read.unread.iter().filter(|part| part.why == import::Why::Command);
    assert_eq!(without_output.count(), 0);
}

#[test]
fn cells_of_tables_hold_what_they_say() {
    for (text, expected) in [
        (
            "| Test | mean IOPS | stddev IOPS |\n|---|---|---|\n| randread | 9000 | 310 |\n",
            vec![vec![(Iops, READ, 9e3)]],
        ),
        (
            "  | Read IOPS | 1200 |\n  |-----------+------|\n  | Write IOPS | 700 |\n",
            vec![vec![(Iops, WRITE, 700.0)]],
        ),
        (
            "| Drive | Read kIOPS |\n|---|---|\n| A | 12.500 |\n",
            vec![vec![(Iops, READ, 12_500.0)]],
        ),
        (
            "| Drive | Read IOPS |\n|---|---|\n| A | 290.000 |\n| B | 812.300 |\n",
            vec![vec![(Iops, READ, 29e4)], vec![(Iops, READ, 812_300.0)]],
        ),
        // The first may be thousands, the second a fraction.
        (
            "| Drive | Read IOPS |\n|---|---|\n| A | 290.000 |\n| B | 812.345 |\n",
            vec![],
        ),
        (
            "| | write |\n|---|---|\n| Q1 | 65 MB/s (16k IOPS) |\n",
            vec![vec![(BytesPerS, WRITE, 65e6), (Iops, WRITE, 16e3)]],
        ),
        (
            "| | IOPS&BW | clat(usec) |\n|---|---|---|\n| 4k randwrite | IOPS=1500, BW=6000KiB/s (6144kB/s) | 510.20 |\n",
            vec![vec![
                (Iops, WRITE, 1500.0),
                (BytesPerS, WRITE, 6_144_000.0),
                (ClatMeanNs, WRITE, 510_200.0),
            ]],
        ),
    ] {
        let read = import::text("t.md", text.as_bytes()).unwrap();
        assert_eq!(numbers(&read), expected, "{text}");
    }
    // Cells of a column without a unit name nothing.
    let table =
        "| change | load [s] | latency [ms] | [ops] |\n|---|---|---|---|\n| base | 51 | 0.6 | 1700 |\n";
    let read = import::text("t.md", table.as_bytes()).unwrap();
    assert_eq!(read.runs[0].name(), "base");
}
