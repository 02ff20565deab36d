//! What `fiord compare --json` prints, and `fiord run --baseline` and `--vs`.

use fiord_compare::facts::FactDifference;
use fiord_compare::limits::CheckedLimit;
use fiord_compare::result::ResultLabel;
use fiord_compare::verdict::ComparisonOutcome;
use fiord_compare::why::SuspectedCauses;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Body;

/// Two results or more; the first is the base.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Comparison {
    /// Differences below this share are none.
    pub margin: f64,
    pub results: Vec<ResultLabel>,
    /// In what machines and plans differ.
    pub differences: Vec<FactDifference>,
    #[serde(flatten)]
    pub outcome: ComparisonOutcome,
    /// What was asked with --fail-if; absent without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<CheckedLimit>,
    /// What could explain the ratio; absent without --why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<SuspectedCauses>,
}

impl Body for Comparison {
    const NAME: &'static str = "compare";
    const TITLE: &'static str = "fiord compare --json, fiord run --baseline and --vs --json";
}
