//! Intervals as documents have them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct MedianBounds {
    pub low: f64,
    pub high: f64,
    /// How sure it is to hold the median, 0 to 1.
    pub level: f64,
}
