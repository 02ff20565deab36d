//! What happened in a run, as the rules after it need it.

use crate::run::RunRecord;

/// What happened.
#[derive(Debug, Clone, Copy)]
pub struct After<'a> {
    /// The record of the run.
    pub record: &'a RunRecord,
}
