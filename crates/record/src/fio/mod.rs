//! fio 3.33's formats: text, JSON and terse, byte for byte. Nothing here measures or judges.
//!
//! [`Report`] is the common step: what fio's formats show of a run, merged and rounded by fio's rules, floats allowed.
//! The renderers only lay it out.

pub mod header;
pub mod json;
pub mod live;
pub mod numbers;
mod percentile;
mod report;
pub mod terse;
pub mod text;

pub use percentile::fio_percentiles;
pub use report::{DdirEntry, Entry, GroupSummary, LatencySummary, Report, SampleSummary, Settings};
pub(crate) use report::{groups_of, percentile_decimals};
