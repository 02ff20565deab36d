use crate::case::trap::Subject;
use crate::traps::ignored_option::Observed;

use crate::words::idle::reason;
use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        format!("`{}` has no effect here: {}", self.option(), reason(self))
    }
}
