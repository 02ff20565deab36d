use crate::case::trap::Subject;
use crate::traps::same_file_readers::Observed;

use crate::words::observation::Words;
use crate::words::overlap;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        match self {
            Observed::Clones(clones) => overlap::clones(clones, "read"),
            Observed::Met(together) => overlap::together(together, "read", subject),
        }
    }
}
