//! Simulated devices whose truth is known, through the engine and the rules: the right thing is named with the right numbers over
//! two hundred seeds each (a confusion matrix is printed), and on the constant device nothing is, over a thousand. Virtual time:
//! minutes take milliseconds. Noise as real runs have it is in `crates/stats/tests/suite/shapes.rs`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use std::sync::Arc;

use crate::consistency::verdict;
use fiord_job::plan::{AccessMode, EngineKind, JobPlan, RunPlan, SimPlan, SimService};
use fiord_judge::case::Case;
use fiord_judge::traps::cliff;
use fiord_judge::{Finding, Observed, Verdict};
use fiord_messages::Lang;
use fiord_record::run::RunRecord;
use fiord_session::{RunSettings, measure};
use fiord_targets::stop::StopFlag;

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
    let settings = RunSettings::new(Arc::new(StopFlag::new()));
    let record = measure(&plan, &settings, &|_| {}).unwrap();
    assert!(record.workers.iter().all(|worker| worker.error.is_none()));
    record
}

fn judged(record: &RunRecord) -> Verdict {
    verdict(&Case::of(record))
}

fn the<'a>(verdict: &'a Verdict, rule: &str) -> &'a Finding {
    let found: Vec<_> = verdict
        .findings
        .iter()
        .filter(|finding| finding.trap().name() == rule)
        .collect();
    assert_eq!(found.len(), 1, "{rule} in {:#?}", verdict.findings);
    found[0]
}

fn value(finding: &Finding, name: &str) -> f64 {
    finding
        .values()
        .iter()
        .find(|(known, _)| *known == name)
        .unwrap_or_else(|| panic!("{name} in {finding:#?}"))
        .1
}

/// What a finding of `cliff` takes the course for.
fn course(finding: &Finding) -> Option<&'static str> {
    let Observed::Cliff(observed) = &finding.observed else {
        return None;
    };
    match observed {
        cliff::Observed::Cliff { .. } => Some("cliff"),
        cliff::Observed::Credits { .. } | cliff::Observed::ByteCredits { .. } => Some("credits"),
        cliff::Observed::SawTooth { .. } => Some("saw-tooth"),
        cliff::Observed::Drift { .. } => Some("drift"),
        cliff::Observed::Rise { warm_up: true, .. } => Some("warm-up"),
        cliff::Observed::Rise { .. } => Some("rise"),
        cliff::Observed::Unsteady { .. } => Some("unsteady"),
        cliff::Observed::Planned { .. }
        | cliff::Observed::LatencyStep { .. }
        | cliff::Observed::LatencyUnsteady { .. } => None,
    }
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
            .filter(|finding| COURSE.contains(&finding.trap().name()));
        alarms.extend(found.map(|finding| (seed, finding.saw(Lang::En))).take(1));
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
        assert!(
            course(found) == Some("cliff"),
            "seed {seed}: {}",
            found.saw(Lang::En)
        );
        assert!(
            (value(found, "at_s") - 20.0).abs() <= 1.0,
            "seed {seed}: {}",
            found.saw(Lang::En)
        );
        assert!(
            (value(found, "before_iops") / value(found, "after_iops") - 4.0).abs() < 0.3,
            "seed {seed}: {}",
            found.saw(Lang::En)
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
        assert!(
            course(found) == Some("credits"),
            "seed {seed}: {}",
            found.saw(Lang::En)
        );
        assert!(
            (value(found, "baseline_iops") / 1000.0 - 1.0).abs() < 0.02,
            "seed {seed}: {}",
            found.saw(Lang::En)
        );
        // 60,000 credits, used at 4,000 and refilled at 1,000 per second.
        assert!(
            (value(found, "at_s") - 20.0).abs() <= 1.0,
            "seed {seed}: {}",
            found.saw(Lang::En)
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
        assert!(
            course(found) == Some("saw-tooth"),
            "seed {seed}: {}",
            found.saw(Lang::En)
        );
        assert!(
            (value(found, "period_s") - 10.0).abs() <= 1.0,
            "seed {seed}: {}",
            found.saw(Lang::En)
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
        assert!(
            course(found) == Some("drift"),
            "seed {seed}: {}",
            found.saw(Lang::En)
        );
        let per_second = value(found, "percent_per_s");
        assert!(
            (-0.6..-0.2).contains(&per_second),
            "seed {seed}: {}",
            found.saw(Lang::En)
        );
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
    assert!(
        (value(found, "fast_percent") - 80.0).abs() < 2.0,
        "{}",
        found.saw(Lang::En)
    );
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
            .all(|finding| finding.trap().name() != "mixed-medium"),
        "{:#?}",
        single.findings
    );
}

/// A cloud disk (an ESSD) without a cgroup in sight: flat at a round number, and single I/Os are much faster than the mean.
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
        free.findings
            .iter()
            .all(|finding| finding.trap().name() != "throttle"),
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
        found.saw(Lang::En)
    );
    assert!(value(found, "response_p99_ns") > 5e9, "{}", found.saw(Lang::En));
    let kept = rated(500);
    assert!(
        kept.findings
            .iter()
            .all(|finding| finding.trap().name() != "late-generator"),
        "{:#?}",
        kept.findings
    );
}

/// A device, what it is to be called, and whether the numbers of the finding are right.
struct Truth {
    what: &'static str,
    named: &'static str,
    sim: fn(u64) -> SimPlan,
    seconds: u64,
    change: fn(&mut JobPlan),
    right: fn(&Finding, u64) -> bool,
}

const NAMES: [&str; 9] = [
    "nothing",
    "cliff",
    "credits",
    "throttled",
    "saw-tooth",
    "drift",
    "warm-up",
    "unsteady",
    "bimodal",
];

/// What a verdict calls a device: the course first, then the limit, then the latencies.
fn called(verdict: &Verdict) -> (String, Option<&Finding>) {
    let of = |rule: &str| {
        verdict
            .findings
            .iter()
            .find(|finding| finding.trap().name() == rule)
    };
    if let Some(found) = of("cliff") {
        return (course(found).unwrap().to_owned(), Some(found));
    }
    if let Some(found) = of("throttle") {
        return ("throttled".to_owned(), Some(found));
    }
    match of("mixed-medium") {
        Some(found) => ("bimodal".to_owned(), Some(found)),
        None => ("nothing".to_owned(), None),
    }
}

/// Service of 4 ms on average, exponential: 250 I/Os per second, give or take 6 %.
fn slow(seed: u64) -> SimPlan {
    SimPlan {
        read_ns: 4_000_000,
        write_ns: 4_000_000,
        ..device(seed)
    }
}

fn near(found: f64, truth: f64, tolerance: f64) -> bool {
    (found / truth - 1.0).abs() <= tolerance
}

const TRUTHS: [Truth; 9] = [
    Truth {
        what: "constant",
        named: "nothing",
        sim: slow,
        seconds: 60,
        change: |_| {},
        right: |_, _| true,
    },
    Truth {
        what: "bimodal, 20 % slow",
        named: "bimodal",
        sim: |seed| SimPlan {
            service: SimService::Uniform,
            slow_percent: 20,
            slow_ns: 20_000_000,
            ..device(seed)
        },
        seconds: 30,
        change: |_| {},
        right: |found, _| {
            (value(found, "fast_percent") - 80.0).abs() < 3.0
                && near(value(found, "fast_ns"), 1e6, 0.2)
                && near(value(found, "slow_ns"), 20e6, 0.1)
        },
    },
    Truth {
        what: "bimodal, 30 % cached",
        named: "bimodal",
        sim: |seed| SimPlan {
            service: SimService::Uniform,
            read_cache_percent: 30,
            cache_ns: 20_000,
            ..device(seed)
        },
        seconds: 30,
        change: |_| {},
        right: |found, _| {
            (value(found, "fast_percent") - 30.0).abs() < 3.0
                && near(value(found, "fast_ns"), 20e3, 0.1)
                && near(value(found, "slow_ns"), 1e6, 0.2)
        },
    },
    Truth {
        what: "cliff after 20 MB",
        named: "cliff",
        sim: |seed| SimPlan {
            cliff_after_bytes: 5_000 * 4096,
            cliff_factor: 4.0,
            ..slow(seed)
        },
        seconds: 60,
        change: |_| {},
        right: |found, _| {
            // 5,000 I/Os of 4 ms; their sum scatters by 0.3 s, and the place is a whole second.
            (value(found, "at_s") - 20.0).abs() <= 2.0
                && near(value(found, "at_bytes"), 5_000.0 * 4096.0, 0.06)
                && near(value(found, "before_iops"), 250.0, 0.06)
                && near(value(found, "after_iops"), 62.5, 0.1)
        },
    },
    Truth {
        what: "credits",
        named: "credits",
        sim: |seed| SimPlan {
            service: SimService::Constant,
            read_ns: 2_000_000,
            iops_limit: 100,
            // Each seed another bucket: 15 to 30 s at 500 − 100 per second.
            burst_ios: 6_000 + 40 * (seed % 150),
            ..device(seed)
        },
        seconds: 60,
        change: |_| {},
        right: |found, seed| {
            let credit = (6_000 + 40 * (seed % 150)) as f64;
            near(value(found, "baseline_iops"), 100.0, 0.01)
                && near(value(found, "burst_iops"), 500.0, 0.01)
                && near(
                    value(found, "limited_latency_ns"),
                    value(found, "depth_over_rate_ns"),
                    0.02,
                )
                && (value(found, "at_s") - credit / 400.0).abs() <= 1.0
                && near(value(found, "credit_ios"), credit, 0.07)
        },
    },
    Truth {
        what: "throttled",
        named: "throttled",
        sim: |seed| SimPlan {
            read_ns: 400_000,
            parallelism: 16,
            iops_limit: 500,
            ..device(seed)
        },
        seconds: 30,
        change: |job| job.depth.iodepth = 16,
        right: |found, _| near(value(found, "rate"), 500.0, 0.01),
    },
    Truth {
        what: "GC, 2 s of 10",
        named: "saw-tooth",
        sim: |seed| SimPlan {
            gc_every_bytes: 2_000 * 4096,
            gc_pause_ns: 2_000_000_000,
            ..slow(seed)
        },
        seconds: 120,
        change: |job| job.access.mode = AccessMode::RandWrite,
        right: |found, _| (value(found, "period_s") - 10.0).abs() <= 1.0,
    },
    Truth {
        what: "drift, 0.5 % per s",
        named: "drift",
        sim: |seed| SimPlan {
            drift_ppm_per_s: 5_000,
            read_ns: 2_000_000,
            ..device(seed)
        },
        seconds: 100,
        change: |_| {},
        // 1/(1 + 0.005 t) falls by 0.5 % per second at first and by a third of a percent in the end.
        right: |found, _| near(value(found, "percent_per_s"), -0.41, 0.12),
    },
    Truth {
        what: "drift, faster",
        named: "drift",
        sim: |seed| SimPlan {
            drift_ppm_per_s: -4_000,
            read_ns: 2_000_000,
            ..device(seed)
        },
        seconds: 100,
        change: |_| {},
        right: |found, _| near(value(found, "percent_per_s"), 0.5, 0.15),
    },
];

#[test]
fn each_kind_of_device_is_called_by_its_name() {
    let seeds = fiord_testbed::repeats(40, 200);
    println!("truth by name, of {seeds} seeds (1 to {seeds}), and how many with the right numbers");
    println!(
        "{:22}{}     right",
        "",
        NAMES.map(|name| format!("{name:>10}")).concat()
    );
    let mut wrong = Vec::new();
    for truth in &TRUTHS {
        let (mut names, mut right) = ([0_u64; NAMES.len()], 0);
        let mut misses = Vec::new();
        for seed in 1..=seeds {
            let verdict = judged(&run((truth.sim)(seed), truth.seconds, truth.change));
            let (name, finding) = called(&verdict);
            let column = NAMES.iter().position(|known| *known == name);
            names[column.unwrap_or_else(|| panic!("no column for {name}"))] += 1;
            if name == truth.named && finding.is_none_or(|finding| (truth.right)(finding, seed)) {
                right += 1;
            } else {
                misses.push((
                    seed,
                    finding.map_or_else(String::new, |finding| finding.saw(Lang::En)),
                ));
            }
        }
        let row: String = names.iter().map(|count| format!("{count:>10}")).collect();
        println!("{:22}{row}{right:>10}", truth.what);
        if right * 100 < seeds * 95 {
            wrong.push((truth.what, misses.into_iter().take(5).collect::<Vec<_>>()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What `fiord run` prints of a job of so many I/Os, and the native document.
fn printed(ios: u64) -> (String, serde_json::Value) {
    let record = run(device(3), 0, |job| {
        job.control.time_based = false;
        job.control.runtime_us = 0;
        job.access.number_ios = ios;
        job.access.size = Some(fiord_job::plan::Amount::Bytes(1 << 30));
    });
    let document = serde_json::to_value(fiord_report::documents::run::of(&record, Lang::En)).unwrap();
    (fiord_report::fio::text::render_marked(&record), document)
}

#[test]
fn percentiles_without_samples_are_marked_or_left_out() {
    // Of n I/Os n(1 − p) lie beyond: 100 print bare, 10 with a mark, fewer not at all.
    for (ios, bare, marked, absent) in [
        (5, None, None, Some("1.00")),
        (500, Some("80.00"), Some("95.00"), Some("99.00")),
        (50_000, Some("99.50"), Some("99.95"), Some("99.99")),
    ] {
        let (text, document) = printed(ios);
        let at = |percent: &str| {
            text.split_once(&format!("{percent}th=["))
                .map(|(_, rest)| rest.split_once(']').unwrap().1.starts_with('*'))
        };
        assert_eq!(bare.map(at), bare.map(|_| Some(false)), "{text}");
        assert_eq!(marked.map(at), marked.map(|_| Some(true)), "{text}");
        assert_eq!(absent.map(at), Some(None), "{text}");
        if ios == 5 {
            assert!(
                text.contains("clat percentiles: none, too few I/Os (5)"),
                "{text}"
            );
        } else {
            assert!(
                text.contains(&format!(
                    "{}th and above; the largest is the max",
                    absent.unwrap()
                )),
                "{text}"
            );
        }
        let clat = &document["jobs"][0]["result"]["read"]["clat"];
        let max = clat["max_ns"].as_u64().unwrap();
        for entry in clat["percentiles"].as_array().unwrap() {
            let beyond = ios as f64 * (100.0 - entry["percent"].as_f64().unwrap()) / 100.0 + 1e-6;
            let standing = if beyond >= 100.0 {
                "enough"
            } else if beyond >= 10.0 {
                "few"
            } else {
                "too few"
            };
            assert_eq!(entry["samples"], standing, "{entry}");
            assert_eq!(entry["ns"].is_null(), standing == "too few", "{entry}");
            assert!(
                entry["ns"].as_u64().is_none_or(|ns| ns <= max),
                "{entry} above {max}"
            );
        }
    }
}
