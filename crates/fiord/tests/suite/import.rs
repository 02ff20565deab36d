//! `fiord import`: every form, standard input, the store, and what was not understood.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::process::Command;

use serde_json::Value;

use crate::common::{self, fiord, text};
use crate::schema;
use crate::snapshot::assert_screen;

const TRANSCRIPT: &str = include_str!("../../../import/tests/data/transcript.md");

#[test]
fn a_text_is_summed_up_first() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("notes.md"), TRANSCRIPT).unwrap();
    let output = fiord(folder.path(), &["import", "notes.md"]);
    let page = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{page}");
    assert_screen!(page);
    let markdown = text(&fiord(folder.path(), &["import", "--md", "notes.md"]).stdout);
    assert!(
        markdown.contains("| ---") || markdown.contains("|---"),
        "{markdown}"
    );
    let csv = text(&fiord(folder.path(), &["import", "--csv", "notes.md"]).stdout);
    assert!(
        csv.starts_with("file,line,kind,name,direction,iops,bytes_per_s,"),
        "{csv}"
    );
}

#[test]
fn documents_have_their_schema_and_are_read_back() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("notes.md"), TRANSCRIPT).unwrap();
    let output = fiord(folder.path(), &["import", "--json", "notes.md"]);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    std::fs::write(folder.path().join("again.json"), &output.stdout).unwrap();
    let again = fiord(folder.path(), &["import", "--json", "again.json"]);
    let again: Value = serde_json::from_slice(&again.stdout).unwrap();
    let runs = |document: &Value| -> Vec<Value> {
        let runs = document["files"][0]["runs"].as_array().unwrap();
        runs.iter().map(|run| run["record"].clone()).collect()
    };
    assert_eq!(runs(&again), runs(&document));
}

#[test]
fn standard_input_is_read_and_runs_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_fiord"));
    command.args(["import", "-", "--store", "runs.sqlite"]);
    let output = common::with_input(command.current_dir(folder.path()), TRANSCRIPT.as_bytes());
    assert_screen!(text(&output.stdout).lines().nth(1).unwrap());
    let listed = fiord(
        folder.path(),
        &[
            "history",
            "--verb",
            "import",
            "--json",
            "--all",
            "--store",
            "runs.sqlite",
        ],
    );
    let listed: Value = serde_json::from_slice(&listed.stdout).unwrap();
    assert_eq!(listed["runs"].as_array().unwrap().len(), 18);
    for id in 1..=18 {
        let shown = fiord(
            folder.path(),
            &["report", &id.to_string(), "--store", "runs.sqlite"],
        );
        assert_eq!(shown.status.code(), Some(0), "{id}: {}", text(&shown.stderr));
    }
}

#[test]
fn a_text_without_results_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("prose"), "nothing was measured here\n").unwrap();
    for form in [&["import", "prose"][..], &["import", "--csv", "prose"]] {
        let output = fiord(folder.path(), form);
        assert_eq!(output.status.code(), Some(1));
        let said = text(&output.stderr);
        assert!(said.contains("prose: no run was read from its 1 line"), "{said}");
    }
    assert_eq!(
        fiord(folder.path(), &["import", "missing"]).status.code(),
        Some(2)
    );
    assert_eq!(fiord(folder.path(), &["import", "."]).status.code(), Some(2));
}

/// A text says neither `direct` nor syncs: it is compared with JSON that does, and that is said.
#[test]
fn jobs_of_a_text_and_of_json_are_compared_by_name_and_group() {
    let folder = tempfile::tempdir().unwrap();
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../import/tests/data/fio");
    for name in ["stonewalled.json", "stonewalled.txt"] {
        std::fs::copy(data.join(name), folder.path().join(name)).unwrap();
    }
    let page = text(&fiord(folder.path(), &["compare", "stonewalled.json", "stonewalled.txt"]).stdout);
    for (workload, rate) in [
        ("randread 4k qd4 ", "0.83×"),
        ("randread 4k qd32 ", "1.17×"),
        ("write 1m qd4 ", "0.90×"),
    ] {
        let row = page
            .lines()
            .find(|line| line.starts_with(workload) && line.contains("rate"));
        assert!(row.is_some_and(|row| row.contains(rate)), "{workload}: {page}");
    }
    assert!(page.contains("does not state direct, sync."), "{page}");
    let document = fiord(folder.path(), &["import", "--json", "stonewalled.json"]).stdout;
    let document: Value = serde_json::from_slice(&document).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    let figures = document["files"][0]["runs"][0]["figures"].as_array().unwrap();
    assert!(figures.iter().all(|figure| figure["job"].is_string()));
    let of_last = figures
        .iter()
        .find(|figure| figure["job"] == "randread2")
        .unwrap();
    assert_eq!(of_last["group"], 2);
    let explained = text(&fiord(folder.path(), &["explain", "--result", "stonewalled.txt"]).stdout);
    assert!(
        explained.contains("545 µs") && explained.contains("4.1 ms"),
        "{explained}"
    );
}
