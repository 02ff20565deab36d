use crate::case::trap::Subject;
use crate::traps::nr_requests::Observed;
use fiord_record::number::plural;

use crate::words::observation::Words;
use crate::words::phrases::device;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = device(subject);
        let queues = self.hardware_queues.map_or_else(String::new, |n| {
            format!(" in {}", plural(u64::from(n), "hardware queue"))
        });
        match (self.small_device(), self.nr_requests, self.device_depth) {
            (Some(depth), _, _) => format!(
                "{name}: the device takes {}{queues}",
                plural(u64::from(depth), "request")
            ),
            (None, Some(n), _) => format!("{name}: {}{queues}", plural(n, "request")),
            (None, None, Some(depth)) => {
                format!("{name}: {} at the device", plural(u64::from(depth), "request"))
            }
            (None, None, None) => format!("{name}: nr_requests"),
        }
    }

    fn advice(&self) -> Option<String> {
        self.small_device().map(|depth| {
            format!("keep iodepth × numjobs at or below {depth}, or expect the rest to wait in the kernel")
        })
    }
}
