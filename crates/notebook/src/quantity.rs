//! Quantities of claims: `500 MB/s`, `12k IOPS`, `300 us`.

use fiord_compare::result::ComparedMetric;
use fiord_record::number::{Bandwidth, Iops, Nanos, Rounded};

/// Units that a claim may use: the name in lower case, what it measures (none: whichever latency is meant), and its size.
const UNITS: [(&str, Option<ComparedMetric>, f64); 14] = [
    ("gib/s", Some(ComparedMetric::Bandwidth), 1_073_741_824.0),
    ("mib/s", Some(ComparedMetric::Bandwidth), 1_048_576.0),
    ("kib/s", Some(ComparedMetric::Bandwidth), 1024.0),
    ("gb/s", Some(ComparedMetric::Bandwidth), 1e9),
    ("mb/s", Some(ComparedMetric::Bandwidth), 1e6),
    ("kb/s", Some(ComparedMetric::Bandwidth), 1e3),
    ("miops", Some(ComparedMetric::Iops), 1e6),
    ("kiops", Some(ComparedMetric::Iops), 1e3),
    ("iops", Some(ComparedMetric::Iops), 1.0),
    ("ns", None, 1.0),
    ("us", None, 1e3),
    ("µs", None, 1e3),
    ("ms", None, 1e6),
    ("s", None, 1e9),
];

/// A number with its unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClaimedQuantity {
    /// Bytes or I/Os per second, or nanoseconds.
    pub value: f64,
    /// None: a latency.
    pub metric: Option<ComparedMetric>,
}

/// Reads `500 MB/s`, `12k IOPS`, `300us`. None: not a quantity.
pub fn parse(text: &str) -> Option<ClaimedQuantity> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let value: f64 = text.get(..digits)?.parse().ok()?;
    let rest = text.get(digits..)?.trim().to_lowercase();
    let unit = |text: &str| UNITS.iter().find(|(name, ..)| *name == text);
    let (factor, found) = match (unit(&rest), rest.split_once(' ')) {
        (Some(found), _) => (1.0, found),
        (None, Some(("k", rest))) => (1e3, unit(rest)?),
        (None, Some(("m", rest))) => (1e6, unit(rest)?),
        _ => return None,
    };
    let value = value * factor * found.2;
    (value.is_finite() && value > 0.0).then_some(ClaimedQuantity {
        value,
        metric: found.1,
    })
}

/// The metric of a name: `iops`, `bandwidth` or `bw`, `p50`, `p99`, `mean`.
pub fn metric(name: &str) -> Option<ComparedMetric> {
    const ALL: [ComparedMetric; 5] = [
        ComparedMetric::Bandwidth,
        ComparedMetric::Iops,
        ComparedMetric::P50,
        ComparedMetric::P99,
        ComparedMetric::Mean,
    ];
    match name {
        "bw" => Some(ComparedMetric::Bandwidth),
        _ => ALL.into_iter().find(|metric| metric.name() == name),
    }
}

/// A value with its unit, in the digits that an uncertainty of this size leaves.
pub fn shown(metric: ComparedMetric, value: f64, uncertainty: f64) -> String {
    // As many digits as that, in the format of all other numbers.
    let rounded = |value: f64| {
        let text = Rounded::by(value, uncertainty).to_string().replace(',', "");
        text.parse().unwrap_or(value)
    };
    let value = if uncertainty > 0.0 { rounded(value) } else { value };
    match metric {
        ComparedMetric::Bandwidth => Bandwidth(value).to_string(),
        ComparedMetric::Iops => Iops(value).to_string(),
        ComparedMetric::P50 | ComparedMetric::P99 | ComparedMetric::Mean => Nanos(value).to_string(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn quantities_have_units_and_nothing_is_guessed() {
        let read = |text| parse(text).map(|one| (one.value, one.metric));
        assert_eq!(read("500 MB/s"), Some((5e8, Some(ComparedMetric::Bandwidth))));
        assert_eq!(
            read("1.5GiB/s"),
            Some((1_610_612_736.0, Some(ComparedMetric::Bandwidth)))
        );
        assert_eq!(read("12k IOPS"), Some((12_000.0, Some(ComparedMetric::Iops))));
        assert_eq!(read("12 kIOPS"), Some((12_000.0, Some(ComparedMetric::Iops))));
        assert_eq!(read("300us"), Some((3e5, None)));
        for wrong in ["", "500", "MB/s", "5 parsecs", "-1 ms", "1e9 s", "0 ms", "5 k"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
