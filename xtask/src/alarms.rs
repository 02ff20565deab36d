//! `cargo xtask alarms`: clean runs on the real disk through `fiord run`, to count the rules' false alarms.
//!
//! Clean means: direct I/O (or a sync after each buffered write) on a file of random data, one job at a time, nothing else asked of
//! the machine. A finding of severity `wrong` on such a run is an alarm to look into; on a shared machine `foreign-io` may be true.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::shell;

/// Of 100 clean runs at most so many may end with a finding of severity `wrong`.
const ALLOWED_PERCENT: usize = 5;
/// Size of the file.
const MIB: u64 = 512;

/// Kinds of clean runs; `{file}` is the target.
const KINDS: [&str; 12] = [
    "--rw=randread --bs=4k --direct=1",
    "--rw=randread --bs=64k --direct=1",
    "--rw=read --bs=1M --direct=1",
    "--rw=read --bs=64k --direct=1 --ioengine=io_uring --iodepth=4",
    "--rw=randread --bs=4k --direct=1 --ioengine=libaio --iodepth=8",
    "--rw=randread --bs=4k --direct=1 --ioengine=io_uring --iodepth=16",
    "--rw=randread --bs=16k --direct=1 --numjobs=2 --group_reporting --randrepeat=0",
    "--rw=write --bs=1M --direct=1 --refill_buffers --end_fsync=1",
    "--rw=randwrite --bs=4k --direct=1 --refill_buffers --end_fsync=1",
    "--rw=randwrite --bs=16k --direct=1 --ioengine=libaio --iodepth=8 --refill_buffers --end_fsync=1",
    "--rw=randrw --rwmixread=70 --bs=8k --direct=1 --ioengine=io_uring --iodepth=8 --refill_buffers --end_fsync=1",
    "--rw=write --bs=16k --fsync=1 --refill_buffers",
];

pub(crate) fn run(args: &[String]) -> Result<()> {
    let runs: usize = shell::value(args, "--runs")
        .unwrap_or("100")
        .parse()
        .context("--runs")?;
    let seconds = shell::value(args, "--seconds").unwrap_or("2");
    let ours = shell::fiord(args)?;
    fs::create_dir_all("target")?;
    let folder = tempfile::Builder::new()
        .prefix("fiord-alarms-")
        .tempdir_in("target")?;
    let file = folder.path().canonicalize()?.join("clean.dat");
    fill(&file)?;
    let mut alarmed = 0;
    let mut by_rule: BTreeMap<String, usize> = BTreeMap::new();
    for number in 0..runs {
        let kind = KINDS[number % KINDS.len()];
        let found = wrong_findings(&ours, kind, &file, seconds, number)?;
        alarmed += usize::from(!found.is_empty());
        for (rule, saw) in found {
            println!("{number:>3} {kind}: {rule}: {saw}");
            *by_rule.entry(rule).or_default() += 1;
        }
    }
    println!("{runs} clean runs: {alarmed} with a finding of severity wrong; by rule: {by_rule:?}");
    if alarmed * 100 > runs * ALLOWED_PERCENT {
        bail!("{alarmed} of {runs} runs alarmed; {ALLOWED_PERCENT} % are allowed");
    }
    Ok(())
}

fn wrong_findings(
    ours: &Path,
    kind: &str,
    file: &Path,
    seconds: &str,
    seed: usize,
) -> Result<Vec<(String, String)>> {
    let output = Command::new(ours)
        .args(["run", "--json", "--name=clean", "--time_based"])
        .args(kind.split_whitespace())
        .arg(format!("--filename={}", file.display()))
        .arg(format!("--size={MIB}M"))
        .arg(format!("--runtime={seconds}s"))
        .arg(format!("--randseed={}", seed + 1))
        .stdin(Stdio::null())
        .output()?;
    let document: Value = serde_json::from_slice(&output.stdout)
        .with_context(|| format!("{kind}: {}", String::from_utf8_lossy(&output.stderr)))?;
    let findings = document["findings"]
        .as_array()
        .context("no findings in the document")?;
    let wrong = findings.iter().filter(|finding| finding["severity"] == "wrong");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Ok(wrong
        .map(|finding| (text(&finding["rule"]), text(&finding["saw"])))
        .collect())
}

fn fill(path: &Path) -> Result<()> {
    let mut file = fs::File::create(path)?;
    let random = fs::File::open("/dev/urandom")?;
    std::io::copy(&mut std::io::Read::take(random, MIB << 20), &mut file)?;
    file.sync_all()?;
    Ok(())
}
