//! Times round trips to another host by opening TCP connections: nothing has to run there, and no data is sent.

use std::ffi::CStr;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpStream};
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

/// `tcpi_min_rtt`, in nanoseconds.
fn least_round_trip(stream: &TcpStream) -> Option<f64> {
    const MIN_RTT: usize = 148;
    let micros = u32::from_ne_bytes(tcp_info(stream, MIN_RTT)?);
    (micros > 0 && micros < u32::MAX).then_some(f64::from(micros) * 1e3)
}

/// How long a connection had data to send, and how long of that the window of the receiver held them back, in microseconds.
pub fn window_times(stream: &TcpStream) -> Option<(u64, u64)> {
    const BUSY: usize = 168;
    const RWND_LIMITED: usize = 176;
    let at = |field| tcp_info(stream, field).map(u64::from_ne_bytes);
    at(BUSY).zip(at(RWND_LIMITED))
}

/// What the network carried of a connection so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CarriedCounts {
    /// Sent, repeats included.
    pub sent_bytes: u64,
    pub sent_segments: u64,
    /// Of them at the other end, also those that wait there for one that was lost, and repeats that were not needed.
    pub arrived_segments: u64,
    /// Received without a gap, whether or not it was read.
    pub received_bytes: u64,
}

/// `None`: the kernel is older than 4.19.
pub fn carried(stream: &TcpStream) -> Option<CarriedCounts> {
    const BYTES_RECEIVED: usize = 128;
    const DATA_SEGS_OUT: usize = 156;
    const DELIVERED: usize = 192;
    const BYTES_SENT: usize = 200;
    let segments = |field| tcp_info(stream, field).map(|segments| u64::from(u32::from_ne_bytes(segments)));
    let bytes = |field| tcp_info(stream, field).map(u64::from_ne_bytes);
    Some(CarriedCounts {
        sent_bytes: bytes(BYTES_SENT)?,
        sent_segments: segments(DATA_SEGS_OUT)?,
        arrived_segments: segments(DELIVERED)?,
        received_bytes: bytes(BYTES_RECEIVED)?,
    })
}

/// A field of `struct tcp_info` (linux/tcp.h); `libc` has only its beginning. `None`: an old kernel does not have the field.
fn tcp_info<const BYTES: usize>(stream: &TcpStream, field: usize) -> Option<[u8; BYTES]> {
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
    let told = info.get(..length as usize).filter(|_| result == 0)?;
    told.get(field..field + BYTES)?.try_into().ok()
}

/// Limits the bytes that wait to be sent, so that the data arrives soon after the last write.
///
/// # Errors
/// The kernel refuses.
pub fn limit_unsent(stream: &TcpStream, bytes: u32) -> io::Result<()> {
    // SAFETY: the kernel reads an `int`, which `bytes` is as long as.
    let result = unsafe {
        libc::setsockopt(
            stream.as_raw_fd(),
            libc::IPPROTO_TCP,
            libc::TCP_NOTSENT_LOWAT,
            (&raw const bytes).cast(),
            size_of::<u32>() as libc::socklen_t,
        )
    };
    if result == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

/// The network interface that has an address.
pub fn interface_of(address: IpAddr) -> Option<String> {
    let mut first: *mut libc::ifaddrs = std::ptr::null_mut();
    // SAFETY: the list is the kernel's until `freeifaddrs`; `first` is read only if there is one.
    if unsafe { libc::getifaddrs(&raw mut first) } != 0 {
        return None;
    }
    let (mut next, mut found) = (first, None);
    // SAFETY: each entry is valid until `freeifaddrs`, and ends the list where its `ifa_next` is null.
    while let Some(entry) = unsafe { next.as_ref() } {
        next = entry.ifa_next;
        // SAFETY: an address has the length of its family, and a name ends with a zero.
        let (ip, name) = unsafe { (ip_of(entry.ifa_addr), CStr::from_ptr(entry.ifa_name)) };
        if ip == Some(address) {
            found = name.to_str().ok().map(str::to_owned);
        }
    }
    // SAFETY: `first` came from `getifaddrs`, and nothing of the list is used any more.
    unsafe { libc::freeifaddrs(first) };
    found
}

/// # Safety
/// Null, or an address with the length of its family.
unsafe fn ip_of(address: *const libc::sockaddr) -> Option<IpAddr> {
    // SAFETY: as promised by the caller.
    match i32::from(unsafe { address.as_ref() }?.sa_family) {
        libc::AF_INET => {
            // SAFETY: an address of this family is this type; it may be unaligned for it.
            let v4 = unsafe { address.cast::<libc::sockaddr_in>().read_unaligned() };
            Some(IpAddr::from(v4.sin_addr.s_addr.to_ne_bytes()))
        }
        libc::AF_INET6 => {
            // SAFETY: likewise.
            let v6 = unsafe { address.cast::<libc::sockaddr_in6>().read_unaligned() };
            Some(IpAddr::from(v6.sin6_addr.s6_addr))
        }
        _ => None,
    }
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

    #[test]
    fn an_address_has_an_interface() {
        assert_eq!(interface_of(Ipv4Addr::LOCALHOST.into()).as_deref(), Some("lo"));
        assert_eq!(interface_of(Ipv4Addr::new(192, 0, 2, 77).into()), None);
    }

    #[test]
    fn a_reader_that_waits_holds_the_writer_back() {
        use std::io::{Read, Write};
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let mut writer = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (mut reader, _) = listener.accept().unwrap();
        limit_unsent(&writer, 1 << 16).unwrap();
        assert_eq!(window_times(&writer).map(|(_, window)| window), Some(0));
        writer
            .set_write_timeout(Some(Duration::from_millis(100)))
            .unwrap();
        // The window is full as soon as a write waits in vain.
        while writer.write(&[0; 1 << 16]).is_ok() {}
        let (busy, window) = window_times(&writer).unwrap();
        assert!(window > 0 && window <= busy, "{window} of {busy} us");
        assert!(reader.read(&mut [0; 8]).unwrap() > 0);
    }

    #[test]
    fn what_waits_to_be_read_was_carried() {
        use std::io::Write;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let mut writer = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (reader, _) = listener.accept().unwrap();
        let (sent, received) = (carried(&writer).unwrap(), carried(&reader).unwrap());
        writer.write_all(&[7; 60_001]).unwrap();
        let is_there = || carried(&reader).unwrap().received_bytes - received.received_bytes == 60_001;
        assert!(fiord_testbed::patiently(is_there));
        let is_told = || carried(&writer).unwrap().arrived_segments > sent.arrived_segments;
        assert!(fiord_testbed::patiently(is_told));
        let now = carried(&writer).unwrap();
        assert!(now.sent_bytes - sent.sent_bytes >= 60_001, "{now:?}");
        assert!(
            (1..=60).contains(&(now.sent_segments - sent.sent_segments)),
            "{now:?}"
        );
    }
}
