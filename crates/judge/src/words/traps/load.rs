use crate::case::trap::Subject;
use crate::traps::load::Observed;
use fiord_record::number::{plural, short};

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Unknown => "not readable".to_owned(),
            Observed::Steal { steal_percent, now } => {
                let when = if *now { "now" } else { "since boot" };
                format!(
                    "the hypervisor took {} % of the processor time ({when})",
                    short(*steal_percent)
                )
            }
            Observed::NoSteal => "no processor time is stolen".to_owned(),
            Observed::Busy { cpu_busy_percent } => format!("processors are {cpu_busy_percent:.0} % busy"),
            Observed::Average { load, online } => format!(
                "load {} on {}",
                short(*load),
                plural(u64::from(*online), "processor")
            ),
        }
    }
}
