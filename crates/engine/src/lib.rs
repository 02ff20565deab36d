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
pub mod clock;
pub mod consent;
pub mod content;
pub mod coverage;
pub mod distribution;
pub mod engine;
mod engines;
pub mod error;
pub mod failure;
pub mod files;
pub mod gate;
mod io;
pub mod live;
pub mod logger;
pub mod pace;
pub mod pattern;
pub mod placement;
mod plan;
mod recorder;
pub mod replay;
pub mod rng;
pub mod runner;
pub mod schedule;
mod seed;
pub mod sim;
mod slots;
mod start;
pub mod stop;
mod tsc;
pub mod worker;

pub use consent::{Guard, Refusal};
pub use failure::{Failure, SetupError};
pub use io::{Completion, Io, Op, Queued, Request};
pub use live::{LiveBoard, LiveCell};
pub use plan::{Target, TargetKind, WorkerPlan};
pub use runner::{RunEvent, RunOptions, RunOutcome, WorkerReport, WorkerStatus, run, worker_count};
pub use stop::StopFlag;
