use crate::case::trap::Subject;
use crate::traps::stalls::Observed;
use fiord_record::number::{Nanos, Share, plural, short};

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let period = self
            .period_s
            .map_or_else(String::new, |period| format!(", one every {} s", short(period)));
        let longest = self.longest_ns.map_or_else(String::new, |ns| {
            format!("; the longest I/O took {}", Nanos(ns as f64))
        });
        format!(
            "{} in {} s{period}, which cost {} of the I/O; in second {} the rate was {} of the level around it{longest}",
            plural(self.stalls as u64, "stall"),
            self.seconds,
            Share(self.lost_percent / 100.0),
            self.worst_s,
            Share(self.worst_percent / 100.0)
        )
    }
}
