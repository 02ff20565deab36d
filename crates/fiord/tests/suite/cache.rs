//! `fiord cache` as a script sees it, with fincore as the second witness.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::machine;
use crate::schema;
use crate::snapshot::assert_screen;

use std::fs;
use std::path::Path;

use machine::{Mounted, folder, ran, run, skip};
use serde_json::Value;

const SIZE: u64 = (1 << 20) + 5;

fn written(folder: &Path, name: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, vec![7; SIZE as usize]).unwrap();
    path.to_str().unwrap().to_owned()
}

fn json(args: &[&str]) -> (i32, Value, String) {
    let (code, stdout, stderr) = ran(&[&["cache"], args, &["--json"]].concat());
    let document = serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}: {stdout}{stderr}"));
    assert_eq!(schema::problems(&document), [""; 0]);
    (code, document, stderr)
}

#[test]
fn show_drop_and_warm_say_what_is_in_memory() {
    let folder = folder();
    let file = written(folder.path(), "f");
    let cached = |what: &str| -> u64 {
        let (code, document, stderr) = json(&[what, &file]);
        assert_eq!((code, stderr.as_str()), (0, ""), "{document}");
        let state = &document["files"][0];
        assert_eq!(
            (state["file"].as_str(), state["size_bytes"].as_u64()),
            (Some(file.as_str()), Some(SIZE))
        );
        let bytes = state["cached_bytes"].as_u64().unwrap();
        assert_eq!(
            state["cached_percent"].as_f64().unwrap(),
            bytes as f64 * 100.0 / SIZE as f64
        );
        bytes
    };
    assert_eq!(cached("show"), SIZE);
    assert_eq!((cached("drop"), cached("show")), (0, 0));
    let theirs = || {
        run(
            "fincore",
            &["--bytes", "--noheadings", "--output", "PAGES", &file],
        )
    };
    let pages = theirs().map(|text| text.trim().to_owned());
    match &pages {
        Ok(pages) => assert_eq!(pages, "0"),
        Err(reason) => skip("fincore", reason),
    }
    assert_eq!((cached("warm"), cached("show")), (SIZE, SIZE));
    if pages.is_ok() {
        assert_ne!(theirs().unwrap().trim(), "0");
    }
}

#[test]
fn the_table_has_bytes_and_percent_for_each_file() {
    let folder = folder();
    let (a, b) = (written(folder.path(), "a"), written(folder.path(), "b"));
    let (code, stdout, _) = ran(&["cache", "show", &a, &b]);
    assert_eq!(code, 0);
    let rows: Vec<&str> = stdout
        .lines()
        .filter(|line| line.starts_with(&a) || line.starts_with(&b))
        .collect();
    assert_eq!(rows.len(), 2, "{stdout}");
    assert!(
        rows.iter()
            .all(|row| row.contains("1 MiB") && row.contains("100.00")),
        "{stdout}"
    );
}

#[test]
fn what_cannot_be_dropped_is_told() {
    let memory = match Mounted::new("tmpfs", "size=4m", "none") {
        Ok(mounted) => mounted,
        Err(reason) => return skip("mount", &reason),
    };
    let file = written(memory.path(), "f");
    let (code, document, said) = json(&["drop", &file]);
    assert_eq!(
        (code, document["files"][0]["cached_bytes"].as_u64()),
        (1, Some(SIZE))
    );
    assert_screen!(said);
}

#[test]
fn a_wrong_file_does_not_hide_the_others() {
    let folder = folder();
    let file = written(folder.path(), "f");
    let (code, document, said) = json(&[
        "show",
        "/no-such-place",
        folder.path().to_str().unwrap(),
        "/dev/null",
        &file,
    ]);
    assert_eq!((code, document["files"].as_array().unwrap().len()), (2, 1));
    for words in [
        "/no-such-place: No such file",
        "a directory",
        "/dev/null: neither",
    ] {
        assert!(said.contains(words), "{said}");
    }
    for args in [
        &["cache"][..],
        &["cache", "show"],
        &["cache", "drop"],
        &["cache", "fill", "x"],
    ] {
        assert_eq!(ran(args).0, 2, "{args:?}");
    }
}
