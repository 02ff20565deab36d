use fiord_case::trap::Subject;
use fiord_truth::traps::iostats::Observed;

use crate::observation::Words;
use crate::phrases::device;

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
