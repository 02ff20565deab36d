//! What `fiord check --json` prints, and the assertions of `fiord run --assert`.

use fiord_messages::Lang;
use fiord_stats::interval::MedianBounds;
use fiord_study::check::{CheckEnd, CheckedNumber, ExpectationState};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Body;
use super::run::GRADES;

/// Whether a disk is good enough for a use.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct CheckDocument {
    /// Name of the recipe.
    pub recipe: String,
    pub title: String,
    /// The directory, file or device; null: simulated.
    pub target: Option<String>,
    #[schemars(extend("enum" = VERDICTS))]
    pub verdict: String,
    /// So many more runs may decide; null: it is decided, or no number of runs is likely to.
    pub more_runs: Option<u32>,
    /// Why it is not measurable like this.
    pub reason: Option<String>,
    pub expectations: Vec<Assertion>,
    /// Numbers that are not judged.
    pub measures: Vec<Assertion>,
    /// What the numbers mean for the use; sentences.
    #[serde(default)]
    pub meaning: Vec<String>,
    /// What is wrong with the published test; empty for a result that was measured before.
    pub flaws: Vec<String>,
    pub sources: Vec<Source>,
    pub runs: Vec<CheckRunEntry>,
    /// The fio command of a run of the recipe, without the program.
    pub job: Vec<String>,
    /// Seed of the offsets.
    pub seed: u64,
    /// What was typed.
    pub command: String,
}

/// A number over all runs, and whether it is where it has to be.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Assertion {
    /// As `read.p99`.
    pub measure: String,
    /// As `read.p99 < 1 ms`; null: it is not judged.
    pub expected: Option<String>,
    /// Null: it is not judged.
    #[schemars(extend("enum" = ["pass", "fail", "undecided", "not-measurable", null]))]
    pub verdict: Option<String>,
    /// Why it is not measurable.
    pub reason: Option<String>,
    /// Of the threshold and the values.
    #[schemars(extend("enum" = ["iops", "bytes_per_s", "ns"]))]
    pub unit: String,
    pub threshold: Option<f64>,
    /// One for each run that counts and has the number.
    pub values: Vec<f64>,
    /// Runs that count.
    #[serde(default)]
    pub runs: usize,
    /// Null if only a part of the runs has the number: those are often the faster ones.
    pub median: Option<f64>,
    /// Of the median; null below six runs, and without a median.
    pub interval: Option<MedianBounds>,
    /// The percentile of all I/Os of all runs together, where single runs have too few for it; it has no interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pooled: Option<f64>,
    pub more_runs: Option<u32>,
    /// Of the threshold; null: none is stated.
    pub source: Option<Source>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SourceOfThreshold")]
pub struct Source {
    pub text: String,
    /// A date or a version.
    pub date: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RunOfCheck")]
pub struct CheckRunEntry {
    /// Id in the store; null: not kept.
    pub run: Option<i64>,
    #[schemars(extend("enum" = GRADES))]
    pub grade: String,
    /// Why it does not count.
    pub wrong: Option<String>,
}

/// How a check or one of its expectations can end.
pub(crate) const VERDICTS: [&str; 5] = ["pass", "fail", "undecided", "not-measurable", "measured"];

impl Body for CheckDocument {
    const NAME: &'static str = "check";
    const TITLE: &'static str = "fiord check --json";
}

/// The word for how a check ended.
pub const fn end_word(end: &CheckEnd) -> &'static str {
    match end {
        CheckEnd::Passed => "pass",
        CheckEnd::Failed => "fail",
        CheckEnd::Undecided { .. } => "undecided",
        CheckEnd::NotMeasurable(_) => "not-measurable",
        CheckEnd::Measured => "measured",
    }
}

/// The word for how an expectation stands.
pub const fn state_word(state: &ExpectationState) -> &'static str {
    match state {
        ExpectationState::Passed => "pass",
        ExpectationState::Failed => "fail",
        ExpectationState::TooClose { .. } => "undecided",
        ExpectationState::NotMeasurable(_) => "not-measurable",
    }
}

impl Assertion {
    pub fn of(checked: &CheckedNumber, source: Option<Source>, lang: Lang) -> Self {
        let (mut reason, mut more_runs) = (None, None);
        match &checked.state {
            Some(ExpectationState::NotMeasurable(why)) => reason = Some(why.text(lang).to_owned()),
            Some(ExpectationState::TooClose { more }) => more_runs = *more,
            _ => {}
        }
        Self {
            measure: checked.measurand.to_string(),
            expected: checked.expectation.as_ref().map(ToString::to_string),
            verdict: checked.state.as_ref().map(|state| state_word(state).to_owned()),
            reason,
            unit: checked.measurand.quantity.unit().to_owned(),
            threshold: checked.expectation.as_ref().map(|one| one.threshold),
            values: checked.values.clone(),
            runs: checked.runs,
            median: checked.median,
            interval: checked.interval.map(Into::into),
            pooled: checked.pooled,
            more_runs,
            source,
        }
    }
}
