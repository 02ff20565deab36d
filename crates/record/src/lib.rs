//! The record of a run, complete and serialisable: plan, facts before, counts, evidence during, machine, context.
//!
//! Data only: nothing here judges, and nothing prints.

pub mod before;
pub mod claims;
pub mod evidence;
pub mod hosts;
pub mod imported;
pub mod ladder;
pub mod layers;
mod moment;
pub mod number;
pub mod run;

pub use before::{Before, FileKind, Sampled, TargetFacts, Unwritable};
pub use run::RunRecord;
