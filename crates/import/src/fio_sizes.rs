//! Sizes and rates as fio prints them: its versions write the decimals of a scaled number in three ways, two of them wrong.

use super::shown::{self, Printed, bytes, size_at};

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

/// A bandwidth, and what stands beside it.
pub(super) struct Agreed {
    pub rate: Option<Printed>,
    /// The same bandwidth in another unit, where it contradicts.
    pub other: Option<Printed>,
    pub total: Option<Printed>,
}

/// Of all values that a bandwidth, the same in another unit and the bytes of some milliseconds may have, those that fit together best.
pub(super) fn agreed(rates: &[Printed], others: &[Printed], totals: &[Printed], ms: f64) -> Agreed {
    let fits_other = |rate: &Printed| others.iter().any(|other| rate.agrees(*other));
    let fits_total = |rate: &Printed| {
        let total = size_at(totals, Some(*rate), ms);
        let made = total.and_then(|total| total.per_ms(ms));
        made.is_some_and(|made| made.agrees(*rate))
    };
    let misfits = |rate: &&Printed| u8::from(!fits_other(rate)) + u8::from(!fits_total(rate));
    let rate = rates.iter().min_by_key(misfits).copied();
    Agreed {
        rate,
        other: others
            .first()
            .copied()
            .filter(|_| !rate.is_some_and(|rate| fits_other(&rate))),
        total: size_at(totals, rate, ms),
    }
}

/// The sizes whose zeros after the point are missing. The digits after the point are the rest of a division by 1,000 or
/// 1,024. fio cut the last digits, and rounded up the digit before them, until the others had room.
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
    let of_cuts = |cuts: u32| {
        let power = 10_u32.pow(cuts);
        let most = digits.checked_mul(power)?.min(thousand - 1);
        let least = match cuts.checked_sub(1) {
            None => digits,
            Some(earlier) => {
                // What the last cut shortened had a digit more.
                let longer = 10_u32.checked_pow(decimals.len() as u32)?;
                let last = (digits * 10).saturating_sub(9).max(longer);
                let power = 10_u32.pow(earlier);
                last.checked_mul(power)? - (power - 1)
            }
        };
        (least <= most).then(|| Printed {
            value: one.value * (whole + f64::from(least + most) / 2.0 / f64::from(thousand)),
            half: one.value * (f64::from(most - least) + 1.0) / 2.0 / f64::from(thousand),
        })
    };
    (0..=3).filter_map(of_cuts).collect()
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

    /// Lines of fio 2.17: of each number one of several values is meant, and only together they tell which.
    #[test]
    fn values_that_fit_together_are_found() {
        let decimals = Decimals::of(Some((2, 17)));
        let of = |rate: &str, other: &str, total: &str, ms: f64| {
            let [rates, others, totals] = [rate, other, total].map(|text| decimals.sizes(text, false));
            agreed(&rates, &others, &totals, ms)
        };
        for (rate, other, total, ms, bytes_per_s) in [
            ("15.1GiB/s", "17.7GB/s", "478GiB", 30_062.0, 17.07e9),
            ("19.1GiB/s", "21.4GB/s", "597GiB", 30_016.0, 21.36e9),
            ("15.8GiB/s", "16.1GB/s", "475GiB", 30_100.0, 16.94e9),
            ("35.1GiB/s", "38.6GB/s", "1078GiB", 30_041.0, 38.53e9),
            ("23.9GiB/s", "24.8GB/s", "694GiB", 30_076.0, 24.78e9),
        ] {
            let found = of(rate, other, total, ms);
            let shown = found.rate.unwrap();
            assert_eq!(found.other, None, "{rate}");
            assert!(
                (shown.value / bytes_per_s - 1.0).abs() < 5e-3,
                "{rate}: {}",
                shown.value
            );
            assert!(found.total.unwrap().per_ms(ms).unwrap().agrees(shown), "{rate}");
        }
        let found = of("15.5GiB/s", "17.7GB/s", "478GiB", 30_062.0);
        assert!(found.other.is_some(), "a bandwidth that nothing explains");
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
        // 917 of 1,024: cut to 92, 10 and 1.
        assert!(of("15.1MiB", 15.0 + 917.0 / 1024.0));
        assert!(!of("15.1MiB", 15.5));
        for wrong in ["", "MiB", "452MiB", "1.2.3MiB", "1.99999999999MiB"] {
            let more = Decimals::of(Some((2, 17))).sizes(wrong, false).len();
            assert!(more <= 1, "{wrong}: {more}");
        }
    }
}
