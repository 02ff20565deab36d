//! What happens on the machine at this moment: other users of the disk, load, waiting. Judged from a short look; without
//! one it is unknown.

use fiord_host::look::{Activity, DeviceActivity};

use super::{Seen, check};
use crate::machine_view::MachineView;
use fiord_record::number::{Bytes, Count, short};

check!(FOREIGN_IO, Now, foreign_io,
    id: "foreign-io",
    family: Machine,
    title: "somebody else uses the disk",
    why: "their I/O takes time from the test's, and the test takes it from theirs",
    attempt: "stop them or wait, then look again",
    example: "vda: 310 reads/s, 40 MiB/s, busy 85 % of the time; most by mysqld (pid 4242)",
    source: "kernel: admin-guide/iostats.rst",
);

check!(LOAD, Now, load,
    id: "load",
    family: Machine,
    title: "processors are busy or taken away",
    why: "a worker that waits for a processor adds that to each latency",
    attempt: "stop what runs beside, or wait; on a shared host choose another hour or machine",
    example: "the hypervisor took 12 % of the processor time",
    source: "proc_stat(5), proc_loadavg(5)",
);

check!(PRESSURE, Now, pressure,
    id: "pressure",
    family: Machine,
    title: "tasks wait for I/O or memory",
    why: "the machine is already short of what is to be measured",
    attempt: "find who waits (iotop, top), and repeat when it is calm",
    example: "some task waited for I/O 34 % of the last 10 s",
    source: "kernel: accounting/psi.rst",
);

fn foreign_io(facts: &MachineView<'_>) -> Vec<Seen> {
    // A loop device is no leaf, and may have users of its own.
    let mut disks = facts.machine.stack.leaves();
    disks.extend(facts.disks());
    let mut names: Vec<&str> = disks.iter().map(|d| d.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return Vec::new();
    }
    let Some(activity) = facts.activity else {
        return vec![Seen::unknown("nobody looked at who else uses the disk")];
    };
    let one = |name: &str| {
        let device = activity.devices.iter().find(|d| d.name == name);
        device.map_or_else(
            || Seen::fine(format!("{name}: quiet for {} s", short(activity.seconds))),
            |d| busy(activity, d),
        )
    };
    names.into_iter().map(|name| one(name).on(name)).collect()
}

fn busy(activity: &Activity, device: &DeviceActivity) -> Seen {
    let seconds = activity.seconds.max(1e-3);
    let bytes = (device.delta.read_bytes() + device.delta.write_bytes()) as f64 / seconds;
    let busy = (device.delta.busy_ms as f64 / (seconds * 1e3)).min(1.0);
    let row = &device.row;
    let saw = format!(
        "{}: {} reads/s, {} writes/s, {}/s, busy {} % of {} s{}",
        device.name,
        Count(row.reads_per_s.round() as u64),
        Count(row.writes_per_s.round() as u64),
        Bytes(bytes as u64),
        (busy * 100.0).round(),
        short(seconds),
        who(activity),
    );
    let mib = bytes / f64::from(1 << 20);
    let seen = match () {
        _ if busy >= 0.20 || mib >= 20.0 => Seen::wrong(saw),
        _ if busy >= 0.02 || mib >= 1.0 => Seen::care(saw),
        _ => Seen::fine(saw),
    };
    seen.with("foreign_bytes_per_s", bytes)
        .with("busy_percent", busy * 100.0)
}

/// The processes that did most, at most three. They are known by machine, not by disk.
fn who(activity: &Activity) -> String {
    let shown = activity.processes.iter().take(3).map(|p| {
        let bytes = p.read_bytes.saturating_add(p.write_bytes);
        format!("{} (pid {}) {}", p.name, p.pid, Bytes(bytes))
    });
    let names: Vec<String> = shown.collect();
    if names.is_empty() {
        "; by whom is not visible".to_owned()
    } else {
        format!("; on this machine: {}", names.join(", "))
    }
}

fn load(facts: &MachineView<'_>) -> Vec<Seen> {
    let mut out = Vec::new();
    let since_boot = facts.machine.cpu_times.and_then(|t| t.steal_percent());
    let looked = facts.activity.and_then(|a| a.steal_percent);
    match looked.or(since_boot) {
        Some(steal) if steal >= 1.0 => {
            let when = if looked.is_some() { "now" } else { "since boot" };
            let saw = format!(
                "the hypervisor took {} % of the processor time ({when})",
                short(steal)
            );
            let seen = if steal >= 10.0 && looked.is_some() {
                Seen::wrong(saw)
            } else {
                Seen::care(saw)
            };
            out.push(seen.with("steal_percent", steal));
        }
        Some(_) if facts.machine.system.hypervisor.is_some() => {
            out.push(Seen::fine("no processor time is stolen"))
        }
        _ => {}
    }
    match facts.activity.and_then(|a| a.cpu_busy_percent) {
        Some(busy) => {
            let saw = format!("processors are {busy:.0} % busy");
            let seen = match () {
                _ if busy >= 80.0 => Seen::wrong(saw),
                _ if busy >= 25.0 => Seen::care(saw),
                _ => Seen::fine(saw),
            };
            out.push(seen.with("cpu_busy_percent", busy));
        }
        None => out.extend(load_average(facts)),
    }
    if out.is_empty() {
        out.push(Seen::unknown("not readable"));
    }
    out
}

/// Without a look: the average of the last minute against the number of processors.
fn load_average(facts: &MachineView<'_>) -> Option<Seen> {
    let cpu = &facts.machine.cpu;
    let (load, online) = (cpu.load_centi?[0] as f64 / 100.0, f64::from(cpu.online?));
    let saw = format!("load {} on {online} processors", short(load));
    let seen = if load > online {
        Seen::care(saw)
    } else {
        Seen::fine(saw)
    };
    Some(seen.with("load", load))
}

fn pressure(facts: &MachineView<'_>) -> Vec<Seen> {
    let pressure = &facts.machine.pressure;
    let stalled = facts.activity.and_then(|a| Some((a.io_stalled_ms?, a.seconds)));
    let io = pressure
        .io
        .map(|p| p.some_avg10)
        .or_else(|| Some(stalled?.0 / stalled?.1 / 10.0));
    let Some(io) = io else {
        return vec![Seen::unknown("this kernel does not keep it")];
    };
    let mut out = vec![
        match () {
            _ if io >= 10.0 => Seen::care(format!(
                "some task waited for I/O {} % of the last 10 s",
                short(io)
            )),
            _ => Seen::fine(format!("I/O {} % of the last 10 s", short(io))),
        }
        .with("io_some_percent", io),
    ];
    if let Some(memory) = pressure.memory.map(|p| p.some_avg10).filter(|p| *p >= 1.0) {
        let seen = Seen::care(format!(
            "some task waited for memory {} % of the last 10 s",
            short(memory)
        ));
        out.push(seen.with("memory_some_percent", memory));
    }
    out
}
