//! What the disks do now: the devices that are shown, and what two looks at their counters say.

pub mod devices;
mod measure;

pub use devices::DevicePlace;
pub use measure::{Snapshot, sample};
