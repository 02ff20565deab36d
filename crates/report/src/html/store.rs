//! The pages of `fiord serve` that no document has: the list of the store, and a study while it runs.

use crate::html::frame::{Framed, details, escaped, framed, section};

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
    let mut studies = String::new();
    for study in &listing.studies {
        let live = if study.state == "open" {
            format!(" (<a href=\"/study/{}/live\">follow</a>)", study.id)
        } else {
            String::new()
        };
        studies += &format!(
            "<tr><th scope=\"row\"><a href=\"/study/{id}\">{id}</a></th><td>{}</td><td>{}</td><td>{}</td><td>{}{live}</td><td class=\"n\">{}</td></tr>\n",
            escaped(&study.name),
            escaped(&study.created),
            escaped(&study.target),
            escaped(&study.state),
            study.runs,
            id = study.id
        );
    }
    let mut runs = String::new();
    for run in &listing.runs {
        runs += &format!(
            "<tr><td><input type=\"checkbox\" name=\"r\" value=\"{id}\" aria-label=\"compare run {id}\"></td><th scope=\"row\"><a href=\"/run/{id}\">{id}</a></th>\
             <td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            escaped(if run.started.is_empty() {
                "unknown"
            } else {
                &run.started
            }),
            escaped(&run.verb),
            escaped(&run.grade),
            escaped(&run.name),
            escaped(&run.target),
            escaped(&run.result),
            id = run.id
        );
    }
    let older = if listing.older.is_empty() {
        String::new()
    } else {
        format!("<p><a href=\"{}\">Older runs</a></p>\n", escaped(&listing.older))
    };
    let runs = format!(
        "<form action=\"/compare\" method=\"get\">\n{}<p><button>Compare the marked runs</button></p>\n</form>\n{older}",
        rows(
            &["", "run", "started", "verb", "grade", "name", "target", "result"],
            &runs
        )
    );
    let shown = listing.runs.len();
    let body = format!(
        "<header>\n<h1>Runs and studies</h1>\n<p class=\"dim\">{}: {shown} of {} runs.</p>\n</header>\n<main>\n{}{}</main>\n",
        escaped(&listing.store),
        listing.all,
        section(
            "studies",
            "Studies",
            &rows(&["study", "name", "begun", "target", "state", "runs"], &studies)
        ),
        section("runs", "Runs", &runs),
    );
    framed("Runs and studies", &body, "", "form-action 'self'")
}

fn rows(heads: &[&str], rows: &str) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let heads: String = heads
        .iter()
        .map(|head| format!("<th scope=\"col\">{head}</th>"))
        .collect();
    format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"table\"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    )
}

/// A study that may be running, as a page that follows it. Without scripts it shows how far it was when it was opened.
pub fn live(study: &ListedStudy, last: &str) -> Framed {
    let id = study.id;
    let body = format!(
        "<header>\n<h1>Study {id}: {}</h1>\n</header>\n<main id=\"live\" data-events=\"/study/{id}/events\">\n\
         <p class=\"answer\" aria-live=\"polite\"><span id=\"runs\">{}</span> runs, <span id=\"state\">{}</span></p>\n\
         <p>The last: <span id=\"last\">{}</span></p>\n\
         <p id=\"ended\" hidden>It has ended.</p>\n<p><a href=\"/study/{id}\">Its page as far as it is</a>, <a href=\"/\">all runs</a></p>\n{}</main>\n",
        escaped(&study.name),
        study.runs,
        escaped(&study.state),
        escaped(last),
        details(
            "Without scripts",
            "<p>Load the page again to see how far it is.</p>"
        ),
    );
    framed(
        &format!("Study {id}"),
        &body,
        LIVE,
        "form-action 'none'; connect-src 'self'",
    )
}

/// A page with one sentence: what was asked for does not exist or cannot be shown.
pub fn message(title: &str, sentence: &str) -> Framed {
    let body = format!(
        "<header><h1>{}</h1></header>\n<main><p>{}</p>\n<p><a href=\"/\">All runs</a></p></main>\n",
        escaped(title),
        escaped(sentence)
    );
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
