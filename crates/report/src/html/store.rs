//! The pages of `fiord serve` that no document has: the list of the store, and a study while it runs.

use fiord_messages::{Lang, history, page_parts, serve as messages};
use maud::{Markup, PreEscaped, html};

use crate::html::frame::{Framed, details, framed, rows_under, section};

/// A moment as the store has it, and on the clock of the reader.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListedTime {
    /// Empty: unknown.
    pub utc: String,
    pub here: String,
}

/// A run in the list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListedRun {
    pub id: i64,
    pub started: ListedTime,
    pub verb: String,
    pub grade: String,
    pub name: String,
    pub tags: Vec<String>,
    pub target: String,
    /// Its jobs by their names, each with what it did.
    pub jobs: Vec<(String, String)>,
    /// The rates of each direction of each job, in a line.
    pub results: Vec<String>,
    /// I/Os per second of its first result: results are sorted by it.
    pub iops: u64,
}

/// A study in the list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListedStudy {
    pub id: i64,
    pub name: String,
    pub created: ListedTime,
    pub target: String,
    /// Its state in words.
    pub state: String,
    pub is_open: bool,
    pub runs: u64,
}

/// What a list was asked to show. Empty: everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListFilter {
    /// In name, target, verb, command or a tag.
    pub text: String,
    /// A grade's letter.
    pub grade: String,
    pub verb: String,
    /// Runs of this name.
    pub name: String,
    /// Runs with this tag.
    pub tag: String,
    /// Runs of this study.
    pub study: Option<i64>,
    /// Runs with smaller ids.
    pub before: Option<i64>,
}

/// What is in a store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    pub store: String,
    /// Names of the notebooks that are shown.
    pub notebooks: Vec<String>,
    pub filter: ListFilter,
    pub runs: Vec<ListedRun>,
    /// Runs outside studies, those that are not listed included.
    pub all: u64,
    /// The verbs that a run can have.
    pub verbs: Vec<&'static str>,
    /// The tags that runs have.
    pub tags: Vec<String>,
    pub studies: Vec<ListedStudy>,
    /// The least id of the list, where older runs follow.
    pub oldest: Option<i64>,
}

/// How far a study is, in words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StudyProgress {
    /// `12 of 30 to 60`.
    pub runs: String,
    /// The time left; empty: unknown.
    pub left: String,
    /// The last run in a line.
    pub last: String,
    /// What it runs, as markup.
    pub plan: String,
    /// Charts and numbers so far, as markup.
    pub page: String,
}

/// The script of the page of a running study: it shows what the server sends.
const LIVE: &str = r"(() => {
  'use strict';
  const at = (name) => document.getElementById(name);
  const texts = at('live').dataset;
  const source = new EventSource(texts.events);
  source.onmessage = (event) => {
    const news = JSON.parse(event.data);
    at('runs').textContent = news.progress;
    at('left').textContent = news.left;
    at('state').textContent = news.shown;
    at('last').textContent = news.last;
    at('now').innerHTML = news.page;
    if (news.state !== 'open') { source.close(); at('ended').hidden = false; }
  };
  source.onerror = () => { at('state').textContent = texts.noAnswer; };
})();
";

/// The script of the list: a click on the head of a column sorts by it, and a second one the other way.
const SORT: &str = r"(() => {
  'use strict';
  const words = document.querySelector('main').dataset.sortBy;
  const value = (row, at) => row.cells[at].dataset.v || row.cells[at].textContent;
  for (const table of document.querySelectorAll('table')) {
    const body = table.tBodies[0];
    [...table.tHead.rows[0].cells].forEach((head, at) => {
      const name = head.textContent;
      if (!name) return;
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = name;
      button.title = words.replace('%', name);
      head.replaceChildren(button);
      button.addEventListener('click', () => {
        const order = head.getAttribute('aria-sort') === 'ascending' ? 'descending' : 'ascending';
        for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
        head.setAttribute('aria-sort', order);
        const rows = [...body.rows].sort((a, b) => value(a, at).localeCompare(value(b, at), 'en', { numeric: true }));
        body.append(...(order === 'ascending' ? rows : rows.reverse()));
      });
    });
  }
})();
";

/// A text as a part of an address (RFC 3986, 2.1).
pub fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(byte).collect()
}

impl ListFilter {
    /// Whether the list is not of everything.
    fn is_narrow(&self) -> bool {
        Self {
            before: None,
            ..self.clone()
        } != Self::default()
    }

    /// The address of a list.
    fn address(&self) -> String {
        let study = self.study.map(|id| id.to_string()).unwrap_or_default();
        let before = self.before.map(|id| id.to_string()).unwrap_or_default();
        let pairs = [
            ("q", &self.text),
            ("grade", &self.grade),
            ("verb", &self.verb),
            ("name", &self.name),
            ("tag", &self.tag),
            ("study", &study),
            ("before", &before),
        ];
        let pairs = pairs.into_iter().filter(|(_, value)| !value.is_empty());
        let pairs: Vec<String> = pairs
            .map(|(key, value)| format!("{key}={}", encoded(value)))
            .collect();
        if pairs.is_empty() {
            "/".to_owned()
        } else {
            format!("/?{}", pairs.join("&"))
        }
    }
}

/// A moment on the clock of the reader; the whole of it for those who point at it.
fn moment(time: &ListedTime, lang: Lang) -> Markup {
    html! {
        @if time.utc.is_empty() { (messages::unknown(lang)) }
        @else { time datetime=(time.utc) title=(time.utc) { (time.here) } }
    }
}

/// The list of a store as a page.
pub fn listing(listing: &Listing, lang: Lang) -> Framed {
    let summary = if listing.filter.is_narrow() {
        let shown = &(listing.runs.len() + listing.studies.len());
        messages::SummaryMatching {
            store: &listing.store,
            shown,
        }
        .text(lang)
    } else {
        messages::Summary {
            store: &listing.store,
            shown: &listing.runs.len(),
            runs: listing.all,
        }
        .text(lang)
    };
    let title = messages::title(lang);
    let column = &"%";
    let runs = match listing.filter.study {
        Some(id) => messages::RunsOfStudy { id: &id }.text(lang),
        None => messages::heading_runs(lang).to_owned(),
    };
    let body = html! {
        header {
            h1 { (title) }
            p.dim { (summary) }
            p { a href="/now" { (messages::title_now(lang)) } }
            (search(listing, lang))
        }
        main data-sort-by=(messages::SortBy { column }.text(lang)) {
            @if !listing.notebooks.is_empty() {
                (section("notebooks", messages::heading_notebooks(lang), &notebooks(&listing.notebooks)))
            }
            (section("studies", messages::heading_studies(lang), &studies(listing, lang)))
            (section("runs", &runs, &run_list(listing, lang)))
        }
    };
    framed(title, &body, SORT, "form-action 'self'", lang)
}

fn notebooks(names: &[String]) -> Markup {
    html! { ul { @for name in names { li { a href={ "/notebook/" (encoded(name)) } { (name) } } } } }
}

/// The form that narrows the list: an address like any other, so that it can be kept.
fn search(listing: &Listing, lang: Lang) -> Markup {
    let filter = &listing.filter;
    let tags: Vec<&str> = listing.tags.iter().map(String::as_str).collect();
    let options = |any: &str, values: &[&str], chosen: &str| {
        html! {
            option value="" { (any) }
            @for value in values { option value=(value) selected[*value == chosen] { (value) } }
        }
    };
    html! {
        form.search action="/" method="get" role="search" {
            label { (messages::label_search(lang)) " " input type="search" name="q" value=(filter.text); }
            label { (messages::label_grades(lang)) " " select name="grade" {
                (options(messages::any_grade(lang), &["A", "B", "C", "D"], &filter.grade))
            } }
            label { (messages::label_verb(lang)) " " select name="verb" {
                (options(messages::any_verb(lang), &listing.verbs, &filter.verb))
            } }
            @if !tags.is_empty() {
                label { (messages::label_tag(lang)) " " select name="tag" { (options(messages::any_tag(lang), &tags, &filter.tag)) } }
            }
            button { (messages::show_matching(lang)) }
            @if filter.is_narrow() { " " a href="/" { (messages::show_all(lang)) } }
            @if !filter.name.is_empty() { " " a href={ "/trend/" (encoded(&filter.name)) } { (messages::trend(lang)) } }
        }
    }
}

fn studies(listing: &Listing, lang: Lang) -> Markup {
    let heads = [
        messages::column_study(lang),
        messages::column_name(lang),
        messages::column_begun(lang),
        messages::column_target(lang),
        messages::column_state(lang),
        messages::column_runs(lang),
    ];
    let rows = html! {
        @for study in &listing.studies {
            @let address = format!("/study/{}", study.id);
            @let of_study = ListFilter { study: Some(study.id), ..ListFilter::default() };
            tr {
                th scope="row" { a href=(address) { (study.id) } }
                td data-head=(heads[1]) { a href=(address) { (study.name) } }
                td data-head=(heads[2]) data-v=(study.created.utc) { (moment(&study.created, lang)) }
                td data-head=(heads[3]) { (study.target) }
                td data-head=(heads[4]) {
                    (study.state)
                    @if study.is_open { " " a href={ (address) "/live" } { (messages::follow(lang)) } }
                }
                td.n data-head=(heads[5]) data-v=(study.runs) { a href=(of_study.address()) title=(messages::list_runs(lang))
                        aria-label=(messages::StudyOfRuns { runs: study.runs, id: &study.id }.text(lang)) { (study.runs) } }
            }
        }
    };
    rows_under(&heads, |_| None, &rows, true)
}

fn run_list(listing: &Listing, lang: Lang) -> Markup {
    let heads = [
        "",
        messages::column_run(lang),
        messages::column_started(lang),
        messages::column_grade(lang),
        messages::column_name(lang),
        messages::column_result(lang),
        history::column_job(lang),
        messages::column_target(lang),
        messages::column_verb(lang),
    ];
    let rows = html! {
        @for run in &listing.runs {
            @let of_name = ListFilter { name: run.name.clone(), ..ListFilter::default() };
            tr {
                td { input type="checkbox" name="r" value=(run.id) aria-label=(messages::MarkRun { id: &run.id }.text(lang)); }
                th scope="row" { a href={ "/run/" (run.id) } { (run.id) } }
                td data-head=(heads[2]) data-v=(run.started.utc) { (moment(&run.started, lang)) }
                td data-head=(heads[3]) { (run.grade) }
                td data-head=(heads[4]) {
                    @if !run.name.is_empty() { a href=(of_name.address()) { (run.name) } }
                    @for tag in &run.tags {
                        @let of_tag = ListFilter { tag: tag.clone(), ..ListFilter::default() };
                        " " a.tag href=(of_tag.address()) { (tag) }
                    }
                }
                td.rate data-head=(heads[5]) data-v=(run.iops) {
                    @for (at, result) in run.results.iter().enumerate() { @if at > 0 { br; } (result) }
                }
                td.jobs data-head=(heads[6]) {
                    @for (at, (name, work)) in run.jobs.iter().enumerate() {
                        @if at > 0 { br; }
                        (name) @if !work.is_empty() { " " span.dim { (work) } }
                    }
                }
                td data-head=(heads[7]) { (run.target) }
                td data-head=(heads[8]) { (run.verb) }
            }
        }
    };
    let older = ListFilter {
        before: listing.oldest,
        ..listing.filter.clone()
    };
    html! {
        @if !listing.runs.is_empty() {
            form action="/compare" method="get" {
                (rows_under(&heads, |_| None, &rows, true))
                p { button { (messages::compare_marked(lang)) } }
            }
        }
        @if listing.oldest.is_some() { p { a href=(older.address()) { (messages::older_runs(lang)) } } }
    }
}

/// A study that may be running, as a page that follows it. Without scripts it shows how far it was when it was opened.
pub fn live(study: &ListedStudy, progress: &StudyProgress, lang: Lang) -> Framed {
    let id = &study.id;
    let name = &study.name;
    let body = html! {
        header {
            h1 { (messages::StudyNamed { id, name }.text(lang)) }
            @if !study.target.is_empty() { p.dim { (messages::column_target(lang)) (lang.colon()) (study.target) } }
        }
        main id="live" data-events={ "/study/" (id) "/events" } data-no-answer=(messages::no_answer(lang)) {
            p.answer aria-live="polite" {
                (messages::label_runs(lang)) " " span id="runs" { (progress.runs) } br;
                (messages::label_time_left(lang)) " " span id="left" { (progress.left) } br;
                (messages::label_state(lang)) " " span id="state" { (study.state) }
            }
            p { (messages::label_last_run(lang)) " " span id="last" { (progress.last) } }
            p id="ended" hidden { (messages::ended(lang)) }
            section { h2 { (messages::so_far(lang)) } div id="now" { (PreEscaped(&progress.page)) } }
            (section("plan", page_parts::heading_plan(lang), &PreEscaped(progress.plan.clone())))
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
                tags: vec![hostile.clone()],
                target: hostile.clone(),
                jobs: vec![(hostile.clone(), hostile.clone())],
                results: vec![hostile.clone()],
                ..ListedRun::default()
            }],
            studies: vec![ListedStudy {
                name: hostile.clone(),
                is_open: true,
                ..ListedStudy::default()
            }],
            tags: vec![hostile.clone()],
            filter: ListFilter {
                text: hostile.clone(),
                tag: hostile.clone(),
                name: hostile.clone(),
                ..ListFilter::default()
            },
            ..Listing::default()
        };
        let shown = listing(&hostile_listing, Lang::En);
        assert_eq!(
            shown.html.matches("<script").count(),
            1,
            "ours alone: {}",
            shown.html
        );
        assert!(!shown.html.contains("alert(1)</script>\""), "{}", shown.html);
        let progress = StudyProgress {
            runs: hostile.clone(),
            left: hostile.clone(),
            last: hostile.clone(),
            plan: String::new(),
            page: String::new(),
        };
        let study = ListedStudy {
            target: hostile.clone(),
            ..ListedStudy::default()
        };
        let shown = live(&study, &progress, Lang::En);
        assert_eq!(shown.html.matches("<script").count(), 1, "ours alone");
        assert!(shown.policy.contains("connect-src 'self'") && shown.policy.contains("script-src 'sha256-"));
        assert!(!message(&hostile, &hostile, Lang::En).html.contains("<script"));
    }

    #[test]
    fn a_list_keeps_its_filter_and_its_addresses_are_encoded() {
        let filter = ListFilter {
            text: "a b&c".to_owned(),
            grade: "D".to_owned(),
            ..ListFilter::default()
        };
        let shown = Listing {
            filter: filter.clone(),
            runs: vec![ListedRun {
                id: 7,
                name: "new disk".to_owned(),
                started: ListedTime {
                    utc: "2026-11-27T20:39:12.000Z".to_owned(),
                    here: "2026-11-27 21:39".to_owned(),
                },
                ..ListedRun::default()
            }],
            oldest: Some(7),
            ..Listing::default()
        };
        let page = listing(&shown, Lang::En).html;
        for words in [
            "href=\"/?q=a%20b%26c&amp;grade=D&amp;before=7\"",
            "href=\"/?name=new%20disk\"",
            "<option value=\"D\" selected>D</option>",
            "<time datetime=\"2026-11-27T20:39:12.000Z\" title=\"2026-11-27T20:39:12.000Z\">2026-11-27 21:39</time>",
        ] {
            assert!(page.contains(words), "{words}: {page}");
        }
        assert_eq!(ListFilter::default().address(), "/");
    }
}
