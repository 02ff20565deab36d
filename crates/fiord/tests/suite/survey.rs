//! `fiord survey` as a newcomer runs it: numbers come out, nothing is left behind, also after an interrupt.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common::{Bed, said_until};
use crate::machine;
use crate::planted::{Neighbour, counters, until};
use crate::schema;
use crate::snapshot::{assert_screen, assert_screen_without_figures, messages};

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
        // Nothing of the file system's own comes later and is taken for somebody else's I/O.
        Ok::<_, String>((machine::Mounted::quiet_ext4(&device.device)?, device))
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
    let output = run(folder.path(), &["--time", "8s", "--layers", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    let rows = document["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 12);
    // A run more of each point, which names a layer or says why it cannot.
    let layers = document["layers"].as_array().unwrap();
    assert_eq!(layers.len(), 12, "{layers:#?}");
    for point in layers {
        let of = |key: &str| point[key].as_array().unwrap();
        assert_ne!(of("findings").is_empty(), of("why_not").is_empty(), "{point:#}");
    }
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

/// The answer, a table that fits a screen, what to do next; the commands work in a shell whatever the folder is called, and clean up.
#[test]
fn the_verdict_comes_first_and_the_commands_clean_up() {
    let place = place();
    let folder = place.path().join("it's a: disk");
    fs::create_dir(&folder).unwrap();
    let output = run(&folder, &["--time", "6s", "--commands", "--no-store"]);
    let page = text(&output.stdout);
    let lines: Vec<&str> = page.lines().collect();
    let head = lines
        .iter()
        .position(|line| line.starts_with("workload  "))
        .unwrap();
    assert!(
        lines[..head].iter().any(|line| line.contains(" 3 repeats."))
            && lines[..head]
                .iter()
                .any(|line| line.contains(" 12 workloads measured")),
        "{page}"
    );
    let rows = lines[head + 1..].iter().take_while(|line| !line.is_empty());
    assert_eq!(rows.count(), 12, "{page}");
    // Of memory nothing more is worth asking; of a disk there is.
    let next = lines.iter().position(|line| *line == "Next");
    let asks = page.contains("fiord check etcd ");
    if page.starts_with("THIS IS MEMORY") {
        assert!(!asks, "{page}");
    } else {
        assert!(next.is_some_and(|next| next > head + 12) && asks, "{page}");
    }
    // A heading has something below it.
    assert!(
        next.is_none_or(|next| lines[next + 1].starts_with("- ")),
        "{page}"
    );
    let commands: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("    "))
        .collect();
    assert_eq!(commands.len(), 13, "{page}");
    assert!(
        commands[..12].iter().all(|line| line.starts_with("fio --name=")),
        "{page}"
    );
    // An executable named fio behaves as fio.
    let named = scratch();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_fiord"), named.path().join("fio")).unwrap();
    let path = format!("{}:{}", named.path().display(), std::env::var("PATH").unwrap());
    for (done, command) in commands.iter().enumerate() {
        let output = Command::new("sh")
            .args(["-c", command])
            .env("PATH", &path)
            .output()
            .unwrap();
        assert!(output.status.success(), "{command}: {}", text(&output.stderr));
        assert_eq!(is_empty(&folder), done == 12, "{command}");
    }
}

/// A survey is a study: its runs and its report are in the store, every number can be recomputed, and one that was killed goes on.
#[test]
fn a_survey_is_a_study_and_goes_on_after_a_kill() {
    let (surveyed, kept) = (place(), scratch());
    let fiord = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fiord"));
        command
            .args(args)
            .env("FIORD_STORE", kept.path().join("runs.sqlite"))
            .current_dir(surveyed.path())
            .stdin(Stdio::null());
        command
    };
    let mut child = fiord(&["survey", ".", "--time=8s", "--save=disk"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (_said, all) = said_until(&mut child, "fiord: Block 2");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(all.contains("fiord: Block 2"), "{all}");
    assert!(is_empty(surveyed.path()));
    let json = |args: &[&str]| -> serde_json::Value {
        let output = fiord(args).output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let half = json(&["study", "report", "disk", "--json"]);
    assert_eq!((&half["interrupted"], &half["study"]), (&true.into(), &1.into()));
    let whole = json(&["study", "resume", "--json"]);
    assert_eq!(schema::problems(&whole), [""; 0]);
    assert_eq!(whole["interrupted"], false);
    for row in whole["rows"].as_array().unwrap() {
        assert_eq!(row["repeats"].as_array().unwrap().len(), 3, "{row}");
    }
    assert_eq!(json(&["study", "report", "1", "--json"]), whole);
    let history = json(&["history", "--all", "--runs", "--json"]);
    let runs = history["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 36, "no run is lost or repeated");
    assert!(runs.iter().all(|run| run["study"] == 1 && run["name"] == "disk"));
    let verified = fiord(&["report", "--verify", "--study", "1"]).output().unwrap();
    assert!(verified.status.success(), "{}", text(&verified.stdout));
    let listed = text(&fiord(&["study", "list"]).output().unwrap().stdout);
    assert_screen_without_figures!(listed);
    assert!(is_empty(surveyed.path()));
}

/// All points of a long survey, with the writer of a log on the other half of the file.
#[test]
fn every_point_of_a_long_survey_can_be_measured() {
    let place = place();
    let text_of = include_str!("../../../../studies/survey.toml")
        .replace("size = \"1g\"", "size = \"64m\"")
        .replace("runtime = \"1s\"", "runtime = \"50ms\"")
        .replace("repeats = 6", "repeats = 1");
    let study = place.path().join("long.toml");
    fs::write(&study, text_of).unwrap();
    let folder = place.path().join("folder");
    fs::create_dir(&folder).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_fiord"))
        .args([
            "study",
            "run",
            study.to_str().unwrap(),
            folder.to_str().unwrap(),
            "--json",
            "--no-store",
        ])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let summaries = document["summaries"].as_array().unwrap();
    assert_eq!(summaries.len(), 19, "the log is not measured: {document:#}");
    assert!(
        summaries
            .iter()
            .all(|summary| summary["median"].as_f64().unwrap() > 0.0)
    );
    let command = |label: &str| {
        let cells = document["cells"].as_array().unwrap();
        let cell = cells.iter().find(|cell| cell["label"] == label).unwrap();
        cell["command"].to_string()
    };
    assert!(command("rand read 4k during log writes").contains("--name=log"));
    assert!(!command("rand read 4k").contains("--name=log"));
    assert!(is_empty(&folder));
}

/// Without root, and with a `/sys` that shows nothing, as containers have it: numbers come out, and what is unknown is not made up.
#[test]
fn a_survey_needs_no_root_and_no_sys() {
    let reachable = machine::reachable_binary();
    let folder = reachable.path().join("everybodys");
    fs::create_dir(&folder).unwrap();
    fs::set_permissions(&folder, std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
    let script = "mount -t tmpfs none /sys && exec setpriv --reuid=65534 --regid=65534 --clear-groups \"$@\"";
    let output = Command::new("unshare")
        .args(["--mount", "sh", "-c", script, "sh"])
        .arg(reachable.path().join("fiord"))
        .arg("survey")
        .arg(&folder)
        .args(["--time=5s", "--json", "--no-store"])
        .stdin(Stdio::null())
        .output();
    let output = match output {
        Ok(output) => output,
        Err(error) => return fiord_testbed::skip("unshare", &error.to_string()),
    };
    let said = text(&output.stderr);
    if ["unshare:", "mount:", "setpriv:"]
        .iter()
        .any(|program| said.contains(program))
    {
        return fiord_testbed::skip("unshare", &said);
    }
    assert_eq!(output.status.code(), Some(0), "{said}");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    let rows = document["rows"].as_array().unwrap();
    assert!(
        rows.len() == 12 && rows.iter().all(|row| row["iops"].is_number()),
        "{rows:#?}"
    );
    assert!(is_empty(&folder));
}

/// Who else is on the disk is named, with what is known of it.
#[test]
fn a_neighbour_is_named() {
    let Some(bed) = Bed::or_skip(256) else { return };
    // The survey takes a tenth of what is free, and not less than 64 MiB: on so small a disk it is refused.
    let Some(large) = Bed::or_skip(1024) else { return };
    let refused = run(bed.path(), &["--time", "5s"]);
    assert_screen_without_figures!(messages(&["survey"], &refused));
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
    let runs = only["study_runs"].as_u64().unwrap();
    assert!(runs > 20, "{only}");
    let study = only["study"].to_string();
    for args in [["--study", study.as_str()].as_slice(), &["--runs", "--all"]] {
        assert_eq!(
            history(args)["runs"].as_array().unwrap().len() as u64,
            runs,
            "{args:?}"
        );
    }
    let memory = tempfile::tempdir_in("/dev/shm").unwrap();
    let output = run(memory.path(), &["--time", "5s", "--md"]);
    let page = text(&output.stdout);
    let table = page.lines().find(|line| line.starts_with('|')).unwrap();
    let verdict = page.lines().next().unwrap();
    assert_screen_without_figures!(format!("{verdict}\n{table}"));
    assert!(!page.contains('\x1b'), "{page}");
    assert!(is_empty(memory.path()));
}

#[test]
fn what_is_too_small_or_missing_is_refused() {
    let folder = scratch();
    let file = folder.path().join("file");
    fs::write(&file, "mine").unwrap();
    let small = messages(&["survey", "file"], &run(&file, &[]));
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    let missing = messages(&["survey", "missing"], &run(&folder.path().join("missing"), &[]));
    assert_screen!(small + &missing);
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
    assert_screen!(messages(&["survey"], &output));
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
            assert_screen_without_figures!("memory_is_called_memory", page.lines().next().unwrap());
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
            page.contains(kind) && page.contains("Result: sequential read "),
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
    assert_screen!(messages(&["survey"], &output));
}
