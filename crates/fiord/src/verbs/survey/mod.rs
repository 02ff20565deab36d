//! `fiord survey PATH`: the first thing a newcomer runs.
//!
//! A file of real data in the folder PATH, about twelve points in random blocks, a table; nothing is left behind however it ends, and
//! Ctrl-C keeps the rows that are done. A file or a device is only read.

mod neighbours;
mod points;
mod table;
mod target;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use fiord_case::{Case, State};
use fiord_formats::doctor::Doctor;
use fiord_formats::findings::mark;
use fiord_formats::native::{self, Document};
use fiord_formats::page::{Page, Style, Styled};
use fiord_formats::repeats;
use fiord_host::block::layers::InMemory;
use fiord_host::{Machine, Root};
use fiord_job::plan::{Ddir, RunPlan};
use fiord_record::Before;
use fiord_record::number::{About, Bytes, plural};
use fiord_record::run::{DiskUse, RunRecord};
use fiord_stats::JobStats;
use fiord_stats::little::achieved_depth;
use fiord_study::definition::Order;
use fiord_study::order;
use fiord_verdict::verdict::verdict;

use super::form::FormArgs;
use super::study::any_seed;
use crate::keep::{KeepArgs, Keeper};
use crate::ui::{self, Progress, exit, say};
use fiord_session::{Session, Signals};
use points::{FURTHER, POINTS, Point};
use table::{Reading, SurveyRow};
use target::{SurveyFile, SurveyTarget};

/// Repeats of each point: enough for a median and a spread.
const REPEATS: u32 = 3;
/// Repeats of a long survey: the fewest whose range is an interval of 95 %.
const LONG_REPEATS: u32 = 6;
/// From here on a survey has more points and repeats.
const LONG: Duration = Duration::from_secs(180);
/// Share of the time that making the file may take, in percent.
const FILE_PERCENT: u64 = 25;
/// The name of the file in the commands that are shown: the survey's own has none.
const FILE_OF_THE_READER: &str = "fiord-survey.tmp";
/// The file is not measured below this size.
const LEAST_BYTES: u64 = 16 << 20;

/// Arguments of `fiord survey`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A folder on the disk to measure, in which a file is made; or a file or a block device, which is only read.
    path: PathBuf,
    /// How long it may take: a number of seconds, or 90s, 5m, 2h. From three minutes on it has depth, batches of syncs and a log as well.
    #[arg(long, default_value = "60s", value_parser = duration)]
    time: Duration,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    keep: KeepArgs,
    /// Print the commands of the points as well.
    #[arg(long)]
    commands: bool,
}

fn duration(text: &str) -> Result<Duration, String> {
    let (digits, factor) = match text.strip_suffix(['s', 'm', 'h']) {
        Some(digits) if text.ends_with('h') => (digits, 3600),
        Some(digits) if text.ends_with('m') => (digits, 60),
        Some(digits) => (digits, 1),
        None => (text, 1),
    };
    let seconds: u64 = digits
        .parse()
        .map_err(|_| format!("`{text}`: expected a time such as 90, 90s, 5m or 2h"))?;
    let total = seconds.saturating_mul(factor);
    if !(5..=86_400).contains(&total) {
        return Err(format!("{total} s is outside 5 s to 24 h"));
    }
    Ok(Duration::from_secs(total))
}

pub(crate) fn run(args: &Args) -> Result<u8> {
    let folder = args
        .path
        .canonicalize()
        .with_context(|| args.path.display().to_string())?;
    let given = if folder.is_dir() {
        say_what_is_left_behind(&folder);
        None
    } else {
        Some(target::given(&folder)?)
    };
    let size = match given {
        Some((size, _)) => size,
        None => target::size_for(target::free_bytes(&folder)?)?,
    };
    let signals = Signals::listen()?;
    // Before the survey's own I/O; without the two seconds' look, since each run looks who else moves something.
    let machine = Doctor::examine(Before {
        machine: Some(Machine::look(&Root::system(), &folder)),
        ..Before::default()
    });
    let mut keeper = Keeper::open(&args.keep, "survey")?;
    keeper.survey_of(&args.path);
    let target = match given {
        Some(_) => SurveyTarget::Given(folder.clone()),
        None => SurveyTarget::Made(SurveyFile::create(&folder)?),
    };
    let mut survey = Survey {
        keeper,
        started: Instant::now(),
        time: args.time,
        direct: given.is_none_or(|(_, direct)| direct),
        target,
        folder: folder.clone(),
        signals,
        progress: Progress::begin(),
    };
    let size = match given {
        Some(_) => size,
        None => survey.fill(size)?,
    };
    let interrupted_early = survey.signals.received().is_some();
    let (rows, others) = survey.measure_all(size);
    let interrupted = survey.signals.received().is_some();
    if interrupted_early && !args.form.json {
        say("interrupted before anything was measured; nothing is left behind");
        return Ok(exit::INTERRUPTED);
    }
    let (direct, is_read_only) = (survey.direct, survey.target.is_read_only());
    drop(survey);
    let made = Made {
        folder: &folder,
        size,
        direct,
        is_read_only,
        interrupted,
        others,
    };
    print_result(args, &made, &machine, &rows)?;
    Ok(match () {
        () if interrupted => exit::INTERRUPTED,
        () if rows.iter().all(|row| row.readings.is_empty()) => exit::FAILED,
        () => exit::OK,
    })
}

fn say_what_is_left_behind(folder: &Path) {
    for stale in target::left_behind(folder) {
        ui::say(format!(
            "{} was left by a survey that was killed; it can be deleted",
            stale.display()
        ));
    }
}

/// What the survey measured on, and how it ended.
struct Made<'a> {
    folder: &'a Path,
    size: u64,
    direct: bool,
    /// Somebody's file or device.
    is_read_only: bool,
    interrupted: bool,
    others: Option<native::survey::SurveyOthers>,
}

/// The state of the machine in one line: what `fiord doctor` shows first.
fn machine_line(machine: &Doctor) -> String {
    let care = machine.items.iter().filter(|item| item.state() >= State::Care);
    let mut ids: Vec<&str> = care.map(|item| item.trap.name()).collect();
    ids.dedup();
    let why = match ids.as_slice() {
        [] => String::new(),
        ids => format!(" ({})", ids.join(", ")),
    };
    format!(
        "Machine: {}{why}. `fiord doctor` has the reasons.",
        machine.verdict().name()
    )
}

fn print_result(args: &Args, made: &Made<'_>, machine: &Doctor, rows: &[SurveyRow]) -> Result<()> {
    if args.form.json {
        let document = Document::new(native::survey::Survey {
            path: made.folder.into(),
            file_bytes: made.size,
            direct: made.direct,
            interrupted: made.interrupted,
            machine: native::doctor::document(machine),
            rows: table::documents(rows),
            others: made.others.clone(),
        });
        ui::print(&document.to_text()?)?;
    } else if args.form.csv {
        ui::print(&table::table(rows).csv())?;
    } else {
        let width = ui::Screen::stdout().width.filter(|_| !args.form.md);
        let page = page(made, machine, rows, args.commands, width);
        if args.form.md {
            ui::print(&page.markdown())?;
        } else {
            ui::put(&page)?;
        }
    }
    Ok(())
}

fn page(made: &Made<'_>, machine: &Doctor, rows: &[SurveyRow], commands: bool, width: Option<usize>) -> Page {
    let mut page = Page::new();
    put_memory(&mut page, machine);
    if made.interrupted {
        let (symbol, style) = mark(State::Care);
        let first = Styled::new().styled(style, format!("{symbol} Interrupted"));
        page.item(first, "  ", ": the rows are of what was done until then.");
    }
    let access = if made.direct {
        "direct I/O"
    } else {
        "this file system has no direct I/O, so caches take part"
    };
    let repeats = rows.iter().map(|row| row.readings.len()).max().unwrap_or(0);
    page.line(
        Styled::from("Survey of ")
            .strong(made.folder.display().to_string())
            .plain(format!(
                ": {} {}, {access}, {}.",
                Bytes(made.size),
                if made.is_read_only {
                    "as they are, only read"
                } else {
                    "of random data"
                },
                plural(repeats as u64, "repeat")
            )),
    );
    put_disk(&mut page, machine);
    table::put_answer(&mut page, rows);
    table::put_verdict(&mut page, rows);
    if let Some(others) = &made.others {
        neighbours::put(&mut page, others);
    }
    page.line(machine_line(machine));
    page.blank();
    page.table(table::table(rows));
    page.blank();
    table::put_caveats(&mut page, rows, width);
    if commands {
        table::put_commands(&mut page, rows);
    } else {
        page.line(Styled::new().dim("--commands prints the fio commands."));
    }
    page
}

/// What the disk calls itself.
fn put_disk(page: &mut Page, machine: &Doctor) {
    let lines = machine.layers();
    if !lines.is_empty() {
        page.item("Disk: ", "  ", lines.join(" → "));
    }
}

/// A heading over numbers that are none of a disk.
fn put_memory(page: &mut Page, machine: &Doctor) {
    let stack = machine.before.machine.as_ref().map(|machine| &machine.stack);
    let title = match stack.map(|stack| stack.in_memory()) {
        Some(InMemory::All) => "THIS IS MEMORY",
        Some(InMemory::Partly) => "THIS IS PARTLY MEMORY",
        Some(InMemory::No | InMemory::Unknown) | None => return,
    };
    let first = Styled::new().styled(Style::Bad, title);
    page.item(
        first,
        "  ",
        ", not a disk: the numbers are of memory and processor. Choose a folder on the disk that you mean.",
    );
}

struct Survey {
    started: Instant,
    time: Duration,
    direct: bool,
    target: SurveyTarget,
    folder: PathBuf,
    signals: Signals,
    keeper: Keeper,
    progress: Progress,
}

impl Survey {
    /// Writes the file, for a share of the time at most, and cuts it to what was written.
    fn fill(&mut self, size: u64) -> Result<u64> {
        let time = self.time.as_secs();
        if !self.progress.is_shown() {
            ui::say(format!("survey, about {time} s: making a file of random data"));
        }
        self.show(0.0, "makes a file of random data");
        let limit_ms = self.time.as_millis() as u64 * FILE_PERCENT / 100;
        // As long as it will be: a file that is too short would be made anew, and another file is refused.
        self.cut(size)?;
        let mut written = self.write_file(size, limit_ms)?;
        if written == 0 && self.signals.received().is_none() {
            // No direct I/O here (some network and memory file systems): go through the page cache.
            self.direct = false;
            written = self.write_file(size, limit_ms)?;
        }
        let whole = written >> 20 << 20;
        if self.signals.received().is_some() {
            return Ok(whole);
        }
        if whole < LEAST_BYTES {
            bail!(
                "only {} MiB could be written in {} s: give it more --time",
                written >> 20,
                limit_ms / 1000
            );
        }
        self.cut(whole)?;
        Ok(whole)
    }

    /// Cuts the file of our own; somebody's is left as it is.
    fn cut(&self, bytes: u64) -> Result<()> {
        match &self.target {
            SurveyTarget::Made(file) => Ok(file.cut(bytes)?),
            SurveyTarget::Given(_) => Ok(()),
        }
    }

    fn write_file(&self, size: u64, limit_ms: u64) -> Result<u64> {
        let args = [
            "--name=file".to_owned(),
            "--rw=write".to_owned(),
            "--bs=1M".to_owned(),
            "--refill_buffers".to_owned(),
            "--end_fsync=1".to_owned(),
            "--fallocate=none".to_owned(),
            format!("--direct={}", u8::from(self.direct)),
            format!("--filename={}", escaped(self.target.path())),
            format!("--size={}M", size >> 20),
            format!("--runtime={limit_ms}ms"),
        ];
        let record = self.run_job(&args, false)?;
        let worker = record.workers.first().context("nothing ran")?;
        match &worker.error {
            Some(error) if error.errno != libc::EINVAL => {
                bail!("{}: {}", self.folder.display(), error.message)
            }
            Some(_) => Ok(0),
            None => Ok(worker.stats.ddirs[Ddir::Write as usize].bytes),
        }
    }

    /// The points of this survey.
    fn points(&self) -> Vec<Point> {
        let further: &[Point] = if self.time >= LONG { &FURTHER } else { &[] };
        let all = POINTS.iter().chain(further).copied();
        all.filter(|point| !(self.target.is_read_only() && point.is_writing()))
            .collect()
    }

    /// Every point once in random order, then every point again: what drifts hits all of them.
    fn measure_all(&mut self, size: u64) -> (Vec<SurveyRow>, Option<native::survey::SurveyOthers>) {
        let points = self.points();
        let repeats = if self.time >= LONG { LONG_REPEATS } else { REPEATS };
        let count = points.len() as u64;
        let runs = u64::from(repeats) * count;
        let left_ms = self.time.saturating_sub(self.started.elapsed()).as_millis() as u64;
        let runtime_ms = (left_ms / runs).saturating_sub(40).max(100);
        let mut rows: Vec<SurveyRow> = points
            .iter()
            .map(|point| self.row(point, size, runtime_ms))
            .collect();
        let mut records: Vec<Vec<RunRecord>> = points.iter().map(|_| Vec::new()).collect();
        let seed = any_seed();
        for repeat in 0..repeats {
            let order = order::of_block(Order::Random, seed, repeat, count as u32);
            for (done, at) in order.into_iter().map(|at| at as usize).enumerate() {
                let (Some(point), Some(row)) = (points.get(at), rows.get_mut(at)) else {
                    continue;
                };
                if self.signals.received().is_some() {
                    break;
                }
                if row.error.is_some() {
                    continue;
                }
                let done = u64::from(repeat) * count + done as u64;
                self.show(done as f64 / runs as f64, point.label);
                match self.reading(point, size, runtime_ms, u64::from(repeat)) {
                    Ok(Some((reading, record))) => {
                        self.keeper.keep(&record, &verdict(&Case::of(&record)), false);
                        row.readings.push(reading);
                        if let Some(records) = records.get_mut(at) {
                            records.push(record);
                        }
                    }
                    Ok(None) => {}
                    Err(error) => row.error = Some(format!("{error:#}")),
                }
            }
        }
        for (row, records) in rows.iter_mut().zip(&records) {
            row.noise = repeats::noise(&records.iter().collect::<Vec<_>>());
        }
        let others = neighbours::of(records.iter().flatten());
        (rows, others)
    }

    fn arguments(&self, file: &Path, point: &Point, size: u64, runtime_ms: u64, repeat: u64) -> Vec<String> {
        point.arguments(&escaped(file), size, self.direct, runtime_ms, repeat + 1)
    }

    fn row(&self, point: &Point, size: u64, runtime_ms: u64) -> SurveyRow {
        // For the reader, who has no descriptor of ours: a name to make a file of that size under.
        let file = match &self.target {
            SurveyTarget::Made(_) => self.folder.join(FILE_OF_THE_READER),
            SurveyTarget::Given(path) => path.clone(),
        };
        let args = self.arguments(&file, point, size, runtime_ms, 0);
        let depth = args
            .iter()
            .find_map(|arg| arg.strip_prefix("--iodepth=")?.parse().ok())
            .unwrap_or(1);
        SurveyRow {
            label: point.label.to_owned(),
            arguments: args,
            asked_depth: depth,
            readings: Vec::new(),
            noise: Vec::new(),
            error: None,
        }
    }

    /// One run; `None` when it was interrupted.
    fn reading(
        &self,
        point: &Point,
        size: u64,
        runtime_ms: u64,
        repeat: u64,
    ) -> Result<Option<(Reading, RunRecord)>> {
        let record = self.run_job(
            &self.arguments(self.target.path(), point, size, runtime_ms, repeat),
            true,
        )?;
        if self.signals.received().is_some() {
            return Ok(None);
        }
        let worker = record.workers.first().context("nothing ran")?;
        if let Some(error) = &worker.error {
            bail!("{}", error.message);
        }
        let ddir = if point.writes { Ddir::Write } else { Ddir::Read };
        let reading = reading(&worker.stats, &record, ddir);
        Ok(Some((reading, record)))
    }

    /// With evidence, which takes some milliseconds more, a run knows of others on the disk.
    fn run_job(&self, args: &[String], evidence: bool) -> Result<RunRecord> {
        let parsed = fiord_fio::parse(args);
        if let Some(problem) = parsed.diagnostics.iter().find(|_| parsed.failed()) {
            bail!("{}", problem.message);
        }
        let plan: &RunPlan = &parsed.plan;
        let session = Session {
            only: self.target.only(),
            readonly: self.target.is_read_only(),
            evidence,
            ..Session::new(Arc::clone(&self.signals.stop))
        };
        Ok(fiord_session::measure(plan, &session, &|_| {})?)
    }

    fn show(&self, share: f64, what: &str) {
        let left = self.time.saturating_sub(self.started.elapsed()).as_secs_f64();
        self.progress
            .show(Some(share), &format!("{} left, {what}", About(left.ceil())));
    }
}

fn reading(stats: &JobStats, record: &RunRecord, ddir: Ddir) -> Reading {
    let counted = &stats.ddirs[ddir as usize];
    // With fsync after each write the wait for the sync is part of what a writer sees.
    let synced = stats.sync.ios > 0;
    let seconds = (counted.runtime_ns as f64 / 1e9).max(1e-9);
    let latency = if synced { &stats.sync.lat } else { &counted.lat };
    let percentile = |p: f64| latency.histogram.percentile(p, latency.moments.max);
    let moved = |disk: &DiskUse| match ddir {
        Ddir::Write => disk.counts.write_bytes,
        _ => disk.counts.read_bytes,
    };
    Reading {
        bytes_per_s: counted.bytes as f64 / seconds,
        iops: counted.ios as f64 / seconds,
        p50_ns: percentile(50.0),
        p99_ns: percentile(99.0),
        max_ns: latency.moments.max,
        ios: counted.ios,
        latencies: latency.moments.count,
        is_of_syncs: synced,
        issued_bytes: counted.bytes,
        device_bytes: (!record.disks.is_empty()).then(|| record.disks.iter().map(moved).sum()),
        depth: achieved_depth(&counted.lat.moments, counted.runtime_ns),
    }
}

/// fio separates file names with colons.
fn escaped(path: &Path) -> String {
    path.display().to_string().replace(':', "\\:")
}
