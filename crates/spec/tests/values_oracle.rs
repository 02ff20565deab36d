//! The installed fio as judge: what it accepts is accepted here, what it rejects is rejected.
//!
//! fio parses its command line in 32 and 64 bit integers without a check here and there; where fiord refuses what fio
//! lets through, the line stands in `STRICTER` with the difference's name, and the test holds that it still is one.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod typed;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use typed::lower_one;

/// `option=value`, several separated by blanks; each line goes to both programs.
const SAME: &str = include_str!("data/oracle-same.txt");

/// What fio takes and fiord refuses, and why.
const STRICTER: [(&str, &str); 30] = [
    ("bs=-4k", "wrapped-number"),
    ("fsync=-1", "wrapped-number"),
    ("iodepth=-1", "wrapped-number"),
    ("numjobs=-1", "wrapped-number"),
    ("size=-1", "wrapped-number"),
    ("runtime=-1", "wrapped-number"),
    ("randseed=-1", "wrapped-number"),
    ("rwmixread=-5", "wrapped-number"),
    ("log_hist_coarseness=7", "wrapped-number"),
    ("bs=10%", "percent-in-number"),
    ("number_ios=10%", "percent-in-number"),
    ("size=101%", "percent-above-100"),
    ("offset=101%", "percent-above-100"),
    ("bssplit=4k/60:8k/60", "split-above-100"),
    ("bssplit=4k/101", "split-above-100"),
    ("rw=read:foo", "rw-suffix"),
    ("rw=randread:foo", "rw-suffix"),
    ("random_distribution=zipf:0", "zipf-theta"),
    ("random_distribution=zipf:-1", "zipf-theta"),
    ("numjobs=0", "no-clones"),
    ("nrfiles=0", "no-files"),
    ("cpus_allowed=foo", "cpu-list"),
    ("ignore_error=FOO", "errno-name"),
    ("ignore_error=EIO:EWHAT", "errno-name"),
    ("buffer_pattern='/etc/hostname'", "not built yet"),
    (
        "rate=1m rate_min=2m",
        "judged later by fio, not with --parse-only",
    ),
    (
        "rate=1m rate_iops=10",
        "judged later by fio, not with --parse-only",
    ),
    (
        "rate_iops=5 rate_iops_min=10",
        "judged later by fio, not with --parse-only",
    ),
    ("zonemode=strided", "judged later by fio, not with --parse-only"),
    ("wait_for=nobody", "judged later by fio, not with --parse-only"),
];

fn fio(arguments: &[String]) -> Output {
    Command::new("fio")
        .arg("--parse-only")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn fio_rejects(line: &str) -> bool {
    let common = ["--name=x", "--ioengine=null", "--size=1m"].map(str::to_owned);
    let own = line.split_whitespace().map(|option| format!("--{option}"));
    !fio(&common.into_iter().chain(own).collect::<Vec<_>>())
        .status
        .success()
}

/// One file with a section per line: fio starts slowly, and stops at the first section it does not take.
fn assert_fio_takes_all(lines: &[&str]) {
    let mut job_file = tempfile::NamedTempFile::new().unwrap();
    for (at, line) in lines.iter().enumerate() {
        writeln!(job_file, "[j{at}]\nioengine=null\nsize=1m").unwrap();
        line.split_whitespace()
            .for_each(|option| writeln!(job_file, "{option}").unwrap());
    }
    let output = fio(&[job_file.path().display().to_string()]);
    let talk = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "fiord takes them all, fio (section N is line N): {talk}"
    );
}

fn fiord_takes(line: &str) -> bool {
    let mut typed = vec![("ioengine", Some("null")), ("size", Some("1m"))];
    typed.extend(
        line.split_whitespace()
            .map(|option| match option.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (option, None),
            }),
    );
    !lower_one(&typed).has_errors()
}

/// Whether the fio whose behaviour was taken down is here.
fn fio_is_here() -> bool {
    let version = Command::new("fio").arg("--version").output().ok();
    if version.is_some_and(|output| output.stdout.starts_with(b"fio-3.3")) {
        return true;
    }
    let required = std::env::var("FIORD_REQUIRE").unwrap_or_default();
    assert!(
        !required.split(',').any(|word| word == "fio" || word == "all"),
        "fio 3.3x is required"
    );
    println!("SKIP fio: fio 3.3x is not installed");
    false
}

#[test]
fn both_accept_and_reject_the_same() {
    if !fio_is_here() {
        return;
    }
    let lines: Vec<&str> = SAME
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    assert!(lines.len() >= 150, "{}", lines.len());
    let (taken, rejected): (Vec<&str>, Vec<&str>) = lines.iter().partition(|line| fiord_takes(line));
    assert!(taken.len() > 100 && rejected.len() > 50);
    assert_fio_takes_all(&taken);
    let apart: Vec<&str> = rejected.into_iter().filter(|line| !fio_rejects(line)).collect();
    assert!(apart.is_empty(), "only fiord rejects {apart:?}");
}

#[test]
fn stricter_places_are_still_stricter() {
    if !fio_is_here() {
        return;
    }
    let lines = STRICTER.map(|(line, _)| line);
    for line in lines {
        assert!(!fiord_takes(line), "{line}");
    }
    assert_fio_takes_all(&lines);
}
