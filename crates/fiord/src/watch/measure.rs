//! The counters at two moments and what happened between them. Reads; sleeps and prints nothing.

use std::time::{Duration, Instant};

use fiord_host::Root;
use fiord_host::cgroup::{Cgroups, Limited};
use fiord_host::counters::IoCounters;
use fiord_host::disk_stats::{DeviceStats, DiskStats, Extended};
use fiord_host::look::{self, Glance};
use fiord_host::pressure::{Pressure, Pressures};
use fiord_host::tasks::{self, Depth, TaskSnapshot};
use fiord_report::documents::watch::{
    BusyProcess, DeviceLimit, PressureShares, Process, Watch, WatchedDevice,
};

use crate::watch::devices::DevicePlace;
use crate::watch::now_text;

/// The counters at one moment.
#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    pub at: Instant,
    /// The same in words.
    pub time: String,
    pub disks: Vec<DeviceStats>,
    pressure: Pressures,
    process: Option<IoCounters>,
    /// Every process that this user may see.
    pub(super) glance: Option<Glance>,
    /// Tasks that wait.
    pub(super) look: Option<TaskSnapshot>,
}

impl Snapshot {
    /// With a look at all processes, or without: that costs a millisecond or more.
    pub(crate) fn take(root: &Root, pid: Option<u32>, before: Option<&Snapshot>, looks: bool) -> Snapshot {
        let glance = looks.then(|| look::glance(root));
        // Each file once: what the glance has read is not read again.
        let (at_ns, disks, pressure) = match &glance {
            Some(glance) => (glance.at_ns(), glance.disks().to_vec(), *glance.pressure()),
            None => {
                let (at_ns, disks) = look::disks_at(root);
                (at_ns, disks, Pressures::read(root))
            }
        };
        let since = Duration::from_nanos(look::monotonic_ns().saturating_sub(at_ns));
        let (now, time) = (Instant::now(), now_text());
        let look = glance.as_ref().map(|glance| {
            let before = before.and_then(|before| before.glance.as_ref());
            tasks::look(root, glance.processes(), Depth::Of(&at_work(glance, before)))
        });
        Snapshot {
            at: now.checked_sub(since).unwrap_or(now),
            time,
            disks,
            pressure,
            process: pid.and_then(|pid| IoCounters::of(root, pid)),
            glance,
            look,
        }
    }

    /// Whether the process that was asked for still lived.
    pub(crate) fn has_process(&self) -> bool {
        self.process.is_some()
    }
}

/// Processes that read or wrote since the glance before, in the order of their ids.
fn at_work(now: &Glance, before: Option<&Glance>) -> Vec<u32> {
    let moved = |io: &IoCounters| (io.read_bytes, io.write_bytes);
    let processes = now.processes().iter().filter(|process| {
        let known = before.map(Glance::processes).unwrap_or_default();
        let at = known.binary_search_by_key(&process.pid, |known| known.pid).ok();
        let then = at.and_then(|at| known.get(at)).map(|known| moved(&known.io));
        then != Some(moved(&process.io))
    });
    processes.map(|process| process.pid).collect()
}

/// What happened between two snapshots on the given devices.
pub(crate) fn sample(
    before: &Snapshot,
    now: &Snapshot,
    places: &[DevicePlace],
    pid: Option<u32>,
    groups: &Cgroups,
) -> Watch {
    let elapsed = now.at.saturating_duration_since(before.at);
    let devices: Vec<WatchedDevice> = places
        .iter()
        .map(|place| row(place, before, now, elapsed))
        .collect();
    let process = pid.and_then(|pid| process(pid, before, now, &devices, elapsed));
    let limits = limits(groups, &devices);
    let waited = stalls(&before.pressure, &now.pressure, elapsed);
    Watch {
        time: now.time.clone(),
        seconds: elapsed.as_secs_f64(),
        devices,
        idle: 0,
        process,
        busiest: busiest(before, now, elapsed),
        devices_named: false,
        limits,
        waited,
        causes: Vec::new(),
    }
}

fn busiest(before: &Snapshot, now: &Snapshot, elapsed: Duration) -> Vec<BusyProcess> {
    let (Some(before), Some(now)) = (&before.glance, &now.glance) else {
        return Vec::new();
    };
    let seconds = elapsed.as_secs_f64().max(1e-9);
    let processes = now.over(before, elapsed).processes.into_iter();
    let busy = processes.map(|process| BusyProcess {
        pid: process.pid,
        name: process.name,
        read_bytes_per_s: process.read_bytes as f64 / seconds,
        write_bytes_per_s: process.write_bytes as f64 / seconds,
        group: None,
    });
    busy.collect()
}

fn row(place: &DevicePlace, before: &Snapshot, now: &Snapshot, elapsed: Duration) -> WatchedDevice {
    let stats = |of: &Snapshot| {
        of.disks
            .iter()
            .find(|device| device.name == place.name)
            .map(|device| device.stats)
    };
    // A device that is gone, or was not there before, did nothing that could be told.
    let delta = match (stats(before), stats(now)) {
        (Some(before), Some(now)) => now.since(&before),
        _ => DiskStats::default(),
    };
    WatchedDevice {
        device: place.name.clone(),
        kind: place.title.clone(),
        depth: place.depth,
        util_meaningful: place.util_means,
        counted: place.counted,
        counts: Extended::of(&delta, elapsed),
        request_latencies: Vec::new(),
    }
}

fn process(
    pid: u32,
    before: &Snapshot,
    now: &Snapshot,
    rows: &[WatchedDevice],
    elapsed: Duration,
) -> Option<Process> {
    let delta = now.process?.since(before.process.as_ref()?);
    let seconds = elapsed.as_secs_f64().max(1e-9);
    // A process's requests are counted where they enter the stack.
    let kb = |value: fn(&Extended) -> f64| -> f64 {
        rows.iter()
            .filter(|row| row.depth == 0)
            .map(|row| value(&row.counts))
            .sum()
    };
    let share = |own: f64, kb: f64| (kb > 0.0).then(|| (own / (kb * 1024.0) * 100.0).min(100.0));
    let (read, write) = (
        delta.read_bytes as f64 / seconds,
        delta.write_bytes as f64 / seconds,
    );
    Some(Process {
        pid,
        read_bytes_per_s: read,
        write_bytes_per_s: write,
        read_percent_at_most: share(read, kb(|row| row.read_kb_per_s)),
        write_percent_at_most: share(write, kb(|row| row.write_kb_per_s)),
    })
}

fn limits(groups: &Cgroups, rows: &[WatchedDevice]) -> Vec<DeviceLimit> {
    let known = |limit: &fiord_host::cgroup::Limit| {
        let (what, rate): (_, fn(&Extended) -> f64) = match limit.what {
            Limited::ReadBps => ("bytes read/s", |row| row.read_kb_per_s * 1024.0),
            Limited::WriteBps => ("bytes written/s", |row| row.write_kb_per_s * 1024.0),
            Limited::ReadIops => ("reads/s", |row| row.reads_per_s),
            Limited::WriteIops => ("writes/s", |row| row.writes_per_s),
            _ => return None,
        };
        let number = limit.number.map(|(major, minor)| format!("{major}:{minor}"));
        let device = limit.device.clone().or(number)?;
        let row = rows.iter().find(|row| row.device == device);
        let reached = row
            .filter(|_| limit.value > 0)
            .map(|row| rate(&row.counts) * 100.0 / limit.value as f64);
        let group = limit.group.display().to_string();
        Some(DeviceLimit {
            device,
            group,
            what: what.to_owned(),
            value: limit.value,
            reached_percent: reached,
        })
    };
    groups.limits.iter().filter_map(known).collect()
}

fn stalls(before: &Pressures, now: &Pressures, elapsed: Duration) -> PressureShares {
    let percent = |before: Option<u64>, now: Option<u64>| {
        let waited = now?.saturating_sub(before?);
        // The kernel brings its sums up to date now and then, also that of a time before.
        Some((waited as f64 / (elapsed.as_micros() as f64).max(1.0) * 100.0).min(100.0))
    };
    let some = |of: fn(&Pressures) -> Option<Pressure>| {
        percent(
            of(before).map(|p| p.some_total_us),
            of(now).map(|p| p.some_total_us),
        )
    };
    let full = |of: &Pressures| of.io.and_then(|io| io.full_total_us);
    PressureShares {
        io_some_percent: some(|p| p.io),
        io_full_percent: percent(full(before), full(now)),
        memory_some_percent: some(|p| p.memory),
        cpu_some_percent: some(|p| p.cpu),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn snapshot(at: Instant, reads: u64, process_read: u64, waited: u64) -> Snapshot {
        let stats = DiskStats {
            reads,
            read_sectors: reads * 8,
            read_ms: reads,
            ..DiskStats::default()
        };
        let io = Pressure {
            some_total_us: waited,
            full_total_us: Some(waited / 2),
            ..Pressure::default()
        };
        Snapshot {
            at,
            time: "now".to_owned(),
            disks: vec![DeviceStats {
                name: "sda".to_owned(),
                number: (8, 0),
                stats,
            }],
            pressure: Pressures {
                io: Some(io),
                ..Pressures::default()
            },
            process: Some(IoCounters {
                read_bytes: process_read,
                ..IoCounters::default()
            }),
            glance: None,
            look: None,
        }
    }

    fn place(name: &str) -> DevicePlace {
        DevicePlace {
            name: name.to_owned(),
            title: String::new(),
            depth: 0,
            util_means: true,
            counted: true,
        }
    }

    #[test]
    fn rates_shares_limits_and_waiting_are_of_the_interval() {
        let start = Instant::now();
        let (before, now) = (
            snapshot(start, 1000, 0, 0),
            snapshot(start + Duration::from_secs(2), 9400, 4200 * 4096, 500_000),
        );
        let limit = fiord_host::cgroup::Limit {
            group: "/lab".into(),
            what: Limited::ReadIops,
            value: 4200,
            number: Some((8, 0)),
            device: Some("sda".to_owned()),
        };
        let groups = Cgroups {
            limits: vec![limit],
            ..Cgroups::default()
        };
        let places = [place("sda"), place("gone")];
        let sample = sample(&before, &now, &places, Some(7), &groups);
        assert_eq!(
            (sample.seconds, sample.devices[0].counts.reads_per_s),
            (2.0, 4200.0)
        );
        assert_eq!(sample.devices[1].counts, Extended::default());
        assert_eq!(sample.limits[0].reached_percent, Some(100.0));
        assert_eq!(
            (sample.limits[0].what.as_str(), sample.limits[0].device.as_str()),
            ("reads/s", "sda")
        );
        let process = sample.process.unwrap();
        assert_eq!(process.read_bytes_per_s, 2100.0 * 4096.0);
        assert_eq!(
            (process.read_percent_at_most, process.write_percent_at_most),
            (Some(50.0), None)
        );
        assert_eq!(
            (sample.waited.io_some_percent, sample.waited.io_full_percent),
            (Some(25.0), Some(12.5))
        );
        assert_eq!(sample.waited.cpu_some_percent, None);
    }
}
