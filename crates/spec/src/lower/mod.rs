//! From raw jobs to plans: values are read, checked and put into their fields.

use crate::diagnostic::Diagnostic;
use crate::plan::{JobPlan, RunPlan};
use crate::raw::RawJob;

/// What the reading of values may depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Context {
    /// Processors online.
    pub ncpus: u32,
    /// Page size in bytes.
    pub page_size: u64,
}

/// Plans and what there is to say about them. The plan is only fit to run when no diagnostic is an error.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Lowered {
    /// The plans of all jobs, as far as they could be read.
    pub plan: RunPlan,
    /// All problems and remarks, in order of the jobs.
    pub diagnostics: Vec<Diagnostic>,
}

/// Turns raw jobs into plans.
pub fn lower(jobs: &[RawJob], _machine: &Context) -> Lowered {
    let mut lowered = Lowered::default();
    lowered.plan.jobs = jobs.iter().map(|job| JobPlan::new(&job.name)).collect();
    lowered
}
