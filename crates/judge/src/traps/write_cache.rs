//! `write-cache`: the disk has a volatile write cache, or is taken for one that has none.

use crate::case::machine_view::each_queue;
use crate::case::planned::{self, issues};
use crate::case::{Case, MachineView};
use crate::topics;
use crate::trap::{Area, Check, Family, Judgement, Symptom, Text, Trap, per_disk_job};
use crate::words::phrases::device_name;
use crate::{Checked, Finding, Severity, State, Subject, When};
use fiord_host::stack::{Layer, LayerKind, Stack};
use fiord_job::plan::Ddir;
use fiord_messages::Lang;
use fiord_messages::traps::write_cache as messages;
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
    why: |observed, lang| {
        observed
            .is_overridden
            .then(|| messages::plan_why(lang).to_owned())
    },
    advice: |observed, lang| {
        observed
            .is_overridden
            .then(|| messages::plan_advice(lang).to_owned())
    },
    topics: &[&topics::POWER_LOSS_PROTECTION],
    ..Trap::new(
        Family::Durability,
        "kernel: block/writeback_cache_control.rst",
        &[Symptom::IopsTooHigh, Symptom::LatencyTooLow],
        Observed::saw,
    )
};

/// The cache as the kernel knows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    /// `write back` or `write through`.
    pub mode: Option<String>,
    /// Whether the device takes writes that bypass its cache.
    pub fua: Option<bool>,
    /// The device has a volatile cache, and the mode was set to `write through`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_overridden: bool,
}

/// Whether somebody told the kernel that a device with a volatile cache has none.
fn is_overridden(layer: &Layer) -> bool {
    let Some(queue) = &layer.queue else { return false };
    let is_volatile = match layer.kind {
        // It has the cache of its file.
        LayerKind::Loop { .. } => true,
        _ => queue.cache_type.as_deref() == Some("write back"),
    };
    is_volatile && queue.write_cache.as_deref() == Some("write through")
}

/// The layer of these that gets no flushes although it has a volatile cache.
fn overridden<'s>(stacks: impl Iterator<Item = &'s Stack>) -> Option<&'s Layer> {
    let mut layers = stacks.flat_map(Stack::layers);
    layers.find_map(|(_, layer)| is_overridden(layer).then_some(layer))
}

/// Whether syncs of a job do not reach the medium because of that.
pub fn keeps_flushes(case: &Case<'_>, job: usize) -> bool {
    overridden(case.targets(job).filter_map(|target| target.stack.as_ref())).is_some()
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_disk_job(case, |view| {
        let how = &view.job.durability;
        let syncs = planned::syncs_as_it_goes(view.job) || how.syncs_at_end();
        let stacks = view.targets.iter().filter_map(|target| target.stack.as_ref());
        let found = overridden(stacks).filter(|_| syncs && issues(view.job, Ddir::Write));
        let finding = |layer: &Layer| {
            let subject = Subject::device(&layer.name);
            Finding::new(When::Plan, Severity::Care, subject, Observed::of(layer))
        };
        found.map(finding).into_iter().collect()
    })
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    each_queue(machine.disks(), |layer, queue| {
        let state = match queue.write_cache.as_deref() {
            None => State::Unknown,
            Some("write back") => State::Note,
            Some(_) if is_overridden(layer) => State::Care,
            Some(_) => State::Fine,
        };
        Some((state, Observed::of(layer)))
    })
}

/// The sentences of `write-cache`.
impl Observed {
    fn of(layer: &Layer) -> Self {
        let queue = layer.queue.as_ref();
        Self {
            mode: queue.and_then(|queue| queue.write_cache.clone()),
            fua: queue.and_then(|queue| queue.fua),
            is_overridden: is_overridden(layer),
        }
    }

    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let device = &device_name(subject, lang);
        let cache = match &self.mode {
            None => return messages::Unknown { device }.text(lang),
            Some(mode) if mode == "write back" => messages::WriteBack { device }.text(lang),
            Some(_) if self.is_overridden => return messages::Overridden { device }.text(lang),
            Some(mode) => messages::NoWriteBack { mode, device }.text(lang),
        };
        let fua = self
            .fua
            .map(|fua| if fua { messages::fua } else { messages::no_fua });
        let mut sentences = vec![cache];
        sentences.extend(fua.map(|fua| fua(lang).to_owned()));
        lang.sentences(&sentences)
    }
}
