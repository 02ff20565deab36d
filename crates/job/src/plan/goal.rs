//! What a job searches for or waits for: a steady state, the depth that keeps a latency.

/// What `steadystate` looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum SteadyMeasure {
    /// I/Os per second.
    #[default]
    Iops,
    /// Bytes per second.
    Bw,
    /// Mean latency in nanoseconds.
    Lat,
}

/// `steadystate*`
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct SteadyPlan {
    pub measure: SteadyMeasure,
    /// The slope of the fitted line per measurement; else the largest distance from the mean.
    pub slope: bool,
    /// Attained below this, in percent of the mean or in the measure's unit (per second, nanoseconds).
    pub limit: f64,
    /// Whether the limit is in percent of the mean.
    pub percent: bool,
    /// `steadystate_duration` in microseconds: the window; 0 is off.
    pub window_us: u64,
    /// `steadystate_ramp_time` in microseconds, behind `ramp_time`.
    pub ramp_us: u64,
    /// `steadystate_check_interval` in microseconds: the time of one measurement.
    pub interval_us: u64,
}

impl Default for SteadyPlan {
    fn default() -> Self {
        Self {
            measure: SteadyMeasure::Iops,
            slope: true,
            limit: 0.01,
            percent: true,
            window_us: 0,
            ramp_us: 0,
            interval_us: 1_000_000,
        }
    }
}

impl SteadyPlan {
    /// Whether the job ends at a steady state.
    pub const fn is_on(&self) -> bool {
        self.window_us > 0
    }

    /// Measurements in the window, at least two.
    ///
    /// FIO-DIFF(steady-short): fio judges a window of one measurement, whose distance from its own mean is 0, so that it is steady at
    /// once; here a window holds two at least.
    pub fn measurements(&self) -> usize {
        let count = self.window_us / self.interval_us.max(1);
        usize::try_from(count).unwrap_or(usize::MAX).clamp(2, 1 << 20)
    }

    /// fio's name of what is looked at: `iops`, `bw_slope`, …
    pub const fn name(&self) -> &'static str {
        match (self.measure, self.slope) {
            (SteadyMeasure::Iops, false) => "iops",
            (SteadyMeasure::Iops, true) => "iops_slope",
            (SteadyMeasure::Bw, false) => "bw",
            (SteadyMeasure::Bw, true) => "bw_slope",
            (SteadyMeasure::Lat, false) => "lat",
            (SteadyMeasure::Lat, true) => "lat_slope",
        }
    }
}

/// `latency_*`: the search for the largest depth that keeps a latency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct LatencyTarget {
    /// `latency_target` in nanoseconds; 0 is off.
    pub target_ns: u64,
    /// `latency_window` in microseconds.
    pub window_us: u64,
    /// `latency_percentile` in millionths of a percent.
    pub percentile_micro: u32,
    /// `latency_run`: go on adjusting.
    pub run: bool,
}

impl Default for LatencyTarget {
    fn default() -> Self {
        Self {
            target_ns: 0,
            window_us: 0,
            percentile_micro: LatencyTarget::ALL_MICRO,
            run: false,
        }
    }
}

impl LatencyTarget {
    /// 100 %.
    pub const ALL_MICRO: u32 = 100_000_000;

    /// Whether the job searches.
    pub const fn is_on(&self) -> bool {
        self.target_ns > 0
    }

    /// The share of I/Os that must meet the target, in percent.
    pub fn percentile(&self) -> f64 {
        f64::from(self.percentile_micro) / 1e6
    }
}
