//! The same facts as other programs tell them: blkid, lsblk, findmnt, fincore, iostat.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::io::Write;
use std::time::Duration;

use crate::support::signatures_of;
use fiord_host::block::Queue;
use fiord_host::disk_stats::{DiskStats, Extended};
use fiord_host::{Root, Stack, block, cache};
use fiord_testbed::{Loop, disk_folder, has, memory_folder, or_skip, run, skip};

#[test]
fn blkid_names_the_same_signatures() {
    if !has("blkid") {
        return skip("blkid", "not installed");
    }
    let dir = memory_folder();
    for (make, args) in [
        ("mkfs.ext2", &["-q", "-F", "-L", "lab"][..]),
        ("mkfs.ext3", &["-q", "-F", "-L", "lab"][..]),
        ("mkfs.ext4", &["-q", "-F", "-L", "lab"][..]),
        ("mkfs.xfs", &["-q", "-f", "-L", "lab"][..]),
        ("mkfs.btrfs", &["-q", "-f", "-L", "lab"][..]),
        ("mkswap", &["-L", "lab"][..]),
        ("mkfs.vfat", &["-n", "LAB"][..]),
        ("mkfs.ntfs", &["-Q", "-F", "-L", "lab"][..]),
        ("mkfs.f2fs", &["-q", "-l", "lab"][..]),
    ] {
        if !has(make) {
            skip(make, "not installed");
            continue;
        }
        let image = dir.path().join(make);
        fs::File::create(&image).unwrap().set_len(320 << 20).unwrap();
        let path = image.to_str().unwrap();
        run(make, &args.iter().copied().chain([path]).collect::<Vec<_>>()).unwrap();
        let asked = |tag| {
            run("blkid", &["-p", "-o", "value", "-s", tag, path])
                .unwrap()
                .trim()
                .to_owned()
        };
        let found = signatures_of(&image);
        assert_eq!(found.len(), 1, "{make}: {found:?}");
        let theirs = asked("TYPE").replace("vfat", &found[0].name);
        assert_eq!(found[0].name, theirs, "{make}");
        assert_eq!(
            found[0].label.as_deref(),
            Some(asked("LABEL").as_str()).filter(|l| !l.is_empty()),
            "{make}"
        );
        fs::remove_file(&image).unwrap();
    }
}

#[test]
fn lsblk_reads_the_same_queue() {
    if !has("lsblk") {
        return skip("lsblk", "not installed");
    }
    let root = Root::system();
    let columns = "SIZE,ROTA,SCHED,RA,PHY-SEC,LOG-SEC,MIN-IO,OPT-IO,RQ-SIZE";
    let mut compared = 0;
    for name in block::all(&root) {
        // Loop devices come and go while other tests run.
        if name.starts_with("loop")
            || name.starts_with("zram")
            || block::disk_of_partition(&root, &name).is_some()
        {
            continue;
        }
        let path = format!("/dev/{name}");
        let Ok(theirs) = run("lsblk", &["-b", "-n", "-d", "-P", "-o", columns, &path]) else {
            continue;
        };
        let queue = Queue::read(&root, &name).unwrap();
        let number = |n: Option<u64>| n.map(|n| n.to_string()).unwrap_or_default();
        let ours = format!(
            "SIZE=\"{}\" ROTA=\"{}\" SCHED=\"{}\" RA=\"{}\" PHY-SEC=\"{}\" LOG-SEC=\"{}\" MIN-IO=\"{}\" OPT-IO=\"{}\" RQ-SIZE=\"{}\"",
            number(block::size_bytes(&root, &name)),
            u8::from(queue.rotational.unwrap()),
            queue.scheduler.unwrap_or_default(),
            number(queue.read_ahead_kb),
            number(queue.physical_block_size),
            number(queue.logical_block_size),
            number(queue.minimum_io_size),
            number(queue.optimal_io_size),
            number(queue.nr_requests),
        );
        // Older versions write PHY_SEC.
        assert_eq!(ours.replace('_', "-"), theirs.trim().replace('_', "-"), "{name}");
        compared += 1;
    }
    if compared == 0 {
        skip("lsblk", "no disk to compare");
    }
}

#[test]
fn findmnt_finds_the_same_mount() {
    if !has("findmnt") {
        return skip("findmnt", "not installed");
    }
    let here = std::env::current_exe().unwrap();
    for path in [
        "/",
        "/proc/self",
        "/sys/block",
        "/dev/shm",
        here.to_str().unwrap(),
    ] {
        let Ok(theirs) = run(
            "findmnt",
            &["-n", "-r", "-o", "TARGET,FSTYPE,MAJ:MIN", "--target", path],
        ) else {
            continue;
        };
        let stack = Stack::under(&Root::system(), std::path::Path::new(path));
        let mount = &stack.file_system().unwrap().mount;
        let ours = format!(
            "{} {} {}:{}",
            mount.mount_point.display(),
            mount.fs_type,
            mount.major,
            mount.minor
        );
        // Of several mounts on one point the last hides the others.
        assert_eq!(Some(ours.as_str()), theirs.lines().last(), "{path}");
    }
}

#[test]
fn fincore_counts_the_same_pages() {
    if !has("fincore") {
        return skip("fincore", "not installed");
    }
    let dir = disk_folder();
    let mut file = tempfile::NamedTempFile::new_in(dir.path()).unwrap();
    file.write_all(&vec![1; 1 << 20]).unwrap();
    file.as_file().sync_all().unwrap();
    let theirs = || {
        let out = run(
            "fincore",
            &["-b", "-n", "-r", "-o", "RES", file.path().to_str().unwrap()],
        )
        .unwrap();
        out.trim().parse::<u64>().unwrap()
    };
    let whole = (cache::show(file.path()).unwrap().cached_bytes, theirs());
    cache::drop_range(file.as_file(), 0, 256 << 10).unwrap();
    let part = (cache::show(file.path()).unwrap().cached_bytes, theirs());
    let none = (cache::drop_file(file.path()).unwrap().cached_bytes, theirs());
    assert_eq!(whole, (1 << 20, 1 << 20));
    // How much of a range goes depends on the size of the folios that hold it; both must say the same.
    assert_eq!(part.0, part.1);
    assert_eq!(none, (0, 0));
}

type Column = fn(&Extended) -> f64;

/// Its columns by their names in its JSON.
const COLUMNS: &[(&str, Column)] = &[
    ("r/s", |r| r.reads_per_s),
    ("rkB/s", |r| r.read_kb_per_s),
    ("rrqm/s", |r| r.reads_merged_per_s),
    ("rrqm", |r| r.reads_merged_percent),
    ("r_await", |r| r.read_await_ms),
    ("rareq-sz", |r| r.read_size_kb),
    ("w/s", |r| r.writes_per_s),
    ("wkB/s", |r| r.write_kb_per_s),
    ("wrqm/s", |r| r.writes_merged_per_s),
    ("wrqm", |r| r.writes_merged_percent),
    ("w_await", |r| r.write_await_ms),
    ("wareq-sz", |r| r.write_size_kb),
    ("d/s", |r| r.discards_per_s),
    ("f/s", |r| r.flushes_per_s),
    ("f_await", |r| r.flush_await_ms),
    ("aqu-sz", |r| r.queue_size),
    ("util", |r| r.util_percent),
];

/// Writes to the device and reads it back, in three block sizes.
fn exercise(path: &str) {
    let (to, from) = (format!("of={path}"), format!("if={path}"));
    let dd = |args: &str| {
        let args: Vec<&str> = args.split(' ').chain(["status=none"]).collect();
        run("dd", &args).unwrap();
    };
    dd(&format!("if=/dev/zero {to} bs=16k oflag=direct count=1024"));
    dd(&format!("{from} of=/dev/null bs=4k iflag=direct count=4096"));
    dd(&format!("{from} of=/dev/null bs=64k count=100 iflag=nocache"));
}

/// `iostat -x` without an interval shows the device since boot: the same counters over the same time, with no race about
/// when a window begins. The device is ours and quiet while it is read.
#[test]
fn iostat_shows_the_same_row() {
    if !has("iostat") {
        return skip("iostat", "not installed");
    }
    let device = or_skip!("loop", Loop::direct(16));
    let path = device.device.as_str();
    exercise(path);
    let root = Root::system();
    let uptime = || {
        let text = fs::read_to_string("/proc/uptime").unwrap();
        text.split(' ').next().unwrap().parse::<f64>().unwrap()
    };
    // Other programs may look at a device that has just been written to; then the window is taken again.
    let window = || {
        let stats = DiskStats::of(&root, device.name()).unwrap();
        let from = uptime();
        let json = run("iostat", &["-x", "-d", "-o", "JSON", device.name()]).unwrap();
        let to = uptime();
        (DiskStats::of(&root, device.name()).unwrap() == stats).then_some((stats, from, json, to))
    };
    let (stats, from, json, to) = (0..10)
        .find_map(|_| window())
        .expect("the device was never quiet");
    let theirs = |key: &str| -> f64 {
        let at = json
            .find(&format!("\"{key}\":"))
            .unwrap_or_else(|| panic!("{key} is not in {json}"))
            + key.len()
            + 3;
        let end = json[at..].find([',', '}']).unwrap() + at;
        json[at..end].trim().parse().unwrap()
    };
    // The time it took is between the two; its columns have two decimals.
    let (late, early) = (Duration::from_secs_f64(to), Duration::from_secs_f64(from));
    let (least, most) = (Extended::of(&stats, late), Extended::of(&stats, early));
    for (key, column) in COLUMNS {
        let (low, high) = (column(&least) - 0.0151, column(&most) + 0.0151);
        assert!(
            (low..=high).contains(&theirs(key)),
            "{key}: {} is not in {low}..{high}\n{json}",
            theirs(key)
        );
    }
    assert!(stats.reads >= 4096 && stats.writes >= 1024, "{stats:?}");
}
