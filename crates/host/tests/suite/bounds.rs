//! Trees that no kernel shows: every read of them ends, and facts about paths of any bytes come back.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use fiord_host::block::device;
use fiord_host::stack::LAYERS_AT_MOST;
use fiord_host::{Machine, Root, Stack, look};
use fiord_testbed::memory_folder;

/// `levels` devices, each of which lies twice on the next: 2^levels paths lead from the first to the last.
fn diamonds(levels: usize, dir: &Path) -> Root {
    let blocks = dir.join("sys/class/block");
    for level in 0..levels {
        let slaves = blocks.join(format!("dm-{level}")).join("slaves");
        fs::create_dir_all(&slaves).unwrap();
        fs::create_dir_all(blocks.join(format!("dm-{level}/dm"))).unwrap();
        let sides = [format!("l{level}"), format!("r{level}")];
        for side in &sides {
            fs::create_dir_all(blocks.join(side).join("slaves")).unwrap();
            fs::create_dir_all(blocks.join(side).join("holders")).unwrap();
            symlink("x", slaves.join(side)).unwrap();
            symlink(
                "x",
                blocks.join(side).join("slaves").join(format!("dm-{}", level + 1)),
            )
            .unwrap();
            let up = blocks.join(side).join("holders").join(format!("dm-{level}"));
            symlink("x", up).unwrap();
        }
    }
    fs::create_dir_all(blocks.join(format!("dm-{levels}"))).unwrap();
    fs::create_dir_all(dir.join("proc")).unwrap();
    Root::at(dir)
}

#[test]
fn a_stack_of_diamonds_ends_and_says_that_it_is_cut() {
    let dir = memory_folder();
    let root = diamonds(11, dir.path());
    let stack = Stack::under(&root, Path::new("/dev/dm-0"));
    assert!(stack.truncated);
    assert_eq!(stack.layers().len(), LAYERS_AT_MOST);
    assert!(device::probe(&root, Path::new("/dev/dm-0")).is_some());
    let small = memory_folder();
    let root = diamonds(3, small.path());
    let stack = Stack::under(&root, Path::new("/dev/dm-0"));
    assert!(!stack.truncated);
    assert_eq!(stack.layers().len(), 1 + 2 + 2 + 4 + 4 + 8 + 8);
}

#[test]
fn attributes_that_are_pipes_or_endless_are_unknown() {
    let dir = memory_folder();
    let queue = dir.path().join("sys/class/block/sda/queue");
    fs::create_dir_all(&queue).unwrap();
    fs::create_dir_all(dir.path().join("proc/self")).unwrap();
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    for name in [
        "sys/class/block/sda/queue/rotational",
        "sys/class/block/sda/size",
        "sys/class/block/sda/stat",
        "proc/self/mountinfo",
        "proc/meminfo",
    ] {
        rustix::fs::mkfifoat(rustix::fs::CWD, dir.path().join(name), mode).unwrap();
    }
    for name in [
        "proc/diskstats",
        "proc/swaps",
        "sys/class/block/sda/queue/scheduler",
    ] {
        symlink("/dev/zero", dir.path().join(name)).unwrap();
    }
    let root = Root::at(dir.path());
    let machine = Machine::look(&root, Path::new("/dev/sda"));
    let top = machine.stack.top.as_ref().unwrap();
    assert_eq!((top.size_bytes, machine.memory.total_bytes), (None, None));
    assert_eq!(top.queue.as_ref().unwrap().rotational, None);
    assert!(machine.swaps.is_empty() && machine.counters.is_empty());
    let _ = look::glance(&root);
    let _ = device::probe(&root, Path::new("/dev/sda"));
}

#[test]
fn a_device_or_a_missing_folder_in_the_place_of_a_tree_knows_nothing() {
    for base in ["/dev/zero", "/dev/full", "/dev/null", "/no-such-place"] {
        let root = Root::at(base);
        let machine = Machine::look(&root, Path::new("/dev/sda"));
        assert_eq!(machine.stack.top, None, "{base}");
        assert_eq!(machine.cpu.online, None, "{base}");
        assert!(device::probe(&root, Path::new("/dev/sda")).is_none(), "{base}");
    }
}

#[test]
fn a_machine_with_paths_of_any_bytes_comes_back_complete() {
    let dir = memory_folder();
    let loop0 = dir.path().join("sys/class/block/loop0/loop");
    fs::create_dir_all(&loop0).unwrap();
    fs::write(loop0.join("backing_file"), b"/caf\xe9/img\n").unwrap();
    fs::write(dir.path().join("sys/class/block/loop0/dev"), "7:0\n").unwrap();
    fs::create_dir_all(dir.path().join("proc/self")).unwrap();
    let mounts = b"27 1 0:40 / / rw - tmpfs x rw\n28 27 7:0 / /mnt/caf\xe9 rw - ext4 /dev/loop0 rw\n";
    fs::write(dir.path().join("proc/self/mountinfo"), mounts).unwrap();
    let root = Root::at(dir.path());
    let path = PathBuf::from(OsString::from_vec(b"/mnt/caf\xe9/file".to_vec()));
    let machine = Machine::look(&root, &path);
    assert_eq!(machine.stack.devices(), ["loop0"]);
    let json = serde_json::to_string(&machine).unwrap();
    assert_eq!(serde_json::from_str::<Machine>(&json).unwrap(), machine);
    assert!(json.contains("636166e9"), "{json}");
    let probe = device::probe(&root, Path::new("/dev/loop0")).unwrap();
    let json = serde_json::to_string(&probe).unwrap();
    assert_eq!(serde_json::from_str::<device::Probe>(&json).unwrap(), probe);
}
