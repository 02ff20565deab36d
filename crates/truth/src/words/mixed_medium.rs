use fiord_record::number::{Nanos, Share};

use crate::trap::{Subject, Words};
use crate::traps::mixed_medium::Observed;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        format!(
            "{} of the {}s took about {}, the others about {}",
            Share(self.fast_percent / 100.0),
            self.ddir.name(),
            Nanos(self.fast_ns),
            Nanos(self.slow_ns)
        )
    }
}
