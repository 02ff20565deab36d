//! Reads vmstat: the blocks of all devices (1,024 bytes each) and the time that the CPUs waited.

use fiord_job::plan::Ddir;
use fiord_record::imported::{FigureOf, ImportKind};

use super::device_table::{Column, Devices, since_boot};
use super::{Found, LinePlace};

pub(super) fn read(place: LinePlace<'_>) -> Found {
    let first = place.first()?;
    if !(first.starts_with("procs ") || Head::read(first).is_some()) {
        return None;
    }
    let (mut boot, mut rows) = (Devices::default(), Devices::default());
    let mut head: Option<Head> = None;
    let (mut taken, mut reports) = (0, 0);
    for (index, line) in place.lines.iter().enumerate() {
        let text = line.text.trim();
        if text.is_empty() {
            continue;
        }
        if let Some(found) = Head::read(text) {
            head = Some(found);
        } else if !text.starts_with("procs ") {
            let to = if reports == 0 { &mut boot } else { &mut rows };
            let words: Vec<&str> = text.split_whitespace().collect();
            if !head
                .as_ref()
                .is_some_and(|head| head.row(&words, line.number, to))
            {
                break;
            }
            reports += 1;
        }
        taken = index + 1;
    }
    let drafts = since_boot(boot, rows, ImportKind::Vmstat);
    (!drafts.is_empty()).then_some((drafts, taken))
}

struct Head {
    columns: Vec<Option<Column>>,
    /// Words of the time behind each row (`-t`).
    time_words: usize,
}

impl Head {
    fn read(text: &str) -> Option<Self> {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let is_head = words.first() == Some(&"r") && words.contains(&"bi") && words.contains(&"bo");
        // The time has its zone as head: `PST`, `+03`.
        let is_of_vmstat = |word: &&str| word.bytes().all(|letter| letter.is_ascii_lowercase());
        let time_words = match words.last().is_some_and(is_of_vmstat) {
            true => 0,
            false => {
                words.pop();
                2
            }
        };
        let column = |word: &&str| match *word {
            "bi" => Some((FigureOf::BytesPerS, Some(Ddir::Read), 1024.0)),
            "bo" => Some((FigureOf::BytesPerS, Some(Ddir::Write), 1024.0)),
            _ => None,
        };
        is_head.then(|| Self {
            columns: words.iter().map(column).collect(),
            time_words,
        })
    }

    fn row(&self, words: &[&str], line: u64, to: &mut Devices) -> bool {
        let cells = words
            .len()
            .checked_sub(self.time_words)
            .map_or(words, |end| &words[..end]);
        to.add("all devices", line, &self.columns, cells.iter().copied())
    }
}
