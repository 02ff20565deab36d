use fiord_record::number::Bytes;

use crate::trap::{Subject, Words};
use crate::traps::huge_pages::Observed;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let transparent = self.transparent.as_deref().unwrap_or("unknown");
        self.set_aside_bytes.map_or_else(
            || "not readable".to_owned(),
            |bytes| format!("{} set aside, transparent: {transparent}", Bytes(bytes)),
        )
    }
}
