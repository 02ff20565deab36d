use crate::case::shares::CACHE_LIMIT;
use crate::case::trap::Subject;
use crate::traps::stack::{Observed, Passed, ThroughFile};
use fiord_host::Root;
use fiord_host::stack::{LayerKind, Md};
use fiord_record::number::{Bytes, Share, plural};

use crate::words::layer::meaning_of;
use crate::words::observation::Words;
use crate::words::phrases::device;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = device(subject);
        match self {
            Observed::OnOneOf { disks } => {
                format!("{name} is a linear volume over {disks} disks: this region lies on one of them")
            }
            Observed::Encrypts => format!("{name} encrypts: its processor time is part of every I/O"),
            Observed::Copies => format!("{name} is a snapshot or has one: first writes copy the old block"),
            Observed::Parity { level } => {
                format!("{name} is {level}: small random writes read and rewrite parity")
            }
            Observed::File { file_systems } => {
                format!("{name} is a file shown as a device: {}", measured(*file_systems))
            }
            Observed::Layer { kind, over } if over.is_empty() => format!("{name} ({})", kind.title()),
            Observed::Layer { kind, over } => format!("{name} ({}) over {}", kind.title(), over.join(", ")),
            Observed::Plain { disks } => format!(
                "{}, nothing in between that changes the answer",
                plural(*disks, "disk")
            ),
            Observed::NoDisk => "no disk is visible below".to_owned(),
            Observed::Unknown { path } => format!("what lies under {}", path.display()),
            Observed::Uneven {
                parts, moved_bytes, ..
            } => {
                let parts = parts
                    .iter()
                    .map(|part| format!("{} {}", part.device, Share(part.share)));
                let parts: Vec<String> = parts.collect();
                format!(
                    "the disks under the target did unequal parts of {}: {}",
                    Bytes(*moved_bytes),
                    parts.join(", ")
                )
            }
            Observed::ThroughFile(through) => through_file(name, through),
        }
    }

    fn why(&self) -> Option<String> {
        match self {
            Observed::Layer { kind, over } => Some(meaning_of(kind, over.len())),
            Observed::ThroughFile(through) => Some(match through.file_systems {
                Some(1) => "the file system below and its cache take part in each I/O".to_owned(),
                Some(2..) => "two file systems and their caches take part in each I/O".to_owned(),
                _ => "the file system of the image and its cache take part in each I/O".to_owned(),
            }),
            _ => None,
        }
    }

    fn advice(&self) -> Option<String> {
        match self {
            Observed::Layer { kind, .. } => match &**kind {
                LayerKind::Md(md) if is_incomplete(md) => Some(format!(
                    "wait until it is whole again; {} shows the progress",
                    Root::system().proc("mdstat").display()
                )),
                _ => None,
            },
            Observed::ThroughFile(through) if through.direct_io == Some(true) => Some(
                "write the whole file once before you measure, or measure on the file system below"
                    .to_owned(),
            ),
            Observed::File { .. } | Observed::ThroughFile(_) => Some(
                "measure on the file system below, or attach it with `losetup --direct-io=on`".to_owned(),
            ),
            _ => None,
        }
    }
}

fn is_incomplete(md: &Md) -> bool {
    let is_busy = md
        .sync_action
        .as_deref()
        .is_some_and(|action| !matches!(action, "idle" | "frozen" | "none"));
    is_busy || md.degraded.unwrap_or(0) > 0
}

fn measured(file_systems: u64) -> &'static str {
    match file_systems {
        0 => "its page cache may answer",
        1 => "the file system below it is measured too",
        _ => "two file systems are measured",
    }
}

fn through_file(name: &str, through: &ThroughFile) -> String {
    let below = through.below.join(", ");
    let part = |verb: &str, passed: &Option<Passed>| {
        passed.map(|passed| {
            format!(
                "it {verb} {} and {below} {}",
                Bytes(passed.here_bytes),
                Bytes(passed.there_bytes)
            )
        })
    };
    let parts = [part("read", &through.read), part("wrote", &through.written)];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let cached = match through.direct_io {
        Some(false) => ", through the page cache",
        _ => "",
    };
    let reads_less = |passed: Passed| passed.there_bytes < passed.here_bytes;
    let holes = through
        .hole_share
        .filter(|share| *share > CACHE_LIMIT && through.read.is_some_and(reads_less));
    let holes = holes.map_or_else(String::new, |share| {
        format!("; {} of the file was never written", Share(share))
    });
    let rest = match through.direct_io {
        _ if !through.lacks_some() => "",
        Some(false) => "; the page cache of the file has the rest",
        // It goes past that cache: something else answered.
        Some(true) => "; what answered the rest is not known",
        None => "; the page cache of the file may have the rest",
    };
    format!(
        "{name} is a file shown as a device{cached}: {}{holes}{rest}",
        parts.join(", ")
    )
}
