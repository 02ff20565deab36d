//! `mount-options`: options of the mount that change what a write means.

use std::path::{Path, PathBuf};

use crate::case::planned::{self, issues};
use crate::case::{Case, MachineView};
use crate::topics;
use crate::trap::{Area, Check, Family, Judgement, Symptom, Text, Trap, per_disk_job};
use crate::{Checked, Finding, Severity, State, Subject, Thing, When};
use fiord_host::stack::{FileSystem, Layer, LayerKind, Stack};
use fiord_job::plan::{Ddir, JobPlan};
use fiord_messages::Lang;
use fiord_messages::traps::mount_options as messages;
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[],
        judge: plan,
    }),
    machine: Some(Check {
        text: Text {
            title: messages::machine_title,
            why: messages::machine_why,
            advice: messages::machine_advice,
            example: messages::machine_example,
        },
        area: Area::FileSystem,
        check,
    }),
    topics: &[&topics::FSYNC],
    ..Trap::new(
        Family::Machine,
        "mount(8), ext4(5), xfs(5)",
        &[Symptom::IopsTooHigh, Symptom::IopsTooLow, Symptom::LatencyTooLow],
        Observed::saw,
    )
};

/// Options that change what a write means.
const NAMED: &[(&str, Effect)] = &[
    ("ro", Effect::NothingWritten),
    ("sync", Effect::EachWriteWaits),
    ("dirsync", Effect::EachFolderChangeWaits),
    ("nobarrier", Effect::NoFlush),
    ("barrier=0", Effect::NoFlush),
    ("data=journal", Effect::WrittenTwice),
    ("dax", Effect::NoBlockLayer),
    ("dax=always", Effect::NoBlockLayer),
    ("strictatime", Effect::ReadsWrite),
    ("autodefrag", Effect::RewritesLater),
    ("volatile", Effect::NoSync),
    // The same, as newer kernels show it.
    ("fsync=volatile", Effect::NoSync),
];

/// What an option does.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Effect {
    NothingWritten,
    EachWriteWaits,
    EachFolderChangeWaits,
    NoFlush,
    WrittenTwice,
    NoBlockLayer,
    ReadsWrite,
    RewritesLater,
    /// Overlay: an fsync does nothing at all.
    NoSync,
}

/// One option, or all of them where none matters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Harmless {
        #[serde(with = "fiord_host::paths")]
        mount: PathBuf,
        options: Vec<String>,
    },
    Matters {
        #[serde(with = "fiord_host::paths")]
        mount: PathBuf,
        option: String,
        effect: Effect,
    },
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_disk_job(case, |view| {
        let mut found: Vec<Finding> = Vec::new();
        let stacks = view.targets.iter().filter_map(|target| target.stack.as_ref());
        for stack in stacks {
            let has_cache = stack.layers().iter().any(|(_, layer)| may_keep_writes(layer));
            for observed in file_systems(stack).into_iter().flat_map(present) {
                let Some(severity) = matter(&observed, view.job, has_cache) else {
                    continue;
                };
                let one = Finding::new(When::Plan, severity, observed.subject(), observed);
                if !found.contains(&one) {
                    found.push(one);
                }
            }
        }
        found
    })
}

/// The option by which syncs of a job do not reach the disk, on any of its targets.
pub fn without_flush(case: &Case<'_>, job: usize) -> Option<String> {
    option_with(case, job, &[Effect::NoSync, Effect::NoFlush])
}

/// The option by which syncs of a job wait for nothing, on any of its targets.
pub fn without_sync(case: &Case<'_>, job: usize) -> Option<String> {
    option_with(case, job, &[Effect::NoSync])
}

fn option_with(case: &Case<'_>, job: usize, effects: &[Effect]) -> Option<String> {
    let mut stacks = case.targets(job).filter_map(|target| target.stack.as_ref());
    stacks.find_map(|stack| {
        let mut options = file_systems(stack).into_iter().flat_map(present);
        options.find_map(|observed| match observed {
            Observed::Matters { option, effect, .. } if effects.contains(&effect) => Some(option),
            _ => None,
        })
    })
}

/// How much an option matters to a job. `None`: not to this one.
fn matter(observed: &Observed, job: &JobPlan, has_cache: bool) -> Option<Severity> {
    let Observed::Matters { effect, .. } = observed else {
        return None;
    };
    let durability = &job.durability;
    let syncs = planned::syncs_as_it_goes(job) || durability.syncs_at_end();
    let (reads, writes) = (issues(job, Ddir::Read), issues(job, Ddir::Write));
    let severity = match effect {
        Effect::NoSync if writes && syncs => Severity::Wrong,
        Effect::NoFlush if writes && syncs && has_cache => Severity::Care,
        Effect::EachWriteWaits | Effect::WrittenTwice if writes => Severity::Care,
        Effect::NoBlockLayer => Severity::Care,
        Effect::ReadsWrite if reads => Severity::Note,
        Effect::RewritesLater if writes => Severity::Note,
        _ => return None,
    };
    Some(severity)
}

/// Whether a device may have a volatile cache of writes: unless the kernel says that it has none. A loop device has the page cache of its
/// file.
fn may_keep_writes(layer: &Layer) -> bool {
    let mode = layer
        .queue
        .as_ref()
        .and_then(|queue| queue.write_cache.as_deref());
    match mode {
        Some(mode) => mode != "write through",
        // For partitions and the like, the disk below tells.
        None => layer.number.is_some() && layer.below.is_empty(),
    }
}

/// The file systems between the job and the disks, an overlay among them.
fn file_systems(stack: &Stack) -> Vec<&FileSystem> {
    let layers = stack.layers().into_iter();
    let each = layers.filter_map(|(_, layer)| match &layer.kind {
        LayerKind::FileSystem(fs) => Some(fs.as_ref()),
        _ => None,
    });
    each.collect()
}

/// The options of a mount that change what a write means.
fn present(fs: &FileSystem) -> Vec<Observed> {
    let options = NAMED.iter().filter(|(name, _)| fs.mount.has(name));
    let observed = options.map(|(option, effect)| Observed::Matters {
        mount: fs.mount.mount_point.clone(),
        option: (*option).to_owned(),
        effect: *effect,
    });
    observed.collect()
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let all = file_systems(&machine.machine.stack);
    let Some(first) = all.first() else {
        return Vec::new();
    };
    let matters = all.iter().flat_map(|fs| present(fs));
    let mut out: Vec<Checked> = matters
        .map(|observed| Checked::new(State::Care, observed.subject(), observed))
        .collect();
    if out.is_empty() {
        let observed = Observed::Harmless {
            mount: first.mount.mount_point.clone(),
            options: first.mount.options.clone(),
        };
        out.push(Checked::new(State::Fine, Subject::whole(), observed));
    }
    out
}

/// The sentences of `mount-options`.
impl Observed {
    /// The mount.
    fn subject(&self) -> Subject {
        match self {
            Observed::Harmless { mount, .. } | Observed::Matters { mount, .. } => {
                Subject::whole().on(Thing::File(mount.clone()))
            }
        }
    }

    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let mounted = |mount: &Path, option: &str| {
            let (mount, option) = (&mount.display(), &option);
            messages::Mounted { mount, option }.text(lang)
        };
        match self {
            Observed::Harmless { mount, options } => mounted(mount, &options.join(",")),
            Observed::Matters {
                mount,
                option,
                effect,
            } => lang.sentences(&[mounted(mount, option), effect.text(lang).to_owned()]),
        }
    }
}

impl Effect {
    fn text(self, lang: Lang) -> &'static str {
        let sentence = match self {
            Effect::NothingWritten => messages::nothing_written,
            Effect::EachWriteWaits => messages::each_write_waits,
            Effect::EachFolderChangeWaits => messages::each_directory_change_waits,
            Effect::NoFlush => messages::no_flush,
            Effect::WrittenTwice => messages::written_twice,
            Effect::NoBlockLayer => messages::no_block_layer,
            Effect::ReadsWrite => messages::reads_write,
            Effect::RewritesLater => messages::rewrites_later,
            Effect::NoSync => messages::no_sync,
        };
        sentence(lang)
    }
}
