use crate::case::trap::Subject;
use crate::traps::discard::Observed;
use fiord_record::number::Bytes;

use crate::words::observation::Words;
use crate::words::phrases::device;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = device(subject);
        match self {
            Observed::Online { mount } => format!("{} is mounted with discard", mount.display()),
            Observed::CannotDiscard => format!("{name}: cannot discard"),
            Observed::CanDiscard { granularity_bytes } => {
                format!("{name}: in units of {}", Bytes(*granularity_bytes))
            }
        }
    }
}
