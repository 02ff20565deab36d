//! Sentences about results without counters, shared by the caches above and below.

use crate::case::imported::{DiskTable, Floor};
use fiord_record::number::{Bytes, Count, Nanos};

use crate::words::names::devices;

pub(super) fn disk_table(table: &DiskTable, noun: &str, verb: &str) -> String {
    format!(
        "{} {noun} of {} in all, and fio's own table of disks shows that {} {verb} {} requests",
        Count(table.issued_ios),
        Bytes(table.issued_bytes),
        devices(&table.disks),
        Count(table.device_ios)
    )
}

pub(super) fn floor(floor: &Floor) -> String {
    let which = if floor.is_median {
        "half of the reads took less than"
    } else {
        "the reads took on average"
    };
    format!(
        "{which} {}, which no disk can: memory answered",
        Nanos(floor.lat_ns)
    )
}
