//! `fiord serve`: the store in the browser, on this machine only; nothing is written and nothing is asked of others.

mod answer;
mod live;
mod pages;
mod request;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use fiord_session::Signals;
use fiord_store::Store;
use tiny_http::Server;

use self::request::StoreQuery;
use crate::keep::StoreArgs;
use crate::ui::{self, exit};

/// The port unless another is named.
const PORT: u16 = 7417;
/// Requests that are answered at once; more are refused.
const MOST: usize = 32;
/// How often a signal is looked for.
const LOOK: Duration = Duration::from_millis(200);

/// Arguments of `fiord serve`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Address to listen on: 127.0.0.1 or ::1. Other machines cannot reach it.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_parser = loopback)]
    address: IpAddr,
    /// Port; 0: any that is free.
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    port: u16,
    #[command(flatten)]
    store: StoreArgs,
}

fn loopback(text: &str) -> Result<IpAddr, String> {
    match text.parse::<IpAddr>() {
        Ok(address) if address.is_loopback() => Ok(address),
        _ => Err(format!(
            "{text}: expected 127.0.0.1 or ::1; the store is shown on this machine only"
        )),
    }
}

/// What every request needs.
struct Shown {
    store: PathBuf,
    address: SocketAddr,
    /// Set when the server ends: streams end as well.
    ended: AtomicBool,
    open: AtomicUsize,
}

/// Runs the verb until a signal ends it.
pub(crate) fn run(args: &Args) -> Result<u8> {
    let store = args.store.read()?;
    let path = std::path::absolute(store.path())?;
    drop(store);
    let signals = Signals::listen()?;
    let asked = SocketAddr::new(args.address, args.port);
    let server =
        Server::http(asked).map_err(|error| anyhow!("--port={}: {error}; name another one", args.port))?;
    let Some(address) = server.server_addr().to_ip() else {
        bail!("--address={}: expected 127.0.0.1 or ::1", args.address);
    };
    let shown = Arc::new(Shown {
        store: path,
        address,
        ended: AtomicBool::new(false),
        open: AtomicUsize::new(0),
    });
    ui::say(format!(
        "http://{address}/ shows {}; Ctrl-C ends it",
        shown.store.display()
    ));
    while signals.received().is_none() {
        let Some(request) = server.recv_timeout(LOOK)? else {
            continue;
        };
        if shown.open.fetch_add(1, Ordering::SeqCst) >= MOST {
            shown.open.fetch_sub(1, Ordering::SeqCst);
            answer::send(request, &answer::busy());
            continue;
        }
        let shown = Arc::clone(&shown);
        thread::spawn(move || {
            respond(request, &shown);
            shown.open.fetch_sub(1, Ordering::SeqCst);
        });
    }
    shown.ended.store(true, Ordering::SeqCst);
    Ok(exit::OK)
}

/// Answers one request. A reader that has gone is nobody's error.
fn respond(request: tiny_http::Request, shown: &Shown) {
    let asked = match StoreQuery::of(&request, shown.address) {
        Ok(asked) => asked,
        Err(refusal) => return answer::send(request, &refusal),
    };
    let store = match Store::open_read_only(&shown.store) {
        Ok(store) => store,
        Err(error) => return answer::send(request, &answer::failed(&error.to_string())),
    };
    if let StoreQuery::Events(study) = asked {
        return live::stream(request, &store, study, &shown.ended);
    }
    let answered = pages::of(&asked, store).unwrap_or_else(|error| answer::failed(&format!("{error:#}")));
    answer::send(request, &answered);
}
