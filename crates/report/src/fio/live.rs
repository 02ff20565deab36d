//! The status line that fio keeps redrawing while jobs run: a pure function of what is known at that moment. When to draw
//! and on which terminal is decided elsewhere.

use std::fmt::Write;

use super::numbers::{NumberUnit, scaled};

/// The limits that rated jobs ask for, summed over running workers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RateLimits {
    /// `rate_min` and `rate` in bytes per second.
    Bytes(u64, u64),
    /// `rate_iops_min` and `rate_iops`.
    Iops(u64, u64),
}

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LiveProgress {
    /// Share done in percent; `None` while nobody can tell (ramp time, no end known).
    pub percent: Option<f64>,
    /// Seconds left.
    pub eta_s: u64,
}

/// What is known at one moment.
#[derive(Debug, Clone, PartialEq)]
pub struct LiveView {
    /// Workers that run or start.
    pub running: u64,
    /// Files they have open.
    pub open_files: u64,
    /// Limits, if any job has them.
    pub limits: Option<RateLimits>,
    /// Every worker's state as fio's letter, by number.
    pub states: Vec<char>,
    /// `None` until there is a first estimate: only the head is shown.
    pub progress: Option<LiveProgress>,
    /// Bytes per second since the last line: read, write, trim.
    pub bytes_per_second: [u64; 3],
    /// I/Os per second since the last line.
    pub iops: [u64; 3],
    /// `kb_base` is 1024.
    pub binary: bool,
    /// `unit_base=1`
    pub bits: bool,
}

/// Digits of the rates.
const FIGURES: usize = 4;

/// The line, without the carriage return.
pub fn line(view: &LiveView) -> String {
    let rate = |value: u64| {
        let unit = if view.bits {
            NumberUnit::BitsPerSecond
        } else {
            NumberUnit::BytesPerSecond
        };
        scaled(value, FIGURES, view.binary, unit)
    };
    let mut out = format!("Jobs: {} (f={})", view.running, view.open_files);
    // The limits are in bytes even where the rates are in bits.
    let limit = |value: u64| scaled(value, FIGURES, view.binary, NumberUnit::BytesPerSecond);
    let _ = match view.limits {
        Some(RateLimits::Bytes(min, max)) => write!(out, ", {}-{}", limit(min), limit(max)),
        Some(RateLimits::Iops(min, max)) => write!(out, ", {min}-{max} IOPS"),
        None => Ok(()),
    };
    let Some(progress) = view.progress else { return out };
    let _ = write!(out, ": [{}]", states(&view.states));
    match progress.percent {
        Some(percent) => {
            let _ = write!(out, "[{percent:3.1}%]");
        }
        None => out.push_str("[-.-%]"),
    }
    let active: Vec<usize> = (0..3)
        .filter(|ddir| view.bytes_per_second[*ddir] > 0 || view.iops[*ddir] > 0)
        .collect();
    if !active.is_empty() {
        let list = |value: &dyn Fn(usize) -> String| {
            let items: Vec<String> = active
                .iter()
                .map(|ddir| format!("{}={}", ["r", "w", "t"][*ddir], value(*ddir)))
                .collect();
            items.join(",")
        };
        let rates = list(&|ddir| rate(view.bytes_per_second[ddir]));
        let iops = list(&|ddir| scaled(view.iops[ddir], FIGURES, false, NumberUnit::None));
        let _ = write!(out, "[{rates}][{iops} IOPS]");
    }
    let _ = write!(out, "[eta {}]", duration(progress.eta_s));
    out
}

/// The line with blanks over what a longer line before it left, and the carriage return.
pub fn redraw(view: &LiveView, previous_len: usize) -> String {
    format!("{:previous_len$}\r", line(view))
}

/// Equal neighbours as `letter(count)`.
fn states(letters: &[char]) -> String {
    let runs = letters.chunk_by(|a, b| a == b);
    let parts: Vec<String> = runs
        .filter_map(|run| run.first().map(|letter| format!("{letter}({})", run.len())))
        .collect();
    parts.join(",")
}

/// `01m:31s`, with hours and days where there are any.
fn duration(seconds: u64) -> String {
    let (days, hours) = (seconds / 86_400, seconds / 3600 % 24);
    let rest = format!("{:02}m:{:02}s", seconds / 60 % 60, seconds % 60);
    if days > 0 {
        format!("{days:02}d:{hours:02}h:{rest}")
    } else if hours > 0 {
        format!("{hours:02}h:{rest}")
    } else {
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view() -> LiveView {
        LiveView {
            running: 2,
            open_files: 2,
            limits: None,
            states: vec!['m'; 2],
            progress: Some(LiveProgress {
                percent: None,
                eta_s: 0,
            }),
            bytes_per_second: [8_192_000, 8_192_000, 0],
            iops: [2000, 2000, 0],
            binary: true,
            bits: false,
        }
    }

    /// Lines that fio 3.33 was seen to draw.
    #[test]
    fn lines_are_fios() {
        let mut now = view();
        now.limits = Some(RateLimits::Iops(0, 4000));
        let seen = "Jobs: 2 (f=2), 0-4000 IOPS: [m(2)][-.-%][r=8000KiB/s,w=8000KiB/s][r=2000,w=2000 IOPS][eta 00m:00s]";
        assert_eq!(line(&now), seen);
        now.progress = None;
        assert_eq!(line(&now), "Jobs: 2 (f=2), 0-4000 IOPS");
        let trim = LiveView {
            running: 1,
            open_files: 1,
            limits: Some(RateLimits::Bytes(0, 5 << 20)),
            states: vec!['_', 'd'],
            progress: Some(LiveProgress {
                percent: Some(71.42),
                eta_s: 2,
            }),
            bytes_per_second: [0, 37_950_000, 38_190_000],
            iops: [0, 9265, 9324],
            ..view()
        };
        let seen = "Jobs: 1 (f=1), 0B/s-5120KiB/s: [_(1),d(1)][71.4%][w=36.2MiB/s,t=36.4MiB/s][w=9265,t=9324 IOPS][eta 00m:02s]";
        assert_eq!(line(&trim), seen);
        let bits = LiveView {
            limits: Some(RateLimits::Bytes(1 << 20, 10 << 20)),
            states: vec!['W'],
            bytes_per_second: [0, 10_490_000, 0],
            iops: [0, 2561, 0],
            bits: true,
            ..trim
        };
        let seen =
            "Jobs: 1 (f=1), 1024KiB/s-10.0MiB/s: [W(1)][71.4%][w=80.0Mibit/s][w=2561 IOPS][eta 00m:02s]";
        assert_eq!(line(&bits), seen);
    }

    #[test]
    fn idle_lines_show_no_rates_and_cover_longer_ones() {
        let idle = LiveView {
            running: 1,
            open_files: 0,
            states: vec!['/', 'P'],
            progress: Some(LiveProgress {
                percent: None,
                eta_s: 4_294_967_294,
            }),
            bytes_per_second: [0; 3],
            iops: [0; 3],
            ..view()
        };
        let text = "Jobs: 1 (f=0): [/(1),P(1)][-.-%][eta 49710d:06h:28m:14s]";
        assert_eq!(line(&idle), text);
        let shorter = LiveView {
            progress: Some(LiveProgress {
                percent: None,
                eta_s: 3,
            }),
            ..idle
        };
        assert_eq!(
            redraw(&shorter, text.len()),
            "Jobs: 1 (f=0): [/(1),P(1)][-.-%][eta 00m:03s]           \r"
        );
    }
}
