//! One job that hides another, planted for real: a small job from memory or from holes in a run whose bytes are those of a large one.
//! Evidence and verdict are per job.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;

use serde_json::Value;

use crate::common::{Bed, Zram, document, instead, number, skip};
use crate::loop_bed::LoopBed;
use crate::planted::{blamed, counters, filefrag, fincore, not_measured, words};

/// The large job, 32 MiB, and behind it the small one.
fn both(bed: &Bed, large: &str, small: &str) -> Value {
    let line = format!(
        "--bs=64k --invalidate=0 --name=large --filename=large --rw=read {large} --name=small --filename=small --rw=read {small}"
    );
    document(bed.path(), &words(&line))
}

fn bed() -> Option<Bed> {
    let bed = Bed::or_skip(128)?;
    bed.file("large", 32);
    Some(bed)
}

/// That the answer is this trap, of the small job alone.
#[track_caller]
fn assert_is_of_small(document: &Value, rule: &str) {
    let expected = Some((rule.to_owned(), vec!["small".to_owned()]));
    assert_eq!(instead(document), expected, "{}", document["verdict"]["line"]);
}

#[test]
fn a_small_job_that_reads_holes_beside_a_large_one() {
    let Some(bed) = bed() else { return };
    let small = bed.path().join("small");
    fs::File::create(&small).unwrap().set_len(256 << 10).unwrap();
    let Some(extents) = filefrag(&small) else { return };
    assert_eq!(extents, [0, 0]);
    let found = both(&bed, "--direct=1", "--direct=1");
    assert_eq!(blamed(&found, "unwritten"), ["small"], "{:#}", found["findings"]);
    not_measured(&found, &["cache-read", "cache-below"]);
    assert_is_of_small(&found, "unwritten");
}

#[test]
fn a_small_cached_job_beside_a_large_direct_one() {
    let Some(bed) = bed() else { return };
    let small = bed.file("small", 1);
    fs::read(&small).unwrap();
    if fincore(&small).is_none_or(|cached| cached < 1 << 20) {
        return;
    }
    let found = both(&bed, "--direct=1", "--direct=0");
    assert_eq!(blamed(&found, "cache-read"), ["small"], "{:#}", found["findings"]);
    not_measured(&found, &["cache-below", "unwritten"]);
    assert_is_of_small(&found, "cache-read");
}

/// Both go through the page cache of one device: only the counters of their threads tell them apart.
#[test]
fn a_small_cached_job_beside_a_large_cold_one_on_the_same_disk() {
    let Some(bed) = bed() else { return };
    fs::read(bed.file("small", 1)).unwrap();
    let found = both(&bed, "--direct=0", "--direct=0");
    assert_eq!(blamed(&found, "cache-read"), ["small"], "{:#}", found["findings"]);
    let measured = crate::common::findings(&found, "cache-read")
        .into_iter()
        .find(|finding| finding["when"] == "run")
        .unwrap();
    assert_eq!(number(measured, "issued_bytes"), f64::from(1 << 20));
    assert_eq!(number(measured, "share_percent"), 100.0);
}

#[test]
fn a_small_job_in_memory_beside_a_large_one_on_a_disk() {
    let Some(bed) = bed() else { return };
    let Ok(folder) = tempfile::tempdir_in("/dev/shm") else {
        return skip("tmpfs", "no /dev/shm");
    };
    let small = folder.path().join("small");
    fs::write(&small, vec![7; 1 << 20]).unwrap();
    let job = format!(
        "--bs=64k --name=large --filename=large --rw=read --direct=1 --name=small --filename={} --rw=read",
        small.display()
    );
    let found = document(bed.path(), &words(&job));
    assert_eq!(
        blamed(&found, "cache-below"),
        ["small"],
        "{:#}",
        found["findings"]
    );
    assert_is_of_small(&found, "cache-below");
}

#[test]
fn a_small_job_on_another_device_beside_a_large_one() {
    let Some(bed) = bed() else { return };
    let zram = match Zram::new(32) {
        Ok(zram) => zram,
        Err(reason) => return skip("zram", &reason),
    };
    let job = format!(
        "--bs=64k --direct=1 --name=large --filename=large --rw=read --name=small --filename={} --rw=read --size=1m",
        zram.device().display()
    );
    let found = document(bed.path(), &words(&job));
    not_measured(&found, &["cache-read", "cache-below", "unwritten", "foreign-io"]);
    assert_eq!(found["evidence"]["device_read_bytes"], 33 << 20);
}

/// Threads of the kernel may do the I/O of an io_uring: their bytes are not missing.
#[test]
fn jobs_whose_io_others_do_for_them_are_not_cached() {
    let Some(bed) = bed() else { return };
    bed.file("small", 1);
    for direct in ["--direct=1", "--direct=0"] {
        let engine = format!("{direct} --ioengine=io_uring --iodepth=16");
        for file in ["large", "small"] {
            fiord_host::cache::drop_file(&bed.path().join(file)).unwrap();
        }
        let found = both(&bed, &engine, &engine);
        not_measured(&found, &["cache-read", "cache-below", "unwritten"]);
    }
}

/// Readers of one file, at the same time: nobody writes, and nobody is a neighbour.
#[test]
fn readers_of_one_file_are_not_writers() {
    let Some(bed) = bed() else { return };
    let job = "--name=r --filename=large --rw=randread --bs=64k --direct=1 --numjobs=4";
    let found = document(bed.path(), &words(job));
    for rule in ["same-file-writers", "foreign-io"] {
        assert!(
            crate::common::findings(&found, rule).is_empty(),
            "{:#}",
            found["findings"]
        );
    }
    let readers = crate::common::findings(&found, "same-file-readers");
    assert!(
        readers.iter().all(|finding| finding["severity"] != "wrong"),
        "{readers:#?}"
    );
}

/// A large writer that writes past the cache, and a small one whose bytes stay in memory.
#[test]
fn a_small_unsynced_writer_beside_a_large_direct_one() {
    let Some(bed) = Bed::or_skip(128) else { return };
    let job = "--bs=64k --buffer_compress_percentage=0 --name=large --filename=large --rw=write --size=32m --direct=1 \
               --name=small --filename=small --rw=write --size=1m";
    let sectors = || counters(&bed.zram.name())[6];
    let before = sectors();
    let found = document(bed.path(), &words(job));
    let written = (sectors() - before) * 512;
    if written >= 33 << 20 {
        return skip("writeback", "the kernel wrote the small file at once");
    }
    if fincore(&bed.path().join("small")).is_none_or(|cached| cached < 1 << 20) {
        return;
    }
    assert_eq!(
        blamed(&found, "write-cached"),
        ["small"],
        "{:#}",
        found["findings"]
    );
    assert_is_of_small(&found, "write-cached");
}

/// The small job reads a loop device whose image is in the page cache; the large one reads the disk below it.
#[test]
fn a_small_job_on_a_cached_loop_beside_a_large_one_on_the_disk_below() {
    let Some(file) = LoopBed::or_skip(16, false) else {
        return;
    };
    file.bed.file("large", 32);
    let image = file.bed.path().join("image");
    fs::read(&image).unwrap();
    if fincore(&image).is_none_or(|cached| cached < 16 << 20) {
        return;
    }
    let job = format!(
        "--bs=64k --direct=1 --name=large --filename=large --rw=read --name=small --filename={} --rw=read --size=1m",
        file.looped.device
    );
    let found = document(file.bed.path(), &words(&job));
    assert_eq!(
        blamed(&found, "cache-below"),
        ["small"],
        "{:#}",
        found["findings"]
    );
    not_measured(&found, &["cache-read", "unwritten", "foreign-io"]);
}
