//! `fiord notebook` on simulated drives: measured, written, checked, and gone on with after kill −9.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Output, Stdio};

use fiord_testbed::{Zram, or_skip};
use serde_json::Value;

use crate::common::{storing, text};
use crate::schema;

/// Reads of 100 and of 200 µs, one after the other; and a curve over the depth, with four I/Os served at a time.
const NOTEBOOK: &str = r#"# A simulated drive

```fiord run --as jobs
[global]
ioengine=sim
size=64m
number_ios=400
rw=randread
bs=4k
sim_service=exponential
[fast]
sim_read_ns=100000
[slow]
stonewall
sim_read_ns=200000
```

The fast one is faster {? jobs: fast faster than slow by 1.5x} and reads {= jobs.fast.iops}.

```fiord study --as depth
name = "depth"
metric = "iops"

[job]
ioengine = "sim"
rw = "randread"
bs = "4k"
size = "64m"
number_ios = 2000
sim_service = "exponential"
sim_read_ns = 100000
sim_parallelism = 4

[factors]
iodepth = ["1", "2", "4", "8", "16"]

[stop]
repeats = 8
```

The rate grows with the depth {? depth: grows with iodepth}.
"#;

fn run(folder: &Path, args: &[&str]) -> Output {
    storing(folder, &[&["notebook"], args].concat()).output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn folder(notebook: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    std::fs::write(folder.path().join("drive.md"), notebook).unwrap();
    folder
}

fn written(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("drive.md")).unwrap()
}

/// The studies of the notebook as `fiord study list` has them.
fn studies(folder: &Path) -> Vec<String> {
    let listed = text(&storing(folder, &["study", "list"]).output().unwrap().stdout);
    listed
        .lines()
        .filter(|line| line.contains("drive/"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_time_that_the_shortest_runs_do_not_fit_is_called_too_short() {
    const PACED: &str = "```fiord study --as paced\nname = \"paced\"\nmetric = \"iops\"\n[job]\nioengine = \"psync\"\nrw = \"randread\"\nsize = \"1m\"\nrate_iops = 100\nruntime = \"5s\"\n[factors]\nbs = [\"4k\", \"8k\"]\n```\n";
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("paced.md"), PACED).unwrap();
    let args = ["notebook", "run", "paced.md", ".", "--time", "5s"];
    let mut child = storing(folder.path(), &args)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Six runs of 0.3 s in each of two cells, with 0.4 s between them.
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let said: Vec<String> = lines.map_while(Result::ok).take(2).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(
        said,
        [
            "fiord: 1 block to measure, about 8.4 s",
            "fiord: --time: 5 s is too short, so fiord uses the shortest runs of these blocks (8.4 s in all); use a longer time, or --only to select blocks",
        ]
    );
}

#[test]
fn a_notebook_is_measured_once_and_its_claims_are_checked() {
    let folder = folder(NOTEBOOK);
    let before = run(folder.path(), &["check", "drive.md"]);
    assert_eq!(code(&before), 3, "{}", text(&before.stderr));
    assert!(
        text(&before.stdout).contains("Block jobs is not measured"),
        "{}",
        text(&before.stdout)
    );
    let measured = run(folder.path(), &["run", "drive.md", "."]);
    assert_eq!(code(&measured), 0, "{}", text(&measured.stderr));
    let once = written(folder.path());
    assert!(
        once.contains("by 1.5x → ✓ ") && once.contains("{= jobs.fast.iops → "),
        "{once}"
    );
    assert!(
        once.contains("<!-- fiord depth -->") && once.contains("<!-- fiord claims -->"),
        "{once}"
    );
    let again = run(folder.path(), &["run", "drive.md", "."]);
    assert!(
        text(&again.stderr).contains("All blocks are measured."),
        "{}",
        text(&again.stderr)
    );
    assert_eq!(written(folder.path()), once);
    assert_eq!(code(&run(folder.path(), &["check", "drive.md"])), 0);
    let verified = run(folder.path(), &["check", "drive.md", "--verify"]);
    assert_eq!(code(&verified), 0, "{}", text(&verified.stdout));
}

#[test]
fn what_a_text_says_is_no_evidence() {
    let folder = folder(NOTEBOOK);
    assert_eq!(code(&run(folder.path(), &["run", "drive.md", "."])), 0);
    // Somebody changes the outcome, and adds a number of his own.
    let table = "\n| job | IOPS |\n|---|---|\n| fast | {= jobs.fast.iops} |\n| other | 12k IOPS |\n";
    let text_now = written(folder.path()).replace("✓ ", "✓ 9") + table;
    std::fs::write(folder.path().join("drive.md"), text_now).unwrap();
    assert_eq!(code(&run(folder.path(), &["check", "drive.md"])), 0);
    let verified = run(folder.path(), &["check", "drive.md", "--verify"]);
    let said = text(&verified.stdout);
    assert_eq!(code(&verified), 1, "{said}");
    assert!(
        said.contains("12k IOPS is not measured (typed by hand)"),
        "{said}"
    );
    assert!(said.contains("the text has ✓ 9"), "{said}");
}

#[test]
fn false_and_open_claims_have_their_exit_codes() {
    let claims = [
        ("jobs: slow faster than fast", 1),
        ("jobs: fast faster than slow by 3x", 1),
        ("jobs: fast at least 1k IOPS", 0),
        ("jobs: fast at most 1k IOPS", 1),
        ("depth: 16 reaches depth 16", 0),
        ("depth: 1 reaches depth 16", 1),
        ("depth: knee at 1", 1),
        ("depth: no effect of iodepth", 1),
        ("jobs: other valid", 3),
    ];
    let folder = folder(NOTEBOOK);
    assert_eq!(code(&run(folder.path(), &["run", "drive.md", "."])), 0);
    let measured = written(folder.path());
    for (claim, expected) in claims {
        std::fs::write(
            folder.path().join("drive.md"),
            format!("{measured}\n{{? {claim}}}\n"),
        )
        .unwrap();
        let checked = run(folder.path(), &["check", "drive.md"]);
        assert_eq!(code(&checked), expected, "{claim}: {}", text(&checked.stdout));
    }
    std::fs::write(folder.path().join("drive.md"), "{? the drive is fast}\n").unwrap();
    let mistaken = run(folder.path(), &["check", "drive.md"]);
    assert_eq!(code(&mistaken), 2);
    assert!(text(&mistaken.stderr).contains("line 1: `the drive is fast` is not a claim"));
}

#[test]
fn another_block_is_another_result() {
    let folder = folder(NOTEBOOK);
    assert_eq!(
        code(&run(folder.path(), &["run", "drive.md", ".", "--only", "jobs"])),
        0
    );
    let studies = studies(folder.path());
    assert!(
        studies.len() == 1 && studies[0].contains("drive/jobs"),
        "{studies:?}"
    );
    assert_eq!(code(&run(folder.path(), &["check", "drive.md"])), 3);
    let changed = written(folder.path()).replace("sim_read_ns=200000", "sim_read_ns=110000");
    std::fs::write(folder.path().join("drive.md"), changed).unwrap();
    assert_eq!(code(&run(folder.path(), &["run", "drive.md", ".", "--quick"])), 0);
    assert_eq!(code(&run(folder.path(), &["check", "drive.md"])), 1);
}

/// Killed in the middle of the first block and again later: nothing is lost, and nothing is measured twice.
#[test]
fn a_killed_notebook_goes_on() {
    let folder = folder(&NOTEBOOK.replace("number_ios=400", "number_ios=40000"));
    for lines in [3, 2] {
        let mut command = storing(folder.path(), &["notebook", "run", "drive.md", "."]);
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(child.stderr.take().unwrap()).lines();
        let seen: Vec<String> = said.take(lines).map(Result::unwrap).collect();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(seen.len(), lines, "{seen:?}");
        // The file is written at the end only.
        assert!(!written(folder.path()).contains("→"));
    }
    let measured = run(folder.path(), &["run", "drive.md", "."]);
    assert_eq!(code(&measured), 0, "{}", text(&measured.stderr));
    let rows = studies(folder.path());
    // Two cells and five cells, eight runs of each.
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert!(
        rows.iter().any(|row| row.contains(" 16 ")) && rows.iter().any(|row| row.contains(" 40 ")),
        "{rows:?}"
    );
}

#[test]
fn strangers_run_nothing_but_io() {
    for line in [
        "--name=a --rw=read --exec_prerun=touch\\ /tmp/fiord-notebook-was-here",
        "--name=a --rw=write --filename=/etc/hosts",
        "--name=a --rw=read --output=/tmp/x",
    ] {
        let folder = folder(&format!("```fiord run\n{line}\n```\n"));
        let refused = run(folder.path(), &["run", "drive.md", "."]);
        assert_eq!(code(&refused), 2, "{line}");
        assert!(
            text(&refused.stderr).contains("is not allowed: the jobs of a notebook do I/O only on PATH"),
            "{}",
            text(&refused.stderr)
        );
    }
    let folder = folder("```fiord import /etc/hosts\n```\n");
    let refused = run(folder.path(), &["run", "drive.md", "."]);
    assert_eq!(code(&refused), 2);
    assert!(
        text(&refused.stderr).contains("--allow-path"),
        "{}",
        text(&refused.stderr)
    );
    assert!(!Path::new("/tmp/fiord-notebook-was-here").exists());
}

#[test]
fn a_page_has_charts_and_leaves_the_file() {
    let folder = folder(&format!("{NOTEBOOK}\n<script>alert(1)</script>\n"));
    let output = run(folder.path(), &["run", "drive.md", ".", "--html", "page.html"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(
        page.contains("<svg") && page.contains("class=\"claim good\""),
        "{page}"
    );
    assert!(page.contains("&lt;script&gt;alert(1)"), "{page}");
    assert!(!written(folder.path()).contains("→"));
}

#[test]
fn notebooks_that_come_with_fiord_are_listed_and_printed() {
    let folder = tempfile::tempdir().unwrap();
    let listed = run(folder.path(), &["list"]);
    assert!(
        text(&listed.stdout).contains("micron-2210"),
        "{}",
        text(&listed.stdout)
    );
    let whole = text(&run(folder.path(), &["new", "micron-2210"]).stdout);
    let exercise = text(&run(folder.path(), &["new", "micron-2210", "--exercise"]).stdout);
    assert!(whole.contains("{? reads: read faster than randread}"), "{whole}");
    assert!(
        exercise.contains("```fiord study --as reads") && !exercise.contains("faster than"),
        "{exercise}"
    );
    let unknown = run(folder.path(), &["new", "other"]);
    assert_eq!(code(&unknown), 2);
}

/// The claims of the document in a language are those of the page, and it follows its schema.
#[test]
fn the_document_of_a_notebook_follows_its_schema() {
    let table = "\n| job | IOPS |\n|---|---|\n| fast | {= jobs.fast.iops} |\n| other | 12,000 |\n\nOther drives differ {? needs another drive}.\n";
    let folder = folder(&format!("{NOTEBOOK}{table}"));
    let measured = run(folder.path(), &["run", "drive.md", ".", "--json"]);
    assert_eq!(code(&measured), 0, "{}", text(&measured.stderr));
    let checked = run(folder.path(), &["--lang", "zh-CN", "check", "drive.md", "--json"]);
    assert_eq!(code(&checked), 3, "{}", text(&checked.stderr));
    assert_eq!(text(&checked.stdout), text(&measured.stdout));
    let document: Value = serde_json::from_slice(&checked.stdout).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    let notebook = &document["notebooks"][0];
    let counts = serde_json::json!({ "holds": 2, "undecided": 1, "contradicted": 0 });
    assert_eq!(notebook["counts"], counts);
    let claim = &notebook["claims"][0];
    assert_eq!(claim["mark"], "holds");
    assert_eq!(claim["runs"].as_array().unwrap().len(), 16);
    let shown = notebook["values"][0]["shown"].as_str().unwrap();
    assert_eq!(
        claim["sentence"],
        format!("The fast one is faster and reads {shown}.")
    );
    assert_eq!(notebook["claims"][2]["reason"], "Needs another drive.");
    assert_eq!(notebook["typed"][0]["number"], "12,000");
    assert_eq!(notebook["blocks"][1]["state"], "measured");
    // The table of conclusions has the same.
    let table = run(folder.path(), &["check", "drive.md", "--md"]);
    let said = text(&table.stdout);
    assert!(
        said.contains("| Other drives differ. | needs another drive | ~ undecided | Needs another drive. |"),
        "{said}"
    );
}

#[test]
fn a_file_that_is_missing_is_said_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    for (args, said) in [
        (
            &["check", "nothing.md"][..],
            "nothing.md: neither a file nor a notebook of fiord; use one of micron-2210",
        ),
        (
            &["check", "buying"],
            "buying: no such file; `fiord notebook run buying PATH` creates and measures this notebook",
        ),
        (
            &["run", "buying", "nowhere"],
            "nowhere: No such file or directory",
        ),
        (
            &["new"],
            "fiord notebook new: no terminal for the questions; use NAME, or --load and --vary",
        ),
        (&["from", "12"], "no store yet"),
    ] {
        let refused = run(folder.path(), args);
        let shown = text(&refused.stderr).replace("\n  ", " ");
        assert!(code(&refused) != 0 && shown.contains(said), "{args:?}: {shown}");
    }
}

/// A draft checks clean, runs again, and its stored runs count only where they ran what is in the block.
#[test]
fn a_draft_of_stored_results_is_never_contradicted() {
    let folder = folder(NOTEBOOK);
    assert_eq!(code(&run(folder.path(), &["run", "drive.md", "."])), 0);
    let job = [
        "run",
        "--name=one",
        "--ioengine=sim",
        "--size=16m",
        "--rw=randread",
        "--number_ios=200",
        "--exec_prerun=true",
        "--save=single",
    ];
    assert_eq!(code(&storing(folder.path(), &job).output().unwrap()), 0);
    let drafted = run(folder.path(), &["from", "study:1", "study:2", "single"]);
    let draft = text(&drafted.stdout);
    assert_eq!(code(&drafted), 0, "{}", text(&drafted.stderr));
    assert!(draft.contains("--stored study:2"), "{draft}");
    assert!(
        draft.contains("16 faster than 1}") && draft.contains("knee of iodepth at "),
        "{draft}"
    );
    assert!(!draft.contains("exec_prerun"), "{draft}");
    std::fs::write(folder.path().join("draft.md"), &draft).unwrap();
    let checked = run(folder.path(), &["check", "draft.md"]);
    let said = text(&checked.stdout);
    assert!(
        matches!(code(&checked), 0 | 3) && !said.contains("is not measured"),
        "{said}"
    );
    // Another load than that of the stored runs.
    let other = draft.replace("sim_read_ns = 100000", "sim_read_ns = 900000");
    assert_ne!(other, draft);
    std::fs::write(folder.path().join("draft.md"), &other).unwrap();
    let checked = run(folder.path(), &["check", "draft.md"]);
    assert!(
        text(&checked.stdout).contains("is not measured"),
        "{}",
        text(&checked.stdout)
    );
    std::fs::write(folder.path().join("draft.md"), &draft).unwrap();
    assert_eq!(code(&run(folder.path(), &["run", "draft.md", ".", "--quick"])), 0);
}

/// A recipe of checks is measured as a study, and its verdict is that of `fiord check`.
#[test]
fn checks_and_ladders_are_blocks() {
    let folder = folder(
        "```fiord check etcd --as log --need commits=900000000/s --quick\n```\n\nThe disk is measured {? log: valid}.\n",
    );
    let measured = run(folder.path(), &["run", "drive.md", "."]);
    assert_eq!(code(&measured), 0, "{}", text(&measured.stderr));
    let written = written(folder.path());
    // No disk commits that often.
    assert!(
        written.contains("<!-- fiord log -->") && written.contains("write.iops") && written.contains('✗'),
        "{written}"
    );
    let again = run(folder.path(), &["run", "drive.md", "."]);
    assert_eq!(code(&again), 0, "{}", text(&again.stderr));
    assert_eq!(self::written(folder.path()), written);
    let verified = run(folder.path(), &["check", "drive.md", "--verify"]);
    assert_eq!(code(&verified), 0, "{}", text(&verified.stdout));
    for (line, said) in [
        ("check /etc/passwd", "not a recipe of fiord"),
        ("check etcd --result x", "is not allowed here"),
        ("ladder --peer example.org", "is not allowed here"),
        ("ladder --repeat 1000", "is not allowed here"),
        ("compare a b", "`a`: no such block; use compare"),
        ("survey --hosts", "is not allowed here"),
        ("doctor --fix", "is not allowed here"),
        ("import -", "is not allowed here"),
    ] {
        std::fs::write(folder.path().join("drive.md"), format!("```fiord {line}\n```\n")).unwrap();
        let refused = run(folder.path(), &["run", "drive.md", "."]);
        let shown = text(&refused.stderr).replace("\n  ", " ");
        assert_eq!(code(&refused), 2, "{line}: {shown}");
        assert!(shown.contains(said), "{line}: {shown}");
    }
}

/// PATH alone does not consent: a block that writes to a device needs consent on the command line, also if the notebook names the device.
#[test]
fn a_device_is_written_with_consent_on_the_command_line_only() {
    let zram = or_skip!("zram", Zram::new(8));
    let device = zram.device();
    let found: Vec<u8> = (0..8 << 20).map(|at: u32| (at / 4096) as u8 | 1).collect();
    std::fs::write(&device, &found).unwrap();
    let words = device.to_str().unwrap();
    let block = "name = \"w\"\n\n[job]\nioengine = \"psync\"\nrw = \"write\"\nbs = \"4k\"\nsize = \"4m\"\ndirect = 1\n\n[stop]\nrepeats = 6\n";
    for inside in ["", "allow_destroy = 1\n", "allow-destroy = 1\n"] {
        let folder = folder(&format!("```fiord study --as w\n{inside}{block}```\n"));
        let refused = run(folder.path(), &["run", "drive.md", words]);
        let said = text(&refused.stderr);
        assert_eq!(code(&refused), 2, "{said}");
        assert_eq!(std::fs::read(&device).unwrap(), found, "{said}");
        if inside.is_empty() {
            let expected =
                format!("block w would overwrite {words}; to allow it, use --allow-destroy={words}");
            assert!(said.replace("\n  ", " ").contains(&expected), "{said}");
        }
    }
    let folder = folder(&format!("```fiord study --as w\n{block}```\n"));
    let other = ["run", "drive.md", words, "--allow-destroy=/dev/null"];
    let refused = run(folder.path(), &other);
    assert_eq!(code(&refused), 2, "{}", text(&refused.stdout));
    assert_eq!(std::fs::read(&device).unwrap(), found);
    let consent = format!("--allow-destroy={words}");
    let measured = run(folder.path(), &["run", "drive.md", words, &consent]);
    assert_eq!(code(&measured), 0, "{}", text(&measured.stderr));
    assert_ne!(std::fs::read(&device).unwrap(), found);
}

#[test]
fn a_block_that_is_not_there_is_said_with_the_nearest_one() {
    let folder = folder(NOTEBOOK);
    let refused = |name: &str| {
        let output = run(folder.path(), &["run", "drive.md", ".", "--only", name]);
        assert_eq!(code(&output), 2);
        text(&output.stderr)
    };
    assert!(refused("dept").contains("`dept`: no such block; use depth"));
    assert!(refused("unlike-all").contains("no such block; use jobs, depth"));
}

/// On paper nothing is shown by a pointer, and no script runs: each value has its interval and its runs in a note.
#[test]
fn a_page_for_paper_has_a_note_for_each_value() {
    let folder = folder(NOTEBOOK);
    let html = ["run", "drive.md", ".", "--html", "page.html", "--pdf-ready"];
    let output = run(folder.path(), &html);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(
        !page.contains("<script") && !page.contains("prefers-color-scheme"),
        "{page}"
    );
    assert!(page.contains("@page{size:A4"), "{page}");
    let notes = page.split("<ol class=\"claims\">").nth(1).unwrap();
    assert_eq!(notes.matches("<li ").count(), 3, "{notes}");
    let value = notes.split("<li ").nth(2).unwrap();
    assert!(
        value.contains("jobs.fast.iops") && value.contains("95 % CI"),
        "{value}"
    );
    assert!(page.contains("<sup>2</sup></span>"), "{page}");
    // Without --html no page is written.
    assert_eq!(
        code(&run(folder.path(), &["check", "drive.md", "--pdf-ready"])),
        2
    );
}

/// A link that leads out of the notebook's directory is followed before it is judged.
#[test]
fn links_lead_no_stranger_out_of_the_path() {
    let folder = folder("As ![old](import: inside.md) says.\n");
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(
        outside.path().join("secret.md"),
        "read: IOPS=1000, BW=4000KiB/s\n",
    )
    .unwrap();
    std::os::unix::fs::symlink(outside.path().join("secret.md"), folder.path().join("inside.md")).unwrap();
    let refused = run(folder.path(), &["run", "drive.md", "."]);
    assert_eq!(code(&refused), 2, "{}", text(&refused.stdout));
    let said = text(&refused.stderr);
    assert!(said.contains("--allow-path"), "{said}");
    let allowed = outside.path().to_str().unwrap();
    let imported = run(folder.path(), &["run", "drive.md", ".", "--allow-path", allowed]);
    assert_ne!(code(&imported), 2, "{}", text(&imported.stderr));
}

#[test]
fn a_notebook_begins_with_flags_instead_of_questions() {
    let folder = tempfile::tempdir().unwrap();
    let begun = run(
        folder.path(),
        &["new", "--load", "reads", "--vary", "depth", "-o", "own.md"],
    );
    assert_eq!(code(&begun), 0, "{}", text(&begun.stderr));
    let written = std::fs::read_to_string(folder.path().join("own.md")).unwrap();
    assert!(
        written.contains("{? reads: read faster than randread}")
            && written.contains("{? reads: grows with iodepth}"),
        "{written}"
    );
    let again = run(folder.path(), &["new", "--load", "reads", "-o", "own.md"]);
    assert!(code(&again) != 0 && text(&again.stderr).contains("use another file name"));
    assert_eq!(code(&run(folder.path(), &["check", "own.md"])), 3);
}
