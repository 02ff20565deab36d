//! Sizes and times as the native verbs read and write them: fio's units in, binary units out.

use fiord_job::units::{self, Unit};

/// Reads a size as fio does: `24G` is 24 × 2³⁰ bytes.
///
/// # Errors
/// What fio would read otherwise than it looks (`1.5G`, `1GiB`), percent, and what is no size.
pub(crate) fn parse_bytes(text: &str) -> Result<u64, String> {
    let wrong = |why: &str| {
        Err(format!(
            "`{text}` {why}; 512M, 24G and 1T are sizes, in powers of 1024"
        ))
    };
    match units::quantity(text, 1024) {
        Ok(quantity) if quantity.surprise.is_some() => wrong("does not mean what it seems to"),
        Ok(quantity) if quantity.unit != Unit::One => wrong("is no size in bytes"),
        Ok(quantity) => u64::try_from(quantity.value).or_else(|_| wrong("is below zero")),
        Err(_) => wrong("is no size"),
    }
}

/// A number of bytes for people: `512 B`, `4.00 GiB`.
pub(crate) fn bytes(count: u64) -> String {
    const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
    if count < 1024 {
        return format!("{count} B");
    }
    let mut value = count as f64 / 1024.0;
    let mut unit = 0;
    // 1023.996 would be printed as 1024.00.
    while value >= 1023.995 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    format!("{value:.2} {}", UNITS[unit])
}

/// Seconds for people: `8 s`, `3 min 20 s`, `2 h 5 min`.
pub(crate) fn seconds(count: f64) -> String {
    let whole = count.max(0.0).round() as u64;
    match whole {
        0..60 => format!("{whole} s"),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn sizes_are_fios_and_nothing_misleads() {
        assert_eq!(parse_bytes("24G"), Ok(24 << 30));
        assert_eq!(parse_bytes("4096"), Ok(4096));
        assert_eq!(parse_bytes("16m"), Ok(16 << 20));
        for wrong in ["1.5G", "1GiB", "50%", "-1", "G", "", "12parsecs"] {
            let said = parse_bytes(wrong).unwrap_err();
            assert!(said.contains(&format!("`{wrong}`")), "{said}");
        }
    }

    #[test]
    fn people_read_round_numbers() {
        for (count, text) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1 << 20, "1.00 MiB"),
            ((1 << 30) - 1, "1.00 GiB"),
        ] {
            assert_eq!(bytes(count), text);
        }
        for (count, text) in [
            (-1.0, "0 s"),
            (59.4, "59 s"),
            (200.0, "3 min 20 s"),
            (7500.0, "2 h 5 min"),
        ] {
            assert_eq!(seconds(count), text);
        }
    }
}
