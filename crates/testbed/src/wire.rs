//! A wire of known delay: two network namespaces, each with a TUN device, and a relay that keeps each packet for a set time.
//!
//! The namespaces have no names: they live as long as the descriptors here, so that nothing is left of a test, however it ends.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{PipeReader, PipeWriter, Read, Write, pipe};
use std::net::Ipv4Addr;
use std::os::fd::AsFd;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::ioctl::{Setter, ioctl, opcode};
use rustix::process::setpriority_process;
use rustix::thread::{LinkNameSpaceType, UnshareFlags, gettid, move_into_link_name_space, unshare_unsafe};

use crate::need::{Tier, wanted};
use crate::run;

/// Sleeps end late: the last stretch before a packet is due is spent looking at the clock.
const SPIN: Duration = Duration::from_micros(60);
/// More than the 1,500 bytes that the devices take.
const PACKET_BYTES: usize = 2048;
/// The name of both devices, and of the threads.
const NAME: &str = "wire";

/// Two hosts and the wire between them; all of it ends when dropped.
pub struct Wire {
    near: File,
    far: File,
    stop: Option<PipeWriter>,
    relays: Vec<JoinHandle<()>>,
}

impl Wire {
    /// The address of this end, and of the other one. All others of 192.0.2.0/24 are silent.
    pub const NEAR: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 1);
    pub const FAR: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 2);
    pub const SILENT: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 9);

    /// A wire that keeps each packet for `one_way`, in both directions: no round trip takes less than twice that.
    ///
    /// # Errors
    ///
    /// Why that cannot be: no root, no TUN device, no `ip`.
    pub fn new(one_way: Duration) -> Result<Wire, String> {
        wanted(Tier::Kernel)?;
        let (near, near_end) = host(Self::NEAR)?;
        let (far, far_end) = host(Self::FAR)?;
        let (stopped, stop) = pipe().map_err(|error| format!("pipe: {error}"))?;
        let (near_end, far_end) = (Arc::new(near_end), Arc::new(far_end));
        let stopped = Arc::new(stopped);
        let relays = [(&near_end, &far_end), (&far_end, &near_end)].map(|(from, to)| {
            let (from, to, stopped) = (Arc::clone(from), Arc::clone(to), Arc::clone(&stopped));
            let relay = move || relay(&from, &to, &stopped, one_way);
            thread::Builder::new().name(NAME.to_owned()).spawn(relay).unwrap()
        });
        Ok(Wire {
            near,
            far,
            stop: Some(stop),
            relays: relays.into(),
        })
    }

    /// Does something on this end. Sockets and programs that it makes stay there.
    pub fn near<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        within(&self.near, work)
    }

    /// Does something on the other end.
    pub fn far<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        within(&self.far, work)
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        drop(self.stop.take());
        for relay in self.relays.drain(..) {
            let _ = relay.join();
        }
    }
}

/// Works on a thread of its own: the namespace of a thread that tests share must not change.
fn within<T: Send>(space: &File, work: impl FnOnce() -> T + Send) -> T {
    let moved = || {
        move_into_link_name_space(space.as_fd(), Some(LinkNameSpaceType::Network)).unwrap();
        work()
    };
    let done = thread::scope(|scope| scope.spawn(moved).join());
    done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// A new network namespace with a device of this address: the namespace, and the end of its wire.
fn host(address: Ipv4Addr) -> Result<(File, File), String> {
    let make = || {
        // SAFETY: the network namespace of this thread alone changes; no descriptor does.
        unsafe { unshare_unsafe(UnshareFlags::NEWNET) }.map_err(|error| format!("unshare: {error}"))?;
        let open = |path: &str, write| {
            let file = OpenOptions::new().read(true).write(write).open(path);
            file.map_err(|error| format!("{path}: {error}"))
        };
        let space = open("/proc/thread-self/ns/net", false)?;
        let end = open("/dev/net/tun", true)?;
        name(&end)?;
        run("ip", &["addr", "add", &format!("{address}/24"), "dev", NAME])?;
        for device in [NAME, "lo"] {
            run("ip", &["link", "set", device, "up"])?;
        }
        Ok((space, end))
    };
    thread::scope(|scope| scope.spawn(make).join()).unwrap()
}

/// Makes the device of an open `/dev/net/tun`: packets without a header (linux/if_tun.h).
fn name(end: &File) -> Result<(), String> {
    const TUNSETIFF: rustix::ioctl::Opcode = opcode::write::<i32>(b'T', 202);
    const IFF_TUN: u16 = 1;
    const IFF_NO_PI: u16 = 0x1000;
    // struct ifreq: 16 bytes of name, then a union whose first part is the flags.
    let mut request = [0_u8; 40];
    request[..NAME.len()].copy_from_slice(NAME.as_bytes());
    request[16..18].copy_from_slice(&(IFF_TUN | IFF_NO_PI).to_ne_bytes());
    // SAFETY: the kernel reads and writes `struct ifreq`, which is 40 bytes at most.
    let named = unsafe { ioctl(end, Setter::<TUNSETIFF, [u8; 40]>::new(request)) };
    named.map_err(|error| format!("/dev/net/tun: {error}"))
}

/// Moves packets from one end to the other, each when it has been here for `delay`, until nobody can write to `stopped`.
fn relay(from: &File, to: &File, stopped: &PipeReader, delay: Duration) {
    // Without it the wire is longer on a busy machine.
    let _ = setpriority_process(Some(gettid()), -20);
    let mut waiting: VecDeque<(Instant, Vec<u8>)> = VecDeque::new();
    let mut packet = [0_u8; PACKET_BYTES];
    loop {
        let left = waiting
            .front()
            .map(|(due, _)| due.saturating_duration_since(Instant::now()).saturating_sub(SPIN));
        let timeout = left.map(|left| Timespec::try_from(left).unwrap());
        let mut ready = [
            PollFd::new(from, PollFlags::IN),
            PollFd::new(stopped, PollFlags::IN),
        ];
        if poll(&mut ready, timeout.as_ref()).is_err() {
            continue;
        }
        let [has_packet, is_stopped] = ready.map(|ready| !ready.revents().is_empty());
        if is_stopped {
            return;
        }
        if has_packet {
            let mut from = from;
            let Ok(bytes) = from.read(&mut packet) else { return };
            waiting.push_back((Instant::now() + delay, packet[..bytes].to_vec()));
        }
        while let Some((due, _)) = waiting.front()
            && *due <= Instant::now()
        {
            let (_, packet) = waiting.pop_front().unwrap();
            let mut to = to;
            // What a full queue refuses is lost, as on any wire.
            let _ = to.write(&packet);
        }
    }
}
