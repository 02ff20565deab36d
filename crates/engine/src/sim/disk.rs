//! A disk with an arm, in virtual time: seek, rotation, transfer; zones, read-ahead, a write cache, and a queue (NCQ).
//!
//! The command that is reached first is served next, so a completion is not known at the arrival but when its service begins. All
//! lengths of time are whole nanoseconds; tracks follow each other without a gap, so sequential I/O does not lose a rotation.

use std::collections::VecDeque;

use fiord_job::plan::SimPlan;
use fiord_stats::simulated::DiskCounters;
use fiord_workload::io::{Io, Op};

use super::device::Sender;

/// Zones of equal width with one rate each.
const ZONES: u64 = 16;
/// Cached writes among which the disk chooses.
const SORTED_WRITES: usize = 256;

/// Tracks with the same number of bytes.
#[derive(Debug, Clone, Copy)]
struct Zone {
    first_byte: u64,
    first_track: u64,
    track_bytes: u64,
}

/// A place on the platter.
#[derive(Debug, Clone, Copy)]
struct Spot {
    track: u64,
    /// When it passes the head, in nanoseconds of the rotation.
    angle_ns: u64,
    /// Bytes of its track.
    track_bytes: u64,
}

/// What waits for the arm.
#[derive(Debug, Clone, Copy)]
struct Command {
    /// `None`: a write that is in the cache.
    sender: Option<Sender>,
    offset: u64,
    len: u64,
    result: i32,
}

/// A sync that waits for the writes before it.
#[derive(Debug, Clone, Copy)]
struct Flush {
    sender: Sender,
    /// Cached writes that must be served before it is done.
    writes: u64,
}

/// What is done: who sent it, when, with which result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FinishedCommand {
    pub sender: Sender,
    pub done_ns: u64,
    pub result: i32,
}

/// Sequential data that the head passes.
#[derive(Debug, Clone, Copy)]
struct Stream {
    next_byte: u64,
    /// When the head was there.
    at_ns: u64,
}

/// A disk.
#[derive(Debug, Clone)]
pub(super) struct ArmDisk {
    rotation_ns: u64,
    track_seek_ns: u64,
    full_seek_ns: u64,
    zones: Vec<Zone>,
    tracks: u64,
    queue_depth: usize,
    ahead_bytes: u64,
    command_ns: u64,
    cache_bytes: u64,
    cached_bytes: u64,
    /// In the order of arrival: commands of the host, and writes in the cache.
    waiting: VecDeque<Command>,
    cached: VecDeque<Command>,
    serving: Option<(u64, Command)>,
    head_track: u64,
    /// Where a sequential command would go on without a seek.
    head_byte: u64,
    stream: Option<Stream>,
    flushes: Vec<Flush>,
    pub finished: Vec<FinishedCommand>,
    pub counters: DiskCounters,
}

impl ArmDisk {
    pub(super) fn new(plan: &SimPlan) -> Self {
        let rotation_ns = 60_000_000_000 / u64::from(plan.disk.rpm.max(1));
        let (zones, tracks) = zones(plan, rotation_ns);
        Self {
            rotation_ns,
            track_seek_ns: plan.disk.track_seek_ns,
            full_seek_ns: plan.disk.full_seek_ns.max(plan.disk.track_seek_ns),
            zones,
            tracks,
            queue_depth: plan.disk.queue.max(1) as usize,
            ahead_bytes: plan.disk.read_ahead_bytes,
            command_ns: plan.cache_ns,
            cache_bytes: plan.write_cache_bytes,
            cached_bytes: 0,
            waiting: VecDeque::with_capacity(1024),
            cached: VecDeque::with_capacity(1024),
            serving: None,
            head_track: 0,
            head_byte: u64::MAX,
            stream: None,
            flushes: Vec::with_capacity(64),
            finished: Vec::with_capacity(1024),
            counters: DiskCounters::default(),
        }
    }

    /// Takes a request; when it is done, if that is known.
    pub(super) fn arrive(&mut self, now_ns: u64, io: &Io, result: i32, sender: Sender) -> Option<u64> {
        self.advance(now_ns);
        let len = u64::from(io.len);
        let command = Command {
            sender: Some(sender),
            offset: io.offset,
            len,
            result,
        };
        match io.op {
            Op::Read => {
                if let Some(done_ns) = self.read_ahead(now_ns, io.offset, len) {
                    self.counters.cached_requests += 1;
                    return Some(done_ns);
                }
                self.waiting.push_back(command);
            }
            Op::Write if !sender.durable && self.cached_bytes + len <= self.cache_bytes => {
                self.cached_bytes += len;
                self.counters.cached_requests += 1;
                self.cached.push_back(Command {
                    sender: None,
                    ..command
                });
                self.begin_next(now_ns);
                return Some(now_ns + self.command_ns);
            }
            Op::Write => self.waiting.push_back(command),
            Op::Trim => return Some(now_ns + self.command_ns),
            Op::Fsync | Op::Fdatasync | Op::SyncFileRange => {
                let under_way = matches!(self.serving, Some((_, Command { sender: None, .. })));
                let writes = self.cached.len() as u64 + u64::from(under_way);
                if writes == 0 {
                    return Some(now_ns + self.command_ns);
                }
                self.flushes.push(Flush { sender, writes });
            }
        }
        self.begin_next(now_ns);
        None
    }

    /// The end of the command under way.
    pub(super) fn next_event_ns(&self) -> Option<u64> {
        self.serving.map(|(end_ns, _)| end_ns)
    }

    /// Ends what ends until `now_ns`, and begins what follows.
    pub(super) fn advance(&mut self, now_ns: u64) {
        while let Some((end_ns, command)) = self.serving
            && end_ns <= now_ns
        {
            self.serving = None;
            match command.sender {
                Some(sender) => self.finished.push(FinishedCommand {
                    sender,
                    done_ns: end_ns,
                    result: command.result,
                }),
                None => self.note_cached(end_ns, command.len),
            }
            self.begin_next(end_ns);
        }
    }

    /// A write has left the cache.
    fn note_cached(&mut self, now_ns: u64, len: u64) {
        self.cached_bytes -= len;
        for flush in &mut self.flushes {
            flush.writes -= 1;
        }
        let finished = &mut self.finished;
        self.flushes.retain(|flush| {
            if flush.writes == 0 {
                finished.push(FinishedCommand {
                    sender: flush.sender,
                    done_ns: now_ns,
                    result: 0,
                });
            }
            flush.writes > 0
        });
    }

    /// Data that the head has passed, or will without a seek.
    fn read_ahead(&mut self, now_ns: u64, offset: u64, len: u64) -> Option<u64> {
        let idle = self.serving.is_none() && self.waiting.is_empty();
        let stream = self.stream.filter(|stream| idle && stream.next_byte == offset)?;
        let rate = self.spot(offset).track_bytes;
        let time_of =
            |bytes: u64| (u128::from(bytes) * u128::from(self.rotation_ns) / u128::from(rate)) as u64;
        // It stops when the buffer is full, and goes on when there is room.
        let earliest_ns = now_ns.saturating_sub(time_of(self.ahead_bytes));
        let at_ns = stream.at_ns.max(earliest_ns) + time_of(len);
        self.stream = Some(Stream {
            next_byte: offset + len,
            at_ns,
        });
        self.head_byte = offset + len;
        self.head_track = self.spot(offset + len).track;
        Some(at_ns.max(now_ns) + self.command_ns)
    }

    fn begin_next(&mut self, now_ns: u64) {
        if self.serving.is_some() {
            return;
        }
        // A flush waits for the cache, so the cache goes first.
        let (host, cached) = if self.flushes.is_empty() {
            (self.queue_depth, SORTED_WRITES)
        } else {
            (0, usize::MAX)
        };
        let cost = |command: &Command| {
            let (seek_ns, wait_ns) = self.reach(now_ns, command.offset);
            seek_ns + wait_ns
        };
        let first = |list: &VecDeque<Command>, most: usize| {
            list.iter()
                .take(most)
                .enumerate()
                .map(|(place, command)| (cost(command), place))
                .min()
        };
        let (of_host, of_cache) = (first(&self.waiting, host), first(&self.cached, cached));
        // Cached writes have time, but for a cache that is half full.
        let favours_cache = 2 * self.cached_bytes >= self.cache_bytes;
        let command = match (of_host, of_cache) {
            (Some((own, place)), Some((other, _))) if !favours_cache || own <= other => {
                self.waiting.remove(place)
            }
            (_, Some((_, place))) => self.cached.remove(place),
            (Some((_, place)), None) => self.waiting.remove(place),
            (None, None) => None,
        };
        if let Some(command) = command {
            self.serve(now_ns, command);
        }
    }

    fn serve(&mut self, now_ns: u64, command: Command) {
        let (seek_ns, rotation_ns) = self.reach(now_ns, command.offset);
        let spot = self.spot(command.offset);
        let transfer_ns =
            (u128::from(command.len) * u128::from(self.rotation_ns) / u128::from(spot.track_bytes)) as u64;
        let end_ns = now_ns + seek_ns + rotation_ns + transfer_ns;
        self.counters.requests += 1;
        self.counters.seeks += u64::from(seek_ns > 0);
        self.counters.seek_ns += seek_ns;
        self.counters.rotation_ns += rotation_ns;
        self.counters.transfer_ns += transfer_ns;
        self.head_byte = command.offset + command.len;
        self.head_track = self.spot(self.head_byte).track;
        self.stream = (self.ahead_bytes > 0 && command.sender.is_some()).then_some(Stream {
            next_byte: self.head_byte,
            at_ns: end_ns,
        });
        self.serving = Some((end_ns, command));
    }

    /// Seek, and rotation after it.
    fn reach(&self, now_ns: u64, offset: u64) -> (u64, u64) {
        let spot = self.spot(offset);
        let sequential = offset == self.head_byte;
        let seek_ns = if sequential {
            0
        } else {
            self.seek_ns(self.head_track.abs_diff(spot.track))
        };
        let angle_ns = (now_ns + seek_ns) % self.rotation_ns;
        (
            seek_ns,
            (spot.angle_ns + self.rotation_ns - angle_ns) % self.rotation_ns,
        )
    }

    /// `track + (full − track) × √(distance / all tracks)`
    fn seek_ns(&self, distance: u64) -> u64 {
        if distance == 0 {
            return 0;
        }
        let share = ((u128::from(distance) << 32) / u128::from(self.tracks)).min(u128::from(u32::MAX)) as u64;
        let root = (share << 32).isqrt();
        let more = u128::from(self.full_seek_ns - self.track_seek_ns) * u128::from(root);
        self.track_seek_ns + (more >> 32) as u64
    }

    fn spot(&self, offset: u64) -> Spot {
        let zone = self.zones.partition_point(|zone| zone.first_byte <= offset) - 1;
        let zone = self.zones[zone];
        let bytes = offset - zone.first_byte;
        let within = bytes % zone.track_bytes;
        Spot {
            track: zone.first_track + bytes / zone.track_bytes,
            angle_ns: (u128::from(within) * u128::from(self.rotation_ns) / u128::from(zone.track_bytes))
                as u64,
            track_bytes: zone.track_bytes,
        }
    }
}

/// The zones from the outside in, and the number of tracks.
fn zones(plan: &SimPlan, rotation_ns: u64) -> (Vec<Zone>, u64) {
    let (outer, inner) = (plan.disk.outer_bytes_per_s, plan.disk.inner_bytes_per_s);
    let track_bytes = |zone: u64| {
        let rate = (u128::from(outer) * u128::from(ZONES - 1 - zone) + u128::from(inner) * u128::from(zone))
            / u128::from(ZONES - 1);
        ((rate * u128::from(rotation_ns) / 1_000_000_000) as u64).max(1)
    };
    let round: u64 = (0..ZONES).map(track_bytes).sum();
    let tracks_each = plan.size_bytes.div_ceil(round).max(1);
    let mut first_byte = 0;
    let zones = (0..ZONES)
        .map(|zone| {
            let this = Zone {
                first_byte,
                first_track: zone * tracks_each,
                track_bytes: track_bytes(zone),
            };
            first_byte += this.track_bytes * tracks_each;
            this
        })
        .collect();
    (zones, tracks_each * ZONES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fiord_job::plan::DiskPlan;

    #[test]
    fn tracks_are_longer_outside() {
        let plan = SimPlan {
            size_bytes: 1 << 40,
            disk: DiskPlan::default(),
            ..SimPlan::default()
        };
        let disk = ArmDisk::new(&plan);
        let rate = |offset: u64| disk.spot(offset).track_bytes as f64 * 1e9 / disk.rotation_ns as f64;
        assert!((rate(0) / 200e6 - 1.0).abs() < 1e-6);
        assert!((rate((1 << 40) - 1) / 100e6 - 1.0).abs() < 1e-6);
        // Half of the tracks hold more than half of the bytes.
        assert!(disk.spot(1 << 39).track * 2 < disk.tracks);
        assert!(disk.spot((1 << 40) - 1).track < disk.tracks);
        assert_eq!(disk.seek_ns(0), 0);
        assert_eq!(disk.seek_ns(disk.tracks).div_ceil(10), 1_500_000);
    }
}
