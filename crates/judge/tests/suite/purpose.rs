//! Corrections keep the purpose: what they may change, in all published commands, and what they never do.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_messages::Lang;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use fiord_job::invocation::Parsed;
use fiord_job::plan::{Amount, Ddir, JobPlan};
use fiord_job::raw::RawJob;
use fiord_judge::case::Case;
use fiord_judge::case::job_view::{JobView, cache_options, is_whole_pass};
use fiord_judge::case::planned::{is_about_syncs, issues};
use fiord_judge::correct::{Fixed, command_line, fixed};
use fiord_judge::words::describe::describe;
use fiord_judge::{Finding, Severity, TrapId, When, judge};
use fiord_record::RunRecord;

use crate::reference::{CONTEXT, before, parse, workshop, workshop_target};
use crate::{published_commands, vendors};

use TrapId::*;

/// What a correction may set or remove, and the traps of the job that are a reason for it; none: a trap that an earlier correction
/// uncovers (`direct=1` makes a file too small) is one too.
const MAY_CHANGE: &[(&str, &[TrapId])] = &[
    ("ioengine", &[SyncIodepth, AioBuffered, LateGenerator]),
    ("iodepth", &[SyncIodepth, LateGenerator]),
    (
        "direct",
        &[
            CacheRead,
            AioBuffered,
            DirectBuffered,
            SyncIodepth,
            LateGenerator,
            OverwriteSame,
        ],
    ),
    ("buffered", &[DirectBuffered, IgnoredOption]),
    ("filename", &[SameFileWriters]),
    ("directory", &[SameFileWriters]),
    ("offset_increment", &[SameFileWriters, SameFileReaders]),
    ("overwrite", &[StaleFile]),
    ("gtod_reduce", &[GtodReduce]),
    ("iodepth_batch_complete_min", &[Batches]),
    ("bs", &[UnalignedDirect, UnitMisread]),
    ("randrepeat", &[]),
    ("end_fsync", &[]),
    ("fsync_on_close", &[]),
    ("size", &[]),
    ("io_size", &[]),
    ("loops", &[]),
    ("number_ios", &[]),
    ("runtime", &[]),
    ("time_based", &[]),
    ("zero_buffers", &[]),
    ("refill_buffers", &[]),
    ("scramble_buffers", &[]),
    ("buffer_pattern", &[]),
];

/// Bytes beyond which a log is a test of throughput.
const LARGEST_LOG: u64 = 1 << 30;

/// One command, judged and corrected.
struct Corrected {
    from: String,
    parsed: Parsed,
    record: RunRecord,
    found: Vec<Finding>,
    fixed: Fixed,
}

impl Corrected {
    fn of(from: String, parsed: Parsed, record: RunRecord) -> Self {
        Self {
            from,
            found: judge(When::Plan, &Case::of(&record)),
            fixed: fixed(&parsed.jobs, &CONTEXT, &record),
            parsed,
            record,
        }
    }

    fn line(&self) -> String {
        command_line("fio", &self.parsed.cli_given, &self.fixed.jobs)
    }

    fn has(&self, traps: &[TrapId], job: usize) -> bool {
        let of_job = |finding: &&Finding| finding.jobs().any(|one| one == job);
        let mut found = self.found.iter().filter(of_job);
        found.any(|finding| traps.contains(&finding.trap()))
    }

    /// Whether a finding is about this option by its name.
    fn names(&self, option: &str, job: usize) -> bool {
        let of_job = |finding: &&Finding| finding.jobs().any(|one| one == job);
        let said = |finding: &Finding| {
            matches!(finding.trap(), IgnoredOption | UnitMisread | ZeroData)
                && finding.saw(Lang::En).contains(option)
        };
        self.found.iter().filter(of_job).any(said)
    }
}

fn vendor(from: &str, command: &str) -> Corrected {
    let parsed = parse(command);
    let facts = before(&parsed.plan, workshop(), workshop_target);
    let record = RunRecord::planned(parsed.plan.clone(), facts);
    Corrected::of(from.to_owned(), parsed, record)
}

fn all() -> Vec<Corrected> {
    let published = published_commands::commands()
        .into_iter()
        .map(|(reference, command)| {
            let parsed = parse(command);
            let record = published_commands::planned(reference, &parsed);
            Corrected::of(format!("{reference} {command}"), parsed, record)
        });
    published
        .chain(vendors::all().map(|(from, command)| vendor(from, command)))
        .collect()
}

fn last(job: &RawJob, name: &str) -> Option<String> {
    let mut options = job.globals.iter().chain(&job.own).rev();
    let found = options.find(|option| option.spec.name == name)?;
    Some(found.value.clone().unwrap_or_default())
}

fn changed(old: &RawJob, new: &RawJob) -> BTreeSet<&'static str> {
    let names = old.globals.iter().chain(&old.own).chain(&new.own);
    names
        .map(|option| option.spec.name)
        .filter(|name| last(old, name) != last(new, name))
        .collect()
}

fn bytes(amount: Option<Amount>) -> Option<u64> {
    match amount {
        Some(Amount::Bytes(bytes)) => Some(bytes),
        _ => None,
    }
}

#[test]
fn corrections_change_only_what_a_trap_is_about() {
    let all = all();
    assert_eq!(all.len(), 230 + 35);
    for one in &all {
        let jobs = one.parsed.jobs.iter().zip(&one.fixed.jobs);
        for (job, (old, new)) in jobs.enumerate() {
            for name in changed(old, new) {
                let reason = MAY_CHANGE.iter().find(|(known, _)| *known == name);
                let is_allowed = match reason {
                    Some((_, [])) => true,
                    Some((_, traps)) => one.has(traps, job),
                    None => false,
                };
                assert!(
                    is_allowed || one.names(name, job),
                    "{}: {name}\n{}\n{:#?}",
                    one.from,
                    one.line(),
                    one.found
                );
            }
        }
    }
}

#[test]
fn corrections_leave_a_job_what_it_is_for() {
    for one in &all() {
        let plans = one.parsed.plan.jobs.iter().zip(&one.fixed.plan.jobs);
        for (job, (old, new)) in plans.enumerate() {
            let place = format!("{}\n{}", one.from, one.line());
            same_work(old, new, &place);
            let case = Case::of(&one.record);
            let view = JobView::at(&case, job).unwrap();
            asked_stays(&view, new, &place);
            if is_about_syncs(old) {
                log_stays(old, new, &place);
            }
            if is_whole_pass(&view) {
                let amount = |job: &JobPlan| (job.access.size, job.access.io_size, job.control.loops);
                assert_eq!(amount(old), amount(new), "a pass stays a pass: {place}");
                assert_eq!(
                    (new.control.runtime_us, new.control.time_based),
                    (0, false),
                    "{place}"
                );
            }
            let may_shrink = one.has(&[SameFileWriters, SameFileReaders, NoRoom], job);
            if let (Some(old), Some(new), false) =
                (bytes(old.access.size), bytes(new.access.size), may_shrink)
            {
                assert!(new >= old, "smaller: {place}");
            }
            if old.control.runtime_us > 0 && new.control.runtime_us > 0 {
                assert!(
                    new.control.runtime_us >= old.control.runtime_us,
                    "shorter: {place}"
                );
            }
        }
    }
}

fn same_work(old: &JobPlan, new: &JobPlan, place: &str) {
    assert_eq!(old.access.mode, new.access.mode, "{place}");
    assert_eq!(old.numjobs, new.numjobs, "{place}");
    assert_eq!(old.name, new.name, "{place}");
    let shown = |job: &JobPlan| {
        let report = &job.report;
        [
            report.clat_percentiles,
            report.lat_percentiles,
            report.slat_percentiles,
        ]
    };
    let hidden = shown(old)
        .into_iter()
        .zip(shown(new))
        .any(|(old, new)| old && !new);
    assert!(!hidden, "percentiles stay: {place}");
    assert_eq!(old.report.percentiles, new.report.percentiles, "{place}");
    let synced = |job: &JobPlan| {
        let how = &job.durability;
        (how.fsync_every, how.fdatasync_every, how.open_sync)
    };
    // Of a job that only reads they have no effect.
    if issues(old, Ddir::Write) {
        assert_eq!(synced(old), synced(new), "syncs stay: {place}");
    }
    // Native AIO has none for buffered I/O.
    let had_none = old.engine.kind.is_synchronous() || !old.durability.direct;
    let has_one = !new.engine.kind.is_synchronous();
    assert!(
        old.engine.kind == new.engine.kind || had_none && has_one,
        "a queue stays a queue: {place}"
    );
    assert_eq!(
        old.pace.rate_iops, new.pace.rate_iops,
        "a rate stays a rate: {place}"
    );
}

/// What a job asks for by name is what it is for, however its number may mislead.
fn asked_stays(view: &JobView<'_>, new: &JobPlan, place: &str) {
    let old = view.job;
    if !cache_options(old).is_empty() {
        assert!(!new.durability.direct, "the page cache was asked for: {place}");
        let memory = |job: &JobPlan| (job.files.invalidate, job.files.pre_read);
        assert_eq!(memory(old), memory(new), "{place}");
    }
    if view.given("end_fsync") == Some("0") {
        assert!(!new.durability.end_fsync, "{place}");
    }
}

fn log_stays(old: &JobPlan, new: &JobPlan, place: &str) {
    assert_eq!(old.engine.kind, new.engine.kind, "{place}");
    assert_eq!(old.control.time_based, new.control.time_based, "{place}");
    assert_eq!(old.durability.direct, new.durability.direct, "{place}");
    // On a device it has a part of it.
    let (Some(size), false) = (
        bytes(old.access.size),
        old.files.filenames.iter().any(|name| name.starts_with("/dev/")),
    ) else {
        return;
    };
    let allowed = size.max(LARGEST_LOG / u64::from(old.numjobs.max(1)));
    assert!(
        bytes(new.access.size).unwrap_or(0) <= allowed,
        "a log stays small: {place}"
    );
}

/// Readers and writers of parts of one file keep their parts when those grow.
#[test]
fn a_larger_target_keeps_the_parts_apart() {
    for command in [
        "fio --name=t --filename=fresh --size=400M --rw=randread --direct=1 --bs=4k --numjobs=4",
        "fio --name=t --filename=fresh --size=100M --rw=write --direct=1 --bs=1m --numjobs=4 --offset_increment=100M",
    ] {
        let one = vendor("parts", command);
        let access = &one.fixed.plan.jobs[0].access;
        let (Some(size), step) = (bytes(access.size), access.offset_increment) else {
            panic!("{}", one.line());
        };
        assert!(size > 100 << 20, "{}", one.line());
        assert_eq!(step, Amount::Bytes(size), "{}", one.line());
    }
}

/// Options that a user typed, what the corrected command must have, and what it must not have.
const ASKED: &[(&str, &[&str], &[&str])] = &[
    (
        "--filename=warm --rw=randread --bs=4k --size=200M --runtime=60 --time_based --direct=0",
        &["--direct=0"],
        &["--direct=1"],
    ),
    (
        "--filename=warm --rw=randread --bs=4k --size=200M --invalidate=0",
        &["--invalidate=0", "--size=200M"],
        &["--direct=1"],
    ),
    (
        "--filename=warm --rw=read --bs=4k --pre_read=1",
        &["--pre_read=1"],
        &["--direct=1"],
    ),
    (
        "--filename=warm --rw=randread --bs=4k --ioengine=libaio --iodepth=32 --buffered=1",
        &["--buffered=1", "--ioengine=io_uring", "--iodepth=32"],
        &["--direct=1"],
    ),
    (
        "--filename=fresh --rw=write --bs=1m --size=1G --end_fsync=0",
        &["--end_fsync=0"],
        &["--end_fsync=1"],
    ),
    (
        "--filename=warm --rw=randread --bs=4k --direct=1 --rate_iops=1000 --ioengine=psync",
        &["--ioengine=psync"],
        &["--iodepth"],
    ),
    (
        "--filename=warm --rw=randread --bs=4k --direct=1 --rate_iops=1000 --ioengine=libaio --iodepth=1",
        &["--iodepth=1"],
        &[],
    ),
    // What was not asked for is corrected, and so is what cannot be meant.
    (
        "--filename=warm --rw=randread --bs=4k --size=200M --norandommap --runtime=60 --time_based",
        &["--direct=1"],
        &[],
    ),
    (
        "--filename=warm --rw=randread --bs=4k --direct=1 --buffered=1",
        &["--direct=1"],
        &["--buffered"],
    ),
    (
        "--filename=warm --rw=randread --bs=4k --direct=0 --buffered=0",
        &["--direct=1"],
        &["--buffered"],
    ),
];

#[test]
fn what_was_asked_for_stays_and_what_it_measures_is_said() {
    for (options, kept, gone) in ASKED {
        let one = vendor("asked", &format!("fio --name=j {options}"));
        let line = one.line();
        let words: Vec<&str> = line.split(' ').collect();
        assert!(kept.iter().all(|word| words.contains(word)), "{options}\n{line}");
        let has = |start: &&str| words.iter().any(|word| word.starts_with(start));
        assert!(!gone.iter().any(has), "{options}\n{line}");
        let sentences = describe(&Case::of(&one.record), 0, Lang::En)
            .unwrap()
            .sentences
            .join(" ");
        let asks = !cache_options(&one.record.plan.jobs[0]).is_empty();
        assert_eq!(asks, gone.contains(&"--direct=1"), "{options}");
        assert_eq!(asks, sentences.contains("for the page cache"), "{sentences}");
    }
}

/// How a published command is reported stays as it was given: reports are read by programs.
#[test]
fn options_of_the_whole_stay() {
    for (from, command) in vendors::all() {
        let line = vendor(from, command).line();
        for word in [
            "--readonly",
            "--minimal",
            "--output-format=json",
            "--idle-prof=percpu",
            "--eta-newline=1",
        ] {
            assert_eq!(
                command.contains(word),
                line.contains(word),
                "{from}: {word}: {line}"
            );
        }
    }
}

/// All corrections of published commands, to be read: `tests/data/vendor-corrected.txt`.
#[test]
fn what_is_made_of_published_commands_is_as_it_was_read() {
    let mut made = String::new();
    for (from, command) in vendors::all() {
        let one = vendor(from, command);
        let found = |severity: Severity| -> Vec<&str> {
            let of = one.found.iter().filter(|finding| finding.severity == severity);
            let names: BTreeSet<&str> = of.map(|finding| finding.trap().name()).collect();
            names.into_iter().collect()
        };
        let left: BTreeSet<&str> = one
            .fixed
            .left
            .iter()
            .map(|finding| finding.trap().name())
            .collect();
        let left: Vec<&str> = left.into_iter().collect();
        let _ = writeln!(
            made,
            "# {from}\n{command}\nwrong: {}\ncare:  {}\nnote:  {}\n{}\nleft:  {}\n",
            found(Severity::Wrong).join(" "),
            found(Severity::Care).join(" "),
            found(Severity::Note).join(" "),
            one.line(),
            left.join(" ")
        );
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/vendor-corrected.txt");
    if std::env::var_os("FIORD_UPDATE").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = stored
        .lines()
        .zip(made.lines())
        .find(|(stored, made)| stored != made);
    assert!(
        stored == made,
        "vendor-corrected.txt differs: {differs:#?}; run FIORD_UPDATE=1 cargo test -p fiord-judge --test suite purpose and read it"
    );
}
