//! Paths in serialised facts: a string where the bytes are UTF-8, else `{"path_hex": "636166e9"}`. Both come back exactly.
//!
//! Used as `#[serde(with = "crate::paths")]`, for optional paths with `crate::paths::option`.

use std::ffi::OsString;
use std::fmt;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A path as documents hold it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Stored {
    Text(String),
    /// The bytes in hexadecimal, where they are not UTF-8.
    Bytes {
        path_hex: String,
    },
}

impl Stored {
    /// The path; none where the digits are not those of bytes.
    pub fn path(&self) -> Option<PathBuf> {
        match self {
            Self::Text(text) => Some(text.into()),
            Self::Bytes { path_hex } => from_hex(path_hex).map(|bytes| OsString::from_vec(bytes).into()),
        }
    }
}

impl fmt::Display for Stored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(path) => f.write_str(path),
            Self::Bytes { path_hex } => f.write_str(path_hex),
        }
    }
}

impl From<&Path> for Stored {
    fn from(path: &Path) -> Self {
        match path.to_str() {
            Some(text) => Stored::Text(text.to_owned()),
            None => Stored::Bytes {
                path_hex: path
                    .as_os_str()
                    .as_bytes()
                    .iter()
                    .map(|b| format!("{b:02x}"))
                    .collect(),
            },
        }
    }
}

/// Writes a path.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    Stored::from(path).serialize(serializer)
}

/// Reads a path.
///
/// # Errors
/// Neither a string nor an object with an even number of hexadecimal digits.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
    Stored::deserialize(deserializer)?
        .path()
        .ok_or_else(|| serde::de::Error::custom("path_hex: expected an even number of hexadecimal digits"))
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| (byte as char).to_digit(16).map(|d| d as u8);
    text.as_bytes()
        .chunks(2)
        .map(|pair| match pair {
            [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
            _ => None,
        })
        .collect()
}

/// The same for a path that may be missing.
pub mod option {
    use super::{Deserialize, Deserializer, Path, PathBuf, Serialize, Serializer};

    #[derive(Serialize)]
    struct Borrowed<'a>(#[serde(with = "super")] &'a Path);
    #[derive(Deserialize)]
    struct Owned(#[serde(with = "super")] PathBuf);

    /// Writes `null` or a path.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
        path.as_deref().map(Borrowed).serialize(serializer)
    }

    /// Reads `null` or a path.
    ///
    /// # Errors
    /// As [`super::deserialize`].
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PathBuf>, D::Error> {
        Ok(Option::<Owned>::deserialize(deserializer)?.map(|Owned(path)| path))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Pair {
        #[serde(with = "crate::paths")]
        one: PathBuf,
        #[serde(with = "crate::paths::option")]
        two: Option<PathBuf>,
    }

    #[test]
    fn every_path_comes_back_exactly() {
        let odd = PathBuf::from(OsString::from_vec(b"/caf\xe9/\xff\n".to_vec()));
        for (one, two) in [
            (PathBuf::from("/a b"), None),
            (odd.clone(), Some(PathBuf::new())),
            (PathBuf::from("{\"path_hex\": 1}"), Some(odd)),
        ] {
            let pair = Pair { one, two };
            let text = serde_json::to_string(&pair).unwrap();
            assert_eq!(serde_json::from_str::<Pair>(&text).unwrap(), pair, "{text}");
        }
        assert_eq!(
            serde_json::to_string(&Pair {
                one: "/a".into(),
                two: None
            })
            .unwrap(),
            r#"{"one":"/a","two":null}"#
        );
    }

    #[test]
    fn bad_digits_are_refused() {
        for hex in ["6", "6g", "é"] {
            let text = format!(r#"{{"one":{{"path_hex":"{hex}"}},"two":null}}"#);
            assert!(serde_json::from_str::<Pair>(&text).is_err(), "{hex}");
        }
    }
}
