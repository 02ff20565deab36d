//! Sentences that are not of one trap: what a job will do, and what layers are and take.

pub mod describe;
pub(crate) mod phrases;
pub mod stack_layers;
pub mod traced_layers;
