//! `cargo xtask vm`: checks on devices that this machine's kernel does not have, in Debian's kernel under QEMU.
//!
//! QEMU emulates the processor (TCG), so times in it mean nothing; functions do. The kernel package and what is made of it stay in
//! `target/vm`. Not part of CI: it loads a package of 70 MB.

mod image;
mod kernel;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use self::kernel::Kernel;
use crate::count::Tally;
use crate::{setup, shell};

/// The longest that the guest may take.
const PATIENCE: Duration = Duration::from_secs(900);

/// Two parts of the guest's memory that its kernel takes for persistent memory.
const PERSISTENT: &str = "memmap=128M!1024M memmap=128M!1280M";

/// What stands in the line of a check that could not run.
const SKIPPED: &str = " skipped: ";

/// What begins the line of a check.
const MARK: &str = "CHECK ";

pub(crate) fn run(args: &[String]) -> Result<()> {
    let count = check(args)?;
    count.skipped.iter().for_each(|line| println!("{line}"));
    println!("{count}");
    Ok(())
}

/// Boots the guest and counts its checks; an error where one failed.
pub(crate) fn check(args: &[String]) -> Result<Tally> {
    let missing = setup::missing(&setup::VM);
    if !missing.is_empty() {
        let reason = format!("not installed; {}", setup::command(&missing));
        return Ok(Tally::skip("vm", &reason));
    }
    let place = shell::target().join("vm");
    fs::create_dir_all(&place)?;
    let kernel = match kernel::find(&place)? {
        Ok(kernel) => kernel,
        Err(reason) => return Ok(Tally::skip("vm", &format!("no kernel package: {reason}"))),
    };
    let ours = shell::fiord(args)?;
    let begun = Instant::now();
    let initramfs = image::make(
        &place,
        &kernel,
        &ours,
        shell::value(args, "--only").unwrap_or_default(),
    )?;
    let disk = place.join("zns.img");
    let plain = place.join("plain.img");
    let protected = place.join("protected.img");
    let guarded = place.join("guarded.img");
    let sata = place.join("sata.img");
    for image in [&disk, &plain, &protected, &guarded, &sata] {
        fs::File::create(image)?.set_len(64 << 20)?;
    }
    println!("the image took {:.0} s", begun.elapsed().as_secs_f64());
    let begun = Instant::now();
    let checks = boot(&kernel, &initramfs, &[disk, plain, protected, guarded, sata])?;
    println!(
        "the guest took {:.0} s from power on to power off",
        begun.elapsed().as_secs_f64()
    );
    let failed: Vec<&str> = checks
        .iter()
        .filter(|check| !check.ends_with(" ok") && !check.contains(SKIPPED))
        .map(String::as_str)
        .collect();
    ensure!(
        !checks.is_empty(),
        "the guest printed no check; {} has its console",
        place.join("console.txt").display()
    );
    ensure!(
        checks.last().is_some_and(|check| check == "end ok"),
        "the guest did not come to its end; {} has its console",
        place.join("console.txt").display()
    );
    ensure!(
        failed.is_empty(),
        "failed in the guest:\n  {}",
        failed.join("\n  ")
    );
    let mut count = Tally::new("checks passed in the guest");
    for check in &checks {
        if check.contains(SKIPPED) {
            count.skipped.push(format!("SKIP vm: {check}"));
        } else {
            count.passed += 1;
        }
    }
    // The last line is the end, not a check.
    count.passed -= 1;
    Ok(count)
}

/// Boots the guest and prints its checks as they come; all of them.
fn boot(kernel: &Kernel, initramfs: &Path, disks: &[PathBuf; 5]) -> Result<Vec<String>> {
    let [disk, plain, protected, guarded, sata] = disks;
    let fifth = format!("id=sata,file={},format=raw,if=none", sata.display());
    let fourth = format!("id=guarded,file={},format=raw,if=none", guarded.display());
    let third = format!("id=protected,file={},format=raw,if=none", protected.display());
    let drive = format!("id=zns,file={},format=raw,if=none", disk.display());
    let second = format!(
        "id=plain,file={},format=raw,if=none,discard=unmap",
        plain.display()
    );
    let mut child = Command::new("qemu-system-x86_64")
        .args(["-accel", "tcg,thread=multi", "-smp", "2", "-m", "1500"])
        .args(["-nographic", "-no-reboot", "-nodefaults", "-serial", "stdio"])
        .arg("-kernel")
        .arg(&kernel.image)
        .arg("-initrd")
        .arg(initramfs)
        .args(["-append", &format!("console=ttyS0 quiet panic=-1 {PERSISTENT}")])
        .args(["-drive", &drive])
        .args(["-device", "nvme,id=ctrl,serial=zns"])
        .args([
            "-device",
            "nvme-ns,drive=zns,bus=ctrl,zoned=true,zoned.zone_size=4M,zoned.zone_capacity=3M,zoned.max_open=8,zoned.max_active=8",
        ])
        .args(["-drive", &second])
        .args(["-device", "nvme,id=second,serial=plain"])
        .args(["-device", "nvme-ns,drive=plain,bus=second"])
        .args(["-drive", &third])
        .args(["-device", "nvme,id=third,serial=protected"])
        .args(["-device", "nvme-ns,drive=protected,bus=third,ms=8,mset=0,pi=1"])
        .args(["-drive", &fourth])
        .args(["-device", "nvme,id=fourth,serial=guarded"])
        .args([
            "-device",
            "nvme-ns,drive=guarded,bus=fourth,ms=16,mset=0,pi=1,pif=2",
        ])
        .args(["-drive", &fifth])
        .args(["-device", "ahci,id=ahci"])
        .args(["-device", "ide-hd,drive=sata,bus=ahci.0,rotation_rate=1"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .context("qemu-system-x86_64 could not be started")?;
    let Some(output) = child.stdout.take() else {
        bail!("QEMU has no output");
    };
    let watched = child.id();
    let (done, wait) = std::sync::mpsc::channel::<()>();
    let watch = std::thread::spawn(move || {
        if wait.recv_timeout(PATIENCE).is_err() {
            // SAFETY: a signal to the process that this one started and has not waited for yet.
            unsafe { libc::kill(watched as libc::pid_t, libc::SIGKILL) };
        }
    });
    let mut console = String::new();
    let mut checks = Vec::new();
    for line in BufReader::new(output).split(b'\n') {
        let line = String::from_utf8_lossy(&line?).trim_end().to_owned();
        if let Some((_, check)) = line.split_once(MARK) {
            println!("{check}");
            checks.push(check.to_owned());
        }
        console.push_str(&line);
        console.push('\n');
    }
    let _ = done.send(());
    let _ = watch.join();
    child.wait()?;
    fs::write(initramfs.with_file_name("console.txt"), console)?;
    Ok(checks)
}
