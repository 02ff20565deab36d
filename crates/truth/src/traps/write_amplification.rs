//! `write-amplification`: the device wrote more than was asked for.

use serde::{Deserialize, Serialize};

use crate::case::Case;
use crate::shares;
use crate::trap::{Family, Found, Judgement, Need, Severity, Symptom, Text, Trap};

pub const TRAP: Trap<Observed> = Trap {
    run: Some(Judgement {
        text: Text {
            title: "the device wrote more than was asked for",
            why: "journal, metadata and copy-on-write use the device too; its own rate is higher than the one shown",
            advice: "change nothing if a file system is what you measure; else use the block device",
            example: "4 KiB writes with fsync=1 on ext4: 12 MiB issued, 41 MiB written by the disk.",
        },
        needs: &[Need::Counters],
        judge: run,
    }),
    ..Trap::new(
        Family::Source,
        "Documentation/block/stat.rst; Documentation/filesystems/ext4/journal.rst",
        &[Symptom::IopsTooLow],
    )
};

/// What the devices wrote against what the workers did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub factor: f64,
    pub issued_bytes: u64,
    pub device_bytes: u64,
    pub leaves: Vec<String>,
}

/// Excess below which journal and metadata are not worth a word.
const EXCESS: f64 = 0.05;

fn run(case: &Case<'_>) -> Vec<Found<Observed>> {
    let find = || {
        let evidence = case.witnessed()?;
        let (issued_bytes, device_bytes) = (evidence.write_issued(), evidence.device_written_bytes()?);
        let on_files = evidence.targets.iter().all(|target| target.fs_type.is_some());
        let factor = device_bytes as f64 / issued_bytes.max(1) as f64;
        if issued_bytes == 0 || !on_files || factor <= 1.0 + EXCESS {
            return None;
        }
        let observed = Observed {
            factor,
            issued_bytes,
            device_bytes,
            leaves: shares::leaf_names(evidence),
        };
        Some(Found::new(Severity::Note, shares::whole(case), observed))
    };
    find().into_iter().collect()
}
