//! Traps that a test machine cannot make, planted in records by hand, each with a clean case. The file is long,
//! because all cases begin with the same clean record.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_host::cgroup::{Limit, Limited};
use fiord_host::counters::IoCounters;
use fiord_host::disk_stats::DiskStats;
use fiord_host::look::ProcessActivity;
use fiord_host::scheduled::Scheduled;
use fiord_host::stack::FsClass;
use fiord_job::plan::{AccessMode, Ddir, EngineKind, JobPlan, RunPlan};
use fiord_messages::Lang;
use fiord_stats::JobStats;
use jiff::Zoned;

use crate::consistency::verdict;
use fiord_judge::case::Case;
use fiord_judge::{Finding, Grade, Severity, Verdict};
use fiord_record::Before;
use fiord_record::evidence::{DeviceUse, RunEvidence, TargetUse, WorkerUse};
use fiord_record::run::{Context, Repeats};
use fiord_record::run::{RunRecord, WorkerRecord};

const SECOND_NS: u64 = 1_000_000_000;

/// Reads of 4 KiB for 20 s at 1,000 per second and 1 ms each, direct, delivered by a disk named `sda`.
pub(crate) fn clean() -> RunRecord {
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
        before: Before::default(),
        context: Context::default(),
        plan: RunPlan {
            jobs: vec![job],
            global_options: None,
        },
        workers: vec![worker],
        disks: Vec::new(),
        simulated: Vec::new(),
        started: Zoned::now(),
        finished: Zoned::now(),
        idleness: None,
        elapsed_s: 21,
        version: String::new(),
        hosts: None,
        notes: Vec::new(),
        evidence: Some(Box::new(witness())),
    }
}

pub(crate) fn device(name: &str, read_bytes: u64) -> DeviceUse {
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

pub(crate) fn judged(record: &RunRecord, change: impl FnOnce(&mut RunRecord)) -> Verdict {
    let mut record = record.clone();
    change(&mut record);
    verdict(&Case::of(&record))
}

pub(crate) fn findings(record: &RunRecord) -> Vec<Finding> {
    judged(record, |_| {}).findings
}

/// What the change adds to the findings of a clean record.
pub(crate) fn planted(change: impl FnOnce(&mut RunRecord)) -> Vec<(&'static str, Severity)> {
    let mut record = clean();
    change(&mut record);
    findings(&record)
        .into_iter()
        .map(|finding| (finding.trap().name(), finding.severity))
        .collect()
}

pub(crate) fn evidence(record: &mut RunRecord) -> &mut RunEvidence {
    record.evidence.as_mut().unwrap()
}

#[test]
fn a_clean_record_is_a_b() {
    let record = clean();
    let verdict = judged(&record, |_| {});
    assert_eq!(verdict.findings, []);
    assert_eq!(verdict.grade, Grade::B);
    assert_eq!(
        verdict.line(Lang::En),
        "Measured: the disk (sda). The device delivered 100 % of 78.1 MiB read."
    );
}

/// Reads from the disk and writes into memory, by one job: the line says which is which.
#[test]
fn a_mixed_run_is_told_by_direction() {
    let mut record = clean();
    record.plan.jobs[0].access.mode = AccessMode::RandRw;
    record.plan.jobs[0].durability.direct = false;
    let read = record.workers[0].stats.ddirs[0].clone();
    record.workers[0].stats.ddirs[1] = read;
    let bytes = 20_000 * 4096;
    let evidence = evidence(&mut record);
    (evidence.issued_bytes[1], evidence.issued_ios[1]) = (bytes, 20_000);
    let line = judged(&record, |_| {}).line(Lang::En);
    assert!(
        line.starts_with("Measured: memory for the writes, the disk for the reads."),
        "{line}"
    );
    // And the other way round.
    let evidence = self::evidence(&mut record);
    evidence.own = Some(IoCounters {
        write_bytes: bytes,
        ..IoCounters::default()
    });
    evidence.devices = vec![device("sda", 0)];
    evidence.devices[0].after.write_sectors += bytes / 512;
    let line = judged(&record, |_| {}).line(Lang::En);
    assert!(
        line.starts_with("Measured: memory for the reads, the disk for the writes."),
        "{line}"
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
    // The device was busy enough, but for another process: our own counter says that all came from the cache.
    let found = planted(|record| {
        record.plan.jobs[0].durability.direct = false;
        evidence(record).own.as_mut().unwrap().read_bytes = 0;
        evidence(record).others = vec![ProcessActivity {
            pid: 2,
            name: "mysqld".to_owned(),
            read_bytes: 9,
            write_bytes: 0,
            has_files_here: None,
        }];
    });
    assert_eq!(
        found,
        [("cache-read", Severity::Wrong), ("foreign-io", Severity::Care)]
    );
}

#[test]
fn direct_reads_without_a_device_came_from_below() {
    let flat = planted(|record| {
        evidence(record).devices[0].after.read_sectors = 0;
        evidence(record).own.as_mut().unwrap().read_bytes = 0;
    });
    assert_eq!(flat, [("cache-below", Severity::Wrong)]);
    let fast = |change: fn(&mut RunRecord, fiord_stats::Latency)| {
        planted(move |record| {
            let mut short = fiord_stats::Latency::default();
            (0..20_000_u64).for_each(|number| short.record(3_000 + number % 400));
            change(record, short);
            evidence(record).devices[0].parallel = None;
        })
    };
    let lat = |record: &mut RunRecord, short| record.workers[0].stats.ddirs[0].lat = short;
    assert_eq!(fast(lat), [("cache-below", Severity::Care)]);
    // Completed inside a slow submit: clat is nothing, the I/O took as long as before.
    let clat = |record: &mut RunRecord, short| record.workers[0].stats.ddirs[0].clat = short;
    assert_eq!(fast(clat), []);
    // Without a histogram the median is unknown: unknown is not 0.
    let moments = |record: &mut RunRecord, short: fiord_stats::Latency| {
        record.workers[0].stats.ddirs[0].lat = fiord_stats::Latency {
            moments: short.moments,
            ..Default::default()
        };
    };
    assert_eq!(fast(moments), []);
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
    // A CPU that others use too: half of it, and hardly any sleep.
    let awake = |context_switches, busy, syncs| {
        planted(move |record| {
            let stats = &mut record.workers[0].stats;
            stats.sync.ios = syncs;
            (stats.cpu.user_us, stats.cpu.context_switches) = (10_000_000, context_switches);
            evidence(record).processors.busy_percent = Some(busy);
        })
    };
    assert_eq!(awake(150, 99.0, 0), [("generator-bound", Severity::Care)]);
    assert_eq!(awake(20_000, 99.0, 0), []);
    assert_eq!(awake(150, 99.0, 3), []);
    // With idle CPUs next to it, it must have slept.
    assert_eq!(awake(150, 60.0, 0), []);
    let record = clean();
    let near = judged(&record, |record| record.context.ceiling_iops = Some(1_100.0));
    assert_eq!(near.findings[0].trap().name(), "generator-bound");
    assert!(
        near.line(Lang::En)
            .starts_with("Measured: the load generator, not the disk."),
        "{}",
        near.line(Lang::En)
    );
    assert_eq!(
        judged(&record, |record| record.context.ceiling_iops = Some(500_000.0)).findings,
        []
    );
}

/// What `noise` says of runs that reached these rates, in this order.
pub(crate) fn noise_of(rates: &[f64]) -> Vec<Finding> {
    let repeats = [Repeats {
        job: 0,
        ddir: Ddir::Read,
        iops: rates.to_vec(),
    }];
    let record = clean();
    let verdict = judged(&record, |record| record.context.repeats = repeats.to_vec());
    let noisy = !verdict.findings.is_empty();
    assert_eq!(verdict.grade == Grade::C, noisy, "{verdict:#?}");
    assert!(
        verdict
            .findings
            .iter()
            .all(|finding| finding.trap().name() == "noise"),
        "{verdict:#?}"
    );
    verdict.findings
}

pub(crate) fn value_of(finding: &Finding, name: &str) -> Option<f64> {
    let found = finding.values().into_iter().find(|(known, _)| known == name);
    found.map(|(_, value)| value)
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
    // The kernel's work between the I/Os, opening files say, is not the generator's; nor is a sync at the end, which is not timed.
    assert_eq!(sync(200_000, 1_000_000, false), []);
    assert_eq!(sync(200_000, 9_000_000, true), []);
    assert_eq!(sync(900_000, 9_000_000, false), []);
}

/// Where the workers waited for a CPU, the time outside of I/Os and a rate near the ceiling may be of that wait: the cause is cpu-wait.
#[test]
fn a_worker_that_waits_for_a_cpu_is_not_the_limit() {
    let waited = |share: f64, change: &dyn Fn(&mut RunRecord)| {
        let verdict = judged(&clean(), |record| {
            let stats = &mut record.workers[0].stats;
            (stats.cpu.user_us, stats.cpu.system_us) = (150_000, 100_000);
            let wait_ns = (stats.runtime_ns as f64 * share) as u64;
            record.workers[0].used = Some(WorkerUse {
                scheduled: Some(Scheduled {
                    wait_ns,
                    timeslices: 100,
                    involuntary_switches: 90,
                    ..Scheduled::default()
                }),
                ..WorkerUse::default()
            });
            change(record);
        });
        let traps: Vec<&str> = verdict.findings.iter().map(|one| one.trap().name()).collect();
        let line = verdict.line(Lang::En);
        (
            traps.join(" "),
            line.split(": ").nth(1).unwrap_or_default().to_owned(),
        )
    };
    let seldom = |record: &mut RunRecord| {
        record.plan.jobs[0].engine.kind = EngineKind::Psync;
        let read = &mut record.workers[0].stats.ddirs[0];
        (read.clat, read.lat) = Default::default();
        (0..20_000_u64).for_each(|number| {
            read.clat.record(200_000 + number % 100_000);
            read.lat.record(200_000 + number % 100_000);
        });
    };
    let near = |record: &mut RunRecord| record.context.ceiling_iops = Some(1_100.0);
    for change in [&seldom as &dyn Fn(&mut RunRecord), &near] {
        let (traps, line) = waited(0.8, change);
        assert_eq!(traps, "cpu-wait", "{line}");
        assert!(
            line.starts_with("the disk (sda), disturbed (cpu-wait 80 %)"),
            "{line}"
        );
        // A little of it explains neither.
        let (traps, line) = waited(0.1, change);
        assert_eq!(traps, "generator-bound cpu-wait", "{line}");
        assert!(line.starts_with("the load generator, not the disk."), "{line}");
    }
}

#[test]
fn a_limit_is_found_where_requests_were_merged() {
    let limited = |value, turns| {
        planted(move |record| {
            let limit = Limit {
                group: "/box".into(),
                what: Limited::ReadIops,
                value,
                number: Some((8, 0)),
                device: None,
            };
            record.context.took_turns_with = turns;
            let witness = evidence(record);
            witness.limits = vec![limit];
            witness.devices[0].number = Some((8, 0));
            // 1,000 reads per second came to the device as 100 requests.
            witness.devices[0].after.reads = 2_000;
        })
    };
    let merged = ("requests", Severity::Note);
    assert_eq!(limited(100, 0), [("throttle", Severity::Wrong), merged]);
    assert_eq!(limited(1000, 0), [("throttle", Severity::Wrong), merged]);
    assert_eq!(limited(400, 0), [merged]);
    // In turns they are also those of others, whose rate is none of this run.
    assert_eq!(limited(100, 1), []);
    assert_eq!(limited(1000, 1), [("throttle", Severity::Wrong)]);
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
fn a_slow_clock_matters_where_latencies_are_short() {
    let ticking = |read_ns| {
        planted(move |record| {
            evidence(record).clock.read_ns = Some(read_ns);
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
        let read = &mut record.workers[0].stats.ddirs[0];
        (0..5_000_u64).for_each(|number| {
            read.clat.record(20_000 + number % 900);
            read.lat.record(20_000 + number % 900);
        });
    });
    assert_eq!(mixed, [("mixed-medium", Severity::Care)]);
}

/// An engine that finishes some I/Os inside a slow submission: their completion takes next to nothing, the I/O does not.
#[test]
fn what_is_done_inside_a_submission_is_not_a_fast_medium() {
    let inside = |whole: bool| {
        planted(move |record| {
            let read = &mut record.workers[0].stats.ddirs[0];
            (0..2_000_u64).for_each(|number| {
                read.clat.record(200 + number % 20);
                read.slat.record(1_000_000 + number % 1000);
                read.lat.record(1_000_200 + number % 1000);
            });
            if !whole {
                read.lat = fiord_stats::Latency::default();
            }
        })
    };
    assert_eq!(inside(true), []);
    assert_eq!(inside(false), []);
}

#[test]
fn stamps_per_batch_blur() {
    let batch = |least| planted(move |record| record.plan.jobs[0].depth.batch_complete_min = least);
    assert_eq!(batch(16), [("batches", Severity::Care)]);
    assert_eq!(batch(1), []);
}

#[test]
fn a_device_that_freezes_for_one_second_in_ten_stalls() {
    let frozen = |every: u64| {
        planted(move |record| {
            record.workers[0].stats.runtime_ns = 60 * SECOND_NS;
            let read = &mut record.workers[0].stats.ddirs[0];
            read.runtime_ns = 60 * SECOND_NS;
            read.per_second = (0..60)
                .map(|second| match second % every {
                    7 => (0, 0),
                    _ => (993 + second * 7 % 15, 4096 * 1000),
                })
                .collect();
        })
    };
    assert_eq!(frozen(10), [("stalls", Severity::Care)]);
    assert_eq!(frozen(100), []);
    let line = {
        let mut record = clean();
        let stats = &mut record.workers[0].stats;
        stats.runtime_ns = 60 * SECOND_NS;
        stats.ddirs[0].per_second = (0..60)
            .map(|second| {
                if second % 10 == 7 {
                    (0, 0)
                } else {
                    (1000, 4_096_000)
                }
            })
            .collect();
        judged(&record, |_| {}).line(Lang::En)
    };
    insta::assert_snapshot!(line);
}

/// One I/O of 4 s in a minute is a stall, and neither a rate of three levels nor a fall.
#[test]
fn one_long_io_is_a_stall() {
    let held_up = |longest_ns: u64| {
        planted(move |record| {
            let stats = &mut record.workers[0].stats;
            stats.runtime_ns = 63 * SECOND_NS;
            stats.ddirs[0].runtime_ns = 63 * SECOND_NS;
            stats.ddirs[0].per_second = (0..63)
                .map(|second| match second {
                    30 => (300, 0),
                    31 | 32 => (0, 0),
                    33 => (2, 0),
                    34 => (700, 0),
                    _ => (995 + second * 7 % 11, 0),
                })
                .collect();
            stats.ddirs[0].lat.record(longest_ns);
        })
    };
    assert_eq!(
        held_up(4 * SECOND_NS),
        [("stalls", Severity::Care), ("not-steady", Severity::Care)]
    );
    // No single I/O took that long: the cause is another.
    assert_eq!(held_up(SECOND_NS / 2), [("not-steady", Severity::Care)]);
}

/// The range of more runs is larger, and they are no noisier for it.
#[test]
fn more_repeats_do_not_make_a_device_noisier() {
    // Deviations of normal runs at even shares, 5 % of 1,000.
    let runs = |n: usize| -> Vec<f64> {
        (0..n)
            .map(|at| {
                let share = (at as f64 + 0.5) / n as f64;
                1000.0 + 50.0 * 1.702_f64.recip() * (share / (1.0 - share)).ln()
            })
            .map(|rate| rate + 0.001 * (rate * 7919.0).sin())
            .collect()
    };
    for n in [3, 6, 10, 20, 40] {
        let mut rates = runs(n);
        // No order: the middle ones first and last in turn.
        rates.sort_unstable_by(|a, b| (a * 37.0 % 11.0).total_cmp(&(b * 37.0 % 11.0)));
        let found = noise_of(&rates);
        assert!(
            found.iter().all(|finding| finding.value("rho").is_some()),
            "{n} runs: {found:#?}"
        );
    }
    assert_eq!(noise_of(&[800.0, 1000.0, 1200.0]).len(), 1);
}

#[test]
fn a_wait_for_a_cpu_disturbs_the_number_of_the_disk() {
    // 20 s of one worker.
    let waited = |ms: f64| planted(move |record| evidence(record).processors.run_delay_ms = Some(ms));
    assert_eq!(waited(11_000.0), [("cpu-wait", Severity::Care)]);
    assert_eq!(waited(2_000.0), [("cpu-wait", Severity::Care)]);
    assert_eq!(waited(500.0), []);
    let waited = judged(&clean(), |record| {
        evidence(record).processors.run_delay_ms = Some(11_000.0);
    });
    assert_eq!(waited.grade, Grade::C);
    assert_eq!(
        waited.headline(Lang::En),
        "Measured: the disk (sda), disturbed (cpu-wait 55 %)."
    );
    // Without the workers' own count the machine's: full, and tasks waited.
    let full = |busy, stalled, counted: Option<f64>| {
        planted(move |record| {
            let processors = &mut evidence(record).processors;
            processors.busy_percent = Some(busy);
            processors.stalled_ms = Some(stalled);
            processors.run_delay_ms = counted;
        })
    };
    assert_eq!(full(98.5, 12_000.0, None), [("cpu-wait", Severity::Care)]);
    assert_eq!(full(98.5, 12_000.0, Some(100.0)), []);
    assert_eq!(full(60.0, 12_000.0, None), []);
    assert_eq!(full(98.5, 1_000.0, None), []);
    let stolen = |percent| planted(move |record| evidence(record).processors.steal_percent = Some(percent));
    assert_eq!(stolen(12.0), [("cpu-wait", Severity::Care)]);
    assert_eq!(stolen(1.0), []);
}

#[test]
fn a_backlog_that_grows_is_saturation_and_a_count_by_chance_is_not() {
    let rated = |rate: u32, backlog: Vec<u64>| {
        planted(move |record| {
            record.plan.jobs[0].pace.rate_iops.0[0] = rate;
            let schedule = &mut record.workers[0].stats.ddirs[0].schedule;
            schedule.backlog_end_ns = backlog.last().copied().unwrap_or(0);
            schedule.backlog_max_ns = backlog.iter().copied().max().unwrap_or(0);
            schedule.backlog_per_second_ns = backlog;
        })
    };
    // Poisson arrivals: 1,000 per second came where 1,030 were the mean, and nothing waited.
    assert_eq!(rated(1030, vec![0; 20]), []);
    // One part in a hundred is missing, and the backlog grows each second.
    let grows = (1..=20).map(|second| second * 10_000_000).collect();
    assert_eq!(rated(1010, grows), [("late-generator", Severity::Wrong)]);
}

/// The same finding of the plan costs the same grade with and without counters of the kernel.
#[test]
fn a_wrong_plan_has_one_grade() {
    let graded = |witnessed: bool| {
        let mut record = clean();
        for (name, value) in [("direct", "1"), ("buffered", "1")] {
            record.plan.jobs[0].given.push(fiord_job::plan::OptionEcho {
                name: name.to_owned(),
                value: value.to_owned(),
            });
        }
        if !witnessed {
            record.evidence = None;
        }
        judged(&record, |_| {}).grade
    };
    assert_eq!((graded(true), graded(false)), (Grade::D, Grade::D));
}

#[test]
fn a_finding_that_contradicts_its_record_is_caught() {
    use crate::consistency::contradictions;
    use fiord_judge::traps::mixed_medium;
    use fiord_judge::{Observed, Subject, When};
    let record = clean();
    let case = Case::of(&record);
    let mixed = |fast_ns| {
        Finding::new(
            When::Run,
            Severity::Care,
            Subject::job(0),
            Observed::MixedMedium(mixed_medium::Observed {
                ddir: Ddir::Read,
                fast_percent: 7.9,
                fast_ns,
                slow_ns: 915_000.0,
            }),
        )
    };
    // The latencies lie between 0.90 and 0.92 ms.
    assert_eq!(contradictions(&case, &[mixed(905_000.0)]), [""; 0]);
    assert_eq!(contradictions(&case, &[mixed(200.0)]).len(), 1);
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

/// A worker that others kept from running does an I/O now and then: no limit lets a fourth of an I/O through per second.
#[test]
fn single_ios_of_a_worker_that_hardly_runs_are_no_limit() {
    let rare = |each_second: &'static [u64]| {
        let found = planted(move |record| {
            let seconds = each_second.len() as u64;
            let ios: u64 = each_second.iter().sum();
            record.workers[0].stats.runtime_ns = seconds * SECOND_NS;
            let read = &mut record.workers[0].stats.ddirs[0];
            (read.ios, read.bytes, read.runtime_ns) = (ios, ios * 4096, seconds * SECOND_NS);
            read.per_second = each_second.iter().map(|ios| (*ios, ios * 4096)).collect();
            (read.clat, read.lat) = Default::default();
            for number in 0..ios {
                let latency = if number % 5 < 4 { 100_000 } else { SECOND_NS };
                read.clat.record(latency);
                read.lat.record(latency);
            }
            let witness = evidence(record);
            (witness.seconds, witness.issued_ios[0], witness.issued_bytes[0]) =
                (seconds as f64, ios, ios * 4096);
            witness.devices = vec![device("sda", ios * 4096)];
            witness.devices[0].after.read_ms = 1 + ios / 10;
        });
        found.into_iter().any(|(trap, _)| trap == "throttle")
    };
    assert!(!rare(&[10, 0, 1, 0, 0]));
    // Ten a second, give or take one, is what a limit makes.
    assert!(rare(&[10, 10, 10, 11, 9, 10, 10]));
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
                has_files_here: None,
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
    // The bytes of a neighbour are booked once.
    assert_eq!(
        written(3 * bytes, 2 * bytes, false),
        [("foreign-io", Severity::Care)]
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
    let steady = found
        .iter()
        .find(|finding| finding.trap().name() == "not-steady")
        .unwrap();
    // Five rounds of 4 s fall by 80 each from 970: mean 810, range and slope 320.
    let value = |name| {
        steady
            .values()
            .into_iter()
            .find(|(known, _)| *known == name)
            .unwrap()
            .1
    };
    assert!(
        (value("range_percent") - 320.0 / 8.1).abs() < 1e-9
            && (value("slope_percent") - 320.0 / 8.1).abs() < 1e-9
    );
    assert!(
        falling(1)
            .iter()
            .all(|finding| finding.trap().name() != "not-steady")
    );
}

/// Grades: D wherever a number is not what it seems to be, C with something said with it, B with nothing; A never, of a
/// single sitting.
#[test]
fn grades_change_where_they_are_said_to() {
    let graded = |record: &RunRecord| verdict(&Case::of(record)).grade;
    // The share that the page cache answered: 1 % and 10 % are the bounds.
    let cached = |share: f64| {
        let mut record = clean();
        let bytes = (20_000.0 * 4096.0 * (1.0 - share)) as u64 / 4096 * 4096;
        let evidence = record.evidence.as_deref_mut().unwrap();
        evidence.devices = vec![device("sda", bytes)];
        evidence.own = Some(IoCounters {
            read_bytes: bytes,
            ..evidence.own.unwrap_or_default()
        });
        graded(&record)
    };
    let found = [0.0, 0.009, 0.011, 0.099, 0.101, 1.0].map(cached);
    assert_eq!(
        found,
        [Grade::B, Grade::B, Grade::C, Grade::C, Grade::D, Grade::D]
    );
    // Nothing done is D, nothing witnessed C.
    let mut nothing = clean();
    nothing.workers[0].stats = JobStats::default();
    assert_eq!(graded(&nothing), Grade::D);
    let mut unseen = clean();
    unseen.evidence = None;
    assert_eq!(graded(&unseen), Grade::C);
    // Ten repeats within one sitting are not two days.
    let repeats = [Repeats {
        job: 0,
        ddir: Ddir::Read,
        iops: vec![1_000.0; 10],
    }];
    let verdict = judged(&clean(), |record| record.context.repeats = repeats.to_vec());
    assert_eq!(verdict.grade, Grade::B);
}
