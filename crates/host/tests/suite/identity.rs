//! A target is recognised by its descriptor, whatever name it was opened by: on real loop devices of our own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs::{self, File, OpenOptions};
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::path::Path;

use fiord_host::block::device::{self, Examined, Holding};
use fiord_host::block::identity::{Identity, InodeKind};
use fiord_host::{Root, Stack, block::loops, extents};
use fiord_testbed::{Loop, Mounted, disk_folder, memory_folder, or_skip, run};

fn for_writing(path: &Path) -> File {
    OpenOptions::new().write(true).open(path).unwrap()
}

fn examine(path: &Path) -> Examined {
    device::examine(&Root::system(), &for_writing(path)).unwrap()
}

/// The devices that reasons name as made of the target.
fn holders(found: &Examined) -> Vec<String> {
    let holder = |h: &Holding| match h {
        Holding::Holder { holder, .. } => Some(holder.clone()),
        _ => None,
    };
    found.holdings.iter().filter_map(holder).collect()
}

#[test]
fn an_image_is_recognised_by_every_name() {
    let device = or_skip!("loop", Loop::direct(8));
    let dir = device.image.parent().unwrap();
    let name = device.name().to_owned();
    let expected = [name.clone()];
    assert_eq!(holders(&examine(&device.image)), expected);
    let hard = dir.join("hard");
    fs::hard_link(&device.image, &hard).unwrap();
    assert_eq!(holders(&examine(&hard)), expected, "a hard link");
    let soft = dir.join("soft");
    std::os::unix::fs::symlink("hard", &soft).unwrap();
    assert_eq!(holders(&examine(&soft)), expected, "a symbolic link");
    // Unlinked: sysfs names a file that is gone, and the descriptor still leads to the bytes.
    let open = for_writing(&hard);
    fs::remove_file(&hard).unwrap();
    fs::remove_file(&device.image).unwrap();
    let found = device::examine(&Root::system(), &open).unwrap();
    assert_eq!(holders(&found), expected, "an unlinked name");
    assert!(found.in_use() && !found.is_free());
    let by_descriptor = Path::new("/proc/self/fd").join(open.as_raw_fd().to_string());
    assert_eq!(holders(&examine(&by_descriptor)), expected, "/proc/self/fd");
    // Another file of the same name is another file.
    fs::write(&device.image, "other").unwrap();
    assert!(examine(&device.image).holdings.is_empty());
}

#[test]
fn an_image_is_recognised_through_a_bind_mount() {
    let device = or_skip!("loop", Loop::direct(4));
    let dir = device.image.parent().unwrap();
    let other = memory_folder();
    let (from, to) = (dir.to_str().unwrap(), other.path().to_str().unwrap());
    or_skip!("mount", run("mount", &["--bind", from, to]));
    let found = examine(&other.path().join(device.image.file_name().unwrap()));
    run("umount", &[to]).unwrap();
    assert_eq!(holders(&found), [device.name().to_owned()]);
}

#[test]
fn a_second_loop_device_over_a_mounted_image_is_in_use() {
    let first = or_skip!("loop", Loop::direct(16));
    or_skip!("mkfs.ext4", run("mkfs.ext4", &["-q", "-F", &first.device]));
    let second = or_skip!("loop", Loop::on(&first.image, false));
    let mounted = or_skip!("mount", Mounted::new("ext4", "noatime", &first.device));
    let found = examine(second.path());
    assert_eq!(found.device.as_deref(), Some(second.name()));
    assert!(found.in_use());
    assert!(
        holders(&found).contains(&first.name().to_owned()),
        "{:?}",
        found.holdings
    );
    let at = Holding::Mounted {
        device: first.name().to_owned(),
        at: mounted.path().to_path_buf(),
    };
    assert!(found.holdings.contains(&at), "{:?}", found.holdings);
    // The same through the path of the device.
    assert!(
        device::probe(&Root::system(), second.path())
            .unwrap()
            .holdings
            .contains(&at)
    );
}

#[test]
fn a_blank_device_speaks_for_itself_by_a_descriptor_that_only_writes() {
    let device = or_skip!("loop", Loop::direct(8));
    let found = examine(device.path());
    assert!(
        found.is_free() && found.holdings.is_empty(),
        "{:?}",
        found.holdings
    );
    assert!(matches!(found.identity.kind, InodeKind::Block { .. }));
    for_writing(device.path()).write_all_at(&[9], 77_777).unwrap();
    let found = examine(device.path());
    assert!(found.is_free(), "unknown data are a warning");
    let [Holding::UnknownData { device: name, data }] = found.holdings.as_slice() else {
        panic!("{:?}", found.holdings)
    };
    assert_eq!((name.as_str(), data.offset_bytes), (device.name(), 77_777));
    or_skip!("mkswap", run("mkswap", &[&device.device]));
    let found = examine(device.path());
    assert!(!found.is_free() && !found.in_use(), "{:?}", found.holdings);
    let json = serde_json::to_string(&found).unwrap();
    assert_eq!(serde_json::from_str::<Examined>(&json).unwrap(), found);
}

#[test]
fn special_files_are_judged_by_their_kind() {
    for path in ["/dev/null", "/dev/zero", "/dev/full"] {
        assert!(examine(Path::new(path)).is_free(), "{path}");
    }
    let found = examine(Path::new("/dev/urandom"));
    assert_eq!(found.holdings, [Holding::CharacterDevice { major: 1, minor: 9 }]);
    assert!(found.in_use(), "no consent allows a character device");
    let dir = memory_folder();
    let file = dir.path().join("file");
    fs::write(&file, "x").unwrap();
    assert!(examine(&file).holdings.is_empty());
    let folder = device::examine(&Root::system(), &File::open(dir.path()).unwrap()).unwrap();
    assert_eq!(
        (folder.identity.kind, folder.holdings.len()),
        (InodeKind::Directory, 0)
    );
}

#[test]
fn a_swap_file_is_recognised_by_a_hard_link() {
    let dir = disk_folder();
    let (swap, link) = (dir.path().join("swap"), dir.path().join("link"));
    // Written, because swap takes no holes.
    fs::write(&swap, vec![0; 1 << 20]).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    fs::set_permissions(&swap, mode).unwrap();
    fs::hard_link(&swap, &link).unwrap();
    let path = swap.to_str().unwrap();
    or_skip!("mkswap", run("mkswap", &[path]));
    or_skip!("swapon", run("swapon", &[path]));
    let opened = OpenOptions::new().read(true).open(&link).unwrap();
    let found = device::examine(&Root::system(), &opened);
    run("swapoff", &[path]).unwrap();
    let found = found.unwrap();
    assert!(
        matches!(&found.holdings[..], [Holding::Swap { .. }]),
        "{:?}",
        found.holdings
    );
}

#[test]
fn parts_of_one_image_that_share_no_byte_do_not_disturb_each_other() {
    let whole = disk_folder();
    let image = whole.path().join("image");
    File::create(&image).unwrap().set_len(4 << 20).unwrap();
    let path = image.to_str().unwrap();
    let attach = |offset: &str| {
        let _lock = fiord_testbed::choosing_a_loop_device();
        let size = (1 << 20).to_string();
        let args = ["--find", "--show", "--offset", offset, "--sizelimit", &size, path];
        run("losetup", &args).map(|name| name.trim().to_owned())
    };
    let first = or_skip!("loop", attach("0"));
    let second = attach("1048576").unwrap();
    let third = attach("524288").unwrap();
    let listed = loops::read(&Root::system());
    let found = examine(Path::new(&second));
    for device in [&first, &second, &third] {
        run("losetup", &["--detach", device]).unwrap();
    }
    let name = |device: &str| device.trim_start_matches("/dev/").to_owned();
    assert_eq!(holders(&found), [name(&third)]);
    let of_image = Identity::of(File::open(&image).unwrap()).unwrap();
    let ours: Vec<_> = listed.iter().filter(|l| l.shows(&of_image)).collect();
    assert_eq!(ours.len(), 3);
    assert_eq!(
        ours.iter()
            .find(|l| l.name == name(&second))
            .map(|l| (l.offset_bytes, l.size_bytes)),
        Some((1 << 20, 1 << 20))
    );
}

#[test]
fn a_file_without_a_name_lies_on_the_layers_of_its_folder() {
    let dir = disk_folder();
    let named = dir.path().join("named");
    let mut file = File::create_new(&named).unwrap();
    std::io::Write::write_all(&mut file, &vec![7; 1 << 20]).unwrap();
    file.sync_all().unwrap();
    let extents = extents::of(&file);
    fs::remove_file(&named).unwrap();
    let again = Path::new("/proc/self/fd").join(file.as_raw_fd().to_string());
    let root = Root::system();
    let (stack, folder) = (Stack::under(&root, &again), Stack::under(&root, dir.path()));
    assert!(stack.top.is_some());
    assert_eq!(stack.devices(), folder.devices());
    assert_eq!(stack.layers().len(), folder.layers().len());
    // Where its bytes are, is told as before.
    let found = extents::of(&File::open(&again).unwrap());
    assert_eq!(found.map(|map| map.extents), extents.map(|map| map.extents));
}
