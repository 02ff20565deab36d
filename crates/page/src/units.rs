//! Numbers with units, and sizes as jobs write them.

/// What an axis or a number is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PageUnit {
    /// Bytes per second, shown in MB/s.
    Bandwidth,
    /// I/Os per second.
    Iops,
    /// Nanoseconds.
    Time,
    /// Seconds since the start.
    Seconds,
    /// Times.
    Ratio,
    /// Bytes as jobs write them: 4k.
    Size,
    /// A percentile, as the number of I/Os of which one is slower: 100 is p99.
    OneIn,
    /// A share from 0 to 1, shown in percent.
    Share,
    #[default]
    Plain,
}

impl PageUnit {
    /// The unit of a metric by its name in documents.
    pub fn of_metric(name: &str) -> Self {
        match name {
            "bandwidth" => Self::Bandwidth,
            "iops" => Self::Iops,
            "p50" | "p99" | "mean" => Self::Time,
            _ => Self::Plain,
        }
    }

    pub const fn is_rate(self) -> bool {
        matches!(self, Self::Bandwidth | Self::Iops)
    }

    /// A value with its unit.
    pub fn shown(self, value: f64) -> String {
        match self {
            Self::Bandwidth => format!("{} MB/s", figures(value / 1e6)),
            Self::Iops => format!("{} IOPS", figures(value)),
            Self::Time => time(value),
            Self::Seconds => format!("{} s", figures(value)),
            Self::Ratio => format!("{}×", ratio(value)),
            Self::Size => size(value),
            Self::OneIn => percentile(value),
            Self::Share => format!("{} %", figures(value * 100.0)),
            Self::Plain => figures(value),
        }
    }

    /// A value on an axis, shorter.
    pub fn tick(self, value: f64) -> String {
        match self {
            Self::Bandwidth => thousands(value / 1e6),
            Self::Iops | Self::Plain | Self::Seconds => thousands(value),
            Self::Share => format!("{} %", thousands(value * 100.0)),
            _ => self.shown(value),
        }
    }

    /// What stands at an axis.
    pub const fn axis(self) -> &'static str {
        match self {
            Self::Bandwidth => "MB/s",
            Self::Iops => "IOPS",
            Self::Time => "latency",
            Self::Seconds => "seconds",
            Self::Ratio => "ratio to the base",
            Self::Size => "size",
            Self::OneIn => "percentile",
            Self::Share => "share of I/Os",
            Self::Plain => "",
        }
    }

    /// Its name for the script of a page, which writes the numbers at an axis that is zoomed.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Bandwidth => "bandwidth",
            Self::Iops => "iops",
            Self::Time => "time",
            Self::Seconds => "seconds",
            Self::Ratio => "ratio",
            Self::Size => "size",
            Self::OneIn => "one-in",
            Self::Share => "share",
            Self::Plain => "plain",
        }
    }
}

fn ratio(value: f64) -> String {
    if (0.0995..9.995).contains(&value) {
        format!("{value:.2}")
    } else {
        figures(value)
    }
}

/// Three figures, and thousands apart.
pub(crate) fn figures(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if size >= 99.95 => apart(value.round()),
        size if size >= 9.995 => format!("{value:.1}"),
        size if size >= 0.9995 => format!("{value:.2}"),
        size if size >= 0.0009995 => format!("{value:.4}"),
        _ => format!("{value:.2e}"),
    }
}

fn apart(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if value < 0.0 { format!("-{out}") } else { out }
}

fn thousands(value: f64) -> String {
    let short = |number: f64| {
        let text = format!("{number:.3}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    match value.abs() {
        size if size >= 1e6 => format!("{}M", short(value / 1e6)),
        size if size >= 1e3 => format!("{}k", short(value / 1e3)),
        _ => short(value),
    }
}

/// Nanoseconds in words.
pub(crate) fn time(ns: f64) -> String {
    let (value, unit) = match ns.abs() {
        size if size < 1e3 => (ns, "ns"),
        size if size < 1e6 => (ns / 1e3, "µs"),
        size if size < 1e9 => (ns / 1e6, "ms"),
        _ => (ns / 1e9, "s"),
    };
    let text = if value.abs() >= 99.95 {
        format!("{value:.0}")
    } else {
        let text = format!("{value:.2}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    format!("{text} {unit}")
}

fn percentile(one_in: f64) -> String {
    let percent = 100.0 - 100.0 / one_in;
    let text = format!("{percent:.6}");
    format!("p{}", text.trim_end_matches('0').trim_end_matches('.'))
}

fn size(bytes: f64) -> String {
    for (power, letter) in [(30, 'g'), (20, 'm'), (10, 'k')] {
        let unit = f64::from(1_u32 << power);
        if bytes >= unit && (bytes / unit).fract() == 0.0 {
            return format!("{}{letter}", bytes / unit);
        }
    }
    format!("{bytes}")
}

/// A label of a level as a number: `4k`, `32`, `1m`. The flag says that it is a size.
pub(crate) fn level(label: &str) -> Option<(f64, bool)> {
    let label = label.trim().to_ascii_lowercase();
    let digits = label.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let number: f64 = digits.parse().ok()?;
    let power = match &label[digits.len()..] {
        "" => return Some((number, false)),
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        _ => return None,
    };
    Some((number * f64::from(1_u32 << power), true))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_have_their_unit() {
        assert_eq!(PageUnit::Bandwidth.shown(2.1e9), "2,100 MB/s");
        assert_eq!(PageUnit::Iops.shown(52_100.4), "52,100 IOPS");
        assert_eq!(PageUnit::Time.shown(1_250_000.0), "1.25 ms");
        assert_eq!(PageUnit::Ratio.shown(0.8), "0.80×");
        assert_eq!(PageUnit::Size.tick(131_072.0), "128k");
        assert_eq!(PageUnit::Iops.tick(12_500.0), "12.5k");
        let shown = [2.0, 10.0, 100.0, 1e3, 1e4].map(|one_in| PageUnit::OneIn.tick(one_in));
        assert_eq!(shown, ["p50", "p90", "p99", "p99.9", "p99.99"]);
        assert_eq!(level("128k"), Some((131_072.0, true)));
        assert_eq!(level("32"), Some((32.0, false)));
        assert_eq!(level("direct"), None);
    }
}
