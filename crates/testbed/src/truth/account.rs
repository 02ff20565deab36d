//! What the truth device is asked to do, and what it did.

use std::time::{Duration, Instant};

/// How long requests take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// From a lane's start on a read to the answer.
    pub read: Duration,
    /// From a lane's start on a write to the answer.
    pub write: Duration,
    /// Requests served at once; what arrives while all lanes are busy waits for the first that is free.
    pub lanes: usize,
    /// Of flushes.
    pub sync: SyncTiming,
}

/// How long flushes take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyncTiming {
    /// From a lane's start to the answer.
    pub usual: Duration,
    /// Of every so-manieth one.
    pub slow: Duration,
    /// 0: none is slow.
    pub every: u64,
}

impl Timing {
    /// Latencies in microseconds.
    pub const fn us(read: u64, write: u64, lanes: usize) -> Timing {
        Timing {
            read: Duration::from_micros(read),
            write: Duration::from_micros(write),
            lanes,
            sync: SyncTiming {
                usual: Duration::ZERO,
                slow: Duration::ZERO,
                every: 0,
            },
        }
    }

    /// The same with flushes of `usual` microseconds, and every so-manieth of `slow` ones.
    pub const fn with_syncs_us(self, usual: u64, slow: u64, every: u64) -> Timing {
        Timing {
            sync: SyncTiming {
                usual: Duration::from_micros(usual),
                slow: Duration::from_micros(slow),
                every,
            },
            ..self
        }
    }
}

/// What is wrong with a block of 4 KiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TruthFault {
    /// Reads and writes fail with EIO.
    Error,
    /// At most so many bytes are moved, counted from the start of the request.
    Short(u32),
    /// A write says that it succeeded; only the first half of the block is stored.
    Torn,
    /// A write says that it succeeded; nothing of the block is stored.
    Lost,
}

/// The requests of one direction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Served {
    /// From arrival to the answer, in nanoseconds, in the order of the answers.
    pub latencies_ns: Vec<u64>,
    /// When each of them was read from the kernel. Its latency ends before the answer is written.
    pub arrived: Vec<Instant>,
    /// Bytes of all requests, those that failed included.
    pub bytes: u64,
    /// Requests answered with an error.
    pub errors: u64,
}

impl Served {
    /// Requests answered.
    pub fn count(&self) -> u64 {
        self.latencies_ns.len() as u64
    }

    /// The latency that `percent` of the requests did not exceed; 0 of none.
    pub fn percentile_ns(&self, percent: f64) -> u64 {
        let mut sorted = self.latencies_ns.clone();
        sorted.sort_unstable();
        let rank = (percent / 100.0 * sorted.len() as f64).ceil().max(1.0) as usize;
        sorted.get(rank - 1).or(sorted.last()).copied().unwrap_or(0)
    }

    /// The mean latency; 0 of none.
    pub fn mean_ns(&self) -> f64 {
        let sum = self.latencies_ns.iter().map(|ns| u128::from(*ns)).sum::<u128>();
        sum as f64 / self.count().max(1) as f64
    }
}

/// What was served in a span of time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Account {
    pub reads: Served,
    pub writes: Served,
    /// Flushes; they move no bytes.
    pub syncs: Served,
}

#[cfg(test)]
mod tests {
    use super::Served;

    #[test]
    fn percentiles_are_values_that_occurred() {
        let served = Served {
            latencies_ns: vec![40, 10, 30, 20],
            ..Served::default()
        };
        assert_eq!(served.percentile_ns(50.0), 20);
        assert_eq!(served.percentile_ns(51.0), 30);
        assert_eq!(served.percentile_ns(100.0), 40);
        assert_eq!(served.mean_ns(), 25.0);
        assert_eq!(Served::default().percentile_ns(50.0), 0);
    }
}
