//! Processors: speed, sleep, threads, nodes, and the clock that latencies are read from. Not: who uses them now.

use std::collections::BTreeSet;

use fiord_host::stack::LayerKind;

use super::{Seen, check};
use crate::machine_view::MachineView;
use fiord_record::number::{Micros, plural, short};

/// A clock read slower than this shows in the latency of a fast disk.
const SLOW_CLOCK_NS: f64 = 100.0;
/// Waking up from a sleep deeper than this shows in the latency of a flash disk.
const DEEP_SLEEP_US: u64 = 50;

check!(GOVERNOR, Processor, governor,
    id: "governor",
    family: Machine,
    title: "the processor's speed follows the load",
    why: "a job that waits for I/O looks idle, so the clock is lowered and each I/O costs more time",
    attempt: "cpupower frequency-set -g performance, while measuring",
    example: "governor powersave",
    source: "kernel: admin-guide/pm/cpufreq.rst",
);

check!(FREQUENCY, Processor, frequency,
    id: "frequency",
    family: Machine,
    title: "the processor is held below its best",
    why: "latency and IOPS of fast disks follow the processor's clock",
    attempt: "lift the limit (cpupower frequency-set -u), plug in the mains, allow turbo; or say so with the result",
    example: "limited to 3.4 of 4.2 GHz",
    source: "kernel: admin-guide/pm/cpufreq.rst, admin-guide/pm/intel_pstate.rst",
);

check!(IDLE_STATES, Processor, idle_states,
    id: "c-states",
    family: Latency,
    title: "the processor may sleep deeply",
    why: "an I/O that completes while its CPU sleeps waits for it to wake up: at low depth that is part of each latency",
    attempt: "cpupower idle-set -D 10, or hold a low /dev/cpu_dma_latency, while measuring latency",
    example: "state C8 takes 200 µs to leave",
    source: "kernel: admin-guide/pm/cpuidle.rst",
);

check!(SMT, Processor, smt,
    id: "smt",
    family: Machine,
    title: "two threads share a core",
    why: "jobs on sibling threads slow each other: CPU use in percent means less than it seems",
    attempt: "use cpus_allowed with one thread per core where CPU cost is compared",
    example: "SMT is active",
    source: "kernel: admin-guide/hw-vuln/core-scheduling.rst",
);

check!(NUMA, Processor, numa,
    id: "numa",
    family: Machine,
    title: "the disk is nearer to some processors than to others",
    why: "an I/O from a far node crosses the interconnect twice",
    attempt: "run jobs on the disk's node (numa_cpu_nodes, numa_mem_policy)",
    example: "nvme1n1 is at node 1 of 2, distance 21",
    source: "kernel: ABI/stable/sysfs-devices-node",
);

check!(CPUS, Processor, cpus,
    id: "cpus",
    family: Machine,
    title: "only some processors may be used",
    why: "jobs share fewer processors than the machine has",
    attempt: "keep numjobs within them",
    example: "2 of 16 processors may be used",
    source: "sched_setaffinity(2)",
);

check!(CLOCK, Processor, clock,
    id: "clock",
    family: Latency,
    title: "reading the clock is slow",
    why: "the clock is read at least twice per I/O, and its cost is part of each latency",
    attempt: "choose tsc as clocksource where the machine allows it",
    example: "clock source hpet, 1200 ns per read",
    source: "kernel: timers/timekeeping.rst; fio issue 902",
);

fn governor(facts: &MachineView<'_>) -> Vec<Seen> {
    let cpu = &facts.machine.cpu;
    if cpu.governors.is_empty() {
        let virtual_machine = facts.machine.system.hypervisor.is_some();
        let whose = if virtual_machine {
            "the host decides"
        } else {
            "not readable"
        };
        return vec![Seen::unknown(whose)];
    }
    let names = cpu.governors.join(", ");
    let driver = cpu
        .frequency_driver
        .as_ref()
        .map_or_else(String::new, |d| format!(" ({d})"));
    vec![if cpu.governors.iter().all(|g| g == "performance") {
        Seen::fine(format!("performance{driver}"))
    } else {
        Seen::care(format!("governor {names}{driver}"))
    }]
}

fn frequency(facts: &MachineView<'_>) -> Vec<Seen> {
    let cpu = &facts.machine.cpu;
    let mut out = Vec::new();
    let ghz = |khz: u64| short(khz as f64 / 1e6);
    match (cpu.max_khz, cpu.hardware_max_khz) {
        (Some(now), Some(best)) if now < best => {
            out.push(Seen::care(format!(
                "limited to {} of {} GHz",
                ghz(now),
                ghz(best)
            )));
        }
        (Some(now), _) => out.push(Seen::fine(format!("up to {} GHz", ghz(now)))),
        _ => {}
    }
    if cpu.turbo == Some(false) {
        out.push(Seen::note("turbo is off").because("slower, but steadier than with it"));
    }
    if facts.machine.system.on_battery == Some(true) {
        out.push(
            Seen::care("runs from the battery")
                .because("processor, link and disk save power")
                .attempt("plug in the mains"),
        );
    }
    out
}

fn idle_states(facts: &MachineView<'_>) -> Vec<Seen> {
    let cpu = &facts.machine.cpu;
    match cpu.idle_states.iter().max_by_key(|(_, us)| *us) {
        Some((name, us)) if *us >= DEEP_SLEEP_US => {
            vec![
                Seen::care(format!("state {name} takes {} to leave", Micros(*us)))
                    .with("exit_latency_us", *us as f64),
            ]
        }
        Some((name, us)) => vec![Seen::fine(format!(
            "the deepest is {name}, {} to leave",
            Micros(*us)
        ))],
        None => match cpu.idle_driver.as_deref() {
            Some("none") => vec![Seen::fine("no sleep states are used")],
            _ => vec![Seen::unknown("not readable")],
        },
    }
}

fn smt(facts: &MachineView<'_>) -> Vec<Seen> {
    vec![match facts.machine.cpu.smt_active {
        Some(true) => Seen::note("SMT is active"),
        Some(false) => Seen::fine("no threads share a core, as far as the kernel sees"),
        None => Seen::unknown("not readable"),
    }]
}

fn numa(facts: &MachineView<'_>) -> Vec<Seen> {
    let cpu = &facts.machine.cpu;
    let nodes = cpu.numa_nodes.unwrap_or(0);
    if nodes <= 1 {
        return Vec::new();
    }
    let mut out = Vec::new();
    let mut used = BTreeSet::new();
    for layer in facts.machine.stack.leaves() {
        let LayerKind::Disk(disk) = &layer.kind else {
            continue;
        };
        let Some(node) = disk.numa_node else { continue };
        used.insert(node);
        let row = cpu.numa_distances.get(node as usize);
        let farthest = row.and_then(|row| row.iter().max());
        let distance = farthest.map_or_else(String::new, |d| format!(", distance {d} from the farthest"));
        out.push(
            Seen::note(format!("{} is at node {node} of {nodes}{distance}", layer.name)).on(&layer.name),
        );
    }
    if used.len() > 1 {
        out.push(Seen::care(format!(
            "the disks are at {} different nodes",
            used.len()
        )));
    }
    if out.is_empty() {
        out.push(Seen::unknown(format!("the disk's node of {nodes}")));
    }
    out
}

fn cpus(facts: &MachineView<'_>) -> Vec<Seen> {
    let cpu = &facts.machine.cpu;
    vec![match (cpu.online, cpu.allowed) {
        (Some(online), Some(allowed)) if allowed < online => Seen::note(format!(
            "{allowed} of {} may be used",
            plural(u64::from(online), "processor")
        )),
        (Some(online), _) => {
            let model = cpu.model.as_ref().map_or_else(String::new, |m| format!(", {m}"));
            Seen::fine(format!("{}{model}", plural(u64::from(online), "processor")))
        }
        (None, _) => Seen::unknown("not readable"),
    }]
}

fn clock(facts: &MachineView<'_>) -> Vec<Seen> {
    let clock = &facts.machine.clock;
    let Some(source) = clock.source.as_deref() else {
        return vec![Seen::unknown("not readable")];
    };
    let cost = clock
        .read_ns
        .map_or_else(String::new, |ns| format!(", {ns:.0} ns per read"));
    let fast = matches!(
        source,
        "tsc" | "kvm-clock" | "arch_sys_counter" | "timebase" | "riscv_clocksource" | "stp"
    ) || source.starts_with("hyperv_clocksource");
    let slow = clock.read_ns.map_or(!fast, |ns| ns > SLOW_CLOCK_NS);
    let better = clock.available.iter().any(|c| c == "tsc") && source != "tsc";
    let saw = format!("clock source {source}{cost}");
    let seen = match (slow, better) {
        (true, true) => Seen::care(saw),
        (true, false) => Seen::care(saw)
            .attempt("nothing faster is offered here: compare only with machines that have the same clock"),
        (false, _) => Seen::fine(format!("{source}{cost}")),
    };
    vec![match clock.read_ns {
        Some(ns) => seen.with("clock_read_ns", ns),
        None => seen,
    }]
}
