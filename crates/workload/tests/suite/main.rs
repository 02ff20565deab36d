//! The integration tests of `fiord-workload` in one binary, so that they link once.

mod content;
mod coverage;
mod pace;
mod patterns;
mod trims;
mod workers;
