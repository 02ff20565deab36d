//! Reads what pveperf of Proxmox measured at the disk.

use fiord_job::plan::Ddir;
use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, ImportKind};

use super::{Found, LinePlace};
use crate::shown::{amount, decimal, time_ns};

/// From the first of its lines to the last; those of the processor and of names say nothing of a disk.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    const HEADS: [&str; 4] = [
        "CPU BOGOMIPS",
        "BUFFERED READS",
        "AVERAGE SEEK TIME",
        "FSYNCS/SECOND",
    ];
    const OTHERS: [&str; 4] = ["REGEX/SECOND", "HD SIZE", "DNS EXT", "DNS INT"];
    let named = |text: &str| text.split_once(':').map(|(name, _)| name.trim().to_owned());
    if !named(place.first()?).is_some_and(|name| HEADS.contains(&name.as_str())) {
        return None;
    }
    let is_line = |text: &str| {
        let name = named(text);
        name.is_some_and(|name| HEADS.contains(&name.as_str()) || OTHERS.contains(&name.as_str()))
    };
    let taken = place
        .lines
        .iter()
        .take_while(|line| is_line(line.text.trim()))
        .count();
    let mut draft = place.run(ImportKind::Prose, taken, "pveperf")?;
    let read = Some(Ddir::Read);
    for line in &place.lines[..taken] {
        let Some((name, value)) = line.text.split_once(':') else {
            continue;
        };
        match name.trim() {
            "BUFFERED READS" => draft.known(FigureOf::BytesPerS, read, amount(value.trim(), false)),
            "FSYNCS/SECOND" => draft.known(FigureOf::SyncsPerS, None, decimal(value).map(|(syncs, _)| syncs)),
            "AVERAGE SEEK TIME" => {
                if let Some(ns) = time_ns(value) {
                    draft.spread(FigureOf::LatMeanNs, read, Spread::of(ns), None);
                }
            }
            "HD SIZE" => draft.label("size", value.trim()),
            _ => {}
        }
    }
    let is_measured = !draft.figures.is_empty();
    is_measured.then_some((vec![draft], taken))
}
