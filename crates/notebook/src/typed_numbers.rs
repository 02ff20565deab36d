//! Numbers that were typed by hand into a table next to measurements.

use std::ops::Range;

use crate::markdown::{Asks, Notebook, line_of};
use crate::quantity;

/// A number that nothing in the store carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedNumber {
    pub line: usize,
    /// As written in the table.
    pub text: String,
}

/// Cells that hold a rate or a latency, or a bare number in a column that has measured values, and no value or claim.
pub fn find(text: &str, notebook: &Notebook) -> Vec<TypedNumber> {
    let has = |at: &Range<usize>, only_values: bool| {
        notebook.expressions.iter().any(|one| {
            let is_value = matches!(one.asks, Asks::Value(..));
            at.contains(&one.at.start) && (is_value || !only_values)
        })
    };
    if notebook.blocks.is_empty() && notebook.expressions.is_empty() {
        return Vec::new();
    }
    let is_measured = |table: usize, column: usize| {
        let mut cells = notebook.cells.iter();
        cells.any(|cell| cell.table == table && cell.column == column && has(&cell.at, true))
    };
    let typed = notebook
        .cells
        .iter()
        .filter(|cell| cell.row > 0 && !has(&cell.at, false));
    let found = typed.filter_map(|cell| {
        let shown = text.get(cell.at.clone())?.trim().trim_matches('|').trim();
        let is_number = is_measured(cell.table, cell.column) && is_number(shown);
        (is_number || holds_quantity(shown)).then(|| TypedNumber {
            line: line_of(text, cell.at.start),
            text: shown.to_owned(),
        })
    });
    found.collect()
}

/// Whether a cell is a number alone, as `12,000`, `99.8k` or `~50`.
fn is_number(text: &str) -> bool {
    let text = text
        .trim_matches(['*', '_', '~', '≈', ' '])
        .replace([',', ' '], "");
    let digits = text.strip_suffix(['k', 'K', 'M', 'G', '%']).unwrap_or(&text);
    digits.parse::<f64>().is_ok_and(f64::is_finite)
}

/// Whether a cell is a rate or a latency; not a command that has one in it.
fn holds_quantity(text: &str) -> bool {
    const LONGEST: usize = 24;
    let text = text.trim_matches(['*', '_', '~', '≈', ' ']).replace(',', "");
    text.len() <= LONGEST && quantity::parse(&text).is_some()
}
