//! Parts that sentences of several traps share: names, words, and values that may be a range.

use crate::{Subject, Thing};
use fiord_host::Root;
use fiord_host::changes::Change;
use fiord_messages::{Fixed, Lang, phrases as messages};
use fiord_record::claims::Spread;
use fiord_record::claims::units::TimeUnit;
use fiord_record::number::{Bytes, Rate, short};

/// The devices in a list; `an unknown device` where none is known.
pub(crate) fn device_names(names: &[String], lang: Lang) -> String {
    if names.is_empty() {
        messages::unknown_device(lang).to_owned()
    } else {
        lang.list(names)
    }
}

/// The path, device or group that a finding is about.
pub(crate) fn thing_name(subject: &Subject, lang: Lang) -> String {
    match &subject.thing {
        Some(Thing::File(path)) => path.display().to_string(),
        Some(Thing::Device(name) | Thing::Group(name)) => name.clone(),
        None => messages::the_target(lang).to_owned(),
    }
}

/// The device that a finding is about.
pub(crate) fn device_name(subject: &Subject, lang: Lang) -> &str {
    match &subject.thing {
        Some(Thing::Device(name)) => name,
        _ => messages::the_device(lang),
    }
}

/// How a setting that can be undone is set.
pub(crate) fn set(change: &Change, lang: Lang) -> String {
    let queue = Root::system().block(&change.device).join("queue");
    messages::Set {
        value: &change.to,
        file: &queue.join(change.setting.name()).display(),
    }
    .text(lang)
}

/// The bits of an NVMe disk's critical warning by name.
pub(crate) fn critical_warning_names(bits: u8, lang: Lang) -> Vec<String> {
    const NAMES: [Fixed; 5] = [
        messages::warning_spare,
        messages::warning_temperature,
        messages::warning_reliability,
        messages::warning_read_only,
        messages::warning_backup,
    ];
    let named = NAMES.iter().enumerate();
    named
        .filter(|(bit, _)| bits >> bit & 1 == 1)
        .map(|(_, name)| name(lang).to_owned())
        .collect()
}

/// One value, or a range of two.
pub(crate) fn range(spread: Spread, lang: Lang, one: impl Fn(f64) -> String) -> String {
    let (low, high) = (&one(spread.low), &one(spread.high));
    if low == high {
        low.clone()
    } else {
        messages::Range { low, high }.text(lang)
    }
}

pub(crate) fn block_size_range(bytes: Spread, lang: Lang) -> String {
    range(bytes, lang, |value| Bytes(value.round() as u64).to_string())
}

pub(crate) fn rate_range(iops: Spread, lang: Lang) -> String {
    range(iops, lang, |value| Rate(value).to_string())
}

/// Three figures: small depths are what matters here.
pub(crate) fn depth_range(depth: Spread, lang: Lang) -> String {
    range(depth, lang, three_figures)
}

pub(crate) fn time_range(ns: Spread, lang: Lang) -> String {
    let unit = TimeUnit::ALL
        .into_iter()
        .rev()
        .find(|unit| ns.high >= unit.ns())
        .unwrap_or(TimeUnit::Ns);
    let values = range(ns, lang, |value| three_figures(value / unit.ns()));
    format!("{values} {unit}")
}

fn three_figures(value: f64) -> String {
    if value < 1.0 {
        format!("{value:.2}")
    } else {
        short(value)
    }
}
