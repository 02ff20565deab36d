//! How long the requests of one device take, from the kernel's tracepoints. It is traced only while the screen shows it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use fiord_host::Root;
use fiord_host::trace::{Event, EventKind, Instance, TraceTarget};
use fiord_messages::Sentence;
use fiord_stats::Coarse;

/// Room for the events of a second on each processor: some 100,000 requests.
const BUFFER_KIB: u32 = 16 << 10;
/// Requests without an end that are kept.
const MOST_OPEN: usize = 1 << 16;

/// A device whose requests are traced.
pub(super) struct TracedRequests {
    instance: Instance,
    events: Vec<Event>,
    open: OpenRequests,
    lost: Option<u64>,
}

/// When requests were given to the driver, by their first sector.
#[derive(Debug, Default)]
struct OpenRequests(HashMap<u64, u64>);

impl TracedRequests {
    /// Begins to trace.
    ///
    /// # Errors
    /// Why the kernel does not.
    pub(super) fn begin(root: &Root, disk: (u32, u32)) -> Result<Self, Sentence> {
        let target = TraceTarget {
            disks: vec![disk],
            file_systems: Vec::new(),
            kinds: vec![EventKind::Issue, EventKind::Requeue, EventKind::Complete],
            buffer_kib: BUFFER_KIB,
        };
        let instance = Instance::create(root, &target)?;
        instance.switch(true).map_err(|why| Sentence::from(&why))?;
        Ok(Self {
            lost: instance.lost(),
            instance,
            events: Vec::new(),
            open: OpenRequests::default(),
        })
    }

    /// The requests that ended since the last call, by class of latency; none for a time in which the kernel lost events.
    pub(super) fn ended(&mut self) -> Vec<(u64, u32)> {
        self.events.clear();
        let odd = self.instance.drain(&mut self.events);
        let lost = self.instance.lost();
        if !matches!(odd, Ok(0)) || lost != self.lost {
            self.lost = lost;
            self.open = OpenRequests::default();
            return Vec::new();
        }
        self.events.sort_by_key(|event| event.time_ns);
        self.open.ended(&self.events)
    }
}

impl OpenRequests {
    /// Of events in the order of time.
    fn ended(&mut self, events: &[Event]) -> Vec<(u64, u32)> {
        let mut counts = Coarse::default();
        for event in events {
            match (event.kind, self.0.entry(event.at)) {
                // A flush has no sectors, and no place by which its end is known.
                _ if event.len == 0 => {}
                (EventKind::Issue, entry) => {
                    entry.insert_entry(event.time_ns);
                }
                (EventKind::Complete, Entry::Occupied(begun)) => {
                    let ns = event.time_ns.saturating_sub(begun.remove());
                    counts.counts[Coarse::class_of(ns)] += 1;
                }
                (_, Entry::Occupied(begun)) => {
                    begun.remove();
                }
                (_, Entry::Vacant(_)) => {}
            }
        }
        if self.0.len() > MOST_OPEN {
            self.0.clear();
        }
        counts.filled()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn event(kind: EventKind, time_us: u64, at: u64, len: u64) -> Event {
        Event {
            time_ns: time_us * 1000,
            pid: 1,
            kind,
            dev: 7 << 20,
            ino: 0,
            at,
            len,
            split_at: 0,
            ddir: Some(0),
            failed: false,
        }
    }

    #[test]
    fn a_request_takes_from_its_issue_to_its_end_also_over_two_looks() {
        use EventKind::{Complete, Issue, Requeue};
        let mut open = OpenRequests::default();
        let first = [
            event(Issue, 0, 8, 8),
            event(Issue, 10, 64, 8),
            event(Issue, 15, 128, 8),
            event(Issue, 18, 0, 0),
            event(Complete, 20, 0, 0),
            event(Requeue, 30, 128, 8),
            // Began before the trace.
            event(Complete, 40, 256, 8),
            event(Complete, 100, 8, 8),
        ];
        let class = |ns| Coarse::least_ns(Coarse::class_of(ns));
        assert_eq!(open.ended(&first), [(class(100_000), 1)]);
        let second = [
            event(Issue, 900, 128, 8),
            event(Complete, 1_010, 64, 8),
            event(Complete, 1_020, 128, 8),
        ];
        assert_eq!(open.ended(&second), [(class(120_000), 1), (class(1_000_000), 1)]);
        assert!(open.0.is_empty());
    }

    #[test]
    fn each_request_of_a_device_is_seen_once_and_those_of_others_are_not() {
        use fiord_testbed::{Loop, or_skip};
        let device = or_skip!("loop", Loop::direct(4));
        let other = or_skip!("loop", Loop::direct(4));
        let number = device.number();
        let (major, minor) = number.split_once(':').unwrap();
        let disk = (major.parse().unwrap(), minor.parse().unwrap());
        let traced = TracedRequests::begin(&Root::system(), disk).map_err(|why| why.to_string());
        let mut traced = or_skip!("tracefs", traced);
        for (device, blocks) in [(&device, 100), (&other, 50)] {
            let from = format!("if={}", device.path().display());
            let count = format!("count={blocks}");
            let read = std::process::Command::new("dd")
                .args([&from, &count])
                .args(["of=/dev/null", "bs=4k", "iflag=direct", "status=none"])
                .status();
            assert!(read.unwrap().success());
        }
        let ended: u32 = traced.ended().iter().map(|(_, requests)| requests).sum();
        assert_eq!(ended, 100);
        assert_eq!(traced.ended(), []);
    }
}
