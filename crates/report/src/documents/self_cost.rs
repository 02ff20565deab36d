//! What `fiord run --self-cost --json` prints.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Body;

/// The ceiling of each job with the null engine in place of its own.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SelfCost {
    pub jobs: Vec<JobCost>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct JobCost {
    pub name: String,
    pub workers: u32,
    /// I/Os per second of all its workers.
    pub iops: f64,
    /// Processor time of one worker per I/O.
    pub ns_per_io: f64,
}

impl Body for SelfCost {
    const NAME: &'static str = "self-cost";
    const TITLE: &'static str = "fiord run --self-cost --json";
}
