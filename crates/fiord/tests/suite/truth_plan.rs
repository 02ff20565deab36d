//! The rules of the plan on a real machine: `fiord explain` is asked about jobs on a device and files of the test's own, in the state
//! that the trap needs (a file in memory, a file that exists, a file of holes). With each goes the job without its trap.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr
)]

use crate::common;

use std::fs;
use std::process::{Command, Stdio};

use common::*;
use serde_json::Value;

/// A trap, a job that walks into it, and one that does not. `warm` is in memory, `cold` is not, `hole` is sparse, `vast` is too and as
/// large as a disk, `fresh` does not exist; `DEVICE` is the device below, which nothing but explain looks at.
const JOBS: &[(&str, &str, &str)] = &[
    (
        "cache-read",
        "--filename=warm --rw=randread --bs=4k --invalidate=0",
        "--filename=warm --rw=randread --bs=4k --invalidate=0 --direct=1",
    ),
    (
        "cache-repeat",
        "--filename=warm --rw=randread --bs=4k --invalidate=0",
        "--filename=warm --rw=randread --bs=4k --invalidate=0 --randrepeat=0",
    ),
    (
        "zero-data",
        "--filename=fresh --rw=write --bs=1m --size=8m --direct=1 --zero_buffers",
        "--filename=fresh --rw=write --bs=1m --size=8m --direct=1 --refill_buffers",
    ),
    (
        "unwritten",
        "--filename=hole --rw=randread --bs=4k --direct=1",
        "--filename=cold --rw=randread --bs=4k --direct=1",
    ),
    (
        "same-file-writers",
        "--filename=fresh --rw=write --bs=64k --size=8m --numjobs=4 --direct=1",
        "--rw=write --bs=64k --size=8m --numjobs=4 --direct=1",
    ),
    (
        "same-file-readers",
        "--filename=cold --rw=read --bs=64k --size=2m --numjobs=4 --direct=1",
        "--filename=cold --rw=read --bs=64k --size=2m --numjobs=4 --direct=1 --offset_increment=2m",
    ),
    (
        "overwrite-same",
        "--rw=randwrite --bs=4k --size=1m --io_size=8m --direct=1 --norandommap",
        "--rw=randwrite --bs=4k --size=8m --io_size=1m --direct=1",
    ),
    (
        "small-file",
        "--filename=cold --rw=randread --bs=4k --direct=1",
        "--filename=vast --rw=randread --bs=4k --direct=1",
    ),
    (
        "stale-file",
        "--filename=cold --rw=write --bs=64k --size=8m --end_fsync=1",
        "--filename=fresh --rw=write --bs=64k --size=8m --end_fsync=1",
    ),
    (
        "sync-iodepth",
        "--filename=cold --rw=randread --bs=4k --direct=1 --ioengine=psync --iodepth=16",
        "--filename=cold --rw=randread --bs=4k --direct=1 --ioengine=libaio --iodepth=16",
    ),
    (
        "aio-buffered",
        "--filename=cold --rw=randread --bs=4k --direct=0 --ioengine=libaio --iodepth=16",
        "--filename=cold --rw=randread --bs=4k --direct=1 --ioengine=libaio --iodepth=16",
    ),
    (
        "write-cached",
        "--filename=fresh --rw=write --bs=1m --size=8m",
        "--filename=fresh --rw=write --bs=1m --size=8m --fsync=1",
    ),
    (
        "fsync-direct",
        "--filename=fresh --rw=write --bs=4k --size=8m --direct=1 --fsync=1",
        "--filename=fresh --rw=write --bs=4k --size=8m --direct=1",
    ),
    (
        "ignored-option",
        "--filename=fresh --rw=randwrite --rwmixread=70 --bs=4k --size=8m --direct=1",
        "--filename=fresh --rw=randrw --rwmixread=70 --bs=4k --size=8m --direct=1",
    ),
    (
        "unit-misread",
        "--filename=cold --rw=randread --bs=4k --direct=1 --runtime=30sec --time_based",
        "--filename=cold --rw=randread --bs=4k --direct=1 --runtime=30s --time_based",
    ),
    (
        "direct-buffered",
        "--filename=cold --rw=randread --bs=4k --direct=1 --buffered=1",
        "--filename=cold --rw=randread --bs=4k --direct=1",
    ),
    (
        "late-generator",
        "--filename=cold --rw=randread --bs=4k --direct=1 --rate_iops=1000",
        "--filename=cold --rw=randread --bs=4k --direct=1",
    ),
    (
        "few-samples",
        "--filename=fresh --rw=write --bs=2300 --size=2m --fdatasync=1",
        "--filename=cold --rw=randread --bs=4k --direct=1 --runtime=60 --time_based",
    ),
    (
        "no-target",
        "--filename=fresh --rw=randread --bs=4k --direct=1",
        "--filename=cold --rw=randread --bs=4k --direct=1",
    ),
    (
        "unaligned-direct",
        "--filename=fresh --rw=write --bs=2300 --size=2m --direct=1",
        "--filename=fresh --rw=write --bs=2300 --size=2m",
    ),
    (
        "ends-early",
        "--filename=cold --rw=randread --bs=4k --direct=1 --runtime=60",
        "--filename=cold --rw=randread --bs=4k --direct=1 --runtime=60 --time_based",
    ),
    (
        "short-run",
        "--filename=cold --rw=randread --bs=4k --direct=1 --runtime=2 --time_based",
        "--filename=cold --rw=randread --bs=4k --direct=1 --runtime=60 --time_based",
    ),
    (
        "gtod-reduce",
        "--filename=cold --rw=randread --bs=4k --direct=1 --gtod_reduce=1",
        "--filename=cold --rw=randread --bs=4k --direct=1",
    ),
    (
        "no-room",
        "--filename=fresh --rw=write --bs=1m --size=4g --direct=1",
        "--filename=fresh --rw=write --bs=1m --size=8m --direct=1",
    ),
    (
        "unsafe-target",
        "--filename=DEVICE --rw=write --bs=1m --direct=1",
        "--filename=DEVICE --rw=read --bs=1m --direct=1",
    ),
];

/// The ids that explain finds in a job.
fn told(bed: &Bed, job: &str) -> Vec<String> {
    let job = job.replace("DEVICE", bed.zram.device().to_str().unwrap());
    let output = Command::new(env!("CARGO_BIN_EXE_fiord"))
        .args(["explain", "--json", "--name=t"])
        .args(job.split(' '))
        .current_dir(bed.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let document: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{job}: {error}: {}", String::from_utf8_lossy(&output.stderr)));
    let findings = document["explained"][0]["jobs"][0]["findings"]
        .as_array()
        .unwrap();
    findings
        .iter()
        .filter(|finding| finding["when"] == "plan")
        .map(|finding| finding["rule"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not() {
    let Some(bed) = Bed::or_skip(128) else { return };
    bed.file("cold", 16);
    assert_eq!(fs::read(bed.file("warm", 16)).unwrap().len(), 16 << 20);
    for (name, size) in [("hole", 16 << 20), ("vast", 200 << 30)] {
        let sparse = fs::File::create(bed.path().join(name)).unwrap();
        sparse.set_len(size).unwrap();
    }
    let mut wrong = Vec::new();
    for (rule, planted, clean) in JOBS {
        let has = |job: &str| told(&bed, job).iter().any(|found| found == rule);
        if !has(planted) {
            wrong.push(format!("{rule} is not seen in {planted}"));
        }
        if has(clean) {
            wrong.push(format!("{rule} is seen in {clean}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // Nobody made or wrote anything.
    assert!(!bed.path().join("fresh").exists());
}
