use crate::case::trap::Subject;
use crate::traps::mixed_medium::Observed;
use fiord_record::number::{Nanos, Share};

use crate::words::observation::Words;

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
