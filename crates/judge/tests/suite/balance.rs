//! Each byte, request and flush of the devices is booked once: ours, those of others, the kernel's, the unknown rest. And what the machine
//! shows of a target is used by its run. The file is long, because all cases are made from one machine.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::PathBuf;

use fiord_host::Root;
use fiord_host::cgroup::{Limit, Limited};
use fiord_host::counters::IoCounters;
use fiord_host::device::Probe;
use fiord_host::disk::Disk;
use fiord_host::disk_stats::DiskStats;
use fiord_host::extents::Allocation;
use fiord_host::look::ProcessActivity;
use fiord_host::stack::{FsClass, Layer, LayerKind, Stack};
use fiord_host::wear::{DriveLog, DriveWear, Told};
use fiord_job::plan::{AccessMode, Amount, Ddir, EngineKind, OptionEcho, SyncFileRange};
use fiord_judge::case::Case;
use fiord_judge::case::balance::Balance;
use fiord_judge::case::shares::read_shares;
use fiord_judge::words::describe::describe;
use fiord_judge::{Finding, Severity};
use fiord_messages::Lang;
use fiord_record::evidence::{Backing, DeviceUse, PageState, RunEvidence};
use fiord_record::run::{DiskCounts, DiskUse, RunRecord};
use fiord_record::{FileKind, TargetFacts};
use fiord_stats::{DdirStats, Latency};

use crate::plan_rules::planned;
use crate::reference::{file_system, parse};
use crate::run_traps::{clean, evidence, findings, judged};

const MIB: u64 = 1 << 20;

/// Direct writes of 4 KiB with fsync=1 for 20 s: 5,000 of them. The disk wrote them and the journal's as much again.
fn synced() -> RunRecord {
    let mut record = clean();
    let (ios, bytes) = (5_000, 5_000 * 4096);
    let job = &mut record.plan.jobs[0];
    job.access.mode = AccessMode::RandWrite;
    job.durability.fsync_every = 1;
    let stats = &mut record.workers[0].stats;
    stats.ddirs.swap(0, 1);
    (stats.ddirs[1].ios, stats.ddirs[1].bytes) = (ios, bytes);
    stats.sync.ios = ios;
    let witness = evidence(&mut record);
    (witness.issued_bytes, witness.issued_ios) = ([0, bytes, 0], [0, ios, 0]);
    witness.own = Some(IoCounters {
        write_bytes: bytes,
        ..IoCounters::default()
    });
    witness.devices[0].after = DiskStats {
        writes: 2 * ios,
        write_sectors: 2 * bytes / 512,
        flushes: 2 * ios,
        busy_ms: 15_000,
        ..DiskStats::default()
    };
    record
}

fn process(write_bytes: u64, has_files_here: bool) -> ProcessActivity {
    ProcessActivity {
        pid: 2,
        name: "python3".to_owned(),
        read_bytes: 0,
        write_bytes,
        has_files_here: Some(has_files_here),
    }
}

/// Puts a loop device with the counters of the first device above it.
fn add_loop(witness: &mut RunEvidence) -> &mut DeviceUse {
    let looped = DeviceUse {
        name: "loop0".to_owned(),
        leaf: false,
        ..witness.devices[0].clone()
    };
    witness.devices.push(looped);
    witness.devices.last_mut().unwrap()
}

fn changed(mut record: RunRecord, change: impl FnOnce(&mut RunRecord)) -> RunRecord {
    change(&mut record);
    record
}

fn found(record: &RunRecord, trap: &str) -> Vec<Finding> {
    let mut found = findings(record);
    found.retain(|finding| finding.trap().name() == trap);
    found
}

fn says(record: &RunRecord, trap: &str) -> String {
    let all = found(record, trap);
    let said = all.iter().map(|finding| {
        let advice = finding.advice(Lang::En);
        format!("{}: {} {advice}", finding.severity.name(), finding.saw(Lang::En))
    });
    said.collect::<Vec<_>>().join("\n")
}

/// The disk wrote this much more, with these other processes.
fn more(record: &mut RunRecord, bytes: u64, others: Vec<ProcessActivity>) {
    let witness = evidence(record);
    witness.devices[0].after.write_sectors += bytes / 512;
    witness.others = others;
}

/// The drive's own counters over the run: bytes of hosts, and of flash.
fn flash(record: &mut RunRecord, host: u64, media: u64) {
    let told = |value, step, log| Some(Told { value, step, log });
    let wear = |host, media| DriveWear {
        host_written: told(host, 512_000, DriveLog::NvmeSmart),
        media_written: told(media, 16_384, DriveLog::NvmeOcp),
        ..DriveWear::default()
    };
    let before = (7 << 40, 9 << 40);
    let after = (before.0 + host, before.1 + media);
    evidence(record).devices[0].wear = Some((wear(before.0, before.1), wear(after.0, after.1)));
}

#[test]
fn writes_to_flash_stand_beside_those_of_the_journal() {
    let both = changed(synced(), |record| flash(record, 100 * 512_000, 250 * 512_000));
    let said = says(&both, "write-amplification");
    assert!(said.contains("(2 times as much)"), "{said}");
    assert!(
        said.contains("sda wrote 122.1 MiB to flash for 48.8 MiB from hosts (2.5 times as much)"),
        "{said}"
    );
    // Too few steps of the counter, or as many bytes as the hosts wrote, say nothing of flash.
    for (host, media) in [(99 * 512_000, 990 * 512_000), (100 * 512_000, 0)] {
        let coarse = changed(synced(), |record| flash(record, host, media));
        assert!(!says(&coarse, "write-amplification").contains("flash"));
    }
    let fair = changed(synced(), |record| {
        flash(record, 100 * 512_000, 101 * 512_000);
        evidence(record).devices[0].after.write_sectors = 5_000 * 8;
    });
    assert_eq!(found(&fair, "write-amplification"), []);
}

#[test]
fn writes_of_a_neighbour_next_to_syncs_are_the_neighbours() {
    let alone = synced();
    assert_eq!(found(&alone, "foreign-io"), []);
    assert!(says(&alone, "write-amplification").contains("(2 times as much)"));
    let loud = changed(synced(), |record| {
        more(record, 2300 * MIB, vec![process(2300 * MIB, true)]);
    });
    let foreign = found(&loud, "foreign-io");
    assert_eq!(foreign[0].severity, Severity::Care);
    assert_eq!(foreign[0].value("foreign_bytes"), Some((2300 * MIB) as f64));
    // The rest is less than what the neighbour's bytes are uncertain by.
    assert_eq!(found(&loud, "write-amplification"), []);
    let quiet = changed(synced(), |record| {
        more(record, 20 * MIB, vec![process(20 * MIB, true)]);
    });
    insta::assert_snapshot!(says(&quiet, "foreign-io") + "\n" + &says(&quiet, "write-amplification"));
    // The four kinds add up to what the device counted.
    for record in [&alone, &loud, &quiet] {
        let balance = Balance::of(&Case::of(record), Ddir::Write).unwrap();
        let all = balance.own_bytes + balance.others_bytes + balance.kernel_bytes + balance.unknown_bytes;
        assert_eq!(all, balance.device_bytes, "{balance:?}");
    }
}

/// A process that wrote as much elsewhere is not the cause of the journal's writes.
#[test]
fn a_process_on_another_disk_wrote_nothing_here() {
    let elsewhere = changed(synced(), |record| {
        evidence(record).others = vec![process(20 * MIB, false)];
    });
    assert_eq!(found(&elsewhere, "foreign-io"), []);
    assert!(says(&elsewhere, "write-amplification").contains("(2 times as much)"));
}

/// A copy that was made before: no process writes it, and no journal explains so much.
#[test]
fn writeback_of_a_copy_next_to_syncs_is_not_the_journal() {
    let copied = changed(synced(), |record| more(record, 800 * MIB, Vec::new()));
    let foreign = found(&copied, "foreign-io");
    assert_eq!(foreign.len(), 1);
    assert_eq!(foreign[0].severity, Severity::Care);
    let few = changed(synced(), |record| more(record, 100 * MIB, Vec::new()));
    assert_eq!(found(&few, "foreign-io"), [], "a journal may have written that");
}

#[test]
fn a_writer_with_files_here_next_to_reads_reaches_the_headline() {
    let with = |has_files| {
        let record = changed(clean(), |record| {
            more(record, 2900 * MIB, vec![process(2900 * MIB, has_files)])
        });
        let verdict = judged(&record, |_| {});
        (
            found(&record, "foreign-io")[0].severity,
            verdict.headline(Lang::En),
        )
    };
    let (severity, headline) = with(true);
    assert_eq!(severity, Severity::Care);
    insta::assert_snapshot!(headline);
    assert_eq!(with(false).0, Severity::Care);
}

#[test]
fn flushes_of_others_next_to_syncs_are_counted() {
    let flushes = |flushes| {
        changed(synced(), |record| {
            evidence(record).devices[0].after.flushes = flushes
        })
    };
    assert_eq!(found(&flushes(10_000), "foreign-io"), [], "two for each commit");
    let others = found(&flushes(15_000), "foreign-io");
    assert_eq!(others[0].value("flushes"), Some(4_960.0));
}

/// Ours ended in the page cache of the loop's file, and all that the disk wrote was a neighbour's.
#[test]
fn a_neighbour_does_not_hide_a_cached_loop() {
    let record = changed(synced(), |record| {
        record.plan.jobs[0].durability.fsync_every = 0;
        record.workers[0].stats.sync.ios = 0;
        let witness = evidence(record);
        add_loop(witness).backing = Some(Backing::default());
        witness.devices[0].after.write_sectors = 200 * MIB / 512;
        witness.others = vec![process(200 * MIB, true)];
    });
    let balance = Balance::of(&Case::of(&record), Ddir::Write).unwrap();
    assert_eq!((balance.own_bytes, balance.others_bytes), (0, 200 * MIB));
    assert_eq!(found(&record, "write-amplification"), []);
}

/// The reads of the neighbour are booked as its own, and not as ours as well.
#[test]
fn reads_of_a_neighbour_of_a_cached_loop_are_booked_once() {
    let record = changed(clean(), |record| {
        let witness = evidence(record);
        add_loop(witness).backing = Some(Backing::default());
        witness.devices[0].after.read_sectors = 200 * MIB / 512;
        witness.others = vec![ProcessActivity {
            read_bytes: 200 * MIB,
            ..process(0, true)
        }];
    });
    let case = Case::of(&record);
    let balance = Balance::of(&case, Ddir::Read).unwrap();
    assert_eq!((balance.own_bytes, balance.others_bytes), (0, 200 * MIB));
    let shares = read_shares(&case).unwrap();
    assert_eq!((shares.device, shares.elsewhere), (0, 1.0));
    assert_eq!(Balance::of(&case, Ddir::Trim), None);
}

/// A loop device over a file on sda, with the stack that shows it.
fn looped(direct_io: bool, above: Option<&str>) -> Stack {
    let layer = |name: &str, kind, below| Layer {
        name: name.to_owned(),
        kind,
        size_bytes: None,
        number: Some((7, 0)),
        queue: None,
        below,
    };
    let disk = layer(
        "sda",
        LayerKind::Disk(Box::new(Disk::read(&Root::system(), "none"))),
        Vec::new(),
    );
    let kind = LayerKind::Loop {
        backing_file: None,
        direct_io: Some(direct_io),
        offset_bytes: None,
    };
    let image = layer(
        "loop0",
        kind,
        vec![file_system("ext4", FsClass::Disk, vec![disk])],
    );
    Stack {
        path: "/data/f".into(),
        top: Some(match above {
            Some(fs_type) => file_system(fs_type, FsClass::Disk, vec![image]),
            None => image,
        }),
        truncated: false,
    }
}

/// A process had changed the file of a loop device before, and the kernel wrote that out during the run: whether ours went with it is
/// not known.
#[test]
fn a_cached_loop_whose_file_is_written_out_is_no_disk() {
    let written_out = |flushes: u64, bytes: u64| {
        changed(synced(), |record| {
            record.plan.jobs[0].durability.fsync_every = 0;
            record.workers[0].stats.sync.ios = 0;
            let issued = 5_000 * 4096;
            let witness = evidence(record);
            let device = add_loop(witness);
            device.backing = Some(Backing {
                direct_io: Some(false),
                ..Backing::default()
            });
            device.after.write_sectors = issued / 512;
            device.after.flushes = flushes;
            witness.devices[0].after.write_sectors = (issued + bytes) / 512;
            record.before.targets = vec![TargetFacts {
                path: "/data/f".into(),
                kind: FileKind::Regular,
                size_bytes: Some(1 << 30),
                stack: Some(looped(false, Some("ext4"))),
                ..TargetFacts::default()
            }];
        })
    };
    let unknown = written_out(0, 40 * MIB);
    let balance = Balance::of(&Case::of(&unknown), Ddir::Write).unwrap();
    assert_eq!((balance.kernel_bytes, balance.foreign_bytes()), (0, 40 * MIB));
    let stack = &found(&unknown, "stack")[0];
    assert_eq!(stack.severity, Severity::Care);
    let said = stack.saw(Lang::En);
    assert!(
        said.contains("sda below it wrote 59.5 MiB")
            && said.ends_with("40 MiB of the data that sda wrote is unexplained."),
        "{said}"
    );
    let line = judged(&unknown, |_| {}).line(Lang::En);
    assert!(line.starts_with("Measured: unknown."), "{line}");
    // A flush of the loop device writes its file; then the rest is others'.
    let flushed = written_out(2, 40 * MIB);
    assert_eq!(found(&flushed, "stack")[0].severity, Severity::Note);
    // Less than our own raises no doubt.
    assert_eq!(
        found(&written_out(0, 4 * MIB), "stack")[0].severity,
        Severity::Note
    );
}

/// Reads of a part of 32 MiB of loop0, which shows a file of 64 MiB: `holes` of the part were never written, and half of the file.
fn over_loop(direct_io: bool, holes: u64, delivered: u64) -> RunRecord {
    changed(clean(), |record| {
        let at = |size_bytes, hole_bytes| {
            Some(Allocation {
                size_bytes,
                hole_bytes,
                data_bytes: size_bytes - hole_bytes,
                ..Allocation::default()
            })
        };
        let witness = evidence(record);
        add_loop(witness).backing = Some(Backing {
            direct_io: Some(direct_io),
            allocation: at(64 * MIB, 32 * MIB),
            ..Backing::default()
        });
        witness.devices[0].after.read_sectors = delivered / 512;
        let target = &mut witness.targets[0];
        target.path = "/dev/loop0".into();
        (target.fs_type, target.fs_class) = (None, None);
        target.allocation = at(32 * MIB, holes);
        record.before.targets = vec![TargetFacts {
            path: "/dev/loop0".into(),
            kind: FileKind::Block,
            size_bytes: Some(64 * MIB),
            stack: Some(looped(direct_io, None)),
            ..TargetFacts::default()
        }];
    })
}

#[test]
fn holes_of_a_loop_device_are_those_of_the_part_that_is_read() {
    // The other half of the file is holes; a page cache answered.
    let cached = over_loop(false, 0, 0);
    assert_eq!(read_shares(&Case::of(&cached)).unwrap().holes, 0.0);
    assert_eq!(found(&cached, "unwritten"), []);
    assert!(!says(&cached, "stack").contains("never written"));
    // All of it is holes, and the disk moved what another process read.
    let beside = changed(over_loop(true, 32 * MIB, 200 * MIB), |record| {
        evidence(record).others = vec![ProcessActivity {
            read_bytes: 200 * MIB,
            ..process(0, true)
        }];
    });
    let balance = Balance::of(&Case::of(&beside), Ddir::Read).unwrap();
    assert_eq!((balance.own_bytes, balance.others_bytes), (0, 200 * MIB));
    let holes = &found(&beside, "unwritten")[0];
    assert_eq!(
        (holes.severity, holes.value("hole_percent")),
        (Severity::Wrong, Some(100.0))
    );
}

/// Trims and reads of one loop device in two stages: only earlier trims are what is read.
#[test]
fn trims_count_for_the_reads_after_them() {
    let staged = |trims_first: bool, trimmed: (u64, u64)| {
        changed(over_loop(true, 0, 0), |record| {
            let mut trim = record.plan.jobs[0].clone();
            trim.name = "t".to_owned();
            trim.access.mode = AccessMode::Trim;
            let mut worker = record.workers[0].clone();
            worker.stats.ddirs = Default::default();
            let counts = &mut worker.stats.ddirs[Ddir::Trim as usize];
            (counts.ios, counts.bytes) = (8192, 32 * MIB);
            let at = usize::from(!trims_first);
            record.plan.jobs.insert(at, trim);
            record.plan.jobs[1].control.stonewall = true;
            let mut target = evidence(record).targets[0].clone();
            (target.job, target.touched) = (at, Some(trimmed));
            let read = &mut evidence(record).targets[0];
            (read.job, read.touched) = (1 - at, Some((0, 32 * MIB)));
            evidence(record).targets.push(target);
            evidence(record).issued_bytes[Ddir::Trim as usize] = 32 * MIB;
            let mut facts = record.before.targets[0].clone();
            facts.job = 1;
            record.before.targets.push(facts);
            record.workers[0].job_index = 1 - at;
            worker.job_index = at;
            record.workers.insert(at, worker);
        })
    };
    let (read, rest) = ((0, 32 * MIB), (32 * MIB, 64 * MIB));
    let trimmed = staged(true, read);
    assert_eq!(read_shares(&Case::of(&trimmed)).unwrap().holes, 1.0);
    assert_eq!(found(&trimmed, "unwritten")[0].value("hole_percent"), Some(100.0));
    let elsewhere = staged(true, rest);
    let later = staged(false, read);
    for untouched in [elsewhere, later] {
        assert_eq!(read_shares(&Case::of(&untouched)).unwrap().holes, 0.0);
        assert_eq!(found(&untouched, "unwritten"), []);
    }
}

/// A part of a loop device is a share of that, and not of the disk below its file.
#[test]
fn a_part_of_a_loop_device_is_not_small_by_the_disk_below() {
    let record = changed(over_loop(true, 0, 20_000 * 4096), |record| {
        record.plan.jobs[0].access.size = Some(Amount::Bytes(32 * MIB));
    });
    let said = says(&record, "small-file");
    assert!(said.contains("50 %"), "{said}");
}

/// Reads of a file that is `unwritten` of 128 MiB; the devices delivered a share of the bytes.
fn over_holes(unwritten: u64, delivered: f64, change: impl FnOnce(&mut RunRecord)) -> RunRecord {
    changed(clean(), |record| {
        let witness = evidence(record);
        let bytes = (20_000.0 * 4096.0 * delivered) as u64;
        witness.devices[0].after.read_sectors = bytes / 512;
        witness.own.as_mut().unwrap().read_bytes = bytes;
        witness.targets[0].allocation = Some(Allocation {
            size_bytes: 128 * MIB,
            unwritten_bytes: unwritten,
            ..Allocation::default()
        });
        change(record);
    })
}

/// Adds a job beside the first one that trims these bytes.
fn with_trims(record: &mut RunRecord, bytes: u64, ios: u64) -> &mut RunEvidence {
    let mut job = record.plan.jobs[0].clone();
    job.access.mode = AccessMode::RandTrim;
    record.plan.jobs.push(job);
    let mut worker = record.workers[0].clone();
    worker.job_index = 1;
    worker.stats.ddirs.swap(0, 2);
    worker.stats.ddirs[2].bytes = bytes;
    record.workers.push(worker);
    let witness = evidence(record);
    (witness.issued_bytes[2], witness.issued_ios[2]) = (bytes, ios);
    witness
}

fn traps(record: &RunRecord) -> Vec<&'static str> {
    findings(record)
        .iter()
        .map(|finding| finding.trap().name())
        .collect()
}

#[test]
fn fast_reads_of_holes_are_no_cache_of_the_device() {
    let fast = |record: &mut RunRecord| {
        let mut short = Latency::default();
        (0..20_000_u64).for_each(|number| short.record(250 + number % 40));
        record.workers[0].stats.ddirs[0].lat = short;
        evidence(record).devices[0].parallel = None;
    };
    assert_eq!(traps(&over_holes(128 * MIB, 0.0, fast)), ["unwritten"]);
    assert_eq!(traps(&over_holes(115 * MIB, 0.1, fast)), ["unwritten"]);
}

/// An overlay whose layers are mounted with relative paths: the process counts what it read, of devices that are not known.
#[test]
fn what_an_unknown_device_delivered_is_not_said_to_come_from_none() {
    let record = over_holes(115 * MIB, 0.1, |record| {
        let witness = evidence(record);
        witness.devices.clear();
        witness.targets[0].leaves.clear();
    });
    let found = findings(&record);
    let unwritten = found.iter().find(|one| one.trap().name() == "unwritten");
    let saw = unwritten.unwrap().saw(Lang::En);
    assert!(saw.ends_with("7.8 MiB of it from an unknown device."), "{saw}");
}

#[test]
fn holes_that_a_job_fills_or_makes_are_no_cache() {
    let mixed = |record: &mut RunRecord| {
        record.plan.jobs[0].access.mode = AccessMode::RandRw;
        let write = &mut record.workers[0].stats.ddirs[1];
        (write.ios, write.bytes) = (1_000, 1_000 * 4096);
        let witness = evidence(record);
        (witness.issued_bytes[1], witness.issued_ios[1]) = (1_000 * 4096, 1_000);
        witness.own.as_mut().unwrap().write_bytes = 1_000 * 4096;
        witness.devices[0].after.write_sectors = 1_000 * 8;
    };
    let filled = over_holes(128 * MIB, 0.06, mixed);
    assert_eq!(traps(&filled), ["unwritten"]);
    insta::assert_snapshot!(says(&filled, "unwritten"));
    // Without holes, what is missing came from elsewhere.
    assert_eq!(traps(&over_holes(0, 0.06, mixed)), ["cache-below"]);
    let trimmed = over_holes(0, 0.06, |record| {
        let witness = with_trims(record, 128 * MIB, 20_000);
        let mut target = witness.targets[0].clone();
        target.job = 1;
        witness.targets.push(target);
    });
    assert_eq!(traps(&trimmed), ["unwritten"]);
}

/// Blocks of a device that the run trimmed: the device counts reads of them, wherever they come from.
#[test]
fn reads_of_a_device_next_to_trims_are_not_called_its_speed() {
    // Which parts the reader and the trimmer had, if that is known.
    let beside = |reads: Option<(u64, u64)>, trims: Option<(u64, u64)>| {
        over_holes(0, 1.0, |record| {
            let witness = with_trims(record, 64 * MIB, 16_384);
            let target = &mut witness.targets[0];
            (target.fs_type, target.allocation, target.touched) = (None, None, reads);
            target.before = Some(PageState {
                size_bytes: 128 * MIB,
                ..PageState::default()
            });
            let mut target = target.clone();
            (target.job, target.touched) = (1, trims);
            witness.targets.push(target);
        })
    };
    let seen = |record: &RunRecord| -> Vec<(f64, f64)> {
        let found = found(record, "unwritten");
        let values = |name: &str| -> Vec<f64> { found.iter().map(|one| one.value(name).unwrap()).collect() };
        values("trimmed_bytes")
            .into_iter()
            .zip(values("trimmed_percent"))
            .collect()
    };
    let mib = |count: u64| (count * MIB) as f64;
    assert_eq!(seen(&beside(None, None)), [(mib(64), 50.0)]);
    let (first, second) = (Some((0, 64 * MIB)), Some((64 * MIB, 128 * MIB)));
    assert_eq!(seen(&beside(first, second)), []);
    assert_eq!(seen(&beside(first, first)), [(mib(64), 100.0)]);
    // 16 MiB of what was trimmed can lie in the part that was read.
    let overlapping = Some((48 * MIB, 128 * MIB));
    assert_eq!(seen(&beside(first, overlapping)), [(mib(16), 25.0)]);
}

/// An overlay mounted with `volatile`: an fsync returns at once, whatever the disk wrote meanwhile.
#[test]
fn writes_whose_syncs_wait_for_nothing_are_in_memory() {
    let on_overlay = |option: &str| {
        let record = changed(synced(), |record| {
            record.plan.jobs[0].durability.direct = false;
            let mut top = file_system("overlay", FsClass::Overlay, Vec::new());
            if let LayerKind::FileSystem(fs) = &mut top.kind {
                fs.mount.super_options = vec![option.to_owned()];
            }
            record.before.targets = vec![TargetFacts {
                stack: Some(Stack {
                    path: PathBuf::from("f"),
                    top: Some(top),
                    truncated: false,
                }),
                ..TargetFacts::default()
            }];
        });
        found(&record, "write-cached").len()
    };
    assert_eq!([on_overlay("volatile"), on_overlay("relatime")], [1, 0]);
}

/// Data that is dirty at the end was not written, even if the device wrote for others meanwhile.
#[test]
fn dirty_pages_are_not_also_on_the_disk() {
    let left = |dirty: u64| {
        let record = changed(synced(), |record| {
            record.plan.jobs[0].durability.direct = false;
            record.plan.jobs[0].durability.fsync_every = 0;
            record.workers[0].stats.sync = Default::default();
            record.workers[0].stats.ddirs[1].bytes = 4 * MIB;
            let witness = evidence(record);
            witness.issued_bytes[1] = 4 * MIB;
            witness.own.as_mut().unwrap().write_bytes = 4 * MIB;
            witness.devices[0].after.write_sectors = (4 * MIB) / 512;
            witness.targets[0].after = Some(PageState {
                size_bytes: 4 * MIB,
                cached_bytes: 4 * MIB,
                dirty_bytes: Some(dirty),
            });
        });
        found(&record, "write-cached")[0].saw(Lang::En)
    };
    assert_eq!(
        left(4 * MIB),
        "100 % of the 4 MiB written had not reached the disk at the end. 4 MiB were dirty pages. sda wrote 0 bytes of the issued data."
    );
    assert_eq!(
        left(MIB),
        "25 % of the 4 MiB written had not reached the disk at the end. 1 MiB were dirty pages. sda wrote 3 MiB of the issued data."
    );
}

#[test]
fn the_time_of_a_layout_is_told() {
    let said = |command: &str| {
        let record = planned("", command);
        describe(&Case::of(&record), 0, Lang::En)
            .unwrap()
            .sentences
            .join(" ")
    };
    let filled = said("fio --name=a --filename=fresh --rw=read --bs=4k --size=1G --direct=1");
    assert!(
        filled.contains("(1 GiB) and fills it before the measurement starts. That takes 310 ms (a fast SSD) to 11 s (100 MB/s)."),
        "{filled}"
    );
    let not_filled = said("fio --name=a --filename=fresh --rw=write --bs=4k --size=1G --direct=1");
    assert!(!not_filled.contains("That takes"), "{not_filled}");
    let percent =
        said("fio --name=a --filename=fresh --rw=write --bs=4k --size=50% --filesize=64m --direct=1");
    assert!(percent.contains("The job creates 1 file (32 MiB)."), "{percent}");
}

#[test]
fn what_ended_a_job_is_named() {
    let record = changed(clean(), |record| {
        record.plan.jobs[0].control.runtime_us = 60_000_000;
    });
    assert!(says(&record, "ends-early").contains("when it had transferred all its data (size)"));
    let record = changed(record, |record| record.plan.jobs[0].access.number_ios = 20_000);
    insta::assert_snapshot!(says(&record, "ends-early"));
}

#[test]
fn a_hint_to_write_pages_is_no_sync() {
    let fast = |change: fn(&mut RunRecord)| {
        let record = changed(synced(), |record| {
            let sync = &mut record.workers[0].stats.sync;
            (0..5_000_u64).for_each(|number| sync.lat.record(5_000 + number % 2_000));
            change(record);
        });
        found(&record, "fsync-lies").len()
    };
    assert_eq!(fast(|_| {}), 1);
    let range = |record: &mut RunRecord| {
        record.plan.jobs[0].durability.fsync_every = 0;
        record.plan.jobs[0].durability.sync_file_range = Some(SyncFileRange {
            wait_before: false,
            write: true,
            wait_after: false,
            every_writes: 8,
        });
    };
    assert_eq!(fast(range), 0);
}

#[test]
fn memory_is_no_disk_in_any_headline() {
    let record = changed(clean(), |record| {
        evidence(record).devices[0].in_memory = true;
        evidence(record).devices[0].after.read_sectors *= 4;
        evidence(record).devices[0].after.busy_ms = 15_000;
    });
    let headline = judged(&record, |_| {}).headline(Lang::En);
    assert_eq!(
        headline,
        "Measured: memory shown as a disk (sda), disturbed (foreign-io 75 %)."
    );
}

/// The queue of a disk does not belong to a job that reads from the page cache.
#[test]
fn buffered_reads_have_no_queue_at_the_device() {
    let record = changed(clean(), |record| {
        let job = &mut record.plan.jobs[0];
        job.engine.kind = EngineKind::IoUring;
        job.depth.iodepth = 32;
        job.durability.direct = false;
        evidence(record).devices[0].after.queue_ms = 3_900_000;
    });
    let depth = found(&record, "depth-not-reached");
    assert_eq!(depth[0].value("device_depth"), None, "{depth:?}");
}

/// 5,000 per second with a pause of 1 µs until 6 s, then 600.
#[test]
fn a_fall_of_a_job_with_think_time_is_a_cliff() {
    let course = |pause_us, rates: [u64; 2]| {
        let record = changed(clean(), |record| {
            record.plan.jobs[0].pace.thinktime_us = pause_us;
            let read = &mut record.workers[0].stats.ddirs[0];
            let rate = |second: u64| if second < 6 { rates[0] } else { rates[1] } + second * 7 % 15;
            read.per_second = (0..20)
                .map(|second| (rate(second), 4096 * rate(second)))
                .collect();
            (read.ios, read.bytes) = (120_000, 120_000 * 4096);
        });
        found(&record, "cliff").len()
    };
    assert_eq!(course(1, [5_000, 600]), 1);
    assert_eq!(course(1, [5_000, 5_000]), 0);
    assert_eq!(course(1, [600, 5_000]), 0, "the pace may rise");
    assert_eq!(course(2_000_000, [5_000, 600]), 0, "bursts");
}

/// The device's own times are those of a neighbour, too.
#[test]
fn a_limit_is_found_next_to_a_neighbour() {
    let limited = |foreign_reads: u64| {
        let record = changed(clean(), |record| {
            let witness = evidence(record);
            witness.limits = vec![Limit {
                group: "/box".into(),
                what: Limited::ReadIops,
                value: 1000,
                number: Some((8, 0)),
                device: Some("sda".to_owned()),
            }];
            witness.devices[0].number = Some((8, 0));
            let after = &mut witness.devices[0].after;
            after.reads += foreign_reads;
            after.read_sectors += foreign_reads * 256;
            // 0.2 ms for each of ours, 0.3 ms for each of theirs.
            after.read_ms = 4_000 + foreign_reads / 10 * 3;
        });
        found(&record, "throttle").len()
    };
    assert_eq!(limited(0), 1);
    assert_eq!(limited(40_000), 1);
}

fn on_device(agreed: bool) -> RunRecord {
    changed(clean(), |record| {
        record.plan.jobs[0].access.mode = AccessMode::Trim;
        record.before.targets = vec![TargetFacts {
            path: PathBuf::from("/dev/loop7"),
            kind: FileKind::Block,
            size_bytes: Some(64 * MIB),
            probe: Some(Probe {
                path: PathBuf::from("/dev/loop7"),
                device: "loop7".to_owned(),
                size_bytes: Some(64 * MIB),
                disk: Disk::read(&Root::system(), "none"),
                holdings: Vec::new(),
            }),
            agreed,
            ..TargetFacts::default()
        }];
    })
}

#[test]
fn a_device_that_was_named_is_no_danger() {
    let severity = |agreed| found(&on_device(agreed), "unsafe-target")[0].severity;
    assert_eq!(severity(false), Severity::Care);
    assert_eq!(severity(true), Severity::Note);
}

/// A result of fio, without counters of the kernel: direct reads of 4 KiB.
fn imported(change: impl FnOnce(&mut RunRecord)) -> RunRecord {
    changed(clean(), |record| {
        record.evidence = None;
        record.version = "fio-3.36".to_owned();
        record.plan.jobs[0].given = vec![OptionEcho {
            name: "bs".to_owned(),
            value: "4k".to_owned(),
        }];
        change(record);
    })
}

#[test]
fn a_result_that_contradicts_itself_is_told() {
    assert_eq!(found(&imported(|_| {}), "garbled-result"), []);
    let read = |change: fn(&mut DdirStats)| {
        says(
            &imported(|record| change(&mut record.workers[0].stats.ddirs[0])),
            "garbled-result",
        )
    };
    let mean = read(|read| read.lat.moments.max = 500_000);
    let count = read(|read| read.ios /= 10);
    let runtime = read(|read| {
        (0..10).for_each(|_| read.iops.moments.record(1_000));
        read.runtime_ns *= 10;
    });
    insta::assert_snapshot!([mean, count, runtime].join("\n"));
}

#[test]
fn a_unit_a_digit_or_a_percentile_that_was_changed_is_told() {
    let read = |change: fn(&mut DdirStats)| {
        says(
            &imported(|record| change(&mut record.workers[0].stats.ddirs[0])),
            "garbled-result",
        )
    };
    let bits = read(|read| read.bytes *= 8);
    let digit = read(|read| read.bytes *= 10);
    let samples = read(|read| {
        let kib_per_s = read.bytes * 1_000_000_000 / read.runtime_ns / 1024;
        (0..10).for_each(|_| read.bw.moments.record(8 * kib_per_s));
    });
    let falls = read(|read| read.clat.given = vec![(990_000, 80_000), (500_000, 90_000), (999_000, 95_000)]);
    let rises = read(|read| read.clat.given = vec![(990_000, 90_000), (500_000, 80_000)]);
    assert_eq!(rises, "");
    let busy = |util_percent: f64| {
        let record = imported(|record| {
            record.disks = vec![DiskUse {
                name: "sda".to_owned(),
                counts: DiskCounts {
                    util_percent,
                    ..DiskCounts::default()
                },
                ..DiskUse::default()
            }];
        });
        says(&record, "garbled-result")
    };
    assert_eq!(busy(100.0), "");
    insta::assert_snapshot!([bits, digit, samples, falls, busy(996.1)].join("\n"));
}

#[test]
fn a_count_a_mean_or_a_percentile_of_latencies_that_was_changed_is_told() {
    let told = |change: fn(&mut RunRecord)| -> Vec<String> {
        let record = imported(change);
        let said = found(&record, "garbled-result");
        said.iter().map(|finding| finding.saw(Lang::En)).collect()
    };
    fn lat(record: &mut RunRecord, change: fn(&mut Latency)) {
        let read = &mut record.workers[0].stats.ddirs[0];
        [&mut read.lat, &mut read.clat].into_iter().for_each(change);
    }
    // 20,000 I/Os of 0.9 ms in 20 s, one after the other: three times that fits no unit, and a thousand times that fits one.
    assert_eq!(
        told(|record| lat(record, |latency| {
            latency.moments.sum *= 3;
            latency.moments.max *= 3;
        })),
        ["Rate × mean latency = 2.7 I/Os in flight, but iodepth × numjobs is 1."]
    );
    let longer = |record: &mut RunRecord| {
        lat(record, |latency| {
            latency.moments.sum *= 1000;
            latency.moments.max *= 1000;
        });
    };
    assert_eq!(told(longer), Vec::<String>::new());
    // Depth 4 was asked for, and of four workers one entry may be all.
    assert_eq!(
        told(|record| {
            record.plan.jobs[0].depth.iodepth = 4;
            lat(record, |latency| {
                latency.moments.sum *= 4;
                latency.moments.max *= 4;
            });
        }),
        Vec::<String>::new()
    );
    assert_eq!(
        told(|record| lat(record, |latency| latency.given =
            vec![(500_000, 910_000), (999_900, 5_500_000)])),
        ["The read latency p99.99 is 5.5 ms, but the largest is 920 µs."]
    );
    // fio printed a maximum of `1` in milliseconds, and the percentiles in microseconds.
    assert_eq!(
        told(|record| lat(record, |latency| {
            latency.moments.max = 1_000_000;
            latency.given = vec![(500_000, 998_000), (999_900, 1_990_000)];
        })),
        Vec::<String>::new()
    );
    let fewer = |record: &mut RunRecord| {
        record.plan.jobs[0].depth.iodepth = 4;
        lat(record, |latency| {
            latency.moments.count /= 7;
            latency.moments.sum /= 7;
        });
    };
    assert_eq!(
        told(fewer),
        ["The result has 20,000 read I/Os, but the latencies of 2,857 I/Os."]
    );
    // The depth that these latencies make is that of other I/Os.
    assert_eq!(found(&imported(fewer), "depth-not-reached"), []);
    let shallow = imported(|record| record.plan.jobs[0].depth.iodepth = 4);
    assert_eq!(found(&shallow, "depth-not-reached").len(), 1);
}

/// A fork of fio may have our name in its version, and be no run of ours.
#[test]
fn only_our_own_version_is_ours() {
    let told = |version: &str| {
        let record = imported(|record| {
            record.version = version.to_owned();
            record.workers[0].stats.ddirs[0].bytes *= 10;
        });
        found(&record, "garbled-result").len()
    };
    assert_eq!(told("fio-3.33-fiord-0.1.0"), 0);
    for other in ["fio-3.36", "fio-3.36-fiordland", "fio-3.36-1-fiord", ""] {
        assert_eq!(told(other), 1, "{other}");
    }
}

/// fio looks at its disks four times a second, and not at the end.
#[test]
fn the_end_of_a_run_is_missing_in_fios_table_of_disks() {
    let table = |seconds: u64, requests: u64| {
        let record = imported(|record| {
            record.workers[0].stats.runtime_ns = seconds * 1_000_000_000;
            record.disks = vec![DiskUse {
                name: "sda".to_owned(),
                counts: DiskCounts {
                    read_ios: requests,
                    ..DiskCounts::default()
                },
                ..DiskUse::default()
            }];
        });
        found(&record, "cache-below").len()
    };
    assert_eq!(table(2, 18_900), 0, "the last 0.1 s were not seen");
    assert_eq!(table(20, 10_000), 1);
    assert_eq!(table(20, 0), 0, "this device is not counted");
}

#[test]
fn few_large_reads_of_a_scattered_file_are_many_requests() {
    let record = changed(clean(), |record| {
        let bytes = 20 * MIB;
        let read = &mut record.workers[0].stats.ddirs[0];
        (read.ios, read.bytes) = (20, bytes);
        (read.lat, read.clat) = Default::default();
        let witness = evidence(record);
        (witness.issued_bytes[0], witness.issued_ios[0]) = (bytes, 20);
        witness.own.as_mut().unwrap().read_bytes = bytes;
        let after = &mut witness.devices[0].after;
        (after.reads, after.read_sectors) = (3_630, bytes / 512);
        witness.targets[0].allocation = Some(Allocation {
            size_bytes: bytes,
            data_bytes: bytes,
            extents: 4_600,
            ..Allocation::default()
        });
    });
    insta::assert_snapshot!(says(&record, "requests"));
}

/// Latencies are all that is known of a process that serves files.
#[test]
fn a_served_file_that_is_faster_than_a_device_is_in_memory() {
    let median = |ns: u64| {
        let record = changed(clean(), |record| {
            let mut short = Latency::default();
            (0..20_000_u64).for_each(|number| short.record(ns + number % 40));
            record.workers[0].stats.ddirs[0].lat = short;
            let witness = evidence(record);
            witness.devices.clear();
            witness.targets[0].leaves.clear();
            witness.targets[0].fs_class = Some(FsClass::Fuse);
        });
        found(&record, "cache-below")
            .first()
            .map(|finding| finding.severity)
    };
    assert_eq!(median(600), Some(Severity::Wrong));
    assert_eq!(median(60_000), None);
}

/// A new ext4 on a loop device: zeros, which became holes of its file.
#[test]
fn writes_to_the_layer_of_the_job_are_told() {
    let record = changed(clean(), |record| {
        let witness = evidence(record);
        let looped = add_loop(witness);
        looped.number = Some((7, 0));
        looped.after.write_sectors = 383 * MIB / 512;
        let layer = Layer {
            name: "loop0".to_owned(),
            kind: LayerKind::Loop {
                backing_file: None,
                direct_io: Some(true),
                offset_bytes: None,
            },
            size_bytes: None,
            number: Some((7, 0)),
            queue: None,
            below: Vec::new(),
        };
        record.before.targets = vec![TargetFacts {
            path: "/data/f".into(),
            kind: FileKind::Regular,
            size_bytes: Some(1 << 30),
            stack: Some(Stack {
                path: "/data/f".into(),
                top: Some(file_system("ext4", FsClass::Disk, vec![layer])),
                truncated: false,
            }),
            ..TargetFacts::default()
        }];
    });
    insta::assert_snapshot!(says(&record, "foreign-io"));
}

/// Two jobs at the same time, of one group and of unlike blocks.
#[test]
fn a_job_is_described_with_its_company() {
    let jobs = "fio --group_reporting --rw=randread --direct=1 --size=0 --name=small --filename=warm --bs=4k --name=large --filename=cold --bs=256k --name=alone --stonewall --filename=cold --bs=4k";
    let record = RunRecord::planned(parse(jobs).plan.clone(), Default::default());
    // As in fio, no size is all there is.
    assert!(record.plan.jobs.iter().all(|job| job.access.size.is_none()));
    let case = Case::of(&record);
    let described = (0..3).map(|index| {
        let description = describe(&case, index, Lang::En).unwrap();
        description.sentences.last().unwrap().clone()
    });
    insta::assert_snapshot!(described.collect::<Vec<_>>().join("\n"));
}
