//! `block-size`: blocks or partitions that do not line up with the medium.

use crate::case::job_view::JobView;
use crate::case::machine_view::real_disks;
use crate::case::planned::issues;
use crate::case::{Case, MachineView};
use crate::correct::edit::Edit;
use crate::topics;
use crate::trap::{Area, Check, Family, Fix, Judgement, Stage, Symptom, Text, Trap, per_disk_job};
use crate::traps::unaligned_direct::{align, all_sizes, places};
use crate::words::phrases::device_name;
use crate::{Checked, Finding, Severity, State, Subject, When};
use fiord_host::stack::{Layer, LayerKind, Stack};
use fiord_job::plan::{Ddir, JobPlan};
use fiord_messages::Lang;
use fiord_messages::traps::block_size as messages;
use fiord_record::number::Bytes;
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[],
        judge: plan,
    }),
    fix: Some(Fix {
        stage: Stage::Units,
        least: Severity::Care,
        apply: correct,
    }),
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
    topics: &[&topics::BLOCK_SIZE],
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
    /// A partition, or the part of a file that a loop device shows.
    Partition {
        start_bytes: u64,
        physical_bytes: u64,
        #[serde(default)]
        is_loop: bool,
    },
    /// Before a run: writes that cover parts of physical blocks of the subject.
    Parts {
        /// The first of the job's block sizes that does not fit; of blocks that do, what their places are multiples of.
        block_bytes: u64,
        is_place: bool,
        physical_bytes: u64,
    },
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_disk_job(case, |view| {
        let job = view.job;
        if !job.durability.direct || !issues(job, Ddir::Write) {
            return Vec::new();
        }
        let mut found: Vec<Finding> = Vec::new();
        for stack in view.targets.iter().filter_map(|target| target.stack.as_ref()) {
            let parts = emulated(stack).and_then(|(disk, physical_bytes)| {
                let (block_bytes, is_place) = misfit(job, physical_bytes)?;
                let observed = Observed::Parts {
                    block_bytes,
                    is_place,
                    physical_bytes,
                };
                Some((Subject::device(&disk.name), observed))
            });
            let started = starts(stack)
                .into_iter()
                .filter(|(_, observed)| is_misaligned(observed));
            for (subject, observed) in parts.into_iter().chain(started) {
                let one = Finding::new(When::Plan, Severity::Care, subject, observed);
                if !found.contains(&one) {
                    found.push(one);
                }
            }
        }
        found
    })
}

/// The disk with the largest physical blocks of those that take smaller ones, and their size.
fn emulated(stack: &Stack) -> Option<(&Layer, u64)> {
    let disks = stack.leaves().into_iter().filter_map(|disk| {
        let queue = disk.queue.as_ref()?;
        let physical = queue.physical_block_size?;
        (physical > queue.logical_block_size?).then_some((disk, physical))
    });
    disks.max_by_key(|(_, physical)| *physical)
}

/// A block size of the job's writes that covers parts of such blocks, or what their places are multiples of.
fn misfit(job: &JobPlan, physical: u64) -> Option<(u64, bool)> {
    let sizes = all_sizes(&job.access.block_size[Ddir::Write]);
    let odd = sizes.into_iter().find(|bytes| bytes % physical != 0);
    let misplaced = || places(job).into_iter().find(|bytes| bytes % physical != 0);
    odd.map(|bytes| (bytes, false))
        .or_else(|| Some((misplaced()?, true)))
}

/// The places move; another block size would be another job.
fn correct(edit: &mut Edit<'_>, view: &JobView<'_>, observed: &Observed) {
    if let Observed::Parts {
        is_place: true,
        physical_bytes,
        ..
    } = observed
    {
        align(edit, view, *physical_bytes);
    }
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
    let all = starts(&machine.machine.stack).into_iter();
    let check = |(subject, observed)| {
        let state = if is_misaligned(&observed) {
            State::Care
        } else {
            State::Fine
        };
        Checked::new(state, subject, observed)
    };
    all.map(check).collect()
}

fn is_misaligned(observed: &Observed) -> bool {
    matches!(observed, Observed::Partition { start_bytes, physical_bytes, .. } if start_bytes % physical_bytes != 0)
}

/// Where partitions begin, and loop devices that do not show their file from its start.
fn starts(stack: &Stack) -> Vec<(Subject, Observed)> {
    let mut out = Vec::new();
    for (_, layer) in stack.layers() {
        let start_bytes = match layer.kind {
            LayerKind::Partition { start_bytes, .. } => start_bytes,
            LayerKind::Loop { offset_bytes, .. } => offset_bytes.filter(|bytes| *bytes > 0),
            _ => None,
        };
        let below = layer.below.iter().filter_map(physical_block).max();
        let (Some(start_bytes), Some(physical_bytes)) = (start_bytes, below) else {
            continue;
        };
        let observed = Observed::Partition {
            start_bytes,
            physical_bytes,
            is_loop: matches!(layer.kind, LayerKind::Loop { .. }),
        };
        out.push((Subject::device(&layer.name), observed));
    }
    out
}

/// The physical block of the uppermost devices of a stack.
fn physical_block(layer: &Layer) -> Option<u64> {
    let own = layer.queue.as_ref().and_then(|queue| queue.physical_block_size);
    own.or_else(|| layer.below.iter().filter_map(physical_block).max())
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
                ..
            } if start % physical_bytes != 0 => messages::PartitionMisaligned {
                device,
                start,
                physical: &Bytes(*physical_bytes),
            }
            .text(lang),
            Observed::Parts {
                block_bytes: bytes,
                is_place,
                physical_bytes,
            } => {
                let physical = &Bytes(*physical_bytes);
                if *is_place {
                    messages::Places {
                        device,
                        bytes,
                        physical,
                    }
                    .text(lang)
                } else {
                    messages::Parts {
                        device,
                        bytes,
                        physical,
                    }
                    .text(lang)
                }
            }
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
            Observed::Partition {
                is_loop: true,
                physical_bytes: physical,
                ..
            } => {
                let physical = &Bytes(*physical);
                return Some(messages::AdviceLoop { physical }.text(lang));
            }
            Observed::Partition { .. } => messages::advice_partition(lang),
            Observed::Parts { is_place: true, .. } => messages::advice_places(lang),
            _ => return None,
        };
        Some(advice.to_owned())
    }
}
