//! What verbs show on a terminal of 40, 80 and 160 columns, as it was read: `tests/screens/NAME.txt`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::terminal::on_terminal;
use crate::widths::{RECIPE, STUDY};

const SIM: &str =
    "--ioengine=sim --bs=4k --size=4m --iodepth=4 --number_ios=2000 --sim_service=exponential --randrepeat=1";
/// Kept, in this order, before anything is shown.
const RUNS: [&str; 3] = [
    "--name=a-run --rw=randread",
    "--name=b --rw=randrw",
    "--name=b --rw=randrw",
];
const SCREENS: [(&str, &str); 12] = [
    ("check", "check"),
    ("study-list", "study list"),
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

/// The last thing that was drawn in each line, without styles, and with one moment for all.
fn screen(output: &str) -> String {
    let mut visible = String::new();
    let mut rest = output;
    while let Some((before, sequence)) = rest.split_once("\x1b[") {
        visible.push_str(before);
        let end = sequence
            .find(|letter: char| letter.is_ascii_alphabetic())
            .unwrap();
        rest = &sequence[end + 1..];
    }
    visible.push_str(rest);
    let mut lines = String::new();
    for line in visible.lines() {
        let drawn = line
            .trim_end_matches('\r')
            .rsplit('\r')
            .next()
            .unwrap_or_default();
        let _ = writeln!(lines, "{}", timeless(drawn));
    }
    lines
}

/// `2026-11-23 04:14` as `YYYY-MM-DD hh:mm`; a line may end between the two.
fn timeless(line: &str) -> String {
    let shape = |word: &str, like: &str| {
        word.len() == like.len()
            && word.chars().zip(like.chars()).all(|(letter, like)| match like {
                '0' => letter.is_ascii_digit(),
                other => letter == other,
            })
    };
    let words = line.split(' ').map(|word| {
        let bare = word.trim_end_matches(['.', ',']);
        let tail = &word[bare.len()..];
        if shape(bare, "0000-00-00") {
            format!("YYYY-MM-DD{tail}")
        } else if shape(bare, "00:00") {
            format!("hh:mm{tail}")
        } else {
            word.to_owned()
        }
    });
    words.collect::<Vec<_>>().join(" ")
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
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens");
    let mut wrong = String::new();
    for (name, command) in SCREENS {
        let mut shown = String::new();
        for width in [40, 80, 160] {
            let args: Vec<&str> = command.split(' ').collect();
            let output = on_terminal(folder.path(), width, &[("FIORD_STORE", "kept.sqlite")], &args);
            let _ = writeln!(shown, "── {width} columns: fiord {command}\n{}", screen(&output));
        }
        let path = kept.join(format!("{name}.txt"));
        if std::env::var_os("FIORD_UPDATE").is_some() {
            std::fs::create_dir_all(&kept).unwrap();
            std::fs::write(&path, &shown).unwrap();
        }
        let before = std::fs::read_to_string(&path).unwrap_or_default();
        if before != shown {
            let _ = writeln!(wrong, "{}:\n{shown}", path.display());
        }
    }
    assert!(
        wrong.is_empty(),
        "other screens than those kept; read them, then run FIORD_UPDATE=1 cargo test -p fiord --test suite screens\n{wrong}"
    );
}
