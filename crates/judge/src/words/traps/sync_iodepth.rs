use crate::case::trap::Subject;
use crate::traps::sync_iodepth::Observed;
use fiord_record::number::{plural, short};

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Planned {
                engine,
                iodepth,
                real_depth,
            } => {
                let really = match real_depth {
                    1 => "one I/O is in flight".to_owned(),
                    workers => format!(
                        "each worker has one I/O in flight, {} in all",
                        plural(u64::from(*workers), "I/O")
                    ),
                };
                format!("iodepth={iodepth} with ioengine={}: {really}", engine.name())
            }
            Observed::Held {
                engine,
                iodepth,
                achieved_depth,
            } => format!(
                "{} held {} I/O in flight per worker; iodepth={iodepth} did nothing",
                engine.name(),
                short(*achieved_depth)
            ),
        }
    }
}
