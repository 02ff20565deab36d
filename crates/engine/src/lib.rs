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
//! `error`, `failure`, `live`, `memory`, `stop`). What each I/O is, comes from the crate below, `workload`.

mod control;
mod data;
mod engines;
pub mod error;
pub mod failure;
pub mod files;
pub mod flow;
mod io;
pub mod iolog;
pub mod live;
pub mod memory;
pub mod sim;
pub mod stop;
pub mod worker;

pub use control::event::{RunEvent, WorkerMoment};
pub use control::runner::{RunOptions, RunOutcome, WorkerReport, WorkerStatus, board, run, worker_count};
pub use control::setup_error::SetupError;
pub use control::{gate, placement, runner, schedule};
pub use data::{buffers, clock, logger};
pub use engines::engine;
pub use failure::Failure;
pub use files::consent::{self, Guard, Refusal};
pub use fiord_workload::io::{Io, Op};
pub use fiord_workload::plan::{Target, TargetKind, WorkerPlan};
pub use fiord_workload::{content, coverage, distribution, pace, pattern, replay, rng, verify};
pub use io::{Completion, Queued, Request};
pub use live::{LiveBoard, LiveCell};
pub use memory::Allocator;
pub use stop::StopFlag;
