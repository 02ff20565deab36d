use crate::case::trap::Subject;
use crate::traps::iostats::Observed;

use crate::words::observation::Words;
use crate::words::phrases::device;

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
