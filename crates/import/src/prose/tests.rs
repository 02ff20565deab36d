//! Sentences with the figures, names and directions that are read of them.
#![allow(clippy::unwrap_used)]

use super::*;

fn figures(text: &str) -> Vec<(FigureOf, Option<Ddir>, f64, f64)> {
    let line = TextLine {
        number: 1,
        text: text.to_owned(),
    };
    let of = |draft: RunDraft| draft.figures.into_iter();
    let all = read(&line, None).into_iter().flat_map(of);
    all.map(|one| (one.what, one.ddir, one.value.low, one.value.high))
        .collect()
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of sentences")]
fn numbers_with_a_unit_are_values() {
    use FigureOf::{BytesPerS, Iops, LatMeanNs};
    for (text, expected) in [
        (
            "  • Hypervisor host (bare metal): ~200k IOPS",
            vec![(Iops, None, 2e5, 2e5)],
        ),
        (
            "  • VM on it (idle state): 100k ~ 110k IOPS",
            vec![(Iops, None, 1e5, 1.1e5)],
        ),
        (
            "Throughput = 12.4MB/s, IOPS = 3016",
            vec![(BytesPerS, None, 12.4e6, 12.4e6), (Iops, None, 3016.0, 3016.0)],
        ),
        (
            "Reads were 500 MB/s (477 MiB/s) and writes 300 MB/s.",
            vec![
                (BytesPerS, Some(Ddir::Read), 5e8, 5e8),
                (BytesPerS, Some(Ddir::Write), 3e8, 3e8),
            ],
        ),
        (
            "5,000 IOPS at an average latency of 2-3 ms is slow",
            vec![(Iops, None, 5e3, 5e3), (LatMeanNs, None, 2e6, 3e6)],
        ),
        ("The average latency is 2-3 ms", vec![]),
        (
            "It does 5,000 random read IOPS",
            vec![(Iops, Some(Ddir::Read), 5e3, 5e3)],
        ),
        ("Die Platte liest 1,5 GB/s", vec![(BytesPerS, None, 1.5e9, 1.5e9)]),
        ("1.2 million IOPS", vec![]),
        ("The array does 310.5 kIOPS", vec![(Iops, None, 310.5e3, 310.5e3)]),
        ("The array does 1.5 MIOPS", vec![(Iops, None, 1.5e6, 1.5e6)]),
        ("Tested on Debian 11. IOPS were fine", vec![]),
        ("jobs 1, depth 16, IOPS 7.3k", vec![(Iops, None, 7.3e3, 7.3e3)]),
        ("bs=8k, iodepth=16, IOPS=7.3k", vec![(Iops, None, 7.3e3, 7.3e3)]),
        ("QD=16 IOPS=7.3k", vec![(Iops, None, 7.3e3, 7.3e3)]),
        ("[Number of IOPS][3] in the manual", vec![]),
        ("We looked at IOPS. 5 jobs were enough", vec![]),
        (
            "- read-iops: ~5300",
            vec![(Iops, Some(Ddir::Read), 5300.0, 5300.0)],
        ),
        ("A volume provisioned with 4000 IOPS", vec![]),
        ("A volume with 4000 IOPS provisioned", vec![]),
        (
            "Latency avg 150µs, p99.9 5 ms @ 5k IOPS QD1",
            vec![(LatMeanNs, None, 150e3, 150e3), (Iops, None, 5e3, 5e3)],
        ),
        (
            "Random read 8k: IOPS 35,000 (latency 376 us)",
            vec![
                (Iops, Some(Ddir::Read), 35e3, 35e3),
                (LatMeanNs, Some(Ddir::Read), 376e3, 376e3),
            ],
        ),
        (
            "IOPS (8K random write): 30000",
            vec![(Iops, Some(Ddir::Write), 3e4, 3e4)],
        ),
        ("IOPS 8k read: 35000", vec![(Iops, Some(Ddir::Read), 35e3, 35e3)]),
        ("IOPS (QD16): 35000", vec![(Iops, None, 35e3, 35e3)]),
        ("典型IOPS(8K随机读写):2000", vec![(Iops, None, 2e3, 2e3)]),
        ("The disk reaches 12.5万 IOPS", vec![(Iops, None, 125e3, 125e3)]),
        ("Disk IOPS:2.5万", vec![(Iops, None, 25e3, 25e3)]),
        (
            "Read:310MB/s Write:120MB/s",
            vec![
                (BytesPerS, Some(Ddir::Read), 310e6, 310e6),
                (BytesPerS, Some(Ddir::Write), 120e6, 120e6),
            ],
        ),
        (
            "runtime=30s, 7k IOPS, avg lat=0.5ms",
            vec![(Iops, None, 7e3, 7e3), (LatMeanNs, None, 5e5, 5e5)],
        ),
        (
            "After 20 s: 1700 IOPS, latency 0.5 ms",
            vec![(Iops, None, 1700.0, 1700.0), (LatMeanNs, None, 5e5, 5e5)],
        ),
        ("Il disco fa 150.000 IOPS", vec![(Iops, None, 15e4, 15e4)]),
        ("Il disco fa 150.125 IOPS", vec![]),
        ("It does 1523.125 IOPS", vec![(Iops, None, 1523.125, 1523.125)]),
        (
            "[ 20s ] reads: 310.39 MiB/s writes: 0.00 MiB/s latency (ms,95%): 0.5",
            vec![],
        ),
        ("Frankfurt  203.0.113.7  22.5MB/s", vec![]),
        ("Disk: 1 310,5 MB/s", vec![(BytesPerS, None, 1310.5e6, 1310.5e6)]),
        (
            "Disk 1\u{a0}310,5 MB/s",
            vec![(BytesPerS, None, 1310.5e6, 1310.5e6)],
        ),
        (
            "Disk 12 000 045 KB/s",
            vec![(BytesPerS, None, 12_000_045e3, 12_000_045e3)],
        ),
        ("Disk 75'310 IOPS", vec![(Iops, None, 75_310.0, 75_310.0)]),
        (
            "Throughput = 3000 * 8 = 24 000 KB/s = 24 MB/s",
            vec![(BytesPerS, None, 24e6, 24e6)],
        ),
        ("numjobs 4 310 MB/s", vec![(BytesPerS, None, 310e6, 310e6)]),
        (
            "Read: 1 250 MB/s",
            vec![(BytesPerS, Some(Ddir::Read), 1250e6, 1250e6)],
        ),
        ("numjobs=4 310 MB/s", vec![(BytesPerS, None, 310e6, 310e6)]),
        ("The disk reaches 20-30万 IOPS", vec![]),
        ("The disk reaches 1,200万 IOPS", vec![]),
        (
            "The thin-provisioned volume reads 310 MB/s",
            vec![(BytesPerS, Some(Ddir::Read), 310e6, 310e6)],
        ),
        ("1. IOPS of the disk", vec![]),
        ("The test took 20 s with 64 jobs of 4k", vec![]),
        ("10 Gbit/s network", vec![]),
        ("500 MB/s", vec![]),
        ("There are 4 IOPS classes", vec![]),
        ("The volume type gives 5 IOPS per GB", vec![]),
        ("Kernel 6.12 IOPS", vec![]),
        (
            "Driver 4.1.2.9 reads 310 MB/s",
            vec![(BytesPerS, Some(Ddir::Read), 310e6, 310e6)],
        ),
        ("Fetched 12.5 MB in 1s (31.5 MB/s)", vec![]),
        ("   ━━━━━━ 31.5/31.5 MB 3.1 MB/s eta 0:00:00", vec![]),
        (
            "Receiving objects: 100% (310/310), 3.1 MiB | 2.50 MiB/s, done.",
            vec![],
        ),
        ("A rate of 2m would limit reads to 2MiB/sec", vec![]),
        ("stress-ng-memrate: write64: 9310.00 MB/sec", vec![]),
        ("RAM speed: 31 GB/s", vec![]),
        // The cells of a table whose heads are elsewhere.
        ("hdd  31.46 MB/s  30.06 MB/s  4.94 MB/s", vec![]),
        (
            "From 2000 IOPS on gp2 to 9000 IOPS on io2, and the latency fell from 20 ms to 2 ms",
            vec![(Iops, None, 2e3, 2e3), (Iops, None, 9e3, 9e3)],
        ),
        // A change has two values and not a range.
        (
            "After tuning, throughput rose from 100 to 900 MB/s",
            vec![(BytesPerS, None, 900e6, 900e6)],
        ),
        (
            "Throughput ranges from 100 to 900 MB/s",
            vec![(BytesPerS, None, 100e6, 900e6)],
        ),
        (
            "seq: R 2.5GB/s W 2.0GB/s, rand 4k: R 310k W 250k IOPS",
            vec![
                (BytesPerS, Some(Ddir::Read), 2.5e9, 2.5e9),
                (BytesPerS, Some(Ddir::Write), 2e9, 2e9),
                (Iops, Some(Ddir::Write), 250e3, 250e3),
            ],
        ),
    ] {
        assert_eq!(figures(text), expected, "{text}");
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of sentences")]
fn directions_are_those_of_the_words_next_to_a_number() {
    use FigureOf::{BytesPerS, Iops, LatMeanNs};
    for (text, expected) in [
        (
            "My NVMe does 7,000 MB/s reads, 5,000 MB/s writes and 1,000,000 IOPS.",
            vec![
                (BytesPerS, Some(Ddir::Read), 7e9, 7e9),
                (BytesPerS, Some(Ddir::Write), 5e9, 5e9),
                (Iops, None, 1e6, 1e6),
            ],
        ),
        (
            "I get 35,000 read IOPS and 520 MB/s sequential write, with 1.2 ms latency at p99.",
            vec![
                (Iops, Some(Ddir::Read), 35e3, 35e3),
                (BytesPerS, Some(Ddir::Write), 520e6, 520e6),
            ],
        ),
        (
            "Read 500 MB/s; 300 MB/s write; 20k random write IOPS at 4k.",
            vec![
                (BytesPerS, Some(Ddir::Read), 5e8, 5e8),
                (BytesPerS, Some(Ddir::Write), 3e8, 3e8),
                (Iops, Some(Ddir::Write), 2e4, 2e4),
            ],
        ),
        (
            "Disk: read 500 MB/s write 300 MB/s",
            vec![
                (BytesPerS, Some(Ddir::Read), 5e8, 5e8),
                (BytesPerS, Some(Ddir::Write), 3e8, 3e8),
            ],
        ),
        (
            "Disk: 500 MB/s read 300 MB/s write",
            vec![
                (BytesPerS, Some(Ddir::Read), 5e8, 5e8),
                (BytesPerS, Some(Ddir::Write), 3e8, 3e8),
            ],
        ),
        (
            "Reads: 500 MB/s, writes: 300 MB/s.",
            vec![
                (BytesPerS, Some(Ddir::Read), 5e8, 5e8),
                (BytesPerS, Some(Ddir::Write), 3e8, 3e8),
            ],
        ),
        (
            "Reads had 500 MB/s while writes were slow",
            vec![(BytesPerS, Some(Ddir::Read), 5e8, 5e8)],
        ),
        (
            "At 5,000 IOPS the latency is 2 ms for reads, 5 ms for writes",
            vec![
                (Iops, None, 5e3, 5e3),
                (LatMeanNs, Some(Ddir::Read), 2e6, 2e6),
                (LatMeanNs, Some(Ddir::Write), 5e6, 5e6),
            ],
        ),
        (
            "At 5,000 IOPS the p99 write latency was 12 ms and fsync took 30 ms",
            vec![(Iops, None, 5e3, 5e3)],
        ),
        (
            "4k random read 61000 IOPS (244000 KB/s)",
            vec![
                (Iops, Some(Ddir::Read), 61e3, 61e3),
                (BytesPerS, Some(Ddir::Read), 244e6, 244e6),
            ],
        ),
        (
            "Read: 2.5GB/s (IOPS: 610k)  Write: 1.1 GB/s (IOPS: 268k)",
            vec![
                (BytesPerS, Some(Ddir::Read), 2.5e9, 2.5e9),
                (Iops, Some(Ddir::Read), 610e3, 610e3),
                (BytesPerS, Some(Ddir::Write), 1.1e9, 1.1e9),
                (Iops, Some(Ddir::Write), 268e3, 268e3),
            ],
        ),
        (
            "Host: Random Read/Write IOPS: 90k/45k. BW: 360MB/s / 180MB/s",
            vec![
                (Iops, Some(Ddir::Read), 9e4, 9e4),
                (Iops, Some(Ddir::Write), 45e3, 45e3),
                (BytesPerS, Some(Ddir::Read), 360e6, 360e6),
                (BytesPerS, Some(Ddir::Write), 180e6, 180e6),
            ],
        ),
        (
            "顺序读写吞吐量:约 300-350MB/s",
            vec![(BytesPerS, None, 300e6, 350e6)],
        ),
        (
            "disk 729.2 MB/sec read/write combined rate",
            vec![(BytesPerS, None, 729.2e6, 729.2e6)],
        ),
        (
            "Throughput 312.45 MB/sec  8 clients  8 procs  max_latency=90.110 ms",
            vec![(BytesPerS, None, 312.45e6, 312.45e6)],
        ),
        (
            "Die Platte schafft 1.234,5 MB/s und 456,7 MB/s",
            vec![
                (BytesPerS, None, 1234.5e6, 1234.5e6),
                (BytesPerS, None, 456.7e6, 456.7e6),
            ],
        ),
    ] {
        assert_eq!(figures(text), expected, "{text}");
    }
}

#[test]
fn each_run_of_a_line_has_its_own_name() {
    for (text, expected) in [
        (
            "Seq write: 900 MB/s; random read: 31k IOPS",
            ["Seq write", "random read"],
        ),
        ("write 59MB/s, write 41MB/s", ["write", "write"]),
        ("1. host 900 MB/s, guest 300 MB/s", ["host", "guest"]),
        ("SSD: ~400 MB/s, HDD: ~110 MB/s", ["SSD", "HDD"]),
        (
            "rebuild ran at 180 MB/s, scrub at 1.2GB/s",
            ["rebuild ran at", "scrub"],
        ),
        ("seq: 2.5 GB/s, rand 4k: 310k IOPS", ["seq", "rand 4k"]),
        (
            "4k随机写3+MiB/s，64k顺序写130MiB/s，64k顺序读150MiB/s",
            ["64k 顺序写", "64k 顺序读"],
        ),
    ] {
        let line = TextLine {
            number: 1,
            text: text.to_owned(),
        };
        let names: Vec<String> = read(&line, None).into_iter().map(|draft| draft.name).collect();
        assert_eq!(names, expected, "{text}");
    }
}
