//! `scheduler`: an I/O scheduler between the job and the disk.

use crate::case::MachineView;
use crate::case::machine_view::{can_rotate, change, each_queue};
use crate::topics;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::words::phrases::device_name;
use crate::{Checked, State, Subject};
use fiord_host::block::Queue;
use fiord_host::changes::{Change, Setting};
use fiord_host::stack::{Layer, LayerKind};
use fiord_messages::Lang;
use fiord_messages::traps::scheduler as messages;
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
    topics: &[&topics::IO_SCHEDULERS],
    ..Trap::new(
        Family::Machine,
        "kernel: block/switching-sched.rst",
        &[
            Symptom::IopsTooLow,
            Symptom::LatencyTooHigh,
            Symptom::OtherSetting,
        ],
        Observed::saw,
    )
};

/// The scheduler of one queue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Unknown,
    /// Requests go straight to the device.
    Straight,
    /// Usual for a disk with a moving head.
    OnRotating {
        scheduler: String,
    },
    Between {
        scheduler: String,
        /// `None`: this kernel offers no `none`.
        change: Option<Change>,
    },
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    each_queue(machine.queues(), judge)
}

fn judge(layer: &Layer, queue: &Queue) -> Option<(State, Observed)> {
    let combines = matches!(
        layer.kind,
        LayerKind::Mapped(_) | LayerKind::Md(_) | LayerKind::Bcache { .. }
    );
    match queue.scheduler.clone() {
        None => (!combines).then_some((State::Unknown, Observed::Unknown)),
        Some(name) if name == "none" => (!combines).then_some((State::Fine, Observed::Straight)),
        Some(scheduler) if can_rotate(layer) && queue.rotational == Some(true) && scheduler != "bfq" => {
            Some((State::Note, Observed::OnRotating { scheduler }))
        }
        Some(scheduler) => {
            let offers_none = queue.schedulers.iter().any(|name| name == "none");
            let change = offers_none.then(|| change(&layer.name, Setting::Scheduler, "none"));
            Some((State::Care, Observed::Between { scheduler, change }))
        }
    }
}

impl Observed {
    fn change(&self) -> Option<&Change> {
        match self {
            Observed::Between { change, .. } => change.as_ref(),
            _ => None,
        }
    }
}

/// The sentences of `scheduler`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let device = &device_name(subject, lang);
        match self {
            Observed::Unknown => messages::Unknown { device }.text(lang),
            Observed::Straight => messages::Straight { device }.text(lang),
            Observed::OnRotating { scheduler } | Observed::Between { scheduler, .. } => {
                messages::WithScheduler { device, scheduler }.text(lang)
            }
        }
    }

    fn why(&self, lang: Lang) -> Option<String> {
        let rotates = matches!(self, Observed::OnRotating { .. });
        rotates.then(|| messages::why_on_rotating(lang).to_owned())
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        let rotates = matches!(self, Observed::OnRotating { .. });
        rotates.then(|| messages::advice_on_rotating(lang).to_owned())
    }
}
