use crate::case::trap::Subject;
use crate::traps::read_ahead::{DEFAULT_KB, Observed, ReadAheadSetting};

use crate::words::observation::Words;
use crate::words::phrases::{device, set};

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = device(subject);
        let kib = self.read_ahead_kb.unwrap_or_default();
        match &self.judged {
            ReadAheadSetting::Unknown => format!("{name}: read-ahead"),
            ReadAheadSetting::OfMount => format!("files on this mount: {kib} KiB"),
            ReadAheadSetting::Usual => format!("{name}: {kib} KiB"),
            ReadAheadSetting::Off => format!("{name}: read-ahead is off"),
            ReadAheadSetting::ByStripe => {
                format!("{name}: {kib} KiB, twice the size that the device prefers")
            }
            ReadAheadSetting::Large { .. } => format!(
                "{name}: read-ahead {kib} KiB, {} times the default",
                kib / DEFAULT_KB
            ),
        }
    }

    fn why(&self) -> Option<String> {
        let is_off = self.judged == ReadAheadSetting::Off;
        is_off.then(|| "buffered sequential reads wait for every block".to_owned())
    }

    fn advice(&self) -> Option<String> {
        match &self.judged {
            ReadAheadSetting::Off => Some(format!("write {DEFAULT_KB} to queue/read_ahead_kb")),
            ReadAheadSetting::ByStripe => {
                Some("leave it, or set 0 to see the disk alone; direct I/O is not touched by it".to_owned())
            }
            ReadAheadSetting::OfMount => Some("use direct=1: direct I/O is not touched by it".to_owned()),
            ReadAheadSetting::Large { change } => Some(set(change)),
            ReadAheadSetting::Unknown | ReadAheadSetting::Usual => None,
        }
    }
}
