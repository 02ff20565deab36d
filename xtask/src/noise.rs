//! `cargo xtask noise`: what `run --vs` says beside a neighbour that reads from the same disk, on and off.
//!
//! Equal jobs have the ratio 1: how often does the interval contain it, how often is a difference claimed? Jobs of which one has larger
//! reads: how often is the other one called slower? Figures for docs/statistics.md; never a test, since they depend on the disk.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::shell;

/// Seconds of each job in one comparison, and bytes of each file.
const SECONDS: u32 = 10;
const SIZE: &str = "512m";
/// The neighbour changes its state after one to so many seconds.
const MOST_S: u64 = 7;

const SAME: &str = "--bs=4k";
/// One read in 20 is larger, so that fewer fit into the time; by how much depends on the disk.
const SLOWER: &str = "--bssplit=4k/95:128k/5";

/// What one comparison said.
struct Said {
    ratio: f64,
    interval: Option<(f64, f64)>,
    verdict: String,
    seconds: f64,
}

pub(crate) fn run(args: &[String]) -> Result<()> {
    let ours = shell::fiord(args)?;
    let pairs: usize = shell::value(args, "--pairs").map_or(Ok(20), str::parse)?;
    let folder = tempfile::Builder::new()
        .prefix("noise")
        .tempdir_in(shell::target())?;
    for file in ["ours", "theirs"] {
        let made = Command::new(&ours)
            .args(["prepare", file, "--size", SIZE])
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        if !made.success() {
            bail!("{file}: the file could not be made");
        }
    }
    let is_over = AtomicBool::new(false);
    let (equal, slower) = thread::scope(|scope| {
        scope.spawn(|| neighbour(&ours, folder.path(), &is_over));
        let compared = |other| -> Result<Vec<Said>> {
            (0..pairs).map(|_| compare(&ours, folder.path(), other)).collect()
        };
        let both = compared(SAME).and_then(|equal| Ok((equal, compared(SLOWER)?)));
        is_over.store(true, Ordering::Relaxed);
        both
    })?;
    print("equal jobs", &equal, Some(1.0));
    print(
        "the other job with larger reads (slower on an idle disk)",
        &slower,
        None,
    );
    Ok(())
}

/// Reads with a depth that is drawn for a time that is drawn, rests for a time that is drawn, and again.
fn neighbour(ours: &Path, folder: &Path, is_over: &AtomicBool) {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut draw = |most: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        1 + (state >> 33) % most
    };
    let mut child: Option<Child> = None;
    while !is_over.load(Ordering::Relaxed) {
        child = match child.take() {
            Some(mut child) => {
                let _ = child.kill();
                let _ = child.wait();
                None
            }
            None => Command::new(ours)
                .args("--name=n --filename=theirs --rw=randread --bs=16k --direct=1 --ioengine=libaio --runtime=600 --time_based".split(' '))
                .args([format!("--size={SIZE}"), format!("--iodepth={}", draw(4))])
                .current_dir(folder)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .spawn()
                .ok(),
        };
        let until = Instant::now() + Duration::from_secs(draw(MOST_S));
        while Instant::now() < until && !is_over.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(50));
        }
    }
    if let Some(mut child) = child {
        let _ = child.kill();
        let _ = child.wait();
    }
}

fn compare(ours: &Path, folder: &Path, other: &str) -> Result<Said> {
    let job = |blocks: &str| {
        format!(
            "--name=r --filename=ours --rw=randread {blocks} --size={SIZE} --direct=1 --runtime={SECONDS} --time_based"
        )
    };
    let started = Instant::now();
    let output = Command::new(ours)
        .args(["run", "--json", "--no-store", "--vs", &job(other)])
        .args(job(SAME).split(' '))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()?;
    let document: Value = serde_json::from_slice(&output.stdout)
        .with_context(|| String::from_utf8_lossy(&output.stderr).into_owned())?;
    let cells = document["cells"].as_array().context("no cells")?;
    let is_rate = |cell: &&Value| matches!(cell["metric"].as_str(), Some("iops" | "bandwidth"));
    let pair = &cells.iter().find(is_rate).context("no rate was compared")?["pairs"][0];
    let bound = |name: &str| pair["interval"][name].as_f64();
    Ok(Said {
        ratio: pair["ratio"].as_f64().context("no ratio")?,
        interval: bound("low").zip(bound("high")),
        verdict: pair["verdict"].as_str().unwrap_or_default().to_owned(),
        seconds: started.elapsed().as_secs_f64(),
    })
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The true ratio, where it is known.
fn print(title: &str, said: &[Said], truth: Option<f64>) {
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
    if let Some(truth) = truth {
        let covers = count(&|one| {
            one.interval
                .is_none_or(|(low, high)| (low..=high).contains(&truth))
        });
        println!("  the interval contains {truth}: {covers}");
    }
    for verdict in [
        "faster",
        "slightly-faster",
        "equivalent",
        "slightly-slower",
        "slower",
        "inconclusive",
    ] {
        let found = count(&|one| one.verdict == verdict);
        if found > 0 {
            println!("  {verdict}: {found}");
        }
    }
}
