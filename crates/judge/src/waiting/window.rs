//! What happened between the first and the last of several samples: devices, waiting tasks, busy threads of the kernel.

use std::collections::BTreeMap;
use std::time::Duration;

use fiord_host::cgroup::Used;
use fiord_host::disk_stats::{DiskStats, Extended};
use fiord_host::processes::ProcessIo;
use fiord_host::tasks::{Task, TaskState};
use fiord_host::waits::{DeviceFacts, Facts, ProcessFacts, Sample};
use serde::{Deserialize, Serialize};

use super::place::WaitPlace;

/// Tasks of one process that waited at one place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Waiter {
    pub pid: u32,
    pub name: String,
    pub place: WaitPlace,
    /// The innermost function of the kernel, where it is visible.
    pub function: Option<String>,
    /// How many tasks waited there on average.
    pub tasks: f64,
    /// A cause explains it.
    pub(super) is_explained: bool,
}

impl Waiter {
    /// Whether it waits for a page of a file that is read.
    pub(super) fn waits_for_page(&self) -> bool {
        let pages = ["folio", "filemap", "page"];
        let function = self.function.as_deref().unwrap_or_default();
        self.place == WaitPlace::Device && pages.iter().any(|part| function.contains(part))
    }
}

/// A device that did something.
pub(super) struct DeviceWindow<'a> {
    pub facts: &'a DeviceFacts,
    pub number: (u32, u32),
    pub delta: DiskStats,
    pub row: Extended,
    /// Reads and writes per second, and bytes per second, in each interval.
    pub rates: Vec<(f64, f64)>,
    /// The most requests that were in flight in a sample.
    pub in_flight: u64,
    /// The fewest, without the first sample.
    pub least_in_flight: u64,
}

/// Looks below which it is chance whether a task is seen waiting.
const LEAST_LOOKS: usize = 4;

/// Samples in the order of time.
pub(super) struct Window<'a> {
    pub samples: &'a [Sample],
    pub facts: &'a Facts,
    pub seconds: f64,
}

impl<'a> Window<'a> {
    /// `None` without two samples and enough looks.
    pub(super) fn new(samples: &'a [Sample], facts: &'a Facts) -> Option<Self> {
        let (first, last) = (samples.first()?, samples.last()?);
        let ns = last.glance.at_ns().saturating_sub(first.glance.at_ns());
        let window = Self {
            samples,
            facts,
            seconds: ns as f64 / 1e9,
        };
        (ns > 0 && window.looks(false) >= LEAST_LOOKS).then_some(window)
    }

    /// What the limit at this place had let through at first and at last, and the nanoseconds between; `None`: the kernel does not tell.
    pub(super) fn used(&self, at: usize) -> Option<(Used, Used, u64)> {
        let told =
            |sample: &'a Sample| Some((sample.glance.at_ns(), sample.used.get(at).copied().flatten()?));
        let (begun_ns, then) = self.samples.iter().find_map(told)?;
        let (ended_ns, now) = told(self.samples.last()?)?;
        Some((then, now, ended_ns.saturating_sub(begun_ns)))
    }

    /// Looks after the first sample; only deep ones.
    fn looks(&self, only_deep: bool) -> usize {
        let looks = self.samples.iter().skip(1).flat_map(|sample| &sample.looks);
        looks.filter(|look| look.is_deep || !only_deep).count()
    }

    fn tasks(&self) -> impl Iterator<Item = &'a Task> {
        let looks = self.samples.iter().skip(1).flat_map(|sample| &sample.looks);
        looks.flat_map(|look| &look.tasks)
    }

    /// Processes' tasks that waited for storage, the most first.
    pub(super) fn waiters(&self) -> Vec<Waiter> {
        let (all, deep) = (self.looks(false) as f64, self.looks(true).max(1) as f64);
        let mut waiters: Vec<Waiter> = Vec::new();
        for task in self.tasks().filter(|task| !task.is_kernel) {
            let share = match task.state {
                TaskState::Running => continue,
                TaskState::Waiting => 1.0 / all,
                TaskState::Sleeping => 1.0 / deep,
            };
            let place = WaitPlace::of(&task.places);
            if place == WaitPlace::Other {
                continue;
            }
            let same = |waiter: &&mut Waiter| (waiter.pid, waiter.place) == (task.pid, place);
            match waiters.iter_mut().find(same) {
                Some(waiter) => waiter.tasks += share,
                None => waiters.push(Waiter {
                    pid: task.pid,
                    name: task.name.clone(),
                    place,
                    function: task.places.iter().find(|name| !is_scheduler(name)).cloned(),
                    tasks: share,
                    is_explained: false,
                }),
            }
        }
        waiters.sort_by(|a, b| b.tasks.total_cmp(&a.tasks));
        // A task that went on before its place was read waited where it waits otherwise.
        let known = waiters.clone();
        waiters.retain(|waiter| waiter.place != WaitPlace::Hidden || !is_seen(&known, waiter.pid));
        for waiter in known.iter().filter(|waiter| waiter.place == WaitPlace::Hidden) {
            if let Some(other) = waiters.iter_mut().find(|other| other.pid == waiter.pid) {
                other.tasks += if other.place == WaitPlace::Hidden {
                    0.0
                } else {
                    waiter.tasks
                };
            }
        }
        waiters
    }

    /// Threads of the kernel by what they work for, with the share of looks in which one of them ran or waited for a CPU.
    pub(super) fn busy_threads(&self) -> Vec<(String, f64)> {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for look in self.samples.iter().skip(1).flat_map(|sample| &sample.looks) {
            let running = look
                .tasks
                .iter()
                .filter(|task| task.is_kernel && task.state == TaskState::Running);
            let mut names: Vec<&str> = running.map(|task| work(&task.name)).collect();
            names.sort_unstable();
            names.dedup();
            for name in names {
                *counts.entry(name.to_owned()).or_default() += 1;
            }
        }
        let looks = self.looks(false) as f64;
        counts
            .into_iter()
            .map(|(name, count)| (name, count as f64 / looks))
            .collect()
    }

    /// Devices that did something or have something in flight.
    pub(super) fn devices(&self) -> Vec<DeviceWindow<'a>> {
        let devices = self.facts.devices.iter();
        devices.filter_map(|facts| self.device(facts)).collect()
    }

    fn device(&self, facts: &'a DeviceFacts) -> Option<DeviceWindow<'a>> {
        let of = |sample: &'a Sample| {
            sample
                .glance
                .disks()
                .iter()
                .find(|device| device.name == facts.name)
        };
        let (first, last) = (of(self.samples.first()?)?, of(self.samples.last()?)?);
        let delta = last.stats.since(&first.stats);
        let in_flight = self
            .samples
            .iter()
            .filter_map(of)
            .map(|device| device.stats.in_flight)
            .max()?;
        let later = self.samples.iter().skip(1).filter_map(of);
        let least_in_flight = later.map(|device| device.stats.in_flight).min()?;
        if delta.is_quiet() && in_flight == 0 {
            return None;
        }
        let rate = |pair: &'a [Sample]| {
            let [then, now] = pair else { return None };
            let ns = now
                .glance
                .at_ns()
                .checked_sub(then.glance.at_ns())
                .filter(|ns| *ns > 0)?;
            let (seconds, delta) = (ns as f64 / 1e9, of(now)?.stats.since(&of(then)?.stats));
            let bytes = (delta.read_bytes() + delta.write_bytes()) as f64;
            Some(((delta.reads + delta.writes) as f64 / seconds, bytes / seconds))
        };
        Some(DeviceWindow {
            facts,
            number: last.number,
            delta,
            row: Extended::of(&delta, Duration::from_secs_f64(self.seconds)),
            rates: self.samples.windows(2).filter_map(rate).collect(),
            in_flight,
            least_in_flight,
        })
    }

    pub(super) fn process(&self, pid: u32) -> Option<&'a ProcessFacts> {
        self.facts.processes.get(&pid)
    }

    /// The counters of a process at the first sample that has it and at the last, if it lived through both.
    pub(super) fn counters(&self, pid: u32) -> Option<(&'a ProcessIo, &'a ProcessIo)> {
        let of = |sample: &'a Sample| {
            sample
                .glance
                .processes()
                .iter()
                .find(|process| process.pid == pid)
        };
        let first = self.samples.iter().find_map(of)?;
        let last = of(self.samples.last()?)?;
        (first.started == last.started).then_some((first, last))
    }

    /// Share of the time for which each CPU worked for interrupts, the highest first.
    pub(super) fn interrupts(&self) -> Option<(usize, f64)> {
        let (first, last) = (self.samples.first()?, self.samples.last()?);
        if first.cpus.len() != last.cpus.len() {
            return None;
        }
        let shares = last.cpus.iter().zip(&first.cpus).enumerate();
        let shares = shares
            .filter_map(|(cpu, (now, then))| Some((cpu, now.since(then).interrupts_percent()? / 100.0)));
        shares.max_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// Whether a task of this process was seen at a known place.
fn is_seen(waiters: &[Waiter], pid: u32) -> bool {
    waiters
        .iter()
        .any(|waiter| waiter.pid == pid && waiter.place != WaitPlace::Hidden)
}

/// Functions that every waiting task has innermost.
fn is_scheduler(name: &str) -> bool {
    name.contains("schedule") || name.starts_with("wait_for_completion") || name.starts_with("bit_wait")
}

/// `kworker/u8:3+loop5` works for `loop5`, and `kworker/u8:3-loop5` did a moment ago.
fn work(name: &str) -> &str {
    let worker = name.strip_prefix("kworker/");
    let queue = worker.and_then(|worker| worker.split_once(['+', '-']));
    queue.map_or(name, |(_, queue)| queue)
}
