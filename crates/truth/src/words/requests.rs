use fiord_record::number::{Bytes, Count, short};

use crate::trap::{Subject, Words};
use crate::traps::requests::Observed;
use crate::words::names::devices;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let how = if self.split {
            format!("each was split into {} on average", short(self.factor))
        } else {
            format!("{} were merged into one on average", short(self.factor))
        };
        format!(
            "{} {}s reached {} as {} requests of {}: {how}",
            Count(self.issued_ios),
            self.ddir.name(),
            devices(&self.devices),
            Count(self.device_ios),
            Bytes(self.request_bytes)
        )
    }
}
