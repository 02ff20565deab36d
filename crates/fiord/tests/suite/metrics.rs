//! `--metrics FILE` of run, check and survey: what the file holds, and that a file which cannot be replaced is found out before the run.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{fiord, storing, text};
use crate::openmetrics::{find, read, value};

const JOB: [&str; 7] = [
    "--name=reads",
    "--ioengine=sim",
    "--rw=randread",
    "--bs=4k",
    "--size=4m",
    "--number_ios=1000",
    "--sim_read_ns=100000",
];

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_run_writes_what_its_document_has() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("m.prom"), "the last run\n".repeat(10_000)).unwrap();
    let ours = ["run", "--no-store", "--json", "--metrics", "m.prom"];
    let output = fiord(folder.path(), &[&ours[..], &JOB].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(names(folder.path()), ["m.prom"]);
    let lines = read(&fs::read_to_string(folder.path().join("m.prom")).unwrap());
    let reads = [("jobname", "reads"), ("job_number", "0"), ("direction", "read")];
    assert_eq!(value(&lines, "fiord_run_job_operations", &reads), 1000.0);
    let rate = value(&lines, "fiord_run_job_operations_per_second", &reads);
    assert_eq!(Some(rate), document["jobs"][0]["result"]["read"]["iops"].as_f64());
    let median = [&reads[..], &[("kind", "lat"), ("percentile", "50")]].concat();
    let median = value(&lines, "fiord_run_job_latency_seconds", &median);
    assert!((median / 1e-4 - 1.0).abs() < 0.05, "{median}");
    let grade = document["verdict"]["grade"].as_str().unwrap();
    assert_eq!(value(&lines, "fiord_run_grade", &[("grade", grade)]), 1.0);
    let findings: f64 = find(&lines, "fiord_run_findings", &[])
        .iter()
        .map(|line| line.value)
        .sum();
    assert_eq!(findings, document["findings"].as_array().unwrap().len() as f64);
}

#[test]
fn a_file_that_cannot_be_replaced_is_found_out_before_the_run() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    std::os::unix::fs::symlink("/dev/null", folder.path().join("link")).unwrap();
    for place in ["sub", "none/m.prom", "link", "/dev/null", "/dev/full"] {
        let option = format!("--metrics={place}");
        let output = fiord(
            folder.path(),
            &[&["run", "--no-store", option.as_str()], &JOB[..]].concat(),
        );
        assert_eq!(output.status.code(), Some(2), "{place}");
        assert_eq!(text(&output.stdout), "", "{place}: it ran");
        assert!(
            text(&output.stderr).contains(&format!("--metrics={place}")),
            "{}",
            text(&output.stderr)
        );
        for verb in [["check", "etcd"], ["survey", "--time=5s"]] {
            let output = fiord(
                folder.path(),
                &[&verb[..], &[".", "--no-store", option.as_str()]].concat(),
            );
            assert_eq!(output.status.code(), Some(2), "{verb:?} {place}");
            assert!(output.stdout.is_empty(), "{verb:?} {place}");
        }
    }
    assert_eq!(names(folder.path()), ["link", "sub"]);
}

#[test]
fn a_line_that_is_refused_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("m.prom"), "old").unwrap();
    for more in [["--rw=nosuch"], ["--repeat=6"], ["--vs=--name=b"]] {
        let ours = ["run", "--no-store", "--metrics=m.prom"];
        let output = fiord(folder.path(), &[&ours[..], &JOB, &more].concat());
        assert_eq!(
            output.status.code(),
            Some(2),
            "{more:?}: {}",
            text(&output.stderr)
        );
    }
    assert_eq!(fs::read_to_string(folder.path().join("m.prom")).unwrap(), "old");
}

#[test]
fn a_check_has_its_verdict_and_its_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = "name = \"mine\"\ntitle = \"Writes\"\nabout = \"One.\"\nmeasures = [\"write.iops\"]\n\
                  [[expect]]\nthat = \"write.p50<100us\"\nsource = \"us\"\ndate = \"2026-11-22\"\n\
                  [job]\nioengine = \"sim\"\nrw = \"write\"\nbs = \"4k\"\nsize = \"4m\"\nnumber_ios = 400\nsim_write_ns = 80000\n\
                  sim_service = \"exponential\"\n[stop]\nleast = 6\nmost = 12\n";
    fs::write(folder.path().join("r.toml"), recipe).unwrap();
    let output = storing(
        folder.path(),
        &["check", "r.toml", "--no-store", "--metrics=m.prom", "--json"],
    )
    .output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let lines = read(&fs::read_to_string(folder.path().join("m.prom")).unwrap());
    let mine = ("recipe", "mine");
    assert_eq!(
        value(&lines, "fiord_check_verdict", &[mine, ("verdict", "pass")]),
        1.0
    );
    assert_eq!(
        value(&lines, "fiord_check_verdict", &[mine, ("verdict", "fail")]),
        0.0
    );
    let median = value(
        &lines,
        "fiord_check_latency_seconds",
        &[mine, ("value", "median")],
    );
    let stated = document["expectations"][0]["median"].as_f64().unwrap();
    assert!((median * 1e9 / stated - 1.0).abs() < 1e-9, "{median} {stated}");
    let rates = find(
        &lines,
        "fiord_check_operations_per_second",
        &[("measure", "write.iops")],
    );
    assert_eq!(rates.len(), 3, "{rates:?}");
    assert!(rates.iter().all(|line| !line.labels.contains_key("target")));
}

#[test]
fn a_survey_has_its_points() {
    let folder = fiord_testbed::disk_folder();
    let output = fiord(
        folder.path(),
        &[
            "survey",
            ".",
            "--time=5s",
            "--no-store",
            "--json",
            "--metrics=m.prom",
        ],
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let lines = read(&fs::read_to_string(folder.path().join("m.prom")).unwrap());
    let mut known = 0;
    for row in document["rows"].as_array().unwrap() {
        let depth = row["iodepth"].to_string();
        let point = [
            ("point", row["label"].as_str().unwrap()),
            ("iodepth", depth.as_str()),
        ];
        let found = find(&lines, "fiord_survey_operations_per_second", &point);
        let stated: Vec<f64> = row["iops"].as_f64().into_iter().collect();
        let values: Vec<f64> = found.iter().map(|line| line.value).collect();
        assert_eq!(values, stated, "{point:?}");
        known += values.len();
    }
    assert!(known > 0, "{document:#}");
}
