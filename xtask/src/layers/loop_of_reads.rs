//! Reads one after the other: what lies between the driver's stamps and the server's.

use std::fs;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use fiord_host::Root;
use fiord_host::trace::{Event, EventKind, Instance, TraceTarget};
use fiord_testbed::{Timing, TruthDevice};

const READS: usize = 2000;
const BLOCK: usize = 4096;

/// When a read was at each place: what lies between two is one of [`STAGES`].
type ReadTimes = [u64; 6];
const STAGES: [&str; 5] = [
    "call → issue",
    "issue → server (loop's worker, FUSE, wake-up)",
    "server",
    "server → complete (FUSE, the answer's copy)",
    "complete → return (wake-up)",
];

/// Prints mean and median of each stage.
pub(super) fn put(_: &Path) -> Result<()> {
    let device = TruthDevice::new(64, Timing::us(500, 200, 8)).map_err(anyhow::Error::msg)?;
    let number = device.disk().number();
    let (major, minor) = number.split_once(':').context("a device number")?;
    let target = TraceTarget {
        kinds: EventKind::ALL.to_vec(),
        disks: vec![(major.parse()?, minor.parse()?)],
        file_systems: Vec::new(),
        buffer_kib: 8 << 10,
    };
    let mut instance = Instance::create(&Root::system(), &target).map_err(anyhow::Error::msg)?;
    let mut options = fs::OpenOptions::new();
    let disk = options
        .read(true)
        .custom_flags(libc::O_DIRECT)
        .open(device.disk().path())?;
    let mut memory = vec![0_u8; 2 * BLOCK];
    let from = memory.as_ptr().align_offset(BLOCK);
    let buffer = &mut memory[from..from + BLOCK];
    device.file().take_account();
    instance.switch(true)?;
    let zero = (Instant::now(), monotonic_ns()?);
    let ns = |at: Instant| zero.1 + at.saturating_duration_since(zero.0).as_nanos() as u64;
    let mut calls = Vec::new();
    for number in 0..READS {
        let begun = Instant::now();
        disk.read_exact_at(buffer, (number * BLOCK) as u64)?;
        calls.push((ns(begun), ns(Instant::now())));
    }
    instance.switch(false)?;
    let mut events = Vec::new();
    instance.drain(&mut events)?;
    let account = device.file().take_account().reads;
    ensure!(
        account.arrived.len() == READS,
        "the server counts {} of {READS} reads",
        account.arrived.len()
    );
    let of = |kind: EventKind| -> Vec<u64> {
        let mut times: Vec<u64> = events
            .iter()
            .filter(|event: &&Event| event.kind == kind)
            .map(|event| event.time_ns)
            .collect();
        times.sort_unstable();
        times
    };
    let (issued, completed) = (of(EventKind::Issue), of(EventKind::Complete));
    ensure!(
        issued.len() == READS && completed.len() == READS,
        "{} and {} events of {READS} reads",
        issued.len(),
        completed.len()
    );
    let passed: Vec<ReadTimes> = (0..READS)
        .map(|read| {
            let arrived = ns(account.arrived[read]);
            [
                calls[read].0,
                issued[read],
                arrived,
                arrived + account.latencies_ns[read],
                completed[read],
                calls[read].1,
            ]
        })
        .collect();
    put_stages(&passed);
    Ok(())
}

fn put_stages(passed: &[ReadTimes]) {
    for (stage, name) in STAGES.iter().enumerate() {
        let mut times: Vec<i64> = passed
            .iter()
            .map(|passed| passed[stage + 1] as i64 - passed[stage] as i64)
            .collect();
        times.sort_unstable();
        let mean = times.iter().sum::<i64>() as f64 / READS as f64 / 1e3;
        let at = |share: f64| times[((READS - 1) as f64 * share) as usize] as f64 / 1e3;
        println!(
            "   {name}: mean {mean:.1} us, p50 {:.1}, p99 {:.1}",
            at(0.5),
            at(0.99)
        );
    }
}

/// `CLOCK_MONOTONIC`, which is also that of [`Instant`].
fn monotonic_ns() -> Result<u64> {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the pointer is to a timespec of our own.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut time) };
    ensure!(failed == 0, "CLOCK_MONOTONIC");
    Ok(time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64)
}
