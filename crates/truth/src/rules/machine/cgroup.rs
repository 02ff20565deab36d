//! Limits that control groups put on this process. Not: limits of the disk or the cloud.

use fiord_host::cgroup::{Limit, Limited};

use super::{Seen, check};
use crate::machine_view::MachineView;
use fiord_record::number::{Bytes, Count, Micros, short};

check!(THROTTLE, System, throttle,
    id: "throttle",
    family: Machine,
    title: "a control group limits this process",
    why: "the limit is measured, not the device",
    attempt: "run outside of the group, or raise io.max; or say with the result what the limit was",
    example: "nvme0n1: reads limited to 4,200 IOPS by /kubepods/pod1",
    source: "kernel: admin-guide/cgroup-v2.rst, admin-guide/cgroup-v1/blkio-controller.rst",
);

check!(GROUP_MEMORY, System, memory,
    id: "cgroup-memory",
    family: Machine,
    title: "a control group limits memory",
    why: "the page cache of this process's files counts towards it: less is cached than the machine could",
    attempt: "reckon buffered tests with this limit instead of the machine's memory",
    example: "memory limited to 1 GiB by /kubepods/pod1",
    source: "kernel: admin-guide/cgroup-v2.rst",
);

fn by(limit: &Limit) -> String {
    format!("by {}", limit.group.display())
}

/// A limit in words; `None` for those that are no throttle.
fn words(limit: &Limit) -> Option<String> {
    let rate = match limit.what {
        Limited::ReadBps => format!("reads limited to {}/s", Bytes(limit.value)),
        Limited::WriteBps => format!("writes limited to {}/s", Bytes(limit.value)),
        Limited::ReadIops => format!("reads limited to {} IOPS", Count(limit.value)),
        Limited::WriteIops => format!("writes limited to {} IOPS", Count(limit.value)),
        Limited::IoLatencyUs => format!("others are slowed to keep {}", Micros(limit.value)),
        Limited::IoWeight => format!("weight {} among its siblings", limit.value),
        Limited::CpuMilli => format!("{} processors", short(limit.value as f64 / 1000.0)),
        Limited::Memory | Limited::MemoryHigh => return None,
    };
    Some(rate)
}

fn throttle(facts: &MachineView<'_>) -> Vec<Seen> {
    let groups = &facts.machine.cgroups;
    // Partitions are limited through their disks, mapped devices by themselves: any device in the stack counts.
    let numbers: Vec<_> = facts
        .machine
        .stack
        .layers()
        .iter()
        .filter_map(|(_, l)| l.number)
        .collect();
    let mut out = Vec::new();
    // Limits on I/O first: they share a reason.
    let mut limits: Vec<&Limit> = groups.limits.iter().collect();
    limits.sort_by_key(|l| l.what == Limited::CpuMilli);
    for limit in limits {
        let Some(words) = words(limit) else { continue };
        let device = limit
            .device
            .clone()
            .or_else(|| limit.number.map(|(major, minor)| format!("{major}:{minor}")));
        let hidden = numbers.is_empty();
        let here = hidden || limit.number.is_none_or(|n| numbers.contains(&n));
        let seen = match (limit.what, device) {
            (Limited::CpuMilli, _) => {
                let held = groups.throttling.cpu_throttled_us.filter(|us| *us > 0);
                let held = held.map_or_else(String::new, |us| {
                    format!("; so far it was stopped for {}", Micros(us))
                });
                let seen = Seen::care(format!("processor time limited to {words} {}{held}", by(limit)));
                seen.because(
                    "a worker that is stopped submits nothing: latency jumps by the period of the limit",
                )
            }
            (Limited::IoWeight | Limited::IoLatencyUs, device) => {
                let device = device.map_or_else(String::new, |d| format!("{d}: "));
                let seen = Seen::note(format!("{device}{words} {}", by(limit)));
                seen.because(
                    "when groups compete for a disk, this decides who waits; alone it changes nothing",
                )
            }
            (_, Some(device)) if here => {
                let seen = Seen::care(format!("{device}: {words} {}", by(limit))).on(&device);
                match hidden {
                    true => seen.because("the limit is measured, not the device, if this is the disk below: from here that cannot be seen"),
                    false => seen,
                }
            }
            // A limit on a disk that is not under the path.
            (_, Some(_)) => continue,
            (_, None) => Seen::care(format!("{words} {}", by(limit))),
        };
        out.push(seen.with(value_name(limit.what), limit.value as f64));
    }
    if out.is_empty() {
        let known = groups.unified.is_some() || groups.io_by_v1;
        out.push(if known {
            Seen::fine("no limit on I/O or processor time")
        } else {
            Seen::unknown("control groups are not readable")
        });
    }
    out
}

fn value_name(what: Limited) -> &'static str {
    match what {
        Limited::ReadBps => "read_bytes_per_s",
        Limited::WriteBps => "write_bytes_per_s",
        Limited::ReadIops => "read_iops",
        Limited::WriteIops => "write_iops",
        Limited::IoLatencyUs => "io_latency_us",
        Limited::IoWeight => "io_weight",
        Limited::Memory => "memory_bytes",
        Limited::MemoryHigh => "memory_high_bytes",
        Limited::CpuMilli => "cpu_milli",
    }
}

fn memory(facts: &MachineView<'_>) -> Vec<Seen> {
    let groups = &facts.machine.cgroups;
    let total = facts.machine.memory.total_bytes.unwrap_or(u64::MAX);
    let mut out = Vec::new();
    for what in [Limited::Memory, Limited::MemoryHigh] {
        let of_kind = groups.limits.iter().filter(|l| l.what == what && l.value < total);
        let Some(limit) = of_kind.min_by_key(|l| l.value) else {
            continue;
        };
        let verb = if what == Limited::Memory {
            "limited to"
        } else {
            "slowed above"
        };
        let events = if what == Limited::Memory {
            groups.throttling.memory_max_events
        } else {
            groups.throttling.memory_high_events
        };
        let hit = events
            .filter(|n| *n > 0)
            .map_or_else(String::new, |n| format!("; it was hit {} times", Count(n)));
        let seen = Seen::care(format!("memory {verb} {} {}{hit}", Bytes(limit.value), by(limit)));
        out.push(seen.with(value_name(what), limit.value as f64));
    }
    out
}
