//! The progress of a run: rates of the last moments, share done and time left, from the live counters.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use fiord_engine::LiveBoard;
use fiord_engine::live::{LiveReading, WorkerState};
use fiord_job::plan::{JobPlan, RunPlan};
use fiord_record::number::{About, Figures, Rate, plural};

use crate::session::remaining::{readings, remaining};
use crate::ui::Progress;

/// Draws the progress of one run.
pub(super) struct Live<'a> {
    plan: &'a RunPlan,
    board: &'a LiveBoard,
    started: Instant,
    /// Which run of several: ` 2 of 5`.
    which: String,
    last: Mutex<Totals>,
}

/// All that was done up to a moment.
#[derive(Debug, Clone, Copy)]
struct Totals {
    at: Instant,
    ios: u64,
    bytes: u64,
}

impl<'a> Live<'a> {
    pub(super) fn begin(plan: &'a RunPlan, board: &'a LiveBoard, which: Option<(usize, usize)>) -> Self {
        let started = Instant::now();
        Self {
            plan,
            board,
            started,
            which: which.map_or_else(String::new, |(run, all)| format!("run {run} of {all}: ")),
            last: Mutex::new(Totals {
                at: started,
                ios: 0,
                bytes: 0,
            }),
        }
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
        let (share, words) = words(&readings, &last, &now, self.started);
        progress.show(share, &format!("{}{words}", self.which));
    }
}

fn words(
    readings: &[(&JobPlan, LiveReading)],
    last: &Totals,
    now: &Totals,
    started: Instant,
) -> (Option<f64>, String) {
    let is_waiting = |state| {
        matches!(
            state,
            WorkerState::Waiting | WorkerState::Created | WorkerState::Initialized
        )
    };
    let waiting = readings.iter().filter(|(_, reading)| is_waiting(reading.state));
    let waiting = waiting.count();
    if waiting == readings.len() {
        return (None, "prepares".to_owned());
    }
    let seconds = now.at.duration_since(last.at).as_secs_f64().max(1e-3);
    let rate = |now: u64, then: u64| now.saturating_sub(then) as f64 / seconds;
    let mut parts = vec![
        format!("{} IOPS", Rate(rate(now.ios, last.ios))),
        format!("{} MB/s", Figures(rate(now.bytes, last.bytes) / 1e6)),
    ];
    let active = || readings.iter().filter(|(_, reading)| reading.state.is_active());
    let remaining = remaining(active(), now.at.duration_since(started).as_secs_f64());
    if active().any(|(_, reading)| reading.state == WorkerState::Ramp) {
        parts.push("ramp".to_owned());
    }
    // What waits for the others takes its time too.
    let known = remaining.share.filter(|_| waiting == 0);
    match known {
        Some(_) => parts.push(format!("{} left", About(remaining.left_s.round()))),
        None if waiting > 0 => parts.push(format!("{} still to run", plural(waiting as u64, "worker"))),
        None => {}
    }
    (known, parts.join(", "))
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
        let (share, text) = words(&one, &at(3, 2000), &at(4, 4000), started);
        assert!((share.unwrap() - 0.4).abs() < 1e-6);
        assert_eq!(text, "2,000 IOPS, 8.19 MB/s, 6 s left");
        // Another one waits for it: how long all will take is not known.
        let two = [one[0], (&job, reading(WorkerState::Waiting, 0))];
        let (share, text) = words(&two, &at(3, 2000), &at(4, 4000), started);
        assert_eq!(
            (share, text.as_str()),
            (None, "2,000 IOPS, 8.19 MB/s, 1 worker still to run")
        );
    }
}
