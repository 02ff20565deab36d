//! Runs of several jobs, of memory below a device, and results without counters: each is judged by what the evidence tells apart.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_host::counters::IoCounters;
use fiord_host::extents::Allocation;
use fiord_host::scheduled::Scheduled;
use fiord_host::stack::FsClass;
use fiord_job::plan::{AccessMode, EngineKind};
use fiord_judge::{Finding, Severity};
use fiord_messages::Lang;
use fiord_record::evidence::{Backing, PageState, TargetUse, WorkerUse};
use fiord_record::number::Bytes;
use fiord_record::run::{DiskCounts, DiskUse, RunRecord};
use fiord_stats::Latency;

use crate::run_traps::{clean, device, evidence, findings, judged, planted};

const BLOCK: u64 = 4096;
/// I/Os of the large job, as in the clean record, and of the small one.
const LARGE: u64 = 20_000;
const SMALL: u64 = 200;

/// The clean job, and a small one next to it on the disk `leaf` that reads its own file.
fn two_jobs(leaf: &str) -> RunRecord {
    let mut record = clean();
    let mut job = record.plan.jobs[0].clone();
    job.name = "small".to_owned();
    record.plan.jobs.push(job);
    let mut worker = record.workers[0].clone();
    worker.job_index = 1;
    let read = &mut worker.stats.ddirs[0];
    (read.ios, read.bytes) = (SMALL, SMALL * BLOCK);
    record.workers.push(worker);
    let target = TargetUse {
        job: 1,
        path: "/data/small".into(),
        leaves: vec![leaf.to_owned()],
        ..evidence(&mut record).targets[0].clone()
    };
    let witness = evidence(&mut record);
    witness.targets.push(target);
    witness.issued_bytes[0] += SMALL * BLOCK;
    witness.issued_ios[0] += SMALL;
    if leaf != "sda" {
        witness.devices.push(device(leaf, 0));
    }
    record
}

/// Findings of a trap with the jobs that they are about.
fn of<'f>(found: &'f [Finding], trap: &str) -> Vec<&'f Finding> {
    found.iter().filter(|one| one.trap().name() == trap).collect()
}

fn jobs_of(found: &[Finding], trap: &str) -> Vec<(Vec<usize>, Severity)> {
    let found = of(found, trap).into_iter();
    found
        .map(|one| (one.subject.jobs.clone(), one.severity))
        .collect()
}

#[test]
fn a_small_cached_job_on_another_disk_does_not_hide_in_a_large_one() {
    let mut record = two_jobs("sdb");
    record.plan.jobs[1].durability.direct = false;
    let verdict = judged(&record, |_| {});
    assert_eq!(
        jobs_of(&verdict.findings, "cache-read"),
        [(vec![1], Severity::Wrong)]
    );
    let found = of(&verdict.findings, "cache-read")[0];
    assert_eq!(found.value("issued_bytes"), Some((SMALL * BLOCK) as f64));
    assert_eq!(found.value("share_percent"), Some(100.0));
    let line = &verdict.line(Lang::En);
    assert!(
        line.starts_with(
            "Measured: memory, not the disk. This applies to job small. Job job measured the disk (sda, sdb)."
        ),
        "{line}"
    );
    // The disk delivered it: nothing to say.
    evidence(&mut record).devices[1] = device("sdb", SMALL * BLOCK);
    assert_eq!(jobs_of(&findings(&record), "cache-read"), []);
}

#[test]
fn a_small_cached_job_beside_a_direct_one_on_the_same_disk_is_found() {
    let mut record = two_jobs("sda");
    record.plan.jobs[1].durability.direct = false;
    assert_eq!(
        jobs_of(&findings(&record), "cache-read"),
        [(vec![1], Severity::Wrong)]
    );
}

#[test]
fn jobs_on_one_disk_are_told_apart_by_the_counters_of_their_threads() {
    let mut record = two_jobs("sda");
    let used = |issued: u64, read_bytes: u64| {
        let own = fiord_host::counters::IoCounters {
            read_bytes,
            ..Default::default()
        };
        Some(WorkerUse {
            issued_bytes: [issued, 0, 0],
            own: Some(own),
            scheduled: None,
        })
    };
    for job in &mut record.plan.jobs {
        job.durability.direct = false;
    }
    record.workers[0].used = used(LARGE * BLOCK, LARGE * BLOCK);
    record.workers[1].used = used(SMALL * BLOCK, 0);
    assert_eq!(
        jobs_of(&findings(&record), "cache-read"),
        [(vec![1], Severity::Wrong)]
    );
    record.workers[1].used = used(SMALL * BLOCK, SMALL * BLOCK);
    evidence(&mut record).devices[0] = device("sda", (LARGE + SMALL) * BLOCK);
    assert_eq!(jobs_of(&findings(&record), "cache-read"), []);
}

fn holes(hole_bytes: u64) -> Option<Allocation> {
    Some(Allocation {
        size_bytes: 1 << 30,
        hole_bytes,
        ..Allocation::default()
    })
}

#[test]
fn a_small_job_on_holes_is_found_and_named() {
    let mut record = two_jobs("sda");
    evidence(&mut record).targets[1].allocation = holes(1 << 30);
    let found = findings(&record);
    assert_eq!(jobs_of(&found, "unwritten"), [(vec![1], Severity::Wrong)]);
    assert_eq!(jobs_of(&found, "cache-below"), []);
    // All bytes came from the disk: with any file before, holes were not read.
    evidence(&mut record).devices[0] = device("sda", (LARGE + SMALL) * BLOCK);
    evidence(&mut record).own.as_mut().unwrap().read_bytes = (LARGE + SMALL) * BLOCK;
    assert_eq!(jobs_of(&findings(&record), "unwritten"), []);
}

#[test]
fn what_the_run_itself_wrote_is_read_from_memory_and_not_from_holes() {
    let mut record = two_jobs("sda");
    record.plan.jobs[1].durability.direct = false;
    record.plan.jobs[0].access.mode = AccessMode::RandWrite;
    record.plan.jobs[0].durability.direct = false;
    record.workers[0].stats.ddirs.swap(0, 1);
    let witness = evidence(&mut record);
    (witness.issued_bytes, witness.issued_ios) = ([SMALL * BLOCK, LARGE * BLOCK, 0], [SMALL, LARGE, 0]);
    witness.devices[0] = device("sda", 0);
    witness.own.as_mut().unwrap().read_bytes = 0;
    for target in &mut witness.targets {
        (target.path, target.allocation) = ("/data/f".into(), holes(1 << 30));
    }
    let found = findings(&record);
    assert_eq!(jobs_of(&found, "unwritten"), []);
    assert_eq!(jobs_of(&found, "cache-read"), [(vec![1], Severity::Wrong)]);
}

#[test]
fn bytes_of_a_server_or_a_process_are_not_taken_for_a_cache() {
    for class in [FsClass::Fuse, FsClass::Network, FsClass::HostShared] {
        let found = planted(|record| {
            let witness = evidence(record);
            witness.devices.clear();
            witness.own.as_mut().unwrap().read_bytes = 0;
            witness.targets[0].leaves.clear();
            witness.targets[0].fs_class = Some(class);
        });
        assert_eq!(found, [], "{class:?}");
    }
}

#[test]
fn a_compressing_file_system_is_named_beside_the_cache() {
    let mut record = clean();
    record.plan.jobs[0].durability.direct = false;
    let witness = evidence(&mut record);
    witness.devices[0] = device("sda", LARGE * BLOCK / 4);
    witness.own.as_mut().unwrap().read_bytes = LARGE * BLOCK / 4;
    witness.targets[0].fs_type = Some("squashfs".to_owned());
    let found = findings(&record);
    let found = of(&found, "cache-read")[0];
    assert_eq!(found.severity, Severity::Care);
    insta::assert_snapshot!(found.saw(Lang::En));
}

#[test]
fn memory_below_a_device_is_no_disk() {
    let mut record = clean();
    evidence(&mut record).devices[0].in_memory = true;
    let verdict = judged(&record, |_| {});
    assert_eq!(
        jobs_of(&verdict.findings, "memory-device"),
        [(vec![0], Severity::Care)]
    );
    assert!(
        verdict
            .line(Lang::En)
            .starts_with("Measured: memory shown as a disk (sda)."),
        "{}",
        verdict.line(Lang::En)
    );

    let mut looped = clean();
    let witness = evidence(&mut looped);
    witness.targets[0].path = "/dev/loop0".into();
    (witness.targets[0].fs_type, witness.targets[0].fs_class) = (None, None);
    witness.devices[0].backing = Some(Backing {
        fs_type: Some("tmpfs".to_owned()),
        fs_class: Some(FsClass::Memory),
        ..Backing::default()
    });
    let verdict = judged(&looped, |_| {});
    assert_eq!(
        jobs_of(&verdict.findings, "cache-below"),
        [(vec![0], Severity::Wrong)]
    );
    assert!(
        verdict
            .line(Lang::En)
            .starts_with("Measured: memory, not the disk."),
        "{}",
        verdict.line(Lang::En)
    );
}

/// What a loop device moved and the disk below did not is in the page cache only where the device goes through it.
#[test]
fn what_a_loop_device_with_direct_io_lacks_is_not_in_the_page_cache() {
    use fiord_judge::Subject;
    use fiord_judge::traps::stack::{Observed, Passed, ThroughFile};
    let saw = |direct_io: Option<bool>| {
        let observed = fiord_judge::Observed::Stack(Observed::ThroughFile(ThroughFile {
            below: vec!["sda".to_owned()],
            direct_io,
            file_systems: Some(1),
            read: Some(Passed {
                here_bytes: LARGE * BLOCK,
                there_bytes: LARGE * BLOCK / 4,
            }),
            written: None,
            loop_bytes: LARGE * BLOCK,
            below_bytes: LARGE * BLOCK / 4,
            hole_share: None,
            foreign_bytes: None,
            below_percent: 25.0,
        }));
        (
            observed.saw(&Subject::device("loop0"), Lang::En),
            observed.own_advice(Lang::En).unwrap(),
        )
    };
    let (through, _) = saw(Some(false));
    let (past, advice) = saw(Some(true));
    assert!(!advice.contains("--direct-io=on"), "{advice}");
    let (unknown, _) = saw(None);
    insta::assert_snapshot!([through, past, unknown].join("\n"));
}

#[test]
fn an_image_in_the_page_cache_is_found_though_others_move_the_disk() {
    let image = |cached_bytes: u64, direct_io: bool| {
        let mut record = clean();
        let witness = evidence(&mut record);
        witness.targets[0].path = "/dev/loop0".into();
        (witness.targets[0].fs_type, witness.targets[0].fs_class) = (None, None);
        let mut loop0 = device("loop0", LARGE * BLOCK);
        loop0.leaf = false;
        loop0.backing = Some(Backing {
            direct_io: Some(direct_io),
            cache: Some(PageState {
                size_bytes: 1 << 30,
                cached_bytes,
                dirty_bytes: None,
            }),
            ..Backing::default()
        });
        witness.devices.push(loop0);
        jobs_of(&findings(&record), "cache-below")
    };
    assert_eq!(image(1 << 30, false), [(vec![0], Severity::Wrong)]);
    assert_eq!(image(1 << 30, true), []);
    assert_eq!(image(0, false), []);
}

/// A result of fio: no counters, 4 KiB reads one at a time, with fio's table of disks.
fn of_fio(read_ios: u64, mean_ns: u64) -> RunRecord {
    let mut record = clean();
    record.evidence = None;
    record.plan.jobs[0].engine.kind = EngineKind::Psync;
    record.disks = vec![DiskUse {
        name: "sda".to_owned(),
        counts: DiskCounts {
            read_ios,
            ..DiskCounts::default()
        },
        below: None,
    }];
    let mut lat = Latency::default();
    (0..LARGE).for_each(|_| lat.record(mean_ns));
    // fio's text has moments and no histogram.
    lat.histogram = fiord_stats::Histogram::default();
    let read = &mut record.workers[0].stats.ddirs[0];
    (read.lat, read.clat) = (lat.clone(), lat);
    record
}

#[test]
fn fios_table_of_disks_is_a_witness() {
    // None at all: a device may not be counted.
    let idle = of_fio(LARGE / 100, 900_000);
    let verdict = judged(&idle, |_| {});
    assert_eq!(
        jobs_of(&verdict.findings, "cache-below"),
        [(vec![0], Severity::Wrong)]
    );
    assert!(
        verdict
            .line(Lang::En)
            .starts_with("Measured: I/O that reached no device, not the disk."),
        "{}",
        verdict.line(Lang::En)
    );
    let buffered = judged(&of_fio(0, 900_000), |record| {
        record.plan.jobs[0].durability.direct = false;
    });
    assert_eq!(jobs_of(&buffered.findings, "cache-read").len(), 1);
    assert!(
        buffered
            .line(Lang::En)
            .starts_with("Measured: memory, not the disk."),
        "{}",
        buffered.line(Lang::En)
    );
    assert_eq!(jobs_of(&findings(&of_fio(LARGE, 900_000)), "cache-below"), []);
}

#[test]
fn without_counters_latencies_have_a_floor() {
    let at = |mean_ns| {
        let mut record = of_fio(0, mean_ns);
        record.disks.clear();
        jobs_of(&findings(&record), "cache-below")
    };
    assert_eq!(at(1_900), [(vec![0], Severity::Wrong)]);
    assert_eq!(at(8_000), [(vec![0], Severity::Care)]);
    assert_eq!(at(50_000), []);
}

#[test]
fn requests_that_are_not_the_jobs_ios_are_noted_with_the_factor() {
    let with = |requests: u64| {
        let mut record = clean();
        evidence(&mut record).devices[0].after.reads = requests;
        let found = findings(&record);
        let found = of(&found, "requests");
        found
            .first()
            .map(|one| (one.severity, one.value("factor"), one.saw(Lang::En)))
    };
    assert_eq!(with(LARGE), None);
    assert_eq!(
        with(LARGE / 32),
        Some((
            Severity::Note,
            Some(32.0),
            "20,000 reads reached sda as 625 requests of 128 KiB. On average 32 I/Os were merged into one request."
                .to_owned()
        ))
    );
    let (_, factor, saw) = with(LARGE * 4).unwrap();
    assert_eq!(factor, Some(4.0));
    assert!(
        saw.ends_with("On average each I/O was split into 4 requests."),
        "{saw}"
    );
}

#[test]
fn advice_is_never_what_the_job_does_already() {
    use fiord_judge::case::obstacle::Obstacle;
    use fiord_judge::{Observed, Subject, Thing, traps};
    let on_disk = |reached_disk| {
        let counted = traps::overwrite_same::Observed::Counted {
            distinct_percent: 25.0,
            distinct_bytes: 1 << 20,
            issued_bytes: 4 << 20,
            issued_ios: 1024,
            workers: 1,
            files: 1,
            reached_disk,
        };
        Observed::OverwriteSame(counted).own_advice(Lang::En)
    };
    let advice = on_disk(true).unwrap();
    assert!(!advice.contains("direct=1"), "{advice}");
    assert_eq!(on_disk(false), None, "the usual advice");
    let device = Observed::NoTarget(traps::no_target::Observed {
        obstacle: Obstacle::NoMedium,
    });
    let subject = Subject::whole().on(Thing::File("/dev/loop7".into()));
    insta::assert_snapshot!(
        [
            device.saw(&subject, Lang::En),
            device.own_advice(Lang::En).unwrap()
        ]
        .join("\n")
    );
}

/// A mapping stays in memory: no option of the job changes that, so none is added.
#[test]
fn a_mapped_job_gets_no_options_that_do_not_help() {
    use crate::reference::{CONTEXT, before, parse, workshop, workshop_target};
    let parsed = parse("fio --name=m --rw=randwrite --ioengine=mmap --bs=4k --size=64g --io_size=8g");
    let facts = before(&parsed.plan, workshop(), workshop_target);
    let record = RunRecord::planned(parsed.plan.clone(), facts);
    let fixed = fiord_judge::correct::fixed(&parsed.jobs, &CONTEXT, &record);
    let added: Vec<_> = fixed.changes[0]
        .iter()
        .filter(|change| change.contains("fsync"))
        .collect();
    assert_eq!(added, [""; 0], "{:?}", fixed.changes);
}

#[test]
fn the_job_that_waited_for_a_processor_is_named_and_not_its_neighbour() {
    let mut record = two_jobs("sda");
    let waits = |share: f64, each_us: u64| {
        let wait_ns = (10e9 * share) as u64;
        Some(WorkerUse {
            scheduled: Some(fiord_host::scheduled::Scheduled {
                wait_ns,
                timeslices: wait_ns / 1000 / each_us + 1,
                involuntary_switches: 7,
                ..Default::default()
            }),
            ..WorkerUse::default()
        })
    };
    let lived = |record: &mut RunRecord| {
        for worker in &mut record.workers {
            (worker.started_ns, worker.ended_ns) = (0, 10_000_000_000);
            worker.stats.runtime_ns = 10_000_000_000;
        }
    };
    lived(&mut record);
    let found = |record: &mut RunRecord, first, second| {
        (record.workers[0].used, record.workers[1].used) = (first, second);
        jobs_of(&findings(record), "cpu-wait")
    };
    let quiet = waits(0.01, 1000);
    assert_eq!(found(&mut record, quiet, quiet), []);
    assert_eq!(
        found(&mut record, quiet, waits(0.5, 1000)),
        [(vec![1], Severity::Care)]
    );
    assert_eq!(
        found(&mut record, waits(0.06, 1000), waits(0.5, 1000)),
        [(vec![], Severity::Care)]
    );
    // An idle CPU that wakes up is not used by others.
    assert_eq!(found(&mut record, waits(0.3, 5), quiet), []);
    // Where one worker was not counted, the sum is all there is.
    let processors = |record: &mut RunRecord| evidence(record).processors.run_delay_ms = Some(9_000.0);
    processors(&mut record);
    assert_eq!(found(&mut record, None, quiet), [(vec![], Severity::Care)]);
}

/// A result that came without its schedule, and drawn arrivals, are not saturated: that is unknown.
#[test]
fn without_a_schedule_nothing_is_known_of_a_backlog() {
    use fiord_job::plan::{Ddir, RateProcess};
    use fiord_judge::case::Case;
    use fiord_judge::case::pace::Pace;
    let pace = |process, backlog: Vec<u64>| {
        let mut record = clean();
        record.plan.jobs[0].pace.rate_iops.0[0] = 2000;
        record.plan.jobs[0].pace.process = process;
        record.workers[0].stats.ddirs[0].schedule.backlog_per_second_ns = backlog;
        let case = Case::of(&record);
        Pace::of(&case.jobs[0], Ddir::Read).unwrap()
    };
    let unknown = pace(RateProcess::Linear, Vec::new());
    assert_eq!((unknown.saturated, unknown.offered_iops), (None, None));
    assert_eq!((unknown.asked_iops, unknown.reached_iops), (2000.0, 1000.0));
    let kept = pace(RateProcess::Linear, vec![0; 20]);
    assert_eq!((kept.saturated, kept.offered_iops), (Some(false), Some(2000.0)));
    let drawn = pace(RateProcess::Poisson, vec![0; 20]);
    assert_eq!((drawn.saturated, drawn.offered_iops), (Some(false), None));
}

/// Two jobs took turns of the disk: each is judged as a run, with the counters of both.
#[test]
fn a_part_in_turns_is_judged_by_its_share_of_the_counters() {
    let mut record = two_jobs("sda");
    let bytes = [LARGE * BLOCK, SMALL * BLOCK];
    for (worker, bytes) in record.workers.iter_mut().zip(bytes) {
        // It worked for half of the time. Of its turns, in which it did more I/Os than are reported, it waited for a CPU for a tenth.
        worker.stats.runtime_ns /= 2;
        // I/Os that fill the queue at the beginning of a turn are not reported, but the disk delivered them.
        worker.stats.ddirs[0].bytes = bytes / 10 * 9;
        worker.used = Some(WorkerUse {
            issued_bytes: [bytes, 0, 0],
            own: Some(IoCounters {
                read_bytes: bytes,
                ..IoCounters::default()
            }),
            scheduled: Some(Scheduled {
                wait_ns: worker.stats.runtime_ns / 9,
                timeslices: 1000,
                ..Scheduled::default()
            }),
        });
    }
    let all = bytes[0] + bytes[1];
    let witness = evidence(&mut record);
    witness.own.as_mut().unwrap().read_bytes = all;
    witness.devices[0] = device("sda", 2 * all);
    for (jobs, bytes) in [(0..1, bytes[0]), (1..2, bytes[1])] {
        let part = record.in_turns(jobs, 1);
        let verdict = judged(&part, |_| {});
        let line = verdict.line(Lang::En);
        let read = Bytes(bytes).to_string();
        assert!(line.contains(&format!("100 % of {read} read")), "{line}");
        // Half of what the disk read was for others.
        let foreign = of(&verdict.findings, "foreign-io");
        assert_eq!(foreign[0].value("share_percent"), Some(50.0), "{foreign:?}");
        assert_eq!(foreign[0].value("foreign_bytes"), Some(all as f64));
        let waited = of(&verdict.findings, "cpu-wait");
        let share = waited[0].value("share_percent").unwrap();
        assert!((share - 10.0).abs() < 0.1, "{waited:?}");
        // What one cell alone would have to be known for.
        for trap in ["requests", "util-meaningless", "jobs-together"] {
            assert_eq!(of(&verdict.findings, trap), Vec::<&Finding>::new());
        }
    }
}

/// The disk wrote what both jobs issued, and more than each did.
#[test]
fn what_a_disk_wrote_in_turns_is_not_of_one_job() {
    let mut record = two_jobs("sda");
    for worker in &mut record.workers {
        worker.used = Some(WorkerUse {
            issued_bytes: [0, LARGE, 0].map(|ios| ios * BLOCK),
            own: Some(IoCounters::default()),
            ..WorkerUse::default()
        });
    }
    let witness = evidence(&mut record);
    witness.issued_bytes[1] = 2 * LARGE * BLOCK;
    witness.devices[0].after.write_sectors = 2 * LARGE * BLOCK / 512;
    for jobs in [0..1, 1..2] {
        let verdict = judged(&record.in_turns(jobs, 1), |_| {});
        assert_eq!(
            of(&verdict.findings, "write-amplification"),
            Vec::<&Finding>::new()
        );
    }
}
