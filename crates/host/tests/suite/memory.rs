//! What lies in memory, though it looks like a disk.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;

use fiord_host::stack::InMemory;
use fiord_host::{Machine, Root, Stack, cache};
use fiord_testbed::tree;
use fiord_testbed::{Loop, Mounted, Zram, memory_folder, or_skip, run};

fn on(path: &Path) -> InMemory {
    Stack::under(&Root::system(), path).in_memory()
}

#[test]
fn zram_and_a_file_system_on_it_are_memory() {
    let zram = or_skip!("zram", Zram::new(16));
    let device = zram.device();
    assert_eq!(on(&device), InMemory::All);
    let path = device.to_str().unwrap();
    or_skip!("mkfs.ext4", run("mkfs.ext4", &["-q", "-F", path]));
    let mounted = or_skip!("mount", Mounted::new("ext4", "noatime", path));
    assert_eq!(on(&mounted.path().join("file")), InMemory::All);
}

#[test]
fn a_loop_device_over_tmpfs_is_memory_and_over_a_disk_is_not() {
    let mounted = or_skip!("tmpfs", Mounted::tmpfs("16m"));
    let image = mounted.path().join("image");
    fs::File::create(&image).unwrap().set_len(4 << 20).unwrap();
    let device = or_skip!("loop", Loop::on(&image, false));
    assert_eq!(on(device.path()), InMemory::All);
    assert_eq!(on(mounted.path()), InMemory::All);
    drop(device);
    let device = or_skip!("loop", Loop::new(4));
    let whole = Stack::under(&Root::system(), device.path());
    let below = Stack::under(&Root::system(), device.folder());
    assert_eq!(
        whole.in_memory(),
        below.in_memory(),
        "a loop device is what its file lies on"
    );
}

#[test]
fn the_page_cache_behind_a_loop_device_is_measured() {
    let device = or_skip!("loop", Loop::new(4));
    let state = |machine: &Machine| {
        let found = machine.loop_caches.iter().find(|(name, _)| name == device.name());
        found.map(|(_, state)| (state.size_bytes, state.cached_bytes))
    };
    let look = || Machine::look(&Root::system(), device.path());
    cache::warm(&device.image).unwrap();
    let machine = look();
    assert_eq!(state(&machine), Some((4 << 20, 4 << 20)));
    let json = serde_json::to_string(&machine).unwrap();
    assert_eq!(serde_json::from_str::<Machine>(&json).unwrap(), machine);
    if machine.stack.in_memory() == InMemory::No {
        cache::drop_file(&device.image).unwrap();
        assert_eq!(state(&look()), Some((4 << 20, 0)));
    }
}

#[test]
fn trees_say_where_their_bytes_are() {
    let stack = |text: &str, path: &str| {
        let dir = memory_folder();
        tree::unpack(text, dir.path()).unwrap();
        Stack::under(&Root::at(dir.path()), Path::new(path)).in_memory()
    };
    let devices = "@ sys/class/block\nram0/size = 8\nsda/size = 8\nzram1/size = 8\nramdisk/size = 8\nnullb0/size = 8\n\
        dm-0/dm/name = mixed\ndm-0/slaves/ram0 -> x\ndm-0/slaves/sda -> x\n\
        dm-1/dm/name = fast\ndm-1/slaves/ram0 -> x\ndm-1/slaves/zram1 -> x\n";
    let mounts = "@ proc/self\nmountinfo <<\n1 0 0:9 / /net rw - nfs4 host:/ rw\n2 0 0:8 / /fuse rw - fuse.x x rw\n\
        3 0 0:7 / /tmp rw - tmpfs x rw\n>>\n";
    let text = format!("{devices}{mounts}");
    for (path, expected) in [
        ("/dev/ram0", InMemory::All),
        ("/dev/nullb0", InMemory::All),
        ("/dev/mapper/fast", InMemory::All),
        ("/dev/mapper/mixed", InMemory::Partly),
        ("/dev/sda", InMemory::No),
        ("/dev/ramdisk", InMemory::No),
        ("/tmp/x", InMemory::All),
        ("/net/x", InMemory::No),
        ("/fuse/x", InMemory::Unknown),
        ("/nowhere", InMemory::Unknown),
    ] {
        assert_eq!(stack(&text, path), expected, "{path}");
    }
}
