//! The data plane: from job plans to counted I/O.
//!
//! ```text
//! RunPlan --runner--> WorkerPlan × numjobs --files--> targets --worker--> WorkerStats --> WorkerOutcome
//!                                                              pacer → pattern → slot → engine → recorder
//! ```
//!
//! The control plane ([`run`]: threads, groups, files) may allocate, lock and fail with words; the data plane (the
//! worker loop) does none of that between its two barriers.
//!
//! Imports only go down this list: `control` → `worker` → `engines`, `sim` → `files` → `data` → the words that all share (`io`,
//! `plan`, `error`, `failure`, `live`, `stop`). No file imports one that imports it.

mod control;
mod data;
mod engines;
pub mod error;
pub mod failure;
pub mod files;
mod io;
pub mod live;
mod plan;
pub mod sim;
pub mod stop;
pub mod worker;

pub use control::event::RunEvent;
pub use control::runner::{RunOptions, RunOutcome, WorkerReport, WorkerStatus, run, worker_count};
pub use control::setup_error::SetupError;
pub use control::{gate, placement, runner, schedule};
pub use data::{buffers, clock, content, coverage, distribution, logger, pace, pattern, replay, rng, verify};
pub use engines::engine;
pub use failure::Failure;
pub use files::consent::{self, Guard, Refusal};
pub use io::{Completion, Io, Op, Queued, Request};
pub use live::{LiveBoard, LiveCell};
pub use plan::{Target, TargetKind, WorkerPlan};
pub use stop::StopFlag;
