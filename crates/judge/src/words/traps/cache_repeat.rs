use crate::case::trap::Subject;
use crate::traps::cache_repeat::Observed;
use fiord_record::number::{Bytes, Share};

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::InMemory {
                read_bytes,
                cached_bytes,
                cached_share,
            } => {
                let now = match cached_share {
                    Some(share) if *share > 0.01 => format!(
                        "; {} of the target is in memory now ({})",
                        Share(*share),
                        Bytes(cached_bytes.unwrap_or(0))
                    ),
                    Some(_) => {
                        "; nothing of it is in memory now, so that the next run is another one than this"
                            .to_owned()
                    }
                    None => String::new(),
                };
                format!(
                    "randrepeat=1 (the default) with direct=0 and invalidate=0: each run reads the same {} that the run before left in memory{now}",
                    Bytes(*read_bytes)
                )
            }
            Observed::Below {
                read_bytes,
                is_virtual,
            } => {
                let held = if *is_virtual {
                    ", which the host of this virtual disk can hold"
                } else {
                    ""
                };
                format!(
                    "randrepeat=1 (the default): every run reads the same {} of the target{held}",
                    Bytes(*read_bytes)
                )
            }
        }
    }
}
