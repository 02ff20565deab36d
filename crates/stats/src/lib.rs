//! Numbers: what was counted, exactly, and what may be said about it.
//!
//! Everything that is merged (across workers, jobs, hosts) is an integer, so a merge is exact and its order does not
//! matter. Floats appear only in what is derived at the end. This crate knows no files, jobs or clocks.

pub mod backlog;
pub mod best;
pub mod bimodal;
pub mod changepoint;
pub mod closed_forms;
mod coarse;
pub mod compare;
pub mod dimension;
pub mod distribution;
pub mod few;
mod histogram;
pub mod interval;
mod job;
mod line;
pub mod little;
mod lives;
pub mod load_limit;
pub mod log;
mod moments;
pub mod multiple;
pub mod probability;
pub mod repeats;
mod samples;
pub mod scale;
pub mod sensitivity;
pub mod shape;
pub mod simulated;
pub mod stalls;
pub mod steady;
pub mod stopping;
pub mod straggler;
mod wide;
pub mod window;

pub use coarse::{ClassCounts, Coarse, LatencyRow, class_range, latency_rows};
pub use histogram::{Histogram, rank};
pub use job::{
    CpuUse, DDIRS, DdirStats, DepthMap, JobStats, Latency, PriorityLatency, READ, Schedule, SyncStats, TRIM,
    WRITE,
};
pub use lives::BlockLives;
pub use moments::Moments;
pub use samples::Samples;
