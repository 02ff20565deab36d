//! `rotational`: the kernel treats a disk as rotating that does not rotate.

use crate::case::MachineView;
use crate::case::machine_view::{bottom_queues, can_rotate, change, each_queue};
use crate::topics;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::words::phrases::device_name;
use crate::{Checked, State, Subject};
use fiord_host::block::Queue;
use fiord_host::changes::{Change, Setting};
use fiord_host::disk::Transport;
use fiord_host::stack::{Layer, LayerKind};
use fiord_messages::traps::rotational as messages;
use fiord_messages::{Fixed, Lang};
use fiord_record::number::Micros;
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    machine: Some(Check {
        text: Text {
            title: messages::machine_title,
            why: messages::machine_why,
            advice: messages::machine_advice,
            example: messages::machine_example,
        },
        area: Area::Disk,
        check,
    }),
    change: Observed::change,
    why: Observed::why,
    advice: Observed::advice,
    topics: &[&topics::SEQUENTIAL_RANDOM],
    ..Trap::new(
        Family::Machine,
        "kernel: ABI/stable/sysfs-block",
        &[Symptom::IopsTooLow, Symptom::RunsDiffer],
        Observed::saw,
    )
};

/// A rotating disk needs milliseconds to move its head; slower than this a few reads look like one.
const ROTATES_FROM_US: f64 = 3000.0;
/// Faster than this they do not.
const ROTATES_NOT_BELOW_US: f64 = 1000.0;

/// The kernel's assumption about the disk, and the latency of a few direct reads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub rotational: Option<bool>,
    /// Median of a few direct reads of 4 KiB; `None`: not measured.
    pub read_latency_us: Option<f64>,
    pub judged: Rotation,
}

/// What latency and kind of the device say of the kernel's assumption.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Rotation {
    Unknown,
    /// Nothing contradicts it.
    Agrees,
    /// The disk below it rotates.
    AsBelow,
    /// Slow for a disk without a moving head.
    SlowWithoutHead,
    /// Fast for a disk that may have a moving head.
    FastForHead,
    /// Slow, of a kind that cannot show whether it rotates.
    SlowAndUnclear,
    /// Of a kind that does not rotate, or that cannot show it, and not slow.
    DoesNotRotate {
        kind: Medium,
        change: Change,
    },
}

/// What kind of device cannot show whether it rotates.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Medium {
    Disk(Transport),
    Loop,
    Memory,
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    each_queue(machine.disks(), |layer, queue| {
        let latency = machine.latency_of(&layer.name);
        Some(judge(
            layer,
            queue,
            latency.map(|latency| latency.as_nanos() as f64 / 1e3),
        ))
    })
}

fn judge(layer: &Layer, queue: &Queue, latency_us: Option<f64>) -> (State, Observed) {
    let slow = latency_us.is_some_and(|us| us > ROTATES_FROM_US);
    let fast = latency_us.is_some_and(|us| us < ROTATES_NOT_BELOW_US);
    let below_rotates = || {
        let mut below = layer.below.iter().flat_map(bottom_queues);
        below.any(|queue| queue.rotational == Some(true))
    };
    let (state, judged) = match queue.rotational {
        None => (State::Unknown, Rotation::Unknown),
        Some(false) if slow => (State::Note, Rotation::SlowWithoutHead),
        Some(false) => (State::Fine, Rotation::Agrees),
        Some(true) if below_rotates() => (State::Fine, Rotation::AsBelow),
        Some(true) if can_rotate(layer) && fast => (State::Note, Rotation::FastForHead),
        Some(true) if can_rotate(layer) => (State::Fine, Rotation::Agrees),
        Some(true) if slow => (State::Note, Rotation::SlowAndUnclear),
        Some(true) => {
            let kind = match &layer.kind {
                LayerKind::Disk(disk) => Medium::Disk(disk.transport),
                LayerKind::Loop { .. } => Medium::Loop,
                _ => Medium::Memory,
            };
            let change = change(&layer.name, Setting::Rotational, "0");
            (State::Care, Rotation::DoesNotRotate { kind, change })
        }
    };
    let observed = Observed {
        rotational: queue.rotational,
        read_latency_us: latency_us,
        judged,
    };
    (state, observed)
}

impl Observed {
    fn change(&self) -> Option<&Change> {
        match &self.judged {
            Rotation::DoesNotRotate { change, .. } => Some(change),
            _ => None,
        }
    }
}

/// The sentences of `rotational`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let device = &device_name(subject, lang);
        let flag = &u8::from(self.rotational == Some(true));
        let latency = self.read_latency_us.map(|us| Micros(us as u64));
        match (&self.judged, &latency) {
            (Rotation::Unknown, _) => messages::Unknown { device }.text(lang),
            (Rotation::AsBelow, _) => messages::AsBelow { device }.text(lang),
            (Rotation::DoesNotRotate { kind, .. }, None) => match kind {
                Medium::Disk(transport) => messages::NotDetectedByDisk {
                    device,
                    transport: &transport.name(),
                }
                .text(lang),
                Medium::Loop => messages::NotDetectedByLoopDevice { device }.text(lang),
                Medium::Memory => messages::NotDetectedByMemory { device }.text(lang),
            },
            (Rotation::Agrees | Rotation::SlowAndUnclear, Some(latency)) => messages::FlagAndLatency {
                device,
                flag,
                latency,
            }
            .text(lang),
            (_, Some(latency)) => messages::Contradicted {
                device,
                flag,
                latency,
            }
            .text(lang),
            (_, None) => messages::Flag { device, flag }.text(lang),
        }
    }

    fn why(&self, lang: Lang) -> Option<String> {
        let why: Fixed = match self.judged {
            Rotation::SlowWithoutHead => messages::why_slow_without_head,
            Rotation::FastForHead => messages::why_fast_for_head,
            Rotation::SlowAndUnclear => messages::why_slow_and_unclear,
            _ => return None,
        };
        Some(why(lang).to_owned())
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        let advice: Fixed = match self.judged {
            Rotation::SlowWithoutHead => messages::advice_slow_without_head,
            Rotation::SlowAndUnclear => messages::advice_slow_and_unclear,
            _ => return None,
        };
        Some(advice(lang).to_owned())
    }
}
