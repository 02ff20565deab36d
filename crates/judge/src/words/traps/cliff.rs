use crate::case::trap::Subject;
use crate::traps::cliff::Observed;
use fiord_record::number::{Bytes, Rate, Share, short};

use crate::words::observation::Words;

/// Levels named.
const NAMED: usize = 8;
/// How near the latency under a limit must be to depth ÷ rate for the sentence to give both.
const AS_LITTLE_SAYS: f64 = 0.1;
/// What a level at a round number is worth by itself.
fn by_chance(percent: Option<f64>) -> String {
    percent.map_or_else(String::new, |percent| {
        format!(
            "; {} of all levels are such a round number by chance",
            Share(percent / 100.0)
        )
    })
}

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Planned {
                write_bytes,
                drive_bytes,
            } => format!(
                "{} are written, {} of the drive: its write cache can take that",
                Bytes(*write_bytes),
                Share(*write_bytes as f64 / (*drive_bytes).max(1) as f64)
            ),
            Observed::Cliff {
                at_s,
                before_iops,
                after_iops,
                at_bytes,
            } => format!(
                "cliff: {} I/Os per second until {at_s} s ({} moved), then {} ({})",
                Rate(*before_iops),
                Bytes(*at_bytes as u64),
                Rate(*after_iops),
                Share(after_iops / before_iops)
            ),
            Observed::Rise {
                at_s,
                before_iops,
                after_iops,
                warm_up,
            } => format!(
                "{}: {} I/Os per second at first, {} from {at_s} s on",
                if *warm_up { "warm-up" } else { "rise" },
                Rate(*before_iops),
                Rate(*after_iops)
            ),
            Observed::Credits { .. } => credits(self),
            Observed::ByteCredits {
                at_s,
                burst_bytes_per_s,
                baseline_bytes_per_s,
                credit_bytes,
                chance_percent,
            } => format!(
                "credits: {} per second until {at_s} s, then flat at {}: as a limiter does whose credits (about {}) were used up{}",
                Bytes(*burst_bytes_per_s as u64),
                Bytes(*baseline_bytes_per_s as u64),
                Bytes(*credit_bytes as u64),
                by_chance(*chance_percent)
            ),
            Observed::SawTooth { period_s } => format!(
                "saw-tooth: the rate rises and falls every {period_s} s, as with garbage collection or heat"
            ),
            Observed::Drift { percent_per_s } => {
                format!("drift: the rate changed by {percent_per_s:.3} % per second")
            }
            Observed::Unsteady { levels, level_iops } => {
                let named: Vec<String> = level_iops
                    .iter()
                    .take(NAMED)
                    .map(|level| Rate(*level).to_string())
                    .collect();
                let more = if *levels > NAMED { ", …" } else { "" };
                format!(
                    "unsteady: {levels} levels without a pattern ({}{more} I/Os per second)",
                    named.join(", ")
                )
            }
        }
    }
}

fn credits(observed: &Observed) -> String {
    let Observed::Credits {
        at_s,
        burst_iops,
        baseline_iops,
        credit_ios,
        limited_latency_ns,
        depth_over_rate_ns,
        chance_percent,
    } = observed
    else {
        return String::new();
    };
    let mut saw = format!(
        "credits: {} I/Os per second until {at_s} s, then flat at {}: as a limiter does whose credits (about {} I/Os) were used up{}",
        Rate(*burst_iops),
        Rate(*baseline_iops),
        Rate(*credit_ios),
        by_chance(*chance_percent)
    );
    if let (Some(seen), Some(expected)) = (limited_latency_ns, depth_over_rate_ns)
        && (seen / expected - 1.0).abs() < AS_LITTLE_SAYS
    {
        saw.push_str(&format!(
            "; each I/O then takes {} ms, which is depth ÷ rate ({} ms)",
            short(seen / 1e6),
            short(expected / 1e6)
        ));
    }
    saw
}
