//! Runs are kept, listed, shown again and thrown away; and a store that cannot be used stops no run.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::text;
use crate::snapshot::{assert_screen, messages};
use serde_json::Value;

const JOB: [&str; 6] = [
    "run",
    "--name=a",
    "--ioengine=sim",
    "--rw=randread",
    "--bs=4k",
    "--size=4m",
];

/// `fiord …` with a home of its own and no other place for a store.
fn at_home(home: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fiord"))
        .args(args)
        .current_dir(home)
        .env_remove("FIORD_STORE")
        .env_remove("XDG_DATA_HOME")
        .env_remove("COLUMNS")
        .env("HOME", home)
        .env("TZ", "UTC")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn ok(home: &Path, args: &[&str]) -> String {
    let output = at_home(home, args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn runs(home: &Path, args: &[&str]) -> Vec<Value> {
    let document: Value = serde_json::from_str(&ok(home, &[&["history", "--json"], args].concat())).unwrap();
    assert_eq!(crate::schema::problems(&document), [""; 0]);
    document["runs"].as_array().unwrap().clone()
}

/// Everything below a folder.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        }
        found.push(path.display().to_string());
    }
    found
}

/// The suite runs with nothing to write into: `.cargo/config.toml` sees to it.
#[test]
fn a_named_store_that_takes_no_run_is_exit_code_2_after_the_report() {
    let home = tempfile::tempdir().unwrap();
    let many = [&JOB[..], &["--numjobs=20"]].concat();
    ok(home.path(), &[&many[..], &["--store", "s.sqlite"]].concat());
    // 32 KiB: room for the index of the log that a run is written to, and not for the run.
    let usual = home.path().join("data/fiord/runs.sqlite");
    fs::create_dir_all(usual.parent().unwrap()).unwrap();
    fs::copy(home.path().join("s.sqlite"), &usual).unwrap();
    let run = |named: &[&str], variable: &str, value: &str| {
        Command::new("sh")
            .args(["-c", "ulimit -f 64; exec \"$0\" \"$@\""])
            .arg(env!("CARGO_BIN_EXE_fiord"))
            .args([&many[..], named].concat())
            .current_dir(home.path())
            .env_remove("FIORD_STORE")
            .env(variable, home.path().join(value))
            .stdin(Stdio::null())
            .output()
            .unwrap()
    };
    let (by_name, usual) = (("FIORD_STORE", "s.sqlite"), ("XDG_DATA_HOME", "data"));
    for (named, (variable, value), code) in [
        (&["--store", "s.sqlite"][..], usual, 2),
        (&["--store", "s.sqlite", "--repeat=2"], usual, 2),
        (&["--save=name"], usual, 2),
        (&[], by_name, 2),
        (&[], usual, 0),
    ] {
        let output = run(named, variable, value);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{named:?}: {said}");
        assert!(said.contains("The run is not stored"), "{named:?}: {said}");
        assert!(text(&output.stdout).contains("a simulated device"), "{named:?}");
    }
}

#[test]
fn tests_never_write_into_the_users_store() {
    assert_eq!(
        std::env::var("FIORD_STORE").as_deref(),
        Ok("none"),
        "start the tests with cargo, in this repository"
    );
}

#[test]
fn a_run_is_kept_and_shown_again_as_it_was() {
    let home = tempfile::tempdir().unwrap();
    let shown = ok(home.path(), &JOB);
    let report = ok(home.path(), &["report", "1"]);
    let (head, answer) = report.split_once("\n\n").unwrap();
    assert!(head.starts_with("id       1\n"), "{head}");
    assert_eq!(answer, shown);
    let named = ok(home.path(), &[&JOB[..], &["--save", "before", "--json"]].concat());
    let again = ok(home.path(), &["report", "before", "--json"]);
    assert_eq!(again, named);
    assert!(home.path().join(".local/share/fiord/runs.sqlite").is_file());
    let all = runs(home.path(), &[]);
    let names: Vec<&Value> = all.iter().map(|run| &run["name"]).collect();
    assert_eq!(names, [&Value::from("before"), &Value::Null]);
    assert_eq!(all[1]["command"], Value::from(format!("fiord {}", JOB.join(" "))));
    let first: Value = serde_json::from_str(&named).unwrap();
    assert_eq!(all[0]["grade"], first["verdict"]["grade"]);
    assert_eq!(
        all[0]["results"][0]["iops"],
        first["jobs"][0]["result"]["read"]["iops"]
    );
    let listed = ok(home.path(), &["history"]);
    assert!(listed.contains("before") && listed.contains("read "), "{listed}");
    assert_eq!(runs(home.path(), &["--name", "before"]).len(), 1);
    assert_eq!(runs(home.path(), &["--since", "1d", "--limit", "1"]).len(), 1);
    assert_eq!(runs(home.path(), &["--verdict", "A"]).len(), 0);
}

#[test]
fn every_repeat_is_kept() {
    let home = tempfile::tempdir().unwrap();
    ok(home.path(), &[&JOB[..], &["--repeat=3", "--save=three"]].concat());
    let kept = runs(home.path(), &["--name=three"]);
    assert_eq!(kept.len(), 3);
    let output = at_home(home.path(), &["report", "three"]);
    assert_screen!(messages(&["report", "three"], &output));
    let shown = text(&output.stdout);
    for words in [
        "in 3 runs, spread ",
        "The 3 runs above are stored as 1, 2, 3. `fiord report 3` shows the newest one.",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    // One run by itself, also by name, and for programs.
    for args in [&["report", "2"][..], &["report", "run:three"]] {
        let one = ok(home.path(), args);
        assert!(!one.contains("spread"), "{one}");
    }
    let json: Value = serde_json::from_str(&ok(home.path(), &["report", "three", "--json"])).unwrap();
    assert_eq!(json["fiord"]["document"], "run");
    assert_ne!(kept[0]["results"], Value::Null);
    // The same command again is another occasion.
    ok(home.path(), &[&JOB[..], &["--repeat=3", "--save=three"]].concat());
    let again = ok(home.path(), &["report", "three"]);
    assert!(again.contains("in 3 runs, spread "), "{again}");
    assert!(again.contains("stored as 4, 5, 6."), "{again}");
}

#[test]
fn no_store_and_fio_mode_leave_no_trace() {
    let home = tempfile::tempdir().unwrap();
    ok(home.path(), &[&JOB[..], &["--no-store"]].concat());
    ok(home.path(), &JOB[1..]);
    assert_eq!(files(home.path()), Vec::<String>::new());
}

#[test]
fn a_store_of_ones_own() {
    let home = tempfile::tempdir().unwrap();
    ok(home.path(), &[&JOB[..], &["--store", "mine.sqlite"]].concat());
    assert_eq!(runs(home.path(), &["--store=mine.sqlite"]).len(), 1);
    assert!(!home.path().join(".local").exists());
}

#[test]
fn a_usual_store_that_cannot_be_used_is_reported_and_the_run_goes_on() {
    let home = tempfile::tempdir().unwrap();
    let store = home.path().join(".local/share/fiord/runs.sqlite");
    fs::create_dir_all(store.parent().unwrap()).unwrap();
    fs::write(&store, "not a database, but somebody's notes ".repeat(100)).unwrap();
    let before = fs::read(&store).unwrap();
    let output = at_home(home.path(), &JOB);
    assert!(output.status.success() && text(&output.stdout).contains(" read "));
    assert_screen!(messages(&JOB, &output));
    assert!(
        text(&output.stderr).contains("runs.sqlite"),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(fs::read(&store).unwrap(), before);
    let output = at_home(home.path(), &["history"]);
    assert_eq!(output.status.code(), Some(2));
    // One that was named has to work, and that shows before the run.
    let path = store.to_str().unwrap();
    let output = at_home(home.path(), &[&JOB[..], &["--store", path]].concat());
    assert_eq!(
        (output.status.code(), text(&output.stdout)),
        (Some(2), String::new())
    );
    // So has one that the environment names.
    for named in [path, "/proc/nowhere/runs.sqlite"] {
        let output = Command::new(env!("CARGO_BIN_EXE_fiord"))
            .args(JOB)
            .current_dir(home.path())
            .env("FIORD_STORE", named)
            .output()
            .unwrap();
        assert_eq!(
            (output.status.code(), text(&output.stdout)),
            (Some(2), String::new()),
            "{named}: {}",
            text(&output.stderr)
        );
    }
}

#[test]
fn without_a_home_a_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    for home in ["", "/proc/nobody"] {
        let output = Command::new(env!("CARGO_BIN_EXE_fiord"))
            .args(JOB)
            .current_dir(folder.path())
            .env_remove("FIORD_STORE")
            .env_remove("XDG_DATA_HOME")
            .env("HOME", home)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_screen!(messages(&JOB, &output));
    }
    assert_eq!(files(folder.path()), Vec::<String>::new());
}

#[test]
fn old_runs_are_thrown_away_on_request_only() {
    let home = tempfile::tempdir().unwrap();
    for name in [&[][..], &["--save=kept"], &[]] {
        ok(home.path(), &[&JOB[..], name].concat());
    }
    assert_eq!(at_home(home.path(), &["history", "prune"]).status.code(), Some(2));
    let said = ok(home.path(), &["history", "prune", "--keep=1"]);
    assert!(said.starts_with("1 run deleted, 2 kept."), "{said}");
    let left: Vec<i64> = runs(home.path(), &[])
        .iter()
        .map(|run| run["id"].as_i64().unwrap())
        .collect();
    assert_eq!(left, [3, 2]);
    assert_eq!(at_home(home.path(), &["report", "1"]).status.code(), Some(2));
    ok(home.path(), &["history", "prune", "--older-than=1d"]);
    assert_eq!(runs(home.path(), &[]).len(), 2);
}

#[test]
fn a_stored_run_has_the_latencies_of_each_second() {
    let home = tempfile::tempdir().unwrap();
    ok(home.path(), &JOB);
    let document: Value = serde_json::from_str(&ok(home.path(), &["report", "1", "--json"])).unwrap();
    let seconds = document["record"]["evidence"]["seconds_series"]
        .as_array()
        .unwrap();
    let classes = seconds
        .iter()
        .flat_map(|second| second["latencies"].as_array().into_iter().flatten());
    let ios: u64 = classes.clone().map(|class| class[1].as_u64().unwrap()).sum();
    assert_eq!(ios, 1024, "every I/O is in one second");
    // Constant service: all of them lie in one class, that of the device's 80 µs.
    assert!(
        classes
            .clone()
            .all(|class| (64_000..=80_000).contains(&class[0].as_u64().unwrap())),
        "{seconds:#?}"
    );
    // Its clock is simulated, and the seconds are those of the wall: they are not drawn.
    let output = at_home(home.path(), &["report", "1", "--svg", "latency-over-time"]);
    assert_screen!(messages(&["report", "1", "--svg", "latency-over-time"], &output));
}

/// A record does not grow by a table of latencies for each job of a large run.
#[test]
fn latencies_of_each_second_are_kept_by_job_for_a_few_jobs() {
    for (jobs, is_by_job) in [(2, true), (6, true), (7, false)] {
        let home = tempfile::tempdir().unwrap();
        let names: Vec<String> = (0..jobs).map(|job| format!("--name=j{job}")).collect();
        let common = ["run", "--json", "--no-store", "--ioengine=null", "--size=64k"];
        let args: Vec<&str> = common
            .into_iter()
            .chain(names.iter().map(String::as_str))
            .collect();
        let document: Value = serde_json::from_str(&ok(home.path(), &args)).unwrap();
        let seconds = document["record"]["evidence"]["seconds_series"]
            .as_array()
            .unwrap();
        let latencies = seconds
            .iter()
            .find_map(|second| second["latencies"].as_array())
            .unwrap();
        // A class is two numbers; a job is a list of classes.
        assert_eq!(latencies[0][0].is_u64(), !is_by_job, "{jobs} jobs: {latencies:?}");
        assert!(
            !is_by_job || latencies.len() == jobs,
            "{jobs} jobs: {latencies:?}"
        );
    }
}

/// What runs share is stored once: a run of one job on a disk takes less than 12 kB, histograms and evidence included.
#[test]
fn a_run_takes_little_room() {
    let home = tempfile::tempdir().unwrap();
    let job = "run --name=a --rw=randread --bs=4k --size=1m --number_ios=2000 --ioengine=psync --repeat";
    let size = |repeats: &str| {
        let args: Vec<&str> = job.split(' ').chain([repeats, "--store=runs.sqlite"]).collect();
        ok(home.path(), &args);
        fs::metadata(home.path().join("runs.sqlite")).unwrap().len()
    };
    let few = size("4");
    let many = size("40");
    let each = (many - few) / 40;
    println!("{each} bytes per run");
    assert!(each < 12_000, "{each} bytes per run");
    ok(home.path(), &["report", "40", "--verify", "--store=runs.sqlite"]);
}
