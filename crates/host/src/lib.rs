//! The machine under a measurement: its parts, settings and counters, and changes that can be undone.
//!
//! Facts only; what they mean for a measurement is decided by the rules of evidence, which live elsewhere. Everything reads
//! through a [`Root`], so that captured trees test it. What is missing is unknown (`None`), never a failure. Folders depend
//! on each other in one direction: `root`, `paths`, `file`, `block`, `system`, `trace`, then the files here.

pub mod block;
pub mod changes;
pub mod file;
pub mod look;
pub mod machine;
pub mod paths;
pub mod root;
pub mod system;
pub mod trace;
pub mod waits;

pub use block::{device, disk, disk_stats, dm, health, latency, signatures, stack, wear};
pub use file::{cache, extents, mounts, swaps};
pub use machine::Machine;
pub use root::Root;
pub use stack::Stack;
pub use system::{
    caches, cgroup, clock, counters, cpu, group, limits, memory, net, pressure, processes, scheduled, tasks,
    vm,
};
