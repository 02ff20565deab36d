//! Facts that rules judge by, held against another witness: blocks counted after a run against the log of every I/O, sampled content
//! against content that was planted, cached bytes against the kernel's own count. And that each trap is said once.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr
)]

use crate::common;
use crate::schema;

use std::collections::HashSet;
use std::fs::{self, File};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use common::*;
use serde_json::Value;

fn scratch() -> tempfile::TempDir {
    tempfile::Builder::new()
        .prefix("fiord-facts-")
        .tempdir_in(env!("CARGO_TARGET_TMPDIR"))
        .unwrap()
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

fn explain(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fiord"))
        .arg("explain")
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn explained(folder: &Path, args: &[&str]) -> Value {
    let output = explain(folder, &[&["--json"], args].concat());
    assert!(
        output.status.success(),
        "{args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The findings of one rule of the first job.
fn of_first(document: &Value, rule: &str) -> Vec<Value> {
    let findings = document["explained"][0]["jobs"][0]["findings"]
        .as_array()
        .unwrap();
    findings
        .iter()
        .filter(|finding| finding["rule"] == rule)
        .cloned()
        .collect()
}

/// One I/O of the log: direction, offset, length.
type Logged = (usize, u64, u64);

/// What each worker's log of every I/O holds.
fn logs(folder: &Path) -> Vec<Vec<Logged>> {
    let of = |number: u32| -> Option<Vec<Logged>> {
        let text = fs::read_to_string(folder.join(format!("log_clat.{number}.log"))).ok()?;
        let line = |line: &str| {
            let field: Vec<u64> = line
                .split(", ")
                .take(5)
                .map(|field| field.trim().parse().unwrap())
                .collect();
            (field[2] as usize, field[4], field[3])
        };
        Some(text.lines().map(line).collect())
    };
    (1..).map_while(of).collect()
}

/// Bytes of different 512-byte sectors in one direction.
fn distinct(ios: impl Iterator<Item = Logged>, ddir: usize) -> u64 {
    let mut seen = HashSet::new();
    for (_, offset, len) in ios.filter(|io| io.0 == ddir) {
        assert_eq!((offset % 512, len % 512), (0, 0));
        seen.extend(offset / 512..(offset + len) / 512);
    }
    seen.len() as u64 * 512
}

/// Runs jobs on one file and holds what was counted against the log of every I/O.
fn counted_as_logged(args: &str) -> Value {
    let folder = scratch();
    let logs_of_all = "--write_lat_log=log --log_offset=1";
    let document = document(folder.path(), &words(&format!("{logs_of_all} {args}")));
    assert_eq!(schema::problems(&document), [""; 0], "{args}");
    let blocks = document["evidence"]["blocks"].as_array().unwrap();
    assert_eq!(blocks.len(), 1, "{args}: {blocks:#?}");
    let counted = &blocks[0];
    assert_eq!(counted["uncounted"], Value::Null, "{args}");
    let logs = logs(folder.path());
    assert_eq!(
        counted["sharing"].as_u64().unwrap() as usize,
        logs.len(),
        "{args}"
    );
    let mut any = false;
    for ddir in 0..2 {
        let of = |key: &str| counted[key][ddir].as_u64().unwrap();
        let all = || logs.iter().flatten().copied();
        let ios: Vec<Logged> = all().filter(|io| io.0 == ddir).collect();
        assert_eq!(of("issued_ios"), ios.len() as u64, "{args}");
        assert_eq!(
            of("issued_bytes"),
            ios.iter().map(|io| io.2).sum::<u64>(),
            "{args}"
        );
        assert_eq!(of("distinct_bytes"), distinct(all(), ddir), "{args}");
        let each: u64 = logs.iter().map(|log| distinct(log.iter().copied(), ddir)).sum();
        assert_eq!(of("distinct_of_each_bytes"), each, "{args}");
        any |= !ios.is_empty();
    }
    assert!(any, "{args}: nothing was done");
    document
}

#[test]
fn blocks_are_counted_as_the_log_has_them() {
    let same = "--name=w --filename=f --size=2m --numjobs=3";
    for args in [
        "--rw=write --bs=64k",
        "--rw=write --bs=64k --offset_increment=1m",
        "--rw=write --bs=4k --io_size=5m",
        "--rw=write:8k --bs=4k",
        "--rw=randwrite --bs=4k",
        "--rw=randwrite --bs=4k --io_size=1m --randrepeat=0",
        "--rw=randwrite --bs=4k --norandommap",
        "--rw=randwrite --bs=4k --random_distribution=zipf:1.2",
        "--rw=randwrite --bsrange=4k-32k",
        "--rw=randrw --rwmixread=30 --bs=8k --io_size=1m",
        "--rw=randrw --bssplit=4k/60:16k/40 --ioengine=libaio --iodepth=8",
        "--rw=rw --bs=4k,16k --percentage_random=50",
        "--rw=randread:4 --bs=4k",
        "--rw=randwrite --bs=4k --loops=3 --io_size=1m",
        "--rw=randrw --bs=4k --number_ios=100 --loops=2",
        "--rw=write --bs=4k --zonemode=strided --zonesize=64k --zoneskip=192k --zonerange=64k",
        "--rw=randwrite --bs=4k --fsync=7 --number_ios=50",
        "--rw=randrw --bs=4k --thinktime=1 --number_ios=200",
        "--rw=randwrite --bs=4k --rate_iops=20000 --number_ios=300",
        "--rw=randwrite --bs=4k --randrepeat=0 --runtime=300ms --time_based",
        "--rw=randrw --bs=4k --ioengine=io_uring --iodepth=16 --runtime=300ms --time_based",
        "--rw=write --bs=16k --runtime=200ms --time_based --number_ios=40",
    ] {
        counted_as_logged(&format!("{same} {args}"));
    }
    // Different jobs on one file, and a single one that draws some places twice.
    counted_as_logged(
        "--filename=f --size=2m --name=a --rw=write --bs=64k --name=b --rw=randwrite --bs=4k --io_size=512k",
    );
    let twice = counted_as_logged(
        "--name=o --filename=f --size=2m --rw=randwrite --bs=4k --norandommap --io_size=4m",
    );
    assert_eq!(twice["evidence"]["blocks"][0]["sharing"], 1);
}

/// What has no log to hold it against: several files, trims, ramp time. The sums are the engine's own, the places follow from the
/// job.
#[test]
fn files_trims_and_ramp_are_counted() {
    let folder = scratch();
    let files = document(
        folder.path(),
        &words("--name=w --filename=a:b:c --size=3m --numjobs=2 --rw=randwrite --bs=4k"),
    );
    let blocks = files["evidence"]["blocks"].as_array().unwrap();
    let paths: Vec<&str> = blocks.iter().map(|one| one["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["a", "b", "c"]);
    for one in blocks {
        assert_eq!(
            (
                &one["issued_bytes"][1],
                &one["distinct_bytes"][1],
                &one["workers"][1]
            ),
            (&Value::from(2 << 20), &Value::from(1 << 20), &Value::from(2)),
            "{one:#}"
        );
    }
    let ramp = document(
        folder.path(),
        &words(
            "--name=w --filename=r --size=1m --numjobs=2 --rw=randrw --bs=4k --ramp_time=100ms --runtime=200ms --time_based",
        ),
    );
    let one = &ramp["evidence"]["blocks"][0];
    assert_eq!(one["uncounted"], Value::Null, "{one:#}");
    assert_eq!(one["issued_ios"], ramp["evidence"]["issued_ios"], "ramp included");

    let zram = match Zram::new(8) {
        Ok(zram) => zram,
        Err(reason) => return skip("zram", &reason),
    };
    let device = format!("--filename={}", zram.device().display());
    let trims = "--name=t --rw=randtrimwrite --bs=4k --size=2m --numjobs=2 --direct=1";
    let trims = document(folder.path(), &[&words(trims)[..], &[device.as_str()]].concat());
    let one = &trims["evidence"]["blocks"][0];
    assert_eq!(one["uncounted"], Value::Null, "{one:#}");
    assert_eq!(one["issued_bytes"], trims["evidence"]["issued_bytes"]);
    assert!(
        one["issued_bytes"][2].as_u64().unwrap() > 0 && one["distinct_bytes"][2] == one["distinct_bytes"][1],
        "{one:#}"
    );
}

/// Errors end a worker at a place that its counters do not tell.
#[test]
fn a_worker_that_failed_is_not_counted() {
    let Some(bed) = Bed::or_skip(16) else { return };
    let full = "--name=w --filename=f --rw=write --bs=64k --size=64m --numjobs=2 --direct=1 --fallocate=none";
    let output = fiord_run(bed.path(), &[&["--json"], &words(full)[..]].concat());
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let one = &document["evidence"]["blocks"][0];
    assert_eq!(one["uncounted"], "a worker had errors", "{one:#}");
    // The ranges of the two tell it all the same, and that they are no count.
    let found = finding(&document, "same-file-writers");
    assert_eq!(
        found["observed"]["Met"]["uncounted"], one["uncounted"],
        "{found:#}"
    );
    assert_eq!(found["observed"]["Met"]["issued_ios"], Value::Null, "{found:#}");
}

/// A simulated device in virtual time: the same counts, and the same again.
#[test]
fn what_a_simulated_run_touched_is_counted_twice_alike() {
    let job = "--name=s --ioengine=sim --filename=f --size=4m --rw=randwrite --norandommap --bs=4k --numjobs=4 --iodepth=8";
    let first = counted_as_logged(job);
    let second = counted_as_logged(job);
    assert_eq!(first["evidence"]["blocks"], second["evidence"]["blocks"]);
    let counted = &first["evidence"]["blocks"][0];
    assert_eq!(counted["issued_bytes"][1], 16 << 20);
    let share = counted["distinct_bytes"][1].as_f64().unwrap() / f64::from(4 << 20);
    // 4,096 draws from 1,024 blocks leave 1/e⁴ of them out.
    assert!((share - (1.0 - (-4.0_f64).exp())).abs() < 0.02, "{share}");
}

#[test]
fn what_depends_on_the_clock_is_not_counted_and_says_so() {
    let folder = scratch();
    let args = "--name=w --filename=f --size=1m --numjobs=2 --rw=randrw --bs=4k --rate_iops=20000,40000 --number_ios=50";
    let document = document(folder.path(), &words(args));
    let blocks = &document["evidence"]["blocks"][0];
    assert!(
        blocks["uncounted"].as_str().unwrap().contains("timing decides"),
        "{blocks:#}"
    );
    assert_eq!(blocks["issued_bytes"], serde_json::json!([0, 0, 0]));
    assert_eq!(schema::problems(&document), [""; 0]);
    // What would take long to draw again is not drawn again.
    File::create(folder.path().join("large"))
        .unwrap()
        .set_len(20 << 30)
        .unwrap();
    let skewed = "--name=z --filename=large --numjobs=2 --rw=randread --bs=4k --random_distribution=zipf:1.1 --number_ios=10";
    let skewed = common::document(folder.path(), &words(skewed));
    let blocks = &skewed["evidence"]["blocks"][0];
    assert!(
        blocks["uncounted"].as_str().unwrap().contains("skewed"),
        "{blocks:#}"
    );
    // Nobody shares, nobody rewrites: nothing to count.
    let apart = common::document(
        folder.path(),
        &words("--name=a --size=1m --numjobs=2 --rw=randwrite"),
    );
    assert_eq!(apart["evidence"]["blocks"], serde_json::json!([]));
}

/// A published table of 32 writers (here 8, and MiB for GiB): 10 of the 15 are written, by all to the same place; and its correction.
#[test]
fn the_writers_of_one_file_and_their_correction() {
    let Some(bed) = Bed::or_skip(256) else { return };
    let table = "--name=w --filename=fresh --rw=write --ioengine=libaio --direct=1 --size=15m --io_size=10m --bs=1024k --numjobs=8 --group_reporting";
    let planted = document(bed.path(), &words(table));
    let found = finding(&planted, "same-file-writers");
    assert_eq!(found["severity"], "wrong");
    let ten = f64::from(10 << 20);
    assert_eq!(
        (
            number(found, "distinct_bytes"),
            number(found, "issued_bytes"),
            number(found, "issued_ios")
        ),
        (ten, 8.0 * ten, 80.0)
    );
    assert_eq!(number(found, "distinct_percent"), 12.5);
    assert!(planted["evidence"]["device_written_bytes"].as_u64().unwrap() >= 80 << 20);
    assert_eq!(planted["verdict"]["grade"], "D");
    assert_eq!(number(found, "workers"), 8.0);
    assert_eq!(
        instead(&planted),
        Some(("same-file-writers".to_owned(), Vec::new()))
    );
    let line = planted["verdict"]["line"].as_str().unwrap();
    assert!(line.ends_with(found["saw"].as_str().unwrap()), "{line}");

    let corrected = document(bed.path(), &words(&format!("{table} --offset_increment=15m")));
    clean_of(&corrected, &["same-file-writers"]);
    let counted = &corrected["evidence"]["blocks"][0];
    assert_eq!(
        (&counted["issued_bytes"][1], &counted["distinct_bytes"][1]),
        (&Value::from(80 << 20), &Value::from(80 << 20))
    );
    // Parts that overlap by a third are no correction.
    let partly = document(bed.path(), &words(&format!("{table} --offset_increment=5m")));
    assert_eq!(
        number(finding(&partly, "same-file-writers"), "distinct_bytes"),
        f64::from(45 << 20)
    );
    // Random writers, too: each covers the whole, so that together they have it eight times.
    let random = "--name=r --filename=fresh --rw=randwrite --direct=1 --size=1m --bs=4k --numjobs=8";
    let random = document(bed.path(), &words(random));
    let found = finding(&random, "same-file-writers");
    assert_eq!(found["severity"], "care");
    assert_eq!(
        (number(found, "distinct_bytes"), number(found, "issued_bytes")),
        (f64::from(1 << 20), f64::from(8 << 20))
    );
}

/// Writers that go round their own parts, and jobs one after the other, are not on each other's blocks.
#[test]
fn going_round_and_coming_later_is_not_sharing() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let own = "--name=w --filename=f --rw=write --bs=64k --size=1m --io_size=5m --numjobs=4 --offset_increment=1m --direct=1";
    let own = document(bed.path(), &words(own));
    clean_of(&own, &["same-file-writers"]);
    let again = finding(&own, "overwrite-same");
    assert_eq!(again["severity"], "note");
    assert_eq!(
        (number(again, "distinct_bytes"), number(again, "issued_bytes")),
        (f64::from(4 << 20), f64::from(20 << 20))
    );
    let later = "--filename=g --bs=64k --size=4m --direct=1 --name=a --rw=write --name=b --stonewall --rw=write --name=c --stonewall --rw=read";
    let later = document(bed.path(), &words(later));
    clean_of(&later, &["same-file-writers"]);
    let together = document(
        bed.path(),
        &words("--filename=g --bs=64k --size=4m --direct=1 --rw=write --name=a --name=b"),
    );
    let found = finding(&together, "same-file-writers");
    assert_eq!(found["jobs"], serde_json::json!(["a", "b"]));
    assert_eq!(number(found, "distinct_bytes"), f64::from(4 << 20));
}

/// One file by two names is one file.
#[test]
fn a_link_leads_to_the_same_blocks() {
    let Some(bed) = Bed::or_skip(64) else { return };
    bed.file("f", 1);
    std::os::unix::fs::symlink("f", bed.path().join("other")).unwrap();
    let jobs = "--rw=write --bs=64k --size=1m --direct=1 --name=a --filename=f --name=b --filename=other";
    let linked = document(bed.path(), &words(jobs));
    let found = finding(&linked, "same-file-writers");
    assert_eq!(number(found, "distinct_bytes"), f64::from(1 << 20));
    assert_eq!(found["jobs"], serde_json::json!(["a", "b"]));
}

/// A published table of size and io_size: what is rewritten in memory is counted every time.
#[test]
fn blocks_written_again_and_again_are_counted() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let with = |more: &str| {
        let args = format!("--name=w --filename=f --rw=randwrite --bs=4k --size=2m {more}");
        document(bed.path(), &words(&args))
    };
    let again = with("--io_size=8m --end_fsync=1");
    let found = finding(&again, "overwrite-same");
    assert_eq!(found["severity"], "wrong");
    assert_eq!(
        (number(found, "distinct_bytes"), number(found, "issued_bytes")),
        (f64::from(2 << 20), f64::from(8 << 20))
    );
    let device = again["evidence"]["device_written_bytes"].as_u64().unwrap();
    assert!(device < 8 << 20, "{device}: the disk wrote less than was counted");
    assert_eq!(
        finding(&with("--io_size=8m --direct=1"), "overwrite-same")["severity"],
        "note"
    );
    clean_of(&with("--io_size=1m --end_fsync=1"), &["overwrite-same"]);
}

/// A file of zeros, random data, data that shrink, half and half: what the samples say of each, and that the look leaves no trace.
#[test]
fn a_file_of_zeros_is_known_before_it_is_read() {
    let Some(bed) = Bed::or_skip(128) else { return };
    let make = |name: &str, bytes: &[u8]| -> PathBuf {
        let path = bed.path().join(name);
        fs::write(&path, bytes).unwrap();
        fiord_host::cache::drop_file(&path).unwrap();
        path
    };
    let random = fs::read(bed.file("random", 8)).unwrap();
    fiord_host::cache::drop_file(&bed.path().join("random")).unwrap();
    make("zeros", &vec![0; 8 << 20]);
    let mut half = random.clone();
    half[4 << 20..].fill(0);
    make("half", &half);
    make("text", "the quick brown fox\n".repeat(400_000).as_bytes());
    let before = |name: &str| {
        let meta = fs::metadata(bed.path().join(name)).unwrap();
        (meta.atime(), meta.atime_nsec(), meta.mtime_nsec())
    };
    let look = |name: &str| {
        let stamps = before(name);
        let filename = format!("--filename={name}");
        let document = explained(
            bed.path(),
            &["--name=r", &filename, "--rw=randread", "--direct=1"],
        );
        assert_eq!(before(name), stamps, "{name}");
        let state = fiord_host::cache::show(&bed.path().join(name)).unwrap();
        assert_eq!(state.cached_bytes, 0, "{name} was brought into the cache");
        of_first(&document, "zero-data")
    };
    let zeros = look("zeros");
    assert_eq!(zeros.len(), 1);
    // zram skips pages of zeros: what is read is not even memory.
    assert_eq!(zeros[0]["severity"], "wrong");
    assert_eq!(
        (
            number(&zeros[0], "sampled_blocks"),
            number(&zeros[0], "zero_blocks")
        ),
        (64.0, 64.0)
    );
    assert_eq!(number(&zeros[0], "files"), 1.0);
    assert_eq!(look("random"), Vec::<Value>::new());
    let half = look("half");
    assert_eq!(
        (
            number(&half[0], "zero_blocks"),
            number(&half[0], "sampled_blocks")
        ),
        (32.0, 64.0)
    );
    let text = look("text");
    assert!(number(&text[0], "compressed_share") < 0.1 && number(&text[0], "zero_blocks") == 0.0);
}

/// A run says the same as the forecast, and the device's counters are of the job alone: nothing of the look is counted.
#[test]
fn a_run_over_zeros_says_so_and_does_not_count_the_look() {
    let Some(bed) = Bed::or_skip(64) else { return };
    bed.file("random", 8);
    let zeros = bed.path().join("zeros");
    fs::write(&zeros, vec![0; 8 << 20]).unwrap();
    fiord_host::cache::drop_file(&zeros).unwrap();
    let run = |name: &str| {
        let filename = format!("--filename={name}");
        document(
            bed.path(),
            &["--name=r", &filename, "--rw=read", "--bs=64k", "--direct=1"],
        )
    };
    let ran = run("zeros");
    assert_eq!(number(finding(&ran, "zero-data"), "zero_share"), 1.0);
    assert_eq!(ran["evidence"]["device_read_bytes"], 8 << 20);
    clean_of(&run("random"), &["zero-data"]);
    // A hole is a hole, and said once.
    File::create(bed.path().join("hole"))
        .unwrap()
        .set_len(8 << 20)
        .unwrap();
    clean_of(&run("hole"), &["zero-data"]);
}

#[test]
fn a_device_of_zeros_is_known_before_it_is_read() {
    let zram = match Zram::new(16) {
        Ok(zram) => zram,
        Err(reason) => return skip("zram", &reason),
    };
    let folder = tempfile::tempdir().unwrap();
    let filename = format!("--filename={}", zram.device().display());
    let args = [
        "--name=r",
        filename.as_str(),
        "--rw=randread",
        "--size=8m",
        "--direct=1",
    ];
    let zeros = explained(folder.path(), &args);
    let found = of_first(&zeros, "zero-data");
    assert_eq!(
        (number(&found[0], "zero_blocks"), &found[0]["severity"]),
        (64.0, &Value::from("wrong"))
    );
    let fill = [
        "--name=w",
        filename.as_str(),
        "--rw=write",
        "--bs=64k",
        "--refill_buffers=1",
        "--direct=1",
    ];
    document(folder.path(), &[&fill[..], &["--size=100%"]].concat());
    assert_eq!(
        of_first(&explained(folder.path(), &args), "zero-data"),
        Vec::<Value>::new()
    );
}

/// Nothing waits for a pipe that nobody writes to; if it did, this would never end.
#[test]
fn a_pipe_is_not_waited_for() {
    let folder = scratch();
    let made = Command::new("mkfifo").arg(folder.path().join("pipe")).status();
    assert!(made.unwrap().success());
    let document = explained(
        folder.path(),
        &["--name=r", "--filename=pipe", "--rw=read", "--size=1m"],
    );
    assert_eq!(of_first(&document, "zero-data"), Vec::<Value>::new());
}

/// What the forecast says of the page cache is the kernel's own count: on a file system, in memory, of a block device.
#[test]
fn cached_bytes_are_the_kernels() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let path = bed.file("f", 8);
    let cached = |folder: &Path, filename: &str| {
        let filename = format!("--filename={filename}");
        let args = [
            "--name=r",
            filename.as_str(),
            "--rw=randread",
            "--size=8m",
            "--invalidate=0",
            "--io_size=4m",
        ];
        let document = explained(folder, &args);
        of_first(&document, "cache-read")
            .iter()
            .chain(&of_first(&document, "cache-repeat"))
            .map(|finding| finding["values"]["cached_bytes"].as_f64())
            .collect::<Vec<_>>()
    };
    // Cold: no share to tell, but that the next run is warm.
    assert_eq!(cached(bed.path(), "f").last(), Some(&Some(0.0)));
    let file = File::open(&path).unwrap();
    rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::Random).unwrap();
    file.read_exact_at(&mut vec![0; 4 << 20], 0).unwrap();
    let kernel = fiord_host::cache::show(&path).unwrap().cached_bytes as f64;
    assert!(
        kernel >= f64::from(4 << 20) && kernel < f64::from(8 << 20),
        "{kernel}"
    );
    assert_eq!(cached(bed.path(), "f"), [Some(kernel), Some(kernel)]);

    // All of a file in memory is in the page cache.
    if let Ok(shm) = tempfile::tempdir_in("/dev/shm") {
        fs::write(shm.path().join("m"), vec![7; 8 << 20]).unwrap();
        assert_eq!(cached(shm.path(), "m"), [Some(f64::from(8 << 20)); 2]);
    } else {
        skip("tmpfs", "no /dev/shm");
    }

    // The cache of a device lives as long as somebody has it open.
    let zram = Zram::new(8).unwrap();
    let device = File::open(zram.device()).unwrap();
    rustix::fs::fadvise(&device, 0, None, rustix::fs::Advice::Random).unwrap();
    device.read_exact_at(&mut vec![0; 2 << 20], 0).unwrap();
    let kernel = fiord_host::cache::show(&zram.device()).unwrap().cached_bytes as f64;
    assert!(kernel >= f64::from(2 << 20), "{kernel}");
    assert_eq!(
        cached(bed.path(), zram.device().to_str().unwrap()),
        [Some(kernel); 2]
    );
}

/// Of files of others the kernel tells nothing; then nothing is claimed, and nothing of them is read.
#[test]
fn what_may_not_be_known_is_said_to_be_unknown() {
    if !rustix::process::geteuid().is_root() {
        return skip("root", "only root can become somebody else");
    }
    let folder = fiord_testbed::reachable_copy(env!("CARGO_BIN_EXE_fiord"));
    let program = folder.path().join("fiord");
    fs::write(folder.path().join("f"), vec![0; 1 << 20]).unwrap();
    let output = Command::new(&program)
        .args(words(
            "explain --json --name=r --filename=f --rw=randread --invalidate=0 --size=1m --io_size=512k",
        ))
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .uid(65_534)
        .gid(65_534)
        .output()
        .unwrap();
    let document: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let read = &of_first(&document, "cache-read")[0];
    assert_eq!(
        (&read["severity"], &read["values"]["cached_bytes"]),
        (&Value::from("care"), &Value::Null)
    );
    assert!(
        read["saw"].as_str().unwrap().contains("does not show this user"),
        "{read}"
    );
    let repeat = &of_first(&document, "cache-repeat")[0];
    assert_eq!(repeat["values"]["cached_bytes"], Value::Null, "{repeat}");
    assert_eq!(of_first(&document, "zero-data"), Vec::<Value>::new());
}

/// Eight jobs with the same trap: a reader sees it once, with all their names; a program finds it with each job.
#[test]
fn eight_jobs_with_one_trap_are_told_once() {
    let folder = scratch();
    let mut text = "[global]\nrw=write\nbs=4k\nsize=1m\niodepth=16\n".to_owned();
    for name in ["a", "b", "c", "d", "e", "f", "g", "h"] {
        text += &format!("[{name}]\n");
        fs::write(folder.path().join(format!("{name}.0.0")), vec![7; 1 << 20]).unwrap();
    }
    fs::write(folder.path().join("eight.fio"), text).unwrap();
    let output = explain(folder.path(), &["eight.fio"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.starts_with("a, b, c and 5 more (8 similar jobs, shown for a)\n"),
        "{said}"
    );
    for rule in ["sync-iodepth", "write-cached", "stale-file"] {
        assert_eq!(said.matches(&format!(" {rule}: ")).count(), 1, "{rule}: {said}");
    }
    let document = explained(folder.path(), &["eight.fio"]);
    for job in document["explained"][0]["jobs"].as_array().unwrap() {
        let has = |rule: &str| {
            job["findings"]
                .as_array()
                .unwrap()
                .iter()
                .any(|finding| finding["rule"] == rule)
        };
        assert!(has("sync-iodepth") && has("stale-file"), "{job:#}");
    }
    // After a run likewise.
    let ran = common::document(folder.path(), &["eight.fio"]);
    let found = finding(&ran, "stale-file");
    assert_eq!(found["jobs"].as_array().unwrap().len(), 8, "{found:#}");
    assert_eq!(
        (&found["job"], &found["jobs"][7]),
        (&Value::from("a"), &Value::from("h"))
    );
}

/// A loop device is seen by the rules of the machine and by those of the plan: one finding, with the job.
#[test]
fn a_layer_that_machine_and_plan_see_is_told_once() {
    let device = match fiord_testbed::Loop::new(8) {
        Ok(device) => device,
        Err(reason) => return skip("loop", &reason),
    };
    let folder = scratch();
    let filename = format!("--filename={}", device.path().display());
    let job = [
        "--name=r",
        filename.as_str(),
        "--rw=read",
        "--size=8m",
        "--direct=1",
    ];
    let document = explained(folder.path(), &job);
    let of_job = of_first(&document, "stack");
    assert_eq!(of_job.len(), 1, "{of_job:#?}");
    let saw = of_job[0]["saw"].as_str().unwrap();
    assert!(
        saw.contains("is a loop device backed by a file") && saw.contains(" (loop"),
        "{saw}"
    );
    let machine = document["explained"][0]["machine"].as_array().unwrap();
    let begins = |finding: &&Value| finding["saw"].as_str().unwrap().starts_with(device.name());
    let stack: Vec<&Value> = machine
        .iter()
        .filter(|one| one["rule"] == "stack")
        .filter(begins)
        .collect();
    assert_eq!(stack, Vec::<&Value>::new());
    let text = String::from_utf8(explain(folder.path(), &job).stdout).unwrap();
    assert_eq!(text.matches(" stack: ").count(), 1, "{text}");
}

/// The machine is the same for all commands of one call.
#[test]
fn the_machine_is_told_once_for_several_commands() {
    let folder = scratch();
    let command = "fio --name=r --rw=read --size=1m";
    let text = |args: &[&str]| String::from_utf8(explain(folder.path(), args).stdout).unwrap();
    let rules = |text: &str| -> Vec<String> {
        let of_machine: Vec<&str> = text.split("\nmachine\n").collect();
        assert_eq!(of_machine.len(), 2, "{text}");
        let heads = of_machine[1].lines().filter(|line| !line.starts_with("   "));
        // Load and dirty pages change between two looks of a busy machine.
        let changing = [
            " load:",
            " dirty-limits:",
            " pressure:",
            " foreign-io:",
            " memory:",
        ];
        heads
            .filter(|line| !changing.iter().any(|rule| line.contains(rule)))
            .map(str::to_owned)
            .collect()
    };
    let all = text(&[command, command, command]);
    assert_eq!(all.lines().filter(|line| *line == "r").count(), 3, "{all}");
    assert_eq!(rules(&all), rules(&text(&[command])));
}
