//! Reads netperf: the rate that arrived, or the round trip of one transaction after the other.

use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, ImportKind};

use super::{Found, LinePlace};
use crate::command::Program;

/// Tests by what their heads call them, and as `-t` does.
const TESTS: [(&str, &str); 8] = [
    ("TCP CONNECT/REQUEST/RESPONSE TEST", "TCP_CRR"),
    ("TCP REQUEST/RESPONSE TEST", "TCP_RR"),
    ("UDP REQUEST/RESPONSE TEST", "UDP_RR"),
    ("TCP STREAM TEST", "TCP_STREAM"),
    ("TCP MAERTS TEST", "TCP_MAERTS"),
    ("TCP SENDFILE TEST", "TCP_SENDFILE"),
    ("UDP STREAM TEST", "UDP_STREAM"),
    ("UDP UNIDIRECTIONAL SEND TEST", "UDP_STREAM"),
];
/// Lines of heads and rows at most.
const LINES: usize = 12;

/// `MIGRATED TCP STREAM TEST from … to HOST (…)`, heads of columns, and rows of numbers.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let first = place.first()?;
    let upper = first.to_ascii_uppercase();
    let title = upper.strip_prefix("MIGRATED ").unwrap_or(&upper);
    let (_, test) = TESTS.into_iter().find(|(head, _)| title.starts_with(head))?;
    let (mut unit, mut rows, mut taken) = (None, Vec::new(), 1);
    // Mail and narrow terminals break the first line.
    let mut head = first.to_owned();
    for (index, line) in place.lines.iter().enumerate().take(LINES).skip(1) {
        let text = line.text.trim();
        let numbers: Option<Vec<f64>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
        match numbers {
            Some(numbers) if !numbers.is_empty() => rows.push(numbers),
            Some(_) if rows.is_empty() => continue,
            None if rows.is_empty() => {
                unit = unit.or_else(|| bytes_per_s(text));
                if index == 1 {
                    head.push(' ');
                    head.push_str(text);
                }
            }
            _ => break,
        }
        taken = index + 1;
    }
    let (_, rest) = head.split_once(" to ")?;
    let mut draft = place.run(ImportKind::Netperf, taken, rest.split_whitespace().next()?)?;
    place.claim(Program::Netperf, &mut draft);
    draft.label("mode", test);
    let row = rows.first()?;
    if test.ends_with("RR") {
        let [_, _, request, response, seconds, rate, ..] = row.as_slice() else {
            return None;
        };
        // With a burst several transactions are under way, and no time of one follows from the rate.
        let burst = head.split_once("first burst ").map(|(_, rest)| rest.trim());
        if burst.is_some_and(|burst| !burst.starts_with('0')) || *rate <= 0.0 {
            return None;
        }
        if (*request, *response) != (1.0, 1.0) {
            draft.label("mode", format!("{request}/{response}"));
        }
        let trips = Some((rate * seconds) as u64);
        draft.spread(FigureOf::LatMeanNs, None, Spread::of(1e9 / rate), trips);
        draft.figure(FigureOf::RuntimeNs, None, seconds * 1e9);
    } else {
        let (seconds, rate) = match (test, row.as_slice(), rows.get(1).map(Vec::as_slice)) {
            // The second row is what arrived; it has no size of messages.
            ("UDP_STREAM", _, Some([_, seconds, _, rate, ..])) => (*seconds, *rate),
            ("UDP_STREAM", ..) => return None,
            (_, [_, _, _, seconds, rate, ..], _) => (*seconds, *rate),
            _ => return None,
        };
        draft.figure(FigureOf::BytesPerS, None, rate * unit?);
        draft.figure(FigureOf::RuntimeNs, None, seconds * 1e9);
    }
    Some((vec![draft], taken))
}

/// The unit of a rate in the last line of heads: `10^6bits/sec`, `MBytes/sec`, `MBytes  /s` (powers of 2).
fn bytes_per_s(text: &str) -> Option<f64> {
    text.split_whitespace().find_map(|word| {
        if let Some(power) = word
            .strip_prefix("10^")
            .and_then(|rest| rest.split_once("bits/s"))
        {
            return Some(10_f64.powi(power.0.parse().ok()?) / 8.0);
        }
        match word.split("Bytes").next() {
            Some(power) if word.starts_with(&format!("{power}Bytes")) => match power {
                "K" => Some(1024.0),
                "M" => Some(1024.0 * 1024.0),
                "G" => Some(1024.0 * 1024.0 * 1024.0),
                _ => None,
            },
            _ => None,
        }
    })
}
