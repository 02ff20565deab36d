use fiord_case::trap::Subject;
use fiord_record::number::Micros;
use fiord_truth::traps::wbt::Observed;

use crate::observation::Words;
use crate::phrases::device;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = device(subject);
        match u64::try_from(self.target_us) {
            Ok(us @ 1..) => format!("{name}: write-back throttling aims at {}", Micros(us)),
            _ => format!("{name}: off"),
        }
    }
}
