//! Traps that a test machine cannot make, planted in records by hand, each beside a clean case.

use fiord_host::cgroup::{Limit, Limited};
use fiord_host::counters::IoCounters;
use fiord_host::disk_stats::DiskStats;
use fiord_host::look::ProcessActivity;
use fiord_host::stack::FsClass;
use fiord_spec::plan::{AccessMode, EngineKind, JobPlan, RunPlan};
use fiord_stats::JobStats;
use jiff::Zoned;

use super::super::{Evidence, Finding, Grade, Severity, verdict::verdict};
use super::After;
use crate::evidence::{DeviceUse, RunEvidence, TargetUse};
use crate::run::{RunRecord, WorkerRecord};

const SECOND_NS: u64 = 1_000_000_000;

/// Reads of 4 KiB for 20 s at 1,000 per second and 1 ms each, direct, delivered by a disk named `sda`.
fn clean() -> RunRecord {
    let mut job = JobPlan::new("job");
    job.access.mode = AccessMode::RandRead;
    job.engine.kind = EngineKind::Libaio;
    job.durability.direct = true;
    job.report.percentiles = vec![50.0, 99.0];
    let mut stats = JobStats {
        runtime_ns: 20 * SECOND_NS,
        ..JobStats::default()
    };
    let read = &mut stats.ddirs[0];
    (read.ios, read.bytes, read.runtime_ns) = (20_000, 20_000 * 4096, 20 * SECOND_NS);
    for number in 0..20_000_u64 {
        let latency = 900_000 + number % 200_000;
        read.clat.record(latency);
        read.lat.record(latency);
    }
    read.per_second = (0..20)
        .map(|second| (993 + second * 7 % 15, 4096 * 1000))
        .collect();
    let worker = WorkerRecord {
        stats,
        ended_ns: 20 * SECOND_NS,
        ..WorkerRecord::default()
    };
    RunRecord {
        plan: RunPlan {
            jobs: vec![job],
            global_options: None,
        },
        workers: vec![worker],
        disks: Vec::new(),
        started: Zoned::now(),
        finished: Zoned::now(),
        idleness: None,
        elapsed_s: 21,
        version: String::new(),
        notes: Vec::new(),
        evidence: Some(Box::new(witness())),
    }
}

fn device(name: &str, read_bytes: u64) -> DeviceUse {
    let after = DiskStats {
        reads: read_bytes / 4096,
        read_sectors: read_bytes / 512,
        busy_ms: 9_000,
        ..DiskStats::default()
    };
    DeviceUse {
        name: name.to_owned(),
        leaf: true,
        parallel: Some(true),
        after,
        ..DeviceUse::default()
    }
}

fn witness() -> RunEvidence {
    let bytes = 20_000 * 4096;
    let target = TargetUse {
        path: "/data/f".into(),
        fs_type: Some("ext4".to_owned()),
        fs_class: Some(FsClass::Disk),
        leaves: vec!["sda".to_owned()],
        ..TargetUse::default()
    };
    RunEvidence {
        seconds: 20.0,
        issued_bytes: [bytes, 0, 0],
        issued_ios: [20_000, 0, 0],
        own: Some(IoCounters {
            read_bytes: bytes,
            ..IoCounters::default()
        }),
        devices: vec![device("sda", bytes)],
        targets: vec![target],
        ..RunEvidence::default()
    }
}

fn judged(record: &RunRecord, change: impl FnOnce(&mut After<'_>)) -> super::super::Verdict {
    let mut after = After::of(record);
    change(&mut after);
    verdict(&Evidence {
        plan: Some(&record.plan),
        before: None,
        after: Some(&after),
    })
    .unwrap()
}

fn findings(record: &RunRecord) -> Vec<Finding> {
    judged(record, |_| {}).findings
}

/// What the change adds to the findings of a clean record.
fn planted(change: impl FnOnce(&mut RunRecord)) -> Vec<(&'static str, Severity)> {
    let mut record = clean();
    change(&mut record);
    findings(&record)
        .into_iter()
        .map(|finding| (finding.rule, finding.severity))
        .collect()
}

fn evidence(record: &mut RunRecord) -> &mut RunEvidence {
    record.evidence.as_mut().unwrap()
}

#[test]
fn a_clean_record_is_a_b() {
    let record = clean();
    let verdict = judged(&record, |_| {});
    assert_eq!(verdict.findings, []);
    assert_eq!(verdict.grade, Grade::B);
    assert_eq!(
        verdict.line,
        "Measured: the disk (sda). It delivered 100 % of 78.1 MiB read."
    );
}

#[test]
fn the_share_of_the_cache_is_exact_at_its_limits() {
    let with_share = |percent: u64| {
        planted(|record| {
            record.plan.jobs[0].durability.direct = false;
            let device = 20_000 * 4096 / 100 * (100 - percent);
            evidence(record).devices[0].after.read_sectors = device / 512;
            evidence(record).own.as_mut().unwrap().read_bytes = device;
        })
    };
    assert_eq!(with_share(0), []);
    assert_eq!(with_share(5), [("cache-read", Severity::Care)]);
    assert_eq!(with_share(50), [("cache-read", Severity::Wrong)]);
}

#[test]
fn what_others_read_is_not_taken_for_ours() {
    // The device was busy enough, but for somebody else: our own counter says that all came from the cache.
    let found = planted(|record| {
        record.plan.jobs[0].durability.direct = false;
        evidence(record).own.as_mut().unwrap().read_bytes = 0;
        evidence(record).others = vec![ProcessActivity {
            pid: 2,
            name: "mysqld".to_owned(),
            read_bytes: 9,
            write_bytes: 0,
        }];
    });
    assert_eq!(
        found,
        [("cache-read", Severity::Wrong), ("foreign-io", Severity::Wrong)]
    );
}

#[test]
fn direct_reads_without_a_device_came_from_below() {
    let flat = planted(|record| {
        evidence(record).devices[0].after.read_sectors = 0;
        evidence(record).own.as_mut().unwrap().read_bytes = 0;
    });
    assert_eq!(flat, [("cache-below", Severity::Wrong)]);
    let fast = |in_memory: bool| {
        planted(move |record| {
            let clat = &mut record.workers[0].stats.ddirs[0].clat;
            *clat = fiord_stats::Latency::default();
            (0..20_000_u64).for_each(|number| clat.record(3_000 + number % 400));
            evidence(record).devices[0].in_memory = in_memory;
            evidence(record).devices[0].parallel = None;
        })
    };
    assert_eq!(fast(false), [("cache-below", Severity::Care)]);
    assert_eq!(fast(true), []);
}

#[test]
fn one_disk_of_two_is_told() {
    let two = |second: u64| {
        planted(move |record| {
            let all = 20_000 * 4096;
            let witness = evidence(record);
            witness.devices = vec![device("nvme0n1", all - second), device("nvme1n1", second)];
            witness.targets[0].leaves = vec!["nvme0n1".to_owned(), "nvme1n1".to_owned()];
        })
    };
    assert_eq!(two(0), [("stack", Severity::Care)]);
    assert_eq!(two(20_000 * 2048), []);
}

#[test]
fn full_busy_time_is_a_note_on_parallel_devices_only() {
    let busy = |parallel| {
        planted(move |record| {
            evidence(record).devices[0].after.busy_ms = 19_990;
            evidence(record).devices[0].parallel = parallel;
        })
    };
    assert_eq!(busy(Some(true)), [("util-meaningless", Severity::Note)]);
    assert_eq!(busy(Some(false)), []);
    assert_eq!(busy(None), []);
}

#[test]
fn a_short_queue_is_told_by_littles_law() {
    let deep = |depth| planted(move |record| record.plan.jobs[0].depth.iodepth = depth);
    // 1,000 per second of 1 ms each: one in flight.
    assert_eq!(deep(32), [("depth-not-reached", Severity::Wrong)]);
    assert_eq!(deep(1), []);
    let paced = planted(|record| {
        record.plan.jobs[0].depth.iodepth = 32;
        record.plan.jobs[0].pace.rate_iops.0[0] = 1000;
    });
    assert_eq!(paced, []);
}

#[test]
fn the_generator_is_the_limit_by_its_processor_or_its_ceiling() {
    let busy = |user_us| {
        planted(move |record| {
            let cpu = &mut record.workers[0].stats.cpu;
            (cpu.user_us, cpu.context_switches) = (user_us, 20_000);
        })
    };
    assert_eq!(busy(19_900_000), [("generator-bound", Severity::Care)]);
    assert_eq!(busy(10_000_000), []);
    // A processor that others use too: half of it, and hardly any sleep.
    let awake = |context_switches, busy, syncs| {
        planted(move |record| {
            let stats = &mut record.workers[0].stats;
            stats.sync.ios = syncs;
            (stats.cpu.user_us, stats.cpu.context_switches) = (10_000_000, context_switches);
            evidence(record).cpu_busy_percent = Some(busy);
        })
    };
    assert_eq!(awake(150, 99.0, 0), [("generator-bound", Severity::Care)]);
    assert_eq!(awake(20_000, 99.0, 0), []);
    assert_eq!(awake(150, 99.0, 3), []);
    // With idle processors beside it, it must have slept.
    assert_eq!(awake(150, 60.0, 0), []);
    let record = clean();
    let near = judged(&record, |after| after.ceiling_iops = Some(1_100.0));
    assert_eq!(near.findings[0].rule, "generator-bound");
    assert!(
        near.line.starts_with("Measured: the generator, not the disk."),
        "{}",
        near.line
    );
    assert_eq!(
        judged(&record, |after| after.ceiling_iops = Some(500_000.0)).findings,
        []
    );
}

#[test]
fn a_synchronous_worker_that_seldom_waits_is_the_limit() {
    let sync = |latency: u64, user_us: u64, end_fsync: bool| {
        planted(move |record| {
            record.plan.jobs[0].engine.kind = EngineKind::Psync;
            record.plan.jobs[0].durability.end_fsync = end_fsync;
            let stats = &mut record.workers[0].stats;
            (stats.cpu.user_us, stats.cpu.system_us) = (user_us, 5_000_000);
            stats.cpu.context_switches = 20_000;
            let read = &mut stats.ddirs[0];
            (read.clat, read.lat) = Default::default();
            (0..20_000_u64).for_each(|number| {
                read.clat.record(latency + number % 100_000);
                read.lat.record(latency + number % 100_000);
            });
        })
    };
    // 20,000 I/Os in 20 s: of 0.25 ms each they take a quarter of the time.
    assert_eq!(
        sync(200_000, 9_000_000, false),
        [("generator-bound", Severity::Wrong)]
    );
    // The kernel's work between the I/Os, opening files say, is not the generator's; nor is a sync at the end that nobody times.
    assert_eq!(sync(200_000, 1_000_000, false), []);
    assert_eq!(sync(200_000, 9_000_000, true), []);
    assert_eq!(sync(900_000, 9_000_000, false), []);
}

#[test]
fn a_limit_is_found_where_requests_were_merged() {
    let limited = |value| {
        planted(move |record| {
            let limit = Limit {
                group: "/box".into(),
                what: Limited::ReadIops,
                value,
                number: Some((8, 0)),
                device: None,
            };
            let witness = evidence(record);
            witness.limits = vec![limit];
            witness.devices[0].number = Some((8, 0));
            // 1,000 reads per second came to the device as 100 requests.
            witness.devices[0].after.reads = 2_000;
        })
    };
    assert_eq!(limited(100), [("throttle", Severity::Wrong)]);
    assert_eq!(limited(1000), [("throttle", Severity::Wrong)]);
    assert_eq!(limited(400), []);
}

#[test]
fn a_queue_is_judged_by_the_time_in_which_the_device_was_busy() {
    let queue = |queue_ms: u64, busy_ms: u64, direct: bool| {
        planted(move |record| {
            record.plan.jobs[0].depth.iodepth = 16;
            record.plan.jobs[0].durability.direct = direct;
            let read = &mut record.workers[0].stats.ddirs[0];
            read.lat = Default::default();
            (0..20_000_u64).for_each(|_| read.lat.record(16_000_000));
            let after = &mut evidence(record).devices[0].after;
            (after.queue_ms, after.busy_ms) = (queue_ms, busy_ms);
        })
    };
    let found = |severity| vec![("depth-not-reached", severity)];
    assert_eq!(queue(9_000, 9_000, true), found(Severity::Wrong));
    assert_eq!(queue(45_000, 9_000, true), found(Severity::Care));
    // Full whenever there was anything to do: the gaps are the generator's.
    assert_eq!(queue(140_000, 9_000, true), []);
    assert_eq!(queue(9_000, 9_000, false), []);
    // Counters of time are off.
    assert_eq!(queue(0, 0, true), []);
}

#[test]
fn repeats_that_differ_are_noise() {
    let record = clean();
    let noisy = judged(&record, |after| after.repeats = &[310.0, 400.0, 520.0]);
    assert_eq!((noisy.findings[0].rule, noisy.grade), ("noise", Grade::C));
    assert_eq!(
        judged(&record, |after| after.repeats = &[400.0, 404.0, 410.0]).findings,
        []
    );
}

#[test]
fn a_slow_clock_matters_where_latencies_are_short() {
    let ticking = |read_ns| {
        planted(move |record| {
            evidence(record).clock.read_ns = Some(read_ns);
            evidence(record).devices[0].in_memory = true;
            let clat = &mut record.workers[0].stats.ddirs[0].clat;
            *clat = fiord_stats::Latency::default();
            (0..20_000_u64).for_each(|number| clat.record(12_000 + number % 1000));
        })
    };
    assert_eq!(ticking(1100.0), [("clock", Severity::Care)]);
    assert_eq!(ticking(30.0), []);
}

#[test]
fn two_populations_are_two() {
    let mixed = planted(|record| {
        let clat = &mut record.workers[0].stats.ddirs[0].clat;
        (0..5_000_u64).for_each(|number| clat.record(20_000 + number % 900));
    });
    assert_eq!(mixed, [("mixed-medium", Severity::Care)]);
}

#[test]
fn stamps_per_batch_blur() {
    let batch = |least| planted(move |record| record.plan.jobs[0].depth.batch_complete_min = least);
    assert_eq!(batch(16), [("gtod-reduce", Severity::Care)]);
    assert_eq!(batch(1), []);
}

#[test]
fn a_limit_of_a_cgroup_bites_or_not() {
    let limited = |value| {
        planted(move |record| {
            let limit = Limit {
                group: "/box".into(),
                what: Limited::ReadIops,
                value,
                number: Some((8, 0)),
                device: None,
            };
            evidence(record).limits = vec![limit];
        })
    };
    assert_eq!(limited(1000), [("throttle", Severity::Wrong)]);
    assert_eq!(limited(4000), []);
}

#[test]
fn a_limit_of_processor_time_is_told() {
    let stopped = |us| planted(move |record| evidence(record).throttling.cpu_throttled_us = Some(us));
    assert_eq!(stopped(3_000_000), [("throttle", Severity::Care)]);
    assert_eq!(stopped(0), []);
}

#[test]
fn what_lies_below_the_file_system_writes_too() {
    let written = |device: u64, named: u64, synced: bool| {
        planted(move |record| {
            record.plan.jobs[0].access.mode = AccessMode::RandWrite;
            let stats = &mut record.workers[0].stats;
            stats.ddirs.swap(0, 1);
            if synced {
                stats.sync.ios = 1;
            }
            let witness = evidence(record);
            let bytes = 20_000 * 4096;
            (witness.issued_bytes, witness.issued_ios) = ([0, bytes, 0], [0, 20_000, 0]);
            witness.own = Some(IoCounters {
                write_bytes: bytes,
                ..IoCounters::default()
            });
            witness.devices[0].after = DiskStats {
                write_sectors: device / 512,
                ..DiskStats::default()
            };
            witness.others = vec![ProcessActivity {
                pid: 2,
                name: "rsync".to_owned(),
                read_bytes: 0,
                write_bytes: named,
            }];
        })
    };
    let bytes = 20_000 * 4096;
    assert_eq!(written(bytes, 0, false), []);
    // A journal: more than was asked for, and no process to blame.
    assert_eq!(
        written(3 * bytes, 0, true),
        [("write-amplification", Severity::Note)]
    );
    assert_eq!(
        written(3 * bytes, 2 * bytes, false),
        [
            ("foreign-io", Severity::Care),
            ("write-amplification", Severity::Note)
        ]
    );
}

#[test]
fn a_rate_that_falls_is_not_steady() {
    let falling = |step: u64| {
        let mut record = clean();
        record.workers[0].stats.ddirs[0].per_second =
            (0..20).map(|second| (1_000 - second * step, 4096)).collect();
        findings(&record)
    };
    let found = falling(20);
    let steady = found.iter().find(|finding| finding.rule == "not-steady").unwrap();
    // Five rounds of 4 s fall by 80 each from 970: mean 810, range and slope 320.
    let value = |name| steady.values.iter().find(|(known, _)| *known == name).unwrap().1;
    assert!(
        (value("range_percent") - 320.0 / 8.1).abs() < 1e-9
            && (value("slope_percent") - 320.0 / 8.1).abs() < 1e-9
    );
    assert!(falling(1).iter().all(|finding| finding.rule != "not-steady"));
}

#[test]
fn every_rule_is_documented_and_has_a_name_of_its_own() {
    let mut ids: Vec<_> = super::RULES.iter().map(|rule| rule.id).collect();
    for rule in super::RULES {
        for text in [rule.title, rule.why, rule.attempt, rule.example, rule.source] {
            assert!(text.len() > 5 && !text.ends_with('\n'), "{}: `{text}`", rule.id);
        }
        assert_eq!(rule.when, super::super::When::Run, "{}", rule.id);
    }
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), super::RULES.len());
}
