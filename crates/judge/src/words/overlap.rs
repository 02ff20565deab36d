//! Sentences about workers on the same blocks, shared by writers and readers.

use crate::case::overlap::{Clones, Together};
use crate::case::trap::Subject;
use fiord_record::number::{Bytes, Share, plural};

use crate::words::names::thing;

pub(super) fn clones(clones: &Clones, verb: &str) -> String {
    let order = match (clones.sequential, clones.in_sequence) {
        (true, _) => "all at the same offsets, one after another".to_owned(),
        (false, None) => "each drawing its own places in the same region".to_owned(),
        (false, Some(ddir)) => format!(
            "each drawing its own places in the same region, {}s at the same offsets one after another",
            ddir.name()
        ),
    };
    let most = if clones.at_most { "at most " } else { "" };
    let place = if clones.on_device { "device" } else { "file" };
    format!(
        "{} workers {verb} one {place}, {order}: {most}{} of the bytes are distinct",
        clones.jobs,
        Share(clones.distinct_share)
    )
}

pub(super) fn together(together: &Together, verb: &str, subject: &Subject) -> String {
    let place = match together.files {
        0 => String::new(),
        1 => format!(" of {}", thing(subject)),
        files => format!(" of {}", plural(files, "file")),
    };
    let how = match &together.uncounted {
        Some(why) => format!("; inferred from their ranges, not counted: {why}"),
        None => String::new(),
    };
    format!(
        "{} {verb} {} on only {} of distinct blocks{place} ({}){how}",
        plural(together.workers, "worker"),
        Bytes(together.issued_bytes),
        Bytes(together.distinct_bytes),
        Share(together.distinct_percent / 100.0)
    )
}
