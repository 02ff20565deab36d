use crate::case::trap::Subject;
use crate::traps::block_size::Observed;
use fiord_record::number::Bytes;

use crate::words::observation::Words;
use crate::words::phrases::device;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = device(subject);
        match self {
            Observed::Unknown => format!("{name}: block sizes"),
            Observed::Blocks {
                logical_bytes,
                physical_bytes: Some(physical),
            } if physical > logical_bytes => format!(
                "{name}: logical blocks of {}, physical of {}",
                Bytes(*logical_bytes),
                Bytes(*physical)
            ),
            Observed::Blocks {
                logical_bytes,
                physical_bytes: Some(_),
            } => format!("{name}: blocks of {}", Bytes(*logical_bytes)),
            Observed::Blocks { logical_bytes, .. } => {
                format!("{name}: logical blocks of {}", Bytes(*logical_bytes))
            }
            Observed::Misaligned {
                alignment_offset_bytes,
            } => format!("{name}: its start is {alignment_offset_bytes} bytes off its physical blocks"),
            Observed::Zoned { model } => format!("{name}: zones, {model}"),
            Observed::ReadOnly => format!("{name}: read-only"),
            Observed::Partition {
                start_bytes,
                physical_bytes,
            } if start_bytes % physical_bytes != 0 => format!(
                "{name} starts at byte {start_bytes}, inside a physical block of {}",
                Bytes(*physical_bytes)
            ),
            Observed::Partition { start_bytes, .. } => format!("{name} starts at {}", Bytes(*start_bytes)),
        }
    }

    fn why(&self) -> Option<String> {
        let why = match self {
            Observed::Zoned { .. } => "a zone is written in order only",
            Observed::ReadOnly => "nothing can be written",
            _ => return None,
        };
        Some(why.to_owned())
    }

    fn advice(&self) -> Option<String> {
        let advice = match self {
            Observed::Blocks {
                physical_bytes: Some(physical),
                ..
            } => return Some(format!("write in multiples of {physical} bytes")),
            Observed::Zoned { .. } => "use zonemode=zbd",
            Observed::ReadOnly => "run blockdev --setrw, or measure reads only",
            Observed::Partition { .. } => "create the partition again with its start at 1 MiB",
            _ => return None,
        };
        Some(advice.to_owned())
    }
}
