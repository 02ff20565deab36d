//! Judges a case by the traps: one file each, and the findings that they make. No I/O, no sentences about what was observed.

#![forbid(unsafe_code)]

pub mod finding;
pub mod judge;
pub mod traps;

pub use finding::Finding;
pub use judge::{judge, judge_all, judge_one};
pub use traps::{Observed, TrapId};
