use crate::case::trap::Subject;
use crate::traps::dirty_limits::Observed;
use fiord_record::number::Bytes;

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Unknown => "not readable".to_owned(),
            Observed::Limit { dirty_limit_bytes } => {
                format!(
                    "buffered writes up to {} stay in memory",
                    Bytes(*dirty_limit_bytes)
                )
            }
            Observed::Waiting { dirty_bytes } => format!("{} wait to be written", Bytes(*dirty_bytes)),
        }
    }

    fn why(&self) -> Option<String> {
        let waits = matches!(self, Observed::Waiting { .. });
        waits.then(|| "they will be written while the test runs".to_owned())
    }

    fn advice(&self) -> Option<String> {
        let waits = matches!(self, Observed::Waiting { .. });
        waits.then(|| "run sync, then measure".to_owned())
    }
}
