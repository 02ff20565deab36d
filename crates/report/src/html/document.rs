//! The page of any document that has one: its parts from the top, and the document itself.

use std::fmt;

use fiord_messages::{Lang, charts as buttons, page_parts, report as messages};
use maud::{Markup, PreEscaped, html};
use serde_json::Value;

use super::extra::PageExtra;
use super::parts::PageContent;
use crate::documents::check::CheckDocument;
use crate::documents::compare::Comparison;
use crate::documents::history::History;
use crate::documents::import::Imports;
use crate::documents::ladder::LadderDocument;
use crate::documents::many_hosts::ManyHosts;
use crate::documents::repeats::RepeatedRuns;
use crate::documents::run::Run;
use crate::documents::slo::SloDocument;
use crate::documents::study::StudyDocument;
use crate::documents::survey::SurveyDocument;
use crate::documents::{Body, Document, Kind};
use crate::html::charts::Chart;
use crate::html::frame::{Framed, data, details, finished, frame, pre, section};

/// What a document shows on its page.
pub trait HasPage: Body {
    fn content(&self, extra: &PageExtra) -> PageContent;
}

/// A document that has a page, whichever it is.
pub trait PageDocument {
    fn content(&self, extra: &PageExtra) -> PageContent;

    /// The document in one line, its sentences in English.
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

/// A document in the language of its page, and in English for programs.
pub struct TranslatedDocument<D> {
    pub shown: D,
    /// `None`: the page is in English.
    pub english: Option<D>,
}

impl<D: PageDocument> TranslatedDocument<D> {
    /// # Errors
    /// Those of `build`.
    pub fn new<E>(lang: Lang, mut build: impl FnMut(Lang) -> Result<D, E>) -> Result<Self, E> {
        let english = (lang != Lang::En).then(|| build(Lang::En)).transpose()?;
        let shown = build(lang)?;
        Ok(Self { shown, english })
    }
}

impl<D: PageDocument> PageDocument for TranslatedDocument<D> {
    fn content(&self, extra: &PageExtra) -> PageContent {
        self.shown.content(extra)
    }

    fn json(&self) -> serde_json::Result<String> {
        self.english.as_ref().unwrap_or(&self.shown).json()
    }
}

impl PageDocument for Box<dyn PageDocument> {
    fn content(&self, extra: &PageExtra) -> PageContent {
        self.as_ref().content(extra)
    }

    fn json(&self) -> serde_json::Result<String> {
        self.as_ref().json()
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
        let lang = Lang::current();
        f.write_str(&match self {
            Self::Unknown(document) => messages::NoPage { document }.text(lang),
            Self::NoEnvelope => messages::no_envelope(lang).to_owned(),
            Self::Broken(document, error) => messages::DocumentBroken { document, error }.text(lang),
        })
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
        CheckDocument::NAME => typed::<CheckDocument>(whole),
        Comparison::NAME => typed::<Comparison>(whole),
        History::NAME => typed::<History>(whole),
        Imports::NAME => typed::<Imports>(whole),
        LadderDocument::NAME => typed::<LadderDocument>(whole),
        ManyHosts::NAME => typed::<ManyHosts>(whole),
        RepeatedRuns::NAME => typed::<RepeatedRuns>(whole),
        Run::NAME => typed::<Run>(whole),
        SloDocument::NAME => typed::<SloDocument>(whole),
        StudyDocument::NAME => typed::<StudyDocument>(whole),
        SurveyDocument::NAME => typed::<SurveyDocument>(whole),
        _ => return Err(PageError::Unknown(name)),
    };
    document.map_err(|error| PageError::Broken(name, error))
}

fn content(document: &dyn PageDocument, extra: &PageExtra) -> PageContent {
    let mut content = document.content(extra);
    content.charts.retain(|chart| !chart.is_empty());
    content
}

/// The charts of a document, in the order of its page.
pub fn charts(document: &dyn PageDocument, extra: &PageExtra) -> Vec<Chart> {
    content(document, extra).charts
}

/// The charts and numbers of a document by themselves, for a page that shows them while they grow.
pub fn so_far(document: &dyn PageDocument, extra: &PageExtra) -> String {
    let content = content(document, extra);
    let shown = html! {
        (content.figures)
        section id="charts" { @for chart in &content.charts { (chart.figure(extra.lang)) } }
        (content.numbers)
    };
    finished(&shown.0, extra.lang)
}

/// What a document ran, by itself.
pub fn plan_of(document: &dyn PageDocument, extra: &PageExtra) -> String {
    finished(&document.content(extra).plan.0, extra.lang)
}

/// The page of a document.
///
/// # Errors
/// A value that JSON cannot hold.
pub fn page(document: &dyn PageDocument, extra: &PageExtra) -> serde_json::Result<Framed> {
    let lang = extra.lang;
    let content = content(document, extra);
    let figures = html! { @for chart in &content.charts { (chart.figure(lang)) } };
    let stored = stored(&document.json()?, extra);
    let body = html! {
        @if extra.is_served { nav { a href="/" { (messages::all_runs(lang)) } } }
        header { h1 { (content.title) } (content.answer) }
        main data-zoom-in=(buttons::zoom_in(lang)) data-zoom-out=(buttons::zoom_out(lang)) data-zoom-whole=(buttons::zoom_whole(lang))
            data-scale-linear=(buttons::scale_linear(lang)) data-scale-log=(buttons::scale_log(lang)) {
            @if !content.figures.0.is_empty() { section id="result" { (content.figures) } }
            (section("plan", page_parts::heading_plan(lang), &content.plan))
            (section("findings", content.findings_heading, &content.findings))
            (section("charts", messages::heading_charts(lang), &figures))
            (section("numbers", messages::heading_numbers(lang), &content.numbers))
            (section("machine", messages::heading_machine(lang), &content.machine))
            (section("evidence", messages::heading_evidence(lang), &content.evidence))
            (section("runs", messages::heading_runs(lang), &content.runs))
            (section("data", messages::heading_data(lang), &stored))
        }
        footer {
            @if !extra.again.is_empty() { p { (messages::again(lang)) " " code { (extra.again) } } }
            p { (messages::made_by(lang)) }
        }
    };
    Ok(frame(&content.title, &body, lang))
}

/// The data inside the page: CSV to be read and copied, JSON for programs.
fn stored(json: &str, extra: &PageExtra) -> Markup {
    let kilobytes = &json.len().div_ceil(1024);
    html! {
        @for (name, table) in &extra.csv {
            (details(&messages::TableAsCsv { table: name }.text(extra.lang), &pre(table)))
        }
        p.dim { (messages::DocumentAsJson { kilobytes }.text(extra.lang)) }
        script type="application/json" id="document" { (PreEscaped(data(json))) }
    }
}
