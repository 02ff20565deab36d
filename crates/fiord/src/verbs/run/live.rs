//! The progress of a run: rates and p99 of the last moments, share done and time left.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use fiord_engine::live::LiveBoard;
use fiord_engine::live::{LiveReading, WorkerState};
use fiord_job::plan::{JobPlan, RunPlan};
use fiord_messages::{Lang, run as messages};
use fiord_record::number::{About, Bandwidth, Bytes, Iops};
use fiord_stats::Coarse;

use crate::ui::Progress;
use fiord_session::remaining::{readings, remaining};

/// Draws the progress of one run.
pub(super) struct Live<'a> {
    plan: &'a RunPlan,
    board: &'a LiveBoard,
    started: Instant,
    /// Which run of how many.
    which: Option<(usize, usize)>,
    last: Mutex<Totals>,
    recent: Mutex<Recent>,
    /// Bytes of new files, and when the first of them was begun.
    layout: Mutex<Option<(u64, Instant)>>,
}

/// All that was done up to a moment.
#[derive(Debug, Clone, Copy)]
struct Totals {
    at: Instant,
    ios: u64,
    bytes: u64,
}

/// The latencies of the last one or two seconds, and of more where that holds too few for a p99.
#[derive(Debug)]
struct Recent {
    /// All latencies up to two moments, the older one first.
    marks: [(Instant, Coarse); 2],
}

impl Recent {
    /// Fewer latencies have no p99.
    const FEWEST: u64 = 100;
    const LONG: Duration = Duration::from_secs(1);

    fn new(started: Instant) -> Self {
        Self {
            marks: [(started, Coarse::default()), (started, Coarse::default())],
        }
    }

    /// The p99 in nanoseconds at a moment with so many latencies behind it.
    fn p99(&mut self, at: Instant, all: Coarse) -> Option<u64> {
        let [older, newer] = &mut self.marks;
        let recent = all.since(&older.1);
        let p99 = recent.percentile(99.0).filter(|_| recent.total() >= Self::FEWEST);
        if at.duration_since(newer.0) >= Self::LONG && all.since(&newer.1).total() >= Self::FEWEST {
            *older = std::mem::replace(newer, (at, all));
        }
        p99
    }
}

impl<'a> Live<'a> {
    pub(super) fn begin(plan: &'a RunPlan, board: &'a LiveBoard, which: Option<(usize, usize)>) -> Self {
        let started = Instant::now();
        Self {
            plan,
            board,
            started,
            which,
            last: Mutex::new(Totals {
                at: started,
                ios: 0,
                bytes: 0,
            }),
            recent: Mutex::new(Recent::new(started)),
            layout: Mutex::default(),
        }
    }

    /// New files of so many bytes are filled now.
    pub(super) fn lays_out(&self, bytes: u64) {
        let mut layout = self.layout.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, _) = layout.get_or_insert((0, Instant::now()));
        *all = all.saturating_add(bytes);
    }

    /// How long the files took, once all are filled.
    pub(super) fn layout_took(&self) -> Option<Duration> {
        let mut layout = self.layout.lock().unwrap_or_else(PoisonError::into_inner);
        layout.take().map(|(_, begun)| begun.elapsed())
    }

    /// The share of new files that is filled, and the words for it.
    fn layout(&self) -> Option<(Option<f64>, String)> {
        let layout = self.layout.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, _) = (*layout).filter(|(all, _)| *all > 0)?;
        let filled = self.board.filled_bytes.load(Ordering::Relaxed).min(all);
        let words = messages::LaidOut {
            filled: &Bytes(filled),
            all: &Bytes(all),
        };
        Some((Some(filled as f64 / all as f64), words.text(Lang::current())))
    }

    /// Shows the moment.
    pub(super) fn draw(&self, progress: &Progress) {
        let readings = readings(self.plan, self.board);
        let now = Totals {
            at: Instant::now(),
            ios: readings.iter().flat_map(|(_, reading)| reading.ios).sum(),
            bytes: readings.iter().flat_map(|(_, reading)| reading.bytes).sum(),
        };
        let last = std::mem::replace(
            &mut *self.last.lock().unwrap_or_else(PoisonError::into_inner),
            now,
        );
        let p99 = {
            let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
            recent.p99(now.at, self.board.latencies())
        };
        let layout = self.layout();
        let (share, words) = layout.unwrap_or_else(|| words(&readings, &last, &now, p99, self.started));
        let text = match &self.which {
            None => words,
            Some((run, runs)) => {
                let progress = &words;
                messages::ProgressOfRun { run, runs, progress }.text(Lang::current())
            }
        };
        progress.show(share, &text);
    }
}

fn words(
    readings: &[(&JobPlan, LiveReading)],
    last: &Totals,
    now: &Totals,
    p99_ns: Option<u64>,
    started: Instant,
) -> (Option<f64>, String) {
    let lang = Lang::current();
    let is_waiting = |state| {
        matches!(
            state,
            WorkerState::Waiting | WorkerState::Created | WorkerState::Initialized
        )
    };
    let waiting = readings.iter().filter(|(_, reading)| is_waiting(reading.state));
    let waiting = waiting.count();
    if waiting == readings.len() {
        return (None, messages::preparing(lang).to_owned());
    }
    let seconds = now.at.duration_since(last.at).as_secs_f64().max(1e-3);
    let rate = |now: u64, then: u64| now.saturating_sub(then) as f64 / seconds;
    let mut parts = vec![Iops(rate(now.ios, last.ios)).to_string()];
    parts.extend(p99_ns.map(|ns| {
        let latency = &About(ns as f64 / 1e9);
        messages::P99 { latency }.text(lang)
    }));
    let active = || readings.iter().filter(|(_, reading)| reading.state.is_active());
    let remaining = remaining(active(), now.at.duration_since(started).as_secs_f64());
    if active().any(|(_, reading)| reading.state == WorkerState::Ramp) {
        parts.push(messages::ramp(lang).to_owned());
    }
    // What waits for the others takes its time too.
    let known = remaining.share.filter(|_| waiting == 0);
    match known {
        Some(_) => {
            let time = &About(remaining.left_s.round().max(1.0));
            parts.push(messages::Left { time }.text(lang));
        }
        None if waiting > 0 => {
            let workers = waiting as u64;
            parts.push(messages::WorkersWaiting { workers }.text(lang));
        }
        None => {}
    }
    // At the end, where a narrow terminal cuts it off first.
    parts.push(Bandwidth(rate(now.bytes, last.bytes)).to_string());
    (known, lang.list(&parts))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn rates_are_of_the_last_moment_and_the_time_left_of_the_slowest() {
        let mut job = JobPlan::new("r");
        job.control.runtime_us = 10_000_000;
        job.control.time_based = true;
        let reading = |state, ios| LiveReading {
            ios: [ios, 0, 0],
            bytes: [ios * 4096, 0, 0],
            state,
            started_ns: 1,
        };
        let started = Instant::now();
        let at = |seconds, ios| Totals {
            at: started + Duration::from_secs(seconds),
            ios,
            bytes: ios * 4096,
        };
        let one = [(&job, reading(WorkerState::Running, 4000))];
        let (share, text) = words(&one, &at(3, 2000), &at(4, 4000), Some(1_234_000), started);
        assert!((share.unwrap() - 0.4).abs() < 1e-6);
        assert_eq!(text, "2,000 IOPS, p99 1.2 ms, 6 s left, 8.19 MB/s");
        let (_, text) = words(&one, &at(9, 2000), &at(10, 4000), None, started);
        assert_eq!(text, "2,000 IOPS, 1 s left, 8.19 MB/s");
        // Another one waits for it: how long all will take is not known.
        let two = [one[0], (&job, reading(WorkerState::Waiting, 0))];
        let (share, text) = words(&two, &at(3, 2000), &at(4, 4000), None, started);
        assert_eq!(
            (share, text.as_str()),
            (None, "2,000 IOPS, 1 worker not started, 8.19 MB/s")
        );
    }

    #[test]
    fn the_p99_is_of_the_last_seconds_and_of_a_hundred_ios_at_least() {
        let started = Instant::now();
        let at = |ms| started + Duration::from_millis(ms);
        let mut all = Coarse::default();
        let mut add = |ns, count| {
            all.counts[Coarse::class_of(ns)] += count;
            all.clone()
        };
        let mut recent = Recent::new(started);
        assert_eq!(recent.p99(at(200), add(100_000, 99)), None);
        let fast = recent.p99(at(1_000), add(100_000, 1)).unwrap();
        assert!((90_000..110_000).contains(&fast), "{fast}");
        // A device that slows down is seen at once, and the fast start is forgotten after two seconds.
        let mixed = recent.p99(at(2_000), add(5_000_000, 100)).unwrap();
        assert!(mixed > 4_000_000, "{mixed}");
        assert!(recent.p99(at(3_000), add(200_000, 1_000)).unwrap() > 4_000_000);
        let slower = recent.p99(at(3_200), add(200_000, 1_000)).unwrap();
        assert!((180_000..220_000).contains(&slower), "{slower}");
    }
}
