//! What all that listens here has in common: limits of connections and requests, names of this machine; and the server of metrics.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use fiord_messages::{Lang, live as messages};
use fiord_report::documents::live::LiveSecond;
use fiord_report::openmetrics;
use hyper::body::{Body, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;

/// Limits of everything that listens.
pub(crate) struct HttpLimits;

impl HttpLimits {
    /// Limit of open connections; further ones wait until one ends.
    const CONNECTIONS: usize = 64;
    /// Time in which a connection must send the headers of its next request, and in which it must take more of an answer.
    const PATIENCE: Duration = Duration::from_secs(10);
    /// Limit of the size of a request's headers, its first line included.
    const HEADER_BYTES: usize = 16 << 10;
    /// How often an end is looked for.
    const LOOK: Duration = Duration::from_millis(200);

    /// Answers requests until it is over.
    ///
    /// # Errors
    /// The listener.
    pub(crate) async fn serve<B, F>(
        listener: TcpListener,
        answer: impl Fn(Request<Incoming>) -> F + Clone + Send + 'static,
        is_over: impl Fn() -> bool,
    ) -> Result<()>
    where
        B: Body<Error: std::error::Error + Send + Sync, Data: Send> + Send + 'static,
        F: Future<Output = Result<Response<B>>> + Send + 'static,
    {
        let connections = Arc::new(Semaphore::new(Self::CONNECTIONS));
        while !is_over() {
            let Ok(accepted) = timeout(Self::LOOK, accept(&listener, &connections)).await else {
                continue;
            };
            let (stream, place) = accepted?;
            let mut stream = TimeoutStream::new(stream);
            stream.set_write_timeout(Some(Self::PATIENCE));
            let answer = answer.clone();
            tokio::spawn(async move {
                // An error is a request that hyper refused, or a reader that has gone.
                let _ = http1::Builder::new()
                    .timer(TokioTimer::new())
                    .header_read_timeout(Self::PATIENCE)
                    .max_header_size(Self::HEADER_BYTES)
                    .title_case_headers(true)
                    .serve_connection(TokioIo::new(Box::pin(stream)), service_fn(answer))
                    .await;
                drop(place);
            });
        }
        Ok(())
    }
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

/// Whether the Host header of a request names this machine and port: a page elsewhere whose name leads here does not.
pub(crate) fn is_of_this_machine(request: &Request<Incoming>, address: SocketAddr) -> bool {
    let host = request.headers().get("Host").and_then(|host| host.to_str().ok());
    host.is_some_and(|host| names_this_machine(host, address))
}

fn names_this_machine(host: &str, address: SocketAddr) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
        _ => (host, Some(80)),
    };
    // A page elsewhere has a name: addresses of this machine are its own, all those of IPv4 that begin with 127.
    let is_loopback = name.parse().is_ok_and(|name: Ipv4Addr| name.is_loopback());
    port == Some(address.port()) && (is_loopback || matches!(name, "localhost" | "[::1]"))
}

/// A thread that answers with the last second of a run.
pub(super) struct MetricsServer {
    address: SocketAddr,
    last: Arc<Mutex<Option<LiveSecond>>>,
    is_over: Arc<AtomicBool>,
}

impl MetricsServer {
    /// Begins to listen.
    ///
    /// # Errors
    /// The port is in use, or no thread.
    pub(super) fn begin(address: SocketAddr) -> Result<Self> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let listener = runtime.block_on(TcpListener::bind(address)).map_err(|error| {
            let refused = messages::NoFixedPort {
                address: &address,
                error: &error,
            };
            anyhow!(refused.text(Lang::current()))
        })?;
        let server = Self {
            address: listener.local_addr()?,
            last: Arc::default(),
            is_over: Arc::default(),
        };
        let (last, is_over, address) = (
            Arc::clone(&server.last),
            Arc::clone(&server.is_over),
            server.address,
        );
        let answer = move |request: Request<Incoming>| {
            let answer = answer(&request, address, &last);
            async move { answer }
        };
        let serve = move || {
            let is_over = || is_over.load(Ordering::Relaxed);
            // It ends with the process at the latest.
            let _ = runtime.block_on(HttpLimits::serve(listener, answer, is_over));
        };
        let thread = std::thread::Builder::new()
            .name("metrics".to_owned())
            .spawn(serve);
        thread.context("--metrics-listen")?;
        Ok(server)
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(super) fn show(&self, second: &LiveSecond) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(second.clone());
    }
}

impl Drop for MetricsServer {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

fn answer(
    request: &Request<Incoming>,
    address: SocketAddr,
    last: &Mutex<Option<LiveSecond>>,
) -> Result<Response<String>> {
    // An address that others can reach was stated, and is called by names that are not known here.
    let is_refused = address.ip().is_loopback() && !is_of_this_machine(request, address);
    let code = match (request.method(), request.uri().path()) {
        _ if is_refused => 421,
        (&Method::GET | &Method::HEAD, "/metrics") => 200,
        (&Method::GET | &Method::HEAD, _) => 404,
        _ => 405,
    };
    let text = if code == 200 {
        openmetrics::live(last.lock().unwrap_or_else(PoisonError::into_inner).as_ref())
    } else {
        String::new()
    };
    let response = Response::builder()
        .status(code)
        .header(
            "Content-Type",
            "application/openmetrics-text; version=1.0.0; charset=utf-8",
        )
        .header("X-Content-Type-Options", "nosniff")
        .header("Cache-Control", "no-store");
    Ok(response.body(text)?)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_answered() {
        let address = "127.0.0.1:7417".parse().unwrap();
        for ours in ["127.0.0.1:7417", "127.0.0.2:7417", "localhost:7417", "[::1]:7417"] {
            assert!(names_this_machine(ours, address), "{ours}");
        }
        for other in [
            "",
            "127.0.0.1",
            "127.0.0.1:80",
            "example.org:7417",
            "127.0.0.1.example.org:7417",
            "10.0.0.1:7417",
            "[::1]",
            "localhost:x",
        ] {
            assert!(!names_this_machine(other, address), "{other}");
        }
    }
}
