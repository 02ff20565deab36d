//! `fsync-direct`: a sync on direct writes.
//!
//! Options do not correct it: a flush after a write and a durable write are two jobs, and only its author knows which is meant.

use crate::case::case::Case;
use crate::case::each::per_disk_job;
use crate::case::planned::issues;
use crate::case::trap::{Family, Found, Judgement, Severity, Subject, Symptom, Text, Trap};
use fiord_job::plan::Ddir;
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: "a sync on direct writes",
            why: "the data are already handed to the device; what the sync does is flush the device's cache and the file's metadata, and its time stands in a section of its own (or only in the run time)",
            advice: "say which is meant: durable writes (sync=dsync, or fdatasync=1 and read the sync section), or the device's speed (leave the sync out)",
            example: "fio --name=w --filename=fresh --rw=write --ioengine=libaio --direct=1 --fsync=1 --size=7G --bs=4k\nThe latency of the writes leaves out the flush that follows each of them.",
        },
        needs: &[],
        judge: plan,
    }),
    ..Trap::new(
        Family::Durability,
        "S2, S3; fio's manual on fsync and direct; man 2 open (O_DIRECT, O_SYNC)",
        &[Symptom::LatencyTooLow],
    )
};

/// The sync next to direct=1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Fsync { every_writes: u32 },
    Fdatasync { every_writes: u32 },
    AtEnd,
}

fn plan(case: &Case<'_>) -> Vec<Found<Observed>> {
    per_disk_job(case, |look| {
        let how = &look.job.durability;
        if !how.direct || !issues(look.job, Ddir::Write) {
            return Vec::new();
        }
        let (severity, observed) = match (how.fsync_every, how.fdatasync_every) {
            (every_writes @ 1.., _) => (Severity::Care, Observed::Fsync { every_writes }),
            (_, every_writes @ 1..) => (Severity::Care, Observed::Fdatasync { every_writes }),
            _ if how.end_fsync => (Severity::Note, Observed::AtEnd),
            _ => return Vec::new(),
        };
        vec![Found::new(severity, Subject::whole(), observed)]
    })
}
