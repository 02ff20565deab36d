//! A stream of events while a study runs: one whenever its state or the number of its runs changed.

use std::thread;
use std::time::Duration;

use anyhow::Result;
use fiord_messages::{Lang, serve as messages};
use fiord_store::{Store, StudyState};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use super::answer::{ServedContent, ServedPage, refused};
use super::pages;

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
        let Some(news) = news(store, study, lang)? else {
            break;
        };
        if before.as_ref() != Some(&news) {
            events.blocking_send(format!("data: {news}\n\n"))?;
            if news["state"] != StudyState::Open.name() {
                break;
            }
            before = Some(news);
        }
        thread::sleep(EVERY);
    }
    Ok(())
}

fn news(store: &Store, study: i64, lang: Lang) -> Result<Option<Value>> {
    let Some(row) = store.study(&study.to_string())? else {
        return Ok(None);
    };
    Ok(Some(
        json!({ "runs": row.runs, "state": row.state.name(), "last": pages::last(store, study, lang)? }),
    ))
}
