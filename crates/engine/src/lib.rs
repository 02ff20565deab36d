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

pub mod data;
pub mod engines;
pub mod error;
pub mod io;
pub mod iolog;
pub mod live;
pub mod placement;
pub mod sim;
pub mod tap;
pub mod worker;
