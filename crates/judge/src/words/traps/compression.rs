use crate::case::trap::Subject;
use crate::traps::compression::Observed;

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        format!("{} is compressed with {}", self.mount.display(), self.algorithm)
    }
}
