//! Reads `zpool iostat`: operations and bytes per second of each pool and device.

use fiord_job::plan::Ddir;
use fiord_record::imported::{FigureOf, ImportKind};

use super::device_table::{Column, Devices, since_boot};
use super::{Found, LinePlace};
use crate::shown::time_ns;

/// zpool's K and M are powers of 1024, of operations as well.
const COLUMNS: [Option<Column>; 6] = [
    Some((FigureOf::Iops, Some(Ddir::Read), 1.0)),
    Some((FigureOf::Iops, Some(Ddir::Write), 1.0)),
    Some((FigureOf::BytesPerS, Some(Ddir::Read), 1.0)),
    Some((FigureOf::BytesPerS, Some(Ddir::Write), 1.0)),
    // With -l: the mean of the queue and the disk, in nanoseconds here.
    Some((FigureOf::LatMeanNs, Some(Ddir::Read), 1.0)),
    Some((FigureOf::LatMeanNs, Some(Ddir::Write), 1.0)),
];

pub(super) fn read(place: LinePlace<'_>) -> Found {
    let is_head = |text: &str| text.starts_with("capacity") && text.contains("bandwidth");
    if !is_head(place.first()?) {
        return None;
    }
    let (mut boot, mut rows) = (Devices::default(), Devices::default());
    let (mut taken, mut has_latency) = (0, false);
    for (index, line) in place.lines.iter().enumerate() {
        let words: Vec<&str> = line.text.split_whitespace().collect();
        match words[..] {
            [] => continue,
            ["capacity", ref heads @ ..] => has_latency = heads.get(2) == Some(&"total_wait"),
            ["pool", ..] => {}
            [rule, ..] if rule.starts_with("--") => {}
            // A row of devices of one kind, such as `cache`, has no numbers.
            [_, ref cells @ ..] if cells.len() > 4 && cells.iter().all(|cell| *cell == "-") => {}
            [name, _, _, ref cells @ ..] if cells.len() >= 4 => {
                let (rates, waits) = cells.split_at(4);
                // Without I/O it is `-`.
                let waits = waits.iter().take(2).filter(|_| has_latency);
                let waits: Vec<Option<f64>> = waits.map(|wait| time_ns(wait)).collect();
                let mut columns = COLUMNS[..4 + waits.len()].to_vec();
                for (column, wait) in columns[4..].iter_mut().zip(&waits) {
                    *column = column.filter(|_| wait.is_some());
                }
                let waits: Vec<String> = waits
                    .iter()
                    .map(|wait| wait.unwrap_or_default().to_string())
                    .collect();
                let cells = rates.iter().copied().chain(waits.iter().map(String::as_str));
                // A pool's first row averages since the pool was imported.
                let to = if boot.has(name) { &mut rows } else { &mut boot };
                if !to.add(name, line.number, &columns, cells) {
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
