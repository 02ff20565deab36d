//! Published tables next to a study's own: numbers that others measured elsewhere, as facts with their source.

use fiord_job::units;

use crate::definition::{Published, Study};
use crate::matrix::StudyCell;

/// Throughput in published reports, row by row (`studies/published.csv`).
const TABLE: &str = include_str!("../../../studies/published.csv");

/// One row of a published table.
#[derive(Debug, Clone, PartialEq)]
pub struct PublishedRow {
    pub report: &'static str,
    /// Line in the report.
    pub line: u32,
    /// (option, value), those that the table states.
    pub options: Vec<(&'static str, &'static str)>,
    pub mb_per_s: f64,
}

/// All rows.
pub fn rows() -> Vec<PublishedRow> {
    let mut lines = TABLE.lines();
    let names: Vec<&'static str> = lines.next().unwrap_or_default().split(',').collect();
    let row = |line: &'static str| {
        let values: Vec<&'static str> = line.split(',').collect();
        let options = names
            .iter()
            .zip(&values)
            .skip(2)
            .take(names.len().checked_sub(3)?);
        Some(PublishedRow {
            report: values.first()?,
            line: values.get(1)?.parse().ok()?,
            options: options
                .filter(|(_, value)| !value.is_empty())
                .map(|(name, value)| (*name, *value))
                .collect(),
            mb_per_s: values.last()?.parse().ok()?,
        })
    };
    lines.filter_map(row).collect()
}

/// The rows of a table.
pub fn of(table: &Published) -> Vec<PublishedRow> {
    let (first, last) = table.lines;
    let mut all = rows();
    all.retain(|row| row.report == table.report && (first..=last).contains(&row.line));
    all
}

/// The row that a cell repeats: every option that a level sets has the row's value. None: no row, or a level sets what the table does not
/// state.
pub fn row_of<'r>(study: &Study, cell: &StudyCell, rows: &'r [PublishedRow]) -> Option<&'r PublishedRow> {
    let levels = study.factors.iter().zip(&cell.levels);
    let settings: Vec<_> = levels
        .filter_map(|(factor, level)| factor.levels.get(*level))
        .flat_map(|level| &level.settings)
        .collect();
    if settings.is_empty() {
        return None;
    }
    rows.iter().find(|row| {
        settings.iter().all(|setting| {
            let stated = row.options.iter().find(|(name, _)| *name == setting.option);
            stated.is_some_and(|(_, value)| is_same(value, &setting.value))
        })
    })
}

/// Whether two values say the same: `1024k` and `1m` do.
fn is_same(one: &str, other: &str) -> bool {
    let number = |text: &str| units::quantity(text, 1024).ok().map(|quantity| quantity.value);
    one == other || number(one).is_some_and(|value| number(other) == Some(value))
}
