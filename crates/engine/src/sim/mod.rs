//! Simulated devices in virtual time (`ioengine=sim`): what they do with an I/O, and whose turn it is.
//!
//! ```text
//! World (one per run: time, devices) ── SimWorker (one per worker) ──┬── SimClock
//!                                                                    └── SimEngine ── SimDevice::arrive
//! ```
//!
//! A job of a minute takes milliseconds and gives the same numbers every time. The runner makes one [`World`] per run and hands it to
//! all workers; each joins it before the start barrier.

mod device;
mod disk;
mod engine;
mod flash;
pub mod ftl;
mod world;

pub use device::{Fate, Sender, SimDevice};
pub use engine::{SimClock, SimEngine, join};
pub use world::{SimWorker, World};
