//! Requests that are not I/Os, sectors, and full file systems, planted for real. `filefrag`, the device's counters and `df` are the
//! witnesses.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::os::unix::fs::{FileExt, OpenOptionsExt};

use serde_json::Value;

use fiord_testbed::Attribute;

use crate::common::{Bed, Mounted, document, findings, fiord, number, skip, text};
use crate::loop_bed::LoopBed;
use crate::planted::{counters, filefrag, measured, not_measured, words};

#[test]
fn sequential_writes_that_are_merged_are_fewer_requests() {
    let Some(bed) = Bed::or_skip(128) else { return };
    let before = counters(&bed.zram.name());
    let job = "--name=w --filename=f --rw=write --bs=4k --size=16m --end_fsync=1";
    let found = document(bed.path(), &words(job));
    let after = counters(&bed.zram.name());
    let merged = measured(&found, "requests");
    let requests = number(merged, "device_ios");
    assert!(requests <= (after[4] - before[4]) as f64, "{merged:#}");
    assert_eq!(number(merged, "issued_ios"), 4096.0);
    assert!(
        (number(merged, "factor") - 4096.0 / requests).abs() < 0.01,
        "{merged:#}"
    );
    assert!(number(merged, "factor") > 8.0, "{merged:#}");
    assert_eq!(merged["observed"]["split"], false, "{merged:#}");
    // Direct, each write is a request.
    let direct = job.replace("--end_fsync=1", "--direct=1");
    not_measured(&document(bed.path(), &words(&direct)), &["requests"]);
}

/// Two files that grew in turn by one block: no two blocks of one lie next to each other.
#[test]
fn reads_of_a_fragmented_file_are_split() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let open = |name: &str| {
        fs::OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .custom_flags(libc::O_SYNC)
            .open(bed.path().join(name))
            .unwrap()
    };
    let (one, other) = (open("f"), open("g"));
    for block in 0..512 {
        one.write_all_at(&[0x5a; 4096], block * 4096).unwrap();
        other.write_all_at(&[0xa5; 4096], block * 4096).unwrap();
    }
    fiord_host::cache::drop_file(&bed.path().join("f")).unwrap();
    if filefrag(&bed.path().join("f")).is_none() {
        return;
    }
    let before = counters(&bed.zram.name())[0];
    let job = "--name=r --filename=f --rw=read --bs=64k --direct=1 --loops=4";
    let found = document(bed.path(), &words(job));
    let requests = (counters(&bed.zram.name())[0] - before) as f64;
    if requests < 1024.0 {
        return skip("fragmented", "the file system put the blocks together");
    }
    let split = measured(&found, "requests");
    assert_eq!(split["observed"]["split"], true, "{split:#}");
    assert!(
        (number(split, "factor") - requests / 128.0).abs() < 0.5,
        "{requests}: {split:#}"
    );
}

/// What `fiord explain` finds of a rule before anything runs.
fn foreseen(folder: &std::path::Path, job: &str, rule: &str) -> Vec<Value> {
    let mut args = vec!["explain", "--json"];
    args.extend(words(job));
    let output = fiord(folder, &args);
    let document: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{job}: {error}: {}", text(&output.stderr)));
    let mut found = Vec::new();
    collect(&document, rule, &mut found);
    found
}

/// Every object of a document that names the rule.
fn collect(value: &Value, rule: &str, found: &mut Vec<Value>) {
    match value {
        Value::Object(fields) => {
            if ["rule", "id"]
                .iter()
                .any(|key| fields.get(*key).is_some_and(|name| name == rule))
            {
                found.push(value.clone());
            }
            fields.values().for_each(|value| collect(value, rule, found));
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, rule, found)),
        _ => {}
    }
}

/// Whether the run itself ends with an error.
fn fails(folder: &std::path::Path, job: &str) -> bool {
    !findings(&document(folder, &words(job)), "failed").is_empty()
}

#[test]
fn blocks_below_a_sector_of_4_kib_are_foreseen() {
    let Some(file) = LoopBed::or_skip(32, false) else {
        return;
    };
    let device = &file.looped.device;
    if let Err(reason) = fiord_testbed::run("losetup", &["--sector-size", "4096", device]) {
        return skip("losetup", &reason);
    }
    let sector = fs::read_to_string(file.looped.queue("logical_block_size")).unwrap();
    assert_eq!(sector.trim(), "4096");
    let folder = file.bed.path();
    let raw = |bs: &str| format!("--name=r --filename={device} --rw=randread --direct=1 --bs={bs} --size=1m");
    let mount = Mounted::quiet_ext4(device).unwrap();
    fs::write(mount.path().join("f"), vec![0x5a; 1 << 20]).unwrap();
    let on_file = |bs: &str| format!("--name=r --filename=f --rw=randread --direct=1 --bs={bs} --size=1m");
    for (folder, job) in [
        (folder, &raw as &dyn Fn(&str) -> String),
        (mount.path(), &on_file),
    ] {
        let found = foreseen(folder, &job("512"), "unaligned-direct");
        assert_eq!(found.len(), 1, "{}", job("512"));
        assert_eq!(found[0]["severity"], "wrong");
        assert_eq!(
            (
                number(&found[0], "block_bytes"),
                number(&found[0], "sector_bytes")
            ),
            (512.0, 4096.0)
        );
        assert_eq!(foreseen(folder, &job("4k"), "unaligned-direct").len(), 0);
        // The kernel agrees.
        assert!(fails(folder, &job("512")) && !fails(folder, &job("4k")));
    }
    // Through the page cache any size will do.
    let buffered = on_file("512").replace("--direct=1", "--direct=0");
    assert_eq!(foreseen(mount.path(), &buffered, "unaligned-direct").len(), 0);
    drop(mount);
}

/// 512-byte sectors of a loop device over a disk whose own are larger: what counts is the uppermost device.
#[test]
fn the_sector_of_the_uppermost_device_counts() {
    let Some(file) = LoopBed::or_skip(16, false) else {
        return;
    };
    let sectors = |queue: std::path::PathBuf| fs::read_to_string(queue).unwrap().trim().to_owned();
    let below = sectors(file.bed.zram.sys().join("queue/logical_block_size"));
    assert_eq!(
        (
            sectors(file.looped.queue("logical_block_size")).as_str(),
            below.as_str()
        ),
        ("512", "4096")
    );
    let job = format!(
        "--name=r --filename={} --rw=randread --direct=1 --bs=512 --size=64k",
        file.looped.device
    );
    assert_eq!(foreseen(file.bed.path(), &job, "unaligned-direct").len(), 0);
    assert!(!fails(file.bed.path(), &job));
    let on_ext4 = "--name=r --filename=image --rw=randread --direct=1 --bs=512 --size=64k";
    assert_eq!(foreseen(file.bed.path(), on_ext4, "unaligned-direct").len(), 1);
    assert!(fails(file.bed.path(), on_ext4));
}

#[test]
fn a_file_system_at_98_percent_is_told() {
    let Some(bed) = Bed::or_skip(96) else { return };
    let df = |column: &str| {
        let asked = [
            "--block-size=1",
            &format!("--output={column}"),
            bed.path().to_str().unwrap(),
        ];
        let told = fiord_testbed::run("df", &asked).unwrap();
        told.lines()
            .nth(1)
            .unwrap()
            .trim()
            .trim_end_matches('%')
            .parse::<u64>()
            .unwrap()
    };
    let doctor = || -> Value {
        let output = fiord(bed.path(), &["doctor", "--json", "--no-look", "."]);
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", text(&output.stderr)))
    };
    let state = |document: &Value| {
        let mut found = Vec::new();
        collect(document, "free-space", &mut found);
        found
    };
    assert!(
        findings(
            &document(
                bed.path(),
                &words("--name=w --rw=write --bs=64k --size=1m --direct=1")
            ),
            "free-space"
        )
        .is_empty()
    );
    let (used, available) = (df("used"), df("avail"));
    let fill = (used + available) / 1000 * 985 - used;
    let file = fs::File::create(bed.path().join("filling")).unwrap();
    rustix::fs::fallocate(&file, rustix::fs::FallocateFlags::empty(), 0, fill).unwrap();
    file.sync_all().unwrap();
    assert!((98..=99).contains(&df("pcent")), "{}", df("pcent"));
    let told = state(&doctor());
    assert_eq!(told.len(), 1, "{told:#?}");
    let percent = number(&told[0], "used_percent");
    assert!((98.0..99.5).contains(&percent), "{percent}");
}

/// A device that takes 64 KiB at once gets sixteen requests for each MiB.
#[test]
fn reads_above_what_the_device_takes_are_split() {
    let Some(file) = LoopBed::or_skip(16, true) else {
        return;
    };
    let _small = match Attribute::set(file.looped.queue("max_sectors_kb"), "64") {
        Ok(set) => set,
        Err(reason) => return skip("queue-settings", &reason),
    };
    let before = counters(file.looped.name());
    let job = format!(
        "--name=r --filename={} --rw=read --bs=1m --size=16m --loops=8 --direct=1",
        file.looped.device
    );
    let found = document(file.bed.path(), &words(&job));
    let requests = (counters(file.looped.name())[0] - before[0]) as f64;
    // A few blocks were looked at before.
    assert!((2048.0..2150.0).contains(&requests), "{requests}");
    let split = measured(&found, "requests");
    assert_eq!(split["observed"]["split"], true, "{split:#}");
    assert_eq!(number(split, "factor"), 16.0, "{split:#}");
    assert_eq!(number(split, "issued_ios"), 128.0, "{split:#}");
}

/// Direct and in order, eight at a time: the block layer joins what is submitted together.
#[test]
fn sequential_reads_of_a_queue_that_are_merged_are_fewer_requests() {
    let Some(file) = LoopBed::or_skip(16, true) else {
        return;
    };
    let job = format!(
        "--name=r --filename={} --rw=read --bs=4k --size=16m --direct=1 --ioengine=libaio --iodepth=32 --iodepth_batch_submit=32 --iodepth_batch_complete_min=32",
        file.looped.device
    );
    let before = counters(file.looped.name());
    let found = document(file.bed.path(), &words(&job));
    let after = counters(file.looped.name());
    let (requests, merged) = ((after[0] - before[0]) as f64, after[1] - before[1]);
    if merged < 2048 {
        return skip("merges", "the block layer did not join them");
    }
    let joined = measured(&found, "requests");
    assert_eq!(joined["observed"]["split"], false, "{joined:#}");
    assert!(number(joined, "device_ios") <= requests, "{requests}: {joined:#}");
    assert_eq!(number(joined, "issued_ios"), 4096.0, "{joined:#}");
    assert!(number(joined, "factor") > 2.0, "{joined:#}");
}

/// Only some of the blocks are below the sector: the kernel refuses those, and it is known before.
#[test]
fn one_size_of_several_below_the_sector_is_foreseen() {
    let Some(bed) = Bed::or_skip(64) else { return };
    bed.file("f", 4);
    let sector = fs::read_to_string(bed.zram.sys().join("queue/logical_block_size")).unwrap();
    assert_eq!(sector.trim(), "4096");
    for sizes in [
        "--bssplit=4k/90:512/10",
        "--bsrange=512-8k",
        "--bs=4k --blockalign=512",
    ] {
        let job = format!("--name=r --filename=f --rw=randread --direct=1 {sizes} --size=1m");
        assert_eq!(foreseen(bed.path(), &job, "unaligned-direct").len(), 1, "{job}");
        assert!(fails(bed.path(), &job), "{job}");
    }
    let placed = "explain --fix --name=r --filename=f --rw=randread --direct=1 --bs=4k --ba=512 --size=1m";
    let fixed = text(&fiord(bed.path(), &placed.split(' ').collect::<Vec<_>>()).stdout);
    assert!(fixed.contains("--bs=4k") && !fixed.contains("--ba"), "{fixed}");
    // Places off the sectors are refused as lengths are.
    let shifted = "--name=r --filename=f --rw=read --direct=1 --bs=4k --offset=512 --size=1m";
    assert_eq!(foreseen(bed.path(), shifted, "unaligned-direct").len(), 1);
    assert!(fails(bed.path(), shifted));
    let whole = "--name=r --filename=f --rw=randread --direct=1 --bssplit=4k/90:8k/10 --offset=64k --size=1m";
    assert_eq!(foreseen(bed.path(), whole, "unaligned-direct").len(), 0);
    assert!(!fails(bed.path(), whole));
}

/// Through the page cache any length and any place will do.
#[test]
fn a_buffered_job_is_not_called_unaligned() {
    let Some(bed) = Bed::or_skip(64) else { return };
    bed.file("f", 4);
    for sizes in ["--bssplit=4k/90:512/10", "--bs=4k --offset=512"] {
        let job = format!("--name=r --filename=f --rw=randread {sizes} --size=1m");
        assert_eq!(foreseen(bed.path(), &job, "unaligned-direct").len(), 0, "{job}");
        assert!(!fails(bed.path(), &job), "{job}");
    }
}

/// What is clean stays clean: a file read once, cold, through the page cache, and parts of a file that several write.
#[test]
fn a_cold_buffered_read_and_writers_of_their_own_parts_raise_no_alarm() {
    let Some(bed) = Bed::or_skip(128) else { return };
    let file = bed.file("f", 16);
    let sectors = || counters(&bed.zram.name())[2];
    let before = sectors();
    let found = document(bed.path(), &words("--name=r --filename=f --rw=read --bs=64k"));
    let read = (sectors() - before) * 512;
    assert!((16 << 20..(16 << 20) + (512 << 10)).contains(&read), "{read}");
    not_measured(&found, &["cache-read", "cache-below", "unwritten", "foreign-io"]);
    let parts =
        "--name=w --filename=f --rw=write --bs=64k --size=4m --numjobs=4 --offset_increment=4m --direct=1";
    let found = document(bed.path(), &words(parts));
    assert!(
        findings(&found, "same-file-writers").is_empty(),
        "{:#}",
        found["findings"]
    );
    not_measured(
        &found,
        &["overwrite-same", "foreign-io", "requests", "write-cached"],
    );
    assert_eq!(filefrag(&file).unwrap()[0], 16 << 20);
}
