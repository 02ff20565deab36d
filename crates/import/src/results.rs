//! Result files of fio and of fiord as records that the rules after a run can judge.
//!
//! [`super::record`] gives back what fio printed. Here the jobs are read again from their echoed options, the clones of a job
//! are one job, and what the file cannot say is said ([`Imported::notes`]) or left unjudged. Nothing is opened and
//! nothing is judged.

use fiord_job::options;
use fiord_job::plan::{
    AccessMode, Backend, BlockSize, Ddir, EngineKind, JobPlan, OptionEcho, PerDdir, PlanPart, RateProcess,
    RunPlan, UnifiedReporting,
};
use fiord_stats::{DdirStats, JobStats};

use super::draft::RunDraft;
use super::fio_json::{self, ImportError};
use super::json_tree::JsonTree;
use super::{fio_figures, fio_text, record, relate};
use fiord_messages::{Lang, Sentence, import as messages};
use fiord_record::imported::{FigureOf, ImportKind};
use fiord_record::number::Count;
use fiord_record::run::{DiskCounts, DiskUse, RunRecord, WorkerRecord};
use fiord_report::documents;
use fiord_report::fio::{Entry, Report};

/// Workers that one entry stands for at most; fio itself has 4,096 jobs.
const MOST_WORKERS: f64 = 4096.0;

/// The most I/Os in flight that rounded latencies make of a worker that waits for each I/O.
const MOST_OF_SYNC: f64 = 1.5;

/// Who wrote a result file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writer {
    /// fio, as JSON or json+.
    Fio,
    /// fiord, as its native JSON.
    Fiord,
    /// A text of another kind.
    Text(ImportKind),
}

impl Writer {
    /// The word in documents.
    pub const fn name(self) -> &'static str {
        match self {
            Writer::Fio => "fio",
            Writer::Fiord => "fiord",
            Writer::Text(kind) => kind.name(),
        }
    }
}

/// A result file.
#[derive(Debug, Clone)]
pub struct Imported {
    /// What it holds.
    pub record: RunRecord,
    /// Who wrote it.
    pub writer: Writer,
    /// What the file does not say, a sentence each.
    pub notes: Vec<Sentence>,
}

/// The last result in a file: with `--status-interval` the earlier ones are its beginnings.
///
/// # Errors
/// When it holds no JSON, broken JSON, or JSON of somebody else.
pub fn results(text: &str) -> Result<Imported, ImportError> {
    // fio's own output may have messages around it; ours has none.
    if let Some(record) = documents::read::run(text) {
        return Ok(Imported {
            record: record.map_err(ImportError::Native)?,
            writer: Writer::Fiord,
            notes: Vec::new(),
        });
    }
    let mut documents = fio_json::documents(text)?;
    let count = documents.len();
    let document = documents.pop().ok_or(ImportError::NoDocument)?;
    let (draft, notes, missing) = of_document(document, (1, text.lines().count() as u64))?;
    if let Some(key) = missing {
        return Err(ImportError::Missing(key));
    }
    let mut record = draft.into_record("");
    let others = relate::in_table(&record);
    if let Some(import) = &mut record.context.import {
        import.others = others;
    }
    let mut imported = Imported {
        record,
        writer: Writer::Fio,
        notes,
    };
    if count > 1 {
        let documents = &count;
        imported.notes.push(Sentence::new(|lang| {
            messages::LastDocument { documents }.text(lang)
        }));
    }
    Ok(imported)
}

/// A job as it was asked for, and the entries that are its workers.
struct Clones<'r> {
    first: &'r Entry,
    entries: Vec<&'r Entry>,
}

/// What the source of a report tells besides.
#[derive(Debug, Default)]
pub(super) struct ToldBySource {
    /// Names and groups of the entries whose options are those of their header, the first line of fio's text. Others have all options that were typed, or
    /// none where their format leaves them out.
    pub of_headers: Vec<(String, u32)>,
    /// Whether it has the latencies if there were any: those that are missing were switched off.
    pub latencies: bool,
}

/// The run of a JSON document of fio, what the document does not say of it, and the first key that a shortened document lacks.
///
/// # Errors
/// It is not fio's.
pub(super) fn of_document(
    document: JsonTree<'_>,
    lines: (u64, u64),
) -> Result<(RunDraft, Vec<Sentence>, Option<&'static str>), ImportError> {
    let report = fio_json::report(&document)?;
    if report.entries.is_empty() {
        return Err(ImportError::NoJob);
    }
    let (unknown, mismatches) = (fio_json::unknown(&document), fio_json::mismatches(&document));
    let told = ToldBySource {
        latencies: fio_json::has_latencies(&document),
        ..ToldBySource::default()
    };
    let missing = fio_json::missing_count(&document);
    let rates = missing.map(|_| fio_json::rates(&document));
    // json+ of many jobs: what is read needs its memory.
    drop(document);
    let (mut record, mut notes) = of_text(&report, &told);
    let mut options = report.entries.iter().flat_map(|entry| &entry.options).flatten();
    // Later versions, such as 3.41, list options without a value.
    if !options.any(|option| option.value.is_empty()) {
        notes.insert(0, Sentence::new(messages::flags_are_unknown));
    }
    let mut draft = RunDraft::new(ImportKind::FioJson, lines, fio_text::names(&report));
    draft.unknown = unknown;
    fio_figures::figures(&report, &mut draft);
    if let Some(rates) = rates {
        forget_counts(&mut record);
        // What was printed replaces what can be made from the rest.
        draft
            .figures
            .retain(|figure| !matches!(figure.what, FigureOf::Iops | FigureOf::BytesPerS));
        for (entry, ddir, what, rate) in rates {
            draft.job = report
                .entries
                .get(entry)
                .map(|of| fio_figures::figure_job(entry, of));
            draft.figure(what, ddir, rate);
        }
        draft.job = None;
        let job = &draft.name;
        notes.push(Sentence::new(|lang| messages::ReportCut { job }.text(lang)));
    }
    draft.record = Some(record);
    draft.mismatches = mismatches;
    Ok((draft, notes, missing))
}

/// Leaves nothing to judge of a run whose source lacks a part of its counts: the others mean nothing without it. Nor does the plan alone, which JSON
/// lists without options that have no value.
fn forget_counts(record: &mut RunRecord) {
    record.workers.clear();
    record.disks.clear();
    record.plan.jobs.clear();
}

/// The record of a report, and what is not understood of its options.
pub(super) fn of_text(report: &Report, told: &ToldBySource) -> (RunRecord, Vec<Sentence>) {
    let mut plain = record(report);
    let mut notes = Vec::new();
    let jobs = clones(report);
    let mut plan = RunPlan {
        jobs: Vec::new(),
        global_options: report.global_options.clone(),
    };
    let mut workers: Vec<WorkerRecord> = Vec::new();
    let mut taken = plain.workers.into_iter();
    let may_be_waves = may_be_waves(report);
    for (index, clones) in jobs.iter().enumerate() {
        let mut job = asked(clones.first, report, &mut notes);
        let has_header = told
            .of_headers
            .contains(&(clones.first.name.clone(), clones.first.group));
        let verifies = verifies(&job, &clones.entries, has_header);
        if verifies {
            let job = &clones.first.name;
            notes.push(Sentence::new(|lang| messages::VerifyReads { job }.text(lang)));
        }
        if has_header {
            job.unknown
                .extend([PlanPart::Direct, PlanPart::Syncs, PlanPart::Target]);
        }
        let before = index.checked_sub(1).and_then(|before| jobs.get(before));
        let begins_group = before.is_some_and(|before| before.first.group != clones.first.group);
        job.control.stonewall |= begins_group && may_be_waves;
        let first = workers.len();
        for (entry, mut worker) in clones.entries.iter().zip(taken.by_ref()) {
            let members = members(entry, verifies);
            mend(&mut worker.stats, entry, &job, members);
            if verifies {
                worker.stats.runtime_ns = worker.stats.runtime_ns.max(phases_ms(entry) * 1_000_000);
            }
            notes.extend(short_syncs(entry));
            worker.job_index = index;
            worker.clone = (workers.len() - first) as u32;
            if let Some(error) = worker
                .error
                .as_mut()
                .filter(|error| error.detail == Sentence::verbatim(""))
            {
                error.detail = Sentence::verbatim(&error.message);
            }
            share_out(worker, members, &mut workers);
        }
        // Early versions of fio 3 do not print the time that tells how many workers an entry stands for.
        let is_untimed = clones.entries.iter().any(|entry| entry.runtime_ms == 0);
        if is_untimed && clones.entries.len() < numjobs(clones.first, report) {
            job.unknown.insert(PlanPart::Depth);
        }
        job.numjobs = (workers.len() - first) as u32;
        forget_default_engine(&mut job, &workers[first..]);
        if !job.tells(PlanPart::Depth) {
            let in_flight = workers[first..].iter().map(in_flight).fold(0.0, f64::max);
            job.depth.iodepth = job.depth.iodepth.max(in_flight.ceil() as u32);
        }
        // A mapping is in the page cache, with any value of `direct`.
        if job.tells(PlanPart::Engine) && job.engine.kind.backend() == Backend::Mapping {
            job.unknown.remove(&PlanPart::Direct);
        }
        job.report.disable_clat |= told.latencies && has_no_latency(&workers[first..]);
        take_percentiles(&mut job, &clones.entries);
        plan.jobs.push(job);
    }
    for (number, worker) in workers.iter_mut().enumerate() {
        worker.number = number as u32;
    }
    plain.notes = Vec::new();
    let mut record = RunRecord {
        plan,
        workers,
        ..RunRecord {
            workers: Vec::new(),
            ..plain
        }
    };
    notes.extend(forget_uncounted_disks(&mut record));
    (record, notes)
}

/// Mean latency from which small I/Os were not answered by memory, in nanoseconds.
const NOT_MEMORY_NS: f64 = 10_000.0;
/// A shorter run can end before fio looks at the disks, which it does every 250 ms: then zeros say nothing of the disk either.
const SEEN_RUNTIME_NS: u64 = 1_000_000_000;
/// Blocks that memory copies in less than that.
const SMALL_BLOCK_BYTES: u64 = 64 << 10;

/// Takes disks that do not count out of the table of disks, and says so: NVMe multipath counts at its paths, and persistent memory nowhere. A table of
/// zeros does not prove a cache unless memory may have answered.
fn forget_uncounted_disks(record: &mut RunRecord) -> Option<Sentence> {
    let is_zero = |disk: &DiskUse| DiskCounts::default() == disk.counts;
    if record.disks.is_empty() || !record.disks.iter().all(is_zero) {
        return None;
    }
    let reached_disk = |worker: &&WorkerRecord| {
        let Some(job) = record.plan.jobs.get(worker.job_index) else {
            return false;
        };
        let mut ddirs = worker.stats.ddirs.iter().filter(|ddir| ddir.ios > 0);
        let is_slow = |ddir: &DdirStats| {
            let latency = if ddir.lat.moments.count > 0 {
                &ddir.lat
            } else {
                &ddir.clat
            };
            latency.moments.mean() >= NOT_MEMORY_NS && ddir.bytes / ddir.ios <= SMALL_BLOCK_BYTES
        };
        ddirs.any(|ddir| job.direct() == Some(true) || is_slow(ddir))
    };
    if !record.workers.iter().any(|worker| reached_disk(&worker)) {
        return None;
    }
    let names: Vec<String> = record.disks.drain(..).map(|disk| disk.name).collect();
    let mut workers = record.workers.iter();
    if workers.all(|worker| worker.stats.runtime_ns < SEEN_RUNTIME_NS) {
        return None;
    }
    let note = |lang: Lang| {
        let disks = &lang.list(&names);
        messages::UncountedDisks { disks }.text(lang)
    };
    Some(note.into())
}

/// Whether the groups can have run one after another. fio does not print `stonewall`, and `new_group` alone is rare: without a count of
/// seconds that contradicts it, a new group is a stonewall.
fn may_be_waves(report: &Report) -> bool {
    let elapsed_ms = report.elapsed_s.saturating_mul(1000);
    elapsed_ms == 0 || elapsed_ms >= in_turn_ms(&report.entries)
}

/// The time that the groups of an output took one after another.
pub(super) fn in_turn_ms(entries: &[Entry]) -> u64 {
    let mut groups: Vec<(u32, u64)> = Vec::new();
    for entry in entries {
        let longest = longest_ms(entry);
        match groups.iter_mut().find(|(group, _)| *group == entry.group) {
            Some((_, ms)) => *ms = longest.max(*ms),
            None => groups.push((entry.group, longest)),
        }
    }
    groups.iter().map(|(_, ms)| ms).sum()
}

/// Entries with one name, group and set of options follow each other and are the clones of one job, `numjobs` at most.
fn clones(report: &Report) -> Vec<Clones<'_>> {
    let mut jobs: Vec<Clones<'_>> = Vec::new();
    for entry in &report.entries {
        let same = |job: &&mut Clones<'_>| {
            job.first.name == entry.name
                && job.first.group == entry.group
                && job.first.options == entry.options
                && job.entries.len() < numjobs(entry, report)
        };
        match jobs.last_mut().filter(same) {
            Some(job) => job.entries.push(entry),
            None => jobs.push(Clones {
                first: entry,
                entries: vec![entry],
            }),
        }
    }
    jobs
}

fn numjobs(entry: &Entry, report: &Report) -> usize {
    let own = entry.options.iter().flatten();
    own.chain(report.global_options.iter().flatten())
        .find(|echo| echo.name == "numjobs")
        .and_then(|echo| echo.value.parse().ok())
        .unwrap_or(1)
}

/// Whether a job that only writes has read back what it wrote. Without its options, only the report of one worker tells: in that of several, another
/// job may have read.
fn verifies(job: &JobPlan, entries: &[&Entry], has_header: bool) -> bool {
    let is_one = || has_header && entries.iter().all(|entry| entry.jobs == 1);
    let asks = job.was_given("verify") || is_one();
    let mode = job.access.mode;
    let only_writes = (job.was_given("rw") || job.was_given("readwrite"))
        && mode.issues(Ddir::Write)
        && !mode.issues(Ddir::Read);
    let has_read = |entry: &&Entry| entry.ddirs[Ddir::Read as usize].ios > 0;
    asks && only_writes && job.report.unified == UnifiedReporting::None && entries.iter().any(has_read)
}

/// That short I/Os of an entry are syncs, where it has some.
fn short_syncs(entry: &Entry) -> Option<Sentence> {
    let short = fio_json::short_syncs(&entry.ddirs);
    let note = messages::ShortIosAreSyncs {
        job: &entry.name,
        ios: &Count(short),
    };
    (short > 0).then(|| Sentence::new(|lang| note.text(lang)))
}

/// Workers behind one entry: with `group_reporting`, `job_runtime` is the sum over them, and a direction's is the longest.
/// The phases of a job that verifies follow each other.
fn members(entry: &Entry, verifies: bool) -> u32 {
    let longest = match verifies {
        true => phases_ms(entry),
        false => longest_ms(entry),
    };
    if longest == 0 {
        return 1;
    }
    (entry.runtime_ms as f64 / longest as f64)
        .round()
        .clamp(1.0, MOST_WORKERS) as u32
}

/// The time of directions one after another.
fn phases_ms(entry: &Entry) -> u64 {
    entry
        .ddirs
        .iter()
        .fold(0, |sum: u64, ddir| sum.saturating_add(ddir.runtime_ms))
}

fn longest_ms(entry: &Entry) -> u64 {
    entry.ddirs.iter().map(|ddir| ddir.runtime_ms).max().unwrap_or(0)
}

/// What [`record`] keeps for fio's formats and the rules read otherwise: the time of a group, and the number of calls.
fn mend(stats: &mut JobStats, entry: &Entry, job: &JobPlan, members: u32) {
    // fio 2 had no `job_runtime`.
    if members > 1 || stats.runtime_ns == 0 {
        stats.runtime_ns = longest_ms(entry).saturating_mul(1_000_000);
    }
    stats.sync.ios = fio_json::syncs(entry);
    for ddir in stats.ddirs.iter_mut().filter(|ddir| ddir.ios == 0) {
        ddir.short_ios = 0;
    }
    // fio gives shares of an unknown number of calls. One I/O per call is fio's way unless batches were asked for.
    let per_call = u64::from(job.depth.batch_submit.max(1));
    stats.submit_calls = entry.total_ios() / per_call;
    stats.complete_calls = stats.submit_calls;
    for ddir in Ddir::ALL {
        let stats = &mut stats.ddirs[ddir as usize];
        let seconds = stats.runtime_ns as f64 / 1e9;
        let by_bytes = job.pace.rate_bytes[ddir] as f64 * stats.ios as f64 / stats.bytes.max(1) as f64;
        let by_count = f64::from(job.pace.rate_iops[ddir]);
        // With both the slower rules. Drawn arrivals may have been fewer than their mean, and pauses delay the even ones.
        let slower = [by_count, by_bytes].into_iter().filter(|rate| *rate > 0.0);
        let rate = slower.reduce(f64::min).unwrap_or(0.0) * f64::from(members);
        let is_even = job.pace.process == RateProcess::Linear && job.pace.thinktime_us == 0;
        if rate > 0.0 && is_even {
            let missing = (rate * seconds - stats.ios as f64).max(0.0);
            stats.schedule.backlog_end_ns = (missing / rate * 1e9) as u64;
        }
    }
}

/// A merged entry as its workers: the counts cannot be taken apart, so the first has them; processor time is shared evenly.
fn share_out(mut worker: WorkerRecord, members: u32, workers: &mut Vec<WorkerRecord>) {
    let part = u64::from(members.max(1));
    worker.stats.cpu.user_us /= part;
    worker.stats.cpu.system_us /= part;
    let others: Vec<WorkerRecord> = (1..members)
        .map(|other| WorkerRecord {
            clone: worker.clone + other,
            job_index: worker.job_index,
            group: worker.group,
            stats: JobStats {
                runtime_ns: worker.stats.runtime_ns,
                cpu: worker.stats.cpu,
                ..JobStats::default()
            },
            ..WorkerRecord::default()
        })
        .collect();
    workers.push(worker);
    workers.extend(others);
}

fn has_no_latency(workers: &[WorkerRecord]) -> bool {
    let ddirs = || workers.iter().flat_map(|worker| &worker.stats.ddirs);
    ddirs().any(|ddir| ddir.ios > 0) && ddirs().all(|ddir| ddir.clat.moments.count == 0)
}

/// Leaves the percentiles that the entries have: the source shows no others.
fn take_percentiles(job: &mut JobPlan, entries: &[&Entry]) {
    let ddirs = || entries.iter().flat_map(|entry| &entry.ddirs);
    let latencies = || ddirs().flat_map(|ddir| [&ddir.slat, &ddir.clat, &ddir.lat]);
    // Any can be made from these.
    if latencies().any(|latency| !latency.bins.is_empty()) {
        return;
    }
    let given = latencies().flat_map(|latency| &latency.given);
    let mut percentiles: Vec<f64> = given
        .filter(|(percent, ns)| *percent > 0.0 && *ns > 0)
        .map(|(percent, _)| *percent)
        .collect();
    percentiles.sort_by(f64::total_cmp);
    percentiles.dedup();
    let report = &mut job.report;
    report.slat_percentiles &= !percentiles.is_empty();
    report.clat_percentiles &= !percentiles.is_empty();
    report.lat_percentiles &= !percentiles.is_empty();
    report.percentiles = percentiles;
}

/// The job that an entry's options describe.
fn asked(entry: &Entry, report: &Report, notes: &mut Vec<Sentence>) -> JobPlan {
    let given: Vec<OptionEcho> = report
        .global_options
        .iter()
        .chain(&entry.options)
        .flatten()
        .cloned()
        .collect();
    let mut job = plan_of(&entry.name, &given, notes);
    job.description.clone_from(&entry.description);
    job.group = entry.group;
    job.options.clone_from(&entry.options);
    let is_sum = fio_json::sums_directions(entry);
    if is_sum {
        job.report.unified = UnifiedReporting::Mixed;
        notes.push(Sentence::new(|lang| {
            messages::DirectionsAreSummed { job: &entry.name }.text(lang)
        }));
    }
    if given.is_empty() {
        job.depth.iodepth = entry.goals.iodepth.max(1);
        job.unknown.extend(PlanPart::ALL);
        let moved = entry.ddirs.each_ref().map(|ddir| ddir.ios > 0 || is_sum);
        take_counts(&mut job, moved, one_block(entry));
        notes.push(Sentence::new(|lang| {
            messages::NoOptions { job: &entry.name }.text(lang)
        }));
    }
    job
}

/// What the counts tell of a job without options: its directions, and the size of its blocks. An engine that waits for each I/O would
/// need to be known: until then it is one that queues.
pub(super) fn take_counts(job: &mut JobPlan, moved: [bool; 3], block_bytes: Option<u64>) {
    job.engine.kind = EngineKind::IoUring;
    job.access.mode = match moved {
        [_, false, false] => AccessMode::RandRead,
        [false, true, false] => AccessMode::RandWrite,
        [false, false, true] => AccessMode::RandTrim,
        _ => AccessMode::RandRw,
    };
    if let Some(bytes) = block_bytes {
        job.access.block_size = PerDdir::all(BlockSize::Fixed(bytes));
        job.unknown.remove(&PlanPart::Blocks);
    }
}

/// The size of all blocks of an entry, where its bytes and I/Os have one.
fn one_block(entry: &Entry) -> Option<u64> {
    const SECTOR: u64 = 512;
    let mut sizes = entry.ddirs.iter().filter(|ddir| ddir.ios > 0).map(|ddir| {
        // Terse output has its bytes in KiB and its I/Os as a rate.
        let bytes = (ddir.bytes as f64 / ddir.ios as f64 / SECTOR as f64).round() as u64 * SECTOR;
        let off = ddir.bytes.abs_diff(bytes.saturating_mul(ddir.ios));
        (bytes > 0 && off <= ddir.bytes / 1000).then_some(bytes)
    });
    let first = sizes.next()??;
    sizes.all(|size| size == Some(first)).then_some(first)
}

/// Takes a synchronous engine out of a job that had several I/Os in flight and names none: it was not on Linux, where fio has it by default.
fn forget_default_engine(job: &mut JobPlan, workers: &[WorkerRecord]) {
    let waited: f64 = workers.iter().map(in_flight).sum();
    let is_default = job.is_synchronous() && !job.was_given("ioengine") && job.tells(PlanPart::Depth);
    if is_default && waited > MOST_OF_SYNC * workers.len() as f64 {
        forget_engine(job);
    }
}

/// Makes the engine unknown. Where a judgement needs one all the same, it is one that queues.
pub(super) fn forget_engine(job: &mut JobPlan) {
    job.engine.kind = EngineKind::IoUring;
    job.unknown.insert(PlanPart::Engine);
}

/// Mean I/Os in flight of one worker, by Little's law.
fn in_flight(worker: &WorkerRecord) -> f64 {
    let waited = |ddir: &DdirStats| ddir.lat.moments.sum.max(ddir.clat.moments.sum);
    let waited_ns = worker
        .stats
        .ddirs
        .iter()
        .map(waited)
        .fold(0, u128::saturating_add);
    waited_ns as f64 / worker.stats.runtime_ns.max(1) as f64
}

/// The plan that a list of echoed options makes. What is not understood is left out and noted.
fn plan_of(name: &str, given: &[OptionEcho], notes: &mut Vec<Sentence>) -> JobPlan {
    let engine_first = |echo: &&OptionEcho| echo.name != "ioengine";
    let mut ordered: Vec<&OptionEcho> = given.iter().filter(|echo| echo.name != "name").collect();
    // An engine's own options are known behind the engine only.
    ordered.sort_by_key(engine_first);
    let word = |echo: &OptionEcho| {
        if echo.value.is_empty() {
            format!("--{}", echo.name)
        } else {
            format!("--{}={}", echo.name, echo.value)
        }
    };
    let all: Vec<String> = ordered.iter().map(|echo| word(echo)).collect();
    if let Some(mut job) = lowered(name, &all) {
        job.name = name.to_owned();
        job.given = given.to_vec();
        return job;
    }
    let engine: Vec<String> = ordered
        .iter()
        .take_while(|echo| echo.name == "ioengine")
        .map(|echo| word(echo))
        .collect();
    let mut words = Vec::new();
    let mut foreign_engine = false;
    for echo in ordered {
        let alone: Vec<String> = engine
            .iter()
            .filter(|_| !foreign_engine)
            .cloned()
            .chain([word(echo)])
            .collect();
        if lowered(name, &alone).is_some() {
            words.push(word(echo));
        } else if echo.name == "ioengine" {
            foreign_engine = true;
            let note = messages::UnknownEngine {
                job: &name,
                engine: &echo.value,
            };
            notes.push(Sentence::new(|lang| note.text(lang)));
        } else if options::find(&echo.name).is_none() || !foreign_engine {
            let note = messages::UnknownOption {
                job: &name,
                option: &echo.name,
                value: &echo.value,
            };
            notes.push(Sentence::new(|lang| note.text(lang)));
        }
    }
    let mut job = lowered(name, &words).unwrap_or_else(|| {
        notes.push(Sentence::new(|lang| {
            messages::ContradictoryOptions { job: &name }.text(lang)
        }));
        JobPlan::new(name)
    });
    job.name = name.to_owned();
    if foreign_engine {
        job.engine.kind = EngineKind::IoUring;
        // fio's engine for Windows queues as io_uring does.
        let is_known = given
            .iter()
            .any(|echo| echo.name == "ioengine" && echo.value == "windowsaio");
        if !is_known {
            job.unknown.insert(PlanPart::Engine);
        }
    }
    job.given = given.to_vec();
    job
}

/// Lowers one job; `None` when something in it is wrong.
fn lowered(name: &str, words: &[String]) -> Option<JobPlan> {
    let usable = !name.is_empty() && name != "global";
    let mut args = vec![format!("--name={}", if usable { name } else { "job" })];
    args.extend(words.iter().cloned());
    let parsed = super::command::parse(&args);
    let wrong = parsed
        .diagnostics
        .iter()
        .any(|diagnostic| diagnostic.level == fiord_job::diagnostic::Level::Error);
    if wrong {
        return None;
    }
    parsed.plan.jobs.into_iter().next()
}
