//! Each rule of the plan finds its own worked example, passes a clean case, and its trap is gone from the corrected command.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::reference;
use fiord_messages::Lang;

use fiord_judge::case::Case;
use fiord_judge::correct::{self, fixed};
use fiord_judge::trap::Text;
use fiord_judge::{Finding, Severity, TrapId, When, judge};
use fiord_record::RunRecord;
use fiord_record::claims::{Claim, ClaimedRate, DriveState, RatedWrites, SpecSheet, Workload};
use reference::{CONTEXT, before, judged, parse, workshop, workshop_target};

/// As the rule needs it: one of them needs a data sheet.
fn judged_for(rule: &str, command: &str) -> Vec<Finding> {
    judged_with((rule == "spec-gap").then(sheet), command)
}

/// A data sheet with one claim: 2,200 MB/s for sequential reads of 128 KiB at queue depth 32, sustained.
pub(crate) fn sheet() -> SpecSheet {
    let claim = Claim {
        workload: Workload::Read,
        block_bytes: Some(128 << 10),
        iodepth: Some(32),
        numjobs: 1,
        rate: ClaimedRate::Bandwidth(2.2e9),
        state: DriveState::Sustained,
        note: None,
    };
    SpecSheet {
        device: "a drive".to_owned(),
        source: "its product brief".to_owned(),
        writes: RatedWrites::default(),
        claims: vec![claim],
    }
}

/// A command in the workshop, with the data sheet that one trap needs.
pub(crate) fn planned(trap: &str, command: &str) -> RunRecord {
    planned_with((trap == "spec-gap").then(sheet), command)
}

fn planned_with(spec_sheet: Option<SpecSheet>, command: &str) -> RunRecord {
    let parsed = parse(command);
    let facts = before(&parsed.plan, workshop(), workshop_target);
    let mut record = RunRecord::planned(parsed.plan.clone(), facts);
    record.context.data_sheet = spec_sheet;
    record
}

fn judged_with(spec_sheet: Option<SpecSheet>, command: &str) -> Vec<Finding> {
    judge(When::Plan, &Case::of(&planned_with(spec_sheet, command)))
}

fn corrected(command: &str) -> String {
    let parsed = parse(command);
    let facts = before(&parsed.plan, workshop(), workshop_target);
    correct::command_line(
        "fio",
        &[],
        &fixed(
            &parsed.jobs,
            &CONTEXT,
            &RunRecord::planned(parsed.plan.clone(), facts.clone()),
        )
        .jobs,
    )
}

/// Every trap that is judged from the plan, with its texts.
fn planned_traps() -> impl Iterator<Item = (TrapId, Text)> {
    let all = TrapId::ALL.iter();
    all.filter_map(|trap| Some((*trap, trap.text(When::Plan)?)))
}

fn of<'f>(found: &'f [Finding], rule: &str) -> Vec<&'f Finding> {
    found
        .iter()
        .filter(|finding| finding.trap().name() == rule)
        .collect()
}

/// Rules whose trap no option of the job can take away: the target or the machine must change.
const BEYOND_OPTIONS: [&str; 13] = [
    "unsafe-target",
    "no-target",
    "unwritten",
    "cache-below",
    "stack",
    "throttle",
    "cliff",
    "depth-not-reached",
    "spec-gap",
    "mount-options",
    "write-cache",
    // Which of two jobs is meant, its author knows.
    "fsync-direct",
    // So is whether jobs are one load.
    "jobs-together",
];

#[test]
fn every_worked_example_is_caught() {
    for (trap, text) in planned_traps() {
        let command = (text.example)(Lang::En).lines().next().unwrap();
        let found = judged_for(trap.name(), command);
        assert!(
            !of(&found, trap.name()).is_empty(),
            "{}: {command}\n{found:#?}",
            trap.name()
        );
        for finding in of(&found, trap.name()) {
            assert!(
                !finding.subject.jobs.is_empty() && finding.when == When::Plan,
                "{finding:?}"
            );
            assert!(
                !finding.saw(Lang::En).is_empty()
                    && !finding.why(Lang::En).is_empty()
                    && !finding.advice(Lang::En).is_empty(),
                "{finding:?}"
            );
        }
        assert!(
            (text.example)(Lang::En)
                .lines()
                .nth(1)
                .is_some_and(|line| line.ends_with('.')),
            "{}: no sentence",
            trap.name()
        );
    }
}

#[test]
fn every_worked_example_corrected_no_longer_holds_its_trap() {
    for (trap, text) in planned_traps().filter(|(trap, _)| !BEYOND_OPTIONS.contains(&trap.name())) {
        let command = (text.example)(Lang::En).lines().next().unwrap();
        let better = corrected(command);
        assert_eq!(corrected(&better), better, "{}: not settled", trap.name());
        let found = judged(&better);
        let left: Vec<_> = of(&found, trap.name())
            .into_iter()
            .filter(|finding| finding.severity >= Severity::Care)
            .collect();
        assert!(left.is_empty(), "{}: {command}\n{better}\n{left:#?}", trap.name());
    }
}

/// A long, aligned, direct read of a large file that exists: nothing is wrong with it.
const GOOD_READ: &str = "fio --name=good --filename=cold --rw=randread --ioengine=libaio --iodepth=32 --direct=1 --bs=4k --runtime=60 --time_based --randrepeat=0";
/// The same for writes, in its own file that is larger than the drive's cache.
const GOOD_WRITE: &str = "fio --name=good --rw=write --ioengine=libaio --iodepth=32 --direct=1 --bs=1m --size=300g --runtime=300 --time_based";
/// Durable small writes for a minute.
const GOOD_LOG: &str = "fio --name=log --rw=write --ioengine=psync --direct=0 --fdatasync=1 --bs=4k --size=20g --runtime=60 --time_based";

#[test]
fn good_jobs_have_nothing_to_be_said_about() {
    for command in [GOOD_READ, GOOD_WRITE] {
        assert_eq!(judged(command), [], "{command}");
        let parsed = parse(command);
        let facts = before(&parsed.plan, workshop(), workshop_target);
        assert_eq!(
            fixed(
                &parsed.jobs,
                &CONTEXT,
                &RunRecord::planned(parsed.plan.clone(), facts.clone())
            )
            .changes,
            [Vec::<String>::new()],
            "{command}"
        );
    }
    let found: Vec<Finding> = judged(GOOD_LOG)
        .into_iter()
        .filter(|finding| finding.severity >= Severity::Care)
        .collect();
    assert_eq!(found, [], "{GOOD_LOG}");
}

/// A neighbour of each example that does not walk into the trap.
const CLEAN: [(&str, &str); 36] = [
    (
        "jobs-together",
        "fio --filename=cold --direct=1 --bs=4k --runtime=60 --time_based --name=a --rw=randread --name=b --rw=randwrite --stonewall",
    ),
    (
        "no-target",
        "fio --name=r --filename=fresh --rw=randread --direct=1 --bs=4k --size=1g",
    ),
    (
        "no-room",
        "fio --name=w --rw=write --direct=1 --bs=1m --size=400g",
    ),
    (
        "cache-read",
        "fio --name=test --filename=warm --rw=randread --size=200M --bs=4k --direct=1 --invalidate=0",
    ),
    (
        "cache-repeat",
        "fio --name=test --filename=warm --rw=randread --io_size=200M --bs=4k --direct=0 --invalidate=0 --randrepeat=0",
    ),
    (
        "cache-below",
        "fio --name=test --filename=cold --rw=randread --size=1G --bs=4k --direct=1",
    ),
    (
        "zero-data",
        "fio --name=w --filename=fresh --rw=write --size=8G --bs=1m --direct=1 --refill_buffers",
    ),
    (
        "unwritten",
        "fio --name=r --filename=cold --rw=randread --size=10G --bs=4k --direct=1",
    ),
    (
        "unsafe-target",
        "fio --name=r --filename=/dev/sdz --rw=randread --bs=1m --size=1G --direct=1",
    ),
    (
        "same-file-writers",
        "fio --name=w --rw=write --ioengine=libaio --direct=1 --size=15G --io_size=10G --bs=1024k --numjobs=32 --group_reporting",
    ),
    (
        "same-file-readers",
        "fio --name=r --filename=cold --rw=read --ioengine=libaio --iodepth=8 --direct=1 --bs=1m --size=15G --numjobs=8 --offset_increment=15G",
    ),
    (
        "overwrite-same",
        "fio --name=w --rw=randwrite --randrepeat=0 --ioengine=sync --direct=0 --end_fsync=1 --size=1G --io_size=100M --bs=4k",
    ),
    (
        "small-file",
        "fio --name=t --filename=cold --ioengine=sync --direct=1 --bs=4k --rw=randread",
    ),
    (
        "stale-file",
        "fio --name=w --filename=fresh --rw=write --ioengine=sync --direct=0 --end_fsync=1 --size=200M --bs=4k",
    ),
    (
        "sync-iodepth",
        "fio --name=t --filename=warm --ioengine=io_uring --direct=1 --bs=4k --io_size=500M --rw=randread --iodepth=16 --numjobs=16",
    ),
    (
        "aio-buffered",
        "fio --name=t --filename=warm --ioengine=libaio --direct=1 --rw=randrw --rwmixread=70 --bs=4k --iodepth=64 --runtime=60",
    ),
    (
        "depth-not-reached",
        "fio --name=t --filename=warm --ioengine=libaio --direct=1 --bs=4k --io_size=100M --rw=randread --iodepth=32 --numjobs=8",
    ),
    (
        "write-cached",
        "fio --name=w --filename=fresh --rw=write --ioengine=sync --direct=0 --fsync=1 --size=1G --bs=1m",
    ),
    (
        "fsync-direct",
        "fio --name=w --filename=fresh --rw=write --ioengine=libaio --direct=1 --size=7G --bs=4k",
    ),
    (
        "direct-buffered",
        "fio --name=t --filename=warm --ioengine=libaio --bs=4k --direct=1 --rw=randrw --size=2G --iodepth=64 --runtime=60",
    ),
    (
        "ignored-option",
        "fio --name=t --filename=warm --ioengine=libaio --bs=4k --direct=1 --rw=randrw --rwmixread=70 --size=16G --iodepth=64 --runtime=60",
    ),
    (
        "unit-misread",
        "fio --name=r --filename=warm --rw=randread --bs=4k --direct=1 --size=2G --runtime=30s --time_based --thinktime=5ms",
    ),
    (
        "unaligned-direct",
        "fio --name=w --filename=fresh --rw=write --direct=0 --bs=2300 --size=22m",
    ),
    (
        "block-size",
        "fio --name=w --filename=on-4k-disk --rw=randwrite --direct=1 --bs=8k --offset=4k --size=1G",
    ),
    (
        "mount-options",
        "fio --name=w --filename=on-volatile-overlay --rw=write --bs=4k --size=1G",
    ),
    (
        "write-cache",
        "fio --name=w --filename=on-disk-set-write-through --rw=write --bs=4k --size=1G",
    ),
    (
        "ends-early",
        "fio --name=t --filename=warm --ioengine=libaio --direct=1 --bs=4k --rw=randread --size=2G --iodepth=64 --runtime=60 --time_based",
    ),
    (
        "short-run",
        "fio --name=t --filename=warm --ioengine=sync --direct=1 --bs=4k --io_size=5G --rw=randread",
    ),
    (
        "few-samples",
        "fio --name=t --rw=write --ioengine=sync --fdatasync=1 --size=8g --bs=4k",
    ),
    (
        "gtod-reduce",
        "fio --name=t --filename=warm --ioengine=libaio --direct=1 --gtod_reduce=0 --bs=4k --iodepth=64 --size=4G --rw=randread",
    ),
    (
        "batches",
        "fio --name=t --filename=warm --ioengine=libaio --direct=1 --iodepth_batch_complete_min=1 --bs=4k --iodepth=64 --size=4G --rw=randread",
    ),
    (
        "late-generator",
        "fio --name=t --filename=warm --direct=1 --rw=randread --bs=4k --size=2G",
    ),
    (
        "stack",
        "fio --name=w --filename=cold --rw=randwrite --direct=1 --bs=4k --size=4G",
    ),
    (
        "throttle",
        "fio --name=r --filename=cold --rw=read --direct=1 --bs=1m --size=8G",
    ),
    (
        "cliff",
        "fio --name=w --filename=on-nvme --rw=write --direct=1 --bs=1m --size=800G --iodepth=32 --ioengine=libaio",
    ),
    (
        "spec-gap",
        "fio --name=r --filename=cold --rw=read --direct=1 --bs=128k --size=10G --iodepth=32 --ioengine=io_uring",
    ),
];

#[test]
fn every_rule_passes_a_clean_case() {
    for (trap, _) in planned_traps() {
        let (_, command) = CLEAN
            .iter()
            .find(|(id, _)| *id == trap.name())
            .unwrap_or_else(|| panic!("no clean case for {}", trap.name()));
        let found = judged_for(trap.name(), command);
        // Where a claim fits, the rule notes which one it is.
        let least = if trap.name() == "spec-gap" {
            Severity::Care
        } else {
            Severity::Note
        };
        let left: Vec<_> = of(&found, trap.name())
            .into_iter()
            .filter(|finding| finding.severity >= least)
            .collect();
        assert!(left.is_empty(), "{}: {command}\n{left:#?}", trap.name());
    }
}

#[test]
fn files_that_a_time_based_job_never_reaches_are_reported() {
    let seen = |options: &str| {
        let command =
            format!("fio --name=j --bs=1m --filesize=3m --nrfiles=2 --time_based --runtime=9 {options}");
        let findings = judged_for("ignored-option", &command);
        let all: Vec<String> = findings.iter().map(|finding| finding.saw(Lang::En)).collect();
        all.iter().any(|saw| saw.contains("stays in the first file"))
    };
    assert!(seen("--rw=randwrite --openfiles=1"));
    assert!(seen("--rw=randread --file_service_type=sequential"));
    assert!(!seen("--rw=write --openfiles=1"));
    assert!(!seen("--rw=randwrite"));
}

/// A directory has many files, though none is named and nrfiles is 1.
#[test]
fn the_order_of_the_files_of_a_directory_has_an_effect() {
    let is_seen = |files: &str| {
        let command =
            format!("fio --name=j --rw=randread --bs=4k --size=1g {files} --file_service_type=random");
        let findings = judged_for("ignored-option", &command);
        let mut all = findings.iter().map(|finding| finding.saw(Lang::En));
        all.any(|saw| saw.contains("file_service_type"))
    };
    assert!(is_seen("--filename=f"));
    assert!(!is_seen("--opendir=/data"));
}

#[test]
fn an_option_with_its_default_value_is_not_reported() {
    let is_reported = |loops: u32| {
        let command = format!("fio --name=j --rw=read --size=9g --time_based --runtime=60 --loops={loops}");
        judged_for("ignored-option", &command)
            .iter()
            .any(|finding| finding.saw(Lang::En).contains("loops"))
    };
    assert!(is_reported(2) && !is_reported(1));
}

#[test]
fn an_option_without_the_one_that_it_belongs_to_is_reported() {
    let said = |options: &str| {
        let command = format!("fio --name=j --rw=randwrite --bs=4k --size=9g {options}");
        let findings = judged_for("ignored-option", &command);
        let all: Vec<String> = findings.iter().map(|finding| finding.saw(Lang::En)).collect();
        all.into_iter()
            .filter(|saw| saw.contains("has no effect here"))
            .collect::<Vec<_>>()
    };
    for (option, reason) in [
        ("log_avg_msec=500", "The job writes no log"),
        (
            "buffer_compress_chunk=64k",
            "does not use buffer_compress_percentage",
        ),
        ("dedupe_mode=working_set", "does not use dedupe_percentage"),
        ("zoneskip=1m", "does not use zonemode"),
        ("flow_id=3", "does not use flow"),
    ] {
        let said = said(&format!("--{option}"));
        assert!(
            said.iter()
                .any(|saw| saw.contains(option) && saw.contains(reason)),
            "{option}: {said:?}"
        );
    }
    for options in [
        "--log_avg_msec=500 --write_bw_log=x",
        "--buffer_compress_chunk=64k --buffer_compress_percentage=50",
        "--dedupe_mode=working_set --dedupe_percentage=50",
        "--flow_id=3 --flow=2",
    ] {
        assert_eq!(said(options), [""; 0], "{options}");
    }
}

#[test]
fn a_pattern_of_zeros_to_verify_is_no_data() {
    let saw = |options: &str| {
        let command =
            format!("fio --name=j --rw=write --bs=4k --size=9g --direct=1 --verify=pattern {options}");
        let findings = judged_for("zero-data", &command);
        let all: Vec<String> = findings.iter().map(|finding| finding.saw(Lang::En)).collect();
        all.into_iter().any(|saw| saw.contains("zero"))
    };
    assert!(saw("--verify_pattern=0"));
    assert!(!saw("--verify_pattern=0xdeadbeef"));
}
