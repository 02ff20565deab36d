//! Outputs that people posted with their questions: the value that answers each.
//!
//! `multipath-3.39.txt` is from axboe/fio#1890, the prefixed outputs are the one of avocado-misc-tests PR#1675 as job runners log it, the logs are from
//! axboe/fio#385, #594 and #1058, `holes-3.1.txt` is from axboe/fio#719, the outputs `randrw-…` were printed by fio built from its own tags, and the
//! samples of other programs are those of `formats.rs`.

use std::path::Path;

use crate::formats::{self, Row};
use crate::{figure, traps};
use fiord_import::judged::{Judged, JudgedImport};
use fiord_import::{self as import, ImportedRun, ImportedText};
use fiord_job::plan::{Ddir, PlanPart};
use fiord_judge::TrapId;
use fiord_judge::case::Case;
use fiord_messages::{Lang, Sentence, import as messages};
use fiord_record::imported::FigureOf::{
    BytesPerS, ClatMeanNs, Iops, Ios, LatMeanNs, P50Ns, P99Ns, P999Ns, P9999Ns,
};
use fiord_record::number::{Bandwidth, Bytes, JobBytes, Nanos, Quotient, Rate};

const READ: Option<Ddir> = Some(Ddir::Read);
const WRITE: Option<Ddir> = Some(Ddir::Write);

fn data(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

fn read(name: &str) -> ImportedText {
    import::text(name, std::fs::read(data(name)).unwrap().as_slice()).unwrap()
}

/// What the findings of one trap say of a run, as JSON.
fn observed(run: &ImportedRun, trap: TrapId) -> Vec<serde_json::Value> {
    let judged = fiord_judge::verdict::verdict(&Case::of(&run.record));
    let of = judged.findings.iter().filter(|finding| finding.trap() == trap);
    of.map(|finding| serde_json::to_value(&finding.observed).unwrap())
        .collect()
}

fn assert_note(run: &ImportedRun, note: &str) {
    let notes = &run.record.notes;
    assert!(
        notes.iter().any(|known| known.text(Lang::En) == note),
        "{notes:?}"
    );
}

/// Of each output: how many runs it has, one of them, and a number of that run.
const NUMBERS: [Row; 13] = [
    ("field/multipath-3.39.txt", 1, 0, Ios, READ, 66_232_320.0),
    ("field/avocado.log", 1, 0, Ios, WRITE, 2_071.0),
    ("field/github-actions.log", 1, 0, Ios, WRITE, 2_071.0),
    ("field/journal.log", 1, 0, Ios, WRITE, 2_071.0),
    ("field/kubectl-timestamps.log", 1, 0, Ios, WRITE, 2_071.0),
    ("field/mail-quote.txt", 1, 0, Ios, WRITE, 2_071.0),
    ("field/mail-quote.txt", 1, 0, P99Ns, WRITE, 292e6),
    ("field/job_iops.1.log", 1, 0, Iops, READ, 11.0 / 0.261),
    ("field/job_iops.1.log", 1, 0, Iops, WRITE, 11.0 / 0.261),
    ("field/job_bw.1.log", 1, 0, BytesPerS, READ, 5.0 * 8192.0 / 0.172),
    ("field/job_bw.1.log", 1, 0, BytesPerS, WRITE, 7.0 * 8192.0 / 0.172),
    ("field/holes-3.1.txt", 1, 0, Ios, READ, 4_980_112.0),
    ("fio/zfs-mirror.txt", 1, 0, Ios, READ, 34_260.0),
];

#[test]
fn posted_outputs_have_their_numbers() {
    for (name, count, at, what, ddir, value) in NUMBERS {
        let text = read(name);
        assert_eq!(text.runs.len(), count, "{name}");
        let found = figure(&text.runs[at], what, ddir);
        assert!(
            (found / value - 1.0).abs() < 2e-3,
            "{name} {what:?}: {found} instead of {value}"
        );
    }
    let text = read("field/short_iops.1.log");
    let iops = figure(&text.runs[0], Iops, READ);
    assert!(
        iops < 30_000.0,
        "the first row is not a rate of the device: {iops}"
    );
}

/// Each version of fio from 2.1.3 to 3.41 in each format: two directions, all latencies, and no finding that the format does not tell.
#[test]
fn every_version_and_format_of_fio_is_read() {
    let mut names: Vec<String> = std::fs::read_dir(data("fio"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.retain(|name| name.starts_with("randrw-"));
    assert!(names.len() >= 28, "{names:?}");
    for name in names {
        let text = read(&format!("fio/{name}"));
        let [run] = text.runs.as_slice() else {
            panic!("{name}")
        };
        for ddir in [READ, WRITE] {
            for what in [
                Iops, BytesPerS, ClatMeanNs, LatMeanNs, P50Ns, P99Ns, P999Ns, P9999Ns,
            ] {
                assert!(figure(run, what, ddir) > 0.0, "{name} {what:?} {ddir:?}");
            }
            let block = figure(run, BytesPerS, ddir) / figure(run, Iops, ddir);
            assert!((block / 4096.0 - 1.0).abs() < 0.01, "{name} {ddir:?}: {block}");
        }
        let found = traps(run);
        for trap in [
            TrapId::GtodReduce,
            TrapId::AioBuffered,
            TrapId::CacheBelow,
            TrapId::CacheRead,
            TrapId::WriteCached,
            TrapId::GarbledResult,
        ] {
            assert!(!found.contains(&trap), "{name}: {found:?}");
        }
    }
}

/// The requests of an array are those of its disks: they count once.
#[test]
fn reads_of_holes_are_held_against_the_array_alone() {
    let text = read("field/holes-3.1.txt");
    let [seen] = &observed(&text.runs[0], TrapId::CacheBelow)[..] else {
        panic!("{:?}", traps(&text.runs[0]));
    };
    let text = seen.to_string();
    assert!(
        text.contains("\"device_ios\":541201") && text.contains("\"disks\":[\"md0\"]"),
        "{text}"
    );
    assert!(text.contains("\"share_percent\":89."), "{text}");
    let read = read("field/holes-3.1.txt");
    let judged = fiord_judge::verdict::verdict(&Case::of(&read.runs[0].record));
    let said = judged.line(Lang::En);
    assert!(said.contains("I/O that reached no device"), "{said}");
    let mut findings = judged.findings.iter();
    let cache = findings.find(|finding| finding.trap() == TrapId::CacheBelow);
    let why = cache.unwrap().why(Lang::En);
    assert!(why.contains("never written (holes, unwritten extents)"), "{why}");
}

/// fio counts syncs with the I/Os that its shares of depths are of: `1=200.0%`.
#[test]
fn reports_with_syncs_are_not_taken_for_typed() {
    let text = read("fio/etcd-3.16.txt");
    let notes = &text.runs[0].record.notes;
    assert!(
        !notes.iter().any(|note| note.text(Lang::En).contains("typed")),
        "{notes:?}"
    );
}

/// The I/Os of a histogram, and what a program prints for all directions together.
#[test]
fn what_is_known_of_all_directions_together_is_a_row() {
    for (name, cells) in [
        ("biolatency.txt", "biolatency,nvme0n1,,,,,"),
        ("sar-d.txt", "sar,nvme0n1,,15213"),
        ("sysbench-direct-fsync.txt", "sysbench,sysbench fileio,,,,110000"),
    ] {
        let text = formats::read(name);
        let verdict = |run: &ImportedRun| fiord_judge::verdict::verdict(&Case::of(&run.record));
        let runs = text.runs.iter().map(|run| JudgedImport {
            verdict: verdict(run),
            kept: None,
        });
        let judged = Judged {
            path: name.into(),
            runs: runs.collect(),
            text: text.clone(),
        };
        let csv = import::page::table(&[judged]).csv();
        assert!(
            csv.lines().any(|row| row.contains(cells)),
            "{name} {cells}: {csv}"
        );
        if name.starts_with("biolatency") {
            assert!(csv.contains(",24627,"), "{csv}");
        }
    }
}

/// A row of zeros next to 253 GiB is of a device that does not count.
#[test]
fn a_table_of_zeros_is_no_cache() {
    let text = read("field/multipath-3.39.txt");
    let found = traps(&text.runs[0]);
    assert!(
        !found.contains(&TrapId::CacheBelow) && !found.contains(&TrapId::Unwritten),
        "{found:?}"
    );
    assert!(text.runs[0].record.disks.is_empty());
}

/// A durable write that is faster than flash without power-loss protection.
#[test]
fn durable_writes_that_are_too_fast_are_told() {
    for (name, at, is_told) in [
        ("pg-test-fsync-cloud-too-fast.txt", 1, true),
        ("pg-test-fsync-mac-comma-decimals.txt", 1, true),
        ("pg-test-fsync-mac-comma-decimals.txt", 2, true),
        ("pg-test-fsync-mac-comma-decimals.txt", 3, false),
        ("pg-test-fsync-consumer-nvme.txt", 1, false),
        ("dd-dsync-small.txt", 0, false),
        ("dd-dsync-small.txt", 1, true),
    ] {
        let text = formats::read(name);
        let found = traps(&text.runs[at]);
        assert_eq!(
            found.contains(&TrapId::FsyncLies),
            is_told,
            "{name} {at}: {found:?}"
        );
    }
}

/// fio's JSON has the latencies of the syncs.
#[test]
fn syncs_that_no_flash_can_do_are_told() {
    let whole: serde_json::Value =
        serde_json::from_slice(&std::fs::read(data("fio/etcd-3.33.json")).unwrap()).unwrap();
    let found = |text: &str| {
        observed(
            &import::text("r.json", text.as_bytes()).unwrap().runs[0],
            TrapId::FsyncLies,
        )
    };
    let is_of_syncs = |found: &serde_json::Value| found.to_string().contains("UnwitnessedSyncs");
    assert!(!found(&whole.to_string()).iter().any(is_of_syncs));
    let mut fast = whole;
    let sync = &mut fast["jobs"][0]["sync"]["lat_ns"];
    for (name, percentile) in sync["percentile"].as_object_mut().unwrap() {
        *percentile = serde_json::json!(if name.as_str() < "99" { 2000 } else { 9000 });
    }
    for (key, ns) in [("min", 1800), ("max", 9000), ("mean", 2100), ("stddev", 300)] {
        sync[key] = serde_json::json!(ns);
    }
    let found = found(&fast.to_string());
    let expected = serde_json::json!({ "syncs": 10_029, "sync_p50_ns": 2000.0 });
    assert_eq!(found[0]["observed"]["UnwitnessedSyncs"], expected, "{found:?}");
}

/// What the parts of a text say of each other, and what programs do without printing it.
#[test]
fn contradictions_between_parts_are_noted() {
    let text = formats::read("zfs-transcript.txt");
    let of_pool = |run: &ImportedRun| -> Vec<String> {
        let notes = run.record.notes.iter().map(|note| note.text(Lang::En));
        notes
            .filter(|note| note.contains("at tank"))
            .map(str::to_owned)
            .collect()
    };
    let note = messages::SlowerPool {
        line: &22,
        device: &"tank",
        moved: &Bandwidth(1.115 * 1024.0 * 1_048_576.0),
        counted: &Bandwidth(9_773e6),
    };
    assert_eq!(of_pool(&text.runs[2]), [note.text(Lang::En)]);
    assert!(of_pool(&text.runs[0]).is_empty());

    let text = formats::read("dd-dsync-small.txt");
    let note = messages::CommandRepeated {
        runs: &3,
        times: &Quotient(3.53898 / 0.330_495),
    };
    assert_note(&text.runs[0], &note.text(Lang::En));

    // One command of pg_test_fsync makes several results, which are no repeats.
    for run in formats::read("pg-test-fsync-mac-comma-decimals.txt").runs {
        let notes = run.record.notes.len();
        let expected = 1 + usize::from(run.name() == "fsync");
        assert_eq!(notes, expected, "{}: {:?}", run.name(), run.record.notes);
    }

    let text = formats::read("forum-post.txt");
    let note = messages::OverSoon {
        size: &Bytes(1 << 30),
        took: &Nanos(262_144.0 / 200_000.0 * 1e9),
        runtime: &Nanos(60e9),
    };
    assert_note(&text.runs[0], &note.text(Lang::En));

    let post = std::fs::read_to_string(data("tools/forum-post.txt")).unwrap();
    let repeated = post.replace("--size=1G", "--size=1G --loops=100");
    let text = import::text("repeated.txt", repeated.as_bytes()).unwrap();
    let notes = formats::joined(&text.runs[0].record.notes);
    assert!(!notes.contains("never reaches its runtime"), "{notes}");

    let text = formats::read("kubestr.txt");
    let note = messages::UnsteadyRates {
        min: &Rate(32_904.0),
        max: &Rate(216_324.0),
    };
    assert_note(&text.runs[0], &note.text(Lang::En));
    assert!(text.runs[0].record.plan.jobs[0].control.time_based);

    let text = formats::read("hdparm-direct.txt");
    assert_note(&text.runs[0], messages::hdparm_drive_cache(Lang::En));
    let text = formats::read("table-vm-host.md");
    assert_note(&text.runs[0], messages::sysbench_buffers(Lang::En));
}

/// Programs other than fio do not drop their files from the page cache.
#[test]
fn only_fio_drops_its_files_from_the_cache() {
    for (name, at) in [("sysbench-too-short.txt", 0), ("hdparm-direct.txt", 3)] {
        let text = formats::read(name);
        let job = &text.runs[at].record.plan.jobs[0];
        assert!(!job.files.invalidate && job.tells(PlanPart::Direct), "{name}");
        let found = traps(&text.runs[at]);
        assert!(found.contains(&TrapId::CacheRead), "{name}: {found:?}");
        assert!(!found.contains(&TrapId::CacheRepeat), "{name}: {found:?}");
    }
}

/// Columns of one quantity are results of as many settings, each with its own name.
#[test]
fn the_results_of_a_row_are_named_by_their_columns() {
    let text = formats::read("table-zfs-pools.md");
    assert_eq!(text.runs[0].name(), "Seq. Write write 1 MiB 1 1 nvme (84%)");
    assert_eq!(text.runs[3].name(), "Seq. Write write 1 MiB 1 1 data2 (12%)");
    let text = formats::read("table-vm-host.md");
    assert_eq!(text.runs[1].name(), "random read guest");
}

/// A volume over two disks, one of them idle, and a sentence that names another block size than the job.
#[test]
fn a_text_that_shows_its_own_error_is_told() {
    let text = "nvme0n1      259:4    0   2.7T  0 disk\n└─nvme0n1p1  259:5    0   2.7T  0 part\n  └─vg1-drds 252:0    0   5.4T  0 lvm  /drds\n\
        nvme2n1      259:1    0   2.7T  0 disk\n└─nvme2n1p1  259:3    0   2.7T  0 part\n  └─vg1-drds 252:0    0   5.4T  0 lvm  /drds\n\n\
        #iostat 1\nLinux 3.10.0 (host) \t05/13/2021 \t_x86_64_\t(64 CPU)\n\n\
        Device:            tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn\n\
        nvme2n1           0.07         0.90         0.00       3808          0\n\
        nvme0n1         256.24         1.60     22918.46       6801   97200388\n\
        dm-0            266.98         1.38     22918.46       5849   97200388\n\n\
        Device:            tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn\n\
        nvme2n1           0.00         0.00         0.00          0          0\n\
        nvme0n1        4460.00         0.00    332288.00          0     332288\n\
        dm-0           4608.00         0.00    332288.00          0     332288\n";
    let text = import::text("post.md", text.as_bytes()).unwrap();
    let note = messages::IdleDisk {
        volume: &"dm-0",
        disks: &"nvme0n1, nvme2n1",
        idle: &"nvme2n1",
    };
    let volume = text.runs.iter().rev().find(|run| run.name() == "dm-0").unwrap();
    assert_note(volume, &note.text(Lang::En));

    let text = "job: (g=0): rw=read, bs=(R) 8192KiB-8192KiB, (W) 8192KiB-8192KiB, (T) 8192KiB-8192KiB, ioengine=windowsaio, iodepth=1\nfio-3.39\n\
        Starting 1 thread\n\njob: (groupid=0, jobs=1): err= 0: pid=10348: Tue Apr 8 01:40:29 2025\n\
        read: IOPS=183, BW=1471MiB/s (1543MB/s)(1024MiB/696msec)\n    issued rwts: total=128,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n\n\
        Run status group 0 (all jobs):\n    READ: bw=1471MiB/s (1543MB/s), 1471MiB/s-1471MiB/s (1543MB/s-1543MB/s), io=1024MiB (1074MB), run=696-696msec\n\n\
        I choose the 4m block size, and read 1g in only 696msec.\n";
    let text = import::text("report.md", text.as_bytes()).unwrap();
    let note = messages::OtherBlock {
        line: &12,
        said: &"4m",
        block: &JobBytes(8 << 20),
    };
    assert_note(&text.runs[0], &note.text(Lang::En));
}

/// Chinese letters next to a number are no part of it.
#[test]
fn numbers_in_chinese_sentences_are_values() {
    let text = "fio --name=test --filename=tfile --rw=randread --io_size=200M --ioengine=sync --bs=4k --direct=0 --invalidate=0\n\
        就会发现throughput=2GB/s左右。这是因为基本都是从内存读到数据\n";
    let text = import::text("notes.md", text.as_bytes()).unwrap();
    assert_eq!(figure(&text.runs[0], BytesPerS, READ), 2e9);
    let found = traps(&text.runs[0]);
    assert!(found.contains(&TrapId::CacheRead), "{found:?}");
}

/// Each worker of a buffered libaio job waits for one read at a time: 142 reads per second of 56 ms each are eight.
#[test]
fn the_depth_at_the_disk_is_the_number_of_workers() {
    let text = read("fio/zfs-mirror.txt");
    let [seen] = &observed(&text.runs[0], TrapId::AioBuffered)[..] else {
        panic!("{:?}", traps(&text.runs[0]));
    };
    let text = seen.to_string();
    assert!(
        text.contains("\"workers\":8") && text.contains("\"asked\":128"),
        "{text}"
    );
}

/// Pages that were not written back survive `drop_caches`, unless a sync came first.
#[test]
fn a_cache_that_keeps_its_dirty_pages_is_noted() {
    let text = formats::read("hdparm-direct.txt");
    let note = messages::DirtyPagesLeft { line: &11 }.text(Lang::En);
    assert_note(&text.runs[3], &note);
    let synced = String::from_utf8(formats::bytes_of("hdparm-direct.txt")).unwrap();
    let synced = synced.replace("# sysctl -w", "# sync; sysctl -w");
    let text = import::text("synced.txt", synced.as_bytes()).unwrap();
    assert!(!formats::joined(&text.runs[3].record.notes).contains(&note));
}

/// One command in three directories, one of them memory: no repeats of a setting.
#[test]
fn one_command_in_several_directories_is_noted() {
    let text = formats::read("dd-mounts.txt");
    let note = messages::OtherDirectories {
        directories: &"/c/Users/me, /mnt/tmp, /run/shm",
    };
    assert_note(&text.runs[0], &note.text(Lang::En));
    for run in formats::read("dd-dsync-small.txt").runs {
        let is_other = |note: &Sentence| note.text(Lang::En).contains("different file systems");
        assert!(!run.record.notes.iter().any(is_other), "{:?}", run.record.notes);
    }
}

/// The cache of the host against the disk of the guest, in a sentence.
#[test]
fn buffered_sysbench_in_a_sentence_is_noted() {
    let text = "sysbench fileio seqrd host 11511 MiB/s, guest 978 MiB/s, SSD";
    let text = import::text("-", text.as_bytes()).unwrap();
    let names = text
        .runs
        .iter()
        .map(|run| &*run.record.context.import.as_ref().unwrap().name);
    assert_eq!(names.collect::<Vec<_>>(), ["sysbench fileio seqrd host", "guest"]);
    for run in &text.runs {
        assert_note(run, messages::sysbench_buffers(Lang::En));
    }
    let direct = "sysbench fileio seqrd --file-extra-flags=direct host 511 MiB/s";
    let text = import::text("-", direct.as_bytes()).unwrap();
    assert!(text.runs[0].record.notes.is_empty());
}

/// 935 reads per second of 10.7 µs each: the disk had nothing to do for 99 % of the time.
#[test]
fn a_rate_that_is_a_load_is_noted() {
    for text in [
        "从上图可以看到这个磁盘的IOPS 读 935 写 400，读rt 10731nsec 大约10us, 写 17us。",
        "The disk reads at 935 IOPS, with 10731nsec per read, about 10us.",
    ] {
        let text = import::text("notes.md", text.as_bytes()).unwrap();
        let [run] = text.runs.as_slice() else {
            panic!("{:?}", text.runs);
        };
        assert_eq!(figure(run, Iops, READ), 935.0);
        assert_eq!(figure(run, LatMeanNs, READ), 10_731.0);
        let note = messages::OfferedLoad {
            iops: &Rate(935.0),
            latency: &Nanos(10_731.0),
            idle: &fiord_record::number::Share(0.99),
        };
        assert_note(run, &note.text(Lang::En));
    }
    let busy = "This disk reaches 935 random read IOPS at a latency of 1.07 ms";
    let text = import::text("notes.md", busy.as_bytes()).unwrap();
    assert!(text.runs[0].record.notes.is_empty());
}

/// fio prints `10=100.00%`; nobody sees that the line is a picture's.
#[test]
fn lines_that_fio_does_not_print_are_noted() {
    let text = "job: (groupid=0, jobs=1): err= 0: pid=10348: Tue Apr 8 01:40:29 2025\n\
        read: IOPS=183, BW=1471MiB/s (1543MB/s)(1024MiB/696msec)\n    lat (msec) : 10-100.00%\n    \
        IO depths : 1=100.0%, 2=0.0%, 4=0.0%, 8=0.0%, 16=0.0%, 32=0.0%, 5=4=0.0%\n    issued rwts: total=128,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n";
    let text = import::text("report.md", text.as_bytes()).unwrap();
    let note = messages::RetypedLines {
        count: 2,
        lines: &"3, 4",
        part: &"10-100.00%",
    };
    assert_note(&text.runs[0], &note.text(Lang::En));
    for run in read("fio/zfs-mirror.txt").runs {
        assert!(
            !run.record
                .notes
                .iter()
                .any(|note| note.text(Lang::En).contains("not printed by fio"))
        );
    }
}

/// A result that contradicts itself is garbled, whichever verb reads it.
#[test]
fn results_that_contradict_themselves_are_garbled() {
    let whole: serde_json::Value =
        serde_json::from_slice(&std::fs::read(data("fio/randrw-3.41.json")).unwrap()).unwrap();
    let garbled = |text: &str| -> [bool; 2] {
        let read = import::text("r.json", text.as_bytes()).unwrap();
        let one = import::results(text).unwrap();
        [&read.runs[0].record, &one.record].map(|record| {
            let judged = fiord_judge::verdict::verdict(&Case::of(record));
            judged
                .findings
                .iter()
                .any(|finding| finding.trap() == TrapId::GarbledResult)
        })
    };
    assert_eq!(garbled(&whole.to_string()), [false, false]);
    let times = |key: &str, factor: f64| {
        let mut edited = whole.clone();
        let value = &mut edited["jobs"][0]["read"][key];
        let number = value.as_f64().unwrap();
        *value = serde_json::json!((number * factor) as u64);
        edited.to_string()
    };
    for (key, factor) in [
        ("bw", 10.0),
        ("bw_bytes", 8.0),
        ("runtime", 10.0),
        ("total_ios", 0.1),
    ] {
        assert_eq!(garbled(&times(key, factor)), [true, true], "{key} {factor}");
    }
    // A short run with the default block size: only its rate tells.
    let mut short = whole.clone();
    let job = &mut short["jobs"][0];
    job["job options"] = serde_json::json!({});
    for (key, value) in [("iops_samples", 1), ("bw_samples", 1), ("total_ios", 1000)] {
        job["read"][key] = serde_json::json!(value);
    }
    short["global options"] = serde_json::json!({});
    assert_eq!(garbled(&short.to_string()), [true, true]);
}

/// The line of a job prints its bandwidth twice, and the bytes and the time that make it.
#[test]
fn the_line_of_a_job_must_agree_with_itself() {
    let of = |bandwidth: &str| {
        let text = format!(
            "r: (groupid=0, jobs=1): err= 0: pid=10: Tue Feb 23 14:12:23 2021\n  \
             read: IOPS=10.7k, BW={bandwidth}(84.0MiB/2001msec)\n    \
             lat (usec): min=50, max=900, avg=90.00, stdev= 1.00\n    \
             issued rwts: total=21504,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n"
        );
        let text = import::text("r.txt", text.as_bytes()).unwrap();
        traps(&text.runs[0]).contains(&TrapId::GarbledResult)
    };
    assert!(of("4MiB/s (44.0MB/s)"));
    assert!(of("42.0MiB/s (54.0MB/s)"));
    assert!(of("4.0MiB/s (4194kB/s)"));
    assert!(!of("42.0MiB/s (44.0MB/s)"));
}

/// Later versions of fio list options without a value.
#[test]
fn flags_that_json_lists_are_known() {
    let whole = std::fs::read_to_string(data("fio/randrw-3.36.json")).unwrap();
    let note = messages::flags_are_unknown(Lang::En);
    let read = |text: &str| import::text("r.json", text.as_bytes()).unwrap().runs.remove(0);
    assert_note(&read(&whole), note);
    let mut listed: serde_json::Value = serde_json::from_str(&whole).unwrap();
    listed["jobs"][0]["job options"]["time_based"] = serde_json::json!("");
    let run = read(&listed.to_string());
    assert!(run.record.plan.jobs[0].control.time_based);
    assert!(
        !run.record.notes.iter().any(|known| known.text(Lang::En) == note),
        "{:?}",
        run.record.notes
    );
}

/// One command on several hosts is not repeated: its rates are those of other machines.
#[test]
fn one_command_on_other_hosts_is_no_repeat() {
    let run = |before: &str, seconds: f64| {
        format!(
            "{before}dd if=/dev/zero of=f bs=1M count=1000 oflag=dsync\n1048576000 bytes (1.0 GB) copied, {seconds} s, 1 MB/s\n\n"
        )
    };
    let count = |text: String| {
        let text = import::text("x", text.as_bytes()).unwrap();
        assert_eq!(text.runs.len(), 2);
        let notes = text.runs.iter().flat_map(|run| &run.record.notes);
        let is_repeat = |note: &&fiord_messages::Sentence| {
            note.text(Lang::En).starts_with("The same command ran 2 times")
        };
        notes.filter(is_repeat).count()
    };
    assert_eq!(
        count(run("root@pve1:~# ", 1.0) + &run("root@pve1:/mnt# ", 9.0)),
        1
    );
    assert_eq!(count(run("root@pve1:~# ", 1.0) + &run("[root@pve2 ~]# ", 9.0)), 0);
    assert_eq!(count(run("Run 1:\n$ ", 1.0) + &run("Run 2:\n$ ", 9.0)), 1);
    assert_eq!(
        count(run("On the host:\n$ ", 1.0) + &run("In the VM:\n$ ", 9.0)),
        0
    );
    assert_eq!(
        count(run("Kernel 5.4:\n$ ", 1.0) + &run("Kernel 6.1:\n$ ", 9.0)),
        0
    );
    let text = import::text("x", run("root@pve1:~# ", 1.0).as_bytes()).unwrap();
    let labels = &text.runs[0].record.context.import.as_ref().unwrap().labels;
    assert!(
        labels.contains(&("host".to_owned(), "pve1".to_owned())),
        "{labels:?}"
    );
}
