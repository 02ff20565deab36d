//! Limits and faults: results are not lost, documents are whole, and what is lacking is said in a sentence.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use fiord_testbed::{Loop, Mounted, Timing, TruthFault, TruthFile, or_skip, skip};
use serde_json::{Value, json};

use crate::common::{fiord, hears_hangups, said_until, text};
use crate::snapshot::{assert_screen, assert_screen_without_figures, messages};

/// `fiord …` behind a line of shell, such as a limit.
fn behind(folder: &Path, before: &str, args: &[&str]) -> Output {
    Command::new("sh")
        .args(["-c", &format!("{before} exec \"$0\" \"$@\"")])
        .arg(env!("CARGO_BIN_EXE_fiord"))
        .args(args)
        .env("FIORD_STORE", "none")
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// fio's document, whole, after what the process wrote before it.
fn jobs(output: &Output) -> Vec<Value> {
    let document: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}{}", text(&output.stdout), text(&output.stderr)));
    document["jobs"].as_array().unwrap().clone()
}

/// A job that runs first and alone, and many after it.
const MANY: [&str; 11] = [
    "--name=alone",
    "--ioengine=null",
    "--rw=read",
    "--bs=4k",
    "--size=1m",
    "--name=many",
    "--stonewall",
    "--ioengine=null",
    "--rw=randread",
    "--size=1m",
    "--numjobs=300",
];

/// How many of the many ran; each ran whole or says in its place that it did not.
fn ran_whole(output: &Output) -> usize {
    let jobs = jobs(output);
    assert_eq!(jobs.len(), 301);
    let whole = |job: &&Value| job["error"] == 0 && job["read"]["total_ios"] == 256;
    let refused = |job: &&Value| job["error"] != 0 && job["read"]["total_ios"] == 0;
    assert!(whole(&&jobs[0]), "{}", jobs[0]);
    let ran = jobs[1..].iter().filter(whole).count();
    assert_eq!(ran + jobs[1..].iter().filter(refused).count(), 300);
    ran
}

/// What the program needs to start, which depends on how it was built.
fn least_megabytes() -> u64 {
    let starts = |megabytes: &u64| {
        let limit = format!("ulimit -v {megabytes}000;");
        behind(Path::new("/"), &limit, &["--version"]).status.success()
    };
    (5..).step_by(5).find(starts).unwrap()
}

#[test]
fn where_memory_ends_the_others_go_on_and_no_result_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let mut partly = 0;
    let least = least_megabytes();
    for more in [50, 70, 100, 140, 190, 250, 320, 470] {
        let megabytes = least + more;
        let limit = format!("ulimit -v {}000;", megabytes);
        for more in [
            &[][..],
            &["--bsrange=4k-64k", "--write_lat_log=log", "--log_entries=100000"],
        ] {
            let line = [&["--output-format=json"], &MANY[..], more].concat();
            let output = behind(folder.path(), &limit, &line);
            let said = text(&output.stderr);
            let Some(code) = output.status.code() else {
                panic!("{megabytes} MB, {more:?}: {:?}: {said}", output.status);
            };
            let ran = if more.is_empty() {
                ran_whole(&output)
            } else {
                jobs(&output).iter().filter(|job| job["error"] == 0).count()
            };
            if ran < 300 {
                partly += usize::from(ran > 0);
                assert!(code > 0);
                assert!(said.contains("emory"), "{megabytes} MB: {said}");
            }
        }
    }
    assert!(partly > 0, "no limit stopped some of the workers only");
}

#[test]
fn a_log_that_outgrows_memory_ends_with_a_document_and_what_was_logged() {
    let folder = tempfile::tempdir().unwrap();
    let least = least_megabytes();
    let line = [
        "--output-format=json",
        "--name=a",
        "--ioengine=null",
        "--rw=read",
        "--bs=4k",
        "--size=100t",
    ];
    for (megabytes, logs) in [
        (60, ["--write_lat_log=p", "--write_iops_log=p"]),
        (90, ["--write_lat_log=p", "--write_bw_log=p"]),
        (50, ["--write_hist_log=p", "--log_hist_msec=1"]),
    ] {
        let limit = format!("ulimit -v {}000;", least + megabytes);
        let output = behind(folder.path(), &limit, &[&line[..], &logs].concat());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{megabytes} MB, {logs:?}: {said}");
        assert!(said.contains("write_*_log: no memory for more than"), "{said}");
        let job = &jobs(&output)[0];
        assert_eq!(job["error"], 12);
        assert!(job["read"]["total_ios"].as_u64().unwrap() > 10_000);
        let name = if megabytes == 60 {
            "p_iops.1.log"
        } else {
            "p_lat.1.log"
        };
        let name = if logs[0].contains("hist") {
            "p_clat_hist.1.log"
        } else {
            name
        };
        let log = std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(log.ends_with('\n') && log.lines().count() > 100, "{name}");
    }
    // Too little for the reserve: what is logged before memory ends, and a document.
    for megabytes in [10, 15, 20, 30, 40] {
        let limit = format!("ulimit -v {}000;", least + megabytes);
        for log in ["--write_lat_log=p", "--write_hist_log=p"] {
            let output = behind(
                folder.path(),
                &limit,
                &[&line[..], &[log, "--log_hist_msec=1"]].concat(),
            );
            let said = text(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{megabytes} MB, {log}: {said}");
            assert_eq!(jobs(&output)[0]["error"], 12, "{megabytes} MB, {log}");
        }
    }
}

#[test]
fn more_memory_never_ends_a_job_that_less_let_run() {
    let folder = tempfile::tempdir().unwrap();
    let least = least_megabytes();
    for megabytes in 8..60 {
        let limit = format!("ulimit -v {}000;", least + megabytes);
        let line = ["--output-format=json", "--name=a", "--ioengine=null", "--size=1m"];
        let output = behind(folder.path(), &limit, &line);
        assert!(
            output.status.success(),
            "{megabytes} MB: {}",
            text(&output.stderr)
        );
    }
}

#[test]
fn lists_that_no_machine_holds_are_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = String::new();
    for option in [
        "--numjobs=4294967295",
        "--numjobs=4000000",
        "--nrfiles=4294967295",
        "--iodepth=2147483647",
        "--iodepth=20000000",
        "--log_entries=4294967295",
    ] {
        let job = [
            "--name=a",
            "--ioengine=null",
            "--rw=randread",
            "--size=1g",
            "--bs=4k",
        ];
        let line = [&job[..], &["--write_lat_log=log", option]].concat();
        let output = behind(folder.path(), "ulimit -v 1000000;", &line);
        assert!(
            output.status.code().is_some_and(|code| code > 0),
            "{option}: {}",
            text(&output.stderr)
        );
        all += &messages(&[option], &output);
    }
    // A bit per smallest block of a petabyte.
    let job = [
        "--name=a",
        "--ioengine=null",
        "--rw=randread",
        "--size=1p",
        "--bsrange=512-4k",
        "--number_ios=1",
    ];
    let output = behind(folder.path(), "ulimit -v 1000000;", &job);
    all += &messages(&job, &output);
    assert_screen_without_figures!(all);
}

#[test]
fn a_thread_that_is_refused_costs_no_result_of_the_others() {
    let reachable = crate::machine::reachable_binary();
    // Nobody else runs as this user.
    let user = (40_000 + std::process::id() % 20_000).to_string();
    let output = Command::new("setpriv")
        .args(["--reuid", &user, "--clear-groups", "prlimit", "--nproc=60"])
        .arg(reachable.path().join("fiord"))
        .arg("--output-format=json")
        .args(MANY)
        .current_dir(reachable.path())
        .stdin(Stdio::null())
        .output();
    let output = match output {
        Ok(output) if !text(&output.stderr).starts_with("setpriv:") => output,
        Ok(output) => return skip("setpriv", &text(&output.stderr)),
        Err(error) => return skip("setpriv", &error.to_string()),
    };
    let ran = ran_whole(&output);
    assert!((10..300).contains(&ran), "{ran}: {}", text(&output.stderr));
    // How many there are depends on how many threads end in time; all say the same.
    let said = text(&output.stderr);
    assert_screen_without_figures!(said.lines().next().unwrap_or_default());
    assert_eq!(
        output.status.code(),
        Some((300 - ran as i32).min(255)),
        "so many failed"
    );
}

#[test]
fn memory_that_cannot_be_locked_is_said_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let job = [
        "--name=a",
        "--ioengine=null",
        "--rw=read",
        "--size=64k",
        "--lockmem=2g",
    ];
    let limit = "ulimit -v 1000000;";
    let output = behind(folder.path(), limit, &[&["run", "--json"], &job[..]].concat());
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let notes = document["notes"].as_array().unwrap();
    let [Value::String(note)] = &notes[..] else {
        panic!("{notes:?}");
    };
    assert_screen!(note);
    // Before it stands which option was not honoured, as that stream writes sizes.
    let note = note.rsplit("; ").next().unwrap();
    assert_eq!(text(&output.stderr).matches(note).count(), 1);
    for format in ["normal", "json", "json+", "terse", "normal,json"] {
        let option = format!("--output-format={format}");
        let line = [&[option.as_str()], &job[..]].concat();
        let output = behind(folder.path(), limit, &line);
        assert!(output.status.success(), "{format}: {}", text(&output.stderr));
        let said = text(&output.stderr);
        assert_eq!(said.matches(note).count(), 1, "{format}: {said}");
        assert!(!text(&output.stdout).contains(note), "{format}");
    }
}

#[test]
fn after_every_signal_the_document_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        for verb in [&["--output-format=json"][..], &["run", "--json"]] {
            let line = [
                verb,
                &[
                    "--name=a",
                    "--filename=marker",
                    "--rw=write",
                    "--size=1m",
                    "--bs=4k",
                    "--rate_iops=1000",
                    "--time_based",
                    "--runtime=600",
                ],
            ]
            .concat();
            let mut child = hears_hangups(&mut Command::new(env!("CARGO_BIN_EXE_fiord")))
                .args(&line)
                .env("FIORD_STORE", "none")
                .current_dir(folder.path())
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let marker = folder.path().join("marker");
            while child.try_wait().unwrap().is_none() && !marker.exists() {
                std::thread::yield_now();
            }
            // SAFETY: kill takes no pointers; the child is not waited for yet.
            assert_eq!(unsafe { libc::kill(child.id() as i32, signal) }, 0);
            let output = child.wait_with_output().unwrap();
            fs::remove_file(&marker).unwrap();
            let document: Value = serde_json::from_slice(&output.stdout)
                .unwrap_or_else(|error| panic!("{signal} {verb:?}: {error}: {}", text(&output.stderr)));
            assert!(document.is_object());
            assert_eq!(output.status.code(), Some(128), "{signal} {verb:?}");
        }
    }
}

/// `timeout` signals a process and then its group: that is one request. The test file is deleted, however a signal ends the process.
#[test]
fn two_signals_of_one_moment_are_one_and_no_test_file_stays() {
    let folder = tempfile::tempdir().unwrap();
    let files = || {
        let names = fs::read_dir(folder.path()).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
        names.filter(|name| name.ends_with(".tmp")).count()
    };
    for signals in [&[libc::SIGINT, libc::SIGINT][..], &[libc::SIGQUIT]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fiord"))
            .args(["sweep", ".", "--bs=4k", "--size=1m", "--runtime=600"])
            .env("FIORD_STORE", folder.path().join("store.sqlite"))
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut said, mut all) = said_until(&mut child, "Block 1 of the runs");
        assert_eq!(files(), 1, "{all}");
        for signal in signals {
            // SAFETY: kill takes no pointers; the child is not waited for yet.
            assert_eq!(unsafe { libc::kill(child.id() as i32, *signal) }, 0);
        }
        said.read_to_string(&mut all).unwrap();
        let code = child.wait().unwrap().code();
        let is_right = match signals {
            [_] => code.is_none(),
            _ => code == Some(128) && all.contains("Interrupted"),
        };
        assert!(is_right, "{code:?} {all}");
        assert_eq!(files(), 0, "{signals:?}");
    }
}

#[test]
fn names_do_not_steer_a_terminal_and_documents_keep_them() {
    let folder = tempfile::tempdir().unwrap();
    let name = "--name=a\u{1b}[2Jb";
    let job = [name, "--ioengine=null", "--rw=read", "--bs=4k", "--size=4k"];
    let missing = [
        name,
        "--filename=x\u{1b}]0;y",
        "--rw=read",
        "--readonly",
        "--size=4k",
    ];
    let line = |job: &[&str]| {
        let words: Vec<String> = job.iter().map(|word| format!("'{word}'")).collect();
        format!("'{}' {}", env!("CARGO_BIN_EXE_fiord"), words.join(" "))
    };
    for job in [&job[..], &missing] {
        let output = Command::new("script")
            .args(["-q", "-e", "-c", &line(job), "/dev/null"])
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output();
        let output = or_skip!("script", output.map_err(|error| error.to_string()));
        let shown = text(&output.stdout);
        assert!(shown.contains("\\x1b"), "{shown}");
        assert!(!shown.contains('\u{1b}'), "{shown:?}");
    }
    // In a pipe the report is fio's, byte for byte.
    assert!(text(&fiord(folder.path(), &job).stdout).contains("a\u{1b}[2Jb: (groupid=0"));
}

#[test]
fn a_full_disk_costs_no_measurement() {
    let full = or_skip!("mount", Mounted::tmpfs("1m"));
    fs::write(full.path().join("room"), vec![1; 900 << 10]).unwrap();
    fs::write(full.path().join("rest"), vec![1; 1 << 20]).unwrap_err();
    let at = full.path();
    let job = ["--name=a", "--ioengine=null", "--rw=read", "--bs=4k", "--size=1m"];
    // The report has no room: it is printed.
    let mut said = String::new();
    for option in ["--output=report", "--evidence=report"] {
        let output = fiord(at, &[&["--output-format=json", option], &job[..]].concat());
        let printed = text(&output.stdout);
        assert_eq!(
            output.status.code(),
            Some(1),
            "{option}: {}",
            text(&output.stderr)
        );
        assert!(printed.contains("total_ios"), "{option}: {printed}");
        said += &messages(&[option], &output);
    }
    // A log has no room: the report says so and is whole.
    let line = [&["--output-format=json"], &job[..], &["--write_lat_log=log"]].concat();
    let output = fiord(at, &line);
    assert_eq!(jobs(&output)[0]["read"]["total_ios"], 256);
    said += &messages(&["--write_lat_log=log"], &output);
    assert_screen!(said);
    // A file to read cannot be made: its job fails, another does not.
    let files = ["--name=b", "--rw=read", "--bs=4k", "--size=4m"];
    let output = fiord(at, &[&["--output-format=json"], &job[..], &files[..]].concat());
    let both = jobs(&output);
    assert_eq!(both[0]["read"]["total_ios"], 256);
    assert_eq!(both[1]["error"], libc::ENOSPC);
    assert!(!at.join("b.0.0").exists());
}

/// `ulimit -f`: the job that wrote too far has its error, the others and the document are whole.
#[test]
fn a_file_size_limit_costs_one_job_and_no_document() {
    let folder = tempfile::tempdir().unwrap();
    // 512 bytes or 1 KiB each, as the shell counts.
    let limit = "ulimit -f 128;";
    let job = [
        "--name=far",
        "--filename=far",
        "--rw=write",
        "--bs=4k",
        "--size=1m",
        "--fallocate=none",
        "--name=other",
        "--ioengine=null",
        "--rw=read",
        "--bs=4k",
        "--size=1m",
    ];
    let output = behind(folder.path(), limit, &[&["run", "--json"], &job[..]].concat());
    let document: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {:?}: {}", output.status, text(&output.stderr)));
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let result = |job: usize, ddir: &str| document["jobs"][job]["result"][ddir]["ios"].clone();
    assert_eq!(result(1, "read"), 256, "{:#}", document["jobs"]);
    let written = fs::metadata(folder.path().join("far")).unwrap().len();
    assert_eq!(result(0, "write"), written / 4096, "{:#}", document["jobs"]);
    assert!((1..=256).contains(&(written / 4096)), "{written}");
    assert_screen_without_figures!(messages(&job, &output));
    // The document itself does not fit: it is printed.
    let output = behind(
        folder.path(),
        "ulimit -f 1;",
        &[&["run", "--json", "--evidence=report"], &job[5..]].concat(),
    );
    assert!(output.status.code().is_some(), "{:?}", output.status);
}

/// How a place refuses what a verb needs.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Refusal {
    Full,
    ReadOnly,
    /// It belongs to another user.
    Foreign,
}

/// What a verb answers in these places: where it fails, and with which code. `JOB` does no I/O, `WRITE` makes a file.
type Fails = &'static [(Refusal, i32)];
const NO_STORE: Fails = &[(Refusal::Full, 2), (Refusal::ReadOnly, 2), (Refusal::Foreign, 2)];
const ANSWERS: [(&str, Fails); 16] = {
    use Refusal::{Foreign, Full, ReadOnly};
    [
        ("survey .", &[(Full, 2), (ReadOnly, 2), (Foreign, 2)]),
        ("run WRITE", &[(Full, 1), (ReadOnly, 1), (Foreign, 1)]),
        ("run JOB", &[]),
        ("run --name=r --filename=data --rw=read", &[]),
        (
            "run --evidence=report JOB",
            &[(Full, 1), (ReadOnly, 2), (Foreign, 2)],
        ),
        (
            "run --store=kept.sqlite JOB",
            &[(Full, 2), (ReadOnly, 2), (Foreign, 2)],
        ),
        ("explain WRITE", &[]),
        ("explain --fix WRITE", &[]),
        ("explain --result data", &[(Full, 2), (ReadOnly, 2), (Foreign, 2)]),
        ("prepare new --size 1M", &[(Full, 2), (ReadOnly, 2), (Foreign, 2)]),
        ("cache show data", &[(Foreign, 2)]),
        ("watch 0.1 1", &[]),
        ("history --store none.sqlite", NO_STORE),
        ("report 1 --store none.sqlite", NO_STORE),
        ("doctor --fix --journal undo .", &[(Foreign, 2)]),
        ("doctor --restore --journal undo", &[]),
    ]
};

/// What holds of each verb's answer: the code, no numbers of errors, no files left but a job's. What it says of a failure.
fn answers(refusal: Refusal, line: &str, fails: Fails, at: &Path, output: &Output) -> Option<String> {
    let (said, told) = (text(&output.stderr), text(&output.stdout));
    let found = fails.iter().find(|(known, _)| *known == refusal);
    let code = found.map_or(0, |(_, code)| *code);
    assert_eq!(
        output.status.code(),
        Some(code),
        "{refusal:?} {line}: {said}{told}"
    );
    assert!(!said.contains("os error"), "{refusal:?} {line}: {said}");
    // Of the job, not of the machine: that it cannot run, and no word of a file that it makes.
    let cannot = (line == "explain WRITE" && refusal != Refusal::Full)
        .then(|| told.split("\n\n").next().unwrap_or_default());
    for left in fs::read_dir(at).unwrap() {
        let name = left.unwrap().file_name().into_string().unwrap();
        let is_jobs =
            line.starts_with("run") && ["new.0.0", "report", "kept.sqlite"].contains(&name.as_str());
        assert!(
            is_jobs || ["data", "rest"].contains(&name.as_str()),
            "{refusal:?} {line} left {name}"
        );
        if is_jobs {
            fs::remove_file(at.join(name)).unwrap();
        }
    }
    let cannot = cannot.map(|job| format!("{job}\n"));
    let shown = cannot.or(found.map(|_| said));
    shown.map(|shown| format!("{refusal:?} {line}\n{shown}\n"))
}

/// Each verb in each of these places.
#[test]
fn every_verb_in_every_place_that_refuses() {
    let reachable = crate::machine::reachable_binary();
    let user = (40_000 + std::process::id() % 20_000).to_string();
    let full = or_skip!("mount", Mounted::tmpfs("2m"));
    let read_only = or_skip!("mount", Mounted::tmpfs("2m"));
    let foreign = reachable.path().join("foreign");
    fs::create_dir(&foreign).unwrap();
    for at in [full.path(), read_only.path(), &foreign] {
        fs::write(at.join("data"), vec![1; 64 << 10]).unwrap();
    }
    fs::write(full.path().join("rest"), vec![1; 4 << 20]).unwrap_err();
    let remount = ["-o", "remount,ro", read_only.path().to_str().unwrap()];
    fiord_testbed::run("mount", &remount).unwrap();
    let places = [
        (Refusal::Full, full.path()),
        (Refusal::ReadOnly, read_only.path()),
        (Refusal::Foreign, &foreign),
    ];
    let mut all = String::new();
    for (line, fails) in ANSWERS {
        let words = line
            .replace("JOB", "--name=new --ioengine=null --rw=read --bs=4k --size=1m")
            .replace("WRITE", "--name=new --rw=write --bs=4k --size=1m");
        for (refusal, at) in places {
            let mut command = Command::new("setpriv");
            if refusal == Refusal::Foreign {
                command.args(["--reuid", &user, "--clear-groups"]);
            }
            let output = command
                .arg(reachable.path().join("fiord"))
                .args(words.split(' '))
                .env("FIORD_STORE", "none")
                .current_dir(at)
                .stdin(Stdio::null())
                .output();
            let output = or_skip!("setpriv", output.map_err(|error| error.to_string()));
            all.extend(answers(refusal, line, fails, at, &output));
        }
    }
    assert_screen_without_figures!(all);
}

#[test]
fn an_older_report_outlives_a_run_that_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report");
    fs::write(&report, "older").unwrap();
    for job in [
        &["--name=a", "--filename=/dev/urandom", "--rw=write", "--size=4k"][..],
        &["--readonly", "--name=a", "--rw=write", "--size=4k"],
        &["--name=a", "--directory=nosuch", "--rw=write", "--size=4k"],
        &[
            "--name=a",
            "--ioengine=null",
            "--rw=read",
            "--size=4k",
            "--numjobs=4294967295",
        ],
    ] {
        let output = fiord(folder.path(), &[&["--output=report"], job].concat());
        assert!(!output.status.success(), "{job:?}");
        assert!(!output.stderr.is_empty(), "{job:?}");
        assert_eq!(fs::read_to_string(&report).unwrap(), "older", "{job:?}");
    }
}

/// A device that says that it wrote, and did not: only reading back finds it, at the block and nowhere else.
#[test]
fn lost_and_torn_writes_of_a_device_are_found_at_their_block() {
    let truth = or_skip!("fuse", TruthFile::new(1, Timing::us(0, 0, 8)));
    let target = format!("--filename={}", truth.path().display());
    let folder = tempfile::tempdir().unwrap();
    let words = [
        "--name=v",
        "--rw=randwrite",
        "--bs=4k",
        "--size=1m",
        "--direct=1",
        "--verify=crc32c",
        &target,
    ];
    let whole = fiord(folder.path(), &words);
    assert!(whole.status.success(), "{}", text(&whole.stderr));
    for (block, fault) in [
        (5, TruthFault::Lost),
        (9, TruthFault::Torn),
        (200, TruthFault::Lost),
    ] {
        truth.set_fault(block, fault);
        // Other content than before: what is lost leaves the old.
        let again = fiord(folder.path(), &[&words[..], &["--randseed=77"]].concat());
        let said = text(&again.stderr);
        assert!(!again.status.success(), "{fault:?}: {said}");
        assert!(
            said.contains(&format!("offset {},", block * 4096)),
            "{fault:?}: {said}"
        );
        truth.clear_faults();
        let repaired = fiord(folder.path(), &words);
        assert!(repaired.status.success(), "{}", text(&repaired.stderr));
    }
}

/// The device is as large as four of its file system: what was trimmed cannot be written where that is full.
#[test]
fn blocks_that_fail_are_told_with_the_trims_they_had() {
    let small = or_skip!("mount", Mounted::tmpfs("1m"));
    let image = small.path().join("image");
    fs::File::create(&image).unwrap().set_len(4 << 20).unwrap();
    let disk = or_skip!("loop", Loop::on(&image, false));
    let folder = tempfile::tempdir().unwrap();
    let run = |format: &str, job: &[&str]| {
        let allowed = format!("--allow-destroy={}", disk.device);
        let filename = format!("--filename={}", disk.device);
        let format = format!("--output-format={format}");
        let common = [
            &allowed,
            "--name=a",
            "--bs=64k",
            "--block_error_percentiles=1",
            &filename,
            &format,
        ];
        fiord(folder.path(), &[&common, job].concat())
    };
    let trimmed = run("normal", &["--rw=trim", "--percentile_list=50"]);
    let said = text(&trimmed.stdout);
    let states = "   |        states               : unwritten=0, trimmed=64, written=0, trim failure=0, write failure=0\n";
    assert!(
        said.contains(&format!("  block lifetime percentiles :\n{states}")),
        "{said}"
    );
    // Two passes: 16 blocks find room both times, the others fail after their first trim and stay failed.
    let worn = [
        "--rw=trimwrite",
        "--direct=1",
        "--loops=2",
        "--ignore_error=,ENOSPC:EIO",
        "--percentile_list=50:100",
    ];
    let job = &jobs(&run("json", &worn))[0];
    assert_eq!(
        job["block"],
        json!({
            "states": {"unwritten": 0, "trimmed": 0, "written": 16, "trim failure": 0, "write failure": 48},
            "trims": 80,
            "trims_to_failure": {"50.000000": 1, "100.000000": 1},
        })
    );
    assert_eq!(job["trim"]["total_ios"], 128);
    let said = run("normal", &worn);
    let said = text(&said.stdout);
    assert!(said.contains("\n   |  50th=[1], 100th=[1]\n"), "{said}");
}
