//! Reads fio's log files (bandwidth, IOPS, latencies) in one pass: of each direction count, mean, least and largest.

use fiord_job::plan::Ddir;
use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, ImportKind};

use super::draft::RunDraft;

/// Lines of a log, summed up as they come.
#[derive(Debug, Clone)]
pub(super) struct LogRun {
    first: u64,
    last: u64,
    first_ms: u64,
    last_ms: u64,
    ddirs: [Sum; 3],
}

#[derive(Debug, Clone, Copy)]
struct Sum {
    count: u64,
    sum: u128,
    min: u64,
    max: u64,
    bytes: u64,
}

impl Sum {
    const NONE: Sum = Sum {
        count: 0,
        sum: 0,
        min: u64::MAX,
        max: 0,
        bytes: 0,
    };
}

/// `time (ms), value, direction, block size[, offset[, priority]]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LogLine {
    ms: u64,
    value: u64,
    ddir: usize,
    bytes: u64,
}

impl LogLine {
    /// None: it is not a line of a log.
    pub(super) fn read(line: &[u8]) -> Option<Self> {
        let mut fields = [0_u64; 4];
        let mut at = 0;
        for (index, field) in fields.iter_mut().enumerate() {
            if index > 0 {
                if line.get(at) != Some(&b',') {
                    return None;
                }
                at += 1;
                while line.get(at) == Some(&b' ') {
                    at += 1;
                }
            }
            let from = at;
            while let Some(digit) = line.get(at).filter(|byte| byte.is_ascii_digit()) {
                *field = field.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
                at += 1;
            }
            if at == from || at - from > 19 {
                return None;
            }
        }
        let rest = &line[at..];
        let is_log_rest =
            |byte: &u8| byte.is_ascii_hexdigit() || matches!(byte, b',' | b' ' | b'x' | b'\r' | b'\n');
        let [ms, value, ddir, bytes] = fields;
        let ddir = usize::try_from(ddir).ok().filter(|ddir| *ddir < 3)?;
        // Histogram logs have hundreds of fields.
        let is_log = rest.len() <= 64 && rest.iter().all(is_log_rest);
        is_log.then_some(Self {
            ms,
            value,
            ddir,
            bytes,
        })
    }
}

impl LogRun {
    pub(super) fn begin(number: u64, line: LogLine) -> Self {
        let mut run = Self {
            first: number,
            last: number,
            first_ms: line.ms,
            last_ms: line.ms,
            ddirs: [Sum::NONE; 3],
        };
        run.take(number, line);
        run
    }

    /// Whether it is a single line, which proves nothing.
    pub(super) fn is_one_line(&self) -> bool {
        self.first == self.last
    }

    pub(super) fn first(&self) -> u64 {
        self.first
    }

    pub(super) fn take(&mut self, number: u64, line: LogLine) {
        self.last = number;
        self.last_ms = self.last_ms.max(line.ms);
        let sum = &mut self.ddirs[line.ddir];
        sum.count += 1;
        sum.sum += u128::from(line.value);
        sum.min = sum.min.min(line.value);
        sum.max = sum.max.max(line.value);
        sum.bytes = sum.bytes.saturating_add(line.bytes);
    }

    /// A log of fio names what it holds in its file's name only: `x_bw.1.log`, `x_iops.log`, `x_clat.log`.
    pub(super) fn draft(self, source: &str) -> RunDraft {
        let name = source.rsplit('/').next().unwrap_or(source);
        let is = |kind: &str| name.contains(&format!("_{kind}."));
        let meaning = [
            ("bw", FigureOf::BytesPerS, 1024.0),
            ("iops", FigureOf::Iops, 1.0),
            ("clat", FigureOf::ClatMeanNs, 1.0),
            ("slat", FigureOf::SlatMeanNs, 1.0),
            ("lat", FigureOf::LatMeanNs, 1.0),
        ]
        .into_iter()
        .find(|(kind, ..)| is(kind));
        let mut draft = RunDraft::new(ImportKind::FioLog, (self.first, self.last), name);
        for (ddir, sum) in Ddir::ALL.into_iter().zip(self.ddirs) {
            if sum.count == 0 {
                continue;
            }
            draft.figure(FigureOf::Samples, Some(ddir), sum.count as f64);
            let Some((_, what, factor)) = meaning else {
                continue;
            };
            let mean = sum.sum as f64 / sum.count as f64 * factor;
            draft.spread(what, Some(ddir), Spread::of(mean), Some(sum.count));
            if matches!(what, FigureOf::ClatMeanNs | FigureOf::LatMeanNs) {
                draft.figure(FigureOf::LatMinNs, Some(ddir), sum.min as f64);
                draft.figure(FigureOf::LatMaxNs, Some(ddir), sum.max as f64);
            }
        }
        if meaning.is_none() {
            draft.notes.push(
                "its name does not say what it holds (…_bw.log, …_iops.log, …_clat.log): the values have no unit".to_owned(),
            );
        }
        draft.figure(
            FigureOf::RuntimeNs,
            None,
            self.last_ms.saturating_sub(self.first_ms) as f64 * 1e6,
        );
        draft
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_log_has_at_least_four_numbers() {
        let line = LogLine::read(b"500, 123456, 1, 4096, 0, 0x0000").unwrap();
        assert_eq!(
            (line.ms, line.value, line.ddir, line.bytes),
            (500, 123_456, 1, 4096)
        );
        assert!(LogLine::read(b"500, 123456, 1, 4096\r\n").is_some());
        for wrong in [
            "",
            "1, 2",
            "1, 2, 3, 4",
            "1, 2, 0, 4 words",
            "a, 1, 0, 1",
            "1;2;0;4",
            "99999999999999999999, 1, 0, 1",
        ] {
            assert_eq!(LogLine::read(wrong.as_bytes()), None, "{wrong}");
        }
    }
}
