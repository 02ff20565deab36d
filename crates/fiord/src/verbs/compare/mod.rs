//! `fiord compare A B [C…]`: results side by side, matched by what was measured.

mod catalogue;
mod named;
mod results;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use fiord_compare::facts::{self, FactDifference};
use fiord_compare::limits::{CompareLimit, LimitState};
use fiord_compare::outcome::compare;
use fiord_compare::result::{ComparedMetric, ComparedResult};
use fiord_compare::rows::rows;
use fiord_compare::verdict::{CompareSettings, ComparisonOutcome};
use fiord_messages::{Lang, compare as messages};
use fiord_report::documents::Document;
use fiord_report::documents::compare::Comparison;
use fiord_report::html::{PageExtra, charts};
use fiord_store::{RunRow, Store};

use super::form::FormArgs;
use super::html::{self, HtmlArgs};
use super::spec_sheet;
use crate::keep::{self, StoreArgs};
use crate::ui::{self, Screen, exit};
pub(super) use named::read;
pub(super) use results::{of_runs, wrong};

/// Arguments of `fiord compare`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[arg(value_name = "RESULT", required_unless_present = "list")]
    results: Vec<String>,
    #[arg(long, value_name = "FILE")]
    spec: Vec<PathBuf>,
    #[arg(long, value_name = "PERCENT", default_value = "5%", value_parser = margin)]
    margin: f64,
    #[arg(long, value_name = "LIST", default_value = "rate,p99", value_delimiter = ',', value_parser = ["rate", "p50", "p99", "mean"])]
    metric: Vec<String>,
    #[arg(long, value_name = "CONDITION", value_parser = CompareLimit::parse)]
    fail_if: Vec<CompareLimit>,
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
    let mut compared: Vec<ComparedResult> = Vec::new();
    for name in &args.results {
        compared.push(read(name, &args.store, lang)?);
    }
    for path in &args.spec {
        let sheet = spec_sheet::read(path)?;
        let name = path.display().to_string();
        compared.push(fiord_compare::catalogue::of_sheet(&name, &sheet, lang));
    }
    if compared.len() < 2 {
        bail!(messages::too_few_results(Lang::current()));
    }
    let settings = CompareSettings {
        margin: args.margin,
        lang,
        ..metrics(&args.metric)
    };
    let differences = differences(&compared, lang);
    let outcome = compare(&compared, &settings);
    let shown = document(&compared, differences, (outcome, &settings), &args.fail_if);
    put(&shown, args.form, args.html.file.as_deref())
}

/// Stored runs against the first of them, as a document with what its page has besides.
///
/// # Errors
/// The store.
pub(super) fn of_stored(store: &Store, rows: &[RunRow]) -> Result<(Document<Comparison>, PageExtra)> {
    let lang = Lang::current();
    let mut compared: Vec<ComparedResult> = Vec::new();
    for row in rows {
        let name = row.id.to_string();
        compared.push(results::of_rows(&name, store, std::slice::from_ref(row), lang)?);
    }
    let settings = CompareSettings {
        lang,
        ..CompareSettings::default()
    };
    let differences = differences(&compared, lang);
    let outcome = compare(&compared, &settings);
    let document = document(&compared, differences, (outcome, &settings), &[]);
    let ids: Vec<String> = rows.iter().map(|row| row.id.to_string()).collect();
    let extra = PageExtra {
        lang,
        csv: vec![numbers(&document.body, lang)],
        again: format!("fiord compare {}", ids.join(" ")),
        ..PageExtra::default()
    };
    Ok((document, extra))
}

/// The numbers of a page as CSV, with what they are called there.
fn numbers(comparison: &Comparison, lang: Lang) -> (String, String) {
    (
        messages::numbers(lang).to_owned(),
        comparison.table(Lang::En).csv(),
    )
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
        outcome,
    })
}

/// Prints it; the exit code.
pub(super) fn put(document: &Document<Comparison>, form: FormArgs, html: Option<&Path>) -> Result<u8> {
    let (comparison, lang) = (&document.body, form.lang());
    if let Some(path) = html {
        let extra = PageExtra {
            lang,
            csv: vec![numbers(comparison, lang)],
            again: keep::command(),
            ..PageExtra::default()
        };
        html::write(path, document, &extra)?;
    }
    match &form {
        form if form.json => drop(ui::print(&document.to_text()?)?),
        form if form.csv => drop(ui::print(&comparison.table(Lang::En).csv())?),
        form if form.md => drop(ui::print(&comparison.page(lang).markdown())?),
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
