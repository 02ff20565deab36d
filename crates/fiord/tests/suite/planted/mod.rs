//! Planting for real: processes that work against a run, and what other programs say of files and devices.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{findings, text};

/// A process of the test's own, ended when dropped.
pub(crate) struct Neighbour(Child);

impl Neighbour {
    /// A shell script in a folder.
    pub(crate) fn script(folder: &Path, script: &str) -> Self {
        Neighbour::program(folder, "sh", &["-c", script])
    }

    pub(crate) fn program(folder: &Path, program: &str, args: &[&str]) -> Self {
        let child = Command::new(program)
            .args(args)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        Neighbour(child)
    }

    /// The binary in fio mode.
    pub(crate) fn fiord(folder: &Path, args: &str) -> Self {
        let args: Vec<&str> = args.split(' ').collect();
        Neighbour::program(folder, env!("CARGO_BIN_EXE_fiord"), &args)
    }

    pub(crate) fn pid(&self) -> u32 {
        self.0.id()
    }
}

impl Drop for Neighbour {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// How long [`until`] waits for another process, which may have died.
const GIVEN_UP: Duration = Duration::from_secs(300);

/// Waits until something is so that another process makes so.
pub(crate) fn until(mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < GIVEN_UP, "not so after {GIVEN_UP:?}");
        std::thread::yield_now();
    }
}

/// `fiord run --json …` in a folder, by way of other programs (`nice -n 19`, `taskset -c 0`).
pub(crate) fn run_by(before: &[&str], folder: &Path, args: &[&str]) -> Value {
    let mut words = before.to_vec();
    words.extend([env!("CARGO_BIN_EXE_fiord"), "run", "--json"]);
    words.extend_from_slice(args);
    let output = Command::new(words[0])
        .args(&words[1..])
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{words:?}: {error}: {}", text(&output.stderr)))
}

/// A job's arguments, as typed.
pub(crate) fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// The first sentence of the answer.
pub(crate) fn line(document: &Value) -> &str {
    document["verdict"]["line"].as_str().unwrap()
}

/// The jobs, by name, that the run's findings of a rule are about; a finding about the whole run names none.
pub(crate) fn blamed<'a>(document: &'a Value, rule: &str) -> Vec<&'a str> {
    let found = findings(document, rule).into_iter();
    found
        .filter(|finding| finding["when"] == "run")
        .flat_map(|finding| finding["jobs"].as_array().unwrap())
        .map(|name| name.as_str().unwrap())
        .collect()
}

/// A finding of the run, not of the plan.
pub(crate) fn measured<'a>(document: &'a Value, rule: &str) -> &'a Value {
    let found: Vec<&Value> = findings(document, rule)
        .into_iter()
        .filter(|finding| finding["when"] == "run")
        .collect();
    assert_eq!(found.len(), 1, "{rule} in {:#}", document["findings"]);
    found[0]
}

/// That the run showed nothing of these rules, whatever the plan said.
pub(crate) fn not_measured(document: &Value, rules: &[&str]) {
    for rule in rules {
        let found = findings(document, rule);
        assert!(
            found.iter().all(|finding| finding["when"] != "run"),
            "{rule} in {:#}",
            document["findings"]
        );
    }
}

/// Bytes of the file's extents by `filefrag`: of data, and unwritten.
pub(crate) fn filefrag(path: &Path) -> Option<[u64; 2]> {
    let path = path.to_str().unwrap();
    let table = told("filefrag", fiord_testbed::run("filefrag", &["-v", "-b1", path]))?;
    let mut sums = [0_u64; 2];
    for row in table.lines() {
        let fields: Vec<&str> = row.split(':').map(str::trim).collect();
        let Some(length) = fields.get(3).and_then(|length| length.parse::<u64>().ok()) else {
            continue;
        };
        sums[usize::from(row.contains("unwritten"))] += length;
    }
    Some(sums)
}

/// Bytes of a file in the page cache by `fincore`.
pub(crate) fn fincore(path: &Path) -> Option<u64> {
    let path = path.to_str().unwrap();
    let asked = fiord_testbed::run("fincore", &["--bytes", "--noheadings", "--output", "RES", path]);
    told("fincore", asked)?.trim().parse().ok()
}

/// What a program said; a test that lacks the program says so.
fn told(program: &str, asked: Result<String, String>) -> Option<String> {
    asked.map_err(|reason| crate::common::skip(program, &reason)).ok()
}

/// The counters of a block device, as the kernel lists them in `stat`.
pub(crate) fn counters(device: &str) -> Vec<u64> {
    let text = fs::read_to_string(format!("/sys/class/block/{device}/stat"));
    text.unwrap()
        .split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect()
}
