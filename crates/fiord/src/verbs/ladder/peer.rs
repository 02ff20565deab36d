//! The other host of `--peer`: its address, and round trips to it.

use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};
use fiord_messages::{Lang, ladder as messages};
use fiord_record::ladder::PeerTrips;

/// Where an ssh server listens.
const SSH: u16 = 22;
/// Connections to an ssh server: since OpenSSH 9.8 it stops to answer who opens more than about 15 in a row without logging in.
const SSH_TRIPS: usize = 10;
/// Connections to all other ports.
const TRIPS: usize = 200;
/// A name is looked for so long, and an answer waited for.
const NAME_SECONDS: u64 = 5;
const ANSWER_SECONDS: u64 = 1;

/// Another host with a port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Peer {
    name: String,
    address: SocketAddr,
}

/// `host`, `host:port`, `[::1]:port`, or an address of version 6.
fn split(text: &str) -> Option<(&str, u16)> {
    if let Some(rest) = text.strip_prefix('[') {
        let (host, port) = rest.split_once(']')?;
        return match port {
            "" => Some((host, SSH)),
            port => Some((host, port.strip_prefix(':')?.parse().ok()?)),
        };
    }
    match text.split_once(':') {
        _ if text.is_empty() => None,
        None => Some((text, SSH)),
        Some((_, rest)) if rest.contains(':') => Some((text, SSH)),
        Some(("", _)) => None,
        Some((host, port)) => Some((host, port.parse().ok()?)),
    }
}

impl Peer {
    /// Finds the address of a name, in at most five seconds.
    ///
    /// # Errors
    /// It names no host, or the name service does not know it or does not answer.
    pub(super) fn find(text: &str) -> Result<Self> {
        let (host, lang) = (&text, Lang::current());
        let Some((name, port)) = split(text) else {
            bail!(messages::PeerInvalid { host }.text(lang));
        };
        let (sender, receiver) = mpsc::channel();
        let wanted = name.to_owned();
        // The resolver has no timeout: its thread is left behind.
        thread::spawn(move || {
            let found = (wanted.as_str(), port)
                .to_socket_addrs()
                .map(|mut all| all.next());
            let _ = sender.send(found);
        });
        match receiver.recv_timeout(Duration::from_secs(NAME_SECONDS)) {
            Ok(Ok(Some(address))) => Ok(Self {
                name: text.to_owned(),
                address,
            }),
            Ok(_) => bail!(messages::PeerNoAddress { host }.text(lang)),
            Err(_) => bail!(
                messages::PeerSlowName {
                    host,
                    seconds: &NAME_SECONDS
                }
                .text(lang)
            ),
        }
    }

    /// Measures round trips, and gives each.
    ///
    /// # Errors
    /// No answer, or what the system says, in English: the record has it.
    pub(super) fn measure(&self) -> Result<(PeerTrips, Vec<f64>), String> {
        let samples = if self.address.port() == SSH {
            SSH_TRIPS
        } else {
            TRIPS
        };
        let timeout = Duration::from_secs(ANSWER_SECONDS);
        let trips =
            fiord_ladder::connects(self.address, samples, timeout).map_err(|error| error.to_string())?;
        let Some(found) = PeerTrips::of(&trips.ns) else {
            return Err(messages::PeerSilent {
                address: &self.address,
                seconds: &ANSWER_SECONDS,
            }
            .text(Lang::En));
        };
        let found = PeerTrips {
            peer: self.name.clone(),
            address: self.address.to_string(),
            refused: trips.refused as u64,
            lost: trips.lost as u64,
            kernel_ns: trips.kernel_ns,
            ..found
        };
        Ok((found, trips.ns))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn hosts_have_ports() {
        assert_eq!(split("db1"), Some(("db1", 22)));
        assert_eq!(split("db1:5432"), Some(("db1", 5432)));
        assert_eq!(split("::1"), Some(("::1", 22)));
        assert_eq!(split("[::1]:80"), Some(("::1", 80)));
        for wrong in ["", ":22", "db1:", "db1:ssh", "db1:70000", "[::1", "[::1]80"] {
            assert_eq!(split(wrong), None, "{wrong}");
        }
        let said = Peer::find("db1:ssh").unwrap_err().to_string();
        assert_eq!(said, "--peer db1:ssh: expected a host, or HOST:PORT");
    }
}
