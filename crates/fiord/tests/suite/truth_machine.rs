//! Rules about the machine and the queue, planted for real: devices of a test's own, of which every byte and every millisecond can be
//! read in the kernel's own counters, and with each trap a clean case. The table in `trap_table.rs` says which test is which.
//!
//! What is slow here is slow by a limit of a control group, never by the machine, so that the numbers hold on a busy one too.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr
)]

use crate::common;
use crate::loop_bed;

use std::fs::File;
use std::path::PathBuf;

use common::*;
use loop_bed::*;
use serde_json::Value;

fn line(document: &Value) -> &str {
    document["verdict"]["line"].as_str().unwrap()
}

fn saw(finding: &Value) -> &str {
    finding["saw"].as_str().unwrap()
}

fn near(value: f64, expected: f64, tolerance: f64) -> bool {
    (value - expected).abs() <= tolerance
}

/// A loop device with direct I/O, and a group whose reads from what lies below it are limited.
fn limited(mib: usize, reads_per_s: u64) -> Option<(LoopBed, Group)> {
    let file = LoopBed::or_skip(mib, true)?;
    let limit = Group::reads_or_skip(&file, reads_per_s)?;
    Some((file, limit))
}

#[test]
fn a_file_on_one_disk_of_two_is_told_with_its_shares() {
    let two = |profile: &str| {
        TwoDisks::new(profile)
            .map_err(|reason| skip("btrfs", &reason))
            .ok()
    };
    let write = [
        "--name=w",
        "--filename=f",
        "--rw=write",
        "--bs=1m",
        "--size=16m",
        "--direct=1",
    ];
    let read = [
        "--name=r",
        "--filename=f",
        "--rw=read",
        "--bs=1m",
        "--size=16m",
        "--direct=1",
    ];
    let Some(single) = two("single") else { return };
    document(single.path(), &write);
    let before = single.read();
    let planted = document(single.path(), &read);
    let moved = [0, 1].map(|disk| single.read()[disk] - before[disk]);
    let found = finding(&planted, "stack");
    assert_eq!(found["severity"], "care");
    // The file system may write a little of its own between the end of the run and our look.
    let told = number(found, "moved_bytes");
    assert!(
        told >= f64::from(16 << 20) && told <= (moved[0] + moved[1]) as f64,
        "{moved:?}: {found:#}"
    );
    let largest = *moved.iter().max().unwrap() as f64 / (moved[0] + moved[1]) as f64 * 100.0;
    assert!(
        near(number(found, "largest_percent"), largest, 3.0),
        "{found:#} {moved:?}"
    );
    assert!(
        near(
            number(found, "smallest_percent"),
            100.0 - number(found, "largest_percent"),
            1e-9
        ),
        "{found:#}"
    );
    // One piece of 16 MiB: nothing but a little metadata may lie on the other disk.
    assert!(largest > 95.0, "{moved:?}");
    for disk in &single.disks {
        assert!(saw(found).contains(&disk.name()), "{found:#}");
    }
    drop(single);

    let Some(striped) = two("raid0") else { return };
    document(striped.path(), &write);
    let before = striped.read();
    let clean = document(striped.path(), &read);
    clean_of(&clean, &["stack"]);
    let moved = [0, 1].map(|disk| striped.read()[disk] - before[disk]);
    assert!(moved.iter().all(|bytes| *bytes >= 8 << 20), "{moved:?}");
}

#[test]
fn what_a_loop_device_keeps_in_the_cache_of_its_file_is_told() {
    let write = |file: &LoopBed| {
        let mount = Mounted::quiet_ext4(&file.looped.device).unwrap();
        let before = [Counters::of(file.looped.name()), Counters::of(&file.zram())];
        let job = ["--name=w", "--rw=write", "--bs=64k", "--size=16m", "--direct=1"];
        let found = document(mount.path(), &job);
        let after = [Counters::of(file.looped.name()), Counters::of(&file.zram())];
        (found, [0, 1].map(|device| after[device].since(before[device])))
    };
    let Some(cached) = LoopBed::or_skip(64, false) else {
        return;
    };
    let (planted, [above, _]) = write(&cached);
    let found = finding(&planted, "stack");
    assert_eq!(found["severity"], "wrong");
    assert!(number(found, "loop_bytes") >= f64::from(16 << 20), "{found:#}");
    assert!(number(found, "loop_bytes") <= (above.read_bytes + above.written_bytes) as f64);
    // The kernel may begin to write the file's pages; it has no reason to have done so with most of them.
    assert!(number(found, "below_percent") < 80.0, "{found:#}");
    assert!(
        line(&planted).starts_with("Measured: the page cache of a backing file, not the disk."),
        "{}",
        line(&planted)
    );
    assert_eq!(planted["verdict"]["grade"], "D");
    drop(cached);

    // Past that cache, the same bytes are on the disk below: told, but nothing is wrong.
    let Some(direct) = LoopBed::or_skip(64, true) else {
        return;
    };
    let (clean, [_, below]) = write(&direct);
    assert_eq!(finding(&clean, "stack")["severity"], "note");
    assert!(below.written_bytes >= 16 << 20);
    assert!(number(finding(&clean, "stack"), "below_percent") >= 99.0);
    assert_measured(
        &clean,
        &format!("Measured: memory shown as a disk ({}).", direct.zram()),
    );
}

/// Appending goes one by one under the inode's lock, whatever the job holds in flight. The disk below does 1,500 writes per second.
#[test]
fn a_queue_that_the_file_system_empties_is_told_by_the_device() {
    let Some(file) = LoopBed::or_skip(64, true) else {
        return;
    };
    let mount = Mounted::quiet_ext4(&file.looped.device).unwrap();
    let limit = match Group::new(&file.bed.zram, ThrottleLimit::Writes(1500)) {
        Ok(limit) => limit,
        Err(reason) => return skip("blkio", &reason),
    };
    let job = [
        "--name=w",
        "--filename=f",
        "--rw=write",
        "--bs=4k",
        "--size=6m",
        "--fallocate=none",
        "--direct=1",
        "--ioengine=io_uring",
        "--iodepth=32",
    ];
    let before = Counters::of(file.looped.name());
    let planted = limit.run(mount.path(), &job);
    let own = Counters::of(file.looped.name()).since(before);
    let found = finding(&planted, "depth-not-reached");
    // Busy time is sampled by the kernel's tick, which a starved machine misses now and then.
    let severity = if number(found, "device_depth_busy") <= 1.5 {
        "wrong"
    } else {
        "care"
    };
    assert_eq!(found["severity"], severity, "{found:#}");
    assert_eq!(number(found, "asked_depth"), 32.0);
    // The kernel's own count, over the time that the evidence covers.
    let seconds = planted["evidence"]["seconds"].as_f64().unwrap();
    let held = own.queue_ms as f64 / 1e3 / seconds;
    let told = number(found, "device_depth");
    assert!(
        near(told, held, 0.05 + 0.02 * held),
        "{told} told, {held} counted: {found:#}"
    );
    // One append is in flight at a time, and some writes of the journal: on a starved machine 1.6 on average.
    assert!(told < 3.0, "{found:#}");
    let busy = number(found, "device_depth_busy");
    let counted = own.queue_ms as f64 / own.busy_ms as f64;
    assert!(
        near(busy, counted, 0.05 + 0.02 * counted),
        "{busy} told, {counted} counted: {found:#}"
    );
    assert!(
        found["advice"].as_str().unwrap().contains("fiord prepare"),
        "{found:#}"
    );
    assert!(saw(found).contains(file.looped.name()), "{found:#}");

    // The file is as long as it will be: the same job now keeps the queue full. One pass of it may last a quarter of a second,
    // of which the beginning of a starved process is too much.
    let again = limit.run(mount.path(), &[&job[..], &["--loops=4"]].concat());
    clean_of(&again, &["depth-not-reached"]);
}

/// A device that is slow by a limit below it holds what it is given.
#[test]
fn a_deep_queue_on_a_slow_device_is_deep() {
    let Some((file, limit)) = limited(32, 1500) else {
        return;
    };
    let filename = format!("--filename={}", file.looped.device);
    let job = |depth: &'static str| {
        let args = [
            "--name=r",
            &filename,
            "--rw=randread",
            "--bs=4k",
            "--direct=1",
            "--ioengine=libaio",
            "--runtime=2",
            "--time_based",
            depth,
        ];
        limit.run(file.bed.path(), &args)
    };
    let deep = job("--iodepth=32");
    clean_of(&deep, &["depth-not-reached"]);
    let achieved = deep["jobs"][0]["achieved_depth"].as_f64().unwrap();
    assert!(achieved > 30.0, "{achieved}");

    // Its queue takes 16 requests: the others wait before it.
    let queue = PathBuf::from(format!("/sys/block/{}/queue/nr_requests", file.looped.name()));
    let sixteen = fiord_testbed::Attribute::set(queue, "16").unwrap();
    let before = Counters::of(file.looped.name());
    let short = job("--iodepth=128");
    let own = Counters::of(file.looped.name()).since(before);
    drop(sixteen);
    let found = finding(&short, "depth-not-reached");
    assert_eq!(number(found, "asked_depth"), 128.0);
    let told = number(found, "device_depth");
    let seconds = short["evidence"]["seconds"].as_f64().unwrap();
    let held = own.queue_ms as f64 / 1e3 / seconds;
    assert!(
        near(told, held, 0.05 + 0.02 * held),
        "{told} told, {held} counted: {found:#}"
    );
    assert!(told > 8.0 && told <= 16.5, "{found:#}");
    let achieved = short["jobs"][0]["achieved_depth"].as_f64().unwrap();
    assert_eq!(number(found, "achieved_depth"), achieved);
}

/// A device that is busy all the time with one read at a time, and gives many times as much when it is asked for more at once:
/// what lies below allows 20 requests per second, and neighbouring reads that wait together become one.
#[test]
fn a_busy_device_with_room_is_told() {
    let Some((file, limit)) = limited(32, 20) else {
        return;
    };
    let filename = format!("--filename={}", file.looped.device);
    let read = [
        "--name=r",
        &filename,
        "--rw=read",
        "--bs=4k",
        "--direct=1",
        "--ioengine=libaio",
        "--time_based",
    ];
    let seconds = |document: &Value| document["evidence"]["seconds"].as_f64().unwrap();
    let rate = |document: &Value| document["evidence"]["issued_ios"][0].as_f64().unwrap() / seconds(document);
    let alone = [&read[..], &["--runtime=2"]].concat();
    // A stall of the machine between two reads is time in which the device had nothing to do; a run with many shows nothing.
    let (busy, own) = (0..20)
        .map(|_| {
            let before = Counters::of(file.looped.name());
            let document = limit.run(file.bed.path(), &alone);
            (document, Counters::of(file.looped.name()).since(before))
        })
        .find(|(document, own)| {
            let util = own.busy_ms as f64 / 10.0 / seconds(document);
            util >= 95.0 && !findings(document, "util-meaningless").is_empty()
        })
        .expect("nothing was found, or the device never was busy all the time");
    let found = finding(&busy, "util-meaningless");
    assert_eq!(found["severity"], "note");
    let util = (own.busy_ms as f64 / 10.0 / seconds(&busy)).min(100.0);
    assert!(
        near(number(found, "util_percent"), util, 5.0),
        "{util} counted: {found:#}"
    );
    assert!(near(number(found, "device_depth"), 1.0, 0.1), "{found:#}");
    assert!(saw(found).starts_with(file.looped.name()), "{found:#}");

    let more = [
        "--runtime=2",
        "--iodepth=32",
        "--iodepth_batch=32",
        "--iodepth_batch_complete_min=32",
    ];
    let deep = limit.run(file.bed.path(), &[&read[..], &more].concat());
    assert!(
        rate(&deep) > 8.0 * rate(&busy),
        "{} after {}",
        rate(&deep),
        rate(&busy)
    );
    // The limit is the requests', so it is found where they were counted, not among the job's reads.
    let found = finding(&deep, "throttle");
    assert!(number(found, "rate") < 24.0, "{found:#}");

    let idle = document(
        file.bed.path(),
        &[&read[..], &["--runtime=1", "--rate_iops=50"]].concat(),
    );
    clean_of(&idle, &["util-meaningless", "throttle"]);
}

/// A cloud disk (an ESSD), from its limit to the sentence: 4,200 reads per second, 64 deep. That they are flat is shown below, where the
/// limit is unseen.
#[test]
fn a_limit_makes_the_latency_depth_by_rate() {
    let Some((file, limit)) = limited(32, 4200) else {
        return;
    };
    let filename = format!("--filename={}", file.looped.device);
    let job = [
        "--name=r",
        &filename,
        "--rw=randread",
        "--bs=4k",
        "--direct=1",
        "--ioengine=libaio",
        "--iodepth=64",
        "--runtime=4",
        "--time_based",
    ];
    let zram = file.zram();
    // A machine that stalled stayed below its limit, and that run shows nothing about the rule.
    let reached = |document: &Value| {
        let reads = document["evidence"]["device_read_bytes"].as_f64().unwrap() / 4096.0;
        reads / document["evidence"]["seconds"].as_f64().unwrap()
    };
    let found = (0..20)
        .map(|_| limit.run(file.bed.path(), &job))
        .find(|document| reached(document) > 0.97 * 4200.0)
        .expect("the machine never reached the limit");
    let throttle = finding(&found, "throttle");
    assert_eq!(throttle["severity"], "wrong");
    assert_eq!(number(throttle, "limit"), 4200.0);
    let rate = number(throttle, "rate");
    assert!(near(rate, 4200.0, 250.0), "{throttle:#}");
    // Little: what waits is the depth, so the latency is depth ÷ rate, and next to nothing of it is the device's.
    let latency = number(throttle, "latency_ms");
    assert!(near(latency, 64.0 / rate * 1e3, 0.05 * latency), "{throttle:#}");
    assert!(
        number(throttle, "device_latency_ms") < 0.05 * latency,
        "{throttle:#}"
    );
    let met = &throttle["observed"]["Met"];
    assert_eq!(met["group"], format!("/{}", limit.name()), "{throttle:#}");
    assert!(saw(throttle).contains(&zram), "{throttle:#}");
    assert_eq!(instead(&found), Some(("throttle".to_owned(), Vec::new())));
    assert!(line(&found).ends_with(saw(throttle)), "{}", line(&found));
    assert_eq!(found["verdict"]["grade"], "D");
    let free = document(
        file.bed.path(),
        &[&job[..8], &["--runtime=1", "--time_based"]].concat(),
    );
    clean_of(&free, &["throttle"]);
}

/// The same limit where nobody shows it, as on a cloud's machine: flat at a round number, and the I/Os waited above the device.
#[test]
fn a_limit_that_nobody_shows_is_told_by_its_flatness() {
    let Some(bed) = Bed::or_skip(64) else { return };
    bed.file("f", 16);
    let limit = match Group::new(&bed.zram, ThrottleLimit::Reads(4200)) {
        Ok(limit) => limit,
        Err(reason) => return skip("blkio", &reason),
    };
    let job = [
        "--name=r",
        "--filename=f",
        "--rw=randread",
        "--bs=4k",
        "--direct=1",
        "--ioengine=libaio",
        "--iodepth=64",
        "--runtime=6",
        "--time_based",
    ];
    let seconds = |document: &Value| -> Vec<f64> {
        let seconds = document["jobs"][0]["result"]["read"]["per_second"]
            .as_array()
            .unwrap();
        let ios = seconds.iter().map(|second| second[0].as_f64().unwrap());
        ios.collect()
    };
    // A machine that stalled stayed below its limit, and that run shows nothing about the rule.
    let found = (0..20)
        .map(|_| limit.run_unseen(bed.path(), &job))
        .find(|document| seconds(document)[1..6].iter().all(|ios| near(*ios, 4200.0, 4.0)))
        .expect("the machine never reached the limit");
    assert_eq!(found["evidence"]["limits"], serde_json::json!([]));
    let throttle = finding(&found, "throttle");
    assert_eq!(throttle["severity"], "wrong", "{throttle:#}");
    assert!(near(number(throttle, "rate"), 4200.0, 4.0), "{throttle:#}");
    let latency = number(throttle, "latency_ms");
    assert!(near(latency, 64.0 / 4200.0 * 1e3, 0.05 * latency), "{throttle:#}");
    assert!(
        number(throttle, "device_latency_ms") < 0.1 * latency,
        "{throttle:#}"
    );
    assert!(throttle["observed"]["Flat"].is_object(), "{throttle:#}");
    assert!(
        near(number(throttle, "bytes_per_s"), 4200.0 * 4096.0, 4.0 * 4096.0),
        "{throttle:#}"
    );
    assert_eq!(instead(&found), Some(("throttle".to_owned(), Vec::new())));
    assert!(line(&found).ends_with(saw(throttle)), "{}", line(&found));

    let free = document(bed.path(), &job);
    clean_of(&free, &["throttle"]);
}

/// A file that grows by 4 KiB and a sync: each time the journal writes its blocks too.
#[test]
fn the_journals_share_of_the_writes_is_the_devices_own_count() {
    let Ok(folder) = tempfile::tempdir_in("/dev/shm") else {
        return skip("tmpfs", "no /dev/shm");
    };
    // Nothing lies below the loop device but memory, so its counters are the last, and only this test's.
    let image = folder.path().join("image");
    File::create(&image).unwrap().set_len(96 << 20).unwrap();
    let looped = match Loop::on(&image, false) {
        Ok(looped) => looped,
        Err(reason) => return skip("loop", &reason),
    };
    let mount = Mounted::quiet_ext4(&looped.device).unwrap();
    let run = |job: &[&str]| {
        let before = Counters::of(looped.name());
        let document = document(mount.path(), job);
        (document, Counters::of(looped.name()).since(before).written_bytes)
    };
    let job = [
        "--name=w",
        "--filename=f",
        "--rw=write",
        "--bs=4k",
        "--size=4m",
        "--fsync=1",
        "--fallocate=none",
    ];
    let (planted, counted) = run(&job);
    let found = finding(&planted, "write-amplification");
    assert_eq!(number(found, "issued_bytes"), f64::from(4 << 20));
    assert!(
        number(found, "device_bytes") <= counted as f64,
        "{counted} counted: {found:#}"
    );
    // A commit may fall between the last sync and our look.
    assert!(
        near(
            number(found, "device_bytes"),
            counted as f64,
            f64::from(256 << 10)
        ),
        "{counted} counted: {found:#}"
    );
    let factor = number(found, "device_bytes") / f64::from(4 << 20);
    assert!(near(number(found, "factor"), factor, 1e-9), "{found:#}");
    // At least data, description, one block of metadata and commit.
    assert!(factor > 3.5, "{found:#}");
    assert!(saw(found).contains(looped.name()), "{found:#}");

    let large = [
        "--name=l",
        "--filename=f",
        "--rw=write",
        "--bs=1m",
        "--size=4m",
        "--direct=1",
        "--overwrite=1",
    ];
    run(&large);
    let (clean, counted) = run(&large);
    clean_of(&clean, &["write-amplification"]);
    let written = clean["evidence"]["device_written_bytes"].as_f64().unwrap();
    assert!(
        written >= f64::from(4 << 20) && written <= counted as f64,
        "{written} of {counted}"
    );
}

/// A disk that is a file in memory is told with its name.
#[test]
fn a_loop_device_over_memory_is_memory() {
    let Ok(folder) = tempfile::tempdir_in("/dev/shm") else {
        return skip("tmpfs", "no /dev/shm");
    };
    let image = folder.path().join("image");
    File::create(&image).unwrap().set_len(4 << 20).unwrap();
    let looped = match Loop::on(&image, false) {
        Ok(looped) => looped,
        Err(reason) => return skip("loop", &reason),
    };
    let filename = format!("--filename={}", looped.device);
    let job = ["--name=r", &filename, "--rw=read", "--size=1m", "--direct=1"];
    let before = Counters::of(looped.name());
    let planted = document(folder.path(), &job);
    let read = Counters::of(looped.name()).since(before).read_bytes;
    let found = finding(&planted, "cache-below");
    let expected = format!("{} is backed by a file on tmpfs, which is memory", looped.name());
    assert!(saw(found).starts_with(&expected), "{found:#}");
    // Its counters are the last there are, so they are the evidence.
    assert_eq!(planted["evidence"]["device_read_bytes"], 1 << 20);
    assert!(read >= 1 << 20, "{read}");
}

/// Content that costs more to make than to write, with the ceiling measured as well without being asked for.
#[test]
fn a_job_that_makes_its_content_is_its_own_limit() {
    let Ok(folder) = tempfile::tempdir_in("/dev/shm") else {
        return skip("tmpfs", "no /dev/shm");
    };
    let job = [
        "--name=w",
        "--rw=write",
        "--bs=64k",
        "--size=1m",
        "--ioengine=mmap",
        "--refill_buffers=1",
        "--dedupe_percentage=50",
        "--runtime=2",
        "--time_based",
    ];
    let planted = document(folder.path(), &job);
    let found = finding(&planted, "generator-bound");
    assert_eq!(found["severity"], "wrong");
    let ceiling = number(found, "ceiling_iops");
    // By the ceiling that is near, or by the time that the worker was not inside an I/O.
    let waiting = found["values"]["waiting_percent"].as_f64();
    let achieved = planted["jobs"][0]["achieved_depth"].as_f64().unwrap();
    if let Some(waiting) = waiting {
        assert!(near(waiting, achieved * 100.0, 0.01), "{found:#}");
    }
    assert!(achieved < 0.5, "{achieved}");
    assert_eq!(planted["ceiling_iops"].as_f64().unwrap(), ceiling);
    // Without making content the same writes are many times as fast, and no ceiling is near.
    let iops = |document: &Value| document["jobs"][0]["result"]["write"]["iops"].as_f64().unwrap();
    let rate = iops(&planted);
    assert!(ceiling > 0.3 * rate && ceiling < 10.0 * rate, "{rate}: {found:#}");
    let plain = [&job[..5], &job[7..], &["--buffer_pattern=0x5a"]].concat();
    let plain = document(folder.path(), &plain);
    assert!(iops(&plain) > 2.0 * rate, "{} after {rate}", iops(&plain));
    clean_of(&plain, &["generator-bound"]);
}

/// A job that never waits, on a machine that may have no processor to spare: told by what the kernel counted of its sleep.
#[test]
fn a_job_that_never_waits_is_told_by_its_processor() {
    // On a disk: where the device is memory, copying is the device's work. Nothing is judged of what the disk did.
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let job = [
        "--name=w",
        "--rw=randwrite",
        "--bs=4k",
        "--size=1m",
        "--ioengine=libaio",
        "--runtime=1",
        "--time_based",
    ];
    let memory = |document: &Value| {
        let devices = document["evidence"]["devices"].as_array().unwrap();
        devices.is_empty() || devices.iter().any(|device| device["in_memory"] == true)
    };
    let cpu = |document: &Value, name: &str| document["jobs"][0]["result"]["cpu"][name].as_f64().unwrap();
    let share = |document: &Value| {
        let runtime_ns = document["jobs"][0]["result"]["write"]["runtime_ns"]
            .as_f64()
            .unwrap();
        (cpu(document, "user_us") + cpu(document, "system_us")) * 1e3 / runtime_ns * 100.0
    };
    // The worker has one CPU for itself, or all CPUs are in use. A run in which that changed, or that was often preempted, shows nothing.
    let planted = (0..40)
        .map(|_| document(folder.path(), &job))
        .find(|document| {
            let busy = document["evidence"]["cpu_busy_percent"].as_f64().unwrap();
            let ios = document["jobs"][0]["result"]["write"]["ios"].as_f64().unwrap();
            let slept = cpu(document, "context_switches") >= ios / 100.0;
            memory(document) || share(document) >= 96.0 || busy >= 91.0 && !slept
        })
        .expect("the machine was never idle and never busy");
    if memory(&planted) {
        return skip("disk", "the build folder is in memory");
    }
    let found = finding(&planted, "generator-bound");
    assert_eq!(found["severity"], "care", "{found:#}");
    assert_eq!(
        number(found, "context_switches"),
        cpu(&planted, "context_switches")
    );
    let share = share(&planted);
    assert!(
        near(number(found, "cpu_percent"), share, 1.0),
        "{share}: {found:#}"
    );
    // It may matter what the generator could have made, so that was measured; it is far away.
    let ceiling = planted["ceiling_iops"].as_f64().unwrap();
    let rate = planted["jobs"][0]["result"]["write"]["iops"].as_f64().unwrap();
    assert!(ceiling > rate, "{ceiling} and {rate}");
}

/// Where the workers wait for the device, nobody's processor is the limit, and no ceiling is measured.
#[test]
fn a_slow_device_leaves_the_generator_idle() {
    let Some((file, limit)) = limited(16, 300) else {
        return;
    };
    let filename = format!("--filename={}", file.looped.device);
    for engine in ["psync", "io_uring"] {
        let engine = format!("--ioengine={engine}");
        let args = [
            "--name=r",
            &filename,
            "--rw=randread",
            "--bs=4k",
            "--direct=1",
            "--runtime=2",
            "--time_based",
            &engine,
        ];
        let clean = limit.run(file.bed.path(), &args);
        clean_of(&clean, &["generator-bound"]);
        assert_eq!(clean["ceiling_iops"], Value::Null);
    }
}
