//! Every binary with tests: built, run side by side, and counted.

use std::env;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, anyhow, bail};
use serde_json::Value;

use super::feature_of;
use crate::count::Tally;

/// Runs all tests and counts those, and the `SKIP` lines that they print.
pub(super) fn run(suites: &[Suite], tier: &str) -> Result<Tally> {
    let (beside, alone): (Vec<_>, Vec<_>) = suites.iter().partition(|suite| suite.is_calculating());
    // A step aside for the tests that look at the machine: those only calculate, and take the time that these wait.
    let (mut count, quiet) = std::thread::scope(|scope| {
        let quiet = scope.spawn(|| {
            let mut lane = Lane::new(false);
            for suite in beside {
                lane.run(&suite.name, suite.command("nice").env("FIORD_TIER", tier))?;
            }
            anyhow::Ok(lane)
        });
        let mut lane = Lane::new(true);
        for suite in alone {
            lane.run(&suite.name, suite.command("env").env("FIORD_TIER", tier))?;
        }
        let quiet = quiet.join().map_err(|_| anyhow!("a thread panicked"))??;
        anyhow::Ok((lane.count, quiet))
    })?;
    quiet.lines.iter().for_each(|line| println!("{line}"));
    count.add(quiet.count);
    Ok(count)
}

/// What is said of tests that passed.
const PASSED: &str = "tests passed";

/// Tests at once of a suite that waits for devices, programs and clocks most of its time.
const WAITING: usize = 5;

/// One binary of tests.
pub(super) struct Suite {
    name: String,
    package: String,
    /// Where `cargo test` would run it.
    directory: PathBuf,
    binary: PathBuf,
}

impl Suite {
    /// Whether it asks nothing of the machine but time.
    fn is_calculating(&self) -> bool {
        let calculating = [
            "job", "stats", "workload", "record", "judge", "study", "store", "report", "import", "compare",
        ];
        calculating
            .iter()
            .any(|name| self.package == format!("fiord-{name}"))
    }

    /// `before` runs it: `env`, or `nice` for a later turn than everybody else's.
    fn command(&self, before: &str) -> Command {
        let mut command = Command::new(before);
        if before == "nice" {
            command.arg("-n19");
        }
        command
            .arg(&self.binary)
            .arg("--show-output")
            // Fails a test whose screen changed, and writes no `.snap.new` beside the accepted one, unless the environment says otherwise.
            .env(
                "INSTA_UPDATE",
                env::var("INSTA_UPDATE").as_deref().unwrap_or("no"),
            )
            .current_dir(&self.directory);
        if !self.is_calculating() {
            command.arg(format!("--test-threads={WAITING}"));
        }
        command
    }
}

/// Every binary with tests, built by clippy's compiler: it lints and compiles in one go, so that nothing is compiled twice. A warning fails.
pub(super) fn build() -> Result<Vec<Suite>> {
    println!("$ RUSTC_WORKSPACE_WRAPPER=clippy-driver cargo test --workspace --no-run");
    let output = Command::new("cargo")
        .args(["test", "--workspace", "--no-run", "--message-format=json"])
        .env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver")
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .context("cargo test could not be started")?;
    let lines = output.stdout.split(|byte| *byte == b'\n');
    let messages: Vec<Value> = lines
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect();
    let warnings: Vec<&str> = messages.iter().filter_map(warning_of).collect();
    if !warnings.is_empty() || !output.status.success() {
        bail!(
            "{}cargo test --no-run ended with {}",
            warnings.concat(),
            output.status
        );
    }
    let suites: Vec<Suite> = messages.iter().filter_map(suite_of).collect();
    if suites.is_empty() {
        bail!("cargo test --no-run built no tests");
    }
    Ok(suites)
}

/// A warning or an error of the compiler about our code, as people read it.
fn warning_of(message: &Value) -> Option<&str> {
    let is_compiler = message["reason"] == "compiler-message";
    let rendered = message["message"]["rendered"].as_str();
    rendered.filter(|text| is_compiler && !text.is_empty())
}

/// What a message of cargo says of a binary with tests.
fn suite_of(message: &Value) -> Option<Suite> {
    if message["reason"] != "compiler-artifact" || message["profile"]["test"] != true {
        return None;
    }
    let directory = Path::new(message["manifest_path"].as_str()?).parent()?;
    let manifest = std::fs::read_to_string(directory.join("Cargo.toml")).ok()?;
    let package = manifest
        .lines()
        .find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))?;
    Some(Suite {
        name: format!("{package}, {}", message["target"]["name"].as_str()?),
        package: package.to_owned(),
        directory: directory.to_owned(),
        binary: PathBuf::from(message["executable"].as_str()?),
    })
}

/// Suites that run one after the other.
struct Lane {
    count: Tally,
    /// Whether lines are shown as they come; else they are kept.
    shows: bool,
    lines: Vec<String>,
}

impl Lane {
    fn new(shows: bool) -> Lane {
        Lane {
            count: Tally::new(PASSED),
            shows,
            lines: Vec::new(),
        }
    }

    fn run(&mut self, name: &str, command: &mut Command) -> Result<()> {
        self.tell(format!("     Running {name}"));
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{name} could not be started"))?;
        let output = child.stdout.take().context("the tests have no output")?;
        let mut reader = Reader::default();
        for line in BufReader::new(output).split(b'\n') {
            let line = String::from_utf8_lossy(&line?).into_owned();
            if reader.read(&line) {
                self.tell(line);
            }
        }
        let status = child.wait()?;
        if !status.success() && reader.count.failed == 0 {
            // Killed by a signal, for instance: no test said why.
            self.tell(format!("{name} ended with {status}"));
            reader.count.failed += 1;
        }
        self.count.add(reader.count);
        Ok(())
    }

    fn tell(&mut self, line: String) {
        if self.shows {
            println!("{line}");
        } else {
            self.lines.push(line);
        }
    }
}

/// Counts what a binary of tests says with `--show-output`.
#[derive(Default)]
struct Reader {
    count: Tally,
    /// Tests that passed show their output only for the skips in it.
    in_successes: bool,
}

impl Reader {
    /// Whether the line is for people, too.
    fn read(&mut self, line: &str) -> bool {
        if feature_of(line).is_some() {
            self.count.skipped.push(line.to_owned());
            return false;
        }
        match line {
            "successes:" => self.in_successes = true,
            "failures:" => self.in_successes = false,
            _ => {}
        }
        if let Some(numbers) = line.strip_prefix("test result: ") {
            self.in_successes = false;
            self.count.passed += number_before(numbers, " passed");
            self.count.failed += number_before(numbers, " failed");
        }
        !self.in_successes && !line.ends_with("... ok") && !line.is_empty()
    }
}

fn number_before(text: &str, word: &str) -> u64 {
    text.split(word)
        .next()
        .and_then(|head| head.rsplit(|c: char| !c.is_ascii_digit()).next())
        .and_then(|digits| digits.parse().ok())
        .unwrap_or(0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    /// As libtest prints it: one test that passed and one that left itself out, and one that failed.
    const SAID: &str = "
running 3 tests
test a ... ok
test b ... ok
test c ... FAILED

successes:

---- b stdout ----
SKIP zram: no zram, or not root
SKIPPED is not a skip

successes:
    a
    b

failures:

---- c stdout ----
left and right differ

failures:
    c

test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s

test result: ok. 40 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s
";

    #[test]
    fn skips_passes_and_failures_are_counted() {
        let mut reader = Reader::default();
        let shown: Vec<&str> = SAID.lines().filter(|line| reader.read(line)).collect();
        let count = reader.count;
        assert_eq!((count.passed, count.failed), (42, 1));
        assert_eq!(count.skipped, ["SKIP zram: no zram, or not root"]);
        assert!(shown.contains(&"left and right differ"), "{shown:?}");
        assert!(
            !shown.contains(&"SKIPPED is not a skip"),
            "output of a test that passed"
        );
    }
}
