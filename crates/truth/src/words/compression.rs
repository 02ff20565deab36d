use crate::trap::{Subject, Words};
use crate::traps::compression::Observed;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        format!("{} is compressed with {}", self.mount.display(), self.algorithm)
    }
}
