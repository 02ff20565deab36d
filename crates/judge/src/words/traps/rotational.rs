use crate::case::trap::Subject;
use crate::traps::rotational::{Medium, Observed, Rotation};
use fiord_record::number::Micros;

use crate::words::observation::Words;
use crate::words::phrases::{device, set};

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = device(subject);
        let took = self
            .read_latency_us
            .map(|us| format!("a 4 KiB read takes {}", Micros(us as u64)));
        let value = u8::from(self.rotational == Some(true));
        match (&self.judged, took) {
            (Rotation::Unknown, _) => format!("{name}: rotational"),
            (Rotation::AsBelow, _) => format!("{name}: 1, like the disk below"),
            (Rotation::Agrees, None) => format!("{name}: {value}"),
            (Rotation::Agrees, Some(took)) => format!("{name}: {value}, {took}"),
            (Rotation::DoesNotRotate { kind, .. }, None) => {
                let kind = match kind {
                    Medium::Disk(transport) => format!("a {} disk", transport.name()),
                    Medium::Loop => "a loop device".to_owned(),
                    Medium::Memory => "memory".to_owned(),
                };
                format!("{name}: rotational 1, yet {kind} cannot know")
            }
            (Rotation::SlowAndUnclear, Some(took)) => format!("{name}: rotational 1, {took}"),
            (_, Some(took)) => format!("{name}: rotational {value}, yet {took}"),
            (_, None) => format!("{name}: rotational {value}"),
        }
    }

    fn why(&self) -> Option<String> {
        let why = match self.judged {
            Rotation::SlowWithoutHead => {
                "that is slow for a disk without a moving head: it is busy, throttled, far away, or it does rotate"
            }
            Rotation::FastForHead => "a cache answered, or the medium does not rotate",
            Rotation::SlowAndUnclear => {
                "so slow, it may rotate; a virtual disk reports what its host guesses"
            }
            _ => return None,
        };
        Some(why.to_owned())
    }

    fn advice(&self) -> Option<String> {
        match &self.judged {
            Rotation::SlowWithoutHead => {
                Some("repeat when the disk is idle; look at the throttle and foreign-io checks".to_owned())
            }
            Rotation::SlowAndUnclear => Some("repeat when the disk is idle".to_owned()),
            Rotation::DoesNotRotate { change, .. } => Some(set(change)),
            _ => None,
        }
    }
}
