//! Numbers that come from elsewhere: what a spec sheet claims, and results that somebody typed.
//!
//! Data, their units and how a job relates to them. It opens no file; whether a number is believable is for
//! [`crate::truth`] to say.

pub mod seen;
pub mod sheet;
pub mod units;

pub use seen::{Seen, SeenLatency};
pub use sheet::{Claim, ClaimedRate, DriveState, RatedWrites, SpecSheet, Workload};
pub use units::Spread;
