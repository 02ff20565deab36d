//! The rules on samples that were made up: what the machines of the tests do not have, and what must not be said.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_host::counters::IoCounters;
use fiord_host::cpu::CpuTimes;
use fiord_host::disk_stats::{DeviceStats, DiskStats};
use fiord_host::tasks::{Task, TaskSnapshot, TaskState};
use fiord_host::vm::VmCounters;
use fiord_host::waits::{DeviceFacts, Facts, ProcessFacts, Sample};
use serde_json::json;

use super::{WaitKind, Waits};

/// A machine with one disk; process 7 has files on it.
struct SampledMachine {
    facts: Facts,
    /// In each sample.
    tasks: Vec<Task>,
    /// What the disk does in a second.
    per_second: DiskStats,
    interrupts: u64,
    vm: VmCounters,
    /// What the process reads in a second: calls, their bytes, and bytes from devices.
    process_reads: [u64; 3],
    in_flight: u64,
    /// One of them in each sample, in turn.
    turns: Vec<Task>,
}

impl SampledMachine {
    fn new() -> SampledMachine {
        let device = DeviceFacts {
            name: "sda".to_owned(),
            is_parallel: true,
            ..DeviceFacts::default()
        };
        let process = ProcessFacts {
            devices: vec!["sda".to_owned()],
            ..ProcessFacts::default()
        };
        SampledMachine {
            facts: Facts {
                devices: vec![device],
                processes: [(7, process)].into(),
                limits: Vec::new(),
            },
            tasks: vec![waiting(&["submit_bio_wait"])],
            // Four requests in flight.
            per_second: reads(1000, 4000),
            interrupts: 0,
            vm: VmCounters::default(),
            process_reads: [0; 3],
            in_flight: 0,
            turns: Vec::new(),
        }
    }

    fn device(&mut self) -> &mut DeviceFacts {
        &mut self.facts.devices[0]
    }

    /// What eight samples show, with two looks between them.
    fn waits(&self) -> Waits {
        let sample = |at: u64| {
            let stats = |each: u64| each * (at + 1);
            let each = &self.per_second;
            let disk = DeviceStats {
                name: "sda".to_owned(),
                number: (8, 0),
                stats: DiskStats {
                    reads: stats(each.reads),
                    read_sectors: stats(each.read_sectors),
                    read_ms: stats(each.read_ms),
                    busy_ms: stats(each.busy_ms),
                    queue_ms: stats(each.queue_ms),
                    in_flight: self.in_flight,
                    ..DiskStats::default()
                },
            };
            let [calls, call_bytes, device_bytes] = self.process_reads.map(|each| each * at);
            let io = IoCounters {
                syscr: calls,
                rchar: call_bytes,
                read_bytes: device_bytes,
                ..IoCounters::default()
            };
            let process = json!({"pid": 7, "name": "db", "started": 1, "io": io});
            let glance = json!({
                "at_ns": at * 1_000_000_000, "disks": [disk], "processes": [process], "cpu": null,
                "pressure": {"cpu": null, "memory": null, "io": null},
            });
            let turn = self.turns.get(at as usize % self.turns.len().max(1));
            let look = TaskSnapshot {
                is_deep: true,
                tasks: self.tasks.iter().chain(turn).cloned().collect(),
            };
            Sample {
                glance: serde_json::from_value(glance).unwrap(),
                cpus: vec![CpuTimes {
                    busy: 90 * at,
                    idle: 10 * at,
                    interrupts: self.interrupts * at,
                    ..CpuTimes::default()
                }],
                vm: Some(self.vm),
                looks: vec![look.clone(), look],
                used: Vec::new(),
            }
        };
        Waits::of(&(0..8).map(sample).collect::<Vec<_>>(), &self.facts, &[])
    }

    fn cause(&self) -> Option<WaitKind> {
        let waits = self.waits();
        // A sum of shares of looks.
        assert!((waits.tasks - 1.0).abs() < 1e-9, "{waits:?}");
        assert!(waits.causes.len() <= 1, "{waits:?}");
        waits.causes.into_iter().next().map(|explained| explained.cause)
    }
}

fn reads(reads: u64, queue_ms: u64) -> DiskStats {
    DiskStats {
        reads,
        read_sectors: reads * 8,
        read_ms: queue_ms,
        busy_ms: 990,
        queue_ms,
        ..DiskStats::default()
    }
}

fn waiting(places: &[&str]) -> Task {
    Task {
        pid: 7,
        tid: 7,
        name: "db".to_owned(),
        is_kernel: false,
        state: TaskState::Waiting,
        places: places.iter().map(|&place| place.to_owned()).collect(),
    }
}

#[test]
fn a_busy_disk_with_requests_in_parallel_is_no_cause() {
    assert_eq!(SampledMachine::new().cause(), None);
    // The rate is round and flat, but nothing says that a limit is possible.
    let mut slow = SampledMachine::new();
    slow.device().is_parallel = false;
    slow.per_second = reads(100, 1000);
    assert_eq!(
        slow.cause(),
        None,
        "a disk that serves one request at a time is full"
    );
}

#[test]
fn one_request_at_a_time_leaves_a_parallel_disk_idle() {
    let mut made = SampledMachine::new();
    made.per_second = reads(100, 1000);
    let cause = made.cause().unwrap();
    let WaitKind::OneByOne { queue, await_ms, .. } = cause else {
        panic!("{cause:?}")
    };
    assert_eq!((queue, await_ms), (1.0, 10.0));
}

#[test]
fn a_disk_that_answers_slowly_is_a_cause_also_where_the_place_is_hidden() {
    let mut made = SampledMachine::new();
    // Four in flight, 900 ms each: without the right to see where its user's tasks wait.
    made.per_second = reads(5, 4500);
    made.tasks = vec![waiting(&[])];
    let cause = made.cause().unwrap();
    let WaitKind::SlowDevice {
        is_read,
        await_ms,
        queue,
        ..
    } = cause
    else {
        panic!("{cause:?}")
    };
    assert_eq!((is_read, await_ms, queue), (true, 900.0, 4.5));
    // As slow because its queue is long and it moves much: busy, not slow.
    made.per_second = reads(5000, 4_500_000);
    assert_eq!(made.cause(), None);
    // A disk with arms: 25 requests in flight, each served in 20 ms.
    made.device().is_parallel = false;
    made.per_second = reads(50, 25_000);
    assert_eq!(made.cause(), None);
}

#[test]
fn a_disk_that_completes_nothing_is_stalled() {
    let mut made = SampledMachine::new();
    made.per_second = DiskStats::default();
    made.in_flight = 3;
    let device = "sda".to_owned();
    assert_eq!(
        made.cause(),
        Some(WaitKind::StalledDevice { device, in_flight: 3 })
    );
}

#[test]
fn small_waits_of_many_processes_add_up() {
    let mut made = SampledMachine::new();
    // Each waits in one interval of seven, so that each alone is below what is worth a word.
    made.tasks.clear();
    made.turns = (20..28)
        .map(|pid| Task {
            pid,
            tid: pid,
            ..waiting(&["submit_bio_wait"])
        })
        .collect();
    let waits = made.waits();
    let [one] = waits.causes.as_slice() else {
        panic!("{waits:?}")
    };
    let WaitKind::ManyWaits { processes, .. } = &one.cause else {
        panic!("{one:?}")
    };
    assert_eq!((*processes, one.processes.len()), (7, 7));
    made.turns.truncate(3);
    assert_eq!(
        made.waits().causes,
        [],
        "each waits long enough to be seen, for a disk without fault"
    );
}

#[test]
fn a_volume_at_a_round_flat_rate_has_a_cap() {
    let mut made = SampledMachine::new();
    made.device().is_volume = true;
    let cause = made.cause().unwrap();
    let WaitKind::VolumeCap { iops, queue, .. } = cause else {
        panic!("{cause:?}")
    };
    assert_eq!((iops, queue), (1000.0, 4.0));
    made.per_second = reads(1037, 4000);
    assert_eq!(made.cause(), None, "a rate that is not round");
}

#[test]
fn a_raid_that_rebuilds_and_a_hot_disk_are_causes() {
    let mut made = SampledMachine::new();
    made.device().rebuild = Some("recover".to_owned());
    made.device().rebuild_kb_per_s = Some(100_000);
    let cause = made.cause().unwrap();
    let WaitKind::Rebuild { bytes_per_s, .. } = cause else {
        panic!("{cause:?}")
    };
    assert_eq!(bytes_per_s, Some(102_400_000));
    let mut made = SampledMachine::new();
    made.device().heat_millic = Some((84_850, 84_850));
    assert_eq!(made.cause().unwrap().name(), "heat");
    made.device().heat_millic = Some((84_000, 84_850));
    assert_eq!(made.cause(), None);
}

#[test]
fn a_cpu_full_of_interrupts_is_a_cause() {
    let mut made = SampledMachine::new();
    made.interrupts = 85;
    assert_eq!(
        made.cause(),
        Some(WaitKind::BusyInterrupts { cpu: 0, share: 0.85 })
    );
    made.interrupts = 50;
    assert_eq!(made.cause(), None);
}

#[test]
fn writers_wait_at_the_limit_of_the_machine_or_of_one_device() {
    let mut made = SampledMachine::new();
    made.tasks = vec![waiting(&["balance_dirty_pages"])];
    made.vm = VmCounters {
        dirty: 80,
        writeback: 10,
        dirty_limit: 100,
        ..VmCounters::default()
    };
    let cause = made.cause().unwrap();
    assert!(
        matches!(cause, WaitKind::Writeback { is_global: true, .. }),
        "{cause:?}"
    );
    made.vm.dirty = 10;
    let cause = made.cause().unwrap();
    assert!(
        matches!(cause, WaitKind::Writeback { is_global: false, .. }),
        "{cause:?}"
    );
}

#[test]
fn a_thread_of_the_kernel_that_never_rests_is_a_cause_for_its_device_alone() {
    let mut made = SampledMachine::new();
    let worker = |name: &str| Task {
        is_kernel: true,
        state: TaskState::Running,
        pid: 9,
        name: name.to_owned(),
        ..waiting(&[])
    };
    made.tasks.push(worker("kworker/u8:2+sdb"));
    assert_eq!(made.cause(), None);
    made.tasks.push(worker("kworker/u8:3+sda"));
    let cause = made.cause().unwrap();
    assert!(
        matches!(&cause, WaitKind::BusyThread { thread, .. } if thread == "sda"),
        "{cause:?}"
    );
}

#[test]
fn a_task_that_waits_for_something_else_or_seldom_is_no_cause() {
    let mut made = SampledMachine::new();
    made.per_second = reads(100, 1000);
    made.tasks = vec![waiting(&["kernel_clone"])];
    let waits = made.waits();
    assert_eq!((waits.tasks, waits.causes.len()), (0.0, 0));
    made.tasks.clear();
    assert_eq!(made.waits(), Waits::default());
}

#[test]
fn read_ahead_wastes_only_what_read_calls_account_for() {
    let mut made = SampledMachine::new();
    made.device().read_ahead_kb = Some(2560);
    made.tasks = vec![waiting(&["folio_wait_bit_common", "filemap_read"])];
    // 60 calls of 4 KiB, and 2.5 MiB were read for each.
    made.process_reads = [60, 60 * 4096, 60 * 2560 * 1024];
    let cause = made.cause().unwrap();
    let WaitKind::ReadAhead { read_ahead_kb, .. } = cause else {
        panic!("{cause:?}")
    };
    assert_eq!(read_ahead_kb, 2560);
    // As of libaio and io_uring: calls that read other things, and direct reads that no call counts.
    made.process_reads = [32, 32 * 4096, 150_000_000];
    assert_eq!(made.cause(), None);
    made.process_reads = [60, 60 * 4096, 60 * 2560 * 1024];
    made.tasks = vec![waiting(&["read_events", "do_io_getevents"])];
    assert_eq!(made.cause(), None);
    made.tasks = vec![waiting(&["folio_wait_bit_common", "filemap_read"])];
    made.device().read_ahead_kb = None;
    assert_eq!(made.cause(), None, "the size is not known");
}
