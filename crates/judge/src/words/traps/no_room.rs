use crate::case::trap::Subject;
use crate::traps::no_room::Observed;
use fiord_record::number::Bytes;

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Fills { free_bytes } => {
                format!("fill_device=1 writes until {} are used up", Bytes(*free_bytes))
            }
            Observed::Needs {
                needed_bytes,
                free_bytes,
                has_runtime,
            } => {
                let end = match (needed_bytes > free_bytes, has_runtime) {
                    (true, true) => "if the time does not end it, ENOSPC does",
                    (true, false) => "it ends with ENOSPC",
                    (false, _) => "it fills the file system",
                };
                format!(
                    "the files need {} more, and {} are free: {end}",
                    Bytes(*needed_bytes),
                    Bytes(*free_bytes)
                )
            }
        }
    }
}
