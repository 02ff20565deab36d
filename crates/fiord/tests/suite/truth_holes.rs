//! Holes, caches and compression, planted for real and told apart: unwritten extents, small holes, a part of a file, a trimmed loop
//! device, a sparse image, read-back of what was just written, file systems that compress. `filefrag` and `fincore` are the witnesses.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::os::unix::fs::FileExt;
use std::path::Path;

use serde_json::Value;

use crate::common::{Bed, Mounted, Zram, clean_of, document, instead, number, skip};
use crate::loop_bed::LoopBed;
use crate::planted::{blamed, counters, filefrag, fincore, line, measured, not_measured, words};

const MIB: u64 = 1 << 20;

fn direct(bed: &Path, job: &str) -> Value {
    let filename = if job.contains("--filename=") {
        ""
    } else {
        "--filename=f"
    };
    let job = format!("--name=r {filename} --rw=randread --bs=4k --direct=1 {job}");
    let found = document(bed, &words(&job));
    clean_of(&found, &["failed"]);
    found
}

#[test]
fn unwritten_extents_are_not_the_disk() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let file = fs::File::create(bed.path().join("f")).unwrap();
    rustix::fs::fallocate(&file, rustix::fs::FallocateFlags::empty(), 0, 8 * MIB).unwrap();
    file.sync_all().unwrap();
    let Some(extents) = filefrag(&bed.path().join("f")) else {
        return;
    };
    assert_eq!(extents, [0, 8 * MIB]);
    let before = counters(&bed.zram.name())[0];
    let found = direct(bed.path(), "");
    assert!(counters(&bed.zram.name())[0] - before < 64);
    let holes = measured(&found, "unwritten");
    assert_eq!(
        (number(holes, "hole_percent"), &holes["severity"]),
        (100.0, &"wrong".into())
    );
    not_measured(&found, &["cache-read", "cache-below"]);
    assert!(
        line(&found).starts_with("Measured: holes, not the disk."),
        "{}",
        line(&found)
    );
}

/// Every fourth block of 4 KiB was never written.
#[test]
fn small_holes_are_counted() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let file = fs::File::create(bed.path().join("f")).unwrap();
    file.set_len(4 * MIB).unwrap();
    for block in (0..1024).filter(|block| block % 4 != 0) {
        file.write_all_at(&[0x5a; 4096], block * 4096).unwrap();
    }
    file.sync_all().unwrap();
    fiord_host::cache::drop_file(&bed.path().join("f")).unwrap();
    let Some(extents) = filefrag(&bed.path().join("f")) else {
        return;
    };
    assert_eq!(extents, [3 * MIB, 0]);
    let found = direct(bed.path(), "");
    let holes = measured(&found, "unwritten");
    assert_eq!(number(holes, "hole_percent"), 25.0, "{holes:#}");
    assert!((number(holes, "share_percent") - 25.0).abs() < 0.5, "{holes:#}");
    not_measured(&found, &["cache-read", "cache-below"]);
}

/// Of a few hundred places that are drawn, chance decides how many meet the half that was punched out; nothing else answered.
#[test]
fn a_punched_half_is_holes_and_disk_and_no_cache() {
    use rustix::fs::{FallocateFlags, fallocate};

    let Some(bed) = Bed::or_skip(64) else { return };
    let path = bed.path().join("f");
    fs::write(&path, vec![0x5a; 32 * MIB as usize]).unwrap();
    let file = fs::File::options().write(true).open(&path).unwrap();
    file.sync_all().unwrap();
    fallocate(
        &file,
        FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE,
        0,
        16 * MIB,
    )
    .unwrap();
    file.sync_all().unwrap();
    fiord_host::cache::drop_file(&path).unwrap();
    let Some(extents) = filefrag(&path) else { return };
    assert_eq!(extents, [16 * MIB, 0]);
    let sectors = || counters(&bed.zram.name())[2];
    let before = sectors();
    let found = direct(bed.path(), "--number_ios=4000");
    let delivered = (sectors() - before) as f64 * 512.0 / (4000.0 * 4096.0);
    let holes = measured(&found, "unwritten");
    assert_eq!(number(holes, "hole_percent"), 50.0, "{holes:#}");
    let share = number(holes, "share_percent") / 100.0;
    assert!((share + delivered - 1.0).abs() < 0.1, "{delivered}: {holes:#}");
    not_measured(&found, &["cache-read", "cache-below"]);
    let much = if share < 0.5 { "partly" } else { "mostly" };
    let headline = format!("Measured: {much} holes, partly the disk.");
    assert!(line(&found).starts_with(&headline), "{}", line(&found));
}

/// What counts is the part that the job reads.
#[test]
fn holes_elsewhere_in_the_file_are_not_blamed() {
    let Some(bed) = Bed::or_skip(64) else { return };
    bed.file("f", 4);
    fs::OpenOptions::new()
        .write(true)
        .open(bed.path().join("f"))
        .unwrap()
        .set_len(16 * MIB)
        .unwrap();
    let Some(extents) = filefrag(&bed.path().join("f")) else {
        return;
    };
    assert_eq!(extents, [4 * MIB, 0]);
    let written = direct(bed.path(), "--size=4m");
    clean_of(&written, &["unwritten", "cache-below"]);
    let empty = direct(bed.path(), "--offset=4m --size=4m");
    assert_eq!(number(measured(&empty, "unwritten"), "hole_percent"), 100.0);
    // Both, as two jobs: only the one on the holes is named.
    let both = "--filename=f --rw=randread --bs=4k --direct=1 --size=4m --name=data --name=holes --offset=4m";
    let both = document(bed.path(), &words(both));
    assert_eq!(blamed(&both, "unwritten"), ["holes"], "{:#}", both["findings"]);
    // Read in order and ended early: it never came to the holes.
    let early = "--name=r --filename=f --rw=read --bs=64k --direct=1 --io_size=4m";
    not_measured(
        &document(bed.path(), &words(early)),
        &["unwritten", "cache-below"],
    );
}

#[test]
fn a_trimmed_loop_device_and_a_sparse_image_are_holes() {
    let Some(file) = LoopBed::or_skip(16, true) else {
        return;
    };
    let image = file.bed.path().join("image");
    let job = format!("--filename={}", file.looped.device);
    let full = direct(file.bed.path(), &job);
    clean_of(&full, &["unwritten", "cache-below"]);
    if let Err(reason) = fiord_testbed::run("blkdiscard", &[&file.looped.device]) {
        return skip("blkdiscard", &reason);
    }
    let Some([data, _]) = filefrag(&image) else { return };
    assert_eq!(data, 0);
    let before = counters(&file.zram())[0];
    let found = direct(file.bed.path(), &job);
    assert!(counters(&file.zram())[0] - before < 64);
    let holes = measured(&found, "unwritten");
    assert_eq!(number(holes, "hole_percent"), 100.0, "{holes:#}");
    not_measured(&found, &["cache-below", "cache-read"]);
    assert!(
        line(&found).starts_with("Measured: holes, not the disk."),
        "{}",
        line(&found)
    );

    // Half of it written again, past every cache: a sparse image below a loop device with direct I/O.
    let write = format!(
        "--name=w --filename={} --rw=write --bs=64k --size=8m --direct=1 --buffer_compress_percentage=0",
        file.looped.device
    );
    document(file.bed.path(), &words(&write));
    let Some([data, _]) = filefrag(&image) else { return };
    assert_eq!(data, 8 * MIB);
    let found = direct(file.bed.path(), &job);
    assert_eq!(number(measured(&found, "unwritten"), "hole_percent"), 50.0);
    not_measured(&found, &["cache-below"]);
    let first = direct(file.bed.path(), &format!("{job} --size=8m"));
    not_measured(&first, &["cache-below"]);
}

/// Only trims of the part that is read are in what is read.
#[test]
fn trims_of_another_part_leave_the_reads_as_they_are() {
    let Some(file) = LoopBed::or_skip(16, true) else {
        return;
    };
    let trimmed = |reads: &str| {
        let jobs = format!(
            "--filename={} --bs=64k --direct=1 --size=4m --name=t --rw=trim --offset=8m --name=r --rw=randread --stonewall {reads}",
            file.looped.device
        );
        document(file.bed.path(), &words(&jobs))
    };
    not_measured(&trimmed("--offset=0"), &["unwritten", "cache-below"]);
    let found = trimmed("--offset=8m");
    let holes = measured(&found, "unwritten");
    assert_eq!(number(holes, "hole_percent"), 100.0, "{holes:#}");
}

#[test]
fn what_was_just_written_is_read_from_memory_and_not_from_holes() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let back = "--filename=f --bs=64k --size=8m --invalidate=0 --fallocate=none --name=w --rw=write --name=r --stonewall --rw=read";
    let found = document(bed.path(), &words(back));
    not_measured(&found, &["unwritten", "cache-below"]);
    assert_eq!(blamed(&found, "cache-read"), ["r"], "{:#}", found["findings"]);
    if let Some(cached) = fincore(&bed.path().join("f")) {
        assert_eq!(cached, 8 * MIB);
    }
}

/// Allocated, written into memory and not yet on the disk: the map of extents still calls it unwritten.
#[test]
fn changed_pages_over_unwritten_extents_are_memory() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let file = fs::File::create(bed.path().join("f")).unwrap();
    rustix::fs::fallocate(&file, rustix::fs::FallocateFlags::empty(), 0, 4 * MIB).unwrap();
    file.sync_all().unwrap();
    file.write_all_at(&vec![0x5a; 4 << 20], 0).unwrap();
    let job = "--name=r --filename=f --rw=randread --bs=4k --invalidate=0";
    let found = document(bed.path(), &words(job));
    not_measured(&found, &["unwritten"]);
    let memory = measured(&found, "cache-read");
    assert_eq!(number(memory, "share_percent"), 100.0, "{memory:#}");
    // Looking at it wrote nothing: a witness changes nothing.
    let before = &found["evidence"]["targets"][0]["before"];
    assert_eq!(before["dirty_bytes"], 4 * MIB, "{before:#}");
}

/// A file system that compresses reads fewer bytes than it returns: no cache is blamed as if it were certain.
#[test]
fn compression_is_named_where_bytes_are_missing() {
    let zram = match Zram::new(256) {
        Ok(zram) => zram,
        Err(reason) => return skip("zram", &reason),
    };
    let device = zram.device().display().to_string();
    if let Err(reason) = fiord_testbed::run("mkfs.btrfs", &["-q", "-f", &device]) {
        return skip("btrfs", &reason);
    }
    let mount = Mounted::new("btrfs", "compress-force=zstd", &device).unwrap();
    fs::write(mount.path().join("f"), vec![0x5a; 8 << 20]).unwrap();
    fiord_host::cache::drop_file(&mount.path().join("f")).unwrap();
    let before = counters(&zram.name())[2];
    let found = direct(mount.path(), "--bs=128k");
    let read = (counters(&zram.name())[2] - before) * 512;
    assert!(read < 4 * MIB, "{read} bytes of 8 MiB were read");
    not_measured(&found, &["unwritten"]);
    let cause = measured(&found, "cache-below");
    assert_eq!(cause["severity"], "care", "{cause:#}");
    assert_eq!(
        cause["observed"]["FromNoDevice"]["compressed_by"], "btrfs",
        "{cause:#}"
    );
    assert_eq!(instead(&found), None, "{}", line(&found));

    // Buffered and cold: the page cache is one of two causes. Pages that are still being read stay when a file is dropped.
    let file = mount.path().join("f");
    let is_cold = (0..100).any(|_| {
        fiord_host::cache::drop_file(&file).unwrap();
        fincore(&file).is_none_or(|cached| cached == 0) || {
            std::thread::sleep(std::time::Duration::from_millis(20));
            false
        }
    });
    assert!(is_cold);
    let found = document(mount.path(), &words("--name=r --filename=f --rw=read --bs=128k"));
    let cause = measured(&found, "cache-read");
    assert_eq!(cause["severity"], "care", "{cause:#}");
    // The look at what the file holds left nothing in memory.
    assert_eq!(number(cause, "cached_before_bytes"), 0.0, "{cause:#}");
    assert_eq!(
        cause["observed"]["Measured"]["compressed_by"], "btrfs",
        "{cause:#}"
    );
}

#[test]
fn squashfs_is_compressed_and_not_a_cache() {
    let Some(bed) = Bed::or_skip(64) else { return };
    fs::create_dir(bed.path().join("d")).unwrap();
    fs::write(bed.path().join("d/f"), vec![0x5a; 8 << 20]).unwrap();
    let image = bed.path().join("image").display().to_string();
    let folder = bed.path().join("d").display().to_string();
    if let Err(reason) = fiord_testbed::run("mksquashfs", &[&folder, &image, "-quiet"]) {
        return skip("squashfs", &reason);
    }
    let looped = match crate::loop_bed::Loop::on(Path::new(&image), true) {
        Ok(looped) => looped,
        Err(reason) => return skip("loop", &reason),
    };
    let mount = Mounted::new("squashfs", "ro", &looped.device).unwrap();
    let found = document(
        mount.path(),
        &words("--name=r --filename=f --rw=read --bs=64k --readonly"),
    );
    not_measured(&found, &["unwritten", "cache-below"]);
    let cause = measured(&found, "cache-read");
    assert_eq!(
        cause["observed"]["Measured"]["compressed_by"], "squashfs",
        "{cause:#}"
    );
}

/// A copy that shares the blocks of its original has data, though nothing was written for it.
#[test]
fn shared_extents_are_data() {
    let zram = match Zram::new(512) {
        Ok(zram) => zram,
        Err(reason) => return skip("zram", &reason),
    };
    let device = zram.device().display().to_string();
    if let Err(reason) = fiord_testbed::run("mkfs.xfs", &["-q", "-f", "-m", "reflink=1", &device]) {
        return skip("xfs", &reason);
    }
    let mount = match Mounted::new("xfs", "defaults", &device) {
        Ok(mount) => mount,
        Err(reason) => return skip("xfs", &reason),
    };
    let original: Vec<u8> = (0..8_u32 << 20)
        .map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    let [from, to] = ["original", "f"].map(|name| mount.path().join(name));
    fs::write(&from, original).unwrap();
    fs::File::open(&from).unwrap().sync_all().unwrap();
    let paths = [from.to_str().unwrap(), to.to_str().unwrap()];
    fiord_testbed::run("cp", &["--reflink=always", paths[0], paths[1]]).unwrap();
    let Some(extents) = filefrag(&to) else { return };
    assert_eq!(extents, [8 * MIB, 0]);
    let before = counters(&zram.name())[2];
    let found = direct(mount.path(), "");
    assert!((counters(&zram.name())[2] - before) * 512 >= 8 * MIB);
    not_measured(&found, &["unwritten", "cache-below", "cache-read"]);
}

/// A sparse file of which every block was read into memory: zeros that were never on a disk.
#[test]
fn holes_that_are_in_memory_are_holes() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let path = bed.path().join("f");
    fs::File::create(&path).unwrap().set_len(4 * MIB).unwrap();
    assert_eq!(fs::read(&path).unwrap().len() as u64, 4 * MIB);
    if fincore(&path).is_none_or(|cached| cached < 4 * MIB) {
        return;
    }
    let Some(extents) = filefrag(&path) else { return };
    assert_eq!(extents, [0, 0]);
    let before = counters(&bed.zram.name())[0];
    let found = document(
        bed.path(),
        &words("--name=r --filename=f --rw=randread --bs=4k --invalidate=0"),
    );
    assert!(counters(&bed.zram.name())[0] - before < 64);
    assert!(
        line(&found).starts_with("Measured: holes, not the disk.")
            || line(&found).starts_with("Measured: memory, not the disk."),
        "{}",
        line(&found)
    );
    assert_eq!(found["verdict"]["grade"], "D");
    assert_eq!(number(measured(&found, "unwritten"), "hole_percent"), 100.0);
}
