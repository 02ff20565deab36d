//! Names the programs that tests need and the machine lacks; installs them when asked to.

use std::process::{Command, Stdio};

use crate::shell;

/// (program that must be on PATH, Debian package that brings it)
const WANTED: [(&str, &str); 12] = [
    ("fio", "fio"),
    ("iostat", "sysstat"),
    ("mkfs.xfs", "xfsprogs"),
    ("mkfs.btrfs", "btrfs-progs"),
    ("mkfs.ext4", "e2fsprogs"),
    ("lsblk", "util-linux"),
    ("mkfs.vfat", "dosfstools"),
    ("mkfs.ntfs", "ntfs-3g"),
    ("mkfs.f2fs", "f2fs-tools"),
    ("mksquashfs", "squashfs-tools"),
    ("fuse2fs", "fuse2fs"),
    ("chromium", "chromium"),
];

/// Prints what is missing and how to get it; with `install`, gets it. Never fails: a test that misses something prints that itself.
pub(crate) fn prepare(install: bool) {
    let target = shell::static_target();
    if install && shell::found("rustup") && shell::has_target(&target).is_ok_and(|is_there| !is_there) {
        println!("installing {target}");
        // Without it the step `static` says that it was skipped.
        let _ = Command::new("rustup")
            .args(["target", "add", &target])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .status();
    }
    let missing: Vec<&str> = WANTED
        .iter()
        .filter(|(program, _)| !on_path(program))
        .map(|(_, package)| *package)
        .collect();
    if missing.is_empty() {
        return;
    }
    if !install {
        println!(
            "not installed, tests that need it are skipped: {0}\n  sudo apt-get install {0}\n  or: cargo xtask test --install",
            missing.join(" ")
        );
    } else if !shell::found("apt-get") || !is_root() {
        println!(
            "--install: needs apt-get and root; tests that need {} are skipped",
            missing.join(", ")
        );
    } else {
        get(&missing);
    }
}

fn get(missing: &[&str]) {
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
    if install(missing) || (quiet(&["update"]) && install(missing)) {
        return;
    }
    for package in missing {
        if !install(&[package]) {
            println!("apt-get could not install {package}; tests that need it are skipped");
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
