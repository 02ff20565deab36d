//! The installed fio as judge: what it accepts is accepted here, what it rejects is rejected.
//!
//! fio parses its command line in 32 and 64 bit integers without a check here and there; where fiord refuses what fio
//! lets through, the line stands in `STRICTER` with the difference's name, and the test holds that it still is one.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use crate::typed;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use fiord_job::lower::lower;
use fiord_job::options::{self, Support};
use fiord_job::plan::{Ddir, JobPlan, OptionEcho};
use typed::{has_errors, lower_one};

/// `option=value`, several separated by blanks; each line goes to both programs.
const SAME: &str = include_str!("../data/oracle-same.txt");

/// What fio takes and fiord refuses, and why.
const STRICTER: [(&str, &str); 31] = [
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
    ("cpus_allowed=1-0", "cpu-list"),
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
    !has_errors(&lower_one(&typed))
}

#[test]
fn both_accept_and_reject_the_same() {
    if !fiord_testbed::fio() {
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
    let apart: Vec<&str> = rejected
        .into_iter()
        .step_by(fiord_testbed::every(2))
        .filter(|line| !fio_rejects(line))
        .collect();
    assert!(apart.is_empty(), "only fiord rejects {apart:?}");
}

#[test]
fn stricter_places_are_still_stricter() {
    if !fiord_testbed::fio() {
        return;
    }
    let lines = STRICTER.map(|(line, _)| line);
    for line in lines {
        assert!(!fiord_takes(line), "{line}");
    }
    assert_fio_takes_all(&lines);
}

/// Jobs whose header line fio prints: mode, block sizes, engine, depth and group as fio understood them.
const HEADERS: [&str; 40] = [
    "bs=4k",
    "bs=4KiB",
    "bs=4ki",
    "bs=1.5k",
    "bs=4k-8k",
    "bs=4k:8k stonewall",
    "bs=4k,8k,",
    "bs=8k,",
    "bs=,8k new_group",
    "bs=,,8k",
    "bs=4k,,8k",
    "bs=8k-16k,32k",
    "bs=8k:16k-32k iodepth=7",
    "bs=8k-",
    "bs=4foo",
    "bs=4kfoo stonewall new_group",
    "bs=0x1000",
    "bs=0x4k",
    "bs=4k,foo",
    "bs=foo,8k",
    "bs=4kib kb_base=1000",
    "kb_base=1000 bs=4kb",
    "bs=3k kb_base=1000",
    "bsrange=4k-8k",
    "bsrange=8k-4k",
    "bsrange=4k-8k,16k-32k,1k-2k",
    "bsrange=4k-8k,",
    "bsrange=,4k-8k",
    "bsrange=2k-4k bs=1k stonewall",
    "bsrange=1kib-2kib",
    "bssplit=4k/50:8k/50 bs=1k",
    "bssplit=4k/50:8k/20",
    "bssplit=4k/10:8k/20:16k/:1k/",
    "bssplit=4k/100,8k/100",
    "bssplit=,8k/100",
    "rw=readwrite numjobs=3",
    "rw=randread:8 iodepth=64",
    "rw=write:-4k new_group=1",
    "rw=read rw=randwrite",
    "iodepth=3 iodepth=5",
];

fn our_header(job: &JobPlan) -> String {
    let sizes = Ddir::ALL.map(|ddir| {
        let size = &job.access.block_size[ddir];
        let letter = ["R", "W", "T"][ddir as usize];
        format!(
            "({letter}) {}-{}",
            as_fio_prints(size.min()),
            as_fio_prints(size.max())
        )
    });
    format!(
        "{}: (g={}): rw={}, bs={}, ioengine={}, iodepth={}",
        job.name,
        job.group,
        job.access.mode.name(),
        sizes.join(", "),
        job.engine.kind.name(),
        job.depth.iodepth
    )
}

/// fio's rounding to four digits, as far as the sizes above need it.
fn as_fio_prints(bytes: u64) -> String {
    if bytes < 10_000 {
        format!("{bytes}B")
    } else {
        format!("{:.1}KiB", bytes as f64 / 1024.0)
    }
}

#[test]
fn headers_are_those_of_fio() {
    if !fiord_testbed::fio() {
        return;
    }
    let mut job_file = tempfile::NamedTempFile::new().unwrap();
    let common = "ioengine=null size=64k number_ios=1 thread";
    let mut jobs = Vec::new();
    for (at, line) in HEADERS.iter().enumerate() {
        writeln!(job_file, "[j{at}]").unwrap();
        let own = format!("{common} {line}");
        own.split(' ')
            .for_each(|option| writeln!(job_file, "{option}").unwrap());
        jobs.push(typed::raw(&format!("j{at}"), "", &own));
    }
    let output = Command::new("fio")
        .arg(job_file.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8_lossy(&output.stdout);
    let fios: Vec<&str> = text.lines().filter(|line| line.contains(": (g=")).collect();
    let ours: Vec<String> = lower(&jobs, &typed::MACHINE)
        .plan
        .jobs
        .iter()
        .map(our_header)
        .collect();
    assert_eq!(fios, ours);
}

/// Options that fio 3.33 does not have, or knows apart from what is their alias now.
const NEWER: [&str; 26] = [
    "recover_zbd_write_error",
    "write_zone_remainder",
    "num_range",
    "random_sequence_stride",
    "sprandom",
    "spr_num_regions",
    "spr_op",
    "spr_cs",
    "comm",
    "priohint",
    "fdp",
    "dataplacement",
    "plid_select",
    "ramp_size",
    "thinkcycles",
    "steadystate_check_interval",
    "verify_policy",
    "end_syncfs",
    "filetype",
    "log_window_value",
    "log_issue_time",
    "randrepeat",
    "verify_pattern_interval",
    "verify_header_seed",
    "verify_write_sequence",
    "job_start_clock_id",
];

/// The entries of an object of strings in fio's JSON; names may repeat.
fn object(lines: &mut dyn Iterator<Item = &str>) -> Vec<String> {
    lines
        .map(|line| line.trim().trim_end_matches(',').replace("\" : \"", "="))
        .take_while(|line| line != "}")
        .map(|line| line.trim_matches('"').to_owned())
        .collect()
}

/// Those with a value: fio 3.33 leaves flags out.
fn pairs(echo: &[OptionEcho]) -> Vec<String> {
    echo.iter()
        .filter(|option| !option.value.is_empty())
        .map(|option| format!("{}={}", option.name, option.value))
        .collect()
}

#[test]
fn options_are_echoed_as_fio_does() {
    if !fiord_testbed::fio() {
        return;
    }
    let globals = "ioengine=null size=4k thread blocksize=4k create_serialize=0";
    let mut lines: Vec<String> = options::all()
        .filter(|spec| matches!(spec.support, Support::Supported) && spec.engines.is_empty())
        .filter(|spec| !spec.default.is_empty() && spec.default != "0x89" && !NEWER.contains(&spec.name))
        .filter(|spec| !["ioengine", "filename_format"].contains(&spec.name))
        .map(|spec| format!("{}={}", spec.alias.unwrap_or(spec.name), spec.default))
        .collect();
    assert!(lines.len() > 60);
    lines.push(
        "rw=randread rw=read stonewall norandommap group_reporting=1 bs=4k,4k, refill_buffers".to_owned(),
    );
    let mut job_file = tempfile::NamedTempFile::new().unwrap();
    writeln!(job_file, "[global]\n{}", globals.replace(' ', "\n")).unwrap();
    let mut jobs = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        writeln!(job_file, "[j{at}]\n{}", line.replace(' ', "\n")).unwrap();
        jobs.push(typed::raw(&format!("j{at}"), globals, line));
    }
    let mut fio = Command::new("fio");
    let output = fio
        .arg("--output-format=json")
        .arg(job_file.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaints}");
    let text = String::from_utf8(output.stdout).unwrap();
    let (mut global, mut own) = (Vec::new(), Vec::new());
    let mut rest = text.lines();
    while let Some(line) = rest.next() {
        match line.trim() {
            "\"global options\" : {" => global = object(&mut rest),
            "\"job options\" : {" => own.push(object(&mut rest)),
            _ => {}
        }
    }
    let plan = lower(&jobs, &typed::MACHINE).plan;
    assert_eq!(pairs(plan.global_options.as_deref().unwrap_or_default()), global);
    // A job that sets `stats=0` is not in fio's report.
    let ours: Vec<_> = plan
        .jobs
        .iter()
        .filter(|job| job.report.stats)
        .map(|job| pairs(job.options.as_deref().unwrap_or_default()))
        .collect();
    assert_eq!(ours, own);
}
