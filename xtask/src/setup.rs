//! What commands of xtask need besides Rust, what of it the machine lacks, and how to install that.

use std::fmt::{self, Display, Formatter};
use std::process::{Command, Stdio};

use crate::shell;

/// Something that a command needs.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Requirement {
    /// A program or a file (with `*` for any text), and the package of Debian and Ubuntu that has it.
    Package(&'static str, &'static str),
    /// Rust's library for this target.
    Target(String),
    /// Rust of this version.
    Toolchain(String),
    /// A subcommand of cargo that this crate has.
    Cargo(&'static str),
}
use Requirement::{Cargo, Package, Target, Toolchain};

/// What tests on devices and file systems run, and the pages' browser.
const TESTS: [Requirement; 12] = [
    Package("fio", "fio"),
    Package("iostat", "sysstat"),
    Package("mkfs.xfs", "xfsprogs"),
    Package("mkfs.btrfs", "btrfs-progs"),
    Package("mkfs.ext4", "e2fsprogs"),
    Package("lsblk", "util-linux"),
    Package("mkfs.vfat", "dosfstools"),
    Package("mkfs.ntfs", "ntfs-3g"),
    Package("mkfs.f2fs", "f2fs-tools"),
    Package("mksquashfs", "squashfs-tools"),
    Package("fuse2fs", "fuse2fs"),
    Package("chromium", "chromium"),
];

/// Two MPIs, and what the plugin for them is built with.
const MPI: [Requirement; 5] = [
    Package("mpirun.openmpi", "openmpi-bin"),
    Package("mpicc.openmpi", "libopenmpi-dev"),
    Package("mpirun.mpich", "mpich"),
    Package("mpicc.mpich", "libmpich-dev"),
    Package("/usr/lib/llvm-*/lib/libclang*.so*", "libclang-dev"),
];

/// QEMU, and what the guest's first file system is made of.
pub(crate) const VM: [Requirement; 5] = [
    Package("qemu-system-x86_64", "qemu-system-x86"),
    Package("busybox", "busybox-static"),
    Package("cpio", "cpio"),
    Package("dpkg", "dpkg"),
    Package("fio", "fio"),
];

/// What a tier of the tests needs.
pub(crate) fn needs(tier: &str) -> Vec<Requirement> {
    match tier {
        "fast" => Vec::new(),
        "nightly" => {
            let rust = [
                Toolchain(shell::oldest_rust().to_owned()),
                Target(shell::static_target()),
                Cargo("cargo-deny"),
            ];
            [&TESTS[..], &MPI, &VM, &rust].concat()
        }
        _ => TESTS.to_vec(),
    }
}

/// Those that are not there.
pub(crate) fn missing(needs: &[Requirement]) -> Vec<Requirement> {
    let mut missing: Vec<Requirement> = Vec::new();
    for need in needs.iter().filter(|need| !need.is_there()) {
        if !missing.contains(need) {
            missing.push(need.clone());
        }
    }
    missing
}

/// One command for a shell that installs all of these.
pub(crate) fn command(missing: &[Requirement]) -> String {
    let packages: Vec<&str> = missing.iter().filter_map(Requirement::package).collect();
    let mut commands = Vec::new();
    if !packages.is_empty() {
        commands.push(format!("sudo apt-get install --yes {}", packages.join(" ")));
    }
    for need in missing {
        match need {
            Package(..) => {}
            Target(target) => commands.push(format!("rustup target add {target}")),
            Toolchain(version) => {
                commands.push(format!("rustup toolchain install {version} --profile minimal"))
            }
            Cargo(name) => commands.push(format!("cargo install --locked {name}")),
        }
    }
    commands.join(" && ")
}

/// Prints what a tier lacks and how to get it; with `install`, gets it. Never fails: a test that misses something prints that itself.
pub(crate) fn prepare(tier: &str, install: bool) {
    let lacked = missing(&needs(tier));
    if lacked.is_empty() {
        return;
    }
    if install {
        get(&lacked);
    } else {
        println!(
            "missing, what needs it is skipped: {}\n  {}\n  or: cargo xtask test --install",
            names(&lacked),
            command(&lacked)
        );
    }
}

/// What is missing, with commas.
pub(crate) fn names(missing: &[Requirement]) -> String {
    missing
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}

fn get(missing: &[Requirement]) {
    println!("installing {}", names(missing));
    let packages: Vec<&str> = missing.iter().filter_map(Requirement::package).collect();
    if !packages.is_empty() {
        get_packages(&packages);
    }
    for need in missing {
        let done = match need {
            Package(..) => true,
            Target(target) => is_done(Command::new("rustup").args(["target", "add", target])),
            Toolchain(version) => is_done(Command::new("rustup").args([
                "toolchain",
                "install",
                version,
                "--profile",
                "minimal",
            ])),
            Cargo(name) => is_done(Command::new("cargo").args(["install", "--locked", "--quiet", name])),
        };
        if !done {
            println!("could not install {need}: what needs it is skipped");
        }
    }
}

fn get_packages(packages: &[&str]) {
    if !shell::found("apt-get") {
        println!(
            "no apt-get here: install what Debian has in {}; what needs it is skipped",
            packages.join(", ")
        );
        return;
    }
    let apt = |words: &[&str]| {
        let mut command = Command::new(if is_root() { "env" } else { "sudo" });
        // Another apt-get of this machine may be at work.
        command
            .args([
                "DEBIAN_FRONTEND=noninteractive",
                "apt-get",
                "-o",
                "DPkg::Lock::Timeout=120",
            ])
            .args(["-o", "Acquire::Retries=3"])
            .args(words);
        is_done(&mut command)
    };
    let install =
        |packages: &[&str]| apt(&[&["install", "--yes", "--no-install-recommends"], packages].concat());
    // What is known of the packages may be old, and one that cannot be had must not keep the others away.
    if install(packages) || (apt(&["update"]) && install(packages)) {
        return;
    }
    for package in packages {
        if !install(&[package]) {
            println!("apt-get could not install {package}: what needs it is skipped");
        }
    }
}

fn is_done(command: &mut Command) -> bool {
    let command = command.stdin(Stdio::null()).stdout(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

impl Requirement {
    fn is_there(&self) -> bool {
        match self {
            Package(path, _) if path.contains('*') => is_done(
                Command::new("sh")
                    .args(["-c", &format!("ls {path}")])
                    .stderr(Stdio::null()),
            ),
            // mkfs.* are in sbin, which a user's PATH may lack.
            Package(program, _) => {
                shell::found(program) || std::path::Path::new("/usr/sbin").join(program).is_file()
            }
            Target(target) => shell::has_target(target).unwrap_or(false),
            Toolchain(version) => {
                let mut cargo = Command::new("cargo");
                is_done(
                    cargo
                        .args([&format!("+{version}"), "--version"])
                        .stderr(Stdio::null()),
                )
            }
            Cargo(name) => shell::found(name),
        }
    }

    fn package(&self) -> Option<&'static str> {
        match self {
            Package(_, package) => Some(package),
            _ => None,
        }
    }
}

impl Display for Requirement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Package(_, package) => f.write_str(package),
            Target(target) => write!(f, "Rust's library for {target}"),
            Toolchain(version) => write!(f, "Rust {version}"),
            Cargo(name) => f.write_str(name),
        }
    }
}

fn is_root() -> bool {
    // SAFETY: geteuid takes nothing and cannot fail.
    unsafe { libc::geteuid() == 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_command_installs_all_that_is_missing() {
        let needs = [
            Package("sh", "dash"),
            Package("no-such-program", "one"),
            Target("no-such-target".to_owned()),
            Package("/no/such-*/file", "two"),
            Package("no-such-program", "one"),
            Cargo("cargo-no-such"),
        ];
        let missing = missing(&needs);
        assert_eq!(
            names(&missing),
            "one, Rust's library for no-such-target, two, cargo-no-such"
        );
        assert_eq!(
            command(&missing),
            "sudo apt-get install --yes one two && rustup target add no-such-target && cargo install --locked cargo-no-such"
        );
    }
}
