use crate::case::trap::Subject;
use crate::traps::write_amplification::Observed;
use fiord_record::number::{Bytes, short};

use crate::words::names::devices;
use crate::words::observation::Words;

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
