//! 230 published commands (docs/studies.md has the links), judged as `explain` would on the machines of their authors, as far as they
//! tell: `tests/data/published-findings.txt`.
//!
//! Machines 1 to 3 have 4 GiB of memory and ext4 on a virtual disk (64 GiB, queue of 256); the server has 384 GiB and three kinds of disk.
//! The traps that the authors themselves name are asserted apart from the table.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use crate::reference;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use fiord_host::Machine;
use fiord_host::stack::Layer;
use fiord_job::invocation::Parsed;
use fiord_job::plan::{Amount, JobPlan};
use fiord_judge::case::Case;
use fiord_judge::case::job_view::cache_options;
use fiord_judge::correct::{self, Fixed};
use fiord_judge::{Finding, Severity, TrapId, When, judge};
use fiord_record::RunRecord;
use fiord_record::TargetFacts;
use reference::{CONTEXT, GIB, NVME, SATA, VIRTUAL, before, existing, ext4_on, machine, parse};

const COMMANDS: &str = include_str!("../../../job/tests/data/published-commands.txt");

pub(crate) fn commands() -> Vec<(&'static str, &'static str)> {
    COMMANDS
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once('\t').unwrap())
        .collect()
}

fn vm_1(path: &str) -> (TargetFacts, Layer) {
    let facts = match path {
        "testfile" => existing(2 * GIB + 600 * (1 << 20), 2 * GIB),
        other => panic!("{other}"),
    };
    (facts, ext4_on(&VIRTUAL))
}

fn vm_2(path: &str) -> (TargetFacts, Layer) {
    let facts = match path {
        "tfile" => existing(2 * GIB + 600 * (1 << 20), 2 * GIB),
        "rfile" => existing(900 << 20, 0),
        // No rm in this report: each write finds the file of the one before.
        "w.0.0" => existing(7 * GIB, GIB),
        other => panic!("{other}"),
    };
    (facts, ext4_on(&VIRTUAL))
}

fn vm_3(path: &str) -> (TargetFacts, Layer) {
    let facts = match path {
        "tfile" => existing(2 * GIB + 600 * (1 << 20), 2 * GIB),
        "total" => existing(24 * GIB, 0),
        "wfile" => existing(15 * GIB, 0),
        // `rm -f` comes before each of these commands.
        _ => TargetFacts::default(),
    };
    (facts, ext4_on(&VIRTUAL))
}

fn server(path: &str) -> (TargetFacts, Layer) {
    match path {
        "/data/fio.test" => (existing(16 * GIB, 0), ext4_on(&NVME)),
        "/var/lib/docker/fio.test" => (existing(2 * GIB, 0), ext4_on(&SATA)),
        "/home/admin/fio.test" => (existing(4 * GIB, 0), ext4_on(&VIRTUAL)),
        other => panic!("{other}"),
    }
}

fn world(reference: &str) -> (Machine, reference::Lookup) {
    match reference.split(':').next().unwrap() {
        "ssd-on-mac-vm-1" => (machine(4 * GIB), vm_1),
        "ssd-on-mac-vm-2" => (machine(4 * GIB), vm_2),
        "ssd-on-mac-vm-3" => (machine(4 * GIB), vm_3),
        "ssd-san-sas-comparison" => (machine(384 * GIB), server),
        other => panic!("{other}"),
    }
}

/// A command on the machine of its author, before it runs.
pub(crate) fn planned(reference: &str, parsed: &Parsed) -> RunRecord {
    let (machine, lookup) = world(reference);
    RunRecord::planned(parsed.plan.clone(), before(&parsed.plan, machine, lookup))
}

/// The command as a correction makes it.
fn fixed(reference: &str, parsed: &Parsed) -> Fixed {
    correct::fixed(&parsed.jobs, &CONTEXT, &planned(reference, parsed))
}

fn judged(reference: &str, parsed: &Parsed) -> Vec<Finding> {
    judge(When::Plan, &Case::of(&planned(reference, parsed)))
}

fn ids(found: &[Finding], severity: Severity) -> String {
    let ids: BTreeSet<&str> = found
        .iter()
        .filter(|finding| finding.severity == severity)
        .map(|finding| finding.trap().name())
        .collect();
    ids.into_iter().collect::<Vec<_>>().join(" ")
}

const HEAD: &str = "# Made by: FIORD_UPDATE=1 cargo test -p fiord-judge --test suite published_commands
# place\twrong\tcare\tnote\tcorrected (`a → b`, `+` added, `−` left out; `not:` what no option can correct)
";

fn table() -> String {
    let mut out = HEAD.to_owned();
    for (place, command) in commands() {
        let found = judged(place, &parse(command));
        let columns = [
            ids(&found, Severity::Wrong),
            ids(&found, Severity::Care),
            ids(&found, Severity::Note),
            corrected(place, command),
        ];
        let columns = columns.map(|text| if text.is_empty() { "-".to_owned() } else { text });
        let _ = writeln!(out, "{place}\t{}", columns.join("\t"));
    }
    out
}

/// What the correction changes, and what it leaves.
fn corrected(reference: &str, command: &str) -> String {
    let parsed = parse(command);
    let fixed = fixed(reference, &parsed);
    let changes: Vec<String> = fixed.changes[0]
        .iter()
        .map(|change| format!("`{change}`"))
        .collect();
    let left: BTreeSet<&str> = fixed.left.iter().map(|finding| finding.trap().name()).collect();
    let left: Vec<String> = left.into_iter().map(|rule| format!("not: {rule}")).collect();
    [changes, left].concat().join(", ")
}

#[test]
fn what_is_found_stays() {
    assert_eq!(commands().len(), 230);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/published-findings.txt");
    let made = table();
    if std::env::var_os("FIORD_UPDATE").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    let differing = stored
        .lines()
        .zip(made.lines())
        .find(|(stored, made)| stored != made);
    assert!(stored == made, "{} differs: {differing:#?}", path.display());
}

/// The commands of lines `from` to `to` of a report, those whose text has every word.
fn lines(report: &str, from: u32, to: u32, words: &[&str]) -> Vec<(&'static str, &'static str)> {
    let within = |reference: &str| {
        let (of, line) = reference.split_once(':').unwrap();
        of == report && (from..=to).contains(&line.parse().unwrap())
    };
    let found: Vec<_> = commands()
        .into_iter()
        .filter(|(reference, command)| within(reference) && words.iter().all(|word| command.contains(word)))
        .collect();
    assert!(!found.is_empty(), "{report}:{from}-{to} {words:?}");
    found
}

fn assert_named(commands: &[(&str, &str)], rule: &str, least: Severity) {
    for (reference, command) in commands {
        let found = judged(reference, &parse(command));
        assert!(
            found
                .iter()
                .any(|finding| finding.trap().name() == rule && finding.severity >= least),
            "{reference} {command}: no {rule}\n{found:#?}"
        );
    }
}

/// What the authors found out themselves, or what the reader of their reports must know.
#[test]
fn the_traps_of_reads_are_named() {
    use Severity::{Care, Wrong};
    let (vm1, vm2) = ("ssd-on-mac-vm-1", "ssd-on-mac-vm-2");
    // Cached reads: 2 GB/s.
    assert_named(&lines(vm1, 146, 146, &["invalidate=0"]), "cache-read", Wrong);
    assert_named(&lines(vm2, 148, 148, &["invalidate=0"]), "cache-read", Wrong);
    // Both runs draw the same numbers; the third report says so of the same command.
    assert_named(&lines(vm1, 146, 146, &[]), "cache-repeat", Wrong);
    assert_named(&lines(vm2, 148, 148, &[]), "cache-repeat", Wrong);
    // The loops over few megabytes with the same offsets each time.
    assert_named(&lines(vm2, 334, 334, &["io_size=50M"]), "cache-repeat", Care);
    // Small files: up to twice the throughput.
    assert_named(
        &lines(vm1, 134, 182, &["--size=", "direct=1"]),
        "small-file",
        Care,
    );
    assert_named(&lines(vm2, 180, 197, &[]), "small-file", Care);
    // Depth with a synchronous engine.
    assert_named(&lines(vm2, 229, 229, &["iodepth=16"]), "sync-iodepth", Wrong);
    // Many readers on one file.
    assert_named(&lines(vm2, 229, 234, &["numjobs=16"]), "same-file-readers", Care);
}

#[test]
fn the_traps_of_writes_and_of_the_last_report_are_named() {
    use Severity::{Care, Note, Wrong};
    let (vm2, vm3, san) = ("ssd-on-mac-vm-2", "ssd-on-mac-vm-3", "ssd-san-sas-comparison");
    // Buffered writes with a sync only at the end, smaller than twice the memory.
    assert_named(
        &lines(vm2, 257, 351, &["--rw=write", "fsync=0", "direct=0"]),
        "write-cached",
        Note,
    );
    // The run before left its file.
    assert_named(&lines(vm2, 257, 351, &["--rw=write"]), "stale-file", Care);
    assert_named(
        &lines(vm2, 307, 311, &["end_fsync=1", "direct=1"]),
        "fsync-direct",
        Note,
    );
    // io_size near or above size.
    assert_named(&lines(vm3, 425, 427, &["--size=1G"]), "overwrite-same", Care);
    assert_named(&lines(vm3, 426, 427, &["--size=1G"]), "overwrite-same", Wrong);
    // The misleading table: all threads write one file.
    assert_named(
        &lines(vm3, 454, 464, &["--filename=wfile"]),
        "same-file-writers",
        Wrong,
    );
    // More asked for than the queue holds.
    assert_named(
        &lines(vm3, 276, 293, &["iodepth=32", "numjobs=32"]),
        "depth-not-reached",
        Note,
    );
    // A mix that is none, and a table of two configurations.
    assert_named(&lines(san, 260, 260, &["rwmixread=70"]), "ignored-option", Care);
    assert_named(
        &lines(san, 346, 756, &["-direct=", "-buffered="]),
        "direct-buffered",
        Note,
    );
    assert_named(
        &lines(san, 393, 457, &["-direct=0 -buffered=0"]),
        "direct-buffered",
        Wrong,
    );
    assert_named(
        &lines(san, 550, 614, &["-direct=1 -buffered=1"]),
        "aio-buffered",
        Wrong,
    );
    assert_named(
        &lines(san, 709, 709, &["-direct=0 -buffered=1"]),
        "aio-buffered",
        Wrong,
    );
    assert_named(
        &lines(san, 550, 614, &["-direct=1 -buffered=1"]),
        "write-cached",
        Wrong,
    );
    assert_named(
        &lines(san, 457, 504, &["direct", "buffered=0"]),
        "ends-early",
        Care,
    );
}

/// The authors' own corrections do not hold the trap that they correct.
#[test]
fn the_authors_corrections_are_clean_of_it() {
    let clean = |commands: &[(&str, &str)], rule: &str| {
        for (reference, command) in commands {
            let found = judged(reference, &parse(command));
            assert!(
                found.iter().all(|finding| finding.trap().name() != rule),
                "{reference} {command}: {rule}\n{found:#?}"
            );
        }
    };
    let vm3 = "ssd-on-mac-vm-3";
    clean(&lines(vm3, 474, 519, &["numjobs="]), "same-file-writers");
    clean(&lines(vm3, 227, 293, &["randrepeat=0"]), "cache-repeat");
    clean(&lines(vm3, 227, 293, &["--filename=total"]), "small-file");
    clean(
        &lines(vm3, 354, 519, &["--name=w", "fsync"])
            .into_iter()
            .filter(|(_, command)| !command.contains("filename"))
            .collect::<Vec<_>>(),
        "stale-file",
    );
    clean(&lines(vm3, 408, 424, &["randwrite"]), "overwrite-same");
}

/// What options cannot correct here: the files that are read are small, and buffered writes of a given amount are as many as they
/// are; to hide their percentiles would correct nothing.
const BEYOND_OPTIONS: &[&str] = &["small-file", "few-samples"];

/// Every corrected command is one that our parser takes, explained again it walks into nothing that an option could take away,
/// and correcting it again changes nothing.
#[test]
fn corrected_commands_walk_into_no_trap() {
    for (reference, command) in commands() {
        let parsed = parse(command);
        let once = fixed(reference, &parsed);
        let line = correct::command_line("fio", &[], &once.jobs);
        let again = parse(&line);
        assert_eq!(again.plan.jobs.len(), parsed.plan.jobs.len());
        let found = judged(reference, &again);
        // What asks for the page cache gets it.
        let asks = !cache_options(&parsed.plan.jobs[0]).is_empty();
        let stays = |trap: TrapId| {
            BEYOND_OPTIONS.contains(&trap.name())
                || asks && matches!(trap, TrapId::CacheRead | TrapId::WriteCached)
        };
        for left in [&once.left, &found] {
            let left: Vec<&Finding> = left
                .iter()
                .filter(|finding| finding.severity >= Severity::Care && !stays(finding.trap()))
                .collect();
            assert!(left.is_empty(), "{reference} {command}\n{line}\n{left:#?}");
        }
        let twice = fixed(reference, &again);
        assert_eq!(
            twice.changes,
            [Vec::<String>::new()],
            "{reference} {command}: the correction is not settled"
        );
        assert_eq!(
            correct::command_line("fio", &[], &twice.jobs),
            line,
            "{reference} {command}"
        );
    }
}

/// No correction makes less of what was asked for: no smaller file, no fewer bytes for the write tests.
#[test]
fn corrections_do_not_shrink_a_job_that_has_room() {
    for (reference, command) in lines("ssd-on-mac-vm-3", 354, 427, &["--rw="]) {
        let parsed = parse(command);
        let fixed = fixed(reference, &parsed);
        let bytes = |job: &JobPlan| match job.access.size {
            Some(Amount::Bytes(bytes)) => bytes,
            _ => panic!("{command}"),
        };
        let (old, new) = (&parsed.plan.jobs[0], &fixed.plan.jobs[0]);
        assert!(bytes(new) >= bytes(old), "{command}: {:?}", fixed.changes);
    }
}

/// The installed fio takes all corrected commands; they are one invocation of 230 jobs to it.
#[test]
fn fio_takes_every_corrected_command() {
    if !fiord_testbed::fio() {
        return;
    }
    let mut jobs = Vec::new();
    for (reference, command) in commands() {
        let parsed = parse(command);
        jobs.extend(fixed(reference, &parsed).jobs);
    }
    let folder = tempfile::tempdir().unwrap();
    let script = correct::command_line("fio --parse-only", &[], &jobs);
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
