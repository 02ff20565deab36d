use crate::case::trap::Subject;
use crate::traps::memory_device::Observed;

use crate::words::names::devices;
use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        format!(
            "{} is memory shown as a disk; no disk took part",
            devices(&self.leaves)
        )
    }
}
