//! A spec sheet: what the maker of a device says it does. The file format is read by the binary.

use std::fmt;

use fiord_job::plan::{AccessMode, Ddir};
use serde::{Deserialize, Serialize};

/// What the maker says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SpecSheet {
    /// The device.
    pub device: String,
    /// Where the sheet is from.
    pub source: String,
    /// What it claims, in the order of the file.
    pub claims: Vec<Claim>,
    /// What it says of the writes that the device endures.
    #[serde(default, skip_serializing_if = "RatedWrites::is_none")]
    pub writes: RatedWrites,
}

/// The writes of hosts that the maker warrants. What the sheet does not say is `None`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct RatedWrites {
    /// Terabytes written.
    pub tbw: Option<f64>,
    /// Drive writes per day, over the warranty.
    pub dwpd: Option<f64>,
    pub warranty_years: Option<f64>,
    /// Of the device, in GB.
    pub capacity_gb: Option<f64>,
}

/// Days of a year.
const DAYS: f64 = 365.0;

impl RatedWrites {
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// In bytes; `capacity`: that of the device, where the sheet does not say.
    pub fn bytes(&self, capacity: Option<u64>) -> Option<f64> {
        let of_days = || Some(self.dwpd? * self.capacity(capacity)? * self.warranty_years? * DAYS);
        self.tbw.map(|tbw| tbw * 1e12).or_else(of_days)
    }

    /// Drive writes per day: stated, or from the bytes.
    pub fn per_day(&self, capacity: Option<u64>) -> Option<f64> {
        let of_bytes =
            || Some(self.bytes(capacity)? / self.capacity(capacity)? / (self.warranty_years? * DAYS));
        self.dwpd.or_else(of_bytes)
    }

    fn capacity(&self, capacity: Option<u64>) -> Option<f64> {
        self.capacity_gb
            .map(|gb| gb * 1e9)
            .or(capacity.map(|bytes| bytes as f64))
    }
}

/// One number of a spec sheet with what it holds for. What the sheet does not say is `None`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// Direction and order.
    pub workload: Workload,
    /// Block size in bytes.
    pub block_bytes: Option<u64>,
    /// I/Os in flight per worker.
    pub iodepth: Option<u32>,
    /// Workers; 1 where the sheet does not say.
    pub numjobs: u32,
    /// How much.
    pub rate: ClaimedRate,
    /// In which state of the device.
    pub state: DriveState,
    /// Anything else.
    pub note: Option<String>,
}

impl Claim {
    /// I/Os in flight in all, where the sheet says so.
    pub fn depth(&self) -> Option<f64> {
        Some(f64::from(self.iodepth?) * f64::from(self.numjobs.max(1)))
    }
}

/// What a claim is about: fio's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Workload {
    /// Sequential reads.
    Read,
    /// Sequential writes.
    Write,
    /// Random reads.
    RandRead,
    /// Random writes.
    RandWrite,
}

impl Workload {
    /// All of them.
    pub const ALL: [Workload; 4] = [
        Workload::Read,
        Workload::Write,
        Workload::RandRead,
        Workload::RandWrite,
    ];

    /// fio's word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Workload::Read => "read",
            Workload::Write => "write",
            Workload::RandRead => "randread",
            Workload::RandWrite => "randwrite",
        }
    }

    /// What a job of this mode does in one direction; none of trims.
    pub const fn of(mode: AccessMode, ddir: Ddir) -> Option<Self> {
        if !mode.issues(ddir) {
            return None;
        }
        match (ddir, mode.is_random()) {
            (Ddir::Read, false) => Some(Workload::Read),
            (Ddir::Read, true) => Some(Workload::RandRead),
            (Ddir::Write, false) => Some(Workload::Write),
            (Ddir::Write, true) => Some(Workload::RandWrite),
            (Ddir::Trim, _) => None,
        }
    }
}

/// How much a claim claims.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum ClaimedRate {
    /// I/Os per second.
    Iops(f64),
    /// Bytes per second.
    Bandwidth(f64),
}

impl ClaimedRate {
    /// The number.
    pub const fn value(self) -> f64 {
        match self {
            ClaimedRate::Iops(value) | ClaimedRate::Bandwidth(value) => value,
        }
    }

    /// Another number of the same kind.
    #[must_use]
    pub const fn with(self, value: f64) -> Self {
        match self {
            ClaimedRate::Iops(_) => ClaimedRate::Iops(value),
            ClaimedRate::Bandwidth(_) => ClaimedRate::Bandwidth(value),
        }
    }
}

/// As sheets print it: decimal megabytes, thousands apart.
impl fmt::Display for ClaimedRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use crate::number::{Iops, Rate};
        match self {
            ClaimedRate::Iops(value) => Iops(*value).fmt(f),
            ClaimedRate::Bandwidth(value) => write!(f, "{} MB/s", Rate(value / 1e6)),
        }
    }
}

/// The state of the device that a claim is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DriveState {
    /// Fresh out of the box: nothing to collect, the cache empty.
    New,
    /// Written over until it is steady.
    Sustained,
}

impl DriveState {
    /// All of them.
    pub const ALL: [DriveState; 2] = [DriveState::New, DriveState::Sustained];

    /// The word in files and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            DriveState::New => "new",
            DriveState::Sustained => "sustained",
        }
    }
}
