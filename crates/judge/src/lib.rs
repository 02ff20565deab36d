//! Judges a record: the case, the traps (one file each), findings, the verdict with its grade, a corrected job, and their sentences.
//!
//! Pure: no I/O. No rule reads a sentence.

#![forbid(unsafe_code)]

pub mod case;
pub mod correct;
mod finding;
pub mod ranks;
pub mod trap;
pub mod traps;
pub mod typed_result;
pub mod verdict;
pub mod words;

pub use finding::{
    Also, Checked, Finding, Severity, State, Subject, Thing, When, judge, judge_all, judge_one,
};
pub use traps::{Observed, TrapId};
pub use verdict::{Grade, Verdict};
