//! The catalogue as results, and as a list.

use std::fmt::Write as _;

use anyhow::{Error, Result, anyhow};
use fiord_compare::catalogue::{ALL, CatalogueText};
use fiord_compare::result::ComparedResult;
use fiord_import as import;
use fiord_messages::{Lang, compare as messages};
use fiord_report::text::{Page, Styled};
use fiord_study::published;

use super::results::of_import;

/// An entry. Published tables are judged row by row as `fiord import` does.
pub(super) fn result(text: &CatalogueText, lang: Lang) -> Result<ComparedResult> {
    let entry = text.read().map_err(broken)?;
    let mut result = entry.result(lang);
    if let Some(report) = &entry.report {
        let table = table(report);
        let text = import::text(report, table.as_bytes())?;
        let read = of_import(&entry.name, &text, lang);
        result.label.runs = read.label.runs;
        result.measurements = read.measurements;
        for one in &mut result.measurements {
            one.is_claim = true;
        }
    }
    Ok(result)
}

/// What is wrong in an entry.
fn broken(problem: String) -> Error {
    let problem = &problem;
    anyhow!(messages::CatalogueBroken { problem }.text(Lang::current()))
}

/// The rows of a report as a Markdown table, each on its own line of the report.
fn table(report: &str) -> String {
    let mut text = String::from("| MB/s | command |\n| --- | --- |\n");
    let rows = published::rows();
    for row in rows
        .iter()
        .filter(|row| row.report == report && !row.options.is_empty())
    {
        let options: Vec<String> = row
            .options
            .iter()
            .map(|(name, value)| format!("--{name}={value}"))
            .collect();
        let _ = writeln!(
            text,
            "| {}MB/s | fio --name={report}:{} {} |",
            row.mb_per_s,
            row.line,
            options.join(" ")
        );
    }
    text
}

/// The list.
pub(super) fn page() -> Result<Page> {
    let (mut page, lang) = (Page::new(), Lang::current());
    for text in &ALL {
        let entry = text.read().map_err(broken)?;
        page.item(
            Styled::new().strong(format!("{:21}", entry.name)).plain(" "),
            "    ",
            entry.title(lang),
        );
        page.item("    ", "    ", Styled::new().dim(entry.source(lang)));
    }
    Ok(page)
}
