//! SIGKILL at seeded moments of `doctor --fix --during` and `doctor --restore`: the next `--restore` puts every value back.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use crate::common::text;
use crate::doctor_bed::Disk;

/// Kills of each of the two.
const KILLS: usize = 30;

fn doctor(disk: &Disk, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fiord"));
    command
        .args(["doctor", disk.path(), "--journal"])
        .arg(disk.journal())
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

fn restored(disk: &Disk) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fiord"));
    command
        .args(["doctor", "--restore", "--journal"])
        .arg(disk.journal());
    command.stdin(Stdio::null()).output().unwrap()
}

fn lines(journal: &Path) -> usize {
    fs::read(journal).map_or(0, |bytes| bytes.iter().filter(|byte| **byte == b'\n').count())
}

/// Kills the process when the journal has so many lines and some spins later, if it still runs then; whether it did.
fn kill_at(child: &mut Child, journal: &Path, at_least: usize, spins: usize) -> bool {
    while lines(journal) < at_least {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
    }
    (0..spins).for_each(|_| std::hint::spin_loop());
    let ran = child.try_wait().unwrap().is_none();
    child.kill().unwrap();
    child.wait().unwrap();
    ran
}

/// Numbers that come again.
fn draw(seed: usize) -> usize {
    seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40
}

#[test]
fn a_killed_during_is_put_back_by_the_next_restore() {
    let Some(disk) = Disk::new() else { return };
    let before = disk.state();
    // What a whole fix writes to its journal.
    assert!(doctor(&disk, &["--fix"]).status().unwrap().success());
    let most = lines(&disk.journal());
    assert!(most > 8, "{most} lines");
    restored(&disk);
    assert_eq!(disk.state(), before);
    let mut killed = 0;
    for kill in 0..KILLS {
        let mut child = doctor(&disk, &["--fix", "--during", "--", "true"])
            .spawn()
            .unwrap();
        let spins = draw(kill) % 20_000;
        killed += usize::from(kill_at(&mut child, &disk.journal(), 1 + kill % most, spins));
        let output = restored(&disk);
        assert_eq!(disk.state(), before, "kill {kill}: {}", text(&output.stdout));
        assert!(!disk.journal().exists(), "kill {kill}");
    }
    println!("{killed} of {KILLS} were killed before they ended");
    assert!(killed > 0);
}

#[test]
fn a_killed_restore_is_finished_by_the_next() {
    let Some(disk) = Disk::new() else { return };
    let before = disk.state();
    let mut killed = 0;
    for kill in 0..KILLS {
        assert!(doctor(&disk, &["--fix"]).status().unwrap().success());
        let fixed = lines(&disk.journal());
        let mut child = doctor(&disk, &["--restore"]).spawn().unwrap();
        // Each entry that is undone adds a line; there are about four.
        let spins = draw(kill) % 20_000;
        killed += usize::from(kill_at(&mut child, &disk.journal(), fixed + 1 + kill % 4, spins));
        let output = restored(&disk);
        assert_eq!(disk.state(), before, "kill {kill}: {}", text(&output.stdout));
        assert!(!disk.journal().exists(), "kill {kill}");
    }
    println!("{killed} of {KILLS} were killed before they ended");
    assert!(killed > 0);
}
