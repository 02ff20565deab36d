//! Pieces of sentences that several traps share.

use crate::case::trap::{Subject, Thing};
use fiord_host::Root;
use fiord_host::changes::Change;

/// The device that a finding is about.
pub(super) fn device(subject: &Subject) -> &str {
    match &subject.thing {
        Some(Thing::Device(name)) => name,
        _ => "the device",
    }
}

/// How a setting that can be undone is set.
pub(super) fn set(change: &Change) -> String {
    let queue = Root::system().block(&change.device).join("queue");
    format!(
        "run `fiord doctor --fix`, or: echo {} > {}",
        change.to,
        queue.join(change.setting.name()).display()
    )
}

/// The bits of an NVMe disk's critical warning by name.
pub(super) fn critical_warnings(bits: u8) -> Vec<&'static str> {
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

/// ` by /a/b`: the control group that a finding is about.
pub(super) fn by_group(subject: &Subject) -> String {
    match &subject.thing {
        Some(Thing::Group(group)) => format!(" by {group}"),
        _ => String::new(),
    }
}

/// With a capital letter first.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}
