//! Reads reports of iostat, plain, `-d`, `-x` and `--human`, in the columns of old and new versions of sysstat.

use fiord_record::imported::ImportKind;

use super::device_table::{Column, Devices, are_numbers, columns, since_boot};
use super::{Found, LinePlace};

/// The label of a report that averages since the machine was started.
pub(crate) const SINCE_BOOT: &str = "since boot";

/// Reads a session of iostat: a run for each device.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let first = &place.lines.first()?.text;
    if !(is_banner(first) || is_head(first) || first.starts_with("avg-cpu:")) {
        return None;
    }
    let has_banner = is_banner(first);
    let mut devices = Devices::default();
    let mut boot = Devices::default();
    let mut heads: Vec<Option<Column>> = Vec::new();
    // A report may have several tables; it is the next one when the first head comes again.
    let mut first_head: Option<&str> = None;
    let (mut reports, mut taken) = (0_u32, 0);
    let mut cpu_follows = false;
    for (index, line) in place.lines.iter().enumerate() {
        let text = line.text.trim_end();
        let is_done = if text.is_empty() {
            continue;
        } else if is_banner(text) {
            index > 0
        } else if text.starts_with("avg-cpu:") {
            cpu_follows = true;
            false
        } else if is_head(text) {
            let words: Vec<&str> = text.split_whitespace().filter(|word| !is_name(word)).collect();
            heads = columns(words);
            reports += u32::from(*first_head.get_or_insert(text) == text);
            false
        } else if cpu_follows && are_numbers(text) {
            cpu_follows = false;
            false
        } else if text.starts_with("//")
            || text.starts_with('#') && !text.contains("iostat") && !text.contains("fio")
        {
            continue;
        } else {
            let to = if has_banner && reports == 1 {
                &mut boot
            } else {
                &mut devices
            };
            !row(text, line.number, &heads, to)
        };
        if is_done {
            break;
        }
        taken = index + 1;
    }
    if devices.is_empty() && boot.is_empty() {
        return None;
    }
    let mut drafts = since_boot(boot, devices, ImportKind::Iostat);
    drafts.sort_by_key(|draft| draft.lines);
    Some((drafts, taken))
}

pub(super) fn is_banner(text: &str) -> bool {
    text.starts_with("Linux ") && text.contains(" CPU)")
}

/// A head begins or, with `-h`, ends with the name.
fn is_head(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (first, last) = (words.next(), words.next_back());
    let has_rates = ["/s", "tps", "aqu-sz", "avgqu-sz"]
        .iter()
        .any(|head| text.contains(head));
    has_rates && (first.is_some_and(is_name) || last.is_some_and(is_name))
}

fn is_name(word: &str) -> bool {
    matches!(word, "Device" | "Device:")
}

/// Takes a row of the table; false: it is none.
fn row(text: &str, line: u64, columns: &[Option<Column>], devices: &mut Devices) -> bool {
    // Newer versions of `-h` put the name last.
    let mut words: Vec<&str> = text.split_whitespace().collect();
    if words.len() != columns.len() + 1 || columns.is_empty() {
        return false;
    }
    let name = if are_numbers(words[0]) && !are_numbers(words[words.len() - 1]) {
        words.pop()
    } else {
        Some(words.remove(0))
    };
    name.is_some_and(|name| devices.add(name, line, columns, words))
}
