//! Installs what the kernel- and oracle-tests want, where that is possible; says what is missing where it is not.

use std::process::{Command, Stdio};

use crate::shell;

/// (program that must be on PATH, Debian package that brings it)
const WANTED: [(&str, &str); 9] = [
    ("fio", "fio"),
    ("iostat", "sysstat"),
    ("mkfs.xfs", "xfsprogs"),
    ("mkfs.btrfs", "btrfs-progs"),
    ("mkfs.ext4", "e2fsprogs"),
    ("lsblk", "util-linux"),
    ("mkfs.vfat", "dosfstools"),
    ("mkfs.ntfs", "ntfs-3g"),
    ("mkfs.f2fs", "f2fs-tools"),
];

/// Brings in what is missing. Never fails: a test that misses something says so itself.
pub(crate) fn install() {
    let missing: Vec<&str> = WANTED
        .iter()
        .filter(|(program, _)| !on_path(program))
        .map(|(_, package)| *package)
        .collect();
    if missing.is_empty() {
        return;
    }
    if !shell::found("apt-get") || !is_root() {
        println!(
            "not installed, and tests that want it will be skipped: {} (needs apt-get and root)",
            missing.join(", ")
        );
        return;
    }
    println!("installing {}", missing.join(" "));
    let quiet = |args: &[&str]| {
        // Another apt-get of this machine may be at work.
        Command::new("apt-get")
            .args(["-o", "DPkg::Lock::Timeout=120", "-o", "Acquire::Retries=3"])
            .args(args)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    };
    let install =
        |packages: &[&str]| quiet(&[&["install", "--yes", "--no-install-recommends"], packages].concat());
    // What is known of the packages may be old, and one that cannot be had must not keep the others away.
    if install(&missing) || (quiet(&["update"]) && install(&missing)) {
        return;
    }
    for package in missing {
        if !install(&[package]) {
            println!("apt-get could not install {package}; tests that want it will be skipped");
        }
    }
}

fn on_path(program: &str) -> bool {
    // mkfs.* live in sbin, which a user's PATH may lack.
    shell::found(program) || std::path::Path::new("/usr/sbin").join(program).is_file()
}

fn is_root() -> bool {
    // SAFETY: geteuid takes nothing and cannot fail.
    unsafe { libc::geteuid() == 0 }
}
