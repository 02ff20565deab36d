use crate::case::trap::Subject;
use crate::traps::write_cache::Observed;

use crate::words::observation::Words;
use crate::words::phrases::device;

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
