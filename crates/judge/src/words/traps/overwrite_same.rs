use crate::case::trap::Subject;
use crate::traps::overwrite_same::Observed;
use fiord_record::number::{Bytes, Share, plural, short};

use crate::words::names::thing;
use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        match self {
            Observed::UntilTheTimeIsUp { target_bytes } => {
                let target =
                    target_bytes.map_or_else(|| "the target".to_owned(), |bytes| Bytes(bytes).to_string());
                format!("direct=0 and time_based on {target}: it is rewritten in memory until the time is up")
            }
            Observed::Passes {
                passes,
                write_bytes,
                region_bytes,
                random,
                uneven,
                reaches_disk,
            } => {
                let how = match (random, reaches_disk) {
                    _ if *uneven => "and the distribution prefers some blocks",
                    (true, false) if *passes <= 1.05 => {
                        "so that nearly every block is touched and writeback joins the neighbours"
                    }
                    (_, false) => "so that blocks are rewritten in memory before they are written",
                    (_, true) => "so that blocks are overwritten that were written moments before",
                };
                let times = match *passes {
                    passes if passes > 1.05 => format!("{} times over", short(passes)),
                    passes if passes > 0.995 => "all of it".to_owned(),
                    passes => format!("{} of it", Share(passes)),
                };
                format!(
                    "{} are written to a region of {}, {times}, {how}",
                    Bytes(*write_bytes),
                    Bytes(*region_bytes)
                )
            }
            Observed::Counted {
                distinct_percent,
                distinct_bytes,
                issued_bytes,
                workers,
                files,
                ..
            } => {
                let who = if *workers > 1 { "each worker's" } else { "its" };
                let place = match files {
                    1 => thing(subject),
                    files => plural(*files, "file"),
                };
                let share = distinct_percent / 100.0;
                format!(
                    "{} were written to {} of {who} distinct blocks of {place} ({}): each {} times",
                    Bytes(*issued_bytes),
                    Bytes(*distinct_bytes),
                    Share(share),
                    short(1.0 / share.max(f64::MIN_POSITIVE))
                )
            }
        }
    }

    fn why(&self) -> Option<String> {
        is_on_disk(self).then(|| {
            "every rewrite reaches the disk; a drive with a cache may still write several of them once, and its garbage collection has less to do than with writes all over the disk".to_owned()
        })
    }

    fn advice(&self) -> Option<String> {
        is_on_disk(self).then(|| {
            "change nothing if rewriting a small region is what you measure; else take a region several times as large as io_size".to_owned()
        })
    }
}

fn is_on_disk(observed: &Observed) -> bool {
    match observed {
        Observed::UntilTheTimeIsUp { .. } => false,
        Observed::Passes { reaches_disk, .. } => *reaches_disk,
        Observed::Counted { reached_disk, .. } => *reached_disk,
    }
}
