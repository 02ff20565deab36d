//! The files and devices of a run: found, laid out, agreed to, opened, locked, and their zones.
//!
//! What a worker asks during its loop (its stop flag, its locks, its place in a zone) is asked of what was made here before. Measured I/O
//! is the engine's; of commands to devices [`passthrough`] knows the bytes and the calls.

pub mod failure;
pub mod files;
pub mod locks;
pub mod memory;
pub mod passthrough;
pub mod stop;
pub mod zones;
