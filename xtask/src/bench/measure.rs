//! One run of one program: its rate from its own JSON, its processor time and memory from `wait4`.

use std::fs::File;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// A program with its arguments; `{seconds}` stands for the time of one run.
#[derive(Debug, Clone)]
pub(crate) enum Contender {
    /// Our release binary.
    Fiord(Vec<String>),
    /// `fiord run` of it.
    Run(Vec<String>),
    /// The fio on PATH.
    Fio(Vec<String>),
    /// A bare loop.
    Bare(Vec<String>),
}

/// What one run showed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BenchSample {
    /// I/Os per second, reads and writes together, where both are done at the same time.
    pub(crate) iops: f64,
    /// I/Os per second of a job that first writes and then reads.
    pub(crate) phased_iops: f64,
    /// Bytes per second.
    pub(crate) bytes_per_s: f64,
    /// I/Os done.
    pub(crate) ios: f64,
    /// Median completion latency in nanoseconds.
    pub(crate) p50_ns: f64,
    /// User and system time of the process in seconds.
    pub(crate) cpu_s: f64,
    /// The kernel's part of it, 0 to 1.
    pub(crate) kernel_share: f64,
    /// From start to exit in seconds.
    pub(crate) wall_s: f64,
    /// Largest resident size in KiB.
    pub(crate) rss_kib: f64,
}

pub(crate) fn measure(program: &Path, contender: &Contender, seconds: f64) -> Result<BenchSample> {
    let folder = tempfile::tempdir()?;
    let out = folder.path().join("out.json");
    let mut command = Command::new(program);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    match contender {
        Contender::Fiord(args) | Contender::Fio(args) => {
            command.args(
                args.iter()
                    .map(|arg| arg.replace("{seconds}", &format!("{}ms", seconds * 1e3))),
            );
            command.args(["--output-format=json", "--eta=never"]);
            command.arg(format!("--output={}", out.display()));
        }
        Contender::Run(args) => {
            let time = format!("{}ms", seconds * 1e3);
            command.args(["run", "--no-store", "--json"]);
            command.args(args.iter().map(|arg| arg.replace("{seconds}", &time)));
            command.stdout(File::create(&out)?);
        }
        Contender::Bare(args) => {
            command.arg("bare").args(args).arg(seconds.to_string()).arg(&out);
        }
    }
    // Its own group, so that an interrupt of the bench reaches the bench first.
    command.process_group(0);
    let started = Instant::now();
    let child = command.spawn().with_context(|| program.display().to_string())?;
    let (status, usage) = wait(child.id())?;
    let wall_s = started.elapsed().as_secs_f64();
    if status != 0 {
        bail!("{} {contender:?} ended with status {status}", program.display());
    }
    let text = std::fs::read_to_string(&out)?;
    let start = text.find('{').context("no JSON")?;
    let document: Value = serde_json::from_str(&text[start..])?;
    Ok(sample(&document, &usage, wall_s))
}

fn sample(document: &Value, usage: &libc::rusage, wall_s: f64) -> BenchSample {
    let (user_s, system_s) = (seconds(usage.ru_utime), seconds(usage.ru_stime));
    let mut sample = BenchSample {
        iops: 0.0,
        phased_iops: 0.0,
        bytes_per_s: 0.0,
        ios: 0.0,
        p50_ns: 0.0,
        cpu_s: user_s + system_s,
        kernel_share: system_s / (user_s + system_s),
        wall_s,
        rss_kib: usage.ru_maxrss as f64,
    };
    let mut phases_ms = 0.0;
    for job in document["jobs"].as_array().into_iter().flatten() {
        for ddir in ["read", "write"] {
            // The names of a document of fiord.
            let own = &job["result"][ddir];
            sample.iops += own["iops"].as_f64().unwrap_or(0.0);
            sample.ios += own["ios"].as_f64().unwrap_or(0.0);
            sample.iops += job[ddir]["iops"].as_f64().unwrap_or(0.0);
            phases_ms += job[ddir]["runtime"].as_f64().unwrap_or(0.0);
            sample.bytes_per_s += job[ddir]["bw_bytes"].as_f64().unwrap_or(0.0);
            sample.ios += job[ddir]["total_ios"].as_f64().unwrap_or(0.0);
            let p50 = job[ddir]["clat_ns"]["percentile"]["50.000000"].as_f64();
            sample.p50_ns = sample.p50_ns.max(p50.unwrap_or(0.0));
        }
    }
    sample.phased_iops = sample.ios / phases_ms * 1e3;
    sample
}

fn seconds(time: libc::timeval) -> f64 {
    time.tv_sec as f64 + time.tv_usec as f64 / 1e6
}

/// `wait4`: unlike `getrusage(RUSAGE_CHILDREN)` it speaks of this child alone.
fn wait(pid: u32) -> Result<(i32, libc::rusage)> {
    let mut status = 0;
    // SAFETY: rusage is plain integers, for which all zeroes is a value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: both pointers are to live locals; the pid is our child, which nobody else waits for.
        let got = unsafe { libc::wait4(pid as libc::pid_t, &mut status, 0, &mut usage) };
        if got >= 0 {
            return Ok((status, usage));
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error.into());
        }
    }
}
