//! The pages of notebooks, and a stream of them while they are measured.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use fiord_messages::{Lang, serve as messages};
use fiord_report::html::encoded;
use fiord_store::Store;
use serde_json::json;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use super::answer::{ServedContent, ServedPage, with_code};
use super::pages;
use crate::verbs::notebook::ServedNotebooks;

/// How often store and file are looked at.
const EVERY: Duration = Duration::from_millis(500);
/// Making a page takes a CPU from what is measured: it has at most one in this many parts of the time.
const SHARE: u32 = 20;

/// The page of a notebook.
///
/// # Errors
/// Its file, or the store.
pub(super) fn page(name: &str, notebooks: &ServedNotebooks, store: &Store, lang: Lang) -> Result<ServedPage> {
    let events = format!("/notebook/{}/events", encoded(name));
    let page = notebooks.page(name, &events, store.path(), lang)?;
    Ok(page.map_or_else(|| no_notebook(name, lang), |page| with_code(200, page)))
}

fn no_notebook(name: &str, lang: Lang) -> ServedPage {
    pages::not_found(&messages::NoNotebook { name: &name }.text(lang), lang)
}

/// Begins a stream of the inside of its page: one whenever it was changed or has new runs.
///
/// # Errors
/// The store.
pub(super) fn stream(
    name: &str,
    notebooks: &Arc<ServedNotebooks>,
    store: Store,
    lang: Lang,
) -> Result<ServedPage> {
    if notebooks.state(name, &store)?.is_none() {
        return Ok(no_notebook(name, lang));
    }
    let (sender, events) = mpsc::channel(1);
    let (name, notebooks) = (name.to_owned(), Arc::clone(notebooks));
    // An error ends the stream, and the browser asks again.
    spawn_blocking(move || follow(&sender, &name, &notebooks, &store, lang));
    Ok(ServedPage {
        code: 200,
        kind: "text/event-stream",
        policy: "default-src 'none'".to_owned(),
        content: ServedContent::Events(events),
    })
}

fn follow(
    events: &mpsc::Sender<String>,
    name: &str,
    notebooks: &ServedNotebooks,
    store: &Store,
    lang: Lang,
) -> Result<()> {
    let mut before = None;
    while !events.is_closed() {
        let seen = notebooks.state(name, store)?;
        let begun = Instant::now();
        if before != seen
            && let Some(page) = notebooks.content(name, store.path(), lang)?
        {
            events.blocking_send(format!("data: {}\n\n", json!({ "page": page })))?;
            before = seen;
        }
        // A reader that has gone is seen within a look.
        let rest = Instant::now() + EVERY.max(begun.elapsed() * SHARE);
        while !events.is_closed() && Instant::now() < rest {
            thread::sleep(EVERY);
        }
    }
    Ok(())
}
