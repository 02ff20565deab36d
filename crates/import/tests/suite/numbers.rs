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
