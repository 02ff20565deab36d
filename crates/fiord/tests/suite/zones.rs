//! `zonemode=zbd` on files with made-up zones, held against the installed fio.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::Command;

const MIB: usize = 1 << 20;

/// Exit code, the number of zone resets that the text report shows, and the places of the I/Os.
fn outcome(program: &str, folder: &Path, args: &str) -> (Option<i32>, Vec<u64>, Vec<String>) {
    fs::write(folder.join("f"), vec![1_u8; MIB]).unwrap();
    let _ = fs::remove_file(folder.join("log"));
    let output = Command::new(program)
        .args(["--name=a", "--filename=f", "--zonemode=zbd", "--write_iolog=log"])
        .args(args.split_whitespace())
        .current_dir(folder)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let resets = text.lines().filter_map(|line| {
        let (_, count) = line.strip_suffix(" zone resets")?.rsplit_once("; ")?;
        count.parse().ok()
    });
    let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
    let ddirs = ["read", "write", "trim"];
    let places = log.lines().filter_map(|line| {
        let mut words = line.split(' ').skip(2);
        let ddir = words.next().filter(|word| ddirs.contains(word))?;
        Some(format!("{ddir} {} {}", words.next()?, words.next()?))
    });
    (output.status.code(), resets.collect(), places.collect())
}

/// Jobs whose places no chance decides.
const SAME: [&str; 20] = [
    "--rw=write --zonesize=16k --size=128k",
    "--rw=write --zonesize=16k --size=128k --io_size=256k",
    "--rw=write --zonesize=16k --size=64k --loops=3",
    "--rw=write --zonesize=16k --zonecapacity=12k --size=128k",
    "--rw=write --zonesize=16k --zonecapacity=12k --size=64k --io_size=96k",
    "--rw=write:4k --zonesize=16k --size=64k",
    "--rw=write:-8k --zonesize=16k --size=64k",
    "--rw=write --zonesize=16k --size=128k --offset=8k",
    "--rw=write --zonesize=16k --size=100k",
    "--rw=write --zonesize=20k --bs=8k --size=120k --zonecapacity=16k",
    "--rw=write --zonesize=16k --size=128k --zone_reset_threshold=.3 --zone_reset_frequency=.5",
    "--rw=write --zonesize=16k --size=128k --zone_reset_threshold=.2 --zone_reset_frequency=.3",
    "--rw=write --zonesize=16k --size=128k --zone_reset_frequency=1",
    "--rw=write --zonesize=12k --size=40k --zone_reset_frequency=.5",
    "--rw=write:12k --bs=12k --zonesize=16k --size=96k",
    "--rw=rw --rwmixread=0 --bs=8k --zonesize=64k --size=128k --io_size=256k --max_open_zones=1 --number_ios=20",
    "--rw=trimwrite --bs=16k --zonesize=16k --size=64k --loops=2",
    "--rw=trimwrite --bs=16k --zonesize=16k --size=64k --ioengine=libaio --lockfile=exclusive",
    "--rw=read --zonesize=16k --size=100k --offset=8k --read_beyond_wp=1",
    "--rw=read --zonesize=16k --size=64k",
];

#[test]
fn walks_go_where_fios_go() {
    if !fiord_testbed::fio() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for args in SAME {
        let ours = outcome(env!("CARGO_BIN_EXE_fiord"), folder.path(), args);
        assert_eq!(ours, outcome("fio", folder.path(), args), "{args}");
    }
}

/// Random jobs of which each zone is drawn as often as it has blocks: chance does not decide what is reset.
#[test]
fn as_many_zones_are_reset_as_fio_resets() {
    if !fiord_testbed::fio() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for args in [
        "--rw=randwrite --zonesize=16k --size=128k",
        "--rw=randwrite --zonesize=16k --size=128k --io_size=256k",
        "--rw=randwrite --zonesize=16k --zonecapacity=12k --size=128k",
        "--rw=randwrite --zonesize=16k --zonecapacity=10k --size=128k --ioengine=libaio --iodepth=4",
        "--rw=randwrite --zonesize=64k --size=512k --ioengine=io_uring --iodepth=8 --io_size=1m",
    ] {
        let (code, resets, places) = outcome(env!("CARGO_BIN_EXE_fiord"), folder.path(), args);
        let theirs = outcome("fio", folder.path(), args);
        assert_eq!((code, resets), (theirs.0, theirs.1), "{args}");
        assert_eq!(places.len(), theirs.2.len(), "{args}");
    }
}

#[test]
fn no_more_zones_are_written_at_once_than_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let args = "--rw=randwrite --zonesize=16k --size=256k --io_size=1m --max_open_zones=3";
    let (code, resets, places) = outcome(env!("CARGO_BIN_EXE_fiord"), folder.path(), args);
    assert_eq!((code, places.len()), (Some(0), 256));
    assert!(
        resets[0] > 40,
        "64 zones are filled where there are 16: {resets:?}"
    );
    let mut open = std::collections::BTreeSet::new();
    for place in &places {
        let offset: u64 = place.split(' ').nth(1).unwrap().parse().unwrap();
        open.insert(offset / 16384);
        assert!(open.len() <= 3, "{open:?}");
        if offset % 16384 == 12288 {
            open.remove(&(offset / 16384));
        }
    }
}

#[test]
fn a_walk_leaves_zones_out_and_stays_in_its_region() {
    let folder = tempfile::tempdir().unwrap();
    let places = |args: &str| {
        let (code, _, places) = outcome(env!("CARGO_BIN_EXE_fiord"), folder.path(), args);
        assert_eq!(code, Some(0), "{args}");
        places
    };
    let zones = |places: Vec<String>| -> Vec<u64> {
        places
            .iter()
            .map(|place| place.split(' ').nth(1).unwrap().parse::<u64>().unwrap() / 16384)
            .collect()
    };
    for skip in ["16k", "1z"] {
        let args = format!("--rw=write --bs=8k --zonesize=16k --size=128k --zoneskip={skip}");
        assert_eq!(zones(places(&args)), [0, 0, 2, 2, 4, 4, 6, 6]);
        let args =
            format!("--rw=read --read_beyond_wp=1 --bs=8k --zonesize=16k --size=128k --zoneskip={skip}");
        assert_eq!(zones(places(&args)), [0, 0, 2, 2, 4, 4, 6, 6]);
    }
    assert_eq!(
        zones(places("--rw=write --bs=12k --zonesize=16k --size=64k")),
        [0, 1, 2, 3]
    );
}

/// What of a zone is below a block: given up, or written with a smaller one.
#[test]
fn the_rest_of_a_zone_is_written_where_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let args = "--rw=randwrite --bs=12k --zonesize=16k --size=64k --io_size=64k --write_zone_remainder=1";
    let (code, resets, places) = outcome(env!("CARGO_BIN_EXE_fiord"), folder.path(), args);
    assert_eq!(code, Some(0));
    for place in &places {
        let words: Vec<u64> = place
            .split(' ')
            .skip(1)
            .map(|word| word.parse().unwrap())
            .collect();
        let at = words[0] % 16384;
        assert!(
            (at, words[1]) == (0, 12288) || (at, words[1]) == (12288, 4096),
            "{places:?}"
        );
    }
    assert!(
        places.iter().any(|place| place.ends_with(" 4096")),
        "{places:?} {resets:?}"
    );
}

#[test]
fn resets_of_a_ramp_do_not_count() {
    let folder = tempfile::tempdir().unwrap();
    // Eight zones are filled before one is reset: a ramp of so many bytes has none, and the writes behind it reset every zone once.
    let args = "--rw=write --zonesize=16k --size=128k --io_size=384k";
    let (_, all, _) = outcome(env!("CARGO_BIN_EXE_fiord"), folder.path(), args);
    let ramped = format!("{args} --ramp_size=256k");
    let (code, measured, _) = outcome(env!("CARGO_BIN_EXE_fiord"), folder.path(), &ramped);
    assert_eq!((code, all[0], measured[0]), (Some(0), 16, 8));
}

/// Exit code, I/Os of each direction, and zones reset.
fn counts(program: &str, folder: &Path, args: &str) -> (Option<i32>, String, Vec<u64>) {
    let (_, resets, _) = outcome(program, folder, args);
    let output = Command::new(program)
        .args([
            "--name=a",
            "--filename=f",
            "--zonemode=zbd",
            "--output-format=json",
        ])
        .args(args.split_whitespace())
        .current_dir(folder)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    // fio says in front of it what it has rounded.
    let document = text.find('{').map_or("", |at| &text[at..]);
    let document: serde_json::Value = serde_json::from_str(document).unwrap();
    let ios = |ddir: &str| document["jobs"][0][ddir]["total_ios"].to_string();
    let all = format!("{} {} {}", ios("read"), ios("write"), ios("trim"));
    (output.status.code(), all, resets)
}

/// Jobs with `verify` of which no chance decides how many blocks they write, read back and reset.
const VERIFIED: [&str; 14] = [
    "--rw=write --zonesize=16k --size=128k",
    "--rw=write --zonesize=16k --size=64k --loops=3",
    "--rw=write --zonesize=16k --zonecapacity=8k --size=128k",
    "--rw=write --zonesize=16k --size=100k --offset=8k",
    "--rw=write --zonesize=16k --size=64k --io_size=300k",
    "--rw=write --zonesize=16k --size=64k --io_size=20k --loops=4",
    "--rw=write:4k --zonesize=16k --size=128k",
    "--rw=randwrite --zonesize=16k --size=64k --loops=3",
    "--rw=randwrite --zonesize=16k --size=128k --norandommap",
    "--rw=randwrite --zonesize=16k --size=128k --zonecapacity=8k",
    "--rw=randwrite --zonesize=16k --size=128k --max_open_zones=2",
    "--rw=randwrite --zonesize=16k --size=128k --verify_backlog=4 --ioengine=libaio --iodepth=8",
    "--rw=randwrite --zonesize=64k --size=512k --ioengine=io_uring --iodepth=8 --fsync=5",
    "--rw=trimwrite --bs=16k --zonesize=16k --size=128k",
];

#[test]
fn verified_zones_are_written_and_read_as_often_as_by_fio() {
    if !fiord_testbed::fio() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for args in VERIFIED {
        let args = format!("{args} --verify=crc32c");
        let ours = counts(env!("CARGO_BIN_EXE_fiord"), folder.path(), &args);
        assert_eq!(ours, counts("fio", folder.path(), &args), "{args}");
    }
}

/// What one program wrote the other verifies, and finds the byte that was changed.
#[test]
fn zones_of_one_program_are_verified_by_the_other() {
    if !fiord_testbed::fio() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    let ours = env!("CARGO_BIN_EXE_fiord");
    let run = |program: &str, args: &str| {
        let output = Command::new(program)
            .args("--name=a --filename=f --zonemode=zbd --zonesize=16k --size=128k".split(' '))
            .args(args.split(' '))
            .current_dir(folder.path())
            .output()
            .unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).unwrap())
    };
    for (writer, reader) in [(ours, "fio"), ("fio", ours)] {
        for kind in ["crc32c", "sha256", "xxhash"] {
            fs::write(&path, vec![0; 128 * 1024]).unwrap();
            let write = format!("--rw=randwrite --verify={kind} --do_verify=0 --ioengine=libaio --iodepth=4");
            let read = format!("--rw=read --verify={kind} --read_beyond_wp=1");
            assert_eq!(run(writer, &write).0, Some(0), "{writer}: {write}");
            let (code, text) = run(reader, &read);
            assert_eq!(code, Some(0), "{reader} on {writer}, {kind}: {text}");
            let mut bytes = fs::read(&path).unwrap();
            bytes[5 * 16384 + 4096 + 777] ^= 1;
            fs::write(&path, bytes).unwrap();
            let (code, text) = run(reader, &read);
            assert!(
                code != Some(0) && text.contains("offset 86016"),
                "{reader} on {writer}, {kind}: {code:?} {text}"
            );
        }
    }
}
