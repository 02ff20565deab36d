//! Every verb on a terminal of 40, 80 and 160 columns: no line is longer, and nothing from outside steers the terminal.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;

use crate::doctor_bed::Disk;
use crate::terminal::{lines, on_terminal};

const NULL: &str = "--ioengine=null --rw=randrw --bs=4k --size=1g --number_ios=2000";

/// A check and a study of simulated devices.
pub(crate) const RECIPE: &str = "name = \"a-recipe\"\ntitle = \"A recipe of which the title is longer than forty columns\"\nmeasures = [\"write.iops\", \"write.p50\"]\nflaws = [\"What is wrong with it takes more than a line of a narrow terminal to tell.\"]\n[[expect]]\nthat = \"write.p50<1ms\"\nsource = \"Somebody who has said so in a document with a long name\"\ndate = \"2026-11-22\"\n[job]\nioengine = \"sim\"\nrw = \"write\"\nbs = \"4k\"\nsize = \"1m\"\nnumber_ios = 100\n[stop]\nrepeats = 6\n";
pub(crate) const STUDY: &str = "name = \"a-study\"\ntitle = \"A study of which the title is longer than forty columns\"\n[job]\nioengine = \"sim\"\nrw = \"randrw\"\nbs = \"4k\"\nsize = \"1m\"\nnumber_ios = 100\n[factors]\niodepth = \"1..8\"\nsim_parallelism = [1, 4]\n[stop]\nrepeats = 6\n";

fn verbs() -> Vec<Vec<String>> {
    [
        "explain --name=w --rw=write --bs=1m --size=64m --iodepth=16",
        "explain -v --name=a-rather-long-name-of-a-job --rw=randread --bs=4k --size=64m --iodepth=16",
        "explain --fix --name=w --rw=write --bs=1m --size=64m --iodepth=16",
        "explain --seen iops=6164,lat=7us --name=w --rw=write --bs=1m --size=64m --iodepth=16",
        "explain",
        "explain cell-types block-size straggler",
        "explain -v cache-read",
        "explain no-such-name-that-is-longer-than-forty-columns-are",
        "run --name=one NULL",
        "run -v --full --name=one NULL --name=two NULL",
        "run --repeat=2 --name=one NULL",
        "run --self-cost --name=one NULL",
        "run --name=r --ioengine=sim --rw=randread --bs=4k --size=4m --rate_iops=20000",
        "run --name=x --rw=sideways",
        "doctor --no-look .",
        "doctor --no-look -v .",
        "doctor /a/path/that/does/not/exist/and/is/longer/than/forty/columns/are",
        "--help",
        "run --help",
        "sweep --help",
        "survey --help",
        "explain --help",
        "doctor --help",
        "prepare --help",
        "cache --help",
        "cache warm --help",
        "study --help",
        "study run --help",
        "history --help",
        "report --help",
        "watch --help",
        "run --save=kept --evidence=kept.json --name=a-job-with-a-name NULL",
        "history",
        "history prune --keep=100",
        "report kept",
        "report -v --full kept",
        "report a-name-that-no-run-has-and-that-is-longer-than-forty-columns",
        "explain --result kept.json",
        "explain -v --result kept.json --result kept.json",
        "prepare file --size=1M",
        "prepare file --check",
        "cache show file",
        "cache warm file",
        "cache drop file",
        "check",
        "check SIM --no-store",
        "check nothing-of-this-name-at-all .",
        "run --assert=iops>5 --name=one NULL",
        "study list --store=none.sqlite",
        "study show read-block-size",
        "study show direct-buffered --thorough",
        "study run SIM_STUDY --no-store",
        "sweep --depth=1..4 --bs=4k,64k --ioengine=sim --number_ios=200 --size=4m --blocks=2 --no-store",
        "watch 0.1 1",
        "watch --all 0.1 1",
        "watch /a/path/that/does/not/exist/and/is/longer/than/forty/columns/are",
        "survey /a/path/that/does/not/exist/and/is/longer/than/forty/columns/are",
    ]
    .map(|line| {
        line.replace("NULL", NULL)
            .replace("SIM_STUDY", "s.toml")
            .replace("SIM", "r.toml")
            .split(' ')
            .map(str::to_owned)
            .collect()
    })
    .to_vec()
}

/// Lines of `fiord ARGS` on a terminal that are longer than it is wide.
fn too_long(folder: &Path, width: u16, args: &[String]) -> Vec<String> {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let output = on_terminal(folder, width, &[("FIORD_STORE", "kept.sqlite")], &args);
    let lines = lines(&output, width);
    assert!(!lines.is_empty(), "{args:?}");
    // A word of a command that is wider than the terminal stays one word.
    let is_word = |line: &&String| {
        line.strip_suffix(" \\")
            .is_some_and(|word| !word.trim().contains(' '))
    };
    let long = lines
        .iter()
        .filter(|line| line.chars().count() > usize::from(width) && !is_word(line));
    long.map(|line| format!("{width} {args:?}: {line}")).collect()
}

#[test]
fn no_line_is_longer_than_the_terminal_is_wide() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    fs::write(folder.path().join("r.toml"), RECIPE).unwrap();
    fs::write(folder.path().join("s.toml"), STUDY).unwrap();
    let mut wrong = Vec::new();
    for width in [40, 80, 160] {
        let _ = std::fs::remove_file(folder.path().join("file"));
        for args in verbs() {
            wrong.extend(too_long(folder.path(), width, &args));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_doctor_changes_and_puts_back_fits_too() {
    let Some(disk) = Disk::new() else { return };
    let journal = disk.journal().to_str().unwrap().to_owned();
    let line = |words: &str| -> Vec<String> {
        let words = words.replace("DISK", disk.path()).replace("JOURNAL", &journal);
        words.split(' ').map(str::to_owned).collect()
    };
    let mut wrong = Vec::new();
    for width in [40, 80, 160] {
        for words in [
            "doctor --fix --dry-run --journal JOURNAL DISK",
            "doctor --fix --journal JOURNAL DISK",
            "doctor --no-look --journal JOURNAL DISK",
            "doctor --restore --journal JOURNAL",
            "doctor --restore --journal JOURNAL",
            "doctor --fix --during --journal JOURNAL DISK -- sh -c exit",
        ] {
            wrong.extend(too_long(disk.folder(), width, &line(words)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The longest table, once: it takes five seconds.
#[test]
fn a_survey_fits_forty_columns() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let output = on_terminal(
        folder.path(),
        40,
        &[],
        &["survey", "--time=5s", "--commands", "."],
    );
    let long: Vec<String> = lines(&output, 40)
        .into_iter()
        .filter(|line| line.chars().count() > 40)
        .collect();
    // A path without a blank is one word of a command.
    let long = long
        .iter()
        .filter(|line| line.trim().contains(' ') && !line.ends_with('\\'));
    let long: Vec<&String> = long.filter(|line| !line.contains("--filename=")).collect();
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn what_comes_from_outside_is_escaped_and_colour_can_be_left_out() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let name = "--name=a\x1b]0;title\x07\u{202e}b";
    let job: Vec<&str> = std::iter::once(name).chain(NULL.split(' ')).collect();
    for args in [
        &["run", "--full"][..],
        &["run", "--json"],
        &["run", "--repeat=2"],
        &["explain"],
    ] {
        let args = [args, &job].concat();
        let output = on_terminal(folder.path(), 80, &[], &args);
        assert!(
            !output.contains("\x1b]") && !output.contains('\x07') && !output.contains('\u{202e}'),
            "{args:?}: {output:?}"
        );
        assert!(output.contains("title"), "{args:?}: {output}");
    }
    let missing = on_terminal(folder.path(), 80, &[], &["doctor", "/no\x1b]0;such\x07"]);
    assert!(
        missing.contains("\\x1b]0;such\\x07") && !missing.contains("\x1b]"),
        "{missing:?}"
    );
    let plain = ["run", "--name=a", "--ioengine=null", "--size=1m"];
    assert!(on_terminal(folder.path(), 80, &[], &plain).contains("\x1b[1m"));
    assert!(!on_terminal(folder.path(), 80, &[("NO_COLOR", "1")], &plain).contains("\x1b[1m"));
}
