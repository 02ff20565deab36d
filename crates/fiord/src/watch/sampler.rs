//! One sample after the other, of devices that come and go.

use std::time::Instant;

use fiord_host::Root;
use fiord_host::cgroup::{self, Cgroups};
use fiord_host::disk_stats::{DiskStats, Extended};
use fiord_messages::{Lang, Sentence};
use fiord_report::documents::watch::Watch;
use fiord_report::documents::why::WaitCause;

use super::requests::TracedRequests;
use super::{DevicePlace, Recent, Snapshot, devices, measure};

/// What is watched, and what it did so far.
pub(crate) struct WatchSampler {
    root: Root,
    pid: Option<u32>,
    /// Whether devices that do nothing are shown.
    is_all: bool,
    /// Whether devices were named.
    is_asked: bool,
    /// Whether processes are looked at.
    looks: bool,
    /// Names of the devices for which `places` was made.
    known: Vec<String>,
    places: Vec<DevicePlace>,
    recent: Recent,
    before: Snapshot,
    /// The device whose requests are traced, or why they are not.
    traced: Option<(String, Result<TracedRequests, Sentence>)>,
}

impl WatchSampler {
    /// Begins with a look at the counters. Without places, all devices are watched, but of those only the ones that do something are shown
    /// unless all are asked for.
    pub(crate) fn begin(
        root: Root,
        pid: Option<u32>,
        places: Option<Vec<DevicePlace>>,
        is_all: bool,
        looks: bool,
    ) -> Self {
        let is_asked = places.is_some();
        Self {
            before: Snapshot::take(&root, pid, None, looks),
            root,
            pid,
            is_all: is_all || is_asked,
            is_asked,
            looks,
            known: Vec::new(),
            places: places.unwrap_or_default(),
            recent: Recent::default(),
            traced: None,
        }
    }

    /// Traces the requests of this device from now on, and of no other; why it does not.
    pub(crate) fn trace(&mut self, device: Option<&str>) -> Option<&Sentence> {
        let name = self.traced.as_ref().map(|(name, _)| name.as_str());
        if name != device {
            // The instance before goes first.
            self.traced = None;
            let disks = self.before.disks.iter();
            let found = device.and_then(|name| disks.clone().find(|disk| disk.name == name));
            self.traced = found.map(|disk| {
                let traced = TracedRequests::begin(&self.root, disk.number);
                (disk.name.clone(), traced)
            });
        }
        self.traced.as_ref()?.1.as_ref().err()
    }

    /// When the last sample ended.
    pub(crate) fn ended(&self) -> Instant {
        self.before.at
    }

    /// Looks at the counters.
    pub(crate) fn look(&self) -> Snapshot {
        Snapshot::take(&self.root, self.pid, Some(&self.before), self.looks)
    }

    /// Watches named devices that have gone, and what lay below, no more: their names, and whether any of those that were named is left.
    pub(crate) fn drop_gone(&mut self, now: &Snapshot) -> (Vec<String>, bool) {
        let (mut is_gone, mut gone) = (false, Vec::new());
        let root = &self.root;
        self.places.retain(|place| {
            if self.is_asked && place.depth == 0 {
                is_gone = devices::is_gone(root, &now.disks, &place.name);
                if is_gone {
                    gone.push(place.name.clone());
                }
            }
            !is_gone
        });
        (gone, !self.is_asked || !self.places.is_empty())
    }

    /// What happened since the last sample, with the busiest processes; `with_groups`: and their control groups.
    pub(crate) fn sample(&mut self, now: Snapshot, most: usize, with_groups: bool, lang: Lang) -> Watch {
        if !self.is_asked {
            self.find_devices(&now);
        }
        self.recent.add(&self.root, &now);
        let groups = match self.pid {
            Some(pid) => Cgroups::of(&self.root, pid),
            None => Cgroups::own(&self.root),
        };
        let mut sample = measure::sample(&self.before, &now, &self.places, self.pid, &groups);
        if let Some((name, Ok(traced))) = &mut self.traced {
            let ended = traced.ended();
            if let Some(row) = sample.devices.iter_mut().find(|row| row.device == *name) {
                row.request_latencies = ended;
            }
        }
        sample.busiest.truncate(most);
        sample.devices_named = self.is_asked;
        if with_groups {
            for process in &mut sample.busiest {
                process.group = cgroup::name(&self.root, process.pid);
            }
        }
        sample.causes = self.causes(lang);
        if !self.is_all {
            let all = sample.devices.len();
            sample.devices.retain(|row| row.counts != Extended::default());
            sample.idle = all - sample.devices.len();
        }
        self.before = now;
        sample
    }

    /// All devices, again when one came or went.
    fn find_devices(&mut self, now: &Snapshot) {
        let quiet = DiskStats::default();
        let used = now.disks.iter().filter(|device| device.stats != quiet);
        let names: Vec<String> = used.map(|device| device.name.clone()).collect();
        if names != self.known {
            self.places = devices::all(&self.root, &now.disks);
            self.known = names;
        }
    }

    /// Why tasks wait, by the last samples: for the devices that were asked for, or for all.
    pub(crate) fn causes(&mut self, lang: Lang) -> Vec<WaitCause> {
        let asked = self
            .places
            .iter()
            .filter(|place| self.is_asked && place.depth == 0);
        let only: Vec<String> = asked.map(|place| place.name.clone()).collect();
        let waits = self.recent.waits(&only);
        let causes = waits.causes.iter();
        causes.map(|cause| WaitCause::of(cause, lang)).collect()
    }
}
