//! The processor's time stamp counter as a clock: when it may be used, and what a tick is worth.
//!
//! It is used when CPUID says that it is invariant (constant rate, running in every sleep state) and when it agrees with
//! the kernel's monotonic clock while it is calibrated. Reading it costs about half of `clock_gettime`. The calibration
//! compares it with `CLOCK_MONOTONIC` over 2 ms; each comparison is uncertain by the time between two readings (about
//! 50 ns), so the rate is good to some 50 parts per million: 5 ns in a latency of 100 µs.

/// How ticks become nanoseconds: `(ticks - origin) * mult >> SHIFT`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Scale {
    origin_ticks: u64,
    mult: u64,
}

/// Fraction bits of `mult`: at 1 GHz it is 2^32, and a product of 2^64 ticks fits in 128 bits.
#[cfg(target_arch = "x86_64")]
const SHIFT: u32 = 32;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{SHIFT, Scale};
    use crate::data::monotonic::monotonic_ns;
    use std::arch::x86_64::{__cpuid, _mm_lfence, _rdtsc, CpuidResult};
    use std::sync::OnceLock;

    const CALIBRATION_NS: u64 = 2_000_000;

    #[inline(always)]
    fn ticks() -> u64 {
        // SAFETY: every x86-64 processor has the instruction; Linux does not trap it unless asked to by prctl.
        unsafe { _rdtsc() }
    }

    #[inline(always)]
    fn ticks_after_loads() -> u64 {
        // SAFETY: lfence is part of SSE2, which every x86-64 processor has; it waits until earlier instructions are done.
        unsafe {
            _mm_lfence();
            _rdtsc()
        }
    }

    impl Scale {
        /// The scale of this machine's counter, measured once per process; `None` where the counter is not trustworthy.
        pub(crate) fn of_this_machine() -> Option<Scale> {
            static SCALE: OnceLock<Option<Scale>> = OnceLock::new();
            *SCALE.get_or_init(|| if is_invariant() { calibrate() } else { None })
        }

        #[inline(always)]
        pub(crate) fn now_ns(&self) -> u64 {
            self.to_ns(ticks())
        }

        #[inline(always)]
        pub(crate) fn after_ns(&self) -> u64 {
            self.to_ns(ticks_after_loads())
        }

        #[inline(always)]
        fn to_ns(self, ticks: u64) -> u64 {
            // Another processor's counter may lie a few ticks behind the origin's.
            let since = ticks.saturating_sub(self.origin_ticks);
            ((u128::from(since) * u128::from(self.mult)) >> SHIFT) as u64
        }
    }

    fn is_invariant() -> bool {
        const POWER_LEAF: u32 = 0x8000_0007;
        cpuid(0x8000_0000).eax >= POWER_LEAF && cpuid(POWER_LEAF).edx & (1 << 8) != 0
    }

    #[allow(
        unused_unsafe,
        reason = "the call is unsafe in Rust 1.89, our oldest, and safe in later ones"
    )]
    fn cpuid(leaf: u32) -> CpuidResult {
        // SAFETY: every 64-bit processor has the instruction, and it touches nothing but registers.
        unsafe { __cpuid(leaf) }
    }

    /// One reading of both clocks: the tightest of several, so that an interruption between the two does not count.
    fn both() -> (u64, u64) {
        let mut best = (u64::MAX, 0, 0);
        for _ in 0..16 {
            let before = ticks_after_loads();
            let ns = monotonic_ns();
            let after = ticks_after_loads();
            let width = after.saturating_sub(before);
            if width < best.0 {
                best = (width, before + width / 2, ns);
            }
        }
        (best.1, best.2)
    }

    fn calibrate() -> Option<Scale> {
        let (ticks_0, ns_0) = both();
        while monotonic_ns().saturating_sub(ns_0) < CALIBRATION_NS {
            std::hint::spin_loop();
        }
        let (ticks_1, ns_1) = both();
        let ticks = ticks_1.checked_sub(ticks_0).filter(|ticks| *ticks > 0)?;
        let ns = ns_1.checked_sub(ns_0)?;
        let mult = (u128::from(ns) << SHIFT) / u128::from(ticks);
        // 100 MHz to 20 GHz: outside of that, the counter does not count time.
        let plausible = (1_u128 << SHIFT) / 20..=(1_u128 << SHIFT) * 10;
        plausible.contains(&mult).then_some(Scale {
            origin_ticks: ticks_0,
            mult: mult as u64,
        })
    }

    #[cfg(test)]
    mod tests {
        #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
        use super::*;

        #[test]
        fn ticks_scale_without_overflow() {
            // 3 GHz for a hundred days.
            let scale = Scale {
                origin_ticks: 1000,
                mult: (1_u64 << SHIFT) / 3,
            };
            let ticks = 3_000_000_000_u64 * 86_400 * 100;
            let ns = scale.to_ns(1000 + ticks);
            let truth = 86_400_u64 * 100 * 1_000_000_000;
            assert!(truth.abs_diff(ns) < truth / 1_000_000_000, "{ns} for {truth}");
            assert_eq!(scale.to_ns(999), 0, "a counter slightly behind is not far ahead");
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Scale {
    pub(crate) fn of_this_machine() -> Option<Scale> {
        None
    }

    pub(crate) fn now_ns(&self) -> u64 {
        crate::data::monotonic::monotonic_ns()
    }

    pub(crate) fn after_ns(&self) -> u64 {
        crate::data::monotonic::monotonic_ns()
    }
}
