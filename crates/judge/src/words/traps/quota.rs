use crate::case::trap::Subject;
use crate::traps::quota::Observed;

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let mount = self.mount.display();
        if self.options.is_empty() {
            format!("{mount}: none by its mount options")
        } else {
            let options = self.options.join(", ");
            format!("{mount} is mounted with {options}; how much is left is unknown")
        }
    }
}
