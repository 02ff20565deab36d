//! Other hosts: those of `--peer`, or the servers of a path; their addresses, and round trips to them.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};
use fiord_host::block::servers::servers;
use fiord_host::{Root, Stack};
use fiord_messages::{Lang, ladder as messages};
use fiord_record::ladder::{EchoMissing, PeerTrips, TripRatio, TripTimes};
use fiord_session::Signals;
use fiord_stats::interval::median;

use super::far::{Far, FarStart};
use super::flow::{self, ratio};

/// Where an ssh server listens.
const SSH: u16 = 22;
/// Hosts are measured in turn, in so many blocks each.
const BLOCKS: usize = 10;
/// Connections to an ssh server in a block: since OpenSSH 9.8 it stops to answer who opens more than about 15 in a row without logging in.
const SSH_TRIPS: usize = 1;
/// Connections to all other ports, and echoes.
const TRIPS: usize = 20;
/// A host is given up after so many trips without an answer.
const LOST: usize = 5;
/// More paths to one storage are rare, and each takes seconds.
const SERVERS: usize = 4;
/// A name is looked for so long, and an answer waited for.
const NAME_SECONDS: u64 = 5;
const ANSWER_SECONDS: u64 = 1;

/// Another host with a port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Peer {
    name: String,
    /// The file system or disk that it serves, where nobody named it.
    serves: Option<String>,
    address: SocketAddr,
}

/// Round trips to a host, block by block.
#[derive(Default)]
struct Turns {
    /// The connections of each block.
    blocks: Vec<Vec<f64>>,
    refused: usize,
    lost: usize,
    kernel_ns: Option<f64>,
    echoes: Vec<f64>,
    echoes_lost: usize,
    echo_missing: Option<EchoMissing>,
    /// What the system said, in English: the record has it.
    failed: Option<String>,
}

/// The hosts that serve a stack, at most four; and of those without an address, why.
pub(super) fn of_stack(root: &Root, stack: &Stack) -> (Vec<Peer>, Vec<String>) {
    let (mut peers, mut failed) = (Vec::new(), Vec::new());
    for server in servers(root, stack).into_iter().take(SERVERS) {
        let host = if server.host.contains(':') {
            format!("[{}]", server.host)
        } else {
            server.host
        };
        // The record has it, in English.
        match Peer::find(&format!("{host}:{}", server.port), Lang::En) {
            Ok(peer) => peers.push(Peer {
                serves: Some(server.serves),
                ..peer
            }),
            Err(error) => failed.push(error.to_string()),
        }
    }
    (peers, failed)
}

/// Starts a fiord on each host by a command such as `ssh`, all at the same time.
///
/// # Errors
/// In a sentence: one of them did not start, or cannot be reached.
pub(super) fn start(peers: &[Peer], command: &str) -> Result<Vec<Far>> {
    let begun = peers.iter().map(|peer| {
        let (host, _) = split(&peer.name).unwrap_or_default();
        FarStart::begin(command, host, peer.address)
    });
    let begun = begun.collect::<Result<Vec<FarStart>>>()?;
    let connected = begun
        .into_iter()
        .zip(peers)
        .map(|(starting, peer)| starting.connect(peer.address.ip()));
    connected.collect()
}

/// Measures round trips to all hosts in turn, and gives each; the error is in English: the record has it.
pub(super) fn measure(
    peers: &[Peer],
    fars: Vec<Far>,
    signals: &Signals,
) -> Vec<Result<(PeerTrips, Vec<f64>), String>> {
    let mut turns: Vec<Turns> = peers.iter().map(|_| Turns::default()).collect();
    for block in 0..BLOCKS {
        // Each is first as often as it is last.
        for place in 0..peers.len() {
            let place = if block % 2 == 0 {
                place
            } else {
                peers.len() - 1 - place
            };
            if let (Some(peer), Some(turns)) = (peers.get(place), turns.get_mut(place)) {
                turns.take(peer.address);
            }
        }
    }
    let names: Vec<&str> = peers.iter().map(|peer| peer.name.as_str()).collect();
    let mut flows = flow::measure(fars, &names, signals).into_iter();
    let mut measured = |place: usize, peer: &Peer| {
        let flow = flows.next();
        let own = turns.get(place).ok_or_else(String::new)?;
        let (mut found, samples) = own.finished(peer)?;
        found.ratio = peers
            .first()
            .zip(turns.first())
            .filter(|_| place > 0)
            .and_then(|(base, first)| own.ratio(first, &base.name));
        if let Some((flow, failed)) = flow {
            (found.flow, found.flow_failed) = (Some(flow), failed);
        }
        Ok((found, samples))
    };
    peers
        .iter()
        .enumerate()
        .map(|(place, peer)| measured(place, peer))
        .collect()
}

impl Turns {
    /// Measures a block, unless the host was given up.
    fn take(&mut self, address: SocketAddr) {
        if self.failed.is_some() || self.lost >= LOST || (self.lost > 0 && self.is_silent()) {
            return;
        }
        let timeout = Duration::from_secs(ANSWER_SECONDS);
        let samples = if address.port() == SSH { SSH_TRIPS } else { TRIPS };
        match fiord_ladder::connects(address, samples, timeout) {
            Ok(trips) => {
                self.refused += trips.refused;
                self.lost += trips.lost;
                self.kernel_ns = [self.kernel_ns, trips.kernel_ns]
                    .into_iter()
                    .flatten()
                    .reduce(f64::min);
                self.blocks.push(trips.ns);
            }
            Err(error) => self.failed = Some(error.to_string()),
        }
        if self.echo_missing.is_some() || self.is_silent() || self.echoes_lost >= LOST {
            return;
        }
        match fiord_ladder::echoes(address.ip(), TRIPS, timeout) {
            Ok(trips) => {
                self.echoes_lost += trips.lost;
                self.echoes.extend(trips.ns);
                if self.echoes.is_empty() {
                    self.echo_missing = Some(EchoMissing::NoAnswer);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                self.echo_missing = Some(EchoMissing::NotAllowed);
            }
            Err(error) => {
                let error = error.to_string();
                self.echo_missing = Some(EchoMissing::Failed { error });
            }
        }
    }

    fn is_silent(&self) -> bool {
        self.blocks.iter().all(Vec::is_empty)
    }

    /// No answer, or what the system says.
    fn finished(&self, peer: &Peer) -> Result<(PeerTrips, Vec<f64>), String> {
        if let Some(error) = &self.failed {
            return Err(format!("{}: {error}", peer.address));
        }
        let samples = self.blocks.concat();
        let Some(connects) = TripTimes::of(&samples, self.lost) else {
            return Err(messages::PeerSilent {
                address: &peer.address,
                seconds: &ANSWER_SECONDS,
            }
            .text(Lang::En));
        };
        let found = PeerTrips {
            peer: peer.name.clone(),
            serves: peer.serves.clone(),
            address: peer.address.to_string(),
            connects,
            refused: self.refused as u64,
            kernel_ns: self.kernel_ns,
            echo: TripTimes::of(&self.echoes, self.echoes_lost),
            echo_missing: self.echo_missing.clone(),
            ratio: None,
            flow: None,
            flow_failed: None,
        };
        Ok((found, samples))
    }

    /// The round trip of this host ÷ that of another, of the blocks in which both answered. The first trips of a block are the slowest:
    /// where one host has fewer, only so many of the other one count.
    fn ratio(&self, other: &Self, base: &str) -> Option<TripRatio> {
        let medians = self.blocks.iter().zip(&other.blocks).filter_map(|(own, other)| {
            let trips = own.len().min(other.len());
            Some((median(own.get(..trips)?)?, median(other.get(..trips)?)?))
        });
        let (own, others): (Vec<f64>, Vec<f64>) = medians.unzip();
        ratio(&own, &others, base)
    }
}

/// `host`, `host:port`, `[::1]:port`, or an address of version 6; of ssh also with a user.
fn split(text: &str) -> Option<(&str, u16)> {
    if let Some(rest) = text.strip_prefix('[') {
        let (host, port) = rest.split_once(']')?;
        return match port {
            "" => Some((host, SSH)),
            port => Some((host, port.strip_prefix(':')?.parse().ok()?)),
        };
    }
    match text.split_once(':') {
        _ if text.is_empty() || text.starts_with('-') => None,
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
    pub(super) fn find(text: &str, lang: Lang) -> Result<Self> {
        let host = &text;
        let Some((name, port)) = split(text) else {
            bail!(messages::PeerInvalid { host }.text(lang));
        };
        let (sender, receiver) = mpsc::channel();
        // The user is for ssh alone.
        let wanted = name.rsplit('@').next().unwrap_or(name).to_owned();
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
                serves: None,
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
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use std::fs;
    use std::net::Ipv4Addr;
    use std::path::Path;

    use fiord_testbed::{Wire, or_skip};

    use super::*;

    #[test]
    fn hosts_have_ports() {
        assert_eq!(split("db1"), Some(("db1", 22)));
        assert_eq!(split("db1:5432"), Some(("db1", 5432)));
        assert_eq!(split("me@db1"), Some(("me@db1", 22)));
        assert_eq!(split("::1"), Some(("::1", 22)));
        assert_eq!(split("[::1]:80"), Some(("::1", 80)));
        for wrong in [
            "",
            "-oProxyCommand=x",
            ":22",
            "db1:",
            "db1:ssh",
            "db1:70000",
            "[::1",
            "[::1]80",
        ] {
            assert_eq!(split(wrong), None, "{wrong}");
        }
        let said = Peer::find("db1:ssh", Lang::En).unwrap_err().to_string();
        assert_eq!(said, "--peer db1:ssh: expected a host, or HOST:PORT");
    }
    fn peer(ip: Ipv4Addr, port: u16) -> Peer {
        Peer {
            name: format!("{ip}:{port}"),
            serves: None,
            address: (ip, port).into(),
        }
    }

    #[test]
    fn a_longer_wire_is_compared_with_a_shorter_one() {
        // The other end refuses: that is a round trip, too.
        let wire = or_skip!("wire", Wire::new(Duration::from_millis(2)));
        let peers = [
            peer(Ipv4Addr::LOCALHOST, 9),
            peer(Wire::FAR, 9),
            peer(Wire::SILENT, 9),
        ];
        let signals = Signals::listen().unwrap();
        let found = wire.near(|| measure(&peers, Vec::new(), &signals));
        let [Ok((near, _)), Ok((far, trips)), Err(silent)] = found.as_slice() else {
            panic!("{found:?}");
        };
        assert_eq!(
            (near.ratio.as_ref(), near.refused, near.kernel_ns),
            (None, 200, None)
        );
        assert_eq!(
            (trips.len() as u64, far.connects.p99_ns.is_some()),
            (far.connects.trips, true)
        );
        assert_eq!(far.connects.trips + far.connects.lost, 200);
        assert!(far.connects.lowest_ns >= 4e6, "{far:?}");
        let echo = far.echo.as_ref().unwrap();
        assert!(echo.trips + echo.lost == 200 && echo.lowest_ns >= 4e6, "{echo:?}");
        let ratio = far.ratio.as_ref().unwrap();
        assert_eq!((ratio.base.as_str(), ratio.blocks), ("127.0.0.1:9", 10));
        assert!(ratio.level >= 0.95 && ratio.low <= ratio.ratio && ratio.ratio <= ratio.high);
        // A loopback that takes 4 ms in the middle is one of a machine that cannot be used.
        assert!(ratio.high > 1.0, "{ratio:?}");
        assert_eq!(silent, "no answer from 192.0.2.9:9 within 1 s");
    }

    #[test]
    fn blocks_are_compared_by_as_many_first_trips() {
        let host = |trips: &[f64]| Turns {
            blocks: vec![trips.to_vec(); 6],
            ..Turns::default()
        };
        let (one, many) = (host(&[90.0]), host(&[45.0, 30.0, 30.0]));
        assert_eq!(one.ratio(&many, "b").unwrap().ratio, 2.0);
        assert_eq!(many.ratio(&many, "b").unwrap().ratio, 1.0);
        // One of them gave no answer.
        assert_eq!(one.ratio(&host(&[]), "b"), None);
    }

    #[test]
    fn servers_of_a_path_are_found_by_the_address_that_the_kernel_has() {
        let folder = tempfile::tempdir().unwrap();
        let mounts =
            "29 1 0:20 / / rw - rootfs rootfs rw\n40 29 0:50 / /nfs rw - nfs4 [fd00::1]:/e rw,addr=fd00::1\n";
        fs::create_dir_all(folder.path().join("proc/self")).unwrap();
        fs::write(folder.path().join("proc/self/mountinfo"), mounts).unwrap();
        let root = Root::at(folder.path());
        let (peers, failed) = of_stack(&root, &Stack::under(&root, Path::new("/nfs/x")));
        let [server] = peers.as_slice() else {
            panic!("{peers:?} {failed:?}")
        };
        assert_eq!(server.address.to_string(), "[fd00::1]:2049");
        assert_eq!(server.serves.as_deref(), Some("nfs4 (/nfs)"));
        assert_eq!(
            of_stack(&root, &Stack::under(&root, Path::new("/x"))),
            (Vec::new(), Vec::new())
        );
    }
}
