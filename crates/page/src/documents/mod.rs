//! One page per document: what stands on it, from the top.

mod compare;
mod parts;
mod repeats;
mod run;
mod study;
mod survey;

use std::fmt;

use serde_json::Value;

use crate::html::{data, details, escaped, frame, pre, section};

/// What stands on a page and not in the document.
#[derive(Debug, Clone, Default)]
pub struct PageExtra {
    /// Tables as CSV, each with its name.
    pub csv: Vec<(String, String)>,
    /// The command that shows the result again.
    pub again: String,
}

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
                "the document `{name}` has no page; run, repeats, survey, study and compare have"
            ),
            Self::NoEnvelope => f.write_str("not a document of fiord"),
        }
    }
}

impl std::error::Error for PageError {}

/// The page of a document.
///
/// # Errors
/// The document has no page.
pub fn page(document: &Value, extra: &PageExtra) -> Result<String, PageError> {
    let name = document["fiord"]["document"]
        .as_str()
        .ok_or(PageError::NoEnvelope)?;
    let content = match name {
        "run" => run::content(document),
        "repeats" => repeats::content(document),
        "survey" => survey::content(document),
        "study" => study::content(document),
        "compare" => compare::content(document),
        other => return Err(PageError::Unknown(other.to_owned())),
    };
    let mut body = format!(
        "<header>\n<h1>{}</h1>\n{}</header>\n<main>\n",
        escaped(&content.title),
        content.answer
    );
    body += &section("findings", content.findings_heading, &content.findings);
    body += &section("charts", "Charts", &content.charts);
    body += &section("numbers", "Numbers", &content.numbers);
    body += &section("machine", "Machine", &content.machine);
    body += &section("runs", "Runs", &content.runs);
    body += &section("data", "Data", &stored(document, extra));
    body += "</main>\n<footer>";
    if !extra.again.is_empty() {
        body += &format!("<p>Again: <code>{}</code></p>", escaped(&extra.again));
    }
    body += "<p>Made by fiord. The page asks nothing of any server and runs no script.</p></footer>\n";
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
