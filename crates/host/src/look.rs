//! A look at what devices and processes did between two moments: who else is on the machine.
//!
//! The caller takes the two [`Glance`]s, so that nothing here sleeps except [`for_a_while`], which is the whole of a look.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::block::disk_stats::{self, DeviceStats, DiskStats, Extended};
use crate::root::Root;
use crate::system::cpu::{self, CpuTimes};
use crate::system::pressure::{Pressure, Pressures};
use crate::system::processes::{self, ProcessIo};

/// The counters at one moment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Glance {
    /// By the monotonic clock.
    at_ns: u64,
    disks: Vec<DeviceStats>,
    processes: Vec<ProcessIo>,
    /// Processes of other users, whose counters this user may not read.
    #[serde(default)]
    hidden_processes: u64,
    cpu: Option<CpuTimes>,
    pressure: Pressures,
}

/// What one device did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DeviceActivity {
    /// Kernel name.
    pub name: String,
    /// The counters' growth.
    pub delta: DiskStats,
    /// The same as `iostat -x` shows it.
    pub row: Extended,
}

/// What one process did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProcessActivity {
    /// Process id.
    pub pid: u32,
    /// Its name.
    pub name: String,
    /// Bytes it caused to be read from devices.
    pub read_bytes: u64,
    /// Bytes it caused to be written to devices.
    pub write_bytes: u64,
    /// Whether it has files open on the devices in question. Null: nobody looked, or that is not visible.
    #[serde(default)]
    pub has_files_here: Option<bool>,
}

/// What happened between two glances.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Activity {
    /// How long the look was.
    pub seconds: f64,
    /// Devices that did something.
    pub devices: Vec<DeviceActivity>,
    /// Processes that read or wrote, the busiest first; of those that this user may see.
    pub processes: Vec<ProcessActivity>,
    /// Processes that this user may not see, at the end.
    #[serde(default)]
    pub hidden_processes: u64,
    /// Share of processor time that the hypervisor gave to others.
    pub steal_percent: Option<f64>,
    /// Share of processor time in use.
    pub cpu_busy_percent: Option<f64>,
    /// Milliseconds in which some task waited for I/O.
    pub io_stalled_ms: Option<f64>,
    /// Milliseconds in which some task waited for a processor.
    #[serde(default)]
    pub cpu_stalled_ms: Option<f64>,
}

/// Reads all counters once.
pub fn glance(root: &Root) -> Glance {
    let (at_ns, disks) = disks_at(root);
    let (processes, hidden_processes) = processes::read_all(root);
    Glance {
        at_ns,
        disks,
        processes,
        hidden_processes,
        cpu: cpu::times(root),
        pressure: Pressures::read(root),
    }
}

/// The counters of all devices, and when they were read. Who lost the CPU meanwhile, or waited for a page of the program from a slow disk,
/// reads again: the counters would be of another moment than the clock says.
pub fn disks_at(root: &Root) -> (u64, Vec<DeviceStats>) {
    const TRIES: usize = 3;
    const LONG_NS: u64 = 5_000_000;
    for _ in 1..TRIES {
        let begun = monotonic_ns();
        let disks = disk_stats::read_all(root);
        let took = monotonic_ns() - begun;
        if took < LONG_NS {
            return (begun + took / 2, disks);
        }
    }
    let disks = disk_stats::read_all(root);
    (monotonic_ns(), disks)
}

/// The clock of a glance.
pub fn monotonic_ns() -> u64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

impl Glance {
    /// When it was, by the monotonic clock.
    pub fn at_ns(&self) -> u64 {
        self.at_ns
    }

    /// The counters of every device.
    pub fn disks(&self) -> &[DeviceStats] {
        &self.disks
    }

    /// The counters of every process that this user may see.
    pub fn processes(&self) -> &[ProcessIo] {
        &self.processes
    }

    /// Waiting for resources.
    pub fn pressure(&self) -> &Pressures {
        &self.pressure
    }

    /// What happened since an earlier glance, this process left out of the list of processes.
    pub fn since(&self, earlier: &Glance) -> Activity {
        self.over(
            earlier,
            Duration::from_nanos(self.at_ns.saturating_sub(earlier.at_ns)),
        )
    }

    /// As [`Glance::since`], with the time that passed told by the caller.
    pub fn over(&self, earlier: &Glance, elapsed: Duration) -> Activity {
        let mut devices = Vec::new();
        for now in &self.disks {
            let Some(then) = earlier
                .disks
                .iter()
                .find(|d| d.number == now.number && d.name == now.name)
            else {
                continue;
            };
            let delta = now.stats.since(&then.stats);
            if !delta.is_quiet() {
                devices.push(DeviceActivity {
                    name: now.name.clone(),
                    row: Extended::of(&delta, elapsed),
                    delta,
                });
            }
        }
        let cpu = self.cpu.zip(earlier.cpu).map(|(now, then)| now.since(&then));
        let stalled_ms = |of: fn(&Pressures) -> Option<&Pressure>| {
            let (now, then) = (of(&self.pressure)?, of(&earlier.pressure)?);
            Some(now.some_total_us.saturating_sub(then.some_total_us) as f64 / 1e3)
        };
        Activity {
            seconds: elapsed.as_secs_f64(),
            devices,
            processes: self.process_activity(earlier),
            hidden_processes: self.hidden_processes,
            steal_percent: cpu.and_then(|c| c.steal_percent()),
            cpu_busy_percent: cpu.and_then(|c| c.busy_percent()),
            io_stalled_ms: stalled_ms(|pressure| pressure.io.as_ref()),
            cpu_stalled_ms: stalled_ms(|pressure| pressure.cpu.as_ref()),
        }
    }

    /// Processes of the earlier glance that are gone.
    fn ended_since<'g>(&'g self, earlier: &'g Glance) -> impl Iterator<Item = &'g ProcessIo> {
        let is_here = |one: &ProcessIo| {
            let mut now = self.processes.iter();
            now.any(|p| (p.pid, p.started) == (one.pid, one.started))
        };
        earlier.processes.iter().filter(move |one| !is_here(one))
    }

    fn process_activity(&self, earlier: &Glance) -> Vec<ProcessActivity> {
        let me = std::process::id();
        let ended: Vec<&ProcessIo> = self.ended_since(earlier).collect();
        let mut out = Vec::new();
        for now in self.processes.iter().filter(|p| p.pid != me) {
            // A process that is new counts from its start; a reused number shows by its start time.
            let same = |p: &&ProcessIo| p.pid == now.pid && p.started == now.started;
            let then = earlier
                .processes
                .iter()
                .find(same)
                .map(|p| p.io)
                .unwrap_or_default();
            let mut read_bytes = now.io.read_bytes.saturating_sub(then.read_bytes);
            let mut write_bytes = now.io.write_bytes.saturating_sub(then.write_bytes);
            // Who waits for a child takes over its counters: what it did before the earlier glance was not done between them.
            for child in ended.iter().filter(|child| child.parent == Some(now.pid)) {
                if let (Some(read), Some(written)) = (
                    read_bytes.checked_sub(child.io.read_bytes),
                    write_bytes.checked_sub(child.io.write_bytes),
                ) {
                    (read_bytes, write_bytes) = (read, written);
                }
            }
            if read_bytes + write_bytes > 0 {
                out.push(ProcessActivity {
                    pid: now.pid,
                    name: now.name.clone(),
                    read_bytes,
                    write_bytes,
                    has_files_here: None,
                });
            }
        }
        out.sort_by_key(|p| std::cmp::Reverse(p.read_bytes + p.write_bytes));
        out
    }
}

/// Two glances with the given time between them.
pub fn for_a_while(root: &Root, time: Duration) -> Activity {
    let before = glance(root);
    std::thread::sleep(time);
    glance(root).since(&before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::counters::IoCounters;

    fn process(pid: u32, parent: u32, read_bytes: u64) -> ProcessIo {
        ProcessIo {
            pid,
            parent: Some(parent),
            name: "p".to_owned(),
            started: Some(u64::from(pid)),
            io: IoCounters {
                read_bytes,
                ..IoCounters::default()
            },
            faults: (0, 0),
            state: b'S',
            threads: 1,
            is_kernel: false,
        }
    }

    fn glance_of(processes: Vec<ProcessIo>) -> Glance {
        Glance {
            at_ns: 0,
            disks: Vec::new(),
            processes,
            hidden_processes: 0,
            cpu: None,
            pressure: Pressures::default(),
        }
    }

    fn read_by(now: Vec<ProcessIo>, then: Vec<ProcessIo>) -> Vec<(u32, u64)> {
        let activity = glance_of(now).process_activity(&glance_of(then));
        activity
            .into_iter()
            .map(|one| (one.pid, one.read_bytes))
            .collect()
    }

    #[test]
    fn a_parent_is_not_charged_with_what_a_child_did_before() {
        let (shell, job) = (u32::MAX - 1, u32::MAX - 2);
        // The job had read 1,000 bytes, read 50 more and was waited for by the shell, which read 5.
        let then = || vec![process(shell, 1, 10), process(job, shell, 1000)];
        assert_eq!(read_by(vec![process(shell, 1, 1065)], then()), [(shell, 55)]);
        // It was not waited for by the shell: the shell's counters have nothing of it.
        assert_eq!(read_by(vec![process(shell, 1, 15)], then()), [(shell, 5)]);
        // It still runs.
        let now = vec![process(shell, 1, 15), process(job, shell, 1050)];
        assert_eq!(read_by(now, then()), [(job, 50), (shell, 5)]);
    }
}
