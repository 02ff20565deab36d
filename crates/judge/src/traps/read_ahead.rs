//! `read-ahead`: buffered reads fetch more than was asked for.

use crate::case::MachineView;
use crate::case::machine_view::{change, each_queue};
use crate::topics;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::words::phrases::device_name;
use crate::{Checked, State, Subject};
use fiord_host::changes::{Change, Setting};
use fiord_messages::Lang;
use fiord_messages::traps::read_ahead as messages;
use fiord_record::number::short;
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
    topics: &[&topics::READ_AHEAD],
    ..Trap::new(
        Family::Machine,
        "kernel: ABI/stable/sysfs-block",
        &[Symptom::IopsTooHigh, Symptom::Contradiction],
        Observed::saw,
    )
};

/// What the kernel gives a disk that asks for nothing (`VM_READAHEAD_PAGES` in `linux/mm.h`).
pub const DEFAULT_KB: u64 = 128;

/// The read-ahead of a device, or of the files on a mount without one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub read_ahead_kb: Option<u64>,
    pub judged: ReadAheadSetting,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ReadAheadSetting {
    Unknown,
    /// Of files on a mount: no device's queue is visible.
    OfMount,
    Usual,
    Off,
    /// Twice the size that the device prefers: the kernel sets this itself (`blk_apply_bdi_limits`).
    ByStripe,
    Large {
        change: Change,
    },
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let checked = each_queue(machine.heads(), |layer, queue| {
        let by_stripe = |kib: u64| {
            let optimal = queue.optimal_io_size;
            optimal.is_some_and(|bytes| bytes > 0 && kib == 2 * bytes / 1024)
        };
        let (state, judged) = match queue.read_ahead_kb {
            None => (State::Unknown, ReadAheadSetting::Unknown),
            Some(0) => (State::Note, ReadAheadSetting::Off),
            Some(kib) if kib <= DEFAULT_KB => (State::Fine, ReadAheadSetting::Usual),
            Some(kib) if by_stripe(kib) => (State::Note, ReadAheadSetting::ByStripe),
            Some(_) => {
                let change = change(&layer.name, Setting::ReadAheadKb, "128");
                (State::Care, ReadAheadSetting::Large { change })
            }
        };
        let read_ahead_kb = queue.read_ahead_kb;
        Some((
            state,
            Observed {
                read_ahead_kb,
                judged,
            },
        ))
    });
    if checked.is_empty() {
        return of_mount(machine).into_iter().collect();
    }
    checked
}

fn of_mount(machine: &MachineView<'_>) -> Option<Checked> {
    let kib = machine.machine.stack.file_system()?.read_ahead_kb?;
    let state = if kib > DEFAULT_KB {
        State::Note
    } else {
        State::Fine
    };
    let observed = Observed {
        read_ahead_kb: Some(kib),
        judged: ReadAheadSetting::OfMount,
    };
    Some(Checked::new(state, Subject::whole(), observed))
}

impl Observed {
    fn change(&self) -> Option<&Change> {
        match &self.judged {
            ReadAheadSetting::Large { change } => Some(change),
            _ => None,
        }
    }
}

/// The sentences of `read-ahead`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let device = &device_name(subject, lang);
        let kib = &self.read_ahead_kb.unwrap_or_default();
        match &self.judged {
            ReadAheadSetting::Unknown => messages::Unknown { device }.text(lang),
            ReadAheadSetting::OfMount => messages::OfMount { kib }.text(lang),
            ReadAheadSetting::Usual => messages::Usual { device, kib }.text(lang),
            ReadAheadSetting::Off => messages::Off { device }.text(lang),
            ReadAheadSetting::ByStripe => messages::ByStripe { device, kib }.text(lang),
            ReadAheadSetting::Large { .. } => messages::Large {
                device,
                kib,
                times: &short(*kib as f64 / DEFAULT_KB as f64),
            }
            .text(lang),
        }
    }

    fn why(&self, lang: Lang) -> Option<String> {
        let is_off = self.judged == ReadAheadSetting::Off;
        is_off.then(|| messages::why_off(lang).to_owned())
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        match &self.judged {
            ReadAheadSetting::Off => {
                let default = &DEFAULT_KB;
                Some(messages::AdviceOff { default }.text(lang))
            }
            ReadAheadSetting::ByStripe => Some(messages::advice_by_stripe(lang).to_owned()),
            ReadAheadSetting::OfMount => Some(messages::advice_of_mount(lang).to_owned()),
            ReadAheadSetting::Unknown | ReadAheadSetting::Usual | ReadAheadSetting::Large { .. } => None,
        }
    }
}
