//! The effects of a job on files and devices.

use crate::case::job_view::JobView;
use crate::case::planned::{files_of, issues, shares_file};
use fiord_host::device::{Holding, Probe};
use fiord_job::plan::{Amount, Backend, Ddir, EngineKind, NameAction};
use fiord_messages::{Fixed, Lang, job_description as messages};
use fiord_record::number::Bytes;
use fiord_record::{FileKind, TargetFacts};

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
    let writes = issues(job, Ddir::Write) || issues(job, Ddir::Trim);
    let missing = view.targets.iter().filter(|target| !target.exists()).count() as u64;
    let mut sentences = Vec::new();
    if missing > 0 {
        sentences.push(files_made(view, missing, writes, lang));
    }
    for facts in view.targets.iter().filter(|target| target.exists()) {
        let target = &facts.path.display();
        match (&facts.probe, writes, facts.kind) {
            (_, false, FileKind::Regular) => sentences.extend(filled(view, facts, lang)),
            (_, true, FileKind::Regular) if sentences.len() < 4 => {
                sentences.push(overwritten(view, facts, lang));
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
    if job.files.unlink {
        sentences.push(messages::removed_afterwards(lang).to_owned());
    } else if missing > 0 {
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
fn filled(view: &JobView<'_>, facts: &TargetFacts, lang: Lang) -> Option<String> {
    let needed = view.planned.footprint_bytes?;
    let from_start = matches!(view.job.access.offset, Amount::Bytes(0) | Amount::Percent(0));
    let grows = from_start && view.targets.len() == 1 && facts.size_bytes.is_some_and(|size| size < needed);
    let extended = messages::Extended {
        target: &facts.path.display(),
        size: &Bytes(needed),
    };
    grows.then(|| extended.text(lang))
}

/// The part of an existing file that is overwritten, and whether the file grows.
fn overwritten(view: &JobView<'_>, facts: &TargetFacts, lang: Lang) -> String {
    let target = &facts.path.display();
    if !issues(view.job, Ddir::Write) {
        return messages::Discarded { target }.text(lang);
    }
    let planned = &view.planned;
    let touched = match (planned.footprint_bytes, planned.total_bytes) {
        (Some(region), Some(moved)) => Some(region.min(moved)),
        (region, _) => region,
    };
    let all = touched.zip(facts.size_bytes).filter(|_| view.targets.len() == 1);
    let from_start = matches!(view.job.access.offset, Amount::Bytes(0) | Amount::Percent(0));
    match all {
        Some((touched, size)) if touched < size => messages::OverwrittenInPart {
            touched: &Bytes(touched),
            size: &Bytes(size),
            target,
        }
        .text(lang),
        Some((touched, size)) if from_start && touched > size => messages::OverwrittenAndExtended {
            target,
            size: &Bytes(touched),
        }
        .text(lang),
        _ => messages::Overwritten { target }.text(lang),
    }
}

/// The missing files that the job creates, and whether they are filled before the run.
fn files_made(view: &JobView<'_>, files: u64, writes: bool, lang: Lang) -> String {
    let planned = &view.planned;
    let all = if shares_file(view.job) {
        planned.footprint_bytes
    } else {
        planned.region_bytes
    };
    let size = all.map(|bytes| Bytes(bytes / files_of(view.job)));
    let is_filled = !writes || issues(view.job, Ddir::Read) || view.job.files.overwrite;
    match (&size, is_filled) {
        (Some(size), true) => messages::CreatedAndFilledOf { files, size }.text(lang),
        (Some(size), false) => messages::CreatedOf { files, size }.text(lang),
        (None, true) => messages::CreatedAndFilled { files }.text(lang),
        (None, false) => messages::Created { files }.text(lang),
    }
}

fn holdings(probe: &Probe, lang: Lang) -> String {
    let text = |holding: &Holding| holding.text(lang);
    lang.clauses(&probe.holdings.iter().map(text).collect::<Vec<_>>())
}
