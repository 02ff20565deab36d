//! What a ladder of latencies measured: one rung per operation, from an add to another host.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An operation whose latency has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rung {
    /// An add that needs the result of the one before.
    Add,
    /// A load from the first level of cache.
    L1,
    /// A branch that was predicted wrongly.
    BranchMiss,
    L2,
    L3,
    ClockRead,
    /// Lock and unlock of a mutex that is free.
    Mutex,
    /// The same where another thread wants it all the time.
    MutexContended,
    /// A load from memory at random.
    Memory,
    /// The same, within 256 KiB before it goes elsewhere.
    MemoryLocal,
    /// The same, one line after the other.
    MemorySequential,
    SystemCall,
    PageFault,
    #[serde(rename = "compress-1k")]
    Compress,
    /// A 4 KiB read from the page cache.
    #[serde(rename = "page-cache-4k")]
    PageCache,
    ContextSwitch,
    FutexWake,
    /// A byte through a pipe to another thread, and one back.
    Pipe,
    #[serde(rename = "memory-read-1m")]
    MemoryRead,
    #[serde(rename = "memory-copy-1m")]
    MemoryCopy,
    /// A byte by TCP to another thread, and one back.
    Loopback,
    /// The same to another host.
    Peer,
    /// 1 kB over a network of 1 Gbit/s.
    #[serde(rename = "send-1k")]
    Send,
    /// A direct 4 KiB read at random, one at a time.
    #[serde(rename = "read-4k")]
    Read,
    /// A direct sequential read of 1 MiB.
    #[serde(rename = "read-1m")]
    SequentialRead,
    /// A 4 KiB write with `O_SYNC`, which is on the disk when it returns.
    #[serde(rename = "write-fsync-4k")]
    WriteFsync,
    DiskSeek,
    #[serde(rename = "disk-read-1m")]
    DiskRead,
    Intercontinental,
}

impl Rung {
    pub const ALL: [Self; 29] = [
        Self::Add,
        Self::L1,
        Self::BranchMiss,
        Self::L2,
        Self::L3,
        Self::ClockRead,
        Self::Mutex,
        Self::MutexContended,
        Self::Memory,
        Self::MemoryLocal,
        Self::MemorySequential,
        Self::SystemCall,
        Self::PageFault,
        Self::Compress,
        Self::PageCache,
        Self::ContextSwitch,
        Self::FutexWake,
        Self::Pipe,
        Self::MemoryRead,
        Self::MemoryCopy,
        Self::Loopback,
        Self::Peer,
        Self::Send,
        Self::Read,
        Self::SequentialRead,
        Self::WriteFsync,
        Self::DiskSeek,
        Self::DiskRead,
        Self::Intercontinental,
    ];

    /// The word in documents and in the catalogue.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::L1 => "l1",
            Self::BranchMiss => "branch-miss",
            Self::L2 => "l2",
            Self::L3 => "l3",
            Self::ClockRead => "clock-read",
            Self::Mutex => "mutex",
            Self::MutexContended => "mutex-contended",
            Self::Memory => "memory",
            Self::MemoryLocal => "memory-local",
            Self::MemorySequential => "memory-sequential",
            Self::SystemCall => "system-call",
            Self::PageFault => "page-fault",
            Self::Compress => "compress-1k",
            Self::PageCache => "page-cache-4k",
            Self::ContextSwitch => "context-switch",
            Self::FutexWake => "futex-wake",
            Self::Pipe => "pipe",
            Self::MemoryRead => "memory-read-1m",
            Self::MemoryCopy => "memory-copy-1m",
            Self::Loopback => "loopback",
            Self::Peer => "peer",
            Self::Send => "send-1k",
            Self::Read => "read-4k",
            Self::SequentialRead => "read-1m",
            Self::WriteFsync => "write-fsync-4k",
            Self::DiskSeek => "disk-seek",
            Self::DiskRead => "disk-read-1m",
            Self::Intercontinental => "intercontinental",
        }
    }

    /// The operation that a list of latencies means by a name: those of J. Dean and P. Norvig's list, and its later versions.
    pub fn named(text: &str) -> Option<Self> {
        const BEGINNINGS: [(&str, Rung); 19] = [
            ("l1 cache reference", Rung::L1),
            ("branch mispredict", Rung::BranchMiss),
            ("l2 cache reference", Rung::L2),
            ("l3 cache reference", Rung::L3),
            ("mutex lock", Rung::Mutex),
            ("main memory reference", Rung::Memory),
            ("compress 1k", Rung::Compress),
            ("send 1k bytes over 1 gbps", Rung::Send),
            ("read 4k randomly from ssd", Rung::Read),
            ("ssd random read", Rung::Read),
            ("read 1 mb sequentially from memory", Rung::MemoryRead),
            ("read 1 000 000 bytes sequentially from memory", Rung::MemoryRead),
            ("round trip within same datacenter", Rung::Peer),
            ("round trip in same datacenter", Rung::Peer),
            ("read 1 mb sequentially from ssd", Rung::SequentialRead),
            ("disk seek", Rung::DiskSeek),
            ("read 1 mb sequentially from disk", Rung::DiskRead),
            ("send packet ca netherlands ca", Rung::Intercontinental),
            ("packet roundtrip ca to netherlands", Rung::Intercontinental),
        ];
        let parts = text.split(|c: char| !c.is_alphanumeric());
        let words: Vec<&str> = parts.filter(|word| !word.is_empty()).collect();
        let name = words.join(" ").to_lowercase();
        let found = BEGINNINGS.iter().find(|(begin, _)| name.starts_with(begin));
        found.map(|(_, rung)| *rung)
    }

    /// The job that measures it, as fio's `rw`, `bs` and whether each write is synchronous; `None`: no job does.
    pub const fn job(self) -> Option<(&'static str, &'static str, bool)> {
        match self {
            Self::Read => Some(("randread", "4k", false)),
            Self::SequentialRead => Some(("read", "1m", false)),
            Self::WriteFsync => Some(("randwrite", "4k", true)),
            _ => None,
        }
    }
}

/// What disturbed a rung while it was measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum RungDisturbance {
    /// The measuring thread waited for a CPU, a share of the time.
    CpuWait { share: f64 },
    /// The hypervisor ran others on a CPU of this machine, a share of the time.
    Steal { share: f64 },
    /// A quarter of the samples took at least so many times the lowest one, and nothing here says why.
    Varied { times: f64 },
    /// A trap of the run that measured it.
    Trap { name: String },
}

/// A rung as it was measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MeasuredRung {
    pub rung: Rung,
    pub lowest_ns: f64,
    /// A quarter of the samples took less.
    pub low_ns: f64,
    pub median_ns: f64,
    pub mean_ns: f64,
    /// A quarter of the samples took more.
    pub high_ns: f64,
    pub samples: u64,
    pub disturbed: Vec<RungDisturbance>,
    /// Traps that make it no measurement of what it seems to be.
    pub wrong: Vec<String>,
}

impl MeasuredRung {
    /// `None`: no samples.
    pub fn of(rung: Rung, samples: &[f64]) -> Option<Self> {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let place = (sorted.len() as f64 * share).ceil() as usize;
            sorted.get(place.saturating_sub(1)).copied()
        };
        Some(Self {
            rung,
            lowest_ns: at(0.0)?,
            low_ns: at(0.25)?,
            median_ns: at(0.5)?,
            mean_ns: sorted.iter().sum::<f64>() / sorted.len() as f64,
            high_ns: at(0.75)?,
            samples: sorted.len() as u64,
            disturbed: Vec::new(),
            wrong: Vec::new(),
        })
    }
}

/// What a load takes from memory of one size, in random order.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MemoryPoint {
    pub bytes: u64,
    pub lowest_ns: f64,
    pub median_ns: f64,
}

/// A level of the memory curve: sizes over which a load takes the same time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LoadLevel {
    pub from_bytes: u64,
    pub to_bytes: u64,
    pub ns: f64,
    /// The rung whose cache this is; null: none that sysfs names.
    pub rung: Option<Rung>,
}

/// A cache that the first CPU uses for data, by sysfs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CacheSize {
    pub level: u32,
    pub bytes: u64,
}

/// Times of round trips to another host.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TripTimes {
    /// Those that were answered.
    pub trips: u64,
    /// Without an answer in time.
    pub lost: u64,
    pub lowest_ns: f64,
    pub median_ns: f64,
    /// Null: fewer than 100 trips.
    pub p99_ns: Option<f64>,
    pub highest_ns: f64,
    /// Mean difference of two trips that follow each other.
    pub jitter_ns: f64,
    /// Four buckets to an octave; those without trips are left out.
    pub histogram: Vec<TripBucket>,
}

/// Round trips of about one time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TripBucket {
    pub from_ns: f64,
    /// The first time above it.
    pub to_ns: f64,
    pub trips: u64,
}

impl TripTimes {
    /// `None`: no trips.
    pub fn of(trips_ns: &[f64], lost: usize) -> Option<Self> {
        const PER_OCTAVE: f64 = 4.0;
        let measured = MeasuredRung::of(Rung::Peer, trips_ns)?;
        let mut sorted = trips_ns.to_vec();
        sorted.sort_by(f64::total_cmp);
        let p99 = sorted.len() * 99 / 100;
        let steps = trips_ns
            .windows(2)
            .filter_map(|pair| Some((pair.last()? - pair.first()?).abs()));
        let mut buckets: BTreeMap<i32, u64> = BTreeMap::new();
        for ns in &sorted {
            let place = (ns.max(1.0).log2() * PER_OCTAVE).floor() as i32;
            *buckets.entry(place).or_default() += 1;
        }
        let edge = |place: i32| (f64::from(place) / PER_OCTAVE).exp2();
        Some(Self {
            trips: measured.samples,
            lost: lost as u64,
            lowest_ns: measured.lowest_ns,
            median_ns: measured.median_ns,
            p99_ns: sorted.get(p99).copied().filter(|_| sorted.len() >= 100),
            highest_ns: sorted.last().copied()?,
            jitter_ns: steps.sum::<f64>() / (trips_ns.len().max(2) - 1) as f64,
            histogram: buckets
                .into_iter()
                .map(|(place, trips)| TripBucket {
                    from_ns: edge(place),
                    to_ns: edge(place + 1),
                    trips,
                })
                .collect(),
        })
    }
}

/// Round trips to another host.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PeerTrips {
    /// As it was named.
    pub peer: String,
    /// The file system or disk that it serves; null: it was named by `--peer`.
    pub serves: Option<String>,
    /// The address and the port that answered.
    pub address: String,
    /// By TCP connections that are closed at once.
    pub connects: TripTimes,
    /// Answers that refused the connection: round trips like all others.
    pub refused: u64,
    /// The least round trip that the kernel saw (TCP_INFO); null: no connection was accepted.
    pub kernel_ns: Option<f64>,
    /// By ICMP echo.
    pub echo: Option<TripTimes>,
    /// Why there are no echoes.
    pub echo_missing: Option<EchoMissing>,
    /// Compared with the first host; null: it is the first one, or there were too few trips.
    pub ratio: Option<TripRatio>,
    /// What was measured with a fiord there (`--ssh`); absent without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flow: Option<PeerFlow>,
    /// Why it ended before all was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flow_failed: Option<String>,
}

/// Data exchanged with a fiord on another host, in blocks that alternate with those of other hosts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PeerFlow {
    pub trips: Vec<SizedTrips>,
    pub throughput: Vec<Throughput>,
}

/// Round trips of a message on an open connection: the same number of bytes there and back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SizedTrips {
    pub bytes: u64,
    pub times: TripTimes,
    /// The confidence interval (95 % or a little more) of the median of block medians; null: fewer than six blocks.
    pub low_ns: Option<f64>,
    pub high_ns: Option<f64>,
    /// Compared with the first host.
    pub ratio: Option<TripRatio>,
}

/// Bytes of TCP streams, without headers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Throughput {
    pub streams: u64,
    pub direction: FlowDirection,
    /// The median of the blocks, of all streams together, as the receiver counted.
    pub bytes_per_s: f64,
    /// Its confidence interval; null: fewer than six blocks.
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub blocks: u64,
    /// Limits that were reached, as both hosts read them; none: unknown.
    pub limits: Vec<FlowLimit>,
    /// Compared with the first host.
    pub ratio: Option<TripRatio>,
}

/// Which way data go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FlowDirection {
    ToPeer,
    FromPeer,
}

/// One of the two hosts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FlowEnd {
    Here,
    Peer,
}

/// A limit of a throughput, as one of the hosts read it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FlowLimit {
    pub what: FlowLimitKind,
    /// Whose it is.
    pub end: FlowEnd,
    /// Share of the time, of the speed of the link, or of what the network carried.
    pub share: f64,
    /// The speed of the link; of losses what the network carried; null: another limit.
    pub bits_per_s: Option<u64>,
}

/// What can limit a throughput.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FlowLimitKind {
    /// The sender waited for the receive window (TCP_INFO).
    Window,
    /// The network lost packets: data waited for them behind a gap, or was sent again in vain (TCP_INFO of both hosts).
    Loss,
    /// The CPUs that the streams can use were busy.
    Cpu,
    /// The limit on CPU time of its control group stopped fiord.
    Cgroup,
    /// The speed that the driver of the network interface states.
    Link,
}

/// Why there are no times of ICMP echoes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum EchoMissing {
    /// The kernel gives this user neither ping sockets nor raw sockets.
    NotAllowed,
    NoAnswer,
    Failed {
        error: String,
    },
}

/// Medians of one host ÷ those of another, in blocks that were measured in turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TripRatio {
    /// The other host.
    pub base: String,
    pub blocks: u64,
    pub ratio: f64,
    /// The confidence interval.
    pub low: f64,
    pub high: f64,
    /// Its level: 0.95 or a little more.
    pub level: f64,
}

/// All of a ladder.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Ladder {
    pub rungs: Vec<MeasuredRung>,
    pub curve: Vec<MemoryPoint>,
    pub levels: Vec<LoadLevel>,
    pub caches: Vec<CacheSize>,
    /// The memory under the curve, and how much of it had huge pages; `None`: the kernel does not tell.
    pub curve_bytes: u64,
    pub huge_page_bytes: Option<u64>,
    /// The directory, file or device of the rungs that use a disk, and the bytes of it that they used.
    pub target: Option<String>,
    pub target_bytes: Option<u64>,
    /// Its reads went through the page cache: direct I/O was refused.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub buffered: bool,
    /// Round trips to other hosts, in the order of `--peer`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub peers: Vec<PeerTrips>,
    /// Rungs that could not be measured, and why.
    pub failed: Vec<(Rung, String)>,
}

impl Ladder {
    pub fn rung(&self, rung: Rung) -> Option<&MeasuredRung> {
        self.rungs.iter().find(|one| one.rung == rung)
    }

    /// The memory of the rungs that are named after memory: a size that machines of every kind have.
    pub fn memory_bytes(&self) -> u64 {
        const USUAL: u64 = 256 << 20;
        let largest = self.curve.iter().map(|point| point.bytes).max();
        largest.unwrap_or(USUAL).min(USUAL)
    }

    /// Finds which levels are those of which caches: the widest of which the middle is larger than the next smaller cache, and not larger
    /// than this one. Where sysfs names no caches, the levels are none.
    pub fn name_levels(&mut self) {
        let mut smaller = 0;
        for cache in &self.caches {
            let rung = match cache.level {
                1 => Rung::L1,
                2 => Rung::L2,
                3 => Rung::L3,
                _ => continue,
            };
            let octaves = |level: &LoadLevel| level.to_bytes as f64 / level.from_bytes.max(1) as f64;
            let middle = |level: &LoadLevel| (level.from_bytes as f64 * level.to_bytes as f64).sqrt();
            let within = smaller as f64..=cache.bytes as f64;
            let widest = self
                .levels
                .iter_mut()
                // What goes on far beyond the cache is not in it.
                .filter(|level| within.contains(&middle(level)) && level.to_bytes <= 2 * cache.bytes)
                .max_by(|one, other| octaves(one).total_cmp(&octaves(other)));
            if let Some(level) = widest {
                level.rung = Some(rung);
            }
            smaller = cache.bytes;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_documents() {
        for rung in Rung::ALL {
            assert_eq!(serde_json::to_value(rung).unwrap(), rung.name());
        }
    }

    #[test]
    fn quarters_are_samples() {
        let one = MeasuredRung::of(Rung::L1, &[4.0, 1.0, 3.0, 2.0, 5.0]).unwrap();
        assert_eq!(
            (one.lowest_ns, one.low_ns, one.median_ns, one.high_ns),
            (1.0, 2.0, 3.0, 4.0)
        );
        assert_eq!(MeasuredRung::of(Rung::L1, &[]), None);
    }

    #[test]
    fn trips_have_a_jitter_and_a_percentile_where_there_are_enough() {
        let few = TripTimes::of(&[10.0, 12.0, 11.0], 1).unwrap();
        assert_eq!((few.lowest_ns, few.median_ns, few.highest_ns), (10.0, 11.0, 12.0));
        assert_eq!((few.jitter_ns, few.p99_ns, few.lost), (1.5, None, 1));
        let many: Vec<f64> = (0..200).map(f64::from).collect();
        let many = TripTimes::of(&many, 0).unwrap();
        assert_eq!(many.p99_ns, Some(198.0));
        assert_eq!(TripTimes::of(&[], 3), None);
        // 64 to 76.1, 76.1 to 90.5, 90.5 to 107.6, 107.6 to 128.
        let octave = many
            .histogram
            .iter()
            .filter(|bucket| (64.0..128.0).contains(&bucket.from_ns));
        let counts: Vec<u64> = octave.map(|bucket| bucket.trips).collect();
        assert_eq!(counts, [13, 14, 17, 20]);
        assert_eq!(many.histogram.iter().map(|bucket| bucket.trips).sum::<u64>(), 200);
    }

    #[test]
    fn levels_have_the_names_of_the_caches_that_hold_them() {
        let level = |from_kib: u64, to_kib: u64| LoadLevel {
            from_bytes: from_kib << 10,
            to_bytes: to_kib << 10,
            ns: 1.0,
            rung: None,
        };
        let mut ladder = Ladder {
            // The third level ends early, as where other guests use the rest of the cache; a step of translations is within the second.
            levels: vec![
                level(4, 32),
                level(48, 64),
                level(90, 768),
                level(1448, 4096),
                level(65536, 262_144),
            ],
            caches: vec![(1, 32), (2, 1024), (3, 32768)]
                .into_iter()
                .map(|(level, kib)| CacheSize {
                    level,
                    bytes: kib << 10,
                })
                .collect(),
            ..Ladder::default()
        };
        ladder.name_levels();
        let names: Vec<Option<Rung>> = ladder.levels.iter().map(|level| level.rung).collect();
        assert_eq!(
            names,
            [Some(Rung::L1), None, Some(Rung::L2), Some(Rung::L3), None]
        );
        // Memory that begins within what sysfs calls a cache.
        ladder.levels = vec![level(8192, 131_072)];
        ladder.name_levels();
        assert_eq!(ladder.levels[0].rung, None);
    }
}
