//! All results of a text, whether it is one document or prose with results in it.

use super::fio_json::ImportError;
use super::results::{Imported, Writer, results};
use super::scan;

/// All results of a text: the last one of JSON, else every run that is recognised in it.
///
/// # Errors
/// As [`results`], where no run is recognised either.
pub fn results_of_text(source: &str, text: &str) -> Result<Vec<Imported>, ImportError> {
    let error = match results(text) {
        Ok(one) => return Ok(vec![one]),
        // JSON of another program, or a part of a document, is read as any text.
        Err(error @ (ImportError::NoDocument | ImportError::Missing(_) | ImportError::Syntax(_))) => error,
        Err(error) => return Err(error),
    };
    let read = scan::text(source, text.as_bytes()).map_err(|_| ImportError::NoDocument)?;
    if read.runs.is_empty() {
        return Err(error);
    }
    let imported = read.runs.into_iter().map(|run| Imported {
        writer: Writer::Text(run.kind),
        notes: run.record.notes.clone(),
        record: run.record,
    });
    Ok(imported.collect())
}
