//! The page of a notebook: its text as HTML, with the charts of its blocks and the reasons of its claims.

use fiord_messages::{Lang, notebook as messages, report as report_messages};
use maud::{PreEscaped, html};

use super::charts::{Chart, Intervals};
use super::frame::{Framed, frame, section};

/// The chart of a block as HTML; nothing where it has no rows.
pub fn chart(block: &str, intervals: Intervals, lang: Lang) -> String {
    let chart = Chart::intervals(block, intervals);
    match chart.is_empty() {
        true => String::new(),
        false => chart.figure(lang).into_string(),
    }
}

/// The page. `body` and `claims` are HTML that was made by fiord, with everything else escaped.
pub fn page(title: &str, body: &str, claims: &str, lang: Lang) -> Framed {
    let page = html! {
        main {
            article { (PreEscaped(body)) }
            (section("claims", messages::heading_claims(lang), &PreEscaped(claims.to_owned())))
        }
        footer { p { (report_messages::made_by(lang)) } }
    };
    frame(title, &page, lang)
}
