//! The integration tests of `fiord-import` in one binary, so that they link once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../../../judge/tests/suite/consistency/mod.rs"]
mod consistency;
mod drawn;
mod field;
mod fio_logs;
mod fio_outputs;
mod formats;
mod left_out;
mod mutations;
mod not_said;
mod numbers;
mod published;
mod texts;

use consistency::verdict;
use fiord_import::ImportedRun;
use fiord_job::plan::Ddir;
use fiord_judge::TrapId;
use fiord_judge::case::Case;
use fiord_record::imported::FigureOf;

/// The upper end of a figure of a run.
fn figure(run: &ImportedRun, what: FigureOf, ddir: Option<Ddir>) -> f64 {
    let figures = run.figures();
    let found = figures
        .iter()
        .find(|figure| figure.what == what && figure.ddir == ddir);
    found
        .unwrap_or_else(|| panic!("{what:?} {ddir:?} of {}: {figures:?}", run.name()))
        .value
        .high
}

/// The traps of the findings of a run.
fn traps(run: &ImportedRun) -> Vec<TrapId> {
    let judged = verdict(&Case::of(&run.record));
    judged.findings.iter().map(|finding| finding.trap()).collect()
}
