//! Simulated devices whose truth is known, through the engine and the rules: the right thing is named, and on the constant
//! device nothing is, over a thousand seeds. Virtual time: minutes take milliseconds.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use fiord_engine::RunOptions;
use fiord_record::run::{RunRecord, WorkerRecord};
use fiord_record::truth::run::After;
use fiord_record::truth::verdict::{Verdict, verdict};
use fiord_record::truth::{Evidence, Finding};
use fiord_spec::plan::{AccessMode, EngineKind, JobPlan, RunPlan, SimPlan, SimService};
use jiff::Zoned;

/// A device of exponential service times with a mean of 1 ms, so that seconds differ by chance.
fn device(seed: u64) -> SimPlan {
    SimPlan {
        read_ns: 1_000_000,
        write_ns: 1_000_000,
        service: SimService::Exponential,
        seed,
        ..SimPlan::default()
    }
}

fn run(sim: SimPlan, seconds: u64, change: impl FnOnce(&mut JobPlan)) -> RunRecord {
    let mut job = JobPlan::new("sim");
    job.engine.kind = EngineKind::Sim;
    job.access.randseed = sim.seed;
    job.engine.sim = sim;
    job.access.mode = AccessMode::RandRead;
    job.access.norandommap = true;
    job.control.runtime_us = seconds * 1_000_000;
    job.control.time_based = true;
    change(&mut job);
    let plan = RunPlan {
        jobs: vec![job],
        global_options: None,
    };
    let outcome = fiord_engine::run(&plan, &RunOptions::default()).unwrap();
    let worker = |report: fiord_engine::WorkerReport| {
        assert!(report.failure.is_none(), "{:?}", report.failure);
        WorkerRecord {
            job_index: report.job_index,
            number: report.number,
            stats: report.outcome.stats,
            ..WorkerRecord::default()
        }
    };
    RunRecord {
        plan,
        workers: outcome.workers.into_iter().map(worker).collect(),
        disks: Vec::new(),
        started: Zoned::now(),
        finished: Zoned::now(),
        idleness: None,
        elapsed_s: seconds,
        version: String::new(),
        notes: Vec::new(),
        evidence: None,
    }
}

fn judged(record: &RunRecord) -> Verdict {
    let after = After::of(record);
    verdict(&Evidence {
        plan: Some(&record.plan),
        before: None,
        after: Some(&after),
    })
    .unwrap()
}

fn the<'a>(verdict: &'a Verdict, rule: &str) -> &'a Finding {
    let found: Vec<_> = verdict
        .findings
        .iter()
        .filter(|finding| finding.rule == rule)
        .collect();
    assert_eq!(found.len(), 1, "{rule} in {:#?}", verdict.findings);
    found[0]
}

fn value(finding: &Finding, name: &str) -> f64 {
    finding
        .values
        .iter()
        .find(|(known, _)| *known == name)
        .unwrap_or_else(|| panic!("{name} in {finding:#?}"))
        .1
}

/// Rules that speak of the course of a run and of its latencies.
const COURSE: [&str; 5] = [
    "cliff",
    "not-steady",
    "throttle",
    "mixed-medium",
    "depth-not-reached",
];

#[test]
fn a_constant_device_raises_at_most_one_alarm_in_twenty() {
    const SEEDS: u64 = 1_000;
    let mut alarms = Vec::new();
    for seed in 1..=SEEDS {
        let sim = SimPlan {
            read_ns: 5_000_000,
            ..device(seed)
        };
        let verdict = judged(&run(sim, 30, |_| {}));
        let found = verdict
            .findings
            .iter()
            .filter(|finding| COURSE.contains(&finding.rule));
        alarms.extend(found.map(|finding| (seed, finding.saw.clone())).take(1));
    }
    println!(
        "{} of {SEEDS} constant devices were called something else: {alarms:#?}",
        alarms.len()
    );
    assert!(alarms.len() as u64 <= SEEDS / 20, "{alarms:#?}");
}

#[test]
fn a_cliff_is_named_with_its_place() {
    for seed in [3, 5, 8] {
        let cliff = SimPlan {
            cliff_after_bytes: 20_000 * 4096,
            cliff_factor: 4.0,
            ..device(seed)
        };
        let verdict = judged(&run(cliff, 60, |_| {}));
        let found = the(&verdict, "cliff");
        assert!(found.saw.starts_with("cliff:"), "seed {seed}: {}", found.saw);
        assert!(
            (value(found, "at_s") - 20.0).abs() <= 1.0,
            "seed {seed}: {}",
            found.saw
        );
        assert!(
            (value(found, "before_iops") / value(found, "after_iops") - 4.0).abs() < 0.3,
            "seed {seed}: {}",
            found.saw
        );
    }
}

#[test]
fn credits_that_run_out_are_named() {
    for seed in [3, 5, 8] {
        let bucket = SimPlan {
            service: SimService::Constant,
            read_ns: 250_000,
            iops_limit: 1000,
            burst_ios: 60_000,
            parallelism: 4,
            ..device(seed)
        };
        let verdict = judged(&run(bucket, 60, |job| job.depth.iodepth = 1));
        let found = the(&verdict, "cliff");
        assert!(found.saw.starts_with("credits:"), "seed {seed}: {}", found.saw);
        assert!(
            (value(found, "baseline_iops") / 1000.0 - 1.0).abs() < 0.02,
            "seed {seed}: {}",
            found.saw
        );
        // 60,000 credits, used at 4,000 and refilled at 1,000 per second.
        assert!(
            (value(found, "at_s") - 20.0).abs() <= 1.0,
            "seed {seed}: {}",
            found.saw
        );
    }
}

#[test]
fn a_saw_tooth_is_named_with_its_period() {
    // 1,000 writes of 4 KiB per second: every eight seconds' worth, the device stands still for two.
    for seed in [3, 5, 8] {
        let gc = SimPlan {
            gc_every_bytes: 8_000 * 4096,
            gc_pause_ns: 2_000_000_000,
            ..device(seed)
        };
        let verdict = judged(&run(gc, 120, |job| job.access.mode = AccessMode::RandWrite));
        let found = the(&verdict, "cliff");
        assert!(found.saw.starts_with("saw-tooth:"), "seed {seed}: {}", found.saw);
        assert!(
            (value(found, "period_s") - 10.0).abs() <= 1.0,
            "seed {seed}: {}",
            found.saw
        );
    }
}

#[test]
fn a_drift_is_named_with_its_rate() {
    for seed in [3, 5, 8] {
        let drift = SimPlan {
            drift_ppm_per_s: 5_000,
            ..device(seed)
        };
        let verdict = judged(&run(drift, 100, |_| {}));
        let found = the(&verdict, "cliff");
        assert!(found.saw.starts_with("drift:"), "seed {seed}: {}", found.saw);
        let per_second = value(found, "percent_per_s");
        assert!((-0.6..-0.2).contains(&per_second), "seed {seed}: {}", found.saw);
    }
}

#[test]
fn two_populations_are_named_with_their_shares() {
    let mixed = SimPlan {
        service: SimService::Uniform,
        slow_percent: 20,
        slow_ns: 20_000_000,
        ..device(3)
    };
    let verdict = judged(&run(mixed, 30, |_| {}));
    let found = the(&verdict, "mixed-medium");
    assert!((value(found, "fast_percent") - 80.0).abs() < 2.0, "{}", found.saw);
    let single = judged(&run(
        SimPlan {
            service: SimService::Uniform,
            ..device(3)
        },
        30,
        |_| {},
    ));
    assert!(
        single
            .findings
            .iter()
            .all(|finding| finding.rule != "mixed-medium"),
        "{:#?}",
        single.findings
    );
}

/// The ESSD of seed S4 without a cgroup in sight: flat at a round number, and single I/Os are much faster than the mean.
#[test]
fn a_limit_that_nobody_shows_is_seen_by_its_signature() {
    let essd = SimPlan {
        read_ns: 100_000,
        parallelism: 64,
        iops_limit: 4_000,
        service: SimService::Constant,
        ..device(3)
    };
    let deep = |sim: SimPlan| judged(&run(sim, 30, |job| job.depth.iodepth = 64));
    let verdict = deep(essd.clone());
    assert!(
        (value(the(&verdict, "throttle"), "rate") - 4_000.0).abs() < 40.0,
        "{:#?}",
        verdict.findings
    );
    let free = deep(SimPlan {
        iops_limit: 0,
        parallelism: 1,
        read_ns: 250_000,
        service: SimService::Exponential,
        ..essd
    });
    assert!(
        free.findings.iter().all(|finding| finding.rule != "throttle"),
        "{:#?}",
        free.findings
    );
}

#[test]
fn a_rate_above_the_device_is_a_backlog_and_one_below_is_none() {
    let rated = |rate| {
        judged(&run(
            SimPlan {
                service: SimService::Constant,
                ..device(3)
            },
            20,
            move |job| job.pace.rate_iops.0[0] = rate,
        ))
    };
    let late = rated(2_000);
    let found = the(&late, "late-generator");
    assert!(
        (value(found, "reached_iops") - 1_000.0).abs() < 10.0,
        "{}",
        found.saw
    );
    assert!(value(found, "response_p99_ns") > 5e9, "{}", found.saw);
    let kept = rated(500);
    assert!(
        kept.findings
            .iter()
            .all(|finding| finding.rule != "late-generator"),
        "{:#?}",
        kept.findings
    );
}
