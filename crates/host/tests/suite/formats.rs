//! Every tool that writes a format which blkid recognises: blkid is the oracle, and what it sees is seen here.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::Path;

use crate::support::signatures_of;
use fiord_testbed::{Loop, disk_folder, has, memory_folder, or_skip, run, skip};

/// A tool, its arguments with `@` for the image and `%` for a folder with a file, the size of the image in MiB (0: the tool makes
/// it), and the name that blkid and fiord give to the result where they are the same.
const TOOLS: &[(&str, &[&str], u64, &str)] = &[
    ("mkfs.minix", &["@"], 8, "minix"),
    ("mkfs.minix", &["-2", "@"], 8, "minix"),
    ("mkfs.minix", &["-3", "@"], 8, "minix"),
    ("mkfs.bfs", &["@"], 8, "bfs"),
    ("mkfs.cramfs", &["%", "@"], 0, "cramfs"),
    ("mkfs.jfs", &["-q", "@"], 32, "jfs"),
    ("mkfs.reiserfs", &["-f", "-f", "-q", "@"], 64, "reiserfs"),
    ("mkfs.reiser4", &["-f", "-y", "@"], 64, "reiser4"),
    ("mkfs.nilfs2", &["-f", "@"], 160, "nilfs2"),
    (
        "mkfs.ocfs2",
        &["-F", "-M", "local", "-T", "mail", "-q", "-x", "@"],
        320,
        "ocfs2",
    ),
    (
        "mkfs.gfs2",
        &["-O", "-q", "-p", "lock_nolock", "-j", "1", "-J", "8", "@"],
        160,
        "gfs2",
    ),
    ("mkfs.exfat", &["@"], 16, "exfat"),
    ("mkfs.fat", &["-F", "12", "@"], 2, ""),
    ("mkfs.fat", &["-F", "16", "@"], 32, ""),
    ("mkfs.fat", &["-F", "32", "@"], 64, ""),
    ("mkudffs", &["@"], 16, "udf"),
    ("mkudffs", &["-b", "4096", "@"], 16, "udf"),
    ("mkfs.erofs", &["@", "%"], 0, "erofs"),
    ("mkapfs", &["@"], 1024, "apfs"),
    ("mksquashfs", &["%", "@", "-quiet", "-no-progress"], 0, "squashfs"),
    ("genromfs", &["-f", "@", "-d", "%"], 0, "romfs"),
    ("genisoimage", &["-quiet", "-o", "@", "%"], 0, "iso9660"),
    ("genisoimage", &["-quiet", "-udf", "-o", "@", "%"], 0, ""),
    ("makefs", &["-t", "ffs", "-s", "8m", "@", "%"], 0, "ufs"),
    (
        "makefs",
        &["-t", "ffs", "-s", "8m", "-o", "version=2", "@", "%"],
        0,
        "ufs",
    ),
    (
        "makefs",
        &["-t", "ffs", "-s", "8m", "-B", "be", "@", "%"],
        0,
        "ufs",
    ),
    ("hformat", &["-l", "lab", "@"], 8, "hfs"),
    ("make-bcache", &["-B", "@"], 32, "bcache"),
    ("make-bcache", &["-C", "@"], 64, "bcache"),
    ("sgdisk", &["-n", "1:2048:4095", "@"], 16, "gpt"),
    ("parted", &["-s", "@", "mklabel", "sun"], 16, "sun"),
    ("parted", &["-s", "@", "mklabel", "dvh"], 16, "sgi"),
    ("parted", &["-s", "@", "mklabel", "mac"], 16, "mac"),
    ("parted", &["-s", "@", "mklabel", "bsd"], 16, "bsd"),
    ("parted", &["-s", "@", "mklabel", "msdos"], 16, ""),
    (
        "parted",
        &["-s", "@", "mklabel", "atari", "mkpart", "primary", "1MiB", "8MiB"],
        16,
        "atari",
    ),
    ("integritysetup", &["format", "-q", "@"], 16, ""),
    ("mke2fs", &["-q", "-O", "journal_dev", "@"], 16, ""),
    ("mkswap", &["--pagesize", "65536", "@"], 16, "swap"),
    ("qemu-img", &["create", "-q", "-f", "qcow2", "@", "64M"], 0, ""),
    ("qemu-img", &["create", "-q", "-f", "vmdk", "@", "64M"], 0, ""),
    ("qemu-img", &["create", "-q", "-f", "vdi", "@", "64M"], 0, ""),
    ("qemu-img", &["create", "-q", "-f", "vhdx", "@", "64M"], 0, ""),
];

/// What blkid finds: types of contents and of a partition table.
fn blkid(path: &str) -> Vec<String> {
    let tag = |tag: &str| run("blkid", &["-p", "-o", "value", "-s", tag, path]).unwrap_or_default();
    let both = format!("{}\n{}", tag("TYPE"), tag("PTTYPE"));
    both.lines()
        .filter(|l| !l.is_empty())
        .map(str::to_owned)
        .collect()
}

fn ours(path: &Path) -> Vec<String> {
    let found = signatures_of(path);
    found.into_iter().map(|s| s.name).collect()
}

#[test]
fn what_blkid_sees_is_seen() {
    if !has("blkid") {
        return skip("blkid", "not installed");
    }
    let dir = disk_folder();
    let (image, folder) = (dir.path().join("image"), dir.path().join("folder"));
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("file"), vec![7; 30_000]).unwrap();
    let mut compared = Vec::new();
    for (tool, args, mib, name) in TOOLS {
        if !has(tool) {
            skip(tool, "not installed");
            continue;
        }
        let _ = fs::remove_file(&image);
        if *mib > 0 {
            File::create(&image).unwrap().set_len(mib << 20).unwrap();
        }
        let path = image.to_str().unwrap();
        let args: Vec<&str> = args
            .iter()
            .map(|arg| match *arg {
                "@" => path,
                "%" => folder.to_str().unwrap(),
                other => other,
            })
            .collect();
        if let Err(reason) = run(tool, &args) {
            skip(tool, &format!("it makes no image here: {reason}"));
            continue;
        }
        let (theirs, ours) = (blkid(path), ours(&image));
        assert!(
            !ours.is_empty() || (theirs.is_empty() && *tool != "qemu-img"),
            "{tool} {args:?}: blkid sees {theirs:?}"
        );
        if !name.is_empty() {
            assert!(
                ours.iter().any(|o| o == name),
                "{tool} {args:?}: {ours:?}, blkid {theirs:?}"
            );
        }
        compared.push(*tool);
    }
    assert!(compared.len() >= 5 || !has("mkfs.minix"), "{compared:?}");
}

#[test]
fn a_luks_header_that_was_overwritten_is_known_by_the_second() {
    if !has("cryptsetup") {
        return skip("cryptsetup", "not installed");
    }
    let dir = disk_folder();
    let image = dir.path().join("image");
    for (version, metadata) in [("luks1", ""), ("luks2", "16k"), ("luks2", "64k"), ("luks2", "4m")] {
        File::create(&image).unwrap().set_len(32 << 20).unwrap();
        let path = image.to_str().unwrap();
        let key = dir.path().join("key");
        fs::write(&key, "not a secret").unwrap();
        let mut args = vec![
            "luksFormat",
            "-q",
            "--type",
            version,
            "--key-file",
            key.to_str().unwrap(),
        ];
        args.extend(["--pbkdf", "pbkdf2", "--pbkdf-force-iterations", "1000"]);
        if !metadata.is_empty() {
            args.extend(["--luks2-metadata-size", metadata]);
        }
        args.push(path);
        or_skip!("cryptsetup", run("cryptsetup", &args));
        assert_eq!(ours(&image), ["LUKS"], "{version} {metadata}");
        if version == "luks2" {
            let file = File::options().write(true).open(&image).unwrap();
            file.write_all_at(&[0; 4096], 0).unwrap();
            assert_eq!(
                ours(&image),
                ["LUKS"],
                "{version} {metadata} without its first header"
            );
        }
    }
}

#[test]
fn a_file_system_without_its_first_megabyte_is_still_known() {
    let dir = disk_folder();
    for (make, args, mib, name) in [
        ("mkfs.ext4", &["-q", "-F", "-b", "4096"][..], 160, "ext4"),
        ("mkfs.ext4", &["-q", "-F", "-b", "1024"][..], 32, "ext4"),
        ("mkfs.ext2", &["-q", "-F", "-b", "1024"][..], 32, "ext2"),
        ("mkfs.xfs", &["-q", "-f"][..], 320, "xfs"),
        ("mkfs.btrfs", &["-q", "-f"][..], 160, "btrfs"),
        ("mkfs.ntfs", &["-Q", "-F"][..], 16, "ntfs"),
        ("sgdisk", &["-o"][..], 16, "gpt"),
    ] {
        if !has(make) {
            skip(make, "not installed");
            continue;
        }
        let image = dir.path().join("image");
        File::create(&image).unwrap().set_len(mib << 20).unwrap();
        let args: Vec<&str> = args.iter().copied().chain([image.to_str().unwrap()]).collect();
        or_skip!(make, run(make, &args));
        let file = File::options().write(true).open(&image).unwrap();
        file.write_all_at(&vec![0; 1 << 20], 0).unwrap();
        assert!(
            ours(&image).contains(&name.to_owned()),
            "{make}: {:?}",
            ours(&image)
        );
        fs::remove_file(&image).unwrap();
    }
}

#[test]
fn an_xfs_log_device_is_known() {
    if !has("mkfs.xfs") {
        return skip("mkfs.xfs", "not installed");
    }
    let dir = disk_folder();
    let (data, log) = (dir.path().join("data"), dir.path().join("log"));
    File::create(&data).unwrap().set_len(320 << 20).unwrap();
    File::create(&log).unwrap().set_len(80 << 20).unwrap();
    let option = format!("logdev={},size=64m", log.display());
    or_skip!(
        "mkfs.xfs",
        run("mkfs.xfs", &["-q", "-f", "-l", &option, data.to_str().unwrap()])
    );
    assert_eq!(ours(&log), ["xfs log"]);
    assert_eq!(ours(&data), ["xfs"]);
}

#[test]
fn members_of_arrays_and_groups_are_known() {
    let device = or_skip!("loop", Loop::in_folder(memory_folder(), 24));
    let path = device.device.as_str();
    let read = || ours(&device.image);
    for metadata in ["0.90", "1.0", "1.1", "1.2"] {
        if !has("mdadm") {
            skip("mdadm", "not installed");
            break;
        }
        // Created with a missing second member, and stopped: the kernel need not support the level.
        let name = format!("/dev/md/fiord-test-{}", std::process::id());
        let level = ["--level=1", "--raid-devices=2", "--run", "--quiet"];
        let args = [
            &["--create", &name, "--metadata", metadata][..],
            &level,
            &[path, "missing"],
        ]
        .concat();
        let made = run("mdadm", &args);
        let _ = run("mdadm", &["--stop", &name]);
        if let Err(reason) = made
            && read().is_empty()
        {
            skip("mdadm", &reason);
            break;
        }
        assert_eq!(read(), [format!("md {metadata}")]);
        run("mdadm", &["--zero-superblock", path]).unwrap();
        assert!(read().is_empty(), "{metadata}");
    }
    if has("lvm") {
        let devices = format!("devices{{ filter=[\"a|^{path}$|\",\"r|.*|\"] use_devicesfile=0 }}");
        or_skip!(
            "lvm",
            run(
                "lvm",
                &["pvcreate", "-q", "-ff", "-y", "--config", &devices, path]
            )
        );
        assert_eq!(read(), ["LVM2"]);
        File::options()
            .write(true)
            .open(path)
            .unwrap()
            .write_all_at(&[0; 4096], 0)
            .unwrap();
    } else {
        skip("lvm", "not installed");
    }
    if has("drbdmeta") {
        let minor = "1047";
        let args = ["--force", minor, "v08", path, "internal", "create-md"];
        or_skip!("drbdmeta", run("drbdmeta", &args));
        assert!(read().contains(&"DRBD".to_owned()), "{:?}", read());
    } else {
        skip("drbdmeta", "not installed");
    }
}
