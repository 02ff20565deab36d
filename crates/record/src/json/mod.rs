//! Documents as JSON values and back, by small code.
//!
//! Each type has one reader and one writer in the program: those for [`JsonReader`] and [`JsonWriter`]. They work in place, so that what the
//! compiler makes of a type owns nothing that it would have to drop, and a structure is read from an object only.

mod read;
mod write;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Error, Value};

use read::JsonReader;
use write::JsonWriter;

use crate::run::{RankReport, RunRecord};

/// What `serde_json::from_value` gives, except that a structure is read from an object only, never from an array.
///
/// # Errors
/// The value is not one of the type.
pub fn from_value<T: DeserializeOwned>(mut value: Value) -> Result<T, Error> {
    T::deserialize(JsonReader(&mut value))
}

/// As [`from_value`], from text.
///
/// # Errors
/// The text is not JSON, or not of the type.
pub fn from_text<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    from_value(serde_json::from_str(text)?)
}

/// As [`from_text`], from bytes.
///
/// # Errors
/// As [`from_text`].
pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    from_value(serde_json::from_slice(bytes)?)
}

/// What `serde_json::to_value` gives.
///
/// # Errors
/// What JSON cannot hold: a map whose keys are no strings.
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value, Error> {
    let mut out = Value::Null;
    value.serialize(JsonWriter(&mut out))?;
    Ok(out)
}

/// As [`to_value`], as text in one line.
///
/// # Errors
/// As [`to_value`].
pub fn to_text<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    Ok(to_value(value)?.to_string())
}

// Compiled here, the readers and writers of a record are those that all crates above use.
impl RunRecord {
    /// # Errors
    /// As [`from_value`].
    pub fn from_json(value: Value) -> Result<Self, Error> {
        from_value(value)
    }

    /// # Errors
    /// As [`to_value`].
    pub fn to_json(&self) -> Result<Value, Error> {
        to_value(self)
    }
}

impl RankReport {
    /// # Errors
    /// As [`from_bytes`].
    pub fn from_json(bytes: &[u8]) -> Result<Self, Error> {
        from_bytes(bytes)
    }

    /// # Errors
    /// As [`to_text`].
    pub fn to_json(&self) -> Result<String, Error> {
        to_text(self)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
