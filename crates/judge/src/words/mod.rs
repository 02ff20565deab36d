//! The sentences about findings, verdicts and jobs: one file per trap, and nowhere else. No rule reads them.

#![forbid(unsafe_code)]

pub mod compare;
pub mod describe;
mod finding;
pub mod hosts;
pub mod idle;
mod imported;
pub mod layer;
pub mod layers;
mod names;
mod observation;
mod overlap;
mod phrases;
pub mod seen;
mod spread;
mod traps;
pub mod verdict;

pub use describe::describe;
pub use finding::Sentences;
pub use observation::Words;
pub use traps::not_steady::steady;
