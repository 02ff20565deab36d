//! Reads vmstat: the blocks of all devices (1,024 bytes each) and the time that the CPUs waited.

use fiord_job::plan::Ddir;
use fiord_record::imported::{FigureOf, ImportKind};

use super::device_table::{Column, Devices, since_boot};
use super::{Found, LinePlace};

pub(super) fn read(place: LinePlace<'_>) -> Found {
    let first = place.first()?;
    if !(first.starts_with("procs ") || head(first).is_some()) {
        return None;
    }
    let (mut boot, mut rows) = (Devices::default(), Devices::default());
    let mut columns: Option<Vec<Option<Column>>> = None;
    let (mut taken, mut reports) = (0, 0);
    for (index, line) in place.lines.iter().enumerate() {
        let text = line.text.trim();
        if text.is_empty() {
            continue;
        }
        if let Some(found) = head(text) {
            columns = Some(found);
        } else if !text.starts_with("procs ") {
            let to = if reports == 0 { &mut boot } else { &mut rows };
            let cells = text.split_whitespace();
            if !columns
                .as_ref()
                .is_some_and(|columns| to.add("all devices", line.number, columns, cells))
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

fn head(text: &str) -> Option<Vec<Option<Column>>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_head = words.first() == Some(&"r") && words.contains(&"bi") && words.contains(&"bo");
    let column = |word: &&str| match *word {
        "bi" => Some((FigureOf::BytesPerS, Some(Ddir::Read), 1024.0)),
        "bo" => Some((FigureOf::BytesPerS, Some(Ddir::Write), 1024.0)),
        _ => None,
    };
    is_head.then(|| words.iter().map(column).collect())
}
