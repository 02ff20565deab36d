//! How data reaches the medium: direct or buffered, and which syncs.

use fiord_messages::{job_options, job_support};

use super::build::*;
use super::draft::{Draft, Problem};
use super::spec::OptionSpec;
use super::words::{One, Several};
use crate::plan::{OpenSync, SyncFileRange};
use crate::units;

/// One of the things `sync_file_range` can do.
#[derive(Clone, Copy, PartialEq)]
enum Step {
    WaitBefore,
    Write,
    WaitAfter,
}

pub(super) static OPTIONS: &[OptionSpec] = &[
    boolean("direct")
        .default("0")
        .doc(
            "Bypass the page cache (O_DIRECT). The opposite of `buffered`; the later of the two \
             decides.",
        )
        .sets(|value, draft| draft.plan.durability.direct = value.flag()),
    boolean("buffered")
        .default("1")
        .doc("Go through the page cache. The opposite of `direct`.")
        .sets(|value, draft| draft.plan.durability.direct = !value.flag()),
    boolean("atomic")
        .default("0")
        .doc(
            "Ask for writes that happen whole or not at all (RWF_ATOMIC); implies `direct`. The first write \
             fails where the file system or device offers none of this size. Engines: pvsync2, libaio, io_uring.",
        )
        .sets(|value, draft| draft.plan.durability.atomic = value.flag()),
    choice(
        "sync",
        &One {
            words: &[
                ("none", OpenSync::None),
                ("0", OpenSync::None),
                ("sync", OpenSync::Sync),
                ("1", OpenSync::Sync),
                ("dsync", OpenSync::Dsync),
            ],
            set: |sync, draft| draft.plan.durability.open_sync = sync,
        },
    )
    .default("none")
    .doc(
        "Open files so that each write is on the medium before it returns: with all metadata \
         (sync), or with what is needed to read it back (dsync).",
    ),
    int("fsync")
        .default("0")
        .doc("Sync the file after this many writes; 0: never.")
        .sets(|value, draft| draft.plan.durability.fsync_every = value.u32()),
    int("fdatasync")
        .default("0")
        .doc("Sync the data of the file after this many writes; 0: never.")
        .sets(|value, draft| draft.plan.durability.fdatasync_every = value.u32()),
    several(
        "sync_file_range",
        &Several {
            words: &[
                ("wait_before", Step::WaitBefore),
                ("write", Step::Write),
                ("wait_after", Step::WaitAfter),
            ],
            set: sync_file_range,
        },
    )
    .doc(
        "Start or await write-back of what was written, after every N writes: `write:N`, \
         `wait_before,write:N`.",
    ),
    boolean("end_fsync")
        .default("0")
        .doc("Sync each file once when the job ends.")
        .sets(|value, draft| draft.plan.durability.end_fsync = value.flag()),
    boolean("fsync_on_close")
        .default("0")
        .doc("Sync a file whenever it is closed.")
        .sets(|value, draft| draft.plan.durability.fsync_on_close = value.flag()),
    boolean("end_syncfs")
        .default("0")
        .doc("Sync the whole file system of each file when the job ends.")
        .sets(|value, draft| draft.plan.durability.end_syncfs = value.flag()),
    int("write_barrier")
        .default("0")
        .doc("Mark each Nth write as a barrier.")
        .accepted(job_support::no_barriers),
];

fn sync_file_range(steps: &[Step], every: Option<&str>, draft: &mut Draft) -> Result<(), Problem> {
    let every = every.unwrap_or("").trim();
    let every_writes = match every {
        "" => 0,
        _ => units::small_int(every)
            .ok()
            .and_then(|quantity| u32::try_from(quantity.value).ok())
            .ok_or_else(|| Problem::new(|lang| job_options::NotWrites { text: &every }.text(lang)))?,
    };
    if every_writes == 0 {
        draft.warn(job_options::sync_range_alone, job_options::sync_range_example);
    }
    draft.plan.durability.sync_file_range = (every_writes > 0).then(|| SyncFileRange {
        wait_before: steps.contains(&Step::WaitBefore),
        write: steps.contains(&Step::Write),
        wait_after: steps.contains(&Step::WaitAfter),
        every_writes,
    });
    Ok(())
}
