//! Numbers: what was counted, exactly, and what may be said about it.
//!
//! Everything that is merged (across workers, jobs, hosts) is an integer, so a merge is exact and its order does not
//! matter. Floats appear only in what is derived at the end. This crate knows no files, jobs or clocks.

pub mod backlog;
pub mod bimodal;
pub mod changepoint;
mod codec;
pub mod distribution;
pub mod few;
mod histogram;
pub mod interval;
mod job;
pub mod little;
pub mod log;
mod moments;
pub mod probability;
pub mod repeats;
mod samples;
pub mod shape;
pub mod steady;

pub use codec::{DecodeError, decode, encode};
pub use histogram::{Histogram, rank};
pub use job::{
    CpuUse, DDIRS, DdirStats, DepthMap, JobStats, Latency, READ, Schedule, SyncStats, TRIM, WRITE,
};
pub use moments::Moments;
pub use samples::Samples;
