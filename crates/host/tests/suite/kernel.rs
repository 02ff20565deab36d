//! Against the real kernel: loop devices of our own, never the machine's disks.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]
use crate::support;

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use fiord_host::cgroup::{Cgroups, Limited};
use fiord_host::changes::{self, Change, ChangeOutcome, Setting};
use fiord_host::device::{self, Holding};
use fiord_host::disk_stats::DiskStats;
use fiord_host::stack::{FsClass, LayerKind};
use fiord_host::{Machine, Root, Stack, extents, latency, look};
use fiord_testbed::{
    Attribute, Loop, Mounted, Throttle, ThrottleLimit, Zram, choosing_a_loop_device, disk_folder, has,
    memory_folder, or_skip, queue_state, run, skip,
};
use support::{unlocked, until};

fn names(probe: &device::Probe) -> Vec<String> {
    let signature = |h: &Holding| match h {
        Holding::Signature { signature, .. } => Some(signature.name.clone()),
        _ => None,
    };
    probe.holdings.iter().filter_map(signature).collect()
}

#[test]
fn a_blank_device_is_free_and_a_file_is_no_device() {
    let device = or_skip!("loop", Loop::direct(8));
    let probe = device::probe(&Root::system(), device.path()).unwrap();
    assert!(probe.is_free(), "{:?}", probe.holdings);
    assert_eq!(probe.size_bytes, Some(8 << 20));
    assert!(device::probe(&Root::system(), &device.image).is_none());
    let file = fs::canonicalize(&device.image).unwrap().display().to_string();
    let users = device::examine(&Root::system(), &File::open(&device.image).unwrap()).unwrap();
    assert_eq!(
        users.holdings,
        [Holding::Holder {
            device: file,
            holder: device.name().to_owned()
        }]
    );
}

#[test]
fn file_systems_and_swap_are_found_and_a_mount_is_in_use() {
    let root = Root::system();
    for (make, args, name) in [
        ("mkfs.ext4", &["-q", "-F", "-L", "mine"][..], "ext4"),
        ("mkfs.xfs", &["-q", "-f", "-L", "mine"][..], "xfs"),
        ("mkfs.btrfs", &["-q", "-f", "-L", "mine"][..], "btrfs"),
        ("mkswap", &["-L", "mine"][..], "swap"),
    ] {
        if !has(make) {
            skip(make, "not installed");
            continue;
        }
        let device = or_skip!("loop", Loop::direct(320));
        let args: Vec<&str> = args.iter().copied().chain([device.device.as_str()]).collect();
        run(make, &args).unwrap();
        let probe = device::probe(&root, device.path()).unwrap();
        assert_eq!(names(&probe), [name]);
        assert!(!probe.in_use(), "{:?}", probe.holdings);
        assert!(
            probe
                .holdings
                .iter()
                .any(|holding| matches!(holding, Holding::Signature { signature, .. } if signature.label.as_deref() == Some("mine"))),
            "{:?}",
            probe.holdings
        );
        if name == "swap" {
            continue;
        }
        let mounted = or_skip!("mount", Mounted::new("auto", "defaults", &device.device));
        let probe = device::probe(&root, device.path()).unwrap();
        let at = Holding::Mounted {
            device: device.name().to_owned(),
            at: mounted.path().to_path_buf(),
        };
        assert!(
            probe.in_use() && probe.holdings.contains(&at),
            "{name}: {:?}",
            probe.holdings
        );
    }
}

#[test]
fn a_partition_table_its_partitions_and_their_mounts_are_found() {
    let entry = [0x00, 0, 0, 0, 0x83, 0, 0, 0, 0x00, 0x08, 0, 0, 0x00, 0x70, 0, 0]; // 14 MiB at 1 MiB
    let device = or_skip!(
        "loop",
        Loop::over(16, |image| {
            image.write_all_at(&entry, 446).unwrap();
            image.write_all_at(&[0x55, 0xaa], 510).unwrap();
        })
    );
    let root = Root::system();
    let probe = device::probe(&root, device.path()).unwrap();
    assert_eq!(names(&probe), ["mbr"]);
    let partition = format!("{}p1", device.name());
    if !Path::new("/dev").join(&partition).exists() {
        return skip(
            "partitions",
            "the kernel does not scan partitions of loop devices",
        );
    }
    assert!(
        probe.holdings.contains(&Holding::Partitions {
            names: vec![partition.clone()]
        }),
        "{:?}",
        probe.holdings
    );
    run("mkfs.ext4", &["-q", "-F", &format!("/dev/{partition}")]).unwrap();
    let mounted = or_skip!(
        "mount",
        Mounted::new("auto", "noatime", &format!("/dev/{partition}"))
    );
    let probe = device::probe(&root, device.path()).unwrap();
    let at = Holding::Mounted {
        device: partition.clone(),
        at: mounted.path().to_path_buf(),
    };
    assert!(probe.holdings.contains(&at), "{:?}", probe.holdings);
    let kinds: Vec<_> = Stack::under(&root, mounted.path())
        .layers()
        .iter()
        .map(|(_, l)| l.name.clone())
        .collect();
    assert_eq!(
        kinds[..3],
        ["ext4".to_owned(), partition, device.name().to_owned()]
    );
}

#[test]
fn a_device_that_somebody_holds_is_busy() {
    let device = or_skip!("loop", Loop::direct(4));
    let held = OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_EXCL)
        .open(device.path())
        .unwrap();
    let probe = device::probe(&Root::system(), device.path()).unwrap();
    assert_eq!(
        probe.holdings,
        [Holding::Busy {
            device: device.name().to_owned()
        }]
    );
    drop(held);
    until("the device is free again", || {
        device::probe(&Root::system(), device.path()).unwrap().is_free()
    });
}

#[test]
fn a_file_on_a_loop_device_is_followed_to_the_disk_below_its_image() {
    let device = or_skip!("loop", Loop::direct(16));
    or_skip!("mkfs.ext4", run("mkfs.ext4", &["-q", "-F", &device.device]));
    let mounted = or_skip!("mount", Mounted::new("auto", "noatime", &device.device));
    let stack = Stack::under(&Root::system(), &mounted.path().join("yet/to/be/made"));
    let layers = stack.layers();
    let fs = stack.file_system().unwrap();
    assert_eq!((fs.mount.fs_type.as_str(), fs.class), ("ext4", FsClass::Disk));
    assert!(fs.mount.has("noatime") && fs.available_bytes.unwrap() < 16 << 20);
    let image = fs::canonicalize(&device.image).unwrap();
    let looped = LayerKind::Loop {
        backing_file: Some(image),
        direct_io: Some(true),
        offset_bytes: Some(0),
    };
    assert_eq!(layers[1].1.kind, looped);
    assert!(
        matches!(layers[2].1.kind, LayerKind::FileSystem(_)),
        "{:?}",
        layers[2].1.name
    );
    assert_eq!(stack.devices()[0], device.name());
}

/// What every changing test wants of the loop device: values it does not have now.
fn wanted(device: &Loop) -> Vec<Change> {
    let scheduler = fs::read_to_string(device.queue("scheduler")).unwrap();
    let other = scheduler
        .split_whitespace()
        .find(|s| !s.starts_with('['))
        .unwrap_or("none");
    let change = |setting, to: &str| Change {
        device: device.name().to_owned(),
        setting,
        to: to.to_owned(),
    };
    let flip = |name: &str| {
        if fs::read_to_string(device.queue(name)).unwrap().trim() == "0" {
            "1"
        } else {
            "0"
        }
    };
    vec![
        change(Setting::Scheduler, other),
        change(Setting::Rotational, flip("rotational")),
        change(Setting::ReadAheadKb, "16"),
        change(Setting::Nomerges, "2"),
    ]
}

#[test]
fn what_is_fixed_is_put_back_exactly() {
    let device = or_skip!("loop", Loop::direct(4));
    let dir = tempfile::tempdir().unwrap();
    let (root, journal) = (Root::system(), dir.path().join("run/undo"));
    // Not the kernel's default: choosing a scheduler would reset it.
    let _requests = Attribute::set(device.queue("nr_requests"), "77").unwrap();
    let before = queue_state(device.name());
    let changes = wanted(&device);
    assert_eq!(changes::plan(&root, &changes).unwrap().len(), changes.len());
    assert_eq!(queue_state(device.name()), before, "a plan changes nothing");

    let done = changes::apply(&root, &journal, &changes).unwrap();
    assert!(
        done.iter().all(|o| matches!(o, ChangeOutcome::Done(_))),
        "{done:?}"
    );
    assert!(changes::pending(&root, &journal));
    let again = unlocked(|| changes::apply(&root, &journal, &changes));
    assert!(
        again.iter().all(|o| matches!(o, ChangeOutcome::Already(_))),
        "{again:?}"
    );

    let undone = unlocked(|| changes::restore(&root, &journal));
    assert!(
        undone.iter().all(|o| matches!(o, ChangeOutcome::Done(_))),
        "{undone:?}"
    );
    assert_eq!(queue_state(device.name()), before);
    assert!(!changes::pending(&root, &journal));
    assert!(unlocked(|| changes::restore(&root, &journal)).is_empty());
}

#[test]
fn a_killed_process_leaves_a_journal_that_restores() {
    const CHILD: &str = "FIORD_TEST_KILLED_CHILD";
    if let Ok(arguments) = std::env::var(CHILD) {
        let (device, journal) = arguments.split_once('\t').unwrap();
        let change = |setting, to: &str| Change {
            device: device.to_owned(),
            setting,
            to: to.to_owned(),
        };
        let changes = [change(Setting::Nomerges, "1"), change(Setting::ReadAheadKb, "12")];
        changes::apply(&Root::system(), Path::new(journal), &changes).unwrap();
        println!("applied");
        std::io::stdout().flush().unwrap();
        std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
        return;
    }
    let device = or_skip!("loop", Loop::direct(4));
    let dir = tempfile::tempdir().unwrap();
    let journal = dir.path().join("undo");
    let before = queue_state(device.name());
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "kernel::a_killed_process_leaves_a_journal_that_restores",
            "--nocapture",
        ])
        .env(CHILD, format!("{}\t{}", device.name(), journal.display()))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let applied = lines.map_while(Result::ok).any(|l| l.ends_with("applied"));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(applied, "the child did not get as far");
    assert_ne!(queue_state(device.name()), before);
    changes::restore(&Root::system(), &journal).unwrap();
    assert_eq!(queue_state(device.name()), before);
}

#[test]
fn holes_unwritten_and_written_bytes_are_told_apart() {
    const MIB: u64 = 1 << 20;
    let dir = disk_folder();
    let path = dir.path().join("file");
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .open(&path)
        .unwrap();
    file.set_len(4 * MIB).unwrap();
    let Some(sparse) = extents::of(&file) else {
        return skip("fiemap", "the file system has no FIEMAP");
    };
    assert_eq!((sparse.hole_bytes, sparse.data_bytes), (4 * MIB, 0));
    file.write_all_at(&vec![1; MIB as usize], MIB).unwrap();
    let written = extents::of(&file).unwrap();
    assert_eq!(
        (written.hole_bytes, written.data_bytes, written.delayed_bytes),
        (3 * MIB, MIB, 0)
    );
    let mode = rustix::fs::FallocateFlags::empty();
    if rustix::fs::fallocate(&file, mode, 0, MIB).is_err() {
        return skip("fallocate", "not on this file system");
    }
    let mixed = extents::of(&file).unwrap();
    assert_eq!(
        (mixed.hole_bytes, mixed.unwritten_bytes, mixed.data_bytes),
        (2 * MIB, MIB, MIB)
    );
    file.write_all_at(&vec![1; 4 * MIB as usize], 0).unwrap();
    assert!(extents::of(&file).unwrap().data_bytes == 4 * MIB);
}

#[test]
fn device_counters_count_what_was_read() {
    let device = or_skip!("loop", Loop::direct(8));
    let root = Root::system();
    let before = DiskStats::of(&root, device.name()).unwrap();
    let args = [
        &format!("if={}", &device.device),
        "of=/dev/null",
        "bs=64k",
        "count=32",
        "iflag=direct",
    ];
    run("dd", &args).unwrap();
    // A reader may hear of its last request before the kernel has counted it.
    let counted = || DiskStats::of(&root, device.name()).unwrap();
    until("the kernel has counted every request", || {
        counted().in_flight == 0
    });
    let delta = counted().since(&before);
    assert!(
        delta.read_bytes() >= 2 << 20 && delta.read_bytes() < 3 << 20,
        "{delta:?}"
    );
    assert!(delta.reads >= 32, "{delta:?}");
}

#[test]
fn another_process_that_reads_is_found() {
    let device = or_skip!("loop", Loop::direct(8));
    let root = Root::system();
    let before = look::glance(&root);
    let script = format!(
        "dd if={} of=/dev/null bs=64k iflag=direct 2>/dev/null; echo done; read x",
        &device.device
    );
    let pipes = |c: &mut Command| c.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut child = pipes(Command::new("sh").args(["-c", &script]));
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let activity = look::glance(&root).since(&before);
    drop(child.stdin.take());
    child.wait().unwrap();
    assert_eq!(line, "done\n");
    let disk = activity
        .devices
        .iter()
        .find(|d| d.name == device.name())
        .expect("the device was busy");
    assert!(disk.delta.read_bytes() >= 8 << 20, "{disk:?}");
    let process = activity.processes.iter().find(|p| p.pid == child.id());
    assert!(
        process.is_some_and(|p| p.read_bytes >= 8 << 20),
        "{:?}",
        activity.processes
    );
}

#[test]
fn a_throttle_put_on_a_process_is_found_with_its_numbers() {
    let device = or_skip!("loop", Loop::direct(4));
    let limits = [ThrottleLimit::Reads(4200), ThrottleLimit::BytesWritten(1 << 20)];
    let group = or_skip!("blkio", Throttle::new(&device.number(), &limits));
    let mut child = Command::new("sh")
        .args(["-c", "read x"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let joined = fs::write(group.procs(), child.id().to_string());
    let found = Cgroups::of(&Root::system(), child.id());
    drop(child.stdin.take());
    child.wait().unwrap();
    joined.unwrap();
    let number = device.number();
    let (major, minor) = number.split_once(':').unwrap();
    let number = (major.parse().unwrap(), minor.parse().unwrap());
    let limits: Vec<_> = found
        .limits
        .iter()
        .filter(|l| l.number == Some(number))
        .map(|l| (l.what, l.value, l.device.as_deref()))
        .collect();
    let name = Some(device.name());
    assert_eq!(
        limits,
        [
            (Limited::WriteBps, 1_048_576, name),
            (Limited::ReadIops, 4200, name)
        ]
    );
    assert_eq!(
        found.limits[0].group,
        Path::new("/").join(group.path().file_name().unwrap())
    );
}

#[test]
fn a_device_below_a_loop_device_is_in_use() {
    let device = or_skip!("loop", Loop::direct(4));
    let upper = {
        let _lock = choosing_a_loop_device();
        or_skip!("loop", run("losetup", &["--find", "--show", &device.device]))
    };
    let probe = device::probe(&Root::system(), device.path());
    let stack = Stack::under(&Root::system(), Path::new(upper.trim()));
    run("losetup", &["--detach", upper.trim()]).unwrap();
    let probe = probe.unwrap();
    let upper = upper.trim().trim_start_matches("/dev/").to_owned();
    assert!(probe.holdings.contains(&Holding::Holder {
        device: device.name().to_owned(),
        holder: upper.clone()
    }));
    assert_eq!(stack.devices()[..2], [upper.as_str(), device.name()]);
}

#[test]
fn zram_is_memory_and_holds_its_swap() {
    let zram = or_skip!("zram", Zram::new(8));
    let (name, path) = (zram.name(), zram.device());
    let stack = Stack::under(&Root::system(), &path);
    let top = stack.top.as_ref().unwrap();
    assert!(
        matches!(&top.kind, LayerKind::Zram { algorithm: Some(_) }),
        "{:?}",
        top.kind
    );
    assert_eq!((top.size_bytes, stack.leaves().len()), (Some(8 << 20), 1));
    assert!(device::probe(&Root::system(), &path).unwrap().is_free());
    or_skip!("mkswap", run("mkswap", &[path.to_str().unwrap()]));
    assert_eq!(names(&device::probe(&Root::system(), &path).unwrap()), ["swap"]);
    or_skip!("swapon", run("swapon", &[path.to_str().unwrap()]));
    let probe = device::probe(&Root::system(), &path);
    run("swapoff", &[path.to_str().unwrap()]).unwrap();
    let probe = probe.unwrap();
    assert!(
        probe.in_use() && probe.holdings.contains(&Holding::Swap { device: name }),
        "{:?}",
        probe.holdings
    );
}

#[test]
fn a_file_in_memory_lies_on_no_disk() {
    let dir = memory_folder();
    let stack = Stack::under(&Root::system(), dir.path());
    let fs = stack.file_system().unwrap();
    if fs.class != FsClass::Memory {
        return skip("tmpfs", "no file system in memory");
    }
    assert!(stack.leaves().is_empty());
    let path = dir.path().join("file");
    fs::write(&path, vec![1; 1 << 16]).unwrap();
    assert_eq!(extents::of(&File::open(&path).unwrap()), None);
}

#[test]
fn a_few_direct_reads_are_timed() {
    let device = or_skip!("loop", Loop::direct(4));
    let latencies = latency::of_reads(device.path(), 16, Duration::from_secs(600)).unwrap();
    assert_eq!(latencies.len(), 16);
    assert!(latencies.is_sorted() && latencies[0] > Duration::ZERO);
    assert_eq!(
        latency::of_reads(device.path(), 2000, Duration::MAX),
        None,
        "more reads than blocks"
    );
    assert_eq!(
        latency::of_reads(device.path(), 16, Duration::ZERO)
            .unwrap()
            .len(),
        1
    );
}

#[test]
fn this_machine_is_seen_whole() {
    let root = Root::system();
    let machine = Machine::look(&root, &std::env::current_exe().unwrap());
    assert!(machine.stack.file_system().is_some(), "{:?}", machine.stack);
    assert!(machine.memory.total_bytes.unwrap() > machine.memory.available_bytes.unwrap());
    assert!(machine.cpu.online.unwrap() >= machine.cpu.allowed.unwrap().min(1));
    assert_eq!(
        machine.system.kernel.as_deref(),
        run("uname", &["-r"]).ok().as_deref().map(str::trim)
    );
    let read_ns = machine.clock.read_ns.unwrap();
    assert!(read_ns > 0.0 && read_ns.is_finite());
    for leaf in machine.stack.leaves() {
        assert!(
            machine.counters.iter().any(|d| d.name == leaf.name),
            "{} has no counters",
            leaf.name
        );
    }
}

#[test]
fn a_journal_that_another_process_holds_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let journal = dir.path().join("undo");
    let held = File::create(&journal).unwrap();
    rustix::fs::flock(&held, rustix::fs::FlockOperation::LockExclusive).unwrap();
    let error = changes::restore(&Root::system(), &journal).unwrap_err();
    assert!(matches!(error, changes::Error::Locked(_)), "{error}");
}
