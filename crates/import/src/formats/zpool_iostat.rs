//! Reads `zpool iostat`: operations and bytes per second of each pool and device.

use fiord_job::plan::Ddir;
use fiord_record::imported::{FigureOf, ImportKind};

use super::device_table::{Column, Devices, since_boot};
use super::{Found, LinePlace};

/// zpool's K and M are powers of 1024, of operations as well.
const COLUMNS: [Option<Column>; 4] = [
    Some((FigureOf::Iops, Some(Ddir::Read), 1.0)),
    Some((FigureOf::Iops, Some(Ddir::Write), 1.0)),
    Some((FigureOf::BytesPerS, Some(Ddir::Read), 1.0)),
    Some((FigureOf::BytesPerS, Some(Ddir::Write), 1.0)),
];

pub(super) fn read(place: LinePlace<'_>) -> Found {
    let is_head = |text: &str| text.starts_with("capacity") && text.contains("bandwidth");
    if !is_head(place.first()?) {
        return None;
    }
    let (mut boot, mut rows) = (Devices::default(), Devices::default());
    let mut taken = 0;
    for (index, line) in place.lines.iter().enumerate() {
        let words: Vec<&str> = line.text.split_whitespace().collect();
        match words[..] {
            [] => continue,
            ["capacity", ..] | ["pool", ..] => {}
            [rule, ..] if rule.starts_with("--") => {}
            [name, _, _, ref cells @ ..] if cells.len() == 4 => {
                // A pool's first row averages since the pool was imported.
                let to = if boot.has(name) { &mut rows } else { &mut boot };
                if !to.add(name, line.number, &COLUMNS, cells.iter().copied()) {
                    break;
                }
            }
            _ => break,
        }
        taken = index + 1;
    }
    let drafts = since_boot(boot, rows, ImportKind::ZpoolIostat);
    (!drafts.is_empty()).then_some((drafts, taken))
}
