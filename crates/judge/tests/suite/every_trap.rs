//! Every trap, out and back: it is found where it is planted, and the record read back from its document is judged alike.
//!
//! What is planted before a run is the worked example of the trap, what is planted in a machine is `machine_rules`'s. After a run it
//! is [`planted_run`]: a new trap does not compile without an entry there, and fails here without the others.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::consistency::contradictions;
use crate::consistency::verdict;
use fiord_host::cgroup::{Limit, Limited};
use fiord_host::disk_stats::{DiskStats, Extended};
use fiord_host::extents::Allocation;
use fiord_host::health::{Health, NvmeSmart};
use fiord_host::look::{Activity, DeviceActivity, ProcessActivity};
use fiord_job::plan::{AccessMode, Ddir, EngineKind};
use fiord_judge::case::{Case, MachineView};
use fiord_judge::trap::Need;
use fiord_judge::{Finding, Severity, State, TrapId, When, check};
use fiord_messages::Lang;
use fiord_record::Before;
use fiord_record::claims::Spread;
use fiord_record::evidence::{BlockUse, DeviceUse};
use fiord_record::imported::{FigureOf, ImportFacts, ImportKind, Mismatch, OtherLoad, ProseLatency, Twin};
use fiord_record::layers::{DirectionSplit, LayerPoint, LayerStage, Layers, Times};
use fiord_record::run::{ErrorRecord, Repeats, RunRecord};
use fiord_stats::Latency;

use crate::machine_rules::planted_machine;
use crate::plan_rules::{planned, sheet};
use crate::run_traps::{clean, device, evidence};

const SECOND_NS: u64 = 1_000_000_000;
const IOS: u64 = 20_000;
const BYTES: u64 = IOS * 4096;

/// What plants a trap in the record of a run that is clean otherwise.
type Plant = fn(&mut RunRecord);

/// What plants each trap that is judged after a run; `None`: it is judged before one, or from the machine.
fn planted_run(trap: TrapId) -> Option<Plant> {
    use TrapId::*;
    let plant: Plant = match trap {
        AioBuffered => inside_the_call,
        Batches => |record| record.plan.jobs[0].depth.batch_complete_min = 16,
        CacheBelow => |record| delivered(record, 0),
        CacheRead => |record| {
            record.plan.jobs[0].durability.direct = false;
            delivered(record, BYTES / 2);
        },
        Cliff => |record| seconds(record, |second| if second < 30 { 1000 } else { 500 }),
        Clock => |record| {
            evidence(record).clock.read_ns = Some(1100.0);
            let clat = &mut record.workers[0].stats.ddirs[0].clat;
            *clat = latency(|number| 12_000 + number % 1000);
        },
        CpuWait => |record| evidence(record).processors.run_delay_ms = Some(11_000.0),
        DepthNotReached => |record| record.plan.jobs[0].depth.iodepth = 32,
        EndsEarly => |record| record.plan.jobs[0].control.runtime_us = 60_000_000,
        Failed => failed,
        FewSamples => |record| {
            record.plan.jobs[0].report.clat_percentiles = true;
            record.plan.jobs[0].report.percentiles = vec![50.0, 99.99];
        },
        ForeignIo => |record| evidence(record).devices[0].after.read_sectors += (100 << 20) / 512,
        FsyncLies => synced_at_once,
        GeneratorBound => |record| record.context.ceiling_iops = Some(1_100.0),
        GtodReduce => |record| {
            record.plan.jobs[0].report.gtod_reduce = true;
            let read = &mut record.workers[0].stats.ddirs[0];
            (read.clat, read.lat) = Default::default();
        },
        Heat => hot,
        Layer => split_by_layer,
        LateGenerator | MemoryDevice | MixedMedium | Noise | NotSteady | OverwriteSame | Requests
        | SameFileReaders | SameFileWriters | ShortRun | SpecGap | Stack | Stalls | SyncIodepth
        | Throttle | UnitMisread | Unwritten | UtilMeaningless | WriteAmplification | WriteCached => {
            return planted_later(trap);
        }
        CacheRepeat | ZeroData | UnsafeTarget | NoTarget | NoRoom | SmallFile | StaleFile | FsyncDirect => {
            return None;
        }
        DirectBuffered | IgnoredOption | JobsTogether | UnalignedDirect => return None,
        Swap | Scheduler | Rotational | ReadAhead | Nomerges | WriteCache | NrRequests | RqAffinity => {
            return None;
        }
        Wbt | IoPoll | Discard | Iostats | BlockSize | PcieLink | Health | CloudVolume | FsClass => {
            return None;
        }
        Compression | MountOptions | FreeSpace | Quota | Memory | DirtyLimits | HugePages => return None,
        Governor | Frequency | CStates | Smt | Numa | Cpus | System | Limits | CgroupMemory => return None,
        Load | Pressure => return None,
        SameSetting | BusyNeighbour | GarbledResult | LatencyClaim => return planted_text(trap),
    };
    Some(plant)
}

/// What the text of an imported run says of it.
fn planted_text(trap: TrapId) -> Option<Plant> {
    use TrapId::*;
    Some(match trap {
        SameSetting => |record| {
            imported(record).twins.push(Twin {
                line: 504,
                mine: "direct=0 buffered=0".to_owned(),
                theirs: "direct=1 buffered=0".to_owned(),
                means: "direct=1".to_owned(),
            });
        },
        BusyNeighbour => |record| {
            let others = &mut imported(record).others;
            others.push(OtherLoad::Before {
                device: "sdb".to_owned(),
                line: 239,
                read_iops: 12.0,
                write_iops: 10_638.5,
                bytes_per_s: 53e6,
            });
            others.push(OtherLoad::Table {
                device: "sdb".to_owned(),
                ddir: Ddir::Write,
                issued_ios: 1_136_905,
                device_ios: 1_821_771,
            });
        },
        GarbledResult => |record| {
            let mismatches = &mut imported(record).mismatches;
            mismatches.push(Mismatch::Bandwidths {
                ddir: Ddir::Read,
                bytes_per_s: 342e6,
                other_bytes_per_s: 93e6,
            });
            mismatches.push(Mismatch::BytesInTime {
                ddir: Ddir::Read,
                bytes_per_s: 342e6,
                from_bytes_per_s: 93e6,
                bytes: 67_108_864.0,
                runtime_ns: 719e6,
            });
            mismatches.push(Mismatch::IosInTime {
                ddir: Ddir::Read,
                iops: 43_800.0,
                from_iops: 4_380.0,
                ios: 8_760,
                runtime_ns: 2e9,
            });
            mismatches.push(Mismatch::BlocksPerS {
                bytes_per_s: 500e6,
                iops: 10_000.0,
                block_bytes: 4096,
            });
            mismatches.push(Mismatch::InFlight {
                in_flight: 900.0,
                asked_depth: 4.0,
            });
            mismatches.push(Mismatch::LatencyOrder {
                lower: FigureOf::P50Ns,
                lower_ns: 5e6,
                higher: FigureOf::P99Ns,
                higher_ns: 2e6,
            });
            mismatches.push(Mismatch::GroupTwice {
                group: 3,
                first_line: 144,
            });
        },
        _ => |record| {
            imported(record).prose.push(ProseLatency {
                line: 816,
                given_ns: Spread { low: 7e3, high: 1e4 },
                measured_ns: 10.25e6,
                factor: 1e3,
            });
        },
    })
}

fn imported(record: &mut RunRecord) -> &mut ImportFacts {
    record.context.import.get_or_insert_with(|| {
        Box::new(ImportFacts {
            kind: ImportKind::FioText,
            source: "report.md".to_owned(),
            lines: (1, 2),
            name: "r".to_owned(),
            labels: Vec::new(),
            command: None,
            figures: Vec::new(),
            mismatches: Vec::new(),
            twins: Vec::new(),
            others: Vec::new(),
            prose: Vec::new(),
            unknown: Vec::new(),
            mean_latencies: Vec::new(),
        })
    })
}

/// The second half of the list.
fn planted_later(trap: TrapId) -> Option<Plant> {
    use TrapId::*;
    let plant: Plant = match trap {
        LateGenerator => behind,
        MemoryDevice => |record| evidence(record).devices[0].in_memory = true,
        MixedMedium => |record| {
            let read = &mut record.workers[0].stats.ddirs[0];
            read.lat = latency(|number| match number % 4 {
                0 => 20_000 + number % 900,
                _ => 900_000 + number % 200_000,
            });
        },
        Noise => |record| {
            record.context.repeats = vec![Repeats {
                job: 0,
                ddir: Ddir::Read,
                iops: vec![310.0, 355.0, 400.0, 470.0, 520.0],
            }];
        },
        NotSteady => |record| seconds(record, |second| 1_000 - second * 8),
        OverwriteSame => |record| {
            writes(record);
            evidence(record).blocks = Some(vec![blocks([1, 1], Ddir::Write)]);
        },
        Requests => |record| evidence(record).devices[0].after.reads = IOS / 32,
        SameFileReaders => |record| evidence(record).blocks = Some(vec![blocks([4, 2], Ddir::Read)]),
        SameFileWriters => |record| {
            writes(record);
            evidence(record).blocks = Some(vec![blocks([4, 2], Ddir::Write)]);
        },
        ShortRun => |record| record.workers[0].stats.runtime_ns = 2 * SECOND_NS,
        SpecGap => |record| record.context.data_sheet = Some(sheet()),
        Stack => |record| {
            let witness = evidence(record);
            witness.devices.push(device("sdb", 0));
            witness.targets[0].leaves.push("sdb".to_owned());
        },
        Stalls => |record| seconds(record, |second| if second % 10 == 7 { 0 } else { 1000 }),
        SyncIodepth => |record| {
            record.plan.jobs[0].engine.kind = EngineKind::Psync;
            record.plan.jobs[0].depth.iodepth = 32;
        },
        Throttle => limited,
        // Microseconds that were read as milliseconds: a thousand in flight where one was asked for.
        UnitMisread => |record| {
            let read = &mut record.workers[0].stats.ddirs[0];
            read.lat = latency(|number| 900_000_000 + number % 1000);
        },
        Unwritten => |record| {
            evidence(record).targets[0].allocation = Some(Allocation {
                size_bytes: 1 << 30,
                hole_bytes: 1 << 30,
                ..Allocation::default()
            });
            delivered(record, 0);
        },
        UtilMeaningless => |record| evidence(record).devices[0].after.busy_ms = 19_990,
        WriteAmplification => |record| {
            writes(record);
            evidence(record).devices[0].after.write_sectors = 3 * BYTES / 512;
        },
        WriteCached => |record| {
            writes(record);
            record.plan.jobs[0].durability.direct = false;
            evidence(record).devices[0].after.write_sectors = 0;
        },
        _ => return None,
    };
    Some(plant)
}

/// The devices delivered this many of the bytes that were read.
fn delivered(record: &mut RunRecord, bytes: u64) {
    let witness = evidence(record);
    witness.devices[0].after.read_sectors = bytes / 512;
    witness.own.as_mut().unwrap().read_bytes = bytes;
}

/// A minute of reads, this many in each second.
fn seconds(record: &mut RunRecord, ios: impl Fn(u64) -> u64) {
    let stats = &mut record.workers[0].stats;
    stats.runtime_ns = 60 * SECOND_NS;
    let read = &mut stats.ddirs[0];
    read.runtime_ns = 60 * SECOND_NS;
    read.per_second = (0..60).map(|second| (ios(second), ios(second) * 4096)).collect();
    read.ios = read.per_second.iter().map(|(ios, _)| ios).sum();
    read.bytes = read.ios * 4096;
    let (ios, bytes) = (read.ios, read.bytes);
    let witness = evidence(record);
    witness.seconds = 60.0;
    (witness.issued_ios[0], witness.issued_bytes[0]) = (ios, bytes);
    witness.own.as_mut().unwrap().read_bytes = bytes;
    witness.devices[0] = device("sda", bytes);
}

/// Most of the time waits for a tag.
fn split_by_layer(record: &mut RunRecord) {
    let stage = |from, to, ns: u64| LayerStage {
        from,
        to,
        times: Times::of(&latency(|_| ns)),
    };
    let reads = DirectionSplit {
        ddir: 0,
        ios: IOS,
        lat: Times::of(&latency(|_| 130_000)),
        joined: IOS,
        stages: vec![
            stage(LayerPoint::Submit, LayerPoint::Queue, 5_000),
            stage(LayerPoint::Queue, LayerPoint::Request, 90_000),
            stage(LayerPoint::Request, LayerPoint::Complete, 30_000),
            stage(LayerPoint::Complete, LayerPoint::Reap, 5_000),
        ],
        absent: Vec::new(),
        untraced: Times::default(),
        untraced_rate: None,
    };
    let layers = Layers {
        split: vec![reads],
        ..Layers::default()
    };
    evidence(record).layers = Some(Box::new(layers));
}

fn latency(of: impl Fn(u64) -> u64) -> Latency {
    let mut latency = Latency::default();
    (0..IOS).for_each(|number| latency.record(of(number)));
    latency
}

/// The same amount written instead of read.
fn writes(record: &mut RunRecord) {
    record.plan.jobs[0].access.mode = AccessMode::RandWrite;
    record.workers[0].stats.ddirs.swap(0, 1);
    let witness = evidence(record);
    (witness.issued_bytes, witness.issued_ios) = ([0, BYTES, 0], [0, IOS, 0]);
    witness.own = Some(fiord_host::counters::IoCounters {
        write_bytes: BYTES,
        ..Default::default()
    });
    witness.devices[0] = DeviceUse {
        after: DiskStats {
            writes: IOS,
            write_sectors: BYTES / 512,
            busy_ms: 9_000,
            ..Default::default()
        },
        ..device("sda", 0)
    };
}

/// One file: the quarters of its bytes that are distinct for each worker, and for all of them.
fn blocks(quarters: [u64; 2], ddir: Ddir) -> BlockUse {
    let of = |value: u64| {
        let mut each = [0; 3];
        each[ddir as usize] = value;
        each
    };
    let workers = if quarters[0] > quarters[1] { 2 } else { 1 };
    let mut used = BlockUse {
        path: "/data/f".into(),
        jobs: vec![0],
        sharing: workers,
        unit_bytes: 4096,
        issued_ios: of(IOS),
        issued_bytes: of(BYTES),
        distinct_of_each_bytes: of(BYTES / 4 * quarters[0]),
        distinct_bytes: of(BYTES / 4 * quarters[1]),
        ..BlockUse::default()
    };
    used.workers[ddir as usize] = workers;
    used
}

fn inside_the_call(record: &mut RunRecord) {
    record.plan.jobs[0].durability.direct = false;
    let stats = &mut record.workers[0].stats;
    stats.submit_calls = IOS;
    stats.ddirs[0].slat = latency(|number| 900_000 + number % 1000);
}

fn failed(record: &mut RunRecord) {
    record.workers[0].error = Some(ErrorRecord {
        errno: 5,
        place: "worker.rs:1".to_owned(),
        func: "read".to_owned(),
        message: "Input/output error".to_owned(),
        detail: fiord_messages::Sentence::verbatim("/data/f: read at 4096: Input/output error"),
    });
}

fn synced_at_once(record: &mut RunRecord) {
    writes(record);
    let sync = &mut record.workers[0].stats.sync;
    sync.ios = IOS;
    sync.lat = latency(|number| 2_000 + number % 100);
}

fn hot(record: &mut RunRecord) {
    let health = |degrees: i64, slowed_s| Health {
        temperature_millic: Some(degrees * 1000),
        temperature_warning_millic: Some(84_000),
        nvme: Some(NvmeSmart {
            slowed_s,
            available_spare_percent: 100,
            ..NvmeSmart::default()
        }),
    };
    evidence(record).devices[0].health = Some((health(61, 0), health(86, 7)));
}

/// Each second a hundredth of it more.
fn behind(record: &mut RunRecord) {
    record.plan.jobs[0].pace.rate_iops.0[0] = 1010;
    let schedule = &mut record.workers[0].stats.ddirs[0].schedule;
    schedule.backlog_per_second_ns = (1..=20).map(|second| second * 10_000_000).collect();
    (schedule.backlog_end_ns, schedule.backlog_max_ns) = (200_000_000, 200_000_000);
}

fn limited(record: &mut RunRecord) {
    let witness = evidence(record);
    witness.devices[0].number = Some((8, 0));
    witness.limits = vec![Limit {
        group: "/box".into(),
        what: Limited::ReadIops,
        value: 1000,
        number: Some((8, 0)),
        device: None,
    }];
}

/// A neighbour at work, which no captured tree holds.
fn neighbour() -> Activity {
    Activity {
        seconds: 2.0,
        devices: vec![DeviceActivity {
            name: "nvme0n1".to_owned(),
            delta: DiskStats {
                read_sectors: 800_000,
                busy_ms: 1_700,
                ..DiskStats::default()
            },
            row: Extended::default(),
        }],
        processes: vec![ProcessActivity {
            pid: 4242,
            name: "mysqld".to_owned(),
            read_bytes: 800 << 20,
            write_bytes: 0,
            has_files_here: None,
        }],
        hidden_processes: 0,
        steal_percent: None,
        cpu_busy_percent: None,
        io_stalled_ms: None,
        cpu_stalled_ms: None,
    }
}

/// Written as a document and read again.
fn back(record: &RunRecord) -> RunRecord {
    serde_json::from_str(&serde_json::to_string(record).unwrap()).unwrap()
}

/// What was observed survives a document, and its sentences are whole.
fn is_whole(finding: &Finding) {
    let text = serde_json::to_string(finding).unwrap();
    let again: Finding = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(again, *finding, "{text}");
    for (part, text) in [
        ("saw", finding.saw(Lang::En)),
        ("why", finding.why(Lang::En)),
        ("advice", finding.advice(Lang::En)),
    ] {
        let broken = ["NaN", "inf ", "{", "  "].iter().any(|bad| text.contains(bad));
        assert!(
            !text.is_empty() && !broken,
            "{}: {part}: {text}",
            finding.trap().name()
        );
    }
}

#[test]
fn what_is_planted_in_a_plan_is_found_out_and_back() {
    for trap in TrapId::ALL {
        let Some(text) = trap.text(When::Plan) else {
            continue;
        };
        let record = planned(trap.name(), (text.example)(Lang::En).lines().next().unwrap());
        let again = back(&record);
        let found = fiord_judge::judge(When::Plan, &Case::of(&record));
        assert!(
            found.iter().any(|finding| finding.trap() == *trap),
            "{}: {found:#?}",
            trap.name()
        );
        found.iter().for_each(is_whole);
        assert_eq!(fiord_judge::judge(When::Plan, &Case::of(&again)), found);
    }
}

#[test]
fn what_is_planted_in_a_machine_is_found_out_and_back() {
    for trap in TrapId::ALL {
        if trap.text(When::Machine).is_none() {
            continue;
        }
        let machine = planted_machine(trap.name());
        let mut record = RunRecord::planned(clean().plan, Before::default());
        record.before.machine = Some(machine);
        record.before.activity = (*trap == TrapId::ForeignIo).then(neighbour);
        let again = back(&record);
        let checked = |record: &RunRecord| {
            let case = Case::of(record);
            check(*trap, &MachineView::of(&case).unwrap())
        };
        let found = checked(&record);
        assert!(
            found.iter().any(|one| one.state >= State::Note),
            "{}: {found:#?}",
            trap.name()
        );
        assert_eq!(checked(&again), found, "{}", trap.name());
        for one in found {
            is_whole(&Finding::new(
                When::Machine,
                one.state.severity().unwrap_or(Severity::Note),
                one.subject,
                one.observed,
            ));
        }
    }
}

#[test]
fn what_is_planted_in_a_run_is_found_out_and_back() {
    for trap in TrapId::ALL {
        let plant = planted_run(*trap);
        let judged = trap.text(When::Run).is_some();
        assert_eq!(
            plant.is_some(),
            judged,
            "{}: planted and judged after a run",
            trap.name()
        );
        let Some(plant) = plant else { continue };
        let mut record = clean();
        plant(&mut record);
        let again = back(&record);
        let (before, after) = (verdict(&Case::of(&record)), verdict(&Case::of(&again)));
        let found: Vec<&Finding> = before
            .findings
            .iter()
            .filter(|one| one.when == When::Run && one.trap() == *trap)
            .collect();
        assert!(!found.is_empty(), "{}: {:#?}", trap.name(), before.findings);
        before.findings.iter().for_each(is_whole);
        assert_eq!(after, before, "{}", trap.name());
        assert_eq!(after.line(Lang::En), before.line(Lang::En));
    }
}

/// A trap's evidence taken away leaves it silent: nothing is said of what is not known.
/// More depth alone does not help where a limit made the rate.
#[test]
fn a_busy_device_below_a_limit_is_not_to_be_asked_for_more_depth() {
    let advice = |plants: &[TrapId]| {
        let mut record = clean();
        for trap in plants {
            planted_run(*trap).unwrap()(&mut record);
        }
        let judged = verdict(&Case::of(&record));
        let util = judged
            .findings
            .iter()
            .find(|finding| finding.trap() == TrapId::UtilMeaningless);
        util.unwrap().advice(Lang::En)
    };
    assert!(advice(&[TrapId::UtilMeaningless]).starts_with("Run with a higher queue depth"));
    assert!(advice(&[TrapId::UtilMeaningless, TrapId::Throttle]).starts_with("Raise the limit"));
}

#[test]
fn without_what_it_needs_a_trap_is_silent() {
    let mut taken = 0;
    for trap in TrapId::ALL {
        let Some(plant) = planted_run(*trap) else { continue };
        for need in trap.needs(When::Run) {
            let mut record = clean();
            plant(&mut record);
            take(*need, &mut record);
            let verdict = verdict(&Case::of(&record));
            let of_run = |one: &&Finding| one.when == When::Run && one.trap() == *trap;
            let silent = verdict.findings.iter().filter(of_run).count() == 0;
            assert!(
                silent,
                "{} without {need:?}: {:#?}",
                trap.name(),
                verdict.findings
            );
            taken += 1;
        }
    }
    assert!(taken > 10, "{taken} needs");
}

fn take(need: Need, record: &mut RunRecord) {
    let each = record.workers[0].stats.ddirs.iter_mut();
    match need {
        Need::Counters => record.evidence = None,
        Need::Series => each.for_each(|ddir| ddir.per_second.clear()),
        Need::Histogram => each.for_each(|ddir| {
            for latency in [&mut ddir.lat, &mut ddir.clat] {
                *latency = Latency::default();
            }
        }),
        Need::Blocks => evidence(record).blocks = None,
        Need::Repeats => record.context.repeats.clear(),
        Need::Claim => record.context.data_sheet = None,
        Need::Plan(part) => record.plan.jobs.iter_mut().for_each(|job| {
            job.unknown.insert(part);
        }),
    }
}

/// Numbers of a run's observations that agree with nothing else, and why.
const NOTHING_TO_AGREE_WITH: &[(&str, &str)] = &[(
    "heat/slowed_s",
    "the drive's own log: two readings of one counter",
)];

/// Each number of what was found, made absurd, contradicts the record.
#[test]
fn every_number_of_a_finding_is_held_against_the_record() {
    let mut silent = Vec::new();
    for trap in TrapId::ALL {
        let Some(plant) = planted_run(*trap) else { continue };
        let mut record = clean();
        plant(&mut record);
        let case = Case::of(&record);
        let findings = verdict(&case).findings;
        let of_trap = |one: &&Finding| one.trap() == *trap && one.when == When::Run;
        for finding in findings.iter().filter(of_trap) {
            let value = serde_json::to_value(finding).unwrap();
            let mut pointers = Vec::new();
            numbers(&value["observed"], "/observed".to_owned(), &mut pointers);
            for pointer in pointers {
                let name = format!("{}{}", trap.name(), pointer.trim_start_matches("/observed"));
                let listed = NOTHING_TO_AGREE_WITH.iter().any(|(known, _)| *known == name);
                if !listed && !is_caught(&case, &value, &pointer) {
                    silent.push(name);
                }
            }
        }
    }
    assert_eq!(
        silent, [""; 0],
        "give them a check in tests/suite/consistency, or a reason here"
    );
}

/// Pointers to all numbers in it.
fn numbers(value: &serde_json::Value, pointer: String, out: &mut Vec<String>) {
    match value {
        serde_json::Value::Number(_) => out.push(pointer),
        serde_json::Value::Object(fields) => fields
            .iter()
            .for_each(|(name, field)| numbers(field, format!("{pointer}/{name}"), out)),
        serde_json::Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(at, item)| numbers(item, format!("{pointer}/{at}"), out)),
        _ => {}
    }
}

/// Whether the finding with an absurd number there, too large or too small, contradicts the record.
fn is_caught(case: &Case<'_>, value: &serde_json::Value, pointer: &str) -> bool {
    // Types of all widths: the largest that is one.
    let absurd = [u64::MAX / 1024, u64::from(u32::MAX), 65_535, 255, 0].map(serde_json::Value::from);
    let tried = absurd.into_iter().filter_map(|number| {
        let mut changed = value.clone();
        *changed.pointer_mut(pointer).unwrap() = number;
        let finding: Finding = serde_json::from_value(changed).ok()?;
        Some(!contradictions(case, &[finding]).is_empty())
    });
    tried.into_iter().any(|caught| caught)
}
