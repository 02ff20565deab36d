//! The one number format: bytes, times, counts and shares in words.

use std::fmt;

/// Bytes with a binary unit: `4 KiB`, `1.5 GiB`, `200 MiB`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 1024 {
            return f.write_str(&plural(self.0, "byte"));
        }
        let (value, unit) = binary(self.0 as f64);
        write!(f, "{} {unit}", short(value))
    }
}

/// In the largest binary unit that leaves one or more.
fn binary(bytes: f64) -> (f64, &'static str) {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let mut value = bytes / 1024.0;
    let mut unit = 0;
    while value >= 1023.95 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    (value, UNITS[unit])
}

/// Bytes with a binary unit and three digits, as a measured value: `1.06 GiB`, `45.4 GiB`, `454 GiB`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeasuredBytes(pub f64);

impl fmt::Display for MeasuredBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (value, unit) = match self.0 {
            bytes if bytes < 1024.0 => return Bytes(bytes as u64).fmt(f),
            bytes => binary(bytes),
        };
        write!(f, "{} {unit}", Quotient(value))
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
        time(f, self.0 as f64)
    }
}

/// Nanoseconds as a time, as [`Micros`] from one on: `0.5 ns`, `730 ns`, `19.1 ms`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nanos(pub f64);

impl fmt::Display for Nanos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Two digits, which tell a cache from the next one.
        if self.0 >= 0.005 && self.0 < 0.995 {
            let text = format!("{:.2}", self.0);
            return write!(f, "{} ns", text.trim_end_matches('0'));
        }
        if self.0 >= 0.995 && self.0 < 9.95 {
            return write!(f, "{} ns", short(self.0));
        }
        if self.0 >= 9.95 && self.0 < 999.5 {
            return write!(f, "{:.0} ns", self.0);
        }
        time(f, self.0 / 1e3)
    }
}

fn time(f: &mut fmt::Formatter<'_>, us: f64) -> fmt::Result {
    let (value, unit) = match us {
        us if us < 1e3 => (us, "µs"),
        us if us < 1e6 => (us / 1e3, "ms"),
        us if us < 120e6 => (us / 1e6, "s"),
        us if us < 7_200e6 => (us / 60e6, "min"),
        us => (us / 3_600e6, "h"),
    };
    write!(f, "{} {unit}", short(value))
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

/// A rate or another mean of counts: `18,803`, and below a hundred with one decimal, `3.6`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rate(pub f64);

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 99.95 {
            f.write_str(&short(self.0))
        } else {
            Count(self.0.round() as u64).fmt(f)
        }
    }
}

/// A measured number with three figures at least, and no more digits than that below a thousand: `2,543`, `25.4`, `0.0254`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figures(pub f64);

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0.0 => f.write_str("0"),
            value if value >= 99.95 => Count(value.round() as u64).fmt(f),
            value if value >= 9.995 => write!(f, "{value:.1}"),
            value if value >= 0.9995 => write!(f, "{value:.2}"),
            value if value >= 0.0 => write!(f, "{value:.0$}", decimals(value, 3)),
            value if value < 0.0 => write!(f, "-{}", Self(-value)),
            _ => f.write_str("?"),
        }
    }
}

/// Decimals that show so many figures of a number below one.
fn decimals(value: f64, figures: i32) -> usize {
    /// Smaller ones are nothing.
    const MOST: i32 = 12;
    let exponent = value.log10().floor() as i32;
    usize::try_from((figures - 1 - exponent).min(MOST)).unwrap_or(0)
}

/// Bytes per second in decimal megabytes: `2,543 MB/s`, `3.64 MB/s`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bandwidth(pub f64);

impl fmt::Display for Bandwidth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/s", Megabytes(self.0))
    }
}

/// Bytes in decimal megabytes: `2,543 MB`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Megabytes(pub f64);

impl fmt::Display for Megabytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} MB", Figures(self.0 / 1e6))
    }
}

/// I/Os per second: `18,803 IOPS`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Iops(pub f64);

impl fmt::Display for Iops {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} IOPS", Rate(self.0))
    }
}

/// One number divided by another: two decimals near one, `0.80`, one above ten, two figures of small ones, `0.034`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quotient(pub f64);

impl fmt::Display for Quotient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            value if value >= 9.995 => Rate(value).fmt(f),
            value if value >= 0.0995 || value <= 0.0 => write!(f, "{value:.2}"),
            value => write!(f, "{value:.0$}", decimals(value, 2)),
        }
    }
}

/// A percentile by its name: `p99.9`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PercentileName(pub f64);

impl fmt::Display for PercentileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("p{:.6}", self.0);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// Bytes as options take them: `4k`, `1m`, `512`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobBytes(pub u64);

impl fmt::Display for JobBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (power, letter) in [(30, 'g'), (20, 'm'), (10, 'k')] {
            let unit = 1_u64 << power;
            if self.0 >= unit && self.0.is_multiple_of(unit) {
                return write!(f, "{}{letter}", self.0 / unit);
            }
        }
        write!(f, "{}", self.0)
    }
}

/// A number that is known no better than to some digit: rounded to so many significant figures, `18,800`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rounded {
    pub value: f64,
    pub figures: i32,
}

impl Rounded {
    /// With the figures that an uncertainty of this size leaves: one more than its first.
    pub fn by(value: f64, uncertainty: f64) -> Self {
        let figures = if uncertainty > 0.0 && value > 0.0 {
            (value.log10().floor() - uncertainty.log10().floor()) as i32 + 2
        } else {
            Self::MOST
        };
        Self {
            value,
            figures: figures.clamp(2, Self::MOST),
        }
    }

    /// More than any measurement has.
    const MOST: i32 = 5;
}

impl fmt::Display for Rounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.value <= 0.0 {
            return Rate(self.value).fmt(f);
        }
        let exponent = self.value.log10().floor() as i32;
        let step = 10f64.powi(exponent + 1 - self.figures);
        let rounded = (self.value / step).round() * step;
        match usize::try_from(self.figures - 1 - exponent) {
            Ok(decimals @ 1..) => {
                let text = format!("{rounded:.decimals$}");
                f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
            }
            _ => Count(rounded.round() as u64).fmt(f),
        }
    }
}

/// A share of 0 to 1 in percent: `97.8 %`. What is not nothing is not called 0 %, and what is not all of it not 100 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share(pub f64);

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            share if share > 0.0 && share < 0.0005 => f.write_str("< 0.1 %"),
            share if (0.9995..1.0 - 1e-9).contains(&share) => f.write_str("≥ 99.9 %"),
            share => write!(f, "{} %", short(share * 100.0)),
        }
    }
}

/// An estimate in seconds, with the two digits that it is worth: `0.41 s` is `410 ms`, 87.4 min are `87 min`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct About(pub f64);

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let us = (self.0 * 1e6).max(1.0);
        let (value, unit) = match us {
            us if us < 1e3 => (us, "µs"),
            us if us < 1e6 => (us / 1e3, "ms"),
            us if us < 120e6 => (us / 1e6, "s"),
            us if us < 7_200e6 => (us / 60e6, "min"),
            us if us < 172_800e6 => (us / 3_600e6, "h"),
            us => (us / 86_400e6, "days"),
        };
        let step = 10f64.powf((value.log10().floor() - 1.0).max(-1.0));
        write!(f, "{} {unit}", short((value / step).round() * step))
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
        let measured = [1000.0, 1_136_656_384.0, 48_791_289_856.0, 2e15];
        let texts = measured.map(|bytes| MeasuredBytes(bytes).to_string());
        assert_eq!(texts, ["1,000 bytes", "1.06 GiB", "45.4 GiB", "1.78 PiB"]);
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
        for (share, text) in [
            (0.978, "97.8 %"),
            (0.0, "0 %"),
            (0.0004, "< 0.1 %"),
            (0.001, "0.1 %"),
            (0.9996, "≥ 99.9 %"),
            (1.0, "100 %"),
            (2.667, "266.7 %"),
        ] {
            assert_eq!(Share(share).to_string(), text);
        }
        for (rate, text) in [(0.0, "0"), (3.64, "3.6"), (99.96, "100"), (18_803.3, "18,803")] {
            assert_eq!(Rate(rate).to_string(), text);
        }
        for (value, text) in [
            (0.0, "0"),
            (2543.4, "2,543"),
            (254.4, "254"),
            (25.44, "25.4"),
            (2.544, "2.54"),
            (0.2544, "0.254"),
            (0.000_254_4, "0.000254"),
            (-25.44, "-25.4"),
            (f64::NAN, "?"),
        ] {
            assert_eq!(Figures(value).to_string(), text);
        }
        for (value, uncertainty, text) in [
            (18_803.3, 700.0, "18,800"),
            (18_803.3, 7.0, "18,803"),
            (651_234.0, 0.0, "651,230"),
            (995.0, 50.0, "995"),
            (995.0, 900.0, "1,000"),
            (8.64, 6.8, "8.6"),
            (0.4963, 0.1, "0.5"),
            (0.3841, 0.1, "0.38"),
            (5.0, 3.0, "5"),
        ] {
            assert_eq!(Rounded::by(value, uncertainty).to_string(), text);
        }
    }

    #[test]
    fn rates_ratios_percentiles_and_sizes_have_one_form() {
        let rates = [2.543e9, 3.64e6, 30.0].map(|rate| Bandwidth(rate).to_string());
        assert_eq!(rates, ["2,543 MB/s", "3.64 MB/s", "0.0000300 MB/s"]);
        assert_eq!(Iops(52_100.4).to_string(), "52,100 IOPS");
        let ratios = [12.34, 0.8, 0.034_4, 0.0].map(|ratio| Quotient(ratio).to_string());
        assert_eq!(ratios, ["12.3", "0.80", "0.034", "0.00"]);
        let names = [50.0, 99.0, 99.99].map(|percent| PercentileName(percent).to_string());
        assert_eq!(names, ["p50", "p99", "p99.99"]);
        let sizes = [131_072, 1 << 30, 1536, 513].map(|bytes| JobBytes(bytes).to_string());
        assert_eq!(sizes, ["128k", "1g", "1536", "513"]);
    }

    #[test]
    fn times_and_estimates() {
        for (ns, text) in [
            (34.4, "34 ns"),
            (0.0, "0 µs"),
            (0.276, "0.28 ns"),
            (0.5, "0.5 ns"),
            (1.08, "1.1 ns"),
            (4.0, "4 ns"),
            (9.96, "10 ns"),
            (730.0, "730 ns"),
            (999.7, "1 µs"),
            (20_359_200.0, "20.4 ms"),
            (3e9, "3 s"),
        ] {
            assert_eq!(Nanos(ns).to_string(), text);
        }
        for (seconds, text) in [
            (0.0, "1 µs"),
            (0.000_3, "300 µs"),
            (0.409_6, "410 ms"),
            (1.04, "1 s"),
            (10.24, "10 s"),
            (102.4, "100 s"),
            (5_244.0, "87 min"),
            (175_921.0, "2 days"),
        ] {
            assert_eq!(About(seconds).to_string(), text);
        }
        assert_eq!(plural(1, "job"), "1 job");
        assert_eq!(plural(2000, "job"), "2,000 jobs");
    }
}
