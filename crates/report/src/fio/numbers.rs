//! Numbers as fio's text writes them: a fixed count of digits, a prefix, a unit.

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberUnit {
    /// Nothing: only the prefix is written.
    None,
    /// `B`
    Bytes,
    /// `B/s`
    BytesPerSecond,
    /// `bit/s`, given in bytes per second.
    BitsPerSecond,
}

impl NumberUnit {
    const fn suffix(self) -> &'static str {
        match self {
            NumberUnit::None => "",
            NumberUnit::Bytes => "B",
            NumberUnit::BytesPerSecond => "B/s",
            NumberUnit::BitsPerSecond => "bit/s",
        }
    }
}

const IEC: [&str; 7] = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
const SI: [&str; 7] = ["", "k", "M", "G", "T", "P", "E"];

/// Writes `number` with at most `digits` digits (the point counts as one), in powers of 1024 (`Ki`) or 1000 (`k`).
///
/// The prefix grows until the whole part fits; what room is left goes to decimals.
pub fn scaled(number: u64, digits: usize, binary: bool, unit: NumberUnit) -> String {
    let step = if binary { 1024 } else { 1000 };
    let prefixes = if binary { IEC } else { SI };
    let mut whole = match unit {
        NumberUnit::BitsPerSecond => number.saturating_mul(8),
        _ => number,
    };
    let mut rest = None;
    let mut power = 0;
    while decimal_len(whole) > digits && power + 1 < prefixes.len() {
        rest = Some(whole % step);
        whole /= step;
        power += 1;
    }
    let prefix = prefixes.get(power).copied().unwrap_or("");
    let suffix = unit.suffix();
    let Some(rest) = rest else {
        return format!("{whole}{prefix}{suffix}");
    };
    let decimals = digits.saturating_sub(decimal_len(whole) + 1);
    if decimals == 0 {
        let rounded = whole + u64::from(rest >= step / 2);
        return format!("{rounded}{prefix}{suffix}");
    }
    // The fraction is rounded by itself: 20.15 k becomes 20.1, as 0.15 lies below its decimal and 20.15 does not.
    let fraction = format!("{:.decimals$}", rest as f64 / step as f64);
    let (carry, places) = fraction.split_once('.').unwrap_or(("0", ""));
    let whole = whole + u64::from(carry == "1");
    format!("{whole}.{places}{prefix}{suffix}")
}

fn decimal_len(number: u64) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}

/// Upper edges of the distribution lines (`lat (nsec)`, `lat (usec)`), in their unit.
pub const LAT_EDGES: [u64; 10] = [2, 4, 10, 20, 50, 100, 250, 500, 750, 1000];

/// The distribution class of a latency: (0 nsec, 1 usec, 2 msec; index of the class in its line).
pub fn lat_class(ns: u64) -> (usize, usize) {
    let (line, value) = match ns {
        0..=999 => (0, ns),
        1_000..=999_999 => (1, ns / 1_000),
        _ => (2, ns / 1_000_000),
    };
    match LAT_EDGES.iter().position(|edge| value < *edge) {
        Some(class) => (line, class),
        None if value < 2000 => (line, 10),
        None => (line, 11),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_go_to_the_whole_part_first() {
        for (number, digits, binary, unit, text) in [
            (4096, 4, true, NumberUnit::Bytes, "4096B"),
            (16384, 4, true, NumberUnit::Bytes, "16.0KiB"),
            (21473, 4, true, NumberUnit::Bytes, "21.0KiB"),
            (9_999_999, 4, true, NumberUnit::Bytes, "9766KiB"),
            (20150, 4, false, NumberUnit::Bytes, "20.1kB"),
            (70650, 4, false, NumberUnit::Bytes, "70.7kB"),
            (99_984_960_000, 4, false, NumberUnit::BytesPerSecond, "100.0GB/s"),
            (5_052_294, 6, false, NumberUnit::None, "5052.3k"),
            (21_845_039, 6, false, NumberUnit::None, "21845k"),
            (8_192_000, 4, true, NumberUnit::BitsPerSecond, "62.5Mibit/s"),
            (0, 4, true, NumberUnit::Bytes, "0B"),
        ] {
            assert_eq!(scaled(number, digits, binary, unit), text);
        }
    }

    #[test]
    fn a_class_ends_below_its_edge() {
        for (ns, class) in [
            (0, (0, 0)),
            (1, (0, 0)),
            (2, (0, 1)),
            (999, (0, 9)),
            (1000, (1, 0)),
            (999_999, (1, 9)),
            (1_000_000, (2, 0)),
            (1_999_000_000, (2, 10)),
            (2_000_000_000, (2, 11)),
        ] {
            assert_eq!(lat_class(ns), class, "{ns} ns");
        }
    }
}
