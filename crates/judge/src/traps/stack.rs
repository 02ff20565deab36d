//! `stack`: layers between file and disk that change what is measured.

use std::fmt::Display;
use std::path::PathBuf;

use crate::case::balance::{Balance, keeps_writes};
use crate::case::devices::{Looped, loops};
use crate::case::job_view::JobView;
use crate::case::planned::issues;
use crate::case::shares::{CACHE_LIMIT, holes_of_loop};
use crate::case::{Case, MachineView};
use crate::terms::{Headline, Instead};
use crate::topics;
use crate::trap::{Area, Check, Family, Judgement, Need, Symptom, Text, Trap, per_disk_job};
use crate::words::phrases::device_name;
use crate::words::stack_layers::{busy_action, layer_meaning};
use crate::{Checked, Finding, Severity, State, Subject, When};
use fiord_host::Root;
use fiord_host::disk_stats::DiskStats;
use fiord_host::stack::{Layer, LayerKind, Mapped, Mapping, Md, Stack};
use fiord_job::plan::{Ddir, PlanPart};
use fiord_messages::Lang;
use fiord_messages::traps::stack as messages;
use fiord_record::evidence::{DeviceUse, RunEvidence};
use fiord_record::number::{Bytes, Share};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[Need::Plan(PlanPart::Order), Need::Plan(PlanPart::Target)],
        judge: plan,
    }),
    machine: Some(Check {
        text: Text {
            title: messages::machine_title,
            why: messages::machine_why,
            advice: messages::machine_advice,
            example: messages::machine_example,
        },
        area: Area::Stack,
        check,
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
    headline: Some(|observed| Headline {
        rank: 4,
        what: match observed {
            Observed::ThroughFile(through) if through.direct_io == Some(false) => Instead::BackingFile,
            _ => Instead::CacheBelow,
        },
        ddir: None,
        share: 1.0,
    }),
    why: Observed::why,
    advice: Observed::advice,
    topics: &[&topics::LVM],
    ..Trap::new(
        Family::Machine,
        "plantegg, ssd/san/sas (LVM); kernel: admin-guide/device-mapper, admin-guide/md.rst, block/stat.rst",
        &[Symptom::IopsTooLow, Symptom::IopsTooHigh, Symptom::Contradiction],
        Observed::saw,
    )
};

/// Share of its even part below which a disk was idle.
const IDLE_PART: f64 = 0.1;
/// Requests from which the shares of disks say something.
const LEAST_REQUESTS: u64 = 16;
/// Share of the issued bytes that a loop device must have moved before its parts say something; and the share that the disks below
/// may leave out before a cache made the number.
const LOOP_SHARE: f64 = 0.20;

/// A layer, or what the layers did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// Before a run: the region of the job lies on one of the disks.
    OnOneOf { disks: u64 },
    /// Before a run: it encrypts.
    Encrypts,
    /// Before a run: first writes copy the old block.
    Copies,
    /// Before a run: small random writes rewrite parity.
    Parity { level: String },
    /// Before a run: a file shown as a device.
    File {
        /// In the whole stack: one below a raw loop device.
        file_systems: u64,
    },
    /// A layer of the machine.
    Layer {
        kind: Box<LayerKind>,
        /// What it rests on.
        over: Vec<String>,
    },
    /// Nothing in between that changes the answer.
    Plain { disks: u64 },
    /// No disk is visible below.
    NoDisk,
    /// What lies under this path.
    Unknown {
        #[serde(with = "fiord_host::paths")]
        path: PathBuf,
    },
    /// After a run: what the disks of a target did.
    Uneven {
        parts: Vec<DiskPart>,
        largest_percent: f64,
        smallest_percent: f64,
        moved_bytes: u64,
    },
    /// After a run: what a loop device did, and what reached the disks below its file.
    ThroughFile(ThroughFile),
}

/// What one disk did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DiskPart {
    pub device: String,
    /// Of all disks of the target, 0 to 1.
    pub share: f64,
}

/// A loop device in a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ThroughFile {
    pub below: Vec<String>,
    pub direct_io: Option<bool>,
    /// In the whole stack; `None`: the layers are not known.
    pub file_systems: Option<u64>,
    pub read: Option<Passed>,
    pub written: Option<Passed>,
    pub loop_bytes: u64,
    pub below_bytes: u64,
    /// Share of the file that was never written before the run, 0 to 1; reading it reads nothing below.
    #[serde(default)]
    pub hole_share: Option<f64>,
    /// The disks below wrote these bytes, as many as the loop device or more, that the run does not explain: whether its writes reached them is
    /// not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foreign_bytes: Option<u64>,
    /// Of what the loop device moved in a direction, the least that the disks below moved, holes left out.
    pub below_percent: f64,
}

impl ThroughFile {
    /// Whether the disks below moved less than the loop device: something above them made the number.
    pub fn lacks_some(&self) -> bool {
        self.below_percent < (1.0 - LOOP_SHARE) * 100.0
    }
}

/// Bytes that a loop device and the disks below it moved in one direction.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Passed {
    pub here_bytes: u64,
    pub there_bytes: u64,
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_disk_job(case, |view| {
        let Some(stack) = view.targets.first().and_then(|target| target.stack.as_ref()) else {
            return Vec::new();
        };
        let layers = stack.layers().into_iter();
        let found = layers.filter_map(|(_, layer)| {
            let (severity, observed) = before(layer, stack, view)?;
            let subject = Subject::device(&layer.name);
            Some(Finding::new(When::Plan, severity, subject, observed))
        });
        found.collect()
    })
}

fn before(layer: &Layer, stack: &Stack, view: &JobView<'_>) -> Option<(Severity, Observed)> {
    let small_writes = issues(view.job, Ddir::Write) && view.job.access.mode.is_random();
    match &layer.kind {
        LayerKind::Mapped(mapped) => match &mapped.mapping {
            Mapping::Linear if layer.below.len() > 1 => {
                let disks = stack.leaves().len() as u64;
                Some((Severity::Care, Observed::OnOneOf { disks }))
            }
            Mapping::Crypt { .. } => Some((Severity::Note, Observed::Encrypts)),
            Mapping::Snapshot => Some((Severity::Care, Observed::Copies)),
            _ => None,
        },
        LayerKind::Md(md) if small_writes => {
            let level = md.level.clone()?;
            let has_parity = matches!(level.as_str(), "raid4" | "raid5" | "raid6");
            has_parity.then_some((Severity::Care, Observed::Parity { level }))
        }
        LayerKind::Loop { .. } => {
            let file_systems = file_systems(stack);
            Some((Severity::Note, Observed::File { file_systems }))
        }
        _ => None,
    }
}

/// File systems in a stack, the one below a loop device among them.
fn file_systems(stack: &Stack) -> u64 {
    let layers = stack.layers().into_iter();
    let count = layers.filter(|(_, layer)| matches!(layer.kind, LayerKind::FileSystem(_)));
    count.count() as u64
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let stack = &machine.machine.stack;
    let layers = stack.layers();
    if layers.is_empty() {
        let path = stack.path.clone();
        return vec![Checked::new(
            State::Unknown,
            Subject::whole(),
            Observed::Unknown { path },
        )];
    }
    let mut out: Vec<Checked> = Vec::new();
    for (_, layer) in &layers {
        let state = state_of(layer);
        let subject = Subject::device(&layer.name);
        if state == State::Fine || out.iter().any(|seen| seen.subject == subject) {
            continue;
        }
        let observed = Observed::Layer {
            kind: Box::new(layer.kind.clone()),
            over: layer.below.iter().map(|below| below.name.clone()).collect(),
        };
        out.push(Checked::new(state, subject, observed));
    }
    if out.is_empty() {
        let (state, observed) = match stack.leaves().len() as u64 {
            0 => (State::Unknown, Observed::NoDisk),
            disks => (State::Fine, Observed::Plain { disks }),
        };
        out.push(Checked::new(state, Subject::whole(), observed));
    }
    out
}

/// How much a layer matters for a measurement. File systems have their own check (`fs-class`).
pub fn state_of(layer: &Layer) -> State {
    match &layer.kind {
        LayerKind::FileSystem(_) | LayerKind::Partition { .. } | LayerKind::Disk(_) => State::Fine,
        LayerKind::Loop { .. } | LayerKind::Zram { .. } | LayerKind::Bcache { .. } => State::Care,
        LayerKind::Md(md) => state_of_raid(md),
        LayerKind::Mapped(mapped) => state_of_mapped(mapped, layer.below.len()),
    }
}

fn state_of_raid(md: &Md) -> State {
    if is_incomplete(md) {
        State::Wrong
    } else {
        State::Note
    }
}

/// Whether an array lacks a disk, or is being built or checked.
fn is_incomplete(md: &Md) -> bool {
    busy_action(md).is_some() || md.degraded.unwrap_or(0) > 0
}

fn state_of_mapped(mapped: &Mapped, parts: usize) -> State {
    match &mapped.mapping {
        Mapping::Linear if parts > 1 => State::Care,
        Mapping::Linear => State::Fine,
        Mapping::Striped { .. }
        | Mapping::ThinPool
        | Mapping::Multipath
        | Mapping::Raid { .. }
        | Mapping::Several(_)
        | Mapping::Other(_) => State::Note,
        Mapping::Crypt { .. }
        | Mapping::Thin
        | Mapping::Cache
        | Mapping::Snapshot
        | Mapping::Integrity
        | Mapping::Vdo
        | Mapping::Test(_) => State::Care,
        Mapping::Unknown => State::Unknown,
    }
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let Some(evidence) = case.witnessed() else {
        return Vec::new();
    };
    let mut found = uneven(evidence);
    let looped = loops(case, evidence).into_iter();
    found.extend(looped.filter_map(|looped| through_file(&looped, case, evidence)));
    found
}

/// The disks of each target that has several, one finding per set of disks. A handful of requests must go somewhere.
fn uneven(evidence: &RunEvidence) -> Vec<Finding> {
    let mut sets: Vec<&[String]> = Vec::new();
    for target in &evidence.targets {
        if target.leaves.len() > 1 && !sets.contains(&target.leaves.as_slice()) {
            sets.push(&target.leaves);
        }
    }
    sets.into_iter()
        .filter_map(|set| uneven_set(set, evidence))
        .collect()
}

fn uneven_set(set: &[String], evidence: &RunEvidence) -> Option<Finding> {
    let disks: Vec<&DeviceUse> = evidence
        .leaves()
        .filter(|leaf| set.contains(&leaf.name))
        .collect();
    let moved_bytes: u64 = disks.iter().map(|disk| moved_by(disk)).sum();
    let requests: u64 = disks
        .iter()
        .map(|disk| disk.delta().reads + disk.delta().writes)
        .sum();
    if disks.len() < 2 || requests < LEAST_REQUESTS || moved_bytes == 0 {
        return None;
    }
    let part = |disk: &&DeviceUse| DiskPart {
        device: disk.name.clone(),
        share: moved_by(disk) as f64 / moved_bytes as f64,
    };
    let parts: Vec<DiskPart> = disks.iter().map(part).collect();
    let even = 1.0 / parts.len() as f64;
    let smallest = parts.iter().map(|part| part.share).fold(1.0, f64::min);
    let largest = parts.iter().map(|part| part.share).fold(0.0, f64::max);
    if smallest >= IDLE_PART * even {
        return None;
    }
    let observed = Observed::Uneven {
        parts,
        largest_percent: largest * 100.0,
        smallest_percent: smallest * 100.0,
        moved_bytes,
    };
    Some(Finding::new(
        When::Run,
        Severity::Care,
        Subject::whole(),
        observed,
    ))
}

fn moved_by(device: &DeviceUse) -> u64 {
    let delta = device.delta();
    delta.read_bytes().saturating_add(delta.write_bytes())
}

/// A loop device: what it did, and what reached the disks below its file.
fn through_file(looped: &Looped<'_>, case: &Case<'_>, evidence: &RunEvidence) -> Option<Finding> {
    let above = looped.device.delta();
    let below = |of: fn(&DiskStats) -> u64| -> u64 {
        let each = looped.below.iter().map(|device| of(&device.delta()));
        each.fold(0, u64::saturating_add)
    };
    // Where caches above took most, a few blocks of metadata say nothing.
    let passed = |issued: u64, of: fn(&DiskStats) -> u64, ddir: Ddir| {
        let here_bytes = of(&above);
        let counts = issued > 0 && here_bytes as f64 >= LOOP_SHARE * issued as f64;
        let balance = Balance::of(case, ddir).filter(|_| looped.below.len() == evidence.leaves().count());
        let foreign = balance.map_or(0, |balance| balance.foreign_bytes());
        counts.then(|| Passed {
            here_bytes,
            there_bytes: below(of).saturating_sub(foreign),
        })
    };
    let read = passed(evidence.read_issued(), DiskStats::read_bytes, Ddir::Read);
    let written = passed(evidence.write_issued(), DiskStats::write_bytes, Ddir::Write);
    if (read.is_none() && written.is_none()) || looped.below.is_empty() {
        return None;
    }
    // A file system above keeps its data outside the holes of the file.
    let holes = holes_of_loop(case, looped.device);
    let foreign_bytes = Balance::of(case, Ddir::Write)
        .filter(|balance| {
            written.is_some() && keeps_writes(evidence) && balance.foreign_bytes() >= balance.own_bytes
        })
        .map(|balance| balance.foreign_bytes());
    // Which of the bytes below are others' is not known then.
    let written = written.map(|passed| Passed {
        there_bytes: passed.there_bytes + foreign_bytes.unwrap_or(0),
        ..passed
    });
    let share = |passed: Passed| passed.there_bytes as f64 / passed.here_bytes as f64;
    let of_reads = read.map(|passed| (share(passed) + holes.unwrap_or(0.0)).min(1.0));
    let least = of_reads.into_iter().chain(written.map(share)).fold(1.0, f64::min);
    let through = ThroughFile {
        below: looped.below.iter().map(|device| device.name.clone()).collect(),
        direct_io: looped.direct_io,
        file_systems: over(&looped.device.name, case),
        read,
        written,
        loop_bytes: moved_by(looped.device),
        below_bytes: looped.below.iter().map(|device| moved_by(device)).sum(),
        hole_share: holes,
        foreign_bytes,
        below_percent: least * 100.0,
    };
    let severity = if through.lacks_some() {
        Severity::Wrong
    } else if through.foreign_bytes.is_some() {
        Severity::Care
    } else {
        Severity::Note
    };
    let subject = Subject::device(&looped.device.name);
    Some(Finding::new(
        When::Run,
        severity,
        subject,
        Observed::ThroughFile(through),
    ))
}

/// File systems in the stack with this device.
fn over(device: &str, case: &Case<'_>) -> Option<u64> {
    let mut stacks = case
        .record
        .before
        .targets
        .iter()
        .filter_map(|target| target.stack.as_ref());
    stacks
        .find(|stack| stack.devices().contains(&device))
        .map(file_systems)
}

/// The sentences of `stack`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let device = &device_name(subject, lang);
        match self {
            Observed::OnOneOf { disks } => messages::OnOneOf {
                device,
                disks: *disks,
            }
            .text(lang),
            Observed::Encrypts => messages::Encrypts { device }.text(lang),
            Observed::Copies => messages::Copies { device }.text(lang),
            Observed::Parity { level } => messages::Parity { device, level }.text(lang),
            Observed::File { file_systems } => {
                let measured = match file_systems {
                    0 => messages::file_on_none,
                    1 => messages::file_on_one,
                    _ => messages::file_on_several,
                };
                lang.sentences(&[messages::File { device }.text(lang), measured(lang).to_owned()])
            }
            Observed::Layer { kind, over } => {
                let kind = &kind.title();
                if over.is_empty() {
                    messages::Layer { device, kind }.text(lang)
                } else {
                    let below = &lang.list(over);
                    messages::LayerOver { device, kind, below }.text(lang)
                }
            }
            Observed::Plain { disks } => messages::Plain { disks: *disks }.text(lang),
            Observed::NoDisk => messages::no_disk(lang).to_owned(),
            Observed::Unknown { path } => {
                let path = &path.display();
                messages::Unknown { path }.text(lang)
            }
            Observed::Uneven {
                parts, moved_bytes, ..
            } => {
                let parts = parts
                    .iter()
                    .map(|part| format!("{} {}", part.device, Share(part.share)));
                let parts: Vec<String> = parts.collect();
                messages::Uneven {
                    moved: &Bytes(*moved_bytes),
                    parts: &lang.list(&parts),
                }
                .text(lang)
            }
            Observed::ThroughFile(through) => through.text(device, lang),
        }
    }

    fn why(&self, lang: Lang) -> Option<String> {
        match self {
            Observed::Layer { kind, over } => Some(layer_meaning(kind, over.len(), lang)),
            Observed::ThroughFile(through) => {
                let why = match through.file_systems {
                    Some(1) => messages::why_through_one,
                    Some(2..) => messages::why_through_several,
                    _ => messages::why_through_image,
                };
                Some(why(lang).to_owned())
            }
            _ => None,
        }
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        match self {
            Observed::Layer { kind, .. } => match &**kind {
                LayerKind::Md(md) if is_incomplete(md) => {
                    let progress = Root::system().proc("mdstat");
                    let progress = &progress.display();
                    Some(messages::AdviceIncomplete { progress }.text(lang))
                }
                _ => None,
            },
            Observed::ThroughFile(through) if through.direct_io == Some(true) => {
                Some(messages::advice_through_direct(lang).to_owned())
            }
            Observed::File { .. } | Observed::ThroughFile(_) => {
                Some(messages::advice_through(lang).to_owned())
            }
            _ => None,
        }
    }
}

impl ThroughFile {
    fn text(&self, device: &dyn Display, lang: Lang) -> String {
        let file = if self.direct_io == Some(false) {
            messages::FileCached { device }.text(lang)
        } else {
            messages::File { device }.text(lang)
        };
        let below = &lang.list(&self.below);
        let read = self.read.map(|passed| {
            let (here, there) = (&Bytes(passed.here_bytes), &Bytes(passed.there_bytes));
            messages::ThroughRead {
                device,
                here,
                below,
                there,
            }
            .text(lang)
        });
        let written = self.written.map(|passed| {
            let (here, there) = (&Bytes(passed.here_bytes), &Bytes(passed.there_bytes));
            messages::ThroughWritten {
                device,
                here,
                below,
                there,
            }
            .text(lang)
        });
        let reads_less = |passed: Passed| passed.there_bytes < passed.here_bytes;
        let holes = self
            .hole_share
            .filter(|share| *share > CACHE_LIMIT && self.read.is_some_and(reads_less));
        let holes = holes.map(|share| {
            let share = &Share(share);
            messages::ThroughHoles { share }.text(lang)
        });
        let rest = self.lacks_some().then(|| match self.direct_io {
            Some(false) => messages::through_rest_cached(lang),
            // It goes past that cache: something else answered.
            Some(true) => messages::through_rest_unknown(lang),
            None => messages::through_rest_maybe_cached(lang),
        });
        let foreign = self.foreign_bytes.map(|foreign| {
            let foreign = &Bytes(foreign);
            messages::ThroughForeign { below, foreign }.text(lang)
        });
        let optional = read.into_iter().chain(written).chain(holes).chain(foreign);
        let sentences: Vec<String> = [file]
            .into_iter()
            .chain(optional)
            .chain(rest.map(str::to_owned))
            .collect();
        lang.sentences(&sentences)
    }
}
