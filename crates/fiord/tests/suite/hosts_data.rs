//! Who works on what in a run over hosts: files, stripes and devices, with real MPI.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::os::unix::fs::OpenOptionsExt;

use fiord_testbed::{Loop, disk_folder, or_skip};

use crate::common::text;
use crate::many_hosts::{installed, output, without_launcher};
use crate::mpi_bed::json_of;
use crate::snapshot::assert_screen_without_figures;

const FIORD: &str = env!("CARGO_BIN_EXE_fiord");

/// Two ranks of a host write one device, each its stripe; one that somebody else holds is refused to both.
#[test]
fn ranks_of_one_host_share_the_device_that_they_write() {
    let device = or_skip!("root", Loop::new(16));
    for mpi in installed() {
        let run = || {
            let mut command = mpi.launcher(3);
            command.args([FIORD, "run", "--hosts", "--json", "--spread=stripes", "--name=w"]);
            command.args(["--rw=write", "--bs=64k", "--size=4m", "--direct=1", "--filename"]);
            output(command.arg(&device.device))
        };
        for _ in 0..3 {
            let written = run();
            assert!(written.status.success(), "{}", text(&written.stderr));
            let document = json_of(&written);
            assert_eq!(document["jobs"][0]["result"]["write"]["bytes"], 12 << 20);
        }
        let held = fs::OpenOptions::new()
            .read(true)
            .custom_flags(libc::O_EXCL)
            .open(&device.device)
            .unwrap();
        let refused = run();
        let said = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert_screen_without_figures!("a_device_in_use", without_launcher(&said));
        drop(held);
    }
}

/// IOR's hard pattern as docs/many-hosts.md has it.
#[test]
fn three_ranks_write_each_every_third_block_of_one_file() {
    for mpi in installed() {
        let folder = disk_folder();
        let file = folder.path().join("hard");
        let mut command = mpi.launcher(3);
        command.args([FIORD, "run", "--hosts", "--json", "--spread=stripes", "--name=w"]);
        command.args(["--rw=write:8k", "--bs=4k", "--offset_increment=4k"]);
        command.args(["--io_size=256k", "--size=768k", "--fallocate=none"]);
        let output = output(command.args(["--filename", file.to_str().unwrap()]));
        assert!(output.status.success(), "{}", text(&output.stderr));
        for rank in json_of(&output)["ranks"].as_array().unwrap() {
            assert_eq!(rank["jobs"][0]["ios"], 64);
        }
        let bytes = fs::read(&file).unwrap();
        assert_eq!(bytes.len(), 768 << 10);
        let is_written = |block: &[u8]| block.iter().any(|byte| *byte != 0);
        let holes = bytes.chunks(4096).filter(|block| !is_written(block)).count();
        assert_eq!(holes, 0);
    }
}

#[test]
fn ranks_have_files_of_their_own_and_stripes_of_one() {
    for mpi in installed() {
        let folder = disk_folder();
        let run = |spread: &str, name: &str| {
            let file = folder.path().join(name);
            let mut command = mpi.launcher(3);
            command.args([
                FIORD,
                "run",
                "--hosts",
                "--json",
                spread,
                "--name=w",
                "--rw=write",
                "--bs=64k",
            ]);
            command.args(["--size=256k", "--filename", file.to_str().unwrap()]);
            let output = output(&mut command);
            assert!(output.status.success(), "{}", text(&output.stderr));
            json_of(&output)["findings"].clone()
        };
        let length = |name: &str| fs::metadata(folder.path().join(name)).map(|meta| meta.len()).ok();
        run("--spread=files", "own");
        let lengths = ["own", "own.0", "own.1", "own.2", "own.3"].map(length);
        assert_eq!(
            lengths,
            [None, Some(256 << 10), Some(256 << 10), Some(256 << 10), None]
        );
        run("--spread=stripes", "one");
        assert_eq!(length("one"), Some(3 * (256 << 10)));
        let findings = run("--spread=same", "same");
        assert_eq!(findings[0]["rule"], "same-file");
        assert_eq!(findings[0]["observed"]["ranks"], serde_json::json!([0, 1, 2]));
    }
}

/// Ranks that lay out one new file at the same time neither take it away from each other nor make it shorter again.
#[test]
fn ranks_lay_out_one_file_together() {
    for mpi in installed() {
        let folder = disk_folder();
        let file = folder.path().join("new");
        for round in 0..6 {
            let (rw, size) = [("--rw=read", 8), ("--rw=write", 1)][round % 2];
            let mut command = mpi.launcher(4);
            command.args([
                FIORD,
                "run",
                "--hosts",
                "--json",
                "--spread=stripes",
                "--name=w",
                rw,
            ]);
            command.args(["--bs=64k", &format!("--size={size}m"), "--filename"]);
            let output = output(command.arg(&file));
            assert!(output.status.success(), "{rw}: {}", text(&output.stderr));
            let bytes = fs::read(&file).unwrap();
            assert_eq!(bytes.len(), (4 * size) << 20, "{rw}");
            let is_filled = |block: &[u8]| block.iter().any(|byte| *byte != 0);
            let holes = bytes.chunks(4096).filter(|block| !is_filled(block)).count();
            assert_eq!(holes, 0, "{rw}");
            fs::remove_file(&file).unwrap();
        }
    }
}
