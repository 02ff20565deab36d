//! `health`: the disk is hot, worn or failing.

use crate::case::MachineView;
use crate::case::machine_view::real_disks;
use crate::topics;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::words::phrases::{critical_warning_names, device_name};
use crate::{Checked, State, Subject};
use fiord_host::disk::Transport;
use fiord_host::health::{Health, NvmeSmart};
use fiord_messages::Lang;
use fiord_messages::traps::health as messages;
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
    topics: &[&topics::WEAR_LEVELLING],
    ..Trap::new(
        Family::Machine,
        "NVM Express Base Specification, SMART / Health Information",
        &[Symptom::IopsTooLow, Symptom::LatencyTooHigh, Symptom::Unsteady],
        Observed::saw,
    )
};

/// Below its warning by less than this, a long test reaches it.
const NEAR_WARNING_MILLIC: i64 = 10_000;

/// What a disk says of its state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Temperature {
        temperature_c: f64,
        warning_c: Option<f64>,
    },
    /// From the SMART log.
    Wear {
        /// Bits of the critical warning as NVM Express numbers them.
        critical_warning: u8,
        life_used_percent: u8,
        available_spare_percent: u8,
        media_errors: u64,
    },
    /// An NVMe disk whose log could not be read.
    NoSmartLog,
    /// A disk that keeps its state where only `smartctl` reads it.
    AskSmartctl,
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let mut out = Vec::new();
    for (name, health) in &machine.machine.health {
        let disk = real_disks(machine).find(|(layer, _)| layer.name == *name);
        let seen = [
            temperature(health),
            wear(health, disk.map(|(_, disk)| disk.transport)),
        ];
        for (state, observed) in seen.into_iter().flatten() {
            out.push(Checked::new(state, Subject::device(name), observed));
        }
    }
    out
}

fn temperature(health: &Health) -> Option<(State, Observed)> {
    let now = health.temperature_millic?;
    let warns = health.temperature_warning_millic;
    let state = match warns {
        Some(limit) if now >= limit => State::Wrong,
        Some(limit) if now + NEAR_WARNING_MILLIC >= limit => State::Care,
        _ => State::Fine,
    };
    let degrees = |millic: i64| millic as f64 / 1000.0;
    let observed = Observed::Temperature {
        temperature_c: degrees(now),
        warning_c: warns.map(degrees),
    };
    Some((state, observed))
}

fn wear(health: &Health, transport: Option<Transport>) -> Option<(State, Observed)> {
    match (&health.nvme, transport) {
        (Some(smart), _) => Some(of_log(smart)),
        (None, Some(Transport::Nvme)) => Some((State::Unknown, Observed::NoSmartLog)),
        (None, Some(Transport::Sata | Transport::Sas)) => Some((State::Unknown, Observed::AskSmartctl)),
        _ => None,
    }
}

fn of_log(smart: &NvmeSmart) -> (State, Observed) {
    let spent = smart.percentage_used >= 100 || smart.available_spare_percent < smart.spare_threshold_percent;
    let state = if smart.critical_warning != 0 {
        State::Wrong
    } else if spent {
        State::Care
    } else if smart.media_errors > 0 {
        State::Note
    } else {
        State::Fine
    };
    let observed = Observed::Wear {
        critical_warning: smart.critical_warning,
        life_used_percent: smart.percentage_used,
        available_spare_percent: smart.available_spare_percent,
        media_errors: smart.media_errors,
    };
    (state, observed)
}

/// The sentences of `health`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let device = &device_name(subject, lang);
        match self {
            Observed::Temperature {
                temperature_c,
                warning_c,
            } => {
                let temperature = &format!("{temperature_c:.0}");
                match warning_c {
                    Some(warning) => messages::TemperatureWarning {
                        device,
                        temperature,
                        warning: &format!("{warning:.0}"),
                    }
                    .text(lang),
                    None => messages::Temperature { device, temperature }.text(lang),
                }
            }
            Observed::Wear {
                critical_warning,
                life_used_percent,
                available_spare_percent,
                media_errors,
            } => {
                let mut sentences = Vec::new();
                let raised = critical_warning_names(*critical_warning, lang);
                if !raised.is_empty() {
                    let warnings = &lang.list(&raised);
                    sentences.push(messages::CriticalWarning { device, warnings }.text(lang));
                } else if *media_errors > 0 {
                    let errors = *media_errors;
                    sentences.push(messages::MediaErrors { device, errors }.text(lang));
                }
                let wear = messages::Wear {
                    device,
                    used: life_used_percent,
                    spare: available_spare_percent,
                };
                sentences.push(wear.text(lang));
                lang.sentences(&sentences)
            }
            Observed::NoSmartLog => messages::NoSmartLog { device }.text(lang),
            Observed::AskSmartctl => messages::AskSmartctl { device }.text(lang),
        }
    }

    fn why(&self, lang: Lang) -> Option<String> {
        match self {
            Observed::NoSmartLog => Some(messages::why_no_smart_log(lang).to_owned()),
            Observed::Temperature {
                temperature_c,
                warning_c: Some(warning),
            } if temperature_c < warning => Some(messages::why_below_warning(lang).to_owned()),
            _ => None,
        }
    }
}
