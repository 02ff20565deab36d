//! Numbers as findings print them: bytes, times, counts and shares in plain words.

use std::fmt;

/// Bytes with a binary unit: `4 KiB`, `1.5 GiB`, `200 MiB`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        if self.0 < 1024 {
            return f.write_str(&plural(self.0, "byte"));
        }
        let mut value = self.0 as f64 / 1024.0;
        let mut unit = 0;
        while value >= 1023.95 && unit + 1 < UNITS.len() {
            value /= 1024.0;
            unit += 1;
        }
        write!(f, "{} {}", short(value), UNITS[unit])
    }
}

/// One decimal where it says something: `1.5`, `4`, `200`.
pub fn short(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0")
        .map_or_else(|| text.clone(), str::to_owned)
}

/// Microseconds as a time: `30 µs`, `2.5 ms`, `10 s`, `5 min`, `2 h`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Micros(pub u64);

impl fmt::Display for Micros {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let us = self.0 as f64;
        let (value, unit) = match self.0 {
            0..1_000 => (us, "µs"),
            1_000..1_000_000 => (us / 1e3, "ms"),
            1_000_000..120_000_000 => (us / 1e6, "s"),
            120_000_000..7_200_000_000 => (us / 60e6, "min"),
            _ => (us / 3600e6, "h"),
        };
        write!(f, "{} {unit}", short(value))
    }
}

/// A count with thousands apart: `1,048,576`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count(pub u64);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}

/// A share of 0 to 1 in percent: `97.8 %`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share(pub f64);

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} %", short(self.0 * 100.0))
    }
}

/// `1 job`, `2 jobs`.
pub fn plural(count: u64, one: &str) -> String {
    if count == 1 {
        format!("1 {one}")
    } else {
        format!("{} {one}s", Count(count))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn bytes_take_the_unit_that_fits() {
        for (bytes, text) in [
            (0, "0 bytes"),
            (512, "512 bytes"),
            (4096, "4 KiB"),
            (1 << 20, "1 MiB"),
            ((1 << 20) - 1, "1 MiB"),
            (3 << 29, "1.5 GiB"),
            (u64::MAX, "16 EiB"),
        ] {
            assert_eq!(Bytes(bytes).to_string(), text);
        }
    }

    #[test]
    fn times_take_the_unit_that_fits() {
        for (us, text) in [
            (30, "30 µs"),
            (2_500, "2.5 ms"),
            (60_000_000, "60 s"),
            (300_000_000, "5 min"),
            (7_200_000_000, "2 h"),
        ] {
            assert_eq!(Micros(us).to_string(), text);
        }
    }

    #[test]
    fn counts_and_shares() {
        assert_eq!(Count(1_048_576).to_string(), "1,048,576");
        assert_eq!(Count(999).to_string(), "999");
        assert_eq!(Share(0.978).to_string(), "97.8 %");
        assert_eq!(plural(1, "job"), "1 job");
        assert_eq!(plural(2000, "job"), "2,000 jobs");
    }
}
