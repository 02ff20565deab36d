//! Rates and times as results and spec sheets print them.
//!
//! Not the units of the job language: there `k` is 1024 and `4KiB` is 4000 (`fiord_job::units`). Here a number means what
//! it means on a printed page: `18.9k` I/Os are 18,900, `MB/s` is 10⁶ and `MiB/s` is 2²⁰ bytes per second, `Mbit/s` is bits. Only a
//! bare `k`, `m`, `g` of a bandwidth is taken as fio's `rate=` takes it, in powers of 1024.

use std::fmt;

use fiord_messages::{Lang, typed_result as messages};

/// A value, or the two ends of a range.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Spread {
    /// The lower end.
    pub low: f64,
    /// The upper end; the same for a single value.
    pub high: f64,
}

impl Spread {
    /// A single value.
    pub const fn of(value: f64) -> Self {
        Self {
            low: value,
            high: value,
        }
    }

    /// Both ends times a factor.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self {
            low: self.low * factor,
            high: self.high * factor,
        }
    }
}

/// A unit of time that a latency can be printed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum TimeUnit {
    /// Nanoseconds.
    Ns,
    /// Microseconds.
    Us,
    /// Milliseconds.
    Ms,
    /// Seconds.
    S,
}

impl TimeUnit {
    /// All, the shortest first.
    pub const ALL: [TimeUnit; 4] = [TimeUnit::Ns, TimeUnit::Us, TimeUnit::Ms, TimeUnit::S];

    /// Its length in nanoseconds.
    pub const fn ns(self) -> f64 {
        match self {
            TimeUnit::Ns => 1.0,
            TimeUnit::Us => 1e3,
            TimeUnit::Ms => 1e6,
            TimeUnit::S => 1e9,
        }
    }
}

impl fmt::Display for TimeUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TimeUnit::Ns => "ns",
            TimeUnit::Us => "µs",
            TimeUnit::Ms => "ms",
            TimeUnit::S => "s",
        })
    }
}

/// I/Os per second: `6164`, `18.9k`, `1.2M`, `4,200`, `4312+1852` (reads and writes), `4k-5k`; `IOPS` may follow.
///
/// # Errors
/// What is not a number, or has another unit.
pub fn iops(text: &str) -> Result<Spread, String> {
    let mut sum = Spread::of(0.0);
    for part in text.split('+') {
        let (spread, _) = spread(part, |unit| iops_unit(unit).map(|factor| (factor, ())))
            .ok_or_else(|| messages::NotIops { text: &text }.text(Lang::current()))?;
        sum = Spread {
            low: sum.low + spread.low,
            high: sum.high + spread.high,
        };
    }
    Ok(sum)
}

fn iops_unit(unit: &str) -> Option<f64> {
    let unit = unit.to_ascii_lowercase();
    let unit = unit.strip_suffix("iops").unwrap_or(&unit).trim_end();
    match unit {
        "" => Some(1.0),
        "k" => Some(1e3),
        "m" => Some(1e6),
        _ => None,
    }
}

/// Bytes per second: `2,200MB/s`, `16.8MiB/s`, `7410KiB/s`, `800Mbit/s`, `100m`.
///
/// # Errors
/// What is not a number, or has no unit or another one: a bare number would be bytes, which nobody means.
pub fn bandwidth(text: &str) -> Result<Spread, String> {
    let mut sum = Spread::of(0.0);
    for part in text.split('+') {
        let (spread, _) = spread(part, |unit| bandwidth_unit(unit).map(|factor| (factor, ())))
            .ok_or_else(|| messages::NotBandwidth { text: &text }.text(Lang::current()))?;
        sum = Spread {
            low: sum.low + spread.low,
            high: sum.high + spread.high,
        };
    }
    Ok(sum)
}

fn bandwidth_unit(unit: &str) -> Option<f64> {
    let unit = unit
        .strip_suffix("/s")
        .or_else(|| unit.strip_suffix("ps"))
        .unwrap_or(unit);
    let mut letters = unit.chars();
    let prefix = letters.next()?.to_ascii_lowercase();
    if unit == "B" {
        return Some(1.0);
    }
    let power = "kmgt".find(prefix)? as i32 + 1;
    match letters.as_str() {
        "" => Some(1024_f64.powi(power)),
        "B" => Some(1000_f64.powi(power)),
        "iB" => Some(1024_f64.powi(power)),
        "bit" | "b" => Some(1000_f64.powi(power) / 8.0),
        "ibit" | "ib" => Some(1024_f64.powi(power) / 8.0),
        _ => None,
    }
}

/// A latency in nanoseconds, and the unit that was written: `10ms`, `7-10us`, `464.16 usec`.
///
/// # Errors
/// What is not a number, or has no unit: the unit is what such numbers are wrong about.
pub fn latency(text: &str) -> Result<(Spread, TimeUnit), String> {
    spread(text, |unit| {
        let unit = match unit {
            "ns" | "nsec" => TimeUnit::Ns,
            "us" | "usec" | "µs" | "μs" => TimeUnit::Us,
            "ms" | "msec" => TimeUnit::Ms,
            "s" | "sec" => TimeUnit::S,
            _ => return None,
        };
        Some((unit.ns(), unit))
    })
    .ok_or_else(|| messages::NotLatency { text: &text }.text(Lang::current()))
}

/// One number or two with `-`, `–` or `~` between; the unit behind the last holds for both unless the first has its own.
fn spread<T: Copy>(text: &str, unit_of: impl Fn(&str) -> Option<(f64, T)>) -> Option<(Spread, T)> {
    let text = text.trim();
    let (first, last) = match text.split_once(['-', '–', '~']) {
        Some((first, last)) => (Some(first), last),
        None => (None, text),
    };
    let (high, unit) = number(last)?;
    let (factor, named) = unit_of(unit)?;
    let high = high * factor;
    let low = match first.map(number) {
        None => high,
        Some(Some((low, ""))) => low * factor,
        Some(Some((low, unit))) => low * unit_of(unit)?.0,
        Some(None) => return None,
    };
    (low <= high && high > 0.0).then_some((Spread { low, high }, named))
}

/// A decimal number, with or without commas between thousands, and what follows it.
fn number(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || c == '.' || c == ','))
        .unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    let thousands = digits.split('.').next().unwrap_or_default().split(',').skip(1);
    let in_threes = thousands.into_iter().all(|group| group.len() == 3);
    let decimals_plain = digits
        .split_once('.')
        .is_none_or(|(_, decimals)| !decimals.contains(','));
    let value = digits.replace(',', "").parse().ok()?;
    (in_threes && decimals_plain).then_some((value, unit.trim()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn rates_mean_what_they_mean_on_paper() {
        for (text, value) in [
            ("6164", 6164.0),
            ("18.9k", 18_900.0),
            ("18.9k IOPS", 18_900.0),
            ("4,200", 4200.0),
            ("1.2M", 1.2e6),
            ("4312+1852", 6164.0),
        ] {
            assert_eq!(iops(text), Ok(Spread::of(value)), "{text}");
        }
        assert_eq!(iops("4k-5k"), Ok(Spread { low: 4e3, high: 5e3 }));
        for wrong in ["", "k", "4us", "6,16", "5k-4k", "0", "12MB/s"] {
            assert!(iops(wrong).unwrap_err().contains(&format!("`{wrong}`")));
        }
    }

    #[test]
    fn a_prefix_is_decimal_unless_it_has_an_i() {
        for (text, value) in [
            ("2,200MB/s", 2.2e9),
            ("2200 MB/s", 2.2e9),
            ("16.5MiB/s", 16.5 * 1_048_576.0),
            ("7410KiB/s", 7410.0 * 1024.0),
            ("7588kB/s", 7_588_000.0),
            ("800Mbit/s", 1e8),
            ("3.5GBps", 3.5e9),
            ("100m", 104_857_600.0),
            ("512B/s", 512.0),
        ] {
            assert_eq!(bandwidth(text), Ok(Spread::of(value)), "{text}");
        }
        for wrong in ["2200", "2200MX/s", "MB/s", "10ms"] {
            assert!(bandwidth(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_latency_keeps_its_unit() {
        assert_eq!(latency("10ms"), Ok((Spread::of(1e7), TimeUnit::Ms)));
        assert_eq!(latency("464.5 usec"), Ok((Spread::of(464_500.0), TimeUnit::Us)));
        assert_eq!(
            latency("7-10us"),
            Ok((Spread { low: 7e3, high: 1e4 }, TimeUnit::Us))
        );
        assert_eq!(
            latency("900us-2ms"),
            Ok((Spread { low: 9e5, high: 2e6 }, TimeUnit::Ms))
        );
        for wrong in ["7", "7-10", "", "10m", "0us", "10-7us"] {
            assert!(latency(wrong).is_err(), "{wrong}");
        }
    }
}
