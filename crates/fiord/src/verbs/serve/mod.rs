//! `fiord serve`: the store in the browser, on this machine only; nothing is written and nothing is asked of others.

mod answer;
mod live;
mod notebooks;
mod now;
mod pages;
mod request;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Result, anyhow};
use clap::ValueHint;
use fiord_messages::{Lang, serve as messages};
use fiord_session::Signals;
use fiord_store::Store;
use hyper::body::Incoming;
use hyper::{Request, Response};
use tokio::net::TcpListener;
use tokio::runtime;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use self::answer::{ResponseBody, ServedPage};
use self::request::StoreQuery;
use super::notebook::ServedNotebooks;
use crate::keep::StoreArgs;
use crate::live::{HttpLimits, PublishedRuns};
use crate::ui::{self, exit};

/// The port unless another is named.
const PORT: u16 = 7417;
/// Requests that are answered at once; more are refused.
const MOST: usize = 32;

/// Arguments of `fiord serve`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_parser = loopback)]
    address: IpAddr,
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    port: u16,
    #[arg(long = "notebook", id = "notebook", value_name = "FILE", value_hint = ValueHint::FilePath)]
    notebooks: Vec<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
}

fn loopback(text: &str) -> Result<IpAddr, String> {
    match text.parse::<IpAddr>() {
        Ok(address) if address.is_loopback() => Ok(address),
        _ => Err(messages::NotLoopback { text: &text }.text(Lang::current())),
    }
}

/// What every request needs.
struct Site {
    store: PathBuf,
    notebooks: Arc<ServedNotebooks>,
    address: SocketAddr,
    requests: Arc<Semaphore>,
}

/// Runs the verb until a signal ends it.
pub(crate) fn run(args: &Args) -> Result<u8> {
    let store = args.store.read()?;
    let path = std::path::absolute(store.path())?;
    drop(store);
    let notebooks = ServedNotebooks::open(&args.notebooks)?;
    let signals = Signals::listen()?;
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let served = runtime.block_on(serve(args, path, notebooks, &signals));
    // Pages that are being made only read: they end with the process.
    runtime.shutdown_background();
    served.map(|()| exit::OK)
}

async fn serve(args: &Args, store: PathBuf, notebooks: ServedNotebooks, signals: &Signals) -> Result<()> {
    let listener = TcpListener::bind((args.address, args.port))
        .await
        .map_err(|error| {
            let unavailable = messages::PortNotAvailable {
                port: &args.port,
                error: &error,
            };
            anyhow!(unavailable.text(Lang::current()))
        })?;
    let site = Arc::new(Site {
        store,
        notebooks: Arc::new(notebooks),
        address: listener.local_addr()?,
        requests: Arc::new(Semaphore::new(MOST)),
    });
    // Without it, runs that go on are not seen.
    let _published = PublishedRuns::hold();
    let listening = messages::Listening {
        address: &site.address,
        store: &site.store.display(),
    };
    ui::say(listening.text(Lang::current()));
    let answer = move |request| answer(request, Arc::clone(&site));
    HttpLimits::serve(listener, answer, || signals.received().is_some()).await
}

/// Answers one request.
async fn answer(request: Request<Incoming>, site: Arc<Site>) -> Result<Response<ResponseBody>> {
    let lang = request::language(&request);
    let Ok(place) = Arc::clone(&site.requests).try_acquire_owned() else {
        return answer::busy(lang).respond(None);
    };
    let page = match StoreQuery::of(&request, site.address, lang) {
        // On a separate thread: the store may wait for a lock, and a page of many runs takes long to make. Other requests and Ctrl-C must not wait.
        Ok(asked) => spawn_blocking(move || read(&asked, &site, lang))
            .await
            .unwrap_or_else(|error| answer::failed(&error.to_string(), lang)),
        Err(refusal) => refusal,
    };
    page.respond(Some(place))
}

fn read(asked: &StoreQuery, site: &Site, lang: Lang) -> ServedPage {
    let store = Store::open_read_only(&site.store).map_err(anyhow::Error::from);
    let page = store.and_then(|store| match asked {
        StoreQuery::Notebook(name) => notebooks::page(name, &site.notebooks, &store, lang),
        StoreQuery::NotebookEvents(name) => notebooks::stream(name, &site.notebooks, store, lang),
        asked => pages::of(asked, store, &site.notebooks, lang),
    });
    page.unwrap_or_else(|error| answer::failed(&format!("{error:#}"), lang))
}
