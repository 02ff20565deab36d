//! Block devices: what they are made of, how they are set, what they count, and what lies on them.

pub mod device;
pub mod disk;
pub mod disk_stats;
pub mod dm;
pub mod health;
pub mod identity;
pub mod latency;
pub mod layers;
pub mod loops;
pub mod names;
pub mod queue;
mod raid;
pub mod raw;
pub mod servers;
pub mod signatures;
pub mod stack;
pub mod uses;
pub mod wear;

pub use names::{
    all, by_dev_path, by_number, device_number, disk_behind, disk_of_partition, holders, open_zone_limit,
    partitions, size_bytes,
};
pub use queue::Queue;
