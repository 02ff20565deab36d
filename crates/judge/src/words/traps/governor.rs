use crate::case::trap::Subject;
use crate::traps::governor::Observed;

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Unknown => "not readable".to_owned(),
            Observed::HostDecides => "the host decides".to_owned(),
            Observed::Governors { names, driver } => {
                let driver = driver
                    .as_ref()
                    .map_or_else(String::new, |driver| format!(" ({driver})"));
                match names.iter().all(|name| name == "performance") {
                    true => format!("performance{driver}"),
                    false => format!("governor {}{driver}", names.join(", ")),
                }
            }
        }
    }
}
