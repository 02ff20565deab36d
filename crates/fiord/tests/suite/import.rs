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
    assert_eq!(fiord(folder.path(), &["import", "prose"]).status.code(), Some(1));
    assert_eq!(
        fiord(folder.path(), &["import", "missing"]).status.code(),
        Some(2)
    );
    assert_eq!(fiord(folder.path(), &["import", "."]).status.code(), Some(2));
}
