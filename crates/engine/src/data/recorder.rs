//! Counting: what the loop tells of each I/O, kept cheaply and turned into [`JobStats`] at the end.
//!
//! Latencies are noted in small arrays and counted 64 at a time: a note is one store, and the counting loop keeps its
//! sums in registers. What happens by time (samples, seconds) happens in [`Recorder::tick`], which the loop calls when a
//! stamp passes [`Recorder::next_tick_ns`]. A new phase gets a new recorder; only a search resets one ([`Recorder::restart`]).

use std::collections::TryReserveError;

use fiord_job::plan::{AccessMode, Ddir, ReportPlan};
use fiord_stats::{Coarse, CpuUse, DDIRS, DepthMap, JobStats, Latency, Moments, PriorityLatency, Schedule};

/// Notes that are counted together.
const BLOCK: usize = 64;

/// Entries of the per-second series when no runtime says how many there will be: 18 hours. Later seconds are added to
/// the last entry. The memory is reserved, not touched.
const SECONDS_WITHOUT_RUNTIME: usize = 1 << 16;

/// Most entries of the per-second series: 30 days.
const SECONDS_MOST: usize = 30 * 86_400;

const SECOND_NS: u64 = 1_000_000_000;

/// One kind of latency.
#[derive(Debug, Clone)]
struct Notes {
    /// Not counted yet. On the heap, and only for what is recorded: a worker has room for over a dozen kinds.
    pending: Option<Box<[u64; BLOCK]>>,
    len: usize,
    counted: Latency,
}

impl Notes {
    fn new(on: bool) -> Self {
        let mut counted = Latency::default();
        if on {
            counted.histogram.reserve();
        }
        Self {
            pending: on.then(|| Box::new([0; BLOCK])),
            len: 0,
            counted,
        }
    }

    fn is_on(&self) -> bool {
        self.pending.is_some()
    }

    #[inline(always)]
    fn note(&mut self, ns: u64) {
        let Some(pending) = &mut self.pending else {
            return;
        };
        // The mask changes nothing (len is below BLOCK) and spares the bounds check.
        pending[self.len & (BLOCK - 1)] = ns;
        self.len += 1;
        if self.len == BLOCK {
            self.count();
        }
    }

    #[inline(never)]
    fn count(&mut self) {
        let Some(pending) = &self.pending else { return };
        let notes = &pending[..self.len];
        let (mut min, mut max, mut sum, mut squares) = (u64::MAX, 0_u64, 0_u128, 0_u128);
        for ns in notes {
            min = min.min(*ns);
            max = max.max(*ns);
            sum += u128::from(*ns);
            squares += u128::from(*ns) * u128::from(*ns);
            self.counted.histogram.record(*ns);
        }
        let moments = &mut self.counted.moments;
        moments.count += notes.len() as u64;
        moments.min = moments.min.min(min);
        moments.max = moments.max.max(max);
        moments.sum += sum;
        moments.sum_squares += squares;
        self.len = 0;
    }

    /// Adds what was noted so far to classes.
    fn add_to(&self, classes: &mut [u32; Coarse::CLASSES]) {
        self.counted.histogram.add_to_classes(classes);
        for ns in self.pending.iter().flat_map(|pending| &pending[..self.len]) {
            let class = &mut classes[Coarse::class_of(*ns)];
            *class = class.wrapping_add(1);
        }
    }

    /// Forgets what was noted, and keeps the memory.
    fn restart(&mut self) {
        self.len = 0;
        self.counted.moments = Moments::new();
        self.counted.histogram.clear();
    }

    /// Sum and number of what was noted.
    fn sum(&self) -> (u128, u64) {
        let pending = self.pending.iter().flat_map(|pending| &pending[..self.len]);
        let sum = pending.map(|ns| u128::from(*ns)).sum::<u128>();
        (
            self.counted.moments.sum + sum,
            self.counted.moments.count + self.len as u64,
        )
    }

    fn finish(&mut self) -> Latency {
        self.count();
        self.counted.histogram.trim();
        std::mem::take(&mut self.counted)
    }
}

/// One direction.
#[derive(Debug, Clone)]
struct DdirRecorder {
    ios: u64,
    bytes: u64,
    short_ios: u64,
    slat: Notes,
    clat: Notes,
    lat: Notes,
    response: Notes,
    schedule: Schedule,
    bw: fiord_stats::Samples,
    iops: fiord_stats::Samples,
    bw_mark_bytes: u64,
    iops_mark_ios: u64,
    second_mark: (u64, u64),
    per_second: Vec<(u64, u64)>,
    /// `cmdprio_*`: priorities and the latencies of each, the worker's own first.
    by_priority: Box<[(u16, Notes)]>,
}

impl DdirRecorder {
    fn restart(&mut self) {
        let Self {
            ios,
            bytes,
            short_ios,
            slat,
            clat,
            lat,
            response,
            schedule,
            bw,
            iops,
            bw_mark_bytes,
            iops_mark_ios,
            second_mark,
            per_second,
            by_priority,
        } = self;
        (*ios, *bytes, *short_ios) = (0, 0, 0);
        for notes in [slat, clat, lat, response] {
            notes.restart();
        }
        by_priority.iter_mut().for_each(|(_, notes)| notes.restart());
        let mut backlogs = std::mem::take(&mut schedule.backlog_per_second_ns);
        backlogs.clear();
        *schedule = Schedule {
            backlog_per_second_ns: backlogs,
            ..Schedule::default()
        };
        (*bw, *iops) = (fiord_stats::Samples::default(), fiord_stats::Samples::default());
        (*bw_mark_bytes, *iops_mark_ios, *second_mark) = (0, 0, (0, 0));
        per_second.clear();
    }
}

/// What is recorded, decided before the start.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scope {
    /// Which directions the job issues.
    pub(crate) mode: AccessMode,
    /// Whether a recording decides what happens, so that every direction may.
    pub(crate) plays: bool,
    /// Whether the engine completes in place: then issue and start are one stamp, and total latency equals completion
    /// latency.
    pub(crate) in_place: bool,
    /// Whether handing over takes a time of its own.
    pub(crate) has_slat: bool,
    /// Whether the engine completes trims at submission all the same.
    pub(crate) trims_in_place: bool,
    /// Which directions have a rate, and so intended start times.
    pub(crate) rated: [bool; DDIRS],
    /// Whether reads happen whatever the mode says (`verify`).
    pub(crate) reads_back: bool,
    /// It trims what it wrote, whatever its mode.
    pub(crate) trims: bool,
    /// Whether syncs can happen.
    pub(crate) syncs: bool,
    /// Seconds the job is expected to run at most; `None`: unknown.
    pub(crate) seconds: Option<u64>,
}

/// Everything counted in one phase of a worker.
#[derive(Debug, Clone)]
pub(crate) struct Recorder {
    /// On the heap, so that a worker that is being put together is not copied over the stack of its thread: what is touched
    /// there stays in memory, for each of thousands of threads.
    ddirs: [Box<DdirRecorder>; DDIRS],
    sync: Notes,
    sync_response: Notes,
    depth: DepthMap,
    submit: DepthMap,
    complete: DepthMap,
    submit_calls: u64,
    complete_calls: u64,
    errors: u64,
    first_error: i32,
    start_ns: u64,
    bw_every_ns: u64,
    iops_every_ns: u64,
    next_bw_ns: u64,
    next_iops_ns: u64,
    bw_since_ns: u64,
    iops_since_ns: u64,
    next_second_ns: u64,
    scope: Scope,
    keep_clat: bool,
    keep_lat: bool,
    cpu_before: CpuUse,
}

impl Recorder {
    /// A recorder with all its memory taken; [`Recorder::begin`] starts its time.
    ///
    /// # Errors
    /// There is not enough memory for the numbers of each second: they are a megabyte for a job without a runtime, times its workers.
    pub(crate) fn new(report: &ReportPlan, scope: Scope) -> Result<Self, TryReserveError> {
        let (slat, clat, lat) = (!report.disable_slat, !report.disable_clat, !report.disable_lat);
        let direction = |ddir| -> Result<Box<DdirRecorder>, TryReserveError> {
            let used = scope.mode.issues(ddir)
                || (scope.reads_back && ddir == Ddir::Read)
                || (scope.trims && ddir == Ddir::Trim)
                || scope.plays;
            let seconds = |on: bool| if on { series_len(scope.seconds) } else { 0 };
            let is_trim_in_place = scope.trims_in_place && ddir == Ddir::Trim;
            Ok(Box::new(DdirRecorder {
                ios: 0,
                bytes: 0,
                short_ios: 0,
                slat: Notes::new(used && slat && scope.has_slat && !is_trim_in_place),
                // In place, one series serves both and is copied at the end.
                clat: Notes::new(used && (clat || (scope.in_place && lat))),
                lat: Notes::new(used && lat && !scope.in_place),
                response: Notes::new(used && scope.rated[ddir as usize]),
                schedule: Schedule {
                    backlog_per_second_ns: reserved(seconds(used && scope.rated[ddir as usize]))?,
                    ..Schedule::default()
                },
                bw: fiord_stats::Samples::default(),
                iops: fiord_stats::Samples::default(),
                bw_mark_bytes: 0,
                iops_mark_ios: 0,
                second_mark: (0, 0),
                per_second: reserved(seconds(used))?,
                by_priority: Box::default(),
            }))
        };
        let ddirs = [
            direction(Ddir::Read)?,
            direction(Ddir::Write)?,
            direction(Ddir::Trim)?,
        ];
        let window = |ms: u32| {
            if ms == 0 {
                u64::MAX
            } else {
                u64::from(ms) * 1_000_000
            }
        };
        Ok(Self {
            ddirs,
            sync: Notes::new(scope.syncs),
            sync_response: Notes::new(scope.syncs && scope.rated[Ddir::Write as usize]),
            depth: [0; 7],
            submit: [0; 7],
            complete: [0; 7],
            submit_calls: 0,
            complete_calls: 0,
            errors: 0,
            first_error: 0,
            start_ns: 0,
            bw_every_ns: window(report.bw_avg_ms),
            iops_every_ns: window(report.iops_avg_ms),
            next_bw_ns: 0,
            next_iops_ns: 0,
            bw_since_ns: 0,
            iops_since_ns: 0,
            next_second_ns: 0,
            scope,
            keep_clat: clat,
            keep_lat: lat,
            cpu_before: CpuUse::default(),
        })
    }

    /// Keeps the latencies of these priorities apart too.
    pub(crate) fn keep_priorities(&mut self, ddir: Ddir, priorities: &[u16]) {
        let notes = priorities.iter().map(|priority| (*priority, Notes::new(true)));
        self.ddirs[ddir as usize].by_priority = notes.collect();
    }

    /// An I/O of this priority; what is not in the list had the worker's own.
    pub(crate) fn priority(&mut self, ddir: Ddir, priority: u16, ns: u64) {
        let all = &mut self.ddirs[ddir as usize].by_priority;
        let place = all.iter().position(|one| one.0 == priority).unwrap_or(0);
        if let Some((_, notes)) = all.get_mut(place) {
            notes.note(ns);
        }
    }

    /// Starts the phase at `now_ns`.
    pub(crate) fn begin(&mut self, now_ns: u64) {
        self.cpu_before = thread_cpu();
        self.start_ns = now_ns;
        self.bw_since_ns = now_ns;
        self.iops_since_ns = now_ns;
        self.next_bw_ns = now_ns.saturating_add(self.bw_every_ns);
        self.next_iops_ns = now_ns.saturating_add(self.iops_every_ns);
        self.next_second_ns = now_ns + SECOND_NS;
    }

    /// Whether any latency is recorded: if not, the loop need not look at the clock before an I/O.
    pub(crate) fn wants_stamps(&self) -> bool {
        self.ddirs
            .iter()
            .any(|ddir| ddir.slat.is_on() || ddir.clat.is_on() || ddir.lat.is_on() || ddir.response.is_on())
    }

    /// Counts an I/O of an engine that works in place.
    #[inline(always)]
    pub(crate) fn in_place(&mut self, ddir: Ddir, ns: u64, bytes: u64) {
        let it = &mut self.ddirs[ddir as usize];
        it.ios += 1;
        it.bytes += bytes;
        it.clat.note(ns);
    }

    /// Counts an I/O that was queued at `start_ns`, submitted at `issue_ns` and found complete at `now_ns`.
    #[inline(always)]
    pub(crate) fn queued(&mut self, ddir: Ddir, start_ns: u64, issue_ns: u64, now_ns: u64, bytes: u64) {
        let it = &mut self.ddirs[ddir as usize];
        it.ios += 1;
        it.bytes += bytes;
        it.slat.note(issue_ns.saturating_sub(start_ns));
        it.clat.note(now_ns.saturating_sub(issue_ns));
        it.lat.note(now_ns.saturating_sub(start_ns));
    }

    /// A rated I/O started `behind_ns` after its intended time; `late` if the one after it was due by then.
    pub(crate) fn started(&mut self, ddir: Ddir, behind_ns: u64, late: bool) {
        let it = &mut self.ddirs[ddir as usize].schedule;
        it.backlog_max_ns = it.backlog_max_ns.max(behind_ns);
        it.backlog_end_ns = behind_ns;
        it.late_ios += u64::from(late);
    }

    /// The job ended before its work did, with the schedule `behind_ns` back.
    pub(crate) fn cut_off(&mut self, ddir: Ddir, behind_ns: u64) {
        let it = &mut self.ddirs[ddir as usize].schedule;
        it.backlog_max_ns = it.backlog_max_ns.max(behind_ns);
        it.backlog_end_ns = behind_ns;
    }

    /// When the seconds that [`Recorder::tick`] will close at `now_ns` end.
    pub(crate) fn seconds_ending(&self, now_ns: u64) -> impl Iterator<Item = u64> + use<> {
        let next_ns = self.next_second_ns;
        (0..)
            .map(move |second: u64| next_ns + second * SECOND_NS)
            .take_while(move |end_ns| *end_ns <= now_ns)
    }

    /// How far a rated direction was behind its schedule at the end of a second. Beyond the memory that was taken, the last entry
    /// is replaced.
    pub(crate) fn backlog_of_second(&mut self, ddir: Ddir, behind_ns: u64) {
        let seconds = &mut self.ddirs[ddir as usize].schedule.backlog_per_second_ns;
        if seconds.len() < seconds.capacity() {
            seconds.push(behind_ns);
        } else if let Some(last) = seconds.last_mut() {
            *last = behind_ns;
        }
    }

    /// Latency from the intended start of a rated I/O.
    pub(crate) fn response(&mut self, ddir: Ddir, ns: u64) {
        self.ddirs[ddir as usize].response.note(ns);
    }

    /// Counts a sync.
    pub(crate) fn sync(&mut self, ns: u64) {
        self.sync.note(ns);
    }

    /// Latency of a sync from the moment a write was due that it made safe.
    pub(crate) fn sync_response(&mut self, ns: u64) {
        self.sync_response.note(ns);
    }

    pub(crate) fn short(&mut self, ddir: Ddir) {
        self.ddirs[ddir as usize].short_ios += 1;
    }

    /// Counts an error that is passed over.
    pub(crate) fn error(&mut self, errno: i32) {
        self.errors += 1;
        if self.first_error == 0 {
            self.first_error = errno;
        }
    }

    /// `ios` I/Os were handed over with `depth` of them out.
    #[inline(always)]
    pub(crate) fn depth(&mut self, depth: u32, ios: u64) {
        self.depth[depth_class(depth)] += ios;
    }

    /// One submit call with `ios` I/Os.
    #[inline(always)]
    pub(crate) fn submitted(&mut self, ios: u32) {
        self.submit[batch_class(ios)] += 1;
        self.submit_calls += 1;
    }

    /// One reap call that found `ios` I/Os.
    #[inline(always)]
    pub(crate) fn reaped(&mut self, ios: u32) {
        self.complete[batch_class(ios)] += 1;
        self.complete_calls += 1;
    }

    /// The I/Os of an engine that works in place: depth 1 each, and where fio counts them so, a batch of one each.
    pub(crate) fn in_place_batches(&mut self, counts_batches: bool) {
        let count = self.ddirs.iter().map(|it| it.ios).sum::<u64>();
        let syncs = self.sync.counted.moments.count + self.sync.len as u64;
        self.depth[0] += count + syncs;
        if counts_batches {
            self.submit[batch_class(1)] += count + syncs;
            self.complete[batch_class(1)] += count + syncs;
            self.submit_calls += count + syncs;
            self.complete_calls += count + syncs;
        }
    }

    /// I/Os and bytes counted so far in one direction.
    pub(crate) fn totals(&self, ddir: Ddir) -> (u64, u64) {
        let it = &self.ddirs[ddir as usize];
        (it.ios, it.bytes)
    }

    /// Adds the latencies of all directions to classes: of whole I/Os, or from submission on where those are not measured.
    pub(crate) fn add_latencies(&self, classes: &mut [u32; Coarse::CLASSES]) {
        for it in self.ddirs.iter() {
            let whole = if it.lat.is_on() { &it.lat } else { &it.clat };
            whole.add_to(classes);
        }
    }

    /// Sum in nanoseconds and number of the latencies of all directions, as [`Recorder::add_latencies`] takes them.
    pub(crate) fn latency_sum(&self) -> (u128, u64) {
        self.ddirs.iter().fold((0, 0), |sum, it| {
            let whole = if it.lat.is_on() { &it.lat } else { &it.clat };
            let (ns, count) = whole.sum();
            (sum.0 + ns, sum.1 + count)
        })
    }

    /// Forgets what was counted, errors excepted, and begins again: the window of a search that is reported. Takes and gives back
    /// no memory.
    pub(crate) fn restart(&mut self, now_ns: u64) {
        // Every field is named, so that a new one cannot be forgotten.
        let Self {
            ddirs,
            sync,
            sync_response,
            depth,
            submit,
            complete,
            submit_calls,
            complete_calls,
            errors: _,
            first_error: _,
            // `begin` sets these.
            start_ns: _,
            next_bw_ns: _,
            next_iops_ns: _,
            bw_since_ns: _,
            iops_since_ns: _,
            next_second_ns: _,
            cpu_before: _,
            // What the job asks for.
            bw_every_ns: _,
            iops_every_ns: _,
            scope: _,
            keep_clat: _,
            keep_lat: _,
        } = self;
        ddirs.iter_mut().for_each(|it| it.restart());
        sync.restart();
        sync_response.restart();
        (*depth, *submit, *complete) = ([0; 7], [0; 7], [0; 7]);
        (*submit_calls, *complete_calls) = (0, 0);
        self.begin(now_ns);
    }

    /// Counts from now on in place of another recorder, which stops. Takes over its errors, which always count.
    pub(crate) fn replaces(&mut self, other: &mut Self, now_ns: u64) {
        let now = thread_cpu();
        // In a recorder that has stopped, this is the CPU time that it had used.
        other.cpu_before = cpu_since(other.cpu_before, now);
        let used = self.cpu_before;
        if self.start_ns == 0 {
            self.begin(now_ns);
        }
        self.cpu_before = cpu_since(used, now);
        self.errors += std::mem::take(&mut other.errors);
        let first_error = std::mem::take(&mut other.first_error);
        if self.first_error == 0 {
            self.first_error = first_error;
        }
    }

    /// When [`Recorder::tick`] has something to do.
    pub(crate) fn next_tick_ns(&self) -> u64 {
        self.next_second_ns.min(self.next_bw_ns).min(self.next_iops_ns)
    }

    /// Closes the seconds and sample windows that ended before `now_ns`. Called before the I/Os found at `now_ns` are
    /// counted, so those belong to the new second.
    pub(crate) fn tick(&mut self, now_ns: u64) {
        while self.next_second_ns <= now_ns {
            self.close_second();
            self.next_second_ns += SECOND_NS;
        }
        if now_ns >= self.next_bw_ns {
            let spent_ns = now_ns - self.bw_since_ns;
            for it in self.ddirs.iter_mut() {
                let bytes = it.bytes - it.bw_mark_bytes;
                it.bw_mark_bytes = it.bytes;
                // As in fio, a window without a transfer gives no sample.
                if bytes > 0 {
                    it.bw.moments.record(per_second(bytes, spent_ns) / 1024);
                }
            }
            self.bw_since_ns = now_ns;
            self.next_bw_ns = now_ns + self.bw_every_ns;
        }
        if now_ns >= self.next_iops_ns {
            let spent_ns = now_ns - self.iops_since_ns;
            for it in self.ddirs.iter_mut() {
                let ios = it.ios - it.iops_mark_ios;
                it.iops_mark_ios = it.ios;
                if ios > 0 {
                    it.iops.moments.record(per_second(ios, spent_ns));
                }
            }
            self.iops_since_ns = now_ns;
            self.next_iops_ns = now_ns + self.iops_every_ns;
        }
    }

    fn close_second(&mut self) {
        for it in self.ddirs.iter_mut() {
            let delta = (it.ios - it.second_mark.0, it.bytes - it.second_mark.1);
            it.second_mark = (it.ios, it.bytes);
            if it.per_second.len() < it.per_second.capacity() {
                it.per_second.push(delta);
            } else if let Some(last) = it.per_second.last_mut() {
                last.0 += delta.0;
                last.1 += delta.1;
            }
        }
    }

    /// What was counted by now, as if the phase ended. Takes memory: for reports that somebody asks for in the middle of a run.
    pub(crate) fn so_far(&self, now_ns: u64, in_place_batches: Option<bool>) -> Box<JobStats> {
        let mut copy = self.clone();
        if let Some(counts_batches) = in_place_batches {
            copy.in_place_batches(counts_batches);
        }
        copy.finish(now_ns)
    }

    /// Ends the phase at `end_ns` and gives away what was counted.
    pub(crate) fn finish(&mut self, end_ns: u64) -> Box<JobStats> {
        if self.ddirs.iter().any(|it| (it.ios, it.bytes) != it.second_mark) {
            self.close_second();
        }
        let runtime_ns = end_ns.saturating_sub(self.start_ns);
        let mut stats = Box::new(JobStats {
            depth: self.depth,
            submit: self.submit,
            complete: self.complete,
            submit_calls: self.submit_calls,
            complete_calls: self.complete_calls,
            errors: self.errors,
            first_error: self.first_error,
            runtime_ns,
            cpu: cpu_since(self.cpu_before, thread_cpu()),
            ..JobStats::default()
        });
        for (out, it) in stats.ddirs.iter_mut().zip(self.ddirs.iter_mut()) {
            out.ios = it.ios;
            out.bytes = it.bytes;
            out.short_ios = it.short_ios;
            out.runtime_ns = if it.ios > 0 { runtime_ns } else { 0 };
            out.slat = it.slat.finish();
            let clat = it.clat.finish();
            if self.scope.in_place {
                out.lat = if self.keep_lat {
                    clat.clone()
                } else {
                    Latency::default()
                };
                out.clat = if self.keep_clat { clat } else { Latency::default() };
            } else {
                out.clat = clat;
                out.lat = it.lat.finish();
            }
            out.response = it.response.finish();
            out.schedule = std::mem::take(&mut it.schedule);
            out.bw = std::mem::take(&mut it.bw);
            out.iops = std::mem::take(&mut it.iops);
            // Not shrunk: what was reserved and never touched costs nothing, and giving it back while other workers run stops them
            // for a moment, which is a tenth of the time of a thousand short jobs.
            out.per_second = std::mem::take(&mut it.per_second);
            out.by_priority = priorities(&mut it.by_priority);
        }
        stats.sync.lat = self.sync.finish();
        stats.sync.ios = stats.sync.lat.moments.count;
        stats.sync.response = self.sync_response.finish();
        stats
    }
}

fn priorities(all: &mut [(u16, Notes)]) -> Vec<PriorityLatency> {
    let finished = all.iter_mut().map(|(priority, notes)| PriorityLatency {
        priority: *priority,
        latency: notes.finish(),
    });
    finished.collect()
}

/// What this thread has used so far. Work that the kernel does for it elsewhere (io_uring's workers) is not in it.
pub(crate) fn thread_cpu() -> CpuUse {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the call writes a whole rusage, and zeroes are a valid one if it fails.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_THREAD, usage.as_mut_ptr());
        usage.assume_init()
    };
    let us = |time: libc::timeval| time.tv_sec as u64 * 1_000_000 + time.tv_usec as u64;
    CpuUse {
        user_us: us(usage.ru_utime),
        system_us: us(usage.ru_stime),
        context_switches: (usage.ru_nvcsw + usage.ru_nivcsw) as u64,
        major_faults: usage.ru_majflt as u64,
        minor_faults: usage.ru_minflt as u64,
    }
}

pub(crate) fn cpu_since(before: CpuUse, now: CpuUse) -> CpuUse {
    CpuUse {
        user_us: now.user_us.saturating_sub(before.user_us),
        system_us: now.system_us.saturating_sub(before.system_us),
        context_switches: now.context_switches.saturating_sub(before.context_switches),
        major_faults: now.major_faults.saturating_sub(before.major_faults),
        minor_faults: now.minor_faults.saturating_sub(before.minor_faults),
    }
}

fn per_second(amount: u64, spent_ns: u64) -> u64 {
    (u128::from(amount) * u128::from(SECOND_NS) / u128::from(spent_ns.max(1))) as u64
}

/// A list with room for `len` entries.
fn reserved<T>(len: usize) -> Result<Vec<T>, TryReserveError> {
    let mut list = Vec::new();
    list.try_reserve_exact(len)?;
    Ok(list)
}

fn series_len(seconds: Option<u64>) -> usize {
    match seconds {
        Some(seconds) => usize::try_from(seconds)
            .unwrap_or(SECONDS_MOST)
            .saturating_add(8)
            .min(SECONDS_MOST),
        None => SECONDS_WITHOUT_RUNTIME,
    }
}

/// fio's class of a depth: 1, 2, 4, 8, 16, 32, 64 and more.
#[inline(always)]
fn depth_class(depth: u32) -> usize {
    (depth | 1).ilog2().min(6) as usize
}

/// fio's class of a batch: 0, up to 4, 8, 16, 32, 64, more.
#[inline(always)]
fn batch_class(ios: u32) -> usize {
    match ios {
        0 => 0,
        1..=4 => 1,
        _ => (((ios - 1).ilog2()) as usize).min(6),
    }
}

#[cfg(test)]
mod tests;
