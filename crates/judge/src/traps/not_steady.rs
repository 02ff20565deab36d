//! `not-steady`: a run that was not in a steady state by SNIA's criterion.

use crate::case::steadiness::Steadiness;
use crate::case::{Case, JobRun};
use crate::topics;
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap, per_run};
use crate::{Finding, Severity, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::not_steady as messages;
use fiord_record::number::{Share, short};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[Need::Series],
        judge: run,
    }),
    topics: &[&topics::GARBAGE_COLLECTION],
    ..Trap::new(
        Family::Shape,
        "SNIA SSS PTS 2.0.2, steady state; fio manual, `steadystate`",
        &[Symptom::Unsteady],
        Observed::saw,
    )
};

/// One job by both criteria.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    /// Whole seconds looked at.
    pub seconds: usize,
    /// Length of each of SNIA's five rounds.
    pub round_s: usize,
    pub range_percent: f64,
    pub slope_percent: f64,
    pub snia_attained: bool,
    pub fio_slope_percent_per_s: f64,
    pub fio_slope_limit_percent: f64,
    pub fio_slope_attained: bool,
    /// The largest distance of a second from the mean.
    pub fio_deviation_percent: f64,
    pub fio_deviation_limit_percent: f64,
    pub fio_deviation_attained: bool,
    /// The rates are bytes per second: fio's criteria have other names.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_bytes: bool,
}

impl From<&Steadiness> for Observed {
    fn from(state: &Steadiness) -> Self {
        Self {
            seconds: state.seconds,
            round_s: state.round_s,
            range_percent: state.snia.range * 100.0,
            slope_percent: state.snia.slope * 100.0,
            snia_attained: state.snia.attained,
            fio_slope_percent_per_s: state.slope.criterion,
            fio_slope_limit_percent: state.slope_limit_percent,
            fio_slope_attained: state.slope.attained,
            fio_deviation_percent: state.deviation.criterion,
            fio_deviation_limit_percent: state.deviation_limit_percent,
            fio_deviation_attained: state.deviation.attained,
            of_bytes: state.of_bytes,
        }
    }
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    per_run(case, |job: &JobRun<'_>| {
        let state = Steadiness::of(job).filter(|state| !job.is_paced() && !state.snia.attained)?;
        Some((Severity::Care, Observed::from(&state)))
    })
}

/// The sentences of `not-steady`.
impl Observed {
    /// Both criteria with their limits.
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let snia = messages::Snia {
            round: &self.round_s,
            steady: self.snia_attained,
            range: &Share(self.range_percent / 100.0),
            slope: &Share(self.slope_percent / 100.0),
        };
        let (slopes, deviations) = match self.of_bytes {
            true => ("bw_slope", "bw"),
            false => ("iops_slope", "iops"),
        };
        let slope = messages::FioSlope {
            criterion: &slopes,
            seconds: &self.seconds,
            steady: self.fio_slope_attained,
            slope: &format!("{:.3}", self.fio_slope_percent_per_s),
            limit: &format!("{:.3}", self.fio_slope_limit_percent),
        };
        let deviation = messages::FioDeviation {
            criterion: &deviations,
            seconds: &self.seconds,
            steady: self.fio_deviation_attained,
            deviation: &Share(self.fio_deviation_percent / 100.0),
            limit: &short(self.fio_deviation_limit_percent),
        };
        lang.sentences(&[snia.text(lang), slope.text(lang), deviation.text(lang)])
    }
}

/// The name of each job that ran long enough, and both criteria in sentences.
pub fn steady(after: &Case<'_>, lang: Lang) -> Vec<(String, String)> {
    let criteria = |job: &JobRun<'_>| {
        let state = Steadiness::of(job)?;
        Some((
            job.plan.name.clone(),
            Observed::from(&state).saw(&Subject::whole(), lang),
        ))
    };
    after.jobs.iter().filter_map(criteria).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn both_criteria_are_shown_with_their_limits() {
        let series = [
            99.0, 101.0, 101.0, 103.0, 104.0, 104.0, 107.0, 105.0, 117.0, 119.0,
        ];
        let state = Steadiness::of_series(&series).unwrap();
        assert_eq!(
            Observed::from(&state).saw(&Subject::whole(), Lang::En),
            "The run was not steady by SNIA's rule for five rounds of 2 s: the range was 17 % (limit 20 %) and the slope 15.1 % (limit 10 %). \
             The run was not steady by fio's criterion iops_slope over 10 s: the slope was 1.852 % per second (limit 1.111 %). \
             The run was not steady by fio's criterion iops over 10 s: the deviation was 12.3 % (limit 10 %)."
        );
    }
}
