//! The data plane: from job plans to counted I/O.
//!
//! ```text
//! RunPlan --runner--> WorkerPlan × numjobs --files--> targets --worker--> WorkerStats --> WorkerOutcome
//!                                                              pacer → pattern → slot → engine → recorder
//! ```
//!
//! The control plane ([`run`]: threads, groups, files) may allocate, lock and fail with words; the data plane (the
//! worker loop) does none of that between its two barriers.

pub mod buffers;
pub mod consent;
pub mod content;
pub mod coverage;
pub mod distribution;
pub mod failure;
pub mod files;
pub mod gate;
mod io;
pub mod live;
pub mod logger;
pub mod placement;
pub mod pattern;
mod plan;
pub mod rng;
pub mod runner;
pub mod schedule;
mod seed;
mod start;
pub mod stop;
pub mod worker;

pub use consent::{Guard, Refusal};
pub use failure::{Failure, SetupError};
pub use io::{Completion, Io, Op, Queued, Request};
pub use live::{LiveBoard, LiveCell};
pub use plan::{Target, TargetKind, WorkerPlan};
pub use runner::{RunEvent, RunOptions, RunOutcome, WorkerReport, WorkerStatus, run, worker_count};
pub use stop::StopFlag;
