//! What a text leaves out stays unknown, and what it says in passing stays a sentence.

use crate::{figure, traps};
use fiord_import::{self as import, ImportedText};
use fiord_job::plan::Ddir;
use fiord_judge::TrapId;
use fiord_judge::case::Case;
use fiord_messages::Lang;
use fiord_record::imported::{FigureOf, ImportKind};
use fiord_report::documents;

use crate::fio_outputs::only;

fn of(text: &str) -> ImportedText {
    import::text("x", text.as_bytes()).unwrap()
}

fn data(name: &str) -> String {
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    std::fs::read_to_string(data.join(name)).unwrap()
}

/// The notes of its only run.
fn notes(text: &ImportedText) -> Vec<String> {
    let record = &only(text).record;
    record
        .notes
        .iter()
        .map(|note| note.text(Lang::En).to_owned())
        .collect()
}

/// The part of a text before the line that begins like this.
fn until(text: &str, begin: &str) -> String {
    let lines = text
        .lines()
        .take_while(|line| !line.trim_start().starts_with(begin));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_number_of_syncs_of_a_report_that_is_cut_is_unknown() {
    let text = of(&until(&data("fio/etcd-3.16.txt"), "cpu "));
    let run = only(&text);
    let figures = run.figures();
    assert!(!figures.iter().any(|figure| figure.what == FigureOf::SyncIos));
    assert!(figure(run, FigureOf::SyncMeanNs, None) > 0.0);
    let mut record = run.record.clone();
    if let Some(import) = &mut record.context.import {
        import.figures.clear();
    }
    let document = documents::run::of(&record, Lang::En);
    let sync = &document.body.jobs[0].result.sync;
    let latency = sync.lat.as_ref().unwrap();
    assert_eq!((sync.ios, latency.count), (None, None));
    assert!(latency.stddev_ns > 0.0);
    assert!(latency.percentiles.iter().all(|one| one.samples.is_none()));
    // The whole report counts them.
    let whole = of(&data("fio/etcd-3.16.txt"));
    let document = documents::run::of(&only(&whole).record, Lang::En);
    assert!(document.body.jobs[0].result.sync.ios > Some(1));
}

#[test]
fn a_result_without_a_date_has_none() {
    let text = of(
        "$ dd if=/dev/zero of=f bs=1M count=64 conv=fsync\n67108864 bytes (67 MB, 64 MiB) copied, 0.5 s, 134 MB/s\n",
    );
    let document = documents::run::of(&only(&text).record, Lang::En);
    assert_eq!((&document.body.started, &document.body.finished), (&None, &None));
    let text = of("The disk reads 500 MB/s\n");
    let record = serde_json::to_value(&only(&text).record).unwrap();
    assert!(
        record["started"].is_null() && record["elapsed_s"].is_null(),
        "{record}"
    );
}

#[test]
fn what_is_expected_is_no_result() {
    let sentences = data("tools/expected.txt");
    for sentence in sentences.lines() {
        assert_eq!(of(sentence).runs.len(), 0, "{sentence}");
    }
    for (sentence, ddir, rate) in [
        ("We expected 500 MB/s but got 210 MB/s", None, 210e6),
        ("I get up to 520 MB/s read", Some(Ddir::Read), 520e6),
        ("标称 3500 MB/s，实测顺序读 1200 MB/s", Some(Ddir::Read), 1200e6),
        ("The SSD does 410 MB/s with fsync", None, 410e6),
        (
            "Reads of the drive with io_uring: 510 MB/s",
            Some(Ddir::Read),
            510e6,
        ),
        ("The disk reads 310 MB/s, as expected", Some(Ddir::Read), 310e6),
        (
            "Without the rate limit it writes 140 MB/s",
            Some(Ddir::Write),
            140e6,
        ),
        ("The job is limited by the CPU: 310 MB/s", None, 310e6),
        (
            "It should read 3,500 MB/s, the actual speed is 310 MB/s",
            None,
            310e6,
        ),
        ("If I set direct=1 I get 310 MB/s", None, 310e6),
        ("官方 3500 MB/s，但实际只有 310 MB/s", None, 310e6),
    ] {
        let text = of(sentence);
        assert_eq!(figure(only(&text), FigureOf::BytesPerS, ddir), rate, "{sentence}");
    }
}

#[test]
fn chinese_numbers_count_in_ten_thousands() {
    for (text, iops) in [
        ("随机读 1.2万 IOPS", 12e3),
        ("4k 随机读 12w iops", 120e3),
        ("4k 随机读：IOPS 1.5w", 15e3),
        ("磁盘 4k 随机读 3.5WIOPS", 35e3),
    ] {
        assert_eq!(
            figure(only(&of(text)), FigureOf::Iops, Some(Ddir::Read)),
            iops,
            "{text}"
        );
    }
    // A power in watts is none.
    assert_eq!(of("The disk reads 300 IOPS at 12 W").runs.len(), 1);
}

/// fio 3.33: what a terminal of 80 columns shows.
#[test]
fn lines_that_a_terminal_wrapped_are_joined() {
    let whole = data("fio/verify-3.33.txt");
    let mut cut = String::new();
    for line in whole.lines() {
        let letters: Vec<char> = line.chars().collect();
        for part in letters.chunks(80) {
            cut.extend(part);
            cut.push('\n');
        }
        if letters.is_empty() {
            cut.push('\n');
        }
    }
    let (whole, cut) = (of(&whole), of(&cut));
    let (whole, cut) = (only(&whole), only(&cut));
    assert_eq!(whole.figures(), cut.figures());
    assert_eq!(whole.record.plan.jobs, cut.record.plan.jobs);
}

#[test]
fn reads_of_a_job_that_only_writes_are_of_its_verify_phase() {
    let note = "All reads of `v` verify the data that this job wrote (verify).";
    assert!(
        notes(&of(&data("fio/verify-3.33.txt")))
            .iter()
            .any(|said| said == note)
    );
    let text = of(&data("fio/verify-3.33.json"));
    assert!(notes(&text).iter().any(|said| said == note));
    // Both phases took as long: they are one worker.
    assert_eq!(only(&text).record.workers.len(), 1);
    assert!(!traps(only(&text)).contains(&TrapId::SameFileWriters));
}

#[test]
fn an_error_of_fio_alone_is_a_failure() {
    let text = of(
        "fio: io_u error on file small/e.0.0: No space left on device: write offset=2097152, buflen=4096\n\
         fio: pid=13407, err=28/file:io_u.c:1876, func=io_u error, error=No space left on device\n",
    );
    let run = only(&text);
    let error = run.record.workers[0].error.as_ref().unwrap();
    assert_eq!((error.errno, error.func.as_str()), (28, "io_u error"));
    assert_eq!(traps(run), [TrapId::Failed]);
}

#[test]
fn terse_output_of_version_3_says_that_it_has_no_trims() {
    let line = |direction: &str| {
        format!(
            "3;fio-3.33;t;0;0;{direction};{direction};0.000000%;0.000000%;0;0;8;100.0%;0.0%;0.0%;0.0%;0.0%;0.0%;0.0%{}",
            ";0.00%".repeat(22)
        )
    };
    let percentiles = "0%=0;".repeat(20);
    let none = format!("0;0;0;0;0;0;0.0;0.0;0;0;0.0;0.0;{percentiles}0;0;0.0;0.0;0;0;0.0%;0.0;0.0");
    assert!(
        notes(&of(&line(&none)))
            .iter()
            .any(|said| said.contains("does not print trims"))
    );
    // Its latencies are cut to whole microseconds: a mean of 28 ns is not above a largest one of 0.
    let fast = format!(
        "8192;8192000;2048000;1;0;0;0.0;0.0;0;0;0.014;0.1;{percentiles}0;0;0.028;0.1;0;0;0.0%;0.0;0.0"
    );
    let text = of(&line(&fast));
    assert!(!traps(only(&text)).contains(&TrapId::GarbledResult));
    assert_eq!(only(&text).kind, ImportKind::FioTerse);
}

#[test]
fn heads_that_dstat_repeats_are_of_one_run_and_its_first_row_is_since_boot() {
    let text = of(&data("tools/dstat-repeated.txt"));
    assert_eq!(text.runs.len(), 2);
    let read = |at: usize| figure(&text.runs[at], FigureOf::BytesPerS, Some(Ddir::Read));
    assert_eq!((read(0), read(1)), (2287.0 * 1024.0, 2452.0 * 1024.0));
    assert_eq!(text.runs[1].lines.1, 18);
}

/// fio 1.57: what the author repeats below the output is the same run.
#[test]
fn the_first_lines_of_an_output_again_are_the_same_run() {
    let output = "random-write-buf: (groupid=1, jobs=5): err= 0: pid=2452\n  write: io=6377.3MB, bw=472902KB/s, iops=59112 , runt= 13809msec\n";
    let whole = format!(
        "{output}    clat (usec): min=8 , max=4490.8K, avg=77.54, stdev=3751.21\n     issued r/w/d: total=0/816288/0, short=0/0/0\n"
    );
    let text = of(&format!(
        "{whole}\nThe most interesting numbers are these:\n<pre>{output}</pre>\n"
    ));
    assert_eq!((text.runs.len(), text.same.len()), (1, 1));
    assert_eq!(figure(only(&text), FigureOf::Ios, Some(Ddir::Write)), 816_288.0);
    // Another process is another run.
    let other = output.replace("13809", "13810").replace("2452", "2453");
    assert_eq!(of(&format!("{whole}\nThe next day:\n{other}")).runs.len(), 2);
}

#[test]
fn columns_of_one_value_of_a_setting_have_its_results() {
    let text = of(
        "| Test | iodepth=1 | iodepth=32 |\n|---|---|---|\n| 4k randread IOPS | 9,500 | 98,000 |\n| 4k randread lat | 105us | 326us |\n",
    );
    let figures: Vec<(FigureOf, f64)> = text
        .runs
        .iter()
        .flat_map(|run| {
            run.figures()
                .into_iter()
                .map(|figure| (figure.what, figure.value.high))
        })
        .collect();
    let expected = [
        (FigureOf::Iops, 9500.0),
        (FigureOf::Iops, 98e3),
        (FigureOf::LatMeanNs, 105e3),
        (FigureOf::LatMeanNs, 326e3),
    ];
    assert_eq!(figures, expected);
}

#[test]
fn what_dd_writes_to_its_standard_output_may_be_no_rate_of_a_disk() {
    let result = "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 11.7811 s, 91.1 MB/s\n";
    let text = of(&format!(
        "$ dd if=/dev/zero bs=1M count=1K | nc -vvn 192.168.1.50 12345\n{result}"
    ));
    assert!(
        notes(&text)
            .iter()
            .any(|said| said.contains("may not be that of a disk"))
    );
    assert!(only(&text).figures().iter().all(|figure| figure.ddir.is_none()));
    assert_eq!(traps(only(&text)), []);
}

fn fast(engine: &str, disk_ios: u64) -> String {
    format!(
        "fast: (g=0): rw=randread, bs=4K-4K/4K-4K/4K-4K, ioengine={engine}, iodepth=1\nfio-2.2.10\nStarting 1 process\n\
         fast: (groupid=0, jobs=1): err= 0: pid=31: Tue May 12 08:00:26 2020\n  \
         read : io=4096.0MB, bw=419430KB/s, iops=104857, runt= 10000msec\n    \
         clat (usec): min=5, max=310, avg= 7.10, stdev= 1.10\n     lat (usec): min=6, max=311, avg= 8.10, stdev= 1.10\n     \
         issued    : total=r=1048576/w=0/d=0, short=r=0/w=0/d=0, drop=r=0/w=0/d=0\n\n\
         Disk stats (read/write):\n  nvme0n1: ios={disk_ios}/16, merge=0/0, ticks=7000/1, in_queue=7001, util=99.66%\n"
    )
}

/// The table of disks shows who served the reads, however fast they were.
#[test]
fn fast_reads_that_the_disk_served_are_not_of_memory() {
    let found = |disk_ios| traps(only(&of(&fast("libaio", disk_ios))));
    assert!(!found(1_040_000).contains(&TrapId::CacheRead));
    assert!(found(1000).contains(&TrapId::CacheRead));
}

/// The I/Os of an engine such as `rbd` reach no disk of the machine.
#[test]
fn a_table_of_disks_says_nothing_of_an_unknown_engine() {
    let found = |engine| {
        let command =
            format!("$ fio --name=fast --direct=1 --rw=randread --bs=4k --size=4g --ioengine={engine}\n");
        let slow = fast(engine, 0)
            .replace("avg= 7.10", "avg=71.0")
            .replace("avg= 8.10", "avg=81.0");
        traps(only(&of(&(command + &slow))))
    };
    assert!(
        found("libaio").contains(&TrapId::CacheBelow),
        "{:?}",
        found("libaio")
    );
    assert!(!found("rbd").contains(&TrapId::CacheBelow), "{:?}", found("rbd"));
}

/// How far a walk comes in its runtime depends on the disk: the text of a result does not show it.
#[test]
fn how_far_a_walk_comes_is_an_estimate() {
    let said = |order: &str| {
        let text = format!(
            "$ fio --name=w --rw={order} --bs=4k --direct=1 --ioengine=psync --size=30g --runtime=20 --time_based --filename=f\n\
             \x20 read: IOPS=17.1k, BW=66.8MiB/s (70.0MB/s)(1336MiB/20001msec)\n"
        );
        let text = of(&text);
        let judged = fiord_judge::verdict::verdict(&Case::of(&only(&text).record));
        let small = judged
            .findings
            .iter()
            .find(|finding| finding.trap() == TrapId::SmallFile);
        small.map(|finding| finding.saw(Lang::En))
    };
    let walk = said("read").unwrap();
    assert!(
        walk.ends_with(
            "This size is an estimate: the bytes that the job moves on a fast SSD in this runtime."
        ),
        "{walk}"
    );
    assert_eq!(said("randread"), None);
}

/// The facts beside its numbers tell a data sheet; no word has to say that something was promised.
#[test]
fn numbers_beside_the_facts_of_a_data_sheet_are_no_results() {
    for text in [
        "Capacity 2 TB, 600 TBW, 3,400 MB/s read, 2,500 MB/s write",
        "Example 980 1TB M.2 2280 PCIe 4.0 NVMe, 7,000 MB/s read, 5,000 MB/s write",
        "Random Read IOPS: 1,000,000, MTBF 1.5 million hours",
        "Sequential read 560 MB/s, 5-year warranty",
        "Interface: PCIe 4.0 x4\nSequential Read: 7,300 MB/s\nRandom Read: 1,200,000 IOPS\nEndurance: 1200 TBW\n",
        "Sequential Read     7,300 MB/s\nRandom Read (IOPS)  1,000,000\nMTBF (hours)        1,750,000\n",
        "| Model | 1TB | 2TB |\n|---|---|---|\n| Sequential Read (MB/s) | 7,300 | 7,400 |\n| Warranty | 5 years | 5 years |\n",
        "| Model | Seq Read MB/s | TBW |\n|---|---|---|\n| A | 3500 | 600 |\n",
        "| Model | Form factor | Interface | NAND | Seq Read MB/s |\n|---|---|---|---|---|\n| A | M.2 | PCIe | TLC | 3500 |\n",
    ] {
        let runs = of(text).runs;
        assert!(runs.is_empty(), "{text}: {:?}", runs[0].figures());
    }
    // A drive has these facts also where it was measured.
    for text in [
        "I have a 1TB drive with 600 TBW and measured 3,100 MB/s read",
        "My SSD under warranty got 520 MB/s",
        "SMART says 45 TBW. Sequential read: 520 MB/s",
        "fio randread on a 1TB M.2 NVMe: 320k IOPS",
        "| Drive | Interface | randread IOPS |\n|---|---|---|\n| A | SATA | 80000 |\n",
        "| Drive | TBW | fio 4k randread IOPS |\n|---|---|---|\n| A | 600 | 80000 |\n",
    ] {
        assert_eq!(of(text).runs.len(), 1, "{text}");
    }
}

/// A bound in words is none of the values; a range in words is one value.
#[test]
fn bounds_and_ranges_in_words() {
    for text in [
        "the read throughput dropped to less than 120 MB/sec",
        "Sequential reads are over 1GB/s",
        "On-demand: it scales (up to 200 MB/s write, 400 MB/s read)",
        "Each shard supports 1 MB/s write, 2 MB/s read",
        "理想指标为大于 500 IOPS",
        "延遲很高，IOPS 低於 500 IOPS",
        "The bandwidth between both nodes is 1 Gbits/sec = 128 MB/s",
    ] {
        assert!(of(text).runs.is_empty(), "{text}");
    }
    let text = of("The write speeds are between 1 to 15 MB/s");
    let value = only(&text).figures()[0].value;
    assert_eq!((value.low, value.high), (1e6, 15e6));
}

/// Of a cell with two numbers the first is not the rate of the second; samples are counted, and are no rate.
#[test]
fn numbers_of_another_quantity_are_not_rates() {
    let row = "| Measure | Value |\n|---|---|\n| 4 KB fsync latency | 20-31 ms, i.e. ~32-50 fsync/s |\n";
    let text = of(row);
    let rate = &only(&text).figures()[0];
    assert_eq!(
        (rate.what, rate.value.low, rate.value.high),
        (FigureOf::SyncsPerS, 32.0, 50.0)
    );
    let samples = "randread IOPS:\n\n| variant | samples | mean |\n|---|---|---|\n| off | 10 | 1,003,102 |\n";
    let text = of(samples);
    assert_eq!(figure(only(&text), FigureOf::Iops, Some(Ddir::Read)), 1_003_102.0);
}

/// Neither a goal is a result, nor a part of a line that a mail has wrapped.
#[test]
fn goals_and_wrapped_lines_are_no_results() {
    for text in [
        "| Metric | Target | Condition |\n|---|---|---|\n| Sequential write | 2.5 GB/s | NVMe |\n",
        "stdev=4975.82, samples=450 iops        : min=   39, max=11118,\n",
    ] {
        assert!(of(text).runs.is_empty(), "{text}");
    }
}

/// Times below percentiles are latencies, also where no head names them so.
#[test]
fn times_below_percentiles_are_latencies() {
    let text = of("| mode | IOPS | avg | p99 |\n|---|---|---|---|\n| randwrite | 163k | 6 µs | 16 µs |\n");
    let run = only(&text);
    assert_eq!(figure(run, FigureOf::LatMeanNs, Some(Ddir::Write)), 6e3);
    assert_eq!(figure(run, FigureOf::P99Ns, Some(Ddir::Write)), 16e3);
}

/// The latencies beside a rate of syncs are those of the syncs.
#[test]
fn a_table_of_syncs_has_their_latencies() {
    let text = of(
        "| Size | Fsync/s | Avg Lat | P99 | Min | Max |\n|---|---|---|---|---|---|\n| 4 KB | 540 | 1.85 ms | 5.5 ms | 1.5 ms | 5.6 ms |\n",
    );
    let figures = only(&text).figures();
    let whats: Vec<FigureOf> = figures.iter().map(|figure| figure.what).collect();
    assert_eq!(
        whats,
        [
            FigureOf::SyncsPerS,
            FigureOf::SyncMeanNs,
            FigureOf::SyncP99Ns,
            FigureOf::SyncMaxNs
        ]
    );
}
