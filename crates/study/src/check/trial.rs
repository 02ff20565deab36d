//! From the runs of a check to its end: passed, failed, too close to call, or not measurable like this.
//!
//! The sample is the run: each has one value of a number, and the interval is that of their median, by ranks that hold at all looks.

use fiord_messages::{Sentence, expectations as messages};
use fiord_record::run::RunRecord;
use fiord_stats::Latency;
use fiord_stats::dimension::runs_needed;
use fiord_stats::interval::{Interval, median, median_interval};
use fiord_stats::stopping::{Looks, level_of_one};

use super::bound::{Expectation, Measurand, Unmeasured};
use crate::definition::Stop;
use crate::progress::LEVEL;

/// The fewest runs whose median has an interval of 95 %.
const LEAST_RUNS: usize = 6;
/// Runs after which a check gives up where none measured what it should.
const HOPELESS: usize = 3;
/// More runs than this are not promised to help.
const MOST_PROMISED: usize = 1000;

/// One run of a check.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckRun {
    /// Id in the store; none: it is not kept.
    pub run: Option<i64>,
    /// One value for each number of the check, in their order.
    pub values: Vec<Result<f64, Unmeasured>>,
    /// Grade's letter.
    pub grade: char,
    /// Why it measured something else than it seems; none: it did not.
    pub wrong: Option<WrongRun>,
}

/// Why a run does not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongRun {
    /// Name of the trap, or another word for the kind of reason.
    pub rule: String,
    /// Shown to the user, and in documents in English.
    pub saw: Sentence,
}

/// How one expectation stands.
#[derive(Debug, Clone, PartialEq)]
pub enum ExpectationState {
    Passed,
    Failed,
    /// The threshold lies within the interval; so many more runs may decide. None: more than anybody makes, or not known.
    TooClose {
        more: Option<u32>,
    },
    NotMeasurable(Sentence),
}

/// A number of a check over all its runs.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedNumber {
    pub measurand: Measurand,
    /// None: it is measured and not judged.
    pub expectation: Option<Expectation>,
    /// Of the runs that count.
    pub values: Vec<f64>,
    /// Runs that count; more than the values, where only a part of the runs has the number.
    pub runs: usize,
    /// None if only a part of the runs has the number: those with enough I/Os for a percentile are the faster ones.
    pub median: Option<f64>,
    /// None below six runs, and without a median.
    pub interval: Option<Interval>,
    /// None without an expectation.
    pub state: Option<ExpectationState>,
    /// The percentile of all I/Os of all runs together, where single runs have too few for it.
    pub pooled: Option<f64>,
}

/// How a check ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckEnd {
    Passed,
    Failed,
    /// So many more runs may decide.
    Undecided {
        more: Option<u32>,
    },
    NotMeasurable(Sentence),
    /// The recipe judges nothing.
    Measured,
}

/// A check while it runs.
#[derive(Debug, Clone)]
pub struct Trial {
    numbers: Vec<(Measurand, Option<Expectation>)>,
    stop: Stop,
    looks: Option<Looks>,
    /// The value of a single run decides: there will be no other.
    is_made: bool,
    runs: Vec<CheckRun>,
    /// For each number the latencies of the runs that count, and how many of these have any.
    pooled: Vec<(Latency, usize)>,
}

impl Trial {
    pub fn new(expectations: &[Expectation], measures: &[Measurand], stop: Stop) -> Self {
        let judged = expectations
            .iter()
            .map(|one| (one.measurand.clone(), Some(one.clone())));
        let plain = measures.iter().map(|one| (one.clone(), None));
        // All expectations together keep the level.
        let level = level_of_one(expectations.len(), LEVEL);
        let looks = match stop {
            Stop::Repeats(_) => None,
            Stop::Precise {
                least, step, most, ..
            } => Looks::together(least as usize, step as usize, most as usize, level),
        };
        let numbers: Vec<(Measurand, Option<Expectation>)> = judged.chain(plain).collect();
        Self {
            pooled: vec![Default::default(); numbers.len()],
            numbers,
            stop,
            looks,
            is_made: false,
            runs: Vec::new(),
        }
    }

    /// Of runs that were made anyhow: of several the interval decides, of a single one its value.
    fn of_results(expectations: &[Expectation], measures: &[Measurand], runs: usize) -> Self {
        Self {
            is_made: true,
            ..Self::new(expectations, measures, Stop::Repeats(runs as u32))
        }
    }

    /// The numbers of the check in one run.
    pub fn numbers(&self) -> impl Iterator<Item = &Measurand> {
        self.numbers.iter().map(|(measurand, _)| measurand)
    }

    pub fn add(&mut self, run: CheckRun) {
        self.runs.push(run);
    }

    /// As [`Self::add`], with the latencies of the run.
    pub fn add_measured(&mut self, run: CheckRun, record: &RunRecord) {
        if run.wrong.is_none() {
            for ((number, _), (pooled, runs)) in self.numbers.iter().zip(&mut self.pooled) {
                let latencies = number.latencies(record);
                if let Some(latencies) = latencies.filter(|latencies| latencies.histogram.total() > 0) {
                    pooled.merge(&latencies);
                    *runs += 1;
                }
            }
        }
        self.add(run);
    }

    pub fn runs(&self) -> &[CheckRun] {
        &self.runs
    }

    /// Runs that measured what they should.
    fn counting(&self) -> impl Iterator<Item = &CheckRun> {
        self.runs.iter().filter(|run| run.wrong.is_none())
    }

    /// Runs at least and at most.
    pub fn limits(&self) -> (u32, u32) {
        self.stop.runs()
    }

    /// Whether so many runs of all that were made do not count that the rest says nothing.
    fn is_lost(&self, counting: usize) -> bool {
        let all = self.runs.len();
        all >= HOPELESS && (all - counting) * 3 > all
    }

    /// Whether another run is of use.
    pub fn is_over(&self) -> bool {
        let (counting, all) = (self.counting().count(), self.runs.len());
        let (least, most) = self.limits();
        if all as u32 >= most || self.is_lost(counting) {
            return true;
        }
        let Stop::Precise { half_width, .. } = self.stop else {
            return false;
        };
        let has_rank = |looks: &Looks| looks.rank(counting).is_some();
        let is_look = counting as u32 >= least && self.looks.as_ref().is_some_and(has_rank);
        if !is_look {
            return self.is_unmeasurable();
        }
        let checked = self.checked();
        let is_failed = checked
            .iter()
            .any(|one| one.state == Some(ExpectationState::Failed));
        let is_enough = |one: &CheckedNumber| match &one.state {
            Some(state) => !matches!(state, ExpectationState::TooClose { .. }),
            // Next to numbers that are judged, others need not be precise.
            None if self.numbers.iter().any(|(_, expectation)| expectation.is_some()) => true,
            None => one
                .interval
                .is_some_and(|interval| interval.relative_half_width() <= half_width),
        };
        is_failed || checked.iter().all(is_enough)
    }

    /// Whether there is a number that no run so far has.
    fn is_unmeasurable(&self) -> bool {
        let is_missing = |one: &CheckedNumber| {
            matches!(one.state, Some(ExpectationState::NotMeasurable(_))) && one.values.is_empty()
        };
        self.counting().count() >= HOPELESS && self.checked().iter().any(is_missing)
    }

    /// Every number as it stands.
    pub fn checked(&self) -> Vec<CheckedNumber> {
        let places = 0..self.numbers.len();
        places.filter_map(|place| self.number(place)).collect()
    }

    fn number(&self, place: usize) -> Option<CheckedNumber> {
        let (measurand, expectation) = self.numbers.get(place)?;
        let (values, missing) = values(self.counting(), place);
        let state = expectation
            .as_ref()
            .map(|expectation| match (missing, self.wrongs().first()) {
                (Some(why), _) => ExpectationState::NotMeasurable(why),
                (None, Some((why, _))) if values.is_empty() => {
                    ExpectationState::NotMeasurable(why.saw.clone())
                }
                (None, _) => match values.as_slice() {
                    [only] if self.is_made && self.runs.len() == 1 => judge_one(expectation, *only),
                    values => judge(expectation, values, self.looks.as_ref()),
                },
            });
        let runs = self.counting().count();
        let is_whole = values.len() == runs;
        let pooled = self
            .pooled
            .get(place)
            .filter(|(_, with)| *with == runs && !is_whole);
        Some(CheckedNumber {
            pooled: pooled.and_then(|(latencies, _)| measurand.latency(latencies).ok()),
            measurand: measurand.clone(),
            expectation: expectation.clone(),
            runs,
            median: median(&values).filter(|_| is_whole),
            interval: interval(&values, self.looks.as_ref()).filter(|_| is_whole),
            values,
            state,
        })
    }

    /// Why runs do not count, each kind of reason once, with the number of its runs.
    pub fn wrongs(&self) -> Vec<(WrongRun, usize)> {
        let mut all: Vec<(WrongRun, usize)> = Vec::new();
        for why in self.runs.iter().filter_map(|run| run.wrong.as_ref()) {
            match all.iter_mut().find(|(known, _)| known.rule == why.rule) {
                Some((_, count)) => *count += 1,
                None => all.push((why.clone(), 1)),
            }
        }
        all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        all
    }

    /// How the check ends with the runs that there are.
    pub fn end(&self) -> CheckEnd {
        let (counting, all) = (self.counting().count(), self.runs.len());
        let states: Vec<ExpectationState> = self.checked().into_iter().filter_map(|one| one.state).collect();
        let is_passed = !states.is_empty() && states.iter().all(|state| *state == ExpectationState::Passed);
        if !is_passed
            && (all - counting) * 3 > all
            && let Some((why, _)) = self.wrongs().first()
        {
            let reason = |lang| {
                messages::RunsDoNotCount {
                    runs: all as u64,
                    invalid: &(all - counting),
                    reason: &why.saw.text(lang),
                }
                .text(lang)
            };
            return CheckEnd::NotMeasurable(Sentence::new(reason));
        }
        if states.is_empty() {
            return CheckEnd::Measured;
        }
        let missing = states.iter().find_map(|state| match state {
            ExpectationState::NotMeasurable(why) => Some(why.clone()),
            _ => None,
        });
        let more: Vec<Option<u32>> = states
            .iter()
            .filter_map(|state| match state {
                ExpectationState::TooClose { more } => Some(*more),
                _ => None,
            })
            .collect();
        match missing {
            _ if states.contains(&ExpectationState::Failed) => CheckEnd::Failed,
            Some(why) => CheckEnd::NotMeasurable(why),
            None if more.is_empty() => CheckEnd::Passed,
            None => CheckEnd::Undecided {
                more: more
                    .into_iter()
                    .collect::<Option<Vec<u32>>>()
                    .and_then(|more| more.into_iter().max()),
            },
        }
    }
}

/// The values of a number in these runs, and why one has none.
fn values<'r>(runs: impl Iterator<Item = &'r CheckRun>, place: usize) -> (Vec<f64>, Option<Sentence>) {
    let (mut values, mut missing) = (Vec::new(), None);
    for run in runs {
        match run.values.get(place) {
            Some(Ok(value)) => values.push(*value),
            Some(Err(why)) => missing = Some(Sentence::new(|lang| why.reason(lang))),
            None => {}
        }
    }
    (values, missing)
}

/// The interval of the median: of the last look, whose ranks hold at all looks together, or of a fixed number of runs.
fn interval(values: &[f64], looks: Option<&Looks>) -> Option<Interval> {
    match looks {
        Some(looks) => (1..=values.len())
            .rev()
            .find(|n| looks.rank(*n).is_some())
            .and_then(|n| looks.interval(&values[..n])),
        None => median_interval(values, LEVEL),
    }
}

/// On which side of its threshold a number is: the whole interval has to be there.
pub fn judge(expectation: &Expectation, values: &[f64], looks: Option<&Looks>) -> ExpectationState {
    let (bound, threshold) = (expectation.bound, expectation.threshold);
    let Some(interval) = interval(values, looks) else {
        let missing = LEAST_RUNS.saturating_sub(values.len()).max(1);
        return ExpectationState::TooClose {
            more: u32::try_from(missing).ok(),
        };
    };
    match (
        bound.holds(interval.low, threshold),
        bound.holds(interval.high, threshold),
    ) {
        (true, true) => ExpectationState::Passed,
        (false, false) => ExpectationState::Failed,
        _ => ExpectationState::TooClose {
            more: more_runs(values, threshold),
        },
    }
}

/// What a single run says: its value alone, without an interval.
fn judge_one(expectation: &Expectation, value: f64) -> ExpectationState {
    if expectation.bound.holds(value, expectation.threshold) {
        ExpectationState::Passed
    } else {
        ExpectationState::Failed
    }
}

/// Expectations of runs that were made anyhow.
pub fn assess(expectations: &[Expectation], runs: Vec<CheckRun>) -> Vec<CheckedNumber> {
    let mut trial = Trial::of_results(expectations, &[], runs.len());
    runs.into_iter().for_each(|run| trial.add(run));
    trial.checked()
}

/// Runs until the interval probably leaves the threshold out: as narrow as the median is away from it.
fn more_runs(values: &[f64], threshold: f64) -> Option<u32> {
    let middle = median(values)?;
    let distance = (middle - threshold).abs() / middle;
    let needed = runs_needed(values, distance)?.runs;
    let more = needed.saturating_sub(values.len()).max(2);
    (needed <= MOST_PROMISED).then_some(u32::try_from(more).ok()?)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use fiord_messages::Lang;

    use super::*;

    fn trial(text: &[&str]) -> Trial {
        let expectations: Vec<Expectation> = text
            .iter()
            .map(|text| Expectation::parse(text).unwrap())
            .collect();
        let stop = Stop::Precise {
            half_width: 0.05,
            least: 6,
            step: 2,
            most: 20,
        };
        Trial::new(&expectations, &[], stop)
    }

    fn run(values: &[f64]) -> CheckRun {
        CheckRun {
            run: None,
            values: values.iter().map(|value| Ok(*value)).collect(),
            grade: 'B',
            wrong: None,
        }
    }

    fn wrong(saw: &str) -> Option<WrongRun> {
        Some(WrongRun {
            rule: "rule".to_owned(),
            saw: Sentence::verbatim(saw),
        })
    }

    fn fill(trial: &mut Trial, values: impl Fn(usize) -> Vec<f64>) -> usize {
        while !trial.is_over() {
            trial.add(run(&values(trial.runs().len())));
        }
        trial.runs().len()
    }

    #[test]
    fn the_whole_interval_decides() {
        let around = |middle: f64| move |n: usize| vec![middle * (0.97 + 0.02 * (n % 4) as f64)];
        let mut good = trial(&["sync.p99<10ms"]);
        let runs = fill(&mut good, around(8e6));
        assert_eq!(good.end(), CheckEnd::Passed);
        assert!(runs <= 10, "{runs}");
        let mut bad = trial(&["sync.p99<10ms"]);
        fill(&mut bad, around(12e6));
        assert_eq!(bad.end(), CheckEnd::Failed);
        let mut close = trial(&["sync.p99<10ms"]);
        assert_eq!(fill(&mut close, around(9.95e6)), 20);
        let CheckEnd::Undecided { more } = close.end() else {
            panic!("{:?}", close.end())
        };
        assert!(more.is_none_or(|more| more >= 2));
    }

    /// Disturbed runs have grade C and scatter; they decide where the interval is clear of the threshold.
    #[test]
    fn disturbed_runs_pass_and_fail() {
        let disturbed = |middle: f64| {
            let mut trial = trial(&["sync.p99<10ms"]);
            while !trial.is_over() {
                let scatter = 0.6 + 0.2 * (trial.runs().len() % 5) as f64;
                trial.add(CheckRun {
                    grade: 'C',
                    ..run(&[middle * scatter])
                });
            }
            trial.end()
        };
        assert_eq!(disturbed(5e6), CheckEnd::Passed);
        assert_eq!(disturbed(20e6), CheckEnd::Failed);
        assert!(matches!(disturbed(10e6), CheckEnd::Undecided { .. }));
    }

    #[test]
    fn one_failure_fails_and_all_must_pass() {
        let mut both = trial(&["sync.p99<10ms", "iops>=50"]);
        fill(&mut both, |n| vec![1e6 + n as f64, 100.0]);
        assert_eq!(both.end(), CheckEnd::Passed);
        let mut one = trial(&["sync.p99<10ms", "iops>=50"]);
        fill(&mut one, |n| vec![1e6 + n as f64, 40.0]);
        assert_eq!(one.end(), CheckEnd::Failed);
    }

    #[test]
    fn runs_that_measured_something_else_do_not_count() {
        let mut lost = trial(&["sync.p99<10ms"]);
        while !lost.is_over() {
            lost.add(CheckRun {
                wrong: wrong("memory answered"),
                ..run(&[1e6])
            });
        }
        assert_eq!(lost.runs().len(), HOPELESS);
        let CheckEnd::NotMeasurable(reason) = lost.end() else {
            panic!("{:?}", lost.end());
        };
        let said = [Lang::En, Lang::ZhCn].map(|lang| reason.text(lang).to_owned());
        assert_eq!(
            said,
            [
                "Invalid runs: 3 of 3. memory answered",
                "3 次运行中有 3 次无效。memory answered"
            ]
        );
        let mut some = trial(&["sync.p99<10ms"]);
        for n in 0..9 {
            some.add(CheckRun {
                wrong: (n == 4).then(|| wrong("a neighbour")).flatten(),
                ..run(&[if n == 4 { 5e7 } else { 1e6 }])
            });
        }
        assert_eq!(
            (some.end(), some.checked()[0].values.len()),
            (CheckEnd::Passed, 8)
        );
        let mut few = trial(&["sync.p99<10ms"]);
        while !few.is_over() {
            few.add(CheckRun {
                values: vec![Err(Unmeasured::Nothing("sync.p99".to_owned()))],
                ..run(&[])
            });
        }
        assert!(matches!(few.end(), CheckEnd::NotMeasurable(_)) && few.runs().len() == HOPELESS);
    }

    /// The slower half of the runs has too few I/Os for the percentile, so the other half says nothing of all.
    #[test]
    fn a_number_of_a_part_of_the_runs_has_no_median() {
        let measures = ["sync.p99", "sync.p99.9"].map(|text| Measurand::parse(text).unwrap());
        let mut part = Trial::new(&[], &measures, Stop::Repeats(12));
        fill(&mut part, |_| vec![5.7e6, 3.8e6]);
        assert_eq!(part.checked()[1].median, Some(3.8e6));
        let mut part = Trial::new(&[], &measures, Stop::Repeats(12));
        while !part.is_over() {
            let p99_9 = match part.runs().len() % 2 {
                0 => Ok(3.8e6),
                _ => Err(Unmeasured::Nothing("sync.p99.9".to_owned())),
            };
            part.add(CheckRun {
                values: vec![Ok(5.7e6), p99_9],
                ..run(&[])
            });
        }
        let [whole, half] = <[CheckedNumber; 2]>::try_from(part.checked()).unwrap();
        assert_eq!(
            (whole.values.len(), whole.runs, whole.median),
            (12, 12, Some(5.7e6))
        );
        assert_eq!((half.values.len(), half.runs), (6, 12));
        assert_eq!((half.median, half.interval), (None, None));
    }

    #[test]
    fn few_runs_decide_nothing_and_a_recipe_without_threshold_judges_nothing() {
        let expectation = Expectation::parse("iops>5").unwrap();
        let state = |runs: Vec<CheckRun>| {
            assess(std::slice::from_ref(&expectation), runs)[0]
                .state
                .clone()
                .unwrap()
        };
        assert_eq!(state(vec![run(&[9.0])]), ExpectationState::Passed);
        assert_eq!(state(vec![run(&[5.0])]), ExpectationState::Failed);
        assert_eq!(
            state(vec![run(&[9.0]), run(&[9.0])]),
            ExpectationState::TooClose { more: Some(4) }
        );
        assert_eq!(state(vec![run(&[9.0]); 6]), ExpectationState::Passed);
        let wrong = CheckRun {
            wrong: wrong("memory"),
            ..run(&[9.0])
        };
        assert_eq!(
            state(vec![wrong]),
            ExpectationState::NotMeasurable(Sentence::verbatim("memory"))
        );
        let state = judge(&expectation, &[9.0, 9.0], None);
        assert_eq!(state, ExpectationState::TooClose { more: Some(4) });
        let mut plain = Trial::new(&[], &[Measurand::parse("iops").unwrap()], Stop::Repeats(6));
        assert_eq!(fill(&mut plain, |n| vec![n as f64]), 6);
        assert_eq!(plain.end(), CheckEnd::Measured);
    }
}
