//! The system around a measurement: kernel, processors, memory, clock, control groups, limits, other processes.

pub mod caches;
pub mod cgroup;
pub mod clock;
pub mod counters;
pub mod cpu;
pub mod group;
pub mod kernel;
pub mod limits;
pub mod memory;
pub mod net;
pub mod pressure;
pub mod processes;
pub mod scheduled;
pub mod tasks;
pub mod vm;

pub use kernel::System;
