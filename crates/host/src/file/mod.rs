//! Files: the mounts they lie on, where their bytes are, and how much of them is in memory.

pub mod cache;
pub mod extents;
pub mod mounts;
pub mod swaps;
