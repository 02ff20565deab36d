use fiord_case::trap::Subject;
use fiord_record::number::Bytes;
use fiord_truth::traps::huge_pages::Observed;

use crate::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let transparent = self.transparent.as_deref().unwrap_or("unknown");
        self.set_aside_bytes.map_or_else(
            || "not readable".to_owned(),
            |bytes| format!("{} set aside, transparent: {transparent}", Bytes(bytes)),
        )
    }
}
