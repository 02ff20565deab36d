use crate::case::trap::Subject;
use crate::traps::health::Observed;
use fiord_record::number::plural;

use crate::words::observation::Words;
use crate::words::phrases::{critical_warnings, device};

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = device(subject);
        match self {
            Observed::Temperature {
                temperature_c,
                warning_c,
            } => {
                let warns = warning_c.map_or_else(String::new, |c| format!(", warns at {c:.0} °C"));
                format!("{name}: {temperature_c:.0} °C{warns}")
            }
            Observed::Wear {
                critical_warning,
                life_used_percent,
                available_spare_percent,
                media_errors,
            } => {
                let state =
                    format!("{life_used_percent} % of its life used, {available_spare_percent} % spare");
                match (critical_warnings(*critical_warning), media_errors) {
                    (raised, _) if !raised.is_empty() => {
                        format!("{name}: critical warning: {}; {state}", raised.join(", "))
                    }
                    (_, errors @ 1..) => format!("{name}: {}; {state}", plural(*errors, "media error")),
                    _ => format!("{name}: {state}"),
                }
            }
            Observed::NoSmartLog => format!("{name}: SMART log"),
            Observed::AskSmartctl => format!("{name}: SMART (see smartctl -x)"),
        }
    }

    fn why(&self) -> Option<String> {
        match self {
            Observed::NoSmartLog => {
                Some("reading it needs root, and some virtual disks have none".to_owned())
            }
            Observed::Temperature {
                temperature_c,
                warning_c: Some(warning),
            } if temperature_c < warning => {
                Some("near its warning: a long test makes the disk slow itself down".to_owned())
            }
            _ => None,
        }
    }
}
