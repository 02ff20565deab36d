//! `fiord doctor` as its users meet it: on this machine, and on a loop device that is the test's own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::doctor_bed;
use crate::schema;
use crate::snapshot::{assert_screen, messages, screen};

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::{FileExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use doctor_bed::Disk;
use fiord_testbed::{Attribute, Loop, Throttle, ThrottleLimit, or_skip, reachable_copy, skip};
use serde_json::Value;

fn doctor(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fiord"));
    command.arg("doctor").args(args).stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    doctor(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn json(args: &[&str]) -> Value {
    let out = run(&[args, &["--json"]].concat());
    let document = serde_json::from_slice(&out.stdout)
        .unwrap_or_else(|e| panic!("{args:?}: {e}: {}", text(&out.stderr)));
    assert_eq!(schema::problems(&document), [""; 0]);
    document
}

fn checks<'a>(document: &'a Value, id: &str) -> Vec<&'a Value> {
    document["checks"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|c| c["rule"] == id)
        .collect()
}

/// Grade of a check that is about one device.
fn grade<'a>(document: &'a Value, id: &str, device: &str) -> &'a str {
    let of_device = checks(document, id).into_iter().find(|c| c["device"] == device);
    of_device.unwrap_or_else(|| panic!("no {id} on {device}"))["severity"]
        .as_str()
        .unwrap()
}

/// `fiord doctor DEVICE` with the device's own journal.
fn on(disk: &Disk, args: &[&str]) -> Vec<String> {
    let journal = disk.journal();
    let mut line = vec![
        disk.path().to_owned(),
        "--journal".to_owned(),
        journal.to_str().unwrap().to_owned(),
    ];
    line.extend(args.iter().map(|a| (*a).to_owned()));
    line
}

fn run_on(disk: &Disk, args: &[&str]) -> Output {
    let line = on(disk, args);
    run(&line.iter().map(String::as_str).collect::<Vec<_>>())
}

fn restore(disk: &Disk) -> Output {
    run(&["--restore", "--journal", disk.journal().to_str().unwrap()])
}

#[test]
fn this_machine_is_seen_as_its_own_files_say() {
    let document = json(&["--no-look", env!("CARGO_TARGET_TMPDIR")]);
    assert_eq!(schema::problems(&document), [""; 0]);
    let leaves = leaves(&document["stack"]);
    for name in &leaves {
        let queue = Path::new("/sys/block").join(name).join("queue");
        let read = |attribute: &str| {
            fs::read_to_string(queue.join(attribute))
                .ok()
                .map(|t| t.trim().to_owned())
        };
        if let Some(scheduler) = read("scheduler").filter(|s| s.contains('[')) {
            let none = scheduler.contains("[none]");
            assert_eq!(
                grade(&document, "scheduler", name) == "fine",
                none,
                "{name}: {scheduler}"
            );
        }
        if read("rotational").as_deref() == Some("0") {
            let fixes = checks(&document, "rotational")
                .iter()
                .any(|c| c["device"] == name.as_str() && !c["change"].is_null());
            assert!(!fixes, "{name}: nothing to put right");
        }
    }
    if leaves.is_empty() {
        skip("disk", "no disk is visible under the target folder");
    }
}

/// Names of the devices at the bottom.
fn leaves(layer: &Value) -> Vec<String> {
    let below = layer["below"].as_array().into_iter().flatten();
    let found: Vec<String> = below.flat_map(leaves).collect();
    let name = layer["name"].as_str().unwrap_or_default();
    if found.is_empty() && Path::new("/sys/block").join(name).is_dir() {
        vec![name.to_owned()]
    } else {
        found
    }
}

#[test]
fn a_badly_set_disk_is_named_and_shown() {
    let Some(disk) = Disk::new() else { return };
    let document = json(&["--no-look", disk.path()]);
    for id in ["scheduler", "rotational", "read-ahead"] {
        assert_eq!(grade(&document, id, disk.name()), "care", "{id}");
    }
    let page = text(&run(&["--no-look", "-v", disk.path()]).stdout);
    // Each of the three, and the layer that explains the fourth: the page cache above the file.
    let told = ["! care scheduler: ", "! care rotational: ", "! care read-ahead: "];
    let is_told = |line: &&str| told.iter().any(|head| line.starts_with(head)) || line.starts_with('│');
    let lines: Vec<&str> = page.lines().filter(is_told).collect();
    let last = page.lines().last().unwrap();
    assert_screen!("a_badly_set_disk", [lines.join("\n"), last.to_owned()].join("\n"));
    assert!(!page.contains('\x1b'), "plain in a pipe");
}

#[test]
fn fixing_twice_and_restoring_twice_leaves_the_machine_as_it_was() {
    let Some(disk) = Disk::new() else { return };
    let before = disk.state();
    let shown = run_on(&disk, &["--fix", "--dry-run"]);
    assert_screen!(screen(&["--fix", "--dry-run"], &shown));
    assert_eq!(disk.state(), before, "a dry run changes nothing");
    assert!(!disk.journal().exists());
    for round in 0..2 {
        let fixed = run_on(&disk, &["--fix"]);
        assert_eq!(fixed.status.code(), Some(0), "{round}: {}", text(&fixed.stderr));
        assert_eq!(
            disk.settings(),
            ["none", "0", "128", "0"],
            "{round}: {}",
            text(&fixed.stdout)
        );
    }
    let pending = run(&[
        "--no-look",
        disk.path(),
        "--journal",
        disk.journal().to_str().unwrap(),
    ]);
    let undo = format!("`fiord doctor --restore --journal={}`", disk.journal().display());
    let said = text(&pending.stderr);
    assert!(
        said.contains(&undo),
        "a fix that is in place is mentioned: {said}"
    );
    let restored = restore(&disk);
    assert_eq!(restored.status.code(), Some(0), "{}", text(&restored.stderr));
    assert_eq!(disk.state(), before);
    let nothing = restore(&disk);
    let journal = disk.journal().display().to_string();
    let said = text(&nothing.stdout);
    assert!(
        said.starts_with(&format!("Nothing to restore: {journal} contains no changes.")),
        "{said}"
    );
    assert_eq!(nothing.status.code(), Some(0));
    assert_eq!(disk.state(), before);
}

#[test]
fn the_hint_after_a_fix_restores_from_its_own_journal() {
    let Some(disk) = Disk::new() else { return };
    let before = disk.state();
    let fixed = text(&run_on(&disk, &["--fix", "--set", "nomerges=2"]).stdout);
    let command = fixed
        .split('`')
        .nth(1)
        .unwrap_or_else(|| panic!("no command: {fixed}"));
    let words: Vec<&str> = command.split_whitespace().collect();
    assert_eq!(words[..2], ["fiord", "doctor"], "{fixed}");
    assert_ne!(disk.state(), before);
    let restored = run(&words[2..]);
    assert_eq!(restored.status.code(), Some(0), "{}", text(&restored.stderr));
    assert_eq!(disk.state(), before, "{command}");
}

#[test]
fn a_value_that_the_kernel_does_not_accept_is_refused_before_anything_changes() {
    let Some(disk) = Disk::new() else { return };
    let before = disk.state();
    for (set, told) in [
        ("read_ahead_kb=foo", "a number from 0 to"),
        ("nr_requests=0", "a number from 4 to"),
        ("scheduler=noop", "use one of none"),
        ("vm.swappiness=999", "a number from 0 to 200"),
        ("commit=5", "this setting does not exist for"),
    ] {
        for how in [
            ["--dry-run"].as_slice(),
            &[],
            &["--during", "--", "echo", "the command ran"],
        ] {
            let out = run_on(&disk, &[&["--fix", "--set", set], how].concat());
            let said = text(&out.stderr);
            assert_eq!(out.status.code(), Some(2), "{set} {how:?}: {said}");
            assert!(
                said.contains(told) && out.stdout.is_empty(),
                "{set} {how:?}: {said}"
            );
            assert_eq!(disk.state(), before, "{set} {how:?}");
        }
    }
}

#[test]
fn a_refused_value_keeps_the_command_from_running() {
    let Some(disk) = Disk::new() else { return };
    let before = disk.state();
    // A loop device has no queue to poll: the kernel refuses what its file would hold.
    let set = ["--fix", "--set", "io_poll=1", "--set", "nomerges=2"];
    let refused = run_on(
        &disk,
        &[set.as_slice(), &["--during", "--", "echo", "the command ran"]].concat(),
    );
    let said = text(&refused.stderr);
    assert_eq!(
        (refused.status.code(), text(&refused.stdout).as_str()),
        (Some(2), ""),
        "{said}"
    );
    assert!(said.contains("io_poll: the value 1 could not be set"), "{said}");
    assert!(said.contains("so the command was not run"), "{said}");
    assert_eq!(disk.state(), before);
    assert!(!disk.journal().exists());
}

#[test]
fn a_wanted_value_is_set_and_told_as_json() {
    let Some(disk) = Disk::new() else { return };
    let before = disk.state();
    let out = run_on(
        &disk,
        &[
            "--fix",
            "--set",
            "nomerges=2",
            "--set",
            "read_ahead_kb=0",
            "--json",
        ],
    );
    let document: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    assert_eq!(disk.settings(), ["none", "0", "0", "2"]);
    let back: Value = serde_json::from_slice(
        &run(&[
            "--restore",
            "--json",
            "--journal",
            disk.journal().to_str().unwrap(),
        ])
        .stdout,
    )
    .unwrap();
    assert_eq!(schema::problems(&back), [""; 0]);
    assert_eq!(back["steps"].as_array().unwrap().len(), 4);
    assert_eq!(disk.state(), before);
    let refused = run_on(&disk, &["--fix", "--set", "io_poll=1"]);
    assert_eq!(refused.status.code(), Some(1), "{}", text(&refused.stdout));
    restore(&disk);
    assert_eq!(disk.state(), before);
}

#[test]
fn only_the_named_settings_of_the_named_device_are_changed() {
    let Some(disk) = Disk::new() else { return };
    let before = disk.state();
    run_on(&disk, &["--fix", "--only", "read_ahead_kb,scheduler"]);
    assert_eq!(disk.settings(), ["none", "1", "128", "0"]);
    restore(&disk);
    assert_eq!(disk.state(), before);
    // A loop device over the disk: the disk below is another device.
    let above = Loop::on(Path::new(disk.path()), false).unwrap();
    let journal = disk.journal();
    let fix = |more: &[&str]| {
        let args = [
            &above.device,
            "--journal",
            journal.to_str().unwrap(),
            "--fix",
            "--only",
            "scheduler",
        ];
        let out = run(&[args.as_slice(), more].concat());
        assert!(out.status.success(), "{}", text(&out.stderr));
    };
    fs::write(above.queue("scheduler"), "mq-deadline").unwrap();
    fix(&[]);
    assert_eq!(Attribute::value(&above.queue("scheduler")).unwrap(), "none");
    assert_eq!(disk.state(), before);
    restore(&disk);
    fix(&["--whole-stack"]);
    assert_eq!(disk.settings(), ["none", "1", "4096", "0"]);
    restore(&disk);
    assert_eq!(disk.state(), before);
    assert_eq!(
        Attribute::value(&above.queue("scheduler")).unwrap(),
        "mq-deadline"
    );
    fs::write(above.queue("scheduler"), "none").unwrap();
}

#[test]
fn what_another_changed_meanwhile_is_left_and_reported() {
    let Some(disk) = Disk::new() else { return };
    run_on(&disk, &["--fix"]);
    fs::write(disk.queue("read_ahead_kb"), "512").unwrap();
    let out = restore(&disk);
    assert_screen!(screen(&["--restore"], &out));
    assert_eq!(disk.settings(), ["mq-deadline", "1", "512", "0"]);
}

#[test]
fn putting_rotational_back_keeps_the_read_ahead() {
    // Newer kernels enlarge the read-ahead of a disk that begins to turn.
    let Some(disk) = Disk::new() else { return };
    fs::write(disk.queue("read_ahead_kb"), "128").unwrap();
    let before = disk.state();
    run_on(&disk, &["--fix"]);
    assert_eq!(disk.settings(), ["none", "0", "128", "0"]);
    restore(&disk);
    assert_eq!(disk.state(), before);
    fs::write(disk.queue("rotational"), "0").unwrap();
    fs::write(disk.queue("read_ahead_kb"), "64").unwrap();
    run_on(&disk, &["--fix", "--set", "rotational=1"]);
    assert_eq!(
        disk.settings(),
        ["none", "1", "64", "0"],
        "nor does turning it on"
    );
}

#[test]
fn during_a_command_only_and_however_it_ends() {
    let Some(disk) = Disk::new() else { return };
    let before = disk.state();
    let inside = format!("cat {}; exit 7", disk.queue("read_ahead_kb").display());
    let out = run_on(&disk, &["--fix", "--during", "--", "sh", "-c", &inside]);
    assert_eq!(
        (text(&out.stdout).as_str(), out.status.code()),
        ("128\n", Some(7)),
        "{}",
        text(&out.stderr)
    );
    assert_eq!(disk.state(), before);
    for (command, code) in [("kill -KILL $$", 137), ("kill -TERM $$", 143), ("exit 0", 0)] {
        let out = run_on(&disk, &["--fix", "--during", "--", "sh", "-c", command]);
        assert_eq!(out.status.code(), Some(code), "{command}");
        assert_eq!(disk.state(), before, "{command}");
    }
    let missing = run_on(&disk, &["--fix", "--during", "--", "/nosuch/program"]);
    assert_eq!(missing.status.code(), Some(127), "{}", text(&missing.stderr));
    let forbidden = run_on(&disk, &["--fix", "--during", "--", "/dev/null"]);
    assert_eq!(forbidden.status.code(), Some(126), "{}", text(&forbidden.stderr));
    assert_eq!(disk.state(), before);
    assert!(!disk.journal().exists());
}

#[test]
fn a_journal_that_is_removed_while_the_command_runs_is_noticed() {
    let Some(disk) = Disk::new() else { return };
    let before = disk.state();
    let command = format!("rm {}", disk.journal().display());
    let out = run_on(&disk, &["--fix", "--during", "--", "sh", "-c", &command]);
    assert_screen!(messages(&["--fix", "--during"], &out));
    assert_eq!(disk.state(), before);
}

#[test]
fn a_journal_that_names_another_file_is_refused() {
    let Some(disk) = Disk::new() else { return };
    let before = disk.state();
    let notes = disk.journal().with_file_name("notes");
    fs::write(&notes, "not a journal").unwrap();
    let link = disk.journal().with_file_name("link");
    std::os::unix::fs::symlink(&notes, &link).unwrap();
    let mut said = String::new();
    for journal in [
        notes.to_str().unwrap(),
        link.to_str().unwrap(),
        "/dev/full",
        "/dev/zero",
    ] {
        for verb in [
            &["--fix"][..],
            &["--restore"],
            &["--fix", "--during", "--", "true"],
        ] {
            let line = [&[disk.path(), "--journal", journal], verb].concat();
            let out = run(&line);
            assert_eq!(out.status.code(), Some(2), "{line:?}: {}", text(&out.stdout));
            said += &messages(verb, &out);
            assert_eq!(disk.state(), before, "{line:?}");
        }
    }
    assert_screen!(said);
    assert_eq!(fs::read_to_string(&notes).unwrap(), "not a journal");
}

#[test]
fn without_proc_or_sys_the_verdict_is_unknown() {
    let fiord = env!("CARGO_BIN_EXE_fiord");
    for hidden in ["/proc", "/sys"] {
        let script = format!("mount -t tmpfs none {hidden} && exec {fiord} doctor --no-look .");
        let mut command = Command::new("unshare");
        let out = command.args(["--mount", "sh", "-c", &script]).output();
        let Ok(out) = out.as_ref().map(|out| out.clone()) else {
            return skip("unshare", "not installed");
        };
        if text(&out.stderr).contains("ermission") || text(&out.stderr).contains("unshare failed") {
            return skip("unshare", text(&out.stderr).trim());
        }
        let page = text(&out.stdout);
        assert!(
            page.contains("READINESS UNKNOWN"),
            "{hidden}: {page}{}",
            text(&out.stderr)
        );
        assert_eq!(out.status.code(), Some(1), "{hidden}");
    }
}

/// Starts `--during` and waits until its command runs.
fn start_during(disk: &Disk, command: &str) -> (Child, BufReader<std::process::ChildStdout>) {
    let line = on(disk, &["--fix", "--during", "--", "sh", "-c", command]);
    let mut child = doctor(&line.iter().map(String::as_str).collect::<Vec<_>>());
    let mut child = child
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut ready = String::new();
    out.read_line(&mut ready).unwrap();
    assert_eq!(ready, "ready\n");
    (child, out)
}

fn send(child: &Child, signal: rustix::process::Signal) {
    rustix::process::kill_process(rustix::process::Pid::from_child(child), signal).unwrap();
}

#[test]
fn a_signal_is_passed_on_and_everything_put_back() {
    let Some(disk) = Disk::new() else { return };
    let before = disk.state();
    // `wait` is what a shell interrupts for a trap.
    let command = "trap 'kill $!; exit 9' TERM; sleep 600 >/dev/null & echo ready; wait";
    let (mut child, mut out) = start_during(&disk, command);
    assert_eq!(disk.settings(), ["none", "0", "128", "0"]);
    send(&child, rustix::process::Signal::TERM);
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!((child.wait().unwrap().code(), rest.as_str()), (Some(9), ""));
    assert_eq!(disk.state(), before);
}

#[test]
fn a_killed_doctor_is_undone_later() {
    let Some(disk) = Disk::new() else { return };
    let before = disk.state();
    let (mut child, mut out) = start_during(&disk, "echo ready; read line");
    send(&child, rustix::process::Signal::KILL);
    child.wait().unwrap();
    // The command sees the end of its input and ends.
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(
        disk.settings(),
        ["none", "0", "128", "0"],
        "nobody was there to put it back"
    );
    let refused = run_on(&disk, &["--fix", "--during", "--", "true"]);
    assert_screen!(messages(&["--fix", "--during"], &refused));
    let restored = restore(&disk);
    assert_eq!(restored.status.code(), Some(0), "{}", text(&restored.stderr));
    assert_eq!(disk.state(), before);
}

#[test]
fn another_reader_of_the_disk_is_found() {
    let Some(disk) = Disk::new() else { return };
    let device = OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_DIRECT)
        .open(disk.path())
        .unwrap();
    // Another busy process may read more than this process gets to in that moment; then once more.
    let me = std::process::id();
    let mut found = Value::Null;
    for _ in 0..20 {
        let document = while_reading(&device, || json(&[disk.path()]));
        found = checks(&document, "foreign-io")
            .into_iter()
            .find(|c| c["device"] == disk.name())
            .unwrap()
            .clone();
        assert!(
            found["severity"] == "care" || found["severity"] == "wrong",
            "{found}"
        );
        assert!(
            found["values"]["foreign_bytes_per_s"].as_f64().unwrap() > 1e6,
            "{found}"
        );
        let by = found["observed"]["Busy"]["by"].as_array().unwrap();
        if by.iter().any(|process| process["pid"] == me) {
            assert!(
                found["saw"].as_str().unwrap().contains(&format!("(pid {me},")),
                "{found}"
            );
            return;
        }
    }
    panic!("{me} is not in {found}");
}

/// What `look` returns while a thread of this process reads the device, from its first megabyte on.
fn while_reading<T>(device: &File, look: impl FnOnce() -> T) -> T {
    struct Stop<'a>(&'a AtomicBool);
    impl Drop for Stop<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let stop = AtomicBool::new(false);
    let (begun, begins) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        // Also when `look` panics, or the scope would wait for ever.
        let _stop = Stop(&stop);
        let stop = &stop;
        scope.spawn(move || {
            let mut room = vec![0u8; 2 << 20];
            let from = room.as_ptr().align_offset(4096);
            while !stop.load(Ordering::Relaxed) {
                device
                    .read_exact_at(&mut room[from..from + (1 << 20)], 0)
                    .unwrap();
                let _ = begun.send(());
            }
        });
        begins.recv().unwrap();
        look()
    })
}

#[test]
fn a_throttle_on_this_process_is_found_with_its_numbers() {
    let Some(disk) = Disk::new() else { return };
    let group = or_skip!(
        "blkio",
        Throttle::new(&disk.number(), &[ThrottleLimit::Reads(4200)])
    );
    let script = format!(
        "echo $$ > {} && exec {} doctor --no-look --json {}",
        group.procs().display(),
        env!("CARGO_BIN_EXE_fiord"),
        disk.path()
    );
    let out = Command::new("sh")
        .args(["-c", &script])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let document: Value =
        serde_json::from_slice(&out.stdout).unwrap_or_else(|e| panic!("{e}: {}", text(&out.stderr)));
    let throttles = checks(&document, "throttle");
    let found = throttles
        .iter()
        .find(|c| c["device"] == disk.name())
        .unwrap_or_else(|| panic!("{throttles:?}"));
    assert_screen!(found["saw"].as_str().unwrap());
    assert_eq!(
        (found["severity"].as_str(), found["values"]["read_iops"].as_f64()),
        (Some("care"), Some(4200.0))
    );
}

#[test]
fn without_root_one_can_look_and_nothing_else() {
    if !rustix::process::geteuid().is_root() {
        return skip("setpriv", "not root, so the other tests are this test");
    }
    // The repository may lie where only its owner gets.
    let reachable = reachable_copy(env!("CARGO_BIN_EXE_fiord"));
    let as_nobody = |args: &[&str]| {
        let mut command = Command::new("setpriv");
        command.args(["--reuid", "65534", "--regid", "65534", "--clear-groups"]);
        command.arg(reachable.path().join("fiord")).arg("doctor");
        command.args(args).stdin(Stdio::null()).output()
    };
    let out = match as_nobody(&["--no-look", "--json", "/"]) {
        Ok(out) if out.status.code() == Some(127) || out.status.code() == Some(126) => {
            return skip("setpriv", &text(&out.stderr));
        }
        Ok(out) => out,
        Err(error) => return skip("setpriv", &error.to_string()),
    };
    let document: Value =
        serde_json::from_slice(&out.stdout).unwrap_or_else(|e| panic!("{e}: {}", text(&out.stderr)));
    assert_eq!(schema::problems(&document), [""; 0]);
    assert!(!document["checks"].as_array().unwrap().is_empty());
    let Some(disk) = Disk::new() else { return };
    let before = disk.state();
    let mut said = String::new();
    for args in [["--fix"].as_slice(), &["--fix", "--during", "--", "true"]] {
        let line = on(&disk, args);
        let out = as_nobody(&line.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
        said += &messages(args, &out);
    }
    run_on(&disk, &["--fix"]);
    let journal = disk.journal();
    // The folder is root's alone; now anyone sees that there is a journal.
    fs::set_permissions(disk.folder(), fs::Permissions::from_mode(0o755)).unwrap();
    let out = as_nobody(&["--restore", "--journal", journal.to_str().unwrap()]).unwrap();
    assert_screen!(said + &messages(&["--restore"], &out));
    assert_eq!(restore(&disk).status.code(), Some(0));
    assert_eq!(disk.state(), before);
}

#[test]
fn wrong_requests_are_told_apart_from_bad_machines() {
    for (args, word) in [
        (["/nosuch/folder/file"].as_slice(), "/nosuch/folder/file"),
        (&["--fix", "--dry-run", "/nosuch"], "/nosuch"),
        (&["--dry-run"], "--fix"),
        (&["--fix", "--restore"], "--restore"),
        (&["--fix", "--during"], "COMMAND"),
        (&["--fix", "--set", "wbt=0"], "wbt"),
        (&["--fix", "--set", "nomerges"], "NAME=VALUE"),
        (&["--nonsense"], "--nonsense"),
    ] {
        let out = run(args);
        assert_eq!(out.status.code(), Some(2), "{args:?}");
        assert!(
            out.stdout.is_empty() && text(&out.stderr).contains(word),
            "{args:?}: {}",
            text(&out.stderr)
        );
    }
}

#[test]
fn the_exit_code_says_what_the_verdict_says() {
    // Memory is not a disk: never ready, whatever else the machine does.
    let memory = tempfile::tempdir_in("/dev/shm").unwrap();
    let out = run(&["--no-look", "--json", memory.path().to_str().unwrap()]);
    let document: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(
        (document["verdict"].as_str(), out.status.code()),
        (Some("not ready"), Some(1))
    );
    let out = run(&["--no-look", "--json", env!("CARGO_TARGET_TMPDIR")]);
    let document: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(
        out.status.code(),
        Some(i32::from(document["verdict"] == "not ready"))
    );
    // A reader that stops early is not a failure.
    let mut child = doctor(&["--no-look", "/"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert!(matches!(child.wait().unwrap().code(), Some(0 | 1)));
}

#[test]
fn a_file_that_is_yet_to_be_made_has_a_stack() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let file = folder.path().join("later");
    let of_file = json(&["--no-look", file.to_str().unwrap()]);
    File::create(&file).unwrap();
    let of_made = json(&["--no-look", file.to_str().unwrap()]);
    assert_eq!(names(&of_file["stack"]), names(&of_made["stack"]));
    assert!(!names(&of_made["stack"]).is_empty());
}

/// A slip in a name is not answered with a verdict on the root of all files under that name.
#[test]
fn a_path_that_does_not_exist_is_not_what_the_verdict_is_about() {
    let out = run(&["--no-look", "/no-such-place"]);
    let (page, said) = (text(&out.stdout), text(&out.stderr));
    assert!(
        page.starts_with("/: ") && !page.contains("no-such-place"),
        "{page}"
    );
    assert_screen!(said);
    let document = json(&["--no-look", "/no-such-place"]);
    assert_eq!(document["path"], "/");
}

/// Names of all layers, from the top.
fn names(layer: &Value) -> Vec<String> {
    let own = layer["name"].as_str().map(str::to_owned);
    own.into_iter()
        .chain(layer["below"].as_array().into_iter().flatten().flat_map(names))
        .collect()
}
