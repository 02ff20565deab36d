use crate::case::trap::Subject;
use crate::traps::stale_file::Observed;
use fiord_record::number::{Bytes, plural};

use crate::words::names::thing;
use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let first = thing(subject);
        let (more, exist, are) = match self.existing_files {
            0 | 1 => (String::new(), "exists", "is"),
            files => (format!(" and {} more", plural(files - 1, "file")), "exist", "are"),
        };
        format!(
            "{first}{more} {exist} already ({}) and {are} overwritten in place",
            Bytes(self.existing_bytes)
        )
    }
}
