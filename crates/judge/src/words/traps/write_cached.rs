use crate::case::trap::Subject;
use crate::traps::write_cached::Observed;
use fiord_record::number::{Bytes, Share};

use crate::words::imported;
use crate::words::names::devices;
use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::NeverSynced {
                write_bytes,
                dirty_limit_bytes,
                on_close,
                ..
            } => never_synced(*write_bytes, *dirty_limit_bytes, *on_close),
            Observed::SyncedAtEnd {
                write_bytes,
                fits_in_memory,
            } => {
                let size = match (write_bytes, fits_in_memory) {
                    (Some(bytes), true) => {
                        format!("{}, less than twice the memory, are", Bytes(*bytes))
                    }
                    (Some(bytes), false) => format!("{} are", Bytes(*bytes)),
                    (None, true) => "a region of less than twice the memory is".to_owned(),
                    (None, false) => "the data are".to_owned(),
                };
                format!(
                    "direct=0 with a sync only at the end: {size} written into memory while the clock runs, and end_fsync waits for the rest"
                )
            }
            Observed::DiskTable(table) => imported::disk_table(table, "writes", "took"),
            Observed::LeftBehind {
                share_percent,
                issued_bytes,
                dirty_bytes,
                device_bytes,
                leaves,
            } => {
                let mut saw = format!(
                    "{} of {} written had not reached the disk at the end",
                    Share(share_percent / 100.0),
                    Bytes(*issued_bytes)
                );
                if let Some(dirty) = dirty_bytes {
                    saw.push_str(&format!("; {} were dirty pages", Bytes(*dirty)));
                }
                if let Some(written) = device_bytes {
                    saw.push_str(&format!("; {} wrote {}", devices(leaves), Bytes(*written)));
                }
                saw
            }
        }
    }

    fn why(&self) -> Option<String> {
        let at_end = matches!(self, Observed::SyncedAtEnd { .. });
        at_end.then(|| {
            "the bandwidth includes that last sync; IOPS and latencies of the single writes are those of memory, whatever the block size".to_owned()
        })
    }

    fn advice(&self) -> Option<String> {
        let advice = match self {
            Observed::SyncedAtEnd { .. } => {
                "read the bandwidth of the whole run only; for latencies set fsync=1 or direct=1"
            }
            Observed::NeverSynced { mapped: true, .. } => {
                "set fsync=N so that the wait for the disk is part of the run; for the disk's own speed take another engine, with direct=1"
            }
            _ => return None,
        };
        Some(advice.to_owned())
    }
}

fn never_synced(write_bytes: Option<u64>, dirty_limit_bytes: Option<u64>, on_close: bool) -> String {
    let until = if on_close {
        "fsync_on_close syncs after the clock has stopped"
    } else {
        "nothing ever syncs it"
    };
    match (write_bytes, dirty_limit_bytes) {
        (Some(bytes), Some(limit)) if bytes <= limit => format!(
            "direct=0 without any sync, and {} to write with a dirty limit of {}: all of it can stay in memory; {until}",
            Bytes(bytes),
            Bytes(limit)
        ),
        (Some(bytes), Some(limit)) => format!(
            "direct=0 without any sync: up to {} of the {} written can still be in memory at the end; {until}",
            Bytes(limit),
            Bytes(bytes)
        ),
        _ => format!("direct=0 without any sync: writes count when they are in memory; {until}"),
    }
}
