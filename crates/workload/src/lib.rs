//! What each I/O of a job is: when, where, how much, and its bytes.
//!
//! Pure: no system calls, no clock, no allocation after the set-up. Two workers of one seed make the same I/Os on every machine, which
//! is why a run can be replayed, resumed and verified.

#![forbid(unsafe_code)]

pub mod as_fio;
pub mod compressibility;
pub mod content;
pub mod coverage;
pub mod depth_search;
pub mod distribution;
pub mod flow;
pub mod io;
pub mod list;
pub mod pace;
pub mod pattern;
pub mod plan;
pub mod priority;
pub mod progress;
pub mod ranges;
pub mod replay;
pub mod rng;
pub mod seed;
pub mod size;
pub mod sprandom;
pub mod stamps;
pub mod steady;
pub mod syncs;
pub mod verify;
pub mod wear_out;
pub mod zones;
