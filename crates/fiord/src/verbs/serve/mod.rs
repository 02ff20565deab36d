//! `fiord serve`: the store in the browser, on this machine only; nothing is written and nothing is asked of others.

mod answer;
mod live;
mod notebooks;
mod pages;
mod request;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, anyhow};
use clap::ValueHint;
use fiord_messages::{Lang, serve as messages};
use fiord_session::Signals;
use fiord_store::Store;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;

use self::answer::{ResponseBody, ServedPage};
use self::request::StoreQuery;
use super::notebook::ServedNotebooks;
use crate::keep::StoreArgs;
use crate::ui::{self, exit};

/// The port unless another is named.
const PORT: u16 = 7417;
/// Requests that are answered at once; more are refused.
const MOST: usize = 32;
/// Limit of open connections; further ones wait until one ends.
const MOST_CONNECTIONS: usize = 64;
/// Time in which a connection must send the headers of its next request, and in which it must take more of an answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// Limit of the size of a request's headers, its first line included.
const HEADER_BYTES: usize = 16 << 10;
/// How often a signal is looked for.
const LOOK: Duration = Duration::from_millis(200);

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
    let listening = messages::Listening {
        address: &site.address,
        store: &site.store.display(),
    };
    ui::say(listening.text(Lang::current()));
    let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    while signals.received().is_none() {
        let Ok(accepted) = timeout(LOOK, accept(&listener, &connections)).await else {
            continue;
        };
        let (stream, place) = accepted?;
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(PATIENCE));
        let site = Arc::clone(&site);
        tokio::spawn(async move {
            let service = service_fn(|request| answer(request, Arc::clone(&site)));
            // An error is a request that hyper refused, or a reader that has gone.
            let _ = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(PATIENCE)
                .max_header_size(HEADER_BYTES)
                .title_case_headers(true)
                .serve_connection(TokioIo::new(Box::pin(stream)), service)
                .await;
            drop(place);
        });
    }
    Ok(())
}

/// Waits for a place, then for a connection. Those without a place wait in the kernel.
async fn accept(
    listener: &TcpListener,
    connections: &Arc<Semaphore>,
) -> Result<(TcpStream, OwnedSemaphorePermit)> {
    let place = Arc::clone(connections).acquire_owned().await?;
    let (stream, _) = listener.accept().await?;
    Ok((stream, place))
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
