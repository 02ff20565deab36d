//! The commands that clouds, databases and benchmark programs publish, scaled down, in fio and in fiord: the same exit code, and the same
//! I/Os and bytes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use fiord_testbed::disk_folder;
use serde_json::Value;

use crate::common::text;

const COMMANDS: &str = include_str!("../../../judge/tests/data/vendor-commands.txt");

/// Of what a file gets: a few megabytes, so that the largest block fits and the smallest does not take long.
const FILE_BYTES: usize = 4 << 20;

/// Takes a command apart as a shell does.
fn words(command: &str) -> Vec<String> {
    let output = Command::new("sh")
        .args(["-c", &format!("printf '%s\\n' {command}")])
        .output()
        .unwrap();
    text(&output.stdout).lines().map(str::to_owned).collect()
}

/// The same job on small files, ended by its size: what the clock ends is not the same twice.
fn scaled(command: &str) -> Vec<String> {
    let mut scaled = Vec::new();
    // A sync takes milliseconds.
    let syncs = ["--sync=1", "fdatasync=1", "-fsync=1", "sync=dsync"];
    let synced = syncs.iter().any(|option| command.contains(option));
    for word in words(command).iter().skip(1) {
        let bare = word.trim_start_matches('-');
        let (name, value) = bare.split_once('=').unwrap_or((bare, ""));
        let option = match name {
            "runtime" | "time_based" | "ramp_time" | "minimal" | "output-format" | "eta-newline" => continue,
            "size" if value.ends_with('%') => word.clone(),
            "size" if synced => "--size=256k".to_owned(),
            "size" => "--size=2m".to_owned(),
            "filesize" => "--filesize=4m".to_owned(),
            "offset_increment" => "--offset_increment=2m".to_owned(),
            "filename" if value.starts_with("/dev/") => "--filename=device".to_owned(),
            "directory" => "--directory=folder".to_owned(),
            _ => word.clone(),
        };
        scaled.push(option);
    }
    // A device is as large as it is; a file that stands for it is written in place, as far as one job goes.
    if command.contains("/dev/") && synced {
        scaled.push("--io_size=256k".to_owned());
    }
    scaled.push("--output-format=json".to_owned());
    scaled
}

fn run(program: &str, folder: &Path, args: &[String]) -> Output {
    fs::create_dir_all(folder.join("folder")).unwrap();
    for name in ["warm", "cold", "device"] {
        fs::write(folder.join(name), vec![0x5a; FILE_BYTES]).unwrap();
    }
    let output = Command::new(program)
        .args(args)
        .current_dir(folder)
        .env("FIORD_STORE", "none")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    fs::remove_dir_all(folder.join("folder")).unwrap();
    for left in fs::read_dir(folder).unwrap() {
        fs::remove_file(left.unwrap().path()).unwrap();
    }
    output
}

/// I/Os and bytes by direction, over all jobs of a document.
fn totals(output: &Output) -> [[u64; 2]; 3] {
    let text = text(&output.stdout);
    let at = text.find("{\n").unwrap_or_else(|| panic!("{text}"));
    let document: Value = serde_json::from_str(&text[at..]).unwrap();
    let mut sums = [[0; 2]; 3];
    for job in document["jobs"].as_array().unwrap() {
        for (sum, ddir) in sums.iter_mut().zip(["read", "write", "trim"]) {
            sum[0] += job[ddir]["total_ios"].as_u64().unwrap();
            sum[1] += job[ddir]["io_bytes"].as_u64().unwrap();
        }
    }
    sums
}

#[test]
fn published_commands_do_what_fio_does() {
    if !fiord_testbed::fio() {
        return;
    }
    let place = disk_folder();
    let (mut wrong, mut count) = (Vec::new(), 0);
    let lines: Vec<&str> = COMMANDS.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 35);
    for line in lines.into_iter().step_by(fiord_testbed::every(3)) {
        let (from, command) = line.split_once('\t').unwrap();
        let args = scaled(command);
        let theirs = run("fio", place.path(), &args);
        let mine = run(env!("CARGO_BIN_EXE_fiord"), place.path(), &args);
        count += 1;
        if theirs.status.code() != mine.status.code() {
            let (theirs, mine) = (theirs.status, mine.status);
            wrong.push(format!("{from}: fio {theirs}, fiord {mine}: {args:?}"));
            continue;
        }
        let (a, b) = (totals(&theirs), totals(&mine));
        // Of a mix whose seed differs each time, how much is read is drawn.
        let drawn = command.contains("rw=randrw") || command.contains("readwrite=randrw");
        let all = |sums: &[[u64; 2]; 3]| [0, 1].map(|of| sums.iter().map(|sum| sum[of]).sum::<u64>());
        let read = |sums: &[[u64; 2]; 3]| sums[0][0] as f64 / all(sums)[0].max(1) as f64;
        let is_alike = if drawn {
            all(&a) == all(&b) && (read(&a) - read(&b)).abs() < 0.15
        } else {
            a == b
        };
        assert!(all(&a)[0] > 0, "{from}: {args:?}: {}", text(&theirs.stderr));
        if !is_alike {
            wrong.push(format!("{from}: fio {a:?}, fiord {b:?}: {args:?}"));
        }
    }
    assert!(count >= 12, "{count}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
