//! The kernel's clock source, and what one reading of the time costs with it.

use std::time::Instant;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::root::{self, Root};

/// The clock.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Clock {
    /// `tsc`, `kvm-clock`, `hpet`, `acpi_pm`, …
    pub source: Option<String>,
    /// Those that could be chosen.
    pub available: Vec<String>,
    /// Nanoseconds per reading: of `clock_gettime(CLOCK_MONOTONIC)` as [`Clock::read`] has it; only on the running system.
    pub read_ns: Option<f64>,
}

impl Clock {
    /// Reads the source and, on the running system, measures for less than a millisecond (longer on a slow clock).
    pub fn read(root: &Root) -> Clock {
        let dir = root.sys("devices/system/clocksource/clocksource0");
        let available = root::text(&dir.join("available_clocksource")).unwrap_or_default();
        Clock {
            source: root::word(&dir.join("current_clocksource")),
            available: available.split_whitespace().map(str::to_owned).collect(),
            read_ns: root.is_live().then(|| cost_ns(Instant::now)),
        }
    }
}

/// Nanoseconds that one reading of a clock costs: the least over several loops, for what disturbs a loop only makes it longer.
pub fn cost_ns<T>(read: impl Fn() -> T) -> f64 {
    const READS: u32 = 500;
    let one = || {
        let start = Instant::now();
        for _ in 0..READS {
            std::hint::black_box(read());
        }
        start.elapsed().as_nanos() as f64 / f64::from(READS)
    };
    (0..10).map(|_| one()).fold(f64::INFINITY, f64::min)
}
