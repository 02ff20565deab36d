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
    for (typed, said) in [
        (
            "missing",
            "missing: no such file; check the name, or use - for standard input",
        ),
        ("porse", "porse: no such file; did you mean prose?"),
    ] {
        let output = fiord(folder.path(), &["import", typed]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
    }
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

/// Results of several settings: a page with their matrix, which can be made from the document as well.
#[test]
fn a_page_has_the_matrix_of_all_results() {
    let folder = tempfile::tempdir().unwrap();
    let notes = "| bs | speed | command |\n|---|---|---|\n\
        | 4k | 10.8MB/s | fio --name=t --ioengine=libaio --direct=1 --bs=4k --size=1G --rw=randread --iodepth=1 |\n\
        | 4k | 43.1MB/s | fio --name=t --ioengine=libaio --direct=1 --bs=4k --size=1G --rw=randread --iodepth=32 |\n\
        | 64k | 134MB/s | fio --name=t --ioengine=libaio --direct=1 --bs=64k --size=1G --rw=randread --iodepth=1 |\n";
    std::fs::write(folder.path().join("notes.md"), notes).unwrap();
    let output = fiord(folder.path(), &["import", "notes.md", "--html", "page.html"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    for words in [
        "Imported results of notes.md",
        "Throughput by settings and block size",
        "randread iodepth=1 numjobs=1 direct=1",
        "43.1\u{a0}MB/s",
        "fio --name=t --ioengine=libaio --direct=1 --bs=64k",
    ] {
        assert!(page.contains(words), "{words}");
    }
    let json = fiord(folder.path(), &["import", "notes.md", "--json"]).stdout;
    std::fs::write(folder.path().join("import.json"), json).unwrap();
    let charts = fiord(folder.path(), &["report", "import.json", "--plot", "matrix"]);
    let charts = text(&charts.stdout);
    assert!(
        charts.contains("134 MB/s") && charts.contains("10.8 MB/s"),
        "{charts}"
    );
}

/// A run without a name of --save has the name of its text.
#[test]
fn kept_runs_have_their_names_targets_and_dates() {
    let folder = tempfile::tempdir().unwrap();
    let report = "$ fio --name=bench --filename=/mnt/data/f --rw=randread --bs=4k --size=1G --direct=1\n\
        bench: (g=0): rw=randread, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=psync, iodepth=1\nfio-3.33\n\
        Starting 1 process\n\nbench: (groupid=0, jobs=1): err= 0: pid=10: Tue Feb 23 14:12:23 2021\n  \
        read: IOPS=10.0k, BW=39.1MiB/s (41.0MB/s)(391MiB/10001msec)\n     lat (usec): min=50, max=900, avg=99.00, stdev= 1.00\n    \
        issued rwts: total=100010,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n\nRun status group 0 (all jobs):\n   \
        READ: bw=39.1MiB/s (41.0MB/s), 39.1MiB/s-39.1MiB/s (41.0MB/s-41.0MB/s), io=391MiB (410MB), run=10001-10001msec\n";
    std::fs::write(folder.path().join("post.txt"), report).unwrap();
    let output = fiord(folder.path(), &["import", "post.txt", "--store", "runs.sqlite"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let listed = fiord(folder.path(), &["history", "--store", "runs.sqlite"]);
    let listed = text(&listed.stdout);
    let row = listed.lines().nth(1).unwrap_or_default();
    for word in ["2021-02-23", "bench", "/mnt/data/f"] {
        assert!(row.contains(word), "{word}: {listed}");
    }
}
