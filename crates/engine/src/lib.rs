//! The data plane: from job plans to counted I/O.
//!
//! ```text
//! RunPlan --runner--> WorkerPlan × numjobs --files--> targets --worker--> WorkerStats --> WorkerOutcome
//!                                                              pacer → pattern → slot → engine → recorder
//! ```
//!
//! The control plane ([`run`]: threads, groups, files) may allocate, lock and fail with words; the data plane (the
//! worker loop) does none of that between its two barriers.

mod io;
pub mod live;
pub mod logger;
mod plan;
pub mod worker;

pub use io::{Completion, Io, Op, Queued, Request};
pub use plan::{Target, TargetKind, WorkerPlan};
