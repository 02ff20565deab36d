//! Little's law: the mean number of I/Os in flight is their rate times their mean latency.
//!
//! An identity, not a model: the sum of all latencies divided by the time is the time-averaged depth, up to the I/Os at the
//! edges. So it tells the depth that was reached from totals alone, and checks the counters themselves.

use crate::Moments;

/// The mean depth over `time_ns`, from the latencies of all I/Os of that time. 0 if no time passed.
pub fn achieved_depth(latencies_ns: &Moments, time_ns: u64) -> f64 {
    if time_ns == 0 {
        return 0.0;
    }
    latencies_ns.sum as f64 / time_ns as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Any schedule: the depth integrated over time in a straightforward way equals what the law says.
    #[test]
    fn the_law_is_an_identity() {
        let mut state = 0x5EED_u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        let (time_ns, mut latencies, mut in_flight) = (10_000, Moments::new(), vec![0_u64; 10_000]);
        for _ in 0..500 {
            let start = next(time_ns - 400);
            let latency = 1 + next(400);
            latencies.record(latency);
            for instant in start..start + latency {
                in_flight[instant as usize] += 1;
            }
        }
        let mean = in_flight.iter().sum::<u64>() as f64 / time_ns as f64;
        assert!((achieved_depth(&latencies, time_ns) - mean).abs() < 1e-9);
        assert_eq!(achieved_depth(&latencies, 0), 0.0);
    }
}
