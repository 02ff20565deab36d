use fiord_record::number::{Rate, Share, plural};

use crate::trap::{Subject, Words};
use crate::traps::noise::Observed;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let mut saw = format!(
            "{} of {}s differ by {} of their median, from {} to {} I/Os per second (coefficient of variation {})",
            plural(self.runs as u64, "run"),
            self.ddir.name(),
            Share(self.spread_percent / 100.0),
            Rate(self.least_iops),
            Rate(self.most_iops),
            Share(self.variation_percent / 100.0)
        );
        if let Some(states) = self.states {
            saw.push_str(&format!(
                "; they come in two states: {} near {}, {} near {}",
                states.low_runs,
                Rate(states.low_iops),
                states.high_runs,
                Rate(states.high_iops)
            ));
        }
        if let Some(drift) = self.drift {
            let way = if drift.rho > 0.0 { "rise" } else { "fall" };
            saw.push_str(&format!(
                "; they {way} in the order in which they ran (Spearman's rho {:.2}, p {:.4})",
                drift.rho, drift.p
            ));
        }
        saw
    }
}
