//! The contract of the I/O engines: one suite, run by every engine through the worker loop.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bed;
mod suite;
