use crate::case::trap::Subject;
use crate::traps::nomerges::Observed;

use crate::words::observation::Words;
use crate::words::phrases::device;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = device(subject);
        match self.nomerges {
            None => format!("{name}: nomerges"),
            Some(0) => format!("{name}: merges as usual"),
            Some(1) => format!("{name}: only simple merges (nomerges 1)"),
            Some(n) => format!("{name}: merging is off (nomerges {n})"),
        }
    }
}
