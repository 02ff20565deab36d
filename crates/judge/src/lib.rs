//! Judges a record: traps (one file each), findings, the verdict with its grade, and a corrected job.
//!
//! Pure: no I/O. No rule reads a sentence.

#![forbid(unsafe_code)]

pub mod case;
pub mod correct;
mod finding;
mod judging;
pub mod ranks;
pub mod terms;
pub mod topics;
pub mod trap;
pub mod traps;
pub mod typed_result;
pub mod verdict;
pub mod waiting;
pub mod words;

pub use finding::{Also, Checked, Finding};
pub use judging::{check, judge, judge_all, judge_one};
pub use terms::{Severity, State, Subject, Thing, When};
pub use traps::{Observed, TrapId};
pub use verdict::{Grade, Verdict};
