//! The model of a simulated device: from an arrival to its completion time.
//!
//! ```text
//! arrival ─> limits (token buckets) ─> cache? ──────────────────────> done
//!                                        │  └─ idle servers empty the write cache
//!                                        └─> first free server ─> done
//! ```
//!
//! First come, first served, so a completion is known at the arrival, provided arrivals come in the order of time: that
//! is the [`World`](crate::sim::World)'s business. The servers also empty the write cache, in the time that no I/O takes, so writes are
//! sustained at the rate of the medium. Pure: no clock, no thread, all randomness from the plan's seed.

use std::collections::VecDeque;

use super::disk::{ArmDisk, FinishedCommand};
use super::flash::FlashDrive;
use fiord_job::plan::{SimModel, SimPlan, SimService};
use fiord_stats::simulated::SimulatedDrive;
use fiord_workload::io::{Io, Op};
use fiord_workload::rng::{Rng, Stream};

/// Nanoseconds in a second.
const SECOND: u128 = 1_000_000_000;

/// One simulated device.
#[derive(Debug, Clone)]
pub struct SimDevice {
    plan: SimPlan,
    rng: Rng,
    /// When each server is free, in nanoseconds.
    servers: Box<[u64]>,
    iops: Bucket,
    bytes: Bucket,
    /// Nothing starts before this (garbage collection).
    stalled_until_ns: u64,
    moved_bytes: u64,
    written_bytes: u64,
    cache: WriteCache,
    arrivals: u64,
    medium: Medium,
}

/// What answers the requests.
#[derive(Debug, Clone)]
enum Medium {
    Servers,
    Flash(Box<FlashDrive>),
    Disk(Box<ArmDisk>),
}

/// Who sent a request: what the completion must tell if it comes later.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sender {
    /// Index of the seat in the world.
    pub seat: usize,
    pub slot: u32,
    /// A write must outlive a power failure (`sync=dsync`).
    pub durable: bool,
}

/// What was written and has not reached the medium.
#[derive(Debug, Clone, Default)]
struct WriteCache {
    /// Blocks that no server has begun, as (length, number), oldest first.
    waiting: VecDeque<(u64, u64)>,
    waiting_bytes: u64,
    /// Blocks that a server is writing, as (end, length): at most one for each server at any time.
    leaving: Vec<(u64, u64)>,
    /// Up to when the idle time of the servers was used.
    drained_ns: u64,
}

impl WriteCache {
    fn take(&mut self, len: u64) {
        self.waiting_bytes += len;
        match self.waiting.back_mut() {
            Some((same, count)) if *same == len => *count += 1,
            _ => self.waiting.push_back((len, 1)),
        }
    }

    fn next(&mut self) -> Option<u64> {
        let (len, count) = self.waiting.front_mut()?;
        let len = *len;
        *count -= 1;
        if *count == 0 {
            self.waiting.pop_front();
        }
        self.waiting_bytes -= len;
        Some(len)
    }

    fn bytes(&self) -> u64 {
        self.waiting_bytes + self.leaving.iter().map(|(_, len)| len).sum::<u64>()
    }
}

/// Shortest time of an I/O: if I/Os took no time, virtual time would not advance and a runtime would never end.
const LEAST_NS: u64 = 100;
/// Limit of `sim_drift`: service times that are 100 times shorter than at the start.
const LEAST_DRIFT: f64 = 0.01;

/// A token bucket as a schedule: the next token's time in units of 1/rate nanoseconds, so that no rate is rounded.
#[derive(Debug, Clone, Copy)]
struct Bucket {
    rate: u64,
    burst: u64,
    next: u128,
}

impl Bucket {
    const fn new(rate: u64, burst: u64) -> Self {
        Self { rate, burst, next: 0 }
    }

    /// When `amount` arriving at `now_ns` may go on; takes it out of the bucket.
    fn grant(&mut self, now_ns: u64, amount: u64) -> u64 {
        if self.rate == 0 {
            return now_ns;
        }
        let rate = u128::from(self.rate);
        let now = u128::from(now_ns) * rate;
        let credit = u128::from(self.burst) * SECOND;
        let granted = self.next.saturating_sub(credit).max(now);
        self.next = self.next.max(now) + u128::from(amount) * SECOND;
        granted.div_ceil(rate) as u64
    }
}

/// How an I/O ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fate {
    /// When, in nanoseconds.
    pub done_ns: u64,
    /// Bytes moved, or a negative errno.
    pub result: i32,
}

impl SimDevice {
    /// A device at rest at time 0.
    pub fn new(plan: &SimPlan) -> Self {
        Self {
            rng: Rng::new(plan.seed, Stream::Device),
            servers: vec![0; plan.parallelism.max(1) as usize].into_boxed_slice(),
            iops: Bucket::new(plan.iops_limit, plan.burst_ios),
            bytes: Bucket::new(plan.bytes_limit, 0),
            stalled_until_ns: 0,
            moved_bytes: 0,
            written_bytes: 0,
            cache: WriteCache::default(),
            arrivals: 0,
            medium: match plan.model {
                SimModel::Servers => Medium::Servers,
                SimModel::Flash => Medium::Flash(Box::new(FlashDrive::new(plan))),
                SimModel::Disk => Medium::Disk(Box::new(ArmDisk::new(plan))),
            },
            plan: plan.clone(),
        }
    }

    /// Takes an I/O that arrives at `now_ns`, which must not be before an earlier arrival. `None`: how it ends is known later
    /// ([`SimDevice::finished`]).
    pub fn arrive(&mut self, now_ns: u64, io: &Io, sender: Sender) -> Option<Fate> {
        if io.op.ddir().is_none() {
            let done_ns = match &mut self.medium {
                Medium::Servers => self.sync_done_ns(now_ns),
                Medium::Flash(drive) => drive.flush(now_ns),
                Medium::Disk(disk) => disk.arrive(now_ns, io, 0, sender)?,
            };
            return Some(Fate { done_ns, result: 0 });
        }
        let mut result = self.result(io);
        let len = u64::from(io.len);
        let granted_ns = self.iops.grant(now_ns, 1).max(self.bytes.grant(now_ns, len));
        let done_ns = match &mut self.medium {
            Medium::Servers => self.serve_data(now_ns, granted_ns, io.op, len),
            Medium::Flash(_) | Medium::Disk(_) if result < 0 => granted_ns,
            Medium::Flash(drive) => drive
                .arrive(now_ns, granted_ns, io, sender.durable)
                .unwrap_or_else(|errno| {
                    result = -errno;
                    granted_ns
                }),
            Medium::Disk(disk) => disk.arrive(now_ns, io, result, sender)?,
        };
        Some(Fate {
            done_ns: done_ns.max(now_ns + LEAST_NS),
            result,
        })
    }

    /// What an I/O returns.
    fn result(&mut self, io: &Io) -> i32 {
        self.arrivals += 1;
        let fails = self.plan.error_every > 0 && self.arrivals.is_multiple_of(self.plan.error_every);
        let beyond = io.offset.saturating_add(u64::from(io.len)) > self.plan.size_bytes;
        if beyond {
            -libc::ENOSPC
        } else if fails {
            -libc::EIO
        } else {
            io.len as i32
        }
    }

    fn serve_data(&mut self, now_ns: u64, granted_ns: u64, op: Op, len: u64) -> u64 {
        self.drain(granted_ns);
        let cached = match op {
            Op::Read => self.plan.read_cache_percent > 0 && self.rng.percent(self.plan.read_cache_percent),
            Op::Write => self.cache_takes(len),
            _ => false,
        };
        let done_ns = if cached {
            granted_ns + self.plan.cache_ns
        } else {
            self.serve(granted_ns, op, len)
        };
        let done_ns = done_ns.max(now_ns + LEAST_NS);
        self.moved_bytes += len;
        if op == Op::Write {
            self.note_written(done_ns, len);
        }
        done_ns
    }

    /// When the device has something to tell next.
    pub fn next_event_ns(&self) -> Option<u64> {
        match &self.medium {
            Medium::Disk(disk) => disk.next_event_ns(),
            Medium::Servers | Medium::Flash(_) => None,
        }
    }

    /// Takes out what has ended until `now_ns` of the I/Os of a seat: slot and fate of each.
    pub fn finished(&mut self, now_ns: u64, seat: usize, mut told: impl FnMut(u32, Fate)) {
        let Medium::Disk(disk) = &mut self.medium else {
            return;
        };
        disk.advance(now_ns);
        disk.finished.retain(|one: &FinishedCommand| {
            let is_own = one.sender.seat == seat;
            if is_own {
                let (done_ns, result) = (one.done_ns, one.result);
                told(one.sender.slot, Fate { done_ns, result });
            }
            !is_own
        });
    }

    /// What the drive counted; `None`: plain servers count nothing.
    pub fn counters(&self) -> Option<SimulatedDrive> {
        match &self.medium {
            Medium::Servers => None,
            Medium::Flash(drive) => Some(SimulatedDrive::Flash(Box::new(drive.counters()))),
            Medium::Disk(disk) => Some(SimulatedDrive::Disk(disk.counters)),
        }
    }

    /// Starts the I/O on the server that is free first.
    fn serve(&mut self, from_ns: u64, op: Op, len: u64) -> u64 {
        let service_ns = self.service_ns(from_ns, op, len);
        let from_ns = from_ns.max(self.stalled_until_ns);
        let first = self.servers.iter_mut().min();
        // There is at least one server.
        first.map_or(from_ns, |free_ns| {
            *free_ns = (*free_ns).max(from_ns) + service_ns;
            *free_ns
        })
    }

    fn service_ns(&mut self, now_ns: u64, op: Op, len: u64) -> u64 {
        let plan = &self.plan;
        if plan.slow_percent > 0 && self.rng.percent(plan.slow_percent) {
            return plan.slow_ns;
        }
        let base = self.base_ns(op, len);
        let varied = match plan.service {
            SimService::Constant => base,
            SimService::Exponential => (base as f64 * self.rng.exponential()).round() as u64,
            SimService::Uniform => (base as f64 * (0.8 + 0.4 * self.rng.unit())).round() as u64,
        };
        let after_cliff = plan.cliff_after_bytes > 0 && self.moved_bytes >= plan.cliff_after_bytes;
        if !after_cliff && plan.drift_ppm_per_s == 0 {
            return varied;
        }
        let cliff = if after_cliff { plan.cliff_factor } else { 1.0 };
        let drift = 1.0 + plan.drift_ppm_per_s as f64 * 1e-6 * (now_ns as f64 * 1e-9);
        (varied as f64 * cliff * drift.max(LEAST_DRIFT)).round() as u64
    }

    fn base_ns(&self, op: Op, len: u64) -> u64 {
        let constant = if op == Op::Read {
            self.plan.read_ns
        } else {
            self.plan.write_ns
        };
        // A trim moves no data.
        let transfer = if op == Op::Trim {
            0
        } else {
            self.plan.per_kib_ns * len / 1024
        };
        constant + transfer
    }

    /// Whether the write cache has room for `len` bytes; takes them if so.
    fn cache_takes(&mut self, len: u64) -> bool {
        let fits = self.plan.write_cache_bytes > 0 && self.cache.bytes() + len <= self.plan.write_cache_bytes;
        if fits {
            self.cache.take(len);
        }
        fits
    }

    /// Gives the time before `now_ns` in which servers were idle to the blocks in the cache. A block that was begun is finished,
    /// whatever arrives meanwhile.
    fn drain(&mut self, now_ns: u64) {
        let since_ns = self.cache.drained_ns;
        self.cache.drained_ns = since_ns.max(now_ns);
        while self.cache.waiting_bytes > 0 {
            let free_ns = self.servers.iter().copied().min().unwrap_or(u64::MAX);
            if free_ns.max(since_ns).max(self.stalled_until_ns) >= now_ns {
                break;
            }
            let Some(len) = self.cache.next() else { break };
            let end_ns = self.serve(since_ns, Op::Write, len);
            if end_ns > now_ns {
                self.cache.leaving.push((end_ns, len));
            }
        }
        self.cache.leaving.retain(|(end_ns, _)| *end_ns > now_ns);
    }

    /// A sync waits for the writes before it and for the cache to be empty.
    fn sync_done_ns(&mut self, now_ns: u64) -> u64 {
        self.drain(now_ns);
        while let Some(len) = self.cache.next() {
            self.serve(now_ns, Op::Write, len);
        }
        self.cache.leaving.clear();
        let busy_until_ns = self.servers.iter().copied().max().unwrap_or(0);
        busy_until_ns.max(now_ns).max(self.stalled_until_ns) + self.plan.cache_ns
    }

    fn note_written(&mut self, done_ns: u64, len: u64) {
        let every = self.plan.gc_every_bytes;
        let before = self.written_bytes;
        self.written_bytes += len;
        if every > 0 && self.written_bytes / every > before / every {
            self.stalled_until_ns = self.stalled_until_ns.max(done_ns) + self.plan.gc_pause_ns;
        }
    }
}
