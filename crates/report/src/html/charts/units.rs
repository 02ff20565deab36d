//! What the numbers of charts are of: their units, and the ticks of their axes.

use fiord_messages::{Lang, charts as messages, page_parts, phrases, simulated};
use fiord_record::number::{
    Bandwidth, Bytes, Iops, JobBytes, MeasuredBytes, Nanos, PercentileName, Quotient, Rate, Share, short,
};
use jiff::Timestamp;

use super::plane::AxisScale;

/// What an axis or a number is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PageUnit {
    /// Bytes per second, shown in MB/s.
    Bandwidth,
    /// The same on an axis of thousands of MB/s, which is in GB/s.
    WideBandwidth,
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
    /// Write amplification.
    Amplification,
    /// Bytes, counted.
    Bytes,
    /// Of a check: a number relative to its threshold.
    OfThreshold,
    /// Seconds since 1970, UTC.
    Date,
    #[default]
    Plain,
}

impl PageUnit {
    /// An interval with its unit.
    pub fn range(self, low: f64, high: f64, lang: Lang) -> String {
        let (low, high) = (&self.shown(low), &self.shown(high));
        phrases::Range { low, high }.text(lang)
    }

    /// A value with its unit.
    pub fn shown(self, value: f64) -> String {
        match self {
            Self::Bandwidth | Self::WideBandwidth => Bandwidth(value).to_string(),
            Self::Iops => Iops(value).to_string(),
            Self::Time => Nanos(value).to_string(),
            Self::Seconds => format!("{} s", short(value)),
            Self::Ratio | Self::OfThreshold => format!("{}×", Quotient(value)),
            Self::Date => date(value, "%Y-%m-%d %H:%M"),
            Self::Amplification => Quotient(value).to_string(),
            Self::Bytes => MeasuredBytes(value).to_string(),
            Self::Size => JobBytes(value as u64).to_string(),
            Self::OneIn => PercentileName(100.0 - 100.0 / value).to_string(),
            Self::Share => Share(value).to_string(),
            Self::Plain => Rate(value).to_string(),
        }
    }

    /// A value on an axis: what tells it from its neighbours, and no unit that the axis has.
    pub fn tick(self, value: f64) -> String {
        match self {
            Self::Bandwidth if value >= 1e9 => Rate(value / 1e6).to_string(),
            Self::Bandwidth => exact(value / 1e6),
            Self::WideBandwidth => exact(value / 1e9),
            Self::Iops | Self::Plain | Self::Seconds | Self::Amplification => thousands(value),
            Self::Share => format!("{} %", thousands(value * 100.0)),
            Self::Time => time(value),
            Self::Bytes => Bytes(value as u64).to_string(),
            Self::Date if value % 86_400.0 == 0.0 => date(value, "%m-%d"),
            Self::Date => date(value, "%H:%M"),
            _ => self.shown(value),
        }
    }

    /// The unit of an axis with this scale. Over decades it stays as it is: small values would have no digits.
    pub(super) fn fitted(self, scale: &AxisScale) -> Self {
        let is_narrow = !scale.is_log || scale.low >= 1e8;
        match self {
            Self::Bandwidth if scale.high >= 1e9 && is_narrow => Self::WideBandwidth,
            unit => unit,
        }
    }

    /// Round numbers of an axis, at most about `most`; of bytes in their binary unit.
    pub(super) fn ticks(self, scale: &AxisScale, most: usize) -> Vec<f64> {
        let unit = match self {
            Self::Bytes => 1024_f64.powf(scale.high.max(1.0).log(1024.0).floor()),
            _ => 1.0,
        };
        let in_unit = AxisScale {
            low: scale.low / unit,
            high: scale.high / unit,
            ..*scale
        };
        let ticks = in_unit.ticks(most).into_iter();
        ticks.map(|tick| tick * unit).collect()
    }

    /// The name of its axis.
    pub fn axis(self, lang: Lang) -> &'static str {
        let name = match self {
            Self::Bandwidth => messages::axis_bandwidth,
            Self::WideBandwidth => messages::axis_wide_bandwidth,
            Self::Iops => messages::axis_iops,
            Self::Time => messages::axis_latency,
            Self::Seconds => messages::axis_seconds,
            Self::Ratio => messages::axis_ratio,
            Self::Size => messages::axis_size,
            Self::OneIn => messages::axis_percentile,
            Self::Share => messages::axis_share,
            Self::Amplification => simulated::write_amplification,
            Self::Bytes => messages::axis_bytes,
            Self::OfThreshold => messages::axis_threshold,
            Self::Date => messages::axis_date,
            Self::Plain => return "",
        };
        name(lang)
    }

    /// What it is of, for captions: an axis may be in another unit.
    pub(crate) fn metric(self, lang: Lang) -> &'static str {
        match self {
            Self::Bandwidth | Self::WideBandwidth => page_parts::bandwidth(lang),
            unit => unit.axis(lang),
        }
    }

    /// Whether its values may lie decades apart, so that readers may want a logarithmic axis.
    pub(super) const fn has_decades(self) -> bool {
        matches!(
            self,
            Self::Bandwidth | Self::WideBandwidth | Self::Iops | Self::Time | Self::Plain
        )
    }

    /// Its name for the script of a page, which writes the numbers at an axis that is zoomed.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Bandwidth => "bandwidth",
            Self::WideBandwidth => "wide-bandwidth",
            Self::Iops => "iops",
            Self::Time => "time",
            Self::Seconds => "seconds",
            Self::Ratio | Self::OfThreshold => "ratio",
            Self::Date => "date",
            Self::Size | Self::Bytes => "size",
            Self::OneIn => "one-in",
            Self::Share => "share",
            // The script knows plain numbers.
            Self::Plain | Self::Amplification => "plain",
        }
    }
}

/// A moment on the clock of Greenwich; nothing of one that no calendar has.
fn date(seconds: f64, format: &str) -> String {
    let moment = Timestamp::from_second(seconds as i64);
    moment.map_or_else(|_| String::new(), |moment| moment.strftime(format).to_string())
}

fn thousands(value: f64) -> String {
    match value.abs() {
        size if size >= 1e6 => format!("{}M", exact(value / 1e6)),
        size if size >= 1e3 => format!("{}k", exact(value / 1e3)),
        _ => exact(value),
    }
}

fn time(ns: f64) -> String {
    match ns.abs() {
        size if size < 1e3 => format!("{} ns", exact(ns)),
        size if size < 1e6 => format!("{} µs", exact(ns / 1e3)),
        size if size < 1e9 => format!("{} ms", exact(ns / 1e6)),
        _ => format!("{} s", exact(ns / 1e9)),
    }
}

/// All decimals that the place of a tick has.
fn exact(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A label of a level as a number: `4k`, `32`, `1m`. The flag says that it is a size.
pub(crate) fn level(label: &str) -> Option<(f64, bool)> {
    let label = label.trim().to_ascii_lowercase();
    let digits = label.trim_end_matches(|letter: char| letter.is_ascii_alphabetic() || letter == '%');
    let number: f64 = digits.parse().ok()?;
    let power = match &label[digits.len()..] {
        "" | "%" => return Some((number, false)),
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
        assert_eq!(PageUnit::Time.shown(1_250_000.0), Nanos(1_250_000.0).to_string());
        assert_eq!(PageUnit::Time.tick(1_250_000.0), "1.25 ms");
        assert_eq!(PageUnit::Ratio.shown(0.8), "0.80×");
        assert_eq!(PageUnit::Size.tick(131_072.0), "128k");
        assert_eq!(PageUnit::Iops.tick(12_500.0), "12.5k");
        assert_eq!(PageUnit::Date.shown(1_795_834_800.0), "2026-11-28 03:00");
        let days = [1_795_824_000.0, 1_795_845_600.0].map(|moment| PageUnit::Date.tick(moment));
        assert_eq!(days, ["11-28", "06:00"]);
        let shown = [2.0, 10.0, 100.0, 1e3, 1e4].map(|one_in| PageUnit::OneIn.tick(one_in));
        assert_eq!(shown, ["p50", "p90", "p99", "p99.9", "p99.99"]);
        let scale = AxisScale::over(&[1.2e9, 4.9e9], false, true, (0.0, 100.0));
        let wide = PageUnit::Bandwidth.fitted(&scale);
        assert_eq!(
            (wide.tick(1.25e9), wide.axis(Lang::En)),
            ("1.25".to_owned(), "GB/s")
        );
        assert_eq!(wide.shown(1.25e9), PageUnit::Bandwidth.shown(1.25e9));
        let decades = AxisScale::over(&[1e6, 4.9e9], true, false, (0.0, 100.0));
        let plain = PageUnit::Bandwidth.fitted(&decades);
        assert_eq!(
            (plain.tick(2e9), plain.tick(5e6)),
            ("2,000".to_owned(), "5".to_owned())
        );
        let ticks = PageUnit::Bytes.ticks(&scale, 5);
        let ticks: Vec<String> = ticks.into_iter().map(|tick| PageUnit::Bytes.tick(tick)).collect();
        assert_eq!(ticks, ["0 bytes", "1 GiB", "2 GiB", "3 GiB", "4 GiB"]);
        assert_eq!(level("128k"), Some((131_072.0, true)));
        assert_eq!(level("32"), Some((32.0, false)));
        assert_eq!(level("7%"), Some((7.0, false)));
        assert_eq!(level("direct"), None);
    }
}
