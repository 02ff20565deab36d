//! The last samples, from which causes of waiting are judged.

use std::collections::VecDeque;

use fiord_host::Root;
use fiord_host::look::Glance;
use fiord_host::tasks::TaskSnapshot;
use fiord_host::waits::{Facts, Sample};
use fiord_judge::waiting::Waits;

use super::Snapshot;

/// Intervals over which causes are judged.
const INTERVALS: usize = 10;

/// Samples in the order of time, and facts of what they name.
#[derive(Debug, Default)]
pub(crate) struct Recent {
    samples: VecDeque<Sample>,
    facts: Facts,
    added: usize,
    /// Devices whose facts are known.
    devices: Vec<String>,
}

impl Recent {
    /// Adds a snapshot that has a look at the tasks.
    pub(crate) fn add(&mut self, root: &Root, snapshot: &Snapshot) {
        if let (Some(glance), Some(look)) = (&snapshot.glance, &snapshot.look) {
            self.push(root, glance.clone(), vec![look.clone()]);
            while self.samples.len() > INTERVALS + 1 {
                self.samples.pop_front();
            }
        }
    }

    /// Adds counters, and the looks since those before.
    pub(crate) fn push(&mut self, root: &Root, glance: Glance, looks: Vec<TaskSnapshot>) {
        // Limits and files change while processes run.
        if self.added.is_multiple_of(INTERVALS) {
            self.facts.processes.clear();
            self.devices.clear();
            for sample in &self.samples {
                self.facts.add_waiting(root, &sample.looks);
            }
        }
        self.added += 1;
        self.facts.add_waiting(root, &looks);
        let busy = self.busy(&glance);
        if !busy.iter().all(|name| self.devices.contains(name)) {
            self.devices.extend(busy);
            self.devices.sort();
            self.devices.dedup();
            self.facts.see_devices(root, &self.devices);
        }
        self.samples
            .push_back(Sample::take(root, glance, looks, &self.facts));
    }

    /// Devices that did something since the first sample, or have something in flight.
    fn busy(&self, now: &Glance) -> Vec<String> {
        let first = self.samples.front().map(|sample| sample.glance.disks());
        let was = |name: &str| {
            first?
                .iter()
                .find(|device| device.name == name)
                .map(|device| device.stats)
        };
        let devices = now.disks().iter().filter(|device| {
            let did = was(&device.name).is_some_and(|then| then != device.stats);
            did || device.stats.in_flight > 0
        });
        devices.map(|device| device.name.clone()).collect()
    }

    /// What the samples say of waiting; with `only`, of processes that have files on these devices.
    pub(crate) fn waits(&mut self, only: &[String]) -> Waits {
        Waits::of(self.samples.make_contiguous(), &self.facts, only)
    }

    /// Processes that waited and whose I/O is not visible.
    pub(crate) fn hidden_processes(&self) -> u64 {
        let Some(last) = self.samples.back() else { return 0 };
        let seen = |pid: &u32| last.glance.processes().iter().any(|process| process.pid == *pid);
        let waited = self.facts.processes.keys();
        waited.filter(|pid| !seen(pid) && is_there(**pid)).count() as u64
    }
}

fn is_there(pid: u32) -> bool {
    Root::system().proc(pid.to_string()).exists()
}
