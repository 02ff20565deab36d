use crate::case::trap::Subject;
use crate::traps::failed::Observed;
use fiord_record::number::plural;

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self.all_workers {
            1 => format!("the worker failed: {}", self.error),
            all => format!(
                "{} of {} failed: {}",
                self.workers,
                plural(all as u64, "worker"),
                self.error
            ),
        }
    }
}
