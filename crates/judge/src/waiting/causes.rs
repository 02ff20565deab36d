//! The rules: which waiting tasks a cause explains. From what is certain to what follows from counters.

use fiord_host::cgroup::Limited;
use fiord_host::vm::page_bytes;

use super::cause::WaitKind;
use super::place::WaitPlace;
use super::window::{DeviceWindow, Waiter, Window};
use super::{Explained, LEAST_TASKS};
use crate::traps::throttle::looks_set;

/// Share of a limit from which it is reached.
const AT_LIMIT: f64 = 0.85;
/// Share of a limit of memory from which it is reached.
const MEMORY_FULL: f64 = 0.95;
/// Pages per second to and from swap from which it is in use.
const SWAPPING: f64 = 50.0;
/// Share of what a process reads that was in memory a moment ago.
const READ_AGAIN: f64 = 0.5;
/// Share of the limit from which the kernel slows writers down: halfway between both limits.
const NEAR_DIRTY_LIMIT: f64 = 0.7;
/// Requests of a queue that are few; as many as `nr-requests` warns of.
const FEW_REQUESTS: u64 = 64;
/// Share of the requests' time that discards take; they must also be in flight for some of the time.
const DISCARDS: f64 = 0.3;
/// Share of the requests below a loop device that are not its own.
const OTHERS_BELOW: f64 = 0.75;
/// Share of the looks in which a thread of the kernel runs that has no time left; of a CPU, for interrupts.
const NO_TIME: f64 = 0.8;
/// Bytes read for each byte that was asked for.
const WASTE: f64 = 4.0;
/// Bytes per second that are worth a look for waste.
const WASTE_LEAST: f64 = 1e6;
/// Bytes that a page fault can make visible at most (`fault_around_bytes`).
const FAULT_BYTES: u64 = 64 << 10;
/// Variation of a rate that a limit sets, and intervals that are looked at.
const FLAT: f64 = 0.005;
const FLAT_INTERVALS: usize = 6;
/// Busy share and mean queue of a device that serves one request at a time.
const ALWAYS_BUSY: f64 = 90.0;
const ONE: std::ops::RangeInclusive<f64> = 0.7..=1.3;
/// Milliseconds of a request from which a device is slow, if it moves less than the rates below: more than those, and it is busy.
const SLOW_MS: f64 = 100.0;
const SLOW_IOPS: f64 = 1_000.0;
const SLOW_KB_PER_S: f64 = 100_000.0;
/// Milliseconds of a request, divided by the requests in flight, from which a disk with arms is slow.
const SLOW_ALONE_MS: f64 = 50.0;
/// Processes from which waiting that is small in each of them is told together.
const MANY: usize = 4;

/// What is explained so far.
pub(super) struct Search<'w, 'a> {
    window: &'w Window<'a>,
    devices: Vec<DeviceWindow<'a>>,
    pub waiters: Vec<Waiter>,
    pub found: Vec<Explained>,
}

impl<'w, 'a> Search<'w, 'a> {
    pub(super) fn new(window: &'w Window<'a>, waiters: Vec<Waiter>) -> Self {
        Self {
            devices: window.devices(),
            window,
            waiters,
            found: Vec::new(),
        }
    }

    pub(super) fn all(&mut self) {
        self.limits();
        self.servers();
        self.memory();
        self.writeback();
        self.few_requests();
        self.read_ahead();
        let devices = std::mem::take(&mut self.devices);
        for device in &devices {
            self.discards(device);
            self.rebuild(device);
            self.heat(device);
            self.busy_below(device, &devices);
            self.busy_thread(device);
        }
        self.interrupts();
        self.journal(&devices);
        for device in &devices {
            self.volume_cap(device);
            self.slow(device, &devices);
            self.one_by_one(device);
        }
        for device in &devices {
            self.many_waits(device);
        }
    }

    /// Adds a cause if enough tasks wait for it.
    fn explain(&mut self, cause: WaitKind, is_its: impl Fn(&Waiter) -> bool) {
        let mut its: Vec<&mut Waiter> = self
            .waiters
            .iter_mut()
            .filter(|waiter| !waiter.is_explained && is_its(waiter))
            .collect();
        let tasks = its.iter().map(|waiter| waiter.tasks).sum();
        if tasks < LEAST_TASKS {
            return;
        }
        let mut processes: Vec<(String, u32)> = Vec::new();
        for waiter in &mut its {
            waiter.is_explained = true;
            if !processes.iter().any(|(_, pid)| *pid == waiter.pid) {
                processes.push((waiter.name.clone(), waiter.pid));
            }
        }
        self.found.push(Explained {
            cause,
            tasks,
            processes,
        });
    }

    /// Whether a process may wait for a device: it has files there, or it is not visible where.
    fn may_use(window: &Window<'_>, pid: u32, device: &str) -> bool {
        let known = window.process(pid).map(|process| &process.devices);
        known.is_none_or(|devices| devices.is_empty() || devices.iter().any(|name| name == device))
    }

    /// Explains tasks that wait for a device.
    fn explain_device(&mut self, cause: WaitKind, device: &str) {
        let window = self.window;
        self.explain(cause, |waiter| {
            waiter.place.is_device() && Self::may_use(window, waiter.pid, device)
        });
    }

    fn limits(&mut self) {
        let window = self.window;
        for (at, limit) in window.facts.limits.iter().enumerate() {
            let is_io = matches!(
                limit.what,
                Limited::ReadBps | Limited::WriteBps | Limited::ReadIops | Limited::WriteIops
            );
            let Some((then, now, ns)) = window.used(at) else {
                continue;
            };
            let device = limit
                .device
                .clone()
                .or(limit.number.map(|(major, minor)| format!("{major}:{minor}")));
            let Some(device) = device.filter(|_| is_io && limit.value > 0 && ns > 0) else {
                continue;
            };
            let rate = now.amount.saturating_sub(then.amount) as f64 * 1e9 / ns as f64;
            if rate < AT_LIMIT * limit.value as f64 {
                continue;
            }
            let cause = WaitKind::GroupLimit {
                group: limit.group.display().to_string(),
                device: device.clone(),
                what: limit.what,
                limit: limit.value,
                rate,
            };
            self.explain(cause, |waiter| {
                let is_limited = window
                    .process(waiter.pid)
                    .is_some_and(|process| process.limits.contains(&at));
                let is_io =
                    waiter.place.is_device() || matches!(waiter.place, WaitPlace::Dirty | WaitPlace::Discard);
                is_limited && is_io && Self::may_use(window, waiter.pid, &device)
            });
        }
    }

    fn servers(&mut self) {
        let window = self.window;
        let served = window
            .facts
            .processes
            .values()
            .flat_map(|process| &process.served);
        let mut mounts: Vec<&(String, String)> = served.collect();
        mounts.sort();
        mounts.dedup();
        for mount in mounts {
            let cause = WaitKind::SlowServer {
                mount_point: mount.0.clone(),
                fs_type: mount.1.clone(),
            };
            self.explain(cause, |waiter| {
                let process = window.process(waiter.pid);
                waiter.place == WaitPlace::Server
                    && process.is_some_and(|process| process.served.contains(mount))
            });
        }
    }

    fn memory(&mut self) {
        let window = self.window;
        let ends = window.samples.first().zip(window.samples.last());
        let Some((then, now)) = ends.and_then(|(first, last)| first.vm.zip(last.vm)) else {
            return;
        };
        let rate = |now: u64, then: u64| now.saturating_sub(then) as f64 / window.seconds;
        let bytes = page_bytes() as f64;
        let swapped_in = rate(now.swapped_in, then.swapped_in);
        let swapped_out = rate(now.swapped_out, then.swapped_out);
        if swapped_in + swapped_out >= SWAPPING {
            let cause = WaitKind::Swap {
                in_bytes_per_s: swapped_in * bytes,
                out_bytes_per_s: swapped_out * bytes,
            };
            self.explain(cause, |waiter| {
                matches!(waiter.place, WaitPlace::Swap | WaitPlace::Reclaim)
            });
        }
        for at in 0..window.facts.limits.len() {
            self.group_memory(at);
        }
        let cause = WaitKind::Reclaim {
            group: None,
            limit_bytes: None,
            read_again_bytes_per_s: rate(now.files_read_again, then.files_read_again) * bytes,
        };
        self.explain(cause, |waiter| waiter.place == WaitPlace::Reclaim);
    }

    /// A group at its limit of memory, which reads again what it had.
    fn group_memory(&mut self, at: usize) {
        let window = self.window;
        let Some(limit) = window.facts.limits.get(at) else {
            return;
        };
        if !matches!(limit.what, Limited::Memory | Limited::MemoryHigh) {
            return;
        }
        let Some((then, now, ns)) = window.used(at) else {
            return;
        };
        if ns == 0 || (now.amount as f64) < MEMORY_FULL * limit.value as f64 {
            return;
        }
        let pages = now
            .read_again
            .zip(then.read_again)
            .map_or(0, |(now, then)| now.saturating_sub(then));
        let again = pages as f64 * page_bytes() as f64 * 1e9 / ns as f64;
        let reads_again = |pid| {
            let read = window
                .counters(pid)
                .map(|(then, now)| now.io.read_bytes.saturating_sub(then.io.read_bytes));
            let read = read.unwrap_or(0) as f64 / window.seconds;
            read >= WASTE_LEAST && again >= READ_AGAIN * read
        };
        let cause = WaitKind::Reclaim {
            group: Some(limit.group.display().to_string()),
            limit_bytes: Some(limit.value),
            read_again_bytes_per_s: again,
        };
        self.explain(cause, |waiter| {
            let is_limited = window
                .process(waiter.pid)
                .is_some_and(|process| process.limits.contains(&at));
            let is_device = waiter.place.is_device() && reads_again(waiter.pid);
            is_limited && (waiter.place == WaitPlace::Reclaim || is_device)
        });
    }

    fn writeback(&mut self) {
        let Some(vm) = self.window.samples.last().and_then(|sample| sample.vm) else {
            return;
        };
        let most = self
            .window
            .samples
            .iter()
            .filter_map(|sample| sample.vm)
            .map(|vm| vm.dirty + vm.writeback)
            .max();
        let dirty = most.unwrap_or(0);
        let cause = WaitKind::Writeback {
            dirty_bytes: dirty * page_bytes(),
            limit_bytes: vm.dirty_limit * page_bytes(),
            is_global: dirty as f64 >= NEAR_DIRTY_LIMIT * vm.dirty_limit as f64,
        };
        self.explain(cause, |waiter| waiter.place == WaitPlace::Dirty);
    }

    fn few_requests(&mut self) {
        let window = self.window;
        let small = |device: &&DeviceWindow<'_>| {
            device
                .facts
                .nr_requests
                .is_some_and(|requests| requests < FEW_REQUESTS)
        };
        let causes: Vec<WaitKind> = self
            .devices
            .iter()
            .filter(small)
            .filter_map(|device| {
                let requests = device.facts.nr_requests?;
                (device.in_flight * 2 >= requests).then(|| WaitKind::FewRequests {
                    device: device.facts.name.clone(),
                    requests,
                    in_flight: device.in_flight,
                })
            })
            .collect();
        for cause in causes {
            let device = cause.device().unwrap_or_default().to_owned();
            // Some of its tasks have a request and wait for the device: not for the queue's size.
            self.explain(cause, |waiter| {
                waiter.place == WaitPlace::Request && Self::may_use(window, waiter.pid, &device)
            });
        }
    }

    /// Only of processes that are seen waiting for pages and whose read calls account for what they read: direct and asynchronous reads
    /// are not in `rchar`, and seem to be wasted.
    fn read_ahead(&mut self) {
        let window = self.window;
        let mut pids: Vec<(u32, String)> = Vec::new();
        for waiter in self.waiters.iter().filter(|waiter| waiter.waits_for_page()) {
            if !pids.iter().any(|(pid, _)| *pid == waiter.pid) {
                pids.push((waiter.pid, waiter.name.clone()));
            }
        }
        for (pid, process) in pids {
            let Some((then, now)) = window.counters(pid) else {
                continue;
            };
            let io = now.io.since(&then.io);
            let faults = (now.faults.0 + now.faults.1).saturating_sub(then.faults.0 + then.faults.1);
            let read = io.read_bytes as f64 / window.seconds;
            let asked_bytes = io.rchar + faults * FAULT_BYTES;
            let asked = asked_bytes as f64 / window.seconds;
            if read < WASTE_LEAST || read < WASTE * asked {
                continue;
            }
            let of = window.process(pid).map(|process| &process.devices);
            let of_process =
                |device: &&DeviceWindow<'_>| of.is_some_and(|names| names.contains(&device.facts.name));
            let sizes = self
                .devices
                .iter()
                .filter(of_process)
                .filter_map(|device| device.facts.read_ahead_kb);
            let Some(read_ahead_kb) = sizes.max() else {
                continue;
            };
            if io.read_bytes > (io.syscr + faults) * read_ahead_kb * 1024 + asked_bytes {
                continue;
            }
            let cause = WaitKind::ReadAhead {
                process,
                pid,
                read_bytes_per_s: read,
                asked_bytes_per_s: asked,
                read_ahead_kb,
            };
            self.explain(cause, |waiter| waiter.pid == pid && waiter.place.is_device());
        }
    }

    fn discards(&mut self, device: &DeviceWindow<'_>) {
        let window = self.window;
        let delta = &device.delta;
        let all = delta.read_ms + delta.write_ms + delta.discard_ms + delta.flush_ms;
        let share = delta.discard_ms as f64 / all.max(1) as f64;
        let in_flight = delta.discard_ms as f64 / 1e3 / window.seconds;
        if share < DISCARDS || in_flight < LEAST_TASKS {
            return;
        }
        let name = &device.facts.name;
        let by = self
            .waiters
            .iter()
            .find(|waiter| waiter.place == WaitPlace::Discard && Self::may_use(window, waiter.pid, name));
        let cause = WaitKind::Discards {
            device: name.clone(),
            share,
            discards_per_s: device.row.discards_per_s,
            bytes_per_s: device.row.discard_kb_per_s * 1024.0,
            await_ms: device.row.discard_await_ms,
            by: by.map(|waiter| (waiter.name.clone(), waiter.pid)),
        };
        self.explain(cause, |waiter| {
            let waits = waiter.place.is_device() || waiter.place == WaitPlace::Discard;
            waits && Self::may_use(window, waiter.pid, name)
        });
    }

    fn rebuild(&mut self, device: &DeviceWindow<'_>) {
        let Some(action) = &device.facts.rebuild else {
            return;
        };
        let cause = WaitKind::Rebuild {
            device: device.facts.name.clone(),
            action: action.clone(),
            bytes_per_s: device.facts.rebuild_kb_per_s.map(|kib| kib * 1024),
        };
        self.explain_device(cause, &device.facts.name);
    }

    fn heat(&mut self, device: &DeviceWindow<'_>) {
        let Some((now, limit)) = device.facts.heat_millic.filter(|(now, limit)| now >= limit) else {
            return;
        };
        let cause = WaitKind::Heat {
            device: device.facts.name.clone(),
            celsius: now as f64 / 1e3,
            limit_celsius: limit as f64 / 1e3,
        };
        self.explain_device(cause, &device.facts.name);
    }

    fn busy_below(&mut self, device: &DeviceWindow<'_>, devices: &[DeviceWindow<'_>]) {
        let window = self.window;
        let base = device
            .facts
            .below
            .first()
            .filter(|_| device.facts.loop_file.is_some());
        let base = base.and_then(|name| devices.iter().find(|device| device.facts.name == *name));
        let Some(base) = base else { return };
        let requests = |device: &DeviceWindow<'_>| (device.delta.reads + device.delta.writes) as f64;
        let others = 1.0 - requests(device) / requests(base).max(1.0);
        // The time of a request of the loop device passes below it.
        let waits = |device: &DeviceWindow<'_>| device.row.read_await_ms.max(device.row.write_await_ms);
        if others < OTHERS_BELOW || base.row.queue_size < 1.0 || waits(base) * 2.0 < waits(device) {
            return;
        }
        let name = &device.facts.name;
        let cause = WaitKind::BusyBelow {
            device: name.clone(),
            below: base.facts.name.clone(),
            others_share: others,
            queue: base.row.queue_size,
        };
        self.explain(cause, |waiter| {
            let process = window.process(waiter.pid);
            waiter.place.is_device() && process.is_some_and(|process| process.devices.contains(name))
        });
    }

    fn busy_thread(&mut self, device: &DeviceWindow<'_>) {
        let name = &device.facts.name;
        let number = format!("{}:{}", device.number.0, device.number.1);
        let is_its = |thread: &str| {
            let mut words = thread.split(['/', '-', '_', '+']);
            words.any(|word| word == name || word == number)
        };
        let threads = self.window.busy_threads();
        // A journal's thread does not do the device's work.
        let busy = threads
            .into_iter()
            .find(|(thread, share)| *share >= NO_TIME && is_its(thread) && !thread.starts_with("jbd2"));
        let Some((thread, share)) = busy else { return };
        let cause = WaitKind::BusyThread {
            device: name.clone(),
            thread,
            share,
        };
        self.explain_device(cause, name);
    }

    fn interrupts(&mut self) {
        if let Some((cpu, share)) = self.window.interrupts().filter(|(_, share)| *share >= NO_TIME) {
            self.explain(WaitKind::BusyInterrupts { cpu, share }, |waiter| {
                waiter.place.is_device()
            });
        }
    }

    fn journal(&mut self, devices: &[DeviceWindow<'_>]) {
        let window = self.window;
        let waits = |waiter: &Waiter| matches!(waiter.place, WaitPlace::Journal | WaitPlace::Flush);
        let mut flushed: Vec<&DeviceWindow<'_>> =
            devices.iter().filter(|device| device.delta.flushes > 0).collect();
        flushed.sort_by_key(|device| std::cmp::Reverse(device.delta.flushes));
        for device in flushed {
            let cause = WaitKind::Journal {
                device: Some(device.facts.name.clone()),
                flushes_per_s: device.row.flushes_per_s,
                flush_ms: device.row.flush_await_ms,
            };
            self.explain(cause, |waiter| {
                waits(waiter) && Self::may_use(window, waiter.pid, &device.facts.name)
            });
        }
        let cause = WaitKind::Journal {
            device: None,
            flushes_per_s: 0.0,
            flush_ms: 0.0,
        };
        self.explain(cause, waits);
    }

    /// A limit that is not visible here: the rate of a volume is flat at a round number, although more requests wait.
    fn volume_cap(&mut self, device: &DeviceWindow<'_>) {
        if !device.facts.is_volume || device.row.queue_size < 2.0 || device.rates.len() < FLAT_INTERVALS {
            return;
        }
        let count = device.rates.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| device.rates.iter().map(of).sum::<f64>() / count;
        let is_flat = |of: fn(&(f64, f64)) -> f64| {
            let mean = mean(of);
            let variance = device
                .rates
                .iter()
                .map(|rate| (of(rate) - mean).powi(2))
                .sum::<f64>()
                / count;
            mean > 0.0 && variance.sqrt() <= FLAT * mean
        };
        let (iops, bytes_per_s) = (mean(|rate| rate.0), mean(|rate| rate.1));
        if !(is_flat(|rate| rate.0) || is_flat(|rate| rate.1)) || !looks_set(iops, bytes_per_s) {
            return;
        }
        let cause = WaitKind::VolumeCap {
            device: device.facts.name.clone(),
            iops,
            bytes_per_s,
            queue: device.row.queue_size,
        };
        self.explain_device(cause, &device.facts.name);
    }

    /// A device that answers slowly or not at all, for no reason that is visible here. The lowest such device is named.
    fn slow(&mut self, device: &DeviceWindow<'_>, devices: &[DeviceWindow<'_>]) {
        if !is_slow(device) {
            return;
        }
        let is_below = |other: &&DeviceWindow<'_>| device.facts.below.contains(&other.facts.name);
        let below = devices.iter().filter(is_below).rfind(|below| is_slow(below));
        let lowest = below.unwrap_or(device);
        let name = lowest.facts.name.clone();
        let row = &lowest.row;
        let cause = if lowest.delta.is_quiet() {
            WaitKind::StalledDevice {
                device: name,
                in_flight: lowest.in_flight,
            }
        } else {
            let is_read = row.reads_per_s * row.read_await_ms >= row.writes_per_s * row.write_await_ms;
            WaitKind::SlowDevice {
                device: name,
                is_read,
                await_ms: if is_read {
                    row.read_await_ms
                } else {
                    row.write_await_ms
                },
                queue: row.queue_size,
                iops: row.reads_per_s + row.writes_per_s,
                bytes_per_s: (row.read_kb_per_s + row.write_kb_per_s) * 1024.0,
            }
        };
        self.explain_device(cause, &device.facts.name);
    }

    /// Waits that are too short in each process to be a cause, and add up.
    fn many_waits(&mut self, device: &DeviceWindow<'_>) {
        let window = self.window;
        let name = &device.facts.name;
        let is_its = |waiter: &Waiter| {
            let is_small = waiter.tasks < LEAST_TASKS;
            is_small && waiter.place.is_device() && Self::may_use(window, waiter.pid, name)
        };
        let its = self
            .waiters
            .iter()
            .filter(|waiter| !waiter.is_explained && is_its(waiter));
        let mut pids: Vec<u32> = its.map(|waiter| waiter.pid).collect();
        pids.sort_unstable();
        pids.dedup();
        if pids.len() < MANY {
            return;
        }
        let row = &device.row;
        let cause = WaitKind::ManyWaits {
            device: name.clone(),
            processes: pids.len() as u64,
            iops: row.reads_per_s + row.writes_per_s,
            queue: row.queue_size,
            await_ms: row.read_await_ms.max(row.write_await_ms),
        };
        self.explain(cause, is_its);
    }

    fn one_by_one(&mut self, device: &DeviceWindow<'_>) {
        let row = &device.row;
        if !device.facts.is_parallel || row.util_percent < ALWAYS_BUSY || !ONE.contains(&row.queue_size) {
            return;
        }
        let cause = WaitKind::OneByOne {
            device: device.facts.name.clone(),
            util: row.util_percent / 100.0,
            queue: row.queue_size,
            await_ms: if row.reads_per_s >= row.writes_per_s {
                row.read_await_ms
            } else {
                row.write_await_ms
            },
        };
        self.explain_device(cause, &device.facts.name);
    }
}

/// Whether requests take long on a device that does little.
fn is_slow(device: &DeviceWindow<'_>) -> bool {
    let row = &device.row;
    if device.delta.is_quiet() {
        return device.least_in_flight > 0;
    }
    let iops = row.reads_per_s + row.writes_per_s;
    let await_ms = row.read_await_ms.max(row.write_await_ms);
    let does_little = iops < SLOW_IOPS && row.read_kb_per_s + row.write_kb_per_s < SLOW_KB_PER_S;
    // A disk with arms serves one request after the other: a queue does not make it slow.
    let is_long = device.facts.is_parallel || await_ms >= SLOW_ALONE_MS * row.queue_size.max(1.0);
    await_ms >= SLOW_MS && does_little && is_long
}
