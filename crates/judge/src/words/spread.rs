//! Values that may be a range, in words.

use fiord_record::claims::Spread;
use fiord_record::claims::units::TimeUnit;
use fiord_record::number::{Bytes, Rate, short};

pub(super) fn both(spread: Spread, one: impl Fn(f64) -> String) -> String {
    let (low, high) = (one(spread.low), one(spread.high));
    if low == high {
        low
    } else {
        format!("{low} to {high}")
    }
}

pub(super) fn blocks(bytes: Spread) -> String {
    both(bytes, |value| Bytes(value.round() as u64).to_string())
}

pub(super) fn rate(iops: Spread) -> String {
    both(iops, |value| Rate(value).to_string())
}

/// Three figures: small depths are what matters here.
pub(super) fn depth(depth: Spread) -> String {
    both(depth, three_figures)
}

pub(super) fn time(ns: Spread) -> String {
    let unit = TimeUnit::ALL
        .into_iter()
        .rev()
        .find(|unit| ns.high >= unit.ns())
        .unwrap_or(TimeUnit::Ns);
    format!("{} {unit}", both(ns, |value| three_figures(value / unit.ns())))
}

fn three_figures(value: f64) -> String {
    if value < 1.0 {
        format!("{value:.2}")
    } else {
        short(value)
    }
}
