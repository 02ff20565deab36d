//! The data plane: from job plans to counted I/O.
//!
//! ```text
//! RunPlan --runner--> WorkerPlan × numjobs --files--> targets --worker--> WorkerStats --> WorkerOutcome
//!                                                              pacer → pattern → slot → engine → recorder
//! ```
//!
//! The control plane ([`run`]: threads, groups, files) may allocate, lock and fail with words; the data plane (the
//! worker loop) does none of that between its two barriers.

pub mod content;
pub mod coverage;
pub mod distribution;
mod io;
pub mod pace;
pub mod pattern;
mod plan;
pub mod rng;

pub use io::{Completion, Io, Op, Queued, Request};
pub use plan::{Target, TargetKind, WorkerPlan};
