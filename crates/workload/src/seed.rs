//! Seeds: one per worker, from `randseed` and `randrepeat`, so that a run can be repeated exactly.

use fiord_job::plan::JobPlan;

use crate::rng;

/// The seed of worker `number`: the same in every run with `randrepeat=1`, new in every process without.
pub fn of_worker(job: &JobPlan, number: u32) -> u64 {
    let base = if job.access.randrepeat {
        job.access.randseed
    } else {
        fresh()
    };
    rng::mix64(base ^ rng::mix64(u64::from(number).wrapping_add(1)))
}

/// A number below `limit` (0 for a limit of 0) from a seed.
pub fn below(seed: u64, limit: u64) -> u64 {
    rng::below(rng::mix64(seed), limit)
}

/// The start delay of worker `number`, drawn from the job's range, in nanoseconds.
pub fn start_delay_ns(job: &JobPlan, number: u32) -> u64 {
    let (low, high) = job.control.startdelay_us;
    let width = high.saturating_sub(low).saturating_add(1);
    let drawn = below(of_worker(job, number) ^ 0x0064_656c_6179, width);
    low.saturating_add(drawn).saturating_mul(1_000)
}

/// Entropy of the standard library's hash keys: new for every call, without a system call of our own.
pub fn fresh() -> u64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    RandomState::new().build_hasher().finish()
}
