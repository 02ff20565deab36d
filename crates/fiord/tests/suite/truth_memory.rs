//! Memory sold as a disk, planted for real: zram, a loop device over tmpfs, a loop device over a file in the page cache, with and
//! without a file system on top, and while a neighbour moves the counters of the disk below.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;

use crate::common::{Bed, Mounted, Zram, assert_measured, clean_of, document, instead, number, skip};
use crate::loop_bed::{Loop, LoopBed};
use crate::planted::{Neighbour, counters, filefrag, fincore, line, measured, until, words};

/// Reads of a device or file, direct.
fn reads(filename: &str) -> String {
    format!("--name=r --filename={filename} --rw=randread --bs=4k --size=8m --direct=1")
}

#[test]
fn raw_zram_is_memory_and_not_a_disk() {
    let zram = match Zram::new(64) {
        Ok(zram) => zram,
        Err(reason) => return skip("zram", &reason),
    };
    let folder = tempfile::tempdir().unwrap();
    let device = zram.device().display().to_string();
    let before = counters(&zram.name());
    let found = document(folder.path(), &words(&reads(&device)));
    let after = counters(&zram.name());
    // Before the run, up to 64 blocks were looked at.
    let read = (after[2] - before[2]) * 512;
    assert!(
        (8 << 20..=(8 << 20) + (256 << 10)).contains(&read),
        "its counters count: {read}"
    );
    let expected = format!("Measured: memory shown as a disk ({}).", zram.name());
    assert_measured(&found, &expected);
    let memory = measured(&found, "memory-device");
    assert_eq!(memory["observed"]["leaves"], serde_json::json!([zram.name()]));
    assert_eq!(found["evidence"]["device_read_bytes"], 8 << 20);
    clean_of(&found, &["foreign-io", "iostats", "util-meaningless"]);
}

#[test]
fn ext4_on_a_loop_over_tmpfs_is_memory() {
    let Ok(tmpfs) = Mounted::tmpfs("96m") else {
        return skip("tmpfs", "cannot be mounted");
    };
    let image = tmpfs.path().join("image");
    fs::File::create(&image).unwrap().set_len(64 << 20).unwrap();
    let looped = match Loop::on(&image, false) {
        Ok(looped) => looped,
        Err(reason) => return skip("loop", &reason),
    };
    let mount = Mounted::quiet_ext4(&looped.device).unwrap();
    document(
        mount.path(),
        &words("--name=w --filename=f --rw=write --bs=64k --size=8m --direct=1"),
    );
    let found = document(mount.path(), &words(&reads("f")));
    let below = measured(&found, "cache-below");
    let expected = format!("{} is backed by a file on tmpfs, which is memory", looped.name());
    assert!(below["saw"].as_str().unwrap().starts_with(&expected), "{below:#}");
    assert_eq!(
        (&below["severity"], &found["verdict"]["grade"]),
        (&"wrong".into(), &"D".into())
    );
    assert_eq!(instead(&found), Some(("cache-below".to_owned(), Vec::new())));
    let backing = &found["evidence"]["devices"][0]["backing"];
    assert_eq!(backing["fs_type"], "tmpfs", "{backing:#}");
    drop(mount);
}

/// A loop device that reads through the page cache, over an image that was just read.
fn over_a_cached_image(bed_mib: usize) -> Option<LoopBed> {
    let file = LoopBed::or_skip(bed_mib, false)?;
    let image = file.bed.path().join("image");
    assert_eq!(fs::read(&image).unwrap().len(), bed_mib << 20);
    assert_eq!(fincore(&image)?, (bed_mib as u64) << 20);
    Some(file)
}

#[test]
fn a_loop_over_a_cached_file_is_memory() {
    let Some(file) = over_a_cached_image(16) else {
        return;
    };
    let below = counters(&file.zram());
    let found = document(file.bed.path(), &words(&reads(&file.looped.device)));
    assert_eq!(counters(&file.zram())[0], below[0], "the disk below read nothing");
    let cause = measured(&found, "cache-below");
    assert_eq!(cause["severity"], "wrong", "{cause:#}");
    let saw = cause["saw"].as_str().unwrap();
    assert!(
        saw.contains(file.looped.name()) && saw.contains("page cache"),
        "{saw}"
    );
    assert!(
        line(&found).starts_with("Measured: the page cache of a backing file, not the disk."),
        "{}",
        line(&found)
    );
    let backing = &found["evidence"]["devices"][0]["backing"];
    assert_eq!(backing["cache"]["cached_bytes"], 16 << 20, "{backing:#}");
    assert_eq!(backing["direct_io"], false, "{backing:#}");
    assert_eq!(filefrag(&file.bed.path().join("image")).unwrap(), [16 << 20, 0]);

    // Past the cache the disk below has to read.
    drop(file);
    let Some(file) = LoopBed::or_skip(16, true) else {
        return;
    };
    let found = document(file.bed.path(), &words(&reads(&file.looped.device)));
    clean_of(&found, &["cache-below", "unwritten", "cache-read"]);
}

/// A neighbour that reads the disk below while the run is answered from memory.
fn noisy(file: &LoopBed) -> Neighbour {
    file.bed.file("loud", 4);
    let job = "--name=n --filename=loud --rw=randread --bs=64k --direct=1 --runtime=300 --time_based";
    let neighbour = Neighbour::fiord(file.bed.path(), job);
    let before = counters(&file.zram())[0];
    until(|| counters(&file.zram())[0] > before + 100);
    neighbour
}

#[test]
fn a_neighbour_that_moves_the_disks_counters_does_not_make_a_cached_loop_a_disk() {
    let Some(file) = over_a_cached_image(16) else {
        return;
    };
    let neighbour = noisy(&file);
    let job = format!("{} --runtime=1 --time_based", reads(&file.looped.device));
    let found = document(file.bed.path(), &words(&job));
    drop(neighbour);
    let cause = measured(&found, "cache-below");
    assert_eq!(cause["severity"], "wrong", "{cause:#}");
    assert!(
        line(&found).starts_with("Measured: the page cache of a backing file, not the disk."),
        "{}",
        line(&found)
    );
}

#[test]
fn ext4_on_a_loop_over_a_cached_file_is_memory_beside_a_neighbour_too() {
    let Some(file) = LoopBed::or_skip(48, false) else {
        return;
    };
    let mount = Mounted::quiet_ext4(&file.looped.device).unwrap();
    document(
        mount.path(),
        &words("--name=w --filename=f --rw=write --bs=64k --size=8m --direct=1"),
    );
    // What was written through the loop device is in the cache of its file.
    assert!(fincore(&file.bed.path().join("image")).is_none_or(|cached| cached >= 8 << 20));
    for loud in [false, true] {
        let neighbour = loud.then(|| noisy(&file));
        let job = format!("{} --runtime=1 --time_based", reads("f"));
        let found = document(mount.path(), &words(&job));
        drop(neighbour);
        let cause = measured(&found, "cache-below");
        assert_eq!(cause["severity"], "wrong", "{cause:#}");
        assert!(number(cause, "share_percent") > 10.0, "{cause:#}");
        let line = line(&found);
        assert!(line.contains("the page cache of a backing file"), "{line}");
    }
}

/// An overlay of two folders, unmounted before them.
fn overlay(lower: &Path, upper: &Path, work: &Path) -> Result<Mounted, String> {
    let options = format!(
        "lowerdir={},upperdir={},workdir={}",
        lower.display(),
        upper.display(),
        work.display()
    );
    Mounted::new("overlay", &options, "overlay")
}

/// An overlay whose upper folder is in memory, as in many containers and live systems: what was written there is memory, and what only
/// the lower folder has is read from its disk.
#[test]
fn an_overlay_is_what_holds_the_file() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let Ok(tmpfs) = Mounted::tmpfs("32m") else {
        return skip("tmpfs", "cannot be mounted");
    };
    bed.file("below", 8);
    let folders = ["upper", "work"].map(|name| tmpfs.path().join(name));
    folders.iter().for_each(|folder| fs::create_dir(folder).unwrap());
    let merged = match overlay(bed.path(), &folders[0], &folders[1]) {
        Ok(merged) => merged,
        Err(reason) => return skip("overlay", &reason),
    };
    fs::write(merged.path().join("above"), vec![0x5a; 8 << 20]).unwrap();
    assert_eq!(fs::metadata(folders[0].join("above")).unwrap().len(), 8 << 20);
    let sectors = || counters(&bed.zram.name())[2];
    let before = sectors();
    let job = |name: &str| format!("--name=r --filename={name} --rw=randread --bs=4k --size=8m");
    let found = document(merged.path(), &words(&job("above")));
    assert_eq!(sectors(), before, "the disk below read nothing");
    let memory = measured(&found, "cache-below");
    assert_eq!(memory["severity"], "wrong", "{memory:#}");
    assert!(memory["saw"].as_str().unwrap().contains("tmpfs"), "{memory:#}");
    assert_eq!(found["verdict"]["grade"], "D");

    fiord_host::cache::drop_file(&bed.path().join("below")).unwrap();
    let before = sectors();
    let found = document(merged.path(), &words(&format!("{} --direct=1", job("below"))));
    let read = (sectors() - before) * 512;
    assert!((8 << 20..=(8 << 20) + (256 << 10)).contains(&read), "{read}");
    clean_of(&found, &["cache-below", "cache-read", "unwritten", "foreign-io"]);
    assert_measured(
        &found,
        &format!("Measured: memory shown as a disk ({}).", bed.zram.name()),
    );
    drop(merged);
}

/// The path lies in a folder of the disk, and a mount made it a folder in memory.
#[test]
fn a_folder_of_memory_in_a_tree_on_a_disk_is_memory() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let folder = bed.path().join("data/base");
    fs::create_dir_all(&folder).unwrap();
    let Ok(shared) = tempfile::tempdir_in("/dev/shm") else {
        return skip("tmpfs", "no /dev/shm");
    };
    let (from, to) = (shared.path().to_str().unwrap(), folder.to_str().unwrap());
    if let Err(reason) = fiord_testbed::run("mount", &["--bind", from, to]) {
        return skip("mount", &reason);
    }
    fs::write(folder.join("f"), vec![0x5a; 4 << 20]).unwrap();
    let before = counters(&bed.zram.name())[0];
    let job = "--name=r --filename=data/base/f --rw=randread --bs=4k";
    let found = document(bed.path(), &words(job));
    let read = counters(&bed.zram.name())[0] - before;
    fiord_testbed::run("umount", &[to]).unwrap();
    assert_eq!(read, 0);
    assert_eq!(
        fs::read_dir(&folder).unwrap().count(),
        0,
        "nothing lies on the disk"
    );
    let memory = measured(&found, "cache-below");
    assert_eq!(memory["severity"], "wrong", "{memory:#}");
    assert!(memory["saw"].as_str().unwrap().contains("tmpfs"), "{memory:#}");
}
