use crate::case::trap::Subject;
use crate::traps::garbled_result::Observed;
use fiord_record::imported::Mismatch;
use fiord_record::number::{Bytes, Nanos, Rate};

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let all: Vec<String> = self.mismatches.iter().map(one).collect();
        all.join("; ")
    }
}

fn one(mismatch: &Mismatch) -> String {
    let mb = |bytes: f64| Rate(bytes / 1e6);
    match mismatch {
        Mismatch::Bandwidths {
            ddir,
            bytes_per_s,
            other_bytes_per_s,
        } => format!(
            "one {} bandwidth is printed as {} MB/s and as {} MB/s",
            ddir.name(),
            mb(*bytes_per_s),
            mb(*other_bytes_per_s)
        ),
        Mismatch::BytesInTime {
            ddir,
            bytes_per_s,
            from_bytes_per_s,
            bytes,
            runtime_ns,
        } => format!(
            "a {} bandwidth of {} MB/s, and {} in {}, which is {} MB/s",
            ddir.name(),
            mb(*bytes_per_s),
            Bytes(*bytes as u64),
            Nanos(*runtime_ns),
            mb(*from_bytes_per_s)
        ),
        Mismatch::GroupTwice { group, first_line } => {
            format!("group {group} was printed in line {first_line} already: one of the two is another group")
        }
    }
}
