use crate::case::trap::Subject;
use crate::traps::noise::Observed;
use fiord_record::number::{Rounded, plural};

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let spread = self.most_iops - self.least_iops;
        let mut saw = format!(
            "{} of {}s differ by {} % of their median, from {} to {} I/Os per second (standard deviation about {} % of the median)",
            plural(self.runs as u64, "run"),
            self.ddir.name(),
            two_figures(self.spread_percent),
            Rounded::by(self.least_iops, spread),
            Rounded::by(self.most_iops, spread),
            two_figures(self.variation_percent)
        );
        if let Some(states) = self.states {
            saw.push_str(&format!(
                "; they come in two states: {} near {}, {} near {}",
                states.low_runs,
                Rounded::by(states.low_iops, spread),
                states.high_runs,
                Rounded::by(states.high_iops, spread)
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

/// No spread of a few runs is known better.
fn two_figures(percent: f64) -> Rounded {
    Rounded {
        value: percent,
        figures: 2,
    }
}
