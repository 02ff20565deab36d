//! How many I/Os per second the loop issues: `cargo run --release --example speed -- ENGINE IODEPTH SECONDS [FILE] [MODE] [DIRECT]`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use std::os::fd::OwnedFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU8;

use fiord_engine::live::LiveCell;
use fiord_engine::worker::{self, WorkerSetup, stop};
use fiord_engine::{Target, TargetKind, WorkerPlan};
use fiord_spec::plan::{AccessMode, EngineKind, JobPlan};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let arg = |index: usize| args.get(index).map(String::as_str);
    let mut job = JobPlan::new("speed");
    let kinds = [
        EngineKind::Sync,
        EngineKind::Psync,
        EngineKind::Vsync,
        EngineKind::Pvsync,
        EngineKind::Pvsync2,
        EngineKind::Mmap,
        EngineKind::Libaio,
        EngineKind::IoUring,
        EngineKind::Null,
    ];
    job.engine.kind = kinds
        .into_iter()
        .find(|kind| Some(kind.name()) == arg(1))
        .expect("an engine");
    job.depth.iodepth = arg(2).unwrap().parse().unwrap();
    job.access.mode = if arg(5) == Some("write") {
        AccessMode::Write
    } else {
        AccessMode::RandRead
    };
    job.access.norandommap = std::env::var("MAP").is_err();
    job.control.runtime_us = (arg(3).unwrap().parse::<f64>().unwrap() * 1e6) as u64;
    job.control.time_based = true;
    job.engine.fixedbufs = std::env::var("FIXED").is_ok();
    job.engine.registerfiles = std::env::var("FIXED").is_ok();
    let target = match arg(4).filter(|path| *path != "-") {
        Some(path) => {
            let direct = if arg(6) == Some("direct") {
                libc::O_DIRECT
            } else {
                0
            };
            let file = std::fs::OpenOptions::new()
                .read(true)
                .write(true)
                .custom_flags(direct)
                .open(path)
                .unwrap();
            use std::io::Seek;
            let size_bytes = (&file).seek(std::io::SeekFrom::End(0)).unwrap();
            let kind = if path.starts_with("/dev") {
                TargetKind::Block
            } else {
                TargetKind::File
            };
            (Some(OwnedFd::from(file)), size_bytes, kind)
        }
        None => (
            None,
            std::env::var("SIZE").map_or(4 << 30, |size| size.parse().unwrap()),
            TargetKind::None,
        ),
    };
    let plan = WorkerPlan {
        job: Arc::new(job),
        job_index: 0,
        clone: 0,
        number: 0,
        targets: vec![Target {
            path: PathBuf::from(arg(4).unwrap_or("nothing")),
            kind: target.2,
            fd: target.0,
            size_bytes: target.1,
            start_bytes: 0,
            region_bytes: target.1,
            align_bytes: 4096,
        }],
        io_limit_bytes: target.1,
        seed: 42,
    };
    let (flag, live) = (AtomicU8::new(stop::RUN), LiveCell::default());
    let outcome = worker::run(WorkerSetup {
        plan: &plan,
        start: &mut || true,
        stop: &flag,
        live: &live,
    });
    let stats = &outcome.stats;
    let ios: u64 = stats.ddirs.iter().map(|ddir| ddir.ios).sum();
    println!(
        "{:.0} k IOPS, {:.2} ns per I/O, cpu {:.1} ns, lat mean {:.1} slat {:.1} clat {:.1}, calls {}/{} {:?}",
        ios as f64 / stats.runtime_ns as f64 * 1e6,
        stats.runtime_ns as f64 / ios as f64,
        (stats.cpu.user_us + stats.cpu.system_us) as f64 * 1e3 / ios as f64,
        stats.ddirs[0].lat.moments.mean() + stats.ddirs[1].lat.moments.mean(),
        stats.ddirs[0].slat.moments.mean() + stats.ddirs[1].slat.moments.mean(),
        stats.ddirs[0].clat.moments.mean() + stats.ddirs[1].clat.moments.mean(),
        stats.submit_calls,
        stats.complete_calls,
        outcome.error,
    );
}
