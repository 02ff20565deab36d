use crate::case::trap::Subject;
use crate::traps::cpus::Observed;
use fiord_record::number::plural;

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let Some(online) = self.online else {
            return "not readable".to_owned();
        };
        let processors = plural(u64::from(online), "processor");
        match (self.fewer(), &self.model) {
            (Some(allowed), _) => format!("{allowed} of {processors} may be used"),
            (None, Some(model)) => format!("{processors}, {model}"),
            (None, None) => processors,
        }
    }
}
