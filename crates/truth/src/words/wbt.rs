use fiord_record::number::Micros;

use super::phrases::device;
use crate::trap::{Subject, Words};
use crate::traps::wbt::Observed;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = device(subject);
        match u64::try_from(self.target_us) {
            Ok(us @ 1..) => format!("{name}: write-back throttling aims at {}", Micros(us)),
            _ => format!("{name}: off"),
        }
    }
}
