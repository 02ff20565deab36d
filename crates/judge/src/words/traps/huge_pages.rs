use crate::case::trap::Subject;
use crate::traps::huge_pages::Observed;
use fiord_record::number::Bytes;

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let transparent = self.transparent.as_deref().unwrap_or("unknown");
        self.set_aside_bytes.map_or_else(
            || "not readable".to_owned(),
            |bytes| format!("{} set aside, transparent: {transparent}", Bytes(bytes)),
        )
    }
}
