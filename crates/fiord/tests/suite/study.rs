//! Studies from the command line: on simulated devices with planted truth, on files, killed and resumed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use crate::common::{said_until, storing, text};
use crate::schema;
use crate::snapshot::{assert_screen, assert_screen_without_figures, messages, printed, screen};
use fiord_store::{Filter, Store, StudyState};
use fiord_testbed::{Timing, TruthDevice, or_skip};
use serde_json::Value;

/// Runs take a few milliseconds of virtual time.
const TINY: &str = r#"
name = "tiny"
metric = "iops"
[job]
ioengine = "sim"
rw = "randread"
bs = "4k"
size = "1m"
number_ios = 40
sim_read_ns = 80000
[factors]
sim_parallelism = [4, 8]
iodepth = [1, 4]
[stop]
repeats = 6
"#;

/// A device that serves eight at a time, 80 µs each, in any order of a few percent.
const KNEE: &str = r#"
name = "knee"
metric = "iops"
[job]
ioengine = "sim"
rw = "randread"
bs = "4k"
size = "64m"
number_ios = 2000
sim_service = "exponential"
sim_read_ns = 80000
sim_parallelism = 8
[factors]
iodepth = "1..32"
[stop]
repeats = 8
"#;

fn fiord(folder: &Path, args: &[&str]) -> Output {
    storing(folder, args).output().unwrap()
}

fn ok(folder: &Path, args: &[&str]) -> String {
    let output = fiord(folder, args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn json(folder: &Path, args: &[&str]) -> Value {
    serde_json::from_str(&ok(folder, args)).unwrap()
}

fn folder(study: &str) -> tempfile::TempDir {
    // In memory where that can be had: every run is synced to the disk, which others keep busy.
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
    let folder = folder.unwrap();
    fs::write(folder.path().join("s.toml"), study).unwrap();
    folder
}

/// (cell, block, run) of everything measured, in order.
fn values(document: &Value) -> Vec<(u64, u64, f64)> {
    let mut all = Vec::new();
    for summary in document["summaries"].as_array().unwrap() {
        for value in summary["values"].as_array().unwrap() {
            let cell = summary["cell"].as_u64().unwrap();
            all.push((
                cell,
                value["block"].as_u64().unwrap(),
                value["value"].as_f64().unwrap(),
            ));
        }
    }
    all.sort_by_key(|(cell, block, _)| (*cell, *block));
    all
}

fn claims<'a>(document: &'a Value, kind: &str) -> Vec<&'a Value> {
    let findings = document["findings"].as_array().unwrap().iter();
    findings
        .map(|finding| &finding["claim"])
        .filter(|claim| claim["kind"] == kind)
        .collect()
}

#[test]
fn a_planted_knee_is_named_and_the_same_seed_gives_the_same_numbers() {
    let folder = folder(KNEE);
    let first = json(
        folder.path(),
        &["study", "run", "s.toml", "--seed", "3", "--json"],
    );
    assert_eq!(schema::problems(&first), [""; 0]);
    let knees = claims(&first, "knee");
    assert_eq!(knees.len(), 1);
    assert_eq!(
        (&knees[0]["seen"], &knees[0]["first"]),
        (&Value::from("8"), &Value::from("8")),
        "{:#}",
        first["findings"]
    );
    let best = claims(&first, "best");
    assert!(!best[0]["members"].as_array().unwrap().contains(&Value::from("1")));
    let again = json(
        folder.path(),
        &["study", "run", "s.toml", "--seed", "3", "--json"],
    );
    assert_eq!(values(&first), values(&again));
    let other = json(
        folder.path(),
        &["study", "run", "s.toml", "--seed", "4", "--json"],
    );
    assert_ne!(values(&first), values(&other));
    // The report is the same later, from the store.
    assert_eq!(json(folder.path(), &["study", "report", "1", "--json"]), first);
    let page = |args: &[&str]| {
        let output = fiord(folder.path(), &[args, &["--html", "page.html"]].concat());
        assert_eq!(output.status.code(), Some(0));
        std::fs::read_to_string(folder.path().join("page.html")).unwrap()
    };
    assert_eq!(page(&["study", "report", "1"]), page(&["report", "--study", "1"]));
    let all = [
        &["study", "report", "1"][..],
        &["study", "list"],
        &["history", "--study", "1", "--limit=2"],
    ];
    assert_screen!(all.map(|args| screen(args, &fiord(folder.path(), args))).concat());
}

#[test]
fn equal_cells_are_not_called_faster() {
    let folder = folder(TINY);
    let document = json(folder.path(), &["study", "run", "s.toml", "--json"]);
    // At depth 1, four servers or eight are the same.
    for claim in claims(&document, "ratio") {
        let is_alike = claim["factor"] == "sim_parallelism";
        assert_eq!(claim["outcome"] == "larger", !is_alike, "{claim:#}");
    }
}

#[test]
fn what_a_study_will_do_is_shown_and_mistakes_are_at_their_place() {
    let folder = folder(TINY);
    fs::write(folder.path().join("w.toml"), TINY.replace("iodepth", "iodpeth")).unwrap();
    let all = [
        &["s.toml"][..],
        &["read-block-size", "--quick"],
        &["w.toml"],
        &["read-blok-size"],
    ]
    .map(|study| {
        let args = [&["study", "show"], study].concat();
        screen(&args, &fiord(folder.path(), &args))
    });
    assert_screen!(all.concat());
}

/// A file-based study: what it needs is made, nobody else's file changes, and nothing is left.
#[test]
fn files_are_made_and_deleted_and_others_left_alone() {
    let study = "name = \"w\"\nbetween = [\"precondition\", \"drop-caches\"]\n[job]\nrw = \"randrw\"\nbs = \"4k\"\nsize = \"1m\"\nnumber_ios = 16\n[factors]\nioengine = [\"psync\", \"libaio\"]\n[stop]\nrepeats = 2\n";
    let folder = folder(study);
    let target = folder.path().join("target");
    fs::create_dir(&target).unwrap();
    fs::write(target.join("mine"), "mine").unwrap();
    let path = target.to_str().unwrap();
    let document = json(folder.path(), &["study", "run", "s.toml", path, "--json"]);
    assert_eq!(
        values(&document).len(),
        2 * 2 * 2,
        "reads and writes of two cells"
    );
    let left: Vec<String> = fs::read_dir(&target)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(left, ["mine"]);
    // A file of somebody is read where it is long enough, and never made longer.
    fs::write(
        folder.path().join("r.toml"),
        study
            .replace("randrw", "randread")
            .replace("\"precondition\", ", ""),
    )
    .unwrap();
    let (short, long) = (target.join("short"), target.join("long"));
    fs::write(&short, vec![1; 1 << 19]).unwrap();
    fs::write(&long, vec![1; 1 << 20]).unwrap();
    let output = fiord(
        folder.path(),
        &["study", "run", "r.toml", short.to_str().unwrap()],
    );
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    ok(folder.path(), &["study", "run", "r.toml", long.to_str().unwrap()]);
    assert_eq!(
        (fs::read(&short).unwrap(), fs::read(&long).unwrap()),
        (vec![1; 1 << 19], vec![1; 1 << 20])
    );
    // Such a file is not written, and a study without a target says what it needs.
    let mine = target.join("mine");
    let output = fiord(folder.path(), &["study", "run", "s.toml", mine.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&mine).unwrap(), "mine");
    let args = ["study", "run", "s.toml"];
    assert_screen!(messages(&args, &fiord(folder.path(), &args)));
    assert_eq!(
        json(folder.path(), &["study", "report", "1", "--json"])["study"],
        1
    );
}

#[test]
fn a_sweep_is_a_study_and_leaves_no_trace_if_asked() {
    let folder = folder("");
    let sweep = [
        "sweep",
        "--depth",
        "1..16",
        "--ioengine=sim",
        "--sim_read_ns=80000",
        "--sim_parallelism=4",
        "--number_ios=400",
        "--runtime=1s",
        "--size=4m",
        "--blocks=6",
    ];
    let traceless = [&sweep[..], &["--no-store", "--seed=7"]].concat();
    let mut all = printed(&traceless, &fiord(folder.path(), &traceless));
    assert!(!folder.path().join("store.sqlite").exists());
    ok(folder.path(), &[&sweep[..], &["--seed=7"]].concat());
    for args in [&["study", "list"][..], &["history", "--verb=sweep", "--limit=1"]] {
        all += &screen(args, &fiord(folder.path(), args));
    }
    let saved = ["sweep", ".", "--depth=1,2", "--save", "X"];
    all += &messages(&saved, &fiord(folder.path(), &saved));
    assert_screen!(all);
}

/// A sweep of a device of 64 MiB in turns, without its factors.
fn in_turns(disk: &str) -> [&str; 5] {
    ["sweep", disk, "--in-turns", "--size=64m", "--runtime=500ms"]
}

/// A device that needs two milliseconds for a request of any size: no cell is faster, however busy the machine is. (`turning` of the engine shows
/// in virtual time that the rates are exact.)
#[test]
fn cells_take_turns_in_one_run_of_a_block() {
    let device = or_skip!("fuse", TruthDevice::new(64, Timing::us(2000, 2000, 1)));
    let folder = folder("");
    let disk = device.disk().path().to_str().unwrap();
    let sweep = [&in_turns(disk)[..], &["--bs=8k,16k", "--blocks=6", "--seed=3"]].concat();
    let document = json(folder.path(), &[&sweep[..], &["--json"]].concat());
    let all = values(&document);
    let places: Vec<(u64, u64)> = all.iter().map(|(cell, block, _)| (*cell, *block)).collect();
    let expected: Vec<(u64, u64)> = (0..2)
        .flat_map(|cell| (0..6).map(move |block| (cell, block)))
        .collect();
    assert_eq!(places, expected);
    for (cell, _, bytes_per_s) in &all {
        let iops = bytes_per_s / [8192.0, 16384.0][*cell as usize];
        assert!(iops > 0.0 && iops < 1.01 * 500.0, "{all:?}");
    }
    // A run per cell, and no job in company.
    let store = Store::open_read_only(&folder.path().join("store.sqlite")).unwrap();
    let runs = store.list(&Filter::default()).unwrap();
    assert_eq!(runs.len(), 12);
    for run in &runs {
        assert_eq!(run.results.len(), 1);
        let record = store.record(run.id).unwrap().unwrap();
        assert!(record.has_turns() && record.workers.len() == 1);
        assert_ne!(run.verdict, "", "{run:?}");
    }
    let found = store.found_in_study(1).unwrap();
    let together = ["jobs-together", "same-file-readers"];
    assert!(
        found.iter().all(|one| !together.contains(&one.trap.as_str())),
        "{found:?}"
    );
    let page = ok(folder.path(), &["report", &runs[0].id.to_string()]);
    assert!(
        page.contains(
            "This run and one other run took turns of at most 0.25 s plus the time of the last I/Os."
        ),
        "{page}"
    );
    ok(folder.path(), &["report", "--verify", "--study", "1"]);
    let done = json(folder.path(), &["study", "resume", "1", "--json"]);
    assert_eq!(values(&done), all);
}

/// A job that fails ends the turns of all. Its cell has failed, and the other runs again: no moment of it is taken for a run.
#[test]
fn a_cell_that_fails_leaves_the_others_of_its_block() {
    let device = or_skip!("fuse", TruthDevice::new(64, Timing::us(2000, 2000, 1)));
    let folder = folder("");
    let disk = device.disk().path().to_str().unwrap();
    let sweep = [&in_turns(disk)[..], &["--bs=8k,1000", "--blocks=2"]].concat();
    let swept = fiord(folder.path(), &sweep);
    assert_eq!(swept.status.code(), Some(1));
    let said = text(&swept.stderr);
    assert_eq!(
        said.matches(" failed: a block size of 1000 bytes is not").count(),
        1,
        "{said}"
    );
    let document = json(folder.path(), &["report", "study:1", "--json"]);
    let store = Store::open_read_only(&folder.path().join("store.sqlite")).unwrap();
    let (failed, whole): (Vec<_>, Vec<_>) = store
        .list(&Filter::default())
        .unwrap()
        .into_iter()
        .partition(|run| run.failed > 0);
    assert_eq!((failed.len(), whole.len()), (1, 2), "{document:#}");
    let mut whole: Vec<i64> = whole.iter().map(|run| run.id).collect();
    whole.sort_unstable();
    let measured = &document["summaries"][0];
    assert_eq!(
        (&measured["cell"], &measured["runs"]),
        (&0.into(), &whole.into()),
        "{document:#}"
    );
    assert_eq!(
        document["unmeasured"][0]["reason"], "a run failed",
        "{document:#}"
    );
}

/// As in fio, the last one counts.
#[test]
fn an_option_may_be_given_twice_in_a_sweep() {
    let folder = folder("");
    let sweep = [
        "sweep",
        "--ioengine=sim",
        "--bs=4k,8k",
        "--size=1m",
        "--blocks=1",
        "--json",
    ];
    let twice = [&sweep[..], &["--runtime=1", "--runtime=3"]].concat();
    json(folder.path(), &twice);
    let store = Store::open_read_only(&folder.path().join("store.sqlite")).unwrap();
    let runs = store.list(&Filter::default()).unwrap();
    assert_eq!(runs.len(), 2);
    for run in runs {
        let record = store.record(run.id).unwrap().unwrap();
        assert_eq!(record.plan.jobs[0].control.runtime_us, 3_000_000);
    }
}

#[test]
fn cells_that_cannot_take_turns_are_refused() {
    let folder = folder(&format!("order = \"in-turns\"\nbetween = [\"idle\"]\n{TINY}"));
    fs::write(folder.path().join("f"), vec![1; 1 << 20]).unwrap();
    let two = "name = \"two\"\norder = \"in-turns\"\n[job]\nrw = \"read\"\nbs = \"4k\"\ndirect = true\ntime_based = true\n\
               [factors]\nruntime = [\"1s\", \"2s\"]\n[stop]\nrepeats = 2\n";
    fs::write(folder.path().join("t.toml"), two).unwrap();
    let mut all = String::new();
    for args in [
        &["sweep", "f", "--in-turns", "--bs=4k,8k", "--direct=0"][..],
        &["sweep", "f", "--in-turns", "--bs=4k,8k", "--rate_iops=100"],
        &["sweep", "f", "--in-turns", "--bs=4k,8k", "--slo=p99<5ms"],
        &["study", "run", "s.toml"],
        &["study", "run", "t.toml", "f"],
    ] {
        all += &messages(args, &fiord(folder.path(), args));
    }
    assert_screen!(all);
}

#[test]
fn a_budget_ends_a_study_which_can_go_on() {
    let second = "name = \"second\"\n[job]\nioengine = \"null\"\nrw = \"read\"\nsize = \"1m\"\nruntime = \"1s\"\ntime_based = true\n\
                  [stop]\nrepeats = 20\n[budget]\ntime = \"3s\"\n";
    let folder = folder(second);
    let output = fiord(folder.path(), &["study", "run", "s.toml", "--json"]);
    let last = text(&output.stderr).lines().last().unwrap_or_default().to_owned();
    assert_screen_without_figures!(last);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    // A second each; fewer where the machine took some of the time.
    let runs = values(&document).len();
    assert!((1..=3).contains(&runs), "{runs}");
    // Without a longer limit there is nothing to do, and that is said.
    let again = fiord(folder.path(), &["study", "resume", "1", "--json"]);
    assert_eq!(text(&again.stderr).lines().last(), Some(last.as_str()));
    let document: Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!(values(&document).len(), runs);
    let more = fiord(folder.path(), &["study", "resume", "1", "--time=6s", "--json"]);
    let document: Value = serde_json::from_slice(&more.stdout).unwrap();
    assert!(values(&document).len() > runs);
}

#[test]
fn cells_without_a_run_say_why() {
    let two = "name = \"two\"\norder = \"as-written\"\n[job]\nioengine = \"null\"\nrw = \"read\"\nsize = \"1m\"\nruntime = \"1s\"\n\
               time_based = true\n[factors]\nbs = [\"4k\", \"8k\", \"16k\"]\n[stop]\nrepeats = 2\n[budget]\ntime = \"1s\"\n";
    let folder = folder(two);
    let shown = ok(folder.path(), &["study", "run", "s.toml"]);
    let rows = shown.lines().filter(|line| line.contains("not measured"));
    let rows: Vec<&str> = rows.map(str::trim_end).collect();
    assert_eq!(rows.len(), 2, "{shown}");
    for (row, cell) in rows.iter().zip(["8k", "16k"]) {
        assert!(
            row.starts_with(cell) && row.ends_with("the time ran out"),
            "{shown}"
        );
    }
    let document = json(folder.path(), &["study", "report", "1", "--json"]);
    let unmeasured = document["unmeasured"].as_array().unwrap();
    assert_eq!(unmeasured.len(), 2, "{document}");
    assert_eq!(unmeasured[1]["reason"], "the time ran out");
}

/// Killed at random moments, many times over several studies: each ends with the very numbers of one that was left alone.
#[test]
fn kills_lose_and_repeat_no_run() {
    let enough = fiord_testbed::repeats(12, 100);
    let mut random: u64 = 20_261_122;
    println!("seed {random}");
    let mut draw = |below: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % below
    };
    let whole = folder(TINY);
    let expected = values(&json(
        whole.path(),
        &["study", "run", "s.toml", "--seed=9", "--json"],
    ));
    assert_eq!(expected.len(), 24);
    let mut kills = 0;
    while kills < enough {
        let folder = folder(TINY);
        loop {
            let args: &[&str] = match store(folder.path()) {
                Some((states, _)) if states.contains(&StudyState::Open) => &["study", "resume"],
                // Killed after its last step.
                Some((states, _)) if !states.is_empty() => break,
                // Killed before the study itself was stored: it is begun again.
                _ => &["study", "run", "s.toml", "--seed=9"],
            };
            let mut command = storing(folder.path(), args);
            let child = command
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            if !is_killed(child, draw(5), draw(4000)) {
                break;
            }
            kills += 1;
        }
        let document = json(folder.path(), &["study", "report", "1", "--json"]);
        assert_eq!(values(&document), expected, "after {kills} kills");
        let (_, count) = store(folder.path()).unwrap();
        assert_eq!(count, 24, "a run that belongs to no place");
    }
}

/// The states of the stored studies, and how many runs there are; none without a store.
fn store(folder: &Path) -> Option<(Vec<StudyState>, u64)> {
    let store = Store::open_read_only(&folder.join("store.sqlite")).ok()?;
    let states = store.studies().unwrap().iter().map(|study| study.state).collect();
    Some((states, store.count().unwrap()))
}

/// Kills a study some moments after it has begun so many blocks; false if it came to its end before.
fn is_killed(mut child: Child, blocks: u64, moments: u64) -> bool {
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut all = String::new();
    let begun = |all: &str| all.matches("fiord: Block").count() as u64;
    while begun(&all) < blocks && said.read_line(&mut all).unwrap() > 0 {}
    (0..moments).for_each(|_| std::thread::yield_now());
    child.kill().unwrap();
    let status = child.wait().unwrap();
    said.read_to_string(&mut all).unwrap();
    assert!(status.success() || status.signal() == Some(9), "{status}: {all}");
    !status.success()
}

/// Names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn workers_have_files_of_their_own_where_the_study_says_so() {
    let study = "name = \"own\"\nbetween = [\"fresh-file\"]\n[job]\nrw = \"write\"\nbs = \"4k\"\nsize = \"64k\"\n[factors]\nfiles = [{ label = \"one\", own_files = false }, { label = \"own\", own_files = true }]\nnumjobs = [1, 3]\n[stop]\nrepeats = 1\n";
    let folder = folder(study);
    let target = folder.path().join("target");
    fs::create_dir(&target).unwrap();
    let document = json(
        folder.path(),
        &["study", "run", "s.toml", target.to_str().unwrap(), "--json"],
    );
    assert_eq!(values(&document).len(), 4);
    assert_eq!(names(&target), Vec::<String>::new());
    let store = Store::open_read_only(&folder.path().join("store.sqlite")).unwrap();
    let mut files: Vec<usize> = (1..=4)
        .map(|run| {
            let targets = store.record(run).unwrap().unwrap().before.targets;
            let mut paths: Vec<_> = targets.into_iter().map(|target| target.path).collect();
            paths.sort();
            paths.dedup();
            paths.len()
        })
        .collect();
    files.sort_unstable();
    assert_eq!(files, [1, 1, 1, 3]);
    let failed = document["summaries"].as_array().unwrap().iter();
    assert_eq!(failed.count(), 4, "{document:#}");
}

#[test]
fn what_a_killed_study_left_is_deleted_when_it_is_resumed() {
    let study = "name = \"left\"\n[job]\nrw = \"randread\"\nbs = \"4k\"\nsize = \"1m\"\nnumber_ios = 4\n[factors]\nioengine = [\"psync\", \"libaio\"]\n[stop]\nrepeats = 3\n";
    let folder = folder(study);
    let target = folder.path().join("target");
    fs::create_dir(&target).unwrap();
    fs::write(target.join(".fiord-study-not-ours.tmp"), "mine").unwrap();
    let mut command = storing(
        folder.path(),
        &["study", "run", "s.toml", target.to_str().unwrap()],
    );
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _said = said_until(&mut child, "fiord: Block 1");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(names(&target).len(), 2, "{:?}", names(&target));
    let document = json(folder.path(), &["study", "resume", "--json"]);
    assert_eq!(values(&document).len(), 6);
    assert_eq!(names(&target), [".fiord-study-not-ours.tmp"]);
}

/// Every number once more from the records; a changed number is found.
#[test]
fn a_report_is_verified_against_the_records() {
    let folder = folder(TINY);
    ok(folder.path(), &["study", "run", "s.toml", "--seed=9"]);
    let verify = [
        &["report", "--verify", "3"][..],
        &["report", "--verify", "--study", "1"],
    ];
    let verified = || {
        verify
            .map(|args| screen(args, &fiord(folder.path(), args)))
            .concat()
    };
    assert_screen!(verified());
    let changed = Command::new("python3")
        .args(["-c", "import sqlite3; c = sqlite3.connect('store.sqlite'); c.execute('UPDATE results SET iops = iops * 2 WHERE run = 3'); c.commit()"])
        .current_dir(folder.path())
        .status();
    if !changed.is_ok_and(|status| status.success()) {
        return fiord_testbed::skip("python3", "sqlite3 of python changes the store");
    }
    assert_screen!(verified());
}

/// Each cell as a share of a claim, as the study is run and when it is reported against another sheet.
#[test]
fn cells_are_held_against_a_sheet_now_and_later() {
    let folder = folder(TINY);
    let sheet = |iops: &str| {
        format!(
            "device = \"D\"\nsource = \"a page\"\n[[claim]]\nworkload = \"randread\"\nbs = \"4k\"\niodepth = 4\niops = {iops}\nstate = \"sustained\"\n"
        )
    };
    fs::write(folder.path().join("spec.toml"), sheet("50000")).unwrap();
    fs::write(folder.path().join("twice.toml"), sheet("100000")).unwrap();
    let run = ["study", "run", "s.toml", "--spec", "spec.toml", "--json"];
    let document = json(folder.path(), &run);
    assert_eq!(schema::problems(&document), [""; 0]);
    let ratio = |document: &Value, cell: &str| {
        let all = claims(document, "data-sheet");
        assert_eq!(all.len(), 4, "{document:#}");
        let claim = all.into_iter().find(|claim| claim["cell"] == cell).unwrap();
        assert!(claim["interval"]["low"].is_number(), "{claim:#}");
        (claim["ratio"].as_f64().unwrap(), claim["differs_in"].clone())
    };
    // Four at a time, 80 µs each, are 50,000 per second; one at a time is another depth.
    let (four, differs) = ratio(&document, "sim_parallelism 4, iodepth 4");
    assert!((four - 1.0).abs() < 0.1, "{four}");
    assert!(!differs.to_string().contains("depth\""), "{differs}");
    let (one, differs) = ratio(&document, "sim_parallelism 4, iodepth 1");
    assert!(
        (one - 0.25).abs() < 0.05 && differs.to_string().contains("depth\""),
        "{one} {differs}"
    );
    let report = ["study", "report", "1", "--json"];
    assert_eq!(json(folder.path(), &report), document);
    let other = json(folder.path(), &[&report[..], &["--spec", "twice.toml"]].concat());
    let (half, _) = ratio(&other, "sim_parallelism 4, iodepth 4");
    assert!((half * 2.0 - four).abs() < 1e-9);
    let wrong = fiord(folder.path(), &["study", "run", "s.toml", "--spec", "s.toml"]);
    assert_screen!(messages(&["--spec", "s.toml"], &wrong));
}
