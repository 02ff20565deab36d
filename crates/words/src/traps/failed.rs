use fiord_case::trap::Subject;
use fiord_record::number::plural;
use fiord_truth::traps::failed::Observed;

use crate::observation::Words;

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
