//! `fiord survey` as a newcomer runs it: numbers come out, nothing is left behind, also after an interrupt.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common::Bed;
use crate::machine;
use crate::planted::{Neighbour, counters, until};
use crate::schema;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn scratch() -> tempfile::TempDir {
    tempfile::Builder::new()
        .prefix("fiord-survey-")
        .tempdir_in(env!("CARGO_TARGET_TMPDIR"))
        .unwrap()
}

/// A file system of our own over memory, where it can be had: a point of a second's fraction needs an answer from the disk in
/// that time, and the machine's disk may be everybody's. Dropped in this order.
struct Place {
    _mounted: Option<machine::Mounted>,
    _device: Option<machine::Loop>,
    _folder: Option<tempfile::TempDir>,
    path: std::path::PathBuf,
}

fn place() -> Place {
    let own = || {
        let memory = tempfile::tempdir_in("/dev/shm").map_err(|error| error.to_string())?;
        let device = machine::Loop::in_folder(memory, 1024)?;
        Ok::<_, String>((machine::Mounted::ext4(&device)?, device))
    };
    match own() {
        Ok((mounted, device)) => {
            let path = mounted.path().join("survey");
            fs::create_dir(&path).unwrap();
            Place {
                _mounted: Some(mounted),
                _device: Some(device),
                _folder: None,
                path,
            }
        }
        Err(_) => {
            let folder = scratch();
            Place {
                _mounted: None,
                _device: None,
                path: folder.path().to_owned(),
                _folder: Some(folder),
            }
        }
    }
}

impl Place {
    fn path(&self) -> &Path {
        &self.path
    }
}

fn survey(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fiord"));
    command.arg("survey").arg(folder).stdin(Stdio::null());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().next().is_none()
}

fn run(folder: &Path, args: &[&str]) -> Output {
    survey(folder).args(args).output().unwrap()
}

#[test]
fn every_point_has_numbers_and_nothing_is_left() {
    let folder = place();
    let output = run(folder.path(), &["--time", "8s", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    let rows = document["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 12);
    for row in rows {
        assert_eq!(row["repeats"].as_array().unwrap().len(), 3, "{row}");
        assert!(row["iops"].as_f64().unwrap() > 0.0, "{row}");
        // A point of so few I/Os that a p99 would be chance has its maximum instead.
        match row["lat_p99_ns"].as_f64() {
            Some(ns) => assert!(ns > 0.0, "{row}"),
            None => assert!(
                row["p99_has_few_samples"] == true && row["lat_max_ns"].as_f64().unwrap() > 0.0,
                "{row}"
            ),
        }
        assert!(
            row["command"].as_str().unwrap().starts_with("fio --name="),
            "{row}"
        );
        // Three repeats have neither a drift nor two states: the variation alone decides. The range of three normal values is 1.693
        // deviations on average, and `noise` begins at a deviation of 6.5 % of the median.
        let noisy = row["spread_percent"].as_f64().unwrap() / 1.693 > 6.5;
        let found = row["findings"].as_array().unwrap();
        assert_eq!(
            found.iter().any(|finding| finding["rule"] == "noise"),
            noisy,
            "{row}"
        );
    }
    assert!(is_empty(folder.path()));
}

#[test]
fn the_verdict_comes_first_and_the_commands_are_jobs() {
    let folder = place();
    let output = run(folder.path(), &["--time", "6s", "--commands"]);
    let page = text(&output.stdout);
    let lines: Vec<&str> = page.lines().collect();
    let head = lines.iter().position(|line| line.starts_with("what  ")).unwrap();
    assert!(
        lines[..head].iter().any(|line| line.contains(" 3 repeats."))
            && lines[..head]
                .iter()
                .any(|line| line.contains(" 12 points measured")),
        "{page}"
    );
    let rows = lines[head + 1..].iter().take_while(|line| !line.is_empty());
    assert_eq!(rows.count(), 12, "{page}");
    // As a shell takes them apart, whatever the name of the folder.
    let command = lines.iter().find(|line| line.starts_with("    fio ")).unwrap();
    let words = Command::new("sh")
        .arg("-c")
        .arg(format!(
            "printf '%s\\n' {}",
            command.trim().trim_start_matches("fio ")
        ))
        .output()
        .unwrap();
    let words = text(&words.stdout);
    let parsed = Command::new(env!("CARGO_BIN_EXE_fiord"))
        .arg("--parse-only")
        .args(words.lines())
        .output()
        .unwrap();
    assert!(parsed.status.success(), "{command}: {}", text(&parsed.stderr));
    assert!(is_empty(folder.path()));
}

/// Who else is on the disk is named, with what is known of it.
#[test]
fn a_neighbour_is_named() {
    let Some(bed) = Bed::or_skip(256) else { return };
    // The survey takes a tenth of what is free, and not less than 64 MiB: on so small a disk it is refused.
    let Some(large) = Bed::or_skip(1024) else { return };
    let refused = run(bed.path(), &["--time", "5s"]);
    assert!(
        text(&refused.stderr).contains("a survey needs 640 MiB"),
        "{}",
        text(&refused.stderr)
    );
    large.file("other", 8);
    let neighbour = Neighbour::fiord(
        large.path(),
        "--name=n --filename=other --rw=randread --bs=64k --direct=1 --runtime=300 --time_based --rate_iops=2000",
    );
    let counted = || counters(&large.zram.name())[2] * 512;
    let before = counted();
    until(|| counted() > before + (1 << 20));
    let before = counted();
    let output = run(large.path(), &["--time", "6s", "--json"]);
    let moved = counted() - before;
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    let others = &document["others"];
    assert!(others["foreign_bytes"].as_u64().unwrap() <= moved, "{others:#}");
    let first = &others["processes"][0];
    assert_eq!(
        (&first["pid"], &first["has_files_here"]),
        (&neighbour.pid().into(), &true.into()),
        "{others:#}"
    );
    drop(neighbour);
}

/// The other forms, and memory under its own name.
#[test]
fn a_survey_prints_markdown_and_csv() {
    let (surveyed, kept) = (place(), scratch());
    let store = kept.path().join("runs.sqlite");
    let store = store.to_str().unwrap();
    let output = run(surveyed.path(), &["--time", "5s", "--csv", "--store", store]);
    let rows = text(&output.stdout);
    assert!(rows.starts_with("label,bytes_per_s,"), "{rows}");
    assert_eq!(rows.lines().count(), 13, "{rows}");
    // In the list of runs it is one, of the folder that was named.
    let history = |args: &[&str]| -> serde_json::Value {
        let output = Command::new(env!("CARGO_BIN_EXE_fiord"))
            .args(["history", "--json", "--store", store])
            .args(args)
            .output()
            .unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let listed = history(&[]);
    assert_eq!(schema::problems(&listed), [""; 0]);
    assert_eq!(listed["runs"].as_array().unwrap().len(), 1);
    let only = &listed["runs"][0];
    assert_eq!(only["target"], surveyed.path().to_str().unwrap());
    let runs = only["survey"]["runs"].as_u64().unwrap();
    assert!(runs > 20, "{only}");
    let first = only["id"].to_string();
    for args in [["--survey", first.as_str()].as_slice(), &["--runs", "--all"]] {
        assert_eq!(
            history(args)["runs"].as_array().unwrap().len() as u64,
            runs,
            "{args:?}"
        );
    }
    let memory = tempfile::tempdir_in("/dev/shm").unwrap();
    let output = run(memory.path(), &["--time", "5s", "--md"]);
    let page = text(&output.stdout);
    assert!(
        page.trim_start_matches(['-', ' '])
            .starts_with("THIS IS MEMORY, not a disk"),
        "{page}"
    );
    assert!(
        page.contains("| what | MB/s |") && !page.contains('\x1b'),
        "{page}"
    );
    assert!(is_empty(memory.path()));
}

#[test]
fn what_is_too_small_or_missing_is_refused() {
    let folder = scratch();
    let file = folder.path().join("file");
    fs::write(&file, "mine").unwrap();
    let output = run(&file, &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("it holds 0 MiB; expected 64 MiB or more"));
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    let output = run(&folder.path().join("missing"), &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("missing"));
    let output = run(folder.path(), &["--time", "1s"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_folder_without_room_is_refused_before_anything_is_written() {
    let folder = scratch();
    let small = folder.path().join("small");
    fs::create_dir(&small).unwrap();
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=16m", "tmpfs"])
        .arg(&small)
        .status();
    if !mounted.is_ok_and(|status| status.success()) {
        return fiord_testbed::skip("mount", "a tmpfs cannot be mounted here");
    }
    let output = run(&small, &[]);
    let left = is_empty(&small);
    Command::new("umount").arg(&small).status().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("MiB are free"),
        "{}",
        text(&output.stderr)
    );
    assert!(left);
}

#[test]
fn a_file_is_only_read() {
    let folder = scratch();
    let file = folder.path().join("file");
    let bytes: Vec<u8> = (0..64_u32 << 20)
        .map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    fs::write(&file, &bytes).unwrap();
    let output = run(&file, &["--time", "5s", "--json", "--no-store"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    let labels: Vec<&str> = document["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["label"].as_str().unwrap())
        .collect();
    assert!(
        labels.len() == 8 && labels.iter().all(|label| label.contains("read")),
        "{labels:?}"
    );
    assert!(fs::read(&file).unwrap() == bytes);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Memory is called memory, and file systems of other kinds are measured as ext4 is.
#[test]
fn file_systems_of_every_kind_are_surveyed_and_memory_is_called_memory() {
    let survey = |path: &Path| {
        let output = run(path, &["--time", "5s", "--no-store"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(is_empty(path));
        text(&output.stdout)
    };
    match machine::Mounted::tmpfs("800m") {
        Ok(memory) => {
            let page = survey(memory.path());
            assert!(page.contains("THIS IS MEMORY"), "{page}");
        }
        Err(reason) => machine::skip("mount", &reason),
    }
    for (mkfs, kind) in [("mkfs.xfs", "xfs"), ("mkfs.btrfs", "btrfs")] {
        let made = || {
            let device = machine::Loop::new(800)?;
            machine::run(mkfs, &["-q", "-f", device.path().to_str().ok_or("no name")?])?;
            let mounted = machine::Mounted::new(kind, "defaults", device.path().to_str().ok_or("no name")?)?;
            Ok::<_, String>((mounted, device))
        };
        let (mounted, _device) = match made() {
            Ok(made) => made,
            Err(reason) => {
                machine::skip(kind, &reason);
                continue;
            }
        };
        let path = mounted.path().join("survey");
        fs::create_dir(&path).unwrap();
        let page = survey(&path);
        assert!(
            page.contains(kind) && page.contains("It does: reads in order"),
            "{page}"
        );
    }
}

#[test]
fn a_folder_that_cannot_be_written_says_so() {
    let mounted = match machine::Mounted::new("tmpfs", "ro,size=800m", "tmpfs") {
        Ok(mounted) => mounted,
        Err(reason) => return machine::skip("mount", &reason),
    };
    let output = run(mounted.path(), &["--time", "5s", "--no-store"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("no file can be made there"),
        "{}",
        text(&output.stderr)
    );
}
