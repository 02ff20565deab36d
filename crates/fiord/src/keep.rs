//! Keeping runs in the store: where it is, and what happens when it cannot be used.
//!
//! A store that the user named must work; the usual one that does not is reported, and the run goes on without it.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use fiord_job::plan::{Ddir, PlanPart};
use fiord_job::showcmd;
use fiord_judge::case::Case;
use fiord_judge::ranks::HostsFinding;
use fiord_judge::{Finding, Verdict};
use fiord_messages::{Lang, run as messages};
use fiord_record::imported::FigureOf;
use fiord_record::run::{HostsRun, RunRecord};
use fiord_report::documents::many_hosts::view::HostsView;
use fiord_report::documents::many_hosts::{rates, together};
use fiord_report::documents::repeats;
use fiord_report::text::many_hosts as page;
use fiord_store::{FindingRow, NewRun, ResultRow, Store, StoredJudgement};
use serde_json::{Value, json};

use crate::ui::{self, exit};

/// Names the store for all verbs; `none` keeps nothing.
const VARIABLE: &str = "FIORD_STORE";
/// The store in the directory for users' data.
const FILE: &str = "fiord/runs.sqlite";

/// Where the store is.
#[derive(Debug, Clone, Default, PartialEq, clap::Args)]
pub(crate) struct StoreArgs {
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
}

/// What to keep, of verbs that measure.
#[derive(Debug, Clone, Default, PartialEq, clap::Args)]
pub(crate) struct KeepArgs {
    #[command(flatten)]
    pub(crate) at: StoreArgs,
    #[arg(long, conflicts_with_all = ["store", "save", "tag"])]
    pub(crate) no_store: bool,
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub(crate) save: Option<String>,
    #[arg(long = "tag", id = "tag", value_name = "TAG", value_delimiter = ',', value_parser = tag)]
    pub(crate) tags: Vec<String>,
}

/// Where a study is kept.
#[derive(Debug, Clone, Default, PartialEq, clap::Args)]
pub(crate) struct KeepStudyArgs {
    #[command(flatten)]
    pub(crate) at: StoreArgs,
    #[arg(long, conflicts_with_all = ["store", "tag"])]
    pub(crate) no_store: bool,
    #[arg(long = "tag", id = "tag", value_name = "TAG", value_delimiter = ',', value_parser = tag)]
    pub(crate) tags: Vec<String>,
}

/// A name of a run: not a number, which would be an id.
pub(crate) fn name(text: &str) -> Result<String, String> {
    match text {
        "" => Err(messages::empty_name(Lang::current()).to_owned()),
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => {
            Err(messages::NumberAsName { name: &text }.text(Lang::current()))
        }
        _ => Ok(text.to_owned()),
    }
}

/// A tag: a word or words, on one line.
pub(crate) fn tag(text: &str) -> Result<String, String> {
    let tag = text.trim();
    if tag.is_empty() || tag.contains(char::is_control) {
        return Err(messages::TagInvalid {
            text: &text.escape_debug(),
        }
        .text(Lang::current()));
    }
    Ok(tag.to_owned())
}

/// Where the store lies; none: nothing is kept.
enum At {
    /// By the option or by the variable: one that cannot be used is refused before anything is measured.
    Named(PathBuf),
    Usual(PathBuf),
    Nowhere,
}

impl StoreArgs {
    fn at(&self) -> Result<At> {
        if let Some(path) = &self.store {
            return Ok(At::Named(path.clone()));
        }
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        match variable(VARIABLE) {
            Some(value) if value == "none" => return Ok(At::Nowhere),
            Some(value) => return Ok(At::Named(value.into())),
            None => {}
        }
        // Relative ones are to be ignored, says the XDG specification.
        let data = variable("XDG_DATA_HOME")
            .map(PathBuf::from)
            .filter(|path| path.is_absolute());
        let home = || Some(PathBuf::from(variable("HOME")?).join(".local/share"));
        let folder = data.or_else(home).filter(|path| path.is_absolute());
        let folder = folder.context(messages::no_directory(Lang::current()))?;
        Ok(At::Usual(folder.join(FILE)))
    }

    /// The store for verbs that only read it.
    ///
    /// # Errors
    /// There is none, or it is unfit.
    pub(crate) fn read(&self) -> Result<Store> {
        match self.at()? {
            At::Named(path) | At::Usual(path) => Ok(Store::open_read_only(&path)?),
            At::Nowhere => bail!(messages::store_off(Lang::current())),
        }
    }

    /// The store for verbs that cannot do without writing.
    ///
    /// # Errors
    /// It is unfit.
    pub(crate) fn write(&self) -> Result<Store> {
        match self.at()? {
            At::Named(path) | At::Usual(path) => Ok(Store::open(&path)?),
            At::Nowhere => bail!(messages::store_off(Lang::current())),
        }
    }
}

impl KeepStudyArgs {
    /// The store for a study, in memory where nothing is kept.
    ///
    /// # Errors
    /// It is unfit.
    pub(crate) fn open(&self) -> Result<Store> {
        if self.no_store {
            return Ok(Store::in_memory()?);
        }
        if matches!(self.at.at(), Ok(At::Nowhere)) {
            bail!(messages::study_store_off(Lang::current()));
        }
        self.at.write()
    }
}

impl KeepArgs {
    /// The store for a verb that measures. None: nothing is kept.
    ///
    /// # Errors
    /// The store that the user named cannot be used, or it has to be and there is none.
    pub(crate) fn open(&self) -> Result<Option<Store>> {
        if self.no_store {
            return Ok(None);
        }
        let opened = match self.at.at() {
            Ok(At::Named(path)) => return Ok(Some(Store::open(&path)?)),
            Ok(At::Nowhere) if self.save.is_some() => {
                bail!(messages::save_store_off(Lang::current()))
            }
            Ok(At::Nowhere) => return Ok(None),
            Ok(At::Usual(path)) => Store::open(&path).map_err(anyhow::Error::from),
            Err(error) => Err(error),
        };
        match opened {
            Ok(store) => Ok(Some(store)),
            Err(error) if self.save.is_some() => Err(error.context("--save")),
            Err(error) => {
                let error = &format!("{error:#}");
                ui::say(messages::NotKeptHere { error }.text(Lang::current()));
                Ok(None)
            }
        }
    }
}

/// Keeps the runs of one invocation.
pub(crate) struct Keeper {
    store: Option<Store>,
    name: Option<String>,
    tags: Vec<String>,
    verb: &'static str,
    command: String,
    /// Whether the user named the store or the run, so that one that is not kept is a failure.
    is_named: bool,
    is_lost: bool,
}

impl Keeper {
    /// Opens the store, before anything is measured.
    ///
    /// # Errors
    /// The store that the user named cannot be used, or it has to be and there is none.
    pub(crate) fn open(args: &KeepArgs, verb: &'static str) -> Result<Self> {
        let keeper = |store| Self {
            store,
            name: args.save.clone(),
            tags: args.tags.clone(),
            verb,
            command: command(),
            is_named: args.save.is_some() || matches!(args.at.at(), Ok(At::Named(_))),
            is_lost: false,
        };
        args.open().map(keeper)
    }

    /// With the seed in the stored command, where none was typed: it then repeats what was measured.
    pub(crate) fn seeded(mut self, seed: u64) -> Self {
        if !self.command.contains("--seed") {
            self.command = format!("{} --seed {seed}", self.command);
        }
        self
    }

    /// Keeps a run; its id, or none where it is not kept. What goes wrong is printed: the run itself stands.
    pub(crate) fn keep(&mut self, record: &RunRecord, verdict: &Verdict, interrupted: bool) -> Option<i64> {
        self.keep_judged(record, judgement(verdict), interrupted)
    }

    /// As [`Keeper::keep`], judged already.
    pub(crate) fn keep_judged(
        &mut self,
        record: &RunRecord,
        judgement: StoredJudgement,
        interrupted: bool,
    ) -> Option<i64> {
        let run = NewRun {
            record,
            name: self.name.as_deref(),
            tags: &self.tags,
            verb: self.verb,
            command: &self.command,
            target: target(record),
            interrupted,
            judgement,
            results: results(record),
            place: None,
        };
        match self.store.as_mut()?.add(&run) {
            Ok(id) => Some(id),
            Err(error) => {
                let error = &error;
                ui::say(messages::NotKept { error }.text(Lang::current()));
                self.is_lost = true;
                None
            }
        }
    }

    /// The exit code of a verb that would end with `code`, but for a named store that took no run.
    pub(crate) fn exit_code(&self, code: u8) -> u8 {
        if self.is_lost && self.is_named && code != exit::INTERRUPTED {
            exit::REFUSED
        } else {
            code
        }
    }
}

/// The first file or device of a run, from the root: a list of runs has no working directory.
pub(crate) fn target(record: &RunRecord) -> Option<String> {
    let seen = record.before.targets.first().map(|target| target.path.clone());
    let jobs = record
        .plan
        .jobs
        .iter()
        .filter(|job| !job.engine.kind.is_diskless());
    let named = jobs.filter_map(|job| job.files.filenames.first()).next();
    let import = record.context.import.as_ref();
    if let Some(ladder) = &record.context.ladder {
        return ladder.target.clone();
    }
    match seen.or_else(|| named.map(PathBuf::from)) {
        // The file of another machine is not below the working directory here.
        Some(path) if import.is_some() => Some(path.display().to_string()),
        Some(path) => Some(whole(&path)),
        None => import
            .map(|import| import.name.clone())
            .filter(|name| !name.is_empty()),
    }
}

fn whole(path: &Path) -> String {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    whole.display().to_string()
}

/// Tells where one run is found again.
pub(crate) fn say_kept(id: Option<i64>) {
    if let Some(id) = id {
        ui::say(messages::Kept { id: &id }.text(Lang::current()));
    }
}

/// What was typed, quoted for a shell.
pub(crate) fn command() -> String {
    let words = std::env::args_os().enumerate().map(|(place, word)| {
        if place == 0 {
            "fiord".to_owned()
        } else {
            showcmd::bytes_for_shell(word)
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A verdict as the store has it.
pub(crate) fn judgement(verdict: &Verdict) -> StoredJudgement {
    let row = |finding: &Finding| FindingRow {
        trap: finding.trap().name().to_owned(),
        severity: finding.severity.name().to_owned(),
        saw: finding.saw(Lang::En),
        finding: serde_json::to_value(finding).unwrap_or_default().to_string(),
    };
    StoredJudgement {
        grade: verdict.grade.name().to_owned(),
        verdict: verdict.line(Lang::En),
        measured: json!({ "measured": measured(verdict), "reason": why(verdict) }).to_string(),
        findings: verdict.findings.iter().map(row).collect(),
    }
}

fn measured(verdict: &Verdict) -> Value {
    serde_json::to_value(&verdict.measured).unwrap_or_default()
}

fn why(verdict: &Verdict) -> Value {
    serde_json::to_value(&verdict.reason).unwrap_or_default()
}

/// A record judged, as the store has it.
pub(crate) fn judged(record: &RunRecord) -> StoredJudgement {
    if let Some(ladder) = &record.context.ladder {
        return crate::verbs::ladder_judgement(ladder);
    }
    match &record.hosts {
        None => judgement(&fiord_judge::verdict::verdict(&Case::of(record))),
        Some(run) => judged_hosts(run),
    }
}

fn judged_hosts(run: &HostsRun) -> StoredJudgement {
    let view = HostsView::of(run);
    let found = together::findings(&view);
    let (grade, reason) = (
        together::grade(&view, &found),
        together::reason(&view, &found, Lang::En),
    );
    let row = |finding: &HostsFinding| FindingRow {
        trap: finding.name().to_owned(),
        severity: finding.severity().name().to_owned(),
        saw: finding.saw(Lang::En),
        finding: serde_json::to_value(finding).unwrap_or_default().to_string(),
    };
    let of_hosts = view.hosts.iter().map(|host| judgement(&host.verdict));
    let of_each = view.hosts.iter().map(|host| {
        let verdict = &host.verdict;
        json!({ "host": host.name, "measured": measured(verdict), "reason": why(verdict) })
    });
    StoredJudgement {
        grade: grade.name().to_owned(),
        verdict: Lang::En.sentences(&[page::headline(&view, Lang::En), reason]),
        measured: json!({ "hosts": of_each.collect::<Vec<_>>() }).to_string(),
        findings: found
            .iter()
            .map(row)
            .chain(of_hosts.flat_map(|judged| judged.findings))
            .collect(),
    }
}

/// The rates of a record as the store has them.
pub(crate) fn results(record: &RunRecord) -> Vec<ResultRow> {
    let first = |values: &[Option<u64>]| values.first().copied().flatten();
    let row = |series: repeats::Series| {
        let name = record.plan.jobs.get(series.job).map(|job| job.name.clone());
        Some(ResultRow {
            job: series.job,
            name: name.unwrap_or_default(),
            ddir: record.direction_name(series.job, series.ddir).to_owned(),
            iops: *series.iops.first()?,
            bytes_per_s: *series.bytes_per_s.first()?,
            lat_p50_ns: first(&series.p50_ns),
            lat_p99_ns: first(&series.p99_ns),
        })
    };
    let mut rows: Vec<ResultRow> = repeats::series(&[record]).into_iter().filter_map(row).collect();
    if rows.is_empty() {
        rows = figures(record);
    }
    if let Some(run) = &record.hosts {
        // Of many hosts the rates of one window: each rank's own time is another one.
        for rates in rates::of(&HostsView::of(run)) {
            let is_it = |row: &&mut ResultRow| row.job == rates.job && row.ddir == rates.ddir.name();
            if let (Some(row), Some(quoted)) = (rows.iter_mut().find(is_it), rates.quoted()) {
                (row.iops, row.bytes_per_s) = quoted;
            }
        }
    }
    rows
}

/// The rates of an imported text without I/O counts.
fn figures(record: &RunRecord) -> Vec<ResultRow> {
    let Some(import) = &record.context.import else {
        return Vec::new();
    };
    let job = record.plan.jobs.first().filter(|job| job.tells(PlanPart::Blocks));
    let block = job
        .map(|job| job.access.max_block_bytes() as f64)
        .filter(|bytes| *bytes > 0.0);
    let of = |ddir: Ddir| {
        let value = |what: FigureOf| {
            let mut figures = import.figures.iter();
            let found = figures.find(|figure| figure.what == what && figure.ddir == Some(ddir));
            found.map(|figure| f64::midpoint(figure.value.low, figure.value.high))
        };
        let (iops, bytes_per_s) = (value(FigureOf::Iops), value(FigureOf::BytesPerS));
        let latency = |what| value(what).map(|ns| ns as u64);
        Some(ResultRow {
            job: 0,
            name: import.name.clone(),
            ddir: ddir.name().to_owned(),
            iops: iops.or_else(|| Some(bytes_per_s? / block?))?,
            bytes_per_s: bytes_per_s.or_else(|| Some(iops? * block?))?,
            lat_p50_ns: latency(FigureOf::P50Ns),
            lat_p99_ns: latency(FigureOf::P99Ns),
        })
    };
    Ddir::ALL.into_iter().filter_map(of).collect()
}
