//! Numbers as programs print them: scaled, with units, rounded to a few digits.

use std::borrow::Cow;

/// A number, and by how much rounding may have moved it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Printed {
    pub value: f64,
    pub half: f64,
}

impl Printed {
    pub(super) fn exact(value: f64) -> Self {
        Self { value, half: 0.0 }
    }

    fn times(self, factor: f64) -> Self {
        Self {
            value: self.value * factor,
            half: self.half * factor,
        }
    }

    /// Whether both can be roundings of one number; programs cut as well as round, so a whole last digit each is allowed.
    pub(super) fn agrees(self, other: Printed) -> bool {
        (self.value - other.value).abs() <= 2.0 * (self.half + other.half) + 1e-3 * self.value.abs()
    }

    /// Bytes in milliseconds as a rate; the time is rounded too.
    pub(super) fn per_ms(self, ms: f64) -> Option<Printed> {
        (ms > 0.0).then(|| {
            let rate = self.value * 1e3 / ms;
            Printed {
                value: rate,
                half: self.half * 1e3 / ms + rate * 0.5 / ms,
            }
        })
    }
}

/// The leading decimal number of a text and what follows it: `18.9k` is 18.9 and `k`.
pub(super) fn leading(text: &str) -> Option<(Printed, &str)> {
    let text = text.trim_start();
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let value: f64 = digits.parse().ok()?;
    let places = digits.split_once('.').map_or(0, |(_, places)| places.len());
    let half = 0.5 * 10_f64.powi(-i32::try_from(places).ok()?);
    Some((Printed { value, half }, rest))
}

/// The leading number where a comma may be the decimal point (`4,04185`) and an exponent may follow (`2.8595e-05`), and the rest.
pub(super) fn decimal(text: &str) -> Option<(f64, &str)> {
    let text = text.trim_start();
    let is_digit = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let end = text.find(|c| !is_digit(c)).unwrap_or(text.len());
    let digits = text[..end].trim_end_matches([',', '.']);
    let end = digits.len();
    // The last mark is the decimal point, unless a comma comes more than once.
    let point = digits.rfind(['.', ',']);
    let commas = digits.matches(',').count();
    let plain: String = digits
        .char_indices()
        .filter_map(|(at, c)| match c {
            '.' | ',' if Some(at) == point && !(c == ',' && commas > 1) => Some('.'),
            '.' | ',' => None,
            digit => Some(digit),
        })
        .collect();
    let power = exponent(&text[end..]);
    let value: f64 = format!("{plain}{power}").parse().ok()?;
    value.is_finite().then_some((value, &text[end + power.len()..]))
}

/// `e-05` at the beginning of a text, or nothing.
fn exponent(text: &str) -> &str {
    let Some(rest) = text.strip_prefix(['e', 'E']) else {
        return "";
    };
    let digits = rest.trim_start_matches(['+', '-']);
    let count = digits.bytes().take_while(u8::is_ascii_digit).count();
    if count == 0 || rest.len() - digits.len() > 1 {
        return "";
    }
    &text[..text.len() - digits.len() + count]
}

/// The leading number with commas between thousands (`1,034,002`), and the rest.
pub(super) fn grouped(text: &str) -> Option<(f64, &str)> {
    let text = text.trim_start();
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',')))
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let value: f64 = digits.replace(',', "").parse().ok()?;
    value.is_finite().then_some((value, rest))
}

/// The text with points for decimal commas: a comma before other than three digits is none between thousands (`1,5 GB/s`, `4,04185 s`), nor
/// is one after points that are (`1.234,5`), nor one after a zero (`0,025 ms`).
pub(super) fn with_points(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    // Where the points between thousands begin that a comma ends.
    let grouped_from = |comma: usize| {
        let number = |at: &usize| is_digit(*at) || bytes[*at] == b'.';
        let from = (0..comma).rev().take_while(number).last()?;
        let mut groups = text.get(from..comma)?.split('.');
        let is_first = groups.next().is_some_and(|first| (1..=3).contains(&first.len()));
        let mut rest = groups.peekable();
        (is_first && rest.peek().is_some() && rest.all(|group| group.len() == 3)).then_some(from)
    };
    let is_decimal = |at: usize| {
        let after = (at + 1..).take_while(|next| is_digit(*next)).count();
        let is_after_zero =
            text[..at].ends_with('0') && !text[..at - 1].ends_with(|c: char| c.is_ascii_digit() || c == ',');
        at > 0 && is_digit(at - 1) && after > 0 && (after != 3 || is_after_zero || grouped_from(at).is_some())
    };
    let decimals: Vec<usize> = (0..bytes.len())
        .filter(|at| bytes[*at] == b',' && is_decimal(*at))
        .collect();
    if decimals.is_empty() {
        return Cow::Borrowed(text);
    }
    let is_group_point = |at: usize| {
        let comma = decimals.iter().find(|comma| **comma > at);
        comma.is_some_and(|comma| grouped_from(*comma).is_some_and(|from| from < at))
    };
    let shown = text.char_indices().filter_map(|(at, c)| match c {
        ',' if decimals.contains(&at) => Some('.'),
        '.' if is_group_point(at) => None,
        c => Some(c),
    });
    Cow::Owned(shown.collect())
}

/// A count with points between its thousands, without them: `250.000`. With three decimals that are not zeros it may as well be a fraction.
pub(super) fn thousands(number: &str) -> Option<Option<String>> {
    let mut groups = number.split('.');
    let first = groups.next().filter(|first| (1..=3).contains(&first.len()))?;
    let groups: Vec<&str> = groups.collect();
    let is_group = |group: &&str| group.len() == 3 && group.bytes().all(|c| c.is_ascii_digit());
    if first == "0" || groups.is_empty() || !groups.iter().all(is_group) {
        return None;
    }
    let is_whole = groups.len() > 1 || groups.iter().all(|group| group.ends_with("00"));
    Some(is_whole.then(|| format!("{first}{}", groups.concat())))
}

/// Bytes per second or bytes with a decimal comma or point: `429 MB/s`, `1,5 GB/s`, `16.0MiB/sec`; `old` as in [`bytes`].
pub(super) fn amount(text: &str, old: bool) -> Option<f64> {
    let (value, unit) = decimal(text)?;
    let one = bytes(&format!("1{}", unit.trim()), old)?;
    Some(value * one.value)
}

/// Nanoseconds of a time with its unit: `3.33 ms`, `4,04185 s`.
pub(super) fn time_ns(text: &str) -> Option<f64> {
    let (value, unit) = decimal(text)?;
    Some(value * unit_ns(unit)?)
}

/// A count or a time with a decimal letter behind: `18.9k`, `12360k`, `1721.3M`.
pub(super) fn scaled(text: &str) -> Option<Printed> {
    let (shown, rest) = leading(text)?;
    let factor = match rest.trim() {
        "" => 1.0,
        "k" | "K" => 1e3,
        "m" | "M" => 1e6,
        "g" | "G" => 1e9,
        "T" => 1e12,
        _ => return None,
    };
    Some(
        if factor > 1.0 || shown.value.fract() != 0.0 || text.contains('.') {
            shown.times(factor)
        } else {
            Printed::exact(shown.value)
        },
    )
}

/// A size: `4441MiB`, `12.0GB`, `512B`; `KB` is 1,000 bytes, or 1,024 as fio 2 and iostat have it.
pub(super) fn bytes(text: &str, old: bool) -> Option<Printed> {
    let (shown, rest) = leading(text)?;
    let unit = rest.trim().trim_end_matches("/s").trim_end_matches("/sec");
    let mut letters = unit.chars();
    let first = letters.next();
    let power = match first.map(|letter| letter.to_ascii_uppercase()) {
        None | Some('B') => return Some(shown),
        Some(letter) => "KMGTP".find(letter)? as i32 + 1,
    };
    let base: f64 = match letters.as_str() {
        "iB" | "ib" => 1024.0,
        "" | "B" | "b" => {
            if old {
                1024.0
            } else {
                1000.0
            }
        }
        _ => return None,
    };
    Some(shown.times(base.powi(power)))
}

/// The values that a printed size may have: itself, and with fio before 3.26 the next whole number, whose carry its rounding lost: it printed
/// 21.998 MiB as `21.0MiB`.
pub(super) fn sizes(text: &str, old: bool, loses_carry: bool) -> Vec<Printed> {
    let Some(shown) = bytes(text, old) else {
        return Vec::new();
    };
    let digits = text
        .trim_start()
        .split(|c: char| !(c.is_ascii_digit() || c == '.'))
        .next();
    let decimals = digits.and_then(|digits| digits.split_once('.'));
    let whole: Option<f64> = decimals
        .filter(|(_, decimals)| loses_carry && decimals.bytes().all(|digit| digit == b'0'))
        .and_then(|(whole, _)| whole.parse().ok())
        .filter(|whole| *whole > 0.0);
    let carried = whole.map(|whole| Printed {
        value: shown.value * (whole + 1.0) / whole,
        half: shown.half,
    });
    [shown].into_iter().chain(carried).collect()
}

/// The first of the sizes that agrees with a rate over a time; without a rate, or where none agrees, the first.
pub(super) fn size_at(sizes: &[Printed], rate: Option<Printed>, ms: f64) -> Option<Printed> {
    let agrees = |size: &&Printed| {
        let made = size.per_ms(ms).zip(rate);
        made.is_some_and(|(made, rate)| made.agrees(rate))
    };
    sizes.iter().find(agrees).or(sizes.first()).copied()
}

/// The value behind `key=` up to a comma, a closing parenthesis or a blank; blanks before it are skipped.
pub(super) fn after<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let mut rest = text;
    loop {
        let at = rest.find(key)?;
        let is_start = rest[..at]
            .chars()
            .next_back()
            .is_none_or(|before| !(before.is_ascii_alphanumeric() || before == '_'));
        let value = &rest[at + key.len()..];
        if is_start {
            let value = value.trim_start();
            let end = value
                .find(|c: char| c == ',' || c == ')' || c.is_whitespace())
                .unwrap_or(value.len());
            return Some(&value[..end]);
        }
        rest = value;
    }
}

/// A whole number behind `key=`.
pub(super) fn count_after(text: &str, key: &str) -> Option<u64> {
    let value = after(text, key)?;
    let end = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
    value[..end].parse().ok()
}

/// Nanoseconds of a unit of time as programs write it.
pub(super) fn unit_ns(unit: &str) -> Option<f64> {
    Some(match unit.trim() {
        "ns" | "nsec" => 1.0,
        "us" | "usec" | "µs" | "μs" => 1e3,
        "ms" | "msec" => 1e6,
        "s" | "sec" | "secs" | "seconds" | "second" => 1e9,
        "m" | "min" => 60e9,
        _ => return None,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_with_their_units() {
        assert_eq!(scaled("18.9k").unwrap().value, 18_900.0);
        assert_eq!(scaled("1721.3M").unwrap().value, 1_721_300_000.0);
        assert_eq!(scaled("183").unwrap(), Printed::exact(183.0));
        assert_eq!(bytes("64.0MiB", false).unwrap().value, 67_108_864.0);
        assert_eq!(bytes("67.1MB", false).unwrap().value.round(), 67_100_000.0);
        assert_eq!(bytes("1024KB", true).unwrap().value, 1_048_576.0);
        assert_eq!(bytes("83.4MB/s", false).unwrap().value, 83_400_000.0);
        for wrong in ["", "k", "MiB", "1.2.3", "5xB"] {
            assert_eq!(bytes(wrong, false), None, "{wrong}");
        }
    }

    #[test]
    fn numbers_of_other_languages_and_exponents_are_read() {
        assert_eq!(decimal("4,04185 s"), Some((4.04185, " s")));
        assert_eq!(decimal("2.8595e-05 s"), Some((2.8595e-5, " s")));
        assert_eq!(decimal("55,117 ops/sec"), Some((55.117, " ops/sec")));
        assert_eq!(decimal("1.234.567,5"), Some((1_234_567.5, "")));
        assert_eq!(decimal("1,234,567"), Some((1_234_567.0, "")));
        assert_eq!(decimal("5, then"), Some((5.0, ", then")));
        assert_eq!(decimal("3 events"), Some((3.0, " events")));
        assert_eq!(grouped("1,034,002 / 2"), Some((1_034_002.0, " / 2")));
        assert_eq!(amount("1,5 GB/s", false), Some(1.5e9));
        for (text, expected) in [
            ("1,5 GB/s", "1.5 GB/s"),
            ("1,034,002", "1,034,002"),
            ("é,5 and 4,04185", "é,5 and 4.04185"),
            ("5, 6", "5, 6"),
            ("1.234,5 and 3.4", "1234.5 and 3.4"),
            ("1.234.567,125", "1234567.125"),
            ("12.34,5", "12.34.5"),
            ("1,234.5", "1,234.5"),
        ] {
            assert_eq!(with_points(text), expected);
        }
        assert_eq!(time_ns("3.33 ms"), Some(3.33e6));
        for wrong in ["", ",", ".", "e5", "x"] {
            assert_eq!(decimal(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn rounding_is_allowed_and_garbling_is_not() {
        let iec = bytes("79.5MiB/s", false).unwrap();
        assert!(iec.agrees(bytes("83.4MB/s", false).unwrap()));
        assert!(
            !bytes("327MiB/s", false)
                .unwrap()
                .agrees(bytes("93.3MB/s", false).unwrap())
        );
        let made = bytes("64.0MiB", false).unwrap().per_ms(47.0).unwrap();
        assert!(bytes("1362MiB/s", false).unwrap().agrees(made));
    }

    #[test]
    fn a_lost_carry_is_found_by_the_rate() {
        let rate = bytes("10.7MB/s", false);
        let old = sizes("21.0MiB", false, true);
        assert_eq!(old.len(), 2);
        near(size_at(&old, rate, 2146.0), 22.0);
        // Without a rate, with another one, and since 3.26 it is what it says.
        near(size_at(&old, None, 2146.0), 21.0);
        near(size_at(&old, bytes("10.26MB/s", false), 2146.0), 21.0);
        near(size_at(&sizes("21.0MiB", false, false), rate, 2146.0), 21.0);
        assert_eq!(sizes("21.5MiB", false, true).len(), 1);
        assert_eq!(sizes("452MiB", false, true).len(), 1);
        assert!(sizes("MiB", false, true).is_empty());
    }

    fn near(found: Option<Printed>, mib: f64) {
        let found = found.unwrap().value / 1_048_576.0;
        assert!((found - mib).abs() < 1e-9, "{found} {mib}");
    }

    #[test]
    fn values_stand_behind_whole_keys() {
        let line = "min=    4, max=12360k, avg= 3.5, stdev=1";
        assert_eq!(after(line, "min="), Some("4"));
        assert_eq!(after(line, "max="), Some("12360k"));
        assert_eq!(after("aggrios=1/2, ios=3/4", "ios="), Some("3/4"));
        assert_eq!(count_after("jobs=12): err= 0", "jobs="), Some(12));
        assert_eq!(after(line, "none="), None);
    }
}
