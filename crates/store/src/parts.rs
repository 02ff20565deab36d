//! A record in the parts in which it is stored, and whole again.
//!
//! Texts that neighbours share are stored once; of each further run only what differs from one of them is.

use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fiord_record::run::RunRecord;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde_json::{Map, Value};

use crate::error::StoreError;

/// The evidence of each second: most of a long run.
const SECONDS: &str = "seconds_series";

/// A row of `records`, its shared texts in place.
pub(crate) struct Parts {
    pub(crate) plan: String,
    pub(crate) machine: Option<String>,
    pub(crate) before: String,
    pub(crate) context: String,
    pub(crate) evidence: Option<String>,
    pub(crate) seconds: Option<Vec<u8>>,
    pub(crate) rest: String,
    /// JSON without counts, and the counts.
    pub(crate) workers: Vec<(String, Vec<u8>)>,
}

/// A field of a JSON object, taken out of it.
fn taken(value: &mut Value, field: &str) -> Value {
    value.get_mut(field).map(Value::take).unwrap_or_default()
}

fn text(value: &Value) -> Option<String> {
    (!value.is_null()).then(|| value.to_string())
}

impl Parts {
    pub(crate) fn of(record: &RunRecord) -> Result<Self, StoreError> {
        let mut whole = record.to_json()?;
        let (plan, mut before) = (taken(&mut whole, "plan"), taken(&mut whole, "before"));
        let machine = taken(&mut before, "machine");
        let (context, mut evidence) = (taken(&mut whole, "context"), taken(&mut whole, "evidence"));
        let seconds = taken(&mut evidence, SECONDS);
        let mut workers = taken(&mut whole, "workers");
        let workers = workers.as_array_mut().map(std::mem::take).unwrap_or_default();
        let workers: Result<_, StoreError> = workers
            .into_iter()
            .map(|mut json| {
                let stats = taken(&mut json, "stats");
                let stats = STANDARD.decode(stats.as_str().unwrap_or_default())?;
                Ok((json.to_string(), stats))
            })
            .collect();
        Ok(Self {
            plan: plan.to_string(),
            machine: text(&machine),
            before: before.to_string(),
            context: context.to_string(),
            evidence: text(&evidence),
            seconds: text(&seconds).map(|text| packed(&text)).transpose()?,
            rest: whole.to_string(),
            workers: workers?,
        })
    }

    /// The record, or what is wrong with the parts.
    pub(crate) fn record(&self) -> Result<RunRecord, String> {
        let read = |text: &str| serde_json::from_str::<Value>(text).map_err(|error| error.to_string());
        let optional = |text: &Option<String>| text.as_deref().map_or(Ok(Value::Null), read);
        let mut whole = read(&self.rest)?;
        let mut before = read(&self.before)?;
        before["machine"] = optional(&self.machine)?;
        whole["before"] = before;
        whole["plan"] = read(&self.plan)?;
        whole["context"] = read(&self.context)?;
        let mut evidence = optional(&self.evidence)?;
        if let Some(seconds) = &self.seconds {
            let text = unpacked(seconds).map_err(|error| format!("its seconds: {error}"))?;
            evidence[SECONDS] = read(&text)?;
        }
        whole["evidence"] = evidence;
        let workers: Result<Vec<Value>, String> = self
            .workers
            .iter()
            .map(|(text, stats)| {
                let mut worker = read(text)?;
                worker["stats"] = Value::String(STANDARD.encode(stats));
                Ok(worker)
            })
            .collect();
        whole["workers"] = Value::Array(workers?);
        RunRecord::from_json(whole).map_err(|error| error.to_string())
    }
}

fn packed(text: &str) -> Result<Vec<u8>, StoreError> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).map_err(StoreError::Pack)?;
    encoder.finish().map_err(StoreError::Pack)
}

fn unpacked(bytes: &[u8]) -> std::io::Result<String> {
    let mut text = String::new();
    ZlibDecoder::new(bytes).read_to_string(&mut text)?;
    Ok(text)
}

/// What a text has otherwise than another one, by JSON pointer. None if one of them is not JSON.
pub(crate) fn changes(base: &str, text: &str) -> Option<String> {
    let (base, value) = (serde_json::from_str(base).ok()?, serde_json::from_str(text).ok()?);
    let mut found = Map::new();
    collect(&base, &value, "", &mut found);
    Some(Value::Object(found).to_string())
}

fn collect(base: &Value, value: &Value, at: &str, found: &mut Map<String, Value>) {
    match (base, value) {
        (Value::Object(one), Value::Object(other)) if one.keys().eq(other.keys()) => {
            for ((key, one), other) in one.iter().zip(other.values()) {
                let escaped = key.replace('~', "~0").replace('/', "~1");
                collect(one, other, &format!("{at}/{escaped}"), found);
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (place, (one, other)) in one.iter().zip(other).enumerate() {
                collect(one, other, &format!("{at}/{place}"), found);
            }
        }
        // As they are written: 0 and −0 are equal numbers.
        _ if as_written(base) == as_written(value) => {}
        _ => {
            found.insert(at.to_owned(), value.clone());
        }
    }
}

fn as_written(value: &Value) -> String {
    value.to_string()
}

/// The text whose changes these are.
pub(crate) fn changed(base: &str, changes: &str) -> Result<String, String> {
    let mut value: Value = serde_json::from_str(base).map_err(|error| error.to_string())?;
    let changes: Map<String, Value> = serde_json::from_str(changes).map_err(|error| error.to_string())?;
    for (pointer, new) in changes {
        let place = value.pointer_mut(&pointer);
        *place.ok_or_else(|| format!("`{pointer}` is not in the text that it changes"))? = new;
    }
    Ok(value.to_string())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn changes_give_the_text_back() {
        let base = r#"{"a/b":[1,{"~c":2.5}],"d":null,"e":{"f":"g"},"h":0.0}"#;
        for (text, expected) in [
            (base, "{}"),
            (
                r#"{"a/b":[1,{"~c":2.25}],"d":null,"e":{"f":"g"},"h":0.0}"#,
                r#"{"/a~1b/1/~0c":2.25}"#,
            ),
            // Another shape: as small a part as there is, whole.
            (
                r#"{"a/b":[1],"d":{"x":1},"e":{"f":"g"},"h":-0.0}"#,
                r#"{"/a~1b":[1],"/d":{"x":1},"/h":-0.0}"#,
            ),
            (
                r#"{"a/b":[1,{"~c":2.5}],"d":null,"e":{},"h":18446744073709551615}"#,
                r#"{"/e":{},"/h":18446744073709551615}"#,
            ),
            ("[7]", r#"{"":[7]}"#),
        ] {
            let found = changes(base, text).unwrap();
            assert_eq!(found, expected);
            assert_eq!(changed(base, &found).unwrap(), text);
        }
        assert_eq!(changes(base, "no JSON"), None);
        assert!(changed("{}", r#"{"/a":1}"#).unwrap_err().contains("`/a`"));
    }

    #[test]
    fn what_is_packed_comes_back() {
        let text = "[1,2,3]".repeat(1000);
        let bytes = packed(&text).unwrap();
        assert!(bytes.len() < 200, "{}", bytes.len());
        assert_eq!(unpacked(&bytes).unwrap(), text);
        assert!(unpacked(&bytes[..20]).is_err());
    }
}
