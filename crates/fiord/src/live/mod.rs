//! A run while it goes on: in a few lines on the terminal, as lines of JSON, as metrics, and for `fiord serve`.

mod http;
mod outputs;
mod published;
mod view;

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fiord_engine::live::{LiveBoard, LiveReading, WorkerState};
use fiord_job::plan::{JobPlan, RunPlan};
use fiord_messages::{Lang, run as messages};
use fiord_record::RunRecord;
use fiord_record::number::{About, Bytes};
use fiord_report::documents::live::{LiveContext, LiveLatency, LiveSecond};
use fiord_session::remaining::{readings, remaining};
use fiord_session::{RunEvent, RunSettings, SetupError};
use fiord_stats::Coarse;

use crate::ui::Progress;
use crate::watch::now_text;

pub(crate) use http::{HttpLimits, is_of_this_machine};
pub(crate) use outputs::{LiveArgs, LiveOutputs};
pub(crate) use published::PublishedRuns;

/// What the first line says.
pub(crate) enum LiveHead<'a> {
    /// How far the run itself is; which of how many.
    Run(Option<(usize, usize)>),
    /// How far something larger is, after so many seconds of this run, and the part of it that is measured.
    Part {
        words: &'a (dyn Fn(u64) -> (Option<f64>, String) + Sync),
        part: String,
    },
}

/// Measures a plan, as [`fiord_session::measure`], and shows it where there is somebody to see it.
///
/// # Errors
/// Nothing could be started.
pub(crate) fn measure(
    plan: &RunPlan,
    settings: RunSettings,
    board: LiveBoard,
    (progress, outputs): (&Progress, &LiveOutputs),
    head: &LiveHead<'_>,
    on_event: &dyn Fn(&RunEvent),
) -> Result<RunRecord, SetupError> {
    let board = Arc::new(board.with_latencies());
    let settings = RunSettings {
        live: Some(Arc::clone(&board)),
        ..settings
    };
    let seen = outputs.begin();
    if !settings.evidence || !(progress.is_shown() || seen.is_some()) {
        return fiord_session::measure(plan, &settings, on_event);
    }
    let live = Arc::new(Live::begin(plan, board, head));
    let watched = Arc::clone(&live);
    let is_shown = progress.is_shown();
    let settings = RunSettings {
        watcher: Some(Arc::new(move |record: &RunRecord| {
            watched.add(record, is_shown, |second, in_language| {
                if let Some(seen) = &seen {
                    seen.tell(second, in_language);
                }
            });
        })),
        ..settings
    };
    let listen = |event: &RunEvent| {
        live.hear(event);
        on_event(event);
    };
    progress.during(
        |progress| live.draw(progress, head),
        || fiord_session::measure(plan, &settings, &listen),
    )
}

/// One run.
struct Live {
    plan: RunPlan,
    board: Arc<LiveBoard>,
    part: Option<String>,
    started: Instant,
    seen: Mutex<Seen>,
    /// Bytes of new files that are filled now.
    layout: Mutex<u64>,
}

/// What is shown.
struct Seen {
    recent: Recent,
    last: Option<LiveSecond>,
    /// I/Os per second, the newest last.
    rates: VecDeque<f64>,
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

    /// Percentiles at a moment, of all latencies up to then.
    fn latency(&mut self, at: Instant, all: Coarse) -> Option<LiveLatency> {
        let [older, newer] = &mut self.marks;
        let recent = all.since(&older.1);
        let percentiles = recent.percentile(50.0).zip(recent.percentile(99.0));
        let percentiles = percentiles.filter(|_| recent.total() >= Self::FEWEST);
        if at.duration_since(newer.0) >= Self::LONG && all.since(&newer.1).total() >= Self::FEWEST {
            *older = std::mem::replace(newer, (at, all));
        }
        percentiles.map(|(p50_ns, p99_ns)| LiveLatency { p50_ns, p99_ns })
    }
}

impl Live {
    fn begin(plan: &RunPlan, board: Arc<LiveBoard>, head: &LiveHead<'_>) -> Self {
        let started = Instant::now();
        Self {
            plan: plan.clone(),
            board,
            part: match head {
                LiveHead::Run(None) => None,
                LiveHead::Run(Some((run, runs))) => Some(format!("{run}/{runs}")),
                LiveHead::Part { part, .. } => Some(part.clone()),
            },
            started,
            seen: Mutex::new(Seen {
                recent: Recent::new(started),
                last: None,
                rates: VecDeque::new(),
            }),
            layout: Mutex::default(),
        }
    }

    fn hear(&self, event: &RunEvent) {
        let mut layout = self.layout.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            RunEvent::LayingOut { bytes, .. } => *layout = layout.saturating_add(*bytes),
            RunEvent::Prepared => *layout = 0,
            _ => {}
        }
    }

    /// Adds a second. Called by the thread that reads the counters.
    fn add(
        &self,
        record: &RunRecord,
        is_shown: bool,
        tell: impl FnOnce(&LiveSecond, &dyn Fn(Lang) -> Option<LiveSecond>),
    ) {
        let now = Instant::now();
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let readings = readings(&self.plan, &self.board);
        let active = readings.iter().filter(|(_, reading)| reading.state.is_active());
        let remaining = remaining(active, now.duration_since(self.started).as_secs_f64());
        let context = LiveContext {
            time: now_text(),
            pid: std::process::id(),
            part: self.part.clone(),
            share: remaining.share,
            left_s: remaining.share.map(|_| remaining.left_s),
            latency: seen.recent.latency(now, self.board.latencies()),
        };
        let lang = Lang::current();
        let english = LiveSecond::of(record, context.clone(), Lang::En);
        if is_shown {
            seen.last = match lang {
                Lang::En => english.clone(),
                lang => LiveSecond::of(record, context.clone(), lang),
            };
            let rate = seen.last.as_ref().map(LiveSecond::iops);
            seen.rates.extend(rate);
            while seen.rates.len() > view::RATES {
                seen.rates.pop_front();
            }
        }
        drop(seen);
        if let Some(second) = &english {
            tell(second, &|lang| LiveSecond::of(record, context.clone(), lang));
        }
    }

    /// Shows the moment.
    fn draw(&self, progress: &Progress, head: &LiveHead<'_>) {
        let (share, words) = match head {
            LiveHead::Run(which) => self.head(*which),
            LiveHead::Part { words, .. } => words(self.started.elapsed().as_secs()),
        };
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let below = |columns| match &seen.last {
            Some(second) => view::lines(second, seen.rates.iter().copied(), columns, Lang::current()),
            None => Vec::new(),
        };
        progress.show_over(share, &words, below);
    }

    /// The first line of a run that is all there is.
    fn head(&self, which: Option<(usize, usize)>) -> (Option<f64>, String) {
        let layout = *self.layout.lock().unwrap_or_else(PoisonError::into_inner);
        let (share, words) = if layout > 0 {
            let filled = self.board.filled_bytes.load(Ordering::Relaxed).min(layout);
            let words = messages::LaidOut {
                filled: &Bytes(filled),
                all: &Bytes(layout),
            };
            (Some(filled as f64 / layout as f64), words.text(Lang::current()))
        } else {
            let readings = readings(&self.plan, &self.board);
            words(&readings, self.started.elapsed())
        };
        let words = match which {
            None => words,
            Some((run, runs)) => messages::ProgressOfRun {
                run: &run,
                runs: &runs,
                progress: &words,
            }
            .text(Lang::current()),
        };
        (share, words)
    }
}

/// How far a run is: the share that is done, and the time left.
fn words(readings: &[(&JobPlan, LiveReading)], elapsed: Duration) -> (Option<f64>, String) {
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
    let active = || readings.iter().filter(|(_, reading)| reading.state.is_active());
    let remaining = remaining(active(), elapsed.as_secs_f64());
    let mut parts = Vec::new();
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
        None => parts.push(About(elapsed.as_secs_f64().round()).to_string()),
    }
    (known, lang.list(&parts))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_of_the_slowest() {
        let mut job = JobPlan::new("r");
        job.control.runtime_us = 10_000_000;
        job.control.time_based = true;
        let reading = |state, ios| LiveReading {
            ios: [ios, 0, 0],
            bytes: [ios * 4096, 0, 0],
            state,
            started_ns: 1,
        };
        let one = [(&job, reading(WorkerState::Running, 4000))];
        let (share, text) = words(&one, Duration::from_secs(4));
        assert!((share.unwrap() - 0.4).abs() < 1e-6);
        assert_eq!(text, "6 s left");
        // Another one waits for it: how long all will take is not known.
        let two = [one[0], (&job, reading(WorkerState::Waiting, 0))];
        let told = words(&two, Duration::from_secs(4));
        assert_eq!(told, (None, "1 worker not started".to_owned()));
        // Without a limit of time or size.
        job.control.runtime_us = 0;
        let endless = [(&job, reading(WorkerState::Running, 4000))];
        assert_eq!(words(&endless, Duration::from_secs(4)), (None, "4 s".to_owned()));
    }

    #[test]
    fn percentiles_are_of_the_last_seconds_and_of_a_hundred_ios_at_least() {
        let started = Instant::now();
        let at = |ms| started + Duration::from_millis(ms);
        let mut all = Coarse::default();
        let mut add = |ns, count| {
            all.counts[Coarse::class_of(ns)] += count;
            all.clone()
        };
        let mut recent = Recent::new(started);
        assert_eq!(recent.latency(at(200), add(100_000, 99)), None);
        let fast = recent.latency(at(1_000), add(100_000, 1)).unwrap().p99_ns;
        assert!((90_000..110_000).contains(&fast), "{fast}");
        // A device that slows down is seen at once, and the fast start is forgotten after two seconds.
        let mixed = recent.latency(at(2_000), add(5_000_000, 100)).unwrap();
        assert!(mixed.p99_ns > 4_000_000, "{mixed:?}");
        assert!(recent.latency(at(3_000), add(200_000, 1_000)).unwrap().p99_ns > 4_000_000);
        let slower = recent.latency(at(3_200), add(200_000, 1_000)).unwrap();
        assert!((180_000..220_000).contains(&slower.p99_ns), "{slower:?}");
        assert!((180_000..220_000).contains(&slower.p50_ns), "{slower:?}");
    }
}
