//! The thread that reads the counters once a second while workers run. It shares nothing with them but the live board, which
//! they only store to, and sleeps in between.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use fiord_engine::live::LiveBoard;
use fiord_host::cpu::{self, CpuTimes};
use fiord_host::disk_stats::DiskStats;
use fiord_host::pressure::Pressures;
use fiord_host::root::Root;
use fiord_record::evidence::{Second, SecondLatencies};
use fiord_stats::Coarse;

use super::SoFar;

/// Time between two readings.
const EVERY: Duration = Duration::from_secs(1);
/// Readings kept: a day and a night of seconds. A longer run keeps its beginning.
const MOST: usize = 100_000;

/// A running sampler.
pub(crate) struct Sampler {
    stop: Sender<()>,
    thread: JoinHandle<Vec<Second>>,
}

impl Sampler {
    /// Starts it for jobs with these numbers of workers; none if the system gives no thread: then only the series is missing.
    pub(crate) fn begin(
        root: &Root,
        devices: Vec<String>,
        jobs: Vec<usize>,
        live: &Arc<LiveBoard>,
        so_far: Option<SoFar>,
    ) -> Option<Self> {
        let (stop, stopped) = channel();
        let (root, live) = (root.clone(), Arc::clone(live));
        // Read before the thread exists: on a busy machine it may begin long after the workers.
        let started = Instant::now();
        let first = Reading::take(&root, &devices, &jobs, &live);
        let mut so_far = so_far.map(|so_far| so_far.from(&first.devices));
        let thread = std::thread::Builder::new()
            .name("sampler".to_owned())
            .spawn(move || {
                let mut seconds = Vec::new();
                let mut last = first;
                let mut due = started;
                loop {
                    due += EVERY;
                    let wait = due.saturating_duration_since(Instant::now());
                    let over = !matches!(stopped.recv_timeout(wait), Err(RecvTimeoutError::Timeout));
                    let now = Reading::take(&root, &devices, &jobs, &live);
                    let second = now.since(&last, started);
                    last = now;
                    if over {
                        seconds.push(second);
                        return seconds;
                    }
                    if let Some(so_far) = &mut so_far {
                        so_far.add(&root, &second, &last.devices, &live);
                    }
                    if seconds.len() < MOST {
                        seconds.push(second);
                    }
                }
            })
            .ok()?;
        Some(Self { stop, thread })
    }

    /// Ends it; what it read.
    pub(crate) fn end(self) -> Vec<Second> {
        let _ = self.stop.send(());
        self.thread.join().unwrap_or_default()
    }
}

struct Reading {
    at: Instant,
    devices: Vec<DiskStats>,
    ios: [u64; 3],
    bytes: [u64; 3],
    latencies: Vec<Coarse>,
    cpu: Option<CpuTimes>,
    io_stalled_us: Option<u64>,
}

impl Reading {
    fn take(root: &Root, devices: &[String], jobs: &[usize], live: &LiveBoard) -> Self {
        let (ios, bytes) = totals(live);
        Self {
            at: Instant::now(),
            devices: devices
                .iter()
                .map(|name| DiskStats::of(root, name).unwrap_or_default())
                .collect(),
            ios,
            bytes,
            latencies: live.job_latencies(jobs),
            cpu: cpu::times(root),
            io_stalled_us: Pressures::read(root).io.map(|io| io.some_total_us),
        }
    }

    fn since(&self, earlier: &Reading, started: Instant) -> Second {
        let grown =
            |now: [u64; 3], then: [u64; 3]| std::array::from_fn(|ddir| now[ddir].saturating_sub(then[ddir]));
        Second {
            end_ns: u64::try_from(self.at.duration_since(started).as_nanos()).unwrap_or(u64::MAX),
            ios: grown(self.ios, earlier.ios),
            bytes: grown(self.bytes, earlier.bytes),
            latencies: SecondLatencies::of_jobs(
                self.latencies
                    .iter()
                    .zip(&earlier.latencies)
                    .map(|(now, then)| now.since(then).filled())
                    .collect(),
            ),
            devices: self
                .devices
                .iter()
                .zip(&earlier.devices)
                .map(|(now, then)| now.since(then))
                .collect(),
            cpu_busy_percent: self
                .cpu
                .zip(earlier.cpu)
                .and_then(|(now, then)| now.since(&then).busy_percent()),
            io_stalled_ms: self
                .io_stalled_us
                .zip(earlier.io_stalled_us)
                .map(|(now, then)| now.saturating_sub(then) as f64 / 1e3),
        }
    }
}

/// I/Os and bytes of all workers so far.
pub(super) fn totals(live: &LiveBoard) -> ([u64; 3], [u64; 3]) {
    let mut sum = ([0_u64; 3], [0_u64; 3]);
    for cell in live.cells() {
        let reading = cell.read();
        for ddir in 0..3 {
            sum.0[ddir] = sum.0[ddir].saturating_add(reading.ios[ddir]);
            sum.1[ddir] = sum.1[ddir].saturating_add(reading.bytes[ddir]);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_workers_do_before_the_thread_begins_is_in_the_first_second() {
        for _ in 0..50 {
            let live = Arc::new(LiveBoard::new(1));
            let sampler = Sampler::begin(&Root::system(), Vec::new(), vec![1], &live, None).unwrap();
            live.cells()[0].publish(0, 7, 4096);
            let seconds = sampler.end();
            assert_eq!(seconds.iter().map(|second| second.bytes[0]).sum::<u64>(), 4096);
            assert_eq!(seconds.iter().map(|second| second.ios[0]).sum::<u64>(), 7);
        }
    }
}
