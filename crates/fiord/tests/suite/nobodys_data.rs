//! No name leads a job to bytes that something else uses, and a device that a run will write is held until it ends.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::common;
use common::{fiord, text};
use fiord_testbed::{Loop, skip};

/// An image of 8 MiB that is filled with ones, under a loop device.
fn image_in_use(folder: &Path, name: &str) -> Option<Loop> {
    let image = folder.join(name);
    fs::write(&image, vec![1_u8; 8 << 20]).unwrap();
    Loop::on(&image, false)
        .map_err(|reason| skip("loop", &reason))
        .ok()
}

fn is_untouched(image: &Path) -> bool {
    let bytes = fs::read(image).unwrap();
    bytes.len() == 8 << 20 && bytes.iter().all(|byte| *byte == 1)
}

#[test]
fn an_image_in_use_is_refused_by_every_name() {
    let folder = tempfile::tempdir().unwrap();
    let Some(used) = image_in_use(folder.path(), "img.0.0") else {
        return;
    };
    fs::hard_link(&used.image, folder.path().join("hard")).unwrap();
    std::os::unix::fs::symlink("img.0.0", folder.path().join("soft")).unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    fs::hard_link(&used.image, folder.path().join("sub/only")).unwrap();
    let jobs: [&[&str]; 8] = [
        &["--name=img", "--rw=write", "--size=8m"],
        &["--name=a", "--filename=img.0.0", "--rw=write"],
        &["--name=a", "--filename=hard", "--rw=randwrite"],
        &["--name=a", "--filename=soft", "--rw=write"],
        &["--name=a", "--opendir=sub", "--rw=write"],
        &[
            "--name=a",
            "--filename_format=img.$jobnum.$filenum",
            "--rw=write",
            "--size=8m",
        ],
        // Longer than the image: it would be laid out anew.
        &["--name=img", "--rw=write", "--size=16m"],
        &["--name=img", "--rw=randtrim", "--size=8m"],
    ];
    for job in jobs {
        for verb in [&[][..], &["run"]] {
            let output = fiord(folder.path(), &[verb, job, &["--bs=4k"]].concat());
            assert!(!output.status.success(), "{verb:?} {job:?}");
            let said = text(&output.stderr) + &text(&output.stdout);
            assert!(said.contains("would overwrite"), "{job:?}: {said}");
            assert!(is_untouched(&used.image), "{verb:?} {job:?}");
        }
    }
    // The same image under a second device: what is written to one changes the other.
    let second = Loop::on(&used.image, false).unwrap();
    let filename = format!("--filename={}", second.device);
    let output = fiord(folder.path(), &["--name=a", &filename, "--rw=write", "--bs=4k"]);
    assert!(!output.status.success() && is_untouched(&used.image));
}

#[test]
fn what_is_written_by_the_way_spares_an_image_in_use() {
    let folder = tempfile::tempdir().unwrap();
    let Some(used) = image_in_use(folder.path(), "used") else {
        return;
    };
    for name in ["p_lat.1.log", "p_bw.log.fz"] {
        fs::hard_link(&used.image, folder.path().join(name)).unwrap();
    }
    fs::write(folder.path().join("plain"), vec![1_u8; 1 << 20]).unwrap();
    let quick = ["--name=a", "--ioengine=null", "--rw=read", "--size=1m"];
    let reads = ["--name=a", "--filename=used", "--rw=read", "--size=1m"];
    let merges = ["--name=a", "--filename=plain", "--read_iolog=plain:plain"];
    let cases: [(&[&str], &[&str], &[&str]); 12] = [
        (&[], &merges, &["--merge_blktrace_file=used"]),
        (
            &[],
            &merges,
            &["--merge_blktrace_file=used", "--merge-blktrace-only"],
        ),
        (&[], &quick, &["--output=used"]),
        (&["run"], &quick, &["--evidence=used"]),
        (&["run"], &quick, &["--metrics=used"]),
        (&[], &quick, &["--write_lat_log=p"]),
        (
            &[],
            &quick,
            &[
                "--write_bw_log=p",
                "--per_job_logs=0",
                "--log_compression=64k",
                "--log_store_compressed=1",
            ],
        ),
        (
            &[],
            &["--name=a", "--filename=plain", "--rw=read"],
            &["--write_iolog=used"],
        ),
        (&[], &reads, &["--unlink=1"]),
        (&[], &reads, &["--unlink=1", "--create_only=1"]),
        (&[], &reads, &["--unlink_each_loop=1", "--loops=2"]),
        (&[], &reads, &["--ioengine=filestat", "--unlink=1"]),
    ];
    for (verb, job, option) in cases {
        let output = fiord(folder.path(), &[verb, job, option].concat());
        let said = text(&output.stderr) + &text(&output.stdout);
        assert!(is_untouched(&used.image), "{option:?}: {said}");
        assert!(said.contains("is built on"), "{option:?}: {said}");
        assert!(!output.status.success(), "{option:?}");
    }
}

/// A log or a recording whose name is a link to a device is refused before the run.
#[test]
fn logs_never_go_to_a_device() {
    let folder = tempfile::tempdir().unwrap();
    let image = folder.path().join("img");
    fs::write(&image, vec![7_u8; 1 << 20]).unwrap();
    let device = match Loop::on(&image, false) {
        Ok(device) => device,
        Err(reason) => return skip("loop", &reason),
    };
    for name in ["p_bw.1.log", "p_lat.1.log", "recording"] {
        std::os::unix::fs::symlink(&device.device, folder.path().join(name)).unwrap();
    }
    for option in ["--write_bw_log=p", "--write_lat_log=p", "--write_iolog=recording"] {
        for verb in [&[][..], &["run", "--no-store"]] {
            let job = ["--name=a", "--rw=write", "--size=64k", option];
            let output = fiord(folder.path(), &[verb, &job].concat());
            let said = text(&output.stderr) + &text(&output.stdout);
            assert!(!output.status.success(), "{option}: {said}");
            assert!(said.contains("no option allows this"), "{option}: {said}");
            let bytes = fs::read(&device.device).unwrap();
            assert!(bytes.iter().all(|byte| *byte == 7), "{option}");
        }
    }
}

#[test]
fn blocks_that_are_written_and_trimmed_are_verified_on_a_device_that_is_held() {
    let folder = tempfile::tempdir().unwrap();
    let image = folder.path().join("img");
    fs::File::create(&image).unwrap().set_len(16 << 20).unwrap();
    let device = match Loop::on(&image, false) {
        Ok(device) => device,
        Err(reason) => return skip("loop", &reason),
    };
    let target = format!("--filename={}", device.device);
    let line = [
        "--name=a",
        &target,
        "--rw=randwrite",
        "--bs=4k",
        "--size=1m",
        "--verify=crc32c",
        "--trim_percentage=50",
        "--trim_backlog=1",
        "--trim_verify_zero=1",
    ];
    let output = fiord(folder.path(), &line);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("total=256,256,"), "{said}");
}

#[test]
fn a_file_that_an_earlier_job_unlinked_is_laid_out_again() {
    let folder = tempfile::tempdir().unwrap();
    let first = [
        "--name=first",
        "--filename=seq",
        "--unlink=1",
        "--rw=write",
        "--bs=4k",
        "--size=1m",
        "--io_size=4k",
    ];
    let second = [
        "--name=second",
        "--stonewall",
        "--filename=seq",
        "--unlink=0",
        "--numjobs=4",
        "--rw=write",
        "--bs=4k",
        "--size=1m",
        "--io_size=4k",
    ];
    let output = fiord(folder.path(), &[&first[..], &second].concat());
    let said = text(&output.stdout) + &text(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert_eq!(fs::metadata(folder.path().join("seq")).unwrap().len(), 1 << 20);
}

/// Whether the kernel says that somebody holds the device exclusively.
fn is_held(device: &Loop) -> bool {
    let claim = rustix::fs::open(
        &device.device,
        rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::EXCL,
        rustix::fs::Mode::empty(),
    );
    claim.is_err_and(|error| error == rustix::io::Errno::BUSY)
}

/// How often the first thread has slept, if it sleeps now, as it does during a run.
fn sleeps_of(run: &Child) -> Option<String> {
    let status = fs::read_to_string(format!("/proc/{}/status", run.id())).ok()?;
    let sleeps = status
        .lines()
        .find(|line| line.starts_with("voluntary_ctxt_switches"))?;
    status.contains("State:\tS").then(|| sleeps.to_owned())
}

/// Whether the run holds the device while its first thread sleeps: what that thread looks at before the run, it holds for a
/// moment only.
fn is_held_by(run: &Child, device: &Loop) -> bool {
    let before = sleeps_of(run);
    before.is_some() && is_held(device) && before == sleeps_of(run)
}

#[test]
fn a_device_is_held_while_a_job_waits_for_its_turn() {
    let folder = tempfile::tempdir().unwrap();
    let image = folder.path().join("img");
    fs::File::create(&image).unwrap().set_len(32 << 20).unwrap();
    let device = match Loop::on(&image, false) {
        Ok(device) => device,
        Err(reason) => return skip("loop", &reason),
    };
    let target = format!("--filename={}", device.device);
    let writer = ["--name=writer", &target, "--rw=write", "--bs=4k", "--size=1m"];
    let first = [
        "--name=first",
        "--ioengine=null",
        "--size=1t",
        "--rate_iops=10",
        "--rw=read",
        "--bs=1m",
    ];
    let waits: [Vec<&str>; 3] = [
        [&first[..], &writer[..], &["--stonewall"]].concat(),
        [&writer[..], &["--startdelay=600"]].concat(),
        // Begins, and thinks after its first write.
        [&writer[..], &["--thinktime=600s"]].concat(),
    ];
    for line in waits {
        let mut waiting = Command::new(env!("CARGO_BIN_EXE_fiord"))
            .args(&line)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The run announces nothing: the kernel says when the device is held.
        while waiting.try_wait().unwrap().is_none() && !is_held_by(&waiting, &device) {
            std::thread::yield_now();
        }
        assert!(waiting.try_wait().unwrap().is_none(), "{line:?} ended");
        let formatted = Command::new("mkfs.ext4")
            .args(["-q", "-F", &device.device])
            .output()
            .unwrap();
        let mounted = Command::new("mount")
            .args([&device.device, folder.path().to_str().unwrap()])
            .output()
            .unwrap();
        waiting.kill().unwrap();
        waiting.wait().unwrap();
        assert!(
            !formatted.status.success() && !mounted.status.success(),
            "{line:?}: it was mounted while a job waited to write to it ({formatted:?})"
        );
        assert!(!is_held(&device), "{line:?}: it is free after the run");
    }
}
