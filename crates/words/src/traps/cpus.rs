use fiord_case::trap::Subject;
use fiord_record::number::plural;
use fiord_truth::traps::cpus::Observed;

use crate::observation::Words;

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
