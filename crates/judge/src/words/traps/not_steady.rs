use crate::case::case::{Case, JobRun};
use crate::case::steadiness::Steadiness;
use crate::case::trap::Subject;
use crate::traps::not_steady::Observed;
use fiord_record::number::{Share, short};

use crate::words::observation::Words;

impl Words for Observed {
    /// Both criteria, limits in brackets.
    fn saw(&self, _: &Subject) -> String {
        let answer = |attained| if attained { "steady" } else { "not steady" };
        format!(
            "SNIA, five rounds of {} s: range {} [20], slope {} [10]: {}; fio, {} s: iops_slope {:.3} % per second [{:.3}]: {}, iops {} [{}]: {}",
            self.round_s,
            Share(self.range_percent / 100.0),
            Share(self.slope_percent / 100.0),
            answer(self.snia_attained),
            self.seconds,
            self.fio_slope_percent_per_s,
            self.fio_slope_limit_percent,
            answer(self.fio_slope_attained),
            Share(self.fio_deviation_percent / 100.0),
            short(self.fio_deviation_limit_percent),
            answer(self.fio_deviation_attained),
        )
    }
}

/// Of each job that ran long enough: its name, and both criteria without a full stop.
pub fn steady(after: &Case<'_>) -> Vec<(String, String)> {
    let of = |job: &JobRun<'_>| {
        let state = Steadiness::of(job)?;
        Some((
            job.plan.name.clone(),
            Observed::from(&state).saw(&Subject::whole()),
        ))
    };
    after.jobs.iter().filter_map(of).collect()
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
            Observed::from(&state).saw(&Subject::whole()),
            "SNIA, five rounds of 2 s: range 17 % [20], slope 15.1 % [10]: not steady; fio, 10 s: iops_slope 1.852 % per second \
             [1.111]: not steady, iops 12.3 % [10]: not steady"
        );
    }
}
