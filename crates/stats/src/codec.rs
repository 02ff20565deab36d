//! [`JobStats`] as bytes, for a worker on another host or a later reading.
//!
//! Layout, version 6: `FJST`, version byte, the fields in the order of their declaration, FNV-1a (64 bit, little endian)
//! over all that precedes. Integers are LEB128; `i32` is zigzagged first; a histogram is (number of occupied buckets,
//! then distance from the previous bucket and count for each, then overflow). Any change of a field is a new version.
//! Version 1, which had no backlog, 2, which had none of each second, 3, which had no priorities, 4, which had
//! no zone resets, and 5, which had no lives of blocks, are still read.
//!
//! Decoding trusts nothing: wrong input is an error, never a panic and never a large allocation.

use crate::job::{CpuUse, DDIRS, DdirStats, JobStats, Latency, PriorityLatency, Schedule, SyncStats};
use crate::samples::GroupSums;
use crate::{BlockLives, Histogram, Moments, Samples};
use std::fmt;

const MAGIC: [u8; 4] = *b"FJST";
const VERSION: u8 = 6;
/// The oldest version that is read.
const OLDEST: u8 = 1;
/// The first version with the backlog of rated directions.
const WITH_BACKLOG: u8 = 2;
/// The first version with the backlog of each second.
const WITH_BACKLOG_SECONDS: u8 = 3;
/// The first version with the latencies of each priority.
const WITH_PRIORITIES: u8 = 4;
/// The first version with the resets of zones.
const WITH_ZONE_RESETS: u8 = 5;
/// The first version with the lives of blocks.
const WITH_BLOCKS: u8 = 6;
const CHECKSUM_BYTES: usize = 8;

/// Why bytes are not a [`JobStats`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecodeError {
    /// The first bytes are not the magic.
    NotStats,
    /// Written by a version that this one cannot read.
    Version(u8),
    /// The checksum does not fit the content.
    Damaged,
    /// The content ends too early.
    Truncated,
    /// There is something after the end.
    TrailingBytes,
    /// An integer is out of its range.
    OutOfRange,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStats => write!(f, "not job statistics (no FJST at the start)"),
            Self::Version(version) => write!(
                f,
                "job statistics of version {version}; this program reads versions {OLDEST} to {VERSION}"
            ),
            Self::Damaged => write!(f, "job statistics are damaged (checksum differs)"),
            Self::Truncated => write!(f, "job statistics end too early"),
            Self::TrailingBytes => write!(f, "job statistics are followed by other bytes"),
            Self::OutOfRange => write!(f, "job statistics hold a number out of range"),
        }
    }
}

impl std::error::Error for DecodeError {}

/// The bytes of `stats`.
pub fn encode(stats: &JobStats) -> Vec<u8> {
    encode_as(VERSION, stats)
}

fn encode_as(version: u8, stats: &JobStats) -> Vec<u8> {
    let mut out = Writer(Vec::with_capacity(1024));
    out.0.extend_from_slice(&MAGIC);
    out.0.push(version);
    for ddir in &stats.ddirs {
        out.ddir(version, ddir);
    }
    out.int(stats.sync.ios);
    out.latency(&stats.sync.lat);
    for map in [&stats.depth, &stats.submit, &stats.complete] {
        map.iter().for_each(|count| out.int(*count));
    }
    let cpu = &stats.cpu;
    for value in [
        stats.submit_calls,
        stats.complete_calls,
        cpu.user_us,
        cpu.system_us,
        cpu.context_switches,
        cpu.major_faults,
        cpu.minor_faults,
        stats.errors,
        zigzag(stats.first_error),
        stats.runtime_ns,
    ] {
        out.int(value);
    }
    if version >= WITH_ZONE_RESETS {
        out.int(stats.zone_resets);
    }
    out.blocks(version, stats.blocks.as_deref());
    let sum = checksum(&out.0);
    out.0.extend_from_slice(&sum.to_le_bytes());
    out.0
}

/// The statistics that [`encode`] made these bytes of.
///
/// # Errors
/// Every input that `encode` did not make: see [`DecodeError`].
pub fn decode(bytes: &[u8]) -> Result<JobStats, DecodeError> {
    let rest = bytes.strip_prefix(&MAGIC).ok_or(DecodeError::NotStats)?;
    let version = match rest.first() {
        Some(version @ OLDEST..=VERSION) => *version,
        Some(version) => return Err(DecodeError::Version(*version)),
        None => return Err(DecodeError::Truncated),
    };
    let (content, sum) = bytes
        .split_last_chunk::<CHECKSUM_BYTES>()
        .filter(|(content, _)| content.len() > MAGIC.len())
        .ok_or(DecodeError::Truncated)?;
    if checksum(content) != u64::from_le_bytes(*sum) {
        return Err(DecodeError::Damaged);
    }
    let mut input = Reader(content.get(MAGIC.len() + 1..).ok_or(DecodeError::Truncated)?);
    let mut stats = JobStats::default();
    for place in 0..DDIRS {
        stats.ddirs[place] = input.ddir(version)?;
    }
    stats.sync = SyncStats {
        ios: input.int()?,
        lat: input.latency()?,
    };
    for map in [&mut stats.depth, &mut stats.submit, &mut stats.complete] {
        for count in map.iter_mut() {
            *count = input.int()?;
        }
    }
    stats.submit_calls = input.int()?;
    stats.complete_calls = input.int()?;
    stats.cpu = CpuUse {
        user_us: input.int()?,
        system_us: input.int()?,
        context_switches: input.int()?,
        major_faults: input.int()?,
        minor_faults: input.int()?,
    };
    stats.errors = input.int()?;
    stats.first_error = unzigzag(input.int()?)?;
    stats.runtime_ns = input.int()?;
    if version >= WITH_ZONE_RESETS {
        stats.zone_resets = input.int()?;
    }
    stats.blocks = input.blocks(version)?.map(Box::new);
    if input.0.is_empty() {
        Ok(stats)
    } else {
        Err(DecodeError::TrailingBytes)
    }
}

/// FNV-1a. Each step is a bijection of the state, so no change of a single byte goes unseen.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |state, byte| {
        (state ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn zigzag(value: i32) -> u64 {
    u64::from(((value << 1) ^ (value >> 31)) as u32)
}

fn unzigzag(value: u64) -> Result<i32, DecodeError> {
    let value = u32::try_from(value).map_err(|_| DecodeError::OutOfRange)?;
    Ok((value >> 1) as i32 ^ -((value & 1) as i32))
}

struct Writer(Vec<u8>);

impl Writer {
    fn int(&mut self, value: u64) {
        self.wide(u128::from(value));
    }

    fn wide(&mut self, mut value: u128) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    fn moments(&mut self, moments: &Moments) {
        self.int(moments.count);
        self.int(moments.min);
        self.int(moments.max);
        self.wide(moments.sum);
        self.wide(moments.sum_squares);
    }

    fn histogram(&mut self, histogram: &Histogram) {
        self.int(histogram.occupied().count() as u64);
        let mut previous = 0;
        for (bucket, count) in histogram.occupied() {
            self.int((bucket - previous) as u64);
            self.int(count);
            previous = bucket;
        }
        self.int(histogram.overflow());
    }

    fn latency(&mut self, latency: &Latency) {
        self.moments(&latency.moments);
        self.histogram(&latency.histogram);
    }

    fn samples(&mut self, samples: &Samples) {
        self.moments(&samples.moments);
        self.int(u64::from(samples.group.is_some()));
        if let Some(sums) = &samples.group {
            self.int(sums.min);
            self.int(sums.max);
            self.wide(sums.mean);
            self.wide(sums.squared_deviations);
        }
    }

    fn schedule(&mut self, version: u8, schedule: &Schedule) {
        if version < WITH_BACKLOG {
            return;
        }
        self.int(schedule.backlog_max_ns);
        self.int(schedule.backlog_end_ns);
        self.int(schedule.late_ios);
        if version >= WITH_BACKLOG_SECONDS {
            self.int(schedule.backlog_per_second_ns.len() as u64);
            for backlog_ns in &schedule.backlog_per_second_ns {
                self.int(*backlog_ns);
            }
        }
    }

    fn blocks(&mut self, version: u8, blocks: Option<&BlockLives>) {
        if version < WITH_BLOCKS {
            return;
        }
        self.int(u64::from(blocks.is_some()));
        let Some(blocks) = blocks else { return };
        blocks.counts().into_iter().for_each(|count| self.int(count));
        self.int(blocks.failed_after.len() as u64);
        for (trims, count) in &blocks.failed_after {
            self.int(u64::from(*trims));
            self.int(*count);
        }
    }

    fn ddir(&mut self, version: u8, ddir: &DdirStats) {
        for value in [
            ddir.ios,
            ddir.bytes,
            ddir.short_ios,
            ddir.dropped_ios,
            ddir.runtime_ns,
        ] {
            self.int(value);
        }
        for latency in [&ddir.slat, &ddir.clat, &ddir.lat, &ddir.response] {
            self.latency(latency);
        }
        self.schedule(version, &ddir.schedule);
        self.samples(&ddir.bw);
        self.samples(&ddir.iops);
        self.int(ddir.per_second.len() as u64);
        for (ios, bytes) in &ddir.per_second {
            self.int(*ios);
            self.int(*bytes);
        }
        if version >= WITH_PRIORITIES {
            self.int(ddir.by_priority.len() as u64);
            for of_one in &ddir.by_priority {
                self.int(u64::from(of_one.priority));
                self.latency(&of_one.latency);
            }
        }
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn int(&mut self) -> Result<u64, DecodeError> {
        u64::try_from(self.wide()?).map_err(|_| DecodeError::OutOfRange)
    }

    fn wide(&mut self) -> Result<u128, DecodeError> {
        let mut value = 0_u128;
        for shift in (0..u128::BITS).step_by(7) {
            let (byte, rest) = self.0.split_first().ok_or(DecodeError::Truncated)?;
            self.0 = rest;
            let bits = u128::from(byte & 0x7f);
            if (bits << shift) >> shift != bits {
                return Err(DecodeError::OutOfRange);
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(DecodeError::OutOfRange)
    }

    /// A number of groups of `ints` integers that follow. Each integer takes a byte at least, so a forged length cannot ask for
    /// memory that the input does not justify.
    fn groups(&mut self, ints: usize) -> Result<usize, DecodeError> {
        let groups = usize::try_from(self.int()?).map_err(|_| DecodeError::OutOfRange)?;
        if groups > self.0.len() / ints {
            return Err(DecodeError::Truncated);
        }
        Ok(groups)
    }

    fn moments(&mut self) -> Result<Moments, DecodeError> {
        Ok(Moments {
            count: self.int()?,
            min: self.int()?,
            max: self.int()?,
            sum: self.wide()?,
            sum_squares: self.wide()?,
        })
    }

    fn histogram(&mut self) -> Result<Histogram, DecodeError> {
        let mut histogram = Histogram::new();
        let (mut bucket, mut total) = (0_u64, 0_u64);
        for place in 0..self.groups(2)? {
            let (step, count) = (self.int()?, self.int()?);
            bucket = bucket.checked_add(step).ok_or(DecodeError::OutOfRange)?;
            total = total.checked_add(count).ok_or(DecodeError::OutOfRange)?;
            if bucket >= Histogram::BUCKETS as u64 || count == 0 || (place > 0 && step == 0) {
                return Err(DecodeError::OutOfRange);
            }
            histogram.add_to_bucket(bucket as usize, count);
        }
        let overflow = self.int()?;
        total.checked_add(overflow).ok_or(DecodeError::OutOfRange)?;
        if overflow > 0 {
            histogram.add_to_bucket(Histogram::BUCKETS, overflow);
        }
        Ok(histogram)
    }

    fn latency(&mut self) -> Result<Latency, DecodeError> {
        Ok(Latency {
            moments: self.moments()?,
            histogram: self.histogram()?,
        })
    }

    fn samples(&mut self) -> Result<Samples, DecodeError> {
        let moments = self.moments()?;
        let group = match self.int()? {
            0 => None,
            1 => Some(GroupSums {
                min: self.int()?,
                max: self.int()?,
                mean: self.wide()?,
                squared_deviations: self.wide()?,
            }),
            _ => return Err(DecodeError::OutOfRange),
        };
        Ok(Samples { moments, group })
    }

    fn schedule(&mut self, version: u8) -> Result<Schedule, DecodeError> {
        if version < WITH_BACKLOG {
            return Ok(Schedule::default());
        }
        let mut schedule = Schedule {
            backlog_max_ns: self.int()?,
            backlog_end_ns: self.int()?,
            late_ios: self.int()?,
            backlog_per_second_ns: Vec::new(),
        };
        if version >= WITH_BACKLOG_SECONDS {
            let count = self.groups(1)?;
            schedule.backlog_per_second_ns.reserve_exact(count);
            for _ in 0..count {
                schedule.backlog_per_second_ns.push(self.int()?);
            }
        }
        Ok(schedule)
    }

    fn blocks(&mut self, version: u8) -> Result<Option<BlockLives>, DecodeError> {
        if version < WITH_BLOCKS {
            return Ok(None);
        }
        match self.int()? {
            0 => return Ok(None),
            1 => {}
            _ => return Err(DecodeError::OutOfRange),
        }
        let mut blocks = BlockLives::default();
        for count in blocks.counts_mut() {
            *count = self.int()?;
        }
        for _ in 0..self.groups(2)? {
            let trims = u32::try_from(self.int()?).map_err(|_| DecodeError::OutOfRange)?;
            let count = self.int()?;
            let ascends = blocks.failed_after.last().is_none_or(|(last, _)| *last < trims);
            if !ascends || count == 0 {
                return Err(DecodeError::OutOfRange);
            }
            blocks.failed_after.push((trims, count));
        }
        Ok(Some(blocks))
    }

    fn ddir(&mut self, version: u8) -> Result<DdirStats, DecodeError> {
        Ok(DdirStats {
            ios: self.int()?,
            bytes: self.int()?,
            short_ios: self.int()?,
            dropped_ios: self.int()?,
            runtime_ns: self.int()?,
            slat: self.latency()?,
            clat: self.latency()?,
            lat: self.latency()?,
            response: self.latency()?,
            schedule: self.schedule(version)?,
            bw: self.samples()?,
            iops: self.samples()?,
            per_second: {
                let count = self.groups(2)?;
                let mut seconds = Vec::with_capacity(count);
                for _ in 0..count {
                    seconds.push((self.int()?, self.int()?));
                }
                seconds
            },
            by_priority: self.priorities(version)?,
        })
    }

    fn priorities(&mut self, version: u8) -> Result<Vec<PriorityLatency>, DecodeError> {
        /// Integers of an entry at least: its priority, five moments, the buckets' number and the overflow.
        const INTS: usize = 8;
        let count = if version < WITH_PRIORITIES {
            0
        } else {
            self.groups(INTS)?
        };
        let mut all = Vec::with_capacity(count);
        for _ in 0..count {
            all.push(PriorityLatency {
                priority: u16::try_from(self.int()?).map_err(|_| DecodeError::OutOfRange)?,
                latency: self.latency()?,
            });
        }
        Ok(all)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    /// A valid frame around any content, so that tests reach past the checksum.
    fn framed(content: &[u8]) -> Vec<u8> {
        let mut bytes = [&MAGIC[..], &[VERSION], content].concat();
        bytes.extend_from_slice(&checksum(&bytes).to_le_bytes());
        bytes
    }

    #[test]
    fn forged_content_behind_a_right_checksum_is_an_error() {
        let good = encode(&JobStats::default());
        let content = &good[5..good.len() - CHECKSUM_BYTES];
        assert_eq!(framed(content), good);
        assert_eq!(decode(&framed(&content[1..])), Err(DecodeError::Truncated));
        assert_eq!(
            decode(&framed(&[content, &[0]].concat())),
            Err(DecodeError::TrailingBytes)
        );
        assert_eq!(decode(&framed(&[0xff; 40])), Err(DecodeError::OutOfRange));
        let mut state = 0x5EED_u64;
        for _ in 0..2000 {
            let mut forged = content.to_vec();
            for _ in 0..3 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let place = (state >> 33) as usize % forged.len();
                forged[place] = (state >> 20) as u8;
            }
            // Whatever it says, it must answer, and what it accepts must be what it would write.
            if let Ok(stats) = decode(&framed(&forged)) {
                assert_eq!(decode(&encode(&stats)).unwrap(), stats);
            }
        }
    }

    #[test]
    fn older_versions_are_read_without_what_they_lacked() {
        let mut stats = JobStats::default();
        for (place, ddir) in stats.ddirs.iter_mut().enumerate() {
            ddir.ios = 7 + place as u64;
            ddir.response.record(1_000_000);
            ddir.bw.record(3);
            ddir.per_second = vec![(1, 4096)];
        }
        let old = encode_as(1, &stats);
        assert_eq!(decode(&old).as_ref(), Ok(&stats));
        assert!(old.len() < encode(&stats).len());
        let schedule = &mut stats.ddirs[1].schedule;
        schedule.backlog_max_ns = 1 << 40;
        schedule.backlog_end_ns = 1 << 39;
        schedule.late_ios = 5;
        assert_eq!(decode(&encode_as(2, &stats)).as_ref(), Ok(&stats));
        stats.ddirs[1].schedule.backlog_per_second_ns = vec![0, 3, 1 << 39];
        assert_eq!(decode(&encode(&stats)).as_ref(), Ok(&stats));
        let without = decode(&encode_as(2, &stats)).unwrap();
        assert!(without.ddirs[1].schedule.backlog_per_second_ns.is_empty());
        assert_eq!(without.ddirs[1].schedule.late_ios, 5);
        assert_eq!(decode(&encode_as(4, &stats)).as_ref(), Ok(&stats));
        stats.zone_resets = 1 << 33;
        assert_eq!(decode(&encode(&stats)).as_ref(), Ok(&stats));
        assert_eq!(decode(&encode_as(4, &stats)).unwrap().zone_resets, 0);
        stats.blocks = Some(Box::new(BlockLives {
            untouched: 1 << 40,
            write_failed: 9,
            failed_after: vec![(0, 1), (3000, 8)],
            ..BlockLives::default()
        }));
        assert_eq!(decode(&encode(&stats)).as_ref(), Ok(&stats));
        assert_eq!(decode(&encode_as(5, &stats)).unwrap().blocks, None);
    }

    #[test]
    fn versions_and_other_files_are_told_apart() {
        assert_eq!(decode(b""), Err(DecodeError::NotStats));
        assert_eq!(decode(b"{\"fio\":1}"), Err(DecodeError::NotStats));
        assert_eq!(decode(b"FJST"), Err(DecodeError::Truncated));
        assert_eq!(decode(b"FJST\x01abc"), Err(DecodeError::Truncated));
        assert_eq!(decode(b"FJST\x02abc"), Err(DecodeError::Truncated));
        assert_eq!(decode(b"FJST\x00abcdefghijk"), Err(DecodeError::Version(0)));
        assert_eq!(decode(b"FJST\x03abc"), Err(DecodeError::Truncated));
        assert_eq!(decode(b"FJST\x04abc"), Err(DecodeError::Truncated));
        assert_eq!(decode(b"FJST\x05abc"), Err(DecodeError::Truncated));
        assert_eq!(decode(b"FJST\x06abc"), Err(DecodeError::Truncated));
        assert_eq!(decode(b"FJST\x07abcdefghijk"), Err(DecodeError::Version(7)));
    }

    #[test]
    fn zigzag_is_undone() {
        for value in [0, 1, -1, 5, -5, i32::MAX, i32::MIN] {
            assert_eq!(unzigzag(zigzag(value)), Ok(value));
        }
    }
}
