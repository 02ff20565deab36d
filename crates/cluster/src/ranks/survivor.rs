//! A second process of this program, a fork, which outlives the rank that made it.
//!
//! When one rank dies a launcher kills all others, mostly without a warning. The survivor has nothing of MPI and stands in a session of its
//! own, so that no signal of the launcher reaches it; it keeps standard output and standard error. The rank tells it what it knows as it
//! goes, over a socket pair. It executes no file and opens no port.

use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

/// The longest note: a document of many ranks. What is longer is damaged.
const LONGEST: u64 = 4 << 30;

/// The survivor as its rank sees it. It leaves when this is dropped.
#[derive(Debug)]
pub struct Survivor {
    line: Mutex<UnixStream>,
    pid: Pid,
}

/// What the survivor heard.
#[derive(Debug, PartialEq, Eq)]
pub enum SurvivorEvent {
    /// The rank sent a note.
    Note(Vec<u8>),
    /// These processes, among those that are watched, were found ended at one look. `0` is the rank itself.
    Ended(Vec<u32>),
    /// The rank needs no survivor any more.
    Leave,
    /// Nothing, for as long as it was to wait.
    Nothing,
}

/// What a survivor hears by.
#[derive(Debug)]
pub struct Inbox {
    line: UnixStream,
    /// Notes that came in part.
    bytes: Vec<u8>,
    is_closed: bool,
    /// The rank is `0`.
    watched: Vec<(u32, OwnedFd)>,
}

/// Forks a process that runs `survive` and ends. To be called while this process has one thread.
///
/// # Errors
/// What the kernel says.
pub fn fork(survive: impl FnOnce(Inbox)) -> io::Result<Survivor> {
    let (ours, theirs) = UnixStream::pair()?;
    let rank = rustix::process::getpid();
    // What stands in buffers would be printed by both.
    io::stdout().flush()?;
    // SAFETY: there is one thread, so that the child finds no lock held that nobody will release.
    match unsafe { libc::fork() } {
        0 => {
            drop(ours);
            if let Ok(inbox) = Inbox::settle(theirs, rank) {
                survive(inbox);
            }
            // SAFETY: ends this process at once. What the rank registered for its own end is not for this one.
            unsafe { libc::_exit(0) }
        }
        child => {
            drop(theirs);
            let pid = Pid::from_raw(child).ok_or_else(io::Error::last_os_error)?;
            Ok(Survivor {
                line: Mutex::new(ours),
                pid,
            })
        }
    }
}

impl Survivor {
    /// Sends a note. A survivor that ended gets no more.
    pub fn tell(&self, note: &[u8]) {
        let _ = self.send(note);
    }

    /// Sends a note and waits for the answer; `None`: the survivor ended.
    pub fn ask(&self, note: &[u8]) -> Option<u8> {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        write_frame(&mut line, note).ok()?;
        let mut answer = [0];
        line.read_exact(&mut answer).ok()?;
        Some(answer[0])
    }

    fn send(&self, note: &[u8]) -> io::Result<()> {
        write_frame(
            &mut self.line.lock().unwrap_or_else(PoisonError::into_inner),
            note,
        )
    }
}

impl Drop for Survivor {
    fn drop(&mut self) {
        let _ = self.send(&[]);
        // It leaves at once.
        let _ = rustix::process::waitpid(Some(self.pid), WaitOptions::empty());
    }
}

/// The length and the bytes. An empty note means: leave.
fn write_frame(line: &mut UnixStream, note: &[u8]) -> io::Result<()> {
    line.write_all(&(note.len() as u64).to_le_bytes())?;
    line.write_all(note)
}

impl Inbox {
    /// Makes this process one that nothing of the launcher's holds or ends.
    fn settle(line: UnixStream, rank: Pid) -> io::Result<Self> {
        rustix::process::setsid()?;
        // What is sent to it by name is sent to the whole run: it still has to report.
        for signal in [SIGTERM, SIGINT, SIGHUP, SIGQUIT] {
            signal_hook::flag::register(signal, Arc::new(AtomicBool::new(false)))?;
        }
        close_all_but(line.as_raw_fd());
        line.set_nonblocking(true)?;
        let rank = rustix::process::pidfd_open(rank, PidfdFlags::empty())?;
        Ok(Self {
            line,
            bytes: Vec::new(),
            is_closed: false,
            watched: vec![(0, rank)],
        })
    }

    /// Watches another process, too. One that is not there is none that can be seen to end.
    pub fn watch(&mut self, pid: u32) {
        let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
        let opened = pid.map(|pid| (pid, rustix::process::pidfd_open(pid, PidfdFlags::empty())));
        if let Some((pid, Ok(process))) = opened {
            self.watched
                .push((pid.as_raw_nonzero().get().unsigned_abs(), process));
        }
    }

    /// Waits for the next event. What the rank sent before it ended comes before its end.
    pub fn next(&mut self, patience: Duration) -> SurvivorEvent {
        let begun = Instant::now();
        loop {
            if let Some(note) = self.whole_note() {
                return if note.is_empty() {
                    SurvivorEvent::Leave
                } else {
                    SurvivorEvent::Note(note)
                };
            }
            let left = patience.saturating_sub(begun.elapsed());
            let (has_more, ended) = self.look(left);
            if has_more {
                self.read();
            }
            if !ended.is_empty() {
                // What a rank sent last is in the socket by now.
                self.read();
                let is_ended = |watched: &(u32, OwnedFd)| ended.contains(&watched.0);
                self.watched.retain(|watched| !is_ended(watched));
                return SurvivorEvent::Ended(ended);
            }
            if !has_more && left.is_zero() {
                return SurvivorEvent::Nothing;
            }
        }
    }

    /// Whether somebody still takes what is printed.
    pub fn has_reader(&self) -> bool {
        let stdout = io::stdout();
        let mut all = [PollFd::new(&stdout, PollFlags::OUT)];
        let looked = poll(&mut all, Some(&Timespec::default()));
        looked.is_err() || !all[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
    }

    /// Answers a note.
    pub fn answer(&mut self, answer: u8) {
        let _ = self.line.write_all(&[answer]);
    }

    /// Ends the rank, which hangs.
    pub fn kill_rank(&self) {
        if let Some((_, rank)) = self.watched.iter().find(|(pid, _)| *pid == 0) {
            let _ = rustix::process::pidfd_send_signal(rank, Signal::KILL);
        }
    }

    fn look(&self, patience: Duration) -> (bool, Vec<u32>) {
        let mut all: Vec<PollFd<'_>> = Vec::with_capacity(self.watched.len() + 1);
        let wanted = if self.is_closed {
            PollFlags::empty()
        } else {
            PollFlags::IN
        };
        all.extend(
            self.watched
                .iter()
                .map(|(_, process)| PollFd::new(process, PollFlags::IN)),
        );
        if !self.is_closed {
            all.push(PollFd::new(&self.line, wanted));
        }
        let limit = Timespec {
            tv_sec: i64::try_from(patience.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: patience.subsec_nanos().into(),
        };
        if poll(&mut all, Some(&limit)).is_err() {
            return (false, Vec::new());
        }
        let is_there = |at: usize| !all[at].revents().is_empty();
        let ended = (0..self.watched.len()).filter(|at| is_there(*at));
        let ended = ended.map(|at| self.watched[at].0).collect();
        (!self.is_closed && is_there(self.watched.len()), ended)
    }

    fn read(&mut self) {
        let mut part = vec![0; 1 << 16];
        loop {
            match self.line.read(&mut part) {
                Ok(0) => {
                    self.is_closed = true;
                    return;
                }
                Ok(count) => self.bytes.extend_from_slice(&part[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }

    fn whole_note(&mut self) -> Option<Vec<u8>> {
        let (len, rest) = self.bytes.split_first_chunk::<8>()?;
        let len = u64::from_le_bytes(*len);
        let len = usize::try_from(len.min(LONGEST)).ok()?;
        let note = rest.get(..len)?.to_vec();
        self.bytes.drain(..len + 8);
        Some(note)
    }
}

/// Closes what the launcher gave to its rank besides the three standard streams: a launcher may learn from a closed descriptor that the
/// rank ended.
fn close_all_but(kept: RawFd) {
    let close = |from: u32, to: u32| {
        // SAFETY: takes numbers. Nothing in this process uses a descriptor above 2 but the one that is kept.
        unsafe { libc::syscall(libc::SYS_close_range, from, to, 0_u32) };
    };
    let kept = kept.unsigned_abs();
    if kept > 3 {
        close(3, kept - 1);
    }
    close(kept.max(2) + 1, u32::MAX);
}
