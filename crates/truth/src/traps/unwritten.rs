//! `unwritten`: reads of blocks that were never written.

use fiord_host::stack::{LayerKind, Mapping};
use fiord_job::plan::Ddir;
use fiord_record::{FileKind, TargetFacts};
use serde::{Deserialize, Serialize};

use crate::case::Case;
use crate::each::per_disk_job;
use crate::never_written::never_written;
use crate::planned::issues;
use crate::shares::{self, CACHE_LIMIT};
use crate::trap::{
    Family, Found, Headline, Judgement, Need, Severity, Subject, Symptom, Text, Thing, Trap,
};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: "reads of blocks that were never written",
            why: "holes, unwritten extents and trimmed or thin blocks are answered without the medium, faster than it can be",
            advice: "write the target once, completely, before reading it (`fiord prepare FILE --size …`, or a job with rw=write over the same region)",
            example: "fio --name=r --filename=sparse --rw=randread --size=10G --bs=4k --direct=1\nThe file was made with truncate: not one block of it is on the disk.",
        },
        needs: &[],
        judge: plan,
    }),
    run: Some(Judgement {
        text: Text {
            title: "reads of holes and unwritten blocks",
            why: "the file system makes the zeros itself and no device is asked",
            advice: "write the file first: `fiord prepare FILE --size …`",
            example: "A file made by `truncate -s 1G` is read with direct=1 at 5 GB/s while the disk stands still.",
        },
        needs: &[Need::Counters],
        judge: run,
    }),
    headline: Some((
        Headline {
            rank: 2,
            what: "holes, not the disk",
        },
        share,
    )),
    ..Trap::new(
        Family::Source,
        "fio #719; Documentation/filesystems/fiemap.rst",
        &[Symptom::IopsTooHigh, Symptom::LatencyTooLow],
    )
};

/// How much of the target was never written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// Of the file that is the subject.
    Extents {
        /// 0 to 1.
        share: f64,
        hole_bytes: u64,
        unwritten_bytes: u64,
    },
    /// A thin volume, the subject: how much of it is written is not known.
    Thin,
    /// After the run.
    Read {
        /// Holes and unwritten extents as a share of the target.
        hole_percent: f64,
        /// Bytes that no device delivered as a share of those read.
        share_percent: f64,
        issued_bytes: u64,
        device_bytes: u64,
        leaves: Vec<String>,
    },
}

fn share(observed: &Observed) -> f64 {
    match observed {
        Observed::Read { share_percent, .. } => share_percent / 100.0,
        _ => 1.0,
    }
}

fn plan(case: &Case<'_>) -> Vec<Found<Observed>> {
    per_disk_job(case, |look| {
        if !issues(look.job, Ddir::Read) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for target in &look.targets {
            if let (Some(at), Some(share)) = (target.allocation, never_written(target))
                && share > CACHE_LIMIT
            {
                let observed = Observed::Extents {
                    share,
                    hole_bytes: at.hole_bytes,
                    unwritten_bytes: at.unwritten_bytes,
                };
                let subject = Subject::whole().on(Thing::File(target.path.clone()));
                found.push(Found::new(shares::severity(share), subject, observed));
            }
            if let Some(layer) = thin(target).filter(|_| target.kind == FileKind::Block) {
                let subject = Subject::device(layer);
                found.push(Found::new(Severity::Care, subject, Observed::Thin));
            }
        }
        found
    })
}

fn thin(target: &TargetFacts) -> Option<String> {
    let layers = target.stack.as_ref()?.layers();
    let is_thin =
        |kind: &LayerKind| matches!(kind, LayerKind::Mapped(mapped) if mapped.mapping == Mapping::Thin);
    let mut thin = layers.into_iter().filter(|(_, layer)| is_thin(&layer.kind));
    thin.next().map(|(_, layer)| layer.name.clone())
}

fn run(case: &Case<'_>) -> Vec<Found<Observed>> {
    let find = || {
        let shares = shares::read_shares(case)?;
        if shares.holes <= CACHE_LIMIT || shares.elsewhere <= CACHE_LIMIT {
            return None;
        }
        let observed = Observed::Read {
            hole_percent: shares.holes * 100.0,
            share_percent: shares.elsewhere * 100.0,
            issued_bytes: shares.issued,
            device_bytes: shares.device,
            leaves: shares::leaf_names(case.witnessed()?),
        };
        let severity = shares::severity(shares.holes.min(shares.elsewhere));
        Some(Found::new(severity, shares::whole(case), observed))
    };
    find().into_iter().collect()
}
