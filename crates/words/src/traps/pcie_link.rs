use fiord_case::trap::Subject;
use fiord_truth::traps::pcie_link::Observed;

use crate::observation::Words;
use crate::phrases::device;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let (name, link) = (device(subject), &self.link);
        match self.missed() {
            Some(best) => format!("{name}: link {link} of {best}"),
            None => format!("{name}: {link}"),
        }
    }
}
