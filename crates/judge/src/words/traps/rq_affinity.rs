use crate::case::trap::Subject;
use crate::traps::rq_affinity::Observed;

use crate::words::observation::Words;
use crate::words::phrases::device;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = device(subject);
        match self.rq_affinity {
            0 => format!("{name}: rq_affinity 0"),
            n => format!("{name}: {n}"),
        }
    }
}
