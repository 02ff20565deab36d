//! The machine under a measurement: what it is made of, how it is set, what it counts, and changes that can be undone.
//!
//! Facts only; what they mean for a measurement is decided by the rules of evidence, which live elsewhere. Everything reads
//! through a [`Root`], so that captured trees test it. What is missing is unknown (`None`), never a failure.

pub mod block;
pub mod cache;
pub mod device;
pub mod disk;
pub mod disk_stats;
pub mod dm;
pub mod mounts;
pub mod root;
pub mod signatures;
pub mod stack;
pub mod swaps;
pub mod tree;

pub use root::Root;
pub use stack::Stack;
