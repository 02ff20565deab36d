//! `cargo xtask testbed`: how late the device and the wire of known truth are, and what 50 devices leave behind.

use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::ops::RangeInclusive;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use fiord_testbed::{Timing, TruthDevice, Wire, run as run_program};

/// Above this load the machine is not quiet, and its lateness would be measured.
const QUIET: f64 = 2.0;
/// How far the server's median may lie from what it was set to.
const LATE_NS: u64 = 60_000;
const READS: u64 = 1000;
/// How much longer than the wire the least round trip of the kernel may be.
const WIRE_LATE_NS: RangeInclusive<f64> = 10e3..=100e3;
const TRIPS: usize = 100;
const CYCLES: usize = 50;
const BLOCK: u64 = 4096;

pub(crate) fn run(args: &[String]) -> Result<()> {
    ensure!(args.is_empty(), "testbed: expected no arguments");
    let load = load()?;
    for set_us in [200, 500, 2000] {
        let late = lateness(set_us)?;
        println!(
            "{READS} reads at {set_us} us: the server's median is {:.1} us late",
            late as f64 / 1e3
        );
        if load >= QUIET {
            println!("SKIP quiet: load {load}, so that is not judged");
        } else {
            ensure!(
                late < LATE_NS,
                "{set_us} us: {late} ns late, at most {LATE_NS} are allowed"
            );
        }
    }
    for one_way_us in [0, 100, 500, 2000] {
        let late = wire_lateness(Duration::from_micros(one_way_us))?;
        println!(
            "{TRIPS} connections over {one_way_us} us: the least round trip of TCP_INFO is {:.1} us late",
            late / 1e3
        );
        ensure!(
            load >= QUIET || WIRE_LATE_NS.contains(&late),
            "{one_way_us} us: {late} ns late, {WIRE_LATE_NS:?} are allowed"
        );
    }
    let before = traces()?;
    for cycle in 0..CYCLES {
        let device = TruthDevice::new(4, Timing::us(100, 100, 1)).map_err(anyhow::Error::msg)?;
        // Every second one goes as in a test that fails.
        let _ = catch_unwind(AssertUnwindSafe(move || {
            let _device = device;
            if cycle % 2 == 1 {
                std::panic::resume_unwind(Box::new("as a test that fails"));
            }
        }));
    }
    let after = traces()?;
    ensure!(
        before == after,
        "{CYCLES} devices left something: {before:?} before, {after:?} after"
    );
    println!("{CYCLES} devices left no mount, no loop device and no thread");
    Ok(())
}

/// How late the server's median is, of reads one after the other.
fn lateness(set_us: u64) -> Result<u64> {
    let device = TruthDevice::new(8, Timing::us(set_us, set_us, 8)).map_err(anyhow::Error::msg)?;
    let mut options = fs::OpenOptions::new();
    let disk = options
        .read(true)
        .custom_flags(libc::O_DIRECT)
        .open(device.disk().path())?;
    let mut memory = vec![0_u8; 2 * BLOCK as usize];
    let from = memory.as_ptr().align_offset(BLOCK as usize);
    device.file().take_account();
    for number in 0..READS {
        disk.read_exact_at(&mut memory[from..from + BLOCK as usize], number * BLOCK)?;
    }
    let account = device.file().take_account();
    ensure!(
        account.reads.count() == READS,
        "{} reads were served",
        account.reads.count()
    );
    let median = account.reads.percentile_ns(50.0);
    match median.checked_sub(set_us * 1000) {
        Some(late) => Ok(late),
        None => bail!("a median of {median} ns is earlier than {set_us} us"),
    }
}

/// How much longer than a wire the least round trip is that the kernel saw.
fn wire_lateness(one_way: Duration) -> Result<f64> {
    let wire = Wire::new(one_way).map_err(anyhow::Error::msg)?;
    let listener = wire.far(|| TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0)))?;
    let address = (Wire::FAR, listener.local_addr()?.port()).into();
    // The kernel accepts so few without being asked to.
    let trips = wire.near(|| fiord_ladder::connects(address, TRIPS, Duration::from_secs(5)))?;
    let least = trips.kernel_ns.context("no TCP_INFO")?;
    Ok(least - 2.0 * one_way.as_nanos() as f64)
}

/// Mounts, loop devices and threads of the test bed.
fn traces() -> Result<[Vec<String>; 3]> {
    let mounts = fs::read_to_string("/proc/self/mountinfo")?;
    let mounts = mounts.lines().filter(|line| line.contains("fiord-truth"));
    let loops = run_program("losetup", &["--list", "--noheadings", "--output", "BACK-FILE"]);
    let loops = loops.map_err(anyhow::Error::msg)?;
    // Other devices of this machine come and go; these are ours by the name of the folder.
    let loops = loops
        .lines()
        .filter(|line| line.contains("fiord-test-") && line.ends_with("/dev"));
    let mut threads = Vec::new();
    for task in fs::read_dir("/proc/self/task")? {
        let name = fs::read_to_string(task?.path().join("comm")).unwrap_or_default();
        if name.starts_with("fuser") || name.starts_with("truth") {
            threads.push(name);
        }
    }
    let own = |lines: Vec<&str>| lines.into_iter().map(str::to_owned).collect();
    Ok([own(mounts.collect()), own(loops.collect()), threads])
}

fn load() -> Result<f64> {
    let text = fs::read_to_string("/proc/loadavg")?;
    let first = text.split_whitespace().next().context("loadavg")?;
    Ok(first.parse()?)
}
