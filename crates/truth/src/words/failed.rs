use fiord_record::number::plural;

use crate::trap::{Subject, Words};
use crate::traps::failed::Observed;

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
