//! `cargo xtask bench --instructions`: user instructions per I/O, counted by callgrind. Exact where times are not: the same on a
//! busy machine. Start and end are taken out by the difference of two runs of different length. The kernel's part is not seen.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// I/Os of the shorter run; the longer has twice as many, which is less than one pass over the cached file.
const IOS: u64 = 15_000;

/// Prints a line per job: ours, fio's, and the ratio.
pub(crate) fn print(ours: &Path, cached: &Path) -> Result<()> {
    if !crate::shell::found("valgrind") {
        bail!("--instructions needs valgrind");
    }
    let null = "--ioengine=null --rw=randread --bs=4k --size=1g";
    let file = format!(
        "--filename={} --rw=randread --bs=4k --invalidate=0",
        cached.display()
    );
    let jobs = [
        ("null depth 1", null.to_owned()),
        ("null depth 32", format!("{null} --iodepth=32")),
        ("psync cached", format!("{file} --ioengine=psync")),
        (
            "libaio cached depth 32",
            format!("{file} --ioengine=libaio --iodepth=32"),
        ),
    ];
    println!("\n| user instructions per I/O | fiord | fio | ratio |");
    println!("|---|---:|---:|---:|");
    for (name, job) in jobs {
        let (left, right) = (per_io(ours, &job)?, per_io(Path::new("fio"), &job)?);
        println!("| {name} | {left:.0} | {right:.0} | {:.3} |", left / right);
    }
    Ok(())
}

fn per_io(program: &Path, job: &str) -> Result<f64> {
    let (short, long) = (collected(program, job, IOS)?, collected(program, job, 2 * IOS)?);
    Ok((long - short) / IOS as f64)
}

/// Instructions of one run. In threads: fio's processes would be counted apart.
fn collected(program: &Path, job: &str, ios: u64) -> Result<f64> {
    let out = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["--name=a", "--thread", "--output=/dev/null"])
        .args(job.split_whitespace())
        .arg(format!("--io_size={}", ios * 4096))
        .stdin(Stdio::null())
        .output()
        .context("valgrind")?;
    let talk = String::from_utf8_lossy(&out.stderr);
    if !out.status.success() {
        bail!("valgrind {} {job}: {}: {talk}", program.display(), out.status);
    }
    talk.lines()
        .find_map(|line| line.split("Collected :").nth(1))
        .and_then(|count| count.trim().parse().ok())
        .with_context(|| format!("no count of instructions in: {talk}"))
}
