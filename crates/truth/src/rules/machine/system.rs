//! Kernel, hypervisor, container, and the limits of a process that benchmarks run into. Not: control groups.

use super::{Seen, check};
use crate::machine_view::MachineView;
use fiord_record::number::{Bytes, Count};

check!(SYSTEM, System, system,
    id: "system",
    family: Machine,
    title: "what the machine runs on",
    why: "a result holds for this kernel, on this host",
    attempt: "keep the line with the result",
    example: "Linux 6.1 as a kvm guest in a kubernetes container",
    source: "uname(2); systemd-detect-virt(1)",
);

check!(LIMITS, System, limits,
    id: "limits",
    family: Machine,
    title: "a limit of the process or the kernel is low",
    why: "a job with a deep queue, many files or registered buffers fails or falls back",
    attempt: "raise it with ulimit or sysctl before the run",
    example: "64 KiB may be locked in memory",
    source: "getrlimit(2); kernel: admin-guide/sysctl/fs.rst; io_uring_register(2)",
);

fn system(facts: &MachineView<'_>) -> Vec<Seen> {
    let system = &facts.machine.system;
    let mut out = vec![match &system.kernel {
        Some(kernel) => {
            let distribution = system
                .distribution
                .as_ref()
                .map_or_else(String::new, |d| format!(", {d}"));
            Seen::fine(format!("Linux {kernel}{distribution}"))
        }
        None => Seen::unknown("not readable"),
    }];
    let cloud = system
        .cloud
        .as_ref()
        .map_or_else(String::new, |c| format!(" at {c}"));
    match &system.hypervisor {
        Some(kind) => {
            let host = if kind == "unknown" {
                "an unknown hypervisor"
            } else {
                kind
            };
            let seen = Seen::note(format!("a virtual machine under {host}{cloud}"));
            let seen = seen.because("its host shares processor, cache and disk with others, and none of that is visible from here");
            out.push(seen.attempt("repeat at other times of day; watch the steal time"));
        }
        None if !cloud.is_empty() => out.push(Seen::fine(format!("a machine{cloud}"))),
        None => {}
    }
    if let Some(kind) = &system.container {
        let name = if kind == "container" {
            "a container".to_owned()
        } else {
            format!("a {kind} container")
        };
        let seen = Seen::note(format!("inside {name}"))
            .because("limits and other users of the disk may not all be visible from inside");
        out.push(seen.attempt("run doctor on the host as well"));
    }
    if let Some(level @ 1..) = system.io_uring_disabled {
        let who = if level == 1 {
            "for all but one group"
        } else {
            "for everybody"
        };
        let seen =
            Seen::care(format!("io_uring is forbidden {who}")).because("jobs with ioengine=io_uring fail");
        out.push(seen.attempt("sysctl kernel.io_uring_disabled=0, or use libaio"));
    }
    out
}

/// Registered buffers of a job at depth 128 with 256 KiB blocks.
const LOCKED_AT_LEAST: u64 = 32 << 20;
/// A few jobs at depth 1024.
const AIO_AT_LEAST: u64 = 8192;
const FILES_AT_LEAST: u64 = 1024;

fn limits(facts: &MachineView<'_>) -> Vec<Seen> {
    let limits = &facts.machine.limits;
    let mut out = Vec::new();
    let mut fine = Vec::new();
    match limits.locked_memory_bytes {
        Some(bytes) if bytes < LOCKED_AT_LEAST => out.push(
            Seen::note(format!("{} may be locked in memory", Bytes(bytes)))
                .attempt("ulimit -l unlimited, for lockmem and fixedbufs"),
        ),
        Some(u64::MAX) => fine.push("locked memory unlimited".to_owned()),
        Some(bytes) => fine.push(format!("locked memory {}", Bytes(bytes))),
        None => {}
    }
    if let Some(max) = limits.aio_max {
        let left = max.saturating_sub(limits.aio_taken.unwrap_or(0));
        if left < AIO_AT_LEAST {
            let seen = Seen::care(format!("{} AIO requests are left of {}", Count(left), Count(max)));
            out.push(seen.attempt("sysctl fs.aio-max-nr=1048576, for ioengine=libaio"));
        } else {
            fine.push(format!("{} AIO requests", Count(left)));
        }
    }
    match limits.open_files {
        Some(files) if files < FILES_AT_LEAST => {
            out.push(Seen::note(format!("{} files may be open", Count(files))).attempt("ulimit -n"));
        }
        Some(u64::MAX) => fine.push("open files unlimited".to_owned()),
        Some(files) => fine.push(format!("{} open files", Count(files))),
        None => {}
    }
    if let Some(bytes) = limits.file_size_bytes.filter(|b| *b != u64::MAX) {
        out.push(
            Seen::care(format!("a file may have {} at most", Bytes(bytes))).attempt("ulimit -f unlimited"),
        );
    }
    match (fine.is_empty(), out.is_empty()) {
        (false, _) => out.push(Seen::fine(fine.join(", "))),
        (true, true) => out.push(Seen::unknown("not readable")),
        (true, false) => {}
    }
    out
}
