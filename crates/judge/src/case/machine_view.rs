//! The machine as checks look at it: its facts before anything runs.

use std::time::Duration;

use fiord_host::Machine;
use fiord_host::look::Activity;
use fiord_host::stack::{Layer, LayerKind};

use crate::case::case::Case;

/// What is known of a machine before anything runs.
#[derive(Debug, Clone, Copy)]
pub struct MachineView<'a> {
    /// How it is made and set.
    pub machine: &'a Machine,
    /// What it did over a short look; `None`: nobody looked.
    pub activity: Option<&'a Activity>,
    /// Median of a few direct 4 KiB reads per disk; of disks that could be read.
    pub read_latency: &'a [(String, Duration)],
}

/// What a check is about; the sections of doctor's page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Area {
    /// A disk, its queue and its health.
    Disk,
    /// The layers between file and disk.
    Stack,
    FileSystem,
    /// Memory, dirty pages, swap.
    Memory,
    /// Processors and clock.
    Processor,
    /// Kernel, hypervisor, limits.
    System,
    /// What happens on the machine at this moment.
    Now,
}

impl Area {
    /// The word in documents and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Area::Disk => "disk",
            Area::Stack => "stack",
            Area::FileSystem => "file system",
            Area::Memory => "memory",
            Area::Processor => "processor",
            Area::System => "system",
            Area::Now => "now",
        }
    }
}

impl<'a> MachineView<'a> {
    /// The machine of a record; `None` where nobody looked at it.
    pub fn of(case: &Case<'a>) -> Option<Self> {
        let before = &case.record.before;
        Some(Self {
            machine: before.machine.as_ref()?,
            activity: before.activity.as_ref(),
            read_latency: &before.read_latency,
        })
    }

    /// Layers with a queue of their own, each once.
    pub fn queues(&self) -> Vec<&'a Layer> {
        let mut out: Vec<&Layer> = Vec::new();
        for (_, layer) in self.machine.stack.layers() {
            if layer.queue.is_some() && out.iter().all(|l| l.name != layer.name) {
                out.push(layer);
            }
        }
        out
    }

    /// Of them those that are no combination of others: disks, loop devices, compressed memory.
    pub fn disks(&self) -> Vec<&'a Layer> {
        let own = |l: &&Layer| {
            matches!(
                l.kind,
                LayerKind::Disk(_) | LayerKind::Loop { .. } | LayerKind::Zram { .. }
            )
        };
        self.queues().into_iter().filter(own).collect()
    }

    /// The uppermost layers with a queue: those that a file's read-ahead comes from.
    pub fn heads(&self) -> Vec<&'a Layer> {
        fn collect<'a>(layer: &'a Layer, out: &mut Vec<&'a Layer>) {
            if layer.queue.is_some() {
                if out.iter().all(|l| l.name != layer.name) {
                    out.push(layer);
                }
            } else {
                layer.below.iter().for_each(|below| collect(below, out));
            }
        }
        let mut out = Vec::new();
        if let Some(top) = &self.machine.stack.top {
            collect(top, &mut out);
        }
        out
    }

    /// Median latency of a few direct reads of a disk.
    pub fn latency_of(&self, device: &str) -> Option<Duration> {
        let found = self.read_latency.iter().find(|(name, _)| name == device);
        found.map(|(_, median)| *median)
    }
}
