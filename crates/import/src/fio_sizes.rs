//! Sizes and rates as fio prints them: its versions write the decimals of a scaled number in three ways, two of them wrong.

use super::shown::{self, Printed, bytes};

/// How a version of fio writes the decimals of a scaled number.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Decimals {
    /// 21.998 MiB are `21.0MiB`: before 3.26.
    lose_carry: bool,
    /// 38.08 GB are `38.8GB`, because the zeros after the point are missing: before 2.20.
    lose_zeros: bool,
}

impl Decimals {
    /// Those of a version, or of any version where it is unknown.
    pub(super) fn of(version: Option<(u32, u32)>) -> Self {
        let is_before = |other| version.is_none_or(|version| version < other);
        Self {
            lose_carry: is_before((3, 26)),
            lose_zeros: is_before((2, 20)),
        }
    }

    /// The values that a printed size may have, the printed one first; `old` as in [`bytes`].
    pub(super) fn sizes(self, text: &str, old: bool) -> Vec<Printed> {
        let mut sizes = shown::sizes(text, old, self.lose_carry);
        if self.lose_zeros {
            sizes.extend(without_zeros(text, old));
        }
        sizes
    }
}

/// The sizes whose zeros after the point are missing. What follows the point is the rest of a division by 1,000 or 1,024, of which the last
/// digits were cut, and the digit before them rounded up, until the others had room.
fn without_zeros(text: &str, old: bool) -> Vec<Printed> {
    let number = text.trim_start();
    let end = number
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(number.len());
    let (number, unit) = number.split_at(end);
    let Some((whole, decimals)) = number.split_once('.') else {
        return Vec::new();
    };
    let (Some(one), Ok(whole), Ok(digits)) = (
        bytes(&format!("1{unit}"), old),
        whole.parse::<f64>(),
        decimals.parse::<u32>(),
    ) else {
        return Vec::new();
    };
    let thousand = if old || unit.contains('i') { 1024 } else { 1000 };
    let of_cut = |cut: u32| {
        let power = 10_u32.pow(cut);
        let most = digits.checked_mul(power)?.min(thousand - 1);
        // With fewer digits nothing had to be cut.
        let shortest = if cut == 0 {
            0
        } else {
            10_u32.checked_pow(cut + decimals.len() as u32 - 1)?
        };
        let least = (digits * power).checked_sub(power - 1)?.max(shortest);
        (least <= most).then(|| Printed {
            value: one.value * (whole + f64::from(least + most) / 2.0 / f64::from(thousand)),
            half: one.value * (f64::from(most - least) + 1.0) / 2.0 / f64::from(thousand),
        })
    };
    (0..=3).filter_map(of_cut).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn each_version_has_its_own_decimals() {
        // What fio 2.17 to 2.19 print of 38,078 million bytes per second.
        let rate = Printed::exact(279_135_552.0 * 4096.0 / 30.026);
        let agrees = |text: &str, version| {
            let sizes = Decimals::of(version).sizes(text, false);
            sizes.iter().any(|size| size.agrees(rate))
        };
        for (text, version, is_it) in [
            ("38.8GB/s", Some((2, 17)), true),
            ("38.8GB/s", Some((2, 19)), true),
            ("38.8GB/s", Some((2, 20)), false),
            ("38.8GB/s", Some((3, 26)), false),
            ("38.8GB/s", None, true),
            ("35.5GiB/s", Some((2, 17)), true),
            ("38.1GB/s", Some((2, 20)), true),
            ("38.3GB/s", Some((2, 17)), false),
            ("39.8GB/s", Some((2, 17)), false),
        ] {
            assert_eq!(agrees(text, version), is_it, "{text} {version:?}");
        }
    }

    #[test]
    fn what_follows_the_point_is_a_rest() {
        let of = |text: &str, mib: f64| {
            let sizes = Decimals::of(Some((2, 17))).sizes(text, false);
            sizes
                .iter()
                .any(|size| (size.value / 1_048_576.0 - mib).abs() <= size.half / 1_048_576.0)
        };
        // 5, 78 and 780 of 1,024.
        assert!(of("9.5MiB", 9.0 + 5.0 / 1024.0));
        assert!(of("9.78MiB", 9.0 + 78.0 / 1024.0));
        assert!(of("9.78MiB", 9.0 + 780.0 / 1024.0));
        assert!(of("38.8MiB", 38.0 + 780.0 / 1024.0));
        assert!(!of("38.8MiB", 38.5));
        // 1,022 of 1,024: cut to 103, 11 and 2.
        assert!(of("21.2MiB", 21.998));
        for wrong in ["", "MiB", "452MiB", "1.2.3MiB", "1.99999999999MiB"] {
            let more = Decimals::of(Some((2, 17))).sizes(wrong, false).len();
            assert!(more <= 1, "{wrong}: {more}");
        }
    }
}
