//! `cargo xtask test`: everything that must hold, the soonest to fail first, with a count at the end.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::count::Tally;
use crate::deadline::Deadline;
use crate::{consumers, parity, setup, shell, tidy};

const STEPS: [&str; 9] = [
    "fmt",
    "tidy",
    "oldest",
    "static",
    "fuzz",
    "tests",
    ASIDE,
    "parity",
    "consumers",
];

/// Runs while the steps behind it wait for fio; alone where there are none.
const ASIDE: &str = "clippy";

/// Run while the tests wait for devices and clocks: they only compile, and into places of their own.
const COMPILED: [&str; 2] = ["static", "fuzz"];

/// What a tier runs. Tests learn the tier from `FIORD_TIER` (`fiord_testbed`): devices and mounts belong to `kernel`, the installed
/// fio to `oracle`, everything else to each of them.
const TIERS: [(&str, &[&str]); 3] = [
    ("fast", &["fmt", "tidy", "tests", ASIDE]),
    ("kernel", &["tests"]),
    ("oracle", &["tests", "parity", "consumers"]),
];

/// The longest step, compiling included, takes eight minutes on two cores.
const LONGEST: Duration = Duration::from_secs(30 * 60);

pub(crate) fn run(args: &[String]) -> Result<()> {
    let only = shell::value(args, "--only");
    if let Some(step) = only.filter(|step| !STEPS.contains(step)) {
        bail!("--only={step}: allowed are {}", STEPS.join(", "));
    }
    let tier = shell::value(args, "--tier").unwrap_or("all");
    let steps = match (TIERS.iter().find(|(name, _)| *name == tier), tier) {
        (Some((_, steps)), _) => steps.to_vec(),
        (None, "all") => STEPS.to_vec(),
        _ => bail!("--tier={tier}: allowed are fast, kernel, oracle, all"),
    };
    if tier != "fast" {
        setup::prepare(shell::flag(args, "--install"));
    }
    let chosen: Vec<&str> = steps
        .into_iter()
        .filter(|step| only.is_none_or(|name| name == *step))
        .collect();
    let against_fio = ["parity", "consumers"];
    let needs_binary = against_fio.iter().any(|step| chosen.contains(step));
    let mut args = args.to_vec();
    let mut total = Tally::default();
    std::thread::scope(|scope| {
        let mut aside = Vec::new();
        let (compiling, chosen): (Vec<_>, Vec<_>) =
            chosen.into_iter().partition(|step| COMPILED.contains(step));
        let mut compiling = Some(compiling);
        for step in chosen {
            if step == "tests" {
                let steps = compiling.take().unwrap_or_default();
                aside.push(scope.spawn(|| compiled(steps)));
            }
            // Before clippy: cargo builds one thing at a time.
            if needs_binary && (step == ASIDE || against_fio.contains(&step)) {
                args = with_dev_binary(&args)?;
            }
            if step == ASIDE {
                aside.push(scope.spawn(|| take(ASIDE, clippy)));
                continue;
            }
            total.add(take(step, || match step {
                "fmt" => fmt(),
                "tidy" => tidy::check(),
                "oldest" => oldest(),
                "tests" => tests(tier),
                "parity" => parity::check(&args),
                _ => consumers::check(&args),
            })?);
        }
        total.add(compiled(compiling.unwrap_or_default())?);
        for aside in aside {
            total.add(aside.join().map_err(|_| anyhow::anyhow!("a thread panicked"))??);
        }
        anyhow::Ok(())
    })?;
    report(&total)
}

/// The steps of [`COMPILED`] that were chosen, one after the other.
fn compiled(steps: Vec<&str>) -> Result<Tally> {
    let mut total = Tally::default();
    for step in steps {
        total.add(take(step, || match step {
            "static" => check_static(),
            _ => fuzz(),
        })?);
    }
    Ok(total)
}

/// Runs one step and prints how long it took.
fn take(step: &str, run: impl FnOnce() -> Result<Tally>) -> Result<Tally> {
    let started = Instant::now();
    println!("\n== {step}");
    let _deadline = Deadline::new(step, LONGEST);
    let count = run()?;
    println!("== {step}: {} s", started.elapsed().as_secs());
    Ok(count)
}

fn report(total: &Tally) -> Result<()> {
    println!();
    total.print();
    let required = std::env::var("FIORD_REQUIRE").unwrap_or_default();
    let missing = missing(&total.skipped, &required);
    if !missing.is_empty() {
        bail!(
            "FIORD_REQUIRE={required}, and these were skipped: {}",
            missing.join("; ")
        );
    }
    if total.failed > 0 {
        bail!("{} failed", total.failed);
    }
    Ok(())
}

/// The skips that `FIORD_REQUIRE` (features with commas between them, or `all`) does not allow.
fn missing<'a>(skipped: &'a [String], required: &str) -> Vec<&'a str> {
    let is_required = |line: &&str| {
        // A tier leaves out what was asked to be left out.
        if line.contains(LEFT_OUT) {
            return false;
        }
        let feature = feature_of(line).unwrap_or_default();
        required.split(',').any(|word| word == "all" || word == feature)
    };
    skipped.iter().map(String::as_str).filter(is_required).collect()
}

/// In the reason of a test that the tier leaves out, as `fiord_testbed` prints it.
const LEFT_OUT: &str = ": left out by FIORD_TIER=";

/// What a line `SKIP feature: reason` is about; `None` for another line.
fn feature_of(line: &str) -> Option<&str> {
    let (feature, _) = line.strip_prefix("SKIP ")?.split_once(':')?;
    Some(feature).filter(|feature| !feature.is_empty() && !feature.contains(' '))
}

fn fmt() -> Result<Tally> {
    shell::show("cargo", &["fmt", "--all", "--check"])?;
    Ok(Tally {
        passed: 1,
        ..Tally::default()
    })
}

/// With the features that the tests leave out, so that those compile, too.
fn clippy() -> Result<Tally> {
    let lints = [
        "clippy",
        "--quiet",
        "--workspace",
        "--all-targets",
        "--features=fiord/png",
    ];
    let deny = ["--", "-D", "warnings"];
    shell::show("nice", &[&["-n19", "cargo"], &lints[..], &deny].concat())?;
    Ok(Tally {
        passed: 1,
        ..Tally::default()
    })
}

/// Everything compiles with the oldest Rust that the manifest promises. Lints of the newest do not see all that the oldest lacks.
fn oldest() -> Result<Tally> {
    let manifest = std::fs::read_to_string("Cargo.toml")?;
    let version = manifest
        .lines()
        .find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'))
        .context("Cargo.toml names no rust-version")?;
    let toolchain = format!("+{version}");
    let installed = Command::new("cargo")
        .args([&toolchain, "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !installed.is_ok_and(|status| status.success()) {
        let reason = format!("SKIP rust-{version}: not installed (rustup toolchain install {version})");
        return Ok(Tally {
            skipped: vec![reason],
            ..Tally::default()
        });
    }
    // In a place of its own, so that neither compiler undoes the other's work.
    let place = ["--target-dir", "target/oldest"];
    let check = [&toolchain, "check", "--quiet", "--workspace", "--all-targets"];
    shell::show("cargo", &[&check[..], &place].concat())?;
    Ok(Tally {
        passed: 1,
        ..Tally::default()
    })
}

/// What calls the kernel compiles for musl, as `cargo xtask dist` builds it: types of system calls differ there. Without the store,
/// whose SQLite needs a C compiler for musl.
fn check_static() -> Result<Tally> {
    let target = shell::static_target();
    if !shell::has_target(&target)? {
        return Ok(Tally {
            skipped: vec![format!(
                "SKIP {target}: not installed (rustup target add {target})"
            )],
            ..Tally::default()
        });
    }
    let place = ["--target", &target, "--target-dir", "target/static"];
    let packages = ["-p", "fiord-cluster"];
    let check = ["-n19", "cargo", "check", "--quiet", "--locked"];
    shell::show("nice", &[&check[..], &packages, &place].concat())?;
    Ok(Tally {
        passed: 1,
        ..Tally::default()
    })
}

/// The fuzz target compiles: it lies outside the workspace, because fuzzing itself needs a sanitizer.
fn fuzz() -> Result<Tally> {
    let manifest = "crates/job/fuzz/Cargo.toml";
    let fetched = Command::new("cargo")
        .args(["fetch", "--quiet", "--locked", "--manifest-path", manifest])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !fetched.is_ok_and(|status| status.success()) {
        return Ok(Tally {
            skipped: vec!["SKIP fuzz: its dependencies could not be fetched".to_owned()],
            ..Tally::default()
        });
    }
    let place = ["--target-dir", "target/fuzz", "--manifest-path", manifest];
    let check = ["-n19", "cargo", "check", "--quiet", "--locked"];
    shell::show("nice", &[&check[..], &place].concat())?;
    Ok(Tally {
        passed: 1,
        ..Tally::default()
    })
}

/// Parity and consumers look at what is done, not at how fast: the binary that the tests have built serves, with its assertions.
fn with_dev_binary(args: &[String]) -> Result<Vec<String>> {
    let mut args = args.to_vec();
    if shell::value(&args, "--ours").is_none() {
        // As for the tests: `cargo build` would take other features of the libraries, and compile everything again.
        shell::show("cargo", &["test", "--quiet", "--workspace", "--no-run"])?;
        args.push(format!(
            "--ours={}",
            shell::target().join("debug/fiord").display()
        ));
    }
    Ok(args)
}

/// Runs the test suite and counts its closing lines and the `SKIP` lines that tests print.
fn tests(tier: &str) -> Result<Tally> {
    let suites = suites()?;
    let (beside, alone): (Vec<_>, Vec<_>) = suites.iter().partition(|suite| suite.is_calculating());
    // A step aside for the tests that look at the machine: those only calculate, and take the time that these wait.
    let (mut count, quiet) = std::thread::scope(|scope| {
        let quiet = scope.spawn(|| {
            let mut lane = Lane::default();
            for suite in beside {
                lane.run(&suite.name, suite.command("nice").env("FIORD_TIER", tier))?;
            }
            let mut documented = Command::new("nice");
            documented.args(["-n19", "cargo", "test", "--quiet", "--workspace", "--doc"]);
            lane.run("examples in documentation", &mut documented)?;
            anyhow::Ok(lane)
        });
        let mut lane = Lane {
            shows: true,
            ..Lane::default()
        };
        for suite in alone {
            lane.run(&suite.name, suite.command("env").env("FIORD_TIER", tier))?;
        }
        let quiet = quiet.join().map_err(|_| anyhow::anyhow!("a thread panicked"))??;
        anyhow::Ok((lane.count, quiet))
    })?;
    quiet.lines.iter().for_each(|line| println!("{line}"));
    count.add(quiet.count);
    Ok(count)
}

/// Tests at once of a suite that waits for devices, programs and clocks most of its time.
const WAITING: usize = 3;

/// One binary of tests.
struct Suite {
    name: String,
    package: String,
    /// Where `cargo test` would run it.
    folder: PathBuf,
    binary: PathBuf,
}

impl Suite {
    /// Whether it asks nothing of the machine but time.
    fn is_calculating(&self) -> bool {
        let calculating = [
            "job", "stats", "workload", "record", "case", "truth", "verdict", "words", "study", "store",
            "formats", "import", "compare", "iolog",
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
            .current_dir(&self.folder);
        if !self.is_calculating() {
            command.arg(format!("--test-threads={WAITING}"));
        }
        command
    }
}

/// Every binary with tests, built.
fn suites() -> Result<Vec<Suite>> {
    println!("$ cargo test --workspace --no-run");
    let output = Command::new("cargo")
        .args([
            "test",
            "--workspace",
            "--no-run",
            "--message-format=json-render-diagnostics",
        ])
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .context("cargo test could not be started")?;
    if !output.status.success() {
        bail!("cargo test --no-run ended with {}", output.status);
    }
    let lines = output.stdout.split(|byte| *byte == b'\n');
    let suites: Vec<Suite> = lines.filter_map(suite_of).collect();
    if suites.is_empty() {
        bail!("cargo test --no-run built no tests");
    }
    Ok(suites)
}

/// What a message of cargo says of a binary with tests.
fn suite_of(line: &[u8]) -> Option<Suite> {
    let message: Value = serde_json::from_slice(line).ok()?;
    if message["reason"] != "compiler-artifact" || message["profile"]["test"] != true {
        return None;
    }
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?;
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).ok()?;
    let package = manifest
        .lines()
        .find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))?;
    Some(Suite {
        name: format!("{package}, {}", message["target"]["name"].as_str()?),
        package: package.to_owned(),
        folder: folder.to_owned(),
        binary: PathBuf::from(message["executable"].as_str()?),
    })
}

/// Suites that run one after the other.
#[derive(Default)]
struct Lane {
    count: Tally,
    /// Whether lines are shown as they come; else they are kept.
    shows: bool,
    lines: Vec<String>,
}

impl Lane {
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

    #[test]
    fn a_tier_names_steps_that_exist() {
        for (name, steps) in TIERS {
            assert!(steps.iter().all(|step| STEPS.contains(step)), "{name}");
        }
    }

    #[test]
    fn a_required_feature_must_not_be_skipped() {
        let skipped = [
            "SKIP zram: none".to_owned(),
            "SKIP partitions: the kernel: no".to_owned(),
        ];
        assert_eq!(missing(&skipped, "loop,zram"), ["SKIP zram: none"]);
        assert_eq!(missing(&skipped, "all").len(), 2);
        assert_eq!(missing(&skipped, "loop,zra"), [""; 0]);
        assert_eq!(missing(&skipped, ""), [""; 0]);
        assert_eq!(missing(&[], "all"), [""; 0]);
        let left_out = ["SKIP zram: left out by FIORD_TIER=fast".to_owned()];
        assert_eq!(missing(&left_out, "all"), [""; 0]);
    }
}
