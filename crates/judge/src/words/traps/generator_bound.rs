use crate::case::trap::Subject;
use crate::traps::generator_bound::Observed;
use fiord_record::number::{Count, Rate, Share, plural};

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::NearCeiling {
                rate_iops,
                ceiling_iops,
            } => format!(
                "{} I/Os per second, and with these options the null engine makes {}",
                Rate(*rate_iops),
                Rate(*ceiling_iops)
            ),
            Observed::SeldomWaits {
                waiting_percent,
                ceiling_iops,
            } => {
                let ceiling = ceiling_iops.map_or_else(String::new, |ceiling| {
                    format!(
                        "; with these options the null engine makes {} I/Os per second",
                        Rate(ceiling)
                    )
                });
                format!(
                    "the workers were inside an I/O {} of the time and made the next one in the rest{ceiling}",
                    Share(waiting_percent / 100.0)
                )
            }
            Observed::Busy { cpu_percent, .. } => format!(
                "every worker used {} of a processor or more",
                Share((cpu_percent / 100.0).min(1.0))
            ),
            Observed::NeverSlept {
                cpu_percent,
                context_switches,
                ios,
            } => format!(
                "the workers did not wait for I/Os ({} context switches in {}); they worked, or waited for a processor, of which the least had {}",
                Count(*context_switches),
                plural(*ios, "I/O"),
                Share(cpu_percent / 100.0)
            ),
        }
    }
}
