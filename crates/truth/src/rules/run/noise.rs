//! What several runs of one plan say about each other: how far apart they are, whether they come in two states, whether they
//! drift in their order. It needs [`After::repeats`](super::After); a single run has nothing to say here.

use fiord_stats::interval::median;
use fiord_stats::repeats::{trend, two_states};

use crate::case::Case;
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::trap::{Family, Severity, When};
use fiord_record::number::{Rate, Share, plural};
use fiord_record::run::Repeats;

/// Spread of repeats, (largest − smallest) ÷ median, above which a single number is meaningless.
const NOISY: f64 = 0.2;
/// Difference that matters (method, defaults): states nearer than this are one, and a drift that moves less is none.
const MATTERS: f64 = 0.05;

/// Repeats that disagree.
pub const NOISE: Rule = Rule {
    id: "noise",
    family: Family::Duration,
    title: "repeats disagree",
    why: "a single one of these runs is not the device's number",
    attempt: "ten repeats or more (`fiord run --repeat 10`), and the median with its interval; a drift or two states have a cause to look for first",
    example: "Five repeats of one job give 310, 355, 400, 470 and 520 I/Os per second: they differ by 52.5 % of their median. Eight that fall from 500 to 430, each below the one before, drift: the disk is being filled or heats up, and the ninth would be lower still.",
    source: "seeds S1 to S3; method: repeats of one cell",
    when: When::Run,
    judge: noise,
};

fn noise(e: &Case<'_>) -> Vec<Finding> {
    let after = e;
    after.record.context.repeats.iter().filter_map(judge).collect()
}

fn judge(repeats: &Repeats) -> Option<Finding> {
    let rates = &repeats.iops;
    if rates.len() < 2 || rates.iter().any(|rate| !rate.is_finite()) {
        return None;
    }
    let middle = median(rates).filter(|median| *median > 0.0)?;
    let least = rates.iter().copied().fold(f64::INFINITY, f64::min);
    let most = rates.iter().copied().fold(0.0, f64::max);
    let spread = (most - least) / middle;
    let states = two_states(rates).filter(|found| found.high.level > found.low.level * (1.0 + MATTERS));
    let drift = trend(rates).filter(|trend| trend.is_drift() && spread > MATTERS);
    if spread <= NOISY && states.is_none() && drift.is_none() {
        return None;
    }
    let mut saw = format!(
        "{} of {}s differ by {} of their median, from {} to {} I/Os per second",
        plural(rates.len() as u64, "run"),
        repeats.ddir.name(),
        Share(spread),
        Rate(least),
        Rate(most)
    );
    let mut finding = NOISE
        .finds(Severity::Care, String::new())
        .with("runs", rates.len() as f64)
        .with("spread_percent", spread * 100.0)
        .with("median_iops", middle)
        .of_job(repeats.job);
    if let Some(found) = states {
        let (low, high) = (found.low, found.high);
        saw.push_str(&format!(
            "; they come in two states: {} near {}, {} near {}",
            low.runs,
            Rate(low.level),
            high.runs,
            Rate(high.level)
        ));
        finding = finding
            .with("low_iops", low.level)
            .with("low_runs", low.runs as f64)
            .with("high_iops", high.level)
            .with("high_runs", high.runs as f64);
    }
    if let Some(trend) = drift {
        let way = if trend.rho > 0.0 { "rise" } else { "fall" };
        saw.push_str(&format!(
            "; they {way} in the order in which they ran (Spearman's rho {:.2}, p {:.4})",
            trend.rho, trend.p
        ));
        finding = finding.with("rho", trend.rho).with("p", trend.p);
    }
    finding.say(saw);
    Some(finding)
}
