//! Random tests that come again.

use proptest::test_runner::{Config, RngSeed};

/// So many random cases. The seed is fixed and printed, so that a failure is one of the change under test and comes again; the
/// environment's `PROPTEST_RNG_SEED` tries others.
pub fn random_cases(cases: u32) -> Config {
    let seed = match Config::default().rng_seed {
        RngSeed::Fixed(seed) => seed,
        RngSeed::Random => 0x89,
    };
    eprintln!("seed {seed}");
    Config {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed),
        ..Config::default()
    }
}

/// The seed of tests that draw for themselves: fixed unless the environment's `PROPTEST_RNG_SEED` says another. Print it.
pub fn seed() -> u64 {
    match Config::default().rng_seed {
        RngSeed::Fixed(seed) => seed,
        RngSeed::Random => 0x89,
    }
}
