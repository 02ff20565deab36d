//! The state of verifying jobs: fio's and ours are one format, and it is there after SIGKILL.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::snapshot::{assert_screen, messages};

const FIORD: &str = env!("CARGO_BIN_EXE_fiord");
const WRITE: [&str; 5] = [
    "--name=j",
    "--rw=write",
    "--size=64k",
    "--verify=crc32c",
    "--do_verify=0",
];
const READ: [&str; 5] = [
    "--name=j",
    "--rw=read",
    "--size=64k",
    "--verify=crc32c",
    "--verify_state_load=1",
];

fn scratch() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

fn run(program: &str, folder: &Path, args: &[&str]) -> Option<Output> {
    Command::new(program)
        .current_dir(folder)
        .stdin(Stdio::null())
        .args(args)
        .output()
        .ok()
}

/// Blocks that a checking job read, and whether it ended well.
fn read(program: &str, folder: &Path, args: &[&str]) -> (u64, bool) {
    let words = [&["--output-format=json", "--output=out.json"], args].concat();
    let output = run(program, folder, &words).unwrap();
    let text = fs::read_to_string(folder.join("out.json")).unwrap();
    let text = &text[text.find('{').unwrap_or_else(|| panic!("{output:?}"))..];
    let document: serde_json::Value = serde_json::from_str(text).unwrap();
    let ios = document["jobs"][0]["read"]["total_ios"].as_u64().unwrap_or(0);
    (ios, output.status.success())
}

#[test]
fn a_check_goes_as_far_as_the_state_of_either_program_says() {
    for writer in [FIORD, "fio"] {
        let folder = scratch();
        let words = [&WRITE[..], &["--number_ios=5"]].concat();
        let Some(output) = run(writer, folder.path(), &words) else {
            return fiord_testbed::skip("fio", "it is not installed");
        };
        assert!(output.status.success(), "{writer}: {output:?}");
        for reader in [FIORD, "fio"] {
            assert_eq!(
                read(reader, folder.path(), &READ),
                (5, true),
                "{writer} wrote, {reader} read"
            );
        }
        // Without the state the rest is looked at, which was never written.
        assert!(!read(FIORD, folder.path(), &READ[..4]).1);
    }
}

#[test]
fn a_run_that_is_killed_is_checked_from_its_state() {
    let folder = scratch();
    let aux = folder.path().join("aux");
    fs::create_dir(&aux).unwrap();
    // Once the state is there the trigger's command kills fiord, as a power cut would.
    let write = [
        "--aux-path=aux",
        "--trigger-timeout=1",
        "--trigger=kill -9 $PPID",
        "--name=j",
        "--rw=randwrite",
        "--size=8m",
        "--ioengine=io_uring",
        "--iodepth=8",
        "--randrepeat=0",
        "--rate_iops=200",
        "--verify=crc32c",
        "--do_verify=0",
    ];
    let output = run(FIORD, folder.path(), &write).unwrap();
    assert_eq!(output.status.signal(), Some(9), "{output:?}");
    assert!(aux.join("local-j-0-verify.state").is_file());
    let check = [
        "--aux-path=aux",
        "--name=j",
        "--rw=randread",
        "--size=8m",
        "--ioengine=io_uring",
        "--iodepth=4",
        "--verify=crc32c",
        "--verify_state_load=1",
    ];
    let (ios, good) = read(FIORD, folder.path(), &check);
    assert!(good && ios > 0 && ios < 2048, "{ios} blocks, {good}");
    assert!(
        !read(FIORD, folder.path(), &check[..7]).1,
        "all blocks were written"
    );
}

#[test]
fn a_missing_a_damaged_and_a_foreign_random_state_are_refused() {
    let folder = scratch();
    let state = folder.path().join("local-j-0-verify.state");
    let said = |args: &[&str]| messages(args, &run(FIORD, folder.path(), args).unwrap());
    let missing = said(&READ);
    run(FIORD, folder.path(), &WRITE).unwrap();
    let mut bytes = fs::read(&state).unwrap();
    bytes[40] ^= 1;
    fs::write(&state, &bytes).unwrap();
    let changed = said(&READ);
    let random = [
        "--name=j",
        "--rw=randwrite",
        "--size=64k",
        "--verify=crc32c",
        "--do_verify=0",
    ];
    if run("fio", folder.path(), &random).is_none() {
        return fiord_testbed::skip("fio", "it is not installed");
    }
    let read = [
        "--name=j",
        "--rw=randread",
        "--size=64k",
        "--verify=crc32c",
        "--verify_state_load=1",
    ];
    assert_screen!([missing, changed, said(&read)].concat());
}

#[test]
fn a_wrong_block_is_stored_as_it_is_and_as_it_should_be() {
    let folder = scratch();
    let file = folder.path().join("j.0.0");
    run(
        FIORD,
        folder.path(),
        &[&WRITE[..], &["--verify_state_save=0"]].concat(),
    )
    .unwrap();
    let good = fs::read(&file).unwrap();
    let mut bad = good.clone();
    bad[5000] ^= 8;
    fs::write(&file, &bad).unwrap();
    let dump = [&READ[..4], &["--verify_dump=1"]].concat();
    assert!(!run(FIORD, folder.path(), &dump).unwrap().status.success());
    let part = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(part("j.0.0.4096.received"), bad[4096..8192]);
    assert_eq!(part("j.0.0.4096.expected"), good[4096..8192]);
    bad[8192] ^= 1;
    bad[5000] ^= 8;
    fs::write(&file, &bad).unwrap();
    assert!(!run(FIORD, folder.path(), &dump).unwrap().status.success());
    assert_eq!(part("j.0.0.8192.hdr_fail"), bad[8192..12_288]);
    assert!(
        !folder.path().join("j.0.0.8192.expected").exists(),
        "nobody knows it"
    );
}
