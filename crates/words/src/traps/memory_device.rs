use fiord_case::trap::Subject;
use fiord_truth::traps::memory_device::Observed;

use crate::names::devices;
use crate::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        format!(
            "{} is memory shown as a disk; no disk took part",
            devices(&self.leaves)
        )
    }
}
