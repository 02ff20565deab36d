//! When I/Os are issued: rates and think time.

use super::{Ddir, PerDdir};

/// `rate_process`
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum RateProcess {
    /// Evenly spaced.
    #[default]
    Linear,
    /// Exponential gaps, so arrivals are a Poisson process.
    Poisson,
}

/// Pace of a job. A rate of 0 means no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PacePlan {
    /// `rate` in bytes per second.
    pub rate_bytes: PerDdir<u64>,
    /// `rate_min` in bytes per second.
    pub rate_min_bytes: PerDdir<u64>,
    pub rate_iops: PerDdir<u32>,
    pub rate_iops_min: PerDdir<u32>,
    /// `rate_process`
    pub process: RateProcess,
    /// `rate_cycle` in milliseconds: the window for the minimum rates.
    pub cycle_ms: u32,
    /// `rate_ignore_thinktime`
    pub ignore_thinktime: bool,
    /// `thinktime` in microseconds.
    pub thinktime_us: u64,
    /// `thinktime_spin` in microseconds: how much of the think time is spent computing.
    pub thinktime_spin_us: u64,
    pub thinktime_blocks: u32,
    /// `thinktime_blocks_type=issue` (else `complete`).
    pub thinktime_on_issue: bool,
    /// `thinktime_iotime` in microseconds; 0 off.
    pub thinktime_iotime_us: u64,
    /// `thinkcycles`
    #[serde(default)]
    pub think_cycles: u32,
    /// `flow*`
    #[serde(default)]
    pub flow: FlowPlan,
}

impl PacePlan {
    /// Whether a direction has a rate.
    pub fn is_rated(&self) -> bool {
        Ddir::ALL
            .into_iter()
            .any(|ddir| self.rate_bytes[ddir] > 0 || self.rate_iops[ddir] > 0)
    }

    /// Whether the job fails below a rate.
    pub fn has_minimum(&self) -> bool {
        Ddir::ALL
            .into_iter()
            .any(|ddir| self.rate_min_bytes[ddir] > 0 || self.rate_iops_min[ddir] > 0)
    }

    /// Whether a rate or thinktime keeps the job below the speed of the device.
    pub fn is_held_back(&self) -> bool {
        self.thinktime_us > 0 || self.is_rated()
    }
}

/// Share of a job in the I/Os of its flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct FlowPlan {
    /// `flow_id`
    pub id: u32,
    /// `flow`; 0: it belongs to none.
    pub weight: u32,
    /// `flow_sleep` in microseconds.
    pub sleep_us: u64,
}
