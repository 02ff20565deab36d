//! Reads `sar -d` and `sar -b`: the rows of the intervals; the averages where there are no others.

use fiord_record::imported::ImportKind;

use super::device_table::{Column, Devices, columns};
use super::iostat::is_banner;
use super::{Found, LinePlace};

/// What `sar -b` counts: all devices together.
const ALL_DEVICES: &str = "all devices";

pub(super) fn read(place: LinePlace<'_>) -> Found {
    let first = place.first()?;
    if !(is_banner(first) || Head::read(first).is_some()) {
        return None;
    }
    let (mut rows, mut averages) = (Devices::default(), Devices::default());
    let mut head: Option<Head> = None;
    let mut taken = 0;
    for (index, line) in place.lines.iter().enumerate() {
        let text = line.text.trim();
        if text.is_empty() || index == 0 && is_banner(text) {
            continue;
        }
        if let Some(next) = Head::read(text) {
            head = Some(next);
        } else {
            let is_average = text.starts_with("Average:") || text.starts_with("Durchschn.:");
            let to = if is_average { &mut averages } else { &mut rows };
            let words: Vec<&str> = text.split_whitespace().collect();
            if !head
                .as_ref()
                .is_some_and(|head| head.row(&words, is_average, line.number, to))
            {
                break;
            }
        }
        taken = index + 1;
    }
    let devices = if rows.is_empty() { averages } else { rows };
    (!devices.is_empty()).then(|| (devices.drafts(ImportKind::Sar), taken))
}

struct Head {
    /// Words before the name or the numbers: the time, and AM or PM.
    before: usize,
    /// Whether the name comes last (`sar -p --human`); None: the numbers are of all devices.
    name: Option<bool>,
    columns: Vec<Option<Column>>,
}

impl Head {
    fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let has_name = words.contains(&"DEV");
        let before = words.iter().position(|word| matches!(*word, "DEV" | "tps"))?;
        let is_time = |word: &&str| word.contains(':') || matches!(*word, "AM" | "PM");
        let is_sar = has_name || words.contains(&"rtps");
        let heads = words.iter().skip(before).filter(|word| **word != "DEV").copied();
        (is_sar && (1..=2).contains(&before) && words[..before].iter().all(is_time)).then(|| Self {
            before,
            name: has_name.then_some(words.last() == Some(&"DEV")),
            columns: columns(heads),
        })
    }

    fn row(&self, words: &[&str], is_average: bool, line: u64, to: &mut Devices) -> bool {
        let rest = words
            .get(if is_average { 1 } else { self.before }..)
            .unwrap_or_default();
        let (name, cells) = match (self.name, rest) {
            (Some(true), [cells @ .., name]) | (Some(false), [name, cells @ ..]) => (*name, cells),
            (None, cells) => (ALL_DEVICES, cells),
            (Some(_), []) => return false,
        };
        to.add(name, line, &self.columns, cells.iter().copied())
    }
}
