//! One rank's own measurement: a plain run in a thread of its own, whose phases start with those of others.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant, SystemTime};

use crate::ranks::clock;
use crate::ranks::run::{Measurement, PhaseStart, Progressed};
use anyhow::{Context, Result};
use fiord_engine::live::LiveBoard;
use fiord_job::plan::RunPlan;
use fiord_messages::{Lang, hosts as messages};
use fiord_record::RunRecord;
use fiord_record::number::{Bandwidth, Bytes, Iops};
use fiord_record::run::{PhaseBase, RankReport, WornOutJob};
use fiord_session::{OtherProcesses, RunEvent, RunSettings, Signals};
use fiord_targets::stop::StopFlag;
use fiord_workload::wear_out::WearOut;
use signal_hook::consts::SIGINT;

use crate::front::HostsFront;
use crate::reporter::{Note, Reporter};
use crate::start::{StartLine, TwoClocks};
use crate::task::{Prepare, RankPart};

/// After SIGTERM Open MPI's mpirun waits one second before it kills.
const AFTER_TERM: Duration = Duration::from_millis(600);
/// After SIGINT nobody kills.
const AFTER_INT: Duration = Duration::from_secs(3);

/// How long the ranks may take to report after a signal.
const fn grace(signal: i32) -> Duration {
    match signal {
        SIGINT => AFTER_INT,
        _ => AFTER_TERM,
    }
}

/// The measurement as the thread that talks to the others sees it.
pub(crate) struct RankWork<'a> {
    line: &'a StartLine,
    board: &'a LiveBoard,
    signals: &'a Signals,
    /// Ends this measurement, and none after it.
    stop: &'a StopFlag,
    reports: Receiver<Vec<u8>>,
    /// Rank 0's.
    front: Option<&'a HostsFront<'a>>,
    reporter: &'a Reporter,
    wear: WearWork<'a>,
    last: Cell<Option<(Instant, u64, u64)>>,
}

/// Jobs that wear out, as the thread that talks to the others sees them.
struct WearWork<'a> {
    workers: &'a WearOut,
    /// Their phases and runtimes.
    deadlines: Vec<Deadline>,
    /// The last phase, and when it began.
    begun: Cell<Option<(u32, u64)>>,
    went_on: RefCell<Vec<u32>>,
}

#[derive(Debug, Clone, Copy)]
struct Deadline {
    job: u32,
    phase: u32,
    runtime_ns: u64,
}

impl<'a> WearWork<'a> {
    fn new(plan: &RunPlan, workers: &'a WearOut) -> Self {
        let waves = plan.waves();
        let of = |job: usize| {
            Some(Deadline {
                job: u32::try_from(job).ok()?,
                phase: *waves.get(job)?,
                runtime_ns: plan.jobs.get(job)?.control.runtime_us.saturating_mul(1_000),
            })
        };
        Self {
            workers,
            deadlines: workers.plan().jobs().filter_map(of).collect(),
            begun: Cell::new(None),
            went_on: RefCell::new(Vec::new()),
        }
    }
}

/// Measures in a thread of its own while `talk` connects it with the other ranks.
pub(crate) fn measure<T>(
    part: RankPart,
    (signals, reporter, others): (&Signals, &Arc<Reporter>, &OtherProcesses),
    front: Option<&HostsFront<'_>>,
    talk: impl FnOnce(&mut RankWork<'_>) -> T,
) -> Result<T> {
    let RankPart {
        plan,
        allow_destroy,
        readonly,
        states,
        wear,
        prepare,
    } = part;
    let stop = Arc::new(StopFlag::new());
    let board = Arc::new(fiord_session::board(&plan)?.with_latencies());
    let line = Arc::new(StartLine::default());
    let wear_out = Arc::new(WearOut::new(&plan, wear));
    let (send, reports) = channel();
    let hold = Arc::clone(&line);
    let settings = RunSettings {
        allow_destroy,
        readonly,
        others: others.clone(),
        live: Some(Arc::clone(&board)),
        evidence: true,
        states,
        hold: Some(Arc::new(move |phase| hold.ready(phase))),
        wear_out: Some(Arc::clone(&wear_out)),
        ..RunSettings::new(Arc::clone(&stop))
    };
    let say = front.map(|front| front.say);
    let tell = |text: &str| say.into_iter().for_each(|say| say(text));
    let called_off = Arc::clone(&line);
    let _called_off = stop.on_request(move || called_off.call_off());
    let passed_on = passed_on(signals.clone(), Arc::clone(reporter), Arc::clone(&stop));
    let _listening = signals.stop.on_request(passed_on);
    std::thread::scope(|scope| {
        let (line, stop, plan, wear_out) = (&line, &stop, &plan, &wear_out);
        let mut own = signals.clone();
        own.stop = Arc::clone(stop);
        let work = move || {
            let report = measured(plan, prepare, settings, (line, wear_out, &own), &tell);
            // Where nobody listens any more, nobody is left to be told.
            let _ = send.send(report);
        };
        let thread = std::thread::Builder::new().name("measure".to_owned());
        thread
            .spawn_scoped(scope, work)
            .context(messages::no_thread(Lang::current()))?;
        let mut work = RankWork {
            line,
            board: &board,
            signals,
            stop,
            reports,
            front,
            reporter,
            wear: WearWork::new(plan, wear_out),
            last: Cell::new(None),
        };
        let talked = talk(&mut work);
        // Where the others are gone, so is the reason to go on.
        stop.request();
        Ok(talked)
    })
}

/// A signal ends the measurement, and the survivor hears of it.
fn passed_on(
    signals: Signals,
    reporter: Arc<Reporter>,
    stop: Arc<StopFlag>,
) -> impl Fn() + Send + Sync + 'static {
    move || {
        stop.request();
        if let Some(grace) = signals.received().map(grace) {
            reporter.tell(&Note::Terminated { grace });
        }
    }
}

/// Prepares and measures; the report.
fn measured(
    plan: &RunPlan,
    prepare: Option<Prepare>,
    mut settings: RunSettings,
    (line, wear_out, signals): (&StartLine, &WearOut, &Signals),
    tell: &dyn Fn(&str),
) -> Vec<u8> {
    let on_event = |event: &RunEvent| match event {
        RunEvent::Prepared => line.prepared(),
        RunEvent::LayingOut { bytes, .. } => {
            let size = &Bytes(*bytes);
            tell(&messages::LayingOut { size }.text(Lang::current()));
        }
        RunEvent::Note(note) => tell(note.text(Lang::current())),
        _ => {}
    };
    let prepared = prepare.map_or(Ok(()), |prepare| prepare(&mut settings, signals));
    let outcome = match prepared {
        Ok(()) => fiord_session::measure(plan, &settings, &on_event)
            .map(|mut record| {
                record.context.wears_out = wear_out.plan().jobs().next().is_some();
                record
            })
            .map_err(|error| error.to_string()),
        Err(error) => Err(format!("{error:#}")),
    };
    report((line, wear_out), outcome)
}

/// What was measured as rank 0 gets it: times on this rank's monotonic clock.
fn report((line, wear_out): (&StartLine, &WearOut), outcome: Result<RunRecord, String>) -> Vec<u8> {
    let end = TwoClocks::now();
    let began = outcome
        .as_ref()
        .map(|record| SystemTime::from(record.started.timestamp()));
    let began = began.unwrap_or(SystemTime::UNIX_EPOCH);
    let started = line.started();
    let phases = started.iter().map(|(phase, clocks)| PhaseBase {
        phase: *phase,
        base_ns: clocks.monotonic(began),
    });
    let wear = wear_out.plan();
    let worn_out = wear.jobs().map(|job| WornOutJob {
        job,
        to_bytes: wear_out.goes_to(job),
        readers: wear.readers(job).collect(),
    });
    let report = RankReport {
        base_ns: started
            .first()
            .map_or(end, |(_, clocks)| *clocks)
            .monotonic(began),
        base_at_end_ns: end.monotonic(began),
        phases: phases.collect(),
        worn_out: worn_out.collect(),
        pid: std::process::id(),
        outcome: outcome.map(Box::new),
    };
    let text = serde_json::to_string(&report).unwrap_or_else(|error| error.to_string());
    text.into_bytes()
}

impl Measurement for RankWork<'_> {
    fn is_prepared(&self) -> bool {
        self.line.is_prepared()
    }

    fn proceed(&self) {
        self.line.proceed();
    }

    fn ready(&self) -> Option<u32> {
        self.line.is_ready_for()
    }

    fn begin(&self, phase: u32, at_ns: u64) {
        self.wear.begun.set(Some((phase, at_ns)));
        self.line.begin(phase, at_ns);
    }

    fn reached(&self) -> Vec<(u32, u64)> {
        let reached = self.wear.workers.reached().into_iter();
        reached
            .filter_map(|(job, bytes)| Some((u32::try_from(job).ok()?, bytes)))
            .collect()
    }

    fn go_on(&self, job: u32, to_bytes: u64) {
        self.wear.went_on.borrow_mut().push(job);
        self.wear.workers.go_on(job as usize, to_bytes);
    }

    fn deadline_ns(&self) -> Option<u64> {
        let (begun, at_ns) = self.wear.begun.get()?;
        let went_on = self.wear.went_on.borrow();
        let ahead = self.wear.deadlines.iter();
        let ahead = ahead.filter(|one| one.phase == begun && !went_on.contains(&one.job));
        Some(at_ns.saturating_add(ahead.map(|one| one.runtime_ns).min()?))
    }

    fn stop(&self) {
        self.stop.request();
        if self.front.is_none() {
            self.reporter.leave();
        }
    }

    fn progress(&self) -> (u64, u64) {
        let mut sum = (0, 0);
        for cell in self.board.cells() {
            let reading = cell.read();
            sum.0 += reading.ios.iter().sum::<u64>();
            sum.1 += reading.bytes.iter().sum::<u64>();
        }
        sum
    }

    fn report(&mut self) -> Option<Vec<u8>> {
        self.reports.try_recv().ok()
    }

    fn interrupted(&self) -> Option<Duration> {
        self.signals.received().map(grace)
    }

    fn agree(&self, start: &PhaseStart) {
        self.reporter.tell(&Note::Begun(start.clone()));
    }

    fn collect(&self, rank: usize, report: &[u8]) {
        let report = String::from_utf8_lossy(report).into_owned();
        self.reporter.tell(&Note::Report { rank, report });
    }

    fn end(&self) {
        self.reporter.tell(&Note::Ending);
    }

    fn now_ns(&self) -> u64 {
        clock::now_ns()
    }

    fn show(&self, standing: &Progressed) {
        let Some(front) = self.front else { return };
        self.reporter.tell(&Note::Standing {
            each: standing.each.clone(),
        });
        let now = Instant::now();
        let last = self.last.replace(Some((now, standing.ios, standing.bytes)));
        let (lang, ranks) = (Lang::current(), standing.ranks as u64);
        let mut facts = vec![messages::ProgressRanks { ranks }.text(lang)];
        if let Some(phase) = standing.phase.filter(|phase| *phase > 0) {
            let phase = &(phase + 1);
            facts.push(messages::ProgressPhase { phase }.text(lang));
        }
        if standing.prepared < standing.ranks {
            let prepared = &standing.prepared;
            facts.push(messages::ProgressPrepared { prepared }.text(lang));
        } else if let Some((then, ios, bytes)) = last {
            let seconds = now.duration_since(then).as_secs_f64().max(1e-3);
            let rate = |now: u64, then: u64| now.saturating_sub(then) as f64 / seconds;
            facts.push(Iops(rate(standing.ios, ios)).to_string());
            facts.push(Bandwidth(rate(standing.bytes, bytes)).to_string());
        }
        if standing.reported > 0 {
            let done = &standing.reported;
            facts.push(messages::ProgressDone { done }.text(lang));
        }
        (front.progress)(&lang.list(&facts));
    }
}
