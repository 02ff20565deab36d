//! Reads the results of bonnie++: its line for programs, and its table.

use fiord_job::plan::Ddir;
use fiord_messages::{Sentence, import as messages};
use fiord_record::imported::{FigureOf, ImportKind};

use super::{Found, LinePlace};
use crate::draft::RunDraft;
use crate::shown::{bytes, time_ns};

pub(super) fn read(place: LinePlace<'_>) -> Found {
    line(place).or_else(|| table(place))
}

/// `1.98,1.98,host,1,…`, with the rates of blocks in KiB/s in the fields 9 and 15 (from 0), and seeks in field 17.
fn line(place: LinePlace<'_>) -> Found {
    let fields: Vec<&str> = place.first()?.split(',').collect();
    let is_version = |field: &&str| field.len() >= 4 && field.starts_with(['1', '2']) && field.contains('.');
    if fields.len() < 40 || !fields.iter().take(2).all(is_version) {
        return None;
    }
    // Since format 1.98 two fields more come before the rates.
    let shift = if fields.first()?.parse::<f64>().ok()? > 1.975 {
        2
    } else {
        0
    };
    let field = |at: usize| fields.get(at + shift).copied().unwrap_or_default();
    let mut draft = place.run(ImportKind::Bonnie, 1, fields.get(2)?)?;
    draft.label("size", *fields.get(5)?);
    rates(&mut draft, field(9), field(15), field(17));
    // The latencies come after the tests of files, which may be missing.
    let first = (20..fields.len()).find(|at| time_ns(fields[*at]).is_some());
    latencies(&mut draft, first.map(|at| &fields[at..]).unwrap_or_default());
    (!draft.figures.is_empty()).then_some((vec![draft], 1))
}

/// The table for people: a row below `Name:Size etc` or `Machine        Size`, with the rates in KiB/s and the CPU in pairs.
fn table(place: LinePlace<'_>) -> Found {
    let first = place.first()?;
    if !(first.starts_with("Version ") && first.contains("Sequential Output")) {
        return None;
    }
    let head = place.lines.iter().take(4).position(|line| {
        let text = line.text.trim();
        text.contains("%CP") && text.contains("/sec") || text.contains("K/sec %CP")
    })?;
    let words: Vec<&str> = place.lines.get(head + 1)?.text.split_whitespace().collect();
    // The name and the size, then six pairs of a rate and its CPU.
    let from = words.len().checked_sub(12).filter(|from| *from >= 1)?;
    let field = |at: usize| words.get(from + at).copied().unwrap_or_default();
    let mut draft = place.run(ImportKind::Bonnie, head + 2, words.first()?)?;
    if let Some(size) = words.get(from - 1) {
        draft.label("size", *size);
    }
    rates(&mut draft, field(2), field(8), field(10));
    let below = place.lines.get(head + 2);
    let largest = below.and_then(|line| line.text.trim().strip_prefix("Latency"));
    let largest_of: Vec<&str> = largest.unwrap_or_default().split_whitespace().collect();
    latencies(&mut draft, &largest_of);
    let taken = head + 2 + usize::from(largest.is_some());
    (!draft.figures.is_empty()).then_some((vec![draft], taken))
}

/// The largest latencies in the order of the table: characters, blocks and rewrites written, characters and blocks read, seeks.
fn latencies(draft: &mut RunDraft, largest: &[&str]) {
    for (at, ddir) in [(1, Ddir::Write), (4, Ddir::Read)] {
        let ns = largest.get(at).copied().and_then(time_ns);
        draft.known(FigureOf::LatMaxNs, Some(ddir), ns);
    }
}

/// Where a test was over too soon to time, bonnie++ prints plus signs: then no number is known.
fn rates(draft: &mut RunDraft, write: &str, read: &str, seeks: &str) {
    let number = |text: &str| text.parse::<f64>().ok().filter(|value| value.is_finite());
    // New versions append k, m or g to bytes; a number alone is KiB.
    let rate = |text: &str| match text.strip_suffix(['k', 'm', 'g']) {
        Some(_) => bytes(&text.to_uppercase(), true).map(|shown| shown.value),
        None => number(text).map(|kib| kib * 1024.0),
    };
    for (text, name, ddir) in [
        (write, "block write", Ddir::Write),
        (read, "block read", Ddir::Read),
    ] {
        if let Some(rate) = rate(text) {
            draft.label("measures", name);
            draft.figure(FigureOf::BytesPerS, Some(ddir), rate);
        }
    }
    draft.known(FigureOf::Iops, None, number(seeks));
    let untimed = [write, read, seeks]
        .into_iter()
        .filter(|text| text.starts_with("+++"))
        .count();
    if untimed > 0 {
        let results = &untimed;
        draft.notes.push(Sentence::new(|lang| {
            messages::BonnieUntimed { results }.text(lang)
        }));
    }
}
