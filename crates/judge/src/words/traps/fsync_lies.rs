use crate::case::trap::Subject;
use crate::traps::fsync_lies::Observed;
use fiord_record::number::{Nanos, plural};

use crate::words::names::devices;
use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let names = devices(&self.leaves);
        let meanwhile = if self.in_memory {
            format!("{names} is memory and forgets everything")
        } else {
            format!("{names} was flushed {}", plural(self.flushes, "time"))
        };
        format!(
            "half of {} took less than {}; {meanwhile}",
            plural(self.syncs, "sync"),
            Nanos(self.sync_p50_ns)
        )
    }
}
