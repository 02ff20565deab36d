//! Where reports go: found out before the run, never onto a device, never lost, and nothing asked for is ignored.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;

use crate::common;
use crate::snapshot::{assert_screen, messages};
use common::{fiord, storing, text};
use serde_json::Value;

const JOB: [&str; 5] = [
    "--name=a",
    "--ioengine=sim",
    "--rw=randread",
    "--bs=4k",
    "--size=4m",
];

#[test]
fn a_report_that_cannot_be_written_is_found_out_before_the_run() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("link")).unwrap();
    for place in ["sub", "none/report", "link", "/dev/full"] {
        for option in ["--evidence", "--output"] {
            let option = format!("{option}={place}");
            let output = fiord(folder.path(), &[&[option.as_str()], &JOB[..]].concat());
            assert_eq!(output.status.code(), Some(1), "{option}");
            assert_eq!(text(&output.stdout), "", "{option}: it ran");
            assert!(
                text(&output.stderr).contains(place),
                "{option}: {}",
                text(&output.stderr)
            );
        }
        let option = format!("--evidence={place}");
        let output = fiord(folder.path(), &[&["run", option.as_str()], &JOB[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{option}");
        assert_eq!(text(&output.stdout), "", "{option}: it ran");
    }
}

/// Nobody knows otherwise which of the many files a run touches is full.
#[test]
fn a_full_standard_output_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut said = String::new();
    for (words, status) in [(&["run"][..], 2), (&[], 1)] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = storing(folder.path(), &[words, &JOB[..]].concat())
            .stdout(full)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(status), "{words:?}");
        said += &messages(words, &output);
    }
    assert_screen!(said);
}

#[test]
fn an_older_report_outlives_a_line_that_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report");
    fs::write(&report, "older").unwrap();
    let output = fiord(folder.path(), &["--output=report", "--name=a", "--rw=nosuch"]);
    assert!(!output.status.success());
    assert_eq!(fs::read_to_string(&report).unwrap(), "older");
    let output = fiord(folder.path(), &[&["--output=report"], &JOB[..]].concat());
    assert!(output.status.success());
    let written = fs::read_to_string(&report).unwrap();
    assert!(
        written.contains("IOPS") && !written.contains("older"),
        "{written}"
    );
}

#[test]
fn run_refuses_what_it_would_ignore() {
    let folder = tempfile::tempdir().unwrap();
    for option in [
        "--output=report",
        "--output-format=json",
        "--minimal",
        "--append-terse",
        "--eta=always",
        "--status-interval=1",
        "--eta-interval=500ms",
        "--terse-version=5",
        "--idle-prof=system",
        "--bandwidth-log",
        "--debug=io",
    ] {
        let output = fiord(folder.path(), &[&["run", option], &JOB[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{option}");
        assert!(
            text(&output.stderr).contains("fiord run"),
            "{option}: {}",
            text(&output.stderr)
        );
    }
    assert!(!folder.path().join("report").exists());
}

#[test]
fn repeats_draw_other_offsets_and_devices() {
    let folder = tempfile::tempdir().unwrap();
    let ours = ["run", "--repeat", "6", "--json"];
    let more = ["--sim_service=exponential", "--runtime=2", "--time_based"];
    let output = fiord(folder.path(), &[&ours[..], &JOB[..], &more[..]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let interval = &document["summary"][0]["iops_interval"];
    assert!(
        interval["high"].as_f64().unwrap() > interval["low"].as_f64().unwrap(),
        "{}",
        document["summary"]
    );
}
