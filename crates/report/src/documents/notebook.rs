//! What `fiord notebook check --json` and `fiord notebook run --json` print: claims, values and blocks with the runs that they rest on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Body;

/// Notebooks held against the store.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Notebooks {
    pub notebooks: Vec<NotebookResult>,
}

impl Body for Notebooks {
    const NAME: &'static str = "notebook";
    const TITLE: &'static str = "fiord notebook check --json";
}

/// One notebook.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NotebookResult {
    /// Under which its results are in the store.
    pub name: String,
    pub file: String,
    /// Its first heading.
    pub title: Option<String>,
    /// Where and on what its runs were measured, a line for each machine and target.
    pub measured_on: Vec<String>,
    pub counts: ClaimCounts,
    pub blocks: Vec<BlockResult>,
    /// In the order of the text.
    pub claims: Vec<ClaimResult>,
    /// In the order of the text.
    pub values: Vec<ValueResult>,
    /// Numbers in tables that no run carries.
    pub typed: Vec<TypedResult>,
}

/// Claims by their marks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClaimCounts {
    pub holds: u64,
    pub undecided: u64,
    pub contradicted: u64,
}

/// What came of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MarkResult {
    Holds,
    Undecided,
    Contradicted,
}

/// How much of a block is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BlockState {
    Missing,
    /// It was interrupted.
    Partial,
    Measured,
    /// It measures nothing.
    None,
}

/// One block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BlockResult {
    pub name: String,
    /// `study`, `run` and the like.
    pub verb: String,
    pub state: BlockState,
    pub runs: Vec<i64>,
}

/// One claim.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClaimResult {
    pub line: u64,
    /// As written between its braces.
    pub claim: String,
    /// The sentence that it marks.
    pub sentence: String,
    pub mark: MarkResult,
    /// Why, and what a decision would take.
    pub reason: String,
    /// The 95 % confidence interval that decided; null: another reason.
    pub interval: Option<NumberInterval>,
    pub runs: Vec<i64>,
}

/// A number with its interval. A ratio, I/Os in flight, or in the unit of the metric: bytes or I/Os per second, nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NumberInterval {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// One value of the prose.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ValueResult {
    pub line: u64,
    /// As written between its braces.
    pub asks: String,
    /// With its unit, as it is shown.
    pub shown: String,
    /// The median of its runs; null: not known.
    pub value: Option<f64>,
    pub interval: Option<NumberInterval>,
    pub runs: Vec<i64>,
}

/// A number that was typed by hand beside measured ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TypedResult {
    pub line: u64,
    pub number: String,
}
