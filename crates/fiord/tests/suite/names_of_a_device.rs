//! However a device in use, or the file below it, is named: a job that would write to it is refused, and not a byte of it changes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use fiord_testbed::{Loop, Mounted, disk_folder, or_skip, run};
use tempfile::TempDir;

use crate::common::text;

/// An image with ext4 that is mounted read-only, so that nobody else writes to it; a second device over the same image; and names
/// of all kinds in one folder.
struct InUse {
    // In this order: the binds and the mount go before the devices.
    _binds: Vec<Bind>,
    _mounted: Mounted,
    second: Loop,
    first: Loop,
    folder: TempDir,
}

/// A bind mount; taken away when dropped.
struct Bind(PathBuf);

impl Bind {
    fn new(from: &Path, to: &Path) -> Result<Bind, String> {
        run("mount", &["--bind", from.to_str().unwrap(), to.to_str().unwrap()])?;
        Ok(Bind(to.to_owned()))
    }
}

impl Drop for Bind {
    fn drop(&mut self) {
        let _ = run("umount", &[self.0.to_str().unwrap()]);
    }
}

impl InUse {
    fn new() -> Result<InUse, String> {
        let folder = disk_folder();
        let at = |name: &str| folder.path().join(name);
        // Named as a job `img` names its file.
        let image = at("img.0.0");
        fs::File::create(&image).unwrap().set_len(8 << 20).unwrap();
        run(
            "mkfs.ext4",
            &["-q", "-F", "-O", "^has_journal", image.to_str().unwrap()],
        )?;
        let first = Loop::on(&image, false)?;
        let mounted = Mounted::new("ext4", "ro", &first.device)?;
        let second = Loop::on(&image, false)?;
        let device = first.path();
        symlink(device, at("link")).unwrap();
        symlink("link", at("link-to-link")).unwrap();
        symlink(
            format!("../../../../../../../../..{}", first.device),
            at("relative"),
        )
        .unwrap();
        symlink("/dev", at("dev")).unwrap();
        symlink(second.path(), at("link-to-second")).unwrap();
        symlink("img.0.0", at("soft")).unwrap();
        fs::hard_link(&image, at("hard")).unwrap();
        fs::create_dir(at("sub")).unwrap();
        fs::hard_link(&image, at("sub/only")).unwrap();
        fs::create_dir(at("other")).unwrap();
        fs::create_dir(at("shown")).unwrap();
        fs::write(at("node-here"), "").unwrap();
        fs::write(at("file-here"), "").unwrap();
        let number = fs::metadata(device).unwrap().rdev();
        let (major, minor) = (rustix::fs::major(number), rustix::fs::minor(number));
        let (major, minor) = (major.to_string(), minor.to_string());
        run("mknod", &[at("node").to_str().unwrap(), "b", &major, &minor])?;
        let binds = vec![
            Bind::new(device, &at("node-here"))?,
            Bind::new(&image, &at("file-here"))?,
            Bind::new(&at("sub"), &at("shown"))?,
        ];
        Ok(InUse {
            _binds: binds,
            _mounted: mounted,
            second,
            first,
            folder,
        })
    }

    /// Ways to name the device, the second device and the image.
    fn names(&self) -> Vec<String> {
        let (device, name) = (&self.first.device, self.first.name());
        let up = "../../../../../../../../../../../..";
        let here = self.folder.path().display();
        let mut names: Vec<String> = [
            "link",
            "./link",
            "link-to-link",
            "relative",
            "node",
            "node-here",
            "link-to-second",
            "img.0.0",
            "hard",
            "soft",
            "file-here",
            "sub/only",
            "shown/only",
            "sub/../soft",
            "dev/fd/3",
            "/dev/fd/3",
            "/dev/fd/4",
            "/proc/self/fd/3",
            "/proc/self/fd/4",
            "/proc/thread-self/fd/3",
        ]
        .map(str::to_owned)
        .to_vec();
        names.extend([
            device.clone(),
            format!("/{device}"),
            format!("/dev/./{name}"),
            format!("/dev/../dev/{name}"),
            format!("/dev//{name}"),
            format!("dev/{name}"),
            format!("{up}{device}"),
            format!("/proc/self/root{device}"),
            format!("/proc/thread-self/root{device}"),
            format!("/proc/self/cwd/dev/{name}"),
            "/proc/self/cwd/link".to_owned(),
            self.second.device.clone(),
            format!("/proc/self/root{}", self.second.device),
            format!("{here}/img.0.0"),
            format!("{here}/hard"),
            format!("/proc/self/root{here}/soft"),
        ]);
        // Made by udev, which not every machine has.
        let by_number = format!("/dev/block/{}", self.first.number());
        if Path::new(&by_number).exists() {
            names.push(by_number.replace(':', "\\:"));
        }
        names
    }

    /// Runs `fiord …` in the folder, with the device as descriptor 3 and the image as 4.
    fn fiord(&self, args: &[String]) -> std::process::Output {
        let script = format!("exec 3<{} 4<img.0.0; exec \"$0\" \"$@\"", self.first.device);
        Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_fiord")])
            .args(args)
            .env("FIORD_STORE", "none")
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }
}

/// Jobs that lead to the same bytes by other options than `filename=NAME`.
fn other_ways(in_use: &InUse) -> Vec<Vec<String>> {
    let (device, name) = (&in_use.first.device, in_use.first.name());
    let own = in_use.folder.path().display();
    let ways: [&[&str]; 14] = [
        &["--name=img", "--size=8m"],
        &["--name=img", "--size=16m"],
        &["--name=img", "--size=8m", "--fill_device=1"],
        &["--name=img", "--size=8m", "--unlink=1"],
        &[
            "--name=img",
            "--size=8m",
            "--filename_format=$jobname.$jobnum.$filenum",
        ],
        &["--name=a", "--size=8m", "--filename_format=hard"],
        &["--name=a", "--opendir=sub"],
        &["--name=a", "--opendir=shown"],
        &["--name=a", "--directory=/dev", &format!("--filename={name}")],
        &["--name=a", "--directory=sub", "--filename=only"],
        &[
            "--name=a",
            "--directory=other",
            &format!("--filename=../{}", "link"),
        ],
        &["--name=a", &format!("--filename=fresh:{device}"), "--size=2m"],
        &[
            "--name=a",
            &format!("--filename={device}"),
            "--allow_mounted_write=1",
        ],
        &["--name=img", &format!("--directory={own}"), "--size=8m"],
    ];
    ways.map(|way| way.iter().map(|word| (*word).to_owned()).collect())
        .to_vec()
}

#[test]
fn every_way_of_naming_a_device_in_use_is_refused() {
    let in_use = or_skip!("loop", InUse::new());
    let image = in_use.folder.path().join("img.0.0");
    let before = fs::read(&image).unwrap();
    let modes = ["write", "randwrite", "randtrim", "randrw", "trimwrite"];
    let mut jobs = other_ways(&in_use);
    for name in in_use.names() {
        jobs.push(vec![
            "--name=a".to_owned(),
            format!("--filename={name}"),
            "--size=1m".to_owned(),
        ]);
    }
    assert!(jobs.len() >= 45, "{} ways", jobs.len());
    for (nth, job) in jobs.iter().enumerate() {
        let mode = modes[nth % modes.len()];
        let mut line = vec![format!("--allow-destroy={}", in_use.first.device)];
        line.extend(job.iter().cloned());
        line.extend([format!("--rw={mode}"), "--bs=4k".to_owned()]);
        if nth % 2 == 1 {
            line.insert(0, "run".to_owned());
        }
        let output = in_use.fiord(&line);
        let said = text(&output.stderr) + &text(&output.stdout);
        assert!(
            output.status.code().is_some_and(|code| code > 0),
            "{line:?}: {said}"
        );
        assert!(
            said.contains("would overwrite") || said.contains("allow_mounted_write"),
            "{line:?}: {said}"
        );
        assert!(fs::read(&image).unwrap() == before, "{line:?} wrote to it");
    }
    // What is read is not refused.
    let reads = [
        "--name=a",
        "--filename=link",
        "--rw=read",
        "--bs=4k",
        "--size=64k",
    ]
    .map(str::to_owned);
    let output = in_use.fiord(&reads);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// Documents and buffers go to regular files: by no name do they get onto a device.
#[test]
fn no_document_gets_onto_a_device() {
    let in_use = or_skip!("loop", InUse::new());
    let image = in_use.folder.path().join("img.0.0");
    let before = fs::read(&image).unwrap();
    for (link, of) in [("log_bw.1.log", "link"), ("report", "link-to-second")] {
        symlink(of, in_use.folder.path().join(link)).unwrap();
    }
    let job = [
        "--name=a",
        "--ioengine=null",
        "--rw=write",
        "--bs=4k",
        "--size=64k",
    ];
    for (way, says) in [
        (&["--output=report"][..], "--output=report"),
        (&["--output=node"], "--output=node"),
        (&["--evidence=report"], "--evidence=report"),
        (&["run", "--evidence=link"], "link"),
        (&["--write_bw_log=log"], "log_bw.1.log"),
        (&["--write_bw_log=log", "--output-format=json"], "log_bw.1.log"),
        (&["--mem=mmapshared:link"], "use a regular file"),
        (&["--mem=mmap:node"], "use a regular file"),
        // The image is a regular file, and in use.
        (&["--mem=mmapshared:hard"], "would overwrite"),
        (&["--mem=mmap:soft"], "would overwrite"),
    ] {
        // A document's option stands before the job, an option of the job behind it.
        let is_of_job = way[0].starts_with("--write") || way[0].starts_with("--mem");
        let line = if is_of_job {
            [&job[..], way].concat()
        } else {
            [way, &job[..]].concat()
        };
        let line: Vec<String> = line.iter().map(|word| (*word).to_owned()).collect();
        let output = in_use.fiord(&line);
        assert!(
            text(&output.stderr).contains(says),
            "{line:?}: {}",
            text(&output.stderr)
        );
        assert!(fs::read(&image).unwrap() == before, "{line:?} wrote to it");
    }
}
