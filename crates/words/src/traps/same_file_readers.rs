use fiord_case::trap::Subject;
use fiord_truth::traps::same_file_readers::Observed;

use crate::observation::Words;
use crate::overlap;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        match self {
            Observed::Clones(clones) => overlap::clones(clones, "read"),
            Observed::Met(together) => overlap::together(together, "read", subject),
        }
    }
}
