//! `small-file`: a target too small to show the disk.

use crate::case::Case;
use crate::case::job_view::{JobView, warm_options};
use crate::case::planned::{is_about_syncs, reaches_disk, stays_in_first_file};
use crate::correct::amount::{LARGE_BYTES, at_least, beyond_memory, is_made};
use crate::correct::duration::by_the_clock;
use crate::correct::edit::Edit;
use crate::topics;
use crate::trap::{Family, Fix, Judgement, Need, Stage, Symptom, Text, Trap, once_per_disk_job};
use crate::{Finding, Severity, Subject};
use fiord_job::plan::{Amount, PlanPart};
use fiord_messages::Lang;
use fiord_messages::traps::small_file as messages;
use fiord_record::number::{Bytes, Share};
use fiord_record::{FileKind, TargetFacts};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[Need::Plan(PlanPart::Target)],
        judge: plan,
    }),
    fix: Some(Fix {
        stage: Stage::Amount,
        least: Severity::Care,
        apply: larger,
    }),
    advice: Observed::advice,
    topics: &[&topics::PAGE_CACHE],
    ..Trap::new(
        Family::Target,
        "szstonelee, SSDInternal (24 GB)",
        &[Symptom::IopsTooHigh, Symptom::LatencyTooLow],
        Observed::saw,
    )
};

/// The bytes that the job touches, and what they are small against.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// Through the page cache.
    OfMemory {
        target_bytes: u64,
        memory_bytes: u64,
        /// Expected of a skewed distribution.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        estimated: bool,
        /// Expected of a walk that its runtime ends.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_time: bool,
    },
    OfDevice {
        target_bytes: u64,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        estimated: bool,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_time: bool,
        /// The first disk at the bottom.
        device_bytes: Option<u64>,
    },
}

/// A walk that any cache on the way can hold.
const SHORT_WALK_BYTES: u64 = 1 << 30;

/// Bytes that the job comes by. A short walk stays at the beginning of its region, so that every run reads the same.
fn touched(view: &JobView<'_>) -> Option<u64> {
    let planned = &view.planned;
    let is_short = planned.total_bytes.is_none_or(|bytes| bytes < SHORT_WALK_BYTES);
    let is_spread = if view.job.access.mode.is_random() {
        !planned.is_skewed && !stays_in_first_file(view.job)
    } else {
        !is_short
    };
    if is_spread {
        planned.footprint_bytes
    } else {
        planned.touched_bytes
    }
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    once_per_disk_job(case, judge)
}

fn judge(view: &JobView<'_>) -> Option<(Severity, Observed)> {
    let target_bytes = touched(view)?;
    // How far a walk comes in its time depends on the disk.
    let by_time = view.planned.unlimited
        && !view.job.access.mode.is_random()
        && view.planned.footprint_bytes.is_some_and(|all| target_bytes < all);
    if !reaches_disk(view.job) {
        let memory_bytes = view.case.machine()?.memory.total_bytes?;
        let is_small = target_bytes < memory_bytes.saturating_mul(2);
        let observed = Observed::OfMemory {
            target_bytes,
            memory_bytes,
            estimated: view.planned.is_skewed,
            by_time,
        };
        return is_small.then_some((Severity::Care, observed));
    }
    // The sync is what is measured, and it costs the same on a file of any size.
    if is_about_syncs(view.job) {
        return None;
    }
    // A loop device is smaller than the disk below it.
    let size = |target: &&TargetFacts| match target.kind {
        FileKind::Block => target.size_bytes,
        _ => target.leaves().first().and_then(|leaf| leaf.size_bytes),
    };
    let device_bytes = view.targets.first().and_then(size);
    let is_small_part = device_bytes.is_some_and(|device| target_bytes < device / 100);
    if target_bytes >= LARGE_BYTES && !is_small_part {
        return None;
    }
    let is_cacheable = target_bytes < LARGE_BYTES && view.is_virtual();
    let severity = if target_bytes < 1 << 30 || is_cacheable {
        Severity::Care
    } else {
        Severity::Note
    };
    let observed = Observed::OfDevice {
        target_bytes,
        device_bytes,
        estimated: view.planned.is_skewed,
        by_time,
    };
    Some((severity, observed))
}

/// The whole file where a part was asked for; more than memory for buffered I/O.
fn larger(edit: &mut Edit<'_>, view: &JobView<'_>, _: &Observed) {
    // A job that asks for what is in memory needs no more than fits there.
    if warm_options(view.job).next().is_some() {
        return;
    }
    let all_there = view.targets.iter().all(|target| target.exists());
    let there = view.there_bytes();
    let from_start = matches!(view.job.access.offset, Amount::Bytes(0) | Amount::Percent(0));
    let wider = all_there
        && from_start
        && !view.job.files.append
        && view.planned.region_bytes.is_some_and(|region| there > region);
    let random = view.job.access.mode.is_random();
    if !random && view.planned.passes.is_some_and(|passes| passes < 1.0) {
        // A walk goes through all of it.
        edit.remove("io_size");
        edit.remove("number_ios");
    }
    if view.job.durability.direct && wider && edit.value("offset_increment").is_none() {
        if random
            && edit.value("io_size").is_none()
            && !view.planned.unlimited
            && let Some(size) = edit.value("size")
        {
            edit.set("io_size", &size);
        }
        edit.remove("size");
    } else if is_made(view) {
        if reaches_disk(view.job) {
            at_least(edit, view, LARGE_BYTES);
            // A rate, pauses and loops would make a long job of it.
            if edit.changed && (view.job.pace.is_held_back() || view.job.control.loops > 1) {
                by_the_clock(edit, view);
            }
        } else {
            beyond_memory(edit, view);
        }
    }
}

/// The sentences of `small-file`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let size = match self {
            Observed::OfMemory {
                target_bytes,
                memory_bytes,
                estimated: true,
                ..
            } => {
                return messages::TouchedOfMemory {
                    touched: &Bytes(*target_bytes),
                    memory: &Bytes(*memory_bytes),
                }
                .text(lang);
            }
            Observed::OfMemory {
                target_bytes,
                memory_bytes,
                estimated: false,
                ..
            } => messages::OfMemory {
                target: &Bytes(*target_bytes),
                memory: &Bytes(*memory_bytes),
            }
            .text(lang),
            Observed::OfDevice {
                target_bytes,
                device_bytes: Some(device_bytes @ 1..),
                ..
            } => messages::OfDeviceShare {
                target: &Bytes(*target_bytes),
                share: &Share(*target_bytes as f64 / *device_bytes as f64),
            }
            .text(lang),
            Observed::OfDevice { target_bytes, .. } => messages::OfDevice {
                target: &Bytes(*target_bytes),
            }
            .text(lang),
        };
        let estimated = match self {
            _ if self.is_estimated() => Some(messages::estimated(lang).to_owned()),
            Observed::OfMemory { by_time: true, .. } | Observed::OfDevice { by_time: true, .. } => {
                Some(messages::estimated_walk(lang).to_owned())
            }
            _ => None,
        };
        lang.sentences(&std::iter::once(size).chain(estimated).collect::<Vec<_>>())
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        self.is_estimated()
            .then(|| messages::advice_skewed(lang).to_owned())
    }

    fn is_estimated(&self) -> bool {
        match self {
            Observed::OfMemory { estimated, .. } | Observed::OfDevice { estimated, .. } => *estimated,
        }
    }
}
