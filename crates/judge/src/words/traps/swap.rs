use crate::case::trap::Subject;
use crate::traps::swap::Observed;
use fiord_record::number::Bytes;

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let names = self.areas.join(", ");
        let used = Bytes(self.swap_used_bytes);
        match &self.on_target {
            _ if self.areas.is_empty() => "none".to_owned(),
            _ if self.swap_used_bytes == 0 => format!("{names}, unused"),
            Some(area) => format!("{used} in use of {names}; {area} lies on what is measured"),
            None => format!("{used} in use of {names}"),
        }
    }
}
