use crate::case::trap::Subject;
use crate::traps::cgroup_memory::Observed;
use fiord_record::number::{Bytes, plural};

use crate::words::observation::Words;
use crate::words::phrases::by_group;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let (verb, bytes, hits) = match self {
            Observed::Max { memory_bytes, hits } => ("limited to", memory_bytes, hits),
            Observed::High {
                memory_high_bytes,
                hits,
            } => ("slowed above", memory_high_bytes, hits),
        };
        let hits = hits.filter(|hits| *hits > 0).map_or_else(String::new, |hits| {
            format!("; it was hit {}", plural(hits, "time"))
        });
        format!("memory {verb} {}{}{hits}", Bytes(*bytes), by_group(subject))
    }
}
