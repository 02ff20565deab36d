//! `fiord why` on planted causes: each is named first for the processes that wait for it, and an idle or a healthy busy device has none.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use fiord_testbed::{
    Attribute, Loop, MemoryGroup, Mounted, Throttle, ThrottleLimit, Timing, TruthDevice, TruthFile, Zram,
    or_skip, run,
};
use serde_json::Value;

use crate::machine::ran;
use crate::planted::{Neighbour, until};
use crate::schema;

/// Long enough for the looks to be no chance.
const SECONDS: &str = "4";
/// Looks that are averaged for a limit.
const LIMIT_LOOKS: usize = 3;
/// Devices whose every request takes a millisecond or two.
const SLOW: Timing = Timing::us(2000, 2000, 64);

/// A load on a file or device, as long as the value lives.
fn load(target: &Path, words: &str) -> Neighbour {
    let target = target.display();
    let job = format!("--name=load --filename={target} --time_based --runtime=600 --ioengine=psync {words}");
    Neighbour::fiord(&std::env::temp_dir(), &job)
}

/// The same in a control group.
fn load_in(procs: &Path, target: &Path, words: &str) -> Neighbour {
    let (procs, target) = (procs.display(), target.display());
    let fiord = env!("CARGO_BIN_EXE_fiord");
    let job = format!("--name=load --filename={target} --time_based --runtime=600 --ioengine=psync {words}");
    Neighbour::script(
        &std::env::temp_dir(),
        &format!("echo $$ > {procs} && exec {fiord} {job}"),
    )
}

/// Waits until a device has done `requests` more requests, or its load has ended.
fn until_busy(device: &str, requests: u64) {
    let done = || {
        let text = fs::read_to_string(format!("/sys/block/{device}/stat")).unwrap();
        let numbers: Vec<u64> = text
            .split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect();
        numbers[0] + numbers[4] + numbers.get(11).unwrap_or(&0)
    };
    let before = done();
    until(|| done() >= before + requests);
}

/// What `fiord why` says.
fn why(device: Option<&str>) -> Value {
    let mut args = vec!["why", "--json", "--seconds", SECONDS];
    args.extend(device);
    let (code, stdout, stderr) = ran(&args);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let document: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    document
}

/// Looks that a plant gets. By day other tests work beside this one, and do to the machine what the plant does not.
fn looks() -> u64 {
    fiord_testbed::repeats(6, 1)
}

/// What `fiord why` says once the first cause that keeps the process waiting is the expected one.
fn named(device: Option<&str>, process: &Neighbour, cause: &str) -> Value {
    let mut others = Vec::new();
    for _ in 0..looks() {
        let document = why(device);
        match first_of(&document, process) {
            first if first == cause => return document,
            first => others.push(first),
        }
    }
    panic!("{cause} is named in none of the looks: {others:#?}");
}

/// The first cause that keeps a process waiting.
fn first_of(document: &Value, process: &Neighbour) -> String {
    let causes = document["causes"].as_array().unwrap();
    let is_its = |cause: &&Value| {
        let mut processes = cause["processes"].as_array().unwrap().iter();
        processes.any(|one| one["pid"] == process.pid())
    };
    let first = causes
        .iter()
        .find(is_its)
        .map(|cause| cause["cause"].as_str().unwrap().to_owned());
    first.unwrap_or_else(|| format!("none: {document:#}"))
}

/// A file of real data on a file system.
fn filled(folder: &Path, name: &str, mib: usize) -> PathBuf {
    let path = folder.join(name);
    let mut file = File::create(&path).unwrap();
    let block: Vec<u8> = (0..1 << 20)
        .map(|at: u32| (at.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    (0..mib).for_each(|_| file.write_all(&block).unwrap());
    file.sync_all().unwrap();
    // Who reads it pays for the cache.
    rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed).unwrap();
    path
}

/// Swap on a device, as long as the value lives.
struct Swapped<'a>(&'a Loop);

impl<'a> Swapped<'a> {
    fn on(device: &'a Loop) -> Result<Self, String> {
        run("mkswap", &[&device.device])?;
        run("swapon", &[&device.device])?;
        Ok(Self(device))
    }
}

impl Drop for Swapped<'_> {
    fn drop(&mut self) {
        let _ = run("swapoff", &[&self.0.device]);
    }
}

#[test]
fn a_limit_of_a_control_group() {
    let device = or_skip!("zram", Zram::new(64));
    let group = or_skip!(
        "cgroup",
        Throttle::new(&device.number(), &[ThrottleLimit::Reads(100)])
    );
    let job = load_in(
        &group.procs(),
        &device.device(),
        "--rw=randread --bs=4k --direct=1 --size=32m",
    );
    until_busy(&device.name(), 20);
    // The kernel lets requests pass in slices of a tenth of a second, fewer beside other tests, so several looks are averaged.
    let rates = [(); LIMIT_LOOKS].map(|()| {
        let why = named(Some(&device.name()), &job, "group-limit");
        let cause = &why["causes"][0];
        assert!(
            cause["saw"].as_str().unwrap().contains("the limit is 100 IOPS"),
            "{why}"
        );
        cause["observed"]["rate"].as_f64().unwrap()
    });
    let mean = rates.iter().sum::<f64>() / LIMIT_LOOKS as f64;
    assert!((90.0..=110.0).contains(&mean), "{rates:?}");
    drop(job);
}

#[test]
fn a_slow_server_of_a_fuse_mount() {
    let file = or_skip!("fuse", TruthFile::new(16, Timing::us(20_000, 20_000, 4)));
    let job = load(file.path(), "--rw=randread --bs=4k --direct=1 --size=16m");
    let mut reads = 0;
    until(|| {
        reads += file.take_account().reads.count();
        reads > 2
    });
    named(None, &job, "slow-server");
}

#[test]
fn swapping() {
    // In memory: below a file on the disk, the load of other tests is a cause, too.
    let disk = or_skip!("fuse", TruthDevice::new(128, Timing::us(500, 500, 64)));
    let device = disk.disk();
    let group = or_skip!("cgroup-memory", MemoryGroup::new(16));
    let _swapped = or_skip!("swap", Swapped::on(device));
    let procs = group.procs();
    let script = format!(
        "echo $$ > {} && exec dd if=/dev/urandom of=/dev/null bs=32M",
        procs.display()
    );
    let job = Neighbour::script(&std::env::temp_dir(), &script);
    until_busy(device.name(), 200);
    named(None, &job, "swap");
}

#[test]
fn a_limit_of_memory() {
    let disk = or_skip!("fuse", TruthDevice::new(160, SLOW));
    let mounted = or_skip!("mount", Mounted::quiet_ext4(&disk.disk().device));
    let group = or_skip!("cgroup-memory", MemoryGroup::new(40));
    let file = filled(mounted.path(), "data", 96);
    let job = load_in(
        &group.procs(),
        &file,
        "--rw=read --bs=64k --direct=0 --invalidate=0 --size=96m",
    );
    // All of it once: from then on it is read again.
    until_busy(disk.disk().name(), 2000);
    named(Some(disk.disk().name()), &job, "reclaim");
    drop(job);
}

#[test]
fn writeback_that_cannot_keep_up() {
    let disk = or_skip!("fuse", TruthDevice::new(128, Timing::us(2000, 20_000, 1)));
    let mounted = or_skip!("mount", Mounted::quiet_ext4(&disk.disk().device));
    let bdi = PathBuf::from(format!("/sys/class/bdi/{}", disk.disk().number()));
    let _strict = or_skip!("bdi", Attribute::set(bdi.join("strict_limit"), "1"));
    let _most = or_skip!("bdi", Attribute::set(bdi.join("max_ratio"), "1"));
    let job = load(
        &mounted.path().join("data"),
        "--rw=randwrite --bs=64k --direct=0 --size=64m --fallocate=none",
    );
    until_busy(disk.disk().name(), 20);
    named(Some(disk.disk().name()), &job, "writeback");
    drop(job);
}

#[test]
fn a_queue_that_is_too_small() {
    let disk = or_skip!("fuse", TruthDevice::new(16, SLOW));
    let _scheduler = or_skip!("queue", Attribute::set(disk.disk().queue("scheduler"), "none"));
    let _few = or_skip!("queue", Attribute::set(disk.disk().queue("nr_requests"), "4"));
    let job = load(
        disk.disk().path(),
        "--rw=randread --bs=4k --direct=1 --size=16m --numjobs=16",
    );
    until_busy(disk.disk().name(), 50);
    let why = named(Some(disk.disk().name()), &job, "few-requests");
    assert_eq!(why["causes"][0]["observed"]["requests"], 4);
    drop(job);
}

#[test]
fn commits_of_a_journal() {
    let timing = SLOW.with_syncs_us(3000, 3000, 0);
    let disk = or_skip!("fuse", TruthDevice::new(64, timing));
    let mounted = or_skip!("mount", Mounted::quiet_ext4(&disk.disk().device));
    let job = load(
        &mounted.path().join("data"),
        "--rw=write --bs=4k --direct=0 --fsync=1 --size=4m --numjobs=4 --fallocate=none",
    );
    until_busy(disk.disk().name(), 50);
    named(Some(disk.disk().name()), &job, "journal");
    drop(job);
}

#[test]
fn discards_of_another_process() {
    let device = or_skip!("loop", Loop::new(256));
    let reader = load(
        device.path(),
        "--rw=randread --bs=4k --direct=1 --size=64m --offset=0",
    );
    let script = format!(
        "while :; do fallocate -l 256M {image}; blkdiscard -f -o 64M -l 192M -p 1M {device}; done",
        image = device.image.display(),
        device = device.device
    );
    let _discards = Neighbour::script(&std::env::temp_dir(), &script);
    until_busy(device.name(), 300);
    named(Some(device.name()), &reader, "discards");
}

#[test]
fn one_busy_thread_of_the_kernel() {
    let memory = or_skip!("zram", Zram::new(256));
    let device = or_skip!("loop", Loop::on(&memory.device(), true));
    let job = load(
        device.path(),
        "--rw=randwrite --bs=1m --direct=1 --size=128m --numjobs=8",
    );
    until_busy(device.name(), 50);
    named(Some(device.name()), &job, "busy-thread");
    drop(job);
}

#[test]
fn wasted_read_ahead() {
    let disk = or_skip!("fuse", TruthDevice::new(200, SLOW));
    let mounted = or_skip!("mount", Mounted::quiet_ext4(&disk.disk().device));
    let file = filled(mounted.path(), "data", 160);
    let _much = or_skip!(
        "queue",
        Attribute::set(disk.disk().queue("read_ahead_kb"), "2048")
    );
    // The cache is emptied again and again: little of what was read ahead is used.
    let drop_cache = format!(
        "while :; do {} cache drop {}; done",
        env!("CARGO_BIN_EXE_fiord"),
        file.display()
    );
    let emptied = Neighbour::script(&std::env::temp_dir(), &drop_cache);
    let job = load(
        &file,
        "--rw=randread:4 --bs=4k --direct=0 --size=160m --norandommap=1 --fadvise_hint=0",
    );
    until_busy(disk.disk().name(), 50);
    named(Some(disk.disk().name()), &job, "read-ahead");
    drop((job, emptied));
}

#[test]
fn another_load_below_a_loop_device() {
    let disk = or_skip!("fuse", TruthDevice::new(64, SLOW));
    let mounted = or_skip!("mount", Mounted::quiet_ext4(&disk.disk().device));
    let image = filled(mounted.path(), "image", 16);
    let other = filled(mounted.path(), "other", 16);
    let above = or_skip!("loop", Loop::on(&image, true));
    let noise = load(&other, "--rw=randread --bs=4k --direct=1 --size=16m --numjobs=8");
    let job = load(above.path(), "--rw=randread --bs=4k --direct=1 --size=16m");
    until_busy(above.name(), 20);
    named(None, &job, "busy-below");
    drop((job, noise));
}

#[test]
fn one_request_at_a_time() {
    let disk = or_skip!("fuse", TruthDevice::new(16, Timing::us(20_000, 20_000, 64)));
    let job = load(disk.disk().path(), "--rw=randread --bs=4k --direct=1 --size=16m");
    until_busy(disk.disk().name(), 20);
    let why = named(Some(disk.disk().name()), &job, "one-by-one");
    let queue = why["causes"][0]["observed"]["queue"].as_f64().unwrap();
    assert!((0.7..=1.3).contains(&queue), "{queue}");
}

#[test]
fn an_idle_and_a_healthy_busy_device_have_no_cause() {
    let disk = or_skip!("fuse", TruthDevice::new(64, SLOW));
    let mounted = or_skip!("mount", Mounted::quiet_ext4(&disk.disk().device));
    let file = filled(mounted.path(), "data", 32);
    let name = disk.disk().name();
    let without_cause = || {
        let mut documents = (0..looks()).map(|_| why(Some(name)));
        let without = documents.find(|document| document["causes"] == serde_json::json!([]));
        without.expect("a cause was named in each of the looks")
    };
    let idle = without_cause();
    assert_eq!(idle["waiting_tasks"], 0.0, "{idle:#}");
    let busy = load(&file, "--rw=randread --bs=4k --direct=1 --size=32m --numjobs=6");
    let mixed = load(
        &mounted.path().join("log"),
        "--rw=write --bs=64k --direct=0 --size=8m --rate=2m",
    );
    until_busy(name, 100);
    let healthy = without_cause();
    assert!(healthy["waiting_tasks"].as_f64().unwrap() > 2.0, "{healthy:#}");
    drop((busy, mixed));
}

#[test]
fn what_is_no_device_or_no_time_is_refused() {
    for (args, words) in [
        (&["why", "sdzz"][..], "no such device"),
        (&["why", "--seconds", "0"], "use 1 to 3600"),
    ] {
        let (code, stdout, stderr) = ran(args);
        assert_eq!((code, stdout.as_str()), (2, ""));
        assert!(stderr.contains(words), "{stderr}");
    }
}
