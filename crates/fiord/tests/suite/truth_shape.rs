//! What changes while a run goes on and between runs, planted for real: a device of the test's own whose limit the test lowers
//! under the run, a file that is half in memory, runs that are made to disagree. With each goes a clean case.
//!
//! A limit far below what the device can do makes the rates known; a machine so busy that even those are not reached shows
//! nothing about a rule, and the run is made again.
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
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::JoinHandle;

use common::*;
use fiord_testbed::Loop;
use serde_json::Value;

/// Runs that may miss for the machine's sake.
const TRIES: usize = 3;

/// `fiord run --json …` under a limit.
fn spawn(throttle: &Throttle, folder: &Path, args: &str) -> Running {
    let script = format!(
        "echo $$ > {} && exec {} run --json {args}",
        throttle.procs().display(),
        env!("CARGO_BIN_EXE_fiord")
    );
    let child = Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    Running::of(child)
}

/// A bed with a file of 16 MiB and a limit, or the reason why there is none is told.
fn limited(iops: u64) -> Option<(Bed, Throttle)> {
    let bed = Bed::or_skip(64)?;
    bed.file("f", 16);
    match Throttle::new(&bed.zram.number(), &[ThrottleLimit::Reads(iops)]) {
        Ok(throttle) => Some((bed, throttle)),
        Err(reason) => {
            skip("blkio", &reason);
            None
        }
    }
}

/// A run that is ended when the test fails, so that its device can be taken down. Its document is read while it runs: a pipe that
/// nobody empties would stop it at its end.
struct Running {
    child: Option<Child>,
    document: Option<JoinHandle<Vec<u8>>>,
}

impl Running {
    fn of(mut child: Child) -> Self {
        let mut document = child.stdout.take().unwrap();
        let reader = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            document.read_to_end(&mut bytes).unwrap();
            bytes
        });
        Self {
            child: Some(child),
            document: Some(reader),
        }
    }

    fn child(&mut self) -> &mut Child {
        self.child.as_mut().unwrap()
    }

    /// Tells each line of its talk while it runs.
    fn heard(mut self, mut hear: impl FnMut(&str)) -> Output {
        let talk = BufReader::new(self.child().stderr.take().unwrap());
        for line in talk.lines() {
            hear(&line.unwrap());
        }
        self.output()
    }

    fn output(mut self) -> Output {
        let mut output = self.child.take().unwrap().wait_with_output().unwrap();
        output.stdout = self.document.take().unwrap().join().unwrap();
        output
    }

    fn document(self) -> Value {
        document_in(&self.output())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Bytes that the device has read since it was made.
fn bytes_read(zram: &Zram) -> u64 {
    let stat = fs::read_to_string(zram.sys().join("stat")).unwrap();
    stat.split_whitespace().nth(2).unwrap().parse::<u64>().unwrap() * 512
}

const READS: &str =
    "--name=r --filename=f --rw=randread --bs=4k --direct=1 --ioengine=libaio --iodepth=8 --time_based";

/// A run of so many seconds; when the device has read `bytes[i]` since the start, the limit becomes `limits[i]`. With the
/// bytes that had been read when each was set.
fn lowered(bed: &Bed, throttle: &Throttle, seconds: u64, steps: &[(u64, u64)]) -> (Value, Vec<u64>) {
    let before = bytes_read(&bed.zram);
    let mut run = spawn(throttle, bed.path(), &format!("{READS} --runtime={seconds}"));
    let mut set = Vec::new();
    for (bytes, limit) in steps {
        while bytes_read(&bed.zram) - before < *bytes {
            if run.child().try_wait().unwrap().is_some() {
                // So slow a machine never came that far; the caller tries again.
                return (run.document(), set);
            }
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        throttle.limit(ThrottleLimit::Reads(*limit)).unwrap();
        set.push(bytes_read(&bed.zram) - before);
    }
    (run.document(), set)
}

/// I/Os of each whole second, as the document lists them.
fn per_second(document: &Value) -> Vec<f64> {
    let result = &document["jobs"][0]["result"];
    let whole = result["runtime_ns"].as_u64().unwrap() / 1_000_000_000;
    let seconds = result["read"]["per_second"].as_array().unwrap();
    let ios = seconds.iter().map(|second| second[0].as_f64().unwrap());
    ios.take(whole as usize).collect()
}

/// Range and slope of five rounds over the end of the series, in percent of their mean, from the definition.
fn rounds(series: &[f64]) -> (f64, f64) {
    let length = series.len() / 5;
    let tail = &series[series.len() - 5 * length..];
    let means: Vec<f64> = tail
        .chunks(length)
        .map(|round| round.iter().sum::<f64>() / length as f64)
        .collect();
    let mean = means.iter().sum::<f64>() / 5.0;
    let most = means.iter().copied().fold(0.0, f64::max);
    let least = means.iter().copied().fold(f64::INFINITY, f64::min);
    // Least squares over x = −2 … 2: Σx² is 10, and the line moves by four steps.
    let slope = means.iter().zip(-2..).map(|(y, x)| y * f64::from(x)).sum::<f64>() / 10.0 * 4.0;
    ((most - least) / mean * 100.0, slope.abs() / mean * 100.0)
}

fn near(value: f64, wanted: f64, percent: f64) -> bool {
    (value / wanted - 1.0).abs() * 100.0 <= percent
}

/// That the finding `not-steady` holds the numbers of the run's own seconds.
#[track_caller]
fn assert_not_steady(document: &Value) {
    let found = finding(document, "not-steady");
    let (range, slope) = rounds(&per_second(document));
    assert!(
        (number(found, "range_percent") - range).abs() < 1e-6
            && (number(found, "slope_percent") - slope).abs() < 1e-6,
        "range {range}, slope {slope}: {found:#}"
    );
}

/// Level before and after, and what the rule takes it for: a limiter at a round number looks like credits that ran out.
fn a_fall(before: u64, after: u64, kind: &str, levels: [&str; 2]) {
    let Some((bed, throttle)) = limited(before) else {
        return;
    };
    let wanted = |document: &Value| {
        let found = findings(document, "cliff");
        found
            .first()
            .is_some_and(|found| found["observed"][kind].is_object())
    };
    let bytes = before * 4096 * 10;
    let (document, set) = (0..TRIES)
        .map(|_| {
            throttle.limit(ThrottleLimit::Reads(before)).unwrap();
            lowered(&bed, &throttle, 20, &[(bytes, after)])
        })
        .find(|(document, _)| wanted(document))
        .unwrap_or_else(|| panic!("no {kind} in {TRIES} runs"));
    let found = finding(&document, "cliff");
    println!("{}", found["saw"]);
    assert_eq!(
        (&found["severity"], &document["verdict"]["grade"]),
        (&"wrong".into(), &"D".into())
    );
    assert!(near(number(found, levels[0]), before as f64, 6.0), "{found:#}");
    assert!(near(number(found, levels[1]), after as f64, 6.0), "{found:#}");
    // The second in which the limit was lowered, by the bytes that had been read then.
    let mut sum = 0.0;
    let at = per_second(&document)
        .iter()
        .take_while(|ios| {
            sum += **ios * 4096.0;
            sum < set[0] as f64
        })
        .count();
    assert!(
        (number(found, "at_s") - at as f64).abs() <= 1.0,
        "lowered in second {at}: {found:#}"
    );
    if kind == "Cliff" {
        let off = (number(found, "at_bytes") - set[0] as f64).abs();
        assert!(
            off < 1.5 * 4096.0 * before as f64,
            "lowered after {} bytes: {found:#}",
            set[0]
        );
    }
    assert_not_steady(&document);
}

#[test]
fn a_device_that_falls_after_so_many_bytes_is_a_cliff() {
    a_fall(900, 230, "Cliff", ["before_iops", "after_iops"]);
}

#[test]
fn a_device_that_falls_to_a_round_number_has_used_its_credits() {
    a_fall(900, 200, "Credits", ["burst_iops", "baseline_iops"]);
}

/// A slow beginning, a fifth of the run: the mean is too low, and the first line says so.
#[test]
fn a_short_slow_start_reaches_the_first_line() {
    let Some((bed, throttle)) = limited(150) else {
        return;
    };
    let (document, _) = (0..TRIES)
        .map(|_| {
            throttle.limit(ThrottleLimit::Reads(150)).unwrap();
            lowered(&bed, &throttle, 15, &[(3 * 150 * 4096, 900)])
        })
        .find(|(document, _)| !findings(document, "cliff").is_empty())
        .unwrap_or_else(|| panic!("no change in {TRIES} runs"));
    let found = finding(&document, "cliff");
    // The kernel lets a slice of the limit and the queue pass at once, which is 5 % of three seconds.
    let before = number(found, "before_iops");
    assert!(near(before, 150.0 * 1.05, 5.0), "{found:#}");
    assert!(near(number(found, "after_iops"), 900.0, 6.0), "{found:#}");
    assert!((2.0..=4.0).contains(&number(found, "at_s")), "{found:#}");
    assert_eq!(found["observed"]["Rise"]["warm_up"], true, "{found:#}");
    assert_reaches_the_line(&document, found);
}

/// That the answer says what a finding saw.
#[track_caller]
fn assert_reaches_the_line(document: &Value, finding: &Value) {
    let line = document["verdict"]["line"].as_str().unwrap();
    assert!(line.ends_with(finding["saw"].as_str().unwrap()), "{line}");
}

#[test]
fn a_device_that_slows_down_step_by_step_is_not_steady() {
    let Some((bed, throttle)) = limited(1000) else {
        return;
    };
    // One second at each of 14 levels, each 4 % below the one before.
    let level = |step: i32| (1000.0 * 0.96_f64.powi(step)) as u64;
    let mut bytes = 0;
    let steps: Vec<(u64, u64)> = (1..14)
        .map(|step| {
            bytes += level(step - 1) * 4096;
            (bytes, level(step))
        })
        .collect();
    let (document, _) = (0..TRIES)
        .map(|_| {
            throttle.limit(ThrottleLimit::Reads(1000)).unwrap();
            lowered(&bed, &throttle, 14, &steps)
        })
        .inspect(|(document, set)| println!("{} steps: {:?}", set.len(), per_second(document)))
        .find(|(_, set)| set.len() >= 10)
        .expect("the machine never kept up with the limits");
    assert_not_steady(&document);
    let found = finding(&document, "not-steady");
    println!("{}", found["saw"]);
    // Rounds of 2 s fall by 7.8 % each.
    let (range, slope) = (number(found, "range_percent"), number(found, "slope_percent"));
    assert!(
        (20.0..50.0).contains(&range) && (20.0..50.0).contains(&slope),
        "{found:#}"
    );
}

#[test]
fn a_device_at_one_level_is_steady() {
    let Some((bed, throttle)) = limited(430) else {
        return;
    };
    let quiet = (0..TRIES).any(|_| {
        let (document, _) = lowered(&bed, &throttle, 20, &[]);
        let found = [findings(&document, "cliff"), findings(&document, "not-steady")].concat();
        println!("{found:#?}");
        found.is_empty()
    });
    assert!(quiet, "{TRIES} runs at one level were called something else");
}

/// A file system on a loop device that reads its image past the page cache: a medium a hundred times as slow as memory.
/// Only latencies are judged on it, so others may use the disk below.
fn on_a_slow_loop() -> Option<(Mounted, Loop)> {
    let made = || {
        let device = Loop::direct(64)?;
        Ok::<_, String>((Mounted::ext4(&device)?, device))
    };
    made().map_err(|reason| skip("loop-direct-io", &reason)).ok()
}

/// Every block once, half of them from memory: each kind has its share and its level.
#[test]
fn a_file_that_is_half_in_memory_has_two_kinds_of_latency() {
    let Some((mounted, _device)) = on_a_slow_loop() else {
        return;
    };
    // A busy host answers some reads immediately and others late; those are two kinds already, with a factor of about 4. A disk that answers alike has at most 1.7.
    let (share, mixed) = (0..10)
        .map(|_| half_in_memory(&mounted))
        .find(|(_, mixed)| place(mixed, 2) < 3.0 * place(mixed, 1))
        .expect("the disk never answered alike");
    let found = finding(&mixed, "mixed-medium");
    println!("{share:.1} % were cached: {}", found["saw"]);
    assert_eq!(found["severity"], "care");
    assert!(
        (number(found, "fast_percent") - share).abs() < 5.0,
        "{share} % were cached: {found:#}"
    );
    let (fast, slow) = (number(found, "fast_ns"), number(found, "slow_ns"));
    assert!((0.4..2.5).contains(&(place(&mixed, 0) / fast)), "{found:#}");
    assert!(
        slow > 0.8 * place(&mixed, 1) && slow < 1.2 * place(&mixed, 3),
        "{found:#}"
    );
}

/// Writes the file `f` and reads it once in random order when a part of it is cached: the part in percent, and the run. Its
/// percentiles are the middle of what memory answered, then the beginning, nearly all and all of what the disk did.
fn half_in_memory(mounted: &Mounted) -> (f64, Value) {
    let run = |job: &str| document(mounted.path(), &job.split(' ').collect::<Vec<_>>());
    run("--name=w --filename=f --rw=write --size=8m --bs=64k --direct=1 --fallocate=none");
    run("--name=h --filename=f --rw=read --size=3m --bs=64k --fadvise_hint=random");
    let state = fiord_host::cache::show(&mounted.path().join("f")).unwrap();
    let share = state.cached_bytes as f64 / state.size_bytes as f64 * 100.0;
    assert!((35.0..65.0).contains(&share), "{state:?}");
    let places = format!("--percentile_list={}:{}:85:99.5", share / 2.0, share + 5.0);
    let read = "--name=r --filename=f --rw=randread --bs=4k --size=8m";
    let mixed = run(&format!("{read} {places} --invalidate=0 --fadvise_hint=random"));
    println!("{}", mixed["jobs"][0]["result"]["read"]["clat"]["percentiles"]);
    (share, mixed)
}

/// Nanoseconds of the percentile at this place of the first job's list.
fn place(document: &Value, at: usize) -> f64 {
    let percentiles = &document["jobs"][0]["result"]["read"]["clat"]["percentiles"];
    percentiles[at]["ns"].as_f64().unwrap()
}

/// A device of our own that answers every read alike, and none from memory.
#[test]
fn a_file_that_comes_from_its_device_has_one_kind_of_latency() {
    let Some(bed) = Bed::or_skip(64) else { return };
    bed.file("f", 8);
    let read = "--name=r --filename=f --rw=randread --bs=4k --size=8m --direct=1";
    let alike = (0..TRIES).any(|_| {
        let direct = document(bed.path(), &read.split(' ').collect::<Vec<_>>());
        let found = findings(&direct, "mixed-medium");
        println!("{found:#?}");
        // Other work on the machine may show as a second level close by.
        found.iter().all(|found| found["severity"] == "note")
    });
    assert!(
        alike,
        "{TRIES} runs that all came from the device were called mixed"
    );
}

/// Runs under limits that the test sets at the start of each. `per run` is the limit of each.
fn repeated(bed: &Bed, throttle: &Throttle, limits: &[u64]) -> Value {
    let job = format!("--repeat {} {READS} --runtime=1", limits.len());
    throttle.limit(ThrottleLimit::Reads(limits[0])).unwrap();
    let run = spawn(throttle, bed.path(), &job);
    let mut begun = 0;
    let output = run.heard(|line| {
        if line.starts_with("fiord: Run ") {
            throttle.limit(ThrottleLimit::Reads(limits[begun])).unwrap();
            begun += 1;
        }
    });
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The rates of the runs, as the summary lists them.
fn rates(document: &Value) -> Vec<f64> {
    let iops = document["summary"][0]["iops"].as_array().unwrap();
    iops.iter().map(|rate| rate.as_f64().unwrap()).collect()
}

/// A document of runs that reached their limits.
fn kept(bed: &Bed, throttle: &Throttle, limits: &[u64]) -> Value {
    (0..TRIES)
        .map(|_| repeated(bed, throttle, limits))
        .find(|document| {
            let rates = rates(document);
            println!("{rates:?} under {limits:?}");
            rates.len() == limits.len()
                && rates
                    .iter()
                    .zip(limits)
                    .all(|(rate, limit)| near(*rate, *limit as f64, 12.0))
        })
        .expect("the machine never kept up with the limits")
}

#[test]
fn runs_on_a_device_that_changes_between_them_are_noise() {
    let Some((bed, throttle)) = limited(600) else {
        return;
    };
    let falling = [600, 550, 500, 450, 400, 350];
    let document = kept(&bed, &throttle, &falling);
    assert_eq!(schema::problems(&document), [""; 0]);
    let found = finding(&document, "noise");
    let rates = rates(&document);
    let (most, least) = (rates[0], rates[5]);
    let middle = (rates[2] + rates[3]) / 2.0;
    assert!(
        (number(found, "spread_percent") - (most - least) / middle * 100.0).abs() < 1e-6,
        "{found:#}"
    );
    assert_eq!(number(found, "rho"), -1.0);
    assert!((number(found, "p") - 2.0 / 720.0).abs() < 1e-12, "{found:#}");
    let interval = &document["summary"][0]["iops_interval"];
    assert_eq!(
        (interval["low"].as_f64(), interval["high"].as_f64()),
        (Some(least), Some(most)),
        "of six runs all"
    );
}

#[test]
fn runs_in_two_states_are_noise() {
    let Some((bed, throttle)) = limited(600) else {
        return;
    };
    let states = [600, 600, 400, 600, 400, 400, 600, 400, 600, 400];
    let document = kept(&bed, &throttle, &states);
    let found = finding(&document, "noise");
    assert_eq!(
        (number(found, "low_runs"), number(found, "high_runs")),
        (5.0, 5.0)
    );
    assert!(near(number(found, "low_iops"), 400.0, 12.0), "{found:#}");
    assert!(near(number(found, "high_iops"), 600.0, 12.0), "{found:#}");
    assert!(found["values"]["rho"].is_null(), "{found:#}");
}

#[test]
fn runs_on_a_device_at_one_level_are_no_noise() {
    let Some((bed, throttle)) = limited(500) else {
        return;
    };
    let document = kept(&bed, &throttle, &[500; 6]);
    clean_of(&document, &["noise"]);
    assert_eq!(document["asked_runs"], 6);
    for run in document["runs"].as_array().unwrap() {
        assert_eq!(schema::problems(run), [""; 0]);
        assert!(run["verdict"]["grade"].is_string());
    }
}

#[test]
fn an_interrupt_keeps_the_runs_that_are_done() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_fiord"));
    let job =
        "run --json --repeat=50 --name=n --ioengine=null --rw=randread --size=1g --runtime=1 --time_based";
    command
        .args(job.split(' '))
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut run = Running::of(command.spawn().unwrap());
    let pid = run.child().id();
    let output = run.heard(|line| {
        if line.starts_with("fiord: Run 3 of 50") {
            // SAFETY: kill takes no pointers; the pid is our child's, which is not waited for before its talk has ended.
            assert_eq!(unsafe { libc::kill(pid as i32, libc::SIGINT) }, 0);
        }
    });
    assert_eq!(output.status.code(), Some(128));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    // The signal may come when the third run, or a later one, has just ended.
    let runs = document["runs"].as_array().unwrap().len();
    assert!((2..50).contains(&runs), "{runs} runs");
    assert_eq!(document["asked_runs"], 50);
    assert!(document["summary"][0]["iops_interval"].is_null() == (runs < 6));
}

#[test]
fn runs_are_told_in_words_and_few_have_no_interval() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--repeat=3 --name=n --ioengine=null --rw=randread --size=1g --number_ios=1000";
    let output = fiord_run(folder.path(), &job.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    let first = text.lines().next().unwrap();
    assert!(
        first.starts_with("Measured: the load generator itself") && first.contains("3 of 3 runs"),
        "{text}"
    );
    assert!(text.contains("\nGrade "), "{text}");
    assert_eq!(
        text.lines().filter(|line| line.contains(" n    read ")).count(),
        3,
        "{text}"
    );
    assert!(text.contains(" in 3 runs, spread "), "{text}");
    let strict = format!("--strict --evidence=e.json {job} --rw=sideways");
    let wrong = fiord_run(folder.path(), &strict.split(' ').collect::<Vec<_>>());
    assert_eq!((wrong.status.code(), wrong.stdout.len()), (Some(2), 0));
    assert!(!folder.path().join("e.json").exists());
    let strict = format!("--strict --evidence=e.json {job}");
    let strict = fiord_run(folder.path(), &strict.split(' ').collect::<Vec<_>>());
    assert_eq!(
        strict.status.code(),
        Some(1),
        "a run of a thousand I/Os is a C at best"
    );
    let written: Value = serde_json::from_slice(&fs::read(folder.path().join("e.json")).unwrap()).unwrap();
    assert_eq!(schema::problems(&written), [""; 0]);
}

/// A device that gets faster in the middle, as after a rebuild: the mean is of neither half.
#[test]
fn a_device_that_gets_faster_is_told() {
    let Some((bed, throttle)) = limited(230) else {
        return;
    };
    let (document, _) = (0..TRIES)
        .map(|_| {
            throttle.limit(ThrottleLimit::Reads(230)).unwrap();
            lowered(&bed, &throttle, 14, &[(7 * 230 * 4096, 900)])
        })
        .find(|(document, set)| !set.is_empty() && !findings(document, "cliff").is_empty())
        .unwrap_or_else(|| panic!("no change in {TRIES} runs"));
    let found = finding(&document, "cliff");
    assert!(near(number(found, "before_iops"), 230.0, 8.0), "{found:#}");
    assert!(near(number(found, "after_iops"), 900.0, 8.0), "{found:#}");
    // A slice of the limit (0.1 s) can pass in the second before or after, so means of four seconds are compared.
    let seconds = per_second(&document);
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
    assert!(
        near(mean(&seconds[1..5]), 230.0, 10.0) && near(mean(&seconds[9..13]), 900.0, 10.0),
        "{seconds:?}"
    );
    assert_eq!(found["observed"]["Rise"]["warm_up"], false, "{found:#}");
    assert_reaches_the_line(&document, found);
}

/// A third of the run at a quarter of the rate, and then as before: a scrub, a backup, somebody's batch job.
#[test]
fn a_device_that_is_slow_for_a_while_is_told() {
    let Some((bed, throttle)) = limited(800) else {
        return;
    };
    let steps = [(5 * 800 * 4096, 200), ((5 * 800 + 5 * 200) * 4096, 800)];
    let (document, _) = (0..TRIES)
        .map(|_| {
            throttle.limit(ThrottleLimit::Reads(800)).unwrap();
            lowered(&bed, &throttle, 15, &steps)
        })
        .find(|(document, set)| {
            let seconds = per_second(document);
            set.len() == 2 && near(seconds[2], 800.0, 10.0) && near(seconds[7], 200.0, 25.0)
        })
        .unwrap_or_else(|| panic!("the limits were not reached in {TRIES} runs"));
    let told = |rule: &str| !findings(&document, rule).is_empty();
    assert!(
        told("cliff") || told("not-steady") || told("stalls"),
        "{:#}",
        document["findings"]
    );
    let grade = document["verdict"]["grade"].as_str().unwrap();
    assert!(["C", "D"].contains(&grade), "{:#}", document["verdict"]);
    let changes = [findings(&document, "cliff"), findings(&document, "stalls")].concat();
    let mut changes = changes.iter().filter(|finding| finding["severity"] != "note");
    if changes.clone().next().is_some() {
        let line = document["verdict"]["line"].as_str().unwrap();
        assert!(
            changes.any(|change| line.ends_with(change["saw"].as_str().unwrap())),
            "{line}"
        );
    }
}
