//! What was typed, before it means anything: options with their positions, gathered into jobs.
//!
//! Made by the argv and job-file readers, read by the lowering.

use crate::options::OptionSpec;
use crate::source::Origin;

/// One option as typed.
#[derive(Debug, Clone)]
pub struct RawOption {
    /// The entry it names.
    pub spec: &'static OptionSpec,
    /// The value after variables were expanded; `None` for a bare flag.
    pub value: Option<String>,
    /// Where it stands.
    pub origin: Origin,
}

/// One job as typed.
#[derive(Debug, Clone)]
pub struct RawJob {
    pub name: String,
    /// Options of the global sections before it (or before the first `--name`), in order.
    pub globals: Vec<RawOption>,
    /// Its own options, in order.
    pub own: Vec<RawOption>,
    /// It is the first job of a second or later job file, which begins behind a stonewall.
    pub begins_file: bool,
    /// Where its name stands.
    pub origin: Origin,
}
