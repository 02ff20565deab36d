//! The integration tests of `fiord-store` in one binary.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod files;
mod many;
mod runs;
mod sample;
