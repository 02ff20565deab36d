//! Other users of the device and limits: what kind of traffic it was, who made it, and which limit really held the job back.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_host::cgroup::{Limit, Limited};
use fiord_host::look::ProcessActivity;
use fiord_judge::{Finding, Severity};
use fiord_messages::Lang;
use fiord_record::evidence::{PageState, RunEvidence};
use fiord_record::run::RunRecord;

use crate::run_traps::{clean, evidence, findings};

fn of(trap: &str, change: impl FnOnce(&mut RunRecord)) -> Vec<Finding> {
    let mut record = clean();
    change(&mut record);
    let mut found = findings(&record);
    found.retain(|finding| finding.trap().name() == trap);
    found
}

fn process(name: &str, read_bytes: u64) -> ProcessActivity {
    ProcessActivity {
        pid: 2,
        name: name.to_owned(),
        read_bytes,
        write_bytes: 0,
        has_files_here: None,
    }
}

/// The disk reads so much more than this run asked for.
fn more_read(evidence: &mut RunEvidence, bytes: u64) {
    evidence.devices[0].after.read_sectors += bytes / 512;
}

#[test]
fn a_loud_process_on_another_disk_is_not_the_neighbour() {
    let by = |loud: u64| {
        let found = of("foreign-io", |record| {
            let evidence = evidence(record);
            more_read(evidence, 100 << 20);
            evidence.others = vec![process("elsewhere", loud), process("mysqld", 90 << 20)];
        });
        assert_eq!(found.len(), 1);
        found[0].saw(Lang::En)
    };
    insta::assert_snapshot!([by(10 << 30), by(100 << 20)].join("\n"));
}

/// Seen on two hosts that share a disk: a compiler with a file open there that had written 16 MiB was named for gigabytes.
#[test]
fn who_moved_next_to_nothing_is_not_the_cause_for_its_open_files() {
    let small = |has_files_here| ProcessActivity {
        has_files_here,
        ..process("cc1", 1 << 20)
    };
    let by = |others: Vec<ProcessActivity>| {
        let found = of("foreign-io", |record| {
            let evidence = evidence(record);
            more_read(evidence, 100 << 20);
            evidence.others = others;
        });
        assert_eq!(found.len(), 1);
        found[0].saw(Lang::En)
    };
    let loud = by(vec![small(Some(true)), process("mysqld", 90 << 20)]);
    let open = ProcessActivity {
        has_files_here: Some(true),
        ..process("dd", 60 << 20)
    };
    let both = by(vec![open, process("mysqld", 90 << 20)]);
    let alone = by(vec![small(Some(true))]);
    insta::assert_snapshot!([loud, both, alone].join("\n"));
}

/// The kernel's threads below a loop device do the run's own I/O; the neighbour on the disk is another process.
#[test]
fn a_neighbour_below_a_loop_device_is_named_and_its_own_threads_are_not() {
    let found = of("foreign-io", |record| {
        let evidence = evidence(record);
        evidence.devices.push(fiord_record::evidence::DeviceUse {
            name: "loop0".to_owned(),
            backing: Some(fiord_record::evidence::Backing::default()),
            ..Default::default()
        });
        more_read(evidence, 100 << 20);
        evidence.others = vec![process("kworker/u4:loop0", 95 << 20), process("mysqld", 90 << 20)];
    });
    assert_eq!(found.len(), 1);
    insta::assert_snapshot!(found[0].saw(Lang::En));
}

/// Seen without root next to a writer of root: its counters are not readable, and no process was said to have written.
#[test]
fn processes_that_are_not_visible_can_be_the_cause() {
    let by = |dirty_bytes: u64, writes: bool| {
        let found = of("foreign-io", |record| {
            let mut machine = crate::reference::machine(16 << 30);
            machine.memory.dirty_bytes = Some(dirty_bytes);
            record.before.machine = Some(machine);
            let evidence = evidence(record);
            evidence.hidden_processes = 12;
            if writes {
                evidence.devices[0].after.write_sectors += (100 << 20) / 512;
            } else {
                more_read(evidence, 100 << 20);
            }
        });
        assert_eq!(found.len(), 1);
        [found[0].saw(Lang::En), found[0].advice(Lang::En)].join(" ")
    };
    insta::assert_snapshot!([by(0, true), by(60 << 20, true), by(0, false)].join("\n"));
}

#[test]
fn a_tiny_neighbour_of_a_nearly_idle_disk_is_not_wrong() {
    let severity = |busy_ms: u64| {
        let found = of("foreign-io", |record| {
            let evidence = evidence(record);
            more_read(evidence, 60 << 20);
            evidence.devices[0].after.busy_ms = busy_ms;
        });
        found.iter().map(|finding| finding.severity).collect::<Vec<_>>()
    };
    assert_eq!(severity(9_000), [Severity::Care]);
    assert_eq!(severity(1_000), [Severity::Care]);
    assert_eq!(severity(100), [Severity::Note]);
}

#[test]
fn a_run_without_an_io_was_disturbed_by_nobody() {
    let found = of("foreign-io", |record| {
        record.workers[0].stats.ddirs = Default::default();
        let evidence = evidence(record);
        (evidence.issued_ios, evidence.issued_bytes) = ([0; 3], [0; 3]);
        evidence.own.as_mut().unwrap().read_bytes = 0;
    });
    assert_eq!(found, []);
}

#[test]
fn flushes_and_discards_of_others_are_named() {
    let flushes = |flushes: u64, own: u64| {
        of("foreign-io", |record| {
            record.workers[0].stats.sync.ios = own;
            evidence(record).devices[0].after.flushes = flushes;
        })
    };
    let found = flushes(2_000, 0);
    assert_eq!(found.len(), 1);
    assert_eq!(flushes(2_000, 1_000), [], "our own syncs");
    assert_eq!(flushes(30, 0), [], "a journal's commits");
    let discarded = of("foreign-io", |record| {
        let after = &mut evidence(record).devices[0].after;
        (after.discards, after.discard_sectors) = (40, 40 << 11);
    });
    assert_eq!(discarded.len(), 1);
    insta::assert_snapshot!([found[0].saw(Lang::En), discarded[0].saw(Lang::En)].join("\n"));
}

/// The file system discards the blocks of a file that the run itself removed.
#[test]
fn discards_of_removed_files_are_our_own() {
    let discarded = |mib: u64, unlink: bool| {
        of("foreign-io", |record| {
            record.plan.jobs[0].files.unlink = unlink;
            let evidence = evidence(record);
            evidence.targets[0].fs_type = Some("ext4".to_owned());
            evidence.targets[0].before = Some(PageState {
                size_bytes: 256 << 20,
                ..PageState::default()
            });
            let after = &mut evidence.devices[0].after;
            (after.discards, after.discard_sectors) = (40, mib << 11);
        })
    };
    assert_eq!(discarded(310, true), [], "ext4 discards more than the file had");
    assert_eq!(discarded(256, false).len(), 1);
    let besides = discarded(400, true);
    assert_eq!(besides.len(), 1);
    let saw = besides[0].saw(Lang::En);
    assert!(
        saw.ends_with(
            "did 40 discards of 400 MiB in total. Files that this run removed explain at most 256 MiB of these."
        ),
        "{saw}"
    );
}

/// Two jobs on two disks, and another process on one of them: that disk is named.
#[test]
fn of_several_disks_the_one_concerned_is_named() {
    let found = of("foreign-io", |record| {
        let mut second = record.plan.jobs[0].clone();
        second.name = "second".to_owned();
        record.plan.jobs.push(second);
        let mut worker = record.workers[0].clone();
        worker.job_index = 1;
        record.workers.push(worker);
        let evidence = evidence(record);
        let mut other = evidence.devices[0].clone();
        other.name = "other0".to_owned();
        evidence.devices.push(other);
        let mut target = evidence.targets[0].clone();
        (target.job, target.leaves) = (1, vec!["other0".to_owned()]);
        evidence.targets.push(target);
        evidence.own.as_mut().unwrap().read_bytes *= 2;
        evidence.devices[1].after.read_sectors += (100 << 20) / 512;
    });
    assert_eq!(found.len(), 1);
    let saw = found[0].saw(Lang::En);
    assert!(saw.starts_with("other0 read"), "{saw}");
}

#[test]
fn writes_that_no_process_made_are_writeback_next_to_reads() {
    let written = |bytes: u64| {
        of("foreign-io", |record| {
            evidence(record).devices[0].after.write_sectors = bytes / 512;
        })
    };
    let found = written(100 << 20);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].severity, Severity::Care);
    insta::assert_snapshot!(found[0].saw(Lang::En));
    assert_eq!(written(3 << 20), [], "a journal's commits");
}

fn limited(device_ms: u64) -> Vec<Finding> {
    of("throttle", |record| {
        let limit = Limit {
            group: "/box".into(),
            what: Limited::ReadIops,
            value: 1000,
            number: Some((8, 0)),
            device: Some("sda".to_owned()),
        };
        let evidence = evidence(record);
        evidence.limits = vec![limit];
        evidence.devices[0].number = Some((8, 0));
        evidence.devices[0].after.read_ms = device_ms;
    })
}

#[test]
fn a_limit_is_blamed_only_where_ios_waited_above_the_device() {
    // 20,000 reads took 1 ms each.
    assert_eq!(limited(2_000).len(), 1, "the device needed 0.1 ms of each");
    assert_eq!(limited(19_000), [], "the device needed nearly all of it");
}

#[test]
fn a_hidden_limit_is_met_one_by_one_too() {
    let hidden = |device_ms: u64| {
        of("throttle", |record| {
            let stats = &mut record.workers[0].stats;
            stats.ddirs[0].per_second = (0..20).map(|s| (999 + s % 3, 4096 * 1000)).collect();
            evidence(record).devices[0].after.read_ms = device_ms;
        })
    };
    let found = hidden(2_000);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].severity, Severity::Wrong);
    assert_eq!(hidden(19_000), [], "as even, but it is the device's own time");
    assert_eq!(hidden(0), [], "nobody knows the device's own time");
}
