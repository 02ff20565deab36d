//! Seeds: one per worker, from `randseed` and `randrepeat`, so that a run can be repeated exactly.

use fiord_job::plan::JobPlan;

/// The seed of worker `number`: the same in every run with `randrepeat=1`, new in every process without.
pub fn of_worker(job: &JobPlan, number: u32) -> u64 {
    let base = if job.access.randrepeat {
        job.access.randseed
    } else {
        fresh()
    };
    mix(base ^ mix(u64::from(number).wrapping_add(1)))
}

/// A number below `limit` (0 for a limit of 0) from a seed.
pub fn below(seed: u64, limit: u64) -> u64 {
    ((u128::from(mix(seed)) * u128::from(limit)) >> 64) as u64
}

/// The start delay of worker `number`, drawn from the job's range, in nanoseconds.
pub fn start_delay_ns(job: &JobPlan, number: u32) -> u64 {
    let (low, high) = job.control.startdelay_us;
    let width = high.saturating_sub(low).saturating_add(1);
    let drawn = below(of_worker(job, number) ^ 0x0064_656c_6179, width);
    low.saturating_add(drawn).saturating_mul(1_000)
}

/// The finalizer of splitmix64 (Steele, Lea and Flood, 2014).
fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Entropy of the standard library's hash keys: new for every call, without a system call of our own.
pub fn fresh() -> u64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    RandomState::new().build_hasher().finish()
}
