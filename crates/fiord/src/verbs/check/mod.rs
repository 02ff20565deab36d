//! `fiord check`: is this disk good enough for etcd, PostgreSQL, recording video and the like?

pub(super) mod assertions;
mod highest_load;
mod load;
mod meaning;
mod measure;
mod of_result;
mod page;
mod stored;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use fiord_messages::{Lang, check as messages};
use fiord_report::text::Page;
use fiord_report::text::findings::Detail;
use fiord_study::check::{CheckEnd, Expectation, UserNeed};
use fiord_study::language;

use super::form::{FormArgs, MetricsArgs};
use super::html::{self, HtmlArgs};
use super::study::{PresetArgs, SloArgs};
use crate::keep::{self, KeepArgs, Keeper, StoreArgs};
use crate::live::LiveArgs;
use crate::ui::{self, exit};
use assertions::Reports;
use fiord_session::Signals;
use load::CheckRequest;
use measure::MeasuredCheck;
pub(super) use stored::{StoredCheck, of_run};

/// Arguments of `fiord check`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    recipe: Option<String>,
    path: Option<PathBuf>,
    #[arg(long, value_name = "RESULT", requires = "recipe", conflicts_with_all = ["path", "most", "allow_destroy", "slo", "live", "metrics_listen"])]
    result: Option<PathBuf>,
    #[arg(long = "expect", value_name = "EXPECTATION", value_parser = Expectation::parse)]
    expectations: Vec<Expectation>,
    #[arg(long = "need", value_name = "NAME=VALUE", value_parser = UserNeed::parse)]
    needs: Vec<UserNeed>,
    #[command(flatten)]
    slo: SloArgs,
    #[command(flatten)]
    preset: PresetArgs,
    #[arg(long, value_name = "RUNS", value_parser = clap::value_parser!(u32).range(6..=1000))]
    most: Option<u32>,
    #[arg(long)]
    seed: Option<u64>,
    #[arg(long, value_name = "DEVICE")]
    allow_destroy: Vec<PathBuf>,
    #[arg(long = "report", value_name = "KIND")]
    reports: Vec<String>,
    #[arg(short, long, conflicts_with_all = ["json", "csv"])]
    verbose: bool,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    html: HtmlArgs,
    #[command(flatten)]
    metrics: MetricsArgs,
    #[command(flatten)]
    live: LiveArgs,
    #[command(flatten)]
    keep: KeepArgs,
}

pub(crate) fn run(args: &Args) -> Result<u8> {
    let Some(recipe) = &args.recipe else {
        ui::put(&page::list(Lang::current()))?;
        return Ok(exit::OK);
    };
    let signals = Signals::listen()?;
    let Some(plan) = load::load(&args.request(recipe, args.path.as_deref()))? else {
        return Ok(exit::REFUSED);
    };
    if args.result.is_none() && plan.target.is_none() && !plan.cell.is_diskless() {
        bail!(messages::NoTarget { recipe: &plan.name }.text(Lang::current()));
    }
    if !plan.slo.is_empty() && args.result.is_none() {
        return highest_load::search(args, (recipe, plan), signals);
    }
    let reports = Reports::open(&args.reports)?;
    let metrics = args.metrics.open()?;
    // The seed tells the runs of this check from those of others.
    let mut keeper = Keeper::open(&args.keep, "check")?.seeded(plan.seed);
    let measured_check = match &args.result {
        Some(file) => of_result::judge(plan, file, &args.keep.at)?,
        None => measure::measure(
            plan,
            &args.allow_destroy,
            (&signals, &args.live.open()?),
            &mut keeper,
        )?,
    };
    let is_interrupted = signals.received().is_some();
    if measured_check.trial.runs().is_empty() {
        bail!(messages::interrupted_early(Lang::current()));
    }
    print(args, &measured_check, is_interrupted)?;
    if let Some(path) = &args.html.file {
        let (document, extra) = page::drawn(&measured_check, &keep::command(), Lang::current());
        html::write(path, &document, &extra)?;
    }
    reports.write(
        &measured_check.plan.name,
        &measured_check.cases(),
        measured_check.seconds,
    )?;
    if let Some(file) = metrics {
        let document = page::document(&measured_check, &keep::command(), Lang::En);
        let written = file.write(&fiord_report::openmetrics::check(&document.body));
        written.context("--metrics")?;
    }
    Ok(keeper.exit_code(match measured_check.trial.end() {
        _ if is_interrupted => exit::INTERRUPTED,
        CheckEnd::Passed | CheckEnd::Measured => exit::OK,
        CheckEnd::Failed => exit::FAILED,
        CheckEnd::Undecided { .. } | CheckEnd::NotMeasurable(_) => exit::UNDECIDED,
    }))
}

impl Args {
    /// What is asked of a recipe.
    fn request<'a>(&'a self, recipe: &'a str, path: Option<&'a Path>) -> CheckRequest<'a> {
        CheckRequest {
            recipe,
            path,
            expectations: &self.expectations,
            needs: &self.needs,
            slo: &self.slo.slo,
            preset: self.preset.preset(),
            most: self.most,
            seed: self.seed,
        }
    }
}

/// The load of a recipe that comes with fiord as a study of its own, which can be repeated and resumed like any study.
///
/// # Errors
/// No recipe is called so.
pub(super) fn study_of(recipe: &str) -> Result<String> {
    let lang = Lang::current();
    let known = fiord_study::check::find(recipe)
        .with_context(|| messages::NoRecipeInNotebook { name: &recipe }.text(lang))?;
    Ok(language::study_of_recipe(known.text))
}

/// What the runs of a stored result say of a recipe, judged again.
///
/// # Errors
/// The store, or a need that the recipe cannot have.
pub(super) fn of_stored(
    recipe: &str,
    (expectations, needs): (&[Expectation], &[UserNeed]),
    result: &str,
    store: &StoreArgs,
    lang: Lang,
) -> Result<Option<Page>> {
    let request = CheckRequest {
        expectations,
        needs,
        ..CheckRequest::of(recipe)
    };
    let Some(plan) = load::load(&request)? else {
        return Ok(None);
    };
    let measured_check = of_result::judge(plan, Path::new(result), store)?;
    Ok(Some(page::verdict(&measured_check, lang)))
}

/// Shows a recipe that comes with fiord: what it measures, what it expects and by which source.
///
/// # Errors
/// Standard output.
pub(super) fn explain(recipe: &str) -> Result<u8> {
    let Some(plan) = load::load(&CheckRequest::of(recipe))? else {
        return Ok(exit::REFUSED);
    };
    ui::put(&page::recipe(&plan, Lang::current()))?;
    Ok(exit::OK)
}

fn print(args: &Args, measured_check: &MeasuredCheck, is_interrupted: bool) -> Result<()> {
    let command = keep::command();
    let lang = args.form.lang();
    if args.form.json {
        ui::print(&page::document(measured_check, &command, Lang::En).to_text()?)?;
    } else if args.form.csv {
        ui::print(&page::table(&measured_check.trial.checked(), lang).csv())?;
    } else {
        let detail = if args.verbose {
            Detail::Reasons
        } else {
            Detail::Line
        };
        let page = page::page(measured_check, (&command, detail), is_interrupted, lang);
        if args.form.md {
            ui::print(&page.markdown(lang))?;
        } else {
            ui::put(&page)?;
        }
    }
    Ok(())
}
