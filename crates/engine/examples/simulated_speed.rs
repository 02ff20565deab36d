//! How fast simulated flash drives are: page operations per second, a minute of a drive of 100,000 IOPS, memory of 64 GiB.
//!
//! `/usr/bin/time -v cargo run --release -p fiord-engine --example simulated_speed`; the most memory is that of the last drive.
#![allow(clippy::print_stdout, clippy::expect_used)]

use fiord_engine::sim::{Sender, SimDevice};
use fiord_job::plan::{FlashPlan, SimModel, SimPlan};
use fiord_stats::simulated::SimulatedDrive;
use fiord_workload::io::{Io, Op};
use fiord_workload::rng::{Rng, Stream, below};

/// A filled drive whose cells are as fast as SLC.
fn plan(size_bytes: u64, channels: u32, spare_ppm: u32) -> SimPlan {
    SimPlan {
        model: SimModel::Flash,
        size_bytes,
        write_cache_bytes: 16 << 20,
        flash: FlashPlan {
            program_ns: 200_000,
            channels,
            spare_ppm,
            fill_percent: 100,
            ..FlashPlan::default()
        },
        ..SimPlan::default()
    }
}

/// CPU time of this thread in seconds.
fn cpu_s() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Writes random pages of 4 KiB, one after the other; virtual seconds, and seconds of CPU time.
fn write(device: &mut SimDevice, pages: u64, count: u64, period_ns: u64) -> (f64, f64) {
    let mut rng = Rng::new(1, Stream::Offset);
    let begun = cpu_s();
    let mut now_ns = 0;
    for _ in 0..count {
        let io = Io {
            op: Op::Write,
            file: 0,
            offset: below(rng.next(), pages) * 4096,
            len: 4096,
        };
        let fate = device.arrive(now_ns, &io, Sender::default());
        now_ns = (now_ns + period_ns).max(fate.map_or(0, |fate| fate.done_ns));
    }
    (now_ns as f64 * 1e-9, cpu_s() - begun)
}

fn main() {
    let size = 1 << 30;
    let mut device = SimDevice::new(&plan(size, 1, 70_000));
    let pages = size / 4096;
    write(&mut device, pages, 2 * pages, 0);
    let (_, real) = write(&mut device, pages, 4 * pages, 0);
    let Some(SimulatedDrive::Flash(counters)) = device.counters() else {
        return;
    };
    let operations = counters.programmed_pages() as f64 * 4.0 / 6.0;
    println!(
        "1 GiB, {} planes, steady random writes with times: {:.1} M page operations per second ({:.2} programmed per page written)",
        counters.planes,
        operations / real / 1e6,
        counters.write_amplification().unwrap_or(1.0),
    );
    let mut device = SimDevice::new(&plan(16 << 30, 16, 500_000));
    let (virtual_s, real) = write(&mut device, 4 << 20, 6_000_000, 10_000);
    println!("16 GiB, 100,000 writes per second: {virtual_s:.1} s in {real:.2} s of CPU time");
    drop(device);
    let begun = cpu_s();
    let device = SimDevice::new(&plan(64 << 30, 16, 70_000));
    println!("64 GiB: filled in {:.2} s of CPU time", cpu_s() - begun);
    drop(device);
}
