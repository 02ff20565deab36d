//! Options of fio's language through the binary: what they do to counts, files and exit codes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;

use crate::common;
use crate::snapshot::{assert_screen, messages};
use common::{fiord, text};
use serde_json::Value;

fn scratch() -> tempfile::TempDir {
    tempfile::Builder::new()
        .prefix("fiord-language-")
        .tempdir_in(env!("CARGO_TARGET_TMPDIR"))
        .unwrap()
}

/// The jobs of a run in fio's JSON; it has to succeed.
fn jobs(folder: &Path, args: &str) -> Vec<Value> {
    let words: Vec<&str> = args.split_whitespace().collect();
    let output = fiord(folder, &[&["--output-format=json"], &words[..]].concat());
    assert!(output.status.success(), "{args}: {}", text(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    document["jobs"].as_array().unwrap().clone()
}

fn ios(job: &Value, ddir: &str) -> u64 {
    job[ddir]["total_ios"].as_u64().unwrap()
}

#[test]
fn jobs_of_a_flow_share_their_ios_by_weight() {
    let folder = scratch();
    // The first to end by its count leaves the other with what its weight gave it until then.
    let jobs = jobs(
        folder.path(),
        "--ioengine=null --rw=read --bs=4k --size=1g --flow_id=1 --exitall \
         --name=heavy --flow=8 --number_ios=80000 --name=light --flow=1",
    );
    let (heavy, light) = (ios(&jobs[0], "read"), ios(&jobs[1], "read"));
    assert_eq!(heavy, 80_000);
    // Until it sees that it has to end it is alone in the flow, but not for long.
    assert!(light >= 9_990, "{light}");
}

#[test]
fn the_file_system_is_synced_at_the_end() {
    let folder = scratch();
    let line = "--name=a --filename=f --rw=write --bs=4k --size=64k --end_syncfs=1";
    let jobs = jobs(folder.path(), line);
    assert_eq!(
        (ios(&jobs[0], "write"), &jobs[0]["sync"]["total_ios"]),
        (16, &0.into())
    );
    assert_eq!(fs::metadata(folder.path().join("f")).unwrap().len(), 64 << 10);
    // Reading it syncs nothing, and a device without a file system refuses nothing.
    for line in [
        "--name=a --filename=f --rw=read --size=64k --end_syncfs=1",
        "--name=a --ioengine=null --rw=write --size=64k --end_syncfs=1",
    ] {
        assert_eq!(self::jobs(folder.path(), line)[0]["error"], 0, "{line}");
    }
}

#[test]
fn other_threads_check_what_was_written_and_find_damage() {
    let folder = scratch();
    let write = "--name=a --filename=f --rw=randwrite --bs=4k --size=1m --verify=crc32c --verify_async=3";
    let written = jobs(folder.path(), write);
    assert_eq!((ios(&written[0], "write"), ios(&written[0], "read")), (256, 256));
    let path = folder.path().join("f");
    let mut bytes = fs::read(&path).unwrap();
    bytes[77 * 4096 + 1234] ^= 1;
    fs::write(&path, bytes).unwrap();
    let read = "--name=a --filename=f --rw=read --bs=4k --size=1m --verify=crc32c --verify_async=3";
    let output = fiord(folder.path(), &read.split_whitespace().collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert!(told.contains("315392") && told.contains("err=84"), "{told}");
}

#[test]
fn written_blocks_are_trimmed_and_read_as_zeros() {
    let folder = scratch();
    let line = "--name=a --filename=f --rw=randwrite --bs=4k --size=1m --verify=crc32c --trim_percentage=100 \
                --trim_backlog=16 --trim_backlog_batch=4 --trim_verify_zero=1";
    let jobs = jobs(folder.path(), line);
    assert_eq!(jobs[0]["error"], 0);
    // Of each 16 blocks in the backlog four are trimmed.
    let trims = ios(&jobs[0], "trim");
    assert!((48..=64).contains(&trims), "{trims}");
    let bytes = fs::read(folder.path().join("f")).unwrap();
    let zeros = bytes
        .chunks(4096)
        .filter(|block| block.iter().all(|byte| *byte == 0))
        .count();
    assert_eq!(zeros as u64, trims);
    // Without it nothing is trimmed.
    let none = self::jobs(
        folder.path(),
        "--name=a --filename=g --rw=randwrite --bs=4k --size=1m --verify=crc32c",
    );
    assert_eq!(ios(&none[0], "trim"), 0);
}

#[test]
fn an_atomic_write_happens_or_the_error_names_the_option() {
    let folder = scratch();
    for engine in ["pvsync2", "libaio", "io_uring"] {
        let line =
            format!("--name=a --filename=f --rw=write --bs=4k --size=16k --ioengine={engine} --atomic=1");
        let output = fiord(folder.path(), &line.split_whitespace().collect::<Vec<_>>());
        if output.status.success() {
            assert!(
                text(&output.stdout).contains("issued rwts: total=0,4,0,0"),
                "{engine}"
            );
        } else {
            assert!(
                text(&output.stderr).contains("atomic: "),
                "{engine}: {}",
                text(&output.stderr)
            );
        }
        // Reads carry no such flag.
        let read =
            format!("--name=a --filename=g --rw=read --bs=4k --size=16k --ioengine={engine} --atomic=1");
        assert_eq!(jobs(folder.path(), &read)[0]["error"], 0, "{engine}");
    }
    let refused = fiord(
        folder.path(),
        &[
            "--name=a",
            "--rw=write",
            "--size=4k",
            "--ioengine=psync",
            "--atomic=1",
        ],
    );
    assert_screen!(messages(&["--atomic=1"], &refused));
}
