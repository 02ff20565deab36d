use crate::case::trap::Subject;
use crate::traps::gtod_reduce::Observed;

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Reduced => "gtod_reduce=1: no latencies are taken, and no percentiles".to_owned(),
            Observed::Disabled { options } => format!("{}: that latency is not taken", options.join(", ")),
            Observed::Unrecorded => "no completion latency was recorded".to_owned(),
        }
    }
}
