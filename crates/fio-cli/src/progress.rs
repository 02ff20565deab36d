//! Draws the status line while jobs run, and the reports that a signal or `--status-interval` asks for.
//! The line comes from the live counters; for a report each worker hands over a copy of its counts at its next event.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fiord_engine::live::LiveBoard;
use fiord_engine::live::LiveCell;
use fiord_engine::live::LiveReading;
use fiord_job::cli::{Eta, OutputFormat};
use fiord_job::invocation::Parsed;
use fiord_job::plan::{Ddir, JobPlan, UnitBase};
use fiord_record::Before;
use fiord_record::run::{RunRecord, WorkerRecord};
use fiord_report::fio::live::{LiveProgress, LiveView, RateLimits, redraw};
use jiff::Zoned;

use crate::document::ReportOutput;
use crate::report::render;
use crate::trigger::TriggerWatch;
use fiord_session::remaining::{readings, remaining};
use fiord_session::states::SavedStates;
use fiord_session::{Signals, VERSION};

/// How often the board is looked at for signals.
const TICK: Duration = Duration::from_millis(50);
/// How long a report waits for copies of the workers' counts; they have an event each 50 ms.
const COPY_PATIENCE: Duration = Duration::from_millis(200);
/// Where fio looks for a request for a status report, in `$TMPDIR` or `/tmp`.
const STATUS_FILE: &str = "fio-dump-status";

/// What draws.
pub(crate) struct StatusLine<'a> {
    parsed: &'a Parsed,
    document: &'a ReportOutput,
    signals: &'a Signals,
    live: Arc<LiveBoard>,
    started: Instant,
    draws: bool,
    /// The line goes to stderr, because stdout holds a document for programs.
    on_stderr: bool,
}

impl<'a> StatusLine<'a> {
    pub(crate) fn begin(
        parsed: &'a Parsed,
        document: &'a ReportOutput,
        signals: &'a Signals,
        live: &Arc<LiveBoard>,
    ) -> Self {
        let formats = &parsed.cli.output_formats;
        let for_people = formats.contains(&OutputFormat::Normal);
        let draws = match parsed.cli.progress.eta {
            // As in fio, a document for programs alone on stdout has no progress line.
            Eta::Always => for_people || !document.is_stdout(),
            Eta::Never => false,
            Eta::Auto => for_people && document.is_stdout() && std::io::stdout().is_terminal(),
        };
        // FIO-DIFF(eta-in-document): fio draws its line into `--output-format=json,normal` on stdout; here it goes to stderr.
        if parsed.cli.progress.status_interval_us.is_some() {
            // From now on a worker that ends leaves its counts for later reports.
            live.ask_for_copies();
        }
        let on_stderr = document.is_stdout() && formats.iter().any(|format| *format != OutputFormat::Normal);
        Self {
            parsed,
            document,
            signals,
            live: Arc::clone(live),
            started: Instant::now(),
            draws,
            on_stderr,
        }
    }

    /// Runs `work` and draws meanwhile, in a thread of its own.
    pub(crate) fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            // Where the system gives no thread, the run goes on without a line of progress.
            let drawer = std::thread::Builder::new().spawn_scoped(scope, || self.draw_until(&done));
            let result = work();
            done.store(true, Ordering::Relaxed);
            if let Ok(drawer) = drawer {
                drawer.thread().unpark();
            }
            result
        })
    }

    fn draw_until(&self, done: &AtomicBool) {
        let interval = Duration::from_micros(self.parsed.cli.progress.eta_interval_us);
        let status_every = self
            .parsed
            .cli
            .progress
            .status_interval_us
            .map(Duration::from_micros);
        let mut next_line = self.started + interval;
        let mut next_status = status_every.map(|every| self.started + every);
        let mut last = Drawn::default();
        let mut trigger = TriggerWatch::new(&self.parsed.cli.trigger);
        while !done.load(Ordering::Relaxed) {
            let due = [Some(next_line).filter(|_| self.draws), next_status];
            let now = Instant::now();
            let wait = due
                .into_iter()
                .flatten()
                .map(|at| at.saturating_duration_since(now))
                .fold(TICK, Duration::min);
            std::thread::park_timeout(wait.max(Duration::from_millis(1)));
            if done.load(Ordering::Relaxed) {
                break;
            }
            let now = Instant::now();
            if self.draws && now >= next_line {
                self.draw(&mut last, now);
                next_line = now + interval;
            }
            if trigger.fires(self.started.elapsed()) {
                // First what is known of the writes: the command may cut the power.
                self.save_states();
                self.signals.stop.request();
                trigger.run_command();
            }
            let asked = self.signals.take_status_request() || take_status_file();
            if asked || next_status.is_some_and(|at| now >= at) {
                next_status = status_every.map(|every| now + every);
                let _ = self.document.write(&render(self.parsed, &self.so_far()));
            }
        }
        if last.len > 0 {
            self.put(&format!("{:1$}\r", "", last.len));
        }
    }

    fn save_states(&self) {
        let folder = self.parsed.cli.aux_path.as_deref().unwrap_or_default();
        let states = SavedStates::new(&self.parsed.plan, folder.as_ref(), &self.live);
        if let Some(Err((path, error))) = states.map(|mut states| states.save()) {
            eprintln!("fiord: verify_state_save: {}: {error}", path.display());
        }
    }

    fn put(&self, text: &str) {
        let mut out: Box<dyn Write> = if self.on_stderr {
            Box::new(std::io::stderr().lock())
        } else {
            Box::new(std::io::stdout().lock())
        };
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }

    fn draw(&self, last: &mut Drawn, now: Instant) {
        let readings = self.readings();
        let view = self.view(&readings, last, now);
        let mut text = redraw(&view, last.len);
        last.len = text.chars().count() - 1;
        if let Some(every) = self.parsed.cli.progress.eta_newline_us
            && now
                .duration_since(last.line_at.unwrap_or(self.started))
                .as_micros()
                >= u128::from(every)
        {
            last.line_at = Some(now);
            text.push('\n');
        }
        self.put(&text);
        last.at = Some(now);
        last.totals = totals(&readings);
    }

    fn readings(&self) -> Vec<(&JobPlan, LiveReading)> {
        readings(&self.parsed.plan, &self.live)
    }

    fn view(&self, readings: &[(&JobPlan, LiveReading)], last: &Drawn, now: Instant) -> LiveView {
        let totals = totals(readings);
        let seconds = now
            .duration_since(last.at.unwrap_or(self.started))
            .as_secs_f64()
            .max(1e-3);
        let rate = |now: u64, then: u64| (now.saturating_sub(then) as f64 / seconds) as u64;
        let active: Vec<&(&JobPlan, LiveReading)> = readings
            .iter()
            .filter(|(_, reading)| reading.state.is_active())
            .collect();
        let (binary, bits) = self.parsed.plan.jobs.first().map_or((true, false), |job| {
            (job.report.kb_base == 1024, job.report.unit_base == UnitBase::Bits)
        });
        LiveView {
            running: active.len() as u64,
            open_files: active.iter().map(|(job, _)| u64::from(job.files.nrfiles)).sum(),
            limits: limits(&active),
            states: readings
                .iter()
                .map(|(job, reading)| reading.state.letter(job.access.mode))
                .collect(),
            progress: (!active.is_empty()).then(|| self.done(&active, now)),
            bytes_per_second: std::array::from_fn(|ddir| rate(totals.bytes[ddir], last.totals.bytes[ddir])),
            iops: std::array::from_fn(|ddir| rate(totals.ios[ddir], last.totals.ios[ddir])),
            binary,
            bits,
        }
    }

    fn done(&self, active: &[&(&JobPlan, LiveReading)], now: Instant) -> LiveProgress {
        let elapsed_s = now.duration_since(self.started).as_secs_f64();
        let remaining = remaining(active.iter().copied(), elapsed_s);
        LiveProgress {
            percent: remaining.share.map(|share| share * 100.0),
            eta_s: remaining.left_s.ceil() as u64,
        }
    }

    /// Asks the workers for copies of their counts and waits a little for them. One that hangs in an I/O answers later: of it the
    /// last copy is shown.
    fn gather_copies(&self) {
        self.live.ask_for_copies();
        let patience = Instant::now() + COPY_PATIENCE;
        while !self.live.have_answered() && Instant::now() < patience {
            std::thread::park_timeout(Duration::from_millis(1));
        }
    }

    /// FIO-DIFF(status-counts): of a worker that ended before the first report was asked for by a signal, I/Os, bytes and rates are
    /// shown, and its latencies at the end: nobody kept them for a report.
    fn so_far(&self) -> RunRecord {
        self.gather_copies();
        let elapsed = self.started.elapsed();
        let mut workers = Vec::new();
        for (number, (job, reading)) in self.readings().into_iter().enumerate() {
            let job_index = self
                .parsed
                .plan
                .jobs
                .iter()
                .position(|known| std::ptr::eq(known, job))
                .unwrap_or(0);
            let mut worker = WorkerRecord {
                job_index,
                number: number as u32,
                group: job.group,
                ..WorkerRecord::default()
            };
            if let Some(stats) = self.live.cells().get(number).and_then(LiveCell::copy) {
                worker.stats = stats;
                workers.push(worker);
                continue;
            }
            let runtime_ns = (elapsed.as_nanos() as u64).saturating_sub(reading.started_ns);
            for ddir in 0..3 {
                let stats = &mut worker.stats.ddirs[ddir];
                stats.ios = reading.ios[ddir];
                stats.bytes = reading.bytes[ddir];
                stats.runtime_ns = if stats.ios > 0 { runtime_ns } else { 0 };
            }
            worker.stats.runtime_ns = runtime_ns;
            workers.push(worker);
        }
        RunRecord {
            workers,
            started: Zoned::now(),
            finished: Zoned::now(),
            elapsed_s: elapsed.as_secs() + 1,
            version: VERSION.to_owned(),
            ..RunRecord::planned(self.parsed.plan.clone(), Before::default())
        }
    }
}

/// What the last line showed.
#[derive(Default)]
struct Drawn {
    at: Option<Instant>,
    line_at: Option<Instant>,
    len: usize,
    totals: Totals,
}

#[derive(Default, Clone, Copy)]
struct Totals {
    ios: [u64; 3],
    bytes: [u64; 3],
}

fn totals(readings: &[(&JobPlan, LiveReading)]) -> Totals {
    let mut totals = Totals::default();
    for (_, reading) in readings {
        for ddir in 0..3 {
            totals.ios[ddir] += reading.ios[ddir];
            totals.bytes[ddir] += reading.bytes[ddir];
        }
    }
    totals
}

/// What the running jobs are held to together, in the directions they have: `rate` and its kin stand for all three.
fn limits(active: &[&(&JobPlan, LiveReading)]) -> Option<RateLimits> {
    let sum = |of: &dyn Fn(&JobPlan, Ddir) -> u64| -> u64 {
        let issued = |job: &JobPlan, ddir| {
            if job.access.mode.issues(ddir) {
                of(job, ddir)
            } else {
                0
            }
        };
        active
            .iter()
            .flat_map(|(job, _)| Ddir::ALL.map(|ddir| issued(job, ddir)))
            .sum()
    };
    let bytes = sum(&|job, ddir| job.pace.rate_bytes[ddir]);
    let iops = sum(&|job, ddir| u64::from(job.pace.rate_iops[ddir]));
    if bytes > 0 {
        Some(RateLimits::Bytes(
            sum(&|job, ddir| job.pace.rate_min_bytes[ddir]),
            bytes,
        ))
    } else if iops > 0 {
        Some(RateLimits::Iops(
            sum(&|job, ddir| u64::from(job.pace.rate_iops_min[ddir])),
            iops,
        ))
    } else {
        None
    }
}

/// Takes the file that asks for a report, if somebody made it.
fn take_status_file() -> bool {
    std::fs::remove_file(std::env::temp_dir().join(STATUS_FILE)).is_ok()
}
