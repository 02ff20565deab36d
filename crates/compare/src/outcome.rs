//! The whole comparison: pairs, what stands among all of them, groups.

use crate::rank;
use crate::result::{ComparedResult, SampleKind};
use crate::rows::{self, WorkloadRow};
use crate::verdict::{self, CompareSettings, ComparisonOutcome};

/// Compares results; the first is the base.
pub fn compare(results: &[ComparedResult], settings: &CompareSettings) -> ComparisonOutcome {
    of_rows(rows::rows(results), results, settings)
}

/// Compares the rows of one result, each given as a result of its own, whatever its workload is; the first is the base. `name`: of the result.
pub fn compare_rows(results: &[ComparedResult], name: &str, settings: &CompareSettings) -> ComparisonOutcome {
    let settings = CompareSettings {
        samples: SampleKind::Rows,
        ..settings.clone()
    };
    let mut outcome = of_rows(vec![WorkloadRow::across(results)], results, &settings);
    for cell in &mut outcome.cells {
        name.clone_into(&mut cell.workload);
        cell.details.clear();
    }
    outcome
}

fn of_rows(
    rows: Vec<WorkloadRow>,
    results: &[ComparedResult],
    settings: &CompareSettings,
) -> ComparisonOutcome {
    let mut outcome = verdict::pairs(rows, results, settings);
    rank::groups(results, &mut outcome.cells);
    outcome.put_sentences(settings);
    outcome
}
