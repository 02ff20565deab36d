//! Times what needs a second thread: a lock that both want, a switch, a wake-up, and round trips.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Barrier, Mutex};
use std::thread;
use std::time::Instant;

use rustix::thread::futex::{self, Flags};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use crate::singles;

/// Locks of each thread in a sample.
const LOCKS: u32 = 20_000;

/// The CPUs that this thread may use.
pub fn allowed_cpus() -> Vec<usize> {
    let set = sched_getaffinity(None).ok();
    let is_allowed = |cpu: &usize| set.as_ref().is_some_and(|set| set.is_set(*cpu));
    (0..CpuSet::MAX_CPU).filter(is_allowed).collect()
}

/// Binds the calling thread, which ends soon after.
fn bind(cpu: Option<usize>) {
    let Some(cpu) = cpu else { return };
    let mut set = CpuSet::new();
    set.set(cpu);
    // Where binding is refused the kernel chooses, and the numbers are those of its choice.
    let _ = sched_setaffinity(None, &set);
}

/// The CPUs of a pair of threads: two, or the same one twice.
fn pair(is_same: bool) -> (Option<usize>, Option<usize>) {
    let cpus = allowed_cpus();
    let first = cpus.first().copied();
    (
        first,
        if is_same {
            first
        } else {
            cpus.get(1).copied().or(first)
        },
    )
}

/// Locks and unlocks of a mutex that two threads want all the time, of which each waits for the other.
pub fn contended_locks(samples: usize) -> Vec<f64> {
    let (mutex, barrier) = (Mutex::new(0_u64), Barrier::new(2));
    let (first, second) = pair(false);
    let work = |cpu: Option<usize>| {
        bind(cpu);
        let mut spans = Vec::with_capacity(samples);
        for _ in 0..samples {
            barrier.wait();
            let begun = Instant::now();
            for _ in 0..LOCKS {
                if let Ok(mut count) = mutex.lock() {
                    *count += 1;
                }
            }
            spans.push((begun, Instant::now()));
        }
        spans
    };
    let (one, other) = thread::scope(|scope| {
        let other = scope.spawn(|| work(second));
        let one = scope.spawn(|| work(first)).join();
        (one.unwrap_or_default(), other.join().unwrap_or_default())
    });
    // From the first lock of either to the last one.
    let spans = one.into_iter().zip(other);
    let took = spans.map(|(one, other)| one.1.max(other.1).duration_since(one.0.min(other.0)));
    took.map(|took| took.as_nanos() as f64 / f64::from(2 * LOCKS))
        .collect()
}

/// A byte through a pipe to another thread, and one back.
///
/// # Errors
/// The kernel has no pipe or thread to give.
pub fn pipe_trips(samples: usize) -> io::Result<Vec<f64>> {
    trips(samples, false)
}

/// Switches between two threads of one CPU: a round trip by pipes, less what the calls themselves cost, for each of its two switches.
///
/// # Errors
/// As [`pipe_trips`].
pub fn context_switches(samples: usize) -> io::Result<Vec<f64>> {
    let (mut reader, mut writer) = io::pipe()?;
    let calls = singles(samples, || {
        writer.write_all(&[1])?;
        reader.read_exact(&mut [0])
    })?;
    let least = calls.into_iter().fold(f64::INFINITY, f64::min);
    let trips = trips(samples, true)?;
    Ok(trips
        .into_iter()
        .map(|trip| ((trip - 2.0 * least) / 2.0).max(0.0))
        .collect())
}

fn trips(samples: usize, is_same_cpu: bool) -> io::Result<Vec<f64>> {
    let (there, back) = (io::pipe()?, io::pipe()?);
    echoed(samples, is_same_cpu, there, back)
}

fn echoed(
    samples: usize,
    is_same_cpu: bool,
    (mut far_reader, mut near_writer): (PipeReader, PipeWriter),
    (mut near_reader, mut far_writer): (PipeReader, PipeWriter),
) -> io::Result<Vec<f64>> {
    let (near, far) = pair(is_same_cpu);
    thread::scope(|scope| {
        scope.spawn(move || {
            bind(far);
            let mut byte = [0];
            while far_reader
                .read_exact(&mut byte)
                .and_then(|()| far_writer.write_all(&byte))
                .is_ok()
            {}
        });
        let here = scope.spawn(move || {
            bind(near);
            singles(samples, || {
                near_writer.write_all(&[1])?;
                near_reader.read_exact(&mut [0])
            })
        });
        here.join().unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))
    })
}

/// From the wake-up of a thread that sleeps on a futex until it runs: half a round trip between two CPUs.
///
/// # Errors
/// The kernel has no futex.
pub fn futex_wakes(samples: usize) -> io::Result<Vec<f64>> {
    let (ping, pong, ends) = (AtomicU32::new(0), AtomicU32::new(0), AtomicBool::new(false));
    let (near, far) = pair(false);
    let wait = |word: &AtomicU32, seen: u32| -> io::Result<u32> {
        loop {
            let now = word.load(Ordering::Acquire);
            if now != seen {
                return Ok(now);
            }
            match futex::wait(word, Flags::PRIVATE, seen, None) {
                Ok(()) | Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    };
    let wake = |word: &AtomicU32| -> io::Result<()> {
        word.fetch_add(1, Ordering::Release);
        futex::wake(word, Flags::PRIVATE, 1)?;
        Ok(())
    };
    let (ping, pong, ends) = (&ping, &pong, &ends);
    thread::scope(|scope| {
        scope.spawn(move || {
            bind(far);
            let mut seen = 0;
            while let Ok(now) = wait(ping, seen) {
                seen = now;
                if ends.load(Ordering::Acquire) || wake(pong).is_err() {
                    break;
                }
            }
        });
        let here = scope.spawn(move || {
            bind(near);
            let mut seen = 0;
            let timed = singles(samples, || {
                wake(ping)?;
                seen = wait(pong, seen)?;
                Ok::<(), io::Error>(())
            });
            ends.store(true, Ordering::Release);
            wake(ping)?;
            Ok(timed?.into_iter().map(|trip| trip / 2.0).collect())
        });
        here.join().unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))
    })
}

/// A byte by TCP over the loopback interface to another thread, and one back.
///
/// # Errors
/// The loopback interface is missing, or all ports are taken.
pub fn loopback_trips(samples: usize) -> io::Result<Vec<f64>> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let mut near = TcpStream::connect(listener.local_addr()?)?;
    let (mut far, from) = listener.accept()?;
    // Another process may have been faster to connect.
    if from != near.local_addr()? {
        return Err(io::ErrorKind::ConnectionRefused.into());
    }
    near.set_nodelay(true)?;
    far.set_nodelay(true)?;
    thread::scope(|scope| {
        scope.spawn(move || {
            let mut byte = [0];
            while far
                .read_exact(&mut byte)
                .and_then(|()| far.write_all(&byte))
                .is_ok()
            {}
        });
        let timed = singles(samples, || {
            near.write_all(&[1])?;
            near.read_exact(&mut [0])
        });
        drop(near);
        timed
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_threads_ends() {
        assert!(!allowed_cpus().is_empty());
        for timed in [pipe_trips, context_switches, futex_wakes, loopback_trips] {
            let samples = timed(20).unwrap();
            assert_eq!(samples.len(), 20);
            assert!(
                samples.iter().all(|ns| ns.is_finite() && *ns >= 0.0),
                "{samples:?}"
            );
        }
        assert_eq!(contended_locks(3).len(), 3);
    }
}
