//! The 230 commands of the seed reports, judged as `explain` would on the machines of their authors: `docs/seed-traps.md`.
//!
//! The table is kept equal by this test, and the traps that the authors themselves name are asserted apart from it.
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
use fiord_judge::{Finding, Severity, TrapId, When, correct, judge};
use fiord_record::RunRecord;
use fiord_record::TargetFacts;
use reference::{CONTEXT, GIB, NVME, SATA, VIRTUAL, before, existing, ext4_on, machine, parse};

const COMMANDS: &str = include_str!("../../../job/tests/data/seed-commands.txt");

pub(crate) fn seeds() -> Vec<(&'static str, &'static str)> {
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
        // `rm -f` stands before each of these commands.
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

fn judged(reference: &str, parsed: &Parsed) -> Vec<Finding> {
    let (machine, lookup) = world(reference);
    let facts = before(&parsed.plan, machine, lookup);
    let record = RunRecord::planned(parsed.plan.clone(), facts);
    let case = Case::of(&record);
    judge(When::Plan, &case)
}

fn ids(found: &[Finding], severity: Severity) -> String {
    let ids: BTreeSet<&str> = found
        .iter()
        .filter(|finding| finding.severity == severity)
        .map(|finding| finding.trap().name())
        .collect();
    ids.into_iter().collect::<Vec<_>>().join(" ")
}

const HEAD: &str = "<!-- Made by: FIORD_UPDATE=1 cargo test -p fiord-judge --test suite seed_traps -->

# The seed commands and their traps

What `fiord explain` finds in the 230 fio commands of the seed reports before anything runs, on the machines of their authors as far
as the reports tell. `docs/traps.md` says what each trap is.

- ssd-on-mac-vm-1, -2, -3: 4 GiB of memory, ext4 on a virtual disk (64 GiB, queue of 256). Report 1: `testfile` 2.6 GiB, 2 GiB of it
  in memory. Report 2: `tfile` likewise, `rfile` 900 MiB, `w.0.0` left over from the run before. Report 3: `total` 24 GiB, `wfile`
  15 GiB; every other file removed before each run.
- ssd-san-sas-comparison: 384 GiB of memory; `/data` on NVMe (2 TiB), `/var/lib/docker` on a SATA disk (240 GiB), `/home/admin` on a
  virtual disk; the test files are there already.

What the authors say themselves, and where it stands below:

| they write | trap | lines |
|---|---|---|
| after warming up, invalidate=0 gives 2 GB/s instead of 15 MB/s | cache-read | vm-1 146, vm-2 148 |
| it only works because both runs draw the same numbers; randrepeat=0 ends it | cache-repeat | vm-1 146, vm-2 148, 334 |
| small files give up to twice the throughput | small-file | vm-1 134–207, vm-2 126–234 |
| 10 s, 5 min, some minutes at least | short-run | vm-1, vm-2, vm-3 |
| size must be far above the page cache; end_fsync=1 at the end | write-cached | vm-2 257–351, vm-3 354–427 |
| with direct=1 the fsync options need not mean anything | fsync-direct | vm-2 307–311, vm-3 451–519 |
| `rm -f` before each write test (in report 3; not yet in 2) | stale-file | vm-2 257–351, vm-3 451–464 |
| randwrite with io_size near or above size is distorted | overwrite-same | vm-3 425–427 |
| the misleading test: all threads write one file, 2.3 GB/s | same-file-writers | vm-3 454–464 |
| \"direct and buffered seem strange\": four columns, two settings | direct-buffered | san-sas 346–756 |

What they do not say: sixteen readers with iodepth=16 on a synchronous engine (vm-2 229: sync-iodepth), rwmixread=70 with randwrite
(san-sas 260: ignored-option), buffered native AIO that is never synced (san-sas 550, 614, 709: aio-buffered, write-cached), 2 GiB
that are done before the 60 s are over (san-sas 457, 504: ends-early), 1,024 I/Os for a queue of 256 (vm-3: depth-not-reached).

`wrong`: the number is not what it seems. `care`: it needs this said with it. `note`: good to know. `corrected`: what `fiord explain --fix`
changes (`a → b`, `+` added, `−` left out), and what no option can change: a file that is there and small (`not: small-file`).

";

fn table() -> String {
    let mut out = HEAD.to_owned();
    let mut last = "";
    for (reference, command) in seeds() {
        let report = reference.split(':').next().unwrap();
        if report != last {
            let _ = write!(
                out,
                "{}## {report}\n\n| line | command | wrong | care | note | corrected |\n|---|---|---|---|---|---|\n",
                if last.is_empty() { "" } else { "\n" }
            );
            last = report;
        }
        let found = judged(reference, &parse(command));
        let corrected = corrected(reference, command);
        let line = reference.rsplit(':').next().unwrap();
        let short = command.split_whitespace().skip(1).collect::<Vec<_>>().join(" ");
        let _ = writeln!(
            out,
            "| {line} | `{short}` | {} | {} | {} | {corrected} |",
            ids(&found, Severity::Wrong),
            ids(&found, Severity::Care),
            ids(&found, Severity::Note)
        );
    }
    out
}

/// What the correction changes, and what it leaves.
fn corrected(reference: &str, command: &str) -> String {
    let parsed = parse(command);
    let (machine, lookup) = world(reference);
    let facts = before(&parsed.plan, machine, lookup);
    let fixed = correct::fixed(
        &parsed.jobs,
        &CONTEXT,
        &RunRecord::planned(parsed.plan.clone(), facts.clone()),
    );
    let changes: Vec<String> = fixed.changes[0]
        .iter()
        .map(|change| format!("`{change}`"))
        .collect();
    let left: BTreeSet<&str> = fixed.left.iter().map(|finding| finding.trap().name()).collect();
    let left: Vec<String> = left.into_iter().map(|rule| format!("not: {rule}")).collect();
    [changes, left].concat().join(", ")
}

#[test]
fn the_table_says_what_is_found() {
    assert_eq!(seeds().len(), 230);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/seed-traps.md");
    let made = table();
    if std::env::var_os("FIORD_UPDATE").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    let pairs = stored
        .lines()
        .zip(made.lines())
        .find(|(stored, made)| stored != made);
    assert!(
        stored == made,
        "docs/seed-traps.md differs: {pairs:#?}; run FIORD_UPDATE=1 cargo test -p fiord-judge --test suite seed_traps"
    );
}

/// The commands of lines `from` to `to` of a report, those whose text has every word.
fn lines(report: &str, from: u32, to: u32, words: &[&str]) -> Vec<(&'static str, &'static str)> {
    let within = |reference: &str| {
        let (of, line) = reference.split_once(':').unwrap();
        of == report && (from..=to).contains(&line.parse().unwrap())
    };
    let found: Vec<_> = seeds()
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
    // The replay behind it, named in S3 for the same command.
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
    // S4: a mix that is none, and a table of two configurations.
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

/// What options cannot correct in the seeds: the files that are read are small, and buffered writes of a given amount are as many as they
/// are; to hide their percentiles would correct nothing.
const BEYOND_OPTIONS: &[&str] = &["small-file", "few-samples"];

/// Every corrected command is one that our parser takes, explained again it walks into nothing that an option could take away,
/// and correcting it again changes nothing.
#[test]
fn corrected_commands_walk_into_no_trap() {
    for (reference, command) in seeds() {
        let parsed = parse(command);
        let (machine, lookup) = world(reference);
        let facts = before(&parsed.plan, machine, lookup);
        let fixed = correct::fixed(
            &parsed.jobs,
            &CONTEXT,
            &RunRecord::planned(parsed.plan.clone(), facts.clone()),
        );
        let line = correct::command_line("fio", &[], &fixed.jobs);
        let again = parse(&line);
        assert_eq!(again.plan.jobs.len(), parsed.plan.jobs.len());
        let found = judged(reference, &again);
        // What asks for the page cache gets it.
        let asks = !cache_options(&parsed.plan.jobs[0]).is_empty();
        let stays = |trap: TrapId| {
            BEYOND_OPTIONS.contains(&trap.name())
                || asks && matches!(trap, TrapId::CacheRead | TrapId::WriteCached)
        };
        for left in [&fixed.left, &found] {
            let left: Vec<&Finding> = left
                .iter()
                .filter(|finding| finding.severity >= Severity::Care && !stays(finding.trap()))
                .collect();
            assert!(left.is_empty(), "{reference} {command}\n{line}\n{left:#?}");
        }
        let (machine, lookup) = world(reference);
        let facts = before(&again.plan, machine, lookup);
        let twice = correct::fixed(
            &again.jobs,
            &CONTEXT,
            &RunRecord::planned(parsed.plan.clone(), facts.clone()),
        );
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
        let (machine, lookup) = world(reference);
        let facts = before(&parsed.plan, machine, lookup);
        let fixed = correct::fixed(
            &parsed.jobs,
            &CONTEXT,
            &RunRecord::planned(parsed.plan.clone(), facts.clone()),
        );
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
    for (reference, command) in seeds() {
        let parsed = parse(command);
        let (machine, lookup) = world(reference);
        let facts = before(&parsed.plan, machine, lookup);
        jobs.extend(
            correct::fixed(
                &parsed.jobs,
                &CONTEXT,
                &RunRecord::planned(parsed.plan.clone(), facts.clone()),
            )
            .jobs,
        );
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
