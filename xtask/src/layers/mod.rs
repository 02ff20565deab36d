//! `cargo xtask layers`: the figures of `fiord run --layers` on the device of known truth and on the disk.

mod loop_of_reads;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use fiord_testbed::{
    Attribute, Mounted, Throttle, ThrottleLimit, Timing, TruthDevice, disk_folder, run as run_program,
};
use serde_json::Value;

use crate::shell;

const POINTS: [&str; 9] = [
    "submit", "fs", "queue", "request", "insert", "issue", "complete", "done", "reap",
];
/// Prints the figures of one point.
type FigureStep = fn(&Path) -> Result<()>;

/// IOPS at which nothing may be lost.
const RATE: f64 = 40_000.0;

/// Reads of a run that was traced.
struct Split {
    document: Value,
}

impl Split {
    fn layers(&self) -> &Value {
        &self.document["record"]["evidence"]["layers"]
    }

    fn reads(&self) -> &Value {
        let all = self.layers()["split"].as_array().into_iter().flatten();
        all.into_iter()
            .find(|split| split["ddir"] == 0)
            .unwrap_or(&Value::Null)
    }

    fn count(&self, name: &str) -> f64 {
        self.reads()[name].as_f64().unwrap_or(f64::NAN)
    }

    /// The part of the mean latency between two points, in microseconds.
    fn us(&self, from: &str, to: &str) -> f64 {
        let place = |name: &Value| POINTS.iter().position(|point| name == point);
        let (from, to) = (place(&from.into()), place(&to.into()));
        let stages = self.reads()["stages"].as_array().into_iter().flatten();
        let within = stages.filter(|stage| place(&stage["from"]) >= from && place(&stage["to"]) <= to);
        let sum: f64 = within.filter_map(|stage| stage["times"]["sum_ns"].as_f64()).sum();
        sum / self.count("joined") / 1e3
    }

    fn mean_us(&self) -> f64 {
        let lat = &self.reads()["lat"];
        lat["sum_ns"].as_f64().unwrap_or(f64::NAN) / lat["count"].as_f64().unwrap_or(f64::NAN) / 1e3
    }

    /// The median of a stage that ends at a point, in microseconds; unknown in documents of older versions.
    fn p50_us(&self, to: &str) -> f64 {
        let directions = self.document["layers"]["directions"].as_array();
        let reads = directions.into_iter().flatten().next();
        let stages = reads
            .and_then(|reads| reads["stages"].as_array())
            .into_iter()
            .flatten();
        let mut stages =
            stages.filter(|stage| stage["stage"].as_str().is_some_and(|name| name.ends_with(to)));
        let ns = stages.next().and_then(|stage| stage["p50_ns"].as_f64());
        ns.unwrap_or(f64::NAN) / 1e3
    }

    /// What the judgements found, a line each.
    fn say_found(&self) {
        let findings = self.document["findings"].as_array().into_iter().flatten();
        for finding in findings.filter(|finding| finding["rule"] == "layer" || finding["rule"] == "throttle")
        {
            println!(
                "   finding {}: {}",
                finding["rule"].as_str().unwrap_or_default(),
                finding["saw"].as_str().unwrap_or_default()
            );
        }
        for why in self.layers()["refused"].as_array().into_iter().flatten() {
            println!("   refused: {why}");
        }
        if let Some(why) = self.layers()["unavailable"].as_str() {
            println!("   unavailable: {why}");
        }
    }

    fn iops(&self) -> f64 {
        let read = &self.document["jobs"][0]["result"]["read"];
        read["iops"].as_f64().unwrap_or(f64::NAN)
    }
}

/// Runs a job, in a group of processes where one is given.
fn traced(ours: &Path, target: &Path, words: &str, group: Option<&Throttle>) -> Result<Split> {
    let mut command = match group {
        Some(group) => {
            let mut shell = Command::new("sh");
            let script = format!("echo $$ > {} && exec \"$0\" \"$@\"", group.procs().display());
            shell.arg("-c").arg(script).arg(ours);
            shell
        }
        None => Command::new(ours),
    };
    command
        .args([
            "run",
            "--json",
            "--no-store",
            "--name=r",
            "--rw=randread",
            "--bs=4k",
            "--direct=1",
        ])
        .args(words.split_whitespace())
        .arg(format!("--filename={}", target.display()));
    let output = command.stdin(Stdio::null()).output().context("fiord")?;
    let document = serde_json::from_slice(&output.stdout)
        .with_context(|| String::from_utf8_lossy(&output.stderr).into_owned())?;
    Ok(Split { document })
}

fn truth(timing: Timing) -> Result<TruthDevice> {
    TruthDevice::new(64, timing).map_err(anyhow::Error::msg)
}

pub(crate) fn run(args: &[String]) -> Result<()> {
    let ours = shell::fiord(args)?;
    say_machine(&ours)?;
    let only = shell::value(args, "--only").unwrap_or("");
    let steps: [(&str, FigureStep); 7] = [
        ("1 depth one", depth_one),
        ("1 both ends", loop_of_reads::put),
        ("2 scheduler and tags", queues),
        ("3 a limit", limit),
        ("4 a small buffer", small_buffer),
        ("5 a file", file),
        ("6 cost on the disk", cost),
    ];
    for (name, step) in steps.into_iter().filter(|(name, _)| name.contains(only)) {
        println!("{name}");
        let before = processor_ticks()?;
        step(&ours).with_context(|| name.to_owned())?;
        let (all, stolen) = processor_ticks()?;
        println!(
            "   the hypervisor took {:.1} % of the processors meanwhile",
            percent((stolen - before.1) as f64, (all - before.0).max(1) as f64)
        );
    }
    say_load()
}

/// All processor time so far, and what the hypervisor gave to others (`/proc/stat`).
fn processor_ticks() -> Result<(u64, u64)> {
    let text = std::fs::read_to_string("/proc/stat")?;
    let first = text.lines().next().unwrap_or_default();
    let ticks: Vec<u64> = first.split_whitespace().skip(1).flat_map(str::parse).collect();
    Ok((ticks.iter().take(8).sum(), ticks.get(7).copied().unwrap_or(0)))
}

fn say_machine(ours: &Path) -> Result<()> {
    let date = run_program("date", &["-u", "+%F %T UTC"]).map_err(anyhow::Error::msg)?;
    let kernel = run_program("uname", &["-r"]).map_err(anyhow::Error::msg)?;
    println!("{}, Linux {}, {}", date.trim(), kernel.trim(), ours.display());
    say_load()
}

fn say_load() -> Result<()> {
    let load = std::fs::read_to_string("/proc/loadavg")?;
    println!("load {}", load.trim());
    Ok(())
}

fn depth_one(ours: &Path) -> Result<()> {
    let device = truth(Timing::us(500, 200, 8))?;
    let mut served = Vec::new();
    for ios in [1000, 4000] {
        device.file().take_account();
        let words = format!("--layers=all --ioengine=psync --number_ios={ios}");
        let split = traced(ours, device.disk().path(), &words, None)?;
        let account = device.file().take_account().reads;
        served.push(account.count());
        if ios < 4000 {
            continue;
        }
        let device = &split.layers()["devices"][0];
        println!(
            "   job {ios}, joined {}, requests {}, ours {}, server {} more than for 3,000 fewer (3,000 are right)",
            split.count("joined"),
            device["requests"],
            device["ours"],
            served[1] - served[0]
        );
        println!(
            "   lost events {}; mean {:.1} us; issue→complete {:.1}, server {:.1} us (p50 {:.1}): {:+.1} us",
            split.layers()["counts"]["lost_events"],
            split.mean_us(),
            split.us("issue", "complete"),
            account.mean_ns() / 1e3,
            account.percentile_ns(50.0) as f64 / 1e3,
            split.us("issue", "complete") - account.mean_ns() / 1e3
        );
        println!(
            "   queue→issue mean {:.2} us; p50 of its stages {:.2} and {:.2} us",
            split.us("queue", "issue"),
            split.p50_us("→request"),
            split.p50_us("→issue")
        );
        split.say_found();
    }
    Ok(())
}

fn queues(ours: &Path) -> Result<()> {
    let device = truth(Timing::us(500, 200, 8))?;
    let set = |name: &str, value: &str| {
        Attribute::set(device.disk().queue(name), value).map_err(anyhow::Error::msg)
    };
    let _scheduler = set("scheduler", "mq-deadline")?;
    for (depth, tags) in [(32, None), (32, Some("4")), (256, None)] {
        let _tags = tags.map(|tags| set("nr_requests", tags)).transpose()?;
        let words = format!("--layers=all --ioengine=io_uring --iodepth={depth} --number_ios=20000");
        let split = traced(ours, device.disk().path(), &words, None)?;
        let whole = split.us("queue", "complete");
        println!(
            "   depth {depth}, mq-deadline, nr_requests {}: queue→complete {whole:.0} us; tag {:.1} %, plug {:.1} %, scheduler {:.1} %, driver and device {:.1} %; of the wait {:.1} % for a tag",
            tags.unwrap_or("as it is"),
            percent(split.us("queue", "request"), whole),
            percent(split.us("request", "insert"), whole),
            percent(split.us("insert", "issue"), whole),
            percent(split.us("issue", "complete"), whole),
            percent(split.us("queue", "request"), split.us("queue", "issue"))
        );
        split.say_found();
    }
    Ok(())
}

fn limit(ours: &Path) -> Result<()> {
    for us in [500, 100] {
        let device = truth(Timing::us(us, us, 8))?;
        let mounted = Mounted::quiet_ext4(&device.disk().device).map_err(anyhow::Error::msg)?;
        let file = mounted.path().join("f");
        // Laid out before the limit.
        let layout = "--size=8m --ioengine=psync --number_ios=1";
        traced(ours, &file, layout, None)?;
        let limits = [ThrottleLimit::Reads(200)];
        let limit = Throttle::new(&device.disk().number(), &limits).map_err(anyhow::Error::msg)?;
        let words = "--layers=all --size=8m --ioengine=psync --number_ios=1500";
        put_limited("file", us, &traced(ours, &file, words, Some(&limit))?);
        drop(mounted);
        let words = "--layers=all --ioengine=psync --number_ios=1500";
        put_limited(
            "device",
            us,
            &traced(ours, device.disk().path(), words, Some(&limit))?,
        );
    }
    Ok(())
}

fn put_limited(what: &str, us: u64, split: &Split) {
    let mean = split.mean_us();
    println!(
        "   {what} of {us} us: mean {:.2} ms, p50 before the queue {:.2} ms and in the device {:.0} us; of the mean before the queue {:.1} %, queue→issue {:.2} %, queue→complete {:.1} %, device {:.1} %",
        mean / 1e3,
        split.p50_us("→queue") / 1e3,
        split.p50_us("→complete"),
        percent(split.us("submit", "queue"), mean),
        percent(split.us("queue", "issue"), mean),
        percent(split.us("queue", "complete"), mean),
        percent(split.us("issue", "complete"), mean)
    );
    split.say_found();
}

fn small_buffer(ours: &Path) -> Result<()> {
    let device = truth(Timing::us(0, 0, 8))?;
    let words = "--layers=all --layers-buffer=16 --ioengine=io_uring --iodepth=32 --number_ios=40000";
    let split = traced(ours, device.disk().path(), words, None)?;
    println!("   lost events {}", split.layers()["counts"]["lost_events"]);
    split.say_found();
    Ok(())
}

fn file(ours: &Path) -> Result<()> {
    let device = truth(Timing::us(500, 200, 8))?;
    let mounted = Mounted::quiet_ext4(&device.disk().device).map_err(anyhow::Error::msg)?;
    let file = mounted.path().join("f");
    let words = "--layers=all --size=16m --ioengine=psync --number_ios=4000";
    let split = traced(ours, &file, words, None)?;
    let (sum, mean) = (split.us("submit", "reap"), split.mean_us());
    println!(
        "   stages {sum:.2} us, mean latency {mean:.2} us: {:+.3} %; joined {} of {}",
        percent(sum - mean, mean),
        split.count("joined"),
        split.count("ios")
    );
    split.say_found();
    Ok(())
}

fn cost(ours: &Path) -> Result<()> {
    let folder = disk_folder();
    let file: PathBuf = folder.path().join("f");
    let words = "--layers --size=256m --ioengine=psync --runtime=30 --time_based";
    let split = traced(ours, &file, words, None)?;
    let cost = &split.layers()["cost"];
    let us = |value: &Value| value.as_f64().unwrap_or(f64::NAN) / 1e3;
    let interval = &cost["interval"];
    println!(
        "   depth 1: {:+.2} us by I/O [{:+.2}, {:+.2}], {} pairs, of {:.1} us untraced",
        us(&interval["median_ns"]),
        us(&interval["low_ns"]),
        us(&interval["high_ns"]),
        cost["differences_ns"].as_array().map_or(0, Vec::len),
        us(&cost["untraced_ns"])
    );
    split.say_found();
    for (depth, jobs) in [(32, 1), (64, 2)] {
        let words = format!(
            "--layers=all --size=256m --ioengine=io_uring --iodepth={depth} --numjobs={jobs} --runtime=8 --time_based --group_reporting"
        );
        let split = traced(ours, &file, &words, None)?;
        let per_second = split.layers()["counts"]["events"].as_f64().unwrap_or(f64::NAN) / 8.0;
        println!(
            "   depth {depth}, {jobs} jobs, all traced: {:.0} IOPS ({} {RATE}), {per_second:.0} events by second, lost {}",
            split.iops(),
            if split.iops() < RATE {
                "fewer than"
            } else {
                "at least"
            },
            split.layers()["counts"]["lost_events"]
        );
        split.say_found();
    }
    Ok(())
}

fn percent(part: f64, whole: f64) -> f64 {
    part / whole * 100.0
}
