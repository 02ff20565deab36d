use crate::trap::{Subject, Words};
use crate::traps::ignored_option::Observed;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        format!("`{}` has no effect here: {}", self.option(), self.reason())
    }
}
