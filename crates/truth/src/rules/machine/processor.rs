//! Processors: speed, sleep, threads, nodes, and the clock that latencies are read from. Not: who uses them now.

use super::{Seen, check};
use crate::machine_view::MachineView;

/// A clock read slower than this shows in the latency of a fast disk.
const SLOW_CLOCK_NS: f64 = 100.0;

check!(CLOCK, Processor, clock,
    id: "clock",
    family: Latency,
    title: "reading the clock is slow",
    why: "the clock is read at least twice per I/O, and its cost is part of each latency",
    attempt: "choose tsc as clocksource where the machine allows it",
    example: "clock source hpet, 1200 ns per read",
    source: "kernel: timers/timekeeping.rst; fio issue 902",
);

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
