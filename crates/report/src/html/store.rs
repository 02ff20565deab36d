//! The pages of `fiord serve` that no document has: the list of the store, and a study while it runs.

use fiord_messages::{Lang, serve as messages};
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
  const texts = at('live').dataset;
  const source = new EventSource(texts.events);
  source.onmessage = (event) => {
    const news = JSON.parse(event.data);
    at('runs').textContent = news.runs;
    at('state').textContent = news.state;
    at('last').textContent = news.last;
    if (news.state !== 'open') { source.close(); at('ended').hidden = false; }
  };
  source.onerror = () => { at('state').textContent = texts.noAnswer; };
})();
";

/// The list of a store as a page.
pub fn listing(listing: &Listing, lang: Lang) -> Framed {
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
                    @if study.state == "open" { " " a href={ (address) "/live" } { (messages::follow(lang)) } }
                }
                td class="n" { (study.runs) }
            }
        }
    };
    let runs = html! {
        @for run in &listing.runs {
            tr {
                td { input type="checkbox" name="r" value=(run.id) aria-label=(messages::MarkRun { id: &run.id }.text(lang)); }
                th scope="row" { a href={ "/run/" (run.id) } { (run.id) } }
                td { @if run.started.is_empty() { (messages::unknown(lang)) } @else { (run.started) } }
                @for cell in [&run.verb, &run.grade, &run.name, &run.target, &run.result] { td { (cell) } }
            }
        }
    };
    let heads = [
        "",
        messages::column_run(lang),
        messages::column_started(lang),
        messages::column_verb(lang),
        messages::column_grade(lang),
        messages::column_name(lang),
        messages::column_target(lang),
        messages::column_result(lang),
    ];
    let runs = html! {
        form action="/compare" method="get" {
            (rows(&heads, &runs))
            p { button { (messages::compare_marked(lang)) } }
        }
        @if !listing.older.is_empty() { p { a href=(listing.older) { (messages::older_runs(lang)) } } }
    };
    let heads = [
        messages::column_study(lang),
        messages::column_name(lang),
        messages::column_begun(lang),
        messages::column_target(lang),
        messages::column_state(lang),
        messages::column_runs(lang),
    ];
    let summary = messages::Summary {
        store: &listing.store,
        shown: &listing.runs.len(),
        runs: listing.all,
    };
    let title = messages::title(lang);
    let body = html! {
        header {
            h1 { (title) }
            p.dim { (summary.text(lang)) }
        }
        main {
            (section("studies", messages::heading_studies(lang), &rows(&heads, &studies)))
            (section("runs", messages::heading_runs(lang), &runs))
        }
    };
    framed(title, &body, "", "form-action 'self'", lang)
}

fn rows(heads: &[&str], rows: &Markup) -> Markup {
    rows_under(heads, |_| None, rows)
}

/// A study that may be running, as a page that follows it. Without scripts it shows how far it was when it was opened.
pub fn live(study: &ListedStudy, last: &str, lang: Lang) -> Framed {
    let id = &study.id;
    let name = &study.name;
    let body = html! {
        header { h1 { (messages::StudyNamed { id, name }.text(lang)) } }
        main id="live" data-events={ "/study/" (id) "/events" } data-no-answer=(messages::no_answer(lang)) {
            p.answer aria-live="polite" {
                (messages::label_runs(lang)) " " span id="runs" { (study.runs) } br;
                (messages::label_state(lang)) " " span id="state" { (study.state) }
            }
            p { (messages::label_last_run(lang)) " " span id="last" { (last) } }
            p id="ended" hidden { (messages::ended(lang)) }
            p { a href={ "/study/" (id) } { (messages::results_so_far(lang)) } }
            p { a href="/" { (messages::all_runs(lang)) } }
            (details(messages::without_scripts(lang), &html! { p { (messages::load_again(lang)) } }))
        }
    };
    framed(
        &messages::Study { id }.text(lang),
        &body,
        LIVE,
        "form-action 'none'; connect-src 'self'",
        lang,
    )
}

/// A page with one sentence: what was asked for does not exist or cannot be shown.
pub fn message(title: &str, sentence: &str, lang: Lang) -> Framed {
    let body = html! {
        header { h1 { (title) } }
        main {
            p { (sentence) }
            p { a href="/" { (messages::all_runs(lang)) } }
        }
    };
    framed(title, &body, "", "form-action 'none'", lang)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_store_is_markup() {
        let hostile = "\"><script>alert(1)</script>".to_owned();
        let hostile_listing = Listing {
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
        };
        let shown = listing(&hostile_listing, Lang::En);
        assert!(!shown.html.contains("<script"), "{}", shown.html);
        let shown = live(&ListedStudy::default(), &hostile, Lang::En);
        assert_eq!(shown.html.matches("<script").count(), 1, "ours alone");
        assert!(shown.policy.contains("connect-src 'self'") && shown.policy.contains("script-src 'sha256-"));
        assert!(!message(&hostile, &hostile, Lang::En).html.contains("<script"));
    }
}
