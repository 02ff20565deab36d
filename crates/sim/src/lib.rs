//! Simulated devices in virtual time: what they do with an I/O, and whose turn it is.
//!
//! ```text
//! World (one per run: time, devices) ── Seat (one per worker) ── SimDevice::arrive
//! ```
//!
//! A job of a minute takes milliseconds and gives the same numbers every time. No system call but those of a lock.

#![forbid(unsafe_code)]

pub mod device;
pub mod world;

pub use device::{Fate, SimDevice};
pub use world::{Seat, World};
