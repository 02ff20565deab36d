use crate::case::trap::Subject;
use crate::traps::cache_read::Observed;
use fiord_record::number::{Bytes, Share, short};

use crate::words::imported;
use crate::words::names::devices;
use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Mapped => "ioengine=mmap copies from the page cache: pages that are there cost no I/O, and direct=1 changes nothing".to_owned(),
            Observed::LaidOut => "the file is laid out just before the run, through the page cache, and invalidate=0 leaves it there".to_owned(),
            Observed::LeftWarm { cached_bytes: Some(cached), share: Some(share), .. } => format!(
                "direct=0 and invalidate=0, and {} of the target is in memory now ({})",
                Share(*share),
                Bytes(*cached)
            ),
            Observed::LeftWarm { is_hidden, .. } => {
                let unknown = if *is_hidden { "; how much that is, the kernel does not show this user" } else { "" };
                format!("direct=0 and invalidate=0: whatever is in the page cache stays there and answers the reads{unknown}")
            }
            Observed::PreRead => "pre_read=1 reads the whole file into the page cache before the clock starts".to_owned(),
            Observed::Again { target_bytes, passes, share } => again(*target_bytes, *passes, *share),
            Observed::AtRandom => "direct=0: reads go through the page cache; invalidate=1 drops the file from it first, so first touches come from the disk".to_owned(),
            Observed::ReadAhead { read_ahead_kib, block_bytes } => {
                let window = read_ahead_kib.map_or_else(|| "read-ahead".to_owned(), |kib| format!("read-ahead ({kib} KiB)"));
                format!(
                    "direct=0 and sequential: the kernel's {window} fetches ahead in large requests, so most reads of {} find their data in memory",
                    Bytes(*block_bytes)
                )
            }
            Observed::DiskTable(table) => imported::disk_table(table, "reads", "served"),
            Observed::BelowFloor(floor) => imported::floor(floor),
            Observed::Measured {
                share_percent,
                issued_bytes,
                device_bytes,
                leaves,
                compressed_by,
                ..
            } => {
                let from = match compressed_by {
                    Some(fs) => format!("no device: from the page cache, or out of fewer bytes, because {fs} compresses"),
                    None => "the page cache".to_owned(),
                };
                format!(
                    "{} of {} read came from {from} ({} delivered {})",
                    Share(share_percent / 100.0),
                    Bytes(*issued_bytes),
                    devices(leaves),
                    Bytes(*device_bytes)
                )
            }
        }
    }

    fn why(&self) -> Option<String> {
        let why = match self {
            Observed::AtRandom => {
                "one I/O at a time and a copy per read; whatever another program has just read is free"
            }
            Observed::ReadAhead { .. } => {
                "throughput is that of large requests, and most latencies are those of memory; the block size of the job is not what the disk saw"
            }
            _ => return None,
        };
        Some(why.to_owned())
    }

    fn advice(&self) -> Option<String> {
        matches!(self, Observed::Mapped).then(|| "take another engine, with direct=1".to_owned())
    }
}

fn again(target_bytes: Option<u64>, passes: Option<f64>, share: Option<f64>) -> String {
    let size = target_bytes
        .map(|bytes| format!(" of {}", Bytes(bytes)))
        .unwrap_or_default();
    match (passes, share) {
        (Some(passes), Some(share)) => format!(
            "direct=0, and the target{size} is read {} times: at least {} of the reads find it in memory",
            short(passes),
            Share(share)
        ),
        _ => format!(
            "direct=0 and time_based: after the first pass over the target{size} every read is a second one, and it fits into memory"
        ),
    }
}
