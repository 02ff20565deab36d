//! `noise`: repeats of one plan that disagree, come in two states, or drift in their order.

use crate::case::Case;
use crate::terms::ddir_word;
use crate::topics;
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap};
use crate::{Finding, Severity, Subject, When};
use fiord_job::plan::Ddir;
use fiord_messages::Lang;
use fiord_messages::traps::noise as messages;
use fiord_record::number::{Count, Rounded};
use fiord_record::run::Repeats;
use fiord_stats::interval::median;
use fiord_stats::repeats::{trend, two_states};
use fiord_stats::scale::variation;
use serde::{Deserialize, Serialize};

/// Coefficient of variation of repeats above which a single number is meaningless: ten such runs range over about 20 % of their
/// median. Unlike the range it does not grow with the number of runs.
const NOISY: f64 = 0.065;
/// Difference that matters: states nearer than this are one, and a drift that moves less is none.
const MATTERS: f64 = 0.05;

pub const TRAP: Trap<Observed> = Trap {
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[Need::Repeats],
        judge: run,
    }),
    topics: &[&topics::NOISE],
    ..Trap::new(
        Family::Duration,
        "szstonelee, SSDInternal",
        &[Symptom::RunsDiffer],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub ddir: Ddir,
    pub runs: usize,
    /// (largest − smallest) ÷ median.
    pub spread_percent: f64,
    /// Standard deviation as a share of the median: from the range up to five runs, from the deviations beyond. It may pass 100 %.
    pub variation_percent: f64,
    pub median_iops: f64,
    pub least_iops: f64,
    pub most_iops: f64,
    pub states: Option<States>,
    pub drift: Option<Drift>,
}

/// The two states that repeats come in.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct States {
    pub low_iops: f64,
    pub low_runs: usize,
    pub high_iops: f64,
    pub high_runs: usize,
}

/// Spearman's correlation of the rates with their order.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Drift {
    pub rho: f64,
    pub p: f64,
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    case.record
        .context
        .repeats
        .iter()
        .filter_map(of_repeats)
        .collect()
}

fn of_repeats(repeats: &Repeats) -> Option<Finding> {
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
    let varies = variation(rates)?;
    if varies <= NOISY && states.is_none() && drift.is_none() {
        return None;
    }
    let observed = Observed {
        ddir: repeats.ddir,
        runs: rates.len(),
        spread_percent: spread * 100.0,
        variation_percent: varies * 100.0,
        median_iops: middle,
        least_iops: least,
        most_iops: most,
        states: states.map(|found| States {
            low_iops: found.low.level,
            low_runs: found.low.runs,
            high_iops: found.high.level,
            high_runs: found.high.runs,
        }),
        drift: drift.map(|trend| Drift {
            rho: trend.rho,
            p: trend.p,
        }),
    };
    Some(Finding::new(
        When::Run,
        Severity::Care,
        Subject::job(repeats.job),
        observed,
    ))
}

/// The sentences of `noise`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let range = self.most_iops - self.least_iops;
        let rate = |iops: f64| Rounded::by(iops, range);
        let got = messages::Got {
            ddir: ddir_word(self.ddir),
            least: &rate(self.least_iops),
            most: &rate(self.most_iops),
            runs: &Count(self.runs as u64),
            spread: &two_figures(self.spread_percent),
            variation: &two_figures(self.variation_percent),
        };
        let mut sentences = vec![got.text(lang)];
        if let Some(states) = self.states {
            let two_states = messages::TwoStates {
                low_runs: &states.low_runs,
                low: &rate(states.low_iops),
                high_runs: &states.high_runs,
                high: &rate(states.high_iops),
            };
            sentences.push(two_states.text(lang));
        }
        if let Some(drift) = self.drift {
            let (rho, p) = (&format!("{:.2}", drift.rho), &format!("{:.4}", drift.p));
            sentences.push(if drift.rho > 0.0 {
                messages::DriftUp { rho, p }.text(lang)
            } else {
                messages::DriftDown { rho, p }.text(lang)
            });
        }
        lang.sentences(&sentences)
    }
}

/// No spread of a few runs is known better.
fn two_figures(percent: f64) -> Rounded {
    Rounded {
        value: percent,
        figures: 2,
    }
}
