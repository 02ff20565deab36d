use crate::case::trap::Subject;
use crate::traps::aio_buffered::Observed;
use fiord_record::number::{Nanos, Share};

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Planned { iodepth, .. } => format!(
                "ioengine=libaio with direct=0: iodepth={iodepth} becomes one I/O at a time, done inside the submit call"
            ),
            Observed::InSubmit {
                slat_mean_ns,
                in_submit_percent,
            } => format!(
                "the workers spent {} of their time inside submit, {} per call: it waited for the data",
                Share(in_submit_percent / 100.0),
                Nanos(*slat_mean_ns)
            ),
        }
    }
}
