use crate::case::trap::Subject;
use crate::traps::pcie_link::Observed;

use crate::words::observation::Words;
use crate::words::phrases::device;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let (name, link) = (device(subject), &self.link);
        match self.missed() {
            Some(best) => format!("{name}: link {link} of {best}"),
            None => format!("{name}: {link}"),
        }
    }
}
