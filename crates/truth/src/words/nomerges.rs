use super::phrases::device;
use crate::trap::{Subject, Words};
use crate::traps::nomerges::Observed;

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
