//! Times round trips to another host by ICMP echo, as ping does: by the sockets that the kernel has for that, or by raw ones.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::os::fd::OwnedFd;
use std::thread;
use std::time::{Duration, Instant};

use rustix::net::{
    AddressFamily, Protocol, RecvFlags, SendFlags, SocketFlags, SocketType, connect, ipproto, recv, send,
    socket_with, sockopt,
};

use crate::wire::{PAUSE, SILENT, Trips};

/// Header and data of an echo: as much as ping sends.
const PACKET_BYTES: usize = 64;

/// A socket for echoes to one host.
struct Echo {
    socket: OwnedFd,
    is_v6: bool,
    /// A raw socket has its own number in each packet, and sees those of all others.
    raw: Option<u16>,
}

/// Sends so many echo requests, one after the other. Ends after three in a row that had no answer.
///
/// # Errors
/// The kernel allows no echo to this user (`PermissionDenied`), no route, or another error of this host.
pub fn echoes(host: IpAddr, samples: usize, timeout: Duration) -> io::Result<Trips> {
    let echo = Echo::open(host)?;
    let (mut trips, mut silent) = (Trips::default(), 0);
    for sequence in 0..samples {
        match echo.trip(sequence as u16, timeout)? {
            Some(took) => {
                silent = 0;
                trips.ns.push(took.as_nanos() as f64);
            }
            None => {
                silent += 1;
                trips.lost += 1;
                if silent >= SILENT {
                    break;
                }
            }
        }
        thread::sleep(PAUSE);
    }
    Ok(trips)
}

impl Echo {
    fn open(host: IpAddr) -> io::Result<Self> {
        let is_v6 = host.is_ipv6();
        let (family, protocol): (_, Protocol) = if is_v6 {
            (AddressFamily::INET6, ipproto::ICMPV6)
        } else {
            (AddressFamily::INET, ipproto::ICMP)
        };
        let socket = |kind| socket_with(family, kind, SocketFlags::CLOEXEC, Some(protocol));
        // A group outside of net.ipv4.ping_group_range has no ping sockets, root included; raw sockets need CAP_NET_RAW.
        let (socket, raw) = match socket(SocketType::DGRAM) {
            Ok(socket) => (socket, None),
            Err(_) => (socket(SocketType::RAW)?, Some(std::process::id() as u16)),
        };
        connect(&socket, &SocketAddr::new(host, 0))?;
        Ok(Self { socket, is_v6, raw })
    }

    /// One request and its answer; `None`: none in time.
    fn trip(&self, sequence: u16, timeout: Duration) -> io::Result<Option<Duration>> {
        let request = self.request(sequence);
        let begun = Instant::now();
        send(&self.socket, &request, SendFlags::empty())?;
        let mut packet = [0_u8; 256];
        loop {
            let left = timeout.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return Ok(None);
            }
            sockopt::set_socket_timeout(&self.socket, sockopt::Timeout::Recv, Some(left))?;
            let received = recv(&self.socket, packet.as_mut_slice(), RecvFlags::empty());
            let took = begun.elapsed();
            match received.map_err(io::Error::from) {
                Ok((bytes, _)) if self.is_answer(packet.get(..bytes).unwrap_or_default(), sequence) => {
                    return Ok(Some(took));
                }
                // Another program's, or of a request that was given up.
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // No answer in time, or a router said that there will be none.
                Err(_) => return Ok(None),
            }
        }
    }

    fn request(&self, sequence: u16) -> [u8; PACKET_BYTES] {
        const REQUEST: (u8, u8) = (8, 128);
        let mut packet = [0_u8; PACKET_BYTES];
        let [number_high, number_low] = self.raw.unwrap_or(0).to_be_bytes();
        let [high, low] = sequence.to_be_bytes();
        let kind = if self.is_v6 { REQUEST.1 } else { REQUEST.0 };
        packet[..8].copy_from_slice(&[kind, 0, 0, 0, number_high, number_low, high, low]);
        // Of version 6, and of ping sockets, the kernel makes the sum.
        if self.raw.is_some() && !self.is_v6 {
            let sum = checksum(&packet).to_be_bytes();
            packet[2..4].copy_from_slice(&sum);
        }
        packet
    }

    /// Whether a packet as the socket gives it answers that request.
    fn is_answer(&self, packet: &[u8], sequence: u16) -> bool {
        const ANSWER: (u8, u8) = (0, 129);
        let message = match packet.first() {
            // A raw socket of version 4 has the header of the packet, its length in words.
            Some(first) if self.raw.is_some() && !self.is_v6 => {
                packet.get(usize::from(first & 15) * 4..).unwrap_or_default()
            }
            _ => packet,
        };
        let [kind, _, _, _, number_high, number_low, high, low, ..] = message else {
            return false;
        };
        let number = u16::from_be_bytes([*number_high, *number_low]);
        *kind == if self.is_v6 { ANSWER.1 } else { ANSWER.0 }
            && self.raw.is_none_or(|own| own == number)
            && u16::from_be_bytes([*high, *low]) == sequence
    }
}

/// The sum of RFC 1071, of an even number of bytes.
fn checksum(packet: &[u8]) -> u16 {
    let words = packet.chunks_exact(2).map(|word| match word {
        [high, low] => u32::from(u16::from_be_bytes([*high, *low])),
        _ => 0,
    });
    let mut sum: u32 = words.sum();
    while sum > 0xffff {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    !(sum as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_rfc() {
        // RFC 1071, section 3: the sum of these is ddf2.
        assert_eq!(
            checksum(&[0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5, 0xf6, 0xf7]),
            !0xddf2
        );
    }
}
