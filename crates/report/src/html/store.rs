//! The pages of `fiord serve` that no document has: the list of the store, and a study while it runs.

use maud::{Markup, html};

use crate::html::frame::{Framed, details, framed, rows_under, section};

/// A run in the list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListedRun {
    pub id: i64,
    /// Empty: unknown.
    pub started: String,
    pub verb: String,
    pub grade: String,
    pub name: String,
    pub target: String,
    pub result: String,
}

/// A study in the list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListedStudy {
    pub id: i64,
    pub name: String,
    pub created: String,
    pub target: String,
    pub state: String,
    pub runs: u64,
}

/// What is in a store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    pub store: String,
    pub runs: Vec<ListedRun>,
    /// Runs of the store, those that are not listed included.
    pub all: u64,
    /// Address of the older runs; empty: there are none.
    pub older: String,
    pub studies: Vec<ListedStudy>,
}

/// The script of the page of a running study: it shows what the server sends.
const LIVE: &str = r"(() => {
  'use strict';
  const at = (name) => document.getElementById(name);
  const source = new EventSource(at('live').dataset.events);
  source.onmessage = (event) => {
    const news = JSON.parse(event.data);
    at('runs').textContent = news.runs;
    at('state').textContent = news.state;
    at('last').textContent = news.last;
    if (news.state !== 'open') { source.close(); at('ended').hidden = false; }
  };
  source.onerror = () => { at('state').textContent = 'no answer from fiord serve'; };
})();
";

/// The list of a store as a page.
pub fn listing(listing: &Listing) -> Framed {
    let studies = html! {
        @for study in &listing.studies {
            @let address = format!("/study/{}", study.id);
            tr {
                th scope="row" { a href=(address) { (study.id) } }
                td { (study.name) }
                td { (study.created) }
                td { (study.target) }
                td {
                    (study.state)
                    @if study.state == "open" { " (" a href={ (address) "/live" } { "follow" } ")" }
                }
                td class="n" { (study.runs) }
            }
        }
    };
    let runs = html! {
        @for run in &listing.runs {
            tr {
                td { input type="checkbox" name="r" value=(run.id) aria-label={ "compare run " (run.id) }; }
                th scope="row" { a href={ "/run/" (run.id) } { (run.id) } }
                td { @if run.started.is_empty() { "unknown" } @else { (run.started) } }
                @for cell in [&run.verb, &run.grade, &run.name, &run.target, &run.result] { td { (cell) } }
            }
        }
    };
    let runs = html! {
        form action="/compare" method="get" {
            (rows(&["", "run", "started", "verb", "grade", "name", "target", "result"], &runs))
            p { button { "Compare the marked runs" } }
        }
        @if !listing.older.is_empty() { p { a href=(listing.older) { "Older runs" } } }
    };
    let body = html! {
        header {
            h1 { "Runs and studies" }
            p.dim { (listing.store) ": " (listing.runs.len()) " of " (listing.all) " runs." }
        }
        main {
            (section("studies", "Studies", &rows(&["study", "name", "begun", "target", "state", "runs"], &studies)))
            (section("runs", "Runs", &runs))
        }
    };
    framed("Runs and studies", &body, "", "form-action 'self'")
}

fn rows(heads: &[&str], rows: &Markup) -> Markup {
    rows_under(heads, |_| None, rows)
}

/// A study that may be running, as a page that follows it. Without scripts it shows how far it was when it was opened.
pub fn live(study: &ListedStudy, last: &str) -> Framed {
    let id = study.id;
    let body = html! {
        header { h1 { "Study " (id) ": " (study.name) } }
        main id="live" data-events={ "/study/" (id) "/events" } {
            p.answer aria-live="polite" {
                span id="runs" { (study.runs) } " runs, " span id="state" { (study.state) }
            }
            p { "The last: " span id="last" { (last) } }
            p id="ended" hidden { "It has ended." }
            p { a href={ "/study/" (id) } { "Its page as far as it is" } ", " a href="/" { "all runs" } }
            (details("Without scripts", &html! { p { "Load the page again to see how far it is." } }))
        }
    };
    framed(
        &format!("Study {id}"),
        &body,
        LIVE,
        "form-action 'none'; connect-src 'self'",
    )
}

/// A page with one sentence: what was asked for does not exist or cannot be shown.
pub fn message(title: &str, sentence: &str) -> Framed {
    let body = html! {
        header { h1 { (title) } }
        main {
            p { (sentence) }
            p { a href="/" { "All runs" } }
        }
    };
    framed(title, &body, "", "form-action 'none'")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_store_is_markup() {
        let hostile = "\"><script>alert(1)</script>".to_owned();
        let shown = listing(&Listing {
            store: hostile.clone(),
            runs: vec![ListedRun {
                name: hostile.clone(),
                target: hostile.clone(),
                ..ListedRun::default()
            }],
            studies: vec![ListedStudy {
                name: hostile.clone(),
                state: "open".to_owned(),
                ..ListedStudy::default()
            }],
            ..Listing::default()
        });
        assert!(!shown.html.contains("<script"), "{}", shown.html);
        let shown = live(&ListedStudy::default(), &hostile);
        assert_eq!(shown.html.matches("<script").count(), 1, "ours alone");
        assert!(shown.policy.contains("connect-src 'self'") && shown.policy.contains("script-src 'sha256-"));
        assert!(!message(&hostile, &hostile).html.contains("<script"));
    }
}
