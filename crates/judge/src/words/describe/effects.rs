//! The effects of a job on files and devices.

use crate::case::job_view::JobView;
use crate::case::planned::{all_files_of, files_of, fill_seconds, issues, made_bytes, span_bytes};
use crate::case::touched::draws_with_replacement;
use fiord_host::device::{Holding, Probe};
use fiord_job::plan::{Amount, Backend, Ddir, EngineKind, JobPlan, NameAction};
use fiord_messages::{Fixed, Lang, job_description as messages};
use fiord_record::number::{About, Bytes};
use fiord_record::{FileKind, TargetFacts};

/// Most existing files that are named with what becomes of them; more are counted.
const MOST_FILES: u64 = 4;

/// Files that the job creates, overwrites or removes, and devices that are overwritten or refused.
pub(super) fn effects(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let job = view.job;
    if job.engine.kind.is_diskless() {
        return Vec::new();
    }
    if job.engine.kind.works_on_names() {
        let effect = works_on_names(job.engine.kind);
        return effect.map(|effect| effect(lang).to_owned()).into_iter().collect();
    }
    let writes = (issues(job, Ddir::Write) || issues(job, Ddir::Trim)) && view.does_its_io();
    let missing = missing(view);
    let mut sentences = Vec::new();
    let maker = maker(view);
    if let Some(maker) = maker {
        let job = &maker.name;
        sentences.push(messages::MadeByJob { job, files: missing }.text(lang));
    } else if missing > 0 {
        sentences.extend(files_made(view, missing, writes, lang));
    }
    let is_old = |target: &&&TargetFacts| target.kind == FileKind::Regular;
    let old = view.targets.iter().filter(is_old).count() as u64;
    let mut named = 0;
    for facts in view.targets.iter().filter(|target| target.exists()) {
        let target = &facts.path.display();
        match (&facts.probe, writes, facts.kind) {
            (_, false, FileKind::Regular) => sentences.extend(filled(view, facts, lang)),
            (_, true, FileKind::Regular) => {
                named += 1;
                if named <= MOST_FILES {
                    sentences.push(overwritten(view, facts, lang));
                }
            }
            (Some(probe), true, FileKind::Block) if probe.in_use() => {
                let holdings = &holdings(probe, lang);
                sentences.push(messages::Refused { target, holdings }.text(lang));
            }
            (Some(probe), true, FileKind::Block) if !probe.is_free() => {
                let holdings = &holdings(probe, lang);
                sentences.push(messages::RefusedWithoutConsent { target, holdings }.text(lang));
            }
            (_, true, FileKind::Block) => sentences.push(messages::Destroyed { target }.text(lang)),
            _ => {}
        }
    }
    if let files @ 1.. = old.saturating_sub(MOST_FILES)
        && writes
    {
        sentences.push(messages::MoreChanged { files }.text(lang));
    }
    let is_only_devices =
        !view.targets.is_empty() && view.targets.iter().all(|target| target.kind == FileKind::Block);
    if job.files.unlink && !is_only_devices {
        sentences.push(messages::removed_afterwards(lang).to_owned());
    } else if missing > 0 && maker.is_none() {
        sentences.push(messages::KeptAfterwards { files: missing }.text(lang));
    }
    sentences
}

/// The effect of an engine that works on names.
fn works_on_names(kind: EngineKind) -> Option<Fixed> {
    match kind.backend() {
        Backend::FileNames(NameAction::Create) => Some(messages::makes_files),
        Backend::FileNames(NameAction::Delete) => Some(messages::deletes_files),
        Backend::DirectoryNames(NameAction::Create) => Some(messages::makes_directories),
        Backend::DirectoryNames(NameAction::Delete) => Some(messages::deletes_directories),
        _ => None,
    }
}

/// A file that is shorter than the region to read is extended before the run.
fn filled(view: &JobView<'_>, facts: &TargetFacts, lang: Lang) -> Vec<String> {
    let length = span_bytes(view.job, &view.planned, &view.targets);
    let offset = match view.job.access.offset {
        Amount::Bytes(bytes) => Some(bytes),
        Amount::Percent(0) => Some(0),
        _ => None,
    };
    let Some(needed) = length
        .zip(offset)
        .map(|(length, offset)| length.saturating_add(offset))
    else {
        return Vec::new();
    };
    let grows = view.targets.len() == 1 && facts.size_bytes.is_some_and(|size| size < needed);
    let extended = messages::Extended {
        target: &facts.path.display(),
        size: &Bytes(needed),
    };
    if !grows {
        return Vec::new();
    }
    let added = needed - facts.size_bytes.unwrap_or(0);
    let mut sentences = vec![extended.text(lang)];
    sentences.extend(layout_time(added, lang));
    sentences
}

/// The time that filling takes, unless even a slow disk needs less than a second.
fn layout_time(bytes: u64, lang: Lang) -> Option<String> {
    let (fast, slow) = fill_seconds(bytes);
    let (fast, slow) = (&About(fast), &About(slow));
    (slow.0 >= 1.0).then(|| messages::LayoutTime { fast, slow }.text(lang))
}

/// The part of an existing file that is overwritten, and whether the file grows.
fn overwritten(view: &JobView<'_>, facts: &TargetFacts, lang: Lang) -> String {
    let target = &facts.path.display();
    if !issues(view.job, Ddir::Write) {
        return messages::Discarded { target }.text(lang);
    }
    if view.job.files.append {
        return messages::Appended { target }.text(lang);
    }
    let planned = &view.planned;
    let touched = match (planned.footprint_bytes, planned.total_bytes) {
        (Some(region), Some(moved)) => Some(region.min(moved)),
        (region, _) => region,
    };
    let all = touched.zip(facts.size_bytes).filter(|_| view.targets.len() == 1);
    let from_start = matches!(view.job.access.offset, Amount::Bytes(0) | Amount::Percent(0));
    // Which blocks of a mix are written is drawn, and a block may be drawn again.
    let mode = view.job.access.mode;
    let is_drawn = mode.is_mixed() || (mode.is_random() && draws_with_replacement(view.job));
    match all {
        Some((touched, size)) if touched < size && !is_drawn => messages::OverwrittenInPart {
            touched: &Bytes(touched),
            size: &Bytes(size),
            target,
        }
        .text(lang),
        Some((touched, size)) if from_start && touched > size && !is_drawn => {
            messages::OverwrittenAndExtended {
                target,
                size: &Bytes(touched),
            }
            .text(lang)
        }
        _ => messages::Overwritten { target }.text(lang),
    }
}

/// Files that do not exist. Of many files only the first are looked at.
fn missing(view: &JobView<'_>) -> u64 {
    let looked_at = view.targets.len() as u64;
    let missing = view.targets.iter().filter(|target| !target.exists()).count() as u64;
    if missing == looked_at && looked_at > 0 && view.job.files.opendir.is_none() {
        all_files_of(view.job).max(missing)
    } else {
        missing
    }
}

/// The job before this one that makes its missing files, as large as they must be.
fn maker<'a>(view: &JobView<'a>) -> Option<&'a JobPlan> {
    let missing = view.targets.iter().find(|target| !target.exists())?;
    let mut earlier = view.case.record.before.targets.iter();
    let same = earlier.find(|target| target.job < view.index && target.path == missing.path)?;
    let maker = JobView::at(view.case, same.job)?;
    let size = |view: &JobView<'_>| Some((made_bytes(view.job, &view.planned)?, files_of(view.job)));
    let (bytes, files) = size(view)?;
    let is_enough = size(&maker).is_some_and(|(made, of)| made >= bytes && of >= files);
    (is_enough && !maker.job.files.unlink).then_some(maker.job)
}

/// The missing files that the job creates, and whether they are filled before the run.
fn files_made(view: &JobView<'_>, files: u64, writes: bool, lang: Lang) -> Vec<String> {
    let size = made_bytes(view.job, &view.planned).map(Bytes);
    if view.job.files.create_on_open {
        return vec![messages::CreatedWhenOpened { files }.text(lang)];
    }
    let is_filled = !writes || issues(view.job, Ddir::Read) || view.job.files.overwrite;
    let made = match (&size, is_filled) {
        (Some(size), true) => messages::CreatedAndFilledOf { files, size }.text(lang),
        (Some(size), false) => messages::CreatedOf { files, size }.text(lang),
        (None, true) => messages::CreatedAndFilled { files }.text(lang),
        (None, false) => messages::Created { files }.text(lang),
    };
    let filled = size
        .filter(|_| is_filled)
        .map(|each| each.0.saturating_mul(files));
    [made]
        .into_iter()
        .chain(filled.and_then(|bytes| layout_time(bytes, lang)))
        .collect()
}

fn holdings(probe: &Probe, lang: Lang) -> String {
    let text = |holding: &Holding| holding.text(lang);
    lang.clauses(&probe.holdings.iter().map(text).collect::<Vec<_>>())
}
