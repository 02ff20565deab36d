//! Reads lists of latencies in plain text, as those that every programmer should know.

use fiord_record::imported::{FigureOf, ImportKind};
use fiord_record::ladder::Rung;

use super::{Found, LinePlace};
use crate::shown::{grouped, unit_ns};

/// Fewer lines are a sentence with a number in it.
const LEAST: usize = 3;

/// `L1 cache reference        0.5 ns`, one operation per line; further columns are the same time in other units, and remarks.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let (name, _) = row(place.first()?)?;
    Rung::named(name)?;
    let rows: Vec<(&str, f64)> = place
        .lines
        .iter()
        .map_while(|line| row(line.text.trim()))
        .collect();
    if rows.len() < LEAST {
        return None;
    }
    let mut drafts = Vec::new();
    for (at, (name, ns)) in rows.iter().enumerate() {
        let mut draft = place.part(ImportKind::LatencyList, at, at + 1, name)?;
        draft.figure(FigureOf::LatMeanNs, None, *ns);
        drafts.push(draft);
    }
    Some((drafts, rows.len()))
}

/// A name, at least two blanks, dots or a colon, and a time. A tab was made a blank.
fn row(text: &str) -> Option<(&str, f64)> {
    let ends = ["  ", "..", ": ", " = "];
    let (at, gap) = ends
        .iter()
        .filter_map(|end| Some((text.find(end)?, *end)))
        .min()?;
    let value = text[at..].trim_start_matches(|c: char| c.is_whitespace() || gap.contains(c));
    let (number, rest) = grouped(value)?;
    let unit = rest.trim_start();
    let unit = unit.split(|c: char| !c.is_alphabetic()).next()?;
    Some((text[..at].trim_end(), number * unit_ns(unit)?))
}
