//! What verbs show on a terminal of 40, 80 and 160 columns, as it was read: `snapshots/suite__screens__NAME.snap`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write;
use std::process::{Command, Stdio};

use crate::snapshot::assert_screen;
use crate::terminal::{on_terminal, visible};
use crate::widths::{RECIPE, STUDY};

const SIM: &str =
    "--ioengine=sim --bs=4k --size=4m --iodepth=4 --number_ios=2000 --sim_service=exponential --randrepeat=1";
/// Kept, in this order, before anything is shown.
const RUNS: [&str; 3] = [
    "--name=a-run --rw=randread",
    "--name=b --rw=randrw",
    "--name=b --rw=randrw",
];
const SCREENS: [(&str, &str); 13] = [
    ("check", "check"),
    ("study-list", "study list"),
    ("notebook-list", "notebook list"),
    ("study-show", "study show direct-buffered"),
    (
        "explain-seen",
        "explain --seen iops=6164,lat=7us --name=w --rw=write --bs=1m --size=64m --iodepth=16",
    ),
    ("history", "history"),
    ("report", "report 1"),
    ("report-reasons", "report -v 2"),
    ("compare", "compare 1 2"),
    ("compare-mix", "compare 2 3"),
    ("study-run", "study run s.toml --no-store --seed=7"),
    ("check-run", "check r.toml --no-store --seed=7"),
    (
        "sweep",
        "sweep --depth=1..4 --bs=4k,64k --ioengine=sim --number_ios=200 --size=4m --blocks=2 --no-store --seed=7",
    ),
];

/// The last thing that was drawn in each line, without styles.
fn screen(output: &str) -> String {
    let mut lines = String::new();
    for line in visible(output).lines() {
        let drawn = line
            .trim_end_matches('\r')
            .rsplit('\r')
            .next()
            .unwrap_or_default();
        let _ = writeln!(lines, "{drawn}");
    }
    lines
}

#[test]
fn verbs_show_what_was_read_at_each_width() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    std::fs::write(folder.path().join("r.toml"), RECIPE).unwrap();
    std::fs::write(folder.path().join("s.toml"), STUDY).unwrap();
    for run in RUNS {
        let status = Command::new(env!("CARGO_BIN_EXE_fiord"))
            .arg("run")
            .args(run.split(' '))
            .args(SIM.split(' '))
            .current_dir(folder.path())
            .env("FIORD_STORE", "kept.sqlite")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        assert!(status.unwrap().success(), "{run}");
    }
    for (name, command) in SCREENS {
        let mut shown = String::new();
        for width in [40, 80, 160] {
            let args: Vec<&str> = command.split(' ').collect();
            let output = on_terminal(folder.path(), width, &[("FIORD_STORE", "kept.sqlite")], &args);
            let _ = writeln!(shown, "── {width} columns: fiord {command}\n{}", screen(&output));
        }
        assert_screen!(name, shown);
    }
}
