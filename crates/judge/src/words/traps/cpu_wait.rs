use crate::case::trap::Subject;
use crate::traps::cpu_wait::Observed;
use fiord_record::number::{Nanos, Share, plural};

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let switches = |switches: Option<u64>| {
            switches
                .filter(|count| *count > 0)
                .map_or_else(String::new, |switches| {
                    format!("; they lost theirs {}", plural(switches, "time"))
                })
        };
        match self {
            Observed::Waited {
                run_delay_ms,
                share_percent,
                cpu_busy_percent,
                involuntary_switches,
            } => {
                let busy = cpu_busy_percent.map_or_else(String::new, |busy| {
                    format!("; {} of all processor time was in use", Share(busy / 100.0))
                });
                format!(
                    "the workers could run and had no processor for {}, {} of their time{busy}{}",
                    Nanos(run_delay_ms * 1e6),
                    Share(share_percent / 100.0),
                    switches(*involuntary_switches)
                )
            }
            Observed::Full {
                cpu_busy_percent,
                stalled_percent,
                involuntary_switches,
            } => format!(
                "{} of all processor time was in use, and somebody waited for a processor {} of the time{}",
                Share(cpu_busy_percent / 100.0),
                Share(stalled_percent / 100.0),
                switches(*involuntary_switches)
            ),
            Observed::Stolen { steal_percent } => format!(
                "the hypervisor gave {} of the processor time to others",
                Share(steal_percent / 100.0)
            ),
        }
    }
}
