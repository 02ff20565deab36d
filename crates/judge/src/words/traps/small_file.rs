use crate::case::trap::Subject;
use crate::traps::small_file::Observed;
use fiord_record::number::{Bytes, Share};

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::OfMemory {
                target_bytes,
                memory_bytes,
            } => format!(
                "direct=0 and a target of {}, with {} of memory: less than twice the memory",
                Bytes(*target_bytes),
                Bytes(*memory_bytes)
            ),
            Observed::OfDevice {
                target_bytes,
                device_bytes,
            } => {
                let part = match device_bytes {
                    Some(device @ 1..) => {
                        let share = *target_bytes as f64 / *device as f64;
                        format!(", {} of the device", Share(share))
                    }
                    _ => String::new(),
                };
                format!("the I/O stays within {}{part}", Bytes(*target_bytes))
            }
        }
    }
}
