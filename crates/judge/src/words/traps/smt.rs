use crate::case::trap::Subject;
use crate::traps::smt::Observed;

use crate::words::observation::Words;

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
