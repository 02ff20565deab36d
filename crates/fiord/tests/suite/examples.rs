//! Every job file of `examples/` parses as it stands, and runs with small sizes and short times.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::common::fiord;

fn examples() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "fio"))
        .collect();
    paths.sort();
    paths
}

/// The same jobs over 1 MiB, or a fifth of a second, simulated or not.
fn scaled(text: &str) -> String {
    let is_simulated = text.contains("ioengine=sim");
    let line = |line: &str| match line.split_once('=') {
        Some(("size", _)) if !is_simulated => "size=1m".to_owned(),
        Some(("offset_increment", _)) => "offset_increment=1m".to_owned(),
        Some(("runtime", _)) => "runtime=200ms".to_owned(),
        Some(("ramp_time", _)) => "ramp_time=0".to_owned(),
        _ => line.to_owned(),
    };
    text.lines().map(|text| line(text) + "\n").collect()
}

#[test]
fn every_example_parses_and_runs() {
    let examples = examples();
    assert!(examples.len() >= 6, "{examples:?}");
    for path in examples {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let folder = fiord_testbed::disk_folder();
        let parsed = fiord(folder.path(), &["--parse-only", path.to_str().unwrap()]);
        assert!(
            parsed.status.success() && parsed.stderr.is_empty(),
            "{name}: {parsed:?}"
        );
        fs::write(
            folder.path().join(&name),
            scaled(&fs::read_to_string(&path).unwrap()),
        )
        .unwrap();
        let run = fiord(
            folder.path(),
            &["--output-format=json", "--output=out.json", &name],
        );
        assert!(run.status.success(), "{name}: {run:?}");
        let text = fs::read_to_string(folder.path().join("out.json")).unwrap();
        let document: Value = serde_json::from_str(&text).unwrap();
        let jobs = document["jobs"].as_array().unwrap();
        assert!(!jobs.is_empty(), "{name}");
        for job in jobs {
            let ios = |ddir: &str| job[ddir]["total_ios"].as_u64().unwrap();
            assert_eq!(job["error"], 0, "{name}: {}", job["jobname"]);
            assert!(ios("read") + ios("write") > 0, "{name}: {}", job["jobname"]);
        }
        // What an example writes is named so that its owner knows it.
        let left = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let stray: Vec<String> = left
            .filter(|left| !left.starts_with("fiord-example.") && *left != name && left != "out.json")
            .collect();
        assert!(stray.is_empty(), "{name}: left {stray:?}");
    }
}

#[test]
fn the_list_of_examples_names_each() {
    let list = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/README.md")).unwrap();
    let unnamed: Vec<PathBuf> = examples()
        .into_iter()
        .filter(|path| !list.contains(path.file_name().unwrap().to_str().unwrap()))
        .collect();
    assert!(unnamed.is_empty(), "{unnamed:?}");
}
