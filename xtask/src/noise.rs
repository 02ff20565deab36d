//! `cargo xtask noise`: what `run --vs` says beside a real neighbour, a second fio that reads from the same device, on and off.
//!
//! The device answers one request at a time, after a time that does not depend on its size. So jobs that differ in block size differ in
//! bandwidth by exactly that, whatever share the neighbour takes: the truth is known. Figures for docs/statistics.md; never a test, since the
//! width of the intervals depends on the load of the machine.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use fiord_testbed::{Timing, TruthDevice};
use serde_json::Value;

use crate::shell;

/// Seconds of each job in one comparison, and MiB of the device.
const SECONDS: u32 = 10;
const MIB: u64 = 256;
/// Time of a request in microseconds: 2,000 requests per second in all.
const REQUEST_US: u64 = 500;
/// Requests that each job has in flight.
const DEPTH: u64 = 4;
/// Requests that the neighbour has in flight: a third to two thirds of the device.
const NEIGHBOUR: std::ops::RangeInclusive<u64> = 2..=9;
/// The neighbour changes its state after one to so many seconds.
const MOST_S: u64 = 7;

/// Block sizes of the first job, and of one that moves a tenth less.
const KIB: u32 = 80;
const TENTH_LESS_KIB: u32 = 72;

/// What one comparison said.
struct Said {
    ratio: f64,
    interval: Option<(f64, f64)>,
    verdict: String,
    seconds: f64,
}

pub(crate) fn run(args: &[String]) -> Result<()> {
    let ours = shell::fiord(args)?;
    let comparisons: usize = shell::value(args, "--comparisons").map_or(Ok(20), str::parse)?;
    let sweeps: usize = shell::value(args, "--sweeps").map_or(Ok(0), str::parse)?;
    let device = TruthDevice::new(MIB, Timing::us(REQUEST_US, REQUEST_US, 1)).map_err(|why| anyhow!(why))?;
    let disk = device.disk().path();
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| neighbour(disk, &is_over));
        let kinds = [
            ("equal jobs", KIB),
            ("the other job moves 10 % less", TENTH_LESS_KIB),
        ];
        let compared = kinds.into_iter().try_for_each(|(title, kib)| {
            let said = (0..comparisons).map(|at| {
                let said = compare(&ours, disk, kib)?;
                eprintln!("{title}, {}: {:.3} {}", at + 1, said.ratio, said.verdict);
                Ok(said)
            });
            print(
                title,
                &said.collect::<Result<Vec<_>>>()?,
                f64::from(kib) / f64::from(KIB),
            );
            Ok(())
        });
        let sweeps = ["random", "in-turns"].into_iter().try_for_each(|order| {
            let said = (0..sweeps).map(|_| sweep(&ours, disk, order));
            let said = said.collect::<Result<Vec<_>>>()?;
            let title = format!("sweeps, order {order}");
            print(&title, &said, f64::from(KIB) / f64::from(TENTH_LESS_KIB));
            Ok(())
        });
        is_over.store(true, Ordering::Relaxed);
        compared.and(sweeps)
    })
}

/// Reads with a depth that is drawn for a time that is drawn, rests for a time that is drawn, and again.
fn neighbour(disk: &Path, is_over: &AtomicBool) {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut draw = |range: std::ops::RangeInclusive<u64>| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        range.start() + (state >> 33) % (range.end() - range.start() + 1)
    };
    let mut child: Option<Child> = None;
    while !is_over.load(Ordering::Relaxed) {
        child = match child.take() {
            Some(child) => {
                end(child);
                None
            }
            None => Command::new("fio")
                .args(
                    "--name=n --thread --rw=randread --bs=4k --direct=1 --ioengine=libaio --runtime=600 --time_based"
                        .split(' '),
                )
                .arg(format!("--filename={}", disk.display()))
                .arg(format!("--iodepth={}", draw(NEIGHBOUR)))
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .spawn()
                .ok(),
        };
        let until = Instant::now() + Duration::from_secs(draw(1..=MOST_S));
        while Instant::now() < until && !is_over.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(50));
        }
    }
    child.into_iter().for_each(end);
}

/// Its workers are threads, so that none is left.
fn end(mut child: Child) {
    let _ = child.kill();
    let _ = child.wait();
}

fn compare(ours: &Path, disk: &Path, other_kib: u32) -> Result<Said> {
    let job = |kib: u32| {
        format!(
            "--name=r --filename={} --rw=randread --bs={kib}k --direct=1 --ioengine=libaio --iodepth={DEPTH} --runtime={SECONDS} --time_based",
            disk.display()
        )
    };
    let started = Instant::now();
    let output = Command::new(ours)
        .args(["run", "--json", "--no-store", "--vs", &job(other_kib)])
        .args(job(KIB).split(' '))
        .stdin(Stdio::null())
        .output()?;
    let document: Value = serde_json::from_slice(&output.stdout)
        .with_context(|| String::from_utf8_lossy(&output.stderr).into_owned())?;
    let cells = document["cells"].as_array().context("no cells")?;
    let is_rate = |cell: &&Value| cell["metric"] == "bandwidth";
    let pair = &cells
        .iter()
        .find(is_rate)
        .with_context(|| format!("no bandwidth: {document}"))?["pairs"][0];
    let bound = |name: &str| pair["interval"][name].as_f64();
    Ok(Said {
        ratio: pair["ratio"]
            .as_f64()
            .with_context(|| format!("no ratio: {document}"))?,
        interval: bound("low").zip(bound("high")),
        verdict: pair["verdict"].as_str().unwrap_or_default().to_owned(),
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// Both block sizes as cells of a sweep, which compares the larger with the smaller.
fn sweep(ours: &Path, disk: &Path, order: &str) -> Result<Said> {
    let started = Instant::now();
    let output = Command::new(ours)
        .args(["sweep", "--json", "--no-store", "--blocks=6"])
        .args((order == "in-turns").then_some("--in-turns"))
        .arg(disk)
        .arg(format!("--bs={TENTH_LESS_KIB}k,{KIB}k"))
        .arg(format!("--depth={DEPTH}"))
        .args([format!("--size={MIB}m"), format!("--runtime={}s", SECONDS / 5)])
        .stdin(Stdio::null())
        .output()?;
    let document: Value = serde_json::from_slice(&output.stdout)
        .with_context(|| String::from_utf8_lossy(&output.stderr).into_owned())?;
    let findings = document["findings"].as_array().context("no findings")?;
    let is_ratio = |finding: &&Value| finding["claim"]["kind"] == "ratio";
    let claim = &findings.iter().find(is_ratio).context("no ratio")?["claim"];
    let bound = |name: &str| claim["ratio"][name].as_f64();
    Ok(Said {
        ratio: bound("value").context("no ratio")?,
        interval: bound("low").zip(bound("high")),
        verdict: claim["outcome"].as_str().unwrap_or_default().to_owned(),
        seconds: started.elapsed().as_secs_f64(),
    })
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn print(title: &str, said: &[Said], truth: f64) {
    if said.is_empty() {
        return;
    }
    let count = |is: &dyn Fn(&Said) -> bool| said.iter().filter(|one| is(one)).count();
    let of = |value: &dyn Fn(&Said) -> f64| median(said.iter().map(value).collect());
    println!(
        "{title}: {} comparisons of {:.1} s (median)",
        said.len(),
        of(&|one| one.seconds)
    );
    println!("  ratio, median: {:.3}", of(&|one| one.ratio));
    println!(
        "  half width of the interval, median: {:.1} %",
        of(&|one| one
            .interval
            .map_or(f64::INFINITY, |(low, high)| (high - low) / 2.0 * 100.0))
    );
    let covers = count(&|one| {
        one.interval
            .is_none_or(|(low, high)| (low..=high).contains(&truth))
    });
    println!("  the interval contains {truth}: {covers}");
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    said.iter()
        .for_each(|one| *verdicts.entry(&one.verdict).or_default() += 1);
    for (verdict, found) in verdicts {
        println!("  {verdict}: {found}");
    }
}
