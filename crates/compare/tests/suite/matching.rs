//! What is put side by side, and what is not compared.

use std::path::Path;

use fiord_compare::catalogue;
use fiord_compare::facts;
use fiord_compare::limits::{CompareLimit, LimitState};
use fiord_compare::outcome::{compare, compare_rows};
use fiord_compare::result::{ComparedMetric, ComparedResult, Measurement};
use fiord_compare::verdict::{CompareSettings, CompareVerdict, ComparedCell};
use fiord_compare::workload::WorkloadKey;
use fiord_host::{Machine, Root};
use fiord_job::plan::{AccessMode, BlockSize, Ddir, EngineKind, JobPlan, PerDdir, PlanPart, RunPlan};
use fiord_messages::Lang;
use fiord_record::{Before, RunRecord};

use super::results::{Device, key, measured, result};

fn plan(jobs: Vec<JobPlan>) -> RunPlan {
    RunPlan {
        jobs,
        global_options: None,
    }
}

fn job(name: &str, kind: EngineKind, depth: u32) -> JobPlan {
    let mut job = JobPlan::new(name);
    job.access.mode = AccessMode::RandRead;
    job.access.block_size = PerDdir::all(BlockSize::Fixed(4096));
    job.engine.kind = kind;
    job.depth.iodepth = depth;
    job
}

fn of(plan: &RunPlan, index: usize) -> WorkloadKey {
    WorkloadKey::of(plan, index, Ddir::Read).unwrap()
}

#[test]
fn names_do_not_matter_and_what_the_device_sees_does() {
    let one = |name, kind, depth| of(&plan(vec![job(name, kind, depth)]), 0);
    let base = one("a", EngineKind::Psync, 1);
    // A synchronous engine holds one whatever is asked.
    assert_eq!(base, one("b", EngineKind::Pvsync2, 32));
    assert_ne!(base, one("a", EngineKind::Libaio, 1));
    assert_eq!(one("a", EngineKind::Libaio, 8), one("a", EngineKind::IoUring, 8));
    let mut direct = job("a", EngineKind::Psync, 1);
    direct.durability.direct = true;
    assert_ne!(base, of(&plan(vec![direct]), 0));
    // Syncs of a job that only reads change nothing.
    let mut synced = job("a", EngineKind::Psync, 1);
    synced.durability.fsync_every = 1;
    assert_eq!(base, of(&plan(vec![synced]), 0));
}

/// A text of fio does not print `direct`: it may be the same workload as its own JSON, which does.
#[test]
fn what_a_source_does_not_tell_may_be_the_same() {
    let mut json = job("a", EngineKind::Libaio, 8);
    json.durability.direct = true;
    let known = of(&plan(vec![json]), 0);
    let mut text = job("a", EngineKind::Libaio, 8);
    assert!(!of(&plan(vec![text.clone()]), 0).may_be(&known));
    text.unknown.insert(PlanPart::Direct);
    let told = of(&plan(vec![text.clone()]), 0);
    assert_eq!(told.unknown(), ["direct"]);
    assert!(told.may_be(&known));
    // A terse line tells nothing but its direction.
    text.unknown.extend(PlanPart::ALL);
    let told = of(&plan(vec![text]), 0);
    assert_eq!(
        told.unknown(),
        ["rw", "bs", "iodepth", "numjobs", "ioengine", "direct"]
    );
    assert!(told.may_be(&known));
}

#[test]
fn a_job_alongside_makes_another_workload() {
    let alone = of(&plan(vec![job("a", EngineKind::Psync, 1)]), 0);
    let pair = plan(vec![
        job("a", EngineKind::Psync, 1),
        job("b", EngineKind::Psync, 1),
    ]);
    assert_ne!(alone, of(&pair, 0));
    // Jobs alike of one run are no repeats of each other.
    assert_ne!(of(&pair, 0), of(&pair, 1));
    let mut after = pair.clone();
    after.jobs[1].control.stonewall = true;
    assert_eq!(alone, of(&after, 0));
}

#[test]
fn a_claim_stands_next_to_the_fastest_that_it_fits() {
    let deep = |jobs| {
        key(|key| {
            key.iodepth = Some(32);
            key.numjobs = Some(jobs);
            key.engine = Some(fiord_compare::workload::EngineClass::Queued);
        })
    };
    let mine = result(
        "mine",
        vec![
            measured(&deep(1), 1, 90_000.0),
            measured(&deep(4), 1, 250_000.0),
            measured(&key(|_| {}), 1, 9_000.0),
        ],
    );
    let samsung = catalogue::find("samsung-960-pro")
        .unwrap()
        .read()
        .unwrap()
        .result(Lang::En);
    let outcome = compare(&[mine, samsung], &CompareSettings::default());
    let shown: Vec<(String, f64, CompareVerdict)> = outcome
        .cells
        .iter()
        .map(|cell| {
            (
                cell.key.brief(),
                cell.pairs[0].ratio.unwrap(),
                cell.pairs[0].verdict,
            )
        })
        .collect();
    let single = CompareVerdict::SingleNumbers;
    assert_eq!(
        shown,
        [
            ("randread 4k".to_owned(), 14_000.0 / 9_000.0, single),
            ("randread 4k qd32 ×4".to_owned(), 330_000.0 / 250_000.0, single),
        ]
    );
    let claim = outcome.cells[1].values[1].as_ref().unwrap();
    assert_eq!((claim.fits, claim.is_claim), (2, true));
    assert_eq!(claim.assumed, ["numjobs", "ioengine"]);
    // Without spread nothing is certain.
    assert_eq!(CompareLimit::Slower(0.05).of(&outcome), LimitState::Undecided);
}

/// Small blocks have the most I/Os and large ones the most bytes.
#[test]
fn a_claim_in_bytes_stands_next_to_the_fastest_in_bytes() {
    let sequential = |bytes: u64, bs: &str| {
        key(|key| {
            (key.block_bytes, key.bs) = (Some(bytes), Some(bs.to_owned()));
            key.rw = Some("read".to_owned());
        })
    };
    let mine = result(
        "mine",
        vec![
            measured(&sequential(128 << 10, "128k"), 1, 5_000.0),
            measured(&sequential(4 << 20, "4m"), 1, 270.0),
        ],
    );
    let micron = catalogue::find("micron-2210").unwrap().read().unwrap();
    let outcome = compare(&[mine, micron.result(Lang::En)], &CompareSettings::default());
    let cells: Vec<String> = outcome.cells.iter().map(|cell| cell.key.brief()).collect();
    assert_eq!(cells, ["read 4m"]);
}

#[test]
fn wrong_runs_do_not_count_and_say_why() {
    let workload = [key(|_| {})];
    let good = Device::new(1, 1e4, 0.02).result("good", &workload, 6);
    let mut cached = Device::new(2, 1e6, 0.02).result("cached", &workload, 6);
    for one in &mut cached.measurements {
        one.wrong = vec!["cache-read".to_owned()];
    }
    let outcome = compare(&[good.clone(), cached.clone()], &CompareSettings::default());
    let pair = &outcome.cells[0].pairs[0];
    assert_eq!((pair.verdict, pair.ratio), (CompareVerdict::NotCompared, None));
    let (own, base) = pair.sentence.split_once("; ").unwrap();
    assert!(
        own.starts_with("not compared: cached measured the page cache, ")
            && own.ends_with(" IOPS (run 0: cache-read)"),
        "{own}"
    );
    assert!(
        base.starts_with("good measured ") && base.ends_with(" IOPS"),
        "{base}"
    );
    // Each trap says what was measured in place of the workload; of traps without such a word another quantity was.
    for (trap, quantity) in [
        ("throttle", "a limit"),
        ("generator-bound", "the load generator"),
        ("cliff", "another quantity"),
    ] {
        let mut other = cached.clone();
        for one in &mut other.measurements {
            one.wrong = vec![trap.to_owned()];
        }
        let sentence = &compare(&[good.clone(), other], &CompareSettings::default()).cells[0].pairs[0]
            .sentence
            .clone();
        assert!(
            sentence.contains(&format!("cached measured {quantity}, ")),
            "{sentence}"
        );
    }
    // A failed run has no number.
    let mut failed = cached.clone();
    for one in &mut failed.measurements {
        one.wrong = vec!["failed".to_owned()];
        (one.iops, one.bytes_per_s) = (None, None);
    }
    let outcome = compare(&[good.clone(), failed], &CompareSettings::default());
    let sentence = &outcome.cells[0].pairs[0].sentence;
    assert!(
        sentence.starts_with("not compared: cached has no value (run 0: failed); good measured "),
        "{sentence}"
    );
    assert_eq!(CompareLimit::Slower(0.05).of(&outcome), LimitState::Undecided);
    // Those that are left are compared.
    for one in cached.measurements.iter_mut().skip(2) {
        one.wrong.clear();
    }
    let outcome = compare(&[good, cached], &CompareSettings::default());
    assert_eq!(outcome.cells[0].pairs[0].verdict, CompareVerdict::Faster);
    assert_eq!(outcome.cells[0].values[1].as_ref().unwrap().wrong.len(), 2);
}

/// What invalid runs of both measured is compared where it is the same.
#[test]
fn two_results_that_are_invalid_in_the_same_way_are_compared() {
    let workload = [key(|_| {})];
    let mut both = [1, 2].map(|seed| Device::new(seed, 1e4, 0.02).result("throttled", &workload, 6));
    for one in both.iter_mut().flat_map(|result| &mut result.measurements) {
        one.wrong = vec!["throttle".to_owned()];
    }
    let outcome = compare(&both, &CompareSettings::default());
    assert!(outcome.alone.is_empty());
    let pair = &outcome.cells[0].pairs[0];
    assert!((pair.ratio.unwrap() - 1.0).abs() < 0.05, "{pair:?}");
    let side = outcome.cells[0].values[0].as_ref().unwrap();
    assert_eq!(
        (side.alike.as_slice(), side.wrong.len()),
        (&["throttle".to_owned()][..], 0)
    );
    // Not where a pair has another reason, where the reasons differ, or where a run has no number.
    for change in [
        (|one: &mut Measurement| one.is_one_sided = true) as fn(&mut Measurement),
        |one| one.wrong = vec!["cache-read".to_owned()],
        |one| one.wrong.push("failed".to_owned()),
        |one| one.wrong.clear(),
    ] {
        let mut both = both.clone();
        both[1].measurements.iter_mut().for_each(change);
        let outcome = compare(&both, &CompareSettings::default());
        let pair = &outcome.cells[0].pairs[0];
        assert_eq!((pair.verdict, pair.ratio), (CompareVerdict::NotCompared, None));
        assert_eq!(CompareLimit::Slower(0.05).of(&outcome), LimitState::Undecided);
    }
}

/// Every number of the rows is compared with the row that was named, also where it has none.
#[test]
fn the_base_among_rows_is_the_one_that_was_named() {
    let workload = [key(|_| {})];
    let mut rows =
        [1, 2, 3].map(|seed| Device::new(seed, 1e4, 0.02).result(&format!("row {seed}"), &workload, 6));
    for row in &mut rows[1..] {
        row.measurements.iter_mut().for_each(|one| one.p99_ns = Some(1e6));
    }
    let outcome = compare_rows(&rows, "all", &CompareSettings::default());
    let bases: Vec<(ComparedMetric, &str)> = outcome
        .cells
        .iter()
        .flat_map(|cell| cell.pairs.iter().map(|pair| (cell.metric, pair.base.as_str())))
        .collect();
    assert_eq!(
        bases,
        [
            (ComparedMetric::Iops, "row 1"),
            (ComparedMetric::Iops, "row 1"),
            (ComparedMetric::P99, "row 1"),
            (ComparedMetric::P99, "row 1"),
        ]
    );
    let pair = &outcome.cells[1].pairs[0];
    assert_eq!(pair.ratio, None);
    assert_eq!(
        pair.sentence,
        "not compared: row 2 measured 1 ms; row 1 has no p99"
    );
    // A number that no row has makes no row of the table.
    rows.iter_mut()
        .flat_map(|row| &mut row.measurements)
        .for_each(|one| one.p99_ns = None);
    let outcome = compare_rows(&rows, "all", &CompareSettings::default());
    assert_eq!(outcome.cells.len(), 1);
}

/// Runs with enough I/Os for a p99 are the faster ones, so a p99 that a part of the runs has is not that of the result.
#[test]
fn a_p99_of_a_part_of_the_runs_is_none() {
    let workload = [key(|_| {})];
    let mut rows =
        [1, 2, 3].map(|seed| Device::new(seed, 1e4, 0.02).result(&format!("row {seed}"), &workload, 6));
    let measurements = rows.iter_mut().flat_map(|side| &mut side.measurements);
    measurements.for_each(|one| one.p99_ns = Some(1e6));
    let pair = |rows: &[ComparedResult]| {
        let outcome = compare_rows(rows, "all", &CompareSettings::default());
        let cell = outcome
            .cells
            .iter()
            .find(|cell| cell.metric == ComparedMetric::P99);
        cell.unwrap().pairs[0].clone()
    };
    assert!(pair(&rows).ratio.is_some());
    rows[1].measurements[5].p99_ns = None;
    let part = pair(&rows);
    assert_eq!(part.ratio, None);
    assert!(part.sentence.contains("row 2 has no p99"), "{}", part.sentence);
    // Where the I/Os were counted, the reason is known, also between two results.
    rows[1].measurements[5].latencies = vec![(1_000_000, 20)];
    let outcome = compare(&rows[..2], &CompareSettings::default());
    let is_p99 = |cell: &&ComparedCell| cell.metric == ComparedMetric::P99;
    let cell = outcome.cells.iter().find(is_p99).unwrap();
    assert_eq!(cell.pairs[0].verdict, CompareVerdict::NotCompared);
    assert!(
        cell.pairs[0]
            .sentence
            .contains("row 2 has no p99: too few latencies in 1 of 6 runs"),
        "{}",
        cell.pairs[0].sentence
    );
    // Without a p99 in any run, its row is left out.
    let measurements = rows.iter_mut().flat_map(|side| &mut side.measurements);
    measurements.for_each(|one| one.p99_ns = None);
    let outcome = compare(&rows[..2], &CompareSettings::default());
    assert_eq!(outcome.cells.iter().find(is_p99), None);
}

/// The latencies of writes and those of the syncs after them are two quantities.
#[test]
fn latencies_of_syncs_are_not_compared_with_those_of_writes() {
    let workload = [key(|key| key.sync = Some("fsync=1".to_owned()))];
    let mut sides = [1, 2].map(|seed| Device::new(seed, 1e4, 0.02).result("log", &workload, 6));
    let measurements = sides.iter_mut().flat_map(|side| &mut side.measurements);
    measurements.for_each(|one| one.p99_ns = Some(1e6));
    let verdict = |sides: &[ComparedResult]| {
        let outcome = compare(sides, &CompareSettings::default());
        let of = |metric| {
            let mut cells = outcome.cells.iter();
            cells.find(|cell| cell.metric == metric).unwrap().pairs[0].verdict
        };
        [of(ComparedMetric::Iops), of(ComparedMetric::P99)]
    };
    assert_eq!(verdict(&sides)[1], CompareVerdict::Equivalent);
    sides[1]
        .measurements
        .iter_mut()
        .for_each(|one| one.is_of_syncs = true);
    let [rate, p99] = verdict(&sides);
    assert_ne!(rate, CompareVerdict::NotCompared);
    assert_eq!(p99, CompareVerdict::NotCompared);
}

#[test]
fn few_runs_are_no_verdict() {
    let workload = [key(|_| {})];
    let many = Device::new(1, 1e4, 0.0).result("many", &workload, 6);
    let of = |runs| {
        let other = Device::new(2, 2e4, 0.0).result("other", &workload, runs);
        compare(&[many.clone(), other], &CompareSettings::default()).cells[0].pairs[0].clone()
    };
    assert_eq!(of(1).verdict, CompareVerdict::SingleNumbers);
    assert_eq!(of(3).sentence, "inconclusive: at least 4 runs of each are needed");
    assert_eq!(of(4).verdict, CompareVerdict::Faster);
}

#[test]
fn rates_follow_from_the_block_size_and_large_blocks_are_bytes() {
    let large = key(|key| {
        key.bs = Some("1m".to_owned());
        key.block_bytes = Some(1 << 20);
    });
    let one = measured(&large, 1, 1000.0);
    assert_eq!(one.value(ComparedMetric::Bandwidth), Some(1000.0 * 1_048_576.0));
    let other = Measurement {
        iops: None,
        bytes_per_s: Some(5e8),
        ..one.clone()
    };
    let outcome = compare(
        &[result("a", vec![one]), result("b", vec![other])],
        &CompareSettings::default(),
    );
    assert_eq!(outcome.cells[0].metric, ComparedMetric::Bandwidth);
    // Of mixed sizes nothing follows.
    let mixed = measured(&key(|key| key.bs = Some("4k-64k".to_owned())), 1, 1000.0);
    assert_eq!(mixed.value(ComparedMetric::Bandwidth), None);
}

#[test]
fn differences_of_plans_are_counted() {
    let options = |engine: &str| vec![("ioengine".to_owned(), engine.to_owned())];
    let (one, other) = (options("libaio"), options("io_uring"));
    let row = vec![Some(one.as_slice()), Some(other.as_slice())];
    let found = facts::of_plans(&[row.clone(), row, vec![Some(one.as_slice()), None]], Lang::En);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].shown(Lang::En), "libaio | io_uring (2 workloads)");
}

/// What hosts have in common stands once; what differs all together; what one does not know nobody says.
#[test]
fn facts_of_hosts_are_joined() {
    let of = |kernel: &str, memory: Option<&str>| {
        facts::Facts(vec![
            ("kernel".into(), Some(kernel.to_owned())),
            ("processor".into(), Some("one".to_owned())),
            ("memory".into(), memory.map(str::to_owned)),
        ])
    };
    let together = facts::Facts::together(&[
        of("6.2", Some("8 GiB")),
        of("6.1", None),
        of("6.2", Some("8 GiB")),
    ]);
    let expected = [
        ("kernel", Some("6.1 + 6.2")),
        ("processor", Some("one")),
        ("memory", None),
    ];
    assert_eq!(
        together.0,
        expected.map(|(what, value)| (what.into(), value.map(str::to_owned)))
    );
    assert_eq!(facts::Facts::together(&[]), facts::Facts::default());
}

/// A loop device over a file on a disk, or the disk itself.
fn facts_of(loop_queue: &str, disk_queue: &str, path: &str) -> facts::Facts {
    let dir = fiord_testbed::memory_folder();
    let text = format!(
        "# made: written\n@ proc/self\nmountinfo = 22 1 253:0 / / rw,relatime - ext4 /dev/vda rw\n\
         @ sys/class/block/vda\ndev = 253:0\nsize = 2048\n@ sys/class/block/vda/queue\n{disk_queue}\n\
         @ sys/class/block/loop0\ndev = 7:0\nsize = 2048\nloop/backing_file = /image\n@ sys/class/block/loop0/queue\n{loop_queue}\n"
    );
    fiord_testbed::tree::unpack(&text, dir.path()).unwrap();
    let machine = Machine::look(&Root::at(dir.path()), Path::new(path));
    let before = Before {
        machine: Some(machine),
        ..Before::default()
    };
    facts::Facts::of(&RunRecord::planned(plan(Vec::new()), before))
}

/// Each setting of each layer that both have; a layer that one lacks is told once.
#[test]
fn every_setting_of_every_layer_that_differs_is_listed() {
    let one = facts_of(
        "read_ahead_kb = 128\nrq_affinity = 1",
        "scheduler = [none] bfq\nnr_requests = 64",
        "/dev/loop0",
    );
    let other = facts_of(
        "read_ahead_kb = 4096\nrq_affinity = 1",
        "scheduler = none [bfq]\nnr_requests = 64",
        "/dev/loop0",
    );
    let shown = |one, other| -> Vec<String> {
        let found = facts::of_machines(&[one, other]);
        let line =
            |fact: &facts::FactDifference| format!("{}: {}", fact.label(Lang::En), fact.shown(Lang::En));
        found.iter().map(line).collect()
    };
    assert_eq!(
        shown(&one, &other),
        ["loop: read_ahead_kb: 128 | 4096", "disk: scheduler: none | bfq"]
    );
    let disk = facts_of(
        "read_ahead_kb = 128",
        "scheduler = [none] bfq\nnr_requests = 8",
        "/dev/vda",
    );
    let lines = shown(&one, &disk);
    assert!(
        lines.contains(&"storage stack: loop / ext4 / disk | disk".to_owned()),
        "{lines:?}"
    );
    assert!(
        lines.contains(&"disk: nr_requests: 64 | 8".to_owned()),
        "{lines:?}"
    );
    assert!(lines.iter().all(|line| !line.starts_with("loop: ")), "{lines:?}");
}

/// The number that rows name is that of the legend: workloads without an interval count in neither.
#[test]
fn comparisons_are_those_with_an_interval() {
    let deep = key(|key| key.iodepth = Some(32));
    let of = |name: &str, rate: f64| {
        let many = (0..8).map(|run| measured(&key(|_| {}), run, rate + run as f64));
        result(name, many.chain([measured(&deep, 0, rate)]).collect())
    };
    let outcome = compare(&[of("a", 1_000.0), of("b", 2_000.0)], &CompareSettings::default());
    let pairs: usize = outcome.cells.iter().map(|cell| cell.pairs.len()).sum();
    assert!(pairs > 1, "{pairs}");
    assert_eq!(outcome.comparisons(), 1);
}
