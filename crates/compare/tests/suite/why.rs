//! Differences that could explain a ratio: ranked by the workload, tested by commands, never called a cause.

use std::path::Path;

use fiord_compare::facts::{FactDifference, FactOf, Facts, of_machines};
use fiord_compare::outcome::compare;
use fiord_compare::result::ComparedResult;
use fiord_compare::verdict::CompareSettings;
use fiord_compare::why::{
    MeasuredJob, PossibleEffect, RatioState, RunCauses, SuspectKind, SuspectedCauses, suspects,
};
use fiord_compare::workload::WorkloadKey;
use fiord_host::{Machine, Root};
use fiord_job::plan::{JobPlan, OptionEcho, RunPlan};
use fiord_messages::Lang;
use fiord_record::{Before, FileKind, RunRecord, TargetFacts};

use super::results::{key, measured, result};

/// A machine with a disk whose settings are given.
struct Side<'a> {
    kernel: &'a str,
    governor: &'a str,
    queue: &'a str,
    cached_bytes: Option<u64>,
    rate: f64,
}

fn side(name: &str, side: &Side<'_>, key: &WorkloadKey) -> ComparedResult {
    let dir = fiord_testbed::memory_folder();
    let text = format!(
        "# made: written\n@ proc/self\nmountinfo = 22 1 253:0 / / rw,relatime - ext4 /dev/vda rw\n\
         @ proc/sys/kernel\nosrelease = {}\n@ sys/class/block/vda\ndev = 253:0\nsize = 2048\n\
         @ sys/class/block/vda/queue\n{}\n\
         @ sys/devices/system/cpu/cpu0/cpufreq\nscaling_governor = {}\n",
        side.kernel, side.queue, side.governor
    );
    fiord_testbed::tree::unpack(&text, dir.path()).unwrap();
    let machine = Machine::look(&Root::at(dir.path()), Path::new("/dev/vda"));
    let target = TargetFacts {
        path: "/data/file".into(),
        size_bytes: Some(1 << 20),
        cached_bytes: side.cached_bytes,
        ..TargetFacts::default()
    };
    let before = Before {
        machine: Some(machine),
        targets: vec![target],
        ..Before::default()
    };
    let mut job = JobPlan::new("a job");
    job.given = vec![OptionEcho {
        name: "rw".to_owned(),
        value: "read".to_owned(),
    }];
    let plan = RunPlan {
        jobs: vec![job],
        ..RunPlan::default()
    };
    let record = RunRecord::planned(plan, before);
    let runs = (0..8).map(|run| measured(key, run, side.rate + f64::from(run as u32)));
    ComparedResult {
        facts: Facts::of(&record),
        causes: RunCauses {
            jobs: vec![MeasuredJob::of(&record, vec![key.clone()])],
            ..RunCauses::of(&record)
        },
        ..result(name, runs.collect())
    }
}

fn found(one: &Side<'_>, other: &Side<'_>, key: &WorkloadKey) -> SuspectedCauses {
    let sides = [side("a", one, key), side("b", other, key)];
    let outcome = compare(&sides, &CompareSettings::default());
    let differences = of_machines(&[&sides[0].facts, &sides[1].facts]);
    suspects([&sides[0], &sides[1]], &outcome, &differences, Lang::En)
}

const A: Side<'_> = Side {
    kernel: "6.1.0",
    governor: "performance",
    queue: "read_ahead_kb = 4096\nscheduler = [none] bfq",
    cached_bytes: Some(1 << 20),
    rate: 2_000.0,
};
const B: Side<'_> = Side {
    kernel: "6.12.0",
    governor: "powersave",
    queue: "read_ahead_kb = 128\nscheduler = none [bfq]",
    cached_bytes: Some(0),
    rate: 1_000.0,
};

fn ranking(causes: &SuspectedCauses) -> Vec<(SuspectKind, PossibleEffect)> {
    let all = causes.suspects.iter();
    all.map(|one| (one.kind, one.possible_effect)).collect()
}

/// The same differences act otherwise on buffered sequential reads and on direct random ones.
#[test]
fn the_ranking_follows_the_workload() {
    use PossibleEffect::{Large, Moderate, Small};
    let sequential = key(|key| {
        key.rw = Some("read".to_owned());
        key.direct = Some(false);
    });
    let causes = found(&A, &B, &sequential);
    assert_eq!(causes.ratio, RatioState::Difference);
    assert_eq!(
        ranking(&causes),
        [
            (SuspectKind::PageCache, Large),
            (SuspectKind::QueueSettings, Large),
            (SuspectKind::PowerState, Moderate),
            (SuspectKind::Kernel, Moderate),
        ]
    );
    let deep = key(|key| key.iodepth = Some(32));
    assert_eq!(
        ranking(&found(&A, &B, &deep)),
        [
            (SuspectKind::QueueSettings, Moderate),
            (SuspectKind::Kernel, Moderate),
            (SuspectKind::PageCache, Small),
            (SuspectKind::PowerState, Small),
        ]
    );
}

#[test]
fn each_suspect_has_a_test_that_can_be_typed() {
    let causes = found(&A, &B, &key(|key| key.direct = Some(false)));
    let commands = |kind: SuspectKind| -> Vec<String> {
        let one = causes.suspects.iter().find(|one| one.kind == kind).unwrap();
        one.commands.iter().map(|words| words.join(" ")).collect()
    };
    let again = "fiord run --baseline a --name=a job --rw=read";
    assert_eq!(
        commands(SuspectKind::QueueSettings),
        ["fiord try read_ahead_kb=4096,128 scheduler=none,bfq /data/file --name=a job --rw=read"]
    );
    assert_eq!(
        commands(SuspectKind::PowerState),
        ["fiord try governor=performance,powersave /data/file --name=a job --rw=read"]
    );
    assert_eq!(
        commands(SuspectKind::PageCache),
        ["fiord cache drop /data/file", again]
    );
    assert_eq!(commands(SuspectKind::Kernel), [again]);
    for one in &causes.suspects {
        assert!(!one.reason.contains("cause"), "{}", one.reason);
        assert!(one.test.ends_with(':'), "{}", one.test);
    }
}

/// The file of a survey, which its commands name in another place.
#[test]
fn a_file_without_a_name_is_the_one_of_its_job() {
    let mut job = JobPlan::new("disk");
    job.given = vec![OptionEcho {
        name: "filename".to_owned(),
        value: "/data/survey.tmp".to_owned(),
    }];
    let target = TargetFacts {
        path: "/proc/self/fd/8".into(),
        ..TargetFacts::default()
    };
    let before = Before {
        targets: vec![target],
        ..Before::default()
    };
    let plan = RunPlan {
        jobs: vec![job],
        ..RunPlan::default()
    };
    let job = MeasuredJob::of(&RunRecord::planned(plan, before), Vec::new());
    assert_eq!(job.target.as_deref(), Some("/data/survey.tmp"));
}

/// Not all that is below /dev is a device: /dev/shm is memory.
#[test]
fn a_file_in_dev_shm_is_no_device() {
    let of = |path: &str, kind: FileKind| {
        let target = TargetFacts {
            path: path.into(),
            kind,
            ..TargetFacts::default()
        };
        let before = Before {
            targets: vec![target],
            ..Before::default()
        };
        let plan = RunPlan {
            jobs: vec![JobPlan::new("j")],
            ..RunPlan::default()
        };
        MeasuredJob::of(&RunRecord::planned(plan, before), Vec::new()).is_on_device
    };
    assert!(of("/dev/nvme0n1", FileKind::Block) && of("/dev/nvme0n1", FileKind::Missing));
    assert!(of("/dev/ng0n1", FileKind::Char) && of("/data/link", FileKind::Block));
    assert!(!of("/dev/shm/f", FileKind::Regular) && !of("/dev/shm/f", FileKind::Missing));
}

/// Neighbours of the later runs count as those of the first do.
#[test]
fn disturbances_of_all_runs_are_a_difference() {
    let sides = [("a", [0.0, 0.0, 0.0]), ("b", [0.0, 45.0, 97.0])].map(|(name, shares)| {
        let mut side = side(name, &A, &key(|_| {}));
        for percent in shares {
            let rules = (percent > 0.0).then_some(("foreign-io", Some(percent)));
            side.causes.disturbed.add(rules);
        }
        side
    });
    let outcome = compare(&sides, &CompareSettings::default());
    let causes = suspects([&sides[0], &sides[1]], &outcome, &[], Lang::En);
    let [load] = causes.suspects.as_slice() else {
        panic!("{:?}", causes.suspects);
    };
    assert_eq!(load.kind, SuspectKind::OtherLoad);
    assert_eq!(
        load.differences[0].values,
        ["none", "in 2 of 3 runs, largest effects: foreign-io 97 %"]
    );
}

/// Of results with several workloads, both sides of the command have the jobs of the one that is compared.
#[test]
fn both_sides_are_repeated_with_the_workload_that_differs() {
    let deep = key(|key| key.iodepth = Some(32));
    let job = |name: &str, key: &WorkloadKey| MeasuredJob {
        keys: vec![key.clone()],
        words: vec![format!("--name={name}")],
        ..MeasuredJob::default()
    };
    let sides = [("a", 0), ("b", 1)].map(|(name, first)| {
        let one = if first == 0 { &A } else { &B };
        let mut side = side(name, one, &deep);
        side.causes.jobs = vec![job("shallow", &key(|_| {})), job("deep", &deep)];
        side.causes.jobs.rotate_left(first);
        side
    });
    let outcome = compare(&sides, &CompareSettings::default());
    let option = FactDifference {
        of: FactOf::Plan,
        what: "size".to_owned(),
        values: vec![Some("1g".to_owned()), Some("2g".to_owned())],
        workloads: Some(1),
    };
    let causes = suspects([&sides[0], &sides[1]], &outcome, &[option], Lang::En);
    let one = causes
        .suspects
        .iter()
        .find(|one| one.kind == SuspectKind::JobOptions)
        .unwrap();
    assert_eq!(
        one.commands[0].join(" "),
        "fiord run --vs --name=deep --name=deep"
    );
}

/// A file cannot be made next to a device, and the same device has the same layers.
#[test]
fn a_device_is_tested_on_another_path() {
    let workload = key(|_| {});
    let sides = [("a", &A), ("b", &B)].map(|(name, one)| {
        let mut side = side(name, one, &workload);
        side.causes.jobs = vec![MeasuredJob {
            keys: vec![workload.clone()],
            words: ["--filename=/dev/loop0", "--name=j"].map(str::to_owned).into(),
            target: Some("/dev/loop0".to_owned()),
            is_on_device: true,
            ..MeasuredJob::default()
        }];
        side
    });
    let outcome = compare(&sides, &CompareSettings::default());
    let difference = |what: &str| FactDifference {
        of: FactOf::Machine,
        what: what.to_owned(),
        values: vec![Some("a".to_owned()), Some("b".to_owned())],
        workloads: None,
    };
    let differences = ["stack", "extents"].map(difference);
    let causes = suspects([&sides[0], &sides[1]], &outcome, &differences, Lang::En);
    let of = |kind: SuspectKind| {
        let found = causes.suspects.iter().find(|one| one.kind == kind).unwrap();
        let lines = found.commands.iter().map(|words| words.join(" "));
        lines.collect::<Vec<String>>()
    };
    let elsewhere = "fiord run --baseline a --filename=PATH --name=j";
    assert_eq!(of(SuspectKind::Stack), [elsewhere]);
    let prepare = "fiord prepare PATH --size SIZE";
    assert_eq!(of(SuspectKind::FileLayout), [prepare, elsewhere]);
}

/// What one side does not know is not counted as a difference.
#[test]
fn unknown_stays_unknown() {
    let unknown = Side {
        cached_bytes: None,
        ..A
    };
    let causes = found(&A, &unknown, &key(|_| {}));
    assert!(causes.suspects.is_empty(), "{:?}", causes.suspects);
    assert_eq!(causes.unknown, ["cached share of the files before the run"]);
    assert_eq!(causes.ratio, RatioState::NoDifference);
}

#[test]
fn single_numbers_are_no_ratio_to_explain() {
    let sides = [side("a", &A, &key(|_| {})), side("b", &B, &key(|_| {}))].map(|mut side| {
        side.measurements.truncate(1);
        side
    });
    let outcome = compare(&sides, &CompareSettings::default());
    let causes = suspects([&sides[0], &sides[1]], &outcome, &[], Lang::En);
    assert_eq!(causes.ratio, RatioState::NoVerdict);
}
