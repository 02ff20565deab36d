//! `--ssh`: another fiord, started on the other host through the user's own ssh, sends and receives as long as the measurement lasts.
//!
//! The pipe of ssh has one line each way: version and secrets there, version and port back. A TCP connection begins with one of the secrets,
//! which no other connection can use again. After the last secret the other fiord stops listening; when the pipe ends, it ends.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use fiord_host::cgroup::Cgroups;
use fiord_host::{Root, cpu, net};
use fiord_ladder::CarriedCounts;
use fiord_messages::{Lang, ladder as messages};
use fiord_record::ladder::{FlowDirection, FlowEnd, FlowLimit, FlowLimitKind};
use fiord_stats::interval::median;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

use crate::ui::{self, exit};

const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The first connection has the commands and the round trips, all others are streams.
const CONNECTIONS: usize = 1 + 8;
/// Answer to a known secret.
const ADMITTED: u8 = b'f';
/// Streams go in chunks; the first byte says whether another one follows.
const CHUNK: usize = 64 << 10;
const MORE: u8 = 1;
const LAST: u8 = 0;
const LARGEST: usize = 1 << 20;
/// Longest time of a stream, also if its peer does not end it.
const LONGEST: Duration = Duration::from_secs(10);
/// Longest life of the other fiord.
const LIFETIME_S: i64 = 300;
/// Time for ssh to log in and start fiord, and for the other fiord to accept a connection.
const SSH_SECONDS: u64 = 6;
const CONNECT_SECONDS: u64 = 3;
/// Longest time in which no byte is sent or received.
const STALLED: Duration = Duration::from_secs(5);
/// Time for TCP to find the speed of the streams, not measured.
const WARM: Duration = Duration::from_millis(400);
const WINDOW: Duration = Duration::from_millis(400);
/// Round trips of a block, or what fits in this time.
const TRIPS: usize = 20;
const TRIPS_TIME: Duration = Duration::from_millis(200);
/// Shares from which something is called a limit.
const WINDOW_LIMIT: f64 = 0.5;
/// Of what the network carried; counts of two hosts at about the same time differ by less.
const LOSS_LIMIT: f64 = 0.05;
const CPU_LIMIT: f64 = 0.9;
const CGROUP_LIMIT: f64 = 0.1;
/// Headers of Ethernet, IP and TCP are 6 %.
const LINK_LIMIT: f64 = 0.85;

type Secret = [u8; 16];

/// What this fiord says first.
#[derive(Serialize, Deserialize)]
struct FarHello {
    fiord: String,
    secrets: Vec<Secret>,
    is_v6: bool,
}

/// What the other one answers; without a port it is of another version.
#[derive(Serialize, Deserialize)]
struct FarAnswer {
    fiord: String,
    port: Option<u16>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum FarCommand {
    /// Send the bytes of this message back.
    Echo = b'e',
    /// A stream to us, until `Hold`.
    Send = b's',
    Receive = b'r',
    Count = b'c',
    /// Streams to us end; `Count` allows them again.
    Hold = b'h',
}

/// What one end knows of its streams. Null: not known.
#[derive(Clone, Default, Serialize, Deserialize)]
struct EndCounts {
    at_ns: u64,
    received: u64,
    /// CPU time of fiord and of the machine, in nanoseconds and in ticks.
    own_ns: u64,
    busy_ticks: Option<u64>,
    all_ticks: Option<u64>,
    cpus: u64,
    throttled_us: Option<u64>,
    /// All streams together: with data to send, and held back by the receive window.
    sending_us: Option<u64>,
    window_us: Option<u64>,
    /// All streams together: what the network carried from here and to here.
    sent_bytes: Option<u64>,
    sent_segments: Option<u64>,
    arrived_segments: Option<u64>,
    received_bytes: Option<u64>,
    link_bits_per_s: Option<u64>,
}

/// One end of all connections.
#[derive(Default)]
struct FarEnd {
    received: AtomicU64,
    is_held: AtomicBool,
    streams: Mutex<Vec<TcpStream>>,
}

impl FarEnd {
    fn counts(&self) -> EndCounts {
        let root = Root::system();
        let ns = |clock| {
            let now = clock_gettime(clock);
            now.tv_sec.cast_unsigned() * 1_000_000_000 + now.tv_nsec.cast_unsigned()
        };
        let times = cpu::times(&root);
        let streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        let windows: Option<Vec<_>> = streams.iter().map(fiord_ladder::window_times).collect();
        let local = streams.first().and_then(|stream| stream.local_addr().ok());
        let interface = local.and_then(|local| fiord_ladder::interface_of(local.ip().to_canonical()));
        let sum = |of: fn(&(u64, u64)) -> u64| windows.as_ref().map(|all| all.iter().map(of).sum());
        let carried: Option<Vec<_>> = streams.iter().map(fiord_ladder::carried).collect();
        let count = |of: fn(&CarriedCounts) -> u64| carried.as_ref().map(|all| all.iter().map(of).sum());
        EndCounts {
            at_ns: ns(ClockId::Monotonic),
            received: self.received.load(Ordering::Relaxed),
            own_ns: ns(ClockId::ProcessCPUTime),
            busy_ticks: times.as_ref().map(|times| times.busy + times.steal),
            all_ticks: times.as_ref().map(|times| times.busy + times.steal + times.idle),
            cpus: thread::available_parallelism().map_or(1, |cpus| cpus.get() as u64),
            throttled_us: Cgroups::own(&root).throttling.cpu_throttled_us,
            sending_us: sum(|(sending, _)| *sending),
            window_us: sum(|(_, window)| *window),
            sent_bytes: count(|carried| carried.sent_bytes),
            sent_segments: count(|carried| carried.sent_segments),
            arrived_segments: count(|carried| carried.arrived_segments),
            received_bytes: count(|carried| carried.received_bytes),
            link_bits_per_s: interface.and_then(|name| net::link_speed(&root, &name)),
        }
    }

    fn send(&self, mut stream: &TcpStream) -> io::Result<()> {
        let mut chunk = vec![MORE; CHUNK];
        let begun = Instant::now();
        while !self.is_held.load(Ordering::Relaxed) && begun.elapsed() < LONGEST {
            stream.write_all(&chunk)?;
        }
        chunk.fill(LAST);
        stream.write_all(&chunk)
    }

    fn receive(&self, mut stream: &TcpStream) -> io::Result<()> {
        let mut chunk = vec![LAST; CHUNK];
        loop {
            let mut filled = 0;
            while let Some(rest) = chunk.get_mut(filled..).filter(|rest| !rest.is_empty()) {
                let bytes = match stream.read(rest)? {
                    0 => return Err(ErrorKind::UnexpectedEof.into()),
                    bytes => bytes,
                };
                self.received.fetch_add(bytes as u64, Ordering::Relaxed);
                filled += bytes;
            }
            if chunk.first() == Some(&LAST) {
                return Ok(());
            }
        }
    }

    /// Takes a stream, and settles how it is used.
    fn take(&self, stream: &TcpStream) -> io::Result<()> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(STALLED))?;
        fiord_ladder::limit_unsent(stream, 2 * CHUNK as u32)?;
        let own = stream.try_clone()?;
        self.streams
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(own);
        Ok(())
    }

    /// Does what one connection asks for, until it ends.
    fn serve(&self, mut stream: &TcpStream) -> io::Result<()> {
        loop {
            let mut command = [0; 5];
            stream.read_exact(&mut command)?;
            let [op, bytes @ ..] = command;
            match op {
                op if op == FarCommand::Echo as u8 => {
                    let bytes = u32::from_le_bytes(bytes) as usize;
                    let mut message = vec![0; bytes.min(LARGEST)];
                    stream.read_exact(&mut message)?;
                    stream.write_all(&message)?;
                }
                op if op == FarCommand::Send as u8 => self.send(stream)?,
                op if op == FarCommand::Receive as u8 => self.receive(stream)?,
                op if op == FarCommand::Count as u8 || op == FarCommand::Hold as u8 => {
                    let counts = serde_json::to_vec(&self.counts())?;
                    self.is_held
                        .store(op == FarCommand::Hold as u8, Ordering::Relaxed);
                    stream.write_all(&(counts.len() as u32).to_le_bytes())?;
                    stream.write_all(&counts)?;
                }
                _ => return Err(ErrorKind::InvalidData.into()),
            }
        }
    }
}

/// `fiord ladder --answer`, which ssh starts: serves one measurement.
pub(super) fn answer() -> Result<u8> {
    let stdin = io::stdin();
    let mut line = String::new();
    BufReader::new(stdin.lock().take(8 << 10)).read_line(&mut line)?;
    let hello: FarHello = serde_json::from_str(&line)?;
    let is_same = hello.fiord == VERSION;
    let any: IpAddr = match hello.is_v6 {
        true => Ipv6Addr::UNSPECIFIED.into(),
        false => Ipv4Addr::UNSPECIFIED.into(),
    };
    let listener = is_same.then(|| TcpListener::bind((any, 0))).transpose()?;
    let address = listener.as_ref().map(TcpListener::local_addr).transpose()?;
    let answer = FarAnswer {
        fiord: VERSION.to_owned(),
        port: address.map(|address| address.port()),
    };
    ui::print(&(serde_json::to_string(&answer)? + "\n"))?;
    let Some(listener) = listener else {
        return Ok(exit::REFUSED);
    };
    thread::spawn(move || admit_all(&listener, hello.secrets));
    let lifetime = Timespec {
        tv_sec: LIFETIME_S,
        tv_nsec: 0,
    };
    // Nothing more is said: what there is to read is the end.
    let mut ends = [PollFd::new(&stdin, PollFlags::IN)];
    while poll(&mut ends, Some(&lifetime)) == Err(rustix::io::Errno::INTR) {}
    Ok(exit::OK)
}

/// Admits one connection for each secret, one after the other.
fn admit_all(listener: &TcpListener, mut secrets: Vec<Secret>) {
    let shared = Arc::new(FarEnd::default());
    while !secrets.is_empty() {
        let Ok((stream, _)) = listener.accept() else {
            continue;
        };
        if admit(&stream, &mut secrets).is_ok() && shared.take(&stream).is_ok() {
            let shared = Arc::clone(&shared);
            // The connection ends with an error when this side is done.
            thread::spawn(move || shared.serve(&stream));
        }
    }
}

fn admit(mut stream: &TcpStream, secrets: &mut Vec<Secret>) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(1)))?;
    let mut given: Secret = [0; 16];
    stream.read_exact(&mut given)?;
    // Compares all bytes of all secrets, so that the time does not show which bytes are right.
    let differs = |secret: &Secret| {
        secret
            .iter()
            .zip(&given)
            .fold(0, |sum, (one, other)| sum | (one ^ other))
    };
    let known = secrets.iter().map(differs).collect::<Vec<u8>>();
    let place = known.iter().position(|differs| *differs == 0);
    secrets.swap_remove(place.ok_or(ErrorKind::PermissionDenied)?);
    stream.set_read_timeout(None)?;
    stream.write_all(&[ADMITTED])
}

/// An ssh that was started, until its fiord is ready.
pub(super) struct FarStart {
    host: String,
    ssh: Ssh,
    hello: FarHello,
    /// What the other fiord prints, or what ssh says if it prints nothing.
    answer: mpsc::Receiver<Result<String, String>>,
    begun: Instant,
}

/// The child; it ends with this value.
struct Ssh(Child);

impl Drop for Ssh {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A fiord on another host.
pub(super) struct Far {
    ssh: Ssh,
    commands: TcpStream,
    streams: Vec<TcpStream>,
    shared: FarEnd,
}

/// The throughput of a block.
pub(super) struct FlowBlock {
    pub(super) bytes_per_s: f64,
    pub(super) limits: Vec<FlowLimit>,
}

impl FarStart {
    /// Starts fiord on a host by a command such as `ssh -p 2222`.
    ///
    /// # Errors
    /// The command cannot be started.
    pub(super) fn begin(command: &str, host: &str, address: SocketAddr) -> Result<Self> {
        let not_started = |error: io::Error| {
            anyhow::anyhow!(
                messages::SshNotStarted {
                    command: &command,
                    error: &error
                }
                .text(Lang::current())
            )
        };
        let mut secrets = vec![[0; 16]; CONNECTIONS];
        for secret in &mut secrets {
            rustix::rand::getrandom(secret, rustix::rand::GetRandomFlags::empty())?;
        }
        let hello = FarHello {
            fiord: VERSION.to_owned(),
            secrets,
            is_v6: address.is_ipv6(),
        };
        let mut words = command.split_whitespace();
        let mut child = Command::new(words.next().unwrap_or_default())
            .args(words)
            .args([host, "fiord", "ladder", "--answer"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(not_started)?;
        // The pipe stays open, or the other fiord would end; one that has ended says so itself.
        if let Some(pipe) = &mut child.stdin {
            let _ = pipe.write_all((serde_json::to_string(&hello)? + "\n").as_bytes());
        }
        let (sender, answer) = mpsc::channel();
        let (out, err) = (child.stdout.take(), child.stderr.take());
        thread::spawn(move || {
            let said = thread::spawn(move || {
                let lines = err
                    .into_iter()
                    .flat_map(|err| BufReader::new(err).lines().map_while(Result::ok));
                lines.filter(|line| !line.trim().is_empty()).last()
            });
            let mut line = String::new();
            let read = out.map(|out| BufReader::new(out.take(8 << 10)).read_line(&mut line));
            let _ = sender.send(match read {
                Some(Ok(1..)) => Ok(line),
                _ => Err(said.join().ok().flatten().unwrap_or_default()),
            });
        });
        Ok(Self {
            host: host.to_owned(),
            ssh: Ssh(child),
            hello,
            answer,
            begun: Instant::now(),
        })
    }

    /// Waits for the other fiord, and connects.
    ///
    /// # Errors
    /// In a sentence: there is none, of another version, or it cannot be reached.
    pub(super) fn connect(mut self, ip: IpAddr) -> Result<Far> {
        let (host, lang) = (&self.host, Lang::current());
        let left = Duration::from_secs(SSH_SECONDS).saturating_sub(self.begun.elapsed());
        let line = match self.answer.recv_timeout(left) {
            Ok(Ok(line)) => line,
            Ok(Err(said)) => {
                let said = match said.trim() {
                    "" => self.ssh.0.wait()?.to_string(),
                    said => said.to_owned(),
                };
                bail!(messages::SshEnded { host, said: &said }.text(lang))
            }
            Err(_) => bail!(
                messages::SshSilent {
                    host,
                    seconds: &SSH_SECONDS
                }
                .text(lang)
            ),
        };
        let Ok(answer) = serde_json::from_str::<FarAnswer>(&line) else {
            bail!(
                messages::SshNotFiord {
                    host,
                    said: &line.trim()
                }
                .text(lang)
            );
        };
        let Some(port) = answer.port.filter(|_| answer.fiord == VERSION) else {
            bail!(
                messages::SshVersion {
                    host,
                    theirs: &answer.fiord,
                    ours: &VERSION
                }
                .text(lang)
            );
        };
        let address = SocketAddr::new(ip, port);
        let admitted = |secret: &Secret| {
            connected(address, secret).map_err(|error| {
                let address = &address;
                anyhow::anyhow!(match error.kind() {
                    ErrorKind::ConnectionRefused => messages::FarRefused { host, address }.text(lang),
                    ErrorKind::TimedOut | ErrorKind::WouldBlock => messages::PeerSilent {
                        address,
                        seconds: &CONNECT_SECONDS
                    }
                    .text(lang),
                    ErrorKind::PermissionDenied => messages::FarSecret { host, address }.text(lang),
                    _ => format!("{address}: {error}"),
                })
            })
        };
        let mut streams = self
            .hello
            .secrets
            .iter()
            .map(admitted)
            .collect::<Result<Vec<TcpStream>>>()?;
        let commands = streams.remove(0);
        let shared = FarEnd::default();
        for stream in &streams {
            shared.take(stream)?;
        }
        Ok(Far {
            ssh: self.ssh,
            commands,
            streams,
            shared,
        })
    }
}

fn connected(address: SocketAddr, secret: &Secret) -> io::Result<TcpStream> {
    let timeout = Duration::from_secs(CONNECT_SECONDS);
    let mut stream = TcpStream::connect_timeout(&address, timeout)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(timeout))?;
    stream.write_all(secret)?;
    let mut admitted = [0];
    match stream.read_exact(&mut admitted) {
        Ok(()) if admitted == [ADMITTED] => {}
        Err(error) if matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock) => {
            return Err(error);
        }
        _ => return Err(ErrorKind::PermissionDenied.into()),
    }
    stream.set_read_timeout(Some(STALLED))?;
    stream.set_write_timeout(Some(STALLED))?;
    Ok(stream)
}

impl Far {
    /// Round trips of a message, in nanoseconds.
    pub(super) fn trips(&mut self, bytes: usize) -> io::Result<Vec<f64>> {
        let mut message = command(FarCommand::Echo, bytes).to_vec();
        message.resize(5 + bytes, 0);
        let mut back = vec![0; bytes];
        let (mut trips, begun) = (Vec::new(), Instant::now());
        while trips.len() < TRIPS && (trips.is_empty() || begun.elapsed() < TRIPS_TIME) {
            let sent = Instant::now();
            self.commands.write_all(&message)?;
            self.commands.read_exact(&mut back)?;
            trips.push(sent.elapsed().as_nanos() as f64);
        }
        Ok(trips)
    }

    /// The throughput of this number of parallel streams.
    pub(super) fn flow(&mut self, streams: usize, direction: FlowDirection) -> io::Result<FlowBlock> {
        let is_sending = direction == FlowDirection::ToPeer;
        let (shared, commands) = (&self.shared, &self.commands);
        shared.is_held.store(false, Ordering::Relaxed);
        let stream = |mut stream: &TcpStream| {
            stream.write_all(&command(
                if is_sending {
                    FarCommand::Receive
                } else {
                    FarCommand::Send
                },
                0,
            ))?;
            match is_sending {
                true => shared.send(stream),
                false => shared.receive(stream),
            }
        };
        // Streams that the other end was told to stop may begin again.
        counts(commands, FarCommand::Count)?;
        thread::scope(|scope| {
            let all: Vec<_> = self
                .streams
                .iter()
                .take(streams)
                .map(|one| scope.spawn(move || stream(one)))
                .collect();
            let between = || {
                thread::sleep(WARM);
                let begin = (counts(commands, FarCommand::Count)?, shared.counts());
                thread::sleep(WINDOW);
                let near = shared.counts();
                let end = (counts(commands, FarCommand::Hold)?, near);
                Ok::<_, io::Error>((begin, end))
            };
            let counted = between();
            shared.is_held.store(true, Ordering::Relaxed);
            if counted.is_err() {
                // The streams would wait for the other end, which is gone.
                self.streams
                    .iter()
                    .for_each(|stream| drop(stream.shutdown(Shutdown::Both)));
            }
            for one in all {
                one.join().unwrap_or(Err(ErrorKind::Other.into()))?;
            }
            let (begin, end) = counted?;
            let here = (&begin.1, &end.1, FlowEnd::Here);
            let there = (&begin.0, &end.0, FlowEnd::Peer);
            let (sender, receiver) = if is_sending { (here, there) } else { (there, here) };
            Ok(FlowBlock::of(streams, sender, receiver))
        })
    }

    /// Why an exchange failed, in a sentence in English: the record has it.
    pub(super) fn failure(&mut self, error: &io::Error) -> String {
        // The connections end a moment before ssh does.
        thread::sleep(Duration::from_millis(100));
        match self.ssh.0.try_wait() {
            Ok(Some(status)) => messages::FarEnded { status: &status }.text(Lang::En),
            _ => messages::FarFailed { error }.text(Lang::En),
        }
    }
}

fn command(op: FarCommand, bytes: usize) -> [u8; 5] {
    let [a, b, c, d] = (bytes as u32).to_le_bytes();
    [op as u8, a, b, c, d]
}

fn counts(mut commands: &TcpStream, op: FarCommand) -> io::Result<EndCounts> {
    commands.write_all(&command(op, 0))?;
    let mut length = [0; 4];
    commands.read_exact(&mut length)?;
    let mut counts = vec![0; (u32::from_le_bytes(length) as usize).min(CHUNK)];
    commands.read_exact(&mut counts)?;
    Ok(serde_json::from_slice(&counts)?)
}

type Between<'c> = (&'c EndCounts, &'c EndCounts, FlowEnd);

impl FlowBlock {
    fn of(streams: usize, sender: Between<'_>, receiver: Between<'_>) -> Self {
        let seconds =
            |(begin, end, _): Between<'_>| end.at_ns.saturating_sub(begin.at_ns).max(1) as f64 / 1e9;
        let bytes = receiver.1.received.saturating_sub(receiver.0.received);
        let bytes_per_s = bytes as f64 / seconds(receiver);
        let grown = |begin: Option<u64>, end: Option<u64>| Some(end?.saturating_sub(begin?) as f64);
        let mut limits = Vec::new();
        let mut limit = |what, end, share, bits_per_s| {
            limits.push(FlowLimit {
                what,
                end,
                share,
                bits_per_s,
            })
        };
        let sending = grown(sender.0.sending_us, sender.1.sending_us).filter(|sending| *sending > 0.0);
        if let Some((window, sending)) = grown(sender.0.window_us, sender.1.window_us).zip(sending) {
            limit(FlowLimitKind::Window, receiver.2, window / sending, None);
        }
        // Segments are as long as those that were sent: the last of a chunk may be short.
        let sent = grown(sender.0.sent_bytes, sender.1.sent_bytes)
            .zip(grown(sender.0.sent_segments, sender.1.sent_segments))
            .filter(|(_, segments)| *segments > 0.0);
        let carried = grown(sender.0.arrived_segments, sender.1.arrived_segments)
            .zip(sent)
            .map(|(arrived, (bytes, segments))| arrived * bytes / segments / seconds(sender));
        let whole = grown(receiver.0.received_bytes, receiver.1.received_bytes);
        let whole = whole.map(|bytes| bytes / seconds(receiver));
        if let Some((carried, whole)) = carried.filter(|carried| *carried > 0.0).zip(whole) {
            let lost = (1.0 - whole / carried).max(0.0);
            limit(FlowLimitKind::Loss, sender.2, lost, Some((carried * 8.0) as u64));
        }
        for one in [sender, receiver] {
            let (begin, end, side) = one;
            let usable_ns = (streams as u64).min(end.cpus).max(1) as f64 * seconds(one) * 1e9;
            let own = end.own_ns.saturating_sub(begin.own_ns) as f64 / usable_ns;
            let ticks = grown(begin.busy_ticks, end.busy_ticks).zip(grown(begin.all_ticks, end.all_ticks));
            let machine = ticks.map_or(0.0, |(busy, all)| busy / all.max(1.0));
            limit(FlowLimitKind::Cpu, side, own.max(machine).min(1.0), None);
            if let Some(us) = grown(begin.throttled_us, end.throttled_us) {
                // The kernel adds up the time of all CPUs.
                limit(FlowLimitKind::Cgroup, side, (us * 1e3 / usable_ns).min(1.0), None);
            }
            if let Some(bits_per_s) = end.link_bits_per_s {
                let share = bytes_per_s * 8.0 / bits_per_s as f64;
                limit(FlowLimitKind::Link, side, share, Some(bits_per_s));
            }
        }
        Self { bytes_per_s, limits }
    }
}

/// The limits that were reached in the median block.
pub(super) fn reached(blocks: &[FlowBlock]) -> Vec<FlowLimit> {
    let least = |what| match what {
        FlowLimitKind::Window => WINDOW_LIMIT,
        FlowLimitKind::Loss => LOSS_LIMIT,
        FlowLimitKind::Cpu => CPU_LIMIT,
        FlowLimitKind::Cgroup => CGROUP_LIMIT,
        FlowLimitKind::Link => LINK_LIMIT,
    };
    let candidates = blocks.first().into_iter().flat_map(|block| &block.limits);
    let middle = |one: &FlowLimit| {
        let all = blocks.iter().flat_map(|block| &block.limits);
        let same: Vec<&FlowLimit> = all
            .filter(|other| (other.what, other.end) == (one.what, one.end))
            .collect();
        let share = median(&same.iter().map(|other| other.share).collect::<Vec<f64>>())?;
        let speeds = same.iter().filter_map(|other| other.bits_per_s);
        let bits_per_s =
            median(&speeds.map(|bits| bits as f64).collect::<Vec<f64>>()).map(|bits| bits as u64);
        (share >= least(one.what)).then_some(FlowLimit {
            share,
            bits_per_s,
            ..*one
        })
    };
    candidates.filter_map(middle).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_named_where_it_was_read_and_reached() {
        let begin = EndCounts {
            cpus: 4,
            busy_ticks: Some(0),
            all_ticks: Some(0),
            sending_us: Some(0),
            window_us: Some(0),
            sent_bytes: Some(0),
            sent_segments: Some(0),
            arrived_segments: Some(0),
            received_bytes: Some(0),
            ..EndCounts::default()
        };
        let after = |window_us, link_bits_per_s, own_ns| EndCounts {
            at_ns: 1_000_000_000,
            received: 120_000_000,
            own_ns,
            busy_ticks: Some(50),
            all_ticks: Some(400),
            cpus: 4,
            throttled_us: Some(200_000),
            sending_us: Some(1_000_000),
            window_us,
            // The segments are of 1,250 bytes.
            sent_bytes: Some(130_000_000),
            sent_segments: Some(104_000),
            arrived_segments: Some(100_000),
            received_bytes: Some(121_000_000),
            link_bits_per_s,
        };
        let named = |sender: &EndCounts, receiver: &EndCounts| {
            let block = FlowBlock::of(
                1,
                (&begin, sender, FlowEnd::Here),
                (&begin, receiver, FlowEnd::Peer),
            );
            assert_eq!(block.bytes_per_s, 120e6);
            let limits = reached(&[block]);
            limits
                .iter()
                .map(|limit| (limit.what, limit.end, limit.share, limit.bits_per_s))
                .collect::<Vec<_>>()
        };
        let lossy = EndCounts {
            arrived_segments: Some(128_000),
            ..after(Some(0), None, 0)
        };
        // The limit of the control group was not read before, so its growth is unknown.
        let (idle, windowed) = (after(Some(0), None, 0), after(Some(800_000), None, 0));
        let busy = after(None, Some(1_000_000_000), 950_000_000);
        assert_eq!(named(&idle, &idle), []);
        assert_eq!(
            named(&windowed, &idle),
            [(FlowLimitKind::Window, FlowEnd::Peer, 0.8, None)]
        );
        assert_eq!(
            named(
                &lossy,
                &EndCounts {
                    received_bytes: Some(120_000_000),
                    ..after(None, None, 0)
                }
            ),
            [(FlowLimitKind::Loss, FlowEnd::Here, 0.25, Some(1_280_000_000))]
        );
        // Four CPUs of a control group, each throttled for 50 ms of a second.
        let begun = EndCounts {
            throttled_us: Some(0),
            ..begin.clone()
        };
        let ends = [FlowEnd::Here, FlowEnd::Peer].map(|end| (&begun, &idle, end));
        let block = FlowBlock::of(4, ends[0], ends[1]);
        let throttled = block
            .limits
            .iter()
            .find(|limit| limit.what == FlowLimitKind::Cgroup);
        assert_eq!(throttled.map(|limit| limit.share), Some(0.05));
        assert_eq!(
            named(&idle, &busy),
            [
                (FlowLimitKind::Cpu, FlowEnd::Peer, 0.95, None),
                (FlowLimitKind::Link, FlowEnd::Peer, 0.96, Some(1_000_000_000)),
            ]
        );
    }

    /// An end of the protocol in this process, without ssh.
    fn listening(secrets: &[Secret]) -> SocketAddr {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let secrets = secrets.to_vec();
        thread::spawn(move || admit_all(&listener, secrets));
        address
    }

    #[test]
    fn a_secret_opens_one_connection_and_then_no_port_is_open() {
        let address = listening(&[[1; 16], [2; 16]]);
        let refused = |secret| connected(address, &[secret; 16]).unwrap_err().kind();
        assert_eq!(refused(3), ErrorKind::PermissionDenied);
        let first = connected(address, &[1; 16]).unwrap();
        assert_eq!(refused(1), ErrorKind::PermissionDenied, "a secret is used once");
        // One that says nothing keeps the others waiting for a second.
        let _silent = TcpStream::connect(address).unwrap();
        let _second = connected(address, &[2; 16]).unwrap();
        assert!(
            fiord_testbed::patiently(|| TcpStream::connect(address).is_err()),
            "the port is closed"
        );
        let told = counts(&first, FarCommand::Count).unwrap();
        assert_eq!((told.received, told.link_bits_per_s), (0, None));
    }
}
