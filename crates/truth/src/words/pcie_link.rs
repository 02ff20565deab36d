use super::phrases::device;
use crate::trap::{Subject, Words};
use crate::traps::pcie_link::Observed;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let (name, link) = (device(subject), &self.link);
        match self.missed() {
            Some(best) => format!("{name}: link {link} of {best}"),
            None => format!("{name}: {link}"),
        }
    }
}
