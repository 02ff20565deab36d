use crate::case::trap::Subject;
use crate::traps::wbt::Observed;
use fiord_record::number::Micros;

use crate::words::observation::Words;
use crate::words::phrases::device;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = device(subject);
        match u64::try_from(self.target_us) {
            Ok(us @ 1..) => format!("{name}: write-back throttling aims at {}", Micros(us)),
            _ => format!("{name}: off"),
        }
    }
}
