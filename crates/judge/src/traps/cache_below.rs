//! `cache-below`: direct I/O that still meets a cache.

use crate::case::devices::{is_remote, is_virtual};
use crate::case::imported::{
    self, BELOW_ANY_DEVICE_NS, BELOW_FLASH_NS, DiskTable, Floor, LEAST_SAMPLES, SMALL_BLOCK_BYTES,
};
use crate::case::shares::{self, CACHE_LIMIT, Part};
use crate::case::{Case, JobRun, MachineView};
use crate::terms::{Headline, Instead};
use crate::topics;
use crate::trap::{Area, Check, Family, Judgement, Need, Symptom, Text, Trap, per_data_job};
use crate::words::phrases::thing_name;
use crate::{Checked, Finding, Severity, State, Subject, Thing, When};
use fiord_host::disk::Transport;
use fiord_host::stack::{FsClass, Layer, LayerKind, Mapping};
use fiord_job::plan::{Ddir, PlanPart};
use fiord_messages::Lang;
use fiord_messages::compare;
use fiord_messages::traps::cache_below as messages;
use fiord_messages::words::Moves;
use fiord_record::TargetFacts;
use fiord_record::evidence::{DeviceUse, TargetUse};
use fiord_record::number::{Bytes, Nanos, Share};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[Need::Plan(PlanPart::Direct), Need::Plan(PlanPart::Target)],
        judge: plan,
    }),
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[Need::Counters],
        judge: run,
    }),
    machine: Some(Check {
        text: Text {
            title: messages::machine_title,
            why: messages::machine_why,
            advice: messages::machine_advice,
            example: messages::machine_example,
        },
        area: Area::Disk,
        check,
    }),
    headline: Some(|observed| Headline {
        rank: 1,
        what: instead(observed),
        ddir: None,
        share: share(observed),
    }),
    why: Observed::why,
    advice: Observed::advice,
    topics: &[&topics::DIRECT_IO],
    quantity: Some(compare::quantity_cache),
    ..Trap::new(
        Family::Source,
        "KDiskMark #148, #122; man 2 open (O_DIRECT)",
        &[Symptom::IopsTooHigh, Symptom::LatencyTooLow],
        Observed::saw,
    )
};

/// What lies below and can answer from memory, or how much came from no device.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// The file system is memory; the path is the subject's.
    MemoryFs { fs_type: String },
    /// ZFS with its own cache.
    Zfs,
    /// A directory of the host.
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
    /// A disk that a hypervisor presents; the subject's.
    VirtualDisk,
    /// A disk on another machine; the subject's.
    RemoteDisk,
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
        /// The type of a file system that compresses all it holds: it may be the cause.
        compressed_by: Option<String>,
        /// What can have answered; which of them did is unknown.
        #[serde(default)]
        candidates: Vec<Candidate>,
        /// The loop device that read what is missing below it.
        #[serde(default)]
        through: Option<Through>,
    },
    /// After the run: the file of the loop device, the subject, was in the page cache before.
    ImageInMemory { share_percent: f64, cached_bytes: u64 },
    /// After a run without the kernel's counters.
    DiskTable(DiskTable),
    /// After a run without the kernel's counters.
    BelowFloor(Floor),
    /// After the run: latencies that only memory has.
    FasterThanFlash { lat_p50_ns: f64, leaves: Vec<String> },
}

/// A loop device that does not use direct I/O: the page cache of its file has what no device below delivered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Through {
    pub device: String,
    pub read_bytes: u64,
}

/// What can answer a read without a device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Candidate {
    /// The page cache of the file of a loop device.
    LoopCache { device: String },
    /// A file system that is memory.
    MemoryFs { fs_type: String },
    /// A cache of the file system, or of its server.
    FileSystemCache { fs_type: String },
    /// Fewer bytes are read than are returned.
    Compression { algorithm: String },
    /// Blocks of a thin volume or snapshot that were never written.
    Unmapped { device: String },
    /// A cache or a store of device-mapper.
    MappedCache { device: String },
    /// The file system does not show where its files have holes.
    UnseenHoles,
}

/// How much of the missing bytes a cause that was seen must make up for.
const EXPLAINS: f64 = 0.9;

fn instead(observed: &Observed) -> Instead {
    match observed {
        Observed::InMemory { .. } => Instead::Memory,
        Observed::FromNoDevice { through: Some(_), .. } | Observed::ImageInMemory { .. } => {
            Instead::BackingFile
        }
        // A cause that was not seen is not named as if it were known.
        Observed::FromNoDevice { .. } | Observed::DiskTable(_) => Instead::NoDevice,
        _ => Instead::Cache,
    }
}

fn share(observed: &Observed) -> f64 {
    match observed {
        Observed::InMemory { share_percent, .. }
        | Observed::FromNoDevice { share_percent, .. }
        | Observed::ImageInMemory { share_percent, .. } => share_percent / 100.0,
        Observed::DiskTable(table) => table.share_percent / 100.0,
        _ => 1.0,
    }
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_data_job(case, |view| {
        let direct = view.job.durability.direct;
        let mut all: Vec<Finding> = Vec::new();
        for target in &view.targets {
            for found in below(target, direct) {
                // What differs in the path only is shown once.
                let is_file = |found: &Finding| matches!(found.subject.thing, Some(Thing::File(_)));
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

fn below(target: &TargetFacts, direct: bool) -> Vec<Finding> {
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
            Finding::new(When::Plan, severity, subject, observed)
        }));
    }
    let layers = target.stack.as_ref().map(fiord_host::Stack::layers);
    for (_, layer) in layers.unwrap_or_default() {
        found.extend(of_layer(layer, direct).map(|(severity, observed)| {
            let subject = Subject::device(layer.name.clone());
            Finding::new(When::Plan, severity, subject, observed)
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

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let mut found = Vec::new();
    for layer in machine.disks() {
        let LayerKind::Disk(disk) = &layer.kind else {
            continue;
        };
        let observed = match disk.transport {
            transport if is_virtual(transport) => Observed::VirtualDisk,
            transport if is_remote(transport) => Observed::RemoteDisk,
            Transport::RaidController => Observed::RaidController,
            _ => continue,
        };
        found.push(Checked::new(
            State::Note,
            Subject::device(layer.name.clone()),
            observed,
        ));
    }
    found
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let parts = shares::parts(case);
    let mut found: Vec<_> = parts.iter().filter_map(|part| of_part(case, part)).collect();
    found.extend(imported::reads(
        case,
        false,
        Observed::DiskTable,
        Observed::BelowFloor,
    ));
    found
}

fn of_part(case: &Case<'_>, part: &Part<'_>) -> Option<Finding> {
    let issued_bytes = part.issued(Ddir::Read).saturating_add(part.issued(Ddir::Write));
    if issued_bytes == 0 {
        return None;
    }
    let found = |severity, observed| Some(Finding::new(When::Run, severity, part.subject.clone(), observed));
    if let Some((fs_type, looped)) = on_memory_fs(part) {
        let observed = Observed::InMemory {
            share_percent: 100.0,
            issued_bytes,
            fs_type,
            looped,
        };
        return found(Severity::Wrong, observed);
    }
    // Neither counters nor layers tell who answered, but latencies have a floor.
    if part.is_served() {
        return served_from_memory(part);
    }
    if part.through_cache(Ddir::Read).is_some() {
        return None;
    }
    let shares = part.read_shares(case)?;
    let below = shares.elsewhere - shares.holes;
    // A cause that was seen comes before one that is guessed.
    let seen = image_in_memory(case, part);
    let share = seen
        .as_ref()
        .and_then(Finding::headline)
        .map(|headline| headline.share);
    if share.is_some_and(|share| share >= below * EXPLAINS) {
        return seen;
    }
    if below - by_chance(part, shares.holes) > CACHE_LIMIT {
        let compressed_by = part.compressed_by();
        let severity = match compressed_by {
            Some(_) => Severity::Care,
            None => shares::severity(below),
        };
        let candidates = candidates(case, part);
        let missing_bytes = (below * shares.issued as f64) as u64;
        let observed = Observed::FromNoDevice {
            share_percent: below * 100.0,
            issued_bytes: shares.issued,
            device_bytes: shares.device,
            leaves: part.leaf_names(),
            compressed_by,
            through: through_loop(case, &candidates, missing_bytes.saturating_add(shares.device)),
            candidates,
        };
        return found(severity, observed);
    }
    // Where most reads went to no device, the fast half says nothing of one.
    let asked_devices = shares.elsewhere < 0.5;
    seen.or_else(|| faster_than_flash(part).filter(|_| asked_devices))
}

/// How much more of its reads than their share of the target may meet holes, because places are drawn: five standard deviations.
fn by_chance(part: &Part<'_>, holes: f64) -> f64 {
    let reads: u64 = part.jobs.iter().map(|job| job.ddir(Ddir::Read).ios).sum();
    5.0 * (holes * (1.0 - holes).max(0.0) / reads.max(1) as f64).sqrt()
}

/// The type of a file system that is memory under all targets, and the loop device over a file there.
fn on_memory_fs(part: &Part<'_>) -> Option<(String, Option<String>)> {
    if part.is_memory_fs() {
        let mut types = part.targets.iter().filter_map(|target| target.fs_type.clone());
        let looped = part.leaves.first().map(|leaf| leaf.name.clone());
        return Some((types.next().unwrap_or_default(), looped));
    }
    let over_memory = |leaf: &&&DeviceUse| {
        let backing = leaf.backing.as_ref();
        backing.is_some_and(|backing| backing.fs_class == Some(FsClass::Memory))
    };
    let first = part.leaves.iter().find(over_memory)?;
    let fs_type = first.backing.as_ref()?.fs_type.clone();
    let all = part.leaves.iter().all(|leaf| over_memory(&leaf));
    all.then(|| (fs_type.unwrap_or_default(), Some(first.name.clone())))
}

/// The names of all layers under the targets of a part.
fn layers_under<'c>(case: &'c Case<'_>, part: &'c Part<'_>) -> Vec<&'c str> {
    let targets = part.jobs.iter().flat_map(|job| case.targets(job.index));
    let stacks = targets.filter_map(|target| target.stack.as_ref());
    let layers = stacks.flat_map(|stack| stack.layers());
    let devices = part.targets.iter().filter(|target| target.fs_type.is_none());
    layers
        .map(|(_, layer)| layer.name.as_str())
        .chain(devices.filter_map(|target| target.path.file_name()?.to_str()))
        .collect()
}

/// What can have answered without a device, as far as the layers show it.
fn candidates(case: &Case<'_>, part: &Part<'_>) -> Vec<Candidate> {
    let mut found = Vec::new();
    let under = layers_under(case, part);
    let devices = case.evidence().map(|evidence| evidence.devices.as_slice());
    for device in devices.unwrap_or_default() {
        if shares::may_be_cached_loop(device) && under.contains(&device.name.as_str()) {
            found.push(Candidate::LoopCache {
                device: device.name.clone(),
            });
        }
    }
    let targets = part.jobs.iter().flat_map(|job| case.targets(job.index));
    let stacks: Vec<_> = targets.filter_map(|target| target.stack.as_ref()).collect();
    for fs in stacks.iter().filter_map(|stack| stack.file_system()) {
        if fs.class == FsClass::Memory {
            found.push(Candidate::MemoryFs {
                fs_type: fs.mount.fs_type.clone(),
            });
            continue;
        }
        let has_cache = match fs.class {
            FsClass::CopyOnWrite => fs.mount.fs_type == "zfs",
            FsClass::Disk => false,
            _ => true,
        };
        if has_cache {
            found.push(Candidate::FileSystemCache {
                fs_type: fs.mount.fs_type.clone(),
            });
        }
        if let Some(algorithm) = &fs.compression {
            found.push(Candidate::Compression {
                algorithm: algorithm.clone(),
            });
        }
    }
    for (_, layer) in stacks.iter().flat_map(|stack| stack.layers()) {
        if let LayerKind::Mapped(mapped) = &layer.kind {
            let device = layer.name.clone();
            match mapped.mapping {
                Mapping::Thin | Mapping::Snapshot => found.push(Candidate::Unmapped { device }),
                Mapping::Cache | Mapping::Vdo => found.push(Candidate::MappedCache { device }),
                _ => {}
            }
        }
    }
    let unmapped = |target: &&TargetUse| {
        let is_disk = target.fs_type.is_some() && target.fs_class != Some(FsClass::Memory);
        is_disk && target.allocation.is_none()
    };
    if part.targets.iter().copied().any(|target| unmapped(&target)) {
        found.push(Candidate::UnseenHoles);
    }
    let mut once: Vec<Candidate> = Vec::new();
    for candidate in found {
        if !once.contains(&candidate) {
            once.push(candidate);
        }
    }
    once
}

/// The loop device that read these bytes, where nothing else can have answered.
fn through_loop(case: &Case<'_>, candidates: &[Candidate], bytes: u64) -> Option<Through> {
    let [Candidate::LoopCache { device }] = candidates else {
        return None;
    };
    let looped = case.evidence()?.devices.iter().find(|one| one.name == *device)?;
    let read_bytes = looped.delta().read_bytes();
    let is_cached = looped.backing.as_ref()?.direct_io == Some(false);
    (is_cached && read_bytes as f64 >= EXPLAINS * bytes as f64).then(|| Through {
        device: device.clone(),
        read_bytes,
    })
}

/// A loop device whose file is in the page cache, while other traffic moves the counters of the disk below.
fn image_in_memory(case: &Case<'_>, part: &Part<'_>) -> Option<Finding> {
    let mut devices = case.evidence()?.devices.iter();
    let under = layers_under(case, part);
    let is_under = |device: &&DeviceUse| under.contains(&device.name.as_str());
    let (looped, backing) =
        devices.find_map(|device| Some((device, device.backing.as_ref().filter(|_| is_under(&device))?)))?;
    let cache = backing.cache.filter(|cache| cache.size_bytes > 0)?;
    let share = cache.cached_bytes as f64 / cache.size_bytes as f64;
    let reads = part.issued(Ddir::Read) > 0 && backing.direct_io == Some(false);
    (reads && share > CACHE_LIMIT).then(|| {
        let observed = Observed::ImageInMemory {
            share_percent: share.min(1.0) * 100.0,
            cached_bytes: cache.cached_bytes,
        };
        let mut subject = part.subject.clone().on(Thing::Device(looped.name.clone()));
        // Others may use the disk below it without it.
        let over_it = part
            .jobs
            .iter()
            .filter(|job| shares::is_over(case, job, &looped.name));
        let over_it: Vec<usize> = over_it.map(|job| job.index).collect();
        if !over_it.is_empty() && over_it.len() < part.jobs.len() {
            subject.jobs = over_it;
        }
        Finding::new(When::Run, shares::severity(share), subject, observed)
    })
}

/// Reads of what a process, a server or a host serves, faster than any device.
fn served_from_memory(part: &Part<'_>) -> Option<Finding> {
    part.moving(Ddir::Read).find_map(|job| {
        let lat_ns = median_of_small(job).filter(|ns| *ns < BELOW_FLASH_NS)?;
        let severity = if lat_ns < BELOW_ANY_DEVICE_NS {
            Severity::Wrong
        } else {
            Severity::Care
        };
        let floor = Floor {
            lat_ns,
            is_median: true,
        };
        let observed = Observed::BelowFloor(floor);
        Some(Finding::new(
            When::Run,
            severity,
            Subject::job(job.index),
            observed,
        ))
    })
}

/// The median latency of a job's small reads, where there are enough of them.
fn median_of_small(job: &JobRun<'_>) -> Option<f64> {
    let latency = job.whole_latency(Ddir::Read)?;
    let small = job.plan.access.max_block_bytes() <= SMALL_BLOCK_BYTES;
    let median = latency.percentile(50.0)? as f64;
    (latency.moments.count >= LEAST_SAMPLES && small).then_some(median)
}

/// Latencies that only memory has, on a device that is none.
fn faster_than_flash(part: &Part<'_>) -> Option<Finding> {
    if part.leaves.is_empty() || part.leaves.iter().any(|leaf| leaf.in_memory) {
        return None;
    }
    part.moving(Ddir::Read).find_map(|job| {
        let lat_p50_ns = median_of_small(job).filter(|ns| *ns < BELOW_FLASH_NS)?;
        let observed = Observed::FasterThanFlash {
            lat_p50_ns,
            leaves: part.leaf_names(),
        };
        Some(Finding::new(
            When::Run,
            Severity::Care,
            Subject::job(job.index),
            observed,
        ))
    })
}

/// The sentences of `cache-below`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let name = &thing_name(subject, lang);
        match self {
            Observed::MemoryFs { fs_type } => messages::MemoryFs { path: name, fs_type }.text(lang),
            Observed::Zfs => messages::zfs(lang).to_owned(),
            Observed::HostShared { fs_type } => messages::HostShared { fs_type }.text(lang),
            Observed::Fuse { fs_type } => messages::Fuse { fs_type }.text(lang),
            Observed::Network { fs_type } => messages::Network { fs_type }.text(lang),
            Observed::Zram => messages::Zram { device: name }.text(lang),
            Observed::LoopThroughCache => messages::LoopThroughCache { device: name }.text(lang),
            Observed::RaidController => messages::RaidController { device: name }.text(lang),
            Observed::VirtualDisk => messages::VirtualDisk { device: name }.text(lang),
            Observed::RemoteDisk => messages::RemoteDisk { device: name }.text(lang),
            Observed::InMemory {
                issued_bytes,
                fs_type,
                looped,
                ..
            } => in_memory(*issued_bytes, fs_type, looped.as_deref(), lang),
            Observed::FromNoDevice {
                share_percent,
                issued_bytes,
                device_bytes,
                leaves,
                compressed_by,
                candidates,
                through,
            } => {
                let from_no_device = messages::FromNoDevice {
                    share: &Share(share_percent / 100.0),
                    issued: &Bytes(*issued_bytes),
                };
                let delivered = if leaves.is_empty() {
                    messages::no_device_known(lang).to_owned()
                } else {
                    let (devices, delivered) = (&lang.list(leaves), &Bytes(*device_bytes));
                    messages::Delivered { devices, delivered }.text(lang)
                };
                let source = match through {
                    Some(Through { device, read_bytes }) => {
                        let here = &Bytes(*read_bytes);
                        messages::ThroughLoop { device, here }.text(lang)
                    }
                    None => source(compressed_by.as_deref(), candidates, lang),
                };
                lang.sentences(&[from_no_device.text(lang), delivered, source])
            }
            Observed::ImageInMemory {
                share_percent,
                cached_bytes,
            } => messages::ImageInMemory {
                share: &Share(share_percent / 100.0),
                device: name,
                cached: &Bytes(*cached_bytes),
            }
            .text(lang),
            Observed::DiskTable(table) => table.saw(Moves::DirectRead, lang),
            Observed::BelowFloor(floor) => floor.saw(lang),
            Observed::FasterThanFlash { lat_p50_ns, leaves } => messages::FasterThanFlash {
                latency: &Nanos(*lat_p50_ns),
                devices: &lang.list(leaves),
            }
            .text(lang),
        }
    }

    fn why(&self, lang: Lang) -> Option<String> {
        matches!(self, Observed::DiskTable(_)).then(|| messages::why_disk_table(lang).to_owned())
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        let advice = match self {
            Observed::DiskTable(_) => messages::advice_disk_table(lang),
            Observed::ImageInMemory { .. }
            | Observed::LoopThroughCache
            | Observed::FromNoDevice { through: Some(_), .. } => messages::advice_loop(lang),
            Observed::MemoryFs { .. } | Observed::Zram | Observed::InMemory { .. } => {
                messages::advice_memory(lang)
            }
            _ => return None,
        };
        Some(advice.to_owned())
    }
}

/// What may have answered without a device.
fn source(compressed_by: Option<&str>, candidates: &[Candidate], lang: Lang) -> String {
    match (compressed_by, candidates) {
        (Some(fs_type), _) => messages::Compresses { fs_type: &fs_type }.text(lang),
        (None, []) => messages::source_unknown(lang).to_owned(),
        (None, [Candidate::MemoryFs { fs_type }]) => messages::PartlyInMemory { fs_type }.text(lang),
        (None, _) => {
            let names: Vec<String> = candidates.iter().map(|one| one.text(lang)).collect();
            let candidates = &lang.list(&names);
            messages::SourceCandidates { candidates }.text(lang)
        }
    }
}

impl Candidate {
    /// An item of a list.
    fn text(&self, lang: Lang) -> String {
        match self {
            Candidate::LoopCache { device } => messages::LoopCache { device }.text(lang),
            Candidate::MemoryFs { fs_type } => messages::MemoryFsBelow { fs_type }.text(lang),
            // An overlay has no own cache.
            Candidate::FileSystemCache { fs_type } if fs_type == "overlay" => {
                messages::below_overlay(lang).to_owned()
            }
            Candidate::FileSystemCache { fs_type } => messages::FileSystemCache { fs_type }.text(lang),
            Candidate::Compression { algorithm } => messages::Compression { algorithm }.text(lang),
            Candidate::Unmapped { device } => messages::Unmapped { device }.text(lang),
            Candidate::MappedCache { device } => messages::MappedCache { device }.text(lang),
            Candidate::UnseenHoles => messages::unseen_holes(lang).to_owned(),
        }
    }
}

fn in_memory(issued_bytes: u64, fs_type: &str, looped: Option<&str>, lang: Lang) -> String {
    let (fs_type, issued) = (&fs_type, &Bytes(issued_bytes));
    match looped {
        Some(looped) => messages::InMemoryLooped {
            looped: &looped,
            fs_type,
            issued,
        }
        .text(lang),
        None => messages::InMemory { fs_type, issued }.text(lang),
    }
}
