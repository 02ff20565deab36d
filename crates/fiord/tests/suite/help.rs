//! The command line as a newcomer meets it: help, verbs that do not exist, own options anywhere, copied commands, paths of any bytes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;
use crate::schema;
use crate::snapshot::{assert_screen, messages, screen};

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use common::{fiord, text};
use serde_json::Value;

fn scratch() -> tempfile::TempDir {
    tempfile::Builder::new()
        .prefix("fiord-help-")
        .tempdir_in(env!("CARGO_TARGET_TMPDIR"))
        .unwrap()
}

/// `fiord …` with this on its standard input.
fn with_input(folder: &Path, args: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fiord"));
    common::with_input(command.args(args).current_dir(folder), input)
}

const JOB: [&str; 4] = ["--name=r", "--rw=randread", "--bs=4k", "--size=1g"];

#[test]
fn help_lists_verbs_first_and_says_where_the_options_of_fio_are() {
    let folder = scratch();
    for args in [[].as_slice(), &["--help"], &["-h"], &["help"]] {
        let output = fiord(folder.path(), args);
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        let said = text(&output.stdout);
        let at = |words: &str| {
            said.find(words)
                .unwrap_or_else(|| panic!("{args:?}: no `{words}` in\n{said}"))
        };
        assert!(at("  survey ") < at("fiord help fio"), "{said}");
        assert!(at("  explain ") < at("--cmdhelp"), "{said}");
    }
    let fio = text(&fiord(folder.path(), &["help", "fio"]).stdout);
    assert!(
        fio.contains("--output-format") && fio.contains("--cmdhelp"),
        "{fio}"
    );
    let version = fiord(folder.path(), &["-V"]);
    assert_eq!(
        text(&version.stdout),
        format!("fiord {}\n", env!("CARGO_PKG_VERSION"))
    );
    // With options of fio around it, help is fio's.
    assert!(text(&fiord(folder.path(), &["--version"]).stdout).starts_with("fio-3.33"));
}

#[test]
fn a_word_that_is_no_verb_gets_the_verbs() {
    let folder = scratch();
    // A job file that is not there is said as fio says it.
    let words = ["surve", "benchmark-everything", "missing.fio"];
    assert_screen!(
        words
            .map(|word| messages(&[word], &fiord(folder.path(), &[word])))
            .concat()
    );
}

#[test]
fn own_options_stand_anywhere_and_a_copied_command_is_understood() {
    let folder = scratch();
    let job = JOB.as_slice();
    for args in [
        [&["explain", "--json"], job].concat(),
        [&["explain"], job, &["--json"]].concat(),
        [&["explain", "fio"], job, &["--json"]].concat(),
        [&["explain", "--json", "sudo", "fio"], job].concat(),
        [
            "explain",
            "sudo fio --name=r --rw=randread --bs=4k --size=1g",
            "--json",
        ]
        .to_vec(),
    ] {
        let output = fiord(folder.path(), &args);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{args:?}: {}",
            text(&output.stderr)
        );
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(schema::problems(&document), [""; 0]);
        assert_eq!(document["explained"][0]["jobs"][0]["name"], "r", "{args:?}");
    }
    let run = "run sudo fio --name=n --ioengine=null --rw=randread --size=1g --number_ios=1000 --json";
    let output = fiord(folder.path(), &run.split(' ').collect::<Vec<_>>());
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["jobs"][0]["result"]["read"]["ios"], 1000);
}

#[test]
fn a_result_comes_from_standard_input_and_nothing_endless_is_waited_for() {
    let folder = scratch();
    let good = serde_json::json!({ "fio version": "fio-3.33", "jobs": [{ "jobname": "nothing", "read": {}, "write": {} }] });
    let args = ["explain", "--result", "-", "--json"];
    let output = with_input(folder.path(), &args, good.to_string().as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    assert_eq!(
        (
            &document["results"][0]["file"],
            &document["results"][0]["written_by"]
        ),
        (&"-".into(), &"fio".into())
    );
    let mut said = messages(&args, &with_input(folder.path(), &args, &[0; 4096]));
    let device = ["explain", "--result", "/dev/zero"];
    said += &messages(&device, &fiord(folder.path(), &device));
    let other = serde_json::json!({ "fiord": { "document": "doctor", "version": 1 } });
    said += &messages(
        &args,
        &with_input(folder.path(), &args, other.to_string().as_bytes()),
    );
    assert_screen!(said);
}

#[test]
fn a_result_is_typed_as_fio_prints_it_or_as_a_rate_alone() {
    let folder = scratch();
    let all = [
        "BW=2543MiB/s,IOPS=651k",
        "read: IOPS=651k, BW=2543MiB/s (2667MB/s)(149GiB/60001msec)",
        "iops=10k",
    ]
    .map(|typed| {
        let args = [&["explain", "--seen", typed], JOB.as_slice()].concat();
        screen(&args, &fiord(folder.path(), &args))
    });
    assert_screen!(all.concat());
}

/// A folder whose name is not UTF-8, where the file system takes it.
fn odd(folder: &Path) -> std::path::PathBuf {
    let odd = folder.join(OsStr::from_bytes(b"caf\xe9"));
    fs::create_dir(&odd).unwrap();
    odd
}

#[test]
fn paths_are_bytes() {
    let folder = scratch();
    let odd = odd(folder.path());
    let file = odd.join("file");
    let verb = |args: &[&str], path: &Path| {
        let output = Command::new(env!("CARGO_BIN_EXE_fiord"))
            .args(args)
            .arg(path)
            .arg("--json")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let document: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{args:?}: {error}: {}", text(&output.stderr)));
        assert_eq!(schema::problems(&document), [""; 0], "{args:?}");
        document
    };
    verb(&["prepare", "--size=1m", "--reserve=0"], &file);
    assert_eq!(fs::metadata(&file).unwrap().len(), 1 << 20);
    let shown = verb(&["cache", "show"], &file);
    assert!(
        shown["files"][0]["file"]["path_hex"]
            .as_str()
            .unwrap()
            .ends_with("636166e92f66696c65")
    );
    assert!(verb(&["doctor", "--no-look"], &odd)["path"]["path_hex"].is_string());
    // Nothing was made under another name.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    // fio's language is text.
    let mut said = String::new();
    for front in [[].as_slice(), &["run"], &["explain"]] {
        let mut job = OsStr::new("--filename=").to_owned();
        job.push(&file);
        let output = Command::new(env!("CARGO_BIN_EXE_fiord"))
            .args(front)
            .args(["--name=r", "--rw=read", "--size=4k"])
            .arg(&job)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(
            output.status.code(),
            Some(if front.is_empty() { 1 } else { 2 }),
            "{front:?}"
        );
        said += &messages(front, &output);
    }
    assert_screen!(said);
}

#[test]
fn a_job_file_that_is_not_utf_8_names_no_other_file() {
    let folder = scratch();
    let path = folder.path().join("j.fio");
    let run = |text: &[u8]| {
        fs::write(&path, text).unwrap();
        fiord(folder.path(), &["j.fio"])
    };
    let refused = run(b"[a]\nrw=write\nsize=4k\nfilename=caf\xe9\n");
    assert_eq!(refused.status.code(), Some(1));
    let said = text(&refused.stdout) + &text(&refused.stderr);
    assert!(said.contains("line 4 is not UTF-8"), "{said}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let commented = run(b"; caf\xe9\n[a]\nioengine=null\nsize=4k\n");
    assert!(commented.status.success(), "{}", text(&commented.stderr));
}

#[test]
fn a_survey_of_a_folder_of_any_name_leaves_nothing_anywhere() {
    let folder = scratch();
    let odd = odd(folder.path());
    let output = Command::new(env!("CARGO_BIN_EXE_fiord"))
        .args(["survey", ".", "--time=5s", "--json"])
        .current_dir(&odd)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    let rows = document["rows"].as_array().unwrap();
    assert!(
        rows.iter()
            .all(|row| row["iops"].as_f64().is_some_and(|iops| iops > 0.0)),
        "{rows:#?}"
    );
    assert_eq!(fs::read_dir(&odd).unwrap().count(), 0);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn commands_of_a_survey_work_for_a_folder_of_any_name() {
    let folder = scratch();
    let odd = odd(folder.path());
    let output = Command::new(env!("CARGO_BIN_EXE_fiord"))
        .args(["survey", "--time=5s", "--no-store", "--commands"])
        .arg(&odd)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let shown = text(&output.stdout);
    let step = shown
        .split('`')
        .find(|step| step.contains("study run read-depth"));
    let step = step.unwrap_or_else(|| panic!("{shown}")).replace('\n', " ");
    assert!(shown.contains(" --filename=fiord-survey.tmp "), "{shown}");
    let (go, verb) = step.split_once(" && ").unwrap();
    assert_eq!(verb, "fiord study run read-depth .");
    let went = Command::new("bash")
        .args(["-c", &format!("{go} && pwd -P")])
        .output();
    let went = went.unwrap().stdout;
    assert_eq!(
        went.trim_ascii(),
        odd.canonicalize().unwrap().as_os_str().as_bytes(),
        "{go}"
    );
    let refused = Command::new(env!("CARGO_BIN_EXE_fiord"))
        .args(["study", "run", "read-depth", "--no-store"])
        .arg(&odd)
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        text(&refused.stderr).contains("not UTF-8"),
        "{}",
        text(&refused.stderr)
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// The numbers of a run in every form that a verb prints.
#[test]
fn documents_come_as_markdown_and_csv() {
    let folder = scratch();
    let job = [
        "--name=n",
        "--ioengine=null",
        "--rw=randread",
        "--size=1g",
        "--number_ios=1000",
    ];
    let csv = |args: &[&str]| -> Vec<Vec<String>> {
        let output = fiord(folder.path(), args);
        let lines = text(&output.stdout);
        let fields = |line: &str| line.split(',').map(str::to_owned).collect();
        lines.lines().map(fields).collect()
    };
    let run = csv(&[&["run", "--csv"], &job[..]].concat());
    assert_eq!(run[0][..3], ["job", "direction", "iops"]);
    assert_eq!(run[1][..2], ["n", "read"]);
    assert!(run[1][2].parse::<f64>().unwrap() > 0.0);
    let repeats = csv(&[&["run", "--csv", "--repeat=2"], &job[..]].concat());
    assert_eq!((repeats.len(), repeats[0][0].as_str()), (3, "run"));
    let checks = csv(&["doctor", "--no-look", "--csv"]);
    assert_eq!(checks[0][..3], ["rule", "area", "severity"]);
    assert!(checks.len() > 3);
    for args in [
        [&["run", "--md"], &job[..]].concat(),
        [&["run", "--md", "--repeat=2"], &job[..]].concat(),
        ["doctor", "--no-look", "--md"].to_vec(),
    ] {
        let said = text(&fiord(folder.path(), &args).stdout);
        assert!(
            !said.contains('\x1b') && !said.trim().is_empty(),
            "{args:?}: {said}"
        );
        assert!(
            args[0] == "doctor" || said.contains("| --- |"),
            "{args:?}: {said}"
        );
    }
    let both = fiord(folder.path(), &[&["run", "--md", "--csv"], &job[..]].concat());
    assert_eq!(both.status.code(), Some(2));
}
