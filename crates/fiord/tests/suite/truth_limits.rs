//! Limits and changes in time, planted for real: on the disk below a loop device, hidden and met one by one, one that does not bite, a
//! run that is throttled for half of its time, slow starts. The control group's own files and the device's counters are the witnesses.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use serde_json::Value;

use crate::common::{Bed, clean_of, document, instead, number, skip};
use crate::loop_bed::{Counters, Group, LoopBed};
use crate::planted::{blamed, line, measured, not_measured, words};
use fiord_testbed::ThrottleLimit;

fn iops(document: &Value) -> f64 {
    document["jobs"][0]["result"]["read"]["iops"].as_f64().unwrap()
}

/// A run that came near its limit: one of a machine that stalled shows nothing.
fn near(limit: f64, mut run: impl FnMut() -> Value) -> Value {
    (0..20)
        .map(|_| run())
        .find(|document| (iops(document) / limit - 1.0).abs() < 0.08)
        .expect("the machine never reached the limit")
}

#[test]
fn a_limit_on_the_disk_below_a_loop_is_met() {
    let Some(file) = LoopBed::or_skip(16, true) else {
        return;
    };
    let Some(limit) = Group::reads_or_skip(&file, 500) else {
        return;
    };
    let job = format!(
        "--name=r --filename={} --rw=randread --bs=4k --direct=1 --ioengine=libaio --iodepth=8 --runtime=2 --time_based",
        file.looped.device
    );
    let before = Counters::of(&file.zram());
    let found = near(500.0, || limit.run(file.bed.path(), &words(&job)));
    let below = Counters::of(&file.zram()).since(before).read_bytes;
    assert!(below as f64 / 4096.0 >= 0.9 * 1000.0, "{below}");
    let met = measured(&found, "throttle");
    assert_eq!((number(met, "limit"), &met["severity"]), (500.0, &"wrong".into()));
    assert!(
        line(&found).starts_with("Measured: a throttling limit, not the disk."),
        "{}",
        line(&found)
    );
}

/// As on a cloud's machine: nobody shows the limit, and one I/O at a time meets it.
#[test]
fn a_hidden_limit_is_met_one_by_one_too() {
    let Some(bed) = Bed::or_skip(64) else { return };
    bed.file("f", 8);
    let limit = match Group::new(&bed.zram, ThrottleLimit::Reads(500)) {
        Ok(limit) => limit,
        Err(reason) => return skip("blkio", &reason),
    };
    let job = "--name=r --filename=f --rw=randread --bs=4k --direct=1 --runtime=7 --time_based";
    let found = (0..5)
        .map(|_| limit.run_unseen(bed.path(), &words(job)))
        .find(|document| {
            let seconds = document["jobs"][0]["result"]["read"]["per_second"]
                .as_array()
                .unwrap();
            seconds[1..6]
                .iter()
                .all(|second| (second[0].as_f64().unwrap() - 500.0).abs() < 2.5)
        })
        .expect("the machine never reached the limit");
    assert_eq!(found["evidence"]["limits"], serde_json::json!([]));
    let flat = measured(&found, "throttle");
    assert!((number(flat, "rate") - 500.0).abs() < 2.5, "{flat:#}");
    assert_eq!(instead(&found), Some(("throttle".to_owned(), Vec::new())));
}

#[test]
fn a_limit_that_does_not_bite_is_not_blamed() {
    let Some(bed) = Bed::or_skip(64) else { return };
    bed.file("f", 8);
    let limit = match Group::new(&bed.zram, ThrottleLimit::Reads(1000)) {
        Ok(limit) => limit,
        Err(reason) => return skip("blkio", &reason),
    };
    // Far below it, and just at it by the job's own rate.
    for rate in [50, 950] {
        let job = format!(
            "--name=r --filename=f --rw=randread --bs=4k --direct=1 --rate_iops={rate} --runtime=1 --time_based"
        );
        let found = limit.run(bed.path(), &words(&job));
        assert_ne!(found["evidence"]["limits"], serde_json::json!([]));
        not_measured(&found, &["throttle"]);
        assert_eq!(instead(&found), None, "{}", line(&found));
    }
    // A limit of writes says nothing of reads.
    let limit = Group::new(&bed.zram, ThrottleLimit::Writes(100)).unwrap();
    let job = "--name=r --filename=f --rw=randread --bs=4k --direct=1 --runtime=1 --time_based";
    clean_of(&limit.run(bed.path(), &words(job)), &["throttle"]);
}

/// Simulated in virtual time, printed by the binary: what changes while a run goes on reaches the first line.
fn simulated(options: &str) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let job = format!(
        "--name=s --ioengine=sim --rw=randread --bs=4k --size=1g --sim_size=1g --iodepth=4 --sim_parallelism=4 --sim_read_ns=1000000 --sim_service=exponential --time_based --norandommap --runtime=60 {options}"
    );
    document(folder.path(), &words(&job))
}

#[test]
fn half_a_run_throttled_reaches_the_headline() {
    // The burst lasts for half of the time.
    let found = simulated("--sim_iops_limit=1000 --sim_burst_ios=90000");
    let cliff = measured(&found, "cliff");
    assert_eq!(cliff["severity"], "wrong", "{cliff:#}");
    let answer = line(&found);
    assert!(
        answer.contains("burst") || answer.contains("credits") || answer.contains("changed"),
        "{answer}"
    );
}

#[test]
fn a_device_that_freezes_one_second_in_ten_stalls() {
    let found =
        simulated("--sim_gc_every=140m --sim_gc_pause=1000000000 --rw=randwrite --sim_write_ns=1000000");
    let stalls = measured(&found, "stalls");
    assert!(number(stalls, "stalls") >= 4.0, "{stalls:#}");
    assert!(number(stalls, "longest_ns") >= 0.9e9, "{stalls:#}");
    let steady = simulated("--rw=randwrite --sim_write_ns=1000000");
    clean_of(&steady, &["stalls", "cliff", "not-steady"]);
}

/// Repeats are other samples, not the same one again.
#[test]
fn repeats_of_a_simulated_device_differ() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--repeat=6 --name=s --ioengine=sim --rw=randread --bs=4k --size=1g --sim_size=1g --sim_read_ns=1000000 --sim_service=exponential --time_based --norandommap --runtime=5";
    let found = document(folder.path(), &words(job));
    let rates = found["summary"][0]["iops"].as_array();
    let rates = rates.unwrap_or_else(|| panic!("{:#}", found["summary"]));
    let rates: Vec<f64> = rates.iter().map(|rate| rate.as_f64().unwrap()).collect();
    let mut different = rates.clone();
    different.sort_by(f64::total_cmp);
    different.dedup();
    assert_eq!((rates.len(), different.len()), (6, 6), "{rates:?}");
}

/// Bytes per second, of writes, met by a queue.
#[test]
fn a_limit_of_bytes_written_is_named_in_bytes() {
    let Some(bed) = Bed::or_skip(64) else { return };
    const LIMIT: u64 = 8 << 20;
    let limit = match Group::new(&bed.zram, ThrottleLimit::BytesWritten(LIMIT)) {
        Ok(limit) => limit,
        Err(reason) => return skip("blkio", &reason),
    };
    let job = "--name=w --filename=f --rw=write --bs=64k --size=16m --direct=1 --ioengine=libaio --iodepth=8 --runtime=2 --time_based --buffer_compress_percentage=0";
    let written = || Counters::of(&bed.zram.name()).written_bytes;
    let found = (0..20)
        .map(|_| {
            let before = written();
            let found = limit.run(bed.path(), &words(job));
            let result = &found["jobs"][0]["result"]["write"];
            let rate = result["iops"].as_f64().unwrap() * 65_536.0;
            (found, rate, written() - before)
        })
        .find(|(_, rate, _)| (rate / LIMIT as f64 - 1.0).abs() < 0.08);
    let (found, rate, written) = found.expect("the machine never reached the limit");
    assert!(written as f64 >= 0.9 * 2.0 * rate, "{written} {rate}");
    let met = measured(&found, "throttle");
    assert_eq!(
        (number(met, "limit"), &met["severity"]),
        (LIMIT as f64, &"wrong".into()),
        "{met:#}"
    );
    assert!(
        line(&found).starts_with("Measured: a throttling limit, not the disk."),
        "{}",
        line(&found)
    );
}

/// Two disks in one run, one of them limited: the other job is not said to have met it.
#[test]
fn a_limit_on_one_of_two_disks_is_met_by_one_of_two_jobs() {
    let (Some(one), Some(two)) = (Bed::or_skip(64), Bed::or_skip(64)) else {
        return;
    };
    let limit = match Group::new(&one.zram, ThrottleLimit::Reads(400)) {
        Ok(limit) => limit,
        Err(reason) => return skip("blkio", &reason),
    };
    let job = |name: &str, bed: &Bed, more: &str| {
        format!(
            "--name={name} --filename={} --rw=randread --bs=4k --direct=1 --ioengine=libaio --iodepth=8 --runtime=2 --time_based {more}",
            bed.file("f", 8).display()
        )
    };
    // The free one goes at a rate of its own, so that it leaves the processors to the other.
    let both = format!(
        "{} {}",
        job("limited", &one, ""),
        job("free", &two, "--rate_iops=700")
    );
    let found = near(400.0, || limit.run(one.path(), &words(&both)));
    let reads = [&one, &two].map(|bed| Counters::of(&bed.zram.name()).read_bytes);
    assert!(reads.iter().all(|bytes| *bytes > 0), "{reads:?}");
    assert_eq!(blamed(&found, "throttle"), ["limited"], "{:#}", found["findings"]);
    let expected = Some(("throttle".to_owned(), vec!["limited".to_owned()]));
    assert_eq!(instead(&found), expected, "{}", line(&found));
}
