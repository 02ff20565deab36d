//! The binary as a script sees it in fio mode: streams, exit codes, messages, signals, broken targets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::SystemTime;

use crate::common::{self, hears_hangups};
use crate::snapshot::{assert_screen, messages, screen};
use fiord_testbed::{Loop, Mounted, or_skip};

fn fiord(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fiord"));
    command.current_dir(folder).stdin(Stdio::null());
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    fiord(folder).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn scratch() -> tempfile::TempDir {
    tempfile::Builder::new()
        .prefix("fiord-mode-")
        .tempdir_in(env!("CARGO_TARGET_TMPDIR"))
        .unwrap()
}

/// Runs and expects failure, nothing made in the directory, and the words that it returns.
fn refused(args: &[&str]) -> String {
    let folder = scratch();
    let output = run(folder.path(), args);
    assert!(!output.status.success(), "{args:?} succeeded");
    let left: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert!(left.is_empty(), "{args:?} left {left:?}");
    messages(args, &output)
}

#[test]
fn success_says_nothing_on_stderr() {
    let folder = scratch();
    let output = run(folder.path(), &["--name=a", "--rw=read", "--size=64k"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stderr), "");
    assert!(text(&output.stdout).contains("Run status group 0"));
}

#[test]
fn a_json_document_holds_nothing_but_json() {
    let folder = scratch();
    // iodepth on a synchronous engine makes fio print a note in front of the document.
    let args = [
        "--name=a",
        "--rw=read",
        "--size=64k",
        "--iodepth=16",
        "--output-format=json",
    ];
    let output = run(folder.path(), &args);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["jobs"][0]["read"]["total_ios"], 16);
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn several_formats_at_once_go_to_one_file() {
    let folder = scratch();
    let args = [
        "--name=a",
        "--rw=read",
        "--size=64k",
        "--output=o",
        "--output-format=json,terse,normal",
    ];
    let output = run(folder.path(), &args);
    assert!(output.status.success() && output.stdout.is_empty());
    let written = fs::read_to_string(folder.path().join("o")).unwrap();
    for word in ["\n3;fio-", "\"fio version\"", "Run status group"] {
        assert!(written.contains(word), "`{word}` is not in {written}");
    }
}

#[test]
fn bad_words_are_refused_with_the_nearest_spelling() {
    let all = [
        refused(&["--name=a", "--iodpeth=4", "--size=1m"]),
        refused(&["--name=a", "--si=1m"]),
        refused(&["--name=a", "--rw=randraed", "--size=1m"]),
        refused(&["--name=a", "--bs=zz", "--size=1m"]),
        refused(&["--name=a", "--bs=0", "--size=1m"]),
        refused(&["--name=a", "--ioengine=libioa", "--size=1m"]),
        refused(&["--name=a", "--output-format=xml", "--size=1m"]),
        refused(&["--name=a", "--rw=write", "--size=1m", "--gpu_dev_id=1"]),
        refused(&["nosuch.fio"]),
        refused(&["--rw=read", "--size=1m"]),
    ];
    assert_screen!(all.concat());
}

#[test]
fn a_job_file_is_quoted_with_its_line_and_a_caret() {
    let folder = scratch();
    fs::write(
        folder.path().join("n.fio"),
        "[a]\nrw=read\niodpeth=32\nsize=1m\nbs=zz\n",
    )
    .unwrap();
    // Reading goes on after the first problem.
    assert_screen!(messages(&["n.fio"], &run(folder.path(), &["n.fio"])));
}

#[test]
fn targets_that_cannot_be_used_are_named() {
    let all = [
        refused(&[
            "--name=a",
            "--rw=read",
            "--filename=missing",
            "--size=64k",
            "--allow_file_create=0",
        ]),
        refused(&["--name=a", "--rw=write", "--filename=.", "--size=64k"]),
        refused(&["--name=a", "--rw=randread", "--filename=missing", "--bs=4k"]),
        refused(&["--name=a", "--rw=write", "--readonly", "--size=64k"]),
    ];
    assert_screen!(all.concat());
}

#[test]
fn an_error_in_the_middle_ends_the_job_and_is_counted() {
    let folder = scratch();
    let args = ["--name=a", "--rw=write", "--filename=/dev/full", "--size=64k"];
    let output = run(folder.path(), &args);
    assert_eq!(output.status.code(), Some(1));
    assert_screen!(messages(&args, &output));
    assert!(
        text(&output.stdout).contains("err=28"),
        "{}",
        text(&output.stdout)
    );
}

#[test]
fn the_error_that_ends_a_job_which_passes_errors_over_is_counted_too() {
    let folder = scratch();
    let output = run(
        folder.path(),
        &[
            "--name=a",
            "--rw=write",
            "--filename=/dev/full",
            "--size=64k",
            "--continue_on_error=all",
        ],
    );
    assert_eq!(output.status.code(), Some(1));
    let report = text(&output.stdout);
    assert!(report.contains("errors    : total=1, first_error=28"), "{report}");
}

#[test]
fn errors_that_do_not_count_are_told_on_request() {
    let folder = scratch();
    let told = |dump: &str| {
        let args = [
            "--name=a",
            "--rw=write",
            "--filename=/dev/full",
            "--size=16k",
            "--ignore_error=,ENOSPC",
            dump,
        ];
        let said = text(&run(folder.path(), &args).stderr);
        said.matches("io_u error on file /dev/full").count()
    };
    assert_eq!((told("--error_dump=0"), told("--error_dump=1")), (0, 4));
}

#[test]
fn parsing_alone_tells_the_warnings() {
    let folder = scratch();
    let args = ["--parse-only", "--name=a", "--bs=4KiB", "--size=1m"];
    assert_screen!(screen(&args, &run(folder.path(), &args)));
}

#[test]
fn a_warning_stands_beside_a_json_document() {
    let folder = scratch();
    let args = ["--name=a", "--bs=4KiB", "--size=64k", "--output-format=json"];
    let output = run(folder.path(), &args);
    assert_screen!(messages(&args, &output));
    assert!(text(&output.stdout).starts_with('{'), "{}", text(&output.stdout));
    // As fio it is silent, as fio is.
    let link = folder.path().join("fio");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_fiord"), &link).unwrap();
    let output = Command::new(&link)
        .args(args)
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(
        (output.status.code(), text(&output.stderr)),
        (Some(0), String::new())
    );
}

#[test]
fn help_on_an_engine_tells_a_missing_engine_from_a_missing_option() {
    let all = [
        "--enghelp=nosuch",
        "--enghelp=nosuch,hipri",
        "--enghelp=pvsync2,nosuch",
    ];
    assert_screen!(all.map(|arg| refused(&[arg])).concat());
}

#[test]
fn the_progress_line_shows_the_limits_of_the_directions_that_run() {
    let folder = scratch();
    let output = run(
        folder.path(),
        &[&["--eta=always", "--output=report"], &SLOW[..]].concat(),
    );
    let seen = text(&output.stdout);
    assert!(seen.contains(", 0-100 IOPS"), "{seen}");
}

/// A job during which a progress line is drawn, even where the thread that draws waits seconds for a CPU.
const SLOW: [&str; 7] = [
    "--name=a",
    "--ioengine=null",
    "--size=1g",
    "--time_based",
    "--runtime=4",
    "--rate_iops=100",
    "--eta-interval=250ms",
];

#[test]
fn a_document_on_stdout_is_whole_whatever_eta_says() {
    let folder = scratch();
    let json = run(
        folder.path(),
        &[&["--output-format=json", "--eta=always"], &SLOW[..]].concat(),
    );
    let document: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(document["jobs"][0]["jobname"], "a");
    assert_eq!(text(&json.stderr), "");
    let both = run(
        folder.path(),
        &[&["--output-format=json,normal", "--eta=always"], &SLOW[..]].concat(),
    );
    assert!(!text(&both.stdout).contains("Jobs: 1"), "{}", text(&both.stdout));
    assert!(
        text(&both.stderr).contains("Jobs: 1 (f=1)"),
        "{}",
        text(&both.stderr)
    );
}

#[test]
fn samples_are_taken_without_clocks_and_without_bandwidth_measurement() {
    let folder = scratch();
    for option in ["--gtod_reduce=1", "--disable_bw_measurement=1"] {
        let args = [
            "--output-format=json",
            "--bwavgtime=100",
            "--iopsavgtime=100",
            option,
            "--name=a",
            "--ioengine=null",
            "--size=1g",
            "--time_based",
            "--runtime=1",
        ];
        let document: serde_json::Value = serde_json::from_slice(&run(folder.path(), &args).stdout).unwrap();
        let read = &document["jobs"][0]["read"];
        for key in [
            "bw_min",
            "bw_max",
            "bw_samples",
            "iops_min",
            "iops_max",
            "iops_samples",
        ] {
            assert!(read[key].as_u64().unwrap() > 0, "{option}: {key} in {read}");
        }
    }
}

#[test]
fn a_trigger_ends_the_run_and_runs_its_command() {
    let folder = scratch();
    fs::write(folder.path().join("now"), "").unwrap();
    let args = [
        "--trigger-file=now",
        "--trigger=touch fired",
        "--bandwidth-log=sum",
        "--name=a",
        "--ioengine=null",
        "--size=1g",
        "--time_based",
        "--runtime=1h",
    ];
    let output = run(folder.path(), &args);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(folder.path().join("fired").exists() && !folder.path().join("now").exists());
    for log in ["read", "write", "trim"] {
        let line = fs::read_to_string(folder.path().join(format!("sum-{log}_bw.log"))).unwrap();
        assert_eq!(line.split(", ").count(), 5, "{line}");
    }
}

#[test]
fn debug_tells_on_stderr_and_leaves_the_report_alone() {
    let folder = scratch();
    let args = [
        "--debug=io,random,parse",
        "--output-format=json",
        "--name=a",
        "--ioengine=null",
        "--size=16k",
        "--bs=4k",
        "--rw=randread",
        "--random_generator=fio",
    ];
    let output = run(folder.path(), &args);
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["jobs"][0]["read"]["total_ios"], 4);
    for words in [
        "handle_option=name, ptr=a",
        "handle_option=bs, ptr=4k",
        "rand_seeds[6]=2978585581",
    ] {
        assert_eq!(told.matches(words).count(), 1, "{words} in {told}");
    }
    // The warning that such a run measures nothing.
    let of_fiord: Vec<&str> = told.lines().filter(|line| line.starts_with("fiord: ")).collect();
    assert_screen!(of_fiord.join("\n"));
    // As fio 3.33 draws them.
    let blocks: Vec<&str> = told
        .lines()
        .filter(|line| line.starts_with("io ") && line.contains(" queue: "))
        .filter_map(|line| line.split_once("off=")?.1.split_once(','))
        .map(|(offset, _)| offset)
        .collect();
    assert_eq!(blocks, ["0x0", "0x2000", "0x3000", "0x1000"]);
}

#[test]
fn debug_without_io_leaves_a_measurement_and_knows_its_categories() {
    let folder = scratch();
    let job = ["--name=a", "--ioengine=null", "--size=16k", "--rw=randread"];
    let random = [&["--debug=random"][..], &job].concat();
    let output = run(folder.path(), &random);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    // In the report, as in fio.
    let told = text(&output.stdout);
    // Behind the process that tells it.
    let lines = told
        .lines()
        .filter(|line| line.starts_with("random "))
        .map(|line| line.split_once(" a: ").map_or(line, |(_, said)| said));
    let mut all = lines.collect::<Vec<_>>().join("\n") + "\n\n";
    let listed = run(folder.path(), &["--debug=help"]);
    assert_eq!(listed.status.code(), Some(0));
    for name in ["io", "random", "parse"] {
        assert!(
            text(&listed.stdout).lines().any(|line| line.starts_with(name)),
            "{name}"
        );
    }
    all += &refused(&["--debug=mutex", "--name=a", "--ioengine=null", "--size=4k"]);
    all += &refused(&["--debug=io,randon", "--name=a", "--ioengine=null", "--size=4k"]);
    // Where it would be without effect it is refused.
    all += &refused(&[&["run", "--debug=io"][..], &job].concat());
    assert_screen!(all);
}

#[test]
fn verify_only_writes_nothing_where_there_is_nothing_to_check() {
    assert_screen!(refused(&[
        "--name=a",
        "--rw=write",
        "--size=64k",
        "--verify_only"
    ]));
}

#[test]
fn a_read_only_folder_and_a_full_file_system_leave_nothing_behind() {
    let folder = scratch();
    let closed = folder.path().join("closed");
    fs::create_dir(&closed).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(closed.join("probe"), "").is_ok() {
        // Root writes everywhere: the permission cannot be tested as root, the missing parent below can.
        fs::remove_file(closed.join("probe")).unwrap();
    } else {
        let output = run(&closed, &["--name=a", "--rw=write", "--size=64k"]);
        assert!(!output.status.success());
        assert!(text(&output.stderr).contains("Permission denied"));
    }
    assert_screen!(refused(&[
        "--name=a",
        "--rw=write",
        "--size=64k",
        "--filename=/proc/fiord-test",
    ]));
}

#[test]
fn a_job_named_like_a_device_does_not_become_one() {
    assert_screen!(refused(&["--name=/dev/null", "--rw=write", "--size=64k"]));
}

/// Runs a job that would write the target's first block.
fn write_to(folder: &Path, target: &str, more: &[String]) -> Output {
    let mut command = fiord(folder);
    command
        .args(["--name=a", "--rw=write", "--size=4k"])
        .arg(format!("--filename={target}"));
    command.args(more).output().unwrap()
}

#[test]
fn a_device_is_overwritten_only_by_its_exact_name_and_never_while_mounted() {
    let folder = scratch();
    let disk = or_skip!("loop", Loop::new(8));
    let mounted = or_skip!("mount", Mounted::ext4(&disk));
    let device = disk.device.clone();
    let allowed = [format!("--allow-destroy={device}")];
    let mut all = String::new();
    for more in [&[][..], &allowed] {
        let output = write_to(folder.path(), &device, more);
        assert_eq!(output.status.code(), Some(1));
        all += &messages(more, &output);
    }
    drop(mounted);
    // The image under it is a regular file, and just as much in use.
    let image = write_to(disk.folder(), "image", &[]);
    assert_eq!(image.status.code(), Some(1));
    all += &messages(&["image"], &image);
    // Not mounted, but a file system lies on it; a link to it changes nothing and is not a consent.
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&device, &link).unwrap();
    let named_link = [format!("--allow-destroy={}", link.display())];
    for more in [&[][..], &named_link] {
        let output = write_to(folder.path(), "link", more);
        let said = messages(more, &output);
        assert_eq!(output.status.code(), Some(1));
        assert!(said.contains(&device), "{said}");
        all += &said;
    }
    assert_screen!(all);
    let trimmed = run(
        folder.path(),
        &[
            "--name=a",
            "--rw=trim",
            "--size=4k",
            &format!("--filename={device}"),
        ],
    );
    assert_eq!(trimmed.status.code(), Some(1), "trim needs consent as well");
    let output = write_to(folder.path(), &device, &allowed);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

fn endless(folder: &Path, more: &[&str]) -> Child {
    let mut command = fiord(folder);
    command.args([
        "--name=a",
        "--ioengine=null",
        "--rw=randread",
        "--size=1g",
        "--time_based",
        "--runtime=600",
    ]);
    hears_hangups(&mut command)
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn signal(child: &Child, signal: i32) {
    // SAFETY: kill takes no pointers; the pid is our living child's.
    assert_eq!(unsafe { libc::kill(child.id() as i32, signal) }, 0);
}

/// Waits until the child has said that it starts; the rest of its output is read by the caller.
fn wait_for_start(child: &mut Child) -> String {
    let mut seen = Vec::new();
    let out = child.stdout.as_mut().unwrap();
    let mut byte = [0];
    while !text(&seen).contains("Starting 1") {
        assert_eq!(
            out.read(&mut byte).unwrap(),
            1,
            "ended too early: {}",
            text(&seen)
        );
        seen.push(byte[0]);
    }
    text(&seen)
}

#[test]
fn an_interrupt_reports_what_was_measured_and_exits_128() {
    for number in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        let folder = scratch();
        let mut child = endless(folder.path(), &[]);
        wait_for_start(&mut child);
        signal(&child, number);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(128), "{}", text(&output.stderr));
        assert!(
            text(&output.stdout).contains("Run status group 0"),
            "{}",
            text(&output.stdout)
        );
    }
}

#[test]
fn a_hangup_that_was_ignored_before_stays_ignored() {
    let folder = scratch();
    let mut child = Command::new("sh")
        .current_dir(folder.path())
        .args([
            "-c",
            "trap '' HUP; exec \"$0\" \"$@\"",
            env!("CARGO_BIN_EXE_fiord"),
        ])
        .args([
            "--name=j",
            "--rw=read",
            "--size=64k",
            "--time_based",
            "--runtime=1",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for_start(&mut child);
    signal(&child, libc::SIGHUP);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn a_write_beyond_the_file_size_limit_fails_its_job_and_no_other() {
    let folder = scratch();
    let output = Command::new("sh")
        .current_dir(folder.path())
        .args([
            "-c",
            "ulimit -f 64; exec \"$0\" \"$@\"",
            env!("CARGO_BIN_EXE_fiord"),
        ])
        .args(["--size=256k", "--fallocate=none", "--name=a", "--rw=write"])
        .args(["--name=b", "--rw=randread", "--ioengine=null"])
        .output()
        .unwrap();
    let out = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{out}{}", text(&output.stderr));
    assert!(out.contains("a: (groupid=0, jobs=1): err=27"), "{out}");
    assert!(out.contains("b: (groupid=0, jobs=1): err= 0"), "{out}");
    assert!(out.contains("Run status group 0"), "{out}");
}

/// Reads until `words` have come `times` times.
fn read_until(child: &mut Child, words: &str, times: usize, seen: &mut Vec<u8>) {
    let mut byte = [0];
    while text(seen).matches(words).count() < times {
        assert_eq!(
            child.stdout.as_mut().unwrap().read(&mut byte).unwrap(),
            1,
            "{}",
            text(seen)
        );
        seen.push(byte[0]);
    }
}

#[test]
fn a_status_signal_prints_a_report_and_the_run_goes_on() {
    let folder = scratch();
    let mut child = endless(folder.path(), &[]);
    wait_for_start(&mut child);
    let mut seen = Vec::new();
    // The first may come before the first I/O was counted.
    for report in 1.. {
        signal(&child, libc::SIGUSR1);
        read_until(&mut child, "Run status group", report, &mut seen);
        if text(&seen).contains("read: IOPS=") {
            break;
        }
    }
    signal(&child, libc::SIGINT);
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(128));
}

#[test]
fn called_fio_it_is_fio() {
    let folder = scratch();
    let link = folder.path().join("fio");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_fiord"), &link).unwrap();
    let output = Command::new(&link).arg("--version").output().unwrap();
    assert!(
        text(&output.stdout).starts_with("fio-3."),
        "{}",
        text(&output.stdout)
    );
    // A verb of ours is then a job file that is not there.
    let output = Command::new(&link)
        .arg("survey")
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_screen!(messages(&["survey"], &output));
}

#[test]
fn a_verb_with_a_slip_is_named() {
    let folder = scratch();
    assert_screen!(messages(&["surve", "."], &run(folder.path(), &["surve", "."])));
    // A job file of that name is a job file.
    fs::write(folder.path().join("surve"), "[a]\nrw=read\nsize=64k\n").unwrap();
    assert_eq!(run(folder.path(), &["surve"]).status.code(), Some(0));
}

#[test]
fn a_job_file_comes_from_standard_input() {
    let folder = scratch();
    let mut command = fiord(folder.path());
    let output = common::with_input(
        command.args(["-", "--output-format=json"]),
        b"[global]\nsize=64k\n[x]\nrw=read\n",
    );
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["jobs"][0]["jobname"], "x");
}

/// What fio has added to its JSON since 3.33, and trims that an engine completes at submission: their submission latency is 0.
#[test]
fn json_has_the_keys_of_later_versions() {
    let folder = scratch();
    fs::write(folder.path().join("f"), vec![1_u8; 1 << 20]).unwrap();
    let before = SystemTime::now();
    let job = "--name=t --ioengine=io_uring --filename=f --rw=trim --zonemode=zbd --zonesize=32k --bs=32k --size=1m --output-format=json";
    let output = run(folder.path(), &job.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let job = &document["jobs"][0];
    let ms = |time: SystemTime| time.duration_since(SystemTime::UNIX_EPOCH).unwrap().as_millis() as u64;
    let started = job["job_start"].as_u64().unwrap();
    assert!(ms(before) <= started && started <= document["timestamp_ms"].as_u64().unwrap());
    assert_eq!(
        (&job["latency_target_ns"], &job["latency_window_us"]),
        (&0.into(), &0.into())
    );
    assert!(job["zone_resets"].is_u64(), "{job:#}");
    for disk in document["disk_util"].as_array().into_iter().flatten() {
        assert!(
            disk["read_sectors"].is_u64() && disk["write_sectors"].is_u64(),
            "{disk:#}"
        );
    }
    assert_eq!(
        (&job["trim"]["total_ios"], &job["trim"]["slat_ns"]["N"]),
        (&32.into(), &0.into())
    );
}
