//! Programs that run while a job does (`ioengine=exec`).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Output;

use crate::common::{fiord, text};
use crate::snapshot::{assert_screen, messages};
use fiord_testbed::memory_folder;
use serde_json::Value;

/// A program that says "ready", and then does this until it is ended.
fn program(folder: &Path, first: &str) {
    let script = format!("#!/bin/sh\n{first}\necho ready\nwhile :; do sleep 0.01; done\n");
    let path = folder.join("program");
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
}

/// Runs it in job `a`, which another job ends once the program is ready.
fn next_to_another(folder: &Path, more: &[&str]) -> Output {
    let mut args = vec![
        "--output-format=json",
        "--exitall",
        "--name=a",
        "--ioengine=exec",
        "--program=./program",
    ];
    args.extend(more);
    args.extend([
        "--name=b",
        "--ioengine=null",
        "--size=64k",
        "--exec_prerun=until grep -q ready a.stdout; do sleep 0.01; done",
    ]);
    fiord(folder, &args)
}

fn printed(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn a_program_runs_while_its_job_does() {
    let folder = memory_folder();
    program(
        folder.path(),
        "trap 'echo asked; exit' TERM\necho \"$#:$1:$2\"\necho noise >&2",
    );
    let output = next_to_another(folder.path(), &["--arguments=%n  %r"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(printed(folder.path(), "a.stdout"), "2:a:0\nready\nasked\n");
    assert_eq!(printed(folder.path(), "a.stderr"), "noise\n");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let job = &report["jobs"][0];
    assert_eq!((&job["jobname"], &job["error"]), (&"a".into(), &0.into()));
    assert!(job["read"]["total_ios"].as_u64().unwrap() >= 1);
    assert_eq!(job["read"]["io_bytes"], 0);
    assert_eq!(job["write"]["total_ios"], 0);
}

#[test]
fn a_program_that_does_not_end_is_killed() {
    let folder = memory_folder();
    program(folder.path(), "trap '' TERM\necho $$ >pid");
    let output = next_to_another(folder.path(), &["--grace_time=0"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let pid = printed(folder.path(), "pid");
    assert!(!Path::new("/proc").join(pid.trim()).exists(), "it still runs");
}

#[test]
fn a_program_that_cannot_be_started_fails_its_job() {
    let folder = memory_folder();
    let args = [
        "--name=a",
        "--ioengine=exec",
        "--program=./missing",
        "--runtime=1",
    ];
    let output = fiord(folder.path(), &args);
    let missing = messages(&args, &output);
    let args = ["--name=a", "--ioengine=exec", "--runtime=1"];
    assert_screen!(missing + &messages(&args, &fiord(folder.path(), &args)));
}

#[test]
fn its_output_is_the_programs_own_affair_without_redirection() {
    let folder = memory_folder();
    let args = [
        "--name=a",
        "--ioengine=exec",
        "--program=echo",
        "--arguments=hello",
        "--std_redirect=0",
        "--runtime=1",
        "--output=report",
    ];
    let output = fiord(folder.path(), &args);
    assert_eq!(text(&output.stdout), "hello\n");
    assert!(!folder.path().join("a.stdout").exists());
}
