//! Integers of 128 bits as decimal text: a JSON number beyond 64 bits is read back as a float.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(value: &u128, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u128, D::Error> {
    String::deserialize(from)?.parse().map_err(D::Error::custom)
}
