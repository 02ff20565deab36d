//! Which values a setting can have, as far as the kernel says so before one is written.

use std::path::Path;

use crate::changes::{Change, Setting};
use crate::root::{self, Root};

/// Why a value cannot be set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unaccepted {
    /// Not one of these.
    NoChoice(Vec<String>),
    /// Not a whole number in this range.
    OutOfRange(i64, i64),
}

/// Why the kernel would not accept the value; `None`: nothing is known against it.
pub fn unaccepted(root: &Root, change: &Change) -> Option<Unaccepted> {
    if let Some(choices) = choices(root, change) {
        return (!choices.contains(&change.to)).then_some(Unaccepted::NoChoice(choices));
    }
    let attribute = change.setting.attribute(root, &change.device);
    // What the kernel says where another limit is in force: 0 bytes stay as they are.
    if root::text(&attribute).is_some_and(|now| now == change.to) {
        return None;
    }
    let (low, high) = range(root, change);
    let is_digits = change.to.bytes().all(|byte| byte.is_ascii_digit());
    let number: Option<i64> = change.to.parse().ok().filter(|_| is_digits);
    number
        .is_none_or(|number| !(low..=high).contains(&number))
        .then_some(Unaccepted::OutOfRange(low, high))
}

/// The largest `nr_requests` of a queue with its present scheduler: without one as many as the device has tags.
pub fn most_requests(root: &Root, queue: &Path) -> Option<u64> {
    /// `MAX_SCHED_RQ`
    const WITH_SCHEDULER: u64 = 2048;
    let queue = root.place(queue);
    let tags = root::number(&queue.parent()?.join("mq/0/nr_tags"))?;
    match root::chosen(&root::text(&queue.join("scheduler"))?)? {
        "none" => Some(tags),
        _ => Some(tags.max(WITH_SCHEDULER)),
    }
}

/// Whether a value read back is the one that was written.
pub fn has_effect(wanted: &str, now: &str) -> bool {
    let number = |text: &str| text.parse::<i64>().ok();
    wanted == now || number(wanted).is_some_and(|wanted| number(now) == Some(wanted))
}

fn choices(root: &Root, change: &Change) -> Option<Vec<String>> {
    let attribute = change.setting.attribute(root, &change.device);
    let words = |path| {
        let text = root::text(path).unwrap_or_default();
        let words = text.split_whitespace();
        words
            .map(|word| word.trim_matches(['[', ']']).to_owned())
            .collect()
    };
    match change.setting {
        Setting::Scheduler | Setting::TransparentHugepage => Some(words(&attribute)),
        Setting::Governor => Some(words(&attribute.with_file_name("scaling_available_governors"))),
        Setting::Atime => Some(["relatime", "noatime", "strictatime"].map(str::to_owned).into()),
        Setting::WriteCache => Some(vec!["write back".to_owned(), "write through".to_owned()]),
        _ => None,
    }
}

/// As `Documentation/ABI/stable/sysfs-block` and `Documentation/admin-guide/sysctl/vm.rst` have them.
fn range(root: &Root, change: &Change) -> (i64, i64) {
    const LARGEST: i64 = u32::MAX as i64;
    match change.setting {
        Setting::Rotational | Setting::IoPoll | Setting::Barrier | Setting::Discard | Setting::Lazytime => {
            (0, 1)
        }
        // A day; 0 means the default.
        Setting::Commit => (1, 86_400),
        Setting::Nomerges | Setting::RqAffinity => (0, 2),
        // Fewer become 4.
        Setting::NrRequests => (4, LARGEST),
        Setting::MaxSectorsKb => {
            let queue = root.block(&change.device).join("queue");
            (
                4,
                root::number(&queue.join("max_hw_sectors_kb")).unwrap_or(LARGEST),
            )
        }
        Setting::DirtyRatio | Setting::DirtyBackgroundRatio => (0, 100),
        Setting::Swappiness => (0, 200),
        // Two pages.
        Setting::DirtyBytes => (2 * rustix::param::page_size() as i64, i64::MAX),
        Setting::DirtyBackgroundBytes => (1, i64::MAX),
        _ => (0, LARGEST),
    }
}
