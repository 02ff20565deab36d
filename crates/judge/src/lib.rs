//! Judges a record: the case, the traps (one file each), findings, the verdict with its grade, a corrected job, and their sentences.
//!
//! Pure: no I/O. `case` is a record as judgements look at it and knows no trap; sentences stand in `words` and nowhere else, and no rule
//! reads them.

#![forbid(unsafe_code)]

pub mod case;
pub mod correct;
pub mod finding;
pub mod hosts;
pub mod judge;
pub mod seen;
pub mod traps;
pub mod verdict;
pub mod words;

pub use finding::Finding;
pub use judge::{judge, judge_all, judge_one};
pub use traps::{Observed, TrapId};
pub use verdict::{Grade, Verdict};
