//! What `fiord prepare --json` prints.

use fiord_host::paths::Stored;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Body;

/// A test file, what was done to it, and the proof of it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Prepare {
    pub file: Stored,
    #[schemars(extend("enum" = ["prepared", "resumed", "already prepared", "checked"]))]
    pub status: String,
    pub written_bytes: u64,
    pub seconds: f64,
    /// Null: nothing was written.
    pub bytes_per_s: Option<f64>,
    /// Whether it was written past the page cache; null: nothing was written.
    pub direct: Option<bool>,
    /// Whether no check failed.
    pub passed: bool,
    pub checks: Vec<FileCheck>,
}

/// One check.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct FileCheck {
    pub name: String,
    pub verdict: CheckResult,
    pub saw: String,
    /// What was seen as numbers; each check has names of its own, the unit last.
    #[schemars(with = "Map<String, Value>")]
    pub numbers: Value,
}

/// What a check came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline, with = "String", extend("enum" = ["ok", "note", "failed"]))]
pub enum CheckResult {
    Ok,
    /// Worth knowing; not a failure.
    Note,
    Failed,
}

impl Body for Prepare {
    const NAME: &'static str = "prepare";
    const TITLE: &'static str = "fiord prepare --json";
}
