//! Ten thousand jobs on the command line. A test binary of its own with one test: where the machine limits threads, no other
//! test may be the one that gets none.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::process::{Command, Stdio};

#[test]
fn ten_thousand_jobs_run_or_say_why_not() {
    run_or_say_why_not(10_000);
}

/// More than the kernel gives memory maps for, as it is set up by default. What could be started runs.
#[test]
fn twenty_thousand_jobs_run_or_say_why_not() {
    run_or_say_why_not(20_000);
}

fn run_or_say_why_not(jobs: u64) {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let args = [
        "--name=a",
        "--ioengine=null",
        "--rw=read",
        "--size=4k",
        &format!("--numjobs={jobs}"),
        "--group_reporting",
    ];
    let output = Command::new(env!("CARGO_BIN_EXE_fiord"))
        .args(args)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        assert!(text(&output.stdout).contains(&format!("jobs={jobs}")));
    } else {
        assert!(output.status.code().is_some(), "{}", output.status);
        assert!(
            text(&output.stdout).contains("issued rwts"),
            "{}",
            text(&output.stdout)
        );
        let said = text(&output.stderr);
        assert!(
            said.contains("could not be started") || said.contains("thread"),
            "{said}"
        );
    }
}
