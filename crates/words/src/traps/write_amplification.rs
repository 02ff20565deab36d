use fiord_case::trap::Subject;
use fiord_record::number::{Bytes, short};
use fiord_truth::traps::write_amplification::Observed;

use crate::names::devices;
use crate::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        format!(
            "{} wrote {} for {} issued ({} times as much)",
            devices(&self.leaves),
            Bytes(self.device_bytes),
            Bytes(self.issued_bytes),
            short(self.factor)
        )
    }
}
