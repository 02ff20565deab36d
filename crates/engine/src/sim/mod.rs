//! A simulated device in virtual time, as engine and clock of the worker loop (`ioengine=sim`).
//!
//! ```text
//! World (one per run: time, devices) ── Seat (one per worker) ──┬── SimClock
//!                                                               └── SimEngine ── SimDevice::arrive
//! ```
//!
//! The devices and their time are `crates/sim`. The runner makes one [`World`] per run and hands it to all workers; each takes its
//! seat before the start barrier.

mod engine;

pub use engine::{SimClock, SimEngine, SimInPlace, seat};
pub use fiord_sim::{Fate, Seat, SimDevice, World};
