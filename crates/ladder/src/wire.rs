//! Times round trips to another host by opening TCP connections: nothing has to run there, and no data is sent.

use std::io;
use std::net::{SocketAddr, TcpStream};
use std::os::fd::AsRawFd;
use std::thread;
use std::time::{Duration, Instant};

/// Between two trips, so that they do not meet in a queue.
pub(crate) const PAUSE: Duration = Duration::from_millis(5);
/// A host of which so many trips in a row have no answer is given up.
pub(crate) const SILENT: usize = 3;

/// Round trips to one port, or by echo to one host.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Trips {
    /// From the first packet until the answer, in nanoseconds.
    pub ns: Vec<f64>,
    /// Answers that refuse: the port is closed, and the answer is a round trip like any other.
    pub refused: usize,
    /// Trips without an answer in time.
    pub lost: usize,
    /// The least round trip that the kernel saw (TCP_INFO), in nanoseconds; `None`: no connection was accepted.
    pub kernel_ns: Option<f64>,
}

/// Opens so many connections, one after the other, and closes each at once. Ends after three in a row that had no answer.
///
/// # Errors
/// No route, no permission, or another error of this host.
pub fn connects(address: SocketAddr, samples: usize, timeout: Duration) -> io::Result<Trips> {
    let (mut trips, mut silent) = (Trips::default(), 0);
    for _ in 0..samples {
        silent += 1;
        let begun = Instant::now();
        let connected = TcpStream::connect_timeout(&address, timeout);
        let took = begun.elapsed().as_nanos() as f64;
        match connected {
            Ok(stream) => {
                silent = 0;
                trips.ns.push(took);
                trips.kernel_ns = [trips.kernel_ns, least_round_trip(&stream)]
                    .into_iter()
                    .flatten()
                    .reduce(f64::min);
            }
            Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
                silent = 0;
                trips.ns.push(took);
                trips.refused += 1;
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock) => {
                trips.lost += 1;
                if silent >= SILENT {
                    break;
                }
            }
            Err(error) => return Err(error),
        }
        thread::sleep(PAUSE);
    }
    Ok(trips)
}

/// `tcpi_min_rtt` of `struct tcp_info` (linux/tcp.h), which `libc` does not have.
fn least_round_trip(stream: &TcpStream) -> Option<f64> {
    const MIN_RTT: usize = 148;
    let mut info = [0_u8; 256];
    let mut length = info.len() as libc::socklen_t;
    // SAFETY: the kernel writes at most `length` bytes, which `info` has.
    let result = unsafe {
        libc::getsockopt(
            stream.as_raw_fd(),
            libc::IPPROTO_TCP,
            libc::TCP_INFO,
            info.as_mut_ptr().cast(),
            &raw mut length,
        )
    };
    // An old kernel tells less.
    let field = info
        .get(..length as usize)
        .filter(|_| result == 0)?
        .get(MIN_RTT..MIN_RTT + 4)?;
    let micros = u32::from_ne_bytes(field.try_into().ok()?);
    (micros > 0 && micros < u32::MAX).then_some(f64::from(micros) * 1e3)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::net::{Ipv4Addr, TcpListener};

    use super::*;

    #[test]
    fn open_and_closed_ports_answer() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let timeout = Duration::from_secs(2);
        let open = connects(address, 5, timeout).unwrap();
        assert_eq!((open.ns.len(), open.refused, open.lost), (5, 0, 0));
        let kernel = open.kernel_ns.unwrap();
        assert!(kernel > 0.0 && kernel.is_finite());
        drop(listener);
        let closed = connects(address, 5, timeout).unwrap();
        assert_eq!((closed.ns.len(), closed.refused, closed.kernel_ns), (5, 5, None));
    }
}
