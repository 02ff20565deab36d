//! Pieces of sentences that several traps share: names, values that may be a range, and what is set.

use crate::{Subject, Thing};
use fiord_host::Root;
use fiord_host::changes::Change;
use fiord_record::claims::Spread;
use fiord_record::claims::units::TimeUnit;
use fiord_record::number::{Bytes, Rate, short};

/// The devices in a row; `no device` where none is known.
pub(crate) fn devices(names: &[String]) -> String {
    if names.is_empty() {
        "no device".to_owned()
    } else {
        names.join(", ")
    }
}

/// The path, device or group that a finding is about.
pub(crate) fn thing(subject: &Subject) -> String {
    match &subject.thing {
        Some(Thing::File(path)) => path.display().to_string(),
        Some(Thing::Device(name) | Thing::Group(name)) => name.clone(),
        None => "the target".to_owned(),
    }
}

/// The device that a finding is about.
pub(crate) fn device(subject: &Subject) -> &str {
    match &subject.thing {
        Some(Thing::Device(name)) => name,
        _ => "the device",
    }
}

/// How a setting that can be undone is set.
pub(crate) fn set(change: &Change) -> String {
    let queue = Root::system().block(&change.device).join("queue");
    format!(
        "run `fiord doctor --fix`, or: echo {} > {}",
        change.to,
        queue.join(change.setting.name()).display()
    )
}

/// The bits of an NVMe disk's critical warning by name.
pub(crate) fn critical_warnings(bits: u8) -> Vec<&'static str> {
    const NAMES: [&str; 5] = [
        "spare blocks low",
        "temperature",
        "unreliable",
        "read-only",
        "memory backup failed",
    ];
    let named = NAMES.iter().enumerate();
    named
        .filter(|(bit, _)| bits >> bit & 1 == 1)
        .map(|(_, name)| *name)
        .collect()
}

/// With a capital letter first.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

pub(crate) fn both(spread: Spread, one: impl Fn(f64) -> String) -> String {
    let (low, high) = (one(spread.low), one(spread.high));
    if low == high {
        low
    } else {
        format!("{low} to {high}")
    }
}

pub(crate) fn block_sizes(bytes: Spread) -> String {
    both(bytes, |value| Bytes(value.round() as u64).to_string())
}

pub(crate) fn rate(iops: Spread) -> String {
    both(iops, |value| Rate(value).to_string())
}

/// Three figures: small depths are what matters here.
pub(crate) fn depth(depth: Spread) -> String {
    both(depth, three_figures)
}

pub(crate) fn time(ns: Spread) -> String {
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
