//! Reads `sar -d` and `sar -b`: the rows of the intervals; the averages where there are no others.

use fiord_record::imported::ImportKind;

use super::device_table::{Column, Devices, TableHead, columns, intervals};
use super::{Found, LinePlace};

/// What `sar -b` counts: all devices together.
const ALL_DEVICES: &str = "all devices";

pub(super) fn read(place: LinePlace<'_>) -> Found {
    intervals::<Head>(place, ImportKind::Sar)
}

struct Head {
    /// Words before the name or the numbers: the time, and AM or PM.
    before: usize,
    /// Whether the name comes last (`sar -p --human`); None: the numbers are of all devices.
    name: Option<bool>,
    columns: Vec<Option<Column>>,
}

impl TableHead for Head {
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
