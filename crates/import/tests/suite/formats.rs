//! A sample of each format that other tools print: the numbers that are read, and what is found in them.
//!
//! The samples are as people posted them: dd of WSL (microsoft/WSL#4220, #6985), ioping (koct9i/ioping#48), sysbench (akopytov/sysbench#229, #72, #283),
//! kbench (longhorn/longhorn#3037), YABS (masonr/yet-another-bench-script), KDiskMark and CrystalDiskMark (JonMagon/KDiskMark#134), diskspd
//! (microsoft/diskspd#15), pg_test_fsync (greenplum-db/gpdb#11381, docker/for-mac#5236), iozone (TheRemote/PiBenchmarks#32), elbencho
//! (breuner/elbencho#102), rados bench (rook/rook#13483), kubestr (openebs/mayastor#1463), biolatency (iovisor/bcc#2878), tables
//! (geerlingguy/raspberry-pi-pcie-devices#355, GoogleCloudPlatform/gcsfuse#3399), the others in their tools' documented form.

use std::path::{Path, PathBuf};

use crate::{figure, traps};
use fiord_import::{self as import, ImportedRun, ImportedText, Why};
use fiord_job::plan::{AccessMode, Ddir};
use fiord_judge::TrapId;
use fiord_messages::{Lang, Sentence};
use fiord_record::imported::FigureOf::{
    self, Bytes, BytesPerS, Iops, Ios, LatMaxNs, LatMeanNs, P50Ns, P99Ns, P999Ns, QueueDepth, RuntimeNs,
    Samples, SyncsPerS,
};
use fiord_record::imported::ImportKind;

pub(crate) fn samples() -> Vec<String> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tools");
    let names = std::fs::read_dir(data)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

pub(crate) fn path_of(name: &str) -> PathBuf {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tools");
    data.join(name)
}

pub(crate) fn bytes_of(name: &str) -> Vec<u8> {
    std::fs::read(path_of(name)).unwrap()
}

pub(crate) fn read(name: &str) -> ImportedText {
    import::text(name, bytes_of(name).as_slice()).unwrap()
}

pub(crate) fn joined(notes: &[Sentence]) -> String {
    let english: Vec<&str> = notes.iter().map(|note| note.text(Lang::En)).collect();
    english.join("\n")
}

fn notes(run: &ImportedRun) -> String {
    joined(&run.record.notes)
}

const READ: Option<Ddir> = Some(Ddir::Read);
const WRITE: Option<Ddir> = Some(Ddir::Write);
const MIB: f64 = 1_048_576.0;

/// Of each sample: how many runs it has, one of them, and a number of that run.
pub(crate) type Row = (&'static str, usize, usize, FigureOf, Option<Ddir>, f64);

/// The right numbers, calculated by hand from what the programs mean by their units.
const NUMBERS: [Row; 153] = [
    ("kbench-part.txt", 12, 1, Iops, WRITE, 710.0),
    ("kbench-part.txt", 12, 9, LatMeanNs, WRITE, 6_300_000.0),
    ("ceph-bench.txt", 3, 0, Iops, WRITE, 23_000.5),
    ("ceph-bench.txt", 3, 0, BytesPerS, WRITE, 90.0 * MIB),
    ("ceph-bench.txt", 3, 1, BytesPerS, READ, 128.0 * MIB),
    ("ceph-bench.txt", 3, 1, RuntimeNs, None, 2e9),
    ("ceph-bench.txt", 3, 2, BytesPerS, WRITE, 250.0 * MIB),
    ("vdbench.txt", 3, 0, Iops, None, 3_001.0),
    ("vdbench.txt", 3, 0, BytesPerS, None, 23.45 * MIB),
    ("vdbench.txt", 3, 0, LatMeanNs, READ, 687e3),
    ("vdbench.txt", 3, 0, LatMaxNs, WRITE, 3_900e3),
    ("vdbench.txt", 3, 0, QueueDepth, None, 1.8),
    ("vdbench.txt", 3, 1, Iops, WRITE, 21_040.0),
    ("vdbench.txt", 3, 1, LatMeanNs, WRITE, 1_524e3),
    ("vdbench.txt", 3, 1, LatMaxNs, WRITE, 44_800e3),
    ("vdbench.txt", 3, 2, Iops, READ, 631.0),
    ("vdbench.txt", 3, 2, LatMeanNs, WRITE, 1_790e3),
    ("vdbench.txt", 3, 2, BytesPerS, None, 105.0 * MIB),
    ("vdbench-flatfile.txt", 2, 0, Iops, READ, 42_000.0),
    ("vdbench-flatfile.txt", 2, 0, LatMeanNs, READ, 190e3),
    ("vdbench-flatfile.txt", 2, 1, BytesPerS, WRITE, 19.92 * MIB),
    ("table-syncs.md", 4, 0, SyncsPerS, None, 23_000.0),
    ("table-syncs.md", 4, 0, FigureOf::SyncMeanNs, None, 43e3),
    ("table-syncs.md", 4, 2, SyncsPerS, None, 1_200.0),
    ("table-syncs.md", 4, 3, SyncsPerS, None, 1_500.0),
    ("fio-parts.txt", 3, 0, Iops, READ, 4_720.3),
    ("fio-parts.txt", 3, 1, FigureOf::SyncIos, None, 20_039.0),
    ("fio-parts.txt", 3, 1, FigureOf::SyncP999Ns, None, 7_046e3),
    ("fio-parts.txt", 3, 2, BytesPerS, WRITE, 31.2 * MIB),
    ("biolatency.txt", 1, 0, Samples, None, 24_627.0),
    ("biolatency.txt", 1, 0, P50Ns, None, 1_024e3),
    ("biolatency.txt", 1, 0, P99Ns, None, 4_096e3),
    ("bpftrace.txt", 1, 0, P50Ns, None, 2_048e3),
    ("bonnie-table.txt", 1, 0, BytesPerS, WRITE, 310.0 * MIB),
    ("bonnie-table.txt", 1, 0, BytesPerS, READ, 420.0 * MIB),
    ("crystaldiskmark.txt", 8, 2, Iops, READ, 17_383.8),
    ("crystaldiskmark.txt", 8, 2, LatMeanNs, READ, 28_817_350.0),
    ("crystaldiskmark.txt", 8, 4, BytesPerS, WRITE, 1_847.512e6),
    ("crystaldiskmark-5.txt", 8, 0, BytesPerS, READ, 3_456.789e6),
    ("crystaldiskmark-5.txt", 8, 7, Iops, WRITE, 41_657.7),
    (
        "iozone-throughput.txt",
        2,
        0,
        BytesPerS,
        WRITE,
        412_345.1 * 1024.0,
    ),
    ("iozone-throughput.txt", 2, 1, BytesPerS, READ, 65_432.5 * 1024.0),
    ("sysbench-1.1.txt", 1, 0, LatMeanNs, READ, 90_000.0),
    ("bonnie-plus.txt", 2, 0, LatMaxNs, WRITE, 4_048_000.0),
    ("bonnie-plus.txt", 2, 1, LatMaxNs, READ, 4_047_000.0),
    ("ioping-cut.txt", 1, 0, LatMeanNs, READ, 11_000_000.0),
    ("iostat-xh.txt", 4, 0, Iops, READ, 694.93),
    ("iostat-xh.txt", 4, 2, BytesPerS, WRITE, 12.6 * MIB),
    ("iostat-xh.txt", 4, 2, QueueDepth, None, 0.07),
    ("sar-b.txt", 1, 0, BytesPerS, READ, 25_656.0 * 512.0),
    ("sar-human.txt", 1, 0, BytesPerS, WRITE, 76.6 * MIB),
    ("kdiskmark.txt", 8, 0, BytesPerS, READ, 7_096.145 * 1_024_000.0),
    ("kdiskmark.txt", 8, 0, LatMeanNs, READ, 1_145_940.0),
    ("dbench.txt", 9, 0, Iops, READ, 75_700.0),
    ("dbench.txt", 9, 5, LatMeanNs, WRITE, 76_910.0),
    ("dbench.txt", 9, 6, BytesPerS, READ, 536.0 * MIB),
    ("dd-dsync-small.txt", 3, 0, Iops, WRITE, 1000.0 / 3.53898),
    ("dd-dsync-small.txt", 3, 2, LatMeanNs, WRITE, 330_495.0),
    ("dd-interrupted.txt", 1, 0, Bytes, WRITE, 722_993_152.0),
    ("dd-localised.txt", 3, 0, RuntimeNs, None, 4_041_850_000.0),
    ("dd-localised.txt", 3, 1, RuntimeNs, None, 6_310_000_000.0),
    (
        "dd-localised.txt",
        3,
        2,
        BytesPerS,
        WRITE,
        1_073_741_824.0 / 2.104_913,
    ),
    ("dd-quoted.txt", 1, 0, Bytes, WRITE, 10_485_760.0),
    ("hdparm-colour.txt", 2, 1, BytesPerS, READ, 41.9 * MIB),
    ("hdparm-old.txt", 2, 0, BytesPerS, READ, 213.33 * MIB),
    ("ioping-one-unit.txt", 1, 0, LatMeanNs, None, 16_000_000.0),
    ("ioping-one-unit.txt", 1, 0, LatMaxNs, None, 26_800_000.0),
    ("ioping-quoted.txt", 1, 0, LatMeanNs, WRITE, 1_060_000.0),
    ("ioping-quoted.txt", 1, 0, Iops, WRITE, 943.0),
    ("ioping-interrupted.txt", 1, 0, LatMeanNs, READ, 200_000.0),
    ("ioping-interrupted.txt", 1, 0, Iops, READ, 5_000.0),
    ("iostat-idle.txt", 1, 0, LatMeanNs, READ, 12_590_000.0),
    ("iostat-idle.txt", 1, 0, LatMeanNs, Some(Ddir::Trim), 14_240_000.0),
    ("iostat-idle.txt", 1, 0, SyncsPerS, None, 3.5),
    ("iozone-part.txt", 4, 0, BytesPerS, WRITE, 142_751.0 * 1024.0),
    ("ping-interrupted.txt", 1, 0, LatMaxNs, None, 344_000.0),
    ("vmstat-time.txt", 2, 0, BytesPerS, READ, 54.0 * 1024.0),
    ("vmstat-time.txt", 2, 1, BytesPerS, WRITE, 4.0 * 1024.0),
    ("dd-mounts.txt", 3, 0, BytesPerS, WRITE, 5_242_880_000.0 / 1.26603),
    ("diskspd.txt", 1, 0, Ios, READ, 768_000.0),
    ("diskspd.txt", 1, 0, Iops, READ, 768_000.0 / 120.01),
    ("diskspd.txt", 1, 0, P50Ns, READ, 5_402_000.0),
    ("diskspd.txt", 1, 0, P99Ns, READ, 20_114_000.0),
    ("diskspd.txt", 1, 0, P999Ns, READ, 35_227_000.0),
    ("diskspd.txt", 1, 0, LatMeanNs, READ, 6_250_000.0),
    ("diskspd.xml", 1, 0, Ios, WRITE, 235_200.0),
    ("diskspd.xml", 1, 0, LatMeanNs, WRITE, 8_163_000.0),
    ("diskspd.xml", 1, 0, P99Ns, WRITE, 17_204_000.0),
    ("dstat.csv", 2, 1, BytesPerS, WRITE, 5_881_856.0),
    ("dstat.txt", 2, 1, BytesPerS, READ, 59.0 * MIB),
    ("dstat-io.txt", 2, 1, BytesPerS, READ, 10.0 * MIB),
    ("dstat-io.txt", 2, 1, BytesPerS, WRITE, 4.0 * MIB),
    ("dstat-io.txt", 2, 1, Iops, READ, 200.0),
    ("dstat-io.txt", 2, 1, Iops, WRITE, 11.0),
    ("elbencho.csv", 1, 0, LatMaxNs, READ, 9_120_000.0),
    ("elbencho.csv", 1, 0, BytesPerS, READ, 117.0 * MIB),
    ("elbencho.txt", 1, 0, Iops, WRITE, 33_352.0),
    ("elbencho.txt", 1, 0, BytesPerS, WRITE, 33_352.0 * MIB),
    ("elbencho.txt", 1, 0, RuntimeNs, None, 125.755e9),
    ("elbencho-livecsv.csv", 1, 0, Iops, READ, 30_322.0),
    ("hdparm-direct.txt", 4, 1, BytesPerS, READ, 439.28 * MIB),
    (
        "hdparm-direct.txt",
        4,
        3,
        BytesPerS,
        READ,
        1_073_741_824.0 / 0.497_434,
    ),
    ("ioping-batch.txt", 1, 0, Iops, None, 9_024.0),
    ("ioping-batch.txt", 1, 0, LatMeanNs, None, 110_818.0),
    ("ioping-old.txt", 1, 0, BytesPerS, None, 233.1 * MIB),
    ("ioping-warmup.txt", 1, 0, LatMeanNs, READ, 3_030_000.0),
    ("iostat-human.txt", 1, 0, BytesPerS, READ, 59.4 * MIB),
    ("iostat-human.txt", 1, 0, BytesPerS, WRITE, 148.0 * 1024.0),
    ("iostat-x-new.txt", 2, 1, Iops, WRITE, 428.0),
    ("iostat-x-new.txt", 2, 1, SyncsPerS, None, 2.0),
    ("iostat.json", 1, 0, QueueDepth, None, 0.98),
    ("iostat.json", 1, 0, BytesPerS, READ, 60_852.0 * 1024.0),
    ("iozone.txt", 6, 0, BytesPerS, WRITE, 8_433.0 * 1024.0),
    ("iozone.txt", 6, 4, Iops, READ, 21_376.0 / 4.0),
    ("iozone.txt", 6, 5, BytesPerS, WRITE, 8_068.0 * 1024.0),
    ("kbench.log", 12, 0, Iops, READ, 28_832.0),
    ("kbench.log", 12, 7, BytesPerS, WRITE, 221_776.0 * 1024.0),
    ("kbench.log", 12, 9, LatMeanNs, WRITE, 1_029_192.0),
    ("kbench-compare.log", 24, 0, Iops, READ, 98_368.0),
    ("kbench-compare.log", 24, 3, Iops, WRITE, 10_242.0),
    ("kubestr.txt", 4, 0, Iops, READ, 146_781.875),
    ("kubestr.txt", 4, 3, BytesPerS, WRITE, 898_433.0 * 1024.0),
    ("pg-test-fsync-consumer-nvme.txt", 14, 1, Iops, WRITE, 608.573),
    (
        "pg-test-fsync-consumer-nvme.txt",
        14,
        5,
        Iops,
        WRITE,
        2.0 * 575.108,
    ),
    (
        "pg-test-fsync-cloud-too-fast.txt",
        4,
        1,
        LatMeanNs,
        WRITE,
        1e9 / 29_260.122,
    ),
    ("pg-test-fsync-mac-comma-decimals.txt", 5, 3, Iops, WRITE, 55.117),
    (
        "pg-test-fsync-mac-comma-decimals.txt",
        5,
        3,
        LatMeanNs,
        WRITE,
        18_143_000.0,
    ),
    ("pidstat.txt", 2, 1, BytesPerS, READ, 60_852.0 * 1024.0),
    ("prose-throughput.txt", 1, 0, Iops, WRITE, 3_016.0),
    ("prose-throughput.txt", 1, 0, BytesPerS, WRITE, 12.4e6),
    ("rados.txt", 1, 0, BytesPerS, WRITE, 63_131.0 * 4096.0 / 10.0289),
    ("rados.txt", 1, 0, LatMaxNs, WRITE, 1.31012e9),
    ("sar-d.txt", 2, 1, Iops, None, 15_213.0),
    ("sar-d.txt", 2, 0, LatMeanNs, None, 830_000.0),
    ("sysbench-1.1.txt", 1, 0, BytesPerS, READ, 703.13 * MIB),
    ("sysbench-direct-fsync.txt", 1, 0, SyncsPerS, None, 8_899.72),
    (
        "sysbench-old-0.4.txt",
        1,
        0,
        BytesPerS,
        WRITE,
        2048.0 * MIB / 11.5342,
    ),
    ("sysbench-old-0.4.txt", 1, 0, LatMaxNs, None, 90_120_000.0),
    ("sysbench-too-short.txt", 1, 0, RuntimeNs, None, 726_800_000.0),
    ("sysbench-too-short.txt", 1, 0, LatMaxNs, None, 1_980_000.0),
    ("table-gcsfuse.md", 5, 1, BytesPerS, READ, 977.337e6),
    ("table-gcsfuse.md", 5, 1, Iops, READ, 930.0),
    ("table-gcsfuse.md", 5, 4, LatMeanNs, READ, 645_420_000.0),
    ("table-review.md", 5, 4, BytesPerS, WRITE, 25.38e6),
    ("table-vm-host.md", 8, 4, BytesPerS, READ, 11_511.0 * MIB),
    ("table-zfs-pools.md", 20, 0, BytesPerS, WRITE, 317.0 * MIB),
    ("table-zfs-pools.md", 20, 11, Iops, READ, 11_800.0),
    ("vmstat.txt", 2, 1, BytesPerS, READ, 60_852.0 * 1024.0),
    ("yabs.txt", 4, 0, BytesPerS, READ, 405.41 * 1_024_000.0),
    ("yabs.json", 4, 0, BytesPerS, READ, 405_417.0 * 1024.0),
    ("yabs.json", 4, 3, Iops, WRITE, 410.0),
    ("zfs-transcript.txt", 5, 0, Bytes, READ, 800.0 * 1024.0 * MIB),
    ("zfs-transcript.txt", 5, 4, BytesPerS, READ, 1.13 * 1024.0 * MIB),
];

#[test]
fn numbers_are_those_of_the_samples() {
    for (name, count, at, what, ddir, value) in NUMBERS {
        let text = read(name);
        assert_eq!(text.runs.len(), count, "{name}");
        let found = figure(&text.runs[at], what, ddir);
        let is_near = (found - value).abs() <= 1e-6 * value.abs();
        assert!(is_near, "{name} {at} {what:?}: {found} instead of {value}");
    }
}

/// The job of each result, as far as the text or the program's own settings say.
#[test]
fn results_have_the_job_that_made_them() {
    for (name, at, mode, block, in_flight, direct) in [
        ("kdiskmark.txt", 2, AccessMode::RandRead, 4096, 32, true),
        ("crystaldiskmark.txt", 2, AccessMode::RandRead, 4096, 512, true),
        ("diskspd.txt", 0, AccessMode::RandRead, 65_536, 40, true),
        ("diskspd.xml", 0, AccessMode::RandWrite, 4096, 128, true),
        ("yabs.txt", 3, AccessMode::RandRw, 1 << 20, 128, true),
        ("kubestr.txt", 2, AccessMode::RandRead, 128 << 10, 64, true),
        ("kbench.log", 11, AccessMode::Write, 4096, 1, true),
        ("iozone.txt", 4, AccessMode::RandRead, 4096, 1, true),
        ("rados.txt", 0, AccessMode::Write, 4096, 16, true),
        ("elbencho.txt", 0, AccessMode::Write, 1 << 20, 3 * 96, true),
        ("sysbench-too-short.txt", 0, AccessMode::RandRw, 16_384, 8, false),
        ("dd-localised.txt", 1, AccessMode::Write, 1 << 20, 1, true),
        ("zfs-transcript.txt", 0, AccessMode::Read, 1 << 20, 8, true),
        ("forum-post.txt", 1, AccessMode::RandRead, 4096, 64, true),
        ("dd-quoted.txt", 0, AccessMode::Write, 1 << 20, 1, false),
    ] {
        let text = read(name);
        let [job] = text.runs[at].record.plan.jobs.as_slice() else {
            panic!("{name} {at}");
        };
        let found = (
            job.access.mode,
            job.access.max_block_bytes(),
            job.depth.iodepth * job.numjobs.max(1),
            job.durability.direct,
        );
        assert_eq!(found, (mode, block, in_flight, direct), "{name} {at}");
    }
}

#[test]
fn what_the_samples_show_is_found() {
    for (name, at, trap) in [
        ("yabs.txt", 0, TrapId::SmallFile),
        ("yabs.txt", 0, TrapId::SameFileWriters),
        ("yabs.txt", 0, TrapId::GtodReduce),
        ("kubestr.txt", 0, TrapId::GtodReduce),
        ("kdiskmark.txt", 0, TrapId::SmallFile),
        // 16 threads in one file.
        ("crystaldiskmark.txt", 2, TrapId::SmallFile),
        ("kdiskmark.txt", 0, TrapId::ShortRun),
        ("iozone.txt", 3, TrapId::SmallFile),
        ("rados.txt", 0, TrapId::NotSteady),
        ("sysbench-too-short.txt", 0, TrapId::ShortRun),
        ("sysbench-too-short.txt", 0, TrapId::CacheRead),
        ("dd-localised.txt", 1, TrapId::ZeroData),
        ("dd-interrupted.txt", 0, TrapId::WriteCached),
        ("dd-mounts.txt", 1, TrapId::WriteCached),
        ("hdparm-direct.txt", 3, TrapId::CacheRead),
        ("zfs-transcript.txt", 0, TrapId::SameFileReaders),
        ("zfs-transcript.txt", 1, TrapId::SameFileWriters),
        ("forum-post.txt", 0, TrapId::SmallFile),
    ] {
        let text = read(name);
        let found = traps(&text.runs[at]);
        assert!(found.contains(&trap), "{name} {at}: {found:?}");
    }
    // What was not read is not found either: a latency that the text lacks was not switched off.
    for name in samples() {
        for run in read(&name).runs {
            let found = traps(&run);
            let is_typed = run
                .record
                .plan
                .jobs
                .iter()
                .any(|job| job.was_given("gtod_reduce"));
            assert_eq!(found.contains(&TrapId::GtodReduce), is_typed, "{name}: {found:?}");
            assert!(!found.contains(&TrapId::GarbledResult), "{name}: {found:?}");
        }
    }
}

#[test]
fn what_the_programs_do_is_said() {
    for (name, at, words) in [
        ("yabs.txt", 0, "its read rate of 405.41 MB/s is 415 MB/s"),
        ("kdiskmark.txt", 0, "its 7,096 MB/s are 7,266 MB/s"),
        (
            "dd-interrupted.txt",
            0,
            "the fdatasync that its command asks for is not part of the time",
        ),
        ("dd-interrupted.txt", 0, "stopped after 88256 of 2000000 blocks"),
        ("iostat-x-new.txt", 0, "since the machine was started"),
        ("sysbench-direct-fsync.txt", 0, "128 fsyncs per write"),
        ("sysbench-direct-fsync.txt", 0, "takes 14.4 ms"),
        ("ioping-old.txt", 0, "one request every 1.0 s"),
        (
            "pg-test-fsync-mac-comma-decimals.txt",
            2,
            "fsync does not flush the cache of the drive",
        ),
        ("kubestr.txt", 0, "the 4 jobs ran at the same time"),
        (
            "yabs.txt",
            0,
            "Settings that YABS does not print come from its script.",
        ),
        (
            "kbench.log",
            0,
            "Settings that kbench does not print come from its script.",
        ),
        (
            "dbench.txt",
            0,
            "Settings that dbench does not print come from its script.",
        ),
        ("bonnie-table.txt", 0, "too soon to be timed"),
        ("dd-localised.txt", 0, "--sync=dsync --zero_buffers=1"),
        ("dd-mounts.txt", 0, "/run/shm/largefile is memory (tmpfs)"),
    ] {
        let text = read(name);
        let said = notes(&text.runs[at]);
        assert!(said.contains(words), "{name} {at}: {said}");
    }
    let labels = |name: &str, at: usize| {
        let text = read(name);
        let import = text.runs[at].record.context.import.clone().unwrap();
        import.labels
    };
    let has = |labels: &[(String, String)], value: &str| labels.iter().any(|(_, known)| known == value);
    assert!(has(&labels("dd-mounts.txt", 0), "memory (tmpfs), not a disk"));
    assert!(has(
        &labels("dd-interrupted.txt", 0),
        "after 88256 of 2000000 blocks"
    ));
    assert!(has(
        &labels("hdparm-direct.txt", 0),
        "the cache of the drive and its link, not the storage"
    ));
    assert!(has(&labels("iostat-x-new.txt", 0), "since boot"));
}

/// A command belongs to the result below it, once.
#[test]
fn the_command_above_is_that_of_the_result() {
    for name in [
        "dd-mounts.txt",
        "ioping-old.txt",
        "hdparm-direct.txt",
        "sysbench-too-short.txt",
        "iozone.txt",
        "elbencho.txt",
        "rados.txt",
        "zfs-transcript.txt",
    ] {
        let text = read(name);
        let run = &text.runs[0];
        assert!(
            run.record.context.import.as_ref().unwrap().command.is_some(),
            "{name}"
        );
        assert_eq!(run.lines.0, 1, "{name}");
        assert!(!text.unread.iter().any(|part| part.why == Why::Command), "{name}");
    }
    let twice = "$ dd if=/dev/zero of=f bs=1M count=1\n1048576 bytes (1.0 MB) copied, 1 s, 1.0 MB/s\n1048576 bytes (1.0 MB) copied, 2 s, 0.5 MB/s\n";
    let text = import::text("-", twice.as_bytes()).unwrap();
    let commands = text
        .runs
        .iter()
        .filter(|run| run.record.context.import.as_ref().unwrap().command.is_some());
    assert_eq!((text.runs.len(), commands.count()), (2, 1));
}

/// A line of results below a command is that of the command; a sentence below it need not be.
#[test]
fn a_line_of_results_belongs_to_the_command_above() {
    let below = |line: &str| {
        let text = format!("$ sysbench fileio --file-test-mode=rndrd run\n{line}\n");
        let text = import::text("-", text.as_bytes()).unwrap();
        let command = text.runs[0]
            .record
            .context
            .import
            .as_ref()
            .unwrap()
            .command
            .clone();
        let is_listed = text
            .unread
            .iter()
            .any(|part| part.why == Why::Command && part.lines != (0, 0));
        assert_eq!(figure(&text.runs[0], BytesPerS, None), 12.4e6);
        (command, is_listed, text.runs[0].record.notes.len())
    };
    let command = "sysbench fileio --file-test-mode=rndrd run".to_owned();
    assert_eq!(
        below("Throughput = 12.4MB/s, IOPS = 3016"),
        (Some(command), false, 1)
    );
    assert_eq!(below("An old disk does 12.4 MB/s."), (None, true, 0));
}

/// A line of rates counts where nothing else of its report is left.
#[test]
fn a_rate_line_beside_its_group_summary_is_no_second_run() {
    let alone = "  read: IOPS=1000, BW=4000KiB/s (4096kB/s)(40.0MiB/10240msec)\n";
    let text = import::text("-", alone.as_bytes()).unwrap();
    assert_eq!(text.runs[0].kind, ImportKind::FioLine);
    let summary = "Run status group 0 (all jobs):\n   READ: bw=4000KiB/s (4096kB/s), 4000KiB/s-4000KiB/s (4096kB/s-4096kB/s), io=40.0MiB (41.9MB), run=10240-10240msec\n";
    let text = import::text("-", format!("{alone}{summary}").as_bytes()).unwrap();
    let kinds: Vec<ImportKind> = text.runs.iter().map(|run| run.kind).collect();
    assert_eq!(kinds, [ImportKind::FioText]);
    assert_eq!(figure(&text.runs[0], Iops, READ), 1000.0);
    assert!(text.unread.is_empty(), "{:?}", text.unread);
}

#[test]
fn rows_and_numbers_that_are_not_read_are_counted() {
    let table =
        "| test | what | result |\n|---|---|---|\n| a | 5 | 416 MB/s |\n| b | 7 | 12 |\n| c | no | none |\n";
    let text = import::text("-", table.as_bytes()).unwrap();
    assert_eq!(text.runs.len(), 1);
    assert!(notes(&text.runs[0]).contains("1 number in this row has no unit and was not read."));
    let comma = table.replace("416 MB/s", "1,5 GB/s");
    let text = import::text("-", comma.as_bytes()).unwrap();
    assert_eq!(figure(&text.runs[0], BytesPerS, None), 1.5e9);
    // The outer bars of a table may be missing.
    let bare = table.replace("| ", "|").replace("\n|", "\n").replace("|\n", "\n");
    assert_eq!(
        import::text("-", bare.as_bytes()).unwrap().runs.len(),
        1,
        "{bare}"
    );
    let listed: Vec<u64> = text.unread.iter().map(|part| part.lines.0).collect();
    assert_eq!(listed, [4]);
}

/// Lines of fio's report as people cut them out: what they have is read, and the rest is unknown.
#[test]
fn parts_of_a_report_are_results_with_what_they_have() {
    let bw = "bw (  KiB/s): min=3584, max=10137, per=24.98%, avg=7531.50, stdev=1234.67, samples=119\n";
    let iops = "iops        : min= 896, max= 2534, avg=1882.25, stdev=308.42, samples=119\n";
    let percentiles = "clat percentiles (usec):\n |  1.00th=[  437], 50.00th=[  807],\n | 99.00th=[ 1975], 99.99th=[16057]\n";
    let tail = "cpu          : usr=1.82%, sys=6.45%, ctx=1129741, majf=0, minf=58\n issued rwts: total=0,112974,0,0 short=0,0,0,0 dropped=0,0,0,0\n latency   : target=0, window=0, percentile=100.00%, depth=1\n";
    let syncs = "fsync/fdatasync/sync_file_range:\n sync (usec): min=534, max=15766, avg=1273.08, stdev=1084.70\n sync percentiles (usec):\n |  1.00th=[  553], 99.00th=[ 5473]\n";
    let read = |text: &str| import::text("-", text.as_bytes()).unwrap();
    let figures = |run: &ImportedRun| -> Vec<(FigureOf, Option<Ddir>, f64, Option<u64>)> {
        let each = run.figures().into_iter();
        each.map(|one| (one.what, one.ddir, one.value.low, one.samples))
            .collect()
    };
    let text = read(&format!("{bw}{iops}"));
    let [run] = text.runs.as_slice() else {
        panic!("{:?}", text.runs)
    };
    assert_eq!(
        figures(run),
        [
            (Iops, None, 1882.25, None),
            (BytesPerS, None, 7531.5 * 1024.0, None)
        ]
    );
    assert_eq!(
        notes(run),
        "The rates are the means of fio's samples, not the total over the run time.\nThe bandwidth is 25 % of the bandwidth of its group (per=)."
    );
    assert_eq!(run.kind, ImportKind::FioLine);
    assert!(text.unread.is_empty(), "{:?}", text.unread);
    // The counts below tell the direction.
    let text = read(&format!("{percentiles}{tail}"));
    assert_eq!(
        figures(&text.runs[0]),
        [
            (P50Ns, WRITE, 807e3, Some(112_974)),
            (P99Ns, WRITE, 1975e3, Some(112_974)),
            (FigureOf::P9999Ns, WRITE, 16_057e3, Some(112_974)),
            (Ios, WRITE, 112_974.0, None),
        ]
    );
    assert!(text.unread.is_empty(), "{:?}", text.unread);
    // So does the command. Of several workers a line is of one.
    let command = "$ fio --name=x --rw=randwrite --bs=4k --size=1G | grep iops\n";
    let text = read(&format!("{command}{iops}"));
    assert_eq!(figures(&text.runs[0]), [(Iops, WRITE, 1882.25, None)]);
    assert_eq!(text.runs[0].name(), "x");
    let many = command.replace("size", "numjobs=4 --size");
    let text = read(&format!("{many}{iops}{iops}"));
    assert_eq!(text.runs.len(), 2);
    assert!(text.runs[0].record.plan.jobs.is_empty());
    // Syncs have no direction.
    assert_eq!(
        figures(&read(syncs).runs[0]),
        [
            (FigureOf::SyncMeanNs, None, 1_273_080.0, None),
            (FigureOf::SyncMaxNs, None, 15_766e3, None),
            (FigureOf::SyncP99Ns, None, 5_473e3, None),
        ]
    );
    // Without a mean, or without the unit of the percentiles, nothing is read.
    for text in ["bw (  KiB/s): min=3584, max=10137, per=24", &percentiles[25..]] {
        assert!(read(text).runs.is_empty(), "{text}");
    }
}

/// The lines of another direction are not a part of the one before.
#[test]
fn a_part_ends_where_another_direction_begins() {
    let text = "   iops        : min= 896, max= 2534, avg=999.25, stdev=308.42, samples=20\n  write: IOPS=500, BW=2000KiB/s (2048kB/s)(20.0MiB/10240msec); 0 zone resets\n    clat (usec): min=2, max=43, avg=4.80, stdev=2.61\n";
    let text = import::text("-", text.as_bytes()).unwrap();
    let kinds: Vec<ImportKind> = text.runs.iter().map(|run| run.kind).collect();
    assert_eq!(kinds, [ImportKind::FioLine, ImportKind::FioText]);
    assert_eq!(figure(&text.runs[0], Iops, None), 999.25);
    assert_eq!(figure(&text.runs[1], Iops, WRITE), 500.0);
}

/// Rates of both directions with the lines below each are one report; the lines of the next report are another one.
#[test]
fn rates_with_samples_below_are_one_report() {
    let report = "  read: IOPS=1000, BW=4000KiB/s (4096kB/s)(40.0MiB/10240msec)\n   iops        : min= 896, max= 2534, avg=999.25, stdev=308.42, samples=20\n  write: IOPS=500, BW=2000KiB/s (2048kB/s)(20.0MiB/10240msec)\n   iops        : min= 396, max= 1534, avg=499.25, stdev=308.42, samples=20\n";
    let other = report.replace(
        "IOPS=1000, BW=4000KiB/s (4096kB/s)(40.0MiB",
        "IOPS=2000, BW=8000KiB/s (8192kB/s)(80.0MiB",
    );
    let text = import::text("-", format!("{report}{other}").as_bytes()).unwrap();
    let reads: Vec<f64> = text.runs.iter().map(|run| run.figures()[0].value.low).collect();
    assert_eq!((text.runs.len(), text.unread.len()), (2, 0), "{reads:?}");
}

/// The group summary is often shown without its heading.
#[test]
fn a_group_summary_without_its_heading_is_read() {
    let read = "   READ: bw=4000KiB/s (4096kB/s), 4000KiB/s-4000KiB/s (4096kB/s-4096kB/s), io=40.0MiB (41.9MB), run=10240-10240msec\n";
    let write = read.replace("READ", "WRITE");
    let text = import::text("-", format!("{read}{write}\nIn the VM:\n{read}{read}").as_bytes()).unwrap();
    let runs: Vec<(ImportKind, String)> = text.runs.iter().map(|run| (run.kind, run.name())).collect();
    let run = |name: &str| (ImportKind::FioSummary, name.to_owned());
    assert_eq!(runs, [run("read"), run("write"), run("read"), run("read")]);
    assert_eq!(figure(&text.runs[0], Bytes, READ), 40.0 * MIB);
    assert_eq!(figure(&text.runs[0], RuntimeNs, None), 10.24e9);
    // The command above has this output.
    let command = "$ fio --name=a --rw=randrw --bs=4k --size=1G | grep bw=\n";
    let text = import::text("-", format!("{command}{read}{write}").as_bytes()).unwrap();
    assert!(
        text.runs
            .iter()
            .all(|run| run.record.context.import.as_ref().unwrap().command.is_some())
    );
    assert!(text.unread.is_empty(), "{:?}", text.unread);
    // In a list each has a mark before it.
    let list = format!("* {}", read.trim_start());
    let text = import::text("-", list.as_bytes()).unwrap();
    assert_eq!(
        (text.runs[0].kind, figure(&text.runs[0], Bytes, READ)),
        (ImportKind::FioSummary, 40.0 * MIB)
    );
    // Below the rates of its jobs it is a part of their report.
    let rates = "  read: IOPS=1000, BW=4000KiB/s (4096kB/s)(40.0MiB/10240msec)\n";
    let text = import::text("-", format!("{rates}{read}").as_bytes()).unwrap();
    let [run] = text.runs.as_slice() else {
        panic!("{:?}", text.runs)
    };
    assert_eq!(run.kind, ImportKind::FioText);
    assert_eq!(figure(run, Iops, READ), 1000.0);
}

/// vdbench can be asked for a rate, which is then no limit of the device. Its name is that of the run.
#[test]
fn a_rate_that_vdbench_was_asked_for_is_a_load() {
    let text = read("vdbench.txt");
    let names: Vec<String> = text.runs.iter().map(ImportedRun::name).collect();
    assert_eq!(names, ["mix", "max", "fs"]);
    let note = "vdbench was asked for 3,000 I/Os per second and reached this rate. The rate is the load, not the limit of the device.";
    assert_eq!(notes(&text.runs[0]), note);
    assert_eq!(notes(&text.runs[1]), "");
    let first: Vec<u64> = text.unread.iter().map(|part| part.lines.0).collect();
    assert_eq!(first, [text.lines]);
    // An interval without I/O is a stall; it has no latency.
    let stalled = String::from_utf8(bytes_of("vdbench.txt")).unwrap();
    let stalled = stalled.replace(
        "20960.0    81.88    4096   0.00    1.524",
        "    0.0     0.00       0   0.00    0.000",
    );
    let stalled = import::text("stalled", stalled.as_bytes()).unwrap();
    let import = stalled.runs[1].record.context.import.as_ref().unwrap();
    let low = |what| {
        import
            .figures
            .iter()
            .find(|figure| figure.what == what)
            .unwrap()
            .value
            .low
    };
    assert_eq!(low(Iops), 0.0);
    assert!(low(LatMeanNs) > 0.0);
    let flat = read("vdbench-flatfile.txt");
    let names: Vec<String> = flat.runs.iter().map(ImportedRun::name).collect();
    assert_eq!(names, ["rd1", "rd2"]);
}
