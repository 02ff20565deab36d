//! Sentences that are not of one trap: verdicts, what a job will do, layers.

pub mod compare;
pub mod describe;
pub mod hosts;
pub mod layer;
pub mod layers;
pub(crate) mod phrases;
pub mod seen;
pub mod verdict;
