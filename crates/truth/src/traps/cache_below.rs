//! `cache-below`: direct I/O that still meets a cache.

use fiord_host::disk::Transport;
use fiord_host::stack::{FsClass, Layer, LayerKind};
use fiord_job::plan::Ddir;
use fiord_record::TargetFacts;
use fiord_record::evidence::RunEvidence;
use serde::{Deserialize, Serialize};

use crate::case::Case;
use crate::each::per_disk_job;
use crate::percentile::percentile_ns;
use crate::shares::{self, CACHE_LIMIT};
use crate::trap::{
    Family, Found, Headline, Judgement, Need, Severity, Subject, Symptom, Text, Thing, Trap,
};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: "direct I/O that still meets a cache",
            why: "O_DIRECT passes by this kernel's page cache only; what lies below can answer from memory all the same",
            advice: "take a target larger than that cache, or a path on a local disk with a file system that passes direct I/O through",
            example: "fio --name=test --filename=on-tmpfs --rw=randread --size=1G --bs=4k --direct=1\nThe file lies on tmpfs: it is memory, with or without `direct=1`.",
        },
        needs: &[],
        judge: plan,
    }),
    run: Some(Judgement {
        text: Text {
            title: "a cache below the page cache answered",
            why: "direct=1 skips this system's page cache only; caches of the file system, the host or a controller still answer",
            advice: "measure on the block device itself, or with a target much larger than that cache",
            example: "A direct read of a file on tmpfs runs at 8 GB/s: the file system is memory.",
        },
        needs: &[Need::Counters],
        judge: run,
    }),
    headline: Some((
        Headline {
            rank: 1,
            what: "a cache, not the disk",
        },
        share,
    )),
    ..Trap::new(
        Family::Source,
        "KDiskMark #148, #122; man 2 open (O_DIRECT)",
        &[Symptom::IopsTooHigh, Symptom::LatencyTooLow],
    )
};

/// What lies below and can answer from memory, or how much came from no device.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// The file system is memory; the path is the subject's.
    MemoryFs { fs_type: String },
    /// ZFS has a cache of its own.
    Zfs,
    /// A folder of the host.
    HostShared { fs_type: String },
    /// A file system served by a process.
    Fuse { fs_type: String },
    /// A file system on a server.
    Network { fs_type: String },
    /// Compressed memory; the device is the subject's.
    Zram,
    /// A loop device without direct I/O; the subject's.
    LoopThroughCache,
    /// A RAID controller's volume; the subject's.
    RaidController,
    /// After the run: the bytes lie on a file system that is memory.
    InMemory {
        share_percent: f64,
        issued_bytes: u64,
        fs_type: String,
        /// The loop device over a file there.
        looped: Option<String>,
    },
    /// After the run: read with direct=1, delivered by no device.
    FromNoDevice {
        share_percent: f64,
        issued_bytes: u64,
        device_bytes: u64,
        leaves: Vec<String>,
    },
    /// After the run: latencies that only memory has.
    FasterThanFlash { lat_p50_ns: f64, leaves: Vec<String> },
}

/// Median latency of a direct read below which no flash can have answered.
const BELOW_FLASH_NS: f64 = 10_000.0;
/// Blocks above this take longer than that anyway.
const SMALL_BLOCK_BYTES: u64 = 64 << 10;
/// Fewer latencies have no median worth judging.
const LEAST_SAMPLES: u64 = 100;

fn share(observed: &Observed) -> f64 {
    match observed {
        Observed::InMemory { share_percent, .. } | Observed::FromNoDevice { share_percent, .. } => {
            share_percent / 100.0
        }
        _ => 1.0,
    }
}

fn plan(case: &Case<'_>) -> Vec<Found<Observed>> {
    per_disk_job(case, |look| {
        let direct = look.job.durability.direct;
        let mut all: Vec<Found<Observed>> = Vec::new();
        for target in &look.targets {
            for found in below(target, direct) {
                // What differs in the path only is shown once.
                let is_file = |found: &Found<Observed>| matches!(found.subject.thing, Some(Thing::File(_)));
                let known = all.iter().any(|other| {
                    other.observed == found.observed
                        && (other.subject == found.subject || is_file(other) && is_file(&found))
                });
                if !known {
                    all.push(found);
                }
            }
        }
        all
    })
}

fn below(target: &TargetFacts, direct: bool) -> Vec<Found<Observed>> {
    let mut found = Vec::new();
    if let Some(fs) = target.file_system() {
        let fs_type = fs.mount.fs_type.clone();
        let judged = match fs.class {
            FsClass::Memory => Some((Severity::Wrong, Observed::MemoryFs { fs_type })),
            FsClass::CopyOnWrite if fs_type == "zfs" && direct => Some((Severity::Care, Observed::Zfs)),
            FsClass::HostShared if direct => Some((Severity::Care, Observed::HostShared { fs_type })),
            FsClass::Fuse if direct => Some((Severity::Care, Observed::Fuse { fs_type })),
            FsClass::Network if direct => Some((Severity::Note, Observed::Network { fs_type })),
            _ => None,
        };
        found.extend(judged.map(|(severity, observed)| {
            let subject = Subject::whole().on(Thing::File(target.path.clone()));
            Found::new(severity, subject, observed)
        }));
    }
    let layers = target.stack.as_ref().map(fiord_host::Stack::layers);
    for (_, layer) in layers.unwrap_or_default() {
        found.extend(of_layer(layer, direct).map(|(severity, observed)| {
            let subject = Subject::device(layer.name.clone());
            Found::new(severity, subject, observed)
        }));
    }
    found
}

fn of_layer(layer: &Layer, direct: bool) -> Option<(Severity, Observed)> {
    match &layer.kind {
        LayerKind::Zram { .. } => Some((Severity::Care, Observed::Zram)),
        LayerKind::Loop {
            direct_io: Some(false),
            ..
        } if direct => Some((Severity::Care, Observed::LoopThroughCache)),
        LayerKind::Disk(disk) if direct && disk.transport == Transport::RaidController => {
            Some((Severity::Note, Observed::RaidController))
        }
        _ => None,
    }
}

fn run(case: &Case<'_>) -> Vec<Found<Observed>> {
    let find = || {
        let evidence = case.witnessed()?;
        let issued_bytes = evidence.read_issued().saturating_add(evidence.write_issued());
        if issued_bytes > 0 && shares::in_memory_fs(evidence) {
            let mut types = evidence.targets.iter().filter_map(|target| target.fs_type.clone());
            let observed = Observed::InMemory {
                share_percent: 100.0,
                issued_bytes,
                fs_type: types.next().unwrap_or_default(),
                looped: evidence.leaves().next().map(|leaf| leaf.name.clone()),
            };
            return Some(Found::new(Severity::Wrong, shares::whole(case), observed));
        }
        if case.moving(Ddir::Read).any(shares::is_buffered) {
            return None;
        }
        let shares = shares::read_shares(case)?;
        let below = shares.elsewhere - shares.holes;
        if below > CACHE_LIMIT {
            let observed = Observed::FromNoDevice {
                share_percent: below * 100.0,
                issued_bytes: shares.issued,
                device_bytes: shares.device,
                leaves: shares::leaf_names(evidence),
            };
            return Some(Found::new(
                shares::severity(below),
                shares::whole(case),
                observed,
            ));
        }
        faster_than_flash(case, evidence)
    };
    find().into_iter().collect()
}

/// Latencies that only memory has, on a device that is none.
fn faster_than_flash(case: &Case<'_>, evidence: &RunEvidence) -> Option<Found<Observed>> {
    if evidence.leaves().any(|leaf| leaf.in_memory) || evidence.leaves().next().is_none() {
        return None;
    }
    case.moving(Ddir::Read).find_map(|job| {
        let latency = job.whole_latency(Ddir::Read)?;
        let median = percentile_ns(latency, 50.0)?;
        let small = job.plan.access.max_block_bytes() <= SMALL_BLOCK_BYTES;
        (latency.moments.count >= LEAST_SAMPLES && small && median < BELOW_FLASH_NS).then(|| {
            let observed = Observed::FasterThanFlash {
                lat_p50_ns: median,
                leaves: shares::leaf_names(evidence),
            };
            Found::new(Severity::Care, Subject::job(job.index), observed)
        })
    })
}
