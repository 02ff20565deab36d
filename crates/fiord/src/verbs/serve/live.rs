//! A stream of events while a study runs: one whenever its state or the number of its runs changed.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use fiord_store::{Store, StudyState};
use serde_json::{Value, json};
use tiny_http::Request;

use super::{answer, pages};

/// How often the store is looked at.
const EVERY: Duration = Duration::from_millis(250);
/// Silence after which a comment shows whether the reader is still there.
const QUIET: Duration = Duration::from_secs(10);

/// Writes events until the study ends, the reader goes or the server ends.
pub(super) fn stream(request: Request, store: &Store, study: i64, ended: &AtomicBool) {
    match store.study(&study.to_string()) {
        Ok(Some(_)) => {}
        Ok(None) => return answer::send(request, &answer::refused(404, "no such study")),
        Err(error) => return answer::send(request, &answer::failed(&error.to_string())),
    }
    let mut head = "HTTP/1.1 200 OK\r\nConnection: close\r\n".to_owned();
    for (name, value) in answer::headers("text/event-stream", "default-src 'none'") {
        head += &format!("{name}: {value}\r\n");
    }
    let mut writer = request.into_writer();
    // An error is a reader that has gone.
    let _ = write(&mut writer, &(head + "\r\n")).and_then(|()| follow(&mut writer, store, study, ended));
}

fn write(writer: &mut dyn Write, text: &str) -> Result<()> {
    writer.write_all(text.as_bytes())?;
    Ok(writer.flush()?)
}

fn follow(writer: &mut dyn Write, store: &Store, study: i64, ended: &AtomicBool) -> Result<()> {
    let mut before = None;
    let mut written = Instant::now();
    while !ended.load(Ordering::SeqCst) {
        let Some(news) = news(store, study)? else { break };
        if before.as_ref() != Some(&news) {
            write(writer, &format!("data: {news}\n\n"))?;
            written = Instant::now();
            if news["state"] != StudyState::Open.name() {
                break;
            }
            before = Some(news);
        } else if written.elapsed() > QUIET {
            write(writer, ": still running\n\n")?;
            written = Instant::now();
        }
        thread::sleep(EVERY);
    }
    Ok(())
}

fn news(store: &Store, study: i64) -> Result<Option<Value>> {
    let Some(row) = store.study(&study.to_string())? else {
        return Ok(None);
    };
    Ok(Some(
        json!({ "runs": row.runs, "state": row.state.name(), "last": pages::last(store, study)? }),
    ))
}
