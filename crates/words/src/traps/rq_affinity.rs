use fiord_case::trap::Subject;
use fiord_truth::traps::rq_affinity::Observed;

use crate::observation::Words;
use crate::phrases::device;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = device(subject);
        match self.rq_affinity {
            0 => format!("{name}: rq_affinity 0"),
            n => format!("{name}: {n}"),
        }
    }
}
