//! `cargo xtask test`: everything that must hold, in the order of how soon it can fail, with a count at the end.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::{consumers, parity, setup, shell, tidy};

const STEPS: [&str; 6] = ["fmt", "clippy", "tidy", "tests", "parity", "consumers"];

/// What a step counted.
#[derive(Default)]
pub(crate) struct Count {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: Vec<String>,
}

impl Count {
    fn add(&mut self, other: Count) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped.extend(other.skipped);
    }
}

pub(crate) fn run(args: &[String]) -> Result<()> {
    let only = shell::value(args, "--only");
    if let Some(step) = only.filter(|step| !STEPS.contains(step)) {
        bail!("--only={step}: allowed are {}", STEPS.join(", "));
    }
    if !shell::flag(args, "--no-install") {
        setup::install();
    }
    let mut total = Count::default();
    for step in STEPS
        .into_iter()
        .filter(|step| only.is_none_or(|name| name == *step))
    {
        let started = Instant::now();
        println!("\n== {step}");
        let count = match step {
            "fmt" => fmt()?,
            "clippy" => clippy()?,
            "tidy" => tidy::check()?,
            "tests" => tests()?,
            "parity" => parity::check(args)?,
            _ => consumers::check(args)?,
        };
        println!("== {step}: {} s", started.elapsed().as_secs());
        total.add(count);
    }
    report(&total)
}

fn report(total: &Count) -> Result<()> {
    println!();
    for skipped in &total.skipped {
        println!("{skipped}");
    }
    println!(
        "{} passed, {} failed, {} skipped",
        total.passed,
        total.failed,
        total.skipped.len()
    );
    let required = std::env::var("FIORD_REQUIRE").unwrap_or_default();
    if !total.skipped.is_empty() && required == "all" {
        bail!(
            "FIORD_REQUIRE=all, and {} checks were skipped",
            total.skipped.len()
        );
    }
    if total.failed > 0 {
        bail!("{} failed", total.failed);
    }
    Ok(())
}

fn fmt() -> Result<Count> {
    shell::show("cargo", &["fmt", "--all", "--check"])?;
    Ok(Count {
        passed: 1,
        ..Count::default()
    })
}

fn clippy() -> Result<Count> {
    shell::show(
        "cargo",
        &[
            "clippy",
            "--quiet",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ],
    )?;
    Ok(Count {
        passed: 1,
        ..Count::default()
    })
}

/// Runs the test suite and counts its closing lines and the `SKIP` lines that tests print.
fn tests() -> Result<Count> {
    let mut child = Command::new("cargo")
        .args(["test", "--workspace", "--no-fail-fast", "--", "--show-output"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .context("cargo test could not be started")?;
    let mut count = Count::default();
    let output = child.stdout.take().context("cargo test has no output")?;
    // Tests that passed show their output only for the skips in it.
    let mut in_successes = false;
    for line in BufReader::new(output).split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        if line.starts_with("SKIP ") {
            count.skipped.push(line);
            continue;
        }
        match line.as_str() {
            "successes:" => in_successes = true,
            "failures:" => in_successes = false,
            _ => {}
        }
        if let Some(numbers) = line.strip_prefix("test result: ") {
            in_successes = false;
            count.passed += number_before(numbers, " passed");
            count.failed += number_before(numbers, " failed");
        }
        if !in_successes && !line.ends_with("... ok") && !line.is_empty() {
            println!("{line}");
        }
    }
    let status = child.wait()?;
    if !status.success() && count.failed == 0 {
        bail!("cargo test ended with {status}");
    }
    Ok(count)
}

fn number_before(text: &str, word: &str) -> u64 {
    text.split(word)
        .next()
        .and_then(|head| head.rsplit(|c: char| !c.is_ascii_digit()).next())
        .and_then(|digits| digits.parse().ok())
        .unwrap_or(0)
}
