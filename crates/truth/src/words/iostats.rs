use super::phrases::device;
use crate::trap::{Subject, Words};
use crate::traps::iostats::Observed;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = device(subject);
        match self {
            Observed::Counts => format!("{name}: counts"),
            Observed::CountsAlways => format!("{name}: counts, whatever queue/iostats says"),
            Observed::CountsNothing => format!("{name}: iostats 0"),
        }
    }
}
