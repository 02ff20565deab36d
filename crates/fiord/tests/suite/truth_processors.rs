//! Workers that wait for processors, planted for real: busy loops on the worker's processor, `nice`, more workers than processors.
//! The kernel's count of the wait is held against what getrusage says: a worker that never sleeps ran, or waited to run.
//!
//! The device is memory, so that a worker sleeps for nothing. Other work on the machine makes such a wait longer, never shorter.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use fiord_judge::verdict::Measured;
use fiord_record::number::Share;
use serde_json::Value;

use crate::common::{Bed, assert_disturbed, findings, number, skip, verdict};
use crate::planted::{Neighbour, blamed, line, measured, run_by, words};

/// Reads that are done in the calling thread.
const READER: &str =
    "--name=r --filename=f --rw=randread --bs=4k --direct=1 --runtime=1 --time_based --cpus_allowed=0";

/// A bed with a file, and so many busy loops on the first processor.
fn spinning(spinners: usize) -> Option<(Bed, Vec<Neighbour>)> {
    if !fiord_testbed::has("taskset") {
        skip("taskset", "not installed");
        return None;
    }
    let bed = Bed::or_skip(64)?;
    bed.file("f", 4);
    let spin = || {
        Neighbour::program(
            bed.path(),
            "taskset",
            &["-c", "0", "sh", "-c", "while :; do :; done"],
        )
    };
    let spinners = (0..spinners).map(|_| spin()).collect();
    Some((bed, spinners))
}

/// Processor time of all workers by getrusage, as a share of their time.
fn ran_percent(document: &Value) -> f64 {
    let result = &document["jobs"][0]["result"];
    let ran_us = ["user_us", "system_us"].map(|part| result["cpu"][part].as_f64().unwrap());
    let workers = document["record"]["workers"].as_array().unwrap();
    let lived = workers
        .iter()
        .map(|worker| worker["ended_ns"].as_f64().unwrap() - worker["started_ns"].as_f64().unwrap());
    ran_us.iter().sum::<f64>() * 1e3 / lived.sum::<f64>() * 100.0
}

/// That the wait is told, is at least this, and makes up for the time that the workers did not run.
#[track_caller]
fn assert_waited(document: &Value, least_percent: f64) {
    let found = measured(document, "cpu-wait");
    let waited = number(found, "share_percent");
    assert!(waited >= least_percent, "{found:#}");
    assert_eq!(found["severity"], "care", "{found:#}");
    let ran = ran_percent(document);
    assert!((waited + ran - 100.0).abs() < 15.0, "ran {ran} %: {found:#}");
    assert!(number(found, "involuntary_switches") > 0.0, "{found:#}");
    let counted = document["evidence"]["run_delay_ms"].as_f64().unwrap();
    let named = number(found, "run_delay_ms");
    assert!(named <= counted && named > 0.9 * counted, "{counted}: {found:#}");
    assert_disturbed(document, "cpu-wait");
    let others = blamed(document, "foreign-io");
    assert!(others.is_empty(), "{:#}", document["findings"]);
}

#[test]
fn a_pinned_worker_beside_a_busy_loop_waits_for_its_processor() {
    let Some((bed, _spinners)) = spinning(1) else {
        return;
    };
    let found = run_by(&[], bed.path(), &words(READER));
    assert_waited(&found, 35.0);
    assert_eq!(found["verdict"]["grade"], "C", "{}", found["verdict"]);
    // The kernel's own account of the machine: somebody waited nearly all the time.
    let evidence = &found["evidence"];
    if let Some(stalled_ms) = evidence["cpu_stalled_ms"].as_f64() {
        assert!(
            stalled_ms > 500.0 * evidence["seconds"].as_f64().unwrap(),
            "{evidence:#}"
        );
    }
}

/// On a disk the headline says what disturbed the run, and how much.
#[test]
fn the_wait_and_its_share_are_in_the_headline_of_a_disk() {
    let Some((_, _spinners)) = spinning(1) else {
        return;
    };
    let folder = fiord_testbed::disk_folder();
    fs::write(folder.path().join("f"), vec![0x5a; 4 << 20]).unwrap();
    let found = run_by(&["nice", "-n", "19"], folder.path(), &words(READER));
    let Measured::Disk { bottom, .. } = verdict(&found).measured else {
        return skip("disk", "no disk is visible under the target folder");
    };
    if bottom.in_memory {
        return skip("disk", "the disk under the target folder is memory");
    }
    let wait = measured(&found, "cpu-wait");
    let share = Share(number(wait, "share_percent") / 100.0);
    let headline = found["verdict"]["headline"].as_str().unwrap();
    let (_, causes) = headline
        .split_once("), disturbed (")
        .unwrap_or_else(|| panic!("{headline}"));
    assert!(causes.contains(&format!("cpu-wait {share}")), "{headline}");
    assert!(line(&found).starts_with(headline), "{}", line(&found));
    assert_eq!(found["verdict"]["grade"], "C", "{:#}", found["findings"]);
}

#[test]
fn a_worker_with_nice_waits_for_everybody() {
    let Some((bed, _spinners)) = spinning(1) else {
        return;
    };
    let found = run_by(&["nice", "-n", "19"], bed.path(), &words(READER));
    // 98 % by the weights of the two. Other work on the machine keeps the busy loop waiting too, and the worker gets more.
    assert_waited(&found, 60.0);
}

#[test]
fn more_workers_than_processors_wait_for_each_other() {
    let Some((bed, _)) = spinning(0) else { return };
    let job = format!("{READER} --numjobs=4 --group_reporting");
    let found = run_by(&[], bed.path(), &words(&job));
    assert_waited(&found, 70.0);
}

/// Only one of two jobs has company; the other never wants a processor for long.
#[test]
fn the_job_that_waited_is_named() {
    let Some((bed, _spinners)) = spinning(2) else {
        return;
    };
    let jobs = format!(
        "{READER} --name=calm --filename=f --rw=randread --direct=1 --rate_iops=10 --runtime=1 --time_based"
    );
    let found = run_by(&[], bed.path(), &words(&jobs));
    let of = blamed(&found, "cpu-wait");
    assert!(of.is_empty() || of.contains(&"r"), "{of:?}");
    assert_eq!(
        crate::common::findings(&found, "cpu-wait").len(),
        1,
        "{:#}",
        found["findings"]
    );
}

#[test]
fn a_worker_that_goes_first_waits_for_nobody() {
    if !fiord_testbed::has("chrt") {
        return skip("chrt", "not installed");
    }
    let Some((bed, _spinners)) = spinning(2) else {
        return;
    };
    // Not pinned: the kernel keeps a share of each processor for ordinary work.
    let job =
        "--name=r --filename=f --rw=randread --bs=4k --direct=1 --rate_iops=200 --runtime=1 --time_based";
    let found = run_by(&["chrt", "--fifo", "10"], bed.path(), &words(job));
    // What a hypervisor gives to other machines is true, and no priority here changes it.
    let here = |finding: &&Value| finding["observed"].get("Stolen").is_none();
    let waits: Vec<&Value> = findings(&found, "cpu-wait").into_iter().filter(here).collect();
    assert!(waits.is_empty(), "{waits:#?}");
    assert!(found["evidence"]["run_delay_ms"].as_f64().is_some());
}

/// What a worker waits before its first I/O is in none of its numbers: no wait is longer than the run.
#[test]
fn a_wait_at_the_start_is_not_counted() {
    let Some((bed, _spinners)) = spinning(3) else {
        return;
    };
    let job = "--name=r --filename=f --rw=randread --bs=4k --direct=1 --size=64k --cpus_allowed=0";
    let is_longer = |_: &i32| {
        // Few turns are enough: with `nice -n 19` the start alone takes seconds.
        let found = run_by(&["nice", "-n", "12"], bed.path(), &words(job));
        let worker = &found["record"]["workers"][0];
        let lived = worker["ended_ns"].as_f64().unwrap() - worker["started_ns"].as_f64().unwrap();
        let waited = found["evidence"]["run_delay_ms"].as_f64().unwrap() * 1e6;
        waited > lived + 5e6
    };
    // The processor may be lost between two readings now and then.
    let longer = (0..8).filter(is_longer).count();
    assert!(
        longer <= 4,
        "in {longer} of 8 runs the worker waited longer than it ran"
    );
}

/// A control group that may use a share of one processor; removed when dropped.
struct Quota(PathBuf);

impl Quota {
    /// `us` of each 100 ms, in either version of the interface (`Documentation/scheduler/sched-bwc.rst`).
    fn new(us: u32) -> Result<Self, String> {
        let (one, two) = (Path::new("/sys/fs/cgroup/cpu"), Path::new("/sys/fs/cgroup"));
        let is_one = one.join("cpu.cfs_quota_us").exists() || one.join("tasks").exists();
        let group = if is_one { one } else { two }.join(format!("fiord-test-quota-{}", std::process::id()));
        let told = |error: std::io::Error| format!("{}: {error}", group.display());
        fs::create_dir(&group).map_err(told)?;
        let quota = Quota(group.clone());
        let (file, text) = if is_one {
            ("cpu.cfs_quota_us", us.to_string())
        } else {
            ("cpu.max", format!("{us} 100000"))
        };
        fs::write(group.join(file), text).map_err(told)?;
        Ok(quota)
    }

    /// How often the kernel stopped the group.
    fn stopped(&self) -> u64 {
        let counts = fs::read_to_string(self.0.join("cpu.stat")).unwrap();
        let line = counts.lines().find_map(|line| line.strip_prefix("nr_throttled "));
        line.unwrap().parse().unwrap()
    }
}

impl Drop for Quota {
    fn drop(&mut self) {
        // A process that has ended leaves the group a moment later.
        fiord_testbed::patiently(|| fs::remove_dir(&self.0).is_ok());
    }
}

/// As in a container with a fifth of a processor: nobody else runs, and the worker waits all the same.
#[test]
fn a_worker_whose_group_has_used_its_share_waits() {
    let Some((bed, _)) = spinning(0) else { return };
    let quota = match Quota::new(20_000) {
        Ok(quota) => quota,
        Err(reason) => return skip("cpu-quota", &reason),
    };
    let procs = quota.0.join("cgroup.procs").display().to_string();
    let found = run_by(
        &["sh", "-c", "echo $$ > \"$0\" && exec \"$@\"", &procs],
        bed.path(),
        &words(READER),
    );
    if quota.stopped() < 3 {
        return skip("cpu-quota", "others left the worker less than its share");
    }
    assert_waited(&found, 60.0);
}

/// The idle class runs when nobody else wants to.
#[test]
fn a_worker_of_the_idle_class_waits_for_everybody() {
    if !fiord_testbed::has("chrt") {
        return skip("chrt", "not installed");
    }
    let Some((bed, _spinners)) = spinning(1) else {
        return;
    };
    let found = run_by(&["chrt", "--idle", "0"], bed.path(), &words(READER));
    assert_waited(&found, 80.0);
}
