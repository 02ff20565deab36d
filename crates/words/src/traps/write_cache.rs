use fiord_case::trap::Subject;
use fiord_truth::traps::write_cache::Observed;

use crate::observation::Words;
use crate::phrases::device;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = device(subject);
        let fua = match self.fua {
            Some(true) => ", FUA",
            Some(false) => ", no FUA",
            None => "",
        };
        match self.mode.as_deref() {
            None => format!("{name}: write cache"),
            Some("write back") => format!("{name}: write back{fua}"),
            Some(mode) => format!("{name}: {mode}{fua}; a flush costs nothing or is ignored"),
        }
    }
}
