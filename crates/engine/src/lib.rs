//! The data plane: from the plan of a worker to counted I/O.
//!
//! ```text
//! WorkerPlan --files--> targets --worker--> WorkerStats --> WorkerOutcome
//!                                 pacer → pattern → slot → engine → recorder
//! ```
//!
//! The worker loop does not allocate, lock or fail with words between its two barriers. Who starts workers is `crates/control`.
//!
//! Imports only go down this list: `worker` → `engines`, `sim` → `files` → `data` → the words that all share (`io`,
//! `error`, `failure`, `live`, `memory`, `stop`). What each I/O is, comes from the crate below, `workload`.

mod data;
mod engines;
pub mod error;
pub mod failure;
pub mod files;
mod io;
pub mod live;
pub mod locks;
pub mod memory;
pub mod placement;
pub mod sim;
pub mod stop;
pub mod worker;
pub mod zones;

pub use data::{buffers, clock, logger};
pub use engines::engine;
pub use failure::Failure;
pub use files::consent::{self, Guard, Refusal};
pub use fiord_workload::io::{Io, Op};
pub use fiord_workload::plan::{Target, TargetKind, WorkerPlan};
pub use fiord_workload::{
    content, coverage, distribution, flow, pace, pattern, replay, rng, stamps, steady, verify,
};
pub use io::{Completion, Queued, Request};
pub use live::{LiveBoard, LiveCell};
pub use memory::Allocator;
pub use stop::StopFlag;
