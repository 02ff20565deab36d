//! Rated jobs by real engines, in place and queued, on a device that cannot keep the rate: the backlog grows, the response (from the
//! intended start) is far longer than the service, and the run says that it is saturated. A rate that is kept has neither.
//!
//! The bounds are lower bounds of what must wait; a machine that stalls makes waits longer, never shorter.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use crate::common;
use crate::snapshot::assert_screen_without_figures;

use common::{Bed, Throttle, ThrottleLimit, document, finding, findings, number, skip};
use serde_json::Value;
use std::process::{Command, Stdio};

/// I/Os per second that the device lets through, and that are asked for.
const LIMIT: u64 = 200;
const OFFERED: f64 = 1_000.0;

const ENGINES: [(&str, u32); 4] = [("psync", 1), ("mmap", 1), ("libaio", 4), ("io_uring", 4)];

fn job(engine: &str, depth: u32, rate: f64, seconds: u32) -> String {
    // A mapping is read through the page cache.
    let direct = u32::from(engine != "mmap");
    format!(
        "--name=r --filename=data --size=16m --rw=randread --bs=4k --direct={direct} --invalidate=1 --norandommap=1 \
         --ioengine={engine} --iodepth={depth} --rate_iops={rate} --runtime={seconds} --time_based"
    )
}

#[test]
fn a_rate_above_the_device_is_a_growing_backlog_on_every_engine() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let limit = match Throttle::new(&bed.zram.number(), &[ThrottleLimit::Reads(LIMIT)]) {
        Ok(limit) => limit,
        Err(reason) => return skip("blkio", &reason),
    };
    bed.file("data", 16);
    // All at once: together they have what the device lets through, so each has less.
    let running = ENGINES.map(|(engine, depth)| {
        let script = format!(
            "echo $$ > {} && exec {} run --json {}",
            limit.procs().display(),
            env!("CARGO_BIN_EXE_fiord"),
            job(engine, depth, OFFERED, 4)
        );
        let child = Command::new("sh")
            .args(["-c", &script])
            .current_dir(bed.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        (engine, child)
    });
    for (engine, child) in running {
        let output = child.wait_with_output().unwrap();
        let document: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{engine}: {error}: {}", String::from_utf8_lossy(&output.stderr)));
        let read = &document["jobs"][0]["result"]["read"];
        let ios = read["ios"].as_f64().unwrap();
        assert_eq!(read["response"]["count"].as_f64().unwrap(), ios, "{engine}");
        let service = read["lat"]["mean_ns"]
            .as_f64()
            .or_else(|| read["clat"]["mean_ns"].as_f64())
            .unwrap();
        let response = read["response"]["mean_ns"].as_f64().unwrap();
        let behind = read["backlog_end_ns"].as_f64().unwrap();
        println!(
            "{engine}: {ios} I/Os, service {:.1} ms, response {:.1} ms, {:.0} ms behind",
            service / 1e6,
            response / 1e6,
            behind / 1e6
        );
        // What the schedule asked for and was not started is the backlog, and half of it the mean wait. Four seconds: with the 40
        // I/Os of two, one stall of the machine lasts longer than the backlog grows.
        let runtime = read["runtime_ns"].as_f64().unwrap();
        let missing = runtime - ios / OFFERED * 1e9;
        assert!(missing > 0.5e9, "{engine}: {ios} I/Os in {runtime} ns");
        assert!(
            behind > 0.8 * missing && read["backlog_max_ns"].as_f64().unwrap() >= behind,
            "{engine}: {behind} of {missing}"
        );
        assert_waits(engine, read, (response, service), missing);
        assert_eq!(
            document["jobs"][0]["rated"]["read"]["saturated"], true,
            "{engine}"
        );
        let late = finding(&document, "late-generator");
        assert_eq!(late["severity"], "wrong", "{engine}: {late}");
        assert_screen_without_figures!("late_generator", late["saw"].as_str().unwrap());
        assert!(number(late, "reached_iops") < 0.7 * OFFERED, "{engine}: {late}");
    }
}

/// The four share the limit as they can: one that began alone has most of its I/Os behind it when the others come. But nobody's I/O number n
/// is let through before n / LIMIT, and the last one has waited for about all that is missing.
fn assert_waits(engine: &str, read: &Value, (response, service): (f64, f64), missing: f64) {
    let ios = read["ios"].as_f64().unwrap();
    let least_wait = ios / 2.0 * (1.0 / LIMIT as f64 - 1.0 / OFFERED) * 1e9;
    let longest = read["response"]["max_ns"].as_f64().unwrap();
    assert!(
        response > 0.9 * least_wait && response > 3.0 * service && longest > 0.8 * missing,
        "{engine}: {response} {service} {longest} {missing}"
    );
}

#[test]
fn a_rate_that_is_kept_is_not_called_late() {
    let Some(bed) = Bed::or_skip(64) else { return };
    bed.file("data", 16);
    for (engine, depth) in ENGINES {
        let words = job(engine, depth, 50.0, 1);
        // A stall of the machine looks like a backlog, and is one; then it says nothing about the engine.
        let kept = (0..5).any(|_| {
            let document = document(bed.path(), &words.split_whitespace().collect::<Vec<_>>());
            let read = &document["jobs"][0]["result"]["read"];
            assert_eq!(read["response"]["count"], read["ios"], "{engine}");
            let late = findings(&document, "late-generator");
            let stalled = read["backlog_max_ns"].as_f64().unwrap() > 0.0;
            assert!(late.is_empty() || stalled, "{engine}: {late:?}");
            late.is_empty() && document["jobs"][0]["rated"]["read"]["saturated"] == false
        });
        assert!(kept, "{engine}: late five times");
    }
}
