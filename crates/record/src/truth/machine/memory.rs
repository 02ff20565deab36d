//! Memory: how much of a file it can hold, when changed pages are written, swap. Not: limits of control groups.

use super::{Facts, Seen, check};
use crate::truth::words::{Bytes, Share};

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

check!(SWAP, Memory, swap,
    id: "swap",
    family: Machine,
    title: "swap is in use",
    why: "programs that come back from swap wait for a disk, and swapping is I/O that nobody asked for",
    attempt: "swapoff -a while measuring, if memory allows",
    example: "512 MiB are swapped out",
    source: "kernel: admin-guide/sysctl/vm.rst (swappiness)",
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

fn memory(facts: &Facts<'_>) -> Vec<Seen> {
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
        seen.value("available_bytes", available as f64)
            .value("total_bytes", total as f64),
    ]
}

fn dirty_limits(facts: &Facts<'_>) -> Vec<Seen> {
    let memory = &facts.machine.memory;
    let Some(limit) = memory.dirty_limit_bytes() else {
        return vec![Seen::unknown("not readable")];
    };
    let waiting = memory
        .dirty_bytes
        .unwrap_or(0)
        .saturating_add(memory.writeback_bytes.unwrap_or(0));
    let seen = Seen::note(format!("buffered writes up to {} stay in memory", Bytes(limit)));
    let mut out = vec![seen.value("dirty_limit_bytes", limit as f64)];
    // What waits now will be written during the test.
    if waiting > 64 << 20 {
        let seen = Seen::care(format!("{} wait to be written", Bytes(waiting)));
        let seen = seen
            .why("they will be written while the test runs")
            .attempt("sync, then measure");
        out.push(seen.value("dirty_bytes", waiting as f64));
    }
    out
}

fn swap(facts: &Facts<'_>) -> Vec<Seen> {
    let swaps = &facts.machine.swaps;
    if swaps.is_empty() {
        return vec![Seen::fine("none")];
    }
    let used: u64 = swaps.iter().map(|s| s.used_bytes).sum();
    let names: Vec<String> = swaps.iter().map(|s| s.path.display().to_string()).collect();
    let on_this_disk = swaps.iter().find(|s| {
        let name = s
            .path
            .file_name()
            .map(|n| n.to_string_lossy().into_owned())
            .unwrap_or_default();
        let is_file = s.kind == "file";
        let mount = facts.machine.stack.file_system().map(|fs| &fs.mount.mount_point);
        facts.machine.stack.devices().contains(&name.as_str())
            || (is_file && mount.is_some_and(|m| s.path.starts_with(m)))
    });
    let saw = format!("{} in use of {}", Bytes(used), names.join(", "));
    vec![
        match on_this_disk {
            Some(swap) if used > 0 => {
                Seen::care(format!("{saw}; {} lies on what is measured", swap.path.display()))
            }
            _ if used > 0 => Seen::note(saw),
            _ => Seen::fine(format!("{}, unused", names.join(", "))),
        }
        .value("swap_used_bytes", used as f64),
    ]
}

fn huge_pages(facts: &Facts<'_>) -> Vec<Seen> {
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
