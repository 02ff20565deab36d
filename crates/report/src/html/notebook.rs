//! The page of a notebook: its text as HTML, with the charts of its blocks and the reasons of its claims.

use fiord_messages::{Lang, report as report_messages, serve};
use maud::{PreEscaped, html};

use super::charts::{Chart, Intervals};
use super::frame::{Framed, for_paper, frame, framed, section};

/// The script of the page of a notebook that is served: it shows what the server sends.
const LIVE: &str = r"(() => {
  'use strict';
  const now = document.getElementById('now');
  const source = new EventSource(now.dataset.events);
  source.onmessage = (event) => { now.innerHTML = JSON.parse(event.data).page; };
})();
";

/// The chart of a block as HTML; nothing where it has no rows.
pub fn chart(block: &str, intervals: Intervals, lang: Lang) -> String {
    let chart = Chart::intervals(block, intervals);
    match chart.is_empty() {
        true => String::new(),
        false => chart.figure(lang).into_string(),
    }
}

/// What a page shows. `body` and `notes` are HTML that was made by fiord, with everything else escaped.
pub fn content(body: &str, heading: &str, notes: &str) -> String {
    let content = html! {
        article { (PreEscaped(body)) }
        (section("claims", heading, &PreEscaped(notes.to_owned())))
    };
    content.into_string()
}

/// The page around [`content`]; one for paper has no script, and the colours of paper on every screen.
pub fn page(title: &str, content: &str, is_for_paper: bool, lang: Lang) -> Framed {
    let page = html! {
        main { (PreEscaped(content)) }
        footer { p { (report_messages::made_by(lang)) } }
    };
    match is_for_paper {
        true => for_paper(title, &page, lang),
        false => frame(title, &page, lang),
    }
}

/// The page of a notebook that is served. It follows the events at this address; without scripts it shows what was stored when it was opened.
pub fn served(title: &str, content: &str, events: &str, lang: Lang) -> Framed {
    let page = html! {
        main id="now" data-events=(events) { (PreEscaped(content)) }
        footer { p { a href="/" { (serve::all_runs(lang)) } } }
    };
    framed(title, &page, LIVE, "form-action 'none'; connect-src 'self'", lang)
}
