//! A stream of events while a study runs: one whenever its state or the number of its runs changed.

use std::thread;
use std::time::Duration;

use anyhow::Result;
use fiord_messages::{Lang, serve as messages};
use fiord_record::number::About;
use fiord_report::html::{StudyProgress, plan_of, so_far, unbroken};
use fiord_stats::interval::median;
use fiord_store::{Filter, Store, StudyRow, StudyState};
use jiff::Timestamp;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use super::answer::{ServedContent, ServedPage, refused};
use super::pages;
use crate::verbs::study::{self, range};

/// How often the store is looked at.
const EVERY: Duration = Duration::from_millis(250);

/// Begins a stream that ends with the study, its reader or the server.
///
/// # Errors
/// The store.
pub(super) fn stream(store: Store, study: i64, lang: Lang) -> Result<ServedPage> {
    if store.study(&study.to_string())?.is_none() {
        return Ok(refused(404, messages::no_such_address, lang));
    }
    let (sender, events) = mpsc::channel(1);
    // An error ends the stream, and the browser asks again.
    spawn_blocking(move || follow(&sender, &store, study, lang));
    Ok(ServedPage {
        code: 200,
        kind: "text/event-stream",
        policy: "default-src 'none'".to_owned(),
        content: ServedContent::Events(events),
    })
}

fn follow(events: &mpsc::Sender<String>, store: &Store, study: i64, lang: Lang) -> Result<()> {
    let mut before = None;
    while !events.is_closed() {
        let Some(row) = store.study(&study.to_string())? else {
            break;
        };
        // Charts are made when there is something new, not for each reader.
        let seen = Some((row.runs, row.state));
        if before != seen {
            let news = news(store, &row, lang)?;
            events.blocking_send(format!("data: {news}\n\n"))?;
            if row.state != StudyState::Open {
                break;
            }
            before = seen;
        }
        thread::sleep(EVERY);
    }
    Ok(())
}

fn news(store: &Store, row: &StudyRow, lang: Lang) -> Result<Value> {
    let progress = progress(store, row, lang)?;
    Ok(json!({
        "runs": row.runs,
        "state": row.state.name(),
        "shown": study::state(row.state)(lang),
        "last": unbroken(&lang.localised(progress.last)),
        "progress": progress.runs,
        "left": unbroken(&lang.localised(progress.left)),
        "page": progress.page,
    }))
}

/// How far a study is: its runs of how many, the time left, and what is known so far. Of a study whose text cannot be read only its runs.
///
/// # Errors
/// The store.
pub(super) fn progress(store: &Store, row: &StudyRow, lang: Lang) -> Result<StudyProgress> {
    let id = row.id.to_string();
    let again = || Store::open_read_only(store.path());
    let left = study::runs_left(&id, again()?).ok().flatten();
    let left = left.filter(|_| row.state == StudyState::Open);
    let runs = &row.runs;
    let drawn = study::document(&id, again()?, lang).ok().flatten();
    let drawn = drawn.as_ref().map(|(document, extra)| (document.as_ref(), extra));
    Ok(StudyProgress {
        runs: match left {
            None => runs.to_string(),
            Some((least, most)) if least == most => messages::RunsOfTotal {
                runs,
                total: &(runs + most),
            }
            .text(lang),
            Some((least, most)) => messages::RunsOfRange {
                runs,
                least: &(runs + least),
                most: &(runs + most),
            }
            .text(lang),
        },
        left: match row.state {
            StudyState::Open => {
                time_left(store, row.id, left)?.unwrap_or_else(|| messages::time_unknown(lang).to_owned())
            }
            _ => "–".to_owned(),
        },
        last: pages::last(store, row.id, lang)?,
        plan: drawn.map_or_else(String::new, |(document, extra)| plan_of(document, extra)),
        page: drawn
            .filter(|_| row.runs > 0)
            .map_or_else(String::new, |(document, extra)| so_far(document, extra)),
    })
}

/// From what lies between the beginnings of two runs, as a rule: what a run takes with all that is done before it.
fn time_left(store: &Store, study: i64, left: Option<(u64, u64)>) -> Result<Option<String>> {
    let rows = store.list(&Filter {
        study: Some(study),
        ..Filter::default()
    })?;
    let starts = rows
        .iter()
        .rev()
        .filter_map(|row| row.started.as_ref()?.parse::<Timestamp>().ok());
    let starts: Vec<f64> = starts.map(|start| start.as_millisecond() as f64 / 1e3).collect();
    let gaps: Vec<f64> = starts.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let (Some(each), Some((least, most))) = (median(&gaps), left) else {
        return Ok(None);
    };
    let about = |runs: u64| About(each * runs as f64).to_string();
    Ok(Some(range(&about(least), &about(most))))
}
