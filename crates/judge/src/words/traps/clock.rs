use crate::case::trap::Subject;
use crate::traps::clock::Observed;
use fiord_record::number::{Nanos, Share, short};

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Unreadable => "not readable".to_owned(),
            Observed::Source {
                source,
                clock_read_ns,
                slow,
                ..
            } => {
                let name = if *slow { "clock source " } else { "" };
                let cost = clock_read_ns.map_or_else(String::new, |ns| format!(", {} per read", Nanos(ns)));
                format!("{name}{source}{cost}")
            }
            Observed::InLatency {
                source,
                clock_ns,
                share_percent,
            } => format!(
                "clock source {} takes {} ns per reading, and two readings are {} of the mean latency",
                source.as_deref().unwrap_or("unknown"),
                short(*clock_ns),
                Share(share_percent / 100.0)
            ),
        }
    }

    fn advice(&self) -> Option<String> {
        let none_better = matches!(
            self,
            Observed::Source {
                slow: true,
                better_offered: false,
                ..
            }
        );
        none_better.then(|| {
            "nothing faster is offered here: compare only with machines that have the same clock".to_owned()
        })
    }
}
