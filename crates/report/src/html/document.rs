//! The page of any document that has one: its parts from the top, and the document itself.

use std::fmt;

use maud::{Markup, PreEscaped, html};
use serde_json::Value;

use super::extra::PageExtra;
use super::parts::PageContent;
use crate::documents::compare::Comparison;
use crate::documents::many_hosts::ManyHosts;
use crate::documents::repeats::RepeatedRuns;
use crate::documents::run::Run;
use crate::documents::study::StudyDocument;
use crate::documents::survey::SurveyDocument;
use crate::documents::{Body, Document, Kind};
use crate::html::charts::Chart;
use crate::html::frame::{Framed, data, details, frame, pre, section};

/// What a document shows on its page.
pub trait HasPage: Body {
    fn content(&self, extra: &PageExtra) -> PageContent;
}

/// A document that has a page, whichever it is.
pub trait PageDocument {
    fn content(&self, extra: &PageExtra) -> PageContent;

    /// The document in one line.
    ///
    /// # Errors
    /// A value that JSON cannot hold.
    fn json(&self) -> serde_json::Result<String>;
}

impl<B: HasPage> PageDocument for Document<B> {
    fn content(&self, extra: &PageExtra) -> PageContent {
        self.body.content(extra)
    }

    fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }
}

/// Why a text has no page.
#[derive(Debug)]
pub enum PageError {
    /// A document that has no page; its name.
    Unknown(String),
    /// Not a document of fiord.
    NoEnvelope,
    /// A document of another version, or one that lacks what its schema has.
    Broken(String, serde_json::Error),
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(
                f,
                "the document `{name}` has no page; run, repeats, hosts, survey, study and compare have"
            ),
            Self::NoEnvelope => f.write_str("not a document of fiord"),
            Self::Broken(name, error) => write!(f, "the document `{name}` cannot be read: {error}"),
        }
    }
}

impl std::error::Error for PageError {}

/// Reads a document that has a page into its type.
///
/// # Errors
/// It has none, or it is not whole.
pub fn read(whole: Value) -> Result<Box<dyn PageDocument>, PageError> {
    fn typed<B: HasPage + 'static>(whole: Value) -> serde_json::Result<Box<dyn PageDocument>> {
        Ok(Box::new(serde_json::from_value::<Document<B>>(whole)?))
    }
    let name = Kind::of(&whole).ok_or(PageError::NoEnvelope)?.document;
    let document = match name.as_str() {
        Comparison::NAME => typed::<Comparison>(whole),
        ManyHosts::NAME => typed::<ManyHosts>(whole),
        RepeatedRuns::NAME => typed::<RepeatedRuns>(whole),
        Run::NAME => typed::<Run>(whole),
        StudyDocument::NAME => typed::<StudyDocument>(whole),
        SurveyDocument::NAME => typed::<SurveyDocument>(whole),
        _ => return Err(PageError::Unknown(name)),
    };
    document.map_err(|error| PageError::Broken(name, error))
}

fn content(document: &dyn PageDocument, extra: &PageExtra) -> PageContent {
    let mut content = document.content(extra);
    content.charts.retain(|chart| !chart.is_empty());
    for chart in &mut content.charts {
        chart.lang = extra.lang;
    }
    content
}

/// The charts of a document, in the order of its page.
pub fn charts(document: &dyn PageDocument, extra: &PageExtra) -> Vec<Chart> {
    content(document, extra).charts
}

/// The page of a document.
///
/// # Errors
/// A value that JSON cannot hold.
pub fn page(document: &dyn PageDocument, extra: &PageExtra) -> serde_json::Result<Framed> {
    let content = content(document, extra);
    let figures = html! { @for chart in &content.charts { (chart.figure()) } };
    let stored = stored(&document.json()?, extra);
    let body = html! {
        @if extra.is_served { nav { a href="/" { "All runs" } } }
        header { h1 { (content.title) } (content.answer) }
        main {
            (section("findings", content.findings_heading, &content.findings))
            (section("charts", "Charts", &figures))
            (section("numbers", "Numbers", &content.numbers))
            (section("machine", "Machine", &content.machine))
            (section("evidence", "Evidence", &content.evidence))
            (section("runs", "Runs", &content.runs))
            (section("data", "Data", &stored))
        }
        footer {
            @if !extra.again.is_empty() { p { "Again: " code { (extra.again) } } }
            p { "Made by fiord. The page asks nothing of any server. Its one script zooms charts and hides series; everything else works without." }
        }
    };
    Ok(frame(&content.title, &body))
}

/// The data inside the page: CSV to be read and copied, JSON for programs.
fn stored(json: &str, extra: &PageExtra) -> Markup {
    html! {
        @for (name, table) in &extra.csv { (details(&format!("{name} as CSV"), &pre(table))) }
        p.dim {
            "The whole document is in this file as JSON: the element " code { "#document" } ", "
            (json.len().div_ceil(1024)) " KB."
        }
        script type="application/json" id="document" { (PreEscaped(data(json))) }
    }
}
