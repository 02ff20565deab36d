use crate::case::trap::Subject;
use crate::traps::depth_not_reached::{DeviceQueue, Observed};
use fiord_record::number::{Count, short};

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Room {
                asked_depth,
                queue_depth,
            } => format!(
                "iodepth × numjobs is {}, and the device's queue holds {} requests",
                Count(*asked_depth),
                Count(*queue_depth)
            ),
            Observed::InFlight {
                achieved_depth,
                asked_depth,
                by_the_job,
                queue,
                ..
            } => {
                let in_flight = format!(
                    "{} of {} I/Os were in flight on average",
                    short(*achieved_depth),
                    short(*asked_depth)
                );
                match queue {
                    None => in_flight,
                    Some(queue) if *by_the_job => format!("{in_flight}; {}", held(queue)),
                    Some(queue) => format!(
                        "{in_flight}, but {}: the others waited before or after it",
                        held(queue)
                    ),
                }
            }
        }
    }

    fn advice(&self) -> Option<String> {
        let grew = matches!(self, Observed::InFlight { grew: true, .. });
        grew.then(|| {
            "write the file before (`fiord prepare FILE --size …`): writes that make a file longer are done one after the other".to_owned()
        })
    }
}

fn held(queue: &DeviceQueue) -> String {
    format!(
        "the queue of {} held {} while it was busy, {} over all",
        queue.devices.join(", "),
        short(queue.device_depth_busy),
        short(queue.device_depth)
    )
}
