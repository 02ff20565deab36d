//! What devices did, booked once: writes of a neighbour next to syncs, holes that a job fills, one file under two names; and mount
//! options, block sizes and consent that a run knows of.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::PathBuf;

use fiord_testbed::Attribute;
use serde_json::Value;

use crate::common::{Bed, Mounted, assert_disturbed, clean_of, document, finding, findings, number, skip};
use crate::loop_bed::{Loop, LoopBed};
use crate::planted::{Neighbour, counters, measured, not_measured, until, words};

const MIB: u64 = 1 << 20;

/// The finding of a plan.
fn planned<'a>(document: &'a Value, rule: &str) -> &'a Value {
    let found: Vec<&Value> = findings(document, rule)
        .into_iter()
        .filter(|finding| finding["when"] == "plan")
        .collect();
    assert_eq!(found.len(), 1, "{rule} in {:#}", document["findings"]);
    found[0]
}

#[test]
fn a_neighbours_writes_next_to_syncs_are_not_write_amplification() {
    let Some(bed) = Bed::or_skip(128) else { return };
    bed.file("f", 4);
    bed.file("other", 4);
    let loud = Neighbour::fiord(
        bed.path(),
        "--name=n --filename=other --rw=write --bs=256k --direct=1 --runtime=300 --time_based",
    );
    let written = || counters(&bed.zram.name())[6] * 512;
    until(|| written() > 64 * MIB);
    let job = "--name=w --filename=f --rw=randwrite --bs=4k --direct=1 --fsync=1 --runtime=1 --time_based";
    let found = document(bed.path(), &words(job));
    drop(loud);
    let foreign = measured(&found, "foreign-io");
    let device = found["evidence"]["device_written_bytes"].as_f64().unwrap();
    assert!(number(foreign, "foreign_bytes") > 0.5 * device, "{foreign:#}");
    assert_disturbed(&found, "foreign-io");
    // What is left for this run is as little as a journal writes, if it is told at all.
    for left in findings(&found, "write-amplification") {
        assert!(number(left, "device_bytes") < 0.5 * device, "{left:#}");
    }
}

#[test]
fn holes_that_the_job_fills_are_no_cache() {
    let Some(bed) = Bed::or_skip(128) else { return };
    let file = fs::File::create(bed.path().join("f")).unwrap();
    rustix::fs::fallocate(&file, rustix::fs::FallocateFlags::empty(), 0, 32 * MIB).unwrap();
    file.sync_all().unwrap();
    let job = "--name=m --filename=f --rw=randrw --rwmixread=95 --bs=4k --direct=1 --number_ios=2000";
    let found = document(bed.path(), &words(job));
    let holes = measured(&found, "unwritten");
    assert!(number(holes, "hole_percent") > 50.0, "{holes:#}");
    not_measured(&found, &["cache-below", "cache-read"]);
}

#[test]
fn two_links_of_a_file_are_one_file() {
    let Some(bed) = Bed::or_skip(64) else { return };
    bed.file("a", 4);
    fs::hard_link(bed.path().join("a"), bed.path().join("b")).unwrap();
    let jobs = "--rw=write --bs=4k --direct=1 --name=one --filename=a --name=two --filename=b";
    let found = document(bed.path(), &words(jobs));
    let met = measured(&found, "same-file-writers");
    assert_eq!(number(met, "distinct_bytes"), (4 * MIB) as f64, "{met:#}");
}

/// Somebody told the kernel that a device with a volatile cache has none: that is why syncs are fast, and no cure.
#[test]
fn a_device_that_gets_no_flushes_is_told_in_a_run() {
    let Some(file) = LoopBed::or_skip(48, true) else {
        return;
    };
    let mode = PathBuf::from(format!("/sys/block/{}/queue/write_cache", file.looped.name()));
    let job = "--name=w --filename=f --rw=write --bs=4k --size=1m --fsync=1";
    let told = |mode_of_cache: &str| {
        let _set = Attribute::set(mode.clone(), mode_of_cache).unwrap();
        let mount = Mounted::quiet_ext4(&file.looped.device).unwrap();
        document(mount.path(), &words(job))
    };
    clean_of(&told("write back"), &["write-cache"]);
    let found = told("write through");
    let cause = finding(&found, "write-cache");
    assert_eq!(cause["severity"], "care", "{cause:#}");
    assert!(
        cause["saw"].as_str().unwrap().contains(file.looped.name()),
        "{cause:#}"
    );
}

#[test]
fn a_mount_without_barriers_is_told_in_a_run() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let mount = bed.path().to_str().unwrap();
    if let Err(reason) = fiord_testbed::run("mount", &["-o", "remount,barrier=0", mount]) {
        return skip("ext4", &reason);
    }
    bed.file("f", 4);
    // zram has no volatile cache: nothing is lost there.
    let job = "--name=w --filename=f --rw=write --bs=4k --direct=1 --fsync=1";
    let found = document(bed.path(), &words(job));
    assert!(
        findings(&found, "mount-options").is_empty(),
        "{:#}",
        found["findings"]
    );
    let image = bed.file("image", 16);
    let Ok(looped) = Loop::on(&image, true) else {
        return skip("loop", "cannot be attached");
    };
    fiord_testbed::run("mkfs.ext4", &["-q", &looped.device]).unwrap();
    let Ok(mount) = Mounted::new("ext4", "barrier=0", &looped.device) else {
        return skip("ext4", "cannot be mounted");
    };
    let job = "--name=w --filename=f --rw=write --bs=4k --size=1m --direct=1 --fsync=1";
    let found = document(mount.path(), &words(job));
    // The file system that holds the image is mounted likewise: each is told.
    let told = findings(&found, "mount-options");
    let here = mount.path().display().to_string();
    let of_mount = told
        .iter()
        .filter(|one| one["observed"]["Matters"]["mount"] == here);
    let of_mount: Vec<_> = of_mount.collect();
    assert_eq!(of_mount.len(), 1, "{told:#?}");
    assert_eq!(
        (&of_mount[0]["severity"], &of_mount[0]["when"]),
        (&Value::from("care"), &Value::from("plan"))
    );
}

#[test]
fn a_loop_device_that_was_named_and_begins_within_a_block() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let image = bed.file("image", 16);
    let offset = ["--find", "--show", "--offset", "32256"];
    let made = fiord_testbed::run("losetup", &[&offset[..], &[image.to_str().unwrap()]].concat());
    let Ok(device) = made else {
        return skip("loop", "cannot be attached");
    };
    let device = device.trim();
    let consent = format!("--allow-destroy={device}");
    let job = format!("--name=w --filename={device} --rw=write --bs=4k --size=1m --direct=1 {consent}");
    let found = document(bed.path(), &words(&job));
    fiord_testbed::run("losetup", &["--detach", device]).unwrap();
    assert_eq!(planned(&found, "unsafe-target")["severity"], "note");
    let start = planned(&found, "block-size");
    assert_eq!(number(start, "start_bytes"), 32256.0, "{start:#}");
}

/// A buffered job of a few milliseconds beside one of a second: its pages are written while the other goes on.
#[test]
fn what_a_job_leaves_in_memory_is_counted_at_its_end() {
    let Some(bed) = Bed::or_skip(128) else { return };
    bed.file("f", 4);
    bed.file("w", 8);
    let stat = bed.zram.sys().join("stat");
    let reads = format!("$(awk '{{print $1}}' {})", stat.display());
    // Long after the writer has ended, which takes less than a hundredth of the reads.
    let script = format!("from={reads}; while [ {reads} -lt $((from + 20000)) ]; do :; done; sync w");
    let sync = Neighbour::script(bed.path(), &script);
    let jobs = "--bs=4k --name=w --filename=w --rw=write --size=8m \
                --name=r --filename=f --rw=randread --direct=1 --runtime=3 --time_based";
    let found = document(bed.path(), &words(jobs));
    drop(sync);
    let left = measured(&found, "write-cached");
    assert_eq!(left["jobs"], serde_json::json!(["w"]), "{left:#}");
    assert!(number(left, "share_percent") > 90.0, "{left:#}");
}
