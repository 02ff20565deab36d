use fiord_case::trap::Subject;
use fiord_truth::traps::compression::Observed;

use crate::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        format!("{} is compressed with {}", self.mount.display(), self.algorithm)
    }
}
