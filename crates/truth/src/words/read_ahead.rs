use super::phrases::{device, set};
use crate::trap::{Subject, Words};
use crate::traps::read_ahead::{DEFAULT_KB, Judged, Observed};

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = device(subject);
        let kib = self.read_ahead_kb.unwrap_or_default();
        match &self.judged {
            Judged::Unknown => format!("{name}: read-ahead"),
            Judged::OfMount => format!("files on this mount: {kib} KiB"),
            Judged::Usual => format!("{name}: {kib} KiB"),
            Judged::Off => format!("{name}: read-ahead is off"),
            Judged::ByStripe => format!("{name}: {kib} KiB, twice the size that the device prefers"),
            Judged::Large { .. } => format!(
                "{name}: read-ahead {kib} KiB, {} times the default",
                kib / DEFAULT_KB
            ),
        }
    }

    fn why(&self) -> Option<String> {
        let is_off = self.judged == Judged::Off;
        is_off.then(|| "buffered sequential reads wait for every block".to_owned())
    }

    fn advice(&self) -> Option<String> {
        match &self.judged {
            Judged::Off => Some(format!("write {DEFAULT_KB} to queue/read_ahead_kb")),
            Judged::ByStripe => {
                Some("leave it, or set 0 to see the disk alone; direct I/O is not touched by it".to_owned())
            }
            Judged::OfMount => Some("use direct=1: direct I/O is not touched by it".to_owned()),
            Judged::Large { change } => Some(set(change)),
            Judged::Unknown | Judged::Usual => None,
        }
    }
}
