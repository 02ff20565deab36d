//! Moments in documents: with the offset of the clock that told them and without the name of its time zone. A reader far away may have no
//! table of zones, as in a container with nothing in it but the program.

use jiff::fmt::temporal::{Pieces, PiecesOffset};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serializer};

/// As RFC 3339: `2026-11-23T18:40:00.123456789+01:00`. The beginning of Unix time stands for a moment that is not known: null.
///
/// # Errors
/// Those of the serializer.
pub(crate) fn serialize<S: Serializer>(moment: &Zoned, to: S) -> Result<S::Ok, S::Error> {
    if moment.timestamp() == Timestamp::UNIX_EPOCH {
        return to.serialize_none();
    }
    to.collect_str(&moment.timestamp().display_with_offset(moment.offset()))
}

/// The name of a time zone behind the offset, which earlier versions wrote, is passed over.
///
/// # Errors
/// The text lacks a date, a time of day or an offset.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Zoned, D::Error> {
    match Option::<String>::deserialize(from)? {
        Some(text) => read(&text).map_err(D::Error::custom),
        None => Ok(Timestamp::UNIX_EPOCH.to_zoned(TimeZone::UTC)),
    }
}

/// Whole seconds. 0 is an unknown time, which is written as null.
pub(crate) mod elapsed {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// # Errors
    /// Those of the serializer.
    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub(crate) fn serialize<S: Serializer>(seconds: &u64, to: S) -> Result<S::Ok, S::Error> {
        (*seconds > 0).then_some(*seconds).serialize(to)
    }

    /// # Errors
    /// The number is malformed.
    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        Option::<u64>::deserialize(from).map(Option::unwrap_or_default)
    }
}

fn read(text: &str) -> Result<Zoned, String> {
    let pieces = Pieces::parse(text).map_err(|error| error.to_string())?;
    let (Some(time), Some(offset)) = (pieces.time(), pieces.offset()) else {
        return Err(format!("`{text}` lacks a time of day or an offset from UTC"));
    };
    let zone = match offset {
        PiecesOffset::Numeric(offset) => TimeZone::fixed(offset.offset()),
        _ => TimeZone::UTC,
    };
    let moment: Timestamp = pieces
        .date()
        .to_datetime(time)
        .to_zoned(zone.clone())
        .map_err(|error| error.to_string())?
        .timestamp();
    Ok(moment.to_zoned(zone))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Serialize, serde::Deserialize)]
    struct Holder(#[serde(with = "super")] Zoned);

    fn again(text: &str) -> String {
        let holder: Holder = serde_json::from_value(text.into()).unwrap();
        serde_json::to_value(&holder)
            .unwrap()
            .as_str()
            .unwrap()
            .to_owned()
    }

    #[test]
    fn a_moment_comes_back_without_a_table_of_time_zones() {
        let plain = "2026-11-23T18:40:00.123456789+01:00";
        assert_eq!(again(plain), plain);
        // What versions before this one wrote; the first by a program in an empty container.
        for zone in ["Etc/Unknown", "Europe/Berlin", "No/Such", "+01:00"] {
            assert_eq!(again(&format!("{plain}[{zone}]")), plain);
        }
        assert_eq!(again("1970-01-01T00:00:01Z"), "1970-01-01T00:00:01+00:00");
        let unknown: Holder = serde_json::from_str("\"1970-01-01T00:00:00Z\"").unwrap();
        assert_eq!(serde_json::to_string(&unknown).unwrap(), "null");
        let again: Holder = serde_json::from_str("null").unwrap();
        assert_eq!(again.0.timestamp(), Timestamp::UNIX_EPOCH);
    }

    #[test]
    fn a_text_without_date_time_or_offset_is_refused() {
        for text in ["", "2026-11-23", "2026-11-23T18:40:00", "18:40+01:00", "now"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
