//! The data plane: from the plan of a worker to counted I/O.
//!
//! ```text
//! WorkerPlan --worker--> WorkerStats --> WorkerOutcome
//!                                 pacer → pattern → slot → engine → recorder
//! ```
//!
//! The worker loop does not allocate, lock or fail with words between its two barriers. `crates/session` starts workers.
//!
//! Imports only go down this list: `worker` → `engines`, `sim` → `data` → the words that all share (`io`, `error`, `live`, `tap`). What each
//! I/O is, comes from `workload`, and what it goes to from `targets`, both below.

mod data;
mod engines;
pub mod error;
mod io;
pub mod iolog;
pub mod live;
pub mod placement;
pub mod sim;
pub mod tap;
pub mod worker;

pub use data::{buffers, clock, logger};
pub use engines::engine;
pub use fiord_targets::failure::{self, Failure};
pub use fiord_targets::files::consent::{self, Guard, Refusal};
pub use fiord_targets::memory::{self, Allocator};
pub use fiord_targets::stop::{self, StopFlag};
pub use fiord_targets::{files, locks, zones};
pub use fiord_workload::io::{Io, Op};
pub use fiord_workload::plan::{Target, TargetKind, WorkerPlan};
pub use fiord_workload::{
    content, coverage, distribution, flow, pace, pattern, replay, rng, stamps, steady, verify, wear_out,
};
pub use io::{Completion, Queued, Request};
pub use live::{LiveBoard, LiveCell};
