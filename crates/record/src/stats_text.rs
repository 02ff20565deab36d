//! [`JobStats`] as text in a document: the bytes of `stats::encode`, in base64.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fiord_stats::JobStats;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(stats: &JobStats, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&STANDARD.encode(fiord_stats::encode(stats)))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<JobStats, D::Error> {
    let text = String::deserialize(from)?;
    let bytes = STANDARD.decode(text).map_err(D::Error::custom)?;
    fiord_stats::decode(&bytes).map_err(D::Error::custom)
}
