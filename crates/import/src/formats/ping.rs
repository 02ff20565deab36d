//! Reads transcripts of ping.

use fiord_messages::{Sentence, import as messages};
use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, ImportKind};

use super::{Found, LinePlace, is_stray, without_interrupt};
use crate::command::Program;
use crate::shown::{after, leading, unit_ns};

/// `PING host …`, one line per answer, and the statistics.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let head = place.first()?;
    let target = head.strip_prefix("PING ")?.split_whitespace().next()?;
    let (mut times, mut taken) = (Vec::new(), 1);
    let (mut sent, mut received, mut summary) = (None, None, None);
    let mut stray = 0;
    for (index, line) in place.lines.iter().enumerate().skip(1) {
        let text = without_interrupt(&line.text);
        if text.contains("bytes from") {
            times.extend(after(text, "time=").and_then(|value| value.parse::<f64>().ok()));
        } else if text.contains("packets transmitted") {
            let mut parts = text.split(", ");
            sent = parts.next().and_then(leading);
            received = parts.next().and_then(leading);
        } else if text.starts_with("rtt ") || text.starts_with("round-trip ") {
            summary = text.split_once(" = ").map(|(_, values)| values);
            taken = index + 1;
            break;
        } else if !(text.is_empty() || text.starts_with("---") || text.contains("icmp_seq")) {
            if text.starts_with("PING ") || !is_stray(&place.lines[index..], stray) {
                break;
            }
            stray += 1;
            continue;
        }
        if !line.text.trim().is_empty() {
            (taken, stray) = (index + 1, 0);
        }
    }
    let mut draft = place.run(ImportKind::Ping, taken, target)?;
    place.claim(Program::Ping, &mut draft);
    // Only a flood (`-f`) has this: an answer is waited for before the next packet, or 100 packets a second are sent.
    if summary.is_some_and(|values| values.contains("ipg/ewma")) {
        draft.label("mode", "flood");
    }
    let count = received.map(|(shown, _)| shown.value as u64);
    if let Some(values) = summary {
        let (list, unit) = values.split_once(' ')?;
        let unit = unit_ns(unit.split([',', ' ']).next()?)?;
        let mut values = list
            .split('/')
            .map(|value| value.parse::<f64>().ok().map(|value| value * unit));
        draft.known(FigureOf::LatMinNs, None, values.next().flatten());
        if let Some(mean) = values.next().flatten() {
            draft.spread(FigureOf::LatMeanNs, None, Spread::of(mean), count);
        }
        draft.known(FigureOf::LatMaxNs, None, values.next().flatten());
    } else if !times.is_empty() {
        // Cut before the statistics: the answers that are there.
        let sum: f64 = times.iter().sum();
        let mean = sum / times.len() as f64 * 1e6;
        draft.spread(
            FigureOf::LatMeanNs,
            None,
            Spread::of(mean),
            Some(times.len() as u64),
        );
        draft.notes.push(Sentence::new(messages::ends_before_statistics));
    }
    if let (Some((sent, _)), Some((received, _))) = (sent, received) {
        draft.figure(FigureOf::Samples, None, received.value);
        if sent.value > 0.0 {
            draft.figure(
                FigureOf::LostPercent,
                None,
                (1.0 - received.value / sent.value) * 100.0,
            );
        }
    }
    (!draft.figures.is_empty()).then_some((vec![draft], taken))
}
