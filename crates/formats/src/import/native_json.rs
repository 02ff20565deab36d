//! fiord's own JSON (`docs/schema/run-1.json`), read back: the record in it is complete, so it is judged as it was when it was written.

use fiord_record::RunRecord;
use serde::Deserialize;
use serde_json::Value;

use super::fio_json::ImportError;
use crate::native::VERSION;

/// The document, if the text is one of ours.
pub(super) fn document(text: &str) -> Option<Value> {
    // fio's own output may have messages around it; ours has none.
    let value = serde_json::from_str::<Value>(text).ok()?;
    value.get("fiord_run").is_some().then_some(value)
}

/// The run in a document.
pub(super) fn record(document: &Value) -> Result<RunRecord, ImportError> {
    if document["fiord_run"].as_u64() != Some(VERSION) {
        return Err(ImportError::Version);
    }
    let record = document.get("record").ok_or(ImportError::Missing("record"))?;
    RunRecord::deserialize(record).map_err(|_| ImportError::Missing("record"))
}
