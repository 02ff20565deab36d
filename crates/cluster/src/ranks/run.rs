//! The run itself: rank 0 has all begin at one time, hears who is alive, and collects what they measured.
//!
//! ```text
//! rank 0:  [ all prepared ] -- proceed --> [ all ready ] -- begin at T0 --> [ beats ] -- reports --> clocks again -- bye
//!                                              ^--- clocks again <-- [ all ready for the next phase ] <--'
//! others:  lay out -- prepared --> start workers -- ready --> gate until T0 --> measure -- report --> bye
//!                                     ^------------------- next phase ------------'
//! ```
//!
//! Between T0 and the last report nobody waits for anybody, except before the next phase: each rank sends a beat twice a second, of a few
//! bytes, from a thread that sleeps in between. Who is silent for [`Rules::silence`] is lost; then all stop, and what the others measured
//! counts. A rank that has reported has no more phases, and is waited for no more.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::ranks::clock::{self, AskTime, ClockOffset, Pause};
use crate::ranks::verbs::{Post, Ranks, RanksError};
use crate::ranks::wire::{self, RankMessage, Received};

/// Between two heartbeats.
const BEAT: Duration = Duration::from_millis(500);
/// Between two looks while workers are measured: each costs one waking of one thread.
const SLOW: Duration = Duration::from_millis(50);
/// Between two looks before and after.
const QUICK: Duration = Duration::from_millis(2);

/// What a rank measures, as seen from the thread that talks to the others.
pub trait Measurement {
    /// Whether the files are laid out.
    fn is_prepared(&self) -> bool;

    /// Starts the workers, which then wait at their gate.
    fn proceed(&self);

    /// The last phase for which workers stood at their gate. All ranks have the same phases, each a larger number than the one before.
    fn ready(&self) -> Option<u32>;

    /// Opens the gate of a phase at this time of this rank's clock.
    fn begin(&self, phase: u32, at_ns: u64);

    /// Jobs that wear out and whose workers here have all come to their deadline, with the bytes of the farthest.
    fn reached(&self) -> Vec<(u32, u64)> {
        Vec::new()
    }

    /// Those of all ranks have: each worker of the job goes on until it has done so much.
    fn go_on(&self, _job: u32, _to_bytes: u64) {}

    /// When workers come to a deadline, by this rank's clock: from then on they wait for the other ranks. `None`: none is ahead.
    fn deadline_ns(&self) -> Option<u64> {
        None
    }

    /// Stops the workers; they still report.
    fn stop(&self);

    /// I/Os and bytes so far.
    fn progress(&self) -> (u64, u64);

    /// What was measured, once it is there; nothing afterwards.
    fn report(&mut self) -> Option<Vec<u8>>;

    /// Whether a signal asked this process to end, and how long it may still take.
    fn interrupted(&self) -> Option<Duration>;

    /// This rank's monotonic clock.
    fn now_ns(&self) -> u64;

    /// Rank 0 only: how far all are together.
    fn show(&self, _standing: &Progressed) {}

    /// Rank 0 only: the start of a phase was agreed on.
    fn agree(&self, _start: &PhaseStart) {}

    /// Rank 0 only: the report of a rank came.
    fn collect(&self, _rank: usize, _report: &[u8]) {}

    /// Rank 0 only: all have reported or are lost, and the clocks are asked for once more.
    fn end(&self) {}
}

/// How far a run is over all ranks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progressed {
    pub ranks: usize,
    /// Ranks whose files are laid out.
    pub prepared: usize,
    pub reported: usize,
    pub ios: u64,
    pub bytes: u64,
    /// The last phase that began.
    pub phase: Option<u32>,
    /// By rank.
    pub each: Vec<RankProgress>,
}

/// The start of a phase, as all agreed on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhaseStart {
    pub phase: u32,
    /// On rank 0's clock.
    pub begun_ns: u64,
    /// The clocks by which the others were told, by rank.
    pub clocks: Vec<ClockOffset>,
}

/// How far a rank is, as far as rank 0 knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankProgress {
    /// Its last heartbeat, on rank 0's clock.
    pub heard_ns: u64,
    pub ios: u64,
    pub bytes: u64,
}

/// How patient a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// A rank that was not heard of for so long is lost.
    pub silence: Duration,
    /// How long the others may take to report once all were asked to stop.
    pub last_words: Duration,
    /// From the moment at which all are ready to the start.
    pub lead: Duration,
}

impl Default for Rules {
    /// A lost rank ends the run within 8 s.
    fn default() -> Self {
        Self {
            silence: Duration::from_secs(5),
            last_words: Duration::from_secs(3),
            lead: Duration::from_millis(200),
        }
    }
}

/// How far a rank was when it was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LostWhile {
    Preparing,
    Measuring,
    /// It had told that it is ready for the next phase.
    Waiting,
    /// It was asked to stop, and did not report in time.
    Stopping,
}

/// A rank that sent no report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SilentRank {
    pub rank: usize,
    pub during: LostWhile,
    /// Since its last heartbeat.
    pub silent_ns: u64,
    /// That heartbeat, on rank 0's clock.
    pub heard_ns: u64,
    /// What it had done then.
    pub ios: u64,
    pub bytes: u64,
}

/// A rank's clock before and after the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    pub before: ClockOffset,
    /// `None`: a rank was lost, or the run was interrupted.
    pub after: Option<ClockOffset>,
}

/// What rank 0 has in the end.
#[derive(Debug)]
pub struct Gathered {
    /// By rank.
    pub reports: Vec<Option<Vec<u8>>>,
    /// By rank.
    pub clocks: Vec<Clocks>,
    /// The agreed starts; empty: it never came to that.
    pub starts: Vec<PhaseStart>,
    pub lost: Vec<SilentRank>,
}

/// How a run ended for a rank that is not rank 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dismissal {
    /// Rank 0 has what it needs.
    Done,
    /// Nothing was heard of rank 0 any more.
    Abandoned,
}

/// Before anything is measured: the clocks of all ranks, by rank. `Err` inside: the rank that did not answer.
///
/// # Errors
/// The connection broke.
pub fn clocks(
    ranks: &mut dyn Ranks,
    now: &dyn Fn() -> u64,
) -> Result<Result<Vec<ClockOffset>, usize>, RanksError> {
    let mut all = vec![ClockOffset::OWN];
    for rank in 1..ranks.size() {
        // They may send nothing now but heartbeats.
        match clock::ask(ranks, rank, now, (&AskTime::FULL, &mut |_| {}))? {
            Some(offset) => all.push(offset),
            None => return Ok(Err(rank)),
        }
    }
    clock::known(ranks)?;
    Ok(Ok(all))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Preparing,
    Prepared,
    Reported,
    Lost,
}

struct Seen {
    stage: Stage,
    /// The last phase that it was ready for.
    ready: Option<u32>,
    heard_ns: u64,
    ios: u64,
    bytes: u64,
}

impl Seen {
    /// Whether something is still to be heard of it.
    const fn is_open(&self) -> bool {
        !matches!(self.stage, Stage::Reported | Stage::Lost)
    }

    /// Whether it waits for a phase behind this one.
    fn waits_behind(&self, begun: Option<u32>) -> bool {
        self.ready > begun
    }
}

/// Rank 0 during a run.
struct Lead<'a> {
    ranks: &'a mut dyn Ranks,
    rules: Rules,
    first_clocks: Vec<ClockOffset>,
    /// As they were asked for last.
    clocks: Vec<ClockOffset>,
    seen: Vec<Seen>,
    reports: Vec<Option<Vec<u8>>>,
    has_proceeded: bool,
    starts: Vec<PhaseStart>,
    /// How far the workers of each rank were at the deadline of a job: job, rank, bytes.
    reached: Vec<(u32, usize, u64)>,
    /// Jobs whose workers know how far they go.
    went_on: Vec<(u32, u64)>,
    /// The phase for whose start the clocks were asked for once more.
    asked_for: Option<u32>,
    /// When all were asked to stop, and until when they may report.
    stop_by_ns: Option<u64>,
    lost: Vec<SilentRank>,
    next_beat_ns: u64,
}

fn ns(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

/// While workers are measured, looks are rare; but where they wait for other ranks, nobody should sleep.
fn until_next_look(measurement: &dyn Measurement, is_measuring: bool) -> Duration {
    let until = |at_ns: u64| Duration::from_nanos(at_ns.saturating_sub(measurement.now_ns()));
    match measurement.deadline_ns() {
        _ if !is_measuring => QUICK,
        Some(at_ns) => until(at_ns).clamp(QUICK, SLOW),
        None => SLOW,
    }
}

/// Leads the run to its end.
pub fn lead(
    ranks: &mut dyn Ranks,
    measurement: &mut dyn Measurement,
    clocks: Vec<ClockOffset>,
    rules: Rules,
) -> Gathered {
    let now = measurement.now_ns();
    let size = ranks.size();
    let mut lead = Lead {
        ranks,
        rules,
        first_clocks: clocks.clone(),
        clocks,
        seen: (0..size)
            .map(|_| Seen {
                stage: Stage::Preparing,
                ready: None,
                heard_ns: now,
                ios: 0,
                bytes: 0,
            })
            .collect(),
        reports: (0..size).map(|_| None).collect(),
        has_proceeded: false,
        starts: Vec::new(),
        reached: Vec::new(),
        went_on: Vec::new(),
        asked_for: None,
        stop_by_ns: None,
        lost: Vec::new(),
        next_beat_ns: 0,
    };
    while !lead.look(measurement) {
        let is_measuring = !lead.starts.is_empty() && lead.stop_by_ns.is_none();
        std::thread::sleep(until_next_look(measurement, is_measuring));
    }
    lead.end(measurement)
}

impl Lead<'_> {
    /// One look at everything; whether the run is over.
    fn look(&mut self, measurement: &mut dyn Measurement) -> bool {
        // What cannot be received shows as silence, which has a name and an end.
        while let Ok(Some(post)) = self.ranks.take() {
            self.receive(measurement, post);
        }
        let now = measurement.now_ns();
        self.hear_own(measurement, now);
        if let Some(grace) = measurement.interrupted() {
            self.stop(measurement, now, grace);
        }
        if self.starts.is_empty() && self.seen.iter().any(|seen| seen.stage == Stage::Reported) {
            // One that cannot even start: nobody does.
            let grace = self.rules.last_words;
            self.stop(measurement, now, grace);
        }
        self.miss(measurement, now);
        if self.stop_by_ns.is_none() {
            self.let_go_on(measurement);
            self.advance(measurement, now);
        }
        self.beat(measurement, now);
        !self.seen.iter().any(Seen::is_open)
    }

    /// Tells the others now and then that rank 0 is there, and how far all are.
    fn beat(&mut self, measurement: &dyn Measurement, now: u64) {
        if self.tell_alive(now) {
            measurement.show(&self.standing());
        }
    }

    /// Whether it was time for that.
    fn tell_alive(&mut self, now: u64) -> bool {
        let is_due = now >= self.next_beat_ns;
        if is_due {
            self.next_beat_ns = now + ns(BEAT);
            let (ios, bytes) = (0, 0);
            self.tell_all(&RankMessage::Beat { ios, bytes });
        }
        is_due
    }

    /// The last phase that began.
    fn begun(&self) -> Option<u32> {
        self.starts.last().map(|start| start.phase)
    }

    /// Has all go on together, once all have come so far.
    fn advance(&mut self, measurement: &dyn Measurement, now: u64) {
        let is_prepared = |seen: &Seen| seen.stage != Stage::Preparing;
        if !self.has_proceeded && self.seen.iter().all(is_prepared) {
            self.has_proceeded = true;
            self.tell_all(&RankMessage::Proceed);
            measurement.proceed();
        }
        let begun = self.begun();
        let open = || self.seen.iter().filter(|seen| seen.is_open());
        if !open().all(|seen| seen.waits_behind(begun)) {
            return;
        }
        // One that could not even open its files may be ready for a later phase; the others come to that.
        let Some(phase) = open().filter_map(|seen| seen.ready).min() else {
            return;
        };
        if begun.is_some() && self.asked_for != Some(phase) {
            self.asked_for = Some(phase);
            self.ask_again(measurement);
        } else {
            self.begin(measurement, phase, now);
        }
    }

    /// Says how far the workers of a job go, once those of all ranks have come to their deadline.
    fn let_go_on(&mut self, measurement: &dyn Measurement) {
        let is_new = |known: &[(u32, u64)], job: u32| known.iter().all(|(other, _)| *other != job);
        let mut jobs: Vec<u32> = self.reached.iter().map(|(job, ..)| *job).collect();
        jobs.sort_unstable();
        jobs.dedup();
        jobs.retain(|job| is_new(&self.went_on, *job));
        for job in jobs {
            let of_job = || self.reached.iter().filter(|(other, ..)| *other == job);
            let has_told = |rank: usize| of_job().any(|(_, other, _)| *other == rank);
            let mut open = (0..self.seen.len()).filter(|rank| self.seen[*rank].is_open());
            if !open.all(has_told) {
                continue;
            }
            let to_bytes = of_job().map(|(.., bytes)| *bytes).max().unwrap_or(0);
            self.went_on.push((job, to_bytes));
            self.tell_all(&RankMessage::GoOn { job, to_bytes });
            measurement.go_on(job, to_bytes);
        }
    }

    /// Between two phases: the clocks may have moved since the last start.
    fn ask_again(&mut self, measurement: &dyn Measurement) {
        self.tell_all(&RankMessage::Attend);
        for rank in 1..self.seen.len() {
            if !self.seen[rank].is_open() {
                continue;
            }
            let mut kept = Vec::new();
            let mut keep = |post: Post| kept.push(post);
            let now = || measurement.now_ns();
            let asked = clock::ask(self.ranks, rank, &now, (&AskTime::BRIEF, &mut keep));
            // One that does not answer is missed by its silence, or was only slow.
            if let Ok(Some(again)) = asked {
                self.seen[rank].heard_ns = measurement.now_ns();
                self.clocks[rank] = self.clocks[rank].renewed(again);
            }
            for post in kept {
                self.receive(measurement, post);
            }
            self.beat(measurement, measurement.now_ns());
            if measurement.interrupted().is_some() {
                return;
            }
        }
    }

    fn receive(&mut self, measurement: &dyn Measurement, post: Post) {
        let now = measurement.now_ns();
        let content = wire::read(post.bytes);
        if let Received::Report(report) = &content {
            measurement.collect(post.from, report);
        }
        self.hear(post.from, content, now);
    }

    fn hear(&mut self, from: usize, content: Received, now: u64) {
        let Some(seen) = self.seen.get_mut(from) else {
            return;
        };
        seen.heard_ns = now;
        match content {
            Received::Message(RankMessage::Prepared) if seen.stage == Stage::Preparing => {
                seen.stage = Stage::Prepared;
            }
            Received::Message(RankMessage::Ready { phase }) => seen.ready = seen.ready.max(Some(phase)),
            Received::Message(RankMessage::Reached { job, bytes }) => self.reached.push((job, from, bytes)),
            Received::Message(RankMessage::Beat { ios, bytes }) => (seen.ios, seen.bytes) = (ios, bytes),
            // One that was thought lost and reports after all counts.
            Received::Report(report) => {
                seen.stage = Stage::Reported;
                self.reports[from] = Some(report);
                self.lost.retain(|lost| lost.rank != from);
            }
            _ => {}
        }
    }

    fn hear_own(&mut self, measurement: &mut dyn Measurement, now: u64) {
        let (is_prepared, ready) = (measurement.is_prepared(), measurement.ready());
        for (job, bytes) in measurement.reached() {
            if !self.reached.contains(&(job, 0, bytes)) {
                self.reached.push((job, 0, bytes));
            }
        }
        let report = measurement.report();
        let own = &mut self.seen[0];
        own.heard_ns = now;
        (own.ios, own.bytes) = measurement.progress();
        own.ready = own.ready.max(ready);
        if own.stage == Stage::Preparing && is_prepared {
            own.stage = Stage::Prepared;
        }
        if let Some(report) = report {
            own.stage = Stage::Reported;
            measurement.collect(0, &report);
            self.reports[0] = Some(report);
        }
    }

    /// Has everybody begin a phase at one time.
    fn begin(&mut self, measurement: &dyn Measurement, phase: u32, now: u64) {
        let begun_ns = now + ns(self.rules.lead);
        for rank in 1..self.seen.len() {
            let at_ns = self.clocks[rank].to_theirs(begun_ns);
            let _ = self
                .ranks
                .post(rank, &wire::encode(&RankMessage::Begin { phase, at_ns }));
        }
        measurement.begin(phase, begun_ns);
        let start = PhaseStart {
            phase,
            begun_ns,
            clocks: self.clocks.clone(),
        };
        measurement.agree(&start);
        self.starts.push(start);
    }

    fn stop(&mut self, measurement: &dyn Measurement, now: u64, grace: Duration) {
        if self.stop_by_ns.is_none() {
            self.stop_by_ns = Some(now + ns(grace));
            self.tell_all(&RankMessage::Stop);
            measurement.stop();
        }
    }

    /// Who has been silent for too long, or has not reported in time, is lost; then all stop.
    fn miss(&mut self, measurement: &dyn Measurement, now: u64) {
        let is_late = self.stop_by_ns.is_some_and(|until| now >= until);
        let silence = ns(self.rules.silence);
        let (begun, is_stopping) = (self.begun(), self.stop_by_ns.is_some());
        // Who fell silent before the others were asked to stop did not die of that.
        let during = |seen: &Seen| match begun {
            _ if is_stopping => LostWhile::Stopping,
            None => LostWhile::Preparing,
            Some(_) if seen.waits_behind(begun) => LostWhile::Waiting,
            Some(_) => LostWhile::Measuring,
        };
        let mut is_any_silent = false;
        for (rank, seen) in self.seen.iter_mut().enumerate() {
            let silent_ns = now.saturating_sub(seen.heard_ns);
            let is_silent = silent_ns >= silence;
            if seen.is_open() && (is_late || is_silent) {
                is_any_silent |= is_silent;
                seen.stage = Stage::Lost;
                self.lost.push(SilentRank {
                    rank,
                    during: during(seen),
                    silent_ns,
                    heard_ns: seen.heard_ns,
                    ios: seen.ios,
                    bytes: seen.bytes,
                });
            }
        }
        if is_any_silent {
            let grace = self.rules.last_words;
            self.stop(measurement, now, grace);
        }
    }

    fn tell_all(&mut self, message: &RankMessage) {
        let bytes = wire::encode(message);
        for rank in 1..self.seen.len() {
            // Who is lost may only hang.
            let _ = self.ranks.post(rank, &bytes);
        }
    }

    fn standing(&self) -> Progressed {
        let count = |is: fn(Stage) -> bool| self.seen.iter().filter(|seen| is(seen.stage)).count();
        Progressed {
            ranks: self.seen.len(),
            prepared: count(|stage| stage != Stage::Preparing),
            reported: count(|stage| stage == Stage::Reported),
            ios: self.seen.iter().map(|seen| seen.ios).sum(),
            bytes: self.seen.iter().map(|seen| seen.bytes).sum(),
            phase: self.begun(),
            each: self
                .seen
                .iter()
                .map(|seen| RankProgress {
                    heard_ns: seen.heard_ns,
                    ios: seen.ios,
                    bytes: seen.bytes,
                })
                .collect(),
        }
    }

    fn end(mut self, measurement: &dyn Measurement) -> Gathered {
        measurement.end();
        let mut after = vec![None; self.seen.len()];
        if self.stop_by_ns.is_none() {
            after[0] = Some(ClockOffset::OWN);
            for (rank, known) in after.iter_mut().enumerate().skip(1) {
                let now = || measurement.now_ns();
                let asked = clock::ask(self.ranks, rank, &now, (&AskTime::FULL, &mut |_| {}));
                *known = asked.ok().flatten();
                // The others wait for so long that they would believe rank 0 gone.
                self.tell_alive(now());
            }
        }
        self.tell_all(&RankMessage::Bye);
        let clocks = self.first_clocks.iter().zip(after);
        Gathered {
            reports: self.reports,
            clocks: clocks
                .map(|(before, after)| Clocks {
                    before: *before,
                    after,
                })
                .collect(),
            starts: self.starts,
            lost: self.lost,
        }
    }
}

/// Takes part in a run that rank 0 leads.
pub fn follow(ranks: &mut dyn Ranks, measurement: &mut dyn Measurement, rules: Rules) -> Dismissal {
    // Rank 0 may be busy with the end of others.
    let patience = ns(rules.silence + rules.last_words);
    let mut heard_ns = measurement.now_ns();
    let (mut next_beat_ns, mut pause) = (0, Pause::default());
    let (mut is_prepared, mut ready, mut told) = (false, None, Vec::new());
    let (mut has_begun, mut has_reported, mut attends) = (false, false, false);
    loop {
        while let Ok(Some(post)) = ranks.take() {
            heard_ns = measurement.now_ns();
            match wire::read(post.bytes) {
                Received::Message(RankMessage::Ping) => {
                    pause.pinged();
                    let now_ns = measurement.now_ns();
                    let _ = ranks.post(0, &wire::encode(&RankMessage::Pong { now_ns }));
                }
                Received::Message(RankMessage::Proceed) => measurement.proceed(),
                Received::Message(RankMessage::Attend) => attends = true,
                Received::Message(RankMessage::Begin { phase, at_ns }) => {
                    (has_begun, attends) = (true, false);
                    measurement.begin(phase, at_ns);
                }
                Received::Message(RankMessage::GoOn { job, to_bytes }) => measurement.go_on(job, to_bytes),
                Received::Message(RankMessage::Stop) => measurement.stop(),
                Received::Message(RankMessage::Bye) => return Dismissal::Done,
                _ => {}
            }
        }
        let now = measurement.now_ns();
        if measurement.is_prepared() && !std::mem::replace(&mut is_prepared, true) {
            let _ = ranks.post(0, &wire::encode(&RankMessage::Prepared));
        }
        let now_ready = measurement.ready();
        if let (Some(phase), true) = (now_ready, now_ready > ready) {
            ready = now_ready;
            let _ = ranks.post(0, &wire::encode(&RankMessage::Ready { phase }));
        }
        for (job, bytes) in measurement.reached() {
            if !told.contains(&job) {
                told.push(job);
                let _ = ranks.post(0, &wire::encode(&RankMessage::Reached { job, bytes }));
            }
        }
        if let Some(report) = measurement.report() {
            has_reported = true;
            let _ = ranks.post(0, &wire::report(&report));
        }
        if now >= next_beat_ns {
            next_beat_ns = now + ns(BEAT);
            let (ios, bytes) = measurement.progress();
            let _ = ranks.post(0, &wire::encode(&RankMessage::Beat { ios, bytes }));
        }
        if now.saturating_sub(heard_ns) >= patience {
            measurement.stop();
            return Dismissal::Abandoned;
        }
        let is_measuring = has_begun && !has_reported && !attends;
        pause.rest(until_next_look(measurement, is_measuring));
    }
}
