use fiord_case::trap::Subject;
use fiord_truth::traps::ignored_option::Observed;

use crate::idle::reason;
use crate::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        format!("`{}` has no effect here: {}", self.option(), reason(self))
    }
}
