use crate::case::trap::Subject;
use crate::traps::unwritten::Observed;
use fiord_record::number::{Bytes, Share};

use crate::words::names::{devices, thing};
use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        match self {
            Observed::Extents {
                share,
                hole_bytes,
                unwritten_bytes,
            } => {
                let parts = [(*hole_bytes, "holes"), (*unwritten_bytes, "unwritten extents")];
                let parts = parts.into_iter().filter(|(bytes, _)| *bytes > 0);
                let parts: Vec<String> = parts
                    .map(|(bytes, of)| format!("{} of {of}", Bytes(bytes)))
                    .collect();
                format!(
                    "{} of {} was never written: {}",
                    Share(*share),
                    thing(subject),
                    parts.join(", ")
                )
            }
            Observed::Thin => format!(
                "{} is a thin volume: blocks that were never written are answered with zeros by the mapping",
                thing(subject)
            ),
            Observed::Shared {
                hole_percent,
                issued_bytes,
                device_bytes,
                leaves,
                ..
            } => format!(
                "{} of the target is holes or unwritten blocks; of {} that all jobs on {} read it delivered {}",
                Share(hole_percent / 100.0),
                Bytes(*issued_bytes),
                devices(leaves),
                Bytes(*device_bytes)
            ),
            Observed::Read {
                hole_percent,
                issued_bytes,
                device_bytes,
                leaves,
                ..
            } => format!(
                "{} of the target is holes or unwritten blocks; {} delivered {} of {} read",
                Share(hole_percent / 100.0),
                devices(leaves),
                Bytes(*device_bytes),
                Bytes(*issued_bytes)
            ),
        }
    }
}
