//! Every trap that this machine can make is planted for real and must be caught with the right numbers; with each goes a
//! clean case that must pass. What a machine cannot make is simulated. The table in `trap_table.rs` says which test is which.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr
)]

use crate::common;
use crate::schema;

use std::fs;
use std::process::{Child, Command, Stdio};

use common::*;

/// Rules of a wrong source: none of them may fire on a clean direct run.
const SOURCES: [&str; 6] = [
    "cache-read",
    "cache-below",
    "unwritten",
    "write-cached",
    "foreign-io",
    "same-file-writers",
];

#[test]
fn a_cached_read_is_memory_and_a_direct_one_is_the_disk() {
    let Some(bed) = Bed::or_skip(128) else { return };
    let path = bed.file("f", 16);
    assert_eq!(fs::read(path).unwrap().len(), 16 << 20);
    let warm = [
        "--name=r",
        "--filename=f",
        "--rw=read",
        "--bs=64k",
        "--size=16m",
        "--invalidate=0",
    ];
    let cached = document(bed.path(), &warm);
    let found = finding(&cached, "cache-read");
    assert_eq!(found["severity"], "wrong");
    assert!(number(found, "share_percent") > 99.0, "{found:#}");
    assert_eq!(number(found, "issued_bytes"), f64::from(16 << 20));
    assert_eq!(cached["verdict"]["grade"], "D");
    assert!(
        cached["verdict"]["line"]
            .as_str()
            .unwrap()
            .starts_with("Measured: memory, not the disk.")
    );

    let direct = document(
        bed.path(),
        &[
            "--name=r",
            "--filename=f",
            "--rw=read",
            "--bs=64k",
            "--size=16m",
            "--direct=1",
        ],
    );
    clean_of(&direct, &SOURCES);
    assert_eq!(direct["evidence"]["device_read_bytes"], 16 << 20);
    for document in [&cached, &direct] {
        assert_eq!(schema::problems(document), [""; 0]);
    }
    assert_measured(
        &direct,
        &format!("Measured: memory shown as a disk ({}).", bed.zram.name()),
    );

    // Buffered, but the cache was dropped first: still the disk.
    let cold = document(
        bed.path(),
        &["--name=r", "--filename=f", "--rw=read", "--bs=64k", "--size=16m"],
    );
    clean_of(&cold, &SOURCES);
}

#[test]
fn half_a_cached_file_is_half_memory() {
    let Some(bed) = Bed::or_skip(128) else { return };
    bed.file("f", 16);
    let first = document(
        bed.path(),
        &["--name=d", "--filename=f", "--rw=read", "--size=8m", "--bs=64k"],
    );
    clean_of(&first, &["cache-read"]);
    let cached = fiord_host::cache::show(&bed.path().join("f"))
        .unwrap()
        .cached_bytes;
    assert!(
        (7 << 20..10 << 20).contains(&cached),
        "{cached} bytes of the first half are cached"
    );
    let args = [
        "--name=h",
        "--filename=f",
        "--rw=randread",
        "--bs=4k",
        "--size=16m",
        "--invalidate=0",
        "--fadvise_hint=random",
    ];
    let half = document(bed.path(), &args);
    let expected = cached as f64 / f64::from(16 << 20) * 100.0;
    let share = number(finding(&half, "cache-read"), "share_percent");
    assert!(
        (share - expected).abs() < 5.0,
        "{share} % found, {expected} % were cached"
    );
}

#[test]
fn a_buffered_write_is_memory_until_it_is_synced() {
    let Some(bed) = Bed::or_skip(128) else { return };
    let write = ["--name=w", "--filename=f", "--rw=write", "--bs=64k", "--size=16m"];
    let with = |more: &str| document(bed.path(), &[&write[..], &[more]].concat());
    let buffered = with("--thread");
    let found = finding(&buffered, "write-cached");
    assert_eq!(found["severity"], "wrong");
    assert!(number(found, "share_percent") > 50.0, "{found:#}");
    assert_eq!(buffered["verdict"]["grade"], "D");
    for clean in ["--end_fsync=1", "--direct=1", "--sync=1"] {
        let document = with(clean);
        clean_of(&document, &SOURCES);
        assert_eq!(document["evidence"]["dirty_left_bytes"], 0, "{clean}");
        assert!(
            document["evidence"]["device_written_bytes"].as_u64().unwrap() >= 16 << 20,
            "{clean}"
        );
    }
}

/// Four columns of a published table (plantegg, ssd/san/sas): direct and buffered are one setting, so they hold two configurations.
#[test]
fn direct_and_buffered_are_one_setting() {
    let Some(bed) = Bed::or_skip(128) else { return };
    bed.file("f", 8);
    for (direct, buffered, cached) in [(0, 1, true), (1, 0, false), (0, 0, false), (1, 1, true)] {
        let (direct, buffered) = (format!("--direct={direct}"), format!("--buffered={buffered}"));
        let args = [
            "--name=r",
            "--filename=f",
            "--rw=read",
            "--bs=64k",
            "--size=8m",
            "--invalidate=0",
            &direct,
            &buffered,
        ];
        // The first buffered run fills the cache; the second is the one that is judged.
        document(bed.path(), &args);
        let found = document(bed.path(), &args);
        assert_eq!(
            !findings(&found, "cache-read").is_empty(),
            cached,
            "{direct} {buffered}: {:#}",
            found["verdict"]
        );
        assert_eq!(finding(&found, "direct-buffered")["when"], "plan");
    }
}

#[test]
fn a_sparse_file_is_no_disk() {
    let Some(bed) = Bed::or_skip(128) else { return };
    fs::File::create(bed.path().join("hole"))
        .unwrap()
        .set_len(16 << 20)
        .unwrap();
    for direct in ["--direct=1", "--direct=0"] {
        let holes = document(
            bed.path(),
            &["--name=h", "--filename=hole", "--rw=read", "--bs=64k", direct],
        );
        let found = finding(&holes, "unwritten");
        assert_eq!(found["severity"], "wrong");
        assert!(
            number(found, "hole_percent") > 99.0 && number(found, "share_percent") > 99.0,
            "{found:#}"
        );
        clean_of(&holes, &["cache-read", "cache-below"]);
    }
    bed.file("full", 4);
    let full = document(
        bed.path(),
        &[
            "--name=h",
            "--filename=full",
            "--rw=read",
            "--bs=64k",
            "--direct=1",
        ],
    );
    clean_of(&full, &["unwritten"]);
}

#[test]
fn memory_that_looks_like_files_is_told() {
    // Any tmpfs will do; it is nobody's device.
    let Ok(folder) = tempfile::tempdir_in("/dev/shm") else {
        return skip("tmpfs", "no /dev/shm");
    };
    let shm = document(folder.path(), &["--name=m", "--rw=read", "--bs=64k", "--size=4m"]);
    assert_eq!(finding(&shm, "cache-below")["severity"], "wrong");
    assert_eq!(shm["verdict"]["grade"], "D");
}

#[test]
fn writers_of_the_same_blocks_are_counted_once() {
    let Some(bed) = Bed::or_skip(256) else { return };
    let four = [
        "--name=w",
        "--filename=f",
        "--rw=write",
        "--bs=64k",
        "--size=8m",
        "--numjobs=4",
        "--direct=1",
    ];
    let planted = document(bed.path(), &four);
    let found = finding(&planted, "same-file-writers");
    assert_eq!(
        (number(found, "distinct_bytes"), number(found, "issued_bytes")),
        (f64::from(8 << 20), f64::from(32 << 20))
    );
    assert_eq!(found["severity"], "wrong");
    // The correction: each writer has its own part, or its own file.
    let apart = document(bed.path(), &[&four[..], &["--offset_increment=8m"]].concat());
    clean_of(&apart, &["same-file-writers"]);
    let own = document(
        bed.path(),
        &[
            "--name=own",
            "--rw=write",
            "--bs=64k",
            "--size=8m",
            "--numjobs=4",
            "--direct=1",
        ],
    );
    clean_of(&own, &["same-file-writers"]);
}

#[test]
fn a_depth_on_a_synchronous_engine_is_one() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let with = |depth: &str| {
        document(
            bed.path(),
            &["--name=r", "--rw=randread", "--size=4m", "--direct=1", depth],
        )
    };
    let deep = with("--iodepth=16");
    let found = finding(&deep, "sync-iodepth");
    assert!((number(found, "achieved_depth") - 1.0).abs() < 0.5, "{found:#}");
    assert_eq!(number(found, "iodepth"), 16.0);
    clean_of(&with("--iodepth=1"), &["sync-iodepth"]);
}

#[test]
fn buffered_aio_works_inside_submit() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let aio = [
        "--name=r",
        "--rw=randread",
        "--size=16m",
        "--ioengine=libaio",
        "--iodepth=32",
    ];
    let with = |direct: &str| document(bed.path(), &[&aio[..], &[direct]].concat());
    let buffered = with("--direct=0");
    assert_eq!(finding(&buffered, "aio-buffered")["severity"], "wrong");
    clean_of(&with("--direct=1"), &["aio-buffered"]);
}

/// A cloud disk (an ESSD): a limit of 4,200 reads per second, 64 deep.
#[test]
fn a_limit_is_named_with_its_number() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let limit = match Throttle::new(&bed.zram.number(), &[ThrottleLimit::Reads(4200)]) {
        Ok(limit) => limit,
        Err(reason) => return skip("blkio", &reason),
    };
    let job = "--name=r --rw=randread --bs=4k --size=16m --direct=1 --ioengine=libaio --iodepth=64 --runtime=2 --time_based";
    let script = format!(
        "echo $$ > {} && exec {} run --json {job}",
        limit.procs().display(),
        env!("CARGO_BIN_EXE_fiord")
    );
    let run = || -> serde_json::Value {
        let output = Command::new("sh")
            .args(["-c", &script])
            .current_dir(bed.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    };
    // What the kernel let through, as the device counted it: a machine that stalled stayed below its limit, and that run shows
    // nothing about the rule.
    let reached = |document: &serde_json::Value| {
        let bytes = document["evidence"]["device_read_bytes"].as_u64().unwrap();
        bytes as f64 / 4096.0 / 2.0 / 4200.0
    };
    let limited = (0..20)
        .map(|_| run())
        .find(|document| reached(document) > 0.95)
        .expect("the machine never reached the limit");
    let found = finding(&limited, "throttle");
    assert_eq!(number(found, "limit"), 4200.0);
    assert!((number(found, "rate") / 4200.0 - 1.0).abs() < 0.15, "{found:#}");
    assert!(
        limited["verdict"]["line"]
            .as_str()
            .unwrap()
            .contains("a throttling limit, not the disk")
    );
    let free = document(
        bed.path(),
        &job.replace("runtime=2", "runtime=1")
            .split(' ')
            .collect::<Vec<_>>(),
    );
    clean_of(&free, &["throttle"]);
}

/// A neighbour that reads the same device until it is dropped.
struct Neighbour(Child);

impl Neighbour {
    fn reading(bed: &Bed) -> Self {
        let read =
            "--name=n --filename=neighbour --rw=randread --bs=64k --direct=1 --runtime=300 --time_based";
        let mut command = Command::new(env!("CARGO_BIN_EXE_fiord"));
        command.args(read.split(' ')).current_dir(bed.path());
        let child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let neighbour = Neighbour(child);
        let sectors = || {
            fs::read_to_string(bed.zram.sys().join("stat"))
                .unwrap()
                .split_whitespace()
                .nth(2)
                .unwrap()
                .parse::<u64>()
                .unwrap()
        };
        let before = sectors();
        while sectors() < before + 64 {
            std::thread::yield_now();
        }
        neighbour
    }
}

impl Drop for Neighbour {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_neighbour_on_the_device_is_seen() {
    let Some(bed) = Bed::or_skip(64) else { return };
    bed.file("neighbour", 4);
    let job = [
        "--name=r",
        "--rw=randread",
        "--bs=4k",
        "--size=8m",
        "--direct=1",
        "--runtime=1",
        "--time_based",
    ];
    let alone = document(bed.path(), &job);
    clean_of(&alone, &["foreign-io"]);
    let neighbour = Neighbour::reading(&bed);
    let disturbed = document(bed.path(), &job);
    drop(neighbour);
    let found = finding(&disturbed, "foreign-io");
    let evidence = &disturbed["evidence"];
    let foreign =
        evidence["device_read_bytes"].as_u64().unwrap() - evidence["own"]["read_bytes"].as_u64().unwrap();
    assert_eq!(number(found, "foreign_bytes"), foreign as f64);
    assert_eq!(found["severity"], "care", "{found:#}");
    assert_disturbed(&disturbed, "foreign-io");
}

#[test]
fn a_rate_that_cannot_be_kept_is_late() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let with = |rate: &str| {
        document(
            bed.path(),
            &[
                "--name=r",
                "--rw=randread",
                "--size=8m",
                "--direct=1",
                "--runtime=1",
                "--time_based",
                rate,
            ],
        )
    };
    let late = with("--rate_iops=400000000");
    let found = finding(&late, "late-generator");
    assert_eq!(found["severity"], "wrong");
    assert!(number(found, "reached_iops") < 0.5 * number(found, "asked_iops"));
    assert!(
        number(found, "response_p99_ns") > number(found, "service_p99_ns"),
        "{found:#}"
    );
    // On a busy machine the generator may wake up late, but no backlog grows.
    let kept = with("--rate_iops=200");
    assert!(
        findings(&kept, "late-generator")
            .iter()
            .all(|finding| finding["severity"] != "wrong"),
        "{:#}",
        kept["findings"]
    );
}

#[test]
fn a_sync_of_memory_is_no_sync() {
    let zram = match Zram::new(64) {
        Ok(zram) => zram,
        Err(reason) => return skip("zram", &reason),
    };
    let folder = tempfile::tempdir().unwrap();
    let filename = format!("--filename={}", zram.device().display());
    let write = [
        "--name=w",
        &filename,
        "--rw=randwrite",
        "--bs=4k",
        "--size=4m",
        "--direct=1",
    ];
    let synced = document(folder.path(), &[&write[..], &["--fsync=1"]].concat());
    let found = finding(&synced, "fsync-lies");
    assert!(number(found, "sync_p50_ns") < 20_000.0);
    clean_of(&document(folder.path(), &write), &["fsync-lies"]);
}

#[test]
fn time_and_samples_are_counted() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let read = ["--name=r", "--rw=read", "--bs=64k", "--size=4m", "--direct=1"];
    let early = document(bed.path(), &[&read[..], &["--runtime=60"]].concat());
    assert_eq!(number(finding(&early, "ends-early"), "asked_s"), 60.0);
    let short = finding(&early, "short-run");
    assert!(number(short, "runtime_s") < 10.0);
    assert_eq!(number(finding(&early, "few-samples"), "samples"), 64.0);
    let whole = document(
        bed.path(),
        &[
            &read[..],
            &["--runtime=1", "--time_based", "--percentile_list=50:90"],
        ]
        .concat(),
    );
    clean_of(&whole, &["ends-early", "few-samples"]);
    let blind = document(bed.path(), &[&read[..], &["--gtod_reduce=1"]].concat());
    assert_eq!(finding(&blind, "gtod-reduce")["severity"], "care");
    clean_of(&whole, &["gtod-reduce"]);
}

#[test]
fn a_run_that_fails_says_so_and_why() {
    let Some(bed) = Bed::or_skip(16) else { return };
    let output = fiord_run(
        bed.path(),
        &[
            "--json",
            "--name=w",
            "--rw=write",
            "--size=64m",
            "--direct=1",
            "--fallocate=none",
        ],
    );
    assert_eq!(output.status.code(), Some(1));
    let failed: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(
        finding(&failed, "failed")["saw"]
            .as_str()
            .unwrap()
            .contains("No space left"),
        "{:#}",
        failed["findings"]
    );
    assert_eq!(failed["verdict"]["grade"], "D");
}

/// Ten seconds of clean direct reads on a quiet device of our own: nothing to say but notes, and the best grade of one run.
#[test]
fn a_clean_run_gets_a_b() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let job = [
        "--name=r",
        "--rw=randread",
        "--bs=4k",
        "--size=16m",
        "--direct=1",
        "--runtime=11",
        "--time_based",
    ];
    let clean = document(bed.path(), &job);
    clean_of(&clean, &SOURCES);
    clean_of(
        &clean,
        &[
            "short-run",
            "ends-early",
            "throttle",
            "sync-iodepth",
            "stack",
            "late-generator",
        ],
    );
    let wrong = clean["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["severity"] == "wrong");
    let judged = clean["verdict"]["grade"].as_str().unwrap();
    // Other work on the machine may really change the rate of a device that is memory; that is then told as a change.
    assert!(
        wrong.clone().all(|finding| finding["rule"] == "cliff"),
        "{:#}",
        clean["findings"]
    );
    assert!(
        judged == "B" || !clean["findings"].as_array().unwrap().is_empty(),
        "{:#}",
        clean["verdict"]
    );
    let seconds = clean["evidence"]["per_second"].as_array().unwrap();
    assert!(seconds.len() >= 11, "{} samples", seconds.len());
    let sampled: u64 = seconds
        .iter()
        .map(|second| second["bytes"][0].as_u64().unwrap())
        .sum();
    let issued = clean["evidence"]["issued_bytes"][0].as_u64().unwrap();
    assert_eq!(sampled, issued, "every byte is in one second");
}

/// Mixed kinds of clean jobs, a hundred runs: what is called wrong, or a loud neighbour, must be rare.
#[test]
fn a_hundred_clean_runs_raise_few_alarms() {
    let Some(bed) = Bed::or_skip(128) else { return };
    let every = fiord_testbed::every(2);
    let modes = ["read", "write", "randread", "randwrite", "randrw"];
    let kinds = [
        "--direct=1",
        "--direct=1 --numjobs=2",
        "--end_fsync=1",
        "--direct=1 --rate_iops=2000",
        "--ioengine=pvsync2 --direct=1",
    ];
    let mut wrong = Vec::new();
    for (mode, kind) in modes
        .iter()
        .flat_map(|mode| kinds.iter().map(move |kind| (mode, kind)))
    {
        let sizes = ["4k", "16k", "64k", "256k"];
        for bs in sizes.into_iter().step_by(every) {
            let job = format!("--name=c --rw={mode} --bs={bs} --size=4m {kind}");
            let found = document(bed.path(), &job.split(' ').collect::<Vec<_>>());
            let of = found["findings"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|finding| finding["severity"] == "wrong" || is_loud_neighbour(finding));
            wrong.extend(of.map(|finding| format!("{job}: {} {}", finding["rule"], finding["saw"])));
        }
    }
    assert!(wrong.len() * every <= 5, "{wrong:#?}");
}

/// Whether others are said to have moved more than a fifth of a busy device's bytes.
fn is_loud_neighbour(finding: &serde_json::Value) -> bool {
    let over = |name: &str, least: f64| finding["values"][name].as_f64().is_none_or(|value| value > least);
    finding["rule"] == "foreign-io"
        && finding["when"] == "run"
        && finding["severity"] == "care"
        && over("share_percent", 20.0)
        && over("busy_percent", 10.0)
}

#[test]
fn strict_fails_and_the_document_is_alone_on_stdout() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let job = ["--name=r", "--rw=read", "--bs=64k", "--size=4m", "--direct=1"];
    let plain = fiord_run(bed.path(), &job);
    assert_eq!(plain.status.code(), Some(0));
    let text = String::from_utf8(plain.stdout).unwrap();
    assert!(text.starts_with("Measured: memory shown as a disk"), "{text}");
    assert!(text.contains("\nGrade C: memory-device, short-run"), "{text}");
    // The answer is one screen, fio's report is there for the asking.
    assert!(
        text.lines().count() <= 16 && !text.contains("Run status group 0"),
        "{text}"
    );
    assert!(
        text.contains("\n! care memory-device: ") && text.contains(" → "),
        "{text}"
    );
    let all = fiord_run(bed.path(), &[&["-v", "--full"], &job[..]].concat());
    let all = String::from_utf8(all.stdout).unwrap();
    for words in [
        "Run status group 0",
        "\n    why: ",
        "\n    do: ",
        "\n    source: ",
    ] {
        assert!(all.contains(words), "no `{words}` in\n{all}");
    }
    let strict = fiord_run(bed.path(), &[&["--strict"], &job[..]].concat());
    assert_eq!(strict.status.code(), Some(1));
    let evidence = fiord_run(bed.path(), &[&job[..], &["--evidence", "e.json"]].concat());
    assert_eq!(evidence.status.code(), Some(0));
    let written: serde_json::Value =
        serde_json::from_slice(&fs::read(bed.path().join("e.json")).unwrap()).unwrap();
    assert_eq!(schema::problems(&written), [""; 0]);
    let wrong = fiord_run(bed.path(), &["--name=r", "--rw=sideways"]);
    assert_eq!((wrong.status.code(), wrong.stdout.len()), (Some(2), 0));
}

/// The keys of an object, in their order, and those of the objects in it; what a run may find or not is left out.
fn keys(value: &serde_json::Value) -> Vec<String> {
    let fields = value.as_object().into_iter().flatten();
    fields
        .filter(|(name, _)| !["findings", "per_second", "blocks"].contains(&name.as_str()))
        .flat_map(|(name, value)| {
            let below = keys(value).into_iter().map(move |key| format!("{name}.{key}"));
            std::iter::once(name.clone()).chain(below).collect::<Vec<_>>()
        })
        .collect()
}

/// fio mode keeps its streams; evidence goes to its own document.
#[test]
fn in_fio_mode_evidence_is_a_file_of_its_own() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let job = ["--name=r", "--rw=read", "--bs=64k", "--size=1m"];
    let run = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fiord"));
        command
            .args(job)
            .args(more)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap()
    };
    run(&[]);
    let with = run(&["--evidence=e.json"]);
    assert_eq!(String::from_utf8_lossy(&with.stderr), "");
    let written: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.path().join("e.json")).unwrap()).unwrap();
    let page = String::from_utf8_lossy(&with.stdout);
    for part in ["headline", "reason"] {
        let words = written["verdict"][part].as_str().unwrap();
        assert!(!words.is_empty() && !page.contains(words), "{words} in\n{page}");
    }
    assert_eq!(written["evidence"]["issued_bytes"][0], 1 << 20);
    assert_eq!(schema::problems(&written), [""; 0]);
    // `fiord run --evidence` writes the same document: the same keys everywhere, and the same numbers where no clock is in them.
    let again = fiord_run(folder.path(), &[&job[..], &["--evidence=e2.json"]].concat());
    assert_eq!(again.status.code(), Some(0));
    let other: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.path().join("e2.json")).unwrap()).unwrap();
    assert_eq!(keys(&written), keys(&other));
    for pointer in [
        "/fiord",
        "/version",
        "/jobs/0/options",
        "/evidence/issued_bytes",
        "/record/plan",
    ] {
        assert_eq!(written.pointer(pointer), other.pointer(pointer), "{pointer}");
    }
}

#[test]
fn the_cost_of_fiord_itself_is_measured() {
    let folder = tempfile::tempdir().unwrap();
    let job = [
        "--json",
        "--self-cost",
        "--name=r",
        "--rw=randread",
        "--filename=/nonexistent/x",
        "--size=1g",
        "--rate_iops=10",
    ];
    let output = fiord_run(folder.path(), &job);
    let cost: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(schema::problems(&cost), [""; 0]);
    assert!(cost["jobs"][0]["iops"].as_f64().unwrap() > 1000.0, "{cost}");
    assert!(cost["jobs"][0]["ns_per_io"].as_f64().unwrap() > 0.0, "{cost}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
