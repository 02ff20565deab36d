//! What a job changes on the machine for its run, and that it is as before afterwards: control groups, I/O schedulers, donors of blocks.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{fiord, text};
use crate::snapshot::{assert_screen, messages};
use fiord_testbed::{Loop, Mounted, disk_folder, memory_folder, or_skip, skip};

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Where groups for I/O lie: `blkio` of version 1, else version 2.
fn groups() -> Option<PathBuf> {
    let mounts = fs::read_to_string("/proc/self/mounts").ok()?;
    let of = |wanted: &dyn Fn(&str, &str) -> bool| {
        let mut lines = mounts.lines().map(|line| line.split(' ').collect::<Vec<_>>());
        lines.find_map(|line| wanted(line[2], line[3]).then(|| PathBuf::from(line[1])))
    };
    of(&|kind, options| kind == "cgroup" && options.split(',').any(|one| one == "blkio"))
        .or_else(|| of(&|kind, _| kind == "cgroup2"))
}

fn output_of_prerun(folder: &Path, job: &str) -> String {
    fs::read_to_string(folder.join(format!("{job}.prerun.txt"))).unwrap()
}

#[test]
fn a_control_group_is_made_entered_and_removed() {
    if !is_root() {
        return skip("root", "control groups need it");
    }
    let Some(groups) = groups() else {
        return skip("cgroup", "no control groups are mounted");
    };
    let folder = memory_folder();
    let name = format!("fiord-test-{}/inner", std::process::id());
    let group = format!("--cgroup={name}");
    let args = [
        "--name=a",
        "--ioengine=null",
        "--size=64k",
        &group,
        "--exec_prerun=cat /proc/self/cgroup",
    ];
    let output = fiord(folder.path(), &args);
    assert_eq!(text(&output.stderr), "");
    let seen = output_of_prerun(folder.path(), "a");
    assert!(seen.contains(&format!(":/{name}\n")), "{seen}");
    let outer = groups.join(format!("fiord-test-{}", std::process::id()));
    assert!(!outer.exists(), "the group was left behind");

    let kept: Vec<&str> = args.iter().copied().chain(["--cgroup_nodelete=1"]).collect();
    let output = fiord(folder.path(), &kept);
    assert_eq!(text(&output.stderr), "");
    assert!(outer.join("inner").is_dir());
    // One that was there before is nobody's to remove.
    let output = fiord(folder.path(), &args);
    assert_eq!(text(&output.stderr), "");
    assert!(outer.join("inner").is_dir());
    fs::remove_dir(outer.join("inner")).unwrap();
    fs::remove_dir(outer).unwrap();
}

#[test]
fn a_group_lies_below_the_root_of_its_hierarchy() {
    let folder = memory_folder();
    let mut said = String::new();
    for name in ["..", "a/../b", "/", "a//b"] {
        let output = fiord(
            folder.path(),
            &[
                "--name=a",
                "--ioengine=null",
                "--size=4k",
                &format!("--cgroup={name}"),
            ],
        );
        said += &messages(&[name], &output);
    }
    assert_screen!(said);
}

#[test]
fn a_scheduler_lasts_as_long_as_the_run() {
    if !is_root() {
        return skip("root", "schedulers need it");
    }
    let disk = or_skip!("loop", Loop::new(8));
    let attribute = disk.queue("scheduler");
    let before = fs::read_to_string(&attribute).unwrap();
    let offered: Vec<&str> = before
        .split_whitespace()
        .map(|word| word.trim_matches(['[', ']']))
        .collect();
    let chosen = format!(
        "[{}]",
        offered
            .iter()
            .find(|name| !before.contains(&format!("[{name}]")))
            .unwrap_or(&"")
    );
    if offered.len() < 2 {
        return skip("scheduler", "loop devices have one scheduler here");
    }
    if Path::new("/run/fiord/undo").exists() {
        return skip("journal", "changes of somebody else wait to be put back");
    }
    let folder = disk_folder();
    let device = disk.device.clone();
    let run = |scheduler: &str| {
        let args = [
            "--name=a",
            "--rw=read",
            "--size=64k",
            &format!("--filename={device}"),
            &format!("--ioscheduler={scheduler}"),
            &format!("--exec_prerun=cat {}", attribute.display()),
        ];
        fiord(folder.path(), &args)
    };
    let output = run(chosen.trim_matches(['[', ']']));
    assert_eq!(text(&output.stderr), "");
    let during = output_of_prerun(folder.path(), "a");
    assert!(during.contains(&chosen), "{during}");
    assert_eq!(fs::read_to_string(&attribute).unwrap(), before);

    let output = run("no-such-scheduler");
    assert!(!output.status.success());
    // It names the schedulers of this kernel behind.
    let said = text(&output.stderr);
    let offered = before
        .split_whitespace()
        .map(|name| name.trim_matches(['[', ']']));
    let end = offered.filter_map(|name| said.rfind(&format!(" {name}"))).min();
    assert_screen!(said[..end.unwrap()]);
    assert_eq!(fs::read_to_string(&attribute).unwrap(), before);
}

#[test]
fn blocks_move_and_data_stays() {
    if !is_root() {
        return skip("root", "loop devices need it");
    }
    let disk = or_skip!("loop", Loop::new(64));
    let mounted = or_skip!("mount", Mounted::ext4(&disk));
    let file = mounted.path().join("file");
    let content: Vec<u8> = (0..1_u32 << 18).flat_map(u32::to_le_bytes).collect();
    fs::write(&file, &content).unwrap();
    fs::File::open(&file).unwrap().sync_all().unwrap();
    for more in [&[][..], &["--inplace=1"]] {
        let name = format!("--filename={}", file.display());
        let mut args = vec![
            "--name=a",
            "--ioengine=e4defrag",
            "--donorname=donor",
            "--rw=write",
            "--bs=64k",
        ];
        args.extend(["--size=1m", "--end_fsync=1", "--output-format=json", &name]);
        args.extend(more);
        let output = fiord(mounted.path(), &args);
        assert_eq!(text(&output.stderr), "");
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(document["jobs"][0]["write"]["total_ios"], 16);
        assert_eq!(document["jobs"][0]["write"]["io_bytes"], 1 << 20);
        assert!(fs::read(&file).unwrap() == content, "the data changed");
        assert!(!mounted.path().join("donor").exists());
    }
    // What somebody else's file holds is not given away.
    fs::write(mounted.path().join("donor"), "mine").unwrap();
    let name = format!("--filename={}", file.display());
    let args = [
        "--name=a",
        "--ioengine=e4defrag",
        "--donorname=donor",
        "--rw=write",
        "--bs=64k",
        "--size=1m",
        &name,
    ];
    let output = fiord(mounted.path(), &args);
    assert_screen!(messages(&["--ioengine=e4defrag"], &output));
    assert_eq!(fs::read(mounted.path().join("donor")).unwrap(), b"mine");
}
