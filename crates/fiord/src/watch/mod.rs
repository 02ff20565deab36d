//! What the disks do now: the devices that are shown, and what two looks at their counters say.

pub(crate) mod devices;
pub(crate) mod full;
mod measure;
mod recent;
pub(crate) mod recording;

pub(crate) use devices::DevicePlace;
pub(crate) use measure::{Snapshot, sample};
pub(crate) use recent::Recent;
