//! Numbers in the text of options that fio reads differently than they look.

use fiord_job::options::{self, ValueKind};
use fiord_job::units::{BareTime, Quantity, Surprise, UnitError, quantity, time_us};
use serde::{Deserialize, Serialize};

/// A number in the text of an option that is not read as it looks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Misread {
    pub name: String,
    /// The number as written.
    pub text: String,
    /// What it is read as.
    pub read_as: u64,
    pub surprise: Surprise,
    /// Whether it is a time (in microseconds).
    pub is_time: bool,
    /// The number as it was meant, in words that mean it; `None` when that cannot be told.
    pub meant: Option<String>,
}

/// Judges the text of one option.
pub fn misread(option: &str, text: &str, kb_base: u32) -> Vec<Misread> {
    let Some(spec) = options::find(option) else {
        return Vec::new();
    };
    let is_time = matches!(spec.kind, ValueKind::Time | ValueKind::Micros);
    let bare = if spec.kind == ValueKind::Micros {
        BareTime::Micros
    } else {
        BareTime::Seconds
    };
    let read = |part: &str| -> Result<Quantity, UnitError> {
        if is_time {
            time_us(part, bare)
        } else {
            quantity(part, kb_base)
        }
    };
    if !matches!(
        spec.kind,
        ValueKind::Int | ValueKind::IntOrPercent | ValueKind::Time | ValueKind::Micros | ValueKind::Range
    ) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for part in text.split([',', ':', '-']).filter(|part| !part.trim().is_empty()) {
        let Ok(Quantity {
            value,
            surprise: Some(surprise),
            ..
        }) = read(part)
        else {
            continue;
        };
        found.push(Misread {
            name: spec.name.to_owned(),
            text: part.trim().to_owned(),
            read_as: u64::try_from(value).unwrap_or(0),
            surprise,
            is_time,
            meant: meant(part, is_time, kb_base),
        });
    }
    found
}

/// A number with unit as a person means it, in words that fio reads as meant: `4KiB` is `4k`, `30sec` is `30s`, `1.5g` is
/// `1536m`.
pub fn meant(text: &str, is_time: bool, kb_base: u32) -> Option<String> {
    let squeezed: String = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect::<String>()
        .to_ascii_lowercase();
    let split = squeezed.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
    let (digits, unit) = squeezed.split_at(split);
    if is_time {
        let unit = match unit {
            "us" | "usec" | "usecs" | "microseconds" | "µs" => "us",
            "ms" | "msec" | "msecs" | "milliseconds" => "ms",
            "s" | "sec" | "secs" | "second" | "seconds" => "s",
            "m" | "min" | "mins" | "minute" | "minutes" => "m",
            "h" | "hr" | "hrs" | "hour" | "hours" => "h",
            "d" | "day" | "days" => "d",
            _ => return None,
        };
        return whole(
            digits,
            unit,
            &[
                ("us", 1000.0, "us"),
                ("ms", 1000.0, "us"),
                ("s", 1000.0, "ms"),
                ("m", 60.0, "s"),
                ("h", 60.0, "m"),
                ("d", 24.0, "h"),
            ],
        );
    }
    let decimal = kb_base == 1000;
    if decimal && unit.ends_with("ib") && !digits.contains('.') {
        // With that base the IEC units mean what they say.
        return Some(format!("{digits}{unit}"));
    }
    let unit = match unit {
        "" | "b" | "byte" | "bytes" => "",
        "k" | "kb" | "ki" | "kib" | "kbyte" | "kbytes" => "k",
        "m" | "mb" | "mi" | "mib" | "mbyte" | "mbytes" => "m",
        "g" | "gb" | "gi" | "gib" | "gbyte" | "gbytes" => "g",
        "t" | "tb" | "ti" | "tib" | "tbyte" | "tbytes" => "t",
        "p" | "pb" | "pi" | "pib" => "p",
        _ => return None,
    };
    let step = if decimal { 1000.0 } else { 1024.0 };
    whole(
        digits,
        unit,
        &[
            ("k", step, ""),
            ("m", step, "k"),
            ("g", step, "m"),
            ("t", step, "g"),
            ("p", step, "t"),
        ],
    )
}

/// A decimal number with a unit as a whole number of it, or of the next smaller one.
fn whole(digits: &str, unit: &str, smaller: &[(&str, f64, &str)]) -> Option<String> {
    if !digits.contains('.') {
        return Some(format!("{digits}{unit}"));
    }
    let value: f64 = digits.parse().ok()?;
    let (_, factor, lower) = smaller.iter().find(|(from, _, _)| *from == unit)?;
    Some(format!("{}{lower}", (value * factor).round() as u64))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn what_is_meant_is_read_as_meant() {
        for (text, is_time, meaning) in [
            ("4KiB", false, "4k"),
            (" 4k", false, "4k"),
            ("4 kb ", false, "4k"),
            ("1.5g", false, "1536m"),
            ("0.5 GiB", false, "512m"),
            ("30sec", true, "30s"),
            ("1min", true, "1m"),
            ("1.5 hours", true, "90m"),
            ("250 msec", true, "250ms"),
        ] {
            assert_eq!(meant(text, is_time, 1024).as_deref(), Some(meaning), "{text}");
            let name = if is_time { "runtime" } else { "size" };
            assert!(misread(name, meaning, 1024).is_empty(), "{meaning}");
        }
        assert_eq!(meant("30fortnights", true, 1024), None);
        assert_eq!(meant("1.5g", false, 1000).as_deref(), Some("1500m"));
        assert_eq!(meant("4 KiB", false, 1000).as_deref(), Some("4kib"));
    }

    #[test]
    fn plain_numbers_are_as_they_look() {
        for (name, text) in [
            ("bs", "4k"),
            ("bs", "4k,8k"),
            ("size", "50%"),
            ("runtime", "60"),
            ("bsrange", "4k-8k"),
            ("thinktime", "5ms"),
            ("nice", "-5"),
            ("description", "4KiB"),
        ] {
            assert_eq!(misread(name, text, 1024), [], "{name}={text}");
        }
        let wrong = misread("bs", "4KiB,8k", 1024);
        assert_eq!(
            (wrong.len(), wrong[0].read_as, wrong[0].meant.as_deref()),
            (1, 4000, Some("4k"))
        );
        assert_eq!(misread("runtime", "30sec", 1024)[0].read_as, 30);
    }
}
