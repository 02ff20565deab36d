//! `fiord compare A B [C…]`: results side by side, matched by what was measured.

mod catalogue;
mod named;
mod of_one;
mod results;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use fiord_compare::facts::{self, FactDifference};
use fiord_compare::limits::{CompareLimit, LimitState};
use fiord_compare::outcome::{compare, compare_rows};
use fiord_compare::result::{ComparedMetric, ComparedResult, ResultKind};
use fiord_compare::rows::{WorkloadRow, rows};
use fiord_compare::verdict::{CompareSettings, ComparisonOutcome};
use fiord_compare::why;
use fiord_messages::{Lang, compare as messages};
use fiord_report::documents::Document;
use fiord_report::documents::compare::Comparison;
use fiord_report::html::{PageDistribution, PageExtra, TranslatedDocument, charts};
use fiord_store::{RunRow, Store};

use super::form::FormArgs;
use super::html::{self, HtmlArgs};
use super::spec_sheet;
use crate::keep::{self, StoreArgs};
use crate::ui::{self, Screen, exit};
pub(super) use named::{read, runs_of};
pub(super) use results::{add_disturbances, of_judged, of_runs, wrong};

/// Arguments of `fiord compare`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[arg(value_name = "RESULT", required_unless_present = "list")]
    results: Vec<String>,
    #[arg(long, value_name = "ROW", conflicts_with_all = ["spec", "why"])]
    base: Option<String>,
    #[arg(long, value_name = "FILE")]
    spec: Vec<PathBuf>,
    #[arg(long, value_name = "PERCENT", default_value = "5%", value_parser = margin)]
    margin: f64,
    #[arg(long, value_name = "LIST", default_value = "rate,p99", value_delimiter = ',', value_parser = ["rate", "p50", "p99", "mean"])]
    metric: Vec<String>,
    #[arg(long, value_name = "CONDITION", value_parser = CompareLimit::parse)]
    fail_if: Vec<CompareLimit>,
    #[arg(long)]
    why: bool,
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    html: HtmlArgs,
    #[command(flatten)]
    store: StoreArgs,
}

fn margin(text: &str) -> Result<f64, String> {
    let wrong = || messages::MarginUnreadable { text: &text }.text(Lang::current());
    let number = text.strip_suffix('%').ok_or_else(wrong)?;
    let percent: f64 = number.trim().parse().map_err(|_| wrong())?;
    if !(0.1..=100.0).contains(&percent) {
        return Err(wrong());
    }
    Ok(percent / 100.0)
}

/// Runs the verb; the exit code: 1 where a condition of --fail-if is met, 3 where one is undecided, 2 where nothing can be compared.
pub(crate) fn run(args: &Args) -> Result<u8> {
    if args.list {
        ui::put(&catalogue::page()?)?;
        return Ok(exit::OK);
    }
    let lang = args.form.lang();
    let build = |compared: &[ComparedResult], lang| {
        let settings = CompareSettings {
            margin: args.margin,
            lang,
            ..metrics(&args.metric)
        };
        if args.base.is_some() {
            return rows_with(&args.results[0], compared, &settings, &args.fail_if);
        }
        let mut document = compared_with(compared, &settings, &args.fail_if);
        if let ([base, other], true) = (compared, args.why) {
            let Comparison {
                outcome, differences, ..
            } = &document.body;
            document.body.why = Some(why::suspects([base, other], outcome, differences, lang));
        }
        document
    };
    let compared = read_all(args, &[], lang)?;
    if let [only] = compared.as_slice() {
        bail!(
            messages::OneResult {
                name: &only.label.name
            }
            .text(Lang::current())
        );
    }
    if args.why && compared.len() > 2 {
        bail!(fiord_messages::why::needs_two(Lang::current()));
    }
    let shown = build(&compared, lang);
    let Some(path) = &args.html.file else {
        return put(&shown, args.form);
    };
    let english = match lang {
        Lang::En => None,
        _ => Some(build(&read_all(args, &compared, Lang::En)?, Lang::En)),
    };
    let extra = page_extra(&shown.body, &compared, lang, keep::command());
    let document = TranslatedDocument { shown, english };
    html::write(path, &document, &extra)?;
    put(&document.shown, args.form)
}

/// Reads what is compared. Files have no words of ours, and standard input can be read once: those in `known` are not read again.
fn read_all(args: &Args, known: &[ComparedResult], lang: Lang) -> Result<Vec<ComparedResult>> {
    let is_file = |name: &str| {
        let path = name.strip_prefix("file:").unwrap_or(name);
        path == "-" || Path::new(path).exists()
    };
    if let Some(base) = &args.base {
        let [name] = args.results.as_slice() else {
            bail!(messages::base_of_one(Lang::current()));
        };
        return of_one::read(name, base, &args.store, lang);
    }
    let mut compared: Vec<ComparedResult> = Vec::new();
    for (place, name) in args.results.iter().enumerate() {
        compared.push(match known.get(place) {
            Some(known)
                if matches!(known.label.kind, ResultKind::Document | ResultKind::Import) && is_file(name) =>
            {
                known.clone()
            }
            _ => read(name, &args.store, lang)?,
        });
    }
    for path in &args.spec {
        let sheet = spec_sheet::read(path)?;
        let name = path.display().to_string();
        compared.push(fiord_compare::catalogue::of_sheet(&name, &sheet, lang));
    }
    Ok(compared)
}

/// All results against the first.
fn compared_with(
    compared: &[ComparedResult],
    settings: &CompareSettings,
    limits: &[CompareLimit],
) -> Document<Comparison> {
    let outcome = compare(compared, settings);
    let differences = differences(compared, settings.lang);
    document(compared, differences, (outcome, settings), limits)
}

/// The rows of a result against the first of them.
fn rows_with(
    name: &str,
    rows: &[ComparedResult],
    settings: &CompareSettings,
    limits: &[CompareLimit],
) -> Document<Comparison> {
    let outcome = compare_rows(rows, name, settings);
    document(rows, Vec::new(), (outcome, settings), limits)
}

/// Stored runs against the first of them, as a document with what its page has besides.
///
/// # Errors
/// The store.
pub(super) fn of_stored(
    store: &Store,
    rows: &[RunRow],
    lang: Lang,
) -> Result<(TranslatedDocument<Document<Comparison>>, PageExtra)> {
    let mut extra = PageExtra::default();
    let document = TranslatedDocument::new(lang, |lang| {
        let one =
            |row: &RunRow| results::of_rows(&row.id.to_string(), store, std::slice::from_ref(row), lang);
        let compared: Vec<ComparedResult> = rows.iter().map(one).collect::<Result<_>>()?;
        let settings = CompareSettings {
            lang,
            ..CompareSettings::default()
        };
        let document = compared_with(&compared, &settings, &[]);
        let ids: Vec<String> = rows.iter().map(|row| row.id.to_string()).collect();
        extra = page_extra(
            &document.body,
            &compared,
            lang,
            format!("fiord compare {}", ids.join(" ")),
        );
        anyhow::Ok(document)
    })?;
    Ok((document, extra))
}

/// What the page of a comparison has besides; `again` is its command.
fn page_extra(comparison: &Comparison, compared: &[ComparedResult], lang: Lang, again: String) -> PageExtra {
    PageExtra {
        lang,
        distributions: distributions(compared),
        csv: vec![(
            messages::numbers(lang).to_owned(),
            comparison.table(Lang::En).csv(),
        )],
        again,
        ..PageExtra::default()
    }
}

/// The latencies of all workloads that two results or more have, of the runs that count.
fn distributions(compared: &[ComparedResult]) -> Vec<PageDistribution> {
    let of_row = |row: &WorkloadRow| {
        let sides = row.cells.iter().zip(compared);
        let results =
            sides.filter_map(|(cell, result)| Some((result.label.name.clone(), cell.as_ref()?.latencies())));
        PageDistribution {
            workload: row.key.brief(),
            results: results.filter(|(_, latencies)| !latencies.is_empty()).collect(),
        }
    };
    let mut all: Vec<PageDistribution> = rows(compared).iter().map(of_row).collect();
    all.retain(|one| one.results.len() > 1);
    all
}

fn metrics(names: &[String]) -> CompareSettings {
    let latency = |name: &String| match name.as_str() {
        "p50" => Some(ComparedMetric::P50),
        "p99" => Some(ComparedMetric::P99),
        "mean" => Some(ComparedMetric::Mean),
        _ => None,
    };
    CompareSettings {
        rate: names.iter().any(|name| name == "rate"),
        latencies: names.iter().filter_map(latency).collect(),
        ..CompareSettings::default()
    }
}

/// In what machines and plans of matched workloads differ.
pub(super) fn differences(results: &[ComparedResult], lang: Lang) -> Vec<FactDifference> {
    let machines: Vec<&facts::Facts> = results.iter().map(|result| &result.facts).collect();
    let mut differences = facts::of_machines(&machines);
    let matched = rows(results);
    let options: Vec<Vec<Option<&facts::GivenOptions>>> = matched
        .iter()
        .filter(|row| row.present() > 1)
        .map(|row| {
            let cells = row.cells.iter();
            let options = cells.map(|cell| {
                let one = cell.as_ref()?.counted.first().filter(|one| !one.is_claim)?;
                Some(one.options.as_slice())
            });
            options.collect()
        })
        .collect();
    differences.extend(facts::of_plans(&options, lang));
    differences
}

/// A comparison with what was asked of it.
pub(super) fn document(
    results: &[ComparedResult],
    differences: Vec<FactDifference>,
    (outcome, settings): (ComparisonOutcome, &CompareSettings),
    limits: &[CompareLimit],
) -> Document<Comparison> {
    Document::new(Comparison {
        margin: settings.margin,
        results: results.iter().map(|result| result.label.clone()).collect(),
        differences,
        limits: limits.iter().map(|limit| limit.check(&outcome)).collect(),
        why: None,
        outcome,
    })
}

/// Prints it; the exit code.
pub(super) fn put(document: &Document<Comparison>, form: FormArgs) -> Result<u8> {
    let (comparison, lang) = (&document.body, form.lang());
    match &form {
        form if form.json => drop(ui::print(&document.to_text()?)?),
        form if form.csv => drop(ui::print(&comparison.table(Lang::En).csv())?),
        form if form.md => drop(ui::print(&comparison.page(lang).markdown(lang))?),
        _ => {
            if ui::put(&comparison.page(lang))?
                && let Some(plot) = plot(document, lang)
            {
                ui::print(&format!("\n{plot}"))?;
            }
        }
    }
    Ok(exit_code(comparison))
}

/// The ratios of rates with their intervals; nothing where there are none, or more than a screen holds.
fn plot(document: &Document<Comparison>, lang: Lang) -> Option<String> {
    const MOST: usize = 24;
    const WIDTH: usize = 100;
    let pairs = document.body.outcome.cells.iter().flat_map(|cell| &cell.pairs);
    let with_interval = pairs.filter(|pair| pair.interval.is_some()).count();
    if with_interval == 0 || with_interval > MOST {
        return None;
    }
    let extra = PageExtra {
        lang,
        ..PageExtra::default()
    };
    let all = charts(document, &extra);
    let width = Screen::stdout().width.unwrap_or(WIDTH);
    all.first().map(|chart| chart.text(width, lang))
}

/// Whether any run of any result counts.
fn has_numbers(comparison: &Comparison) -> bool {
    let cells = &comparison.outcome.cells;
    let mut sides = cells.iter().flat_map(|cell| cell.values.iter().flatten());
    sides.any(|side| !side.values.is_empty())
}

fn exit_code(comparison: &Comparison) -> u8 {
    let is = |wanted| comparison.limits.iter().any(|limit| limit.state == wanted);
    if !has_numbers(comparison) {
        exit::REFUSED
    } else if is(LimitState::Met) {
        exit::FAILED
    } else if is(LimitState::Undecided) {
        exit::UNDECIDED
    } else {
        exit::OK
    }
}
