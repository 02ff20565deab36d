use super::phrases::device;
use crate::trap::{Subject, Words};
use crate::traps::rq_affinity::Observed;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = device(subject);
        match self.rq_affinity {
            0 => format!("{name}: rq_affinity 0"),
            n => format!("{name}: {n}"),
        }
    }
}
