//! What others do to the device, planted for real, and named by its kind: flushes of somebody else's syncs, discards, writeback of a
//! copy, initialisation by the file system; and what is not theirs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;

use fiord_judge::verdict::{Disturbance, Measured};
use serde_json::Value;

use crate::common::{Bed, Mounted, assert_disturbed, document, findings, number, skip, verdict};
use crate::loop_bed::Loop;
use crate::planted::{Neighbour, counters, line, measured, not_measured, until, words};

const READER: &str = "--name=r --filename=f --rw=randread --bs=4k --direct=1 --runtime=1 --time_based";

/// ext4 on a loop device over a file in memory: it has a write cache and takes discards, and nobody else uses it.
struct Flushable {
    mount: Mounted,
    looped: Loop,
    _tmpfs: Mounted,
}

impl Flushable {
    fn or_skip(options: &str) -> Option<Self> {
        let made = || -> Result<Self, String> {
            let tmpfs = Mounted::tmpfs("160m")?;
            let image = tmpfs.path().join("image");
            fs::File::create(&image).unwrap().set_len(96 << 20).unwrap();
            let looped = Loop::on(&image, false)?;
            let quiet = "lazy_itable_init=0,lazy_journal_init=0,nodiscard";
            fiord_testbed::run("mkfs.ext4", &["-q", "-E", quiet, &looped.device])?;
            let mount = Mounted::new("ext4", options, &looped.device)?;
            fs::write(mount.path().join("f"), vec![0x5a; 4 << 20]).unwrap();
            fiord_host::cache::drop_file(&mount.path().join("f")).unwrap();
            Ok(Flushable {
                mount,
                looped,
                _tmpfs: tmpfs,
            })
        };
        made().map_err(|reason| skip("loop", &reason)).ok()
    }
}

/// The findings of `foreign-io` of a run, as its sentences.
fn told(document: &Value) -> Vec<String> {
    let found = findings(document, "foreign-io").into_iter();
    found
        .filter(|finding| finding["when"] == "run")
        .map(|finding| finding["saw"].as_str().unwrap().to_owned())
        .collect()
}

/// Whether others discarded blocks during the run.
fn has_discards(document: &Value) -> bool {
    let mut found = findings(document, "foreign-io").into_iter();
    found.any(|finding| finding["when"] == "run" && finding["observed"].get("Discarded").is_some())
}

/// Who is said to have moved the bytes.
fn cause(finding: &Value) -> &Value {
    &finding["observed"]["Moved"]["cause"]
}

/// That the process is named, alone, as one that read there.
#[track_caller]
fn assert_read_by(finding: &Value, pid: u32) {
    let moved = &finding["observed"]["Moved"];
    let process = &cause(finding)["Process"];
    assert_eq!(
        (&moved["ddir"], &process["pid"], &process["has_files_here"]),
        (&"Read".into(), &pid.into(), &true.into()),
        "{finding:#}"
    );
    let saw = finding["saw"].as_str().unwrap();
    assert!(
        saw.contains(&format!("(pid {pid})")) && saw.matches("(pid ").count() == 1,
        "{saw}"
    );
}

#[test]
fn syncs_of_somebody_else_are_flushes() {
    let Some(bed) = Flushable::or_skip("defaults") else {
        return;
    };
    let alone = document(bed.mount.path(), &words(READER));
    assert_eq!(told(&alone), [""; 0]);
    let flushes = || counters(bed.looped.name())[15];
    let sync = "while :; do echo x >> other; sync other; done";
    let neighbour = Neighbour::script(bed.mount.path(), sync);
    let before = flushes();
    until(|| flushes() > before + 10);
    let before = flushes();
    let found = document(bed.mount.path(), &words(READER));
    let counted = flushes() - before;
    drop(neighbour);
    assert!(counted >= 20, "{counted}");
    let flushed = findings(&found, "foreign-io")
        .into_iter()
        .find(|finding| finding["values"]["flushes"].is_number())
        .unwrap();
    assert!(
        number(flushed, "flushes") <= counted as f64,
        "{counted}: {flushed:#}"
    );
}

#[test]
fn deleted_files_are_discards() {
    let Some(bed) = Flushable::or_skip("discard") else {
        return;
    };
    let discards = || counters(bed.looped.name())[11];
    let delete = "while :; do dd if=/dev/zero of=other bs=1M count=8; sync other; rm other; sync -f .; done";
    let neighbour = Neighbour::script(bed.mount.path(), delete);
    let before = discards();
    until(|| discards() > before + 2);
    let found = document(bed.mount.path(), &words(READER));
    drop(neighbour);
    assert!(has_discards(&found), "{:#}", found["findings"]);
}

/// A copy that was made before the run and is written during it: no process writes.
#[test]
fn writeback_of_a_copy_is_named() {
    let Some(bed) = Bed::or_skip(256) else { return };
    bed.file("f", 4);
    let written = || counters(&bed.zram.name())[6] * 512;
    let (found, moved) = (0..10)
        .map(|_| {
            fs::write(bed.path().join("copy"), vec![0x5a; 48 << 20]).unwrap();
            let before = written();
            // The look at the file before the run takes 64 reads at most.
            let stat = bed.zram.sys().join("stat");
            let reads = format!("$(awk '{{print $1}}' {})", stat.display());
            let script =
                format!("from={reads}; while [ {reads} -lt $((from + 200)) ]; do :; done; sync copy");
            let sync = Neighbour::script(bed.path(), &script);
            // Slow enough for the copy to be a share of what the device does.
            let found = document(bed.path(), &words(&format!("{READER} --rate_iops=10000")));
            drop(sync);
            (found, written() - before)
        })
        .find(|(found, _)| {
            // The kernel may have written it before: then nothing was planted.
            found["evidence"]["device_written_bytes"].as_u64().unwrap() >= 32 << 20
        })
        .expect("the copy was never written during a run");
    let foreign = measured(&found, "foreign-io");
    assert_eq!(foreign["values"]["ddir"], Value::Null, "{foreign:#}");
    assert!(number(foreign, "foreign_bytes") <= moved as f64, "{foreign:#}");
    // A process that writes at the same time may have done it as well; what was dirty is told next to it.
    let cause = cause(foreign);
    let cause = cause.get("Uncharged").or_else(|| cause.get("Either"));
    let dirty = cause.unwrap_or(foreign)["dirty_before_bytes"].as_u64();
    assert!(dirty.is_some_and(|dirty| dirty >= 32 << 20), "{foreign:#}");
}

/// ext4 that was made lazily zeroes its tables some seconds after the first mount, by a thread of the kernel.
#[test]
fn lazy_initialisation_is_named() {
    let Ok(tmpfs) = Mounted::tmpfs("2500m") else {
        return skip("tmpfs", "cannot be mounted");
    };
    let image = tmpfs.path().join("image");
    let lazy = || -> Result<(Value, u64), String> {
        fs::File::create(&image).unwrap().set_len(2 << 30).unwrap();
        let looped = Loop::on(&image, false)?;
        let how = "lazy_itable_init=1,lazy_journal_init=1,nodiscard";
        fiord_testbed::run("mkfs.ext4", &["-q", "-E", how, &looped.device])?;
        let mount = Mounted::new("ext4", "init_itable=0", &looped.device)?;
        fs::write(mount.path().join("f"), vec![0x5a; 4 << 20]).unwrap();
        fiord_host::cache::drop_file(&mount.path().join("f")).unwrap();
        let before = counters(looped.name())[6];
        let slow = format!("{READER} --rate_iops=200").replace("runtime=1", "runtime=6");
        let found = document(mount.path(), &words(&slow));
        Ok((found, (counters(looped.name())[6] - before) * 512))
    };
    // The kernel waits a random time of up to five seconds: it may have been faster than the run.
    let planted = (0..6).map(|_| lazy()).find(|made| match made {
        Ok((_, written)) => *written >= 16 << 20,
        Err(_) => true,
    });
    let (found, written) = match planted.expect("the kernel was always faster than the run") {
        Ok(planted) => planted,
        Err(reason) => return skip("loop", &reason),
    };
    let foreign = measured(&found, "foreign-io");
    // A process that wrote elsewhere at the same time may have done it as well.
    let cause = cause(foreign);
    let cause = cause.get("Uncharged").or_else(|| cause.get("Either"));
    assert_eq!(cause.unwrap_or(foreign)["fs_type"], "ext4", "{foreign:#}");
    assert!(
        number(foreign, "foreign_bytes") <= written as f64,
        "{written}: {foreign:#}"
    );
}

#[test]
fn a_loud_process_on_another_disk_is_not_the_neighbour() {
    let (Some(bed), Some(other)) = (Bed::or_skip(64), Bed::or_skip(64)) else {
        return;
    };
    bed.file("f", 4);
    bed.file("quiet", 2);
    other.file("loud", 8);
    let loud = Neighbour::fiord(
        other.path(),
        "--name=n --filename=loud --rw=randread --bs=64k --direct=1 --runtime=300 --time_based",
    );
    until(|| counters(&other.zram.name())[0] > 500);
    let alone = document(bed.path(), &words(READER));
    not_measured(&alone, &["foreign-io"]);
    // A neighbour that is really there is not taken for the loud one.
    let quiet = Neighbour::fiord(
        bed.path(),
        "--name=n --filename=quiet --rw=randread --bs=64k --direct=1 --runtime=300 --time_based --rate_iops=400",
    );
    let before = counters(&bed.zram.name())[0];
    until(|| counters(&bed.zram.name())[0] > before + 20);
    let slow = format!("{READER} --rate_iops=500");
    let found = document(bed.path(), &words(&slow));
    let foreign = measured(&found, "foreign-io");
    // The quiet one has its file open here, and no other process is named.
    assert_read_by(foreign, quiet.pid());
    drop((quiet, loud));
}

/// Two devices in one run, clean, and then with a neighbour on the second of them.
#[test]
fn two_devices_at_once_are_clean_or_one_of_them_has_a_neighbour() {
    let (Some(one), Some(two)) = (Bed::or_skip(64), Bed::or_skip(64)) else {
        return;
    };
    let (first, second) = (one.file("f", 8), two.file("f", 8));
    two.file("other", 8);
    let job = |name: &str, file: &std::path::Path| {
        format!(
            "--name={name} --filename={} --rw=randread --bs=4k --direct=1 --rate_iops=500 --runtime=1 --time_based",
            file.display()
        )
    };
    let both = format!("{} {}", job("a", &first), job("b", &second));
    let sectors = || [&one, &two].map(|bed| counters(&bed.zram.name())[2]);
    let before = sectors();
    let clean = document(one.path(), &words(&both));
    let moved: u64 = sectors()
        .iter()
        .zip(before)
        .map(|(now, then)| (now - then) * 512)
        .sum();
    not_measured(
        &clean,
        &["foreign-io", "cache-below", "cache-read", "unwritten", "throttle"],
    );
    assert!(
        clean["evidence"]["device_read_bytes"].as_u64().unwrap() <= moved,
        "{clean:#}"
    );
    for bed in [&one, &two] {
        assert!(line(&clean).contains(&bed.zram.name()), "{}", line(&clean));
    }
    let neighbour = Neighbour::fiord(
        two.path(),
        "--name=n --filename=other --rw=randread --bs=64k --direct=1 --runtime=300 --time_based --rate_iops=400",
    );
    let read = counters(&two.zram.name())[0];
    until(|| counters(&two.zram.name())[0] > read + 20);
    let found = document(one.path(), &words(&both));
    assert_read_by(measured(&found, "foreign-io"), neighbour.pid());
    drop(neighbour);
}

#[test]
fn a_tiny_neighbour_of_a_nearly_idle_disk_is_not_wrong() {
    let Some(bed) = Bed::or_skip(64) else { return };
    bed.file("f", 4);
    bed.file("tiny", 4);
    let neighbour = Neighbour::fiord(
        bed.path(),
        "--name=n --filename=tiny --rw=randread --bs=64k --direct=1 --runtime=300 --time_based --rate_iops=10",
    );
    let before = counters(&bed.zram.name())[0];
    until(|| counters(&bed.zram.name())[0] > before + 2);
    let job = format!("{READER} --rate_iops=20");
    let found = document(bed.path(), &words(&job));
    drop(neighbour);
    let foreign = findings(&found, "foreign-io");
    assert!(
        foreign.iter().all(|finding| finding["severity"] == "note"),
        "{foreign:#?}"
    );
    let measured = verdict(&found).measured;
    let is_named = |one: &Disturbance| one.trap.name() == "foreign-io";
    assert!(
        matches!(&measured, Measured::Disk { disturbed, .. } if !disturbed.iter().any(is_named)),
        "{measured:?}"
    );
}

/// The process that serves a FUSE file system reads the disk for us: neither a cache nor a neighbour.
#[test]
fn fuse_is_not_a_cache() {
    let Some(bed) = Bed::or_skip(128) else { return };
    let image = bed.path().join("image");
    fs::File::create(&image).unwrap().set_len(32 << 20).unwrap();
    let path = image.display().to_string();
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display().to_string();
    let made = fiord_testbed::run("mkfs.ext4", &["-q", "-F", &path])
        .and_then(|_| fiord_testbed::run("fuse2fs", &[&path, &at, "-o", "rw"]));
    if let Err(reason) = made {
        return skip("fuse", &reason);
    }
    fs::write(folder.path().join("f"), vec![0x5a; 4 << 20]).unwrap();
    let found = document(
        folder.path(),
        &words("--name=r --filename=f --rw=randread --bs=4k --direct=1"),
    );
    let unmounted = fiord_testbed::run("fusermount", &["-u", &at]);
    not_measured(&found, &["cache-below", "cache-read", "unwritten"]);
    unmounted.unwrap();
}

/// Somebody reads the disk itself, below the file system, with no file open on it.
#[test]
fn a_reader_of_the_device_itself_is_the_neighbour() {
    let Some(bed) = Bed::or_skip(64) else { return };
    bed.file("f", 4);
    let device = bed.zram.device().display().to_string();
    let job = format!(
        "--name=n --filename={device} --readonly --rw=randread --bs=64k --direct=1 --runtime=300 --time_based --rate_iops=400"
    );
    let neighbour = Neighbour::fiord(bed.path(), &job);
    let reads = || counters(&bed.zram.name())[0];
    let before = reads();
    until(|| reads() > before + 20);
    let found = document(bed.path(), &words(&format!("{READER} --rate_iops=500")));
    let foreign = measured(&found, "foreign-io");
    assert_read_by(foreign, neighbour.pid());
    assert_disturbed(&found, "foreign-io");
    // The kernel's own count of what that process read is at least what is said.
    let io = fs::read_to_string(format!("/proc/{}/io", neighbour.pid())).unwrap();
    let read_bytes = io
        .lines()
        .find_map(|line| line.strip_prefix("read_bytes: "))
        .unwrap();
    assert!(
        number(foreign, "foreign_bytes") <= read_bytes.parse::<f64>().unwrap(),
        "{read_bytes}: {foreign:#}"
    );
    drop(neighbour);
}

/// `fstrim` from a timer: nobody reads or writes, and the device is asked to discard all the same.
#[test]
fn a_trim_of_the_file_system_is_discards() {
    let Some(bed) = Flushable::or_skip("defaults") else {
        return;
    };
    let at = bed.mount.path().to_str().unwrap();
    if let Err(reason) = fiord_testbed::run("fstrim", &[at]) {
        return skip("fstrim", &reason);
    }
    let discards = || counters(bed.looped.name())[11];
    // ext4 trims what was freed since the last time.
    let trim =
        "while :; do dd if=/dev/zero of=other bs=1M count=8; sync -f .; rm other; sync -f .; fstrim .; done";
    let neighbour = Neighbour::script(bed.mount.path(), trim);
    let before = discards();
    until(|| discards() > before + 2);
    let before = discards();
    let found = document(bed.mount.path(), &words(READER));
    let counted = discards() - before;
    drop(neighbour);
    if counted < 3 {
        return skip("fstrim", "it was not done during the run");
    }
    assert!(has_discards(&found), "{counted}: {:#}", found["findings"]);
}
