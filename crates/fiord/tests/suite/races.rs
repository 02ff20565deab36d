//! Names that lead elsewhere a moment later, and processes that are killed: what was judged is what is written, and nothing is left.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use fiord_testbed::{Loop, Mounted, disk_folder, or_skip, run};

use crate::common::{hears_hangups, text};
use crate::snapshot::{assert_screen, assert_screen_without_figures, messages};

/// Makes a link lead to the one and to the other place for as long as `work` takes.
fn flipping(link: &Path, places: [&Path; 2], work: impl FnOnce()) {
    let done = AtomicBool::new(false);
    let next = link.with_extension("next");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut turn = 0;
            while !done.load(Ordering::Relaxed) {
                symlink(places[turn % 2], &next).unwrap();
                fs::rename(&next, link).unwrap();
                turn += 1;
            }
        });
        // Also when an assertion in it fails.
        let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        done.store(true, Ordering::Relaxed);
        if let Err(panic) = ended {
            std::panic::resume_unwind(panic);
        }
    });
}

fn fiord(folder: &Path, args: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_fiord"))
        .args(args)
        .env("FIORD_STORE", "none")
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[test]
fn a_link_that_flips_between_the_check_and_the_open_leads_nowhere() {
    let folder = disk_folder();
    let image = folder.path().join("image");
    fs::File::create(&image).unwrap().set_len(4 << 20).unwrap();
    or_skip!(
        "mkfs.ext4",
        run(
            "mkfs.ext4",
            &["-q", "-F", "-O", "^has_journal", image.to_str().unwrap()]
        )
    );
    let device = or_skip!("loop", Loop::on(&image, false));
    let _mounted = or_skip!("mount", Mounted::new("ext4", "ro", &device.device));
    let before = fs::read(&image).unwrap();
    let (mine, link) = (folder.path().join("mine"), folder.path().join("flip"));
    fs::write(&mine, vec![0; 64 << 10]).unwrap();
    symlink(&mine, &link).unwrap();
    // A multiple of nine has each mode with each size.
    let turns = usize::try_from(fiord_testbed::repeats(90, 405)).unwrap();
    let mut written = 0;
    flipping(&link, [&mine, device.path()], || {
        for turn in 0..turns {
            let mode = ["write", "randwrite", "trim"][turn % 3];
            let mode = format!("--rw={mode}");
            let more: &[&str] = [
                &["--size=64k"][..],
                &["--size=128k"],
                &["--size=64k", "--create_on_open=1"],
            ][turn / 3 % 3];
            let line = [&["--name=a", "--filename=flip", "--bs=4k", &mode], more].concat();
            written += i32::from(fiord(folder.path(), &line).status.success());
            assert!(fs::read(&image).unwrap() == before, "turn {turn}: {line:?}");
        }
    });
    println!("{written} of {turns} runs wrote to the file");
}

#[test]
fn prepare_keeps_to_the_file_that_it_judged() {
    let folder = disk_folder();
    let at = |name: &str| folder.path().join(name);
    let (empty, theirs, link) = (at("empty"), at("theirs"), at("flip"));
    fs::write(&theirs, vec![7; 100_000]).unwrap();
    fs::write(&empty, "").unwrap();
    symlink(&empty, &link).unwrap();
    flipping(&link, [&empty, &theirs], || {
        for turn in 0..60 {
            let line = ["prepare", "flip", "--size", "1M", "--reserve", "0"];
            let output = fiord(folder.path(), &line);
            let kept = fs::read(&theirs).unwrap();
            assert!(
                kept.len() == 100_000 && kept.iter().all(|byte| *byte == 7),
                "turn {turn}: {}",
                text(&output.stderr)
            );
            fs::write(&empty, "").unwrap();
        }
    });
    // A link that leads nowhere is not followed to make a file somewhere else.
    symlink(at("nowhere"), at("dangling")).unwrap();
    let output = fiord(
        folder.path(),
        &["prepare", "dangling", "--size", "1M", "--reserve", "0"],
    );
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(!at("nowhere").exists());
}

/// Starts a survey of a folder and waits until it writes to its file.
fn surveying(folder: &Path, before: &str, more: &[&str]) -> Child {
    let script = format!("{before} exec \"$0\" survey \"$@\"");
    let mut child = hears_hangups(&mut Command::new("sh"))
        .args(["-c", &script, env!("CARGO_BIN_EXE_fiord"), "."])
        .args(more)
        .env("FIORD_STORE", "none")
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let descriptors = format!("/proc/{}/fd", child.id());
    let here = fs::canonicalize(folder).unwrap();
    let has_file = || {
        let entries = fs::read_dir(&descriptors).into_iter().flatten().flatten();
        let mut links = entries.filter_map(|entry| fs::read_link(entry.path()).ok());
        links.any(|link| link.starts_with(&here) && link.as_os_str().as_bytes().ends_with(b" (deleted)"))
    };
    while child.try_wait().unwrap().is_none() && !has_file() {
        std::thread::yield_now();
    }
    child
}

fn send(child: &Child, signal: i32) {
    // SAFETY: kill takes no pointers; the pid is our child's, which is not waited for yet.
    unsafe { libc::kill(child.id() as i32, signal) };
}

#[test]
fn a_survey_leaves_nothing_behind_however_it_ends() {
    let folder = disk_folder();
    // A name that is not UTF-8 is a name.
    let odd = folder.path().join(std::ffi::OsStr::from_bytes(b"caf\xe9"));
    fs::create_dir(&odd).unwrap();
    let entries = |folder: &Path| fs::read_dir(folder).unwrap().count();
    for signal in [libc::SIGKILL, libc::SIGHUP, libc::SIGTERM, libc::SIGINT] {
        let child = surveying(&odd, "", &["--json"]);
        send(&child, signal);
        let output = child.wait_with_output().unwrap();
        assert_eq!(entries(&odd), 0, "signal {signal}");
        assert_eq!(entries(folder.path()), 1, "signal {signal}");
        if signal == libc::SIGKILL {
            assert_eq!(output.status.signal(), Some(signal));
            continue;
        }
        // What was asked for is printed: rows without numbers, and that it was interrupted.
        assert_eq!(output.status.code(), Some(128), "{}", text(&output.stderr));
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(document["interrupted"], true);
        assert_eq!(document["rows"].as_array().unwrap().len(), 12);
    }
    // Beyond `ulimit -f` a write fails instead of the process.
    let child = surveying(&odd, "ulimit -f 1000;", &[]);
    let output = child.wait_with_output().unwrap();
    assert_screen_without_figures!(messages(&["survey"], &output));
    assert_eq!((entries(&odd), entries(folder.path())), (0, 1));
}

#[test]
fn a_survey_without_permission_or_on_a_read_only_file_system_says_so() {
    let folder = disk_folder();
    let mounted = or_skip!("mount", Mounted::tmpfs("1g"));
    or_skip!("mount", mounted.remount_read_only());
    let output = fiord(folder.path(), &["survey", mounted.path().to_str().unwrap()]);
    assert_screen!(messages(&["survey"], &output));
    let reachable = crate::machine::reachable_binary();
    let closed = reachable.path().join("closed");
    fs::create_dir(&closed).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).unwrap();
    let output = Command::new("setpriv")
        .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
        .arg(reachable.path().join("fiord"))
        .arg("survey")
        .arg(&closed)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = text(&output.stderr);
    if said.contains("setpriv:") {
        return fiord_testbed::skip("setpriv", &said);
    }
    assert_screen!(messages(&["survey"], &output));
    assert_eq!(fs::read_dir(&closed).unwrap().count(), 0);
}

#[test]
fn paths_are_bytes_to_prepare_and_cache() {
    let folder = disk_folder();
    let odd = folder.path().join(std::ffi::OsStr::from_bytes(b"caf\xe9"));
    fs::create_dir(&odd).unwrap();
    let output = fiord(&odd, &["prepare", "file", "--size", "1M", "--reserve", "0"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let output = fiord(&odd, &["cache", "warm", "file", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(fs::metadata(odd.join("file")).unwrap().len(), 1 << 20);
    let line = ["--name=a", "--rw=write", "--size=64k", "--bs=4k", "--directory=."];
    assert!(fiord(&odd, &line).status.success());
    assert!(odd.join("a.0.0").exists());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
