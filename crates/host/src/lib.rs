//! The machine under a measurement: what it is made of, how it is set, what it counts, and changes that can be undone.
//!
//! Facts only; what they mean for a measurement is decided by the rules of evidence, which live elsewhere. Everything reads
//! through a [`Root`], so that captured trees test it. What is missing is unknown (`None`), never a failure.

pub mod block;
pub mod cache;
pub mod cgroup;
pub mod changes;
pub mod clock;
pub mod counters;
pub mod cpu;
pub mod device;
pub mod disk;
pub mod disk_stats;
pub mod dm;
pub mod extents;
pub mod health;
pub mod latency;
pub mod limits;
pub mod look;
pub mod machine;
pub mod memory;
pub mod mounts;
pub mod pressure;
pub mod processes;
pub mod root;
pub mod signatures;
pub mod stack;
pub mod swaps;
pub mod system;
pub mod tree;

pub use machine::Machine;
pub use root::Root;
pub use stack::Stack;
