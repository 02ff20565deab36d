use crate::case::trap::Subject;
use crate::traps::io_poll::Observed;

use crate::words::observation::Words;
use crate::words::phrases::device;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = device(subject);
        match (self.io_poll, self.poll_queues) {
            (_, Some(0)) => format!("{name}: the driver has no poll queues"),
            (Some(false), _) => format!("{name}: io_poll 0"),
            (Some(true), _) => format!("{name}: can be polled"),
            (None, _) => format!("{name}: io_poll"),
        }
    }
}
