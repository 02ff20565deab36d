//! Memory: how much of a file it can hold, when changed pages are written, swap. Not: limits of control groups.

use super::{Seen, check};
use crate::machine_view::MachineView;
use fiord_record::number::{Bytes, Share};

check!(MEMORY, Memory, memory,
    id: "memory",
    family: Machine,
    title: "little memory is left",
    why: "the kernel reclaims pages while the test runs, and programs are swapped out",
    attempt: "end what takes the memory, or wait",
    example: "1 % of 16 GiB is available",
    source: "kernel: filesystems/proc.rst (MemAvailable)",
);

check!(DIRTY_LIMITS, Memory, dirty_limits,
    id: "dirty-limits",
    family: Durability,
    title: "memory takes buffered writes first",
    why: "up to the dirty limit a buffered write only changes memory; the disk's speed shows after that",
    attempt: "direct=1, or end_fsync=1 with much more than the limit",
    example: "buffered writes up to 3.2 GiB stay in memory",
    source: "kernel: admin-guide/sysctl/vm.rst",
);

check!(HUGE_PAGES, Memory, huge_pages,
    id: "huge-pages",
    family: Machine,
    title: "memory is set aside for huge pages",
    why: "pages set aside cannot hold the page cache, and jobs with iomem=…huge need them",
    attempt: "vm.nr_hugepages",
    example: "half of the memory is set aside",
    source: "kernel: admin-guide/mm/hugetlbpage.rst",
);

fn memory(facts: &MachineView<'_>) -> Vec<Seen> {
    let memory = &facts.machine.memory;
    let (Some(total), Some(available)) = (memory.total_bytes.filter(|t| *t > 0), memory.available_bytes)
    else {
        return vec![Seen::unknown("not readable")];
    };
    let share = available as f64 / total as f64;
    let saw = format!(
        "{} of {} available ({})",
        Bytes(available),
        Bytes(total),
        Share(share)
    );
    let seen = match () {
        _ if share < 0.02 => Seen::wrong(saw),
        _ if share < 0.10 => Seen::care(saw),
        _ => Seen::fine(format!(
            "{saw}; buffered tests need a file of {} or more",
            Bytes(total.saturating_mul(2))
        )),
    };
    vec![
        seen.with("available_bytes", available as f64)
            .with("total_bytes", total as f64),
    ]
}

fn dirty_limits(facts: &MachineView<'_>) -> Vec<Seen> {
    let memory = &facts.machine.memory;
    let Some(limit) = memory.dirty_limit_bytes() else {
        return vec![Seen::unknown("not readable")];
    };
    let waiting = memory
        .dirty_bytes
        .unwrap_or(0)
        .saturating_add(memory.writeback_bytes.unwrap_or(0));
    let seen = Seen::note(format!("buffered writes up to {} stay in memory", Bytes(limit)));
    let mut out = vec![seen.with("dirty_limit_bytes", limit as f64)];
    // What waits now will be written during the test.
    if waiting > 64 << 20 {
        let seen = Seen::care(format!("{} wait to be written", Bytes(waiting)));
        let seen = seen
            .because("they will be written while the test runs")
            .attempt("sync, then measure");
        out.push(seen.with("dirty_bytes", waiting as f64));
    }
    out
}

fn huge_pages(facts: &MachineView<'_>) -> Vec<Seen> {
    let memory = &facts.machine.memory;
    let transparent = memory.transparent_huge_pages.as_deref().unwrap_or("unknown");
    let Some(pages) = memory.huge_pages else {
        return vec![Seen::unknown("not readable")];
    };
    let bytes = pages.saturating_mul(memory.huge_page_bytes.unwrap_or(0));
    let saw = format!("{} set aside, transparent: {transparent}", Bytes(bytes));
    let half = memory.total_bytes.is_some_and(|total| bytes > total / 2);
    vec![if half { Seen::note(saw) } else { Seen::fine(saw) }]
}
