//! Reads a client of sockperf: its latency, which is half a round trip, or its throughput.

use fiord_messages::{Sentence, import as messages};
use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, ImportKind};

use super::{Found, LinePlace};
use crate::command::Program;
use crate::shown::{after, leading};

const USEC: f64 = 1e3;

/// `sockperf: == version …` or another line of it, up to the last one.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    if !place.first()?.starts_with("sockperf") {
        return None;
    }
    let (mut host, mut observations, mut taken, mut is_round_trip) = (None, None, 1, false);
    let mut figures: Vec<(FigureOf, f64)> = Vec::new();
    for (index, line) in place.lines.iter().enumerate() {
        let text = line.text.trim();
        let number = |key: &str| after(text, key).and_then(leading).map(|(shown, _)| shown.value);
        if text.starts_with('[') && text.contains("IP = ") {
            host = after(text, "IP = ").and_then(|rest| rest.split_whitespace().next());
        } else if let Some(said) = text.strip_prefix("sockperf") {
            // Another client begins.
            if said.contains("== version") && index > 0 && !figures.is_empty() {
                break;
            }
            is_round_trip |= said.contains("Summary: Round trip is") || said.contains("avg-rtt=");
            observations =
                observations.or_else(|| number("Total ").filter(|_| said.contains("observations")));
            let found = [
                (FigureOf::LatMeanNs, number("Latency is "), USEC),
                (FigureOf::LatMeanNs, number("Round trip is "), USEC),
                (FigureOf::LatMeanNs, number("avg-rtt="), USEC),
                (FigureOf::LatMeanNs, number("avg-latency="), USEC),
                (FigureOf::LatMaxNs, number("<MAX> observation ="), USEC),
                (FigureOf::LatMinNs, number("<MIN> observation ="), USEC),
                (FigureOf::P50Ns, number("percentile 50.000 ="), USEC),
                (FigureOf::P99Ns, number("percentile 99.000 ="), USEC),
                (FigureOf::P999Ns, number("percentile 99.900 ="), USEC),
                (FigureOf::P9999Ns, number("percentile 99.990 ="), USEC),
                // Its MBps are 2^20 bytes.
                (FigureOf::BytesPerS, number("BandWidth is "), 1024.0 * 1024.0),
            ];
            for (what, value, unit) in found {
                let is_new = figures.iter().all(|(known, _)| *known != what);
                figures.extend(value.filter(|_| is_new).map(|value| (what, value * unit)));
            }
        } else if !text.is_empty() {
            break;
        }
        if !text.is_empty() {
            taken = index + 1;
        }
    }
    if figures.is_empty() {
        return None;
    }
    let mut draft = place.run(ImportKind::Sockperf, taken, host.unwrap_or("sockperf"))?;
    let words = place.claim(Program::Sockperf, &mut draft).unwrap_or_default();
    let modes = [
        ("ping-pong", "ping-pong"),
        ("pp", "ping-pong"),
        ("under-load", "under-load"),
        ("ul", "under-load"),
        ("throughput", "throughput"),
        ("tp", "throughput"),
    ];
    let is_said = |(short, _): &(&str, &str)| words.get(1).is_some_and(|word| word == short);
    if let Some((_, mode)) = modes.into_iter().find(is_said) {
        draft.label("mode", mode);
    }
    let has_latency = figures.iter().any(|(what, _)| *what == FigureOf::LatMeanNs);
    if is_round_trip {
        draft.label("mode", "full-rtt");
    } else if has_latency {
        draft.notes.push(Sentence::new(messages::sockperf_half));
    }
    let count = observations.map(|count| count as u64);
    for (what, value) in figures {
        let samples = count.filter(|_| what == FigureOf::LatMeanNs);
        draft.spread(what, None, Spread::of(value), samples);
    }
    Some((vec![draft], taken))
}
