//! Reads fio's line of rates where it is all that is left of a report, with the command above it.

use fiord_job::plan::Ddir;
use fiord_messages::{Sentence, import as messages};
use fiord_record::imported::{FigureOf, ImportKind};

use super::{Found, LinePlace};
use crate::command::{self, Program};
use crate::counted::ToolCounts;
use crate::shown::{after, bytes, leading, scaled};

/// Lines of a report of one job at most.
const MOST_LINES: usize = 40;

/// `read: IOPS=24.4k, BW=23.9GiB/s (25.6GB/s)(800GiB/33516msec)`, or of fio 2 `read : io=180020KB, bw=18000KB/s, iops=4500, runt= 10001msec`.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let text = place.first()?;
    let (name, rest) = text.split_once(':')?;
    let name = name.trim_start_matches(['*', '-', '•', ' ']);
    let ddir = Ddir::ALL.into_iter().find(|ddir| ddir.name() == name.trim())?;
    let line = Line::read(rest)?;
    // The group summary of the same output has it once more.
    let mut more = place.lines.iter().take(MOST_LINES).map(|line| line.text.trim());
    if more.any(|text| text.starts_with("Run status group")) {
        return Some((Vec::new(), 1));
    }
    let mut draft = place.run(ImportKind::FioLine, 1, name.trim())?;
    draft.figure(FigureOf::Iops, Some(ddir), line.iops);
    draft.figure(FigureOf::BytesPerS, Some(ddir), line.bytes_per_s);
    let (amount, seconds) = (line.bytes, line.seconds);
    draft.known(FigureOf::Bytes, Some(ddir), amount);
    draft.known(FigureOf::RuntimeNs, None, seconds.map(|seconds| seconds * 1e9));
    if place.claim(Program::Fio, &mut draft).is_some()
        && let Some(typed) = place.command
    {
        match command::plan(&typed.text) {
            Ok(plan) => {
                let [job] = plan.jobs.as_slice() else {
                    return Some((vec![draft], 1));
                };
                draft.name.clone_from(&job.name);
                let counts = amount.zip(seconds).map(|(bytes, seconds)| ToolCounts {
                    ios: line.iops * seconds,
                    bytes,
                    latency: None,
                });
                let counts = counts.map_or(Vec::new(), |counts| vec![(ddir, counts)]);
                if !draft.counted_as(job.given.clone(), seconds.unwrap_or(0.0), &counts) {
                    draft.plan = plan;
                }
            }
            Err(problem) => {
                let problem = &problem;
                draft.notes.push(Sentence::new(|lang| {
                    messages::CommandNotRead { problem }.text(lang)
                }));
            }
        }
    }
    Some((vec![draft], 1))
}

struct Line {
    iops: f64,
    bytes_per_s: f64,
    bytes: Option<f64>,
    seconds: Option<f64>,
}

impl Line {
    fn read(text: &str) -> Option<Self> {
        let seconds = |time: &str| {
            let (ms, unit) = leading(time)?;
            unit.starts_with("msec").then_some(ms.value / 1e3)
        };
        if let Some(iops) = after(text, "IOPS=").and_then(scaled) {
            let total = text.rsplit_once('(').and_then(|(_, total)| total.split_once('/'));
            return Some(Self {
                iops: iops.value,
                bytes_per_s: bytes(after(text, "BW=")?, false)?.value,
                bytes: total.and_then(|(amount, _)| Some(bytes(amount, false)?.value)),
                seconds: total.and_then(|(_, time)| seconds(time)),
            });
        }
        Some(Self {
            iops: scaled(after(text, "iops=")?)?.value,
            bytes_per_s: bytes(after(text, "bw=")?, true)?.value,
            bytes: after(text, "io=").and_then(|amount| Some(bytes(amount, true)?.value)),
            seconds: after(text, "runt=").and_then(seconds),
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_both_ages_are_read() {
        let new = Line::read(" IOPS=9320, BW=9320MiB/s (9773MB/s)(800GiB/87894msec)").unwrap();
        assert_eq!((new.iops, new.seconds), (9320.0, Some(87.894)));
        let old = Line::read(" io=180020KB, bw=18000KB/s, iops=4500, runt= 10001msec").unwrap();
        assert_eq!(
            (old.bytes_per_s, old.bytes, old.seconds),
            (18000.0 * 1024.0, Some(180_020.0 * 1024.0), Some(10.001))
        );
        assert!(Line::read(" min=1, max=2").is_none());
    }
}
