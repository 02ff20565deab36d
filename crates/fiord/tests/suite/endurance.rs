//! `fiord endurance`: on the devices of this machine, and of a data sheet alone. Drives that answer are in `cargo xtask vm`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::schema;

fn told(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_fiord"))
        .arg("endurance")
        .args(args)
        .current_dir(folder)
        .env("FIORD_STORE", "none")
        .env("FIORD_LANG", "en")
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

const SHEET: &str =
    "device = \"Example 1 TB\"\nsource = \"its sheet\"\ntbw = 600\nwarranty_years = 5\ncapacity_gb = 1000\n";

#[test]
fn a_data_sheet_alone_needs_no_drive() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    std::fs::write(folder.path().join("sheet.toml"), SHEET).unwrap();
    let (code, stdout, stderr) = told(folder.path(), &["--spec", "sheet.toml"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert_eq!(
        stdout.split_whitespace().collect::<Vec<_>>().join(" "),
        "Example 1 TB is rated for 600 TB of host writes in 5 years, which is 328.8 GB or 0.33 drive writes per day."
    );
    let (code, stdout, _) = told(folder.path(), &["--spec", "sheet.toml", "--json"]);
    let document: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, schema::problems(&document)), (Some(0), Vec::new()));
    assert_eq!(
        (&document["path"], &document["rating"]["bytes"]),
        (&Value::Null, &Value::from(600e12))
    );
    std::fs::write(
        folder.path().join("sheet.toml"),
        SHEET.replace("tbw = 600", "tbw = \"600TB\""),
    )
    .unwrap();
    let (code, _, stderr) = told(folder.path(), &["--spec", "sheet.toml"]);
    assert!(
        code == Some(2) && stderr.contains("sheet.toml:3: `tbw`"),
        "{stderr}"
    );
}

/// Whatever the machine has: each drive has a number, or a sentence that says why not.
#[test]
fn the_drives_of_this_machine_answer_or_say_why_not() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let (code, stdout, stderr) = told(folder.path(), &[".", "--json"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    let document: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    let notes = document["notes"].to_string();
    for drive in document["drives"].as_array().unwrap() {
        let name = drive["name"].as_str().unwrap();
        let is_told = !drive["host_written"].is_null() || !drive["used_percent"].is_null();
        let says_why = !drive["unknown"].as_array().unwrap().is_empty() || notes.contains(name);
        assert!(is_told || says_why, "{document:#}");
        let unknown = drive["host_written"].is_null();
        assert!(!unknown || drive["write_amplification"].is_null(), "{document:#}");
    }
    let (code, _, stderr) = told(folder.path(), &["no-such-device"]);
    assert!(code == Some(2) && stderr.contains("no-such-device"), "{stderr}");
}
