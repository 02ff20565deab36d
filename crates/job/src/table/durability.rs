//! How data reaches the medium: direct or buffered, and which syncs.

use super::OptionSpec;
use super::build::*;
use crate::lower::Problem;
use crate::plan::{OpenSync, SyncFileRange};
use crate::units;

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
        .doc("Ask for writes that happen whole or not at all; implies `direct`.")
        .refused("atomic writes are not built yet"),
    choice("sync", &["none", "0", "sync", "1", "dsync"])
        .default("none")
        .doc(
            "Open files so that each write is on the medium before it returns: with all metadata \
             (sync), or with what is needed to read it back (dsync).",
        )
        .sets(|value, draft| {
            draft.plan.durability.open_sync = match value.word() {
                "sync" | "1" => OpenSync::Sync,
                "dsync" => OpenSync::Dsync,
                _ => OpenSync::None,
            };
        }),
    int("fsync")
        .default("0")
        .doc("Sync the file after every so many writes; 0 never.")
        .sets(|value, draft| draft.plan.durability.fsync_every = value.u32()),
    int("fdatasync")
        .default("0")
        .doc("Sync the file's data after every so many writes; 0 never.")
        .sets(|value, draft| draft.plan.durability.fdatasync_every = value.u32()),
    words("sync_file_range", &["wait_before", "write", "wait_after"])
        .doc(
            "Start or await write-back of what was written, after every N writes: `write:N`, \
             `wait_before,write:N`.",
        )
        .checks(|value, draft| {
            let every = value.suffix().unwrap_or("").trim();
            let every_writes = match every {
                "" => 0,
                _ => units::small_int(every)
                    .ok()
                    .and_then(|quantity| u32::try_from(quantity.value).ok())
                    .ok_or_else(|| Problem::new(format!("`{every}` is not a number of writes")))?,
            };
            if every_writes == 0 {
                draft.warn(
                    "`sync_file_range` without a number of writes does nothing".to_owned(),
                    "for example sync_file_range=write:8".to_owned(),
                );
            }
            draft.plan.durability.sync_file_range = (every_writes > 0).then(|| SyncFileRange {
                wait_before: value.words().contains(&"wait_before"),
                write: value.words().contains(&"write"),
                wait_after: value.words().contains(&"wait_after"),
                every_writes,
            });
            Ok(())
        }),
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
        .doc("Sync the whole file system when the job ends.")
        .refused("it is newer than fio 3.33"),
    int("write_barrier")
        .default("0")
        .doc("Make every so many writes a barrier.")
        .refused("kernels have had no write barriers for long; use fsync"),
];
