//! `block-size`: blocks or partitions that do not line up with the medium.

use crate::case::MachineView;
use crate::case::machine_view::real_disks;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::words::phrases::device_name;
use crate::{Checked, State, Subject};
use fiord_host::stack::{Layer, LayerKind};
use fiord_messages::Lang;
use fiord_messages::traps::block_size as messages;
use fiord_record::number::Bytes;
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
    why: Observed::why,
    advice: Observed::advice,
    ..Trap::new(
        Family::Machine,
        "kernel: ABI/stable/sysfs-block",
        &[Symptom::IopsTooLow, Symptom::LatencyTooHigh, Symptom::JobEnds],
        Observed::saw,
    )
};

/// Units and starts of a disk or partition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Unknown,
    Blocks {
        logical_bytes: u64,
        physical_bytes: Option<u64>,
    },
    /// The disk does not start on a physical block.
    Misaligned {
        alignment_offset_bytes: i64,
    },
    Zoned {
        model: String,
    },
    ReadOnly,
    Partition {
        start_bytes: u64,
        physical_bytes: u64,
    },
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let mut out: Vec<Checked> = machine.disks().into_iter().flat_map(units).collect();
    let read_only = real_disks(machine).filter(|(_, disk)| disk.read_only == Some(true));
    out.extend(
        read_only
            .map(|(layer, _)| Checked::new(State::Care, Subject::device(&layer.name), Observed::ReadOnly)),
    );
    out.extend(partitions(machine));
    out
}

fn units(layer: &Layer) -> Vec<Checked> {
    let Some(queue) = &layer.queue else {
        return Vec::new();
    };
    let mut out = Vec::new();
    let mut add = |state, observed| out.push(Checked::new(state, Subject::device(&layer.name), observed));
    match (queue.logical_block_size, queue.physical_block_size) {
        (Some(logical_bytes), physical_bytes) => {
            let emulates = physical_bytes.is_some_and(|bytes| bytes > logical_bytes);
            add(
                if emulates { State::Note } else { State::Fine },
                Observed::Blocks {
                    logical_bytes,
                    physical_bytes,
                },
            );
        }
        (None, _) => add(State::Unknown, Observed::Unknown),
    }
    if let Some(alignment_offset_bytes) = queue.alignment_offset.filter(|off| *off != 0) {
        add(
            State::Care,
            Observed::Misaligned {
                alignment_offset_bytes,
            },
        );
    }
    if let Some(model) = queue.zoned.clone().filter(|zoned| zoned != "none") {
        add(State::Care, Observed::Zoned { model });
    }
    out
}

/// Partitions, and whether they start on a physical block.
fn partitions(machine: &MachineView<'_>) -> Vec<Checked> {
    let mut out = Vec::new();
    for (_, layer) in machine.machine.stack.layers() {
        let LayerKind::Partition {
            start_bytes: Some(start_bytes),
            ..
        } = layer.kind
        else {
            continue;
        };
        let queue = layer.below.first().and_then(|disk| disk.queue.as_ref());
        let unit = queue.and_then(|queue| queue.physical_block_size);
        let physical_bytes = unit.unwrap_or(4096).max(512);
        let observed = Observed::Partition {
            start_bytes,
            physical_bytes,
        };
        let state = match start_bytes % physical_bytes {
            0 => State::Fine,
            _ => State::Care,
        };
        out.push(Checked::new(state, Subject::device(&layer.name), observed));
    }
    out
}

/// The sentences of `block-size`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let device = &device_name(subject, lang);
        match self {
            Observed::Unknown => messages::Unknown { device }.text(lang),
            Observed::Blocks {
                logical_bytes,
                physical_bytes,
            } => {
                let logical = &Bytes(*logical_bytes);
                match physical_bytes {
                    Some(physical) if physical > logical_bytes => messages::BlocksEmulated {
                        device,
                        logical,
                        physical: &Bytes(*physical),
                    }
                    .text(lang),
                    Some(_) => messages::Blocks { device, logical }.text(lang),
                    None => messages::BlocksLogical { device, logical }.text(lang),
                }
            }
            Observed::Misaligned {
                alignment_offset_bytes: offset,
            } => messages::Misaligned { device, offset }.text(lang),
            Observed::Zoned { model } => messages::Zoned { device, model }.text(lang),
            Observed::ReadOnly => messages::ReadOnly { device }.text(lang),
            Observed::Partition {
                start_bytes: start,
                physical_bytes,
            } if start % physical_bytes != 0 => messages::PartitionMisaligned {
                device,
                start,
                physical: &Bytes(*physical_bytes),
            }
            .text(lang),
            Observed::Partition { start_bytes, .. } => {
                let start = &Bytes(*start_bytes);
                messages::Partition { device, start }.text(lang)
            }
        }
    }

    fn why(&self, lang: Lang) -> Option<String> {
        let why = match self {
            Observed::Zoned { .. } => messages::why_zoned(lang),
            Observed::ReadOnly => messages::why_read_only(lang),
            _ => return None,
        };
        Some(why.to_owned())
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        let advice = match self {
            Observed::Blocks {
                physical_bytes: Some(physical),
                ..
            } => return Some(messages::AdviceBlocks { physical }.text(lang)),
            Observed::Zoned { .. } => messages::advice_zoned(lang),
            Observed::ReadOnly => messages::advice_read_only(lang),
            Observed::Partition { .. } => messages::advice_partition(lang),
            _ => return None,
        };
        Some(advice.to_owned())
    }
}
