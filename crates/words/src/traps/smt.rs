use fiord_case::trap::Subject;
use fiord_truth::traps::smt::Observed;

use crate::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let saw = match self.smt_active {
            Some(true) => "SMT is active",
            Some(false) => "no threads share a core, as far as the kernel sees",
            None => "not readable",
        };
        saw.to_owned()
    }
}
