//! `cargo xtask consumers`: programs and greps that the field runs on fio's output find what they look for in ours.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::count::Tally;
use crate::shell;

/// Takes our binary and an empty folder.
type Consumer = fn(&Path, &Path) -> Result<()>;

pub(crate) fn run(args: &[String]) -> Result<()> {
    let count = check(args)?;
    println!("{count}");
    if count.failed > 0 {
        bail!("consumers: {} failed", count.failed);
    }
    Ok(())
}

pub(crate) fn check(args: &[String]) -> Result<Tally> {
    let ours = shell::fiord(args)?;
    let mut count = Tally::new("programs read our output");
    let checks: [(&str, Consumer); 7] = [
        ("etcd reads the 99th percentile of fdatasync", etcd),
        ("dbench greps IOPS, BW and latency", dbench),
        ("kubestr decodes the directions", kubestr),
        ("kbench reads means and percentiles", kbench),
        ("YABS cuts terse fields 7, 8, 48 and 49", yabs),
        ("KDiskMark reads bandwidth and IOPS", kdiskmark),
        ("a job file as Azure documents it runs", azure),
    ];
    // Each has a folder of its own and spends its second mostly asleep.
    let program = ours.as_path();
    let outcomes = std::thread::scope(|scope| {
        let started = checks.map(|(name, check)| {
            let run = move || {
                try_thrice(|| {
                    let folder = tempfile::Builder::new()
                        .prefix("fiord-consumer-")
                        .tempdir_in("target")?;
                    check(program, &folder.path().canonicalize()?)
                })
            };
            (name, scope.spawn(run))
        });
        started.map(|(name, check)| (name, check.join()))
    });
    for (name, outcome) in outcomes {
        let outcome = outcome.unwrap_or_else(|_| bail!("the check panicked"));
        tally(&mut count, name, outcome);
    }
    match fio_plot() {
        Some(python) => {
            let outcome = try_thrice(|| {
                let folder = tempfile::Builder::new()
                    .prefix("fiord-plot-")
                    .tempdir_in("target")?;
                plot(&python, &ours, &folder.path().canonicalize()?)
            });
            tally(&mut count, "fio-plot draws a chart", outcome);
        }
        None => count
            .skipped
            .push("SKIP fio-plot: could not be installed (python3 -m venv, pip)".into()),
    }
    Ok(count)
}

/// These jobs last a second: on a machine that stalls for as long nothing is measured, and there is nothing to find.
fn try_thrice(mut check: impl FnMut() -> Result<()>) -> Result<()> {
    check().or_else(|_| check()).or_else(|_| check())
}

fn tally(count: &mut Tally, name: &str, outcome: Result<()>) {
    match outcome {
        Ok(()) => count.passed += 1,
        Err(error) => {
            count.failed += 1;
            println!("consumers: {name}: {error:#}");
        }
    }
}

fn fiord(ours: &Path, folder: &Path, args: &str) -> Result<String> {
    let output = Command::new(ours)
        .args(args.split(' '))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .context("fiord")?;
    if !output.status.success() || !output.stderr.is_empty() {
        bail!(
            "fiord {args}: {} {}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn json(ours: &Path, folder: &Path, args: &str) -> Result<Value> {
    let text = fiord(ours, folder, &format!("{args} --output-format=json"))?;
    Ok(serde_json::from_str(&text)?)
}

fn positive(value: &Value, path: &str) -> Result<f64> {
    let found = value
        .pointer(path)
        .and_then(Value::as_f64)
        .with_context(|| format!("{path} is missing"))?;
    if found <= 0.0 {
        bail!("{path} is {found}");
    }
    Ok(found)
}

fn etcd(ours: &Path, folder: &Path) -> Result<()> {
    let args = "--rw=write --ioengine=sync --fdatasync=1 --directory=. --size=220k --bs=2300 --name=t";
    let document = json(ours, folder, args)?;
    positive(&document, "/jobs/0/sync/lat_ns/percentile/99.000000")?;
    let text = fiord(ours, folder, args)?;
    if !text.contains("fsync/fdatasync/sync_file_range:") || !text.contains("sync percentiles (") {
        bail!("the text has no sync section");
    }
    Ok(())
}

fn dbench(ours: &Path, folder: &Path) -> Result<()> {
    let text = fiord(
        ours,
        folder,
        "--randrepeat=0 --verify=0 --ioengine=libaio --direct=1 --gtod_reduce=1 --name=r \
         --filename=f --bs=4K --iodepth=64 --size=4M --readwrite=randread --time_based \
         --ramp_time=0s --runtime=1s",
    )?;
    let line = text
        .lines()
        .find(|line| line.trim_start().starts_with("read:"))
        .context("no `read:` line")?;
    let number = |key: &str, allowed: &str| {
        line.split(key)
            .nth(1)
            .map(|tail| tail.chars().take_while(|c| allowed.contains(*c)).count())
            .unwrap_or(0)
    };
    if number("IOPS=", "0123456789k.") == 0 || number("BW=", "0123456789GMKiBs/.") == 0 {
        bail!("IOPS= or BW= is not in `{line}`");
    }
    if !text
        .lines()
        .any(|line| line.trim_start().starts_with("READ: bw="))
    {
        bail!("no `READ: bw=` line");
    }
    Ok(())
}

fn kubestr(ours: &Path, folder: &Path) -> Result<()> {
    std::fs::write(
        folder.join("k.fio"),
        "[global]\nrandrepeat=0\nverify=0\nioengine=libaio\ndirect=1\ngtod_reduce=1\n[job1]\nname=read_iops\nbs=4K\n\
         iodepth=64\nsize=4M\nreadwrite=randread\ntime_based\nramp_time=0\nruntime=1s\n",
    )?;
    let document = json(ours, folder, "k.fio")?;
    for key in ["iops", "bw", "io_bytes", "runtime", "total_ios"] {
        positive(&document, &format!("/jobs/0/read/{key}"))?;
    }
    for key in [
        "iops_min",
        "iops_max",
        "iops_mean",
        "iops_stddev",
        "bw_min",
        "bw_max",
        "bw_agg",
        "bw_mean",
        "bw_dev",
    ] {
        document
            .pointer(&format!("/jobs/0/read/{key}"))
            .with_context(|| key.to_owned())?;
    }
    if document["global options"]["gtod_reduce"] != "1" || document["jobs"][0]["jobname"] != "read_iops" {
        bail!("options are not echoed: {}", document["global options"]);
    }
    Ok(())
}

fn kbench(ours: &Path, folder: &Path) -> Result<()> {
    std::fs::write(
        folder.join("common.inc"),
        "ioengine=psync\nbs=4k\nrw=randread\nsize=4m\ntime_based\nruntime=1\n",
    )?;
    std::fs::write(
        folder.join("lat.fio"),
        "[global]\ninclude common.inc\n[lat]\nfilename=f\n",
    )?;
    let document = json(ours, folder, "lat.fio --idle-prof=percpu")?;
    for path in [
        "iops_mean",
        "bw_mean",
        "lat_ns/mean",
        "clat_ns/percentile/99.000000",
    ] {
        positive(&document, &format!("/jobs/0/read/{path}"))?;
    }
    document
        .pointer("/cpu_idleness/system")
        .context("cpu_idleness is missing")?;
    Ok(())
}

fn yabs(ours: &Path, folder: &Path) -> Result<()> {
    let line = fiord(
        ours,
        folder,
        "--name=rand_rw_4k --ioengine=libaio --rw=randrw --rwmixread=50 --bs=4k --iodepth=64 \
         --numjobs=2 --size=4m --runtime=1 --gtod_reduce=1 --direct=1 --filename=test.fio \
         --group_reporting --minimal",
    )?;
    let fields: Vec<&str> = line
        .lines()
        .find(|line| line.contains("rand_rw_4k"))
        .context("no line")?
        .split(';')
        .collect();
    for at in [7, 8, 48, 49] {
        let value: f64 = fields.get(at - 1).context("too few fields")?.parse()?;
        if value <= 0.0 {
            bail!("field {at} is {value}");
        }
    }
    Ok(())
}

fn kdiskmark(ours: &Path, folder: &Path) -> Result<()> {
    let document = json(
        ours,
        folder,
        "--ioengine=libaio --direct=1 --randrepeat=0 --refill_buffers --end_fsync=1 \
         --invalidate=1 --sync=0 --loops=2 --rw=write --bs=64k --iodepth=8 --numjobs=1 --size=2m \
         --filename=f --name=w --group_reporting",
    )?;
    positive(&document, "/jobs/0/write/bw")?;
    positive(&document, "/jobs/0/write/iops")?;
    positive(&document, "/jobs/0/write/lat_ns/mean")?;
    Ok(())
}

fn azure(ours: &Path, folder: &Path) -> Result<()> {
    std::fs::write(
        folder.join("w.ini"),
        "[global]\nsize=2m\ndirect=1\niodepth=256\nioengine=libaio\nbs=4k\nnumjobs=4\n\n[writer1]\nrw=randwrite\ndirectory=.\n",
    )?;
    let text = fiord(ours, folder, "--runtime 30 w.ini")?;
    if !text.contains("WRITE: bw=") {
        bail!("no WRITE line");
    }
    Ok(())
}

/// A Python with fio-plot in it, kept under `target` between runs.
fn fio_plot() -> Option<PathBuf> {
    let venv = std::env::current_dir().ok()?.join("target/fio-plot-venv");
    let tool = venv.join("bin/fio-plot");
    if tool.is_file() {
        return Some(tool);
    }
    let quiet = |program: &Path, args: &[&str]| {
        Command::new(program)
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    };
    let target = venv.to_string_lossy().into_owned();
    let made = quiet(Path::new("python3"), &["-m", "venv", &target])
        && quiet(
            &venv.join("bin/pip"),
            &["install", "--quiet", "fio-plot", "setuptools<80"],
        );
    (made && tool.is_file()).then_some(tool)
}

/// fio-plot wants bench-fio's layout: `mode-iodepth-numjobs.json` in one folder.
fn plot(tool: &Path, ours: &Path, folder: &Path) -> Result<()> {
    for depth in ["1", "2", "4"] {
        let name = format!("randread-{depth}-1.json");
        fiord(
            ours,
            folder,
            &format!(
                "--name=bench --rw=randread --bs=4k --size=4m --filename=f --ioengine=libaio --direct=1 \
                 --iodepth={depth} --numjobs=1 --output-format=json --output={name}"
            ),
        )?;
    }
    let output = Command::new(tool)
        .args("-i . -T test -l -r randread -d 1 2 4 -n 1 -o chart.png".split(' '))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()?;
    let size = std::fs::metadata(folder.join("chart.png"))
        .map(|data| data.len())
        .unwrap_or(0);
    if !output.status.success() || size < 5_000 {
        bail!(
            "fio-plot: {} {}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(())
}
