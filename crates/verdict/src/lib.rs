//! What findings come to: a verdict with its grade, a corrected job, a typed result judged. Holds findings against the record. No I/O.

#![forbid(unsafe_code)]

pub mod consistency;
pub mod correct;
pub mod hosts;
pub mod seen;
pub mod verdict;

pub use verdict::{Grade, Verdict};
