use crate::case::trap::Subject;
use crate::traps::few_samples::Observed;
use fiord_record::number::{Count, PercentileName, plural};

use crate::words::observation::Words;

/// Percentiles named; of more an ellipsis.
const NAMED: usize = 4;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Planned { ios, few, .. } => {
                let one = |(at, one): (usize, &crate::traps::few_samples::Beyond)| {
                    let lie = if at == 0 { "lie " } else { "" };
                    let count = Count(one.ios.round() as u64);
                    format!("{count} {lie}beyond {}", PercentileName(one.percentile))
                };
                let mut counts: Vec<String> = few.iter().take(NAMED).enumerate().map(one).collect();
                if few.len() > NAMED {
                    counts.push("…".to_owned());
                }
                format!("of {} only {}", plural(*ios, "I/O"), counts.join(", "))
            }
            Observed::Got {
                samples,
                first_weak_percentile,
                beyond,
                absent,
            } => {
                let first = PercentileName(*first_weak_percentile);
                let rest = if *absent {
                    ", the highest on fewer than 10"
                } else {
                    ""
                };
                format!(
                    "of {} only {beyond} lie beyond {first}: {first} and above rest on too few{rest}",
                    plural(*samples, "I/O")
                )
            }
        }
    }
}
