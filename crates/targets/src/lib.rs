//! The files and devices of a run: found, laid out, agreed to, opened, locked, and their zones.
//!
//! Nothing here does measured I/O. What a worker asks during its loop (its stop flag, its locks, its place in a zone) is asked of what was
//! made here before.

pub mod failure;
pub mod files;
pub mod locks;
pub mod memory;
pub mod passthrough;
pub mod stop;
pub mod zones;
