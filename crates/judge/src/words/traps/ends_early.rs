use crate::case::trap::Subject;
use crate::traps::ends_early::Observed;
use fiord_record::number::{About, Bytes, Count, Micros, short};

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::NoRuntime => {
                "time_based without a runtime: it has no effect, and the job ends when the size is done"
                    .to_owned()
            }
            Observed::Planned {
                runtime_s,
                total_bytes,
                slow_s,
                never: true,
                ..
            } => format!(
                "runtime={} s without time_based is never reached: {} take about {} even at 100 MB/s and 2 ms per I/O",
                short(*runtime_s),
                Bytes(*total_bytes),
                About(*slow_s)
            ),
            Observed::Planned {
                runtime_s,
                total_bytes,
                rate_bytes_s,
                rate_iops,
                ..
            } => format!(
                "runtime={} s without time_based: at more than {}/s ({} IOPS) {} are done before that",
                short(*runtime_s),
                Bytes(*rate_bytes_s as u64),
                Count(*rate_iops as u64),
                Bytes(*total_bytes)
            ),
            Observed::Ended {
                asked_s, runtime_s, ..
            } => format!(
                "it was to run {} s and ended after {}, when its size was done",
                short(*asked_s),
                Micros((runtime_s * 1e6).round() as u64)
            ),
        }
    }

    fn advice(&self) -> Option<String> {
        let wears_out = match self {
            Observed::Planned { wears_out, .. } | Observed::Ended { wears_out, .. } => *wears_out,
            Observed::NoRuntime => false,
        };
        wears_out.then(|| {
            "give a size that is not done before the deadline, so that the clock ends it; --wear-out takes no time_based"
                .to_owned()
        })
    }
}
