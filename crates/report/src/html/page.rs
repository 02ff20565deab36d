//! One page per document: what stands on it, from the top.

use std::fmt;

use serde_json::Value;

use crate::html::charts::Chart;
use crate::html::frame::{Framed, data, details, escaped, frame, pre, section};

use super::extra::PageExtra;
use super::parts::PageContent;
use super::{compare, many_hosts, repeats, run, study, survey};

/// Why a document has no page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PageError {
    /// A document that has no page; its name.
    Unknown(String),
    /// Not a document of fiord.
    NoEnvelope,
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(
                f,
                "the document `{name}` has no page; run, repeats, hosts, survey, study and compare have"
            ),
            Self::NoEnvelope => f.write_str("not a document of fiord"),
        }
    }
}

impl std::error::Error for PageError {}

fn content(document: &Value, extra: &PageExtra) -> Result<PageContent, PageError> {
    let name = document["fiord"]["document"]
        .as_str()
        .ok_or(PageError::NoEnvelope)?;
    let mut content = match name {
        "run" => run::content(document),
        "repeats" => repeats::content(document),
        "hosts" => many_hosts::content(document),
        "survey" => survey::content(document),
        "study" => study::content(document, extra),
        "compare" => compare::content(document),
        other => return Err(PageError::Unknown(other.to_owned())),
    };
    content.charts.retain(|chart| !chart.is_empty());
    Ok(content)
}

/// The charts of a document, in the order of its page.
///
/// # Errors
/// The document has no page.
pub fn charts(document: &Value, extra: &PageExtra) -> Result<Vec<Chart>, PageError> {
    Ok(content(document, extra)?.charts)
}

/// The page of a document.
///
/// # Errors
/// The document has no page.
pub fn page(document: &Value, extra: &PageExtra) -> Result<Framed, PageError> {
    let content = content(document, extra)?;
    let mut body = if extra.is_served {
        "<nav><a href=\"/\">All runs</a></nav>\n".to_owned()
    } else {
        String::new()
    };
    body += &format!(
        "<header>\n<h1>{}</h1>\n{}</header>\n<main>\n",
        escaped(&content.title),
        content.answer
    );
    let figures: Vec<String> = content.charts.iter().map(Chart::figure).collect();
    body += &section("findings", content.findings_heading, &content.findings);
    body += &section("charts", "Charts", &figures.concat());
    body += &section("numbers", "Numbers", &content.numbers);
    body += &section("machine", "Machine", &content.machine);
    body += &section("evidence", "Evidence", &content.evidence);
    body += &section("runs", "Runs", &content.runs);
    body += &section("data", "Data", &stored(document, extra));
    body += "</main>\n<footer>";
    if !extra.again.is_empty() {
        body += &format!("<p>Again: <code>{}</code></p>", escaped(&extra.again));
    }
    body += "<p>Made by fiord. The page asks nothing of any server. Its one script zooms charts and hides series; everything else works without.</p></footer>\n";
    Ok(frame(&content.title, &body))
}

/// The data inside the page: CSV to be read and copied, JSON for programs.
fn stored(document: &Value, extra: &PageExtra) -> String {
    let mut out = String::new();
    for (name, table) in &extra.csv {
        out += &details(&format!("{name} as CSV"), &pre(table));
    }
    let json = document.to_string();
    out += &format!(
        "<p class=\"dim\">The whole document is in this file as JSON: the element <code>#document</code>, {} KB.</p>\n\
         <script type=\"application/json\" id=\"document\">{}</script>\n",
        json.len().div_ceil(1024),
        data(&json)
    );
    out
}
