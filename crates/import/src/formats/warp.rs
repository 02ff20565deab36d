//! Reads the summaries of warp, which measures stores of objects over S3: an operation each.

use fiord_job::plan::Ddir;
use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, ImportKind};

use super::{Found, LinePlace};
use crate::draft::RunDraft;
use crate::shown::{amount, decimal, time_ns};

/// Lines of one operation at most.
const MOST_LINES: usize = 30;

/// From `Operation: GET` to the line before the next operation. The rates of single seconds are labels.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let operation = operation(place.first()?)?;
    let ddir = match operation {
        "GET" => Some(Ddir::Read),
        "PUT" => Some(Ddir::Write),
        _ => None,
    };
    let mut draft = place.run(ImportKind::Prose, 1, operation)?;
    let mut taken = 1;
    for (index, line) in place.lines.iter().enumerate().skip(1).take(MOST_LINES) {
        let text = line.text.trim();
        let is_head = text.starts_with("Throughput") || text.starts_with("Requests considered");
        let item = text.strip_prefix('*').map(str::trim);
        match item.and_then(|item| item.split_once(':')) {
            Some(("Average" | "Throughput", rates)) => take_rates(&mut draft, ddir, rates),
            Some((name @ ("Fastest" | "50% Median" | "Slowest"), rates)) => draft.label(name, rates.trim()),
            Some(("Avg", times)) => take_times(&mut draft, ddir, times),
            Some(_) => {}
            None if text.is_empty() => continue,
            None if is_head => {}
            None => break,
        }
        draft.lines.1 = line.number;
        taken = index + 1;
    }
    (!draft.figures.is_empty()).then_some((vec![draft], taken))
}

fn operation(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("Operation: ")?;
    let name = rest.split([',', '.', ' ']).next()?;
    (!name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase())).then_some(name)
}

/// `96.81 MiB/s, 99.14 obj/s`; an operation without data has objects only.
fn take_rates(draft: &mut RunDraft, ddir: Option<Ddir>, rates: &str) {
    for rate in rates.split(", ") {
        match decimal(rate) {
            Some((objects, unit)) if unit.trim() == "obj/s" => draft.figure(FigureOf::Iops, ddir, objects),
            _ => draft.known(FigureOf::BytesPerS, ddir, amount(rate, false)),
        }
    }
}

/// `52ms, 50%: 45ms, 90%: 80ms, 99%: 120ms, Fastest: 3ms, Slowest: 900ms`.
fn take_times(draft: &mut RunDraft, ddir: Option<Ddir>, times: &str) {
    let mut parts = times.split(", ");
    if let Some(mean) = parts.next().and_then(time_ns) {
        draft.spread(FigureOf::LatMeanNs, ddir, Spread::of(mean), None);
    }
    for (name, time) in parts.filter_map(|part| part.split_once(':')) {
        let what = match name {
            "50%" => FigureOf::P50Ns,
            "99%" => FigureOf::P99Ns,
            "Fastest" => FigureOf::LatMinNs,
            "Slowest" => FigureOf::LatMaxNs,
            _ => continue,
        };
        draft.known(what, ddir, time_ns(time));
    }
}
