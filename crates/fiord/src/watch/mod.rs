//! What the disks do now: the devices that are shown, and what two looks at their counters say.

pub(crate) mod devices;
pub(crate) mod full;
mod measure;
mod recent;
pub(crate) mod recording;
mod requests;
mod sampler;

use jiff::Zoned;

pub(crate) use devices::DevicePlace;
pub(crate) use measure::Snapshot;
pub(crate) use recent::Recent;
pub(crate) use sampler::WatchSampler;

/// The time as documents of what happens now have it (RFC 3339).
pub(crate) fn now_text() -> String {
    Zoned::now().strftime("%Y-%m-%dT%H:%M:%S%.3f%:z").to_string()
}
