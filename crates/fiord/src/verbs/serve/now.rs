//! What happens now on this machine, as a page and as a stream of events: one each second while somebody reads.

use std::collections::VecDeque;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use fiord_host::Root;
use fiord_messages::Lang;
use fiord_report::documents::watch::Watch;
use fiord_report::html::{self, Framed};
use serde_json::json;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use super::answer::{ServedContent, ServedPage};
use crate::live::PublishedRuns;
use crate::watch::WatchSampler;

/// How often counters are read.
const EVERY: Duration = Duration::from_secs(1);
/// Samples of the curves.
const KEPT: usize = 120;
/// Processes that are listed.
const BUSIEST: usize = 10;

/// The page; its devices come with the first event.
pub(super) fn page(lang: Lang) -> Framed {
    html::now(&html::panes(&PublishedRuns::read(lang), &[], lang), lang)
}

/// Begins a stream that ends with its reader or the server.
pub(super) fn stream(lang: Lang) -> ServedPage {
    let (sender, events) = mpsc::channel(1);
    spawn_blocking(move || follow(&sender, lang));
    ServedPage {
        code: 200,
        kind: "text/event-stream",
        policy: "default-src 'none'".to_owned(),
        content: ServedContent::Events(events),
    }
}

fn follow(events: &mpsc::Sender<String>, lang: Lang) -> Result<()> {
    let mut sampler = WatchSampler::begin(Root::system(), None, None, false, true);
    let mut samples: VecDeque<Watch> = VecDeque::new();
    while !events.is_closed() {
        thread::sleep(EVERY);
        let now = sampler.look();
        samples.push_back(sampler.sample(now, BUSIEST, true, lang));
        if samples.len() > KEPT {
            samples.pop_front();
        }
        let page = html::panes(&PublishedRuns::read(lang), samples.make_contiguous(), lang);
        events.blocking_send(format!("data: {}\n\n", json!({ "page": page })))?;
    }
    Ok(())
}
