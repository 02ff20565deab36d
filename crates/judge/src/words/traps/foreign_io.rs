use crate::case::trap::Subject;
use crate::traps::foreign_io::{Busy, Cause, Moved, Neighbour, Observed};
use fiord_job::plan::Ddir;
use fiord_record::number::{Bytes, Count, Rate, Share, plural, short};

use crate::words::observation::Words;
use crate::words::phrases::device;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        match self {
            Observed::NotLooked => "nobody looked at who else uses the disk".to_owned(),
            Observed::Quiet { seconds } => format!("{}: quiet for {} s", device(subject), short(*seconds)),
            Observed::Busy(busy) => saw_busy(device(subject), busy),
            Observed::Moved(moved) => saw_moved(moved),
            Observed::Flushed {
                device,
                flushes,
                own_syncs,
                flushes_per_s,
                flush_percent,
            } => {
                let ours = match own_syncs {
                    0 => "this run syncs nothing".to_owned(),
                    syncs => format!("this run made {}", plural(*syncs, "sync")),
                };
                let took = if *flush_percent >= 0.1 {
                    format!(" and took {} of the time", Share(flush_percent / 100.0))
                } else {
                    String::new()
                };
                format!(
                    "{} did {} that were not ours ({} per second){took}; {ours}",
                    device.join(", "),
                    plural(*flushes, "flush").replace("flushs", "flushes"),
                    Rate(*flushes_per_s)
                )
            }
            Observed::Discarded {
                device,
                discards,
                discard_bytes,
            } => format!(
                "{} did {} of {} in all, and this run trims nothing",
                device.join(", "),
                plural(*discards, "discard"),
                Bytes(*discard_bytes)
            ),
        }
    }

    fn why(&self) -> Option<String> {
        let why = match self {
            Observed::Flushed { .. } => {
                "somebody else's fsync makes the device empty its cache, and what is queued waits for that"
            }
            Observed::Discarded { .. } => {
                "deleting files or fstrim sends discards, and the device works on them while it serves"
            }
            Observed::Moved(Moved {
                cause: Cause::Uncharged { .. },
                ..
            }) => "the kernel wrote to the device while the run read from it",
            _ => return None,
        };
        Some(why.to_owned())
    }

    fn advice(&self) -> Option<String> {
        let advice = match self {
            Observed::Flushed { .. } => {
                "find who syncs (fiord watch, or strace -e fsync,fdatasync), stop it, measure again"
            }
            Observed::Discarded { .. } => {
                "wait until the discards are done, or mount with nodiscard, then measure again"
            }
            Observed::Moved(Moved {
                cause: Cause::Uncharged { fs_type, .. },
                ..
            }) => match fs_type.as_deref() {
                Some("ext4") => {
                    "run sync and wait until the device is quiet; a new ext4 initialises its tables in the background (mkfs with lazy_itable_init=0 avoids that)"
                }
                _ => "run sync, wait until the device is quiet, then measure again",
            },
            _ => return None,
        };
        Some(advice.to_owned())
    }
}

fn saw_busy(name: &str, busy: &Busy) -> String {
    let per_s = |value: f64| Count(value.round() as u64);
    let also = |value: f64, what: &str| match value >= 0.5 {
        true => format!(", {} {what}/s", per_s(value)),
        false => String::new(),
    };
    let by: Vec<String> = busy.by.iter().map(process).collect();
    let who = match by.is_empty() {
        true => "; by whom is not visible".to_owned(),
        false => format!("; on this machine: {}", by.join(", ")),
    };
    format!(
        "{name}: {} reads/s, {} writes/s{}{}, {}/s, busy {} % of {} s{who}",
        per_s(busy.reads_per_s),
        per_s(busy.writes_per_s),
        also(busy.flushes_per_s, "flushes"),
        also(busy.discards_per_s, "discards"),
        Bytes(busy.foreign_bytes_per_s as u64),
        busy.busy_percent.round(),
        short(busy.seconds),
    )
}

fn process(process: &Neighbour) -> String {
    let Neighbour {
        name,
        pid,
        moved_bytes,
        ..
    } = process;
    format!("{name} (pid {pid}) {}", Bytes(*moved_bytes))
}

fn saw_moved(moved: &Moved) -> String {
    let verb = match moved.ddir {
        Ddir::Read => "read",
        _ => "wrote",
    };
    let cause = match &moved.cause {
        Cause::Process(process) => guess(process, verb, moved.foreign_bytes),
        Cause::Either {
            process,
            dirty_before_bytes,
            fs_type,
        } => {
            let kernel = by_kernel(moved.foreign_bytes, *dirty_before_bytes, fs_type.as_deref());
            format!(
                "{}, or the kernel: {kernel}",
                guess(process, verb, moved.foreign_bytes)
            )
        }
        Cause::NotVisible => "; by whom is not visible".to_owned(),
        Cause::Uncharged {
            dirty_before_bytes,
            fs_type,
        } => uncharged(moved.foreign_bytes, *dirty_before_bytes, fs_type.as_deref()),
    };
    let busy = match moved.busy_percent {
        Some(percent) if percent < 10.0 => {
            format!("; the device was busy {} of the time", Share(percent / 100.0))
        }
        _ => String::new(),
    };
    format!(
        "{} {verb} {}, of which {} ({} of its traffic) were not ours{cause}{busy}",
        moved.device.join(", "),
        Bytes(moved.device_bytes),
        Bytes(moved.foreign_bytes),
        Share(moved.share_percent / 100.0)
    )
}

/// Processes are counted over all disks: where their files are says more. Who moved less than half of it is not called its cause.
fn guess(process: &Neighbour, verb: &str, foreign_bytes: u64) -> String {
    let Neighbour { name, pid, .. } = process;
    let moved = Bytes(process.moved_bytes);
    let files = match process.has_files_here {
        Some(true) => "and has files open there",
        Some(false) => "but had no file open there at the end",
        None => "on whatever disk",
    };
    if process.moved_bytes < foreign_bytes / 2 {
        let share = Share(process.moved_bytes as f64 / foreign_bytes as f64);
        return format!(
            "; {name} (pid {pid}) {verb} {moved} ({share} of that), {files}; whose the rest is, is not known"
        );
    }
    match process.has_files_here {
        Some(true) => format!("; most likely by {name} (pid {pid}), which {verb} {moved} {files}"),
        _ => format!("; by whom is a guess: {name} (pid {pid}) {verb} {moved}, {files}"),
    }
}

/// Writes that no process made in the window: who can have caused them.
fn uncharged(bytes: u64, dirty_before: Option<u64>, fs_type: Option<&str>) -> String {
    let cause = by_kernel(bytes, dirty_before, fs_type);
    match explaining(bytes, dirty_before) {
        Some(_) => format!("; {cause}"),
        None => format!("; no process wrote them in this time: {cause}"),
    }
}

/// Changed pages before the run, where they explain most of what was written.
fn explaining(bytes: u64, dirty_before: Option<u64>) -> Option<u64> {
    dirty_before.filter(|dirty| *dirty >= bytes / 2)
}

fn by_kernel(bytes: u64, dirty_before: Option<u64>, fs_type: Option<&str>) -> String {
    let lazy = match fs_type {
        Some("ext4") => ", a journal, or ext4's lazy initialisation",
        _ => ", or a journal",
    };
    match explaining(bytes, dirty_before) {
        Some(dirty) => format!(
            "writeback: {} were changed and not yet written before the run",
            Bytes(dirty)
        ),
        _ => format!("writeback of what was written before{lazy}"),
    }
}
