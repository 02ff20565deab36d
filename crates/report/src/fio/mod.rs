//! fio 3.33's formats: text, JSON and terse, byte for byte. Nothing here measures or judges.
//!
//! [`Report`] is the common step: what fio's formats show of a run, merged and rounded by fio's rules, floats allowed.
//! The renderers only lay it out.

mod goals;
pub mod header;
pub mod json;
pub mod live;
pub mod numbers;
mod percentile;
mod report;
pub mod terse;
pub mod text;

pub use goals::{EntryGoals, SteadyEntry};
pub use percentile::fio_percentiles;
pub use report::{
    DdirEntry, Entry, EntryCpu, GroupSummary, LatencySummary, PrioritySummary, Report, SampleSummary,
    Settings,
};
pub use report::{groups_of, percentile_decimals};

/// Which of fio's formats to write (`--output-format`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Formats {
    /// `terse`, with its version.
    pub terse: Option<u8>,
    /// `json`
    pub json: bool,
    /// `json+`
    pub json_plus: bool,
    /// `normal`
    pub normal: bool,
}

/// The report in every format asked for, in fio's order, whatever the order of asking: terse, JSON, text.
pub fn document(report: &Report, formats: Formats) -> String {
    let mut out = String::new();
    if let Some(version) = formats.terse {
        out.push_str(&terse::render_report(report, version));
    }
    if formats.json || formats.json_plus {
        out.push_str(&json::render_report(report, formats.json_plus));
    }
    if formats.normal {
        out.push_str(&text::render_report(report));
    }
    out
}
