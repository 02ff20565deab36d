//! `fiord study`: what a study will do, running it, going on with it, its report.

mod hosts_study;
mod in_turns;
mod kernel;
pub(super) mod load;
mod load_search;
mod page;
mod runner;
mod settings;
mod shown;
pub(super) mod survey;
mod traced;
mod view;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Error, Result, anyhow, bail};
use fiord_cluster::asked::HostsAsked;
use fiord_messages::{Lang, slo, study as messages};
use fiord_report::html::{PageDocument, PageExtra};
use fiord_store::{Store, StudyRow};
use fiord_study::findings::StudyFinding;
use fiord_study::service_level::ServiceLevel;
use fiord_study::survey::NAME;
use fiord_study::{budget_time, builtin, check, language};

use super::form::{FormArgs, MetricsArgs};
use super::html::{self, HtmlArgs};
use super::kernel_settings::ChangeArgs;
use super::over_hosts::SpreadHostsArgs;
use super::{known, spec_sheet, verify};
use crate::keep::{self, KeepArgs, KeepStudyArgs, StoreArgs};
use crate::live::LiveArgs;
use crate::ui::{self, exit, say};
use fiord_session::Signals;
pub(super) use load::Preset;
pub(super) use page::{range, state};
pub(super) use runner::{StudyRunner, any_seed, seeded};
pub(super) use settings::{OF_CHECK, StudySettings};
use survey::begin::{self as survey_begin, SurveyRequest};
pub(super) use view::WholeProgress;

/// Arguments of `fiord study`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    Show(ShowArgs),
    Run(RunArgs),
    Resume(ResumeArgs),
    List(ListArgs),
    Report(ReportArgs),
}

/// How precise, how long.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
#[group(multiple = false)]
pub(super) struct PresetArgs {
    #[arg(long)]
    quick: bool,
    #[arg(long)]
    standard: bool,
    #[arg(long)]
    thorough: bool,
}

impl PresetArgs {
    pub(super) fn preset(self) -> Preset {
        if self.quick {
            Preset::Quick
        } else if self.thorough {
            Preset::Thorough
        } else {
            Preset::Standard
        }
    }
}

/// Limits of latencies for which the highest rate is searched.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct SloArgs {
    #[arg(long, value_name = "LIMIT", value_parser = limit)]
    pub(super) slo: Vec<String>,
}

/// One of them, checked.
fn limit(text: &str) -> Result<String, String> {
    ServiceLevel::parse_one(text).map(|_| text.to_owned())
}

impl SloArgs {
    /// The limits, of one machine.
    ///
    /// # Errors
    /// They are asked for with `--hosts`.
    pub(super) fn limits(&self, hosts: &HostsAsked) -> Result<Vec<String>> {
        if hosts.is_asked && !self.slo.is_empty() {
            bail!(slo::no_hosts(Lang::current()));
        }
        Ok(self.slo.clone())
    }
}

/// What a study may overwrite and change.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct StudyConsent {
    #[arg(long, value_name = "DEVICE")]
    allow_destroy: Vec<PathBuf>,
    #[command(flatten)]
    change: ChangeArgs,
}

impl StudyConsent {
    /// To overwrite these devices, and to change nothing else.
    pub(super) fn to_destroy(devices: &[PathBuf]) -> Self {
        Self {
            allow_destroy: devices.to_vec(),
            ..Self::default()
        }
    }
}

#[derive(Debug, clap::Args)]
struct ShowArgs {
    study: String,
    target: Option<PathBuf>,
    #[command(flatten)]
    preset: PresetArgs,
    #[arg(long, value_name = "TB")]
    tbw: Option<f64>,
}

#[derive(Debug, clap::Args)]
struct RunArgs {
    study: String,
    target: Option<PathBuf>,
    #[command(flatten)]
    preset: PresetArgs,
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    consent: StudyConsent,
    #[arg(long, value_name = "TIME", value_parser = budget_time::duration)]
    time: Option<Duration>,
    #[arg(long, value_name = "SHEET", conflicts_with = "slo")]
    spec: Option<PathBuf>,
    #[arg(long, conflicts_with = "slo")]
    layers: bool,
    #[command(flatten)]
    slo: SloArgs,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    keep: KeepStudyArgs,
    #[command(flatten)]
    live: LiveArgs,
    #[command(flatten)]
    hosts: SpreadHostsArgs,
}

#[derive(Debug, clap::Args)]
struct ResumeArgs {
    study: Option<String>,
    #[arg(long, value_name = "TIME", value_parser = budget_time::duration)]
    time: Option<Duration>,
    #[command(flatten)]
    consent: StudyConsent,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    live: LiveArgs,
    #[command(flatten)]
    hosts: SpreadHostsArgs,
}

#[derive(Debug, clap::Args)]
struct ListArgs {
    #[command(flatten)]
    store: StoreArgs,
}

#[derive(Debug, clap::Args)]
struct ReportArgs {
    study: String,
    #[arg(long, value_name = "SHEET")]
    spec: Option<PathBuf>,
    #[arg(long)]
    commands: bool,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    html: HtmlArgs,
    #[command(flatten)]
    store: StoreArgs,
}

pub(crate) fn run(args: &Args) -> Result<u8> {
    match &args.action {
        Action::Show(args) => show(args),
        Action::Run(args) => begin(args),
        Action::Resume(args) => resume(args),
        Action::List(args) => list(args),
        Action::Report(args) => report(args),
    }
}

/// Shows the plan of a study that comes with fiord.
///
/// # Errors
/// Standard output.
pub(super) fn explain(name: &str) -> Result<u8> {
    show(&ShowArgs {
        study: name.to_owned(),
        target: None,
        preset: PresetArgs::default(),
        tbw: None,
    })
}

fn show(args: &ShowArgs) -> Result<u8> {
    let target = args.target.as_deref();
    let Some(loaded) = load::load(&args.study, args.preset.preset(), target)? else {
        return Ok(exit::REFUSED);
    };
    ui::put(&page::plan(&loaded, args.tbw, Lang::current()))?;
    Ok(exit::OK)
}

fn begin(args: &RunArgs) -> Result<u8> {
    let asked = args.hosts.asked().check(&args.live.given())?;
    let slo = args.slo.limits(&asked)?;
    if args.study == NAME {
        return survey(args, &asked);
    }
    if asked.is_asked {
        return study_over_hosts(args, &asked);
    }
    let (name, source) = load::source(&args.study)?;
    let store = args.keep.open()?;
    let settings = StudySettings {
        source_name: name,
        source,
        preset: args.preset.preset(),
        target: args.target.clone(),
        time_s: args.time.map(|time| time.as_secs()),
        sheet: args.spec.as_deref().map(spec_sheet::read).transpose()?,
        layers: args.layers,
        slo,
        tags: args.keep.tags.clone(),
        ..StudySettings::of_verb("study")
    };
    let signals = Signals::listen()?;
    let live = args.live.open()?;
    let Some(mut runner) = StudyRunner::begin(
        settings,
        args.seed,
        store,
        &keep::command(),
        &args.consent,
        signals,
    )?
    else {
        return Ok(exit::REFUSED);
    };
    runner.live = live;
    runner.run_and_report(args.form)
}

fn study_over_hosts(args: &RunArgs, asked: &HostsAsked) -> Result<u8> {
    for (name, is_given) in [("--layers", args.layers), ("--spec", args.spec.is_some())] {
        if is_given {
            bail!(messages::NotWithHosts { option: &name }.text(Lang::current()));
        }
    }
    let (source_name, source) = load::source(&args.study)?;
    if language::read(&source_name, &source).study.changes_settings() {
        bail!(messages::settings_of_one_host(Lang::current()));
    }
    let settings = StudySettings {
        source_name,
        source,
        preset: args.preset.preset(),
        target: args.target.clone(),
        time_s: args.time.map(|time| time.as_secs()),
        tags: args.keep.tags.clone(),
        ..StudySettings::of_verb("study")
    };
    let begin = new_over_hosts(settings, args.seed, args.keep.clone());
    hosts_study::run(asked, begin, &args.consent.allow_destroy, args.form.into())
}

/// Measures a new study as one of the ranks of a launcher; the exit code.
///
/// # Errors
/// No plugin, no MPI, or ranks that do not come.
pub(super) fn begin_over_hosts(
    asked: &HostsAsked,
    settings: StudySettings,
    seed: Option<u64>,
    keep: KeepStudyArgs,
    form: FormArgs,
) -> Result<u8> {
    hosts_study::run(asked, new_over_hosts(settings, seed, keep), &[], form.into())
}

fn new_over_hosts(settings: StudySettings, seed: Option<u64>, keep: KeepStudyArgs) -> hosts_study::Begin {
    hosts_study::Begin::New {
        settings: Box::new(settings),
        seed,
        store: Box::new(move || keep.open()),
        survey: None,
    }
}

/// The study `survey` as `fiord survey` runs it: a minute, five minutes, or an hour.
fn survey(args: &RunArgs, asked: &HostsAsked) -> Result<u8> {
    let Some(path) = &args.target else {
        bail!(messages::survey_needs_path(Lang::current()));
    };
    if args.spec.is_some() || !args.consent.allow_destroy.is_empty() || !args.slo.slo.is_empty() {
        bail!(messages::survey_option(Lang::current()));
    }
    if asked.spread.is_some() {
        bail!(survey_begin::no_spread());
    }
    let usual = match args.preset.preset() {
        Preset::Quick => 60,
        Preset::Standard => 300,
        Preset::Thorough => 3600,
    };
    survey_begin::run(&SurveyRequest {
        path,
        time: args.time.unwrap_or(Duration::from_secs(usual)),
        seed: args.seed,
        commands: false,
        layers: args.layers,
        form: args.form,
        metrics: &MetricsArgs::default(),
        keep: &KeepArgs {
            at: args.keep.at.clone(),
            no_store: args.keep.no_store,
            save: None,
            tags: args.keep.tags.clone(),
        },
        live: &args.live,
        hosts: asked,
    })
}

fn no_such_study(study: &str, store: &Store) -> Error {
    let at = StoreArgs {
        store: Some(store.path().to_owned()),
    };
    let error = || {
        anyhow!(
            messages::NoSuchStudy {
                study: &study,
                store: &store.path().display(),
            }
            .text(Lang::current())
        )
    };
    known::instead(study, &at, error)
}

/// The study that is to be gone on with.
fn to_resume(study: Option<&str>, at: &StoreArgs) -> Result<(StudyRow, Store)> {
    let store = at.write()?;
    let row = match study {
        Some(text) => store.study(text)?,
        None => store.studies()?.into_iter().find(page::is_open),
    };
    let Some(row) = row else {
        match study {
            Some(text) => return Err(no_such_study(text, &store)),
            None => bail!(
                messages::AllStudiesEnded {
                    store: &store.path().display()
                }
                .text(Lang::current())
            ),
        }
    };
    Ok((row, store))
}

fn resume(args: &ResumeArgs) -> Result<u8> {
    let asked = args.hosts.asked().check(&args.live.given())?;
    if asked.is_asked {
        let (study, at) = (args.study.clone(), args.store.clone());
        let begin = hosts_study::Begin::Resume {
            find: Box::new(move || to_resume(study.as_deref(), &at)),
            time_s: args.time.map(|time| time.as_secs()),
        };
        return hosts_study::run(&asked, begin, &args.consent.allow_destroy, args.form.into());
    }
    let (row, store) = to_resume(args.study.as_deref(), &args.store)?;
    if let Some(before) = StudySettings::of(&row)?.hosts {
        bail!(
            messages::BegunByHosts {
                study: &row.id,
                hosts: &fiord_record::hosts::shape(&before.hosts),
            }
            .text(Lang::current())
        );
    }
    let signals = Signals::listen()?;
    let live = args.live.open()?;
    let Some(mut runner) = StudyRunner::resume(&row, store, &args.consent, signals)? else {
        return Ok(exit::REFUSED);
    };
    if let Some(time) = args.time {
        runner.study.budget.seconds = Some(time.as_secs_f64());
    }
    runner.live = live;
    runner.run_and_report(args.form)
}

fn list(args: &ListArgs) -> Result<u8> {
    let stored: Vec<StudyRow> = match args.store.read() {
        Ok(store) => store.studies()?,
        Err(error) => {
            say(format!("{error:#}"));
            Vec::new()
        }
    };
    ui::put(&page::list(
        &stored,
        &builtin::ALL,
        &check::BUILTIN,
        Lang::current(),
    ))?;
    Ok(exit::OK)
}

fn stored(study: &str, store: Store) -> Result<Option<StudyRunner>> {
    let Some(row) = store.study(study)? else {
        return Err(no_such_study(study, &store));
    };
    StudyRunner::look(&row, store)
}

/// The cell of each run of a stored study, in words; nothing where its text has mistakes, which were printed.
///
/// # Errors
/// The store.
pub(super) fn cells_of_runs(row: &StudyRow, store: Store) -> Result<Vec<(i64, String)>> {
    let Some(runner) = StudyRunner::look(row, store)? else {
        return Ok(Vec::new());
    };
    runner.cells_of_runs()
}

/// Recomputes every number and finding of a stored study from the records of its runs; the exit code.
///
/// # Errors
/// There is none, or a record is missing.
pub(super) fn verify(study: &str, store: Store) -> Result<u8> {
    let Some(runner) = stored(study, store)? else {
        return Ok(exit::REFUSED);
    };
    let study = &runner.id;
    let title = messages::VerifiedStudy { study }.text(Lang::current());
    verify::put(&title, &runner.recomputed()?)
}

/// What a stored study found, each finding with its sentence; nothing where its text has mistakes, which were printed.
///
/// # Errors
/// The store.
pub(super) fn findings(row: &StudyRow, store: Store, lang: Lang) -> Result<Vec<(StudyFinding, String)>> {
    let Some(runner) = StudyRunner::look(row, store)? else {
        return Ok(Vec::new());
    };
    let found = runner.analysed_in(&runner.rows()?, lang)?.findings.into_iter();
    Ok(found
        .map(|finding| (finding.clone(), finding.sentence(lang)))
        .collect())
}

/// How many runs of a stored study are still to come, at least and at most; `None` where that is unknown.
///
/// # Errors
/// There is none, or the store.
pub(super) fn runs_left(study: &str, store: Store) -> Result<Option<(u64, u64)>> {
    stored(study, store)?.map_or(Ok(None), |runner| runner.runs_left())
}

/// A stored study as a document, with what its page has besides; none where its text has mistakes, which were printed.
///
/// # Errors
/// There is none, or the store.
pub(super) fn document(
    study: &str,
    store: Store,
    lang: Lang,
) -> Result<Option<(Box<dyn PageDocument>, PageExtra)>> {
    stored(study, store)?
        .map(|runner| runner.document(lang))
        .transpose()
}

/// Prints a stored study in one of its forms; the exit code.
///
/// # Errors
/// There is none, or standard output.
pub(super) fn print(study: &str, store: Store, form: FormArgs) -> Result<u8> {
    let Some(runner) = stored(study, store)? else {
        return Ok(exit::REFUSED);
    };
    runner.report(form)?;
    Ok(exit::OK)
}

fn report(args: &ReportArgs) -> Result<u8> {
    let Some(mut runner) = stored(&args.study, args.store.read()?)? else {
        return Ok(exit::REFUSED);
    };
    if let Some(spec) = &args.spec {
        runner.settings.sheet = Some(spec_sheet::read(spec)?);
    }
    runner.shows_commands = args.commands;
    if let Some(path) = &args.html.file {
        let (document, extra) = runner.document(Lang::current())?;
        html::write(path, document.as_ref(), &extra)?;
    }
    runner.report(args.form)?;
    Ok(exit::OK)
}
