//! `fiord prepare` as a user meets it: files that prove themselves, files that fail, interruptions, refusals, broken targets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::machine;
use crate::schema;
use crate::snapshot::{assert_screen, assert_screen_without_figures};

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::{FileExt, MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::{Command, Stdio};

use machine::{Loop, Mounted, fiord, folder, or_skip, ran, skip, told};
use serde_json::Value;

fn prepare(file: &Path, args: &[&str]) -> (i32, String, String) {
    let says_more = ["--reserve", "--check"].iter().any(|word| args.contains(word));
    // The disk of these small files may be nearly full: what is to stay free on it is not their affair.
    let reserve: &[&str] = if says_more { &[] } else { &["--reserve", "0"] };
    ran(&[&["prepare", file.to_str().unwrap()], args, reserve].concat())
}

fn json(file: &Path, args: &[&str]) -> (i32, Value) {
    let (code, stdout, stderr) = prepare(file, &[args, &["--json"]].concat());
    let document = serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}: {stdout}{stderr}"));
    assert_eq!(schema::problems(&document), [""; 0]);
    (code, document)
}

fn verdict<'a>(document: &'a Value, name: &str) -> &'a str {
    let checks = document["checks"].as_array().unwrap();
    checks.iter().find(|check| check["name"] == name).unwrap()["verdict"]
        .as_str()
        .unwrap()
}

fn number(document: &Value, check: &str, name: &str) -> f64 {
    let checks = document["checks"].as_array().unwrap();
    checks.iter().find(|c| c["name"] == check).unwrap()["numbers"][name]
        .as_f64()
        .unwrap()
}

#[test]
fn a_prepared_file_passes_its_own_proof_and_is_prepared_once() {
    let folder = folder();
    let file = folder.path().join("f");
    let (code, first) = json(&file, &["--size", "20M"]);
    assert_eq!(
        (code, &first["status"], &first["passed"]),
        (0, &"prepared".into(), &true.into()),
        "{first}"
    );
    assert_eq!(first["written_bytes"], 20 << 20);
    let meta = fs::metadata(&file).unwrap();
    assert_eq!(meta.len(), 20 << 20);
    assert!(meta.blocks() * 512 >= 20 << 20);
    if first["direct"] == true {
        assert_eq!(number(&first, "cache", "cached_bytes"), 0.0, "{first}");
    }
    let (code, again) = json(&file, &["--size", "20M"]);
    assert_eq!(
        (code, &again["status"], &again["written_bytes"]),
        (0, &"already prepared".into(), &0.into())
    );
    let (code, checked) = json(&file, &["--check"]);
    assert_eq!((code, &checked["passed"]), (0, &true.into()), "{checked}");
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        1,
        "something lies next to the file"
    );
}

#[test]
fn two_files_differ_and_a_larger_size_goes_on_with_the_same_content() {
    let folder = folder();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    for file in [&a, &b] {
        assert_eq!(prepare(file, &["--size", "2M"]).0, 0);
    }
    let before = fs::read(&a).unwrap();
    assert!(before[4096..] != fs::read(&b).unwrap()[4096..]);
    let (code, grown) = json(&a, &["--size", "5M"]);
    assert_eq!(
        (code, &grown["status"], &grown["written_bytes"]),
        (0, &"resumed".into(), &(3 << 20).into())
    );
    let after = fs::read(&a).unwrap();
    assert_eq!(after.len(), 5 << 20);
    assert!(after[4096..2 << 20] == before[4096..]);
}

#[test]
fn sparse_unwritten_zero_and_repeated_files_fail_the_check() {
    let folder = folder();
    let bytes = 8u64 << 20;
    let make = |name: &str, fill: &dyn Fn(&mut File)| {
        let path = folder.path().join(name);
        fill(&mut File::create(&path).unwrap());
        json(&path, &["--check"])
    };
    let (code, sparse) = make("sparse", &|file| file.set_len(bytes).unwrap());
    assert_eq!(
        (code, verdict(&sparse, "allocated"), verdict(&sparse, "content")),
        (1, "failed", "failed")
    );
    let (code, zero) = make("zero", &|file| file.write_all(&vec![0; bytes as usize]).unwrap());
    assert_eq!((code, verdict(&zero, "content")), (1, "failed"));
    assert_eq!(number(&zero, "content", "zero_percent"), 100.0);
    let mut buffer = vec![0; 1 << 20];
    File::open("/dev/urandom")
        .unwrap()
        .read_exact(&mut buffer)
        .unwrap();
    let (code, same) = make("same", &|file| file.write_all(&buffer.repeat(8)).unwrap());
    assert_eq!((code, verdict(&same, "content")), (1, "failed"), "{same}");
    let (code, short) = make("short", &|file| file.write_all(&buffer).unwrap());
    assert_eq!(
        (code, &short["passed"]),
        (0, &true.into()),
        "1 MiB of /dev/urandom: {short}"
    );
    let (code, _) = json(&folder.path().join("short"), &["--check", "--size", "2M"]);
    assert_eq!(code, 1, "shorter than asked");
    let (code, empty) = make("empty", &|_| ());
    assert_eq!((code, verdict(&empty, "size")), (1, "failed"));
}

#[test]
fn allocated_but_never_written_fails_the_check() {
    let folder = folder();
    let path = folder.path().join("unwritten");
    let file = File::create(&path).unwrap();
    if let Err(error) = rustix::fs::fallocate(&file, rustix::fs::FallocateFlags::empty(), 0, 4 << 20) {
        return skip("fallocate", &error.to_string());
    }
    let (code, found) = json(&path, &["--check"]);
    assert_eq!(code, 1, "{found}");
    assert!(number(&found, "allocated", "unwritten_bytes") > 0.0, "{found}");
}

#[test]
fn asked_compression_duplicates_and_a_source_are_what_the_file_has() {
    let folder = folder();
    let half = folder.path().join("half");
    let (code, document) = json(&half, &["--size", "4M", "--compressible", "50"]);
    let share = number(&document, "content", "compressed_percent");
    assert!(code == 0 && (40.0..60.0).contains(&share), "{document}");
    // As data of which nothing is known it would fail; its header says what was asked.
    assert_eq!(json(&half, &["--check"]).0, 0);
    assert_eq!(json(&half, &["--check", "--compressible", "0"]).0, 1);
    let twice = folder.path().join("twice");
    assert_eq!(json(&twice, &["--size", "32M", "--dedupe", "50"]).0, 0);
    let data = fs::read(&twice).unwrap();
    let mut blocks: Vec<&[u8]> = data.chunks(1 << 20).map(|block| &block[4096..]).collect();
    blocks.sort_unstable();
    blocks.dedup();
    assert!(
        (6..=26).contains(&blocks.len()),
        "{} of 32 blocks are unlike each other",
        blocks.len()
    );
    let repeated = folder.path().join("repeated");
    let source = folder.path().join("source");
    fs::write(&source, b"0123456789").unwrap();
    assert_eq!(
        prepare(&repeated, &["--size", "1M", "--from", source.to_str().unwrap()]).0,
        0
    );
    let data = fs::read(&repeated).unwrap();
    assert!(
        data[4096..]
            .iter()
            .zip(4096..)
            .all(|(byte, at)| *byte == b'0' + (at % 10) as u8)
    );
}

/// Starts to prepare and returns once it says that it writes.
fn begun(file: &Path, size: &str) -> (std::process::Child, BufReader<std::process::ChildStderr>) {
    let mut child = fiord(&[
        "prepare",
        file.to_str().unwrap(),
        "--size",
        size,
        "--reserve",
        "0",
    ])
    .stdout(Stdio::null())
    .stderr(Stdio::piped())
    .spawn()
    .unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("Writing") && !line.contains("Continuing") {
        line.clear();
        assert!(
            stderr.read_line(&mut line).unwrap() > 0,
            "it ended without a word"
        );
    }
    (child, stderr)
}

fn signal(child: &std::process::Child, signal: rustix::process::Signal) {
    let pid = rustix::process::Pid::from_child(child);
    rustix::process::kill_process(pid, signal).unwrap();
}

#[test]
fn ctrl_c_keeps_what_is_done_and_the_same_command_goes_on() {
    let folder = folder();
    // A fast disk may win the race against the signal; then the attempt says nothing.
    for attempt in 0..20 {
        let file = folder.path().join(format!("f{attempt}"));
        let (mut child, mut stderr) = begun(&file, "192M");
        signal(&child, rustix::process::Signal::INT);
        let mut said = String::new();
        stderr.read_to_string(&mut said).unwrap();
        let code = child.wait().unwrap().code();
        if code == Some(0) {
            fs::remove_file(&file).unwrap();
            continue;
        }
        assert_eq!(code, Some(128), "{said}");
        assert_screen_without_figures!("interrupted", said.lines().last().unwrap_or_default());
        let (code, partial) = json(&file, &["--check"]);
        assert_eq!((code, verdict(&partial, "size")), (1, "failed"), "{partial}");
        let (code, whole) = json(&file, &["--size", "192M"]);
        assert_eq!((code, &whole["passed"]), (0, &true.into()), "{whole}");
        return;
    }
    panic!("no attempt was interrupted");
}

#[test]
fn a_killed_run_goes_on_too() {
    let folder = folder();
    let file = folder.path().join("f");
    let (mut child, _stderr) = begun(&file, "64M");
    signal(&child, rustix::process::Signal::KILL);
    child.wait().unwrap();
    let (code, document) = json(&file, &["--size", "64M"]);
    assert_eq!((code, &document["passed"]), (0, &true.into()), "{document}");
}

#[test]
fn what_it_did_not_make_is_left_alone() {
    let folder = folder();
    let file = folder.path().join("thesis");
    fs::write(&file, "all I have").unwrap();
    let (code, _, said) = prepare(&file, &["--size", "1M"]);
    assert_eq!(
        (code, fs::read_to_string(&file).unwrap().as_str()),
        (2, "all I have")
    );
    assert_screen!(said);
    assert_eq!(prepare(&file, &["--size", "1M", "--overwrite"]).0, 0);
    assert_eq!(fs::metadata(&file).unwrap().len(), 1 << 20);
    // Ours, and then written to by a test: the header is gone.
    OpenOptions::new()
        .write(true)
        .open(&file)
        .unwrap()
        .write_all_at(&[0; 512], 0)
        .unwrap();
    assert_eq!(prepare(&file, &["--size", "1M"]).0, 2);
    // Ours, but other than asked for.
    assert_eq!(prepare(&file, &["--size", "1M", "--overwrite"]).0, 0);
    let others = [&["--size", "1M", "--compressible", "30"][..], &["--size", "512k"]];
    let said = others.map(|other| {
        let (code, _, said) = prepare(&file, other);
        assert_eq!(code, 2, "{other:?}");
        said
    });
    assert_screen!(said.concat());
}

#[test]
fn wrong_requests_are_refused_in_words_and_leave_nothing() {
    let folder = folder();
    let file = folder.path().join("f");
    let inside = folder.path().join("none/f");
    let mut said = String::new();
    for (path, args) in [
        (file.as_path(), &["--size", "1000"][..]),
        (&file, &["--size", "1.5G"]),
        (&file, &[]),
        (&file, &["--size", "8E"]),
        (&file, &["--size", "8192T"]),
        (&file, &["--size", "1M", "--compressible", "100"]),
        (&file, &["--size", "1M", "--from", "/no-such-place"]),
        (&file, &["--size", "1M", "--from", "/dev/null"]),
        (&file, &["--check"]),
        (folder.path(), &["--size", "1M"]),
        (&inside, &["--size", "1M"]),
        (Path::new("/dev/null"), &["--size", "1M"]),
    ] {
        let (code, stdout, stderr) = prepare(path, args);
        assert_eq!((code, stdout.as_str()), (2, ""), "{args:?}: {stderr}");
        said += &format!("{args:?}\n{stderr}\n");
        assert!(!file.exists(), "{args:?} left a file");
    }
    // How much is free on the disk below the test differs.
    assert_screen_without_figures!(said);
}

#[test]
fn a_device_is_refused_with_a_way_out() {
    let device = or_skip!("loop", Loop::new(4));
    let (code, _, refused) = prepare(Path::new(&device.device), &["--size", "1M", "--overwrite"]);
    assert_eq!(code, 2);
    // A file that is a device's is as good as the device.
    let (code, _, said) = prepare(&device.image, &["--size", "1M", "--overwrite"]);
    assert_eq!(code, 2);
    assert!(said.contains(device.name()), "{said}");
    assert_screen!(refused + &said);
}

#[test]
fn without_permission_it_says_so() {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let file = folder.path().join("f");
    let reachable = machine::reachable_binary();
    let mut command = if rustix::process::geteuid().is_root() {
        // Another user must be able to reach the binary; the repository may lie where only its owner gets.
        let mut command = Command::new("setpriv");
        command
            .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
            .arg(reachable.path().join("fiord"));
        command
    } else {
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
        fiord(&[])
    };
    let output = match command
        .args([
            "prepare",
            file.to_str().unwrap(),
            "--size",
            "1M",
            "--reserve",
            "0",
        ])
        .output()
    {
        Ok(output) => output,
        Err(error) => return skip("setpriv", &error.to_string()),
    };
    let (code, _, said) = told(output);
    if said.contains("setpriv:") {
        return skip("setpriv", &said);
    }
    assert_eq!(code, 2, "{said}");
    assert_screen!(said);
    assert!(!file.exists());
}

#[test]
fn a_read_only_file_system_is_named() {
    let mounted = or_skip!("mount", Mounted::new("tmpfs", "ro,size=1m", "none"));
    let (code, _, said) = prepare(&mounted.path().join("f"), &["--size", "64k"]);
    assert_eq!(code, 2);
    assert_screen!(said);
}

#[test]
fn a_disk_is_not_filled() {
    let mounted = or_skip!("mount", Mounted::new("tmpfs", "size=16m", "none"));
    let file = mounted.path().join("f");
    let mut all = String::new();
    for (args, code) in [
        (&["--size", "16M"][..], 2),
        (&["--size", "10M", "--reserve", "8M"], 2),
        (&["--size", "17M", "--reserve", "0"], 2),
        (&["--size", "10M", "--reserve", "2M"], 0),
        // What the file has already counts for it.
        (&["--size", "14M", "--reserve", "2M"], 0),
    ] {
        let (got, _, said) = ran(&[&["prepare", file.to_str().unwrap()], args].concat());
        assert_eq!(got, code, "{args:?}: {said}");
        assert_eq!(file.exists(), code == 0, "{args:?}");
        if code != 0 {
            all += &said;
        }
    }
    assert_screen!(all);
}

/// The device promises more than it has, as a thin volume does.
#[test]
fn space_that_ends_in_the_middle_leaves_nothing_behind() {
    let memory = or_skip!("mount", Mounted::new("tmpfs", "size=12m", "none"));
    let inside = tempfile::tempdir_in(memory.path()).unwrap();
    let device = or_skip!("loop", Loop::in_folder(inside, 64));
    let mounted = or_skip!("mount", Mounted::ext4(&device));
    let file = mounted.path().join("f");
    let (code, _, said) = prepare(&file, &["--size", "40M", "--reserve", "0"]);
    assert_eq!(code, 2, "{said}");
    assert!(
        said.contains("no space left") || said.contains("I/O error"),
        "{said}"
    );
    assert!(said.contains("the file is removed"), "{said}");
    assert!(mounted.names().is_empty(), "{:?}", mounted.names());
}

#[test]
fn a_device_that_fails_leaves_nothing_behind_unless_that_was_asked() {
    for keep in [false, true] {
        let device = or_skip!("loop", Loop::new(64));
        let mounted = or_skip!("mount", Mounted::ext4(&device));
        or_skip!("loop", device.shorten(24));
        let file = mounted.path().join("f");
        let mut args = vec!["--size", "40M", "--reserve", "0"];
        args.extend(keep.then_some("--keep-partial"));
        let (code, _, said) = prepare(&file, &args);
        assert_eq!(code, 2, "{said}");
        assert_eq!(mounted.names().is_empty(), !keep, "{said}");
        let name = if keep { "a_partial_file" } else { "no_file" };
        assert_screen_without_figures!(name, said.lines().last().unwrap_or_default());
    }
}
