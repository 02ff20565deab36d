//! Reads iperf3, text and JSON: the rate that arrived, of all streams together.

use fiord_record::imported::{FigureOf, ImportKind};
use serde_json::Value;

use super::{Found, LinePlace};
use crate::draft::RunDraft;
use crate::shown::{bytes, leading};

/// What the last lines say, of all streams together where there are several.
#[derive(Default)]
struct Summary {
    bits_per_s: Option<f64>,
    bytes: Option<f64>,
    seconds: Option<f64>,
    is_sum: bool,
}

impl Summary {
    /// `[SUM]   0.00-10.04  sec  1.10 GBytes   940 Mbits/sec   receiver`.
    fn take(&mut self, is_sum: bool, words: &[&str]) {
        if self.is_sum && !is_sum {
            return;
        }
        let [span, "sec", moved, unit, rate, rate_unit, ..] = words else {
            return;
        };
        let factor = match rate_unit.trim_end_matches("/sec") {
            "bits" => 1.0,
            "Kbits" => 1e3,
            "Mbits" => 1e6,
            "Gbits" => 1e9,
            "Tbits" => 1e12,
            _ => return,
        };
        let unit = unit.replace("Bytes", "B");
        *self = Self {
            bits_per_s: leading(rate).map(|(rate, _)| rate.value * factor),
            bytes: bytes(&format!("{moved}{unit}"), true).map(|moved| moved.value),
            seconds: span.split_once('-').and_then(|(from, to)| {
                let (from, to): (f64, f64) = (from.parse().ok()?, to.parse().ok()?);
                Some(to - from)
            }),
            is_sum,
        };
    }
}

/// `Connecting to host …` up to `iperf Done.`
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let head = place.first()?.strip_prefix("Connecting to host ")?;
    let (host, _) = head.split_once(", port ")?;
    let (mut summary, mut streams, mut taken) = (Summary::default(), 0, 1);
    let mut is_reverse = false;
    for (index, line) in place.lines.iter().enumerate().skip(1) {
        let text = line.text.trim();
        let part = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        match part {
            Some((_, rest)) if rest.contains(" connected to ") => streams += 1,
            Some((stream, rest)) if rest.trim_end().ends_with("receiver") => {
                let words: Vec<&str> = rest.split_whitespace().collect();
                summary.take(stream.trim() == "SUM", &words);
            }
            Some(_) => {}
            None if text.starts_with("Reverse mode") => is_reverse = true,
            None if text.is_empty() || text.starts_with("- -") || text.starts_with("iperf Done") => {}
            None => break,
        }
        if !text.is_empty() {
            taken = index + 1;
        }
    }
    let draft = place.run(ImportKind::Iperf3, taken, host)?;
    Some((vec![finished(draft, &summary, streams, is_reverse)?], taken))
}

pub(super) fn json(value: &Value, lines: (u64, u64)) -> Option<Vec<RunDraft>> {
    let (start, received) = (&value["start"], &value["end"]["sum_received"]);
    let host = start["connecting_to"]["host"].as_str()?;
    let summary = Summary {
        bits_per_s: received["bits_per_second"].as_f64(),
        bytes: received["bytes"].as_f64(),
        seconds: received["seconds"].as_f64(),
        is_sum: true,
    };
    let streams = start["test_start"]["num_streams"].as_u64().unwrap_or(1);
    let is_reverse = start["test_start"]["reverse"].as_u64() == Some(1);
    let draft = RunDraft::new(ImportKind::Iperf3, lines, host);
    Some(vec![finished(draft, &summary, streams, is_reverse)?])
}

/// `None`: no rate arrived.
fn finished(mut draft: RunDraft, summary: &Summary, streams: u64, is_reverse: bool) -> Option<RunDraft> {
    draft.figure(FigureOf::BytesPerS, None, summary.bits_per_s? / 8.0);
    draft.known(FigureOf::Bytes, None, summary.bytes);
    draft.known(
        FigureOf::RuntimeNs,
        None,
        summary.seconds.map(|seconds| seconds * 1e9),
    );
    if streams > 1 {
        draft.label("mode", format!("x{streams}"));
    }
    if is_reverse {
        draft.label("mode", "reverse");
    }
    Some(draft)
}
