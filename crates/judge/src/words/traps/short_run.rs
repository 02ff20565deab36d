use crate::case::trap::Subject;
use crate::traps::short_run::Observed;
use fiord_record::number::{About, Bytes, Micros, plural};

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Planned {
                slow_s,
                certain: true,
                ..
            } => format!(
                "it lasts at most {}",
                Micros((slow_s * 1e6).round().max(1.0) as u64)
            ),
            Observed::Planned {
                total_bytes,
                fast_s,
                slow_s,
                certain: false,
                ..
            } => {
                let amount = total_bytes.map_or_else(
                    || "the whole".to_owned(),
                    |bytes| format!("{} in all", Bytes(bytes)),
                );
                if *slow_s < 10.0 {
                    format!(
                        "{amount}: about {} at 100 MB/s and 2 ms per I/O, {} on a fast flash disk",
                        About(*slow_s),
                        About(*fast_s)
                    )
                } else {
                    format!("{amount}: about {} on a fast flash disk", About(*fast_s))
                }
            }
            Observed::Took { runtime_s } => format!("it ran {}", Micros((runtime_s * 1e6).round() as u64)),
            Observed::Ran { runtime_s, ios, .. } => format!(
                "it ran {} and did {}",
                Micros((runtime_s * 1e6).round() as u64),
                plural(*ios, "I/O")
            ),
        }
    }

    fn advice(&self) -> Option<String> {
        let wears_out = match self {
            Observed::Planned { wears_out, .. } | Observed::Ran { wears_out, .. } => *wears_out,
            Observed::Took { .. } => false,
        };
        wears_out.then(|| {
            "give a longer runtime, which is the deadline (60 or more), and a size that is not done by then; --wear-out takes no time_based"
                .to_owned()
        })
    }
}
